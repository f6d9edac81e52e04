"""Power cuts, full disks and Ctrl-C at every touch of the disk: nothing is lost or signed twice."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from pbem.chain import check_seed
from pbem.engine.ledger import state_digest, writer
from pbem.errors import Refused
from pbem.game.reports import turn_report
from pbem.game.session import look
from pbem.game.verify import verify_game
from pbem.game.write import join
from pbem.report import plain
from pbem.store import machine
from pbem.store.files import lock
from tests.interrupt import KILLED, interrupt_at, kill_at, nothing, run_in_child, touches
from tests.simulator import SENT, Player, World, begin

SEATS = ("red", "blue-1", "blue-2")
SEALED = {"sealed": "true"}


SHARED_MEMORY = Path("/dev/shm")
"""Where every sync is free: the tests make thousands."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where the game lies; beside it is room for a copy."""
    fast = SHARED_MEMORY.is_dir() and os.access(SHARED_MEMORY, os.W_OK)
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY if fast else tmp_path) as name:
        yield Path(name) / "game"


@dataclass
class Scene:
    """A moment of a game that can be put back, and the command that is stopped in it."""

    world: World
    place: Path
    player: Player
    words: tuple[str, ...]
    looks: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        shutil.copytree(self.place, self.backup)

    @property
    def backup(self) -> Path:
        return self.place.with_name("backup")

    def put_back(self) -> None:
        shutil.rmtree(self.place)
        shutil.copytree(self.backup, self.place)

    def run(self, *words: str, arm: Callable[[], object] = nothing) -> tuple[int, str]:
        return run_in_child(self.player, *words, arm=arm)

    def stopped(self, how: Callable[[int], Callable[[], None]]) -> Iterator[int]:
        """Every moment after the command was stopped at its next touch; ends when none is left."""
        for number in count(1):
            self.put_back()
            status, said = self.run(*self.words, arm=how(number))
            if status == 0:
                assert number > 5
                return
            assert status in (KILLED, 130), said
            yield number

    def fine(self, *words: str) -> None:
        assert self.run(*words) == (0, ""), words

    def signed(self) -> dict[str, bytes]:
        """Every turn file of the player's that has been journalled, by the end of its path."""
        root = self.player.home / "journal"
        return {
            path.relative_to(root).as_posix().partition("/")[2]: path.read_bytes()
            for path in root.rglob("*.pbem")
            if path.name[0] != "."
        }

    def written(self) -> dict[str, bytes]:
        """The player's own turn files that others could already have."""
        seat = self.player.seat
        return {
            path.name: path.read_bytes()
            for place in ("outbox", "chain")
            for path in (self.player.folder / place).glob(f"*-{seat}.pbem")
        }

    def agree(self, rounds: int = 1) -> None:
        """All mail reaches everybody, the game goes on, and everybody has the same state.

        Folders that look the same are played on once; each must be able to open its seed.
        """
        with self.player.session() as session:
            check_seed(session.links, session.seat, session.own_seed())
            look = (*sorted(session.links.commits), *visible(self.player.files(), ""))
        if look in self.looks:
            return
        self.looks.add(look)
        deliver_all(self.world)
        for _ in range(rounds):
            self.world.round()
        digests = set()
        for player in self.world.players.values():
            with player.session() as session:
                digests.add((session.links.hash, state_digest(session.fold)))
            verify_game(player.folder, lambda _: None)
        assert len(digests) == 1


def deliver_all(world: World) -> None:
    """Everything in all outboxes to everybody; whoever has to join next does."""
    players = world.players.values()
    while True:
        mail = {path.name: path.read_bytes() for p in players for path in outbox(p)}
        for player in players:
            there = {path.name for path in (player.folder / "chain").glob("[0-9]*")}
            for name in sorted(mail.keys() - there):
                player.receive(mail[name])
        seat = world.next_joiner
        if not seat:
            return
        with world.players[seat].session() as session:
            join(session, world.players[seat].key, SENT)


def outbox(player: Player) -> list[Path]:
    return list(player.folder.glob("outbox/[0-9]*.pbem"))


def folder(player: Player) -> tuple[str, str]:
    return "-C", str(player.folder)


def orders_file(place: Path, name: str, number: int) -> str:
    path = place / name
    path.write_text(f'[[order]]\ntype = "aim"\nnumber = {number}\n')
    return str(path)


