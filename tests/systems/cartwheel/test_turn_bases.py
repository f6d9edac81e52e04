"""Airbases: who may base where and how many, damage, capture, mobile ones [6, H6]."""

from collections import Counter
from dataclasses import replace

import pytest

from pbem.systems.cartwheel import m06_mobile
from pbem.systems.cartwheel.events_turn import (
    BaseHit,
    BuildBegun,
    ControlPassed,
    FloatplaneEvacuated,
    MobileDismantled,
    MobileFinished,
)
from pbem.systems.cartwheel.facts import BaseLost
from pbem.systems.cartwheel.m06_bases import (
    capacity_problem,
    capture,
    control,
    escapes,
    hit_base,
    is_disrupted,
    is_operational,
    may_base,
    own_drm,
    place_of,
    public_drm,
)
from pbem.systems.cartwheel.m06_capacity import is_over, kind_at, told_as
from pbem.systems.cartwheel.map import air_distance
from pbem.systems.cartwheel.state import ALLIED, JAPANESE, Base, Game, Owed
from pbem.systems.cartwheel.system import CARTWHEEL
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    ashore,
    board,
    flying,
    hurt,
    moored,
    small_game,
    told,
)

NO_DICE = ScriptedDice()


def mobile(game: Game, base: str, hex_: str, **how: object) -> Game:
    """The game with a mobile base that works in a hex."""
    owner = CHARTS.bases[base].side
    return game.with_base(replace(Base(id=base, hex=hex_, owner=owner), **how))


def owned(game: Game, base: str, side: str) -> Game:
    """The game with a base and its hex in a side's hands."""
    held = replace(game.bases[base], owner=side)
    return replace(game.with_base(held), control=game.control.set(held.hex, side))


# --- capacity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "rule"),
    [
        pytest.param("BBF", "6.3.2", id="g29"),
        pytest.param("BBB", "", id="g30"),
        pytest.param("FB", "", id="g31"),
        pytest.param("FFF", "", id="g32 recon as F"),
        pytest.param("FFB", "6.3.2", id="g32 recon as B"),
        pytest.param("FFFF", "6.3.2", id="four alike"),
    ],
)
def test_g29_to_g32_a_mobile_base_holds_three_alike_or_two_of_any_type(
    kinds: str, rule: str
) -> None:
    assert capacity_problem(CHARTS, board(), "MJ1", kinds) == rule


def test_g32_a_recon_unit_counts_as_its_owner_says_at_a_minor_or_mobile_base() -> None:
    assert kind_at(CHARTS, "DIN-6", "MJ1", "F") == "F"
    assert kind_at(CHARTS, "DIN-6", "BUI", "B") == "B"
    assert kind_at(CHARTS, "DIN-6", "BUI") == "B"
    assert kind_at(CHARTS, "DIN-6", "RAB", "F") == ""
    assert kind_at(CHARTS, "DIN-6", "TRK", "F") == ""


def test_g33_a_fifth_unit_makes_a_base_of_four_over_full() -> None:
    assert not is_over(CHARTS, board(), "MUN", "FFBB")
    assert is_over(CHARTS, board(), "MUN", "FFFBB")
    assert capacity_problem(CHARTS, board(), "MUN", "FFFBB") == "6.3.1~"


@pytest.mark.parametrize(("kinds", "rule"), [("FFFF", "6.3.1~"), ("BBB", "6.3.1~"), ("FFFB", "")])
def test_a_fixed_base_limits_fighters_bombers_and_both(kinds: str, rule: str) -> None:
    assert capacity_problem(CHARTS, board(), "MUN", kinds) == rule


def test_a_box_holds_any_number_and_a_port_two_rufes() -> None:
    assert capacity_problem(CHARTS, board(), "TRK", "F" * 40) == ""
    assert capacity_problem(CHARTS, board(), "port:1203", "FF") == ""
    assert capacity_problem(CHARTS, board(), "port:1203", "FFF") == "H3.1"


