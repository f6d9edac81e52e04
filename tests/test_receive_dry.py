"""`pbem receive --dry-run` tells what came and takes nothing; key cards in folders are told."""

from pathlib import Path

import pytest

from pbem.card import format_card
from pbem.keys import PrivateKey
from tests.simulator import Player, World, begin


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "pistols", ("red", "blue"))


def sides(world: World) -> tuple[Player, Player]:
    author = world.players[world.next_seat]
    return author, next(one for one in world.players.values() if one is not author)


def test_what_came_is_told_and_nothing_changes(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    author, reader = sides(world)
    came = tmp_path / "came"
    came.mkdir()
    raw = world.write()
    (came / "a").write_bytes(raw)
    (came / "b").write_bytes(world.mail[0])
    damaged = raw.replace(b"-----END SSH", b"A\n-----END SSH", 1)
    before = reader.files()
    assert reader.run("receive", "--dry-run", str(came / "a"), str(came / "b")) == 0
    said = capsys.readouterr().out
    name = f"file 2 of the {author.seat.capitalize()} side"
    assert f"{name}, for Duel in {reader.folder}: it would be taken" in said
    assert "file 0 of the Red side, for Duel in " in said
    assert "was here already" in said
    assert said.endswith("nothing is taken\n")
    assert reader.files() == before
    assert reader.run("receive", "--dry-run", str(came)) == 0
    assert "file 2 of the " in capsys.readouterr().out
    (came / "c").write_bytes(damaged)
    assert reader.run("receive", "--dry-run", str(came / "c")) == 1
    assert str(came / "c") in capsys.readouterr().err
    assert reader.files() == before
    assert reader.run("receive", str(came / "a")) == 0
    assert "received file 2" in capsys.readouterr().out


def test_a_file_that_waits_for_others_is_told_as_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"game": "Go", "side.green": "blue"}
    world = begin(tmp_path, "table", ("red", "blue", "green"), options)
    red, blue, green = world.players.values()
    blue.receive(red.send())
    late = tmp_path / "late"
    late.write_bytes(blue.send())
    before = green.files()
    assert green.run("receive", "--dry-run", str(late)) == 0
    assert "it is judged when file 3 has been taken" in capsys.readouterr().out
    assert green.files() == before


def test_a_key_card_in_a_folder_is_told(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, reader = sides(world)
    came = tmp_path / "came"
    came.mkdir()
    card = format_card("Bob", "bob@example.org", PrivateKey.generate().public)
    (came / "bob.card").write_text(card)
    (came / "hay.txt").write_text("hay")
    for command in (["receive", str(came)], ["turn", "--no-input", str(came)]):
        assert reader.run(*command) == 0
        said = capsys.readouterr().out
        assert (
            f"the key card of Bob <bob@example.org>: 'pbem new SCENARIO --seat SEAT={came}" in said
        )
