"""Every command of the README is typed, in order, and says what the README shows."""

import re
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks, environment, type_all, typed, wrong

pytestmark = pytest.mark.needs("bash")

README = ROOT / "README.md"


def test_every_command_of_the_readme_says_what_it_shows(tmp_path: Path) -> None:
    commands = [one for block in blocks(README, "console") for one in typed(block)]
    assert len(commands) > 30
    for one, said in zip(
        commands, type_all(commands, tmp_path, environment(tmp_path), merged=True), strict=True
    ):
        assert not wrong(one, said), wrong(one, said)


def test_the_readme_points_to_pages_that_exist() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", README.read_text(encoding="utf-8"))
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).is_file()] == []
