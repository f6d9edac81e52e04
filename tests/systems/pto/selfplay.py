"""Whole games of Pacific Theater without mail: see `tests.selfplay`."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.state import Game
from tests import selfplay
from tests.memory import Filed, Match, Player
from tests.systems.pto.started import Change
from tests.systems.pto.tabletop import CHARTS

__all__ = ("REAL", "TWO", "Filed", "Match", "Player", "bot", "match", "played")

REAL = selfplay.rules_of(PTO)
TWO = ("japanese", "allied")


def match(
    scenario: str,
    number: int = 0,
    seats: tuple[str, ...] = TWO,
    words: Mapping[str, str] | None = None,
    *,
    change: Change | None = None,
) -> Match:
    """A game after all have joined; `number` makes its secrets, so its dice, `words` options.

    `change` makes another scenario of the one that ships.
    """
    return selfplay.match(REAL, scenario, number, seats, words, change=change)


def bot(view: View[Game]) -> tuple[Order, ...]:
    """The program's own player."""
    return PTO.bot(view, CHARTS)


def played(begun: Match, player: Player = bot) -> Match:
    """The same game at its end, with one player for all seats."""
    return selfplay.played(begun, player)
