"""Screens of each game at 60, 80 and 120 columns and in colour, as they were looked at."""

import pytest

from pbem.report.layout import width_of
from tests.screens import FOLDER, GAMES, WIDTHS, screens


@pytest.mark.parametrize("name", GAMES)
def test_screens_are_as_they_were_looked_at_and_no_line_is_too_long(name: str) -> None:
    found = dict(screens(name))
    assert found == {title: (FOLDER / title).read_text(encoding="utf-8") for title in found}
    for width in WIDTHS:
        lines = found[f"{name}-{width}.txt"].splitlines()
        assert [line for line in lines if width_of(line) > width] == []
