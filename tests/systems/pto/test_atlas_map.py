"""The map of areas: check values, links and straits, distances, weather over areas [PH1, W1]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import Condition
from pbem.systems.pto.rules.map import (
    air_distance,
    allowance,
    is_closed,
    is_grounded,
    land_cost,
    sea_cost,
    sea_distance,
    seas_of,
    theatre_of,
    zone,
)
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS, small_game, troops

SEAS = tuple(area for area in CHARTS.areas.values() if area.sea)
LANDS = tuple(area for area in CHARTS.areas.values() if not area.sea)


def month(game: Game, weather: Condition, *grounded: str) -> Game:
    """The game in a month with this weather."""
    return game.with_month(replace(game.month, weather=weather, grounded=grounded))


def unit(game: Game) -> Ground:
    """The one ground unit of a game."""
    return next(iter(game.ground.values()))


# --- the areas -----------------------------------------------------------------------------------


def test_ph1_has_sixty_areas() -> None:
    assert (len(SEAS), len(LANDS)) == (23, 37)


def test_ph1_links_are_symmetric() -> None:
    areas = CHARTS.areas
    assert all(areas[b].links[a.id] == cost for a in SEAS for b, cost in a.links.items())
    assert all(a.id in areas[b].ashore for a in areas.values() for b in a.ashore)
    assert all(areas[b].land_links[a.id] == by for a in LANDS for b, by in a.land_links.items())
    assert sum(len(sea.links) for sea in SEAS) == 2 * 45
    assert sum(len(land.land_links) for land in LANDS) == 2 * 13


def test_ph1_is_connected() -> None:
    assert all(len(CHARTS.distances[area]) == len(CHARTS.areas) for area in CHARTS.areas)


def test_ph1_totals_of_the_land_table() -> None:
    assert sum(area.worth for area in LANDS) == 177
    assert sum(area.prize for area in LANDS) == 15
    assert sum(area.airfield for area in LANDS) == 241
    assert [area.id for area in LANDS if area.port == 2] == [
        "AUS",
        "IND",
        "JPN",
        "JVA",
        "MAL",
        "OAH",
        "TRU",
        "WCO",
    ]
    assert all(seas_of(CHARTS, area.id) for area in LANDS if area.id not in ("HUN", "CHU"))


def test_p1_2_zones() -> None:
    arctic = [area for area in CHARTS.areas if zone(CHARTS, area) == "arctic"]
    land = [area for area in CHARTS.areas if zone(CHARTS, area) == "land"]
    assert arctic == ["ALA", "ALE", "KIS", "NOP"]
    assert land == ["CHU", "HUN", "JPN", "NCH", "YAN"]
    assert (zone(CHARTS, "LUZ"), zone(CHARTS, "OAH")) == ("monsoon", "fair")


def test_ph1_8_every_land_area_is_in_a_theatre() -> None:
    theatres = {theatre_of(CHARTS, area.id) for area in LANDS}
    assert len(theatres) == 11
    assert theatre_of(CHARTS, "SCH") == "China"
    assert theatre_of(CHARTS, "WCO") == "West Coast"
    assert theatre_of(CHARTS, "SCS") == ""


# --- distances -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "to", "areas"),
    [
        ("FOR", "LUZ", 2),
        ("OAH", "MWY", 3),
        ("KWA", "WKE", 3),
        ("SAI", "JPN", 4),
        ("CHU", "JPN", 3),
        ("IWO", "JPN", 2),
        ("FOR", "LEY", 2),
        ("INC", "MAL", 1),
        ("RAB", "GUA", 2),
        ("PTM", "RAB", 2),
        ("WCO", "OAH", 4),
        ("NOP", "OAH", 3),
        ("OAH", "OAH", 0),
    ],
)
def test_ph1_3_check_values_of_air_distance(origin: str, to: str, areas: int) -> None:
    assert air_distance(CHARTS, origin, to) == areas
    assert air_distance(CHARTS, to, origin) == areas


def test_ph1_3_air_distance_is_the_same_both_ways_and_never_longer_by_a_detour() -> None:
    far = CHARTS.distances
    assert all(far[a][b] == far[b][a] for a in far for b in far)
    assert all(far[a][c] <= far[a][b] + far[b][c] for a in far for b in far for c in far)


def test_ph13_2_distance_by_sea_is_in_mp() -> None:
    assert sea_distance(CHARTS, "MID", "MAR") == 10
    assert sea_distance(CHARTS, "HAW", "MSH") == 10
    assert sea_distance(CHARTS, "OAH", "HAW") == 0
    assert sea_distance(CHARTS, "MID", "CHU") is None


# --- by sea --------------------------------------------------------------------------------------


def test_ph1_1_links_ports_and_long_links() -> None:
    game = small_game()
    assert sea_cost(game, CHARTS, "allied", "MID", "HAW") == 5
    assert sea_cost(game, CHARTS, "allied", "HAW", "MSH") == 10
    assert sea_cost(game, CHARTS, "allied", "OAH", "HAW") == 5
    assert sea_cost(game, CHARTS, "allied", "HAW", "OAH") == 0
    assert sea_cost(game, CHARTS, "allied", "OAH", "MID") is None
    assert sea_cost(game, CHARTS, "allied", "HAW", "WAK") is None
    assert sea_cost(game, CHARTS, "allied", "HUN", "SCS") is None


def test_ph1_2_malacca_is_open_to_the_side_that_controls_malaya() -> None:
    game = small_game()
    assert sea_cost(game, CHARTS, "allied", "SCS", "BEN") == 5
    assert sea_cost(game, CHARTS, "japanese", "BEN", "SCS") is None
    taken = game.with_area("MAL", replace(game.areas["MAL"], nation="JP"))
    assert sea_cost(taken, CHARTS, "allied", "SCS", "BEN") is None
    assert sea_cost(taken, CHARTS, "japanese", "BEN", "SCS") == 5


def test_ph1_2_sunda_is_open_to_the_side_that_controls_sumatra_or_java() -> None:
    game = small_game()
    assert sea_cost(game, CHARTS, "japanese", "JAV", "BEN") is None
    taken = game.with_area("JVA", replace(game.areas["JVA"], nation="JP"))
    assert sea_cost(taken, CHARTS, "japanese", "JAV", "BEN") == 5
    assert sea_cost(taken, CHARTS, "allied", "JAV", "BEN") == 5


def test_ph17_nobody_sails_into_a_closed_area() -> None:
    game = small_game()
    game = replace(game, terms=replace(game.terms, closed=("CAR",)))
    assert is_closed(game, "CAR")
    assert sea_cost(game, CHARTS, "japanese", "MAR", "CAR") is None
    assert sea_cost(game, CHARTS, "japanese", "MAR", "WAK") == 5


# --- by land, and the weather ---------------------------------------------------------------------


def test_ph1_4_terrain_costs_land_mp() -> None:
    game = troops(small_game(), "u", "JP", "SCH")
    assert land_cost(game, CHARTS, unit(game), "SCH", "YAN") == 1
    assert land_cost(game, CHARTS, unit(game), "SCH", "HUN") == 2
    assert land_cost(game, CHARTS, unit(game), "SCH", "INC") == 2
    assert land_cost(game, CHARTS, unit(game), "SCH", "MAL") is None
    assert CHARTS.areas["SCH"].land_links == FrozenMap({"HUN": True, "INC": False, "YAN": False})


def test_ph2_6_a_garrison_does_not_move() -> None:
    game = troops(small_game(), "u", "JP", "SCH", move=0)
    assert land_cost(game, CHARTS, unit(game), "SCH", "YAN") is None


def test_gp22_in_monsoon_an_area_takes_the_whole_allowance() -> None:
    game = month(troops(small_game(), "u", "JP", "INC", move=3), "M")
    assert land_cost(game, CHARTS, unit(game), "INC", "MAL") == 3
    assert land_cost(game, CHARTS, unit(game), "INC", "SCH") == 3
    assert allowance(game, CHARTS, unit(game), "MAL") == 3


def test_gp23_winter_takes_a_land_mp() -> None:
    game = month(troops(small_game(), "u", "JP", "YAN", move=2), "W")
    assert land_cost(game, CHARTS, unit(game), "YAN", "HUN") == 2
    assert allowance(game, CHARTS, unit(game), "HUN") == 1
    assert land_cost(game, CHARTS, unit(game), "NCH", "YAN") == 1
    assert allowance(game, CHARTS, unit(game), "YAN") == 1
    assert allowance(game, CHARTS, unit(game), "SCH") == 2


def test_w1_1_fair_weather_does_nothing_on_the_ground() -> None:
    game = month(troops(small_game(), "u", "JP", "INC", move=2), "F", "arctic")
    assert land_cost(game, CHARTS, unit(game), "INC", "MAL") == 2
    assert allowance(game, CHARTS, unit(game), "MAL") == 2


def test_w1_4_a_grounding_is_by_zone() -> None:
    game = month(small_game(), "M", "monsoon")
    assert is_grounded(game, CHARTS, "INC")
    assert is_grounded(game, CHARTS, "SCS")
    assert not is_grounded(game, CHARTS, "NOP")
    assert not is_grounded(game, CHARTS, "PHS")
