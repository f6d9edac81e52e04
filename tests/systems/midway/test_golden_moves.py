"""Moving and searching, played from written orders [M3, M16]."""

from pbem.systems.midway.table.events import OrderVoided, Searched
from pbem.systems.midway.table.orders import Move, SearchGroups, Stay
from tests.systems.midway.frontdoor import (
    Battle,
    launches,
    spotted,
)
from tests.systems.midway.tabletop import said, where

FIRST_WAVE = ("VB-3", "VB-6", "VB-8", "VS-5", "VS-6", "VS-8", "VT-3", "VT-6")


def test_gm6_m3_1_a_move_is_one_box() -> None:
    battle = spotted("VT-8")
    order = Move(squadrons=("VT-8",), to="attacking")
    assert said(list(battle.problems(*launches("VT-8"), order))) == [
        (
            "order 2, key 'to'",
            "VT-8 stands in Moving to Attack, and goes on to Ready to Attack",
            "M3.1",
            'to = "ready"',
        )
    ]
    one_box = Move(squadrons=("VT-8",), to="ready")
    battle.file("american", *launches("VT-8"), one_box, dice={"M16.3 search": "1"})
    assert where(battle.game, "VT-8") == {"VT-8": "ready"}
    assert battle.told(OrderVoided) == []


def searched(dice: dict[str, str]) -> Battle:
    battle = spotted(*FIRST_WAVE)
    battle.file("american", *launches(*FIRST_WAVE), dice=dice)
    return battle


def arrived(battle: Battle) -> set[str]:
    assert sorted(where(battle.game, *FIRST_WAVE).values()) == ["moving"] * 6 + ["ready"] * 2
    return {id_ for id_, box in where(battle.game, *FIRST_WAVE).items() if box == "ready"}


def test_gm7_m16_3_the_group_that_the_die_names_is_ready() -> None:
    battle = searched({"M16.3 search": "3"})
    (found,) = battle.told(Searched)
    assert found.groups == (
        ("VB-3", "VS-6"),
        ("VB-6", "VS-8"),
        ("VB-8", "VT-3"),
        ("VS-5", "VT-6"),
    )
    assert found.lucky == 3
    assert arrived(battle) == {"VB-8", "VT-3"}
    battle.turn({"american": (Stay(squadrons=("VB-8", "VT-3")),)})
    assert set(where(battle.game, *FIRST_WAVE).values()) == {"ready"}


def test_gm8_m16_3_fives_and_sixes_are_rolled_again() -> None:
    battle = searched({"M16.3 search": "5", "M16.3 search #2": "6", "M16.3 search #3": "2"})
    (found,) = battle.told(Searched)
    assert [roll.dice for roll in found.rolls] == [(5,), (6,), (2,)]
    assert arrived(battle) == {"VB-6", "VS-8"}


def test_gm9_m16_4_an_empty_group_finds_for_nobody_and_the_search_is_over() -> None:
    battle = spotted("VB-6")
    groups = SearchGroups(groups=(("VB-6",), (), (), ()))
    battle.file("american", *launches("VB-6"), groups, dice={"M16.3 search": "4"})
    assert where(battle.game, "VB-6") == {"VB-6": "moving"}
    battle.turn()
    assert where(battle.game, "VB-6") == {"VB-6": "ready"}


def test_gm10_m16_2_search_groups_are_about_equal() -> None:
    battle = spotted(*FIRST_WAVE)
    groups = SearchGroups(groups=(FIRST_WAVE[:5], ("VS-8",), ("VT-3",), ("VT-6",)))
    flown = launches(*FIRST_WAVE)
    assert said(list(battle.problems(*flown, groups))) == [
        (
            f"order {len(flown) + 1}, key 'groups'",
            "there must be 4 groups whose sizes differ by at most one",
            "M16.2",
            "8 squadrons: 2, 2, 2, 2",
        )
    ]
