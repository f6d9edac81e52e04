"""Figures of units in a game: as printed, reduced, and modified [PH2, PH8.4, D3, D4, D14]."""

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.files import AirKind, AirType
from pbem.systems.pto.book.kinds import JAPANESE, side_of
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship
from pbem.systems.pto.table.state import Game

FULL = 2
"""Steps of an air unit at full strength [PH2.5]."""


def halved(figure: int) -> int:
    """Half of a figure, fractions up [PH2.5, PH2.6]."""
    return -(-figure // 2)


# --- aircraft ------------------------------------------------------------------------------------


def type_of(charts: Charts, unit: AirUnit) -> AirType:
    """The row of the chart for an air unit [PH2.5]."""
    return charts.air_types[unit.type]


def kind(game: Game, charts: Charts, unit: AirUnit) -> AirKind:
    """What an air unit fights as; P-38 and P-47 are fighters without D3 [D3a, PH2.5]."""
    return "F" if _is_plain(game, charts, unit) else type_of(charts, unit).kind


def _is_plain(game: Game, charts: Charts, unit: AirUnit) -> bool:
    """Whether it is a fighter-bomber by D3 alone, and D3 is off [D3a]."""
    return unit.type in charts.us_aircraft.fighter_bombers and not game.uses("D3")


def quality(game: Game, charts: Charts, unit: AirUnit) -> int:
    """QR; that of the Japanese has a limit, but for Ohka [D4.1]."""
    printed, limit = type_of(charts, unit).quality, charts.japanese_quality
    limited = side_of(unit.nation) == JAPANESE and unit.type not in limit.exempt
    return min(printed, limit.most) if limited and game.uses("D4") else printed


def rolls(game: Game, charts: Charts, unit: AirUnit) -> int:
    """Air-naval rolls N: a reduced unit half, an underlined strength one at most [PH2.5, PH8.4]."""
    if _is_plain(game, charts, unit):
        return 0
    printed = type_of(charts, unit).rolls
    number = printed if unit.steps >= FULL else halved(printed)
    if is_underlined(game, charts, unit):
        return min(number, charts.air_strikes.underlined_rolls)
    return number


def modifier(game: Game, charts: Charts, unit: AirUnit) -> int:
    """The modifier nm of air-naval rolls; an underlined strength has its own [PH8.3, PH8.4]."""
    if is_underlined(game, charts, unit):
        return charts.air_strikes.underlined_modifier
    return type_of(charts, unit).modifier


def bombs(game: Game, charts: Charts, unit: AirUnit) -> int:
    """The strength G on the ground and on installations; a reduced unit half [PH2.5]."""
    if _is_plain(game, charts, unit):
        return 0
    printed = type_of(charts, unit).bombs
    return printed if unit.steps >= FULL else halved(printed)


def is_underlined(game: Game, charts: Charts, unit: AirUnit) -> bool:
    """Whether its strength against ships is underlined [PH8.4, D3a]."""
    return type_of(charts, unit).underlined and not _is_plain(game, charts, unit)


def is_strategic(game: Game, charts: Charts, unit: AirUnit) -> bool:
    """Whether bombing strength and QR are underlined: a strategic bomber [D12.1]."""
    return kind(game, charts, unit) == "SB"


def fires(game: Game, charts: Charts, unit: AirUnit) -> bool:
    """Whether it fires in air combat: fighters, fighter-bombers, carrier air [PH7.2]."""
    return kind(game, charts, unit) in charts.air_combat.firing


def based_on(game: Game, unit: AirUnit) -> str:
    """The kind of carrier that carries it now; empty for an airfield [D8.1, D15.1]."""
    return game.ships[unit.base].kind if unit.base in game.ships else ""


def reach(game: Game, charts: Charts, unit: AirUnit) -> int:
    """The range in areas: hexes by five, rounded down; D3 gives the US P-51 more [PH1.3, D3b]."""
    hexes = type_of(charts, unit).hexes
    if game.uses("D3") and unit.nation in charts.us_aircraft.hexes:
        hexes = charts.us_aircraft.hexes[unit.nation].get(unit.type, hexes)
    return hexes // charts.travel.hexes


def may_reach(game: Game, charts: Charts, unit: AirUnit, area: str) -> bool:
    """Whether it can fly to an area: in range, neither base nor target grounded [PH1.3, W1.4.a]."""
    base = game.where(unit)
    if is_grounded(game, charts, base) or is_grounded(game, charts, area):
        return False
    return air_distance(charts, base, area) <= reach(game, charts, unit)


# --- ships ---------------------------------------------------------------------------------------


def gun(game: Game, charts: Charts, ship: Ship) -> int:
    """The gun rating: less for Yamato and Musashi; half, down, if damaged [D14.1, PH6.5]."""
    least = charts.japanese_guns.get(ship.id, ship.gun) if game.uses("D14") else ship.gun
    rating = min(ship.gun, least)
    return rating // charts.gunnery.damaged_gun if ship.damaged else rating


def armour(ship: Ship) -> int:
    """The total that hits it: armour, or defence of a generic counter or boat [PH6.1, PH9.1]."""
    return ship.armour


def speed(charts: Charts, ship: Ship) -> int:
    """MP of First and Second Naval Movement; a damaged ship has fewer [PH5.1, PH6.5].

    A ship that is laid up for repairs has none [PH12.4].
    """
    if ship.laid_up:
        return 0
    return min(ship.speed, charts.gunnery.damaged_speed) if ship.damaged else ship.speed


# --- ground units --------------------------------------------------------------------------------


def strength(unit: Ground) -> int:
    """Strength: a reduced unit half, fractions up; eliminated ones have none [PH2.6]."""
    if unit.steps <= 0:
        return 0
    return unit.strength if unit.steps >= unit.full else halved(unit.strength)
