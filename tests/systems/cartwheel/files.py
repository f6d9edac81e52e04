"""Games of Cartwheel in real folders, played by chance: for tests of what is on disk."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.engine.ledger import is_over
from pbem.engine.orders import encode_order
from pbem.game.session import Session
from pbem.game.write import closing
from tests.simulator import World, begin
from tests.systems.cartwheel.selfplay import SEATS, Player
from tests.systems.cartwheel.walked import players


def world(place: Path, scenario: str, *more: str) -> World:
    """A new game, everybody joined; `more` are further seats, such as a referee's."""
    return begin(place, f"cartwheel/{scenario}", (*SEATS, *more))


def round_(made: World, by_chance: Mapping[str, Player], author: str = "") -> bytes:
    """One file, written by the next seat by chance and received by all others."""
    author = author or made.next_seat

    def choose(session: Session) -> tuple[Mapping[str, Any], ...]:
        if is_over(session.final().fold, session.rules):
            return closing(session, "").orders
        return tuple(encode_order(order) for order in by_chance[author](session.view()))

    return made.round(author, choose)


def play(made: World, number: int, most: int = 1_000) -> int:
    """Play on by chance until nobody owes anything; gives the number of files written."""
    by_chance = players(number)
    for count in range(most):
        if not (author := made.next_seat):
            return count
        round_(made, by_chance, author)
    return most
