"""Names as they are typed, and what the map tells of places, ways, ranges and supply."""

from collections.abc import Iterable

import pytest

from pbem.engine.sheets import Line
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.atlas.commands import describe, reach, route, supply
from pbem.systems.cartwheel.atlas.names import place_of, unit_of
from pbem.systems.cartwheel.atlas.supply import why_interdicted
from pbem.systems.cartwheel.book.hexes import all_hexes
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r13_supply import interdicted, line
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, SIDES
from pbem.systems.cartwheel.table.turn import Scout
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_atlas_map import CHECKS

CAMPAIGN, TOENAILS = started(), started("toenails")
MINE = Private(
    side=JAPANESE,
    planes=FrozenMap(
        {
            "A6M-201": Plane(id="A6M-201", base="RAB"),
            "G4M-702": Plane(id="G4M-702", base="BUI", half="flown", disrupted=True, steps=1),
        }
    ),
)


def said(lines: Iterable[Line]) -> str:
    return "\n".join(line.text for line in lines)


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("1203", "1203"), ("rabaul", "1203"), ("RAB", "1203"), ("rab", "1203"),
        ("Port  Moresby", "0707"), ("pm", "0707"), ("Lae", "0705"), ("nadzab", "0705"),
        ("Buin/Kahili", "1405"), ("kahili", "1405"), ("Barakoma", "1506"), ("AUS", "AUS"),
        ("south pacific", "SOP"), ("truk", "TRK"), ("vunakanau", "1203"), ("us-ca2", "SOP"),
        ("gar-gua", "1807"), ("henderson field", "1807"),
    ],
)  # fmt: skip
def test_places_by_number_id_name_and_what_stands_there(typed: str, place: str) -> None:
    assert place_of(typed, CAMPAIGN, CHARTS) == place


def test_every_name_of_the_charts_is_known() -> None:
    for base in CHARTS.bases.values():
        if not base.is_mobile:
            assert place_of(base.name, CAMPAIGN, CHARTS) == base.hex
            assert place_of(base.id.lower(), CAMPAIGN, CHARTS) == base.hex
    for hex_, chart in CHARTS.hexes.items():
        for spot in chart.places:
            assert place_of(spot.name, CAMPAIGN, CHARTS) == hex_


def test_a_mobile_base_is_a_place_where_it_stands() -> None:
    built = CAMPAIGN.with_base(replace(CAMPAIGN.bases["MA1"], hex="1506", status="working"))
    assert place_of("ma1", built, CHARTS) == "1506"
    with pytest.raises(Refused):
        place_of("ma1", CAMPAIGN, CHARTS)


@pytest.mark.parametrize(
    ("typed", "near"),
    [("Rabul", "Rabaul"), ("port morseby", "Port Moresby"), ("segi", "Segi Point"),
     ("guadalcanel", "Guadalcanal"), ("us-ca9", "US-CA2")],
)  # fmt: skip
def test_an_unknown_place_is_refused_with_near_matches(typed: str, near: str) -> None:
    with pytest.raises(Refused) as caught:
        place_of(typed, CAMPAIGN, CHARTS)
    (problem,) = caught.value.problems
    assert problem.code == "option"
    assert near in problem.hint


def test_what_is_like_no_place_is_refused_with_examples() -> None:
    with pytest.raises(Refused) as caught:
        place_of("xyzzy", CAMPAIGN, CHARTS)
    assert "1203" in caught.value.problems[0].hint


def test_the_base_of_an_air_unit_is_no_place_to_ask_for() -> None:
    with pytest.raises(Refused, match="its base is hidden"):
        place_of("A6M-201", CAMPAIGN, CHARTS)


def test_units_in_any_case_and_near_matches() -> None:
    assert unit_of("a6m-204A", TOENAILS) == "A6M-204a"
    assert unit_of("lst2", TOENAILS) == "LST2"
    with pytest.raises(Refused) as caught:
        unit_of("B24-37", TOENAILS)
    assert "B24-372" in caught.value.problems[0].hint
    assert caught.value.problems[0].code == "option"


# --- ways ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", CHECKS.replace("\n", " ").strip().split(", "))
def test_h2_9_distances_by_the_command(check: str) -> None:
    pair, far = check.split()
    one, other = pair.split("-")
    wanted = f"air: {far} {'hex' if far == '1' else 'hexes'} [H2.2, H2.8]"
    assert wanted in said(route(CAMPAIGN, one, other, CHARTS)).splitlines()
    assert wanted in said(route(CAMPAIGN, other, one, CHARTS)).splitlines()


def test_h2_9_ships() -> None:
    words = said(route(CAMPAIGN, "1203", "0705", CHARTS))
    assert "sea: Speed 5: 1203 1104 1004 0905 0805 0705" in words
    words = said(route(CAMPAIGN, "0707", "0806", CHARTS))
    assert "0707-0806: ships cannot cross this hexside [H2.6]" in words
    assert "sea: Speed 1:" not in words


