"""The page on games of one's own: its package is built and installed, and every command typed."""

import re
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks, environment, type_all, typed, wrong

pytestmark = pytest.mark.needs("bash")

PAGE = ROOT / "docs" / "your-own-game.md"


def package(place: Path) -> None:
    """The files that the page shows, each block at the end of the file that it names."""
    fenced = re.compile(r"^```(?:toml|python) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    for name, text in fenced.findall(PAGE.read_text(encoding="utf-8")):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text)


def test_the_game_of_the_page_is_installed_and_played_as_it_shows(tmp_path: Path) -> None:
    package(tmp_path)
    commands = [one for block in blocks(PAGE, "console") for one in typed(block)]
    # the tests' own tools build it, without asking the network
    tools = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_CACHE_DIR": "1"}
    tools |= {"PYTHONWARNINGS": ""}  # of which some warn
    ran = type_all(commands, tmp_path, environment(tmp_path, **tools), merged=True)
    for one, said in zip(commands, ran, strict=True):
        assert not wrong(one, said), wrong(one, said)
