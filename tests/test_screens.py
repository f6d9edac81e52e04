"""What each game says at 60, 80 and 120 columns and in colour, as it was looked at."""

import re

import pytest

from pbem.report.layout import width_of
from tests.chance import SEED
from tests.screens import EVERYWHERE, FOLDER, GAMES, WIDTHS, screens

_WHOLE = re.compile(r"#|.*\bpbem -C |\s*[a-z-]+ = |[][]")
"""Lines that are never broken: commands to be copied, and those of an orders file."""

LISTS = {"status", "games", "dice"}
"""Commands that say one thing a line where no terminal reads them."""


@pytest.mark.skipif(bool(SEED), reason="the games are others under another seed")
@pytest.mark.parametrize("system", GAMES)
def test_screens_are_as_they_were_looked_at_and_no_line_is_too_long(system: str) -> None:
    found = dict(screens(system))
    kept = {title: (FOLDER / title).read_text(encoding="utf-8") for title in found}
    for title, said in found.items():
        assert said.splitlines() == kept[title].splitlines()
    for width in WIDTHS:
        for one in found[f"{system}-{width}.txt"].split("$ pbem ")[1:]:
            command, *lines = one.splitlines()
            long = [line for line in lines if width_of(line) > width and not _WHOLE.match(line)]
            assert command in LISTS or not long


@pytest.mark.parametrize("system", GAMES)
def test_every_command_of_a_screen_tells_something(system: str) -> None:
    """A screen that shows a refusal shows nothing that was to be looked at."""
    kept = (FOLDER / f"{system}-80.txt").read_text(encoding="utf-8")
    assert kept.count("$ pbem ") == len(EVERYWHERE) + len(GAMES[system].commands)
    assert "pbem: error: " not in kept
