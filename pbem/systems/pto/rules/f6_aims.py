"""Whether the ships that a strike names for its units are there, and are not too many [F.6.4]."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.suggest import meant
from pbem.systems.pto.book.kinds import SHIP_KINDS, other, side_of
from pbem.systems.pto.table.orders_month import Strike
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game

SHOWN = 8
"""So many that could be named are listed at most, the last ones: ships stand behind the types."""


def ships_struck(game: Game, side: str, order: Strike) -> tuple[Ship, ...]:
    """The enemy ships that a side's strike may choose from, as they lie now, by id [PH8.3]."""
    forces = {tf.id for tf in game.forces_at(order.area, other(side))}
    wanted = {order.tf} if order.tf else forces
    enemy = (ship for ship in game.ships.values() if side_of(ship.nation) == other(side))
    return tuple(ship for ship in enemy if not wanted or ship.tf in wanted)


# --- ships for single units ----------------------------------------------------------------------


def wrong_ships(game: Game, side: str, order: Strike) -> Iterator[Refusal]:
    """What is wrong with `ships` of a strike: forms, names, more units than fly [F.6.4]."""
    if not order.ships:
        return
    if order.at != "ships":
        what = "only a strike on ships names ships"
        yield refuse("F.6.4", "ships", what, "leave the key out")
        return
    there = tuple(ship.id for ship in ships_struck(game, side, order))
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
    yield from too_few(numbers)
    if sum(numbers.values()) > len(order.units):
        fly = f"{len(order.units)} {'flies' if len(order.units) == 1 else 'fly'}"
        what = f"{count(sum(numbers.values()), 'unit')} are numbered, {fly}"
        yield refuse("F.6.4", "ships", what, "number as many as the strike has, or fewer")


def too_few(numbers: Mapping[str, int]) -> Iterator[Refusal]:
    """Numbers of units below one [F.6.4]."""
    for name, number in numbers.items():
        if number < 1:
            what = f"{number} units for {mention_or_quote(name)} are none"
            yield refuse("F.6.4", "ships", what, "use 1 or more, or leave it out")


def _strange(names: Iterable[str], known: Iterable[str], words: str) -> Iterator[Refusal]:
    there = tuple(known)
    for name in names:
        if name not in there:
            found = meant(name, there)
            shown = ", ".join(map(mention, there[-SHOWN:]))
            hint = f"did you mean {' or '.join(map(mention, found))}?" if found else ""
            hint = hint or f"use one of: {shown}"
            yield refuse("F.6.4", "ships", f"{mention_or_quote(name)} is {words}", hint)
