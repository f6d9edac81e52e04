"""`verify`: how many phases are adjudicated again in a second of one processor."""

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from benchmarks.games import SEATS
from benchmarks.measure import Row
from pbem.engine.ledger import Fold
from pbem.game.verify import verify_game
from tests.simulator import World

ROUNDS = 15
LEAST = 500


def measure(world: World) -> Iterator[Row]:
    """A finished bot game, checked whole again and again."""
    player = world.players[SEATS[0]]
    rates = []
    with player.at_home():
        for _ in range(ROUNDS):
            start = process_time()
            fold = verify_game(player.folder, lambda _: None)[1]
            rates.append(phases_played(fold) / (process_time() - start))
    rate = median(rates)
    yield Row(
        name="verify: phases a second",
        measured=f"{rate:,.0f} /s",
        aim=f"> {LEAST} /s",
        met=rate > LEAST,
    )


def phases_played(fold: Fold[Any]) -> int:
    """The phases of all turns so far: 2 of turn 0, then 14 a turn, the last one played too."""
    return 2 + 14 * (fold.table.turn - 1) + fold.table.cursor + 1
