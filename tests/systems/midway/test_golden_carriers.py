"""Examples of attacks on carriers, damage and the end of the game, dice written out [M7, M15]."""

from dataclasses import replace

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.midway.events import (
    Bombed,
    Crippled,
    Damaged,
    FlakFired,
    GameEnded,
    Sunk,
    WentHome,
)
from pbem.systems.midway.orders import Attack
from pbem.systems.midway.state import Game
from pbem.systems.midway.system import MIDWAY
from tests.systems.midway.tabletop import (
    CHARTS,
    hurt,
    play,
    points,
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


def misses(carrier: str) -> dict[str, str]:
    """Anti-aircraft dice that all miss."""
    return {f"M7.2 AA {carrier}": " ".join("1" * CHARTS.carriers[carrier].aa)}


def strike(game: Game, carrier: str, *squadrons: str) -> tuple[Game, tuple[Attack, ...]]:
    """American squadrons over a carrier, and the order for all of them."""
    return put(game, "attacking", *squadrons), (Attack(squadrons=squadrons, carrier=carrier),)


# --- anti-aircraft fire [M7.2, M7.3] -------------------------------------------------------------


def test_gm19_m7_2_a_wave_that_falls_to_flak_does_not_attack() -> None:
    game, orders = strike(table(), "soryu", "VT-8")
    result = play(game, 8, orders, {"M7.2 AA soryu": "4 5 6 1 2 6"})
    assert where(result.game, "VT-8") == {"VT-8": "lost"}
    assert [type(event) for event in result.events] == [FlakFired]
    assert list(result.game.squadrons_in("american", "home")) == []


def test_gm20_m7_2_m7_3_an_even_loss_falls_on_whoever_has_most_left() -> None:
    game, orders = strike(table(), "kaga", "VB-6", "VS-6")
    dice = {"M7.2 AA kaga": "1 4 2 5 3 6 1 1 2", "M7.4 DB kaga g0": "1 2 3 4 1 2 3"}
    result = play(game, 8, orders, dice)
    assert points(result.game, "VB-6", "VS-6") == {"VB-6": 3, "VS-6": 4}
    assert where(result.game, "VB-6", "VS-6") == {"VB-6": "home", "VS-6": "home"}


def two_seats() -> tuple[Game, dict[str, tuple[Attack, ...]]]:
    game = seated(
        table(), japanese="akagi kaga soryu hiryu", tf_16="enterprise hornet", tf_17="yorktown"
    )
    game = put(game, "attacking", "VB-6", "VS-6", "VB-8", "VB-3")
    orders = {
        "tf-16": (Attack(squadrons=("VB-6", "VS-6", "VB-8"), carrier="akagi"),),
        "tf-17": (Attack(squadrons=("VB-3",), carrier="akagi"),),
    }
    return game, orders


def lost_by_seat(game: Game, fired: FlakFired) -> dict[str, int]:
    lost = dict.fromkeys(("tf-16", "tf-17"), 0)
    for id_, sp in fired.losses.items():
        lost[game.squadrons[id_].seat] += sp
    return lost


def test_gm36_m7_3_partners_share_flak_losses_and_the_larger_part_bears_the_rest() -> None:
    game, orders = two_seats()
    dice = {"M7.2 AA akagi": "4 4 5 5 6 1 2"}
    dice["M7.4 DB akagi g0"] = " ".join("1" * 15)
    (fired,) = told(play(game, 8, orders, dice), FlakFired)
    assert lost_by_seat(game, fired) == {"tf-16": 3, "tf-17": 2}
    assert fired.losses == FrozenMap({"VB-3": 2, "VB-6": 1, "VB-8": 1, "VS-6": 1})


def test_gm37_m7_3_a_seat_without_enough_points_passes_the_rest_on() -> None:
    game, orders = two_seats()
    game = weaken(game, VB_3=1)
    dice = {"M7.2 AA akagi": "6 6 6 6 1 1 1", "M7.4 DB akagi g0": " ".join("1" * 12)}
    (fired,) = told(play(game, 8, orders, dice), FlakFired)
    assert lost_by_seat(game, fired) == {"tf-16": 3, "tf-17": 1}


# --- bombs and torpedoes [M7.4, M7.5] ------------------------------------------------------------


@pytest.mark.parametrize(
    ("sp", "generations", "hits"),
    [
        pytest.param(5, ("6 5 3 1 6", "6 5", "2"), 4, id="gm21"),
        pytest.param(1, ("6", "5"), 1, id="gm22"),
        pytest.param(1, ("6", "6", "6", "1"), 3, id="gm23"),
    ],
)
def test_gm21_gm22_gm23_m7_4_dive_bombers_hit_with_fives_at_first_and_with_sixes_again(
    sp: int, generations: tuple[str, ...], hits: int
) -> None:
    game, orders = strike(weaken(table(), VB_6=sp), "soryu", "VB-6")
    dice = {f"M7.4 DB soryu g{n}": faces for n, faces in enumerate(generations)}
    result = play(game, 8, orders, misses("soryu") | dice)
    assert result.game.carriers["soryu"].damage == hits
    assert [(event.kind, event.hits) for event in told(result, Bombed)] == [("DB", hits)]


def test_gm24_m7_5_a_torpedo_that_hits_counts_twice() -> None:
    game, orders = strike(table(), "soryu", "VT-6")
    dice = {"M7.5 TB soryu g0": "6 5 4 1", "M7.5 TB soryu g1": "6", "M7.5 TB soryu g2": "3"}
    result = play(game, 8, orders, misses("soryu") | dice)
    assert result.game.carriers["soryu"].damage == 3


def test_gm25_m7_5_m15_2_seven_hits_cripple() -> None:
    game, orders = strike(weaken(table(), VT_8=1), "akagi", "VT-6", "VT-8")
    dice = {
        "M7.5 TB akagi g0": "6 6 6 1 2",
        "M7.5 TB akagi g1": "6 4 1",
        "M7.5 TB akagi g2": "5",
    }
    result = play(game, 8, orders, misses("akagi") | dice)
    assert result.game.carriers["akagi"].damage == 7
    assert [event.carrier for event in told(result, Crippled)] == ["akagi"]


def test_gm26_m7_6_m15_3_hits_of_both_kinds_are_added_and_sink() -> None:
    game, orders = strike(weaken(hurt(table(), kaga=6), VB_6=3, VT_6=2), "kaga", "VB-6", "VT-6")
    dice = {
        "M7.4 DB kaga g0": "5 6 2",
        "M7.4 DB kaga g1": "1",
        "M7.5 TB kaga g0": "6 3",
        "M7.5 TB kaga g1": "2",
    }
    result = play(game, 8, orders, misses("kaga") | dice)
    aboard = ("Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2")
    assert [(event.hits, event.damage) for event in told(result, Damaged)] == [(4, 10)]
    assert [event.squadrons for event in told(result, Sunk)] == [aboard]
    assert set(where(result.game, *aboard).values()) == {"lost"}
    assert where(result.game, "VB-6", "VT-6") == {"VB-6": "home", "VT-6": "home"}


def test_gm27_m15_1_hits_beyond_the_last_circle_are_ignored() -> None:
    game, orders = strike(hurt(table(), hiryu=8), "hiryu", "VB-6")
    dice = {"M7.4 DB hiryu g0": "5 5 5 5 5"}
    result = play(game, 8, orders, misses("hiryu") | dice)
    assert [(event.hits, event.damage) for event in told(result, Damaged)] == [(5, 10)]
    assert [event.carrier for event in told(result, Sunk)] == ["hiryu"]


def test_gm28_m7_8_fighters_have_no_part_in_an_attack() -> None:
    result = play(put(table(), "attacking", "VF-6"), 8)
    assert where(result.game, "VF-6") == {"VF-6": "home"}
    assert [(event.squadrons, event.attacked) for event in told(result, WentHome)] == [
        (("VF-6",), False)
    ]


def test_gm40_m7_1_a_sunk_carrier_is_no_target() -> None:
    game, orders = strike(sink(table(), "kaga"), "kaga", "VB-6")
    assert said(refusals(game, "american", *orders, covers=("3/8",))) == [
        (
            "order 1, key 'carrier'",
            "kaga is not afloat",
            "M7.1",
            "options: akagi, soryu, hiryu",
        )
    ]


# --- the end [MH27, MH28] ------------------------------------------------------------------------


def test_gm38_mh28_points_at_the_end_of_the_last_turn() -> None:
    game = hurt(sink(table(), "akagi", "kaga", "soryu"), hiryu=4, yorktown=8)
    game = replace(game, final=True)
    result = play(game, 14, dice={"M13.1 repair yorktown #2": "3"}, turn=12)
    (ended,) = told(result, GameEnded)
    assert ended.points == FrozenMap({"american": 49, "japanese": 11})
    assert (ended.winner, ended.grade, ended.reason) == ("american", "decisive", "points")


def test_gm39_m8_1_mh27_both_attacks_are_flown_before_the_end_is_looked_for() -> None:
    game = hurt(
        sink(table(), "akagi", "kaga", "soryu", "enterprise", "hornet"), hiryu=9, yorktown=9
    )
    game = put(weaken(game, Hiryu_DB=1, VB_3=1), "attacking", "Hiryu-DB", "VB-3")
    first = play(game, 7, dice=misses("yorktown") | {"M7.4 DB yorktown g0": "5"})
    assert told(first, GameEnded) == []
    assert MIDWAY.verdict(first.game) is None
    second = play(first.game, 8, dice=misses("hiryu") | {"M7.4 DB hiryu g0": "5"})
    (ended,) = told(second, GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("", "draw", "carriers")
