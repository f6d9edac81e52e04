"""Orders: what a seat decides, as `[[order]]` tables of its turn file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.codec import plain
from pbem.decode import decode
from pbem.errors import Problem, Refused, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Base of all orders; `type` is the word in the file, `rule` the rule that allows it.

    A `forced` order decides nothing: its content follows from what its author has sealed, so a
    file that holds no other order owns no rolls (protocol 6).
    """

    type: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    forced: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Order):
    """Give up the game (protocol 12); stands alone in its file."""

    type: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Order):
    """The last file of a seat, when the game is over (protocol 12); stands alone in its file."""

    type: ClassVar[str] = "end"


COMMON: Mapping[str, type[Order]] = {kind.type: kind for kind in (Resign, End)}


def order_place(number: int, key: str = "") -> str:
    """How problems name an order: by its number in the file from 1, and the key in it."""
    return f"order {number}, key '{key}'" if key else f"order {number}"


def decode_orders(
    tables: Sequence[Any], kinds: Mapping[str, type[Order]], *, code: str
) -> tuple[Order, ...]:
    """The `[[order]]` tables as typed orders; raises `Refused` with every problem."""
    orders: list[Order] = []
    problems: list[Problem] = []
    for number, table in enumerate(tables, start=1):
        try:
            orders.append(_decode_one(table, number, kinds, code))
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(*problems)
    return tuple(orders)


def _decode_one(table: Any, number: int, kinds: Mapping[str, type[Order]], code: str) -> Order:
    where = order_place(number)
    if not isinstance(table, Mapping) or not isinstance(table.get("type"), str):
        raise refuse(code, "the order has no type", where=where, hint=_known(kinds))
    kind = {**kinds, **COMMON}.get(table["type"])
    if kind is None:
        what = f"there is no order of type {table['type'][:40]!r}"
        raise refuse(code, what, where=where, hint=_known(kinds))
    rest = {key: value for key, value in table.items() if key != "type"}
    return decode(kind, rest, code=code, where=where)


def _known(kinds: Mapping[str, type[Order]]) -> str:
    return f"use one of: {', '.join(sorted({**kinds, **COMMON}))}"


def encode_order(order: Order) -> dict[str, Any]:
    """The order as the table that stands in a turn file; empty values are left out."""
    body = plain(order)
    assert isinstance(body, dict)
    return {"type": order.type, **{key: value for key, value in body.items() if value != ""}}
