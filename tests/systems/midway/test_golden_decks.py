"""Landing, launching, planning, repair, played from written orders [M1, M9, M11, M13]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.midway.table.events import Ditched, Landed, OrderVoided, RepairTried, Waited
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    Plan,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    Stay,
)
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    attack,
    begun,
    bombed,
    launches,
    misses,
    scenario,
    spots,
    spotted,
)
from tests.systems.midway.tabletop import points, put, said, sink, table, where

RETURNING = ("Akagi-F", "Akagi-DB", "Kaga-DB", "Hiryu-TB", "Soryu-TB")
FOUL = spots("Kaga-TB1", "Soryu-DB", "Hiryu-DB")
"""The decks of all Japanese carriers but Akagi's, with something on them."""


# --- landing [M1] --------------------------------------------------------------------------------


def returning(*plans: Plan) -> Battle:
    """Five squadrons that wait in turn 7, ranked; the decks are as planned in turn 6.

    Akagi-TB has come home before them with one SP, and CAP has taken three SP of theirs.
    """
    battle, strike = scenario(), RETURNING[1:]
    american = (*AMERICAN, *spots("VF-6", "VF-8"))
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-TB")), "american": american})
    cap = (*launches(cap=("VF-6", "VF-8")), attack("VF-6"))
    orders = {"japanese": launches("Akagi-TB"), "american": cap}
    battle.turn(orders, {"M6.1 bombers": "4 4 4 4 1"})
    alone = Attack(squadrons=("Akagi-TB",), carrier="enterprise")
    dice = misses("enterprise") | {"M7.5 TB enterprise g0": "1"}
    battle.turn({"japanese": (*spots(*RETURNING), alone)}, dice)
    losses = StandingLosses(bombers=("Soryu-TB", "Kaga-DB"))
    flown = (*launches(*strike, cap=("Akagi-F",)), losses)
    orders = {"japanese": flown, "american": (CapAttack(squadrons=("VF-8",), tb_hits=2),)}
    battle.turn(orders, {"M6.1 bombers": "4 4 4 1 1"})
    home = Land(carrier="akagi", squadrons=("Akagi-TB",))
    dice = misses("enterprise") | {
        "M7.4 DB enterprise g0": "1 1 1 1 1 1 1 1 1",
        "M7.5 TB enterprise g0": "1 1 1 1 1 1 1 1",
    }
    battle.turn({"japanese": (home, Attack(squadrons=strike, carrier="enterprise"))}, dice)
    battle.turn({"japanese": (Move(squadrons=("Akagi-F",), to="waiting"),)})
    assert set(where(battle.game, *RETURNING).values()) == {"waiting"}
    assert points(battle.game, *RETURNING, "Akagi-TB") == {
        "Akagi-F": 5,
        "Akagi-DB": 5,
        "Kaga-DB": 4,
        "Hiryu-TB": 5,
        "Soryu-TB": 3,
        "Akagi-TB": 1,
    }
    battle.turn({"japanese": (StandingLand(squadrons=RETURNING), *plans)})
    return battle


def test_gm1_m1_2_a_carrier_lands_as_much_as_its_limit_holds() -> None:
    battle = returning(*FOUL)
    assert where(battle.game, *RETURNING) == {
        "Akagi-F": "hangar",
        "Akagi-DB": "hangar",
        "Kaga-DB": "hangar",
        "Hiryu-TB": "hangar",
        "Soryu-TB": "waiting",
    }
    assert [event.squadrons for event in battle.told(Landed)] == [RETURNING[:4]]
    assert [event.marks for event in battle.told(Waited)] == [FrozenMap({"Soryu-TB": 1})]
    assert battle.game.squadrons["Soryu-TB"].marks == 1


def test_gm2_m1_1_a_foul_deck_lands_nothing() -> None:
    battle = returning(*FOUL, *spots("Akagi-TB"))
    assert set(where(battle.game, *RETURNING).values()) == {"waiting"}
    assert [event.marks for event in battle.told(Waited)] == [
        FrozenMap(dict.fromkeys(RETURNING, 1))
    ]
    assert battle.told(Landed) == []


