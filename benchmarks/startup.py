"""Whole processes: what `--version` and `status` take beside an interpreter that does nothing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import SEATS
from benchmarks.measure import Row, Work, interleaved, ratio_row
from tests.simulator import World

ROUNDS = 41


def measure(world: World) -> Iterator[Row]:
    """The two commands that are wanted most often, `status` in a long game."""
    player = world.players[SEATS[0]]
    nothing = _process(player.home, sys.executable, "-c", "pass")
    pbem = str(Path(sys.executable).with_name("pbem"))
    version = _process(player.home, pbem, "--version")
    status = _process(player.home, pbem, "-C", str(player.folder), "status")
    yield ratio_row("pbem --version", interleaved(nothing, version, ROUNDS), 3)
    yield ratio_row("pbem status, turn 200", interleaved(nothing, status, ROUNDS), 4.5)


def _process(home: Path, *words: str) -> Work:
    environment = {**os.environ, "PBEM_HOME": str(home)}
    return lambda: subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
