"""CAP attacks beyond the examples [M5]."""

from collections.abc import Mapping
from typing import Literal

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.midway.table.events import (
    BombersHit,
    CapAttacked,
    CapHeld,
    CapMovedOut,
    Dogfought,
    OrderVoided,
)
from pbem.systems.midway.table.orders import CapAttack, Move, StandingCap, StandingLosses
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import (
    ordered,
    play,
    points,
    put,
    refusals,
    said,
    seated,
    table,
    told,
    weaken,
    where,
)


def ones(count: int) -> str:
    return " ".join("1" * count)


def divisions() -> Game:
    """Four seats: two Japanese and two American ones."""
    return seated(
        table(),
        cardiv_1="akagi kaga",
        cardiv_2="soryu hiryu",
        tf_16="enterprise hornet",
        tf_17="yorktown",
    )


# --- CAP: who attacks [M5.1, MB1] ----------------------------------------------------------------


ESCORTED = {"M5.5 cap": ones(5), "M5.5 escort": ones(5), "M5.7 bombers": ones(5)}
DOGFIGHT = {"M5.5 cap": ones(5), "M5.5 escort": ones(5)}


@pytest.mark.parametrize(
    ("doctrine", "ready", "dice"),
    [
        (StandingCap(), ("VB-6", "VF-6"), ESCORTED),
        (StandingCap(), ("VF-6",), {}),
        (StandingCap(), (), {}),
        (StandingCap(attack="always"), ("VF-6",), DOGFIGHT),
        (StandingCap(attack="always"), (), {}),
        (StandingCap(attack="never"), ("VB-6",), {}),
        (StandingCap(attack="if-outnumbering", ratio=2), ("VB-6", "VF-6"), ESCORTED),
        (StandingCap(attack="if-outnumbering", ratio=2), ("VF-6",), DOGFIGHT),
        (StandingCap(attack="if-outnumbering", ratio=3), ("VB-6", "VF-6"), {}),
    ],
)
def test_b1_cap_doctrines(
    doctrine: StandingCap, ready: tuple[str, ...], dice: Mapping[str, str]
) -> None:
    game = put(put(table(), "cap", "Akagi-F", "Kaga-F", ring=1), "ready", *ready)
    result = play(ordered(game, doctrine, seat="japanese"), 5, dice=dice)
    assert bool(told(result, CapAttacked)) == bool(dice)
    holding = [one.squadrons for one in told(result, CapHeld)]
    assert holding == ([("Akagi-F", "Kaga-F")] if ready and not dice else [])


def test_b1_without_a_doctrine_cap_attacks_if_there_are_bombers() -> None:
    game = put(put(table(), "cap", "Akagi-F", "Kaga-F", ring=1), "ready", "VF-6")
    assert play(game, 5).game == game
    assert told(play(put(game, "ready", "VB-6"), 5, dice=ESCORTED), CapAttacked)


def test_m5_1_an_order_goes_before_the_doctrine() -> None:
    game = put(put(table(), "cap", "Akagi-F", "Kaga-F", ring=1), "ready", "VB-6")
    assert play(game, 5, (CapAttack(),)).game == game
    game = ordered(game, StandingCap(attack="never"), seat="japanese")
    result = play(game, 5, (CapAttack(squadrons=("Kaga-F",)),), {"M5.7 bombers": ones(5)})
    assert where(result.game, "Akagi-F", "Kaga-F") == {"Akagi-F": "cap 1", "Kaga-F": "cap 2"}


def test_m5_1_only_planes_in_ready_can_be_attacked() -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "moving", "VB-6")
    game = put(put(put(game, "attacking", "VB-8"), "home", "VS-6"), "waiting", "VS-8")
    assert play(game, 5, (CapAttack(squadrons=("Akagi-F",)),)).game == game


def test_m5_1_only_cap_attacks() -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "moving", "Kaga-F")
    order = CapAttack(squadrons=("Akagi-F", "Kaga-F"))
    assert said(refusals(game, "japanese", order, covers=("3/5",))) == [
        (
            "order 1, key 'squadrons'",
            "Kaga-F is no CAP squadron of yours",
            "M5.1",
            "legal are: Akagi-F",
        )
    ]
    game = put(game, "ready", "VB-6").without_squadrons(["Akagi-F"])
    lost, elsewhere = told(play(game, 5, (order,)), OrderVoided)
    assert (lost.ids, lost.cited, lost.why) == (("Akagi-F",), "M5.1", "lost")
    assert (elsewhere.ids, elsewhere.cited, elsewhere.why) == (("Kaga-F",), "M5.1", "elsewhere")


# --- CAP: the fight [M5.4-M5.11] -----------------------------------------------------------------


