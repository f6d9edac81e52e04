"""Sealed items once they are open: what anybody reads in them (E.2, protocol 7)."""

from collections.abc import Mapping
from typing import Any

from pbem.decode import decode
from pbem.errors import Refused
from pbem.frozen import names
from pbem.systems.cartwheel.table.state import Count, Shown

COUNTS, UNIT, MISSION = "/counts", "unit/", "mission/"
"""What the ids of items end or begin with that play opens."""


def read_shown(unit: str, table: Mapping[str, Any] | None) -> Shown | None:
    """A unit's item as a reply shows it; None if it is not of its form."""
    known = {key: value for key, value in (table or {}).items() if key in names(Shown)}
    try:
        return decode(Shown, {"half": "ready", **known, "unit": unit}, code="item", where=unit)
    except Refused:
        return None


def read_count(table: Mapping[str, Any] | None) -> Count | None:
    """The numbers of a base; None if the item is not of its form."""
    try:
        count = decode(Count, table or {}, code="item", where="counts")
    except Refused:
        return None
    return count if count.fighters >= 0 and count.bombers >= 0 else None
