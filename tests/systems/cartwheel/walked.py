"""Games by chance that many tests look at, or go on from: each is played once."""

from functools import cache

from tests.bychance import ByChance, Walk
from tests.systems.cartwheel.randomplay import player
from tests.systems.cartwheel.selfplay import SEATS, match


def players(number: int) -> dict[str, ByChance]:
    """A player by chance for each seat."""
    return {name: player(number * 2 + i) for i, name in enumerate(SEATS)}


@cache
def walk(scenario: str, number: int) -> Walk:
    """The game of a number, which makes its secrets and its players."""
    return Walk(match(scenario, number), players(number))