def test_a_carrier_holds_its_air_number_less_when_it_is_reduced() -> None:
    whole = afloat(board(), "TRK", "IJN-CV1")
    assert capacity_problem(CHARTS, whole, "IJN-CV1", "FBB") == ""
    assert capacity_problem(CHARTS, whole, "IJN-CV1", "FFBB") == "H10.5"
    reduced = afloat(board(), "TRK", "IJN-CV1", steps=1)
    assert capacity_problem(CHARTS, reduced, "IJN-CV1", "FB") == "H10.5"


def test_g23_recon_is_told_fighters_and_bombers_and_nothing_else() -> None:
    units = ("A6M-201", "A6M-251", "A6M-253", "G4M-702", "G4M-705", "DIN-6")
    assert Counter(told_as(CHARTS, unit, "RAB") for unit in units) == {"F": 3, "B": 3}
    allied = ("P38-9", "P38-39", "BEAU-30", "B17-63", "B17-64", "C47-6")
    assert Counter(told_as(CHARTS, unit, "PM") for unit in allied) == {"F": 3, "B": 3}


def test_a_recon_unit_is_told_as_it_counts() -> None:
    assert told_as(CHARTS, "DIN-6", "BUI", "F") == "F"
    assert told_as(CHARTS, "DIN-6", "RAB", "F") == "B"


# --- who may base where --------------------------------------------------------------------------


def test_g34_no_heavy_bomber_bases_at_wewak() -> None:
    game = owned(board(), "WEW", ALLIED)
    assert may_base(CHARTS, game, "B24-319", "WEW") == "6.3.5~"
    assert may_base(CHARTS, game, "B25-69", "WEW") == ""


@pytest.mark.parametrize("base", ["PM", "AUS", "SOP"])
def test_g35_heavy_bombers_base_at_port_moresby_and_off_board(base: str) -> None:
    assert may_base(CHARTS, board(), "B24-319", base) == ""


@pytest.mark.parametrize(
    ("unit", "base"), [("KIT-75", "SOP"), ("F6F-33", "AUS"), ("F4U-124", "AUS")]
)
def test_g36_each_box_is_for_some_nations(unit: str, base: str) -> None:
    assert may_base(CHARTS, board(), unit, base) == "6.3.5~"


def test_g36_marines_base_in_the_south_pacific() -> None:
    assert may_base(CHARTS, board(), "F4U-124", "SOP") == ""


def test_g37_a_rufe_bases_at_the_port_of_wewak_and_not_at_its_airbase() -> None:
    assert may_base(CHARTS, board(), "RUF-802", "WEW") == "6.3.6~"
    assert may_base(CHARTS, board(), "RUF-802", "port:0503") == ""
    assert may_base(CHARTS, board(), "RUF-802", "port:0707") == "6.3.6~"
    assert may_base(CHARTS, board(), "RUF-802", "port:1104") == "6.3.6~"
    assert may_base(CHARTS, board(), "A6M-201", "port:1203") == "6.3.6~"


def test_a_rufe_bases_at_a_mobile_base_on_the_coast_alone() -> None:
    assert may_base(CHARTS, mobile(board(), "MJ1", "1104"), "RUF-802", "MJ1") == ""
    assert may_base(CHARTS, mobile(board(), "MJ1", "0203"), "RUF-802", "MJ1") == "6.3.6~"
    assert may_base(CHARTS, board(), "RUF-802", "TRK") == ""


def test_g48_nobody_bases_at_a_destroyed_base() -> None:
    assert may_base(CHARTS, board(), "A6M-201", "TOR") == "6.6.3"


def test_bases_of_the_enemy_and_unfinished_ones_take_nobody() -> None:
    assert may_base(CHARTS, board(), "A6M-201", "PM") == "6.3"
    game = mobile(board(), "MJ1", "1104", status="building")
    assert may_base(CHARTS, game, "A6M-201", "MJ1") == "6.5.2~"
    assert may_base(CHARTS, board(), "A6M-201", "MJ1") == "6.5.2~"
    assert may_base(CHARTS, board(), "A6M-201", "XXX") == "6.3"
    assert may_base(CHARTS, board(), "PBY-M", "PM") == "H4.1"


