"""The map of the Pacific: drawn whole and in part, and what is told of places, ways, ranges."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pbem.engine.atlas import Drawing, Frame
from pbem.engine.mentions import mention, spelled
from pbem.engine.sheets import Line
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.atlas.commands import ATLAS, draw, look
from pbem.systems.pto.atlas.layout import PLACES
from pbem.systems.pto.atlas.reach import sailing
from pbem.systems.pto.atlas.words import land_way, sea_way
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.state import Game
from tests.simulator import begin
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.phase4 import APRIL, april
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.started import NAMES, started
from tests.systems.pto.tabletop import CHARTS, force, ship, small_game, troops


def drawn(game: Game, at: str = "", zoom: int = 1, width: int = 80) -> Drawing:
    return draw(game, None, Frame(at=at, zoom=zoom, width=width), CHARTS)


def text(drawing: Drawing) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in drawing.lines)


def words(game: Game, lines: Iterable[Line]) -> list[str]:
    """Lines as they are read, with what they mention by name [F.7]."""
    return list(spelled((line.text for line in lines), names(game, CHARTS)))


# --- drawn ---------------------------------------------------------------------------------------


def test_every_area_has_its_place() -> None:
    assert set(PLACES) == set(CHARTS.areas)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("zoom", [1, 2, 3])
@pytest.mark.parametrize("width", [40, 52, 64, 78, 80, 120])
def test_a_drawing_is_never_wider_than_its_screen(name: str, zoom: int, width: int) -> None:
    for at in ("", "JPN", "WCO", "MWY"):
        assert drawn(started(name), at, zoom, width).columns <= width, at


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [48, 60, 80])
def test_the_whole_map_has_every_area_in_play(name: str, width: int) -> None:
    game, picture = started(name), text(drawn(started(name), width=width))
    assert picture.isascii()
    for area in CHARTS.areas.values():
        sign = area.id
        if not area.sea and game.controls("japanese", area.id):
            sign = area.id.lower()
        assert (sign in picture) != (area.id in game.terms.closed), area.id


def test_the_map_north_of_the_philippines() -> None:
    lines = text(drawn(started("pearl-harbor"))).splitlines()
    assert lines[12] == "(BEN)- MAL -(SCS)- LUZ -(PHS)-(MAR)-(WAK)- WKE   MWY   OAH"
    assert lines[13].split() == ["G4A6", "G5A4", "G1A1", "G1A1", "G3A5"]


def test_long_links_are_drawn_as_such_and_closed_areas_are_not() -> None:
    picture = text(drawn(started("midway")))
    assert "(NOP)---------------(ALE)===============(EPA)----- WCO" in picture
    assert "LUZ" not in picture
    assert "(MAR)-----(WAK)----- wke" in picture


def test_a_map_without_a_middle_is_whole_where_it_fits_else_around_the_fleets() -> None:
    game = started("midway")
    assert drawn(game, zoom=1).columns == 74  # closed areas at the edges take no room
    whole = drawn(game, zoom=2, width=120)
    assert (whole.title, whole.whole) == ("The map", True)
    assert "Hawaiian Wat." in text(whole)
    assert "West Coast" in text(whole)
    part = drawn(game, zoom=2, width=80)
    assert (part.title, part.whole) == (f"The map around {mention('MID')}", False)
    assert drawn(started("leyte"), zoom=2).title == f"The map around {mention('PHS')}"
    assert "C22S10" in text(drawn(started("leyte"), zoom=2))
    assert "T6" in text(
        drawn(started("leyte"), at="CAR", zoom=2)
    )  # transports, where there is room


def test_a_contested_area_has_a_mark_and_both_sides() -> None:
    game = troops(started("midway"), "jp-test", "JP", "MWY")
    picture = text(drawn(game))
    assert "*MWY" in picture
    assert "g1G1A5" in picture


def test_a_part_of_the_map_has_names_and_works() -> None:
    picture = text(drawn(started("midway"), "midway", 2))
    assert "Midway Sea" in picture
    assert "p1 f5 x1" in picture
    assert "WCO" not in picture


def test_a_name_that_is_cut_ends_in_a_point() -> None:
    picture = text(drawn(started("midway"), "midway", 2))
    assert "North Paci." in picture
    assert "Aleutian S." in picture
    assert "North Pacific" not in picture


def test_the_whole_map_tells_capital_ships_from_others_weather_and_who_is_cut_off() -> None:
    game = started("pearl-harbor")
    game = game.with_month(replace(game.month, weather="W", grounded=("arctic",)))
    broad = drawn(game, width=120)
    assert 100 < broad.columns <= 120
    assert "C8S12" in text(broad)  # eight battleships at Oahu, with twelve others
    island = troops(small_game(), "us-1", "US", "MWY", strength=1)
    assert "MWY!" not in text(drawn(island))
    blocked = force(island, "kido-butai", "JP", "MID", ship("jp-bb-1", "BB", "JP"))
    assert "MWY!" in text(drawn(blocked))
    assert ("weather", "no flights in the arctic zone") in broad.legend


def test_the_legend_says_where_all_links_are_told() -> None:
    assert drawn(started("midway")).legend[-1] == (
        "- | / \\",
        "links; = is a long one. Not all are drawn; --at PLACE tells them",
    )


# --- told ----------------------------------------------------------------------------------------


def test_a_land_area_is_described() -> None:
    assert words(started("midway"), ATLAS.describe(started("midway"), None, "Midway", CHARTS)) == [
        "Midway (MWY): clear, zone fair [PH1]",
        "Held by the United States: port 1, airfield 5, fort 1 [PH1.5, PH1.6]",
        "Theatre Central Pacific; VP Japanese 10 if controlled, 3 if contested, Allies 4 if"
        " controlled [PH1.8, PH15.1]",
        "Seas on it: Midway Sea (MID) [PH1.1]",
        "Air units: B-17 7AF (b-17-7af), B-25 69BS (b-25-69bs, 1 step), PBY PW1 (pby-pw1), "
        "VMF 221 (vmf-221), VMSB 241 (vmsb-241)",
        "Ground units, Allies: 6th Def Bn (us-6th-def-bn) 2-0",
    ]


def test_ph15_1_an_area_is_told_with_what_this_scenario_counts_for_it() -> None:
    """The points of the map where areas count, the scenario's goals elsewhere [PH16-PH18]."""

    def burma(name: str) -> str:
        return words(started(name), ATLAS.describe(started(name), None, "Burma", CHARTS))[2]

    assert burma("pearl-harbor").startswith("Theatre Burma; VP 4, 1 EP a season to Japan")
    assert burma("leyte").startswith("Theatre Burma; VP none in this scenario, 1 EP a season")