# --- the command is killed -----------------------------------------------------------------------


@pytest.mark.slow
def test_send_signs_once_however_it_is_killed(place: Path) -> None:
    world = begin(place, "pistols", SEATS, SEALED)
    player = world.players[world.next_seat]
    first, other = (orders_file(place, f"{n}.toml", n) for n in (1, 6))
    scene = Scene(world, place, player, (*folder(player), "send", first))
    seat, name = player.seat, f"0003-{player.seat}.pbem"
    stood = []
    for _ in scene.stopped(kill_at):
        leaked, journalled = scene.written(), scene.signed()
        scene.fine(*folder(player), "status")
        status, said = scene.run(*folder(player), "send", other)
        assert (status, said[:13]) in ((0, ""), (1, "pbem: error: "))
        stood.append(status)
        ours = scene.written()[name]
        assert scene.written() == {**leaked, name: ours}
        assert scene.signed() == {**journalled, f"{game_of(world)}/{seat}/0000000003.pbem": ours}
        assert sealed_number(player) == ("number = 6\n" if status == 0 else "number = 1\n")
        scene.agree()
    assert stood == sorted(stood)
    assert {0, 1} == set(stood)


def game_of(world: World) -> str:
    with next(iter(world.players.values())).session() as session:
        return session.links.game


def sealed_number(player: Player) -> str:
    with player.session() as session:
        return session.sealed_contents()["aim/t1"]


@pytest.mark.slow
def test_receive_loses_nothing_however_it_is_killed(place: Path) -> None:
    """A file comes for which the next one waits in the inbox."""
    world = begin(place, "pistols", SEATS)
    late = world.players["red"]
    mail = []
    for seat in ("blue-1", "blue-2"):
        assert next_seat(world.players[seat]) == seat
        raw = world.players[seat].send({"type": "aim", "number": 3})
        (place / f"{seat}.pbem").write_bytes(raw)
        world.players["blue-2" if seat == "blue-1" else "blue-1"].receive(raw)
        mail.append(raw)
    one, two = str(place / "blue-1.pbem"), str(place / "blue-2.pbem")
    assert run_in_child(late, *folder(late), "receive", two)[0] == 1
    scene = Scene(world, place, late, (*folder(late), "receive", one))
    for _ in scene.stopped(kill_at):
        status, said = scene.run(*folder(late), "status")
        assert status == 0
        assert said.partition(",")[0] in ("", "pbem: file 4 of seat blue-2")
        scene.fine(*folder(late), "receive", one)
        files = late.files()
        assert [files["chain/0003-blue-1.pbem"], files["chain/0004-blue-2.pbem"]] == mail
        assert visible(files, "inbox/") == visible(files, "evidence/") == []
        with late.session() as session:
            assert writer(session.fold) == "red"
        scene.agree()


def next_seat(player: Player) -> str:
    with player.session() as session:
        return writer(session.fold)


def visible(files: dict[str, bytes], folder: str) -> list[str]:
    """What a folder holds, without the part of a file that a power cut may leave."""
    return [name for name in files if name.startswith(folder) and "/." not in name]


@pytest.mark.slow
def test_new_makes_a_whole_game_or_none_however_it_is_killed(place: Path) -> None:
    world = begin(place.with_name("cards"), "pistols", SEATS, joined=False)
    place.mkdir()
    for player in world.players.values():
        shutil.move(player.home, place / player.home.name)
        player.home = place / player.home.name
        player.folder = place / player.seat
    shutil.rmtree(place / "red-home" / "journal")
    cards = [f"{seat}={place / f'{seat}-home' / 'keys' / f'{seat}.card'}" for seat in SEATS[1:]]
    words = ("new", "pistols", str(place / "red"), "--as", "red")
    words += ("--seat", cards[0], "--seat", cards[1])
    scene = Scene(world, place, world.players["red"], words)
    made = 0
    for _ in scene.stopped(kill_at):
        made += scene.player.folder.exists()
        if not scene.player.folder.exists():
            assert scene.run(*folder(scene.player), "status")[0] == 1
            scene.fine(*words)
        scene.fine(*folder(scene.player), "status")
        genesis = str(place / "red" / "outbox" / "0000-red.pbem")
        assert scene.written() == {"0000-red.pbem": Path(genesis).read_bytes()}
        assert Path(genesis).read_bytes() in scene.signed().values()
        for seat in SEATS[1:]:
            player = world.players[seat]
            status, said = run_in_child(player, "join", genesis, str(player.folder), "--as", seat)
            assert (status, said) == (0, "")
        scene.agree()


