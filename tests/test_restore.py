"""A lost folder is rebuilt from the turn files and the key alone (protocol 8)."""

import shutil
from pathlib import Path

import pytest

import pbem.cli
from pbem.errors import Refused
from tests.simulator import Player, World, begin

LOST = ("private", "cache", "reports", "outbox", "inbox", "evidence")


def lose(player: Player) -> None:
    """Everything but the chain is gone."""
    for name in LOST:
        shutil.rmtree(player.folder / name)
    for name in ("seat.toml", "state.toml"):
        (player.folder / name).unlink()


def restore(player: Player, *words: str) -> int:
    with player.at_home():
        return pbem.cli.run(["restore", str(player.folder), *words])


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = begin(tmp_path, "midway-0700", ("japanese", "american"))
    for _ in range(5):
        made.round()
    return made


@pytest.mark.parametrize("seat", ["japanese", "american"])
def test_the_chain_and_the_key_give_the_same_folder(seat: str, world: World) -> None:
    player = world.players[seat]
    before = player.files()
    lose(player)
    assert restore(player, "--up-to-date") == 0
    after = player.files()
    assert {n: after[n] for n in after if n != "cache/status.json"} == {
        n: before[n] for n in before if n != "cache/status.json"
    }
    assert world.play() > 0


def test_without_the_key_nothing_is_restored(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player, other = world.players["japanese"], world.players["american"]
    lose(player)
    thief = Player("japanese", other.home, player.folder, other.key)
    assert restore(thief, "--as", "japanese") == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("pbem: error: the private key of SHA256:")
    assert said[1].startswith("pbem: hint: copy it into ")
    assert not (player.folder / "private").exists()


def test_a_sealed_plan_outlives_the_folder(tmp_path: Path) -> None:
    options = {"pace": "phase", "sealed_planning": "true"}
    world = begin(tmp_path, "midway-even", ("japanese", "american"), options)
    world.round()
    player = world.players["japanese"]
    lose(player)
    assert restore(player, "--up-to-date") == 0
    world.round()
    world.round()
    with player.session() as session:
        assert not [item for item in session.fold.sealed if item.seat == "japanese"]


def test_nothing_is_signed_before_the_other_side_is_heard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red's newest file was sent and is not in what he restores: his journal is gone, too."""
    world = begin(tmp_path, "pistols", ("red", "blue"))
    world.round()
    red, empty = world.players["red"], tmp_path / "empty.toml"
    empty.write_text("")
    kept = tmp_path / "kept"
    shutil.copytree(red.folder / "chain", kept)
    sent = red.send({"type": "aim", "number": 2})
    shutil.rmtree(red.folder)
    shutil.rmtree(red.home / "journal")
    shutil.copytree(kept, red.folder / "chain")
    assert restore(red) == 0
    assert red.run("send", str(empty)) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0] == (
        "pbem: error: this folder was restored, and you may have signed more than it has"
    )
    assert said[1].endswith(f"if nobody has more: pbem -C {red.folder} restore --up-to-date")
    kept = sorted(path.name for path in (red.home / "journal").rglob("*.pbem"))
    assert kept == ["0000000000-red.pbem"]  # what had come back, and no other
    red.receive(world.mail[0] if red.seat == "blue" else world.mail[1])
    with pytest.raises(Refused, match="this folder was restored"):
        red.send()  # an old file of the other side's says nothing
    red.receive(sent)
    with pytest.raises(Refused, match="it is for the Blue side to write file 4"):
        red.send()


@pytest.mark.parametrize("by", ["newest", "word"])
def test_who_has_heard_the_other_side_signs_again(by: str, tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    world.round()
    red = world.players["red"]
    assert restore(red) == 0
    if by == "newest":
        assert [one.what for one in red.receive(world.mail[-1])] == ["known"]
    else:
        assert restore(red, "--up-to-date") == 0
    world.play()


def test_a_folder_without_a_chain_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pbem.cli.run(["restore", str(tmp_path)]) == 1
    assert "there is no chain to restore from" in capsys.readouterr().err


def test_what_a_killed_command_left_is_swept_away(world: World) -> None:
    player = world.players["american"]
    left = player.folder / "chain" / ".0007-american.pbem.0123456789abcdef.tmp"
    left.write_bytes(b"half a file")
    (player.folder / "cache" / "snapshot.json").unlink()
    with player.session():
        assert not left.exists()


def test_another_folder_of_the_same_seat_is_told(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world.players["japanese"]
    with player.at_home():
        assert player.run("turn", "--no-input") == 0
        capsys.readouterr()
        assert pbem.cli.run(["restore", str(tmp_path / "again"), str(player.folder / "chain")]) == 0
    told = f"you have this game in {player.folder}, too: play on in one of them"
    assert told in capsys.readouterr().out
