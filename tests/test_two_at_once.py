"""Two commands in one folder: who writes waits for the other, who reads sees one position."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ledger import state_digest
from pbem.errors import Refused
from pbem.game.recover import look
from pbem.game.reports import turn_report
from pbem.report import plain
from pbem.store import machine
from pbem.store.files import lock
from tests.crashing import (
    fast_place,
    folder,
    orders_file,
)
from tests.interrupt import run_in_child, touches
from tests.simulator import begin


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    with fast_place(tmp_path) as found:
        yield found


def impatient() -> None:
    """The child waits for nobody."""
    machine.WAIT = 0.0


@pytest.mark.parametrize("command", ["send", "orders", "receive", "restore"])
def test_a_second_writing_command_is_told_that_the_folder_is_busy(
    tmp_path: Path, command: str
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    name = orders_file(tmp_path, "orders.toml", 2)
    arguments: dict[str, Any] = {"send": [name], "receive": [name]}
    words = (*folder(player), command, *arguments.get(command, []))
    before = player.files()
    with lock(player.folder):
        status, said = run_in_child(player, *words, arm=impatient)
    assert status == 1
    assert said == (
        f"pbem: error: {player.folder}: another pbem is at work here\n"
        "pbem: hint: wait until it is done, and try again\n"
    )
    assert player.files() == before
    assert run_in_child(player, *folder(player), "send", name) == (0, "")


@pytest.mark.parametrize(
    "command", ["status", "check", "show", "report", "dice", "replay", "state", "verify"]
)
def test_who_reads_takes_no_lock(tmp_path: Path, command: str) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    more = [orders_file(tmp_path, "orders.toml", 2)] if command == "check" else []
    before = player.files()
    with lock(player.folder):
        assert run_in_child(player, *folder(player), command, *more, arm=impatient) == (0, "")
    assert player.files() == before


def tell_when_the_lock_is_tried(told: Connection) -> None:
    """The parent hears of the child's first try to take a lock, which fails."""

    def hook(event: str, _: tuple[Any, ...]) -> None:
        if event == "fcntl.flock" and not told.closed:
            told.send_bytes(b"tried")
            told.close()

    sys.addaudithook(hook)


def test_a_second_writing_command_waits_for_the_first(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    name = orders_file(tmp_path, "orders.toml", 2)
    ear, mouth = Pipe(duplex=False)
    with ear, ThreadPoolExecutor() as pool:
        with lock(player.folder):
            arm = partial(tell_when_the_lock_is_tried, mouth)
            sent = pool.submit(run_in_child, player, *folder(player), "send", name, arm=arm)
            assert ear.recv_bytes() == b"tried"
            assert not (player.folder / "chain" / "0002-blue.pbem").exists()
        assert sent.result() == (0, "")
    mouth.close()
    assert (player.folder / "chain" / "0002-blue.pbem").exists()


def test_a_reader_sees_one_position_at_every_touch_of_a_writer(place: Path) -> None:
    """A look at each moment of `receive` tells the position before it or after it, whole."""
    world = begin(place, "pistols", ("red", "blue"))
    late, early = world.players["red"], world.players["blue"]
    raw = early.send({"type": "aim", "number": 3})
    (place / "two.pbem").write_bytes(raw)
    seen = place.with_name("seen")
    seen.mkdir()
    words = (*folder(late), "receive", str(place / "two.pbem"))
    assert run_in_child(late, *words, arm=partial(look_at_every_touch, late.folder, seen)) == (
        0,
        "",
    )
    looks = [path.read_text() for path in sorted(seen.iterdir())]
    first, last = looks[0], looks[-1]
    assert len(looks) > 10
    assert first.startswith("1: ")
    assert last.startswith("2: ")
    assert looks == sorted(looks, key=[first, "busy", last].index)
    assert set(looks) <= {first, "busy", last}


def look_at_every_touch(game: Path, seen: Path) -> None:
    """At each touch of the disk another process, forked here, looks at the game."""
    machine.WAIT = 0.0
    looks, is_looking = count(), False

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal is_looking
        if is_looking or not touches(event, arguments):
            return
        try:
            child = os.fork()
        except RuntimeError:  # from Python 3.12 on filelock lets nobody fork while it takes a lock
            return
        number = next(looks)
        if child == 0:
            is_looking = True
            (seen / f"{number:03d}").write_text(told_by_a_look(game))
            os._exit(0)
        os.waitpid(child, 0)

    sys.addaudithook(hook)


def told_by_a_look(game: Path) -> str:
    try:
        session = look(game)
    except Refused as refused:
        return refused.problems[0].code
    report = plain.render(turn_report(session, 0)) + plain.render(turn_report(session, 1))
    return f"{session.links.seq}: {state_digest(session.fold)} {report}"
