"""A folder that somebody else made or changed: planted secrets, links, poisoned caches."""

import json
import os
import shutil
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from pbem.dice import commitment, seed_for
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.annexes import Place
from pbem.game.restore import restore
from pbem.game.write import first_annex
from pbem.keys import PrivateKey
from pbem.scan import scan
from pbem.turnfile import DicePart, read
from tests.cheat import sign
from tests.simulator import World, begin

# --- secrets -------------------------------------------------------------------------------------


def test_restore_believes_no_secret_that_nothing_proves(tmp_path: Path) -> None:
    """Who has not joined yet has committed to nothing: a planted secret would foretell his dice."""
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    joiner = world.players[world.next_joiner]
    path = joiner.folder / "private" / "secret"
    path.write_bytes(b"ab" * 32 + b"\n")
    with joiner.at_home(), pytest.raises(Refused) as caught:
        restore(joiner.folder, joiner.seat, lambda _: "")
    problem = caught.value.problems[0]
    said = f"seat '{joiner.seat}' has written no file yet: there is nothing to restore"
    assert problem.what == said
    assert problem.hint == "join the game in a new folder: pbem join"


def test_restore_takes_the_secret_from_no_file_under_another_key(world: World) -> None:
    """Anybody can encrypt a secret of his own to a public key, and plant a join that fits it."""
    joiner = world.players[read(scan(world.mail[1])).seat]
    stranger = PrivateKey.generate()
    place = Place(secret=b"x" * 32, game=scan(world.mail[1]).game, seat=joiner.seat, seq=1)
    seed = seed_for(place.secret, place.game_bytes, 1)
    commit = commitment(place.game_bytes, joiner.seat, 1, seed).hex()
    planted = replace(
        read(scan(world.mail[1])), dice=DicePart(commit=commit),
        annex=first_annex(place, 0, (), joiner.key),
    )  # fmt: skip
    path = joiner.folder / "chain" / f"0001-{joiner.seat}.pbem"
    path.write_bytes(sign(planted, stranger))
    secret = (joiner.folder / "private" / "secret").read_bytes()
    shutil.move(joiner.home / "journal", joiner.home / "lost")  # these would fill the gap
    for name in ("outbox", "mail"):
        shutil.rmtree(joiner.folder / name)
    with joiner.at_home(), pytest.raises(Refused) as caught:
        restore(joiner.folder, joiner.seat, lambda _: "")
    assert [problem.code for problem in caught.value.problems] == ["E03"]
    assert (joiner.folder / "private" / "secret").read_bytes() == secret
    assert path.read_bytes() == sign(planted, stranger)
    shutil.move(joiner.home / "lost", joiner.home / "journal")
    with joiner.at_home():
        restore(joiner.folder, joiner.seat, lambda _: "", heard=True)
    assert path.read_bytes() == world.mail[1]
    assert path.with_name(f"{path.name}.aside").read_bytes() == sign(planted, stranger)
    world.play()


def test_a_first_file_that_is_in_the_journal_alone_is_restored(world: World) -> None:
    """The chain has the genesis alone, and the private side is lost."""
    joiner = world.players[read(scan(world.mail[1])).seat]
    honest = (joiner.folder / "private" / "secret").read_bytes()
    for path in sorted(joiner.folder.glob("chain/*"))[1:]:
        path.unlink()
    (joiner.folder / "private" / "secret").unlink()
    with joiner.at_home():
        restore(joiner.folder, joiner.seat, lambda _: "", heard=True)
    assert (joiner.folder / "private" / "secret").read_bytes() == honest
    for raw in world.mail[2:]:
        joiner.receive(raw)
    world.play()