def test_m5_4_the_largest_fight_the_escorts_or_whoever_is_listed() -> None:
    game = put(weaken(table(), Akagi_F=3), "cap", "Akagi-F", "Kaga-F", ring=1)
    game = put(weaken(game, VF_6=2), "ready", "VF-6", "VB-6")
    dice = {"M5.5 cap": "1 1", "M5.5 escort": "6 6", "M5.7 bombers": ones(6)}
    assert points(play(game, 5, dice=dice).game, "Akagi-F", "Kaga-F") == {"Akagi-F": 3, "Kaga-F": 3}
    listed = ordered(game, StandingCap(dogfight_first=("Akagi-F",)), seat="japanese")
    assert points(play(listed, 5, dice=dice).game, "Akagi-F", "Kaga-F") == {
        "Akagi-F": 1,
        "Kaga-F": 5,
    }


def test_m5_6_owners_rank_their_fighters_and_bombers() -> None:
    game = put(table(), "cap", "Akagi-F", "Kaga-F", ring=1)
    game = put(weaken(game, VF_6=3, VF_8=2), "ready", "VF-6", "VF-8", "VB-6", "VB-8")
    ranked = StandingLosses(fighters=("VF-8",), bombers=("VB-8",))
    game = ordered(game, ranked, seat="american")
    dice = {
        "M5.5 cap": "4 4 4 1 1",
        "M5.5 escort": ones(5),
        "M5.7 bombers": "6 6 6 6 6",
    }
    result = play(game, 5, dice=dice)
    assert points(result.game, "VF-6", "VF-8", "VB-6", "VB-8") == {
        "VF-6": 2,
        "VF-8": 0,
        "VB-6": 5,
        "VB-8": 0,
    }


@pytest.mark.parametrize(
    ("split", "tb_hits", "lost"),
    [
        ("TB", -1, {"VT-6": 3}),
        ("DB", -1, {"VB-6": 3}),
        ("even", -1, {"VT-6": 2, "VB-6": 1}),
        ("DB", 1, {"VT-6": 1, "VB-6": 2}),
        ("TB", 0, {"VB-6": 3}),
        ("DB", 4, {"VT-6": 3}),
    ],
)
def test_m5_8_the_attacker_splits_hits_between_kinds(
    split: Literal["TB", "DB", "even"], tb_hits: int, lost: Mapping[str, int]
) -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "ready", "VB-6", "VT-6")
    game = ordered(game, StandingCap(bomb_split=split), seat="japanese")
    order = CapAttack(squadrons=("Akagi-F",), tb_hits=tb_hits)
    result = play(game, 5, (order,), {"M5.7 bombers": "4 5 6 1 1"})
    assert [event.losses for event in told(result, BombersHit)] == [FrozenMap(lost)]


@pytest.mark.parametrize(
    ("split", "lost"),
    [
        ("TB", {"VT-6": 1, "VB-6": 2}),
        ("DB", {"VT-6": 1, "VB-6": 2}),
        ("even", {"VT-6": 1, "VB-6": 2}),
    ],
)
def test_m5_8_what_one_kind_cannot_take_falls_on_the_other(
    split: Literal["TB", "DB", "even"], lost: Mapping[str, int]
) -> None:
    game = put(weaken(table(), VB_6=2, VT_6=1), "ready", "VB-6", "VT-6")
    game = put(game, "cap", "Akagi-F", ring=1)
    game = ordered(game, StandingCap(bomb_split=split), seat="japanese")
    result = play(game, 5, dice={"M5.7 bombers": "4 5 6 6 1"})
    assert [event.losses for event in told(result, BombersHit)] == [FrozenMap(lost)]


@pytest.mark.parametrize(("pace", "most"), [("phase", 4), ("turn", 8)])
def test_m5_8_no_more_hits_than_torpedo_bombers_can_take(pace: str, most: int) -> None:
    game = put(table(pace=pace), "cap", "Akagi-F", ring=1)
    game = put(put(game, "ready", "VT-6", "VB-6"), "moving", "VT-8")
    covers = ("3/5",) if pace == "phase" else ("3/3", "3/5")
    legal = CapAttack(squadrons=("Akagi-F",), tb_hits=most)
    assert refusals(game, "japanese", legal, covers=covers) == []
    order = CapAttack(squadrons=("Akagi-F",), tb_hits=most + 1)
    assert said(refusals(game, "japanese", order, covers=covers)) == [
        (
            "order 1, key 'tb_hits'",
            f"{most + 1} hits on torpedo bombers are more than can be there",
            "M5.8",
            f"0 to {most}, or leave the key out for your standing order",
        )
    ]


