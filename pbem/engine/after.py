"""What rules leave behind: the game after them and what they have to tell, one after another."""

from collections.abc import Callable
from typing import TypeVar

from pbem.engine.events import Event

G = TypeVar("G")


def one_by_one(
    game: G, *rules: Callable[[G], tuple[G, tuple[Event, ...]]]
) -> tuple[G, tuple[Event, ...]]:
    """The game after all rules, each on the game that the one before it left, events in order."""
    events: tuple[Event, ...] = ()
    for rule in rules:
        game, more = rule(game)
        events += more
    return game, events