def test_carriers_take_some_models_of_their_own_side() -> None:
    game = afloat(board(), "1808", "TF36-CV")
    game = afloat(game, "TRK", "IJN-CV1")
    assert may_base(CHARTS, game, "F6F-12", "TF36-CV") == ""
    assert may_base(CHARTS, game, "P38-9", "TF36-CV") == "H10.5"
    assert may_base(CHARTS, game, "A6M-ZU", "IJN-CV1") == ""
    assert may_base(CHARTS, game, "A6M-201", "IJN-CV1") == "H10.5"
    assert may_base(CHARTS, game, "A6M-ZU", "TF36-CV") == "H10.5"
    sunk = afloat(board(), "", "TF36-CV", steps=0)
    assert may_base(CHARTS, sunk, "F6F-12", "TF36-CV") == "H10.5"


# --- damage --------------------------------------------------------------------------------------


def test_h18_7_five_hits_on_a_minor_base_that_has_one_destroy_it() -> None:
    game, events = hit_base(hurt(board(), "BUI", 1), "BUI", 5, "bombing", CHARTS)
    assert game.bases["BUI"].status == "destroyed"
    assert game.bases["BUI"].hits == 6
    assert game.points(ALLIED) == 2
    assert told(events, BaseHit)[0].effect == "destroyed"
    lost = told(events, BaseLost)[0]
    assert (lost.base, lost.hex, lost.owner, lost.how, lost.dice) == (
        "BUI", "1405", JAPANESE, "destroyed", ()
    )  # fmt: skip
    assert game.owed == (Owed(side=JAPANESE, kind="lost-base", place="BUI"),)


def test_a_major_base_is_disrupted_by_three_hits_and_destroyed_by_ten() -> None:
    game, events = hit_base(board(), "RAB", 2, "bombing", CHARTS)
    assert not is_disrupted(game.bases["RAB"], CHARTS)
    assert told(events, BaseHit)[0].effect == ""
    game, events = hit_base(game, "RAB", 1, "bombing", CHARTS)
    assert is_disrupted(game.bases["RAB"], CHARTS)
    assert told(events, BaseHit)[0].effect == "disrupted"
    game, events = hit_base(game, "RAB", 6, "bombing", CHARTS)
    assert (game.bases["RAB"].status, told(events, BaseHit)[0].effect) == ("working", "")
    game, _ = hit_base(game, "RAB", 3, "bombing", CHARTS)
    assert (game.bases["RAB"].status, game.bases["RAB"].hits) == ("destroyed", 10)
    assert game.points(ALLIED) == 6


def test_a_radar_goes_with_its_base() -> None:
    game = board().with_base(replace(board().bases["GUA"], radar=True))
    assert not hit_base(game, "GUA", 10, "bombing", CHARTS)[0].bases["GUA"].radar


def test_a_base_destroyed_by_a_raid_earns_nothing() -> None:
    game, _ = hit_base(hurt(board(), "BUI", 5), "BUI", 1, "raid", CHARTS)
    assert game.bases["BUI"].status == "destroyed"
    assert game.awards == ()
    game, _ = hit_base(hurt(board(), "BUI", 5), "BUI", 1, "bombardment", CHARTS)
    assert game.points(ALLIED) == 2


def test_g47_nothing_hurts_an_off_board_base_or_one_that_is_destroyed() -> None:
    assert hit_base(board(), "TRK", 20, "bombing", CHARTS) == (board(), ())
    assert hit_base(board(), "TOR", 3, "bombing", CHARTS) == (board(), ())
    assert hit_base(board(), "BUI", 0, "bombing", CHARTS) == (board(), ())
    assert not is_disrupted(board().bases["TRK"], CHARTS)


