"""How a task force that strikes while it is struck divides its aircraft [D11.3, F.1]."""

from collections.abc import Iterable

from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p3_intercept import is_ready
from pbem.systems.pto.rules.p3_half import first_rule, scopes_of_force
from pbem.systems.pto.rules.units import may_reach, reach, rolls
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import AirStacks
from pbem.systems.pto.table.state import Game

ALL_OF_THEM = 100


class Stacks(Value):
    """The air units of a task force that strike and those that stay, by id.

    `broken`: what was ordered breaks a rule, so that all stay [F.1].
    """

    offensive: tuple[str, ...]
    defensive: tuple[str, ...]
    broken: bool = False


def aboard(game: Game, tf: str) -> tuple[AirUnit, ...]:
    """The air units on the carriers of a task force, by id [PH2.3]."""
    ships = {ship.id for ship in game.ships_in(tf)}
    return tuple(unit for unit in game.air.values() if unit.base in ships)


def divided(game: Game, tf: str, target: str, charts: Charts) -> Stacks:
    """The stacks of a task force by its standing orders; `target` is the area it strikes [D11.3].

    Units named are where they are named, of the others a part strikes, those with most rolls
    first. Stacks that name one that is no longer carrier air, or that can not reach the target,
    count as nothing said but stay [F.1].
    """
    force, rule = game.forces[tf], stacks_order(game, tf)
    flying = [unit for unit in aboard(game, tf) if _is_there(game, unit)]
    if _is_broken(game, rule, flying, target, charts):
        return Stacks(offensive=(), defensive=_ids(flying), broken=True)
    able = [
        unit
        for unit in flying
        if unit.id not in rule.defensive
        and rolls(game, charts, unit)
        and may_reach(game, charts, unit, target)
    ]
    named = [unit for unit in able if unit.id in rule.offensive]
    others = sorted(
        (unit for unit in able if unit not in named),
        key=lambda unit: (-rolls(game, charts, unit), unit.id),
    )
    free = [unit for unit in flying if unit.id not in (*rule.offensive, *rule.defensive)]
    percent = rule.near if _carriers_near(game, force.at, flying, charts) else rule.far
    offensive = _ids((*named, *others[: part_of(len(free), percent)]))
    return Stacks(
        offensive=offensive,
        defensive=tuple(unit.id for unit in flying if unit.id not in offensive),
    )


def part_of(number: int, percent: int) -> int:
    """How many of a force's units a percentage is: fractions down [D11.3]."""
    return number * min(percent, ALL_OF_THEM) // ALL_OF_THEM


def stacks_order(game: Game, tf: str) -> AirStacks:
    """The standing order by which a task force divides its aircraft [D11.3, F.4]."""
    force = game.forces[tf]
    standing = game.standing[game.seat_of(force.nation)].air_stacks
    return first_rule(standing, *scopes_of_force(force)) or AirStacks()


def _ids(units: Iterable[AirUnit]) -> tuple[str, ...]:
    return tuple(sorted(unit.id for unit in units))


def _is_there(game: Game, unit: AirUnit) -> bool:
    """Whether a unit stands in a stack: ready, on its deck, not kept for a strike [F.6.5]."""
    return is_ready(game, unit) and not (unit.struck or unit.intercepted or is_kept(game, unit))


def _is_broken(
    game: Game, rule: AirStacks, flying: list[AirUnit], target: str, charts: Charts
) -> bool:
    """Whether stacks break the rules of range or of carriers [F.1]."""
    if any(not _is_carrier_air(game, id_) for id_ in (*rule.offensive, *rule.defensive)):
        return True
    named = (unit for unit in flying if unit.id in rule.offensive)
    return any(not may_reach(game, charts, unit, target) for unit in named)


def _is_carrier_air(game: Game, unit: str) -> bool:
    """Whether it flies from a carrier; units that are lost broke nothing."""
    return unit in game.lost or (unit in game.air and game.air[unit].base in game.ships)


def _carriers_near(game: Game, area: str, flying: list[AirUnit], charts: Charts) -> bool:
    """Whether enemy carriers are within the range of a task force's aircraft [D11.3]."""
    if not flying:
        return False
    own = side_of(flying[0].nation)
    range_ = max(reach(game, charts, unit) for unit in flying)
    return any(
        ship.is_carrier
        and side_of(ship.nation) != own
        and air_distance(charts, area, game.forces[ship.tf].at) <= range_
        for ship in game.ships.values()
    )
