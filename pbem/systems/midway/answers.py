"""Reading what seats ordered for a phase, and telling what has become impossible."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.systems.midway.events import OrderVoided

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
