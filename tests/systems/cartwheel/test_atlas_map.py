"""Cartwheel's map: geometry, the check values of H2.9, real positions, land and sea ways."""

import math
from collections import Counter

import pytest

from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.map import (
    air_distance,
    is_coastal,
    is_land,
    is_playable,
    land_neighbours,
    path_cost,
    sea_neighbours,
    sea_ways,
    ship_path,
)
from tests.systems.cartwheel.rulebook import charts

ALL = tuple(hexes.all_hexes())

# --- geometry ------------------------------------------------------------------------------------


def test_h2_1_the_grid() -> None:
    assert len(ALL) == 160
    assert ALL[0] == "0101"
    assert ALL[-1] == "2008"
    assert hexes.is_on_grid("1203")
    assert not any(
        map(hexes.is_on_grid, ("0100", "2109", "0109", "203", "RAB", "", "12 3", "١٢٠٣"))
    )


@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("0703", "0602 0603 0702 0704 0802 0803"),
        ("0804", "0704 0705 0803 0805 0904 0905"),
        ("0101", "0102 0201"),
        ("2008", "1908 2007"),
    ],
)
def test_h2_2_neighbours(hex_: str, around: str) -> None:
    assert " ".join(hexes.neighbours(hex_)) == around


def test_h2_2_distance_agrees_with_a_walk_from_neighbour_to_neighbour() -> None:
    for start in ("0101", "0804", "1203", "2008"):
        steps, edge = {start: 0}, [start]
        for here in edge:
            for there in hexes.neighbours(here):
                if there not in steps:
                    steps[there] = steps[here] + 1
                    edge.append(there)
        assert steps == {hex_: hexes.distance(start, hex_) for hex_ in ALL}


def test_h2_2_neighbours_are_mutual() -> None:
    assert all(a in hexes.neighbours(b) for a in ALL for b in hexes.neighbours(a))


CHECKS = """
0101-0102 1, 0101-0201 1, 0707-0806 1, 0707-1203 6, 0707-0503 5, 0806-1203 5, 1807-1405 4,
1807-1203 7, 1606-1203 5, 1404-1203 2, 1106-1203 3, 0101-2008 19,
AUS-0707 6, AUS-1007 6, AUS-0806 6, AUS-0705 8, AUS-1203 11, AUS-SOP 20, SOP-1807 6,
SOP-1405 10, TRK-1203 9, TRK-1002 8
"""


@pytest.mark.parametrize("check", CHECKS.replace("\n", " ").strip().split(", "))
def test_h2_9_air_distances(check: str) -> None:
    pair, wanted = check.split()
    one, other = pair.split("-")
    assert air_distance(charts(), one, other) == int(wanted)
    assert air_distance(charts(), other, one) == int(wanted)


