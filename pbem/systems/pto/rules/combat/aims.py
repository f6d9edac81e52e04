"""Whom to aim at: ships ranked by an order, and attackers shared out among them [PH8.3, PH9.1]."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pbem.frozen import FrozenMap, Value, field
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import SHIP_KINDS
from pbem.systems.pto.rules.combat.losses import hits_left, worth_of
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game

GivenT = TypeVar("GivenT", int, int | str)
"""What `ships` says of a name: the number that goes there, or of a unit's its ship [F.6.4]."""
ROLLS_FOR_A_HIT = 2
"""Rolls that are aimed at a ship for each hit that sinks it, before the next is aimed at [PR24]."""


def ranked_ships(
    game: Game, ships: Iterable[Ship], aim: tuple[str, ...], charts: Charts
) -> tuple[Ship, ...]:
    """Ships as an order ranks their ids or types; the rest by victory points, then by id [F.4]."""

    def rank(ship: Ship) -> tuple[int, int, int, str]:
        named = (aim.index(one) for one in (ship.id, ship.kind) if one in aim)
        place = min(named, default=len(aim))
        return place, -worth_of(game, ship, charts), -ship.armour, ship.id

    return tuple(sorted(ships, key=rank))


class Share(Value):
    """Units of a strike that one order holds of, and what it says of their targets.

    `ships` tells units which ship is theirs, or how many of them go at a ship or a type [F.6.4];
    `aim` ranks types of ships or ships by id for the others.
    """

    units: tuple[str, ...]
    ships: FrozenMap[int | str] = field(default_factory=FrozenMap)
    aim: tuple[str, ...] = ()


def targets_of(
    game: Game,
    able: Mapping[str, int],
    ships: tuple[Ship, ...],
    shares: tuple[Share, ...],
    charts: Charts,
) -> dict[str, str]:
    """A target for each unit with so many rolls: its own, or shared out [PH8.3, F.6.4, PR24].

    A ship has enough with two rolls for each hit that it can take; when all have, it begins anew.
    """
    if not ships:
        return {}
    targets: dict[str, str] = {}
    for share in shares:
        units = tuple(unit for unit in able if unit in share.units)
        targets |= _named(game, units, ships, share, charts)
    wanted = {ship.id: ROLLS_FOR_A_HIT * hits_left(ship) for ship in ships}
    due = dict(wanted)
    for unit, target in targets.items():
        due[target] -= able[unit]
    for unit in (one for one in able if one not in targets):
        if not any(left > 0 for left in due.values()):
            due = dict(wanted)
        aim = next((share.aim for share in shares if unit in share.units), ())
        ranked = ranked_ships(game, ships, aim, charts)
        targets[unit] = next(ship.id for ship in ranked if due[ship.id] > 0)
        due[targets[unit]] -= able[unit]
    return {unit: targets[unit] for unit in able}


def _named(
    game: Game, units: tuple[str, ...], ships: tuple[Ship, ...], share: Share, charts: Charts
) -> dict[str, str]:
    """The units whose ship an order names, and which: none for a ship that is gone [F.6.4]."""
    there = {ship.id for ship in ships}
    found: dict[str, str] = {}
    for name, given in in_turn(share.ships, share.aim):
        if isinstance(given, str):
            pairs = {name: given} if name in units else {}
        else:
            target = meant_by(game, name, ships, charts)
            pairs, units = dict.fromkeys(units[:given], target), units[given:]
        found |= {unit: ship for unit, ship in pairs.items() if ship in there}
    return found


def meant_by(game: Game, name: str, ships: Iterable[Ship], charts: Charts) -> str:
    """The ship that a type means, its best; a ship means itself [F.6.4]."""
    alike = (ship for ship in ships if ship.kind == name)
    best = next(iter(ranked_ships(game, alike, (), charts)), None)
    return best.id if best else name


def in_turn(ships: Mapping[str, GivenT], aim: tuple[str, ...]) -> tuple[tuple[str, GivenT], ...]:
    """What `ships` of an order says, in the order in which units fill it by id [F.6.4]."""
    return tuple(sorted(ships.items(), key=lambda one: _place(one[0], aim)))


def _place(name: str, aim: tuple[str, ...]) -> tuple[int, bool, str]:
    """Numbers are filled in the order of `aim`, then ships by id, then types [F.6.4]."""
    return aim.index(name) if name in aim else len(aim), name in SHIP_KINDS, name
