"""`verify`: how many phases are adjudicated again in a second of one processor."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.games import SEATS
from benchmarks.measure import Row, rate_row
from pbem.engine.ledger import Fold
from pbem.game.verify import verify_game
from tests.simulator import World

ROUNDS = 15
LEAST = 10_000


def measure(world: World) -> Iterator[Row]:
    """A finished bot game, checked whole again and again."""
    player = world.players[SEATS[0]]
    with player.at_home():
        phases = phases_played(verify_game(player.folder, lambda _: None)[1])
        work = partial(verify_game, player.folder, lambda _: None)
        yield rate_row("midway: verify, phases a second", work, phases, LEAST, ROUNDS)


def phases_played(fold: Fold[Any]) -> int:
    """The phases of all turns so far: 2 of turn 0, then 14 a turn, the last one played too."""
    return 2 + 14 * (fold.table.turn - 1) + fold.table.cursor + 1
