"""Attacks on carriers, damage and the end, played from written orders [M7, M15, MH27]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.carriers import is_afloat
from pbem.systems.midway.table.events import (
    Bombed,
    Crippled,
    Damaged,
    FlakFired,
    GameEnded,
    OrderVoided,
    Sunk,
    WentHome,
)
from pbem.systems.midway.table.orders import Attack, CapAttack, Launch, StandingMove, Stay
from pbem.systems.midway.table.state import Game
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    attack,
    bombed,
    launches,
    misses,
    passive,
    scenario,
    spots,
)
from tests.systems.midway.tabletop import CHARTS, points, said, where

NOBODY_FINDS = {"M16.3 search": "4"}


def ready(*strike: str) -> Battle:
    """Up to three American squadrons, Ready at the end of turn 3 after a search in vain."""
    battle = scenario()
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, *spots(*strike))})
    battle.turn({"american": launches(*strike)}, NOBODY_FINDS)
    battle.turn()
    assert set(where(battle.game, *strike).values()) == {"ready"}
    return battle


def no_repair(game: Game) -> dict[str, str]:
    """Repair dice that mend nothing."""
    hurt_ones = (c.id for c in game.carriers.values() if c.damage and is_afloat(c, CHARTS))
    return {f"M13.1 repair {id_}": "1" for id_ in hurt_ones}


def strike(carrier: str, *squadrons: str, dice: dict[str, str], before: int = 0) -> Battle:
    """American squadrons attack a carrier in turn 4.

    Or in turn 5, when VS-5 has scored so many hits `before`.
    """
    first = ("VS-5",) if before else ()
    battle = ready(*squadrons, *first)
    if before:
        orders = (Attack(squadrons=first, carrier=carrier), Stay(squadrons=squadrons))
        battle.turn({"american": orders}, bombed(carrier, before))
        assert battle.game.carriers[carrier].damage == before
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


def two_task_forces(dice: dict[str, str], cap: str = "") -> Battle:
    """Three squadrons of TF 16 and one of TF 17 attack Akagi in turn 4.

    In turn 2 VB-3 is Ready alone, and Kaga-F attacks it with the dice `cap`.
    """
    battle = scenario("midway-even", "japanese", "tf-16", "tf-17")
    tf_16, tf_17 = ("VB-6", "VS-6", "VB-8"), ("VB-3",)
    battle.turn(
        {
            "japanese": (*JAPANESE, *spots("Kaga-F")),
            "tf-16": (*passive("enterprise", "hornet"), *spots(*tf_16)),
            "tf-17": (*passive("yorktown"), *spots(*tf_17)),
        }
    )
    met = {"M5.7 bombers": cap} if cap else {}
    orders = {
        "japanese": (*launches(cap=("Kaga-F",)), *((attack("Kaga-F"),) if cap else ())),
        "tf-16": launches(*tf_16),
        "tf-17": launches(*tf_17),
    }
    battle.turn(orders, {"M16.3 search": "1"} | met)
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
    battle = two_task_forces(dice, cap="4 4 4 4 1")
    assert lost_by_seat(battle) == {"tf-16": 3, "tf-17": 1}
    assert where(battle.game, "VB-3") == {"VB-3": "lost"}


# --- bombs and torpedoes [M7.4, M7.5] ------------------------------------------------------------


@pytest.mark.parametrize(
    ("flak", "generations", "hits"),
    [
        pytest.param("1 1 1 1 1 1", ("6 5 3 1 6", "6 5", "2"), 4, id="gm21"),
        pytest.param("4 4 4 4 1 1", ("6", "5"), 1, id="gm22"),
        pytest.param("4 4 4 4 1 1", ("6", "6", "6", "1"), 3, id="gm23"),
    ],
)
def test_gm21_gm22_gm23_m7_4_dive_bombers_hit_with_fives_at_first_and_with_sixes_again(
    flak: str, generations: tuple[str, ...], hits: int
) -> None:
    """As many of five come through as roll."""
    dice = {f"M7.4 DB soryu g{n}": faces for n, faces in enumerate(generations)}
    battle = strike("soryu", "VB-6", dice={"M7.2 AA soryu": flak} | dice)
    assert battle.game.carriers["soryu"].damage == hits
    assert [(event.kind, event.hits) for event in battle.told(Bombed)] == [("DB", hits)]


def test_gm24_m7_5_a_torpedo_that_hits_counts_twice() -> None:
    dice = {"M7.5 TB soryu g0": "6 5 4 1", "M7.5 TB soryu g1": "6", "M7.5 TB soryu g2": "3"}
    battle = strike("soryu", "VT-6", dice=misses("soryu") | dice)
    assert battle.game.carriers["soryu"].damage == 3


def test_gm25_m7_5_m15_2_seven_hits_cripple() -> None:
    """Of eight torpedo bombers' points five come through."""
    dice = {
        "M7.2 AA akagi": "4 4 4 1 1 1 1",
        "M7.5 TB akagi g0": "6 6 6 1 2",
        "M7.5 TB akagi g1": "6 4 1",
        "M7.5 TB akagi g2": "5",
    }
    battle = strike("akagi", "VT-6", "VT-8", dice=dice)
    assert battle.game.carriers["akagi"].damage == 7
    assert [event.carrier for event in battle.told(Crippled)] == ["akagi"]
    order = Launch(carrier="akagi", cap=("Akagi-F",))
    assert battle.refused(order) == ["Akagi is crippled and launches nothing"]


