"""Who sank which great ships, and where, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator

from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.frozen import Value
from pbem.systems.pto.book.kinds import NAMED, other, side_of
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.naming import agree, all_of, each
from pbem.systems.pto.words.losses import rank

SOME = 3
"""So many bases or ships have names among who sank something; of more only the side is told."""


class Deed(Value):
    """The ships of a side that aircraft, or other ships, sank in an area."""

    side: str
    flown: bool
    area: str
    by: tuple[str, ...]
    ships: tuple[str, ...]


def deeds(events: Iterable[Event], most: int) -> tuple[Deed, ...]:
    """What is told of who sank what: of so many ships with names, the greatest ones."""
    sunk = [one for one in events if isinstance(one, ShipSunk) and one.by and one.kind in NAMED]
    told = sorted(sunk, key=lambda one: rank(one.kind))[:most]
    return tuple(_together(one for one in sunk if one in told))


def _together(sunk: Iterable[ShipSunk]) -> Iterator[Deed]:
    """Ships that went down in one area in one way, in the order in which the first of them did."""
    groups: dict[tuple[str, bool, str], list[ShipSunk]] = {}
    for one in sunk:
        groups.setdefault((side_of(one.nation), one.flown, one.area), []).append(one)
    for (side, flown, area), found in groups.items():
        by = tuple(dict.fromkeys(who for one in found for who in one.by))
        ships = tuple(one.ship for one in found)
        yield Deed(side=side, flown=flown, area=area, by=by, ships=ships)


def deed_words(deed: Deed) -> str:
    """`aircraft of Enterprise and Hornet sink Shokaku at Rabaul`."""
    few = len(deed.by) <= SOME
    what, verb = ("aircraft" if deed.flown else "ships"), "sink"
    who = f"{other(deed.side).capitalize()} {what}"
    if few and deed.flown:
        who = f"aircraft of {each(deed.by)}"
    elif few:
        who, verb = each(deed.by), agree(deed.by, "sinks", "sink")
    at = f" at {mention(deed.area)}" if deed.area else ""
    return f"{who} {verb} {all_of(map(mention, deed.ships))}{at}"
