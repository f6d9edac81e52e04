"""What things cost in construction, and how long they take [PH12.3, PH12.4, D1]."""

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship
from pbem.systems.pto.table.state import Game

FIGHTER_KINDS = ("F", "FB")
"""Kinds of aircraft that are bought as fighters; all others as bombers [PH12.3]."""
STEPS = 2
"""Steps of a new air unit [PH2.5]."""
SUBMARINE = "SS"
"""The row of the prices for submarines of every kind [PH12.3]."""


def _price(game: Game, nation: str, row: str, charts: Charts) -> int:
    """EP for a row of the prices; with D1 the Allies pay no more than the Japanese [D1.1, D1.2]."""
    return charts.prices.of(side_of(nation), row, modified=game.uses("D1"))


def step_price(game: Game, nation: str, type_: str, charts: Charts) -> int:
    """EP for a step of an air unit, by its type [PH12.3, D1.2]."""
    return _price(game, nation, _air_row(type_, charts), charts)


def _air_row(type_: str, charts: Charts) -> str:
    if type_ in charts.prices.printed:
        return type_
    return "fighter" if charts.air_types[type_].kind in FIGHTER_KINDS else "bomber"


def row_of(game: Game, what: str, charts: Charts) -> str:
    """The row of the prices for something that is built; empty for what nobody knows."""
    if what in charts.prices.printed:
        return what
    if what in charts.boats:
        return SUBMARINE
    if what in charts.air_types:
        return _air_row(what, charts)
    if what in charts.ground_designs.designs:
        return charts.ground_designs.designs[what].price
    return _row_of_coming(game, what, charts)


def _row_of_coming(game: Game, what: str, charts: Charts) -> str:
    """The row of the prices for a piece with a name; empty if there is none such."""
    coming = game.coming
    if what in coming.ships:
        return SUBMARINE if coming.ships[what].is_boat else coming.ships[what].kind
    if what in coming.air:
        return _air_row(coming.air[what].type, charts)
    return ground_row(coming.ground[what], charts) if what in coming.ground else ""


def ground_row(unit: Ground, charts: Charts) -> str:
    """The row of the prices for a ground unit on the map [PR74]."""
    if unit.kind in ("engineer", "para"):
        return unit.kind
    if unit.nation in charts.ground_designs.armies:
        return "army"
    return "division" if unit.strength >= charts.ground_designs.division else "brigade"


def build_price(game: Game, nation: str, what: str, charts: Charts) -> int:
    """EP for one of `what`: a ship, an air unit of two steps, a ground unit, an installation."""
    row = row_of(game, what, charts)
    is_air = what in charts.air_types or what in game.coming.air
    return _price(game, nation, row, charts) * (STEPS if is_air else 1)


def seasons_for(game: Game, what: str, charts: Charts) -> int:
    """Boxes of the turn track until something that is built enters [PH12.3]."""
    return charts.prices.printed[row_of(game, what, charts)].seasons


def rebuild_price(game: Game, unit: AirUnit | Ground, charts: Charts) -> int:
    """EP for a lost step: of aircraft its price, of ground units a part of theirs [PH12.4]."""
    if isinstance(unit, AirUnit):
        return step_price(game, unit.nation, unit.type, charts)
    price = _price(game, unit.nation, ground_row(unit, charts), charts)
    return -(-price // charts.repairs.ground)


def mend_price(ship: Ship, charts: Charts) -> int:
    """EP for the repair of a damaged ship [PH12.4]."""
    return charts.repairs.ships.get(ship.kind, charts.repairs.other)
