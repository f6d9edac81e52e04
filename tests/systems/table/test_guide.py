"""The pages on the table: rules, guide and JSON say what the program does."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from pbem.cli.commands import COMMANDS
from pbem.engine.orders import decode_orders
from pbem.systems.table.orders import TYPES
from tests.pages import ROOT
from tests.simulator import begin
from tests.test_json import promised

RULES = ROOT / "rules" / "table"
GUIDE = (ROOT / "docs" / "games" / "table.md").read_text(encoding="utf-8")
TEXT = (RULES / "text" / "table.md").read_text(encoding="utf-8")


def headings() -> list[tuple[str, str]]:
    return re.findall(r"^## (T\d+) (.+)$", TEXT, re.MULTILINE)


def test_the_pages_cite_only_rules_that_exist() -> None:
    cited = set(re.findall(r"\bT\d+\b", GUIDE + TEXT))
    assert len(cited) > 10
    assert cited <= {rule for rule, _ in headings()}


def test_every_kind_of_order_has_an_example_that_decodes() -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    orders = decode_orders(tuple(tomllib.loads(block)["order"]), TYPES, code="E12")
    assert {order.type for order in orders} == set(TYPES)


def test_every_command_of_the_guide_exists_and_every_order_has_one() -> None:
    named = set(re.findall(r"`pbem (\w+)", GUIDE))
    assert named <= COMMANDS.keys()
    assert TYPES.keys() <= named


def test_the_figures_of_the_guide_are_those_of_the_chart() -> None:
    limits = tomllib.loads((RULES / "limits.toml").read_text(encoding="utf-8"))["limits"]
    assert (
        f"{limits['dice_in_roll']} dice a roll and {limits['sides_of_die']:,} sides at most"
        in GUIDE
    )
    assert limits["seats"] == 8
    assert "Two to eight seats" in GUIDE


def test_the_json_of_notes_has_the_keys_of_its_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("japan", "us"))
    for about in ("mine", ""):
        author = world.next_seat
        note = {"type": "note", "about": about, "words": "Lae"}
        world.deliver(world.players[author].send(note), author)
    player = world.players["us"]
    assert player.run("note", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows == [
        {"id": "note-1", "seat": "japan", "about": "mine", "words": None},
        {"id": "note-2", "seat": "us", "about": "", "words": "Lae"},
    ]
    assert set(rows[0]) == promised("note")