VF_8 = Land(carrier="hornet", squadrons=("VF-8",))
SEVEN_HITS = {
    (0, "11"): (*JAPANESE, *spots("Akagi-DB")),
    (0, "12"): (*AMERICAN, *spots("VF-8")),
    (1, "9"): launches("Akagi-DB"),
    (1, "10"): launches(cap=("VF-8",)),
    (3, "2"): (Move(squadrons=("VF-8",), to="waiting"),),
    (3, "7"): (Attack(squadrons=("Akagi-DB",), carrier="hornet"),),
}
"""Orders by turn and phase: Hornet is struck in turn 3, and VF-8 comes down from CAP."""


def crippled_hornet(die: str) -> Battle:
    """VF-8 waits in turn 4, after Hornet's seventh circle had a die of repair; phase by phase."""
    battle = scenario(pace="phase")
    dice = {(3, "7"): bombed("hornet", 7), (3, "12"): {"M13.1 repair hornet": die}}
    while (now := (battle.table.turn, battle.step)) != (4, "2"):
        battle.file(battle.asked, *SEVEN_HITS.get(now, ()), dice=dice.get(now))
    return battle


def test_gm3_m15_2_a_crippled_carrier_is_refused_a_landing() -> None:
    battle = crippled_hornet("4")
    assert (battle.asked, battle.game.carriers["hornet"].damage) == ("american", 7)
    assert said(list(battle.problems(VF_8))) == [
        (
            "order 1, key 'carrier'",
            "Hornet is crippled and lands nothing",
            "M15.2",
            "land on another carrier",
        )
    ]


def test_gm3_m15_2_with_six_damage_it_lands() -> None:
    battle = crippled_hornet("5")
    assert battle.game.carriers["hornet"].damage == 6
    battle.file("american", VF_8)
    landed = battle.game.squadrons["VF-8"]
    assert (landed.box, landed.carrier) == ("hangar", "hornet")


@pytest.mark.parametrize(
    ("die", "box", "voided"),
    [("4", "waiting", [(("hornet", "VF-8"), "M15.2")]), ("5", "hangar", [])],
)
def test_gm3_m15_2_a_landing_ordered_before_the_die_of_repair_waits_for_it(
    die: str, box: str, voided: list[tuple[tuple[str, ...], str]]
) -> None:
    battle = scenario()
    american = (*AMERICAN, *spots("VF-8"))
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-DB")), "american": american})
    battle.turn({"japanese": launches("Akagi-DB"), "american": launches(cap=("VF-8",))})
    orders = {
        "japanese": (Attack(squadrons=("Akagi-DB",), carrier="hornet"),),
        "american": (Move(squadrons=("VF-8",), to="waiting"),),
    }
    battle.turn(orders, bombed("hornet", 7))
    nowhere_else = (Land(carrier="enterprise"), Land(carrier="yorktown"))
    battle.turn({"american": (VF_8, *nowhere_else)}, {"M13.1 repair hornet": die})
    assert where(battle.game, "VF-8") == {"VF-8": box}
    assert [(event.ids, event.cited) for event in battle.told(OrderVoided)] == voided


def test_gm4_m1_5_the_third_wait_mark_ditches_a_squadron() -> None:
    battle = returning(*FOUL, *spots("Akagi-TB"))
    battle.turn()
    assert {battle.game.squadrons[id_].marks for id_ in RETURNING} == {2}
    battle.turn()
    assert [(event.squadrons, event.no_carrier) for event in battle.told(Ditched)] == [
        (tuple(sorted(RETURNING)), False)
    ]
    assert set(where(battle.game, *RETURNING).values()) == {"lost"}
    ditched, *standing = battle.said().splitlines()
    assert ditched == (
        "Akagi-DB, Akagi-F, Hiryu-TB, Kaga-DB and Soryu-TB ditch: no deck in time [M1.5]."
    )
    assert standing == [
        "The standing-land of the Japanese side ends, for Akagi-F, Akagi-DB, Kaga-DB, Hiryu-TB and"
        " Soryu-TB are lost [MB1].",
        "The standing-losses of the Japanese side ends, for Soryu-TB and Kaga-DB are lost [MB1].",
    ]


def test_gm5_m1_6_without_a_carrier_afloat_all_that_wait_ditch_at_once() -> None:
    """A laid table, as the example says: by play the last carrier that sinks ends the game."""
    game = sink(put(table(), "waiting", "VB-6"), "enterprise", "hornet", "yorktown")
    battle = begun(game, turn=2, phase=9)
    battle.turn()
    assert [(event.squadrons, event.no_carrier) for event in battle.told(Ditched)] == [
        (("VB-6",), True)
    ]
    assert "VB-6" not in battle.game.squadrons


