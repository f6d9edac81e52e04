"""Orders: what a seat decides, as `[[order]]` tables of its turn file."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from pbem.codec import plain
from pbem.decode import decode
from pbem.errors import Problem, Refused, hinted, refuse


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
    forced: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclose(Order):
    """The last file of a seat in a game with hidden things: its game secret, in hex (protocol 8).

    It stands alone in its file, in the place of `end`.
    """

    type: ClassVar[str] = "disclose"
    forced: ClassVar[bool] = True
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refer(Order):
    """A question that the referee answers in the next file (protocol 10)."""

    type: ClassVar[str] = "refer"
    forced: ClassVar[bool] = True
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Order):
    """How a question is settled (protocol 10); stands alone in its file.

    `points` are added to those of `side`, in the system's smallest unit; they may be negative.
    """

    type: ClassVar[str] = "ruling"
    forced: ClassVar[bool] = True
    words: str
    side: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent(Order):
    """Agree to the ruling that the other side proposed in its file `ruling` (protocol 10)."""

    type: ClassVar[str] = "consent"
    forced: ClassVar[bool] = True
    ruling: int


COMMON: Mapping[str, type[Order]] = {
    kind.type: kind for kind in (Resign, End, Disclose, Refer, Ruling, Consent)
}
ALONE = (Resign, End, Disclose, Ruling)
"""Orders that stand alone in their file."""
LONGEST_WORDS = 1_000
"""Characters in the words of a question or a ruling."""


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
    try:
        return decode(kind, rest, code=code, where=where)
    except Refused as refused:
        keys = ", ".join(one.name for one in fields(kind)) or "no others"
        raise hinted(refused, where, f"the keys of '{kind.type}': {keys}") from None


def _known(kinds: Mapping[str, type[Order]]) -> str:
    return f"use one of: {', '.join(sorted({**kinds, **COMMON}))}"


def encode_order(order: Order) -> dict[str, Any]:
    """The order as the table that stands in a turn file; defaults are left out."""
    table: dict[str, Any] = {"type": order.type}
    for one in fields(order):
        value = getattr(order, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        if value != default:
            table[one.name] = plain(value)
    return table
