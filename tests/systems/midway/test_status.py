"""`status` of a game of Midway: mails are counted as they were sent, and what a file is for."""

from pathlib import Path

import pytest

from tests.simulator import World, begin


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game after its first file."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    world.round()
    return world


def test_mails_of_the_set_up_are_counted_with_the_genesis_and_a_new_turn_has_none_yet(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["american"].run("status") == 0
    assert "file 2 was the last, 3 e-mails so far in the set-up\n" in capsys.readouterr().out
    world.round()
    for _ in range(2):
        world.round()
    assert world.players["japanese"].run("status") == 0
    said = capsys.readouterr().out
    assert "\nfile 5 was the last\n" in said
    assert "YOU owe file 6 since " in said
    assert "; it is needed for:\n  - the dice of file 5, which it opens" in said


def test_a_report_names_files_and_does_not_seem_to_count_them(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["american"].run("report") == 0
    assert "file 1 by the American side, file 2 by the Japanese side" in capsys.readouterr().out