# --- launching [M9], planning [M11], repair [M13] ------------------------------------------------


def struck_yorktown() -> Battle:
    """Yorktown takes its seventh damage in phase 7 of turn 3, VB-3 and VF-3 on its deck."""
    battle = scenario()
    japanese = (*JAPANESE, *spots("Akagi-DB"))
    battle.turn({"japanese": japanese, "american": (*AMERICAN, *spots("VB-3", "VF-3"))})
    battle.turn({"japanese": launches("Akagi-DB")})
    orders = {"japanese": (Attack(squadrons=("Akagi-DB",), carrier="yorktown"),)}
    battle.turn(orders, bombed("yorktown", 7))
    assert battle.game.carriers["yorktown"].damage == 7
    battle.file("japanese")
    return battle


def test_gm29_m15_2_a_carrier_crippled_this_turn_launches_nothing() -> None:
    battle = struck_yorktown()
    launch = Launch(carrier="yorktown", strike=("VB-3",), cap=("VF-3",))
    assert said(list(battle.problems(launch))) == [
        (
            "order 1, key 'carrier'",
            "Yorktown is crippled and launches nothing",
            "M15.2",
            "take it out",
        )
    ]
    everything = StandingLaunch(fighters="cap", bombers="all")
    battle.file("american", everything, dice={"M13.1 repair yorktown": "3"})
    assert where(battle.game, "VB-3", "VF-3") == {"VB-3": "deck", "VF-3": "deck"}


def test_gm30_m13_2_m15_2_repaired_to_six_a_carrier_may_launch_again() -> None:
    battle = struck_yorktown()
    battle.file("american", dice={"M13.1 repair yorktown": "4"})
    assert [(event.repaired, event.damage) for event in battle.told(RepairTried)] == [(True, 6)]
    battle.file("japanese")
    launch = Launch(carrier="yorktown", strike=("VB-3",))
    dice = {"M13.1 repair yorktown": "1", "M16.3 search": "4"}
    battle.file("american", launch, dice=dice)
    assert where(battle.game, "VB-3", "VF-3") == {"VB-3": "moving", "VF-3": "deck"}


def test_gm31_m13_2_each_carrier_repairs_on_its_own_faces() -> None:
    """One squadron scores three hits on each in turn 4."""
    targets = {"Hiryu-DB": "enterprise", "Kaga-DB": "hornet", "Soryu-DB": "yorktown"}
    battle = scenario()
    american = (*AMERICAN, *spots("VB-6"))
    battle.turn({"japanese": (*JAPANESE, *spots(*targets)), "american": american})
    flown = {"japanese": launches(*targets), "american": launches("VB-6")}
    battle.turn(flown, {"M16.3 search": "4"})
    battle.turn({"japanese": (Stay(squadrons=tuple(targets)),)})
    strikes = (Attack(squadrons=(id_,), carrier=carrier) for id_, carrier in targets.items())
    orders = {
        "japanese": tuple(strikes),
        "american": (Attack(squadrons=("VB-6",), carrier="akagi"),),
    }
    ships = ("akagi", "enterprise", "hornet", "yorktown")
    hits = {f"M7.4 DB {id_} g0": "5 5 5 1 1" for id_ in ships}
    battle.turn(orders, {label: die for id_ in ships for label, die in misses(id_).items()} | hits)
    assert [battle.game.carriers[id_].damage for id_ in ships] == [3, 3, 3, 3]
    dice = {
        "M13.1 repair akagi": "5",
        "M13.1 repair enterprise": "4",
        "M13.1 repair hornet": "5",
        "M13.1 repair yorktown": "3",
    }
    battle.turn(dice=dice)
    assert [battle.game.carriers[id_].damage for id_ in ships] == [3, 3, 2, 3]


def test_gm32_m13_1_m13_3_neither_whole_nor_sunk_carriers_roll() -> None:
    battle = spotted("VB-6")
    battle.file("american", *launches("VB-6"), dice={"M16.3 search": "4"})
    battle.turn()
    order = Attack(squadrons=("VB-6",), carrier="soryu")
    battle.turn({"american": (order,)}, bombed("soryu", 10))
    assert battle.game.carriers["soryu"].damage == 10
    battle.turn()
    assert battle.told(RepairTried) == []
    assert battle.game.carriers["kaga"].damage == 0
    assert battle.game.carriers["soryu"].damage == 10


