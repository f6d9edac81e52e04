"""Who goes home from an air battle, and who does not [H9.8]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_battle import Wing
from pbem.systems.cartwheel.rules.r09_combat import had_enough
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import BreakTried, Fired
from tests.systems.cartwheel.airbattle import bombers, ends, fates, sweep
from tests.systems.cartwheel.airfield import (
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
from tests.systems.cartwheel.tabletop import CHARTS, board, told

# --- who goes home -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doctrine", "states", "enough"),
    [
        ("half", "ok ok D D", False),
        ("half", "ok D D D", True),
        ("half", "ok D", False),
        ("half", "ok D D", True),
        ("half", "reduced reduced", False),
        ("any", "ok reduced", True),
        ("any", "ok D", True),
        ("any", "ok ok", False),
        ("never", "D D", False),
    ],
)
def test_h9_8_2_doctrines(doctrine, states, enough) -> None:
    wing = Wing(unit="P40-7", role="escort", start=2, steps=2, band=2)
    status = {"ok": {}, "D": {"disrupted": True}, "reduced": {"steps": 1}}
    wings = [replace(wing, unit=f"{k}", **status[word]) for k, word in enumerate(states.split())]
    assert had_enough(wings, doctrine) is enough


def test_h9_8_3_an_aborted_raid_is_followed_for_one_more_round() -> None:
    """Interceptors that went for escorts now go for the bombers, which have no bombs any more."""
    raid_ = met(
        raid("1203", MEDIUM, escort("P38-9"), *bombers("B25-69", "B25-70", "B25-71")),
        *(aloft(unit, "RAB") for unit in ("KI61-68a", "A6M-201", "A6M-251", "A6M-253")),
        disengage_at="never",
    )
    dice = {
        "9.7 break t1m1 r1 KI61-68a": 1,
        "9.7 fire t1m1 r1 KI61-68a>P38-9": 1,
        "9.7 fire t1m1 r1 P38-9>KI61-68a": 1,
        "9.7 fire t1m1 r1 A6M-201>B25-69": 7,
        "9.7 fire t1m1 r1 A6M-251>B25-70": 7,
        "9.7 fire t1m1 r1 A6M-253>B25-71": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 1,
        "9.7 fire t1m1 r1 B25-70>A6M-251": 1,
        "9.7 fire t1m1 r1 B25-71>A6M-253": 1,
        "9.7 break t1m1 r2 KI61-68a": 1,
        "9.7 fire t1m1 r2 KI61-68a>P38-9": 1,
        "9.7 fire t1m1 r2 P38-9>KI61-68a": 1,
        "9.7 fire t1m1 r2 A6M-201>B25-71": 1,
        "9.7 fire t1m1 r2 A6M-251>B25-71": 1,
        "9.7 fire t1m1 r2 A6M-253>B25-71": 1,
        "9.7 fire t1m1 r2 B25-71>A6M-201": 1,
    }
    game, events = flown(board(), raid_, dice)
    first, second = ends(events)
    assert first.left == ("B25-69", "B25-70")
    assert (first.aborted, first.jettisoned) == (True, ("B25-69", "B25-70", "B25-71"))
    assert second.jettisoned == ()
    said = [line.text for event in events for line in CARTWHEEL.wording(event, CHARTS)]
    assert said.count("The raid turns back [H9.8.2].") == 1
    assert game.bases["RAB"].hits == 0
    assert fates(events)["B25-71"].flew


def test_h9_8_2_both_have_enough_and_nobody_follows() -> None:
    raid_ = met(
        raid("1203", MEDIUM, *bombers("B25-69"), abort_at="any"),
        aloft("A6M-201", "RAB"),
        disengage_at="any",
    )
    dice = {"9.7 fire t1m1 r1 A6M-201>B25-69": 7, "9.7 fire t1m1 r1 B25-69>A6M-201": 7}
    _, events = flown(board(), raid_, dice)
    assert [(over.round, over.disengaged, over.aborted) for over in ends(events)] == [
        (1, True, True)
    ]


def test_h9_8_2_escorts_lost_turn_no_strike_back() -> None:
    raid_ = met(
        raid("1203", MEDIUM, escort("P40-7"), *bombers("B25-69"), abort_at="any"),
        aloft("KI61-68a", "RAB"),
        go_for="escorts",
        disengage_at="never",
    )
    dice = {
        "9.7 fire t1m1 r1 KI61-68a>P40-7": 7,
        "9.7 fire t1m1 r2 KI61-68a>B25-69": 1,
        "9.7 fire t1m1 r2 B25-69>KI61-68a": 1,
        "9.9 aa t1m1 B25-69": 1,
        "9.10 bomb t1m1 B25-69": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert [over.aborted for over in ends(events)] == [False, False]


def test_h9_8_3_a_raid_that_has_had_enough_after_round_2_does_not_bomb() -> None:
    raid_ = met(
        raid("1203", MEDIUM, *bombers("B25-69"), abort_at="any"),
        aloft("A6M-201", "RAB"),
        disengage_at="never",
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-201>B25-69": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 1,
        "9.7 fire t1m1 r2 A6M-201>B25-69": 9,
        "9.7 fire t1m1 r2 B25-69>A6M-201": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert [over.aborted for over in ends(events)] == [False, True]
    assert fates(events)["B25-69"].steps == 1


def test_h9_7_1_strafing_fighters_are_strikers_and_screen_nobody() -> None:
    raid_ = met(
        raid("1203", LOW, striker("P40-7", "strafe", "base:RAB")),
        aloft("A6M-201", "RAB"),
        disengage_at="any",
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-201>P40-7": 1,
        "9.7 fire t1m1 r1 P40-7>A6M-201": 6,
        "9.9 aa t1m1 P40-7": 1,
        "9.10 ground t1m1 RAB #1": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert not told(events, BreakTried)


def test_h11_6_a_transport_cannot_fire_back() -> None:
    raid_ = met(
        raid("0705", LOW, transport("C47-6", "supply"), kind="airdrop", abort_at="never"),
        aloft("A6M-201", "RAB"),
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-201>C47-6": 1,
        "9.7 fire t1m1 r2 A6M-201>C47-6": 4,
    }
    game, events = flown(board(), raid_, dice)
    assert fates(events)["C47-6"].disrupted
    assert game.supplies == FrozenMap()


def test_h5_1_1_an_ace_dies_with_his_unit() -> None:
    game = replace(board(), aces=FrozenMap({"allied": 1, "japanese": 2}))
    raid_ = met(
        raid("1203", MEDIUM, replace(escort("P40-7"), steps=1), kind="sweep", ace="P40-7"),
        aloft("A6M-201", "RAB"),
        ace="A6M-201",
    )
    dice = {"9.7 fire t1m1 r1 A6M-201>P40-7": 9, "9.7 fire t1m1 r1 P40-7>A6M-201": 1}
    game, events = flown(game, raid_, dice)
    assert told(events, Fired)[0].score.terms["ace"] == 2
    assert told(events, Fired)[0].score.terms["enemy ace"] == -1
    assert game.aces == FrozenMap({"allied": 0, "japanese": 2})


def test_5_2e_an_aircraft_of_the_11th_that_is_lost_is_noted_once() -> None:
    raid_ = met(sweep("P38-9"), aloft("A6M-ZU", "RAB", steps=1))
    game, _ = flown(board(), raid_, {"9.7 fire t1m1 r1 P38-9>A6M-ZU": 10})
    assert game.turn.eleventh_lost == ("A6M-ZU",)
    assert game.points("allied") == 0, "it is paid by 5.2e, in 14.2"