def test_gm26_m7_6_m15_3_hits_of_both_kinds_are_added_and_sink() -> None:
    """VS-6 scores six in turn 4; CAP and flak leave VB-6 three and VT-6 two in turn 5."""
    strike_ = ("VB-6", "VS-6", "VT-6")
    battle = scenario()
    american = (*AMERICAN, *spots(*strike_))
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-F")), "american": american})
    flown = {"japanese": launches(cap=("Akagi-F",)), "american": launches(*strike_)}
    battle.turn(flown, NOBODY_FINDS)
    cap = CapAttack(squadrons=("Akagi-F",), tb_hits=2)
    battle.turn({"japanese": (cap,)}, {"M5.7 bombers": "4 4 1 1 1"})
    first = (Attack(squadrons=("VS-6",), carrier="kaga"), Stay(squadrons=("VB-6", "VT-6")))
    battle.turn({"american": first}, bombed("kaga", 6))
    assert battle.game.carriers["kaga"].damage == 6
    dice = {
        "M7.2 AA kaga": "4 4 1 1 1 1 1 1 1",
        "M7.4 DB kaga g0": "5 6 2",
        "M7.4 DB kaga g1": "1",
        "M7.5 TB kaga g0": "6 3",
        "M7.5 TB kaga g1": "2",
    }
    both = Attack(squadrons=("VB-6", "VT-6"), carrier="kaga")
    battle.turn({"american": (both,)}, no_repair(battle.game) | dice)
    aboard = ("Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2")
    assert points(battle.game, "VB-6", "VT-6") == {"VB-6": 3, "VT-6": 2}
    assert [(event.kind, event.hits) for event in battle.told(Bombed)] == [("DB", 2), ("TB", 2)]
    assert [(event.hits, event.damage) for event in battle.told(Damaged)] == [(4, 10)]
    assert [event.squadrons for event in battle.told(Sunk)] == [aboard]
    assert set(where(battle.game, *aboard).values()) == {"lost"}
    assert where(battle.game, "VB-6", "VT-6") == {"VB-6": "home", "VT-6": "home"}


def test_gm27_m15_1_hits_beyond_the_last_circle_are_ignored() -> None:
    battle = strike("hiryu", "VB-6", dice=bombed("hiryu", 5), before=8)
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
    orders = (Stay(squadrons=("VS-6",)), Attack(squadrons=("VB-6",), carrier="kaga"))
    battle.turn({"american": orders}, bombed("kaga", 10))
    assert [event.carrier for event in battle.told(Sunk)] == ["kaga"]
    battle.file("japanese")
    assert said(battle.problems(Attack(squadrons=("VS-6",), carrier="kaga"))) == [
        (
            "order 1, key 'carrier'",
            "Kaga is not afloat",
            "M7.1",
            "options: akagi, soryu, hiryu",
        )
    ]


# --- the end [MH27, MH28] ------------------------------------------------------------------------


SINKING = {"VB-6": "akagi", "VB-8": "kaga", "VS-6": "soryu"}
"""Who sinks what in turn 4; VS-8 and VB-3 fly with them."""


