"""Naval missions: legality, loading, sailing, the end of the phase [H10.1-H10.3, H10.5.1]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r10_naval import end_of_operations
from pbem.systems.cartwheel.table.events_sea import CarriersOut, Sailed, VoyageCancelled
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import (
    changed,
    held,
    rules_of,
    sailed,
    voyage,
    wrong_at_sea,
)
from tests.systems.cartwheel.tabletop import CHARTS, TERMS, afloat, ashore, board, told


def mission(ships: str, path: str, **values: object) -> NavalMission:
    values["load"] = FrozenMap(values.get("load", {}))  # type: ignore[call-overload]
    return NavalMission(
        ships=tuple(ships.split()),
        path=tuple(path.split()),
        **values,  # type: ignore[arg-type]
    )


def wrong(game: Game, ships: str, path: str, **values: object) -> list[tuple[str, str, str]]:
    order = mission(ships, path, **values)
    named = [ship for ship in order.ships if ship in CHARTS.naval]
    side = CHARTS.naval[named[0]].side if named else ALLIED
    return wrong_at_sea(game, side, order)


# --- who sails [H10.1] ---------------------------------------------------------------------------


def test_h10_1_a_group_sails_its_path_and_has_had_its_mission() -> None:
    game = afloat(board(), "1203", "IJN-CLT1", "IJN-CLT2")
    game, events = sailed(
        game, voyage(JAPANESE, "IJN-CLT2 IJN-CLT1", "1203 1303 1403", break_off="never")
    )
    assert [(s.at, s.moved, s.break_off) for s in game.ships.values()] == [("1403", 1, "never")] * 2
    (event,) = told(events, Sailed)
    assert (event.ships, event.path) == (("IJN-CLT1", "IJN-CLT2"), ("1203", "1303", "1403"))
    assert not event.stopped


def test_h10_1_no_second_mission_in_a_turn() -> None:
    game = changed(afloat(board(), "1203", "IJN-CLT1", "IJN-CLT2"), "IJN-CLT1", moved=1)
    assert wrong(game, "IJN-CLT1", "1203 1303") == [
        (
            "order 1, key 'ships'",
            "H10.1",
            "IJN-CLT1 has had its mission this turn -> able are: IJN-CLT2",
        )
    ]


def test_h10_1_only_own_ships_in_play_from_one_place_each_once() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CLT1"), "1405", "IJN-CLT3")
    game = afloat(game, "1806", "US-CA1")
    assert rules_of(wrong_at_sea(game, JAPANESE, mission("US-CA1", "1806 1807"))) == ["H10.1"]
    assert rules_of(wrong_at_sea(game, JAPANESE, mission("IJN-BB1", "TRK 1201"))) == ["H10.1"]
    assert rules_of(wrong_at_sea(game, JAPANESE, mission("no-ship", "1203"))) == ["H10.1"]
    assert rules_of(wrong_at_sea(game, JAPANESE, mission("", "1203"))) == ["H10.1"]
    assert wrong(game, "IJN-CLT1 IJN-CLT3", "1203 1303")[0][2].startswith(
        "the ships are in different places: 1203 (Rabaul), 1405"
    )
    assert wrong(game, "IJN-CLT1 IJN-CLT1", "1203 1303") == [
        ("order 1, key 'ships'", "H10.1", "IJN-CLT1 is named twice -> name each ship once")
    ]


def test_h10_1_eight_ships_are_a_group_nine_are_not() -> None:
    ships = [id_ for id_, unit in CHARTS.naval.items() if unit.side == JAPANESE and unit.speed >= 5]
    ships = [id_ for id_ in ships if id_ != "SS1"][:9]
    game = afloat(board(), "TRK", *ships)
    assert len(ships) == 9
    assert wrong(game, " ".join(ships[:8]), "TRK 1101") == []
    assert rules_of(wrong(game, " ".join(ships), "TRK 1101")) == ["H10.1", "H10.3"]


def test_h10_1_a_ship_stands_in_one_order_of_a_file() -> None:
    game = afloat(board(), "1203", "IJN-CLT1")
    order = mission("IJN-CLT1", "1203 1303")
    assert wrong_at_sea(game, JAPANESE, order, order) == [
        (
            "order 2, key 'ships'",
            "H10.1",
            "IJN-CLT1 has its orders already: see order 1 -> name each ship in one order",
        )
    ]


# --- the way [H10.3, H2.6, H2.8] -----------------------------------------------------------------


def test_h2_6_no_ship_goes_from_1003_to_1004() -> None:
    game = afloat(board(), "1003", "IJN-CLT1")
    assert wrong(game, "IJN-CLT1", "1003 1004") == [
        (
            "order 1, key 'path'",
            "H2.6",
            "no ship goes from 1003 to 1004 (Gasmata)"
            " -> a way is: 1003 0904 0804 0905 1004 (Speed 4)",
        )
    ]


def test_h2_9_rabaul_to_lae_is_five_hexes() -> None:
    game = afloat(board(), "1203", "MARU1")
    assert wrong(game, "MARU1", "1203 1104 1004 0905 0805 0705") == []
    assert rules_of(wrong(game, "MARU1", "1203 1104 1004 0905 0805 0705 0805")) == ["H10.3"]
    slower = changed(game, "MARU1", disrupted=True)
    assert wrong(slower, "MARU1", "1203 1104 1004 0905") != []


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("1203 1403", "H10.3"),
        ("1203 1303 9999", "H2.1"),
        ("1203 TRK", "H2.8"),
        ("1203 1303 0103", "H10.3"),
        ("1303 1403", "H10.1"),
        ("", "H10.1"),
    ],
)
def test_h10_3_illegal_ways(path: str, rule: str) -> None:
    game = afloat(board(), "1203", "IJN-CLT1")
    assert rules_of(wrong(game, "IJN-CLT1", path))[0] == rule


def test_h10_3_inland_hexes_are_closed_to_ships() -> None:
    game = afloat(board(), "0203", "DAI1")
    assert ("H10.3", "no ship can enter 0303") in [
        (rule, what.split(" -> ")[0]) for _, rule, what in wrong(game, "DAI1", "0203 0303")
    ]


def test_h10_3_daihatsu_never_enter_open_sea() -> None:
    game = afloat(board(), "1203", "DAI1")
    assert wrong(game, "DAI1", "1203 1104 1004") == []
    (said,) = wrong(game, "DAI1", "1203 1303 1304")
    assert said[1] == "H10.3"
    assert said[2].startswith(
        "DAI1 never enters open sea such as 1303 -> a way is: 1203 1304 (Speed 1)"
    )


def test_h10_3_the_slowest_sets_the_pace() -> None:
    game = afloat(board(), "1203", "IJN-CLT1", "DAI1")
    assert wrong(game, "DAI1 IJN-CLT1", "1203 1104 1004 0905") == []
    assert rules_of(wrong(game, "DAI1 IJN-CLT1", "1203 1104 1004 0905 0805")) == ["H10.3"]


def test_h2_8_a_box_is_left_and_entered_for_two() -> None:
    game = afloat(board(), "TRK", "MARU1")
    assert wrong(game, "MARU1", "TRK 1101 1102 1002 1003") == []
    assert rules_of(wrong(game, "MARU1", "TRK 1101 1102 1002 1003 0903")) == ["H10.3"]
    back = afloat(board(), "1002", "MARU1")
    assert wrong(back, "MARU1", "1002 1001 TRK") == []


def test_h2_8_a_group_does_not_sail_through_a_box_nor_into_one_of_the_enemys() -> None:
    game = afloat(afloat(board(), "0901", "IJN-CA1"), "0808", "US-CA1")
    assert rules_of(wrong(game, "IJN-CA1", "0901 TRK 1301")) == ["H2.8"]
    assert rules_of(wrong_at_sea(game, JAPANESE, mission("IJN-CA1", "0901 AUS"))) == [
        "H2.8",
        "H2.8",
    ]


def test_h17_0_hexes_outside_the_area_do_not_exist() -> None:
    game = afloat(board(terms=replace(TERMS, columns=(5, 13))), "1303", "IJN-CA1")
    assert rules_of(wrong(game, "IJN-CA1", "1303 1403")) == ["H2.1"]


def test_h10_3_enemy_warships_stop_a_group_transports_do_not() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CA1"), "1403", "US-T1")
    order = voyage(JAPANESE, "IJN-CA1", "1203 1303 1403 1503", purpose="sortie")
    after, _ = sailed(game, order)
    assert after.ships["IJN-CA1"].at == "1503"
    game = changed(game, "US-T1", at="1402")
    game = afloat(game, "1403", "TF36-CV")
    after, events = sailed(game, order, {f"10.4 fire t1m1 r{n} IJN-CA1": 1 for n in (1, 2, 3)})
    assert after.ships["IJN-CA1"].at == "1403"
    assert told(events, Sailed)[0].stopped


def test_h10_3_at_most_eight_naval_units_of_a_side_end_in_a_hex() -> None:
    ships = [id_ for id_, unit in CHARTS.naval.items() if unit.side == JAPANESE and unit.speed >= 5]
    crowd = [id_ for id_ in ships if id_ not in ("SS1", "IJN-CLT1")][:8]
    game = afloat(afloat(board(), "1303", *crowd), "1203", "IJN-CLT1")
    assert wrong(game, "IJN-CLT1", "1203 1303") == [
        (
            "order 1, key 'path'",
            "H10.3",
            "more than 8 of your naval units would be in 1303 -> "
            "end the path in another hex, or take fewer ships",
        )
    ]
    assert wrong(game, "IJN-CLT1", "1203 1303 1403") == []


# --- purposes [H10.1, H10.2, H14.5] --------------------------------------------------------------


def test_cr33_a_transit_keeps_away_from_enemy_ships() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CA1"), "1303", "US-T1")
    assert rules_of(wrong(game, "IJN-CA1", "1203 1303")) == ["H10.1"]
    assert wrong(game, "IJN-CA1", "1203 1303", purpose="sortie") == []


def test_h14_5_allied_missions_are_transit_only_in_a_general_regroup_turn() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CA1"), "1806", "US-CA1")
    game = game.with_turn(replace(game.turn, regroup="yes"))
    assert wrong(game, "US-CA1", "1806 1706") == []
    assert rules_of(wrong(game, "US-CA1", "1806 1706", purpose="sortie")) == ["H14.5"]
    assert wrong(game, "IJN-CA1", "1203 1303", purpose="sortie") == []


def test_h10_2_disrupted_ships_sail_at_half_speed_towards_a_friendly_port() -> None:
    game = changed(afloat(board(), "1303", "IJN-CLT1"), "IJN-CLT1", disrupted=True)
    assert wrong(game, "IJN-CLT1", "1303 1203") == []
    assert wrong(game, "IJN-CLT1", "1303 1304") == []
    assert wrong(game, "IJN-CLT1", "1303 1403") == [
        (
            "order 1, key 'path'",
            "H10.2",
            "disrupted ships sail only towards a friendly port: IJN-CLT1 -> "
            "nearest are: 1203 by 1303 1203; 1304 by 1303 1304; "
            "1002 by 1303 1202 1102 1002",
        )
    ]
    far = changed(afloat(board(), "2003", "IJN-CLT1"), "IJN-CLT1", disrupted=True)
    assert wrong(far, "IJN-CLT1", "2003 1903 1803 1703 1603 1503") == []
    assert rules_of(wrong(far, "IJN-CLT1", "2003 1903 1803 1703 1603 1503 1403")) == ["H10.3"]


# --- loading [H10.3.1] ---------------------------------------------------------------------------


def loading() -> Game:
    """Rabaul, its port open: transports, warships, three regiments and a garrison."""
    game = afloat(board(), "1203", "MARU1", "DAI1", "IJN-CLT1", "IJN-CA1")
    return ashore(game, "1203", "38D-228", "38D-230", "SNLF-S5", "GAR-RAB1")


def test_h10_3_1_ground_units_and_supply_go_aboard() -> None:
    load = {"MARU1": ("38D-228", "supply", "supply"), "IJN-CLT1": ("SNLF-S5",)}
    game = changed(loading(), "SNLF-S5", steps=1)
    order = voyage(JAPANESE, "MARU1 IJN-CLT1", "1203 1303", purpose="transport", load=load)
    assert wrong(game, "MARU1 IJN-CLT1", "1203 1303", purpose="transport", load=load) == []
    game, events = sailed(game, order)
    assert game.ships["MARU1"].cargo == ("38D-228", "supply", "supply")
    assert (game.troops["38D-228"].at, game.troops["SNLF-S5"].at) == ("MARU1", "IJN-CLT1")
    assert told(events, Sailed)[0].loaded == FrozenMap(load)


@pytest.mark.parametrize(
    ("load", "rule", "what"),
    [
        ({"MARU1": ("38D-228", "38D-230", "supply")}, "H10.3.1", "MARU1 would carry 5"),
        ({"IJN-CA1": ("supply",)}, "H10.3.1", "IJN-CA1 would carry 1"),
        ({"DAI1": ("38D-228",), "MARU1": ("38D-228",)}, "H10.3.1", "38D-228 is loaded twice"),
        ({"MARU1": ("GAR-RAB1",)}, "2.2.3b~", "GAR-RAB1 is a garrison"),
        ({"MARU1": ("51D-66",)}, "H10.3.1", "51D-66 is no ground unit of yours at 1203"),
        ({"MARU1": ("supply",) * 3}, "H10.3.1", "3 supply units are more"),
        ({"MARU2": ("supply",)}, "H10.3.1", "MARU2 is not in the group"),
    ],
)
def test_h10_3_1_illegal_loads(load: dict[str, tuple[str, ...]], rule: str, what: str) -> None:
    said = wrong(loading(), "MARU1 DAI1 IJN-CA1", "1203 1104", purpose="transport", load=load)
    assert (said[0][1], len(said)) == (rule, 1)
    assert said[0][2].startswith(what)


def test_h10_3_1_disrupted_units_stay_ashore_and_disrupted_ships_empty() -> None:
    game = changed(loading(), "38D-228", disrupted=True)
    load = {"MARU1": ("38D-228",)}
    assert rules_of(wrong(game, "MARU1", "1203 1104", purpose="transport", load=load)) == [
        "H10.3.1"
    ]
    game = changed(loading(), "MARU1", disrupted=True)
    said = rules_of(wrong(game, "MARU1", "1203", purpose="transport", load=load))
    assert said == ["H10.2"]


def test_h10_3_1_armour_counts_two() -> None:
    game = ashore(afloat(board(), "0707", "LST1"), "0707", "ARM-97", "7D-18")
    load = {"LST1": ("ARM-97",)}
    assert wrong(game, "LST1", "0707 0708", purpose="transport", load=load) == []
    load = {"LST1": ("ARM-97", "supply")}
    said = wrong(game, "LST1", "0707 0708", purpose="transport", load=load)
    assert [what.split(" -> ")[0] for _, _, what in said] == [
        "LST1 would carry 3, and its capacity is 2"
    ]


def test_h10_3_1_a_beach_serves_lst_clt_and_barges_only() -> None:
    game = ashore(held(board(), ALLIED, "1505"), "1505", "43-103")
    game = afloat(game, "1505", "LST1", "US-T1")
    load = {"LST1": ("43-103",)}
    assert wrong(game, "LST1", "1505", purpose="transport", load=load) == []
    load = {"US-T1": ("43-103",)}
    assert wrong(game, "US-T1", "1505", purpose="transport", load=load) == [
        (
            "order 1, key 'load'",
            "H10.3.1",
            "US-T1 cannot load at 1505 -> load in a friendly open port; "
            "CLT, LST, T2 also at a coast that you control",
        )
    ]


def test_h9_10_7_a_closed_port_loads_no_transport() -> None:
    game = replace(loading(), port_hits=FrozenMap({"1203": 2}))
    load = {"MARU1": ("38D-228",)}
    assert rules_of(wrong(game, "MARU1", "1203 1104", purpose="transport", load=load)) == [
        "H10.3.1"
    ]
    load = {"DAI1": ("38D-228",)}
    assert wrong(game, "DAI1", "1203 1104", purpose="transport", load=load) == []


def test_h10_3_1_supply_comes_from_a_supplied_port_or_a_box() -> None:
    game = afloat(board(), "SOP", "US-T3")
    load = {"US-T3": ("supply", "supply")}
    assert wrong(game, "US-T3", "SOP 1908", purpose="transport", load=load) == []
    beach = afloat(held(board(), ALLIED, "1505"), "1505", "LST1")
    said = wrong(beach, "LST1", "1505", purpose="transport", load={"LST1": ("supply",)})
    assert [what for _, _, what in said] == [
        "1505 is no supplied port -> load supply units in a supplied open port or a box"
    ]


def test_cr33_only_a_transport_loads_and_h17_1_nothing_is_loaded() -> None:
    load = {"MARU1": ("38D-228",)}
    assert rules_of(wrong(loading(), "MARU1", "1203 1104", load=load)) == ["H10.1"]
    game = replace(loading(), terms=replace(TERMS, ground_combat=False))
    said = wrong(game, "MARU1", "1203 1104", purpose="transport", load=load)
    assert rules_of(said) == ["H17.1"]


def test_h11_8_a_fort_falls_when_its_last_unit_goes_aboard() -> None:
    game = replace(ashore(afloat(board(), "1506", "IJN-CLT1"), "1506", "SNLF-Y7"), forts=("1506",))
    game = changed(game, "SNLF-Y7", steps=1)
    load = {"IJN-CLT1": ("SNLF-Y7",)}
    game, _ = sailed(
        game, voyage(JAPANESE, "IJN-CLT1", "1506 1505", purpose="transport", load=load)
    )
    assert game.forts == ()


# --- bundles and the end of the phase ------------------------------------------------------------


def test_h8_4_a_voyage_that_has_become_illegal_is_cancelled_and_its_ships_stay_ready() -> None:
    game = changed(afloat(board(), "1203", "MARU1"), "MARU1", steps=0, at="")
    order = voyage(JAPANESE, "MARU1", "1203 1104")
    after, events = sailed(game, order)
    assert after == game
    assert [(event.mission, event.cited) for event in told(events, VoyageCancelled)] == [
        ("t1m1", "H10.1")
    ]


def test_h10_5_1_japanese_carriers_outside_truk_earn_the_allies_two_half_points_each() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CV1"), "TRK", "IJN-CVL1")
    game, events = end_of_operations(game, CHARTS)
    assert game.points(ALLIED) == 2
    assert told(events, CarriersOut)[0].ships == ("IJN-CV1",)
    game, events = end_of_operations(changed(game, "IJN-CV1", at="TRK"), CHARTS)
    assert (game.points(ALLIED), events) == (2, ())
