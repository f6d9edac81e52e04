"""Rolls that the reader's own seed opens: he reads them before they are everybody's."""

from pathlib import Path

import pytest

from tests.simulator import Player, World, begin


def rolling(place: Path, times: int) -> tuple[World, Player]:
    """A table in whose last file its author has rolled so often."""
    world = begin(place, "table/table", ("red", "blue"))
    world.round()
    roll = {"type": "roll", "dice": "2d6", "about": "flak"}
    author = world.players[world.next_seat]
    world.deliver(author.send(*[roll] * times), author.seat)
    return world, author


def test_dice_says_that_rolls_read_first_are_still_to_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, author = rolling(tmp_path, 2)
    reader = next(player for player in world.players.values() if player is not author)
    capsys.readouterr()
    assert reader.run("dice") == 0
    words = "2 rolls that you read first stand here once your next file is sent"
    assert capsys.readouterr().out.splitlines()[-1] == words
    assert author.run("dice") == 0
    assert "read first" not in capsys.readouterr().out


def test_dice_finds_a_roll_by_that_part_of_its_label_by_which_reports_call_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, author = rolling(tmp_path, 12)
    world.round()
    capsys.readouterr()
    assert author.run("dice", "Roll 3.1") == 0
    found = capsys.readouterr().out.splitlines()[1:]
    assert ["roll 3.1" in line for line in found] == [True] * 4  # and 3.10 to 3.12
    assert author.run("dice", "oll 3.1") == 1
