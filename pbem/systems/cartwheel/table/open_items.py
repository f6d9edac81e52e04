"""Sealed items once they are open: what anybody reads in them (E.2, protocol 7)."""

from collections.abc import Mapping
from typing import Any

from pbem.decode import decode
from pbem.errors import Refused
from pbem.frozen import Value, names
from pbem.systems.cartwheel.table.state import Shown
from pbem.systems.cartwheel.table.turn import Count

COUNTS, UNIT, MISSION, TF36 = "/counts", "unit/", "mission/", "tf36/"
"""What the ids of items end or begin with that play opens."""
NO_TF36 = "-"
"""What the public state says of TF-36 when its open answer is no."""


class Answer(Value):
    """Whether TF-36 comes, and where, on one answer of the Japanese about the 11th (E.4.5)."""

    commit: bool
    hex: str = ""


def answer_id(turn: int, eleventh: str) -> str:
    """The id of the answer on TF-36 that holds if the 11th is committed: `yes`, or `no` (E.4.5)."""
    return f"{TF36}t{turn}/{eleventh}"


def read_answer(table: Mapping[str, Any] | None) -> Answer | None:
    """An answer on TF-36; None if the item is not of its form."""
    try:
        return decode(Answer, table or {}, code="item", where=TF36)
    except Refused:
        return None


def read_shown(unit: str, seq: int, table: Mapping[str, Any] | None) -> Shown | None:
    """A unit's item of the file `seq` as a reply shows it; None if it is not of its form."""
    known = {key: value for key, value in (table or {}).items() if key in names(Shown)}
    try:
        known = {"half": "ready", **known, "unit": unit, "file": seq}
        return decode(Shown, known, code="item", where=unit)
    except Refused:
        return None


def read_count(table: Mapping[str, Any] | None) -> Count | None:
    """The numbers of a base; None if the item is not of its form."""
    try:
        count = decode(Count, table or {}, code="item", where="counts")
    except Refused:
        return None
    return count if count.fighters >= 0 and count.bombers >= 0 else None
