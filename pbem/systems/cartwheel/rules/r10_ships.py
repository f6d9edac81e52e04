"""What a naval unit is and can do as it is now: guns, speed, cargo [2.2.4~, 3.0d, H10.2]."""

from collections.abc import Iterable

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import is_coastal
from pbem.systems.cartwheel.book.units import NavalFactors
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.state import Game, Ship, other


def factors(ship: Ship, charts: Charts) -> NavalFactors:
    """The factors of the side of the counter that is up [2.2b]."""
    return charts.naval[ship.id].factors(ship.steps)


def is_warship(ship: Ship, charts: Charts) -> bool:
    """Whether it is a naval combat unit: anything but a T [3.0d]; a CLT is one as well."""
    return charts.naval[ship.id].is_combat


def may_bombard(ship: Ship, charts: Charts) -> bool:
    """Whether a naval unit fires at the shore in a bombardment: undisrupted, big guns [H10.7]."""
    return not ship.disrupted and charts.naval[ship.id].type in charts.gunnery.bombard_types


def warships(game: Game, place: str, side: str, charts: Charts) -> tuple[Ship, ...]:
    """A side's naval combat units in a hex or box, by id."""
    return tuple(ship for ship in game.ships_at(place, side) if is_warship(ship, charts))


def barred_places(game: Game, side: str, charts: Charts) -> frozenset[str]:
    """Every place with enemy naval combat units in it [H10.3]."""
    enemies = (s for s in game.ships.values() if s.side != side and is_warship(s, charts))
    return frozenset(ship.at for ship in enemies)


def is_barred(game: Game, place: str, side: str, charts: Charts) -> bool:
    """Whether enemy naval combat units are in a hex: groups of `side` stop there [H10.3]."""
    return bool(warships(game, place, other(side), charts))


def speed(ship: Ship, charts: Charts) -> int:
    """Speed in hexes; a disrupted unit has half of it, rounded up [H10.2, H0.2]."""
    full = charts.naval[ship.id].speed
    return -(-full // charts.sailing.disrupted) if ship.disrupted else full


def group_speed(ships: Iterable[Ship], charts: Charts) -> int:
    """The lowest speed in a group [H10.3]; 0 for nobody."""
    return min((speed(ship, charts) for ship in ships), default=0)


def laden(game: Game, side: str) -> list[Ship]:
    """A side's ships on the map or in a box with cargo, by id."""
    return [ship for ship in game.ships.values() if ship.side == side and ship.at and ship.cargo]


def cargo_of(game: Game, ships: Iterable[str]) -> FrozenMap[tuple[str, ...]]:
    """What ships have aboard, by ship; those that are empty are not named."""
    return FrozenMap({id_: cargo for id_ in sorted(ships) if (cargo := game.ships[id_].cargo)})


def off_coast(game: Game, side: str, charts: Charts) -> list[Ship]:
    """A side's ships with cargo in coastal hexes, where it could go ashore [H11.5]."""
    return [ship for ship in laden(game, side) if is_coastal(charts, ship.at)]


def by_place(ships: Iterable[Ship]) -> dict[str, tuple[Ship, ...]]:
    """Ships by the hex or box where they are."""
    found: dict[str, tuple[Ship, ...]] = {}
    for ship in ships:
        found[ship.at] = (*found.get(ship.at, ()), ship)
    return found


def capacity(ship: Ship, charts: Charts) -> int:
    """How many supply units and steps of ground units a ship can carry [2.2.4b~]."""
    return factors(ship, charts).cargo


def ground_units(cargo: Iterable[str]) -> tuple[str, ...]:
    """The ground units among a cargo, by id."""
    return tuple(sorted(item for item in cargo if item != SUPPLY))


def supply_units(cargo: Iterable[str]) -> int:
    """The number of supply units among a cargo."""
    return sum(item == SUPPLY for item in cargo)
