"""Examples of CAP attacks, played from written orders, dice written out [M5, M6]."""

from pbem.frozen import FrozenMap
from pbem.systems.midway.table.events import BombersHit, CapAttacked, CapMovedOut, Dogfought, Moved
from pbem.systems.midway.table.orders import CapAttack, Launch, StandingLosses, Stay
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    attack,
    launches,
    scenario,
    spots,
)
from tests.systems.midway.tabletop import points, where

NOBODY_FINDS = {"M16.3 search": "4"}


def met(*strike: str, cap: tuple[str, ...]) -> Battle:
    """Up to three American squadrons on their way, and Japanese CAP over its carriers: turn 2.

    Their search has found nothing; with the next file they are Ready.
    """
    battle = scenario()
    battle.turn({"japanese": (*JAPANESE, *spots(*cap)), "american": (*AMERICAN, *spots(*strike))})
    battle.turn({"japanese": launches(cap=cap), "american": launches(*strike)}, NOBODY_FINDS)
    assert set(where(battle.game, *strike).values()) == {"moving"}
    assert set(where(battle.game, *cap).values()) == {"cap 1"}
    return battle


def defended(*strike: str, cap: tuple[str, ...], dice: dict[str, str]) -> Battle:
    """A Japanese strike that is Ready in turn 2, and American CAP ordered to attack it."""
    battle = scenario()
    battle.turn({"japanese": (*JAPANESE, *spots(*strike)), "american": (*AMERICAN, *spots(*cap))})
    american = (*launches(cap=cap), attack(*cap))
    battle.turn({"japanese": launches(*strike), "american": american}, dice)
    return battle


def test_gm11_m5_7_without_escorts_all_cap_shoots_at_bombers() -> None:
    battle = met("VB-6", cap=("Akagi-F",))
    battle.turn({"japanese": (attack("Akagi-F"),)}, {"M5.7 bombers": "4 1 6 2 5"})
    assert points(battle.game, "VB-6", "Akagi-F") == {"VB-6": 2, "Akagi-F": 5}
    assert where(battle.game, "Akagi-F", "VB-6") == {"Akagi-F": "cap 2", "VB-6": "ready"}
    fought = [type(event) for event in battle.events if not isinstance(event, Moved)]
    assert fought == [CapAttacked, BombersHit, CapMovedOut]


def test_gm12_m5_2_to_m5_11_cap_splits_between_escorts_and_bombers() -> None:
    battle = met("VF-6", "VB-6", "VT-6", cap=("Akagi-F", "Kaga-F"))
    dice = {
        "M5.5 cap": "4 4 1 2 6",
        "M5.5 escort": "5 3 3 6 1",
        "M5.7 bombers": "1 4 5 2 2",
    }
    battle.turn({"japanese": (attack("Akagi-F", "Kaga-F"),)}, dice)
    assert points(battle.game, "VF-6", "Akagi-F", "Kaga-F", "VT-6", "VB-6") == {
        "VF-6": 2,
        "Akagi-F": 3,
        "Kaga-F": 5,
        "VT-6": 2,
        "VB-6": 5,
    }
    (attacked,) = battle.told(CapAttacked)
    assert (attacked.sp, attacked.escorts, attacked.bombing) == (10, 5, 5)
    assert attacked.engaged == FrozenMap({"Akagi-F": 5})
    assert where(battle.game, "Akagi-F", "Kaga-F") == {"Akagi-F": "cap 2", "Kaga-F": "cap 2"}


def test_m5_8_torpedo_bombers_that_are_launched_after_the_order_take_their_hits() -> None:
    """One file of the Japanese goes from before the American launch to their own CAP attack."""
    battle = scenario()
    japanese = (*JAPANESE, *spots("Akagi-F"))
    battle.turn({"japanese": japanese, "american": (*AMERICAN, *spots("VT-6"))})
    cap = CapAttack(squadrons=("Akagi-F",), tb_hits=2)
    five = CapAttack(squadrons=("Akagi-F",), tb_hits=5)
    up = launches(cap=("Akagi-F",))
    assert battle.refused(*up, five) == ["5 hits on torpedo bombers are more than can be there"]
    dice = {"M16.3 search": "1", "M5.7 bombers": "4 5 1 1 1"}
    battle.turn({"japanese": (*up, cap), "american": launches("VT-6")}, dice)
    assert points(battle.game, "VT-6") == {"VT-6": 2}


