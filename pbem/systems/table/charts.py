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

    The dice of a roll count with all its repetitions; its groups are of dice of one kind, and
    `added_to_roll` is the largest number that is added or taken off. A seat has sealed the notes
    that are not open yet. Names are those of counters and phases, values those of counters; a
    purpose is what a roll or note is for, and what is said is as long as a note.
    """

    dice_in_roll: int
    sides_of_die: int
    groups_in_roll: int
    added_to_roll: int
    orders_in_file: int
    rolls_in_file: int
    notes_in_file: int
    sealed_by_seat: int
    counters: int
    seats: int
    phases: int
    characters_in_name: int
    characters_in_value: int
    characters_in_purpose: int
    characters_in_note: int


class _Book(Value):
    limits: Limits


CEILINGS: Mapping[str, int] = {
    "dice_in_roll": MOST_DICE,
    "sides_of_die": MOST_SIDES,
    "rolls_in_file": MOST_ROLLS,
    "notes_in_file": 5,
    "sealed_by_seat": 20,
    "characters_in_note": 1_000,
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
