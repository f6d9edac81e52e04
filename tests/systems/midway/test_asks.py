"""Who is asked, for which phases, at either pace (MB3, MB4, MB5)."""

import pytest

from pbem.dice import Dice, DiceClosed
from pbem.engine.decisions import Decision
from pbem.engine.orders import Order
from pbem.engine.steps import Desk
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import Plan, StandingMove
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import CHARTS, hurt, only, put, seated, sink, table

PARTNERS = {
    "cardiv_1": "akagi kaga",
    "cardiv_2": "soryu hiryu",
    "tf_16": "enterprise hornet",
    "tf_17": "yorktown",
}


def asked(game: Game, turn: int, phase: int, *heard: str) -> tuple[Decision, ...]:
    """What a step asks before it has dice, once the seats `heard` have written."""
    step = next(step for step in MIDWAY.steps(turn) if step.name == str(phase))
    answers: FrozenMap[tuple[Order, ...]] = FrozenMap(dict.fromkeys(heard, ()))
    desk = Desk(turn=turn, answers=answers, dice=Dice(None), charts=CHARTS)
    try:
        result = step.run(game, desk)
    except DiceClosed:
        return ()  # nobody is asked any more: it is up to the dice
    if result.asks:
        assert (result.game, result.events) == (game, ())
    return result.asks


def seats(game: Game, phase: int, *heard: str, turn: int = 3) -> list[str]:
    return [decision.seat for decision in asked(game, turn, phase, *heard)]


def covers(game: Game, phase: int, *, turn: int = 3) -> list[tuple[str, ...]]:
    return [decision.covers for decision in asked(game, turn, phase)]


# --- a file a turn -------------------------------------------------------------------------------


def test_mb3_the_sequence_of_play() -> None:
    assert [step.name for step in MIDWAY.steps(0)] == ["11", "12"]
    assert [step.name for step in MIDWAY.steps(1)] == [str(phase) for phase in range(1, 15)]
    assert MIDWAY.first_turn(table()) == 0


@pytest.mark.parametrize(
    ("turn", "phase", "keys"),
    [
        (0, 11, "0/11 1/1 1/3 1/5 1/7"),
        (0, 12, "0/12 1/2 1/4 1/6 1/8"),
        (3, 9, "3/9 3/11 4/1 4/3 4/5 4/7"),
        (3, 10, "3/10 3/12 4/2 4/4 4/6 4/8"),
    ],
)
def test_mb3_one_file_answers_a_whole_turn(turn: int, phase: int, keys: str) -> None:
    assert covers(table(), phase, turn=turn) == [tuple(keys.split())]


def test_mb3_all_seats_of_the_side_are_asked_in_the_order_of_the_genesis() -> None:
    game = seated(table(), tf_17="yorktown", tf_16="enterprise hornet", cardiv_1="akagi kaga",
                  cardiv_2="soryu hiryu")  # fmt: skip
    assert seats(game, 9) == ["cardiv-1", "cardiv-2"]
    assert seats(game, 10) == ["tf-17", "tf-16"]
    assert seats(game, 10, "tf-17") == ["tf-16"]


def test_mb5_a_seat_without_carriers_is_asked_while_it_has_squadrons_in_the_air() -> None:
    game = sink(put(seated(table(), **PARTNERS), "home", "VF-3"), "yorktown")
    assert MIDWAY.alive(game, "tf-17", CHARTS)
    assert seats(game, 10) == ["tf-16", "tf-17"]
    gone = game.without_squadrons(["VF-3"])
    assert not MIDWAY.alive(gone, "tf-17", CHARTS)
    assert seats(gone, 10) == ["tf-16"]


def test_mb5_a_seat_without_squadrons_is_asked_while_it_has_a_carrier_afloat() -> None:
    game = hurt(only(table(), "Akagi-F"), enterprise=9)
    assert seats(game, 10) == ["american"]


@pytest.mark.parametrize("pace", ["turn", "phase"])
@pytest.mark.parametrize("phase", [13, 14])
def test_mh26_nobody_is_asked_for_repairs(pace: str, phase: int) -> None:
    assert seats(table(pace=pace), phase) == []


@pytest.mark.parametrize("pace", ["turn", "phase"])
@pytest.mark.parametrize("phase", [9, 10, 11, 12])
def test_mh27_phases_9_to_12_of_the_last_turn_are_not_played(pace: str, phase: int) -> None:
    game = replace(put(table(pace=pace), "deck", "Akagi-DB", "VB-6"), final=True)
    assert seats(game, phase) == []


# --- a file a phase ------------------------------------------------------------------------------


def in_phases(*boxes: tuple[str, str], **damage: int) -> Game:
    """A game at the pace `phase`: each squadron named in its box, no other aboard or in the air."""
    game = hurt(only(table(pace="phase"), *(id_ for id_, _ in boxes)), **damage)
    for id_, box in boxes:
        game = put(game, box, id_, ring=1 if box == "cap" else 0)  # type: ignore[arg-type]
    return game


