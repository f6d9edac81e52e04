"""What a narrow terminal shows: lines broken between words, commands to copy whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulator import World, begin

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


def seen(columns: int, folder: Path, *words: str) -> list[str]:
    """The lines that a terminal of so many columns is sent by a command."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    given = [sys.executable, "-m", "pbem", *words]
    process = subprocess.Popen(given, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    text = b""
    while True:
        try:
            text += (more := os.read(ours, 4096))
        except OSError:  # the other end is closed
            break
        if not more:
            break
    process.wait()
    os.close(ours)
    return text.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def test_status_is_broken_between_words(world: World) -> None:
    lines = seen(44, world.players["japanese"].folder, "status")
    assert lines[:2] == [
        "Midway: A Terrible Resolve, scenario",
        "  midway-0700: you are japanese",
    ]
    assert all(len(line) <= 44 for line in lines)


def test_a_refusal_is_broken_between_words_and_its_command_is_whole(world: World) -> None:
    folder = world.players["japanese"].folder
    (folder / "mine.toml").write_text('file = 7\nseat = "japanese"\n')
    assert seen(44, folder, "check", "mine.toml") == [
        "pbem: error: mine.toml: these orders are for",
        "  file 7 of seat 'japanese'",
        "pbem: hint: make new ones with",
        "  'pbem orders': you write file 2",
    ]
    assert seen(44, folder, "send", "mine.toml")[-1] == "  'pbem orders': you write file 2"
