"""Aerial combat: who meets whom, and who fires when [H9.7]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_battle import Wing
from pbem.systems.cartwheel.rules.r09_combat import fire_terms
from pbem.systems.cartwheel.table.events_air import BreakTried, Fired
from tests.systems.cartwheel.airbattle import STEP, D, bombers, ends, fates, shots, sweep
from tests.systems.cartwheel.airfield import (
    HIGH,
    MEDIUM,
    aloft,
    escort,
    flown,
    met,
    raid,
    striker,
)
from tests.systems.cartwheel.tabletop import CHARTS, board, told

# --- who meets whom ------------------------------------------------------------------------------


def test_h9_7_3_in_a_sweep_all_fight_in_order_of_speed_and_wrap_around() -> None:
    """Three interceptors, two fighters: the third meets the first again, which fires but once."""
    raid_ = met(
        sweep("P38-9", "P40-7", abort_at="never"),
        *(aloft(unit, "RAB") for unit in ("A6M-253", "KI61-68a", "A6M-201")),
        disengage_at="never",
    )
    first = {
        "9.7 fire t1m1 r1 KI61-68a>P38-9": 1,
        "9.7 fire t1m1 r1 P38-9>KI61-68a": 1,
        "9.7 fire t1m1 r1 A6M-201>P40-7": 1,
        "9.7 fire t1m1 r1 P40-7>A6M-201": 1,
        "9.7 fire t1m1 r1 A6M-253>P38-9": 1,
    }
    second = {label.replace(" r1 ", " r2 "): 1 for label in first}
    _, events = flown(board(), raid_, first | second)
    assert shots(events)[:5] == [
        (1, "KI61-68a", "P38-9"),
        (1, "P38-9", "KI61-68a"),
        (1, "A6M-201", "P40-7"),
        (1, "P40-7", "A6M-201"),
        (1, "A6M-253", "P38-9"),
    ]
    assert not told(events, BreakTried)


def test_h9_7_3_two_break_dice_one_through_one_unscreened() -> None:
    """Two escorts, three interceptors: one breaks through, one fights, the third has no escort."""
    raid_ = met(
        raid("1203", MEDIUM, escort("P38-9"), escort("P40-7"), *bombers("B25-69", "B26-19")),
        *(aloft(unit, "RAB") for unit in ("A6M-201", "A6M-251", "A6M-253")),
        disengage_at="any",
    )
    dice = {
        "9.7 break t1m1 r1 A6M-201": 9,
        "9.7 break t1m1 r1 A6M-251": 7,
        "9.7 fire t1m1 r1 A6M-251>P40-7": 1,
        "9.7 fire t1m1 r1 P40-7>A6M-251": 6,
        "9.7 fire t1m1 r1 A6M-201>B25-69": 1,
        "9.7 fire t1m1 r1 A6M-253>B26-19": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 1,
        "9.7 fire t1m1 r1 B26-19>A6M-253": 1,
        "9.9 aa t1m1 B25-69": 1,
        "9.9 aa t1m1 B26-19": 1,
        "9.10 bomb t1m1 B25-69": 1,
        "9.10 bomb t1m1 B26-19": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert [(e.unit, e.escort, e.score.total, e.through) for e in told(events, BreakTried)] == [
        ("A6M-201", "P38-9", 8, True),
        ("A6M-251", "P40-7", 7, False),
    ]
    assert [over.left for over in ends(events)] == [("A6M-251",)]


def test_h9_7_3_height_helps_to_break_through() -> None:
    raid_ = met(
        raid("1203", MEDIUM, escort("P38-9"), *bombers("B25-69")),
        aloft("A6M-201", "RAB", 3),
        disengage_at="any",
    )
    dice = {
        "9.7 break t1m1 r1 A6M-201": 8,
        "9.7 fire t1m1 r1 A6M-201>B25-69": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 7,
        "9.9 aa t1m1 B25-69": 1,
        "9.10 bomb t1m1 B25-69": 1,
    }
    _, events = flown(board(), raid_, dice)
    (tried,) = told(events, BreakTried)
    assert tried.score.terms == FrozenMap({"SR": 6, "escort's SR": -7, "higher": 1})
    assert tried.through


def test_h9_1_4_top_cover_lifts_escorts_above_interceptors_but_no_sweep() -> None:
    cover = met(
        raid("1203", MEDIUM, escort("P38-9"), *bombers("B25-69"), top_cover=True),
        aloft("A6M-201", "RAB", 3),
    )
    dice = {
        "9.7 break t1m1 r1 A6M-201": 8,
        "9.7 fire t1m1 r1 P38-9>A6M-201": 10,
        "9.9 aa t1m1 B25-69": 1,
        "9.10 bomb t1m1 B25-69": 1,
    }
    _, events = flown(board(), cover, dice)
    assert "higher" not in told(events, BreakTried)[0].score.terms
    swept = met(sweep("P38-9", top_cover=True), aloft("A6M-201", "RAB", 2))
    _, events = flown(board(), swept, {"9.7 fire t1m1 r1 P38-9>A6M-201": 10})
    assert "higher" not in told(events, Fired)[0].score.terms


def test_h9_7_3_going_for_the_escorts() -> None:
    raid_ = met(
        raid("1203", MEDIUM, escort("P38-9"), *bombers("B25-69")),
        aloft("A6M-201", "RAB"),
        go_for="escorts",
    )
    dice = {
        "9.7 fire t1m1 r1 P38-9>A6M-201": 5,
        "9.9 aa t1m1 B25-69": 1,
        "9.10 bomb t1m1 B25-69": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert shots(events) == [(1, "P38-9", "A6M-201")]


def test_h9_7_2_bombers_are_attacked_from_the_weakest_on_and_around_again() -> None:
    """Four through, two bombers: the DF 3 first, twice each; each fires back at its first only."""
    zeros = ("A6M-201", "A6M-251", "A6M-253", "A6M-582")
    raid_ = met(
        raid("1203", HIGH, *bombers("B24-319", "B25-69")),
        *(aloft(unit, "RAB") for unit in zeros),
        disengage_at="any",
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-201>B25-69": 1,
        "9.7 fire t1m1 r1 A6M-251>B24-319": 1,
        "9.7 fire t1m1 r1 A6M-253>B25-69": 1,
        "9.7 fire t1m1 r1 A6M-582>B24-319": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 7,
        "9.7 fire t1m1 r1 B24-319>A6M-251": 1,
        "9.9 aa t1m1 B24-319": 1,
        "9.9 aa t1m1 B25-69": 1,
        "9.10 bomb t1m1 B24-319": 1,
        "9.10 bomb t1m1 B25-69": 1,
    }
    _, events = flown(board(), raid_, dice)
    assert {shot for shot in shots(events) if shot[1].startswith("B")} == {
        (1, "B25-69", "A6M-201"),
        (1, "B24-319", "A6M-251"),
    }


# --- who fires when ------------------------------------------------------------------------------


def test_h9_7_4_equal_speed_fires_at_the_same_time() -> None:
    """Both P-40 and Zero are hit: neither shot comes too late."""
    raid_ = met(sweep("P40-7"), aloft("A6M-201", "RAB"), disengage_at="any")
    dice = {"9.7 fire t1m1 r1 A6M-201>P40-7": 10, "9.7 fire t1m1 r1 P40-7>A6M-201": 10}
    _, events = flown(board(), raid_, dice)
    assert [shot.harm for shot in told(events, Fired)] == [STEP, STEP]


def test_h9_7_4_the_slower_does_not_fire_when_it_is_disrupted() -> None:
    raid_ = met(sweep("P38-9"), aloft("A6M-201", "RAB"))
    _, events = flown(board(), raid_, {"9.7 fire t1m1 r1 P38-9>A6M-201": 5})
    assert shots(events) == [(1, "P38-9", "A6M-201")]
    assert fates(events)["A6M-201"].disrupted


def test_cr20_a_disrupted_escort_is_still_there_until_the_round_ends() -> None:
    """The second interceptor hits it again: that costs a step [H0.6]."""
    raid_ = met(
        sweep("P40-7"), aloft("KI61-68a", "RAB"), aloft("A6M-201", "RAB"), disengage_at="never"
    )
    dice = {"9.7 fire t1m1 r1 KI61-68a>P40-7": 7, "9.7 fire t1m1 r1 A6M-201>P40-7": 7}
    game, events = flown(board(), raid_, dice)
    assert [shot.harm for shot in told(events, Fired)] == [D, D]
    fate = fates(events)["P40-7"]
    assert (fate.steps, fate.disrupted) == (1, True)
    assert game.points("japanese") == 1


def test_cr20_nobody_fires_at_a_unit_that_is_shot_down() -> None:
    raid_ = met(
        raid("1203", MEDIUM, replace(escort("P40-7"), steps=1), kind="sweep"),
        aloft("KI61-68a", "RAB"),
        aloft("A6M-201", "RAB"),
    )
    game, events = flown(board(), raid_, {"9.7 fire t1m1 r1 KI61-68a>P40-7": 10})
    assert game.air["P40-7"].steps == 0
    assert shots(events) == [(1, "KI61-68a", "P40-7")]


def test_h9_7_4_shots_at_bombers_are_simultaneous() -> None:
    """The bomber is shot down and fires back nevertheless; the second shot is at it as well."""
    raid_ = met(
        raid("1203", HIGH, striker("B25-69", "regular", "base:RAB", steps=1)),
        aloft("A6M-201", "RAB"),
        aloft("A6M-251", "RAB"),
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-201>B25-69": 9,
        "9.7 fire t1m1 r1 A6M-251>B25-69": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-201": 8,
    }
    _, events = flown(board(), raid_, dice)
    assert len(shots(events)) == 3
    assert fates(events)["B25-69"].steps == 0
    assert fates(events)["A6M-201"].disrupted


@pytest.mark.parametrize(
    ("firer", "target", "number", "terms"),
    [
        (("F4U-124", "escort", {}), ("KI45-13", "interceptor", {}), 1,
         {"AF": 5, "DF": -3, "faster": 1}),
        (("KI45-13", "interceptor", {}), ("F4U-124", "escort", {}), 1,
         {"AF": 3, "DF": -4, "slower": -1}),
        (("A6M-201", "interceptor", {"band": 3}), ("P38-9", "escort", {}), 1,
         {"AF": 4, "DF": -4, "higher": 1}),
        (("A6M-201", "interceptor", {"band": 3}), ("P38-9", "escort", {}), 2,
         {"AF": 4, "DF": -4}),
        (("A6M-201", "interceptor", {"ace": True}), ("P38-9", "escort", {"ace": True}), 1,
         {"AF": 4, "DF": -4, "ace": 2, "enemy ace": -1}),
        (("A6M-201", "interceptor", {}), ("SBD-132", "striker", {"loaded": True}), 1,
         {"AF": 4, "DF": -2, "easy target": 1}),
        (("A6M-201", "interceptor", {}), ("C47-6", "transport", {}), 1,
         {"AF": 4, "DF": -2, "easy target": 1, "faster": 1}),
        (("BEAU-30", "escort", {}), ("A6M-201", "interceptor", {}), 1,
         {"AF": 4, "DF": -2, "Beaufighter": -1}),
        (("BEAU-30", "interceptor", {}), ("G4M-702", "striker", {"loaded": True}), 1,
         {"AF": 4, "DF": -1}),
        (("BEAU-30", "striker", {"loaded": True}), ("A6M-201", "interceptor", {}), 1,
         {"AF": 4, "DF": -2}),
        (("KI61-68a", "interceptor", {}), ("B25-69", "striker", {"loaded": True}), 1,
         {"AF": 4, "DF": -3, "faster": 1}),
        (("KI61-68a", "interceptor", {}), ("B25-69", "striker", {"loaded": False}), 2,
         {"AF": 4, "DF": -3}),
        (("A6M-201", "interceptor", {"steps": 1}), ("P40-7", "striker", {"steps": 1}), 1,
         {"AF": 3, "DF": -3}),
    ],
)  # fmt: skip
def test_h9_7_6_modifiers(firer, target, number, terms) -> None:
    one, other = (
        replace(Wing(unit=unit, role=role, start=2, steps=2, band=2), **status)
        for unit, role, status in (firer, target)
    )
    assert fire_terms(one, other, number, CHARTS) == terms
