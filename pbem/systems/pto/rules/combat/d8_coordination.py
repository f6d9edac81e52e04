"""Coordination of carrier air before a strike or a combat air patrol fights [D8]."""

from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.rules.combat.losses import is_flying
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.rules.p3_half import first_rule, scopes_of_unit
from pbem.systems.pto.rules.units import based_on, rolls
from pbem.systems.pto.table.events_combat import CarriersCoordinated
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game

COUNTING = "CV"
"""The kind of carriers whose units are counted; those of CVLs and CVEs are not [D8.1]."""

Stack = Literal["strike", "CAP"]


def coordinate(
    game: Game, stack: Stack, units: tuple[str, ...], tag: str, charts: Charts, dice: Dice
) -> tuple[Game, tuple[str, ...], tuple[Event, ...]]:
    """One die for a side's units if some count; who turns back, committed at once [D8.1-D8.3].

    `units` are those that fly. Half of all that fly from carriers turn back, of a patrol with the
    committed units that D8.6 counts; those based ashore never do [D8.4, PR30].
    """
    idle = _idle(game, units) if stack == "CAP" else ()
    afloat = tuple(unit for unit in (game.air[id_] for id_ in units) if based_on(game, unit))
    afloat = (*afloat, *idle)
    counted = tuple(unit for unit in afloat if based_on(game, unit) == COUNTING)
    if not counted or not game.uses("D8"):
        return game, (), ()
    modifier = modifier_of(game, stack, counted, charts)
    forces = tuple(dict.fromkeys(game.ships[unit.base].tf for unit in counted))
    roll = dice.roll("D8", stack, forces[0], tag)
    failed = roll.dice[0] + modifier < len(counted)
    back = turned_back(game, afloat, charts) if failed else ()
    game = game.with_air(replace(game.air[id_], committed=True) for id_ in back)
    event = CarriersCoordinated(
        to=ALL,
        forces=forces,
        stack=stack,
        roll=roll,
        modifier=modifier,
        units=len(counted),
        idle=tuple(unit.id for unit in idle),
        coordinated=not failed,
        aborted=back,
        nations=tuple(unit.nation for unit in counted),
    )
    return game, back, (event,)


def _idle(game: Game, rising: tuple[str, ...]) -> tuple[AirUnit, ...]:
    """Committed units that count in a patrol without flying, by id [D8.6].

    They are aboard undamaged carriers of a task force that puts up at least one unit, have not
    flown in this half or offensive, and no strike keeps them on deck [F.6.5].
    """
    bases = (game.air[id_].base for id_ in rising)
    forces = {game.ships[base].tf for base in bases if base in game.ships}
    return tuple(
        unit
        for unit in game.air.values()
        if unit.committed
        and not is_flying(unit)
        and not is_kept(game, unit)
        and unit.base in game.ships
        and game.ships[unit.base].tf in forces
        and not game.ships[unit.base].damaged
    )


def modifier_of(game: Game, stack: Stack, units: tuple[AirUnit, ...], charts: Charts) -> int:
    """The modifier of the nation and year; of several nations the lowest [D8.5, PR22]."""
    year, attack = year_of(game.turn), stack == "strike"
    nations = sorted({unit.nation for unit in units})
    return min(charts.coordination.modifier(one, year, attack=attack) for one in nations)


def turned_back(game: Game, units: tuple[AirUnit, ...], charts: Charts) -> tuple[str, ...]:
    """Half of the units, rounded down: the committed, then as their owners rank them [D8.3, D8.6].

    Without an order those with the fewest air-naval rolls first, then by id.
    """

    def rank(unit: AirUnit) -> tuple[bool, int, int, str]:
        orders = game.standing[game.seat_of(unit.nation)].losses
        order = first_rule(orders, *scopes_of_unit(game, unit))
        named = order.abort if order else ()
        place = named.index(unit.id) if unit.id in named else len(named)
        return not unit.committed, place, rolls(game, charts, unit), unit.id

    number = len(units) // charts.coordination.aborted
    return tuple(sorted(unit.id for unit in sorted(units, key=rank)[:number]))