def test_m5_8_without_torpedo_bombers_there_is_no_number_to_give() -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "ready", "VB-6")
    order = CapAttack(squadrons=("Akagi-F",), tb_hits=7)
    ((_, _, _, hint),) = said(refusals(game, "japanese", order, covers=("3/5",)))
    assert hint == "leave the key out: no torpedo bombers can be there"


def test_m5_1_what_leaves_the_cap_in_the_same_file_cannot_attack() -> None:
    game = put(table(), "cap", "Akagi-F", ring=1)
    orders = (Move(squadrons=("Akagi-F",), to="waiting"), CapAttack(squadrons=("Akagi-F",)))
    ((_, what, _, hint),) = said(refusals(game, "japanese", *orders, covers=("3/3", "3/5")))
    assert what == "Akagi-F is no CAP squadron of yours"
    assert hint == "none can do this when that phase comes: take it out"


def test_m5_10_hits_do_not_spill_from_fighters_to_bombers() -> None:
    game = put(weaken(table(), VF_6=1), "ready", "VF-6", "VB-6")
    game = put(weaken(game, Akagi_F=2), "cap", "Akagi-F", ring=1)
    dice = {"M5.5 cap": "6", "M5.5 escort": "1", "M5.7 bombers": "1"}
    assert points(play(game, 5, dice=dice).game, "VF-6", "VB-6") == {"VF-6": 0, "VB-6": 5}


def test_m5_11_a_squadron_whose_points_did_nothing_stays_in_its_ring() -> None:
    game = put(table(), "cap", "Akagi-F", "Kaga-F", ring=1)
    game = put(weaken(game, VF_6=2), "ready", "VF-6")
    order = CapAttack(squadrons=("Akagi-F", "Kaga-F"))
    result = play(game, 5, (order,), {"M5.5 cap": "1 1", "M5.5 escort": "1 1"})
    assert where(result.game, "Akagi-F", "Kaga-F") == {"Akagi-F": "cap 2", "Kaga-F": "cap 1"}
    assert [event.rings for event in told(result, CapMovedOut)] == [FrozenMap({"Akagi-F": 2})]


def test_m5_12_cap_that_has_come_down_does_not_attack() -> None:
    game = put(put(table(), "waiting", "Akagi-F"), "ready", "VB-6")
    assert play(game, 5).game == game


# --- CAP of several seats [MH24] -----------------------------------------------------------------


def two_caps(**sp: int) -> Game:
    game = put(weaken(divisions(), **sp), "cap", "Akagi-F", "Soryu-F", ring=1)
    game = ordered(game, StandingCap(bomb_split="DB"), seat="cardiv-2")
    return put(game, "ready", "VB-6", "VT-6")


def test_mh24_the_seat_with_most_points_splits_hits_and_ties_go_by_the_genesis() -> None:
    tied = play(two_caps(), 5, dice={"M5.7 bombers": f"4 {ones(9)}"})
    assert [event.losses for event in told(tied, BombersHit)] == [FrozenMap({"VT-6": 1})]
    more = play(two_caps(Akagi_F=4), 5, dice={"M5.7 bombers": f"4 {ones(8)}"})
    assert [event.losses for event in told(more, BombersHit)] == [FrozenMap({"VB-6": 1})]


def test_mh24_only_what_attacks_counts_for_the_lead() -> None:
    game = put(two_caps(), "cap", "Kaga-F", ring=1)
    orders = {"cardiv-1": (CapAttack(squadrons=("Akagi-F",), tb_hits=1),)}
    game = weaken(game, Akagi_F=4)
    result = play(game, 5, orders, {"M5.7 bombers": f"4 {ones(8)}"})
    assert [event.losses for event in told(result, BombersHit)] == [FrozenMap({"VB-6": 1})]


def test_mh24_the_leading_seats_list_says_who_fights_and_losses_are_shared() -> None:
    game = put(weaken(two_caps(Akagi_F=4), VF_6=5), "ready", "VF-6")
    game = ordered(game, StandingCap(dogfight_first=("Akagi-F",)), seat="cardiv-2")
    dice = {"M5.5 cap": ones(5), "M5.5 escort": "6 6 6 1 1", "M5.7 bombers": ones(4)}
    (fought,) = told(play(game, 5, dice=dice), Dogfought)
    assert fought.cap_losses == FrozenMap({"Akagi-F": 2, "Soryu-F": 1})


def test_mh24_bombers_lost_are_shared_between_their_seats() -> None:
    game = put(two_caps(), "ready", "VB-6", "VB-3", "VB-8").without_squadrons(["VT-6"])
    (hit,) = told(play(game, 5, dice={"M5.7 bombers": f"6 6 6 6 6 {ones(5)}"}), BombersHit)
    assert hit.losses == FrozenMap({"VB-3": 2, "VB-6": 2, "VB-8": 1})