def test_m5_1_cap_that_met_nobody_is_not_reported_as_lost() -> None:
    battle = scenario()
    battle.turn({"japanese": (*JAPANESE, *spots("Akagi-F")), "american": AMERICAN})
    battle.turn({"japanese": (*launches(cap=("Akagi-F",)), attack("Akagi-F"))})
    assert (
        "The CAP attack of the Japanese side with Akagi-F comes to nothing:"
        " nobody is Ready to Attack [M5.1]."
    ) in battle.said()


def test_gm13_m5_2_mh12_outnumbered_cap_fights_its_own_number_of_escorts() -> None:
    """VF-3 has lost two to the same escorts in turn 2."""
    five = {"M6.1 cap": "1 1 1 1 1", "M6.1 escort": "4 4 1 1 1"}
    battle = defended("Hiryu-F", "Hiryu-DB", cap=("VF-3",), dice=five)
    assert points(battle.game, "VF-3") == {"VF-3": 3}
    orders = {
        "japanese": (Stay(squadrons=("Hiryu-F", "Hiryu-DB")),),
        "american": (attack("VF-3"),),
    }
    battle.turn(orders, {"M6.1 cap": "6 4 2", "M6.1 escort": "1 4 3"})
    (attacked,) = battle.told(CapAttacked)
    assert (attacked.sp, attacked.escorts, attacked.bombing) == (3, 5, 0)
    assert attacked.engaged == FrozenMap({"VF-3": 3})
    assert points(battle.game, "Hiryu-F", "VF-3", "Hiryu-DB") == {
        "Hiryu-F": 3,
        "VF-3": 2,
        "Hiryu-DB": 5,
    }
    assert battle.told(BombersHit) == []
    assert where(battle.game, "VF-3") == {"VF-3": "cap 3"}


def test_gm14_m5_4_to_m5_9_a_squadron_is_split_and_loses_by_engaged_points() -> None:
    """VF-8, which is to fall first, has lost three to Akagi-F the turn before."""
    strike = ("VF-6", "VF-8", "VT-8")
    battle = met(*strike, cap=("Akagi-F", "Hiryu-F", "Soryu-F"))
    before = {
        "japanese": (attack("Akagi-F"),),
        "american": (StandingLosses(fighters=("VF-8",)),),
    }
    battle.turn(before, {"M5.5 cap": "4 4 4 1 1", "M5.5 escort": "1 1 1 1 1"})
    assert points(battle.game, *strike) == {"VF-6": 5, "VF-8": 2, "VT-8": 4}
    dice = {
        "M5.5 cap": "1 1 2 3 1 2 3",
        "M5.5 escort": "4 4 4 4 1 1 1",
        "M5.7 bombers": "6 6 5",
    }
    orders = {
        "japanese": (attack("Hiryu-F", "Soryu-F"),),
        "american": (Stay(squadrons=strike),),
    }
    battle.turn(orders, dice)
    (attacked,) = battle.told(CapAttacked)
    assert attacked.engaged == FrozenMap({"Hiryu-F": 5, "Soryu-F": 2})
    assert attacked.bombing == 3
    (fought,) = battle.told(Dogfought)
    assert fought.cap_losses == FrozenMap({"Hiryu-F": 4})
    assert fought.escort_losses == FrozenMap()
    assert points(battle.game, "Hiryu-F", "Soryu-F", "VF-6", "VF-8", "VT-8") == {
        "Hiryu-F": 1,
        "Soryu-F": 5,
        "VF-6": 5,
        "VF-8": 2,
        "VT-8": 1,
    }
    assert where(battle.game, "Hiryu-F", "Soryu-F") == {"Hiryu-F": "cap 2", "Soryu-F": "cap 2"}


def test_gm15_m5_3_m5_11_points_without_a_target_do_nothing_but_the_squadron_moves_out() -> None:
    """Kaga-F has left VF-6 two the turn before."""
    battle = met("VF-6", "VB-6", cap=("Akagi-F", "Kaga-F"))
    moving = Stay(squadrons=("VB-6",))
    before = {"japanese": (attack("Kaga-F"),), "american": (moving,)}
    battle.turn(before, {"M5.5 cap": "4 4 4 1 1", "M5.5 escort": "1 1 1 1 1"})
    assert points(battle.game, "VF-6") == {"VF-6": 2}
    still = Stay(squadrons=("VB-6", "VF-6"))
    orders = {"japanese": (attack("Akagi-F"),), "american": (still,)}
    battle.turn(orders, {"M5.5 cap": "5 5", "M5.5 escort": "1 1"})
    (attacked,) = battle.told(CapAttacked)
    assert (attacked.engaged, attacked.bombing) == (FrozenMap({"Akagi-F": 2}), 3)
    assert where(battle.game, "VF-6", "VB-6") == {"VF-6": "lost", "VB-6": "moving"}
    assert where(battle.game, "Akagi-F") == {"Akagi-F": "cap 2"}
    assert points(battle.game, "Akagi-F") == {"Akagi-F": 5}
    assert battle.told(BombersHit) == []


