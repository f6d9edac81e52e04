"""Hostile folders and mails: links, pipes, floods, names that a screen would obey."""

import base64
import os
import shutil
import tracemalloc
from pathlib import Path

import pytest

import pbem.cli
from pbem.game.gather import heap as heap_of
from pbem.mail.find import find
from pbem.store.heap import DEEP, ENOUGH, MOST_DEPTH, ODD
from pbem.store.letterbox import MOST_BYTES
from tests.simulator import Player, World

BEGIN = b'\nformat = "pbem/1"\n'
MEBIBYTE = 1024 * 1024


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    path = tmp_path / "heap"
    path.mkdir()
    return path


def restore(player: Player, *words: str | Path) -> int:
    with player.at_home():
        return pbem.cli.run(["restore", *map(str, words)])


def test_no_link_is_followed_and_nothing_opened_that_is_no_file(
    world: World, heap: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red = world.players["red"]
    shutil.move(red.folder, tmp_path / "elsewhere")
    (heap / "link").symlink_to(tmp_path / "elsewhere" / "chain")
    (heap / "loop").symlink_to(heap)
    (heap / "file").symlink_to(tmp_path / "elsewhere" / "chain" / "0000-red.pbem")
    (heap / "null").symlink_to("/dev/zero")
    os.mkfifo(heap / "pipe")
    assert restore(red, red.folder, heap) == 1
    assert "no turn file was found" in capsys.readouterr().err
    assert {Path(one.where).name for one in heap_of([heap]).passed if one.why == ODD} == {
        "link", "loop", "file", "null", "pipe",
    }  # fmt: skip
    assert not red.folder.exists()


def test_names_reach_neither_the_screen_nor_a_path(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red = world.players["red"]
    shutil.rmtree(red.folder)
    names = ["..", "\x1b[2J\u202e", "a\nb", "$(touch x)", "-rf", "0000-red.pbem", "con"]
    for number, raw in enumerate(world.mail):
        (heap / f"{names[number % len(names)]}{number}").write_bytes(raw)
    (heap / "\x1b]0;x\x07.txt").write_text("nothing")
    (heap / os.fsdecode(b"\xff\xfe.txt")).write_text("nothing")
    assert restore(red, red.folder, heap) == 0
    out = capsys.readouterr().out
    assert not {"\x1b", "\u202e", "\x07"} & set(out)
    assert [path.name for path in sorted((red.folder / "chain").iterdir())] == [
        f"{number:04d}-{seat}.pbem" for number, seat in enumerate(written(world))
    ]


def written(world: World) -> list[str]:
    return [raw.partition(b'seat = "')[2].partition(b'"')[0].decode() for raw in world.mail]


def test_thousands_of_files_are_told_in_a_few_lines(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red = world.players["red"]
    shutil.rmtree(red.folder)
    forged = world.mail[1]
    for number in range(1_500):
        odd = forged.replace(b'sent = "1942', b'sent = "%04d' % number)
        (heap / f"a{number}").write_bytes(odd if number % 2 else world.mail[1])
        (heap / f"b{number}").write_text("nothing")
    for number, raw in enumerate(world.mail):
        (heap / f"z{number}").write_bytes(raw)
    assert restore(red, red.folder, heap) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 25
    assert all(len(line) < 1_000 for line in lines)


def test_copies_share_their_bytes(world: World, heap: Path) -> None:
    """A hundred copies of a file take the room of one."""
    large = world.mail[0] + b"#" * 400_000
    for number in range(100):
        (heap / f"{number}").write_bytes(large)
    tracemalloc.start()
    found = heap_of([heap])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.finds) == 100
    assert most < 10 * MEBIBYTE


def test_a_flood_of_different_files_ends(heap: Path) -> None:
    for number in range(120):
        (heap / f"{number:03d}").write_bytes(BEGIN[1:] + b"%06d" % number + b"#" * 500_000)
    tracemalloc.start()
    found = heap_of([heap])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.passed[-1].why == ENOUGH
    assert most < 50 * MEBIBYTE


def test_huge_files_and_deep_folders_are_passed_over(heap: Path) -> None:
    with open(heap / "huge", "wb") as file:
        file.truncate(1 << 40)
    with open(heap / "text", "wb") as file:
        file.write(b"x" * 1024)
        file.truncate(MOST_BYTES + 1)
    deep = heap.joinpath(*("d",) * (MOST_DEPTH + 1))
    deep.mkdir(parents=True)
    (deep / "f").write_bytes(b"")
    assert [(Path(one.where).name, one.why) for one in heap_of([heap]).passed] == [
        ("huge", "no turn file is in it"),
        ("text", "larger than 67,108,864 bytes"),
        ("d", DEEP),
    ]


LARGE = 2 * MEBIBYTE
LETTERS = {
    "beginnings": BEGIN * (LARGE // len(BEGIN)),
    "beginnings of quoted files": BEGIN.replace(b"=", b"=3D") * (LARGE // 25),
    "beginnings in Base64": b"\n" + base64.encodebytes(BEGIN * 80_000)[:LARGE],
    "one line of Base64": b"\n" + b"A" * LARGE,
    "lines of a letter": b"\n" + b"a\n" * (LARGE // 2),
    "line ends": b"\n" * LARGE,
    "signatures": BEGIN + b"\n[signature]\n" * (LARGE // 14),
    "dates": BEGIN + b"Date: 99999999999999999\n" * (LARGE // 25),
    "parts": b"\n--x\nContent-Type: multipart/mixed; boundary=x\n" * (LARGE // 50),
}


@pytest.mark.parametrize("name", LETTERS)
def test_a_hostile_mail_takes_little_room(name: str) -> None:
    """It takes some hundredths of a second, which no test can measure fairly."""
    tracemalloc.start()
    found = find(LETTERS[name]).found
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) <= 64
    assert most < 30 * MEBIBYTE


@pytest.mark.parametrize(
    "date", ["Sun, 09 Sep 99999 01:46:40 +0000", "-1 Jan 0001 99:99:99 +9999", "\x1b[2J", "1" * 75]
)
def test_a_date_that_is_none_is_passed_over(date: str, world: World, heap: Path) -> None:
    (heap / "m").write_bytes(f"Date: {date}\n\n".encode() + world.mail[1])
    os.utime(heap / "m", (1e9, 1e9))
    assert [one.arrived for one in heap_of([heap]).finds] == [1e9]
