"""The turn in words: what orders will do, what is left, and what is surely not meant."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.kinds import Kind
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace, standard
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.standing import stand
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Launch,
    Move,
    Plan,
    StandingCap,
    StandingLand,
    StandingPlan,
    Stay,
)
from pbem.systems.midway.table.state import Game
from tests.simulator import begin
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import match, moments
from tests.systems.midway.tabletop import (
    CHARTS,
    hurt,
    mark,
    put,
    table,
    view,
    weaken,
)

TURN = ("2/9", "2/11", "3/1", "3/3", "3/5", "3/7")


def told(
    game: Game, *orders: Order, part: str = "ordered", covers: tuple[str, ...] = TURN
) -> list[str]:
    seen = view(game, "japanese", *covers)
    assert not list(MIDWAY.check(seen, orders, CHARTS))
    assert MIDWAY.foretell is not None
    return list(getattr(MIDWAY.foretell(seen, orders, CHARTS), part))


def warned(game: Game, *orders: Order) -> list[str]:
    return told(game, *orders, part="warnings")


def test_a_check_tells_the_deck_and_those_that_are_left_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = begin(tmp_path, "midway/midway-0700", ("japanese", "american")).players["japanese"]
    mine = tmp_path / "mine.toml"
    mine.write_text('[[order]]\ntype = "plan"\ncarrier = "Hiryu"\ndeck = ["hiryu-db"]\n')
    assert player.run("check", str(mine)) == 0
    said = capsys.readouterr().out
    assert "Hiryu has Hiryu-DB 5 SP on deck, and will land nothing [M11.1]." in said
    assert "The set-up, planning: Your other decks stay as they are [MH33]" in said


def test_what_orders_will_do_is_told_in_the_order_of_the_phases() -> None:
    game = weaken(put(table(), "deck", "Hiryu-DB", "Hiryu-F", "Akagi-DB"), Hiryu_DB=4)
    game = put(game, "cap", "Kaga-F", ring=1)
    orders = (
        CapAttack(squadrons=("Kaga-F",)),
        Move(squadrons=("Hiryu-DB",), to="ready"),
        Plan(carrier="akagi", deck=("Akagi-TB",)),
        Launch(carrier="hiryu", strike=("Hiryu-DB",), cap=("Hiryu-F",)),
        Launch(carrier="akagi"),
        StandingCap(attack="never"),
    )
    assert told(game, *orders) == [
        "From now on the CAP holds; its hits fall on torpedo bombers first [M5.1, MB1].",
        "Hiryu launches Hiryu-DB 4 SP to strike and Hiryu-F 5 SP to CAP ring 1 [M9.3].",
        "Akagi launches nothing [M9.3].",
        "Akagi has Akagi-TB 5 SP on deck, and will land nothing; Akagi-DB 5 SP goes below [M11.1].",
        "Hiryu-DB 4 SP moves on to Ready to Attack [M3.1].",
        "Kaga-F 5 SP in ring 1 attacks the enemy Ready to Attack (nobody) [M5.1].",
    ]
    assert told(game, *orders, part="left") == [
        "Turn 2, planning: Your other decks stay as they are [MH33]: Kaga, Soryu and Hiryu clear.",
        "Turn 3, moves: Hiryu-F 5 SP, Kaga-F 5 SP in ring 1 stay on CAP.",
        "Turn 3, CAP attacks: Hiryu-F 5 SP in ring 1 holds [M5.1].",
    ]


def test_one_squadron_and_one_point_have_their_verbs() -> None:
    said = told(table(), StandingLand(squadrons=("Soryu-F",), carriers=("soryu",)))
    assert said == ["From now on Soryu-F lands first, on Soryu before other carriers [M1.3, MB1]."]
    game = weaken(put(table(), "deck", "Akagi-DB"), Akagi_DB=1)
    keeps = Launch(carrier="akagi")
    assert told(game, keeps, Plan(carrier="akagi"))[1] == (
        "Akagi CLEARS her flight deck; Akagi-DB 1 SP goes below [M11.1]."
    )
    game = weaken(put(put(table(), "ready", "VB-6"), "deck", "Kaga-F"), VB_6=1)
    assert warned(game, Launch(carrier="kaga", strike=("Kaga-F",))) == [
        "No fighters of yours fly CAP, while 1 SP of American bombers is on its way [M9.3]."
    ]


def test_mb4_a_plan_that_is_left_to_the_rules_is_said_to_be_sealed() -> None:
    assert MIDWAY.foretell is not None
    seen = view(table(pace="phase", sealed=True), "japanese", "2/11", seals=("plan/t2",))
    (planning,) = MIDWAY.foretell(seen, (), CHARTS).left
    assert planning.endswith("That is sealed until your next file opens it [M11.5].")
    keep = tuple(StandingPlan(carrier=c, deck="keep") for c in ("akagi", "kaga", "soryu", "hiryu"))
    kept = "the decks stay as they are. That is sealed until your next file opens it [M11.5]."
    assert f"Turn 2, planning: {kept}" in MIDWAY.foretell(seen, keep, CHARTS).left[-1]
    plan = Plan(carrier="akagi", deck=("Akagi-DB",))
    assert "sealed" not in " ".join(MIDWAY.foretell(seen, (plan,), CHARTS).left)


def test_mb4_a_file_that_seals_a_plan_of_the_rules_is_not_said_to_lie_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"pace": "phase", "sealed_planning": "true"}
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"), options=options)
    mine = tmp_path / "mine.toml"
    mine.write_text('[[order]]\ntype = "standing-cap"\nattack = "never"\n')
    assert world.players["japanese"].run("check", str(mine)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "That is sealed until your next file opens it [M11.5]." in said
    assert "Everybody reads all of your orders; what is sealed beside them stays so" in said
    assert "all of this" not in said


def test_m5_1_a_cap_that_may_attack_unordered_is_told_if_it_may_meet_anybody() -> None:
    """The other side moves up before that phase, so that nobody need be Ready yet."""
    cap = (
        "Turn 3, CAP attacks: your CAP (Kaga-F 5 SP in ring 1) attacks if bombers are Ready to"
        " Attack then, else it holds."
    )
    game = put(put(table(), "cap", "Kaga-F", ring=1), "moving", "VB-6")
    assert cap in told(game, part="left")
    assert cap not in told(put(game, "home", "VB-6"), part="left")
    assert cap not in told(put(game, "hangar", "Kaga-F"), part="left")
    never = StandingCap(attack="never")
    assert (
        "Turn 3, CAP attacks: your CAP (Kaga-F 5 SP in ring 1) holds. Your standing-cap is in"
        " force, as ordered in this file." in told(game, never, part="left")
    )


@pytest.mark.parametrize(
    ("attack", "ready", "does"),
    [
        ("if-bombers", ("VB-6", "VF-6"), "attacks the enemy Ready to Attack."),
        ("if-bombers", ("VF-6",), "holds."),
        ("always", ("VF-6",), "attacks the enemy Ready to Attack."),
        ("if-outnumbering", ("VB-6", "VF-6", "VF-8"), "holds."),
        ("never", ("VB-6",), "holds."),
    ],
)
def test_m5_1_what_an_unordered_cap_does_is_told_once_the_enemy_has_moved(
    attack: Any, ready: tuple[str, ...], does: str
) -> None:
    game = put(put(put(table(), "cap", "Kaga-F", ring=1), "ready", *ready), "moving", "VT-6")
    (said,) = told(game, StandingCap(attack=attack), part="left", covers=("3/5",))
    assert f"your CAP (Kaga-F 5 SP in ring 1) {does}" in said


def test_m5_8_nothing_is_said_of_hits_on_bombers_where_nobody_is_free() -> None:
    game = put(put(table(), "cap", "Kaga-F", ring=1), "ready", "VF-6", "VT-6")
    order, now = CapAttack(squadrons=("Kaga-F",), tb_hits=0), ("3/5",)
    assert told(game, order, covers=now)[1:] == [
        "The escorts are fought by Kaga-F with 5 SP; nobody is free for bombers [M5.3, M5.4]."
    ]
    assert "All hits of theirs" in told(weaken(game, VF_6=4), order, covers=now)[-1]
    assert "All hits of theirs" in told(game, order)[-1]
    alone = put(game, "home", "VT-6")
    assert "All hits of theirs" not in " ".join(told(alone, order, covers=now))


@pytest.mark.parametrize(
    ("hits", "fall"), [(1, "1 hit of theirs falls"), (2, "2 hits of theirs fall")]
)
def test_m5_8_hits_on_torpedo_bombers_are_counted(hits: int, fall: str) -> None:
    game = put(put(table(), "cap", "Kaga-F", ring=1), "moving", "VT-6")
    order = CapAttack(squadrons=("Kaga-F",), tb_hits=hits)
    assert f"{fall} on torpedo bombers first [M5.8]." in told(game, order)
    few = weaken(game, Kaga_F=hits)
    assert "All hits of theirs fall on torpedo bombers first [M5.8]." in told(few, order)
    escorted = put(weaken(game, VF_6=5 - hits), "ready", "VF-6", "VT-6")
    alone = told(escorted, order, covers=("3/5",))
    assert "All hits of theirs fall on torpedo bombers first [M5.8]." in alone
    none = CapAttack(squadrons=("Kaga-F",), tb_hits=0)
    assert "All hits of theirs fall on dive bombers first [M5.8]." in told(game, none)


def test_m5_1_a_cap_is_told_whom_it_may_meet() -> None:
    """The Americans move before it, in phase 4."""
    game = put(put(table(), "cap", "Kaga-F", ring=1), "moving", "VT-6", "VF-6")
    met = "(by then at most 9 SP, of them at most 5 SP fighters)"
    order = CapAttack(squadrons=("Kaga-F",))
    words = (
        f"Kaga-F 5 SP in ring 1 attacks the enemy Ready to Attack {met}; who fights goes to ring 2"
    )
    assert f"{words} [M5.1, M5.11]." in told(game, order)


def test_m5_4_several_that_attack_are_told_who_fights_the_escorts() -> None:
    game = put(put(table(), "cap", "Kaga-F", ring=1), "cap", "Akagi-F", ring=3)
    game = weaken(put(game, "ready", "VF-6", "VF-8", "VT-6"), VF_8=2)
    order = CapAttack(squadrons=("Kaga-F", "Akagi-F"))
    assert told(game, StandingCap(dogfight_first=("Kaga-F",)), order)[1:] == [
        "Kaga-F 5 SP in ring 1 and Akagi-F 5 SP in ring 3 attack the enemy Ready to Attack (by then"
        " at most 11 SP, of them at most 7 SP fighters); who fights goes one ring out, from the"
        " last one to Waiting to Land [M5.1, M5.11].",
        "The escorts are fought by Akagi-F with 2 SP and Kaga-F with 5 SP at most; whoever is not"
        " bound is free for bombers [M5.3, M5.4].",
    ]


def test_m7_a_wave_is_told_with_its_target_and_the_dice_that_await_it() -> None:
    game = hurt(put(table(), "attacking", "Kaga-DB", "Kaga-TB1"), hornet=7)
    order = Attack(squadrons=("Kaga-DB",), carrier="hornet")
    words = "Kaga-DB 5 SP attacks Hornet (crippled, damage 7 of 10) through 12 AA dice"
    assert told(game, order) == [f"{words}, in one wave with Kaga-TB1 [M7.1, M7.2]."]
    left = "Turn 3, carrier attacks: Kaga-TB1 5 SP at Hornet (crippled, damage 7 of 10)"
    assert f"{left} through 12 AA dice, in one wave with Kaga-DB [M7.2]." in told(
        game, order, part="left"
    )
    alone = Attack(squadrons=("Kaga-DB",), carrier="yorktown")
    assert told(game, alone) == ["Kaga-DB 5 SP attacks Yorktown (sound) through 12 AA dice [M7.1]."]
    assert f"{left} through 12 AA dice [M7.2]." in told(game, alone, part="left")


def test_m11_a_deck_that_is_cleared_is_told_in_capitals_and_warned_of() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-TB")
    keeps = Launch(carrier="akagi")
    assert told(game, keeps, Plan(carrier="akagi"))[1] == (
        "Akagi CLEARS her flight deck; Akagi-DB 5 SP and Akagi-TB 5 SP go below [M11.1]."
    )
    assert warned(game, keeps, Plan(carrier="akagi"))[:2] == [
        "Akagi launches nothing; without this order of yours she launches Akagi-DB 5 SP, Akagi-TB 5"
        " SP [M9.2].",
        "Akagi's flight deck is cleared: Akagi-DB 5 SP, Akagi-TB 5 SP cannot be launched before"
        " another plan spots them [M11.2].",
    ]


def test_m9_2_who_is_left_on_a_deck_is_warned_of_if_still_there_after_planning() -> None:
    """A plan of the same file strikes them below before anybody lands [M11.3]."""
    game = put(table(), "deck", "Soryu-F", "Soryu-TB")
    cap, fouls = Launch(carrier="soryu", cap=("Soryu-F",)), "can land nothing"
    keep = StandingPlan(carrier="soryu", deck="keep")
    said = "Soryu-TB 5 SP stays on Soryu's deck, and she can land nothing meanwhile [M9.2]."
    assert said in warned(game, cap, keep)
    assert said in warned(game, cap, Plan(carrier="akagi"))
    assert fouls not in " ".join(warned(game, cap, Plan(carrier="soryu")))
    assert fouls not in " ".join(warned(game, cap, Plan(carrier="soryu", deck=("Soryu-TB",))))


def test_m9_2_a_launch_of_nothing_is_warned_of_with_what_takes_off_without_it() -> None:
    game = put(table(), "deck", "Soryu-F", "Soryu-TB")
    said = (
        "Soryu launches nothing; without this order of yours she launches Soryu-TB 5 SP, Soryu-F"
        " 5 SP [M9.2]."
    )
    assert said in warned(game, Launch(carrier="soryu"))
    assert said not in warned(game, Launch(carrier="soryu", cap=("Soryu-F",)))
    assert (
        "The launch from Akagi changes nothing: without it nothing takes off either [M9.2]."
        in warned(game, Launch(carrier="akagi"))
    )


def test_m9_3_who_is_still_on_deck_when_it_is_to_move_is_told_to_be_launched() -> None:
    """Without the launch of the others all would take off by the rules."""
    game = put(table(), "deck", "Kaga-TB1", "Kaga-TB2")
    seen = view(game, "japanese", *TURN)
    launch = Launch(carrier="kaga", strike=("Kaga-TB1",))
    ready, stay = Move(squadrons=("Kaga-TB2",), to="ready"), Stay(squadrons=("Kaga-TB2",))
    for order in (ready, stay):
        (problem,) = MIDWAY.check(seen, (launch, order), CHARTS)
        assert problem.what == "Kaga-TB2 is still on Kaga's deck"
        assert problem.hint == "name it in the strike of a launch from Kaga"
        assert not list(MIDWAY.check(seen, (order,), CHARTS))


def test_mh33_one_plan_keeps_decks_that_would_have_been_spotted() -> None:
    said = warned(table(), Plan(carrier="akagi", deck=("Akagi-DB",)))
    assert (
        "Hiryu's deck stays as it is [MH33]; without any plan of yours it spots Hiryu-DB,"
        " Hiryu-TB, Hiryu-F." in said
    )
    clear = warned(table(), Plan(carrier="akagi", deck=("Akagi-DB",)), Plan(carrier="hiryu"))
    assert not [line for line in clear if line.startswith("Hiryu")]
    keep = StandingPlan(carrier="hiryu", deck="keep")
    said = warned(table(), keep, Plan(carrier="akagi", deck=("Akagi-DB",)))
    assert not [line for line in said if line.startswith("Hiryu")]


def test_mh33_a_standing_plan_beside_a_plan_is_said_to_hold_from_the_next_file_on() -> None:
    spots = "on Hiryu spots all that she can, whoever comes home [M11.1, MB1]."
    standing, plan = StandingPlan(carrier="hiryu", deck="spot"), Plan(carrier="akagi")
    assert told(table(), standing, plan)[0] == f"From the next file {spots}"
    assert told(table(), standing) == [f"From now {spots}"]


def test_mh33_a_plan_that_keeps_a_deck_clear_keeps_it_from_being_spotted() -> None:
    """It changes something, for without any plan the decks would be spotted."""
    said = warned(table(), Plan(carrier="hiryu"))
    assert "The plan for Hiryu changes nothing." not in said
    assert [line.partition(" ")[0] for line in said] == ["Akagi's", "Kaga's", "Soryu's"]
    other = Plan(carrier="akagi", deck=("Akagi-DB",))
    assert "The plan for Hiryu changes nothing." in warned(table(), Plan(carrier="hiryu"), other)


def test_m1_5_who_will_ditch_or_wait_is_warned_of_without_any_order() -> None:
    game = mark(put(table(), "waiting", "Akagi-DB", "Kaga-DB"), 2, "Akagi-DB")
    game = put(game, "deck", "Akagi-F", "Kaga-F", "Soryu-F", "Hiryu-F")
    keep = [StandingPlan(carrier=id_, deck="keep") for id_ in ("akagi", "kaga", "soryu", "hiryu")]
    launches = [Launch(carrier=id_) for id_ in ("akagi", "kaga", "soryu", "hiryu")]
    said = warned(game, *keep, *launches)
    assert "Akagi-DB ditches: no deck in time [M1.5]." in said
    assert "Kaga-DB does not land: 1 of 3 landings missed [M1.5]." in said
    left = told(game, *keep, *launches, part="left")
    assert "find" not in " ".join(line for line in left if "landing:" in line)


def test_m5_a_cap_that_stays_away_while_bombers_come_is_warned_of() -> None:
    game = put(put(table(), "ready", "VB-6"), "cap", "Kaga-F", ring=1)
    assert warned(game, CapAttack()) == [
        "Your CAP holds while up to 5 SP of enemy bombers may be Ready to Attack [M5.1]."
    ]
    game = put(put(table(), "ready", "VB-6"), "deck", "Kaga-F")
    assert warned(game, Launch(carrier="kaga", strike=("Kaga-F",))) == [
        "No fighters of yours fly CAP, while 5 SP of American bombers are on their way [M9.3]."
    ]
    assert warned(game, Launch(carrier="kaga", cap=("Kaga-F",))) == []
    aboard, fighters = put(table(), "ready", "VB-6"), "No fighters of yours fly CAP"
    spots = Plan(carrier="kaga", deck=("Kaga-F",))
    assert fighters in " ".join(warned(aboard, Plan(carrier="kaga", deck=("Kaga-DB",))))
    assert fighters not in " ".join(warned(aboard, spots))


def test_m3_4_cap_that_leaves_while_bombers_come_is_warned_of() -> None:
    game = put(put(table(), "moving", "VB-6", "VF-6"), "cap", "Akagi-F", "Kaga-F", ring=3)
    leave, moves = Move(squadrons=("Akagi-F",), to="waiting"), ("3/3",)
    assert told(game, leave, part="warnings", covers=moves) == [
        "Akagi-F 5 SP leaves CAP while up to 5 SP of enemy bombers may be Ready to Attack then"
        " [M3.4, M5.1]."
    ]
    far = put(game, "home", "VB-6")
    assert told(far, leave, part="warnings", covers=moves) == []


def test_mh27_a_deck_that_is_spotted_for_no_launch_is_told() -> None:
    game, covers = replace(table(), last_turn=3), ("2/9", "2/11", "3/1")
    never = "turn 3 is the last, and nothing is launched in it [MH27]."
    said = warned(game, Plan(carrier="akagi", deck=("Akagi-DB",)))
    assert f"Nothing will take off from Akagi: {never}" in said
    planning = told(game, part="left")[0]
    assert planning.startswith("Turn 2, planning: Akagi spots ")
    assert planning.endswith(f"But {never}")
    form = MIDWAY.form(view(game, "japanese", *covers), CHARTS)
    assert f"A deck is of no use but to be clear: {never}" in form[1].choices
    assert never not in " ".join(told(table(), part="left"))


def test_m15_a_deck_of_a_crippled_carrier_is_warned_of() -> None:
    said = warned(hurt(table(), akagi=8), Plan(carrier="akagi", deck=("Akagi-DB",)))
    assert "Akagi is crippled: nothing takes off from her next turn [M15.2]." in said


def test_every_kind_of_order_has_words() -> None:
    assert MIDWAY.kinds
    dumb = [kind.order.type for kind in MIDWAY.kinds if kind.words is standard(Kind)["words"]]
    assert dumb == []


@pytest.mark.parametrize("number", range(3))
def test_whatever_is_ordered_by_chance_is_told(number: int) -> None:
    wild, seen = by_chance(number), 0

    def told(now: View[Game], _: Charts) -> tuple[Order, ...]:
        nonlocal seen
        orders = wild(now)
        assert MIDWAY.foretell is not None
        words = MIDWAY.foretell(now, orders, CHARTS)
        silent = [
            one
            for one in orders
            if getattr(one, "squadrons", ("",)) == ()
            or stand(now.game, now.seat, one, 0) == now.game
        ]
        assert len(words.ordered) >= len(orders) - len(silent)
        seen += len(orders)
        return orders

    for _ in moments(match(number, pace="turn"), told, told):
        pass
    assert seen > 20


def test_m15_2_who_is_kept_on_a_crippled_deck_is_told_though_nothing_can_be_ordered_there() -> None:
    game = put(hurt(table(), akagi=8), "deck", "Akagi-DB", "Akagi-F")
    said = "Turn 2, launches: Akagi-DB 5 SP, Akagi-F 5 SP stay on Akagi's deck, for she is crippled"
    assert f"{said} [M15.2]." in told(game, part="left")
