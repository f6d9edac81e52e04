"""Attacks on carriers, damage and the end, played from written orders [M7, M15, MH27]."""

from collections.abc import Callable

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.midway.events import (
    Bombed,
    Crippled,
    Damaged,
    FlakFired,
    GameEnded,
    OrderVoided,
    Sunk,
    WentHome,
)
from pbem.systems.midway.orders import Attack, Launch, Stay
from pbem.systems.midway.state import Game
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    begun,
    launches,
    passive,
    scenario,
    spots,
)
from tests.systems.midway.tabletop import (
    CHARTS,
    hurt,
    points,
    put,
    said,
    sink,
    table,
    weaken,
    where,
)

Change = Callable[[Game], Game]
NOBODY_FINDS = {"M16.3 search": "4"}


def as_it_is(game: Game) -> Game:
    return game


def ready(*strike: str, change: Change = as_it_is) -> Battle:
    """Up to three American squadrons, Ready at the end of turn 3 after a search in vain."""
    battle = scenario(change=change)
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, *spots(*strike))})
    battle.turn({"american": launches(*strike)}, NOBODY_FINDS)
    battle.turn()
    assert set(where(battle.game, *strike).values()) == {"ready"}
    return battle


def misses(carrier: str) -> dict[str, str]:
    """Anti-aircraft dice that all miss."""
    return {f"M7.2 AA {carrier}": " ".join("1" * CHARTS.carriers[carrier].aa)}


def no_repair(game: Game) -> dict[str, str]:
    """Repair dice that mend nothing."""
    hurt_ones = (c.id for c in game.carriers.values() if c.damage and CHARTS.is_afloat(c))
    return {f"M13.1 repair {id_}": "1" for id_ in hurt_ones}


def strike(
    carrier: str, *squadrons: str, dice: dict[str, str], change: Change = as_it_is, **damage: int
) -> Battle:
    """American squadrons attack a carrier in turn 4; `damage` is marked on carriers by then."""
    battle = ready(*squadrons, change=change)
    battle.lay(hurt(battle.game, **damage))
    bombers = tuple(id_ for id_ in squadrons if battle.game.squadrons[id_].is_bomber)
    order = Attack(squadrons=bombers, carrier=carrier)
    battle.turn({"american": (order,)}, no_repair(battle.game) | dice)
    assert battle.told(OrderVoided) == []
    return battle


# --- anti-aircraft fire [M7.2, M7.3] -------------------------------------------------------------


def test_gm19_m7_2_a_wave_that_falls_to_flak_does_not_attack() -> None:
    battle = strike("soryu", "VT-8", dice={"M7.2 AA soryu": "4 5 6 1 2 6"})
    assert where(battle.game, "VT-8") == {"VT-8": "lost"}
    assert battle.told(Bombed) == battle.told(WentHome) == battle.told(Damaged) == []
    assert list(battle.game.squadrons_in("american", "home")) == []
    assert battle.game.carriers["soryu"].damage == 0


def test_gm20_m7_2_m7_3_an_even_loss_falls_on_whoever_has_most_left() -> None:
    dice = {"M7.2 AA kaga": "1 4 2 5 3 6 1 1 2", "M7.4 DB kaga g0": "1 2 3 4 1 2 3"}
    battle = strike("kaga", "VB-6", "VS-6", dice=dice)
    assert points(battle.game, "VB-6", "VS-6") == {"VB-6": 3, "VS-6": 4}
    assert where(battle.game, "VB-6", "VS-6") == {"VB-6": "home", "VS-6": "home"}
    assert [(event.squadrons, event.attacked) for event in battle.told(WentHome)] == [
        (("VB-6", "VS-6"), True)
    ]
    assert battle.told(Damaged) == []


