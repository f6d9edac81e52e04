"""Every command of the README and of the tutorial is typed, in order, and says what they show."""

import re
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks, environment, type_all, typed, wrong

pytestmark = pytest.mark.needs("bash")

README, TUTORIAL = ROOT / "README.md", ROOT / "docs" / "tutorial.md"


@pytest.mark.parametrize(
    ("page", "least"), [(README, 10), (TUTORIAL, 30)], ids=["README", "tutorial"]
)
def test_every_command_of_a_page_says_what_it_shows(page: Path, least: int, tmp_path: Path) -> None:
    commands = [one for block in blocks(page, "console") for one in typed(block)]
    assert len(commands) > least
    for one, said in zip(
        commands, type_all(commands, tmp_path, environment(tmp_path), merged=True), strict=True
    ):
        assert not wrong(one, said), wrong(one, said)


@pytest.mark.parametrize("page", [README, TUTORIAL], ids=lambda page: page.name)
def test_a_page_points_to_pages_that_exist(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert len(links) > 2
    assert [link for link in links if not (page.parent / link).is_file()] == []


def test_the_readme_fits_what_people_read() -> None:
    """What it is, two commands, a first game: the rest stands behind it."""
    lines = README.read_text(encoding="utf-8").splitlines()
    assert lines.index("## Two commands") < 40
    assert lines.index("## What can be played") < 100
