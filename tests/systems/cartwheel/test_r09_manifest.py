"""What an opened mission item may not say: such units stay behind and the breach is told."""

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.rules.r09_manifest import lawful
from pbem.systems.cartwheel.rules.r09_mission import cancel
from pbem.systems.cartwheel.table.events_air import Fired, FlakFired, ManifestBreached, RaidSeen
from pbem.systems.cartwheel.table.events_charts import MissionOver
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Band, Flier, Raid
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    MEDIUM,
    aloft,
    escort,
    flown,
    met,
    raid,
    striker,
    transport,
)
from tests.systems.cartwheel.tabletop import CHARTS, afloat, ashore, board, moored, told

LIBERATOR = striker("B24-319", "precision", "base:RAB")


def cited(game: Game, raid_: Raid) -> list[tuple[str, str]]:
    return [(one.unit, one.cited) for one in lawful(game, raid_, CHARTS).breaches]


def one(band: Band, flier: Flier, hex_: str = "1203", kind: str = "strike") -> Raid:
    return raid(hex_, band, flier, kind=kind)


@pytest.mark.parametrize(
    ("band", "flier", "rule"),
    [
        (HIGH, striker("B24-999", "precision", "base:RAB"), "H9.1.1"),
        (HIGH, striker("G4M-702", "regular", "base:RAB"), "H9.1.1"),
        (HIGH, striker("B24-319", "precision", "base:RAB", steps=3), "2.2b"),
        (HIGH, striker("P38-9", "strafe", "base:RAB"), "2.2.2f~"),
        (HIGH, striker("F5-8", "regular", "base:RAB", steps=1), "H9.1"),
        (MEDIUM, striker("B24-319", "precision", "base:RAB"), "H9.10.1"),
        (HIGH, striker("B25-69", "precision", "base:RAB"), "H9.10.1"),
        (LOW, striker("B25-69", "strafe", "base:RAB"), "H9.10.1"),
        (LOW, striker("BEAU-30", "strafe", "base:RAB"), "2.2.2i~"),
        (LOW, striker("TBF-143", "torpedo", "base:RAB"), "H9.10.1"),
        (LOW, striker("P40-7", "strafe", "port:1203"), "2.2.2f~"),
        (LOW, striker("P40-7", "strafe", "naval:IJN-CA1"), "2.2.2f~"),
        (LOW, striker("TBF-143", "torpedo", "naval:US-CA1"), "H9.6"),
        (LOW, striker("TBF-143", "torpedo", "naval:SS1"), "H10.6"),
        (HIGH, striker("B24-319", "precision", "base:TRK"), "6.6.1~"),
        (HIGH, striker("B24-319", "precision", "base:KAV"), "H9.6"),
        (HIGH, striker("B24-319", "precision", "ground:1002"), "H9.6"),
        (HIGH, striker("B24-319", "precision", "Rabaul"), "H9.6"),
        (HIGH, transport("C47-6", "supply"), "H9.1"),
    ],
)
def test_units_that_may_not_strike(band: Band, flier: Flier, rule: str) -> None:
    game = afloat(board(), "1203", "IJN-CA1", "US-CA1", "SS1")
    assert cited(game, one(band, flier)) == [(flier.unit, rule)]


@pytest.mark.parametrize("unit", ["P40-7", "B25S-90"])
@pytest.mark.parametrize("target", ["naval:DAI1", "naval:IJN-CA1", "port:1203"])
def test_2_2_2i_2_2_2f_strafers_spare_ships_and_ports(unit: str, target: str) -> None:
    """Strafing is for ground targets [2.2.2f~, H9.10.1]."""
    game = afloat(board(), "1203", "DAI1", "IJN-CA1")
    assert cited(game, one(LOW, striker(unit, "strafe", target))) == [(unit, "2.2.2f~")]


def test_special_bombers_bomb_regularly() -> None:
    game = board()
    assert cited(game, one(MEDIUM, striker("SBD-132", "regular", "base:RAB"))) == []


def test_6_6_1_truk_is_no_target() -> None:
    assert cited(board(), one(HIGH, striker("B24-319", "precision", "base:TRK"), "1101")) == [
        ("B24-319", "6.6.1~")
    ]


