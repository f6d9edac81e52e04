"""Commands in a child that is stopped at its n-th touch of the disk.

Children come from a fork server, which has one thread: to fork a process that has several, as the
workers of a test run have, is unsafe.
"""

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pbem.cli
from tests.simulator import Player

KILLED = 9

_TOUCHES = {"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}
_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.warm", "tests.interrupt"])


def touches(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an audit event is one that changes the disk."""
    if event == "open":
        return bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
    return event in _TOUCHES


def at_touch(number: int, act: Callable[[], object]) -> None:
    """From now on, `act` at the touch of that number, from 1."""
    seen = 0

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen
        if touches(event, arguments):
            seen += 1
            if seen == number:
                act()

    sys.addaudithook(hook)


def kill_at(number: int) -> Callable[[], None]:
    """The child dies at that touch, as by a power cut: nothing is cleaned up."""
    return partial(at_touch, number, partial(os._exit, KILLED))


def interrupt_at(number: int) -> Callable[[], None]:
    """The player presses Ctrl-C at that touch."""
    return partial(at_touch, number, partial(signal.raise_signal, signal.SIGINT))


def nothing() -> None:
    """The child is left alone."""


def run_in_child(
    player: Player, *words: str, arm: Callable[[], object] = nothing
) -> tuple[int, str]:
    """Run a command in a forked child, armed first; its exit status and its standard error.

    `arm` is sent to the child: a function of a module, or `partial` of one.
    """
    env = {**os.environ, "PBEM_HOME": str(player.home)}
    ear, mouth = _SERVER.Pipe(duplex=False)
    child = _SERVER.Process(target=_run, args=(words, player.folder.parent, env, mouth, arm))
    child.start()
    mouth.close()
    with ear, open(ear.fileno(), encoding="utf-8", newline="", closefd=False) as said:
        words_of_it = said.read()
    child.join()
    status = child.exitcode
    child.close()
    assert status is not None
    return status, words_of_it


def _run(
    words: tuple[str, ...],
    place: Path,
    env: Mapping[str, str],
    mouth: Connection,
    arm: Callable[[], object],
) -> None:
    """In the child: the command, with nothing to read and nobody to hear its standard output."""
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(mouth.fileno(), 2)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        os.environ.clear()
        os.environ.update(env)
        os.chdir(place)
        signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # tests in the background ignore it
        arm()
        status = pbem.cli.run(list(words))
    except BaseException:
        traceback.print_exc()
        status = 99
    sys.stderr.flush()
    os._exit(status)
