"""The parts of a file of phase 4: offensives in sequence, then a pass [F.2.5, F.2.7]."""

from collections.abc import Iterable, Sequence

from pbem.engine.kinds import Numbered
from pbem.engine.orders import Order
from pbem.systems.pto.table.orders_month import Offensive, Pass, StepOrder

Orders = tuple[Order, ...]


def in_parts(numbered: Numbered) -> tuple[Numbered, ...]:
    """A file's orders, cut where an offensive comes after those above it, and at the pass.

    Without an offensive, or with a pass above it, there is one part alone. What holds at once, such
    as standing orders, is in the first one, wherever it stands.
    """
    parts: list[list[tuple[int, Order]]] = [[]]
    at_once: list[tuple[int, Order]] = []
    for number, order in numbered:
        if not isinstance(order, StepOrder):
            at_once.append((number, order))
            continue
        if _begins_another(order) and has_offensive(order for _, order in parts[-1]):
            parts.append([])
        parts[-1].append((number, order))
    return (*at_once, *parts[0]), *map(tuple, parts[1:])


def _begins_another(order: Order) -> bool:
    return isinstance(order, Pass) or (isinstance(order, Offensive) and order.next)


def has_offensive(orders: Iterable[Order]) -> bool:
    """Whether there is an offensive among some orders."""
    return any(isinstance(order, Offensive) for order in orders)


def groups(orders: Iterable[Order]) -> tuple[Orders, ...]:
    """The parts of a file that perform offensives, each by itself, in sequence [F.2.7]."""
    return tuple(part for part in _parts(orders) if has_offensive(part))


def with_later(given: Sequence[Orders]) -> tuple[tuple[Orders, Orders], ...]:
    """Parts of a file, each with the orders of those that come after it."""
    return tuple(
        (part, tuple(order for later in given[number:] for order in later))
        for number, part in enumerate(given, 1)
    )


def last_part(orders: Iterable[Order]) -> Orders:
    """The part of a file that performs none: a pass, with what it brings for the month's end."""
    *_, last = _parts(orders)
    return () if has_offensive(last) else last


def _parts(orders: Iterable[Order]) -> tuple[Orders, ...]:
    parts = in_parts(tuple(enumerate(orders)))
    return tuple(tuple(order for _, order in part) for part in parts)
