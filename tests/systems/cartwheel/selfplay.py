"""Whole games of Cartwheel without mail: see `tests.selfplay`."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.frozen import replace
from pbem.systems.cartwheel.system import CARTWHEEL
from tests import selfplay
from tests.memory import Filed, Match, Player
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ("REAL", "SEATS", "Filed", "Match", "Player", "hidden", "match", "played")

REAL = replace(selfplay.rules_of(CARTWHEEL), charts=CHARTS)
SEATS = ("japanese", "allied")


def hidden() -> Any:
    """The hidden side of the game."""
    assert CARTWHEEL.hidden is not None
    return CARTWHEEL.hidden


def match(
    scenario: str,
    number: int = 0,
    change: Callable[[dict[str, Any]], None] | None = None,
    *,
    referee: bool = False,
) -> Match:
    """A game after all have joined; `number` makes its secrets, so its dice.

    `change` makes another scenario of the one that ships. With a `referee` he opens the dice.
    """
    seats = (*SEATS, "referee") if referee else SEATS
    words = {"witness": "referee"} if referee else {}
    return selfplay.match(REAL, scenario, number, seats, words, change=change)


def played(scenario: str, players: Mapping[str, Player], number: int = 0) -> Match:
    """A whole game, each seat with a player of its own."""
    return selfplay.played(match(scenario, number), lambda view: players[view.seat](view))
