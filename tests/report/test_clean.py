"""Text of other players never reaches a screen as anything but letters."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.clean import harmless, harmless_lines

TRICKS = {
    "escape": ("\x1b[2Jgone", "‹U+001B›[2Jgone"),
    "bell": ("ding\x07", "ding‹U+0007›"),
    "right to left": ("abc\u202etxt.exe", "abc‹U+202E›txt.exe"),
    "isolate": ("\u2066x\u2069", "‹U+2066›x‹U+2069›"),
    "zero width": ("Na\u200bgu\ufeffmo", "Na‹U+200B›gu‹U+FEFF›mo"),
    "soft hyphen": ("Na\xadgumo", "Na‹U+00AD›gumo"),
    "line separator": ("a\u2028b\u2029c\x85d", "a‹U+2028›b‹U+2029›c‹U+0085›d"),
    "C1 escape": ("\x9b31m", "‹U+009B›31m"),
    "tag letters": ("\U000e0041", "‹U+E0041›"),
    "filler": ("\u3164", "‹U+3164›"),
    "variation selector": ("a\ufe0f", "a‹U+FE0F›"),
    "odd spaces": ("a\u00a0b\u3000c\td", "a b c d"),
    "lone surrogate": ("\ud800", "‹U+D800›"),
}


@pytest.mark.parametrize("name", sorted(TRICKS))
def test_tricks_are_written_out(name: str) -> None:
    hostile, shown = TRICKS[name]
    assert harmless(hostile) == shown


@pytest.mark.parametrize(
    "text", ["Nagumo", "Ryūjō", "Müller & Søn", "日本海軍", "¡Hola! [bold]x[/]"]
)
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


def test_one_line_shows_where_lines_ended() -> None:
    assert harmless("one\r\ntwo\nthree\rfour") == "one⏎two⏎three‹U+000D›four"


def test_a_message_keeps_its_lines() -> None:
    assert harmless_lines("one\r\ntwo\n\nthree\x1b") == "one\ntwo\n\nthree‹U+001B›"


def test_a_tower_of_accents_is_cut_down() -> None:
    assert harmless("a\u0301\u0302\u0303\u0304b") == "a\u0301\u0302‹U+0303›‹U+0304›b"


def obeyed(char: str) -> bool:
    """Whether a terminal or a browser may do anything but draw the character."""
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(alphabet=st.characters(codec=None)))
def test_nothing_is_left_that_a_screen_obeys(text: str) -> None:
    assert not any(obeyed(char) for char in harmless(text))
    assert len(harmless(text).splitlines()) <= 1


@given(st.text(alphabet=st.characters(codec=None)))
def test_a_second_cleaning_changes_nothing(text: str) -> None:
    assert harmless(harmless(text)) == harmless(text)
    assert harmless_lines(harmless_lines(text)) == harmless_lines(text)


@given(st.text(alphabet=st.characters(codec=None)))
def test_lines_are_cleaned_one_by_one(text: str) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    assert harmless_lines(text).split("\n") == [harmless(line) for line in lines]


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_ascii_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text
