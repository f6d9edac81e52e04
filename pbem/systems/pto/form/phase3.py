"""The form for phase 3: ships and aircraft [P3]."""

from collections.abc import Iterator
from itertools import islice

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.offers import firsts, options, split, strike
from pbem.systems.pto.rules.map import is_grounded
from pbem.systems.pto.rules.units import bombs, kind, reach, rolls, speed
from pbem.systems.pto.table.orders import Airlift, Engage, Sail, Transfer
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import ships_words


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """What may sail, strike, be intercepted, and change base."""
    game = view.game
    nations = game.nations_of(view.seat)
    own = tuple(tf for tf in game.forces.values() if tf.nation in nations)
    yield Section(
        title="First naval movement",
        rule="P3.1.1",
        choices=(
            *(_force(game, tf, charts) for tf in own),
            "'pbem path' tells what a way costs. Without an order a force stays where it is.",
            "standby = true marks a force for a sea offensive of this month, if it is at sea and"
            " has used half of its MP at most.",
            "On its way its aircraft strike back, but for those that a strike of this file names;"
            " strike = true frees them; with strike = false it neither searches nor strikes.",
        ),
        examples=(*split(view, charts), *firsts(view, charts, Sail)),
    )
    yield Section(
        title="Air attacks",
        rule="P3.2.1",
        choices=(
            *flights(view, charts),
            *AIMS,
        ),
        examples=strike(view, charts),
    )
    yield Section(
        title="Naval attacks",
        rule="P3.3.1",
        choices=(
            "engage: tf, yours, tries to intercept enemy, one in its own sea; that is where your"
            " force is once it has sailed by this file.",
        ),
        examples=firsts(view, charts, Engage),
    )
    yield Section(
        title="Air movement",
        rule="P3.4.1",
        choices=(
            "To a friendly airfield with room, up to twice the range; carriers within range.",
        ),
        examples=(*firsts(view, charts, Transfer), *_airlift(view, charts)),
    )


AIMS = (
    "at = ships with tf, or aircraft, port, airfield, fort of an area; escorts are fighters.",
    "Aircraft reach from where their carrier has sailed by this file.",
)


def flights(view: View[Game], charts: Charts) -> Iterator[str]:
    """The aircraft that may fly, with what they can do, and the forces that may be struck."""
    game, nations = view.game, view.game.nations_of(view.seat)
    for unit in game.air.values():
        if unit.nation in nations and not unit.committed:
            at, far = game.where(unit), reach(game, charts, unit)
            grounded = ", grounded by weather there" if is_grounded(game, charts, at) else ""
            yield (
                f"{mention(unit.id)}: {kind(game, charts, unit)} at {mention(at)}, reach {far},"
                f" {rolls(game, charts, unit)} at ships, {bombs(game, charts, unit)} at land"
                f"{grounded}"
            )
    yield from _open_targets(game, other(view.side))


def _airlift(view: View[Game], charts: Charts) -> tuple[Airlift, ...]:
    """The first airlift that leads anywhere."""
    found = (one for one in options(view, charts, Airlift) if one.origin != one.to)
    return tuple(islice(found, 1))


def _force(game: Game, tf: TaskForce, charts: Charts) -> str:
    ships = game.ships_in(tf.id)
    slowest = min((speed(charts, ship) for ship in ships), default=0)
    names = ", ".join(mention(ship.id) + ("*" if ship.damaged else "") for ship in ships)
    return f"{mention(tf.id)} at {mention(tf.at)}, {slowest} MP: {names}"


def _open_targets(game: Game, enemy: str) -> Iterator[str]:
    """Enemy task forces that may be struck from the air now, with their ships [PH5.7]."""
    for area in sorted({tf.at for tf in game.forces.values()}):
        for tf in game.forces_at(area, enemy):
            if tf.searched or area in game.areas:
                state = "in port" if area in game.areas else "searched"
                ships = ships_words(game.ships_in(tf.id))
                yield f"target: {mention(tf.id)} at {mention(area)}, {state}: {ships}"
