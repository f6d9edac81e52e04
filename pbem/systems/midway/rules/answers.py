"""Reading what seats ordered for a phase, and telling what has become impossible."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.midway.table.events import OrderVoided
from pbem.systems.midway.table.state import Game

Answers = Mapping[str, tuple[Order, ...]]
"""The orders for one phase, by seat."""

Kind = TypeVar("Kind", bound=Order)


def given(answers: Answers, kind: type[Kind]) -> Iterator[tuple[str, Kind]]:
    """Every order of one kind with the seat that gave it, in the order of the answers."""
    for seat, orders in answers.items():
        for order in orders:
            if isinstance(order, kind):
                yield seat, order


def voided(seat: str, order: Order, ids: tuple[str, ...], cited: str) -> OrderVoided:
    """The report of an order that the rule `cited` does not allow any more [MB3]."""
    return OrderVoided(to=ALL, seat=seat, order=order.type, ids=ids, cited=cited)


def absent(
    game: Game, seat: str, order: Order, ids: tuple[str, ...], cited: str
) -> Iterator[OrderVoided]:
    """The same for squadrons that are not where the order wants them: the lost apart [MB3]."""
    lost = tuple(id_ for id_ in ids if id_ not in game.squadrons)
    elsewhere = tuple(id_ for id_ in ids if id_ in game.squadrons)
    if lost:
        yield replace(voided(seat, order, lost, cited), why="lost")
    if elsewhere:
        yield replace(voided(seat, order, elsewhere, cited), why="elsewhere")