def two_task_forces(dice: dict[str, str], change: Change = as_it_is) -> Battle:
    """Three squadrons of TF 16 and one of TF 17 attack Akagi in turn 4."""
    battle = scenario("midway-even", "japanese", "tf-16", "tf-17", change=change)
    tf_16, tf_17 = ("VB-6", "VS-6", "VB-8"), ("VB-3",)
    battle.turn(
        {
            "japanese": JAPANESE,
            "tf-16": (*passive("enterprise", "hornet"), *spots(*tf_16)),
            "tf-17": (*passive("yorktown"), *spots(*tf_17)),
        }
    )
    found = {"M16.3 search": "1"}
    battle.turn({"tf-16": launches(*tf_16), "tf-17": launches(*tf_17)}, found)
    assert where(battle.game, "VB-3", "VB-6") == {"VB-3": "ready", "VB-6": "moving"}
    battle.turn({"tf-17": (Stay(squadrons=tf_17),)})
    battle.turn(
        {
            "tf-16": (Attack(squadrons=tf_16, carrier="akagi"),),
            "tf-17": (Attack(squadrons=tf_17, carrier="akagi"),),
        },
        dice,
    )
    return battle


def lost_by_seat(battle: Battle) -> dict[str, int]:
    (fired,) = battle.told(FlakFired)
    lost = {"tf-16": 0, "tf-17": 0}
    for id_, sp in fired.losses.items():
        lost["tf-17" if id_ == "VB-3" else "tf-16"] += sp
    return lost


def test_gm36_m7_3_partners_share_flak_losses_and_the_larger_part_bears_the_rest() -> None:
    dice = {"M7.2 AA akagi": "4 4 5 5 6 1 2", "M7.4 DB akagi g0": " ".join("1" * 15)}
    battle = two_task_forces(dice)
    assert lost_by_seat(battle) == {"tf-16": 3, "tf-17": 2}
    assert points(battle.game, "VB-3", "VB-6", "VB-8", "VS-6") == {
        "VB-3": 3,
        "VB-6": 4,
        "VB-8": 4,
        "VS-6": 4,
    }


def test_gm37_m7_3_a_seat_without_enough_points_passes_the_rest_on() -> None:
    dice = {"M7.2 AA akagi": "6 6 6 6 1 1 1", "M7.4 DB akagi g0": " ".join("1" * 12)}
    battle = two_task_forces(dice, lambda game: weaken(game, VB_3=1))
    assert lost_by_seat(battle) == {"tf-16": 3, "tf-17": 1}
    assert where(battle.game, "VB-3") == {"VB-3": "lost"}


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
    dice = {f"M7.4 DB soryu g{n}": faces for n, faces in enumerate(generations)}
    dice |= misses("soryu")
    battle = strike("soryu", "VB-6", dice=dice, change=lambda game: weaken(game, VB_6=sp))
    assert battle.game.carriers["soryu"].damage == hits
    assert [(event.kind, event.hits) for event in battle.told(Bombed)] == [("DB", hits)]


def test_gm24_m7_5_a_torpedo_that_hits_counts_twice() -> None:
    dice = {"M7.5 TB soryu g0": "6 5 4 1", "M7.5 TB soryu g1": "6", "M7.5 TB soryu g2": "3"}
    battle = strike("soryu", "VT-6", dice=misses("soryu") | dice)
    assert battle.game.carriers["soryu"].damage == 3


def test_gm25_m7_5_m15_2_seven_hits_cripple() -> None:
    dice = {
        "M7.5 TB akagi g0": "6 6 6 1 2",
        "M7.5 TB akagi g1": "6 4 1",
        "M7.5 TB akagi g2": "5",
    }
    battle = strike(
        "akagi",
        "VT-6",
        "VT-8",
        dice=misses("akagi") | dice,
        change=lambda game: weaken(game, VT_8=1),
    )
    assert battle.game.carriers["akagi"].damage == 7
    assert [event.carrier for event in battle.told(Crippled)] == ["akagi"]
    order = Launch(carrier="akagi", cap=("Akagi-F",))
    assert battle.refused(order) == ["Akagi is crippled and launches nothing"]


