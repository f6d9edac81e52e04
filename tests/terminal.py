"""A command on a real terminal of some width, and what is typed into it."""

import os
import select
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")


def seen(
    columns: int,
    folder: Path,
    *words: str,
    lines: int = 24,
    answers: str = "",
    hidden: str = "",
    env: Mapping[str, str] | None = None,
) -> list[str]:
    """The lines that a terminal of so many columns and lines is sent by pbem.

    `answers` are typed, and what is `hidden` when a password is asked for.
    """
    given = [sys.executable, "-m", "pbem", *words]
    return lines_of(
        given, folder, columns=columns, lines=lines, answers=answers, hidden=hidden, env=env
    )


AT_WIDTHS = """
import sys
import termios
import pbem.cli
widths, *words = sys.argv[1:]
for columns in map(int, widths.split(",")):
    termios.tcsetwinsize(1, (24, columns))
    pbem.cli.run(words)
    print("---", flush=True)
"""


def seen_at(widths: Sequence[int], folder: Path, *words: str) -> list[list[str]]:
    """The same from one process, which says it again at each of several widths."""
    given = [sys.executable, "-c", AT_WIDTHS, ",".join(map(str, widths)), *words]
    *said, _ = "\n".join((*lines_of(given, folder), "")).split("---\n")
    return [one.rstrip("\n").split("\n") for one in said]


def lines_of(
    given: Sequence[str],
    folder: Path,
    *,
    columns: int = 80,
    lines: int = 24,
    answers: str = "",
    hidden: str = "",
    turns: Sequence[tuple[str, str]] = (),
    env: Mapping[str, str] | None = None,
) -> list[str]:
    """The lines that a terminal is sent by any program.

    `turns` are words and keys: once it has been sent the next words, those keys are typed, and
    again after each second of silence, for a program may forget what came while it was busy.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (lines, columns))
    process = subprocess.Popen(
        given,
        cwd=folder,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**_sizeless(), **(env or {})},
        start_new_session=True,  # or a password would be asked for on the terminal of the tests
    )
    os.close(theirs)
    if not turns:
        os.write(ours, answers.encode() + b"\x04")  # whoever asks for more is left alone
    waiting = deque((words.encode(), keys.encode()) for words, keys in turns)
    text, heard, keys = b"", 0, b""
    while True:
        while keys and not select.select([ours], [], [], 1)[0]:
            os.write(ours, keys)
        try:
            text += (more := os.read(ours, 4096))
        except OSError:  # the other end is closed
            break
        if not more:
            break
        if text.endswith(b"Password: "):  # what was typed before that is thrown away
            os.write(ours, f"{hidden}\n".encode())
        while waiting and waiting[0][0] in text[heard:]:
            words, keys = waiting.popleft()
            heard = text.index(words, heard) + len(words)
            os.write(ours, keys)
    process.wait()
    os.close(ours)
    return text.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def _sizeless() -> dict[str, str]:
    """Our environment, but no size in it that would go before the terminal's own."""
    return {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
