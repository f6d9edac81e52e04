"""Rolls [T1] and the dice that players write [T2], with the dice written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.dice import MOST_DICE
from pbem.systems.table.events import Rolled, RollOrdered
from pbem.systems.table.notation import Formula, Group, excesses, parse
from pbem.systems.table.orders import Roll, Say
from tests.systems.table.tabletop import LIMITS, ScriptedDice, table, told, words, write, wrong


def group(count: int, sides: int, sign: int = 1) -> Group:
    return Group(sign=sign, count=count, sides=sides)


# --- notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "times", "groups", "plus"),
    [
        ("2d6", 1, [group(2, 6)], 0),
        ("d100", 1, [group(1, 100)], 0),
        ("d%", 1, [group(1, 100)], 0),
        ("2D6+1", 1, [group(2, 6)], 1),
        ("1d10-2", 1, [group(1, 10)], -2),
        ("3x2d6", 3, [group(2, 6)], 0),
        ("1d20+2d6-1", 1, [group(1, 20), group(2, 6)], -1),
        ("2x1d20-d4+3-1", 2, [group(1, 20), group(1, 4, -1)], 2),
        ("5+1d6", 1, [group(1, 6)], 5),
    ],
)
def test_t2_dice_as_players_write_them(
    text: str, times: int, groups: list[Group], plus: int
) -> None:
    assert parse(text) == Formula(times=times, groups=tuple(groups), plus=plus)


@pytest.mark.parametrize(
    "text",
    ["", "7", "2d", "d", "2d6+", "+2d6", "2 d6", "2d6 ", "2d6+1.5", "x2d6", "2xx2d6", "2d6--1",
     "²d6", "2d6\n", "99999d6", "2d9999999", "1234x1d6", "1d6" + "+1" * 21],
)  # fmt: skip
def test_t2_what_are_no_dice(text: str) -> None:
    assert parse(text) is None


def test_t2_sums_of_each_repetition() -> None:
    formula = parse("2x1d20+2d6-1")
    assert formula is not None
    assert formula.dice == 6
    assert formula.sums([(17, 4), (3, 6, 1, 1)]) == (17 + 9 - 1, 4 + 2 - 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("200d6", []),
        ("201d6", [("201 dice in one roll", "throw 1 to 200 of each")]),
        ("101x2d6", [("202 dice in one roll", "throw 1 to 200 of each")]),
        ("0x2d6", [("0 dice in one roll", "throw 1 to 200 of each")]),
        ("2d6+0d6", [("2 dice in one roll", "throw 1 to 200 of each")]),
        ("d1000", []),
        ("d1", [("a die of 1 side", "dice have 2 to 1,000 sides")]),
        ("d1001", [("a die of 1,001 sides", "dice have 2 to 1,000 sides")]),
        ("d6-10001", [("-10,001 to a roll", "10,000 at most")]),
        ("+".join(["d6"] * 8), []),
        ("+".join(["d6"] * 9),
         [("9 groups of dice in one roll", "8 are allowed: make several rolls of it")]),
    ],
)  # fmt: skip
def test_t11_bounds_of_dice(text: str, found: list[tuple[str, str]]) -> None:
    formula = parse(text)
    assert formula is not None
    assert list(excesses(formula, LIMITS)) == found


@given(st.text(alphabet="0123456789dx+-% D", max_size=20))
def test_t2_whatever_is_within_bounds_can_be_thrown(text: str) -> None:
    formula = parse(text)
    if formula is None or list(excesses(formula, LIMITS)):
        return
    assert all(1 <= formula.times * g.count <= MOST_DICE for g in formula.groups)
    lowest = formula.sums([(1,) * (formula.times * g.count) for g in formula.groups])
    assert len(lowest) == formula.times


# --- rolls ---------------------------------------------------------------------------------------

LAE = Roll(dice="2d6+1", about="attack on Lae")
FLAK = Roll(dice="3x2d6", about="flak")
RAID = Roll(dice="1d20+2d6-1", about="raid")

FACES = {
    "T1 roll 7.1": (4, 2),
    "T1 roll 7.2": (3, 5, 1, 1, 6, 6),
    "T1 roll 7.3": (10,),
    "T1 roll 7.4": (3, 1),
}


def test_t1_the_throws_of_a_file_are_numbered_through() -> None:
    after = write(table(), LAE, FLAK, Say(words="Go."), RAID, dice=ScriptedDice(FACES))
    assert [event.labels for event in told(after, RollOrdered)] == [
        ("T1 roll 7.1",),
        ("T1 roll 7.2",),
        ("T1 roll 7.3", "T1 roll 7.4"),
    ]
    assert [(event.about, event.sums) for event in told(after, Rolled)] == [
        ("attack on Lae", (7,)),
        ("flak", (8, 2, 12)),
        ("raid", (13,)),
    ]
    assert words(after) == [
        'japan rolls 2d6+1 for "attack on Lae" (roll 7.1) [T1].',
        'japan rolls 3x2d6 for "flak" (roll 7.2) [T1].',
        "japan says: Go.",
        'japan rolls 1d20+2d6-1 for "raid" (rolls 7.3, 7.4) [T1].',
        "T1 roll 7.1: 4 2 (d6)",
        '2d6+1: 6+1 = 7, for "attack on Lae".',
        "T1 roll 7.2: 3 5 | 1 1 | 6 6 (d6)",
        '3x2d6 = 8, 2, 12, for "flak".',
        "T1 roll 7.3: 10 (d20)",
        "T1 roll 7.4: 3 1 (d6)",
        '1d20+2d6-1: 10+4-1 = 13, for "raid".',
    ]


def test_t1_a_roll_is_fixed_at_once_and_waits_for_its_dice() -> None:
    after = write(table(), LAE, Say(words="Come on!"))
    assert after.waits
    assert not told(after, Rolled)
    assert words(after)[-1] == "japan says: Come on!"
    assert [(one.dice, one.about) for one in after.table.game.waiting] == [
        ("2d6+1", "attack on Lae")
    ]
    assert after.table.game.writer == "us"


def test_t1_nothing_waits_when_the_dice_have_fallen() -> None:
    after = write(table(), LAE, dice=ScriptedDice({"T1 roll 7.1": (6, 6)}))
    assert not after.waits
    assert after.table.game.waiting == ()
    assert [ask.seat for ask in after.table.asks] == ["us"]


UNSEEN = (
    "order 1, key 'about': the words have a line break, or a character that shows nothing [T11]"
)


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        (Roll(dice="2e6", about="x"), "order 1, key 'dice': '2e6' names no dice [T2]"),
        (Roll(dice="d1", about="x"), "order 1, key 'dice': a die of 1 side [T11]"),
        (Roll(dice="d6", about=" "),
         "order 1, key 'about': it is not said what the roll is for [T1]"),
        (Roll(dice="d6", about="x" * 201),
         "order 1, key 'about': the words have 201 characters, and 200 are allowed [T11]"),
        (Roll(dice="d6", about="a\nb"),
         UNSEEN),
        (Roll(dice="d6", about="a\u202eb"),
         UNSEEN),
    ],
)  # fmt: skip
def test_t1_a_wrong_roll_is_refused(order: Roll, problem: str) -> None:
    assert wrong(table(), order) == [problem]


def test_t11_a_file_has_so_many_rolls_and_orders() -> None:
    assert wrong(table(), *[LAE] * LIMITS.rolls_in_file) == []
    assert wrong(table(), *[LAE] * (LIMITS.rolls_in_file + 1)) == [
        "order 51: more than 50 rolls in one file [T11]"
    ]
    assert wrong(table(), *[Say(words="!")] * 101) == ["order 101: 101 orders in one file [T11]"]