@pytest.mark.slow
def test_join_joins_once_however_it_is_killed(place: Path) -> None:
    world = begin(place, "pistols", SEATS, joined=False)
    player = world.players["blue-1"]
    shutil.rmtree(player.folder)
    genesis = str(place / "red" / "outbox" / "0000-red.pbem")
    words = ("join", genesis, str(player.folder), "--as", "blue-1")
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(kill_at):
        begun, leaked, journalled = player.folder.exists(), scene.written(), scene.signed()
        status, said = scene.run(*folder(player), "status")
        assert (status, said) == (0, "") if begun else status == 1
        status, said = scene.run(*words)
        if status:
            assert said.startswith("pbem: error: this seat has joined already")
        ours = scene.written()["0001-blue-1.pbem"]
        assert scene.written() == {**leaked, "0001-blue-1.pbem": ours}
        assert list(scene.signed().values()) == [ours]
        assert journalled in ({}, scene.signed())
        scene.agree()


@pytest.mark.slow
def test_receiving_a_join_joins_once_however_it_is_killed(place: Path) -> None:
    """The join file of the seat before ours makes our own, too."""
    world = begin(place, "pistols", SEATS, joined=False)
    assert run_in_child(world.players["blue-1"], *folder(world.players["blue-1"]), "join")[0] == 0
    player = world.players["blue-2"]
    words = (*folder(player), "receive", str(place / "blue-1" / "outbox" / "0001-blue-1.pbem"))
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(kill_at):
        leaked = scene.written()
        scene.fine(*folder(player), "status")
        scene.fine(*words)
        ours = scene.written()["0002-blue-2.pbem"]
        assert scene.written() == {**leaked, "0002-blue-2.pbem": ours}
        assert list(scene.signed().values()) == [ours]
        scene.agree()


def test_a_game_is_joined_from_one_folder_only(place: Path) -> None:
    """A second folder would have another secret, and could open none of the first one's seeds."""
    world = begin(place, "pistols", SEATS, joined=False)
    player = world.players["blue-1"]
    genesis = str(place / "red" / "outbox" / "0000-red.pbem")
    assert run_in_child(player, *folder(player), "join") == (0, "")
    status, said = run_in_child(player, "join", genesis, str(place / "two"), "--as", "blue-1")
    assert status == 1
    assert said.startswith("pbem: error: ")
    assert "seat 'blue-1' has joined this game already" in said
    assert not (place / "two").exists()


# --- Ctrl-C --------------------------------------------------------------------------------------


def test_ctrl_c_leaves_a_folder_that_goes_on(place: Path) -> None:
    world = begin(place, "pistols", SEATS, SEALED)
    player = world.players[world.next_seat]
    words = (*folder(player), "send", orders_file(place, "orders.toml", 2))
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(interrupt_at):
        files = player.files()
        assert not [name for name in files if name.endswith(".tmp")]
        scene.fine(*folder(player), "status")
        status, _ = scene.run(*words)
        assert status in (0, 1)
        assert sorted(scene.written()) == ["0001-blue-1.pbem", "0003-blue-1.pbem"]
    scene.agree()


def test_ctrl_c_says_what_to_do(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    words = (*folder(player), "send", orders_file(tmp_path, "orders.toml", 2))
    said = run_in_child(player, *words, arm=interrupt_at(2))
    assert said[0] == 130
    assert said[1].split("\n")[-2:] == [
        "pbem: interrupted; nothing is lost, run the command again",
        "",
    ]


# --- a full disk ---------------------------------------------------------------------------------


def no_files_above(size: int) -> Callable[[], None]:
    limits = (size, resource.RLIM_INFINITY)
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, limits)