def at_sea() -> Battle:
    """Turn 3 ends: five American squadrons and three Japanese ones are Ready."""
    american, japanese = (*SINKING, "VB-3", "VS-8"), ("Akagi-DB", "Kaga-DB", "Hiryu-DB")
    battle = scenario()
    battle.turn(
        {"japanese": (*JAPANESE, *spots(*japanese)), "american": (*AMERICAN, *spots(*american))}
    )
    flown = {"japanese": launches(*japanese), "american": launches(*american)}
    battle.turn(flown, {"M16.3 search": "2"})
    found = Stay(squadrons=("VB-6",))
    battle.turn({"japanese": (Stay(squadrons=japanese),), "american": (found,)})
    assert set(where(battle.game, *american, *japanese).values()) == {"ready"}
    return battle


def sinking() -> tuple[Attack, ...]:
    return tuple(Attack(squadrons=(id_,), carrier=carrier) for id_, carrier in SINKING.items())


def sunk(*carriers: str) -> dict[str, str]:
    return {label: dice for id_ in carriers for label, dice in bombed(id_, 10).items()}


def test_gm38_mh28_points_at_the_end_of_the_last_turn() -> None:
    """Everything is done in turn 4; then no die repairs anything to the end."""
    battle = at_sea()
    hiryu = {"M7.4 DB hiryu g0": "5 5 5 5 1"} | misses("hiryu")
    american = (
        *sinking(),
        Attack(squadrons=("VS-8",), carrier="hiryu"),
        StandingMove(squadrons=("VB-3",), move="hold"),
    )
    japanese = (
        Attack(squadrons=("Hiryu-DB",), carrier="yorktown"),
        StandingMove(squadrons=("Akagi-DB", "Kaga-DB"), move="hold"),
    )
    dice = sunk(*SINKING.values()) | hiryu | bombed("yorktown", 8)
    battle.turn({"japanese": japanese, "american": american}, dice)
    while battle.table.turn < 11:
        battle.turn(dice=no_repair(battle.game))
    twice = {f"{label} #2": die for label, die in no_repair(battle.game).items()}
    battle.turn(dice=no_repair(battle.game) | twice)
    damage = {id_: carrier.damage for id_, carrier in battle.game.carriers.items()}
    assert damage == {
        "akagi": 10, "kaga": 10, "soryu": 10, "hiryu": 4, "enterprise": 0, "hornet": 0,
        "yorktown": 8,
    }  # fmt: skip
    (ended,) = battle.told(GameEnded)
    assert ended.points == FrozenMap({"american": 49, "japanese": 11})
    assert (ended.winner, ended.grade, ended.reason) == ("american", "decisive", "points")
    verdict = MIDWAY.verdict(battle.game)
    assert verdict is not None
    assert verdict.reason == "on points [MH28], with 49 to 11 points"
    assert battle.said().endswith(
        "American decisive victory: on points, 49 to 11 [MH28].\n"
        "Japanese points: 11; aircraft lost: 38 SP.\n"
        "American points: 49; aircraft lost: 0 SP."
    )


def test_gm39_m8_1_mh27_both_attacks_are_flown_before_the_end_is_looked_for() -> None:
    """One carrier is left on each side after turn 4, and falls in turn 5."""
    battle = at_sea()
    japanese = (
        Attack(squadrons=("Akagi-DB",), carrier="enterprise"),
        Attack(squadrons=("Kaga-DB",), carrier="hornet"),
        Stay(squadrons=("Hiryu-DB",)),
    )
    orders = {"japanese": japanese, "american": (*sinking(), Stay(squadrons=("VB-3", "VS-8")))}
    battle.turn(orders, sunk(*SINKING.values(), "enterprise", "hornet"))
    last = {
        "japanese": (Attack(squadrons=("Hiryu-DB",), carrier="yorktown"),),
        "american": (Attack(squadrons=("VB-3",), carrier="hiryu"), Stay(squadrons=("VS-8",))),
    }
    battle.turn(last, sunk("yorktown", "hiryu"))
    assert [event.carrier for event in battle.told(Sunk)] == ["yorktown", "hiryu"]
    (ended,) = battle.told(GameEnded)
    assert (ended.winner, ended.grade, ended.reason) == ("", "draw", "carriers")
