"""What the examples do not show, played from written orders."""

import pytest

from pbem.systems.midway.table.events import BombersHit, Ditched, FlakFired, GameEnded, Planned
from pbem.systems.midway.table.orders import StandingCap, StandingMove, StandingTargets, Stay
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    attack,
    begun,
    launches,
    passive,
    scenario,
    spots,
)
from tests.systems.midway.tabletop import hurt, mark, points, put, sink, table, weaken, where

# --- CAP [M5] ------------------------------------------------------------------------------------


def test_m5_6_only_who_fights_escorts_counts_when_seats_share_the_losses() -> None:
    """Hiryu-F shoots at bombers: each seat has one squadron in the dogfight, the first bears 2."""
    seats, cap = ("cardiv-1", "cardiv-2", "american"), ("Soryu-F", "Hiryu-F")
    battle = scenario("midway-even", *seats, change=lambda game: weaken(game, Hiryu_F=3))
    american = (*AMERICAN, *spots("VF-6", "VF-8", "VB-6"))
    battle.turn(
        {
            "cardiv-1": (*passive("akagi", "kaga"), *spots("Akagi-F")),
            "cardiv-2": (*passive("soryu", "hiryu"), *spots(*cap)),
            "american": american,
        }
    )
    flown = {"cardiv-1": launches(cap=("Akagi-F",)), "cardiv-2": launches(cap=cap)}
    strike = launches("VF-6", "VF-8", "VB-6")
    battle.turn({**flown, "american": strike}, {"M16.3 search": "4"})
    dice = {
        "M5.5 cap": "1 1 1 1 1 1 1 1 1 1",
        "M5.5 escort": "4 4 4 1 1 1 1 1 1 1",
        "M5.7 bombers": "1 1 1",
    }
    battle.turn({"cardiv-1": (attack("Akagi-F"),), "cardiv-2": (attack(*cap),)}, dice)
    assert points(battle.game, "Akagi-F", "Soryu-F", "Hiryu-F") == {
        "Akagi-F": 3,
        "Soryu-F": 4,
        "Hiryu-F": 3,
    }


@pytest.mark.parametrize(("escorts", "bombers", "goes"), [(3, 2, False), (2, 5, True)])
def test_b1_cap_that_must_outnumber_looks_at_escorts_alone(
    escorts: int, bombers: int, goes: bool
) -> None:
    battle = scenario(change=lambda game: weaken(game, VF_6=escorts, VB_6=bombers))
    american = (*AMERICAN, *spots("VF-6", "VB-6"))
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-F")), "american": american})
    strike = launches("VF-6", "VB-6")
    flown = {"japanese": launches(cap=("Akagi-F",)), "american": strike}
    battle.turn(flown, {"M16.3 search": "4"})
    doctrine = StandingCap(attack="if-outnumbering", ratio=2)
    dice = {"M5.5 cap": "1 1", "M5.5 escort": "1 1", "M5.7 bombers": "1 1 1"} if goes else {}
    battle.turn({"japanese": (doctrine,)}, dice)
    assert where(battle.game, "Akagi-F") == {"Akagi-F": "cap 2" if goes else "cap 1"}


@pytest.mark.parametrize(
    ("faces", "lost"),
    [
        ("4 1 1 1 1", {"VT-6": 1}),
        ("4 5 1 1 1", {"VT-6": 1, "VB-6": 1}),
        ("4 5 6 1 1", {"VT-6": 2, "VB-6": 1}),
        ("4 5 6 4 1", {"VT-6": 2, "VB-6": 2}),
    ],
)
def test_m5_8_an_even_split_gives_the_odd_hit_to_torpedo_bombers(
    faces: str, lost: dict[str, int]
) -> None:
    battle = scenario()
    american = (*AMERICAN, *spots("VB-6", "VT-6"))
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-F")), "american": american})
    flown = {"japanese": launches(cap=("Akagi-F",)), "american": launches("VB-6", "VT-6")}
    battle.turn(flown, {"M16.3 search": "4"})
    split = StandingCap(attack="if-bombers", bomb_split="even")
    battle.turn({"japanese": (split,)}, {"M5.7 bombers": faces})
    assert [dict(event.losses) for event in battle.told(BombersHit)] == [lost]


# --- targets [M7] --------------------------------------------------------------------------------


def test_b1_what_no_carrier_has_room_for_goes_to_the_first_of_the_list() -> None:
    battle = scenario()
    listed = StandingTargets(carriers=("kaga", "hiryu"), wave_sp=4)
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, listed, *spots("VB-6"))})
    battle.turn({"american": launches("VB-6")}, {"M16.3 search": "1"})
    dice = {"M7.2 AA kaga": "1 1 1 1 1 1 1 1 1", "M7.4 DB kaga g0": "1 1 1 1 1"}
    battle.turn(dice=dice)
    assert [event.carrier for event in battle.told(FlakFired)] == ["kaga"]