@pytest.mark.parametrize(
    ("status", "rule"),
    [
        ({"arrived": False}, "H9.1.1"),
        ({"steps": 0}, "H9.1.1"),
        ({"flew": 1}, "3.0c"),
        ({"seen": 1, "disrupted": True}, "H9.1.1"),
        ({"seen": 0, "disrupted": True}, ""),
    ],
)
def test_units_that_publicly_cannot_fly(status: dict[str, object], rule: str) -> None:
    game = board()
    game = game.with_air((replace(game.air["B24-319"], **status),))
    assert cited(game, one(HIGH, LIBERATOR)) == ([("B24-319", rule)] if rule else [])


def test_6_4b_a_fighter_that_has_flown_is_no_escort() -> None:
    game = board()
    game = game.with_air((replace(game.air["P38-9"], flew=1),))
    assert cited(game, raid("1203", HIGH, LIBERATOR, escort("P38-9"))) == [("P38-9", "6.4b")]


def test_5_2d_the_11th_flies_only_when_it_is_committed() -> None:
    game = board()
    japanese = replace(one(MEDIUM, escort("A6M-ZU"), "1606", "sweep"), side="japanese")
    assert cited(game, japanese) == []
    stood_down = game.with_turn(replace(game.turn, eleventh="no"))
    assert cited(stood_down, japanese) == [("A6M-ZU", "5.2d")]


def test_6_3_6_a_rufe_with_a_flown_marker_stays() -> None:
    game = moored(board(), "1405", "RUF-802")
    rufe = replace(one(MEDIUM, escort("RUF-802"), "1606", "sweep"), side="japanese")
    assert cited(game, rufe) == []
    plane = replace(game.floatplanes["RUF-802"], flown=True)
    marked = replace(game, floatplanes=game.floatplanes.set("RUF-802", plane))
    assert cited(marked, rufe) == [("RUF-802", "6.3.6~")]


def test_h9_1_escorts_are_fighters_and_a_sweep_has_no_strikers() -> None:
    assert cited(board(), raid("1203", HIGH, LIBERATOR, escort("B17-63"))) == [("B17-63", "H9.1")]
    assert cited(board(), one(HIGH, LIBERATOR, kind="sweep")) == [("B24-319", "H9.1")]
    assert cited(board(), one(MEDIUM, escort("BEAU-30"), kind="sweep")) == []


def test_h9_1_3_more_or_fewer_than_announced() -> None:
    raid_ = raid("1203", HIGH, LIBERATOR, striker("B24-320", "precision", "base:RAB"))
    assert cited(board(), replace(raid_, strikers=1)) == [("B24-320", "H9.1.3")]
    assert cited(board(), replace(raid_, strikers=3)) == [("", "H9.1.3")]
    twice = raid("1203", HIGH, LIBERATOR, LIBERATOR)
    assert cited(board(), twice) == [("B24-319", "H9.1.3")]


def test_h9_6_at_most_three_targets() -> None:
    game = afloat(board(), "1203", "MARU1", "MARU2", "IJN-CA1")
    aims = ("base:RAB", "naval:MARU1", "naval:MARU2", "naval:IJN-CA1")
    units = ("B24-319", "B24-320", "B24-321", "B24-372")
    raid_ = raid(
        "1203", HIGH, *(striker(u, "precision", aim) for u, aim in zip(units, aims, strict=True))
    )
    assert cited(game, raid_) == [("B24-372", "H9.6")]


def test_h5_1_1_an_ace_that_is_not_there() -> None:
    raid_ = raid("1203", HIGH, LIBERATOR, escort("P38-9"), ace="P38-9")
    assert cited(board(), raid_) == [("P38-9", "H5.1.1")]
    assert lawful(board(), raid_, CHARTS).manifest.ace == ""


# --- airdrops ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "cargo", "rule"),
    [
        ("0705", "PIR-503", ""),
        ("0706", "PIR-503", "H11.6"),
        ("1101", "PIR-503", "H11.6"),
        ("1707", "PIR-503", "H11.6"),
        ("0706", "supply", ""),
        ("0705", "41-162", "H9.1"),
        ("0705", "", "H9.1"),
    ],
)
def test_h11_6_where_paratroops_can_jump(hex_: str, cargo: str, rule: str) -> None:
    """Land, no inland mountain, in reach of a C-47 from where they stand."""
    game = ashore(board(), "0707", "PIR-503")
    raid_ = one(LOW, transport("C47-6", cargo), hex_, "airdrop")
    assert cited(game, raid_) == ([("C47-6", rule)] if rule else [])