def test_gm26_m7_6_m15_3_hits_of_both_kinds_are_added_and_sink() -> None:
    dice = {
        "M7.4 DB kaga g0": "5 6 2",
        "M7.4 DB kaga g1": "1",
        "M7.5 TB kaga g0": "6 3",
        "M7.5 TB kaga g1": "2",
    }
    battle = strike(
        "kaga",
        "VB-6",
        "VT-6",
        dice=misses("kaga") | dice,
        change=lambda game: weaken(game, VB_6=3, VT_6=2),
        kaga=6,
    )
    aboard = ("Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2")
    assert [(event.hits, event.damage) for event in battle.told(Damaged)] == [(4, 10)]
    assert [event.squadrons for event in battle.told(Sunk)] == [aboard]
    assert set(where(battle.game, *aboard).values()) == {"lost"}
    assert where(battle.game, "VB-6", "VT-6") == {"VB-6": "home", "VT-6": "home"}


def test_gm27_m15_1_hits_beyond_the_last_circle_are_ignored() -> None:
    dice = {"M7.4 DB hiryu g0": "5 5 5 5 5"}
    battle = strike("hiryu", "VB-6", dice=misses("hiryu") | dice, hiryu=8)
    assert [(event.hits, event.damage) for event in battle.told(Damaged)] == [(5, 10)]
    assert [event.carrier for event in battle.told(Sunk)] == ["hiryu"]
    assert battle.game.carriers["hiryu"].damage == 10


def test_gm28_m7_8_fighters_have_no_part_in_an_attack() -> None:
    battle = ready("VB-6", "VF-6")
    battle.turn({"american": (Stay(squadrons=("VB-6",)),)})
    assert where(battle.game, "VF-6", "VB-6") == {"VF-6": "home", "VB-6": "ready"}
    assert [(event.squadrons, event.attacked) for event in battle.told(WentHome)] == [
        (("VF-6",), False)
    ]


def test_gm40_m7_1_a_sunk_carrier_is_no_target() -> None:
    battle = ready("VB-6", "VS-6")
    battle.lay(hurt(battle.game, kaga=9))
    orders = (Stay(squadrons=("VS-6",)), Attack(squadrons=("VB-6",), carrier="kaga"))
    dice = misses("kaga") | {"M7.4 DB kaga g0": "5 1 1 1 1"}
    battle.turn({"american": orders}, no_repair(battle.game) | dice)
    assert [event.carrier for event in battle.told(Sunk)] == ["kaga"]
    battle.file("japanese")
    assert said(battle.problems(Attack(squadrons=("VS-6",), carrier="kaga"))) == [
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
    battle = begun(game, turn=11, phase=9)
    dice = no_repair(game) | {"M13.1 repair hiryu #2": "5", "M13.1 repair yorktown #2": "3"}
    battle.turn(dice=dice)
    (ended,) = battle.told(GameEnded)
    assert ended.points == FrozenMap({"american": 49, "japanese": 11})
    assert (ended.winner, ended.grade, ended.reason) == ("american", "decisive", "points")
    assert battle.said().endswith(
        "American decisive victory: by points for damage [MH28].\n"
        "Japanese points: 11; aircraft lost: 48 SP.\n"
        "American points: 49; aircraft lost: 0 SP."
    )


def last_carriers(**damage: int) -> Battle:
    """A Japanese and an American squadron, Ready, and one carrier afloat on each side."""
    game = sink(table(), "akagi", "kaga", "soryu", "enterprise", "hornet")
    game = put(weaken(hurt(game, **damage), Hiryu_DB=1, VB_3=1), "ready", "Hiryu-DB", "VB-3")
    return begun(game, turn=5, phase=9)


def test_gm39_m8_1_mh27_both_attacks_are_flown_before_the_end_is_looked_for() -> None:
    battle = last_carriers(hiryu=9, yorktown=9)
    dice = no_repair(battle.game)
    dice |= misses("yorktown") | {"M7.4 DB yorktown g0": "5"}
    dice |= misses("hiryu") | {"M7.4 DB hiryu g0": "5"}
    orders = {
        "japanese": (Attack(squadrons=("Hiryu-DB",), carrier="yorktown"),),
        "american": (Attack(squadrons=("VB-3",), carrier="hiryu"),),
    }
    battle.turn(orders, dice)
    assert [event.carrier for event in battle.told(Sunk)] == ["yorktown", "hiryu"]
    (ended,) = battle.told(GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("", "draw", "carriers")
