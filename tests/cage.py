"""What hostile input may cost: 100 MiB more, and a second of a process's own time (protocol 9)."""

import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import pbem.cli

MEMORY = 100 * 2**20
ERRAND = 0.02
"""Seconds that `_errand` takes where protocol 9's second is enough; a slower machine has longer."""


def shut_after(honest: Sequence[str]) -> None:
    """Arms a child: an honest command of its, then the cage; all that is said is heard."""
    os.dup2(2, 1)
    pbem.cli.run(list(honest))
    sys.stdout.flush()
    sys.stderr.write("---\n")
    sys.stderr.flush()
    shut()


def shut() -> None:
    """From here on this process has so much memory and time, and is killed if it takes more."""
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    used = int(next(line for line in status if line.startswith("VmSize")).split()[1]) * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    signal.setitimer(signal.ITIMER_PROF, max(1.0, _errand() / ERRAND))


def leave() -> None:
    """What comes now may take its time."""
    signal.setitimer(signal.ITIMER_PROF, 0)


def _errand() -> float:
    started, total = process_time(), 0
    for number in range(400_000):
        total += number
    return process_time() - started
