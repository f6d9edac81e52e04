"""Whether aims and stacks name what is there: ships of the enemy, aircraft of one's own [F.6.3]."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.suggest import did_you_mean
from pbem.systems.pto.orders import Strike
from pbem.systems.pto.pieces import SHIP_KINDS
from pbem.systems.pto.refusal import Refusal, refuse
from pbem.systems.pto.standing import AirStacks, AirStrikeRule
from pbem.systems.pto.state import Game, other, side_of

LONGEST = 30
"""Characters of a name that nobody knows, in a refusal."""


def wrong_aims(game: Game, side: str, order: Strike | AirStrikeRule) -> Iterator[Refusal]:
    """Each name in `aim` that is no type of ships and no ship of the enemy [F.6.3]."""
    enemy = other(side)
    known = (*SHIP_KINDS, *_ships(game, enemy))
    for name in order.aim:
        if name not in known:
            own = name in game.ships
            what = f"'{name[:LONGEST]}' is {'your own' if own else 'no type of ships and no ship'}"
            hint = did_you_mean(name, known, "name ships of the enemy by their ids, or types: CV")
            yield refuse("F.6.3", "aim", what, hint)


def _ships(game: Game, side: str, forces: Iterable[str] = ()) -> tuple[str, ...]:
    """The ships of a side, all or those of some task forces, by id."""
    wanted = tuple(forces)
    return tuple(
        ship.id
        for ship in game.ships.values()
        if side_of(ship.nation) == side and (not wanted or ship.tf in wanted)
    )


# --- ships for single units ----------------------------------------------------------------------


def wrong_ships(game: Game, side: str, order: Strike) -> Iterator[Refusal]:
    """What is wrong with `ships` of a strike: forms, names, more units than fly [F.6.4]."""
    if not order.ships:
        return
    if order.at != "ships":
        what = "only a strike on ships names ships"
        yield refuse("F.6.4", "ships", what, "leave the key out")
        return
    forces = [tf.id for tf in game.forces_at(order.area, other(side))]
    there = _ships(game, other(side), [order.tf] if order.tf else forces)
    named = {key: name for key, name in order.ships.items() if isinstance(name, str)}
    numbers = {key: number for key, number in order.ships.items() if isinstance(number, int)}
    if named and numbers:
        what = "it names ships for units, and numbers of units for ships"
        yield refuse("F.6.4", "ships", what, "use one of the two forms")
    yield from _strange(named, order.units, "no unit of this strike")
    yield from _strange(named.values(), there, "no ship of the target")
    yield from _strange(
        numbers, (*SHIP_KINDS, *there), "no type of ships and no ship of the target"
    )
    yield from _too_few(numbers)
    if sum(numbers.values()) > len(order.units):
        what = f"{sum(numbers.values())} units are numbered, {len(order.units)} fly"
        yield refuse("F.6.4", "ships", what, "number as many as the strike has, or fewer")


def wrong_shares(game: Game, side: str, ships: Mapping[str, int]) -> Iterator[Refusal]:
    """What is wrong with `ships` of the standing order for strikes [F.6.4]."""
    known = (*SHIP_KINDS, *_ships(game, other(side)))
    yield from _strange(ships, known, "no type of ships and no ship of the enemy")
    yield from _too_few(ships)


def _too_few(numbers: Mapping[str, int]) -> Iterator[Refusal]:
    """Numbers of units below one [F.6.4]."""
    for name, number in numbers.items():
        if number < 1:
            what = f"{number} units for '{name[:LONGEST]}' are none"
            yield refuse("F.6.4", "ships", what, "use 1 or more, or leave it out")


def _strange(names: Iterable[str], known: Iterable[str], words: str) -> Iterator[Refusal]:
    there = tuple(known)
    for name in names:
        if name not in there:
            hint = did_you_mean(name, there, f"use one of: {', '.join(there[-8:])}")
            yield refuse("F.6.4", "ships", f"'{name[:LONGEST]}' is {words}", hint)


# --- stacks --------------------------------------------------------------------------------------


def wrong_stacks(game: Game, nations: tuple[str, ...], order: AirStacks) -> Iterator[Refusal]:
    """Each unit in a stack that is no carrier air of one's own [D11.3, F.6.3]."""
    afloat = [unit for unit in game.air.values() if unit.base in game.ships]
    known = [unit.id for unit in afloat if unit.nation in nations]
    for key, names in (("offensive", order.offensive), ("defensive", order.defensive)):
        for name in names:
            if name not in known:
                why = "is not yours" if _is_foreign(game, nations, name) else "is on no carrier"
                what = f"'{name[:LONGEST]}' {why if name in game.air else 'is no air unit'}"
                hint = did_you_mean(name, known, f"on your carriers: {', '.join(known) or 'none'}")
                yield refuse("F.6.3", key, what, hint)


def _is_foreign(game: Game, nations: tuple[str, ...], unit: str) -> bool:
    return unit in game.air and game.air[unit].nation not in nations
