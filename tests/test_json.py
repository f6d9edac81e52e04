"""The JSON of the commands has exactly the keys that docs/json.md promises."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from tests.pages import ROOT
from tests.simulator import Player, begin


def promised(command: str) -> set[str]:
    """The keys in the first column of that command's table."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    section = re.search(rf"^## `pbem {command} --json`\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    assert section
    rows = re.findall(r"^\| (`.*?) \|", section[1], re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(rows) or section[1]))


def printed(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    with player.at_home():
        assert pbem.cli.run(["-C", str(player.folder), *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_keys_are_those_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    for _ in range(4):
        world.round()
    player = world.players["red"]
    dice = printed(player, capsys, "dice")
    assert dice
    assert set(printed(player, capsys, "status")) == promised("status")
    assert set(printed(player, capsys, "verify")) == promised("verify")
    assert set(printed(player, capsys, "verify", "--chain")) == promised("verify")
    assert all(set(roll) == promised("dice") for roll in dice)
    assert all(set(key) == promised("keys list") for key in printed(player, capsys, "keys", "list"))
    scenarios = printed(player, capsys, "scenario", "list")
    assert all(set(one) == promised("scenario list") for one in scenarios)