def test_g46_anti_aircraft_factors_of_bases() -> None:
    aa = CHARTS.base_aa
    assert aa("BUI", disrupted=False) == 2
    assert aa("MJ1", disrupted=False) == 2
    assert aa("RAB", disrupted=False) == 3
    assert aa("RAB", disrupted=True) == 1
    assert aa("MJ1", disrupted=False, building=True) == 0


def test_g42_any_hit_removes_an_unfinished_mobile_base() -> None:
    game = mobile(board(), "MJ1", "1104", status="building")
    game, events = hit_base(game, "MJ1", 1, "bombing", CHARTS)
    assert game.bases["MJ1"] == Base(id="MJ1", hex="", owner=JAPANESE, status="in-hand")
    assert told(events, BaseHit)[0].effect == "removed"
    assert (game.awards, game.owed) == ((), ())


def test_g44_a_mobile_base_destroyed_by_bombing_may_be_built_again() -> None:
    game, events = hit_base(mobile(board(), "MJ1", "1104"), "MJ1", 4, "bombing", CHARTS)
    assert game.bases["MJ1"] == Base(id="MJ1", hex="", owner=JAPANESE, status="in-hand")
    assert game.points(ALLIED) == 2
    assert told(events, BaseLost)[0].hex == "1104"
    assert [owed.kind for owed in game.owed] == ["lost-base"]


# --- capture -------------------------------------------------------------------------------------


def test_g49_units_of_a_captured_base_evacuate_and_it_is_disrupted() -> None:
    game = flying(small_game(), JAPANESE, "A6M-201", "D3A-582", "DIN-6")
    game = flying(game, ALLIED, "P38-9")
    game = flying(game, JAPANESE, "A6M-251", steps=0)
    game = game.with_base(board().bases["BUI"])
    game = replace(game, control=board().control)
    dice = ScriptedDice(
        {"6.6.5 evacuate BUI #1": 6, "6.6.5 evacuate BUI #2": 5, "6.6.5 evacuate BUI #3": 9}
    )
    game, events = control(game, "1405", ALLIED, CHARTS, dice, "ground")
    passed, lost = told(events, ControlPassed)[0], told(events, BaseLost)[0]
    assert (passed.bases, passed.removed, game.control["1405"]) == (("BUI",), (), ALLIED)
    assert (lost.owner, lost.how, lost.drm, lost.dice) == (JAPANESE, "captured", 0, (6, 5, 9))
    owed = Owed(side=JAPANESE, kind="lost-base", place="BUI", dice=(6, 5, 9), captured=True)
    assert game.owed == (owed,)
    assert escapes(CHARTS, "A6M-201", 6, 0)
    assert not escapes(CHARTS, "D3A-582", 5, 0)
    base = game.bases["BUI"]
    assert (base.owner, base.status, base.hits) == (ALLIED, "working", 2)
    assert is_operational(base)
    assert is_disrupted(base, CHARTS)
    assert may_base(CHARTS, game, "P38-9", "BUI") == ""


def test_g51_a_loaded_bomber_evacuates_with_its_printed_rating() -> None:
    assert CHARTS.air["D3A-582"].model.sr == 4
    assert not escapes(CHARTS, "D3A-582", 5, 0)
    assert escapes(CHARTS, "D3A-582", 4, 0)


def test_g50_evacuation_is_within_printed_range() -> None:
    assert air_distance(CHARTS, "0707", "1203") == 6
    assert CHARTS.air["KI43-59a"].model.range == 5


def test_h18_10_a_corsair_leaves_a_disrupted_base_with_a_six_and_not_with_a_seven() -> None:
    base = hurt(board(), "GUA", 3).bases["GUA"]
    drm = public_drm(base, CHARTS, "ground")
    drm += own_drm(CHARTS, "F4U-124", disrupted=False, flown=False)
    assert drm == 2
    assert escapes(CHARTS, "F4U-124", 6, drm)
    assert not escapes(CHARTS, "F4U-124", 7, drm)