def hex_at(projection: hexes.Projection, south: float, east: float) -> str:
    """The hex in which a point lies, given in degrees south and east [H2.3].

    The number of a point outside the grid is no hex (`is_on_grid`).
    """
    radius = projection.across / math.sqrt(3)
    x = (east - projection.east) * projection.degree_east
    y = (south - projection.south) * projection.degree_south
    q, z = _rounded(2 * x / (3 * radius), (-x / 3 + y * math.sqrt(3) / 3) / radius)
    return hexes.number(q + 1, z + (q - q % 2) // 2 + 1)


def _rounded(q: float, z: float) -> tuple[int, int]:
    """The cube coordinates next to a point."""
    s = -q - z
    near_q, near_z, near_s = round(q), round(z), round(s)
    off_q, off_z, off_s = abs(near_q - q), abs(near_z - z), abs(near_s - s)
    if off_q > off_z and off_q > off_s:
        return -near_z - near_s, near_z
    if off_z > off_s:
        return near_q, -near_q - near_s
    return near_q, near_z


def test_h2_3_centres() -> None:
    projection = charts().projection
    assert hex_at(projection, 0.695, 138.99) == "0101"
    assert hex_at(projection, 4.33, 152.84) == "1203"
    assert hex_at(projection, 10.15, 160.39) == "1807"


def test_h2_10_every_place_lies_in_its_hex_by_its_real_position() -> None:
    places = [place for hex_ in charts().hexes.values() for place in hex_.places]
    found = {p.name: hex_at(charts().projection, p.south, p.east) for p in places}
    assert len(places) == 56
    assert found == {place.name: place.hex for place in places}


def test_h2_3_far_places_are_off_the_grid() -> None:
    # Truk, Townsville, Noumea: what the boxes stand for
    for south, east in ((-7.4, 151.8), (19.3, 146.8), (22.3, 166.5)):
        assert not hexes.is_on_grid(hex_at(charts().projection, south, east))


# --- terrain -------------------------------------------------------------------------------------


def test_h2_4_terrain_adds_up() -> None:
    assert Counter(hex_.terrain.code for hex_ in charts().hexes.values()) == {
        "S": 92, "C": 36, "I": 12, "J": 9, "M": 8, "K": 2, "X": 1,
    }  # fmt: skip
    assert list(charts().hexes) == list(ALL)
    assert charts().hexes["1203"].landmasses == ("NB", "NI")
    seen = {land for hex_ in charts().hexes.values() for land in hex_.landmasses}
    assert seen == set(charts().landmasses)


def test_h2_4_each_landmass_hangs_together() -> None:
    for land in charts().landmasses:
        parts = [id_ for id_, hex_ in charts().hexes.items() if land in hex_.landmasses]
        edge = parts[:1]
        for here in edge:
            more = (h for h in land_neighbours(charts(), here) if h in parts)
            edge += [hex_ for hex_ in more if hex_ not in edge]
        assert sorted(edge) == parts, land


def test_h2_5_effects() -> None:
    rows = {
        code: (t.naval, t.ground, t.stacking, t.tiring, t.attack, t.mobile_base, t.bombing)
        for code, t in charts().terrain.items()
    }
    assert rows == {
        "S": (True, False, 0, False, 0, False, 0),
        "C": (True, True, 10, False, 0, True, 0),
        "I": (True, True, 6, False, 0, True, 0),
        "K": (True, True, 6, True, -2, False, -2),
        "J": (False, True, 6, False, -1, True, -1),
        "M": (False, True, 4, True, -2, False, -2),
        "X": (False, False, 0, False, 0, False, 0),
    }
    assert [code for code, t in charts().terrain.items() if t.coastal] == ["C", "I", "K"]
    assert [code for code, t in charts().terrain.items() if t.mountain] == ["K", "M"]


def test_h2_5_words_for_hexes() -> None:
    book = charts()
    assert [is_coastal(book, h) for h in ("0707", "0704", "0706", "0901", "TRK")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert not is_playable(book, "0408")
    assert not is_playable(book, "2101")
    assert is_playable(book, "0101")
    assert not is_land(book, "0101")


def test_h11_3_stacking_at_major_bases_is_higher() -> None:
    limits = {hex_: charts().stacking(hex_) for hex_ in ("0707", "1203", "0503", "1807")}
    assert set(limits.values()) == {14}
    assert [charts().stacking(hex_) for hex_ in ("0806", "1106", "0706", "0901")] == [10, 6, 4, 0]


def test_h2_10_ports() -> None:
    ports = [id_ for id_, hex_ in charts().hexes.items() if hex_.port]
    assert len(ports) == 22
    assert all(is_coastal(charts(), hex_) for hex_ in ports)
    assert charts().place_name("1203") == "Rabaul"
    assert charts().place_name("TRK") == "Truk"
    assert charts().place_name("0901") == ""


def test_h3_fixed_bases_stand_ashore() -> None:
    assert all(is_land(charts(), base.hex) for base in charts().bases.values() if base.is_fixed)


def test_h2_11_control_is_of_land() -> None:
    held = charts().control
    assert Counter(held.values()) == {"allied": 25, "japanese": 32}
    assert all(is_land(charts(), hex_) for hex_ in held)


# --- ways ----------------------------------------------------------------------------------------


def test_h2_7_ground_units_stay_on_their_landmass() -> None:
    assert land_neighbours(charts(), "1203") == ("1103", "1104")
    assert land_neighbours(charts(), "0706") == ("0605", "0705", "0707", "0805", "0806")
    assert land_neighbours(charts(), "1506") == ()
    assert land_neighbours(charts(), "0804") == ("0904", "0905")


def test_h2_6_closed_sides_lie_between_neighbours_that_ships_could_else_cross() -> None:
    book = charts()
    assert len(book.closed) == len(set(book.closed)) == 17
    for one, other in book.closed:
        assert other in hexes.neighbours(one)
        assert book.hexes[one].terrain.naval
        assert book.hexes[other].terrain.naval
        assert other not in sea_neighbours(book, one)
        assert one not in sea_neighbours(book, other)


def test_h2_9_the_way_from_rabaul_to_lae() -> None:
    path = ["1203", "1104", "1004", "0905", "0805", "0705"]
    assert path_cost(charts(), path) == 5
    assert ship_path(charts(), "1203", "0705", may_enter=lambda _: True) == tuple(path)


def test_h2_9_no_way_over_the_papuan_peninsula() -> None:
    assert path_cost(charts(), ("0707", "0806")) is None


def test_h2_6_no_way_through_new_britain() -> None:
    assert path_cost(charts(), ("1003", "1004")) is None


@pytest.mark.parametrize(
    "path", [(), ("1203", "1405"), ("0705", "0706"), ("XYZ",), ("TRK", "1203"), ("TRK", "TRK")]
)
def test_h2_6_what_is_no_ship_path(path: tuple[str, ...]) -> None:
    assert path_cost(charts(), path) is None


def test_h2_8_leaving_and_entering_a_box_costs_two() -> None:
    assert path_cost(charts(), ("TRK", "1101", "1102")) == 3
    assert path_cost(charts(), ("1102", "1101", "TRK")) == 3
    assert dict(sea_ways(charts(), "SOP")) == {"1808": 2, "1908": 2, "2007": 2, "2008": 2}


def test_ship_path_goes_round_what_it_may_not_enter() -> None:
    shut = {"1104"}
    path = ship_path(charts(), "1203", "0705", may_enter=lambda hex_: hex_ not in shut)
    assert path[0] == "1203"
    assert path[-1] == "0705"
    assert not shut & set(path)
    assert path_cost(charts(), path) == len(path) - 1 > 5


def test_ship_path_takes_the_lowest_numbers_among_equals() -> None:
    assert ship_path(charts(), "1301", "1303", may_enter=lambda _: True) == ("1301", "1302", "1303")
    assert ship_path(charts(), "1501", "1701", may_enter=lambda _: True) == ("1501", "1601", "1701")


def test_ship_path_is_empty_where_there_is_none() -> None:
    assert ship_path(charts(), "1203", "0706", may_enter=lambda _: True) == ()


def test_air_distance_between_boxes_leads_over_both() -> None:
    assert air_distance(charts(), "AUS", "AUS") == 0
    assert air_distance(charts(), "AUS", "SOP") == 3 + 13 + 4
