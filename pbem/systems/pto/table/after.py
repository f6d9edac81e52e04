"""What a rule leaves behind: the game after it and what it has to tell, one rule after another."""

from collections.abc import Callable

from pbem.engine.events import Event
from pbem.systems.pto.table.state import Game

Told = tuple[Game, tuple[Event, ...]]
"""A game after a rule, and the rule's events in order."""


def one_by_one(game: Game, *rules: Callable[[Game], Told]) -> Told:
    """The game after all rules, each on the game that the one before it left, events in order."""
    events: tuple[Event, ...] = ()
    for rule in rules:
        game, more = rule(game)
        events += more
    return game, events