def test_a_sea_is_described_with_its_straits() -> None:
    told = words(
        started("pearl-harbor"), ATLAS.describe(started("pearl-harbor"), None, "scs", CHARTS)
    )
    assert told[1] == (
        "By sea: Bay of Bengal (BEN) 5 MP (strait, open to the Allies), East China Sea (ECS) 5 MP, "
        "Java Sea (JAV) 5 MP, Philippine Sea (PHS) 5 MP, Visayan Seas (VIS) 5 MP [PH1.1]"
    )


def test_grounded_weather_is_told() -> None:
    game = started("midway")
    game = game.with_month(replace(game.month, grounded=("arctic",)))
    told = words(game, ATLAS.describe(game, None, "ALE", CHARTS))
    assert "Nothing flies from, to or in it this month [W1.4.a]" in told
    assert "grounded" in " ".join(words(game, ATLAS.reach(game, None, "p-40-11fs", CHARTS)))


def test_ph1_5_aircraft_of_a_contested_airfield_are_told_to_stay_down() -> None:
    game = troops(troops(started("midway"), "us-1", "US", "ALA"), "jp-1", "JP", "ALA")
    told = words(game, ATLAS.reach(game, None, "p-40-11fs", CHARTS))
    assert "It takes off nowhere now: the airfield of Alaska is contested [PH1.5]" in told


