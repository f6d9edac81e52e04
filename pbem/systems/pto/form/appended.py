"""The form for a first offensive that is appended to the file of phase 3 [F.2]."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import Section, Spare, View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.offensive import purses
from pbem.systems.pto.form.offers import Group, air_offensives, first_legal, land_offensives
from pbem.systems.pto.orders.check import sight_of
from pbem.systems.pto.orders.naval import forces
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail, Strike
from pbem.systems.pto.table.state import Game


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """That an offensive may be appended, how that is written, and what it risks."""
    examples = (
        *first_legal(view, charts, land_offensives(view, charts)),
        *first_legal(view, charts, map(_appended, air_offensives(view, charts))),
        *first_legal(view, charts, _sea_offensives(view, charts)),
    )
    yield Section(
        title="You may append your first offensive",
        rule="F.2",
        choices=(
            *purses(view, charts),
            "It is performed after phase 3, before you know the dice of this file, and saves one.",
            "'offensive' begins it. Of sail, engage and strike those with appended = true belong"
            " to it, the others to phase 3; march, assault, drop, support and attack always do.",
            "A task force that this file marks standby may act in it.",
            "What has become impossible by then is void. Nothing is paid for an offensive that is"
            f" wholly void, but the {side_name(other(view.side))} are next.",
        ),
        together=examples[:1],
    )
    yield Spare(
        title="More examples of an appended offensive",
        rule="F.2",
        choices=(),
        together=examples[1:],
    )


def _sea_offensives(view: View[Game], charts: Charts) -> Iterator[Group]:
    """A task force stands by in phase 3 and acts then: it meets an enemy, or sails on [P4B]."""
    game = view.game
    sight = sight_of(view, Sail, charts)
    for tf in forces(sight) if sight is not None else ():
        ready = Sail(tf=tf.id, standby=True)
        begun = Offensive(kind="sea", nation=payer(game, tf.nation), stack=tf.id)
        for enemy in game.forces_at(tf.at, other(view.side)):
            yield ready, begun, Engage(tf=tf.id, enemy=enemy.id, appended=True)
        for area in charts.areas[tf.at].links:
            yield ready, begun, Sail(tf=tf.id, path=(area,), appended=True)


def _appended(group: Group) -> Group:
    """The orders of a group as they carry out an appended offensive."""
    return tuple(map(_marked, group))


def _marked(order: Order) -> Order:
    return replace(order, appended=True) if isinstance(order, Strike) else order
