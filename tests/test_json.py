"""The JSON of the commands has exactly the keys that docs/json.md promises."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from tests.pages import ROOT
from tests.simulator import Player, begin

_MANY = re.MULTILINE | re.DOTALL


def section(command: str) -> str:
    """What the page says of that command."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    found = re.search(rf"^## `pbem {re.escape(command)} --json`\n(.*?)^## ", page, _MANY)
    assert found
    return found[1]


def promised(command: str) -> set[str]:
    """The keys in the first column of that command's table."""
    rows = re.findall(r"^\| (`.*?) \|", section(command), re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(rows) or section(command)))


def named(command: str, key: str) -> set[str]:
    """The words that the table sets in type to explain one of its keys."""
    row = re.search(rf"^\| `{key}` \|(.*)$", section(command), re.MULTILINE)
    assert row
    return set(re.findall(r"`(\w+)`", row[1]))


def printed(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert player.run(*words, "--json") == 0
    return json.loads(capsys.readouterr().out)


def said(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> Any:
    assert pbem.cli.run([*words, "--json"]) == status
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


@pytest.fixture
def wrong_book(tmp_path: Path) -> Path:
    """Midway with another figure, and with one that is no figure."""
    book = tmp_path / "book"
    assert pbem.cli.run(["rules", "copy", str(book), "--system", "midway"]) == 0
    text = (book / "combat.toml").read_text()
    assert "aa = 4" in text
    assert "cap = 4" in text
    (book / "combat.toml").write_text(
        text.replace("aa = 4", "aa = 5").replace("cap = 4", "cap = 0.5")
    )
    return book


def test_the_keys_of_rules_are_those_of_the_page(
    wrong_book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    checked = said(capsys, 1, "rules", "check", str(wrong_book))
    assert set(checked) == promised("rules check DIR")
    assert checked["problems"]
    assert all(set(one) == named("rules check DIR", "problems") for one in checked["problems"])
    sound = said(capsys, 0, "rules", "check", str(ROOT / "rules" / "midway"))
    assert set(sound) == promised("rules check DIR")
    assert set(sound["charts"].values()) == named("rules check DIR", "charts") == {"seed", "house"}
    found = said(capsys, 1, "rules", "diff", str(wrong_book))
    assert set(found) == promised("rules diff [DIR] [DIR]")
    assert found["charts"]
    assert all(set(one) == named("rules diff [DIR] [DIR]", "charts") for one in found["charts"])
    for id_ in ("M7.4", "E08", "protocol 7"):
        assert set(said(capsys, 0, "rules", "show", id_)) == promised("rules show RULE")
    listed = said(capsys, 0, "rules", "list")
    assert {frozenset(one) for one in listed} == {frozenset(promised("rules list") - {"id"})}
    rules = said(capsys, 0, "rules", "list", "midway")
    assert {frozenset(one) for one in rules} == {frozenset({"id", "title"})}


def test_the_keys_of_an_audit_are_those_of_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("allied", "japanese"))
    world.round()
    audited = printed(world.players["allied"], capsys, "audit")
    assert set(audited) == promised("audit")
    assert audited["seats"]
    assert all(set(one) == named("audit", "seats") for one in audited["seats"])
