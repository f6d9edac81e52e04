"""Attacks on carriers and the end of the game, beyond the examples [M7, MH27]."""

from collections.abc import Mapping

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.rules.victory import on_points
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import (
    Crippled,
    FlakFired,
    GameEnded,
    OrderVoided,
    Sunk,
    WentHome,
)
from pbem.systems.midway.table.orders import Attack, StandingLosses, StandingTargets
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import (
    CHARTS,
    hurt,
    only,
    ordered,
    play,
    put,
    refusals,
    said,
    seated,
    sink,
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


# --- attacks on carriers [M7] --------------------------------------------------------------------


def targets(game: Game, *bombers: str) -> list[str]:
    game = put(game, "attacking", *bombers)
    chosen = choose_targets(game, game.squadrons[bombers[0]].side, {}, CHARTS)
    return [chosen[id_] for id_ in bombers]


def test_b1_targets_most_damage_then_fewest_dice_then_the_carriers_order() -> None:
    assert targets(table(), "VB-6") == ["soryu"]
    assert targets(hurt(table(), kaga=1), "VB-6") == ["kaga"]
    assert targets(hurt(table(), kaga=1, hiryu=1), "VB-6") == ["hiryu"]
    assert targets(sink(table(), "soryu"), "VB-6") == ["akagi"]
    assert targets(table(), "Akagi-DB") == ["enterprise"]


def test_b1_targets_by_standing_list_with_a_limit_for_each_wave() -> None:
    bombers = ("VB-6", "VB-8", "VS-6", "VS-8", "VT-6")
    listed = StandingTargets(carriers=("kaga", "akagi"), wave_sp=10)
    game = ordered(table(), listed, seat="american")
    assert targets(game, *bombers) == ["kaga", "kaga", "akagi", "akagi", "soryu"]
    sunk = sink(game, "kaga")
    assert targets(sunk, *bombers) == ["akagi", "akagi", "soryu", "soryu", "hiryu"]
    unlimited = ordered(game, replace(listed, wave_sp=0), seat="american")
    assert targets(unlimited, *bombers) == ["kaga"] * 5
    assert targets(sink(game, "kaga", "akagi"), "VB-6") == ["soryu"]


@pytest.mark.parametrize(
    ("preference", "lost"),
    [
        (("TB",), {"VT-6": 3}),
        (("DB",), {"VB-6": 2, "VS-6": 1}),
        (("even",), {"VB-6": 1, "VS-6": 1, "VT-6": 1}),
        ((), {"VB-6": 1, "VS-6": 1, "VT-6": 1}),
        (("VS-6", "VT-6"), {"VS-6": 3}),
    ],
)
def test_m7_3_flak_losses_by_preference(
    preference: tuple[str, ...], lost: Mapping[str, int]
) -> None:
    game = put(weaken(table(), VB_6=4, VS_6=4, VT_6=4), "attacking", "VB-6", "VS-6", "VT-6")
    game = ordered(game, StandingLosses(aa=preference), seat="american")
    torpedoes = 4 - lost.get("VT-6", 0)
    dice = {
        "M7.2 AA soryu": "6 6 6 1 1 1",
        "M7.4 DB soryu g0": ones(9 - torpedoes),
        "M7.5 TB soryu g0": ones(torpedoes),
    }
    (fired,) = told(play(game, 8, dice=dice), FlakFired)
    assert fired.losses == FrozenMap(lost)


def test_m7_6_waves_on_different_carriers_are_apart() -> None:
    game = put(hurt(table(), akagi=9), "attacking", "VB-6", "VB-8")
    orders = (
        Attack(squadrons=("VB-6",), carrier="kaga"),
        Attack(squadrons=("VB-8",), carrier="akagi"),
    )
    dice = {
        "M7.2 AA akagi": ones(7),
        "M7.4 DB akagi g0": "5 1 1 1 1",
        "M7.2 AA kaga": ones(9),
        "M7.4 DB kaga g0": "5 5 1 1 1",
    }
    result = play(game, 8, orders, dice)
    assert [event.carrier for event in told(result, FlakFired)] == ["akagi", "kaga"]
    assert [event.carrier for event in told(result, Sunk)] == ["akagi"]
    assert result.game.carriers["kaga"].damage == 2


def test_m7_9_mh15_bombers_without_a_target_go_home() -> None:
    game = put(sink(table(), "enterprise", "hornet", "yorktown"), "attacking", "Akagi-DB")
    result = play(game, 7)
    assert where(result.game, "Akagi-DB") == {"Akagi-DB": "home"}
    assert [event.attacked for event in told(result, WentHome)] == [False]


def test_m7_1_a_squadron_has_one_target_and_only_bombers_in_attacking_have_any() -> None:
    game = put(table(), "attacking", "VB-6", "VF-6")
    orders = (
        Attack(squadrons=("VB-6", "VF-6", "VB-8"), carrier="kaga"),
        Attack(squadrons=("VB-6",), carrier="hornet"),
    )
    assert said(refusals(game, "american", *orders, covers=("3/8",))) == [
        (
            "order 1, key 'squadrons'",
            "VF-6 is no bomber squadron of yours in Attacking",
            "M7.1",
            "legal are: VB-6",
        ),
        (
            "order 1, key 'squadrons'",
            "VB-8 is no bomber squadron of yours in Attacking",
            "M7.1",
            "legal are: VB-6",
        ),
        (
            "order 2, key 'squadrons'",
            "VB-6 is ordered twice: see order 1",
            "M7.1",
            "order it once",
        ),
        (
            "order 2, key 'carrier'",
            "Hornet is no enemy carrier",
            "M7.1",
            "options: akagi, kaga, soryu, hiryu",
        ),
    ]


def test_mb3_attack_orders_that_have_become_impossible_are_void() -> None:
    game = put(sink(table(), "kaga"), "attacking", "VB-6")
    orders = (
        Attack(squadrons=("VB-6",), carrier="kaga"),
        Attack(squadrons=("VB-8",), carrier="akagi"),
    )
    dice = {"M7.2 AA soryu": ones(6), "M7.4 DB soryu g0": ones(5)}
    voided = told(play(game, 8, orders, dice), OrderVoided)
    assert [(event.ids, event.cited) for event in voided] == [
        (("kaga",), "M7.1"),
        (("VB-8",), "M7.1"),
    ]


def test_mh16_m15_2_a_crippled_carrier_fires_all_its_dice_and_is_crippled_once() -> None:
    game = put(weaken(hurt(table(), akagi=8), VB_6=1), "attacking", "VB-6")
    dice = {"M7.2 AA akagi": ones(7), "M7.4 DB akagi g0": "5"}
    result = play(game, 8, dice=dice)
    assert result.game.carriers["akagi"].damage == 9
    assert told(result, Crippled) == []


def test_m15_3_mh21_airborne_squadrons_of_a_sunk_carrier_fly_on() -> None:
    game = put(hurt(table(), hiryu=9), "home", "Hiryu-DB")
    game = put(weaken(put(game, "cap", "Hiryu-F", ring=2), VB_6=1), "attacking", "VB-6")
    dice = {"M7.2 AA hiryu": ones(7), "M7.4 DB hiryu g0": "6", "M7.4 DB hiryu g1": "1"}
    result = play(game, 8, dice=dice)
    assert where(result.game, "Hiryu-DB", "Hiryu-F", "Hiryu-TB") == {
        "Hiryu-DB": "home",
        "Hiryu-F": "cap 2",
        "Hiryu-TB": "lost",
    }


# --- the end [MH27-MH29, MH37] -------------------------------------------------------------------


def test_mh27_a_side_whose_carriers_are_all_sunk_has_lost() -> None:
    result = play(sink(table(), "enterprise", "hornet", "yorktown"), 8)
    (ended,) = told(result, GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("japanese", "decisive", "carriers")
    assert ended.sp_lost == FrozenMap({"american": 57, "japanese": 0})
    verdict = MIDWAY.verdict(result.game)
    assert verdict is not None
    assert (verdict.winner, verdict.grade) == ("japanese", "decisive")


@pytest.mark.parametrize(("turn", "final"), [(11, False), (12, True)])
def test_mh27_the_last_turn_has_no_launches_and_no_plans(turn: int, final: bool) -> None:
    game = play(put(table(), "deck", "VB-6", "Akagi-DB"), 8, turn=turn).game
    assert game.final == final
    for phase, flies in ((9, "Akagi-DB"), (10, "VB-6")):
        box = where(play(game, phase, turn=turn).game, flies)[flies]
        assert box == ("deck" if final else "moving")
    for phase in (11, 12):
        assert (play(game, phase, turn=turn).game == game) == final
    assert bool(told(play(game, 14, turn=turn), GameEnded)) == final


def test_mh27_without_bombers_on_either_side_the_game_ends_after_repairs() -> None:
    fighters = only(table(), "Akagi-F", "VF-6")
    game = play(hurt(fighters, akagi=1), 8).game
    assert game.final
    result = play(play(game, 13, dice={"M13.1 repair akagi #2": "6"}).game, 14)
    (ended,) = told(result, GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("", "draw", "points")
    assert not play(only(table(), "Akagi-F", "VB-6"), 8).game.final


@pytest.mark.parametrize(
    ("damage", "margin", "grade"),
    [
        ({"akagi": 4}, 4, "draw"),
        ({"akagi": 5}, 5, "marginal"),
        ({"akagi": 6, "kaga": 6, "soryu": 2}, 14, "marginal"),
        ({"akagi": 10}, 15, "substantial"),
        ({"akagi": 10, "kaga": 6, "soryu": 6, "hiryu": 2}, 29, "substantial"),
        ({"akagi": 10, "kaga": 10}, 30, "decisive"),
        ({"yorktown": 4}, -4, "draw"),
        ({"yorktown": 7}, -10, "marginal"),
        ({"yorktown": 9, "hornet": 3}, -15, "substantial"),
        ({"yorktown": 10, "hornet": 9, "enterprise": 3}, -30, "decisive"),
    ],
)
def test_mh28_grades_by_the_margin_of_points(
    damage: dict[str, int], margin: int, grade: str
) -> None:
    (ended,) = on_points(hurt(table(), **damage), CHARTS).events
    assert isinstance(ended, GameEnded)
    assert ended.points["american"] - ended.points["japanese"] == margin
    winner = "american" if margin > 0 else "japanese"
    assert (ended.winner, ended.grade) == ("" if grade == "draw" else winner, grade)


def test_mh29_mh37_one_seat_resigns_for_its_side() -> None:
    game, events = MIDWAY.resign(divisions(), "tf-17", CHARTS)
    (ended,) = events
    assert isinstance(ended, GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("japanese", "decisive", "resigned")
    verdict = MIDWAY.verdict(game)
    assert verdict is not None
    assert (verdict.winner, verdict.grade) == ("japanese", "decisive")


def test_m7_1_a_squadron_has_one_order() -> None:
    game = put(table(), "attacking", "VB-6")
    orders = (
        Attack(squadrons=("VB-6",), carrier="kaga"),
        Attack(squadrons=("VB-6",), carrier="akagi"),
    )
    twice = "VB-6 is ordered twice: see order 1"
    assert said(refusals(game, "american", *orders, covers=("3/8",))) == [
        ("order 2, key 'squadrons'", twice, "M7.1", "order it once")
    ]


def test_m7_1_a_second_order_for_a_squadron_is_told_all_that_is_wrong_with_it() -> None:
    game = put(table(), "attacking", "VB-6")
    orders = (
        Attack(squadrons=("VB-6",), carrier="kaga"),
        Attack(squadrons=("VB-6",), carrier="hornet"),
    )
    assert [line[1] for line in said(refusals(game, "american", *orders, covers=("3/8",)))] == [
        "VB-6 is ordered twice: see order 1",
        "Hornet is no enemy carrier",
    ]
