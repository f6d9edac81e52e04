"""Orders: what a seat decides, as `[[order]]` tables of its turn file."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_args, get_origin

from pbem.codec import plain
from pbem.decode import decode
from pbem.errors import ENOUGH, Problem, Refused, raise_if, refuse
from pbem.frozen import Value, fields, names, replace, standard
from pbem.suggest import did_you_mean

WHOLE = ("*",)
"""What a kind of order lays open of which everything stands in the file."""
Shown = tuple[str, ...] | None
"""What of a kind of order stands in its file: fields, `WHOLE`, or None for nothing at all."""


class Order(Value):
    """Base of all orders; `type` is the word in the file, `rule` the rule that allows it.

    A `forced` order decides nothing: its content follows from what its author has sealed, so a
    file that holds no other order owns no rolls (protocol 6).

    `public` are the fields that stand in a turn file where a game hides orders, or `WHOLE`; None
    hides that it was given at all. A kind that does not say hides everything. `sealed` are fields
    that stand in no turn file, even where the rules lay all the rest open.

    `called` are words for its keys, as `at`, and for what stands under them, as `at=port`, where
    nobody reads the file; what is not in it is called as it is written. `meant_by` are other words
    that a player may have written for its type.
    """

    type: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    forced: ClassVar[bool] = False
    public: ClassVar[Shown] = None
    sealed: ClassVar[tuple[str, ...]] = ()
    called: ClassVar[Mapping[str, str]] = MappingProxyType({})
    meant_by: ClassVar[tuple[str, ...]] = ()


class Resign(Order):
    """Give up the game (protocol 12); stands alone in its file."""

    type: ClassVar[str] = "resign"
    public: ClassVar[Shown] = WHOLE


class End(Order):
    """The last file of a seat, when the game is over (protocol 12); stands alone in its file."""

    type: ClassVar[str] = "end"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE


class Disclose(Order):
    """The last file of a seat in a game with hidden things: its game secret, in hex (protocol 8).

    It stands alone in its file, in the place of `end`.
    """

    type: ClassVar[str] = "disclose"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE
    secret: str


class Refer(Order):
    """A question that the referee answers in the next file (protocol 10)."""

    type: ClassVar[str] = "refer"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE
    words: str


class Ruling(Order):
    """How a question is settled (protocol 10); stands alone in its file.

    `points` are added to those of `side`, in the system's smallest unit; they may be negative.
    """

    type: ClassVar[str] = "ruling"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE
    words: str
    side: str = ""
    points: int = 0


class Consent(Order):
    """Agree to the ruling that the other side proposed in its file `ruling` (protocol 10)."""

    type: ClassVar[str] = "consent"
    forced: ClassVar[bool] = True
    public: ClassVar[Shown] = WHOLE
    ruling: int


COMMON: Mapping[str, type[Order]] = {
    kind.type: kind for kind in (Resign, End, Disclose, Refer, Ruling, Consent)
}
ALONE = (Resign, End, Disclose, Ruling)
"""Orders that stand alone in their file."""
LONGEST_LIST = 500
"""Items of a list in an order: more than there are pieces that one order can name."""
MOST_READINGS = 24
"""So often is a file judged at most, with other words for those that could not be read."""
LONGEST_WORDS = 1_000
"""Characters in the words of a question or a ruling."""


def stands_alone(orders: Sequence[Order]) -> bool:
    """Whether a file's only order is one that stands alone: its charts are as they were before."""
    return len(orders) == 1 and isinstance(orders[0], ALONE)


def laid_open(order: Order) -> Order | None:
    """What of an order its file shows, the rest at its defaults; None if nothing of it."""
    shown = order.public
    if shown is None or shown == WHOLE:
        return None if shown is None else order
    return type(order)(**{name: getattr(order, name) for name in shown})


def without_sealed(order: Order) -> Order:
    """An order as its file shows it where the rules lay all of it open that they ever do."""
    usual = standard(type(order))
    return replace(order, **{key: usual[key] for key in order.sealed})


def order_place(number: int, key: str = "") -> str:
    """How problems name an order: by its number in the file from 1, and the key in it."""
    return f"order {number}, key '{key}'" if key else f"order {number}"


def all_laid_open(orders: Iterable[Order]) -> tuple[Order, ...]:
    """What the file of these orders shows of them."""
    return tuple(shown for order in orders if (shown := laid_open(order)) is not None)