def test_no_room_to_send_or_to_receive(place: Path) -> None:
    """The smallest limit lets nothing be written, the next ones some of the files."""
    world = begin(place, "pistols", SEATS, SEALED)
    writer_, reader = world.players["blue-1"], world.players["red"]
    send = (*folder(writer_), "send", orders_file(place, "orders.toml", 2))
    scene = Scene(world, place, writer_, send)
    refused = 0
    for size in (0, 40, 200, 1_000, 1_800, 2_600, 10_000, 1_000_000):
        scene.put_back()
        before = reader.files()
        for player, words in ((writer_, send), (reader, receive_of(reader, place))):
            status, said = run_in_child(player, *words, arm=no_files_above(size))
            lines = said.splitlines()
            if status:
                refused += 1
                assert [line.partition(": ")[0] for line in lines] == ["pbem", "pbem"], said
                assert "the file would be larger than is allowed here" in lines[0]
                assert lines[1] == "pbem: hint: raise the limit (ulimit -f)"
            scene.player = player
            scene.fine(*folder(player), "status")
            status, said = run_in_child(player, *words)
            assert status == 0 or "it is for seat 'blue-2' to write" in said
            assert visible(player.files(), "evidence/") == []
        assert reader.files().keys() > before.keys()
        scene.agree()
    assert refused > 4


def test_what_cannot_be_written_beside_the_chain_is_made_good_later(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    for player, words in (
        (world.players["blue"], ("send", orders_file(tmp_path, "orders.toml", 2))),
        (world.players["red"], ("receive", str(tmp_path / "blue" / "outbox" / "0002-blue.pbem"))),
    ):
        obstacle = player.folder / "state.toml"
        obstacle.unlink()
        obstacle.mkdir()
        status, said = run_in_child(player, *folder(player), *words)
        assert status == 0
        assert said == (
            f"pbem: done, but not all could be written: {obstacle}: "
            "a folder stands where a file should be\n"
            "pbem: hint: make room, then run 'pbem status': the rest is made good\n"
        )
        assert (player.folder / "chain" / "0002-blue.pbem").exists()
        obstacle.rmdir()
        assert run_in_child(player, *folder(player), "status") == (0, "")
        assert obstacle.is_file()
        assert (player.folder / "outbox" / "0002-blue.pbem").exists() == (player.seat == "blue")
    world.round()


def receive_of(reader: Player, place: Path) -> tuple[str, ...]:
    return (*folder(reader), "receive", str(place / "blue-1" / "outbox" / "0003-blue-1.pbem"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MiB of its own; without the right to mount one, a limit must do (see above)."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    yield disk
    if mounted:
        subprocess.run(["umount", "-l", str(disk)], check=True)


GOES_ON = "make room, then run 'pbem status': it goes on with that file; write no other"


@pytest.mark.needs("mount")
def test_a_full_disk(small_disk: Path) -> None:
    world = begin(small_disk, "pistols", SEATS)
    writer_ = world.players["blue-1"]
    words = (*folder(writer_), "send", orders_file(small_disk, "orders.toml", 2))
    ballast = small_disk / "ballast"
    if not os.path.ismount(small_disk):
        pytest.skip("no disk of its own can be mounted here")
    for free in (0, 4, 8, 12, 16, 20, 28):
        fill(ballast)
        os.truncate(ballast, max(0, ballast.stat().st_size - free * 1024))
        status, said = run_in_child(writer_, *words)
        lines = said.splitlines()
        assert "the disk is full" in lines[0]
        if status == 0:
            assert lines[0].startswith("pbem: done, but not all could be written: ")
            assert (writer_.folder / "chain" / "0003-blue-1.pbem").exists()
            break
        assert status == 1
        if "your file 3 is signed, and kept in " in lines[0]:
            assert lines[1:] == [f"pbem: hint: {GOES_ON}"]
            break
        assert lines[1:] == ["pbem: hint: make room and try again"]
        assert not list((writer_.home / "journal").rglob("0000000003.pbem"))
        ballast.unlink()
        assert run_in_child(writer_, *folder(writer_), "status") == (0, "")
    ballast.unlink()
    assert run_in_child(writer_, *folder(writer_), "status") == (0, "")
    assert (writer_.folder / "outbox" / "0003-blue-1.pbem").exists()
    status, said = run_in_child(writer_, *words)
    assert status == 1
    assert "it is for seat 'blue-2' to write" in said
    deliver_all(world)
    world.round()


def fill(path: Path) -> None:
    """Take all the room that there is."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


# --- two at once ---------------------------------------------------------------------------------


def impatient() -> None:
    """The child waits for nobody."""
    machine.WAIT = 0.0


@pytest.mark.parametrize("command", ["send", "orders", "receive"])
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
        number = next(looks)
        child = os.fork()
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
