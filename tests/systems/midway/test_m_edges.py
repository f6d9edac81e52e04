"""Small differences that the examples do not show: ties, limits, and orders that meet nobody."""

import pytest

from pbem.frozen import replace
from pbem.systems.midway.orders.stances import stance
from pbem.systems.midway.rules.losses import between_seats
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.table.events import FlakFired, Launched, OrderVoided
from pbem.systems.midway.table.orders import CapAttack, Move, StandingTargets
from tests.systems.midway.tabletop import (
    CHARTS,
    ordered,
    play,
    put,
    refusals,
    seated,
    sink,
    table,
    told,
    weaken,
)


@pytest.mark.parametrize(
    ("wave", "hits", "shares"),
    [
        ({"x": (9,), "y": (1, 1)}, 3, {"x": 1, "y": 2}),  # more squadrons go before more SP
        ({"x": (4,), "y": (5,)}, 3, {"x": 1, "y": 2}),  # then more SP
        ({"x": (5,), "y": (5,)}, 3, {"x": 2, "y": 1}),  # then the order of the genesis
        ({"x": (9,), "y": (2, 2), "z": (1,)}, 8, {"x": 3, "y": 4, "z": 1}),  # evenly again
        ({"x": (9,), "y": (1, 1)}, 7, {"x": 5, "y": 2}),  # no more than it has
    ],
)
def test_m7_3_hits_left_over_go_to_the_seat_with_most_squadrons(
    wave: dict[str, tuple[int, ...]], hits: int, shares: dict[str, int]
) -> None:
    assert between_seats(wave, hits) == shares


def test_m7_3_two_weak_squadrons_bear_the_odd_hit_before_a_strong_one() -> None:
    game = seated(
        table(), japanese="akagi kaga soryu hiryu", tf_16="enterprise hornet", tf_17="yorktown"
    )
    game = put(weaken(game, VB_6=1, VS_6=1), "attacking", "VB-3", "VB-6", "VS-6")
    # by default all of them attack Soryu, who has the fewest AA dice
    dice = {"M7.2 AA soryu": "4 4 4 1 1 1", "M7.4 DB soryu g0": "1 1 1 1"}
    (fired,) = told(play(game, 8, dice=dice), FlakFired)
    assert dict(fired.losses) == {"VB-3": 1, "VB-6": 1, "VS-6": 1}


def test_b1_a_limit_for_a_wave_is_not_overstepped() -> None:
    listed = StandingTargets(carriers=("kaga", "akagi"), wave_sp=12)
    game = put(ordered(table(), listed, seat="american"), "attacking", "VB-6", "VB-8", "VS-6")
    assert choose_targets(game, "american", {}, CHARTS) == {
        "VB-6": "kaga",
        "VB-8": "kaga",
        "VS-6": "akagi",
    }


def test_m7_1_who_fits_nowhere_within_the_limit_attacks_the_first_and_the_order_says_so() -> None:
    listed = StandingTargets(carriers=("kaga",), wave_sp=3)
    game = put(sink(table(), "soryu", "hiryu"), "attacking", "VB-6", "VB-8", "VS-6")
    game = ordered(game, listed, seat="american")
    assert set(choose_targets(game, "american", {}, CHARTS).values()) == {"kaga"}
    assert stance(listed) == (
        "the bombers attack Kaga before others, with 3 SP on each at most; who fits nowhere"
        " attacks the first all the same"
    )


def test_b1_fighters_of_one_deck_count_towards_enough_cap() -> None:
    game = table()
    deck = ("Akagi-F", "Kaga-F", "Soryu-F")
    game = game.with_squadrons(
        replace(game.squadrons[id_], box="deck", carrier="akagi") for id_ in deck
    )
    (launched,) = told(play(game, 9), Launched)
    assert (launched.cap, launched.strike) == (("Akagi-F", "Kaga-F"), ("Soryu-F",))


def test_mb3_behind_a_search_the_same_file_knows_what_moves_anyway() -> None:
    game = put(put(table(search_done=False), "moving", "VB-6"), "cap", "VF-6", ring=1)
    down = Move(squadrons=("VF-6",), to="waiting")
    attack = CapAttack(squadrons=("VF-6",))
    covers = ("3/10", "3/12", "4/2", "4/4", "4/6", "4/8")
    assert refusals(game, "american", attack, covers=covers) == []
    found = refusals(game, "american", down, attack, covers=covers)
    assert [(problem.where, problem.rule) for problem in found] == [
        ("order 2, key 'squadrons'", "M5.1")
    ]


def test_mb3_an_attack_that_meets_nobody_is_reported_and_keeps_its_ring() -> None:
    game = put(table(), "cap", "Akagi-F", ring=2)
    result = play(game, 5, (CapAttack(squadrons=("Akagi-F",)),))
    assert [(e.order, e.ids, e.cited) for e in told(result, OrderVoided)] == [
        ("cap-attack", ("Akagi-F",), "M5.1")
    ]
    assert result.game == game


def test_m5_1_to_hold_is_nothing_to_report() -> None:
    game = put(table(), "cap", "Akagi-F", ring=2)
    assert play(game, 5, (CapAttack(),)).events == ()