def test_gm16_m5_10_hits_beyond_the_points_present_are_lost() -> None:
    """Kaga-F has left VB-8 two the turn before."""
    battle = met("VB-8", cap=("Akagi-F", "Kaga-F"))
    battle.turn({"japanese": (attack("Kaga-F"),)}, {"M5.7 bombers": "4 4 4 1 1"})
    assert points(battle.game, "VB-8") == {"VB-8": 2}
    orders = {"japanese": (attack("Akagi-F"),), "american": (Stay(squadrons=("VB-8",)),)}
    battle.turn(orders, {"M5.7 bombers": "4 4 5 6 1"})
    assert where(battle.game, "VB-8") == {"VB-8": "lost"}
    assert [event.losses for event in battle.told(BombersHit)] == [FrozenMap({"VB-8": 2})]


def test_gm17_m5_11_m5_12_cap_fights_in_three_rings_one_a_turn_and_comes_down() -> None:
    ones, told = {"M6.1 bombers": "1 1 1 1 1"}, []
    battle = defended("Kaga-DB", cap=("VF-6",), dice=ones)
    told.append(battle.said().splitlines()[-1])
    for _ in range(2):
        stay = (Stay(squadrons=("Kaga-DB",)),)
        battle.turn({"japanese": stay, "american": (attack("VF-6"),)}, ones)
        told.append(battle.said().splitlines()[-1])
    assert told == [
        "CAP moves out: VF-6 to ring 2 [M5.11].",
        "CAP moves out: VF-6 to ring 3 [M5.11].",
        "CAP moves out: VF-6 to Waiting to Land [M5.11].",
    ]
    assert where(battle.game, "VF-6") == {"VF-6": "waiting"}
    assert battle.game.squadrons["VF-6"].ring == 0
    battle.file("japanese", Stay(squadrons=("Kaga-DB",)))
    assert battle.refused(attack("VF-6")) == ["VF-6 is no CAP squadron of yours"]
    battle.file("american")
    assert where(battle.game, "VF-6") == {"VF-6": "hangar"}
    battle.file("japanese")
    assert battle.refused(Launch(carrier="enterprise", cap=("VF-6",))) == [
        "VF-6 is not on that deck"
    ]


def test_gm17_m5_11_the_rings_of_japanese_cap_are_the_same() -> None:
    ones, rings = {"M5.7 bombers": "1 1 1 1 1"}, []
    battle = met("VB-6", cap=("Akagi-F",))
    battle.turn({"japanese": (attack("Akagi-F"),)}, ones)
    rings.append(where(battle.game, "Akagi-F", "VB-6"))
    for _ in range(2):
        orders = {"japanese": (attack("Akagi-F"),), "american": (Stay(squadrons=("VB-6",)),)}
        battle.turn(orders, ones)
        rings.append(where(battle.game, "Akagi-F", "VB-6"))
    assert rings == [
        {"Akagi-F": "cap 2", "VB-6": "ready"},
        {"Akagi-F": "cap 3", "VB-6": "ready"},
        {"Akagi-F": "waiting", "VB-6": "ready"},
    ]


def test_gm18_m5_5_a_dogfight_is_simultaneous() -> None:
    """Akagi-F and VF-6 have left each other one the turn before."""
    battle = met("VF-6", "VB-6", cap=("Akagi-F",))
    before = {"japanese": (attack("Akagi-F"),), "american": (Stay(squadrons=("VB-6",)),)}
    battle.turn(before, {"M5.5 cap": "4 4 4 4 1", "M5.5 escort": "4 4 4 4 1"})
    assert points(battle.game, "Akagi-F", "VF-6") == {"Akagi-F": 1, "VF-6": 1}
    orders = {"japanese": (attack("Akagi-F"),), "american": (Stay(squadrons=("VB-6", "VF-6")),)}
    battle.turn(orders, {"M5.5 cap": "4", "M5.5 escort": "6"})
    assert where(battle.game, "Akagi-F", "VF-6") == {"Akagi-F": "lost", "VF-6": "lost"}
    assert battle.told(CapMovedOut) == []