KAGA = ("Kaga-DB", "Kaga-TB1", "Kaga-TB2", "Kaga-F")


def test_gm33_m11_1_a_deck_holds_its_limit() -> None:
    battle = scenario("midway-0700")
    home = Land(carrier="kaga", squadrons=("Kaga-DB", "Akagi-DB"))
    down = Move(squadrons=("Kaga-F",), to="waiting")
    battle.turn({"japanese": (*JAPANESE, home, down), "american": AMERICAN})
    battle.turn({"japanese": (Land(carrier="kaga", squadrons=("Kaga-F",)),)})
    assert set(where(battle.game, *KAGA, "Akagi-DB").values()) == {"hangar"}
    assert {battle.game.squadrons[id_].carrier for id_ in (*KAGA, "Akagi-DB")} == {"kaga"}
    crowded = Plan(carrier="kaga", deck=(*KAGA, "Akagi-DB"))
    assert said(list(battle.problems(crowded))) == [
        ("order 1, key 'deck'", "23 SP are more than a deck holds", "M11.1", "20 SP at most")
    ]
    battle.turn({"japanese": (Plan(carrier="kaga", deck=KAGA),)})
    assert battle.told(OrderVoided) == []
    assert where(battle.game, *KAGA, "Akagi-DB") == {
        **dict.fromkeys(KAGA, "deck"),
        "Akagi-DB": "hangar",
    }


def partly_launched() -> Battle:
    """Enterprise has launched VT-6 and kept VB-6 on deck; VF-6 waits to land: turn 2."""
    battle = spotted("VT-6", "VB-6", "VF-6")
    launch = Launch(carrier="enterprise", strike=("VT-6",), cap=("VF-6",))
    down = Move(squadrons=("VF-6",), to="waiting")
    battle.file("american", launch, down, dice={"M16.3 search": "4"})
    assert battle.told(OrderVoided) == []
    assert where(battle.game, "VT-6", "VB-6", "VF-6") == {
        "VT-6": "moving",
        "VB-6": "deck",
        "VF-6": "waiting",
    }
    battle.file("japanese")
    return battle


def test_gm34_m9_2_what_stays_on_deck_keeps_it_foul() -> None:
    battle = partly_launched()
    landing = Land(carrier="enterprise", squadrons=("VF-6",))
    assert said(list(battle.problems(landing))) == [
        (
            "order 1, key 'carrier'",
            "the deck of Enterprise will be foul with VB-6",
            "M1.1",
            "clear it by a 'plan' for Enterprise without a deck, or land on another carrier",
        )
    ]
    nothing_lands = (Land(carrier=id_) for id_ in ("enterprise", "hornet", "yorktown"))
    battle.file("american", *nothing_lands)
    assert battle.told(OrderVoided) == []
    assert where(battle.game, "VB-6", "VF-6") == {"VB-6": "deck", "VF-6": "waiting"}


def test_gm34_m11_3_a_deck_struck_below_takes_planes_again() -> None:
    battle = partly_launched()
    landing = Land(carrier="enterprise", squadrons=("VF-6",))
    battle.file("american", Plan(carrier="enterprise", deck=()), landing)
    assert where(battle.game, "VB-6", "VF-6") == {"VB-6": "hangar", "VF-6": "hangar"}


def test_gm35_m3_1_m7_7_m11_1_a_squadron_takes_five_turns_from_launch_to_launch() -> None:
    battle = scenario()
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, *spots("VB-6"))})
    battle.turn({"american": launches("VB-6")}, {"M16.3 search": "1"})
    boxes = [where(battle.game, "VB-6")["VB-6"]]
    dice = {"M7.2 AA soryu": "1 1 1 1 1 1", "M7.4 DB soryu g0": "1 2 3 4 1"}
    for faces in (dice, {}, {}):
        battle.turn(dice=faces)
        boxes.append(where(battle.game, "VB-6")["VB-6"])
    assert (boxes, battle.table.turn) == (["ready", "home", "waiting", "hangar"], 5)
    battle.turn({"american": spots("VB-6")})
    assert where(battle.game, "VB-6") == {"VB-6": "deck"}
    battle.turn({"american": (*launches("VB-6"), Stay(squadrons=("VB-6",)))})
    assert (where(battle.game, "VB-6"), battle.table.turn) == ({"VB-6": "moving"}, 7)
