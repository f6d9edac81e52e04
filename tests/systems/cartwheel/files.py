"""Games of Cartwheel in real folders, played by chance: for tests of what is on disk."""

from collections.abc import Mapping
from pathlib import Path

from pbem.engine.ledger import is_over
from pbem.engine.orders import encode_order
from pbem.game.write import closing
from tests.simulator import World, begin
from tests.systems.cartwheel.selfplay import SEATS, Player
from tests.systems.cartwheel.walked import players


def world(place: Path, scenario: str, *more: str) -> World:
    """A new game, everybody joined; `more` are further seats, such as a referee's."""
    return begin(place, f"cartwheel/{scenario}", (*SEATS, *more))


def round_(made: World, by_chance: Mapping[str, Player]) -> bytes:
    """One file, written by the next seat by chance and received by all others."""
    author = made.next_seat
    one = made.players[author]
    with one.session() as session:
        if is_over(session.final().fold, session.rules):
            orders = closing(session, "").orders
        else:
            given = by_chance[author](session.view())
            orders = tuple(encode_order(order) for order in given)
    raw = one.send(*orders)
    made.mail.append(raw)
    made.deliver(raw, author)
    return raw


def play(made: World, number: int, most: int = 1_000) -> int:
    """Play on by chance until nobody owes anything; gives the number of files written."""
    by_chance = players(number)
    for count in range(most):
        if not made.next_seat:
            return count
        round_(made, by_chance)
    return most
