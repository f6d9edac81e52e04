"""What aircraft may strike now, target by target, for the forms of phases 3 and 4 [P3.2, P4C]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.steps import Section, Spare, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.situation import forces_words
from pbem.systems.pto.orders.air import reached, targets
from pbem.systems.pto.orders.check import sight_of
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.rules.map import is_grounded
from pbem.systems.pto.rules.month.p3_search import is_open
from pbem.systems.pto.rules.units import bombs, reach, rolls
from pbem.systems.pto.table.naming import all_of
from pbem.systems.pto.table.orders_month import Strike
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import ships_words, type_words, works_words

MOST_AREAS, MOST_UNITS, MOST_NAMED = 3, 2, 9
"""So many areas are told with what is there, so many units that reach each, so many more areas."""


def target_lines(view: View[Game], charts: Charts) -> Iterator[str]:
    """The areas in reach with what may be struck there and by whom, forces at sea first."""
    sight = sight_of(view, Strike, charts)
    if sight is None or not (areas := reached(sight)):
        yield "No aircraft of yours reaches anything that may be struck."
        return
    places = sorted(areas, key=lambda at: at in view.game.areas)
    for at in places[:MOST_AREAS]:
        yield f"{mention(at)}: {_there(sight, at)}; in reach: {_units(sight, at, areas[at])}."
    if more := places[MOST_AREAS:]:
        others = [count(len(more) - MOST_NAMED, "other")] if len(more) > MOST_NAMED else []
        yield f"Also in reach: {all_of((*map(mention, more[:MOST_NAMED]), *others))}."
    yield "Beside units: rolls at ships, or strength at land. Escorts are fighters."


def _there(sight: Sight, at: str) -> str:
    """Forces that may be struck, and the works of an enemy area."""
    forces = [tf for tf in targets(sight) if tf.at == at]
    words = [forces_words(sight.game, forces)] if forces else []
    if at in sight.game.areas and not sight.game.controls(sight.side, at):
        words.append(works_words(sight.game.areas[at]))
    return ", ".join(words)


def _units(sight: Sight, at: str, units: tuple[AirUnit, ...]) -> str:
    """The units that hit hardest there, with their dice; of the others the number."""
    hits = rolls if any(tf.at == at for tf in targets(sight)) else bombs
    hard = {unit.id: hits(sight.game, sight.charts, unit) for unit in units}
    best = sorted(hard, key=lambda id_: -hard[id_])
    told = [f"{mention(id_)} {hard[id_]}" for id_ in best[:MOST_UNITS]]
    more = best[MOST_UNITS:]
    return ", ".join((*told, *([f"and {count(len(more), 'other')}"] if more else ())))


def one_by_one(view: View[Game], charts: Charts) -> Section:
    """The aircraft that may fly, with what they can do, and the forces that may be struck."""
    return Spare(
        title="Your aircraft and their targets, one by one",
        rule="P3.2.1",
        choices=(
            *_flights(view, charts),
            *_open_targets(view.game, other(view.side)),
            "at = ships with tf, or aircraft, port, airfield, fort of an area;"
            " escorts are fighters.",
            "Aircraft reach from where their carrier has sailed by this file.",
        ),
    )


def _flights(view: View[Game], charts: Charts) -> Iterator[str]:
    game, nations = view.game, view.game.nations_of(view.seat)
    for unit in game.air.values():
        if unit.nation in nations and not unit.committed:
            at, far = game.where(unit), reach(game, charts, unit)
            grounded = ", grounded by weather there" if is_grounded(game, charts, at) else ""
            yield (
                f"{mention(unit.id)}: {type_words(unit, charts)} at {mention(at)}, reach {far},"
                f" {rolls(game, charts, unit)} at ships, {bombs(game, charts, unit)} at land"
                f"{grounded}"
            )


def _open_targets(game: Game, enemy: str) -> Iterator[str]:
    """Enemy task forces that may be struck from the air now, with their ships [PH5.7]."""
    for area in sorted({tf.at for tf in game.forces.values()}):
        for tf in game.forces_at(area, enemy):
            if is_open(game, tf):
                state = "in port" if area in game.areas else "searched"
                ships = ships_words(game.ships_in(tf.id))
                yield f"target: {mention(tf.id)} at {mention(area)}, {state}: {ships}"
