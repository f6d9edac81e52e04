"""From ship to shore: ground units and supply units leave a ship [H10.3.2, H11.5, H12.2]."""

from collections.abc import Iterable, Sequence

from pbem.frozen import Value, replace
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r10_ships import ground_units, supply_units
from pbem.systems.cartwheel.table.state import Game, Ship


class Ashore(Value):
    """What leaves a ship: ground units by id, and a number of supply units."""

    ship: str
    units: tuple[str, ...]
    supply: int


def put_ashore(game: Game, what: Ashore, place: str) -> Game:
    """The game with units and supply units put from a ship into a hex or box.

    Units have landed and acted this turn. Supply units lie in the hex; in a box they are used up.
    """
    ship = game.ships[what.ship]
    cargo = _without(ship.cargo, (*what.units, *(SUPPLY,) * what.supply))
    game = game.with_ships((replace(ship, cargo=cargo),)).with_troops(
        replace(game.troops[id_], at=place, landed=game.now, acted=game.now) for id_ in what.units
    )
    key = f"{ship.side}/{place}"
    if what.supply and place.isdigit():
        lying = game.supplies.get(key, 0) + what.supply
        game = replace(game, supplies=game.supplies.set(key, lying))
    return _convoy_points(game, ship.side, what, place)


def _without(cargo: Sequence[str], items: Iterable[str]) -> tuple[str, ...]:
    """A cargo without items, one for one, in the order of loading."""
    left = list(cargo)
    for item in items:
        left.remove(item)
    return tuple(left)


def _convoy_points(game: Game, side: str, what: Ashore, place: str) -> Game:
    """Points for what a convoy lands where it must go [H17.1]."""
    points = landing_points(game, side, what, place)
    return game.awarded(side, points, "H17.1", f"{what.ship} at {place}")


def landing_points(game: Game, side: str, what: Ashore, place: str) -> int:
    """The half points that a side earns by putting something ashore at a place [H17.1]."""
    convoy = game.terms.convoy
    if convoy is None or side != convoy.side or place not in convoy.hexes:
        return 0
    steps = sum(game.troops[id_].steps for id_ in what.units)
    return steps * convoy.landed_step + what.supply * convoy.landed_supply


def cargo_points(game: Game, ship: Ship) -> int:
    """The half points for landing all that a ship carries, where it lies [H17.1]."""
    what = Ashore(ship=ship.id, units=ground_units(ship.cargo), supply=supply_units(ship.cargo))
    return landing_points(game, ship.side, what, ship.at)
