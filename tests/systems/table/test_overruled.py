"""A player's ruling that is still open when the referee settles its question (protocol 10)."""

import shutil
from pathlib import Path

import pytest

from pbem.report.rulings import owner
from tests.simulator import Player, World, begin
from tests.test_questions import said

ROLL = {"type": "roll", "dice": "2d6", "about": "weather"}
TWO = "Squads stack to two only."


def proposed(place: Path) -> tuple[World, Player, int]:
    """Who has proposed a ruling in which file, where the referee is to rule on the same."""
    world = begin(place, "table", ("us", "japan", "referee"))
    world.send({"type": "refer", "words": "Do squads stack?"}, ROLL)
    author = world.players[world.next_seat]
    world.send({"type": "ruling", "words": "Squads stack to three."})
    file = len(world.mail) - 1
    while world.next_seat != "referee":
        world.send()
    return world, author, file


def test_the_referee_is_told_which_ruling_his_own_leaves_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, author, file = proposed(tmp_path)
    told = said(capsys, world.players["referee"], "ruling", TWO, "--dry-run")
    which = f"{owner(author.seat)} ruling in file {file} on the same question stays open"
    words = f'{which}: "Squads stack to three." With a consent it holds, too [protocol 10].'
    assert words in told.split("Look twice")[1]


def test_nobody_is_asked_to_consent_on_what_the_referee_has_settled_since(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who consents all the same is told, in his form and his words, that both hold then."""
    world, author, file = proposed(tmp_path)
    (other,) = (one for one in world.players.values() if one.seat not in (author.seat, "referee"))
    world.send({"type": "ruling", "words": TWO})
    newer = f"referee's in file {len(world.mail) - 1}"
    while world.next_seat != other.seat:
        world.send()
    assert "whether you agree" not in said(capsys, other, "status")
    stays = f"It stays open, behind {newer}, until you propose another."
    assert stays in said(capsys, author, "status")
    said(capsys, other, "orders")
    (path,) = other.folder.glob("orders-*.toml")
    form = " ".join(path.read_text().replace("#", "").split())
    assert f"{owner(author.seat)} ruling in file {file} is open behind {newer}:" in form
    assert f"consent {file}' agrees to it, and both hold." in form
    assert f"consent {file}" not in said(capsys, other, "send", "--empty", "--dry-run")
    told = said(capsys, other, "consent", str(file))
    older = f'The ruling in file {file} is older than {newer} on the same question: "{TWO}"'
    assert f"{older} With your consent both hold [protocol 10]." in told.split("Look twice")[1]


def test_orders_go_over_to_the_file_behind_a_ruling_and_its_answer_that_come_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files of the chain that another folder of the same player's has taken already."""
    world = begin(tmp_path / "here", "table", ("us", "japan", "referee"))
    world.send({"type": "refer", "words": "Do squads stack?"}, ROLL)
    elsewhere, seat = world.copied(tmp_path / "elsewhere"), world.next_seat
    here = world.players[seat].folder
    said(capsys, world.players[seat], "orders", "--add", "set", "counter=VP", "value=1")
    elsewhere.send({"type": "ruling", "words": "Squads stack to three."})
    elsewhere.send({"type": "ruling", "words": TWO})
    assert elsewhere.next_seat == seat
    shutil.copytree(elsewhere.players[seat].folder / "chain", here / "chain", dirs_exist_ok=True)
    due = f"orders-{len(elsewhere.mail):04d}.toml"
    assert f"your orders so far are in {due}" in said(capsys, world.players[seat], "status")
    assert "You set VP to 1" in said(capsys, world.players[seat], "check")
