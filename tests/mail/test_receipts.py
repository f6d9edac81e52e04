"""What `receive` says of what came: a line for each file, what it brought, the next command."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail.test_postmarks import NAME, SIGNED, Provider, name_server
from tests.simulator import Player, World, begin


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("red", "blue"), {"game": "Go"})


def saved(author: Player, place: Path) -> str:
    """A file of a player's that the other has not received."""
    path = place / f"{author.seat}.pbem"
    path.write_bytes(author.send())
    return str(path)


def lines(player: Player, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What a command prints."""
    capsys.readouterr()
    player.run(*words)
    return capsys.readouterr().out.splitlines()


def test_the_first_line_is_the_file_and_the_last_one_the_next_command(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = world.players["blue"]
    said = lines(blue, capsys, "receive", saved(world.players["red"], tmp_path))
    assert said[0] == f"✓ received file 2 of the Red side, for Go in {blue.folder}"
    assert said[-2:] == [
        "next: the Blue side (you) writes file 3",
        f"then: pbem -C {blue.folder} turn",
    ]


def test_nothing_is_next_where_all_was_refused(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(saved(world.players["red"], tmp_path))
    path.write_bytes(path.read_bytes().replace(b"seq = 2", b"seq = 3"))
    assert lines(world.players["blue"], capsys, "receive", str(path)) == []


def test_a_good_file_beside_a_refused_one_is_told_with_the_next_command(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = world.players["blue"]
    good = saved(world.players["red"], tmp_path)
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(Path(good).read_bytes().replace(b"seq = 2", b"seq = 3"))
    capsys.readouterr()
    assert blue.run("receive", good, str(bad)) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == f"then: pbem -C {blue.folder} turn"
    (error,) = (line for line in said.err.splitlines() if "error: " in line)
    assert error.startswith(f"pbem: error: E03: {bad}: the signature is not by the key of seat 're")


@pytest.mark.parametrize(("encoding", "word"), [("utf-8", "✓"), ("ascii", "ok")])
def test_where_there_is_no_sign_a_word_stands(
    world: World, tmp_path: Path, encoding: str, word: str
) -> None:
    blue = world.players["blue"]
    env = {**os.environ, "PBEM_HOME": str(blue.home), "PYTHONIOENCODING": encoding}
    path = saved(world.players["red"], tmp_path)
    command = [sys.executable, "-m", "pbem", "-C", str(blue.folder), "receive", path]
    ran = subprocess.run(command, env=env, check=True, capture_output=True)
    assert ran.stdout.decode(encoding).startswith(f"{word} received file 2 of the Red side, ")


@SIGNED
def test_the_postmark_is_told_by_the_key_that_was_kept(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second file comes before the first, and its mail is kept while it waits."""
    red, blue = world.players["red"], world.players["blue"]
    provider = Provider(tmp_path, "rsa-sha256")

    def mail(author: Player) -> str:
        author.send()
        path = tmp_path / f"{author.seat}.eml"
        assert author.run("mail", "write", "-o", str(path)) == 0
        path.write_bytes(provider.sign(path.read_bytes()))
        return str(path)

    first = mail(red)
    said = lines(blue, capsys, "receive", first)
    why = "no postmark (the key of example.org is not to be had)"
    assert said[0] == f"✓ received file 2 of the Red side, {why}, for Go in {blue.folder}"
    with name_server({NAME: provider.record}) as server:
        assert blue.run("mail", "postmarks", "--server", server) == 0
    answer = mail(blue)
    assert red.run("receive", answer) == 0
    second = mail(red)
    last = blue.folder / "chain" / "0003-blue.pbem"
    assert last.is_file()
    said = lines(blue, capsys, "receive", second)
    marked = r"postmarked example\.org \d{4}-\d\d-\d\d \d\d:\d\d UTC"
    assert re.fullmatch(rf"✓ received file 4 of the Red side, {marked}, for Go in \S+", said[0])


@SIGNED
def test_a_file_that_waited_has_its_mail_and_postmark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"game": "Go", "side.green": "blue"}
    world = begin(tmp_path, "table", ("red", "blue", "green"), options)
    provider = Provider(tmp_path, "rsa-sha256")
    mails = []
    late = world.players["green"]
    for author in (world.players["red"], world.players["blue"]):
        raw = author.send()
        path = tmp_path / f"{author.seat}.eml"
        assert author.run("mail", "write", "-o", str(path)) == 0
        path.write_bytes(provider.sign(path.read_bytes()))
        mails.append(str(path))
        for one in world.players.values():
            if one not in (author, late):
                one.receive(raw)
    assert late.run("receive", mails[1]) == 1
    said = lines(late, capsys, "receive", mails[0])
    assert [line.partition(",")[0] for line in said if line.startswith("✓")] == [
        "✓ received file 3 of the Red side",
        "✓ received file 4 of blue",
    ]
    (kept,) = (late.folder / "evidence" / "mail").glob("0004-blue.eml")
    assert kept.read_bytes() == Path(mails[1]).read_bytes()