def test_h11_6_paratroops_that_are_not_ready() -> None:
    raid_ = one(LOW, transport("C47-6", "PIR-503"), "0705", "airdrop")
    assert cited(ashore(board(), "0707", "PIR-503", disrupted=True), raid_) == [("C47-6", "H11.6")]
    assert cited(ashore(board(), "AUS", "PIR-503"), raid_) == [("C47-6", "H11.6")]
    assert cited(ashore(board(), "0807", "PIR-503"), raid_) == [("C47-6", "H11.6")], "no airbase"
    assert cited(ashore(board(), "0806", "PIR-503"), raid_) == [], "Dobodura"
    assert cited(board(), raid_) == [("C47-6", "H11.6")]
    both = raid(
        "0705", LOW, transport("C47-22", "PIR-503"), transport("C47-6", "PIR-503"), kind="airdrop"
    )
    assert cited(ashore(board(), "0707", "PIR-503"), both) == [("C47-6", "H9.1")]


# --- what becomes of the mission -----------------------------------------------------------------


def test_who_may_not_fly_stays_and_the_others_go() -> None:
    raid_ = raid("1203", HIGH, LIBERATOR, striker("B24-320", "skip", "base:RAB"))
    dice = {"9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 1}
    game, events = flown(board(), raid_, dice)
    assert [(e.unit, e.cited) for e in told(events, ManifestBreached)] == [("B24-320", "H9.10.1")]
    assert [flier.unit for flier in told(events, RaidSeen)[0].fliers] == ["B24-319"]
    assert [fate.unit for fate in told(events, MissionOver)[0].fates] == ["B24-319"]
    assert (game.air["B24-319"].flew, game.air["B24-320"].flew) == (1, 0)


def test_without_a_striker_the_escorts_stay_too() -> None:
    """The interceptors were up nevertheless, and are Flown [H9.4.5]."""
    raid_ = met(
        raid("1203", HIGH, striker("B24-319", "skip", "base:RAB"), escort("P38-9")),
        aloft("A6M-201", "RAB"),
    )
    game, events = flown(board(), raid_, {})
    assert not told(events, Fired)
    (over,) = told(events, MissionOver)
    assert over.cancelled
    assert [(fate.unit, fate.flew) for fate in over.fates] == [
        ("B24-319", False),
        ("P38-9", False),
        ("A6M-201", True),
    ]
    assert (game.air["P38-9"].flew, game.air["A6M-201"].flew) == (0, 1)


def test_an_item_that_means_nothing_cancels_the_mission() -> None:
    raid_ = replace(one(HIGH, LIBERATOR), manifest=None)
    _, events = flown(board(), raid_, {})
    assert [(e.unit, e.cited) for e in told(events, ManifestBreached)] == [("", "H9.1.3")]
    assert told(events, MissionOver)[0].cancelled


def test_h8_4_a_cancelled_mission_leaves_its_units_ready() -> None:
    game, events = cancel(board(), one(HIGH, LIBERATOR))
    (over,) = told(events, MissionOver)
    assert over.cancelled
    assert [(fate.unit, fate.flew) for fate in over.fates] == [("B24-319", False)]
    assert game.air["B24-319"] == board().air["B24-319"]
    game, events = cancel(board(), replace(one(HIGH, LIBERATOR), manifest=None))
    assert told(events, MissionOver)[0].fates == ()


def test_a_unit_hit_since_its_item_was_sealed_flies_with_what_it_has() -> None:
    game = board()
    game = game.with_air((replace(game.air["B24-319"], seen=1, steps=1),))
    dice = {"9.9 aa t1m1 B24-319": 9, "9.10 bomb t1m1 B24-319": 1}
    game, events = flown(game, one(HIGH, LIBERATOR), dice)
    assert told(events, FlakFired)[0].harm.disrupts
    assert told(events, MissionOver)[0].fates[0].steps == 1