@pytest.mark.parametrize(
    ("typed", "code"),
    [("luz", "LUZ"), ("Manila", "LUZ"), ("singapore", "MAL"), ("Truk", "TRU"), ("guam", "SAI")],
)
def test_places_go_by_many_names(typed: str, code: str) -> None:
    assert (
        f"({code})"
        in words(
            started("pearl-harbor"), ATLAS.describe(started("pearl-harbor"), None, typed, CHARTS)
        )[0]
    )


def test_a_counter_stands_for_its_place() -> None:
    told = words(started("midway"), ATLAS.describe(started("midway"), None, "j-cv41-kb1", CHARTS))
    assert told[0].startswith("North Pacific (NOP)")


def refusal(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        call()
    (problem,) = caught.value.problems
    return problem.what, problem.hint


def test_unknown_places_and_counters_are_refused_with_near_ones() -> None:
    game = started("midway")
    place = refusal(lambda: ATLAS.describe(game, None, "midwy", CHARTS))
    assert place == ("there is no place 'midwy'", "did you mean MWY, MID?")
    unit = refusal(lambda: ATLAS.reach(game, None, "Akagy", CHARTS))
    assert unit[1].startswith("did you mean akagi")
    closed = refusal(lambda: ATLAS.describe(game, None, "LUZ", CHARTS))
    assert closed[0] == "there is no place 'LUZ'"


# --- ways ----------------------------------------------------------------------------------------


def test_ph1_1_the_way_by_sea_costs_links_and_leaving_port() -> None:
    game = started("pearl-harbor")
    assert sea_way(game, "allied", "OAH", "WCO", CHARTS) == (15, ("OAH", "HAW", "EPA", "WCO"))
    assert words(game, ATLAS.route(game, "FOR", "LUZ", CHARTS)) == [
        "By air: 2 areas, that is a range of 10 hexes [PH1.3]",
        "By sea: 5 MP, Formosa (FOR) - Philippine Sea (PHS) - Luzon (LUZ) [PH1.1]",
        "By land: no way [PH1.4]",
    ]


def test_ph1_2_a_strait_is_shut_to_who_does_not_hold_it() -> None:
    game = started("pearl-harbor")
    assert sea_way(game, "allied", "SCS", "BEN", CHARTS) == (5, ("SCS", "BEN"))
    found = sea_way(game, "japanese", "SCS", "BEN", CHARTS)
    assert found == (20, ("SCS", "JAV", "TIM", "BEN"))
    malaya = replace(game.areas["MAL"], nation="JP")
    taken = game.with_area("MAL", malaya)
    assert sea_way(taken, "japanese", "SCS", "BEN", CHARTS) == (5, ("SCS", "BEN"))


def test_ph1_4_the_way_over_land_costs_terrain() -> None:
    game = started("pearl-harbor")
    assert land_way(game, "INC", "IND", CHARTS) == (3, ("INC", "BUR", "IND"))
    assert land_way(game, "LUZ", "LEY", CHARTS) is None


def test_ways_by_sea_do_not_go_through_ports() -> None:
    costs = sailing(started("pearl-harbor"), "japanese", "NOP", 10, CHARTS)
    assert "JPN" in costs
    assert (costs["HOM"], costs["ECS"]) == (5, 10)
    assert "PHS" not in costs


def test_ph1_6_beaches_and_enemy_ports_are_no_goal_of_ships() -> None:
    costs = sailing(started("pearl-harbor"), "japanese", "WAK", 15, CHARTS)
    assert {"MAR", "SAI", "KWA"} <= set(costs)
    assert not {"WKE", "MWY", "IWO"} & set(costs)


# --- ranges --------------------------------------------------------------------------------------


def test_the_range_of_an_air_unit() -> None:
    told = words(
        started("midway"), ATLAS.reach(started("midway"), None, "us-cv42-yorktown", CHARTS)
    )
    assert told == [
        "US-CV42 Yorktown (us-cv42-yorktown): US-CV42, carrier air unit, at Yorktown (yorktown)",
        "quality 3, 2 rolls +2 at ships, ground 1 [PH2.5, PH8.3]",
        "Range 1 area, to change base 1 area [PH1.3, PH8.8]",
        "where it is: Hawaiian Waters (HAW) [PH1.3]",
        "1 area: Midway Sea (MID), Oahu (OAH) [PH1.3]",
    ]


def test_the_reach_of_a_ground_unit_ends_at_the_enemy() -> None:
    told = words(
        started("pearl-harbor"), ATLAS.reach(started("pearl-harbor"), None, "jp-5th-div", CHARTS)
    )
    assert told == [
        "5th Div (jp-5th-div) 5-2, at Indochina-Siam (INC) [PH2.6]",
        "2 MP: Burma (BUR), Malaya (MAL), South China (SCH) [PH1.4]",
    ]


def test_a_damaged_carrier_slows_its_task_force() -> None:
    game = started("midway")
    game = game.with_ships([replace(game.ships["akagi"], damaged=True)])
    told = words(game, ATLAS.reach(game, None, "kido-butai", CHARTS))
    assert told[1] == "20 MP in First Naval Movement, if nobody intercepts [PH5.1]"


# --- supply --------------------------------------------------------------------------------------


def test_supply_of_a_place_tells_the_line() -> None:
    game = started("midway")
    assert words(game, ATLAS.supply(game, "MWY", CHARTS)) == [
        "Midway (MWY), Allies: supplied, Midway - Midway Sea (MID) - Hawaiian Waters (HAW) - "
        "Eastern Pacific (EPA) - West Coast (WCO) [PH11.1]"
    ]
    assert "is a sea" in words(game, ATLAS.supply(game, "MID", CHARTS))[0]


def test_supply_of_a_place_that_is_cut_off() -> None:
    game = started("midway")
    guard = replace(game.forces["tf-17"], at="SAI")
    cut = game.with_forces([guard, replace(game.forces["tf-16"], at="SAI")])
    cut = cut.with_forces([replace(cut.forces["main-body"], at="MID")])
    assert words(cut, ATLAS.supply(cut, "MWY", CHARTS)) == [
        "Midway (MWY), Allies: no line to a source [PH11.1, PH11.3]"
    ]


def test_what_is_out_says_how_it_comes_back() -> None:
    there = troops(small_game(), "jp-9th", "JP", "MAL")
    unit = there.ground["jp-9th"]
    game = replace(
        there,
        ground=there.ground.without(unit.id),
        dead=FrozenMap({unit.id: replace(unit, at="")}),
        lost=FrozenMap({unit.id: "allied"}),
    )
    assert words(game, look(game, None, unit.id, CHARTS)) == [
        "jp-9th is out of the game, and counts for the Allies [PH15.1]",
        "For 1 EP it comes back, reduced, at Japan (JPN) in phase 6 [PH14.3]",
    ]


def test_f_7_the_title_of_a_map_mentions_its_middle_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = begin(tmp_path, "pto/midway", ("japanese", "allied")).players["allied"]
    capsys.readouterr()
    assert player.run("map", "--at", "OAH") == 0
    said = capsys.readouterr().out
    assert said.startswith("The map around Oahu (OAH)\n")
    assert said.count("Oahu (OAH)") == 1
    assert "\n  Oahu: " in said


def test_p4b_2_1_in_phase_4_a_task_force_has_the_mp_of_an_offensive_or_none() -> None:
    """With an STP 5 on standby; who does not stand by sails next month."""
    game = force(april(), "ready", "JP", "MID", ship("chokai", "CA"), ship("jp-stp-1", "STP"))
    play = begun(force(game, "idle", "JP", "MID", ship("tone", "CA")), dice=APRIL)
    play.file(TOKYO, *QUIET, Sail(tf="ready", standby=True))
    play.file(WASHINGTON, *QUIET)
    told = [line.text for line in ATLAS.reach(play.game, None, "ready", CHARTS)]
    assert told[1] == "5 MP in a sea offensive, if nobody intercepts [P4B.2.1]"
    told = [line.text for line in ATLAS.reach(play.game, None, "idle", CHARTS)]
    assert told[1] == "Not on standby: no sea offensive this month [P4B.1.B]"
    assert told[2].startswith("44 MP in First Naval Movement, next month")