def numbered_in(where: str) -> int:
    """The number of the order that a problem is about; 0 if it is about none."""
    place = _PLACE.match(where)
    return int(place[1]) if place else 0


class Legible(Value):
    """What can be read of a file's `[[order]]` tables, and everything that cannot.

    `orders` stand with their numbers in the file, from 1. An order with a faulty key that it can
    do without is read without that key, so that the rest of it can be judged. Where the key takes
    one of a few values, or tells what was meant, `others` are the order with each of these that is
    not in `orders`.
    """

    orders: tuple[tuple[int, Order], ...]
    problems: tuple[Problem, ...]
    others: tuple[tuple[int, Order], ...] = ()

    def readings(self) -> Iterator[tuple[Order, ...]]:
        """What the orders may say: the first is `orders`, in each other one is read otherwise."""
        yield tuple(order for _, order in self.orders)
        for number, other in self.others:
            yield tuple(other if place == number else order for place, order in self.orders)


KINDS_SHOWN = "'pbem orders --full -o -' shows what your file takes"
"""What to do where a kind of order is not known, or not named; and where another has signed it."""
OF_ANOTHER = "ask its author which version of pbem he plays with: this knows no such order"


def read_orders(tables: Sequence[Any], kinds: Mapping[str, type[Order]], *, code: str) -> Legible:
    """The `[[order]]` tables as typed orders, as far as they can be read.

    Nothing is read behind so many problems that nobody wants to hear of more.
    """
    orders: list[tuple[int, Order]] = []
    others: list[tuple[int, Order]] = []
    problems: list[Problem] = []
    for number, table in enumerate(tables, start=1):
        try:
            orders.append((number, _decode_one(table, number, kinds, code)))
        except Refused as refused:
            problems += refused.problems
            if len(problems) >= ENOUGH:
                break
            first, *more = _meant(table, number, kinds, refused.problems) or (None,)
            orders += () if first is None else ((number, first),)
            others += ((number, other) for other in more if other is not None)
    read, alike = tuple(orders), tuple(others[:MOST_READINGS])
    return Legible(orders=read, problems=tuple(problems), others=alike)


def decode_orders(
    tables: Sequence[Any], kinds: Mapping[str, type[Order]], *, code: str
) -> tuple[Order, ...]:
    """The `[[order]]` tables of a turn file as typed orders; raises `Refused` with all problems."""
    read = read_orders(tables, kinds, code=code)
    raise_if(
        replace(one, hint=OF_ANOTHER) if one.hint == KINDS_SHOWN else one for one in read.problems
    )
    return tuple(order for _, order in read.orders)


def judged_beside(read: Legible, found: Iterable[Problem]) -> tuple[Problem, ...]:
    """What the rules find in legible orders, which they count from 1, by the numbers of the file.

    What they find at a key that could not be read, or in default of it, is left out.
    """
    numbers = [number for number, _ in read.orders]
    faulty = {problem.where for problem in read.problems}
    missing = ((one.where, _MISSING.match(one.what)) for one in read.problems)
    faulty |= {f"{where}, key '{key[1]}'" for where, key in missing if key}
    moved = (
        replace(
            problem,
            where=_renumbered(_PLACE, problem.where, numbers),
            what=_renumbered(_NAMED, problem.what, numbers),
        )
        for problem in found
    )
    return tuple(problem for problem in moved if problem.where not in faulty)


UNNAMED = "?"
"""What stands for a name that is missing; nothing is called so."""
_PLACE = re.compile(r"^order (\d+)")
_MISSING = re.compile(r"key '(.*)' is missing$")
_NAMED = re.compile(r"\b(?:by|see) order (\d+)\b")


def _renumbered(pattern: re.Pattern[str], words: str, numbers: Sequence[int]) -> str:
    """Words whose orders are told by the numbers that they have in their file."""

    def number(place: re.Match[str]) -> str:
        is_known = 0 < int(place[1]) <= len(numbers)
        in_file = numbers[int(place[1]) - 1] if is_known else int(place[1])
        return f"{place[0].removesuffix(place[1])}{in_file}"

    return pattern.sub(number, words)


