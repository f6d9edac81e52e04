"""Examples of CAP attacks, dice written out [M5, M6]."""

from pbem.frozen import FrozenMap
from pbem.systems.midway.events import BombersHit, CapAttacked, CapMovedOut, Dogfought
from pbem.systems.midway.orders import CapAttack
from tests.systems.midway.tabletop import play, points, put, table, told, weaken, where


def test_gm11_m5_7_without_escorts_all_cap_shoots_at_bombers() -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "ready", "VB-6")
    result = play(game, 5, dice={"M5.7 bombers": "4 1 6 2 5"})
    assert points(result.game, "VB-6", "Akagi-F") == {"VB-6": 2, "Akagi-F": 5}
    assert where(result.game, "Akagi-F", "VB-6") == {"Akagi-F": "cap 2", "VB-6": "ready"}
    assert [type(event) for event in result.events] == [CapAttacked, BombersHit, CapMovedOut]


def test_gm12_m5_2_to_m5_11_cap_splits_between_escorts_and_bombers() -> None:
    game = put(table(), "cap", "Akagi-F", "Kaga-F", ring=1)
    game = put(game, "ready", "VF-6", "VB-6", "VT-6")
    dice = {
        "M5.5 cap": "4 4 1 2 6",
        "M5.5 escort": "5 3 3 6 1",
        "M5.7 bombers": "1 4 5 2 2",
    }
    result = play(game, 5, (CapAttack(squadrons=("Akagi-F", "Kaga-F")),), dice)
    assert points(result.game, "VF-6", "Akagi-F", "Kaga-F", "VT-6", "VB-6") == {
        "VF-6": 2,
        "Akagi-F": 3,
        "Kaga-F": 5,
        "VT-6": 2,
        "VB-6": 5,
    }
    (attacked,) = told(result, CapAttacked)
    assert (attacked.sp, attacked.escorts, attacked.dogfight, attacked.bombing) == (10, 5, 5, 5)
    assert where(result.game, "Akagi-F", "Kaga-F") == {"Akagi-F": "cap 2", "Kaga-F": "cap 2"}


def test_gm13_m5_2_mh12_outnumbered_cap_fights_its_own_number_of_escorts() -> None:
    game = put(weaken(table(), VF_3=3), "cap", "VF-3", ring=1)
    game = put(game, "ready", "Hiryu-F", "Hiryu-DB")
    result = play(game, 6, dice={"M6.1 cap": "6 4 2", "M6.1 escort": "1 4 3"})
    assert points(result.game, "Hiryu-F", "VF-3", "Hiryu-DB") == {
        "Hiryu-F": 3,
        "VF-3": 2,
        "Hiryu-DB": 5,
    }
    assert told(result, BombersHit) == []


def test_gm14_m5_4_to_m5_9_a_squadron_is_split_and_loses_by_engaged_points() -> None:
    game = put(table(), "cap", "Hiryu-F", "Soryu-F", ring=1)
    game = put(weaken(game, VF_8=2), "ready", "VF-6", "VF-8", "VT-8")
    dice = {
        "M5.5 cap": "1 1 2 3 1 2 3",
        "M5.5 escort": "4 4 4 4 1 1 1",
        "M5.7 bombers": "6 6 5",
    }
    result = play(game, 5, (CapAttack(squadrons=("Hiryu-F", "Soryu-F")),), dice)
    (attacked,) = told(result, CapAttacked)
    assert (attacked.dogfight, attacked.bombing) == (7, 3)
    (fought,) = told(result, Dogfought)
    assert fought.cap_losses == FrozenMap({"Hiryu-F": 4})
    assert fought.escort_losses == FrozenMap()
    assert points(result.game, "Hiryu-F", "Soryu-F", "VF-6", "VF-8", "VT-8") == {
        "Hiryu-F": 1,
        "Soryu-F": 5,
        "VF-6": 5,
        "VF-8": 2,
        "VT-8": 1,
    }
    assert where(result.game, "Hiryu-F", "Soryu-F") == {"Hiryu-F": "cap 2", "Soryu-F": "cap 2"}


def test_gm15_m5_3_m5_11_points_without_a_target_do_nothing_but_the_squadron_moves_out() -> None:
    game = put(table(), "cap", "Akagi-F", ring=1)
    game = put(weaken(game, VF_6=2), "ready", "VF-6")
    order = CapAttack(squadrons=("Akagi-F",))
    result = play(game, 5, (order,), {"M5.5 cap": "5 5", "M5.5 escort": "1 1"})
    assert where(result.game, "VF-6", "Akagi-F") == {"VF-6": "lost", "Akagi-F": "cap 2"}
    assert told(result, BombersHit) == []


def test_gm16_m5_10_hits_beyond_the_points_present_are_lost() -> None:
    game = put(table(), "cap", "Akagi-F", ring=1)
    game = put(weaken(game, VB_8=2), "ready", "VB-8")
    result = play(game, 5, dice={"M5.7 bombers": "4 4 5 6 1"})
    assert where(result.game, "VB-8") == {"VB-8": "lost"}
    assert [event.losses for event in told(result, BombersHit)] == [FrozenMap({"VB-8": 2})]


def test_gm17_m5_11_from_the_last_ring_a_squadron_comes_down() -> None:
    game = put(put(table(), "cap", "VF-6", ring=3), "ready", "Kaga-DB")
    result = play(game, 6, dice={"M6.1 bombers": "1 1 1 1 1"})
    assert where(result.game, "VF-6") == {"VF-6": "waiting"}
    assert result.game.squadrons["VF-6"].ring == 0
    assert [event.rings for event in told(result, CapMovedOut)] == [FrozenMap({"VF-6": 0})]


def test_gm18_m5_5_a_dogfight_is_simultaneous() -> None:
    game = put(weaken(table(), Akagi_F=1, VF_6=1), "cap", "Akagi-F", ring=1)
    game = put(game, "ready", "VF-6")
    order = CapAttack(squadrons=("Akagi-F",))
    result = play(game, 5, (order,), {"M5.5 cap": "4", "M5.5 escort": "6"})
    assert where(result.game, "Akagi-F", "VF-6") == {"Akagi-F": "lost", "VF-6": "lost"}
    assert told(result, CapMovedOut) == []