def test_b1_the_limit_for_a_wave_counts_no_partners_planes() -> None:
    battle = scenario("midway-even", "japanese", "tf-16", "tf-17")
    listed = StandingTargets(carriers=("kaga",), wave_sp=5)
    tf_16 = (*passive("enterprise", "hornet"), listed, *spots("VB-6"))
    tf_17 = (*passive("yorktown"), listed, *spots("VB-3"))
    battle.turn({"japanese": JAPANESE, "tf-16": tf_16, "tf-17": tf_17})
    found = {"M16.3 search": "4"}
    battle.turn({"tf-16": launches("VB-6"), "tf-17": launches("VB-3")}, found)
    battle.turn()
    dice = {"M7.2 AA kaga": "1 1 1 1 1 1 1 1 1", "M7.4 DB kaga g0": "1 1 1 1 1 1 1 1 1 1"}
    battle.turn(dice=dice)
    assert [event.squadrons for event in battle.told(FlakFired)] == [("VB-3", "VB-6")]


# --- moving [M3] ---------------------------------------------------------------------------------


def test_b1_a_squadron_that_holds_until_others_are_ready_does_not_wait_for_itself() -> None:
    both = ("Akagi-DB", "Akagi-TB")
    battle = scenario()
    together = StandingMove(squadrons=("Akagi-DB",), move="hold-until", until=both)
    battle.turn({"japanese": (*JAPANESE, together, *spots(*both)), "american": AMERICAN})
    battle.turn({"japanese": launches(*both)})
    assert where(battle.game, *both) == {"Akagi-DB": "moving", "Akagi-TB": "ready"}
    battle.turn({"japanese": (Stay(squadrons=("Akagi-TB",)),)})
    assert where(battle.game, *both) == {"Akagi-DB": "ready", "Akagi-TB": "ready"}


# --- landing [M1] --------------------------------------------------------------------------------


def test_m1_6_without_a_carrier_afloat_nobody_ditches_who_does_not_wait() -> None:
    game = sink(put(table(), "moving", "VB-6"), "enterprise", "hornet", "yorktown")
    battle = begun(game, turn=2, phase=9)
    battle.turn()
    assert where(battle.game, "VB-6") == {"VB-6": "ready"}
    assert battle.told(Ditched) == []


# --- planning [M11] ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "clear"),
    [
        (("VB-3", "VS-5", "VF-3", "VB-8"), ["yorktown"]),  # 20 SP, what one carrier lands
        (("VB-3", "VS-5", "VF-3", "VT-3", "VB-8"), ["hornet", "yorktown"]),
        ((), []),
    ],
)
def test_b1_the_emptiest_carriers_stay_clear_for_what_comes_home(
    home: tuple[str, ...], clear: list[str]
) -> None:
    battle = begun(put(table(), "home", *home), turn=2, phase=9)
    battle.turn()
    carriers = ("enterprise", "hornet", "yorktown")
    assert [id_ for id_ in carriers if not any(battle.game.aboard(id_, "deck"))] == clear


def test_m11_3_the_same_deck_in_another_order_is_no_change() -> None:
    battle = scenario()
    deck = ("VT-6", "VB-6")
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, *spots(*deck))})
    assert [event.deck for event in battle.told(Planned)] == [deck]
    battle.turn({"american": spots(*deck)})
    assert battle.told(Planned) == []
    assert where(battle.game, *deck) == {"VT-6": "deck", "VB-6": "deck"}


# --- repair [M13] --------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_mh38_dice_of_repair_bear_no_number_while_seats_are_asked(pace: str) -> None:
    game = hurt(table(pace=pace), enterprise=8, hornet=8, yorktown=8)
    game = mark(put(game, "waiting", "VB-6"), 1, "VB-6")
    dice = {f"M13.1 repair {id_}": "1" for id_ in ("enterprise", "hornet", "yorktown")}
    battle = begun(game, turn=2, phase=13, dice=dice)
    assert battle.table.asks


def test_mh38_with_the_pace_turn_marks_number_no_dice() -> None:
    game = hurt(table(), enterprise=8, hornet=8, yorktown=8, akagi=8, kaga=8, soryu=8, hiryu=8)
    game = put(game, "waiting", *game.squadrons)
    game = mark(game, 1, *game.squadrons)
    dice = {f"M13.1 repair {id_}": "1" for id_ in game.carriers}
    battle = begun(game, turn=2, phase=13, dice=dice)
    assert battle.asked == "japanese"


# --- the end [MH28] ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hiryu", "yorktown", "winner", "grade"),
    [(6, 2, "", "draw"), (6, 1, "american", "marginal"), (1, 6, "japanese", "marginal")],
)
def test_mh28_the_margin_is_what_one_side_has_more_than_the_other(
    hiryu: int, yorktown: int, winner: str, grade: str
) -> None:
    battle = begun(hurt(table(), hiryu=hiryu, yorktown=yorktown), turn=11, phase=9)
    repairs = ("hiryu", "hiryu #2", "yorktown", "yorktown #2")
    battle.turn(dice={f"M13.1 repair {words}": "1" for words in repairs})
    (ended,) = battle.told(GameEnded)
    assert (ended.winner, ended.grade) == (winner, grade)
    assert dict(ended.points) == {"american": hiryu, "japanese": yorktown}
