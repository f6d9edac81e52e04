"""The form for the end of the month [P5, P6]."""

from collections.abc import Iterator

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.homeward import going_home
from pbem.systems.pto.form.offers import firsts, options
from pbem.systems.pto.form.situation import by_place, place_sentence
from pbem.systems.pto.form.unordered import ways_home
from pbem.systems.pto.orders.home import dues
from pbem.systems.pto.rules.map import allowance
from pbem.systems.pto.rules.month.p6_course import is_haven
from pbem.systems.pto.rules.month.p6_second_move import put_to_sea
from pbem.systems.pto.rules.month.p6_upkeep import price
from pbem.systems.pto.table.naming import doing, each
from pbem.systems.pto.table.orders_month import Debark, March, Rail, Repair, Replenish, Return, Stay
from pbem.systems.pto.table.pieces import Ground, TaskForce
from pbem.systems.pto.table.state import Game


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """Ground movement, ships home, repairs."""
    yield _on_land(view, charts)
    yield _at_sea(view, charts)
    yield _repairs(view, charts)


def _on_land(view: View[Game], charts: Charts) -> Section:
    """The units that can move, and those aboard."""
    game, nations = view.game, view.game.nations_of(view.seat)
    own = [unit for unit in game.ground.values() if unit.nation in nations and unit.move]
    movable = place_sentence(
        by_place(
            (u.at, f"{mention(u.id)} {_points(game, u, charts)}")
            for u in own
            if u.at and not u.mark
        )
    )
    aboard = place_sentence(by_place((u.ship, mention(u.id)) for u in own if u.ship))
    return Section(
        title="Ground movement",
        rule="P5.1",
        choices=(
            *((f"Units that can move, with their MP: {movable}.",) if movable else ()),
            *((f"Aboard: {aboard}.",) if aboard else ()),
        ),
        examples=firsts(view, charts, March, Rail, Debark),
    )


def _at_sea(view: View[Game], charts: Charts) -> Section:
    """What it costs the task forces that are in no port to return, or to stay."""
    game, nations = view.game, view.game.nations_of(view.seat)
    own = (tf for tf in game.forces.values() if tf.nation in nations)
    leaving = [tf for tf in own if not is_haven(game, view.side, tf.at)]
    then = going_home(view, (), charts)[0].game
    found = {tf: meets for tf, _, meets in ways_home(then, view.seat, (), charts)}
    return Section(
        title="Second naval movement",
        rule="PH14.1",
        choices=(
            *(_home(found.get(tf.id, then), tf, view, charts) for tf in leaving),
            "'to' or 'path' choose another port; 'debark' puts units ashore there.",
        ),
        examples=firsts(view, charts, Return, Stay) if leaving else (),
    )


def _repairs(view: View[Game], charts: Charts) -> Section:
    """The damaged bases, and the units that may come back."""
    game, nations = view.game, view.game.nations_of(view.seat)
    broken = [
        area
        for area, here in game.areas.items()
        if here.nation in nations
        and (here.port < charts.areas[area].port or here.airfield < charts.areas[area].airfield)
    ]
    dead = [order.unit for order in options(view, charts, Replenish)]
    return Section(
        title="Repair and replenishment",
        rule="P6.3.1",
        choices=(
            *((f"Damaged bases: {each(broken)}.",) if broken else ()),
            *((f"May come back for 1 EP, one of each nation: {each(dead)}.",) if dead else ()),
        ),
        examples=firsts(view, charts, Repair, Replenish),
    )


def _points(game: Game, unit: Ground, charts: Charts) -> str:
    """The MP of a unit in this month's weather, which is that of the area entered [PH2.6]."""
    around = charts.areas[unit.at].land_links
    found = {allowance(game, charts, unit, area) for area in around} or {unit.move}
    return " or ".join(map(str, sorted(found)))


def _home(game: Game, tf: TaskForce, view: View[Game], charts: Charts) -> str:
    """What it would cost a task force alone to return, and to stay [F.6.1, F.6.2].

    It finds what it does where no order names a force: those before it have gone home.
    """
    orders = Return(tf=tf.id), Stay(tf=tf.id)
    told = [one for order in orders for one in dues(game, view.seat, (order,), charts)]
    return "; ".join(told) or _afloat(view, tf, charts)


def _afloat(view: View[Game], tf: TaskForce, charts: Charts) -> str:
    """Where it costs what a task force to stay that lies on a beach and reaches no port [PR62]."""
    game = put_to_sea(view.game, view.side, charts)
    stays = doing(tf.id, "goes to sea and stays", "go to sea and stay")
    where, points = mention(game.forces[tf.id].at), price(game, (tf.id,), charts)
    return f"{stays} in {where}: {points} EP"
