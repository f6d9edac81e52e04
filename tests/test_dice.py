"""The dice by themselves: what may be asked for, and what a roll says (protocol 6)."""

import pytest

from pbem.dice import (
    LONGEST_LABEL,
    MOST_DICE,
    MOST_ROLLS,
    Dice,
    DiceClosed,
    Roll,
    check_roll,
    throw,
)

KEY = bytes(range(32))


def test_faces_are_counted_from_the_one_that_is_named() -> None:
    roll = Roll(label="M7.2 AA", sides=6, dice=(1, 4, 4, 6))
    assert [roll.at_least(face) for face in (1, 4, 5, 7)] == [4, 3, 1, 0]
    assert [roll.showing(face) for face in (1, 4, 5)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("label", "count", "sides"),
    [
        ("x", 1, 2),
        ("x", MOST_DICE, 2**32 - 1),
        ("x" * LONGEST_LABEL, 1, 6),
        ("Bougainville\u00a0Straits", 1, 6),
    ],
)
def test_a_roll_within_the_bounds_is_thrown(label: str, count: int, sides: int) -> None:
    check_roll(label, count, sides)
    assert len(Dice(KEY).roll(label, count=count, sides=sides).dice) == count


WRONG = [
    ("x", 0, 6, "0 dice: 1 to 1,000 are allowed"),
    ("x", MOST_DICE + 1, 6, "1001 dice: 1 to 1,000 are allowed"),
    ("x", 1, 1, "dice of 1 sides: 2 to 4294967295 are allowed"),
    ("x", 1, 2**32, "dice of 4294967296 sides: 2 to 4294967295 are allowed"),
    ("", 1, 6, "a label has 1 to 200 bytes"),
    ("ü" * 101, 1, 6, "a label has 1 to 200 bytes"),
    ("a\tb", 1, 6, "a label has no control characters"),
    ("\x7f", 1, 6, "a label has no control characters"),
]


@pytest.mark.parametrize(("label", "count", "sides", "what"), WRONG)
def test_a_roll_out_of_bounds_is_refused_be_the_dice_closed_or_not(
    label: str, count: int, sides: int, what: str
) -> None:
    with pytest.raises(ValueError, match=f"^{what}$"):
        throw(KEY, label, count=count, sides=sides)
    for dice in (Dice(KEY), Dice(None)):
        with pytest.raises(ValueError, match=f"^{what}$"):
            dice.roll(label, count=count, sides=sides)


def test_a_label_is_used_once_in_a_file() -> None:
    dice = Dice(KEY, ("5.2 initiative",))
    with pytest.raises(RuntimeError, match=r"^label '5\.2 initiative' is used twice in one file$"):
        dice.roll("5.2", "initiative")
    rolled = dice.roll("5.2", "again")
    assert dice.rolls == (rolled,)
    with pytest.raises(RuntimeError, match=r"^label '5\.2 again' is used twice in one file$"):
        dice.roll("5.2", "again")


def test_dice_of_a_file_are_thrown_now_or_before() -> None:
    assert not Dice(KEY).are_thrown
    assert Dice(KEY, ("5.2 initiative",)).are_thrown
    dice = Dice(KEY)
    dice.roll("5.2", "initiative")
    assert dice.are_thrown


def test_a_file_has_so_many_rolls_and_no_more() -> None:
    dice = Dice(KEY, tuple(f"old {number}" for number in range(MOST_ROLLS - 2)))
    dice.roll("next to last")
    dice.roll("last")
    with pytest.raises(RuntimeError, match=r"^too many rolls in one file$"):
        dice.roll("one more")


def test_closed_dice_say_for_what_they_were_asked() -> None:
    with pytest.raises(DiceClosed, match=r"^M7\.2 AA soryu$"):
        Dice(None).roll("M7.2", "AA", "soryu")