def test_mb3_landing_and_moving_are_one_file() -> None:
    game = in_phases(("Akagi-F", "waiting"), ("VF-6", "home"))
    assert covers(game, 1) == [("3/1", "3/3")]
    assert covers(game, 2) == [("3/2", "3/4")]
    assert seats(game, 3, "japanese") == []


def test_mb3_who_can_neither_land_nor_move_is_not_asked() -> None:
    assert seats(in_phases(("Akagi-F", "hangar")), 1) == []
    waits = (("Akagi-F", "waiting"),)
    assert seats(in_phases(*waits, akagi=7, kaga=7, soryu=10, hiryu=8), 1) == []
    assert seats(in_phases(*waits, akagi=7, kaga=6, soryu=10, hiryu=8), 1) == ["japanese"]
    foul = in_phases(*waits, ("Kaga-F", "deck"), akagi=7, soryu=7, hiryu=7)
    assert seats(foul, 1) == []
    assert seats(in_phases(("Akagi-F", "cap")), 1) == ["japanese"]  # it may come down [M3.4]
    assert seats(in_phases(("Akagi-F", "attacking")), 1) == []
    alone = replace(in_phases(("VF-6", "moving")), search_done=False)
    assert seats(alone, 2) == [], "fighters do not scout, so there is nothing to choose [M4.3]"
    assert seats(replace(alone, search_done=True), 2) == ["american"]
    both = replace(in_phases(("VF-6", "moving"), ("VB-6", "moving")), search_done=False)
    assert seats(both, 2) == ["american"]


def test_mb3_a_partner_may_land_what_the_other_launched() -> None:
    game = put(seated(table(pace="phase"), **PARTNERS), "waiting", "VF-3")
    assert seats(game, 2) == ["tf-16", "tf-17"]
    assert seats(hurt(game, enterprise=7, hornet=7), 2) == ["tf-17"]


def test_mb3_cap_is_asked_when_there_is_somebody_to_attack() -> None:
    cap, ready = ("Akagi-F", "cap"), ("VB-6", "ready")
    assert covers(in_phases(cap, ready), 5) == [("3/5",)]
    assert seats(in_phases(cap), 5) == []
    assert seats(in_phases(ready), 5) == []
    assert seats(in_phases(("VF-6", "cap"), ("Akagi-F", "ready")), 6) == ["american"]


def test_mb3_targets_are_asked_when_there_is_a_choice_of_them() -> None:
    attack = ("VB-6", "attacking")
    assert covers(in_phases(attack), 8) == [("3/8",)]
    assert seats(in_phases(("VF-6", "attacking")), 8) == []
    sunk = {"akagi": 10, "kaga": 10}
    assert seats(in_phases(attack, **sunk, soryu=10), 8) == []
    assert seats(in_phases(attack, **sunk), 8) == ["american"]


def test_mb3_launching_is_asked_when_something_can_take_off() -> None:
    deck = ("Akagi-DB", "deck")
    assert covers(in_phases(deck), 9) == [("3/9",)]
    assert seats(in_phases(deck, akagi=7), 9) == []
    assert seats(in_phases(("Akagi-DB", "hangar")), 9) == []


def test_mb3_planning_is_asked_when_something_is_aboard() -> None:
    assert covers(in_phases(("Akagi-DB", "hangar")), 11) == [("3/11",)]
    assert seats(in_phases(("Akagi-DB", "deck"), akagi=9), 11) == ["japanese"]  # [M11.4]
    assert seats(in_phases(("Akagi-DB", "home")), 11) == []


# --- sealed plans --------------------------------------------------------------------------------


def test_mb4_planning_seals_and_the_next_file_opens() -> None:
    game = table(pace="phase", sealed=True)
    assert [decision.seals for decision in asked(game, 0, 11)] == [("plan/t0",)]
    sealed = replace(game, sealed_plans=FrozenMap({"japanese": "plan/t2", "american": "plan/t2"}))
    for phase in (1, 2):  # with nothing to land or to move, too
        (decision,) = asked(sealed, 3, phase)
        assert decision.opens == ("plan/t2",)
        assert decision.covers == (f"3/{phase}", f"3/{phase + 2}")


def test_mb4_without_the_option_nothing_is_sealed() -> None:
    (decision,) = asked(table(pace="phase"), 3, 11)
    assert (decision.seals, decision.opens) == ((), ())


# --- answers -------------------------------------------------------------------------------------


def test_orders_answer_the_key_of_their_phase_and_standing_orders_none() -> None:
    (decision,) = asked(table(), 3, 10)
    plan, standing = Plan(carrier="hornet"), StandingMove(squadrons=("VF-8",), move="hold")
    assert MIDWAY.key_for(plan, decision) == "3/12"
    assert MIDWAY.key_for(standing, decision) == ""
    assert MIDWAY.key_for(plan, replace(decision, covers=("3/8",))) == ""
