"""From ship to shore: ground units and supply units leave a ship [H10.3.2, H11.5, H12.2]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.orders import Order
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r10_ships import ground_units, supply_units
from pbem.systems.cartwheel.rules.r11_troops import steps_in, that_fit
from pbem.systems.cartwheel.table.orders_ground import Land
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
    cargo = without(ship.cargo, (*what.units, *(SUPPLY,) * what.supply))
    game = game.with_ships((replace(ship, cargo=cargo),)).with_troops(
        replace(game.troops[id_], at=place, landed=game.now, acted=game.now) for id_ in what.units
    )
    key = f"{ship.side}/{place}"
    if what.supply and place.isdigit():
        lying = game.supplies.get(key, 0) + what.supply
        game = replace(game, supplies=game.supplies.set(key, lying))
    return _convoy_points(game, ship.side, what, place)


def after_landings(game: Game, orders: Iterable[Order]) -> Game:
    """The game when the landings of a file are made, whatever comes of its fights [H11.5]."""
    for order in orders:
        if isinstance(order, Land):
            what = Ashore(ship=order.ship, units=order.units, supply=order.supply)
            game = put_ashore(game, what, game.ships[order.ship].at)
    return game


def without(cargo: Sequence[str], items: Iterable[str]) -> tuple[str, ...]:
    """A cargo without items, one for one, in the order of loading."""
    left = list(cargo)
    for item in items:
        left.remove(item)
    return tuple(left)


def _convoy_points(game: Game, side: str, what: Ashore, place: str) -> Game:
    """Points for what a convoy lands where it must go [H17.1]."""
    points = landing_points(game, side, what, place)
    return game.awarded(side, points, "H17.1", f"{what.ship} at {place}")


# --- room ----------------------------------------------------------------------------------------


def with_room(game: Game, ship: Ship, charts: Charts) -> Ashore:
    """What of a ship's cargo finds room where it lies, by id [H11.3, H13.4, CR40]."""
    units = [game.troops[id_] for id_ in ground_units(ship.cargo)]
    supply = supply_units(ship.cargo)
    if ship.at in charts.hexes:
        units = that_fit(units, charts.stacking(ship.at) - steps_in(game, ship.at, ship.side))
        lying = game.supplies.get(f"{ship.side}/{ship.at}", 0)
        supply = min(supply, max(0, charts.supply.units - lying))
    return Ashore(ship=ship.id, units=tuple(unit.id for unit in units), supply=supply)


def can_land(game: Game, ship: Ship, charts: Charts) -> bool:
    """Whether a ship is undisrupted and some of its cargo finds room where it lies [H10.2]."""
    what = with_room(game, ship, charts)
    return not ship.disrupted and bool(what.units or what.supply)


def without_room(ship: Ship, what: Ashore) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What of a ship's cargo has to stay aboard, with the rule that keeps it there [CR40]."""
    if units := tuple(id_ for id_ in ground_units(ship.cargo) if id_ not in what.units):
        yield "H11.3", units
    if supply := supply_units(ship.cargo) - what.supply:
        yield "H13.4", (SUPPLY,) * supply


# --- points --------------------------------------------------------------------------------------


def landing_points(game: Game, side: str, what: Ashore, place: str) -> int:
    """The half points that a side earns by putting something ashore at a place [H17.1]."""
    convoy = game.terms.convoy
    if convoy is None or side != convoy.side or place not in convoy.hexes:
        return 0
    steps = sum(game.troops[id_].steps for id_ in what.units)
    return steps * convoy.landed_step + what.supply * convoy.landed_supply


def cargo_points(game: Game, ships: Sequence[Ship], charts: Charts) -> int:
    """The half points for landing where they lie what ships of a side carry [H17.1].

    One after another, as far as it finds room.
    """
    after = game
    for ship in ships:
        after = put_ashore(after, with_room(after, ship, charts), ship.at)
    return sum(after.points(side) - game.points(side) for side in {ship.side for ship in ships})