# --- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["status", "show", "restore", "receive"])
@pytest.mark.parametrize("name", ["outbox", "reports", "own", "cache", "private", "inbox"])
def test_what_lies_elsewhere_is_neither_written_nor_closed(
    world: World, name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that somebody made for us has a link to our own files in the place of a folder."""
    reader, mail = world.players["red"], tmp_path / "mail.pbem"
    elsewhere = tmp_path / "elsewhere"
    (reader.folder / "cache" / "status.json").unlink()
    shutil.move(reader.folder / name, elsewhere)
    (elsewhere / "turn-01.txt").write_text("mine")
    (elsewhere / "0000-red.pbem").write_text("mine as well")
    for path in (elsewhere, *elsewhere.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (reader.folder / name).symlink_to(elsewhere)
    before = {path: (path.read_bytes(), path.stat().st_mode) for path in elsewhere.iterdir()}
    mail.write_bytes(world.mail[-1])
    folder = str(reader.folder)
    words = {"restore": ["restore", folder], "receive": ["-C", folder, "receive", str(mail)]}
    with reader.at_home():
        assert pbem.cli.run(words.get(command, ["-C", folder, command])) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith(f"/{name}: the game's folder '{name}' is a link to another place")
    assert said[1].startswith("pbem: hint: put a folder of this name with the same files there")
    assert {p: (p.read_bytes(), p.stat().st_mode) for p in elsewhere.iterdir()} == before


# --- poison --------------------------------------------------------------------------------------

POISON = (None, "", -1, 10**30, [], {}, "\x1b[31mX\u202e", {"a": 1}, ["x"], True)


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place within plain values, of lists the first entry alone."""
    yield above
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*above, key))
    if isinstance(value, list) and value:
        yield from places(value[0], (*above, 0))


def poisoned(value: Any, place: tuple[Any, ...], poison: Any) -> Any:
    if not place:
        return poison
    inner = poisoned(value[place[0]], place[1:], poison)
    if isinstance(value, dict):
        return {**value, place[0]: inner}
    return [inner if number == place[0] else one for number, one in enumerate(value)]


@pytest.mark.parametrize("name", ["snapshot", "status", "turn-0001"])
def test_poison_anywhere_in_a_cache_is_no_fault_and_is_found(
    world: World, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but the chain proves what a snapshot says: it is for `verify` to find it false."""
    world.round()
    world.round()
    reader = world.players["red"]
    path = reader.folder / "cache" / f"{name}.json"
    looks = cycle(() if name == "snapshot" else ("status", "report", "dice", "show"))
    honest = json.loads(path.read_text())
    for number, place in enumerate(places(honest)):
        path.write_text(json.dumps(poisoned(honest, place, POISON[number % len(POISON)])))
        for words in (*([look] for look in islice(looks, 1)), ["verify"]):
            status = reader.run(*words)
            said = capsys.readouterr()
            assert "fault of this program" not in said.err, (place, words, said.err)
            assert not {"\x1b", "\u202e"} & {*said.out, *said.err}, (place, words)
            assert status == 0 or words != ["verify"], (place, said.err)
        assert json.loads(path.read_text()) == honest, place


# --- what is no file -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cache", "outbox", "reports", "cache/status.json", "state.toml"])
@pytest.mark.parametrize("kind", ["pipe", "file", "folder"])
def test_what_stands_in_the_place_of_something_derived_is_thrown_away(
    world: World, name: str, kind: str
) -> None:
    """A pipe that nobody writes to would keep its reader waiting for ever."""
    reader = world.players["red"]
    path = reader.folder / name
    honest = reader.files()
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    makers = {"pipe": os.mkfifo, "file": Path.touch, "folder": Path.mkdir}
    makers[kind](path)
    with reader.at_home():
        assert pbem.cli.run(["restore", str(reader.folder), "--up-to-date"]) == 0
    assert reader.files() == honest


def test_a_status_that_is_a_pipe_keeps_nobody_waiting(world: World) -> None:
    reader = world.players["red"]
    path = reader.folder / "cache" / "status.json"
    path.unlink()
    os.mkfifo(path)
    assert reader.run("status") == 0


def test_a_planted_audit_of_a_game_that_hides_nothing_disputes_nothing(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.play()
    reader = world.players["red"]
    with reader.session() as session:
        head = session.links.hash
    path = reader.folder / "cache" / "audit.json"
    path.write_text(json.dumps({"hash": head, "breaches": 3}))
    (reader.folder / "cache" / "status.json").unlink()
    with reader.at_home():
        assert reader.run("status") == 0
        said = capsys.readouterr().out
        assert "result: " in said
        assert "disputed" not in said
        assert reader.run("verify") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "written anew, for they said otherwise: cache/audit.json"
    assert not path.exists()
