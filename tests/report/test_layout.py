"""Text fits its columns, whatever letters it is made of."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.sheets import Row, Sheet
from pbem.report.layout import column_widths, pad, row_by_row, width_of, wrap

PRINTABLE = st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs", "Mn")))


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert width_of("赤城") == 4
    assert width_of("Ryu\u0304jo\u0304") == 5
    assert pad("赤城", 6) == "赤城  "


def test_words_are_wrapped_and_only_long_ones_broken() -> None:
    assert wrap("the quick brown fox", 10) == ("the quick", "brown fox")
    assert wrap("abcdefghijkl mn", 5) == ("abcde", "fghij", "kl mn")
    assert wrap("", 5) == ("",)


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