def _meant(
    table: Any, number: int, kinds: Mapping[str, type[Order]], problems: Sequence[Problem]
) -> tuple[Order, ...]:
    """What an order with faulty keys may say: without them, and with each value that one takes.

    For a name that is missing stands one that nothing bears, so that the rest can be judged.
    """
    rest = _without_faults(table, kinds, problems)
    kind = {**kinds, **COMMON}.get(str(rest.get("type", "")))
    if kind is None:
        return ()
    values = tuple(_values_of(kind, table, table.keys() - rest.keys()))
    lacking = (one for one in fields(kind) if one.required and one.type is str)
    rest = {**{one.name: UNNAMED for one in lacking if one.name not in table}, **rest}
    found: dict[Order, None] = {}
    for reading in (rest, *({**rest, key: value} for key, value in values)):
        with suppress(Refused):
            found[_decode_one(reading, number, kinds, "E12")] = None
    return tuple(found)


def _values_of(
    kind: type[Order], table: Mapping[str, Any], keys: Collection[str]
) -> Iterator[tuple[str, Any]]:
    """Every value that each of some keys takes where they are few; else what was meant by its own.

    A list was meant by one name alone, and a name by a list of one.
    """
    for field in fields(kind):
        if field.name not in keys:
            continue
        value, of = table[field.name], get_origin(field.type)
        if of is Literal:
            yield from ((field.name, word) for word in get_args(field.type))
        elif field.type is bool:
            yield from ((field.name, either) for either in (True, False))
        elif of is tuple and isinstance(value, str):
            yield field.name, [value]
        elif field.type is str and isinstance(value, list) and len(value) == 1:
            yield field.name, value[0]


_KEY = re.compile(r"key '([^'.\[]+)")


def _without_faults(
    table: Any, kinds: Mapping[str, type[Order]], problems: Iterable[Problem]
) -> Mapping[str, Any]:
    """An order's table without unknown keys, and without those that problems are about."""
    word = table.get("type") if isinstance(table, Mapping) else None
    kind = {**kinds, **COMMON}.get(word) if isinstance(word, str) else None
    if kind is None:
        return {}
    found = (_KEY.search(problem.where) for problem in problems)
    faulty = {key[1] for key in found if key is not None}
    known = {"type", *names(kind)}
    return {key: table[key] for key in table if key in known - faulty}


def _decode_one(table: Any, number: int, kinds: Mapping[str, type[Order]], code: str) -> Order:
    where = order_place(number)
    if not isinstance(table, Mapping) or not isinstance(table.get("type"), str):
        raise refuse(code, "the order has no type", where=where, hint=KINDS_SHOWN)
    known = {**kinds, **COMMON}
    kind = known.get(table["type"])
    if kind is None:
        what = f"there is no order of type {table['type'][:40]!r}"
        word = table["type"].casefold()
        alike = [type_ for type_, kind in known.items() if word in kind.meant_by]
        hint = did_you_mean(alike[0] if alike else word, known, KINDS_SHOWN)
        raise refuse(code, what, where=where, hint=hint)
    raise_if(_too_long(table, where, code))
    rest = {key: value for key, value in table.items() if key != "type"}
    keys = names(kind)
    hint = f"the keys of '{kind.type}': {', '.join(keys) or 'no others'}"
    if own := [key for key in rest if key in known and key not in keys]:
        hint = f"'{own[0]}' is an order of its own: give it beside this one"
    return decode(kind, rest, code=code, where=where, hint=hint)


def _too_long(table: Mapping[str, Any], where: str, code: str) -> Iterator[Problem]:
    """Keys of an order with a list, or a table, of more items than any order needs."""
    for key, value in table.items():
        if _longest(value) > LONGEST_LIST:
            what = f"there are more than {LONGEST_LIST} in one list"
            place = f"{where}, key '{key[:40]}'"
            yield Problem(code=code, what=what, where=place, hint="name each once")


def _longest(value: object) -> int:
    """How many items the longest list or table in a value has."""
    if not isinstance(value, list | tuple | Mapping):
        return 0
    inner = value.values() if isinstance(value, Mapping) else value
    return max(len(value), max(map(_longest, inner), default=0))


def word_for(order: type[Order], key: str, value: str = "") -> str:
    """What a key of an order is called, or a word that stands under it, where no file is read."""
    sought = f"{key}={value}" if value else key
    for one in order.__mro__:
        if sought in one.__dict__.get("called", ()):
            return str(one.__dict__["called"][sought])
    return (value or key).replace("-" if value else "_", " ")


def encode_order(order: Order) -> dict[str, Any]:
    """The order as the table that stands in a turn file; defaults are left out."""
    table: dict[str, Any] = {"type": order.type}
    usual = standard(type(order))
    for name in names(order):
        value = getattr(order, name)
        if name not in usual or value != usual[name]:
            table[name] = plain(value)
    return table