def test_every_condition_of_the_evacuation_table_counts() -> None:
    base = replace(hurt(board(), "GUA", 3).bases["GUA"], supplied=False)
    assert public_drm(base, CHARTS, "drop") == 4
    assert own_drm(CHARTS, "C47-6", disrupted=True, flown=True) == 1
    assert own_drm(CHARTS, "F5-8", disrupted=False, flown=False) == -1
    assert escapes(CHARTS, "B24-319", 1, 4)
    assert not escapes(CHARTS, "F4U-124", 10, -1)


def test_a_destroyed_base_changes_hands_and_stays_destroyed() -> None:
    game, events = capture(board(), "1404", ALLIED, CHARTS, NO_DICE, "ground")
    assert (game.bases["TOR"].owner, game.bases["TOR"].status) == (ALLIED, "destroyed")
    assert (events, game.owed) == ((), ())


def test_control_brings_all_bases_of_a_hex_and_loses_supplies_and_radar() -> None:
    game = replace(small_game(), bases=board().bases, control=board().control)
    game = game.with_base(replace(game.bases["LAE"], radar=True))
    game = replace(game, supplies=game.supplies.update({"japanese/0705": 2, "allied/0707": 1}))
    game, events = control(game, "0705", ALLIED, CHARTS, NO_DICE, "ground")
    assert told(events, ControlPassed)[0].bases == ("LAE", "NAD")
    assert told(events, ControlPassed)[0].supplies == 2
    assert {id_: game.bases[id_].owner for id_ in ("LAE", "NAD")} == {"LAE": ALLIED, "NAD": ALLIED}
    assert (game.bases["LAE"].status, game.bases["NAD"].status) == ("working", "destroyed")
    assert not game.bases["LAE"].radar
    assert dict(game.supplies) == {"allied/0707": 1}


def test_control_of_an_own_hex_changes_nothing() -> None:
    assert control(board(), "0707", ALLIED, CHARTS, NO_DICE, "ground") == (board(), ())


