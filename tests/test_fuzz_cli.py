"""Nonsense for every command that reads a file: a few lines, an exit status, nothing changed."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem.cli
from tests.simulator import World, begin

DEPTH = 100_000


def toml(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


def raw(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


NONSENSE: dict[str, Callable[[Path], object]] = {
    "nothing": raw(b""),
    "one line end": raw(b"\n"),
    "NUL": raw(bytes(1_000)),
    "binary": raw(random.Random(1).randbytes(50_000)),
    "bytes above 127": raw(bytes(range(128, 256)) * 100),
    "huge": lambda path: os.truncate(_touched(path), 2**33),
    "just too large": raw(b"a" * (512 * 1024 + 1)),
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "missing": lambda path: None,
    "UTF-16": raw('[[order]]\ntype = "aim"\n'.encode("utf-16")),
    "latin-1": raw('message = "grüße"\n'.encode("latin-1")),
    "deep lists": toml("order = " + "[" * DEPTH + "]" * DEPTH),
    "deep tables": toml("order = " + "{a=" * DEPTH + "1" + "}" * DEPTH),
    "lists that nest 200 deep": toml("order = [{type = " + "[" * 200 + "]" * 200 + "}]"),
    "a deep header": toml("[" + "a." * DEPTH + "a]\n"),
    "a deep header of 500": toml("[order." + "a." * 500 + "a]\nb = 1\n"),
    "a deep key": toml("a." * 2_000 + "a = 1\n"),
    "a deep key in an order": toml("[[order]]\ntype" + ".a" * 2_000 + " = 1\n"),
    "many headers": toml("".join(f"[a{n}.b.c]\n" for n in range(12_000))),
    "many brackets open": toml("[" * DEPTH),
    "a long number": toml(f"file = {'9' * 10_000}\n"),
    "a large number": toml(f"file = {2**70}\n"),
    "a number of another kind": toml("file = 1.5\nseat = 2\nmessage = false\n"),
    "not a number": toml("file = nan\n"),
    "a date": toml("[[order]]\ntype = 1942-06-04\n"),
    "half a string": toml('message = "abc'),
    "a surrogate": toml('message = "\\ud800"\n'),
    "a long message": toml(f'message = "{"x" * 5_000}"\n'),
    "unknown keys": toml('a = 1\n[[orders]]\ntype = "aim"\n'),
    "a proof of nothing": toml('format = "pbem-fork/1"\ngenesis = ""\nfirst = ""\nsecond = ""\n'),
    "a hollow turn file": toml('format = "pbem/1"\n[signature]\nssh = """\n"""\n'),
    "words": toml("Dear Bob,\nhere is my turn.\n"),
}

COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("-C", "{game}", "check", "{file}"),
    "send": ("-C", "{game}", "send", "{file}"),
    "receive": ("-C", "{game}", "receive", "{file}"),
    "prove check": ("prove", "check", "{file}"),
    "prove fork": ("-C", "{game}", "prove", "fork", "{file}", "{file}"),
    "join": ("join", "{file}", "{new}", "--as", "blue"),
    "new": ("new", "pistols", "{new}", "--as", "red", "--seat", "blue={file}"),
    "keys card": ("keys", "card", "{file}"),
    "a game's folder": ("-C", "{file}", "status"),
}
LEGAL = {
    ("nothing", "check"), ("nothing", "send"), ("one line end", "check"), ("one line end", "send"),
}  # fmt: skip
"""An empty orders file leaves everything to the rules."""


def _touched(path: Path) -> Path:
    path.touch()
    return path


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A duel in which blue is to write."""
    place = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_HOME", str(place / "nobody"))
        return begin(place, "pistols", ("red", "blue"))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_in_a_few_lines(
    world: World, name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if (name, command) in LEGAL:
        return
    file, game = tmp_path / "nonsense", world.players["blue"].folder
    NONSENSE[name](file)
    words = [word.format(file=file, game=game, new=tmp_path / "new") for word in COMMANDS[command]]
    before = world.players["blue"].files()
    with world.players["blue"].at_home():
        status = pbem.cli.run(words)
    said = capsys.readouterr()
    assert status in ((1, 3) if command == "prove check" else (1,))
    lines = said.err.splitlines()
    assert 1 <= len(lines) <= 6, said.err[:2_000]
    assert all(line.startswith(("pbem: error: ", "pbem: hint: ")) for line in lines)
    assert max(map(len, lines)) < 600
    assert "fault of this program" not in said.err
    assert said.out == ""
    assert world.players["blue"].files() == before
    assert not (tmp_path / "new").exists()


WRONG_USE = (
    (), ("--nonsense",), ("nonsense",), ("send", "a", "b"), ("receive",), ("new",),
    ("report", "--turn", "-1"), ("state", "--at", "x"), ("prove",),
    ("check", "a", "b"), ("new", "pistols"), ("dice", "--file", "x"), ("keys", "new"), ("",),
    ("send", "--empty", "a"), ("roll",), ("set", "VP"), ("note", "a"), ("open", "a", "b"),
    ("finish",),
)  # fmt: skip


@pytest.mark.parametrize("words", WRONG_USE)
def test_wrong_use_is_told_so(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = pbem.cli.run(list(words))
    said = capsys.readouterr()
    assert status == (0 if not said.err and words in ((), ("prove",)) else 2)
    assert "fault of this program" not in said.err
    assert len(said.err.splitlines()) < 80  # a line for each command


DAMAGED = ("seat.toml", "private/secret", "cache/snapshot.json", "cache/status.json",
           "cache/turn-0001.json", "chain/0001-blue.pbem")  # fmt: skip
DAMAGES: dict[str, Callable[[Path], object]] = {
    name: NONSENSE[name]
    for name in ("nothing", "binary", "words", "a folder", "deep lists", "huge")
} | {
    "deep JSON": toml("[" * DEPTH + "]" * DEPTH),
    "other JSON": toml('{"head": 1, "links": 2, "fold": {"system": 3}, "files": 4}'),
    "a list": toml("[1, 2]"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("part", DAMAGED)
def test_a_damaged_folder_is_told_or_mended(
    part: str, damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    path = player.folder / part
    path.unlink(missing_ok=True)
    DAMAGES[damage](path)
    form = tmp_path / "orders.toml"
    form.write_text("")
    for words in (["status"], ["show"], ["report"], ["verify"], ["check", str(form)]):
        status = player.run(*words)
        said = capsys.readouterr()
        assert status in (0, 1, 3)
        assert "fault of this program" not in said.err, (words, said.err)
        assert len(said.err.splitlines()) <= 4