def test_h2_8_ferries_and_boxes() -> None:
    assert "ferry link AUS-PM" in said(route(CAMPAIGN, "AUS", "PM", CHARTS))
    assert "ferry link AUS-PM" in said(route(CAMPAIGN, "pm", "australia", CHARTS))
    assert "ferry" not in said(route(CAMPAIGN, "AUS", "GUA", CHARTS))
    assert "sea: Speed 2: SOP 1808" in said(route(CAMPAIGN, "SOP", "1808", CHARTS))
    words = said(route(CAMPAIGN, "AUS", "TRK", CHARTS))
    assert "sea: none, ships enter the boxes of their own side only [H2.8]" in words


def test_h10_3_barges_keep_to_the_coast() -> None:
    words = said(route(CAMPAIGN, "momote", "kavieng", CHARTS))
    assert "sea: Speed 2: 0801 0902 1002 [H10.3]" in words
    assert "T2: none, they never enter open sea [H10.3]" in words


def test_h2_7_the_way_over_land() -> None:
    words = said(route(CAMPAIGN, "Lae", "Wau", CHARTS))
    assert "land: 1 move: 0705 0706; entering 0706 disrupts [H2.7, H2.5]" in words
    assert "land: none, no landmass joins them" in said(route(CAMPAIGN, "1606", "1506", CHARTS))
    assert "no ground unit can be in 1204" in said(route(CAMPAIGN, "1203", "1204", CHARTS))
    assert "no ship can be in 0706" in said(route(CAMPAIGN, "1203", "wau", CHARTS))


# --- places --------------------------------------------------------------------------------------


def test_a_place_with_all_that_is_known_of_it() -> None:
    words = said(describe(TOENAILS, None, "munda", CHARTS))
    for part in (
        "1606: New Georgia, Munda, Rendova, Segi Point",
        "Japanese 5 [H11.3]",
        "ground steps, of 10 a side",
        "Fortification: -2",
        "held at the end: Allied 8 VP [H16.2]",
        "port: open, no hits (closed by 2)",
        "MUN Munda: minor airbase, Japanese; holds 3F and 2B, 4 in all; AA 2",
        "38D-229: Japanese infantry, 2 of 2 steps, CF",
        "Japanese supply:",
    ):
        assert part in words


def test_own_units_are_told_to_their_owner_alone() -> None:
    words = said(describe(TOENAILS, MINE, "BUI", CHARTS))
    assert "Flown at BUI: G4M-702 (disrupted, reduced)" in words
    assert "G4M-702" not in said(describe(TOENAILS, None, "BUI", CHARTS))
    assert "G4M-702" not in said(describe(TOENAILS, replace(MINE, side=ALLIED), "BUI", CHARTS))


def test_every_place_of_every_scenario_can_be_described() -> None:
    for name in ("campaign", "bismarck-sea", "toenails", "bougainville"):
        game = started(name)
        first, last = game.terms.columns
        for place in (*CHARTS.boxes, *all_hexes()):
            if place in CHARTS.boxes or first <= int(place[:2]) <= last:
                assert describe(game, None, place, CHARTS)
                assert supply(game, place, CHARTS)


# --- ranges --------------------------------------------------------------------------------------


def test_an_own_air_unit() -> None:
    words = said(reach(TOENAILS, MINE, "a6m-201", CHARTS))
    assert "range 6, staging 12" in words
    assert "Ready at RAB, 1203" in words
    assert "own bases to land at: BKA 1, BUI 3, VIL 4, MUN 5 [H9.11.1]" in words
    assert "farther, by a stage move: TRK 9 [H9.3]" in words
    assert "enemy airbases within range: KIR 3, WDL 3, RUS 6 [H9.1.2]" in words


def test_a_ferry_link_is_told() -> None:
    short = Private(side=ALLIED, planes=FrozenMap({"P39-67": Plane(id="P39-67", base="SOP")}))
    assert "farther, by a stage move: GUA 6 [H9.3]" in said(
        reach(TOENAILS, short, "P39-67", CHARTS)
    )


def test_no_strike_is_told_of_on_what_no_strike_may_name() -> None:
    game = TOENAILS.with_base(replace(TOENAILS.bases["KIR"], status="destroyed"))
    words = said(reach(game, MINE, "A6M-201", CHARTS))
    assert "enemy airbases within range: WDL 3, RUS 6 [H9.1.2]" in words


def test_cr73_no_stage_move_of_a_rufe_to_a_port_is_told_of() -> None:
    rufe = next(one.id for one in CHARTS.air.values() if one.model.is_floatplane)
    mine = Private(side=JAPANESE, planes=FrozenMap({rufe: Plane(id=rufe, base="RAB")}))
    told = said(reach(CAMPAIGN, mine, rufe, CHARTS)).splitlines()
    landing, staging = (line for line in told if "own bases" in line or "stage move" in line)
    assert "port:" in landing
    assert "port:" not in staging