@pytest.mark.parametrize("status", ["working", "building"])
def test_g43_a_mobile_base_whose_hex_is_taken_is_lost_for_ever(status: str) -> None:
    game = replace(small_game(), bases=board().bases, control=board().control)
    game = mobile(game, "MA1", "1106", status=status)
    game, events = control(game, "1106", JAPANESE, CHARTS, NO_DICE, "ground")
    assert game.bases["MA1"].status == "lost"
    assert told(events, ControlPassed)[0].removed == ("MA1",)
    assert told(events, ControlPassed)[0].bases == ("KIR",)
    lost = [event.base for event in told(events, BaseLost)]
    assert lost == (["KIR", "MA1"] if status == "working" else ["KIR"])
    assert m06_mobile.may_build(game, ALLIED, "MA1", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.may_build(game, ALLIED, "MA2", "0707", CHARTS) == ""


@pytest.mark.parametrize(("die", "port"), [(5, "1304"), (6, "")])
def test_a_rufe_leaves_a_port_that_is_taken_for_the_nearest_other(die: int, port: str) -> None:
    game = flying(small_game(), JAPANESE, "RUF-802")
    game = replace(game, control=board().control)
    game = moored(game, "1203", "RUF-802")
    dice = ScriptedDice({"6.6.5 evacuate port:1203 #1": die})
    game, events = control(game, "1203", ALLIED, CHARTS, dice, "ground")
    assert told(events, FloatplaneEvacuated)[0].place == (f"port:{port}" if port else "")
    if port:
        plane = game.floatplanes["RUF-802"]
        assert (plane.hex, plane.flown, plane.steps) == (port, True, 2)
    else:
        assert game.air["RUF-802"].steps == 0
        assert "RUF-802" not in game.floatplanes
        assert game.turn.eleventh_lost == ("RUF-802",)


# --- mobile bases --------------------------------------------------------------------------------


def test_g38_there_is_no_fourth_allied_mobile_base() -> None:
    game = board()
    for base, hex_ in (("MA1", "0806"), ("MA2", "1007"), ("MA3", "1006")):
        game = mobile(game, base, hex_)
    assert m06_mobile.may_build(game, ALLIED, "MA3", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.may_build(game, ALLIED, "MA4", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.may_build(game, ALLIED, "MJ1", "0707", CHARTS) == "6.2.4~"


def test_g39_two_mobile_bases_in_a_hex_are_too_many() -> None:
    game = mobile(board(), "MJ1", "1104", status="building")
    assert m06_mobile.may_build(game, JAPANESE, "MJ2", "1104", CHARTS) == "6.5.1~"


@pytest.mark.parametrize(
    ("hex_", "rule"),
    [
        pytest.param("0706", "6.5a", id="mountain"),
        pytest.param("0705", "6.5a", id="under enemy control"),
        pytest.param("0406", "6.5a", id="under nobody's control"),
        pytest.param("0901", "6.5a", id="open sea"),
        pytest.param("9999", "6.5a", id="no hex"),
        pytest.param("0405", "6.2.4~", id="without supply"),
        pytest.param("0806", "", id="fit"),
    ],
)
def test_g40_where_a_mobile_base_may_be_begun(hex_: str, rule: str) -> None:
    game = replace(board(), control=board().control.without("0505", "0406", "0506", "0306"))
    game = replace(game, control=game.control.set("0405", ALLIED).set("0806", ALLIED))
    if hex_ == "0405":
        assert not CHARTS.hexes[hex_].terrain.mountain
    assert m06_mobile.may_build(game, ALLIED, "MA1", hex_, CHARTS) == rule


def test_g41_a_mobile_base_is_finished_in_the_regroup_phase() -> None:
    game, events = m06_mobile.build(board(), JAPANESE, "MJ1", "1104", CHARTS)
    assert told(events, BuildBegun)[0].hex == "1104"
    assert may_base(CHARTS, game, "A6M-201", "MJ1") == "6.5.2~"
    game, events = m06_mobile.finish(game)
    assert told(events, MobileFinished)[0].bases == ("MJ1",)
    assert may_base(CHARTS, game, "A6M-201", "MJ1") == ""
    assert place_of(game, "MJ1") == "1104"
    assert m06_mobile.finish(game) == (game, ())


def test_g45_a_mobile_base_is_dismantled_only_undisrupted() -> None:
    game = mobile(board(), "MJ1", "1104", hits=2)
    assert m06_mobile.may_dismantle(game, JAPANESE, "MJ1", CHARTS) == "6.5.4~"
    assert m06_mobile.may_dismantle(game, JAPANESE, "BUI", CHARTS) == "6.5.4~"
    assert m06_mobile.may_dismantle(game, JAPANESE, "MJ2", CHARTS) == "6.5.4~"
    game = m06_mobile.will_dismantle(game, ["MJ1"])
    stays, events = m06_mobile.dismantle(game, CHARTS)
    assert (stays.bases["MJ1"].status, stays.turn.dismantle) == ("working", ())
    assert [line.text for event in events for line in CARTWHEEL.wording(event, CHARTS)] == [
        "Japanese mobile base 1 (MJ1) is not dismantled: it is disrupted or lost [6.5.4~]."
    ]
    game = hurt(game, "MJ1", 1)
    assert m06_mobile.may_dismantle(game, JAPANESE, "MJ1", CHARTS) == ""
    assert m06_mobile.may_dismantle(game, ALLIED, "MJ1", CHARTS) == "6.5.4~"
    game, events = m06_mobile.dismantle(game, CHARTS)
    assert told(events, MobileDismantled)[0].hex == "1104"
    assert game.bases["MJ1"].status == "in-hand"


def test_where_bases_ships_and_ports_are() -> None:
    game = ashore(afloat(board(), "1808", "TF36-CV"), "1807", "GAR-GUA")
    assert place_of(game, "TF36-CV") == "1808"
    assert place_of(game, "port:1203") == "1203"
    assert place_of(game, "TRK") == "TRK"
    assert place_of(game, "MJ1") == ""
    assert place_of(game, "nowhere") == ""
