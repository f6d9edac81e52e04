"""The chart of this book: how much a file may ask for [T11]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.decode import decode
from pbem.dice import MOST_DICE, MOST_ROLLS, MOST_SIDES
from pbem.engine.charts import CHECK
from pbem.errors import Problem, raise_if
from pbem.frozen import Value, names


class Limits(Value):
    """The most of everything [T11].

    `dice` are those of one roll with all its repetitions, `sides` those of one die, `parts` the
    groups of dice in a roll, `plus` the largest number added or taken off. `orders`, `rolls` and
    `notes` are for one file, `sealed` the notes of a seat that are not open yet, `counters` and
    `seats` for the whole table. Lengths are in characters: `name` of counters and phases, `value`
    of a counter, `about` of what a roll or note is for, `words` of notes and of what is said.
    """

    dice: int
    sides: int
    parts: int
    plus: int
    orders: int
    rolls: int
    notes: int
    sealed: int
    counters: int
    seats: int
    phases: int
    name: int
    value: int
    about: int
    words: int


class _Book(Value):
    limits: Limits


CEILINGS: Mapping[str, int] = {
    "dice": MOST_DICE,
    "sides": MOST_SIDES,
    "rolls": MOST_ROLLS,
    "notes": 5,
    "sealed": 20,
    "words": 1_000,
}
"""No book may go further: the protocol's own bounds, and what a turn file has room for [T11]."""

HIGHEST = 10_000
"""What any other figure may be."""


def read_charts(tables: Mapping[str, Mapping[str, Any]]) -> Limits:
    """The chart from a rule book's tables; raises `Refused` with every figure that is wrong."""
    body = {"limits": tables.get("limits", {}).get("limits", {})}
    limits = decode(_Book, body, code="chart", where="rules/table", hint=CHECK).limits
    raise_if(_out_of_range(limits))
    return limits


def _out_of_range(limits: Limits) -> Iterator[Problem]:
    for name in names(limits):
        most = CEILINGS.get(name, HIGHEST)
        if not 2 <= getattr(limits, name) <= most:
            where = f"rules/table, key 'limits.{name}'"
            hint = f"write 2 to {most:,}"
            yield Problem(code="chart", what="out of range", where=where, hint=hint)