def test_an_enemy_air_unit_is_where_it_was_seen_in_public_or_nowhere() -> None:
    hidden = replace(TOENAILS.air["A6M-251"], base="")
    game = TOENAILS.with_air((hidden,))
    words = said(reach(game, replace(MINE, side=ALLIED, planes=FrozenMap()), "A6M-251", CHARTS))
    assert "its base is not known to you [6.1a]" in words
    assert "RAB" not in words
    seen = game.with_air((replace(hidden, base="BUI", seen=2),))
    assert "seen in July II 1943 at BUI, 1405" in said(reach(seen, None, "A6M-251", CHARTS))


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("A6M-251", "it is eliminated [2.2b]"),
        ("MARU1", "it is eliminated [2.2b]"),
        ("43-103", "it is eliminated [2.2b]"),
        ("TF36-BB", "it is off the board: it comes with TF-36 [5.3]"),
        ("F6F-12", "it is off the board: it comes with TF-36 [5.3]"),
        ("SS1", "it is off the board: it comes by its random event [5.1]"),
        ("25-161", "it has not arrived: it comes in August I 1943 [H15.3]"),
    ],
)
def test_a_unit_that_is_not_in_play_is_told_why(unit: str, words: str) -> None:
    game = TOENAILS.with_air((replace(TOENAILS.air["A6M-251"], steps=0),))
    game = game.with_ships((replace(game.ships["MARU1"], steps=0, at=""),))
    game = game.with_troops((replace(game.troops["43-103"], steps=0, at=""),))
    assert words in said(reach(game, None, unit, CHARTS))


def test_recon_is_where_all_see_it() -> None:
    flying = {id_: Scout(id=id_, side=ALLIED, hex="1203") for id_ in ("PBY-M", "F5-8")}
    game = TOENAILS.with_turn(replace(TOENAILS.turn, scouts=FrozenMap(flying)))
    for unit in flying:
        words = said(reach(game, None, unit, CHARTS))
        assert "on recon over 1203 (Rabaul) [7.3.2~]" in words
    assert "base" not in said(reach(game, None, "PBY-M", CHARTS))


def test_a_ship_by_speed_and_what_stops_it() -> None:
    words = said(reach(TOENAILS, None, "US-CA2", CHARTS)).splitlines()
    assert "Speed 2: 1808 1908 2007 2008" in words
    assert any(line.startswith("enemy warships stop it at: 1405") for line in words)
    barge = said(reach(TOENAILS, None, "DAI1", CHARTS)).split()
    reached = [CHARTS.hexes[word] for word in barge if word in CHARTS.hexes]
    assert len(reached) > 3
    assert all(hex_.terrain.coastal for hex_ in reached)


def test_a_ground_unit_by_neighbours() -> None:
    words = said(reach(CAMPAIGN, None, "GAR-GUA", CHARTS))
    assert "it does not move: it is a garrison" in words
    waiting = next(iter(CAMPAIGN.troops_at("AUS"))).id
    assert "it waits for ships [H15.1]" in said(reach(CAMPAIGN, None, waiting, CHARTS))
    marcher = replace(CAMPAIGN.troops["9D-24"], at="0706")
    words = said(reach(CAMPAIGN.with_troops((marcher,)), None, "9D-24", CHARTS))
    assert "0705 (Lae): coast, jungle, room for 10 steps [H11.3], enemies are there" in words


def test_every_unit_of_every_scenario_can_be_asked_for() -> None:
    for name in ("campaign", "bismarck-sea", "toenails", "bougainville"):
        game = started(name)
        for unit in (*game.air, *game.ships, *game.troops):
            assert reach(game, None, unit, CHARTS)


# --- supply --------------------------------------------------------------------------------------


def test_h13_2_a_line_hex_by_hex() -> None:
    path = line(TOENAILS, JAPANESE, "1606", CHARTS)
    assert f": {' '.join(path)} [H13.2]" in said(supply(TOENAILS, "Munda", CHARTS))
    assert "is a source itself" in said(supply(TOENAILS, "RAB", CHARTS))


def test_h13_2_1_why_a_line_is_cut() -> None:
    cruiser = replace(TOENAILS.ships["US-CA1"], at="1506")
    bases = {
        id_: replace(b, status="destroyed") if b.owner == JAPANESE and id_ != "RAB" else b
        for id_, b in TOENAILS.bases.items()
    }
    game = replace(TOENAILS.with_ships((cruiser,)), bases=FrozenMap(bases))
    words = said(supply(game, "1606", CHARTS))
    assert "Japanese supply: no line to a source [H13.2]" in words
    assert "1606 (Munda): interdicted by airbases within 2: " in words


def test_h13_2_1_reasons_are_given_for_interdicted_hexes_and_for_no_others() -> None:
    for game in (CAMPAIGN, TOENAILS, TOENAILS.with_ships(
        (replace(TOENAILS.ships["US-CA1"], at="1304"),)
    )):  # fmt: skip
        for side in SIDES:
            blocked = interdicted(game, side, CHARTS)
            hexes = {hex_ for hex_ in all_hexes() if any(why_interdicted(game, side, hex_, CHARTS))}
            assert hexes == blocked - set(CHARTS.boxes)
