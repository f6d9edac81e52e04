"""A disk without room, or a limit on files: nothing is lost, and what to do is said."""

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.crashing import (
    SEALED,
    SEATS,
    Scene,
    deliver_all,
    fast_place,
    folder,
    orders_file,
    receive_of,
    visible,
)
from tests.interrupt import run_in_child
from tests.simulator import begin


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    with fast_place(tmp_path) as found:
        yield found


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
            assert status == 0 or "it is for blue-2 to write" in said
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
            f"pbem: hint: make room, then run 'pbem -C {player.folder} status': "
            "the rest is made good\n"
        )
        assert (player.folder / "chain" / "0002-blue.pbem").exists()
        obstacle.rmdir()
        assert run_in_child(player, *folder(player), "status") == (0, "")
        assert obstacle.is_file()
        assert (player.folder / "outbox" / "0002-blue.pbem").exists() == (player.seat == "blue")
    world.round()


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
            assert lines[1:] == [
                f"pbem: hint: make room, then run 'pbem -C {writer_.folder} status': "
                "it goes on with that file; write no other"
            ]
            break
        assert lines[1:] == ["pbem: hint: make room and try again"]
        assert not list((writer_.home / "journal").rglob("0000000003-*.pbem"))
        ballast.unlink()
        assert run_in_child(writer_, *folder(writer_), "status") == (0, "")
    ballast.unlink()
    assert run_in_child(writer_, *folder(writer_), "status") == (0, "")
    assert (writer_.folder / "outbox" / "0003-blue-1.pbem").exists()
    status, said = run_in_child(writer_, *words)
    assert status == 1
    assert "it is for blue-2 to write" in said
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
