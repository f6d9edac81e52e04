"""Whole processes: `--version`, `status`, `games` beside an interpreter that does nothing."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import SEATS
from benchmarks.measure import Row, Work, interleaved, ratio_row
from pbem.store import roster
from tests.simulator import Player, World

ROUNDS = 41
GAMES = 30


def measure(world: World) -> Iterator[Row]:
    """The commands that are wanted most often, `status` in a long game, `games` with many."""
    player = world.players[SEATS[0]]
    nothing = _process(player.home, sys.executable, "-c", "pass")
    pbem = str(Path(sys.executable).with_name("pbem"))
    version = _process(player.home, pbem, "--version")
    status = _process(player.home, pbem, "-C", str(player.folder), "status")
    yield ratio_row("pbem --version", interleaved(nothing, version, ROUNDS), 3)
    yield ratio_row("pbem status, turn 200", interleaved(nothing, status, ROUNDS), 4.5)
    with tempfile.TemporaryDirectory() as place:
        games = _process(_with_games(player, Path(place)), pbem, "games")
        yield ratio_row(f"pbem games, {GAMES} games", interleaved(nothing, games, ROUNDS), 9)


def _with_games(player: Player, place: Path) -> Path:
    """A configuration folder that lists many copies of a game."""
    many = player.moved(player.folder, home=place / "home")
    with many.at_home():
        for number in range(GAMES):
            shutil.copytree(player.folder, place / str(number))
            roster.enter(place / str(number))
    return many.home


def _process(home: Path, *words: str) -> Work:
    environment = {**os.environ, "PBEM_HOME": str(home)}
    return lambda: subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
