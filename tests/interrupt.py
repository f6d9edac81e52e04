"""Commands in a child that is stopped at its n-th touch of the disk."""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import pbem.cli
from tests.simulator import Player

KILLED = 9

_TOUCHES = {"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}


def _touches(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an audit event is one that changes the disk."""
    if event == "open":
        return bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
    return event in _TOUCHES


def at_touch(number: int, act: Callable[[], object]) -> Callable[[], None]:
    """What a child does first: from then on, `act` at the touch of that number, from 1."""

    def arm() -> None:
        seen = 0

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal seen
            if _touches(event, arguments):
                seen += 1
                if seen == number:
                    act()

        sys.addaudithook(hook)

    return arm


def kill_at(number: int) -> Callable[[], None]:
    """The child dies at that touch, as by a power cut: nothing is cleaned up."""
    return at_touch(number, lambda: os._exit(KILLED))


def interrupt_at(number: int) -> Callable[[], None]:
    """The player presses Ctrl-C at that touch."""
    return at_touch(number, lambda: signal.raise_signal(signal.SIGINT))


def run_in_child(
    player: Player, *words: str, arm: Callable[[], object] = lambda: None
) -> tuple[int, str]:
    """Run a command in a forked child, armed first; its exit status and its standard error."""
    hear, speak = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            os.dup2(speak, 2)
            sys.stdout = os.fdopen(1, "w", closefd=False)
            sys.stderr = os.fdopen(2, "w", closefd=False)
            os.close(hear)
            os.environ["PBEM_HOME"] = str(player.home)
            os.chdir(player.folder.parent)
            arm()
            status = pbem.cli.run(list(words))
        except BaseException:
            traceback.print_exc()
            status = 99
        sys.stderr.flush()
        os._exit(status)
    os.close(speak)
    with open(hear, encoding="utf-8", newline="") as listener:
        said = listener.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said
