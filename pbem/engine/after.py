"""What rules leave behind: the game after them and what they have to tell, one after another."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from pbem.engine.events import Event

G = TypeVar("G")
T = TypeVar("T")


def one_by_one(
    game: G, *rules: Callable[[G], tuple[G, tuple[Event, ...]]]
) -> tuple[G, tuple[Event, ...]]:
    """The game after all rules, each on the game that the one before it left, events in order."""
    return for_each(game, rules, lambda now, rule: rule(now))


def for_each(
    game: G, things: Iterable[T], rule: Callable[[G, T], tuple[G, tuple[Event, ...]]]
) -> tuple[G, tuple[Event, ...]]:
    """The game after a rule for each of some things, one after another, events in order."""
    events: tuple[Event, ...] = ()
    for thing in things:
        game, more = rule(game, thing)
        events += more
    return game, events
