"""Text fits its columns, whatever letters it is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.sheets import Row, Sheet
from pbem.frozen import replace
from pbem.report.layout import (
    BROAD,
    column_widths,
    fitted,
    pad,
    row_by_row,
    set_out,
    width_of,
    wrap,
)

ROUND = (
    "Round 2, 1 of 3 hit: A6M2 6th at US-CV42 Yorktown 8 + 3 − 3 = 8 (aborted); missed: VMF 221"
    " at A6M2 6th 7 + 2 AF − 1 higher band = 8 against 12, needs 5 or more: 4 of 9 hit"
)
"""A roll line with sums, and a count of hits behind what they need."""
SUMS = (
    "1 of 3 hit:", "8 + 3 − 3 = 8", "7 + 2 AF − 1 higher band = 8 against 12,",
    "needs 5 or more: 4 of 9 hit",
)  # fmt: skip
PRINTABLE = st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs", "Mn")))


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert width_of("赤城") == 4
    assert width_of("Ryu\u0304jo\u0304") == 5
    assert pad("赤城", 6) == "赤城  "


def test_words_are_wrapped_and_only_long_ones_broken() -> None:
    assert wrap("the quick brown fox", 10) == ("the quick", "brown fox")
    assert wrap("abcdefghijkl mn", 5) == ("abcde", "fghij", "kl mn")
    assert wrap("", 5) == ("",)


@pytest.mark.parametrize("width", range(42, 80))
def test_a_line_breaks_in_no_sum_and_no_count_of_hits_that_fits_into_one(width: int) -> None:
    lines = wrap(ROUND, width)
    assert " ".join(lines) == ROUND
    assert [sum_ for sum_ in SUMS if not any(sum_ in line for line in lines)] == []


def test_a_sum_without_room_is_broken_like_words_and_a_dash_between_names_is_no_sum() -> None:
    assert wrap("VB-3: 12 + 3 − 3 = 12", 8) == ("VB-3: 12", "+ 3 − 3", "= 12")
    assert wrap("2nd Fleet sails Wake Sea - Midway Sea", 26) == (
        "2nd Fleet sails Wake Sea -", "Midway Sea",
    )  # fmt: skip


@given(PRINTABLE, st.integers(min_value=2, max_value=30))
def test_no_line_is_too_wide_and_no_letter_lost(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_the_widest_column_is_wrapped_first_and_words_stay_whole() -> None:
    sheet = Sheet(
        title="t", heads=("a", "b"), rows=(Row(cells=("one two three four", "five six")),)
    )
    assert column_widths(sheet, 80) == (18, 8)
    assert column_widths(sheet, 20) == (10, 8)
    assert column_widths(sheet, 10) is None


def test_a_table_without_room_is_shown_row_by_row() -> None:
    sheet = Sheet(title="t", heads=("a", "b", "c"), rows=(Row(cells=("x", "", "z"), style="lost"),))
    assert tuple(row_by_row(sheet)) == (("x", "c: z", "lost"),)


def test_a_spare_column_falls_away_where_the_screen_is_not_broad_or_it_does_not_fit() -> None:
    sheet = Sheet(title="t", heads=("a", "b"), rows=(Row(cells=("one", "x" * 90)),), spare=True)
    assert fitted(sheet, BROAD) == sheet
    for width, wide in ((BROAD - 1, sheet), (BROAD, replace(sheet, heads=("a" * 9, "b")))):
        assert fitted(wide, width).rows == (Row(cells=("one",)),)
    assert list(set_out([sheet, sheet], BROAD)) == [((sheet,),), ((sheet,),)]
