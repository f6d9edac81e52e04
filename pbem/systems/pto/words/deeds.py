"""Which ships a side lost to whom, and where, in parts of a sentence of the headline."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import BOATS, NAMED, side_of
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_economy import UpkeepUnpaid
from pbem.systems.pto.table.naming import all_of, each
from pbem.systems.pto.words.counters import rank

SOME = 3
"""So many bases or ships have names among who sank something; of more only what they are."""
WANT = "want of EP"


class Told(Value):
    """How much is told: of so many ships with names, the greatest ones, to whom they were lost.

    `by`: so many of those who did it have names, and so many `units` that went down.
    """

    ships: int
    by: int
    units: int


class Deed(Value):
    """The ships that aircraft, or other ships, sank in an area; or want of EP did."""

    flown: bool
    area: str
    want: bool
    sunk: tuple[ShipSunk, ...]


def deeds(events: Sequence[Event], side: str, told: Told) -> tuple[Deed, ...]:
    """What is told of who sank a side's ships: those with names, and troops on their transports.

    The greatest ships come first. Those without a name are told, too, where others went down, or
    anywhere while there is room for names of those who did it. All that were lost for want of EP
    are told together [PH14.2].
    """
    if not told.ships:
        return ()
    unpaid = unpaid_ships(events)
    sunk = [one for one in events if isinstance(one, ShipSunk) and side_of(one.nation) == side]
    sunk.sort(key=lambda one: rank(one.kind))
    known = [one for one in sunk if one.ship in unpaid or (one.by and one.kind in NAMED)]
    laden = [one for one in sunk if one.by and one.cargo and one not in known]
    found = [*known[: told.ships], *laden]
    where = {(one.flown, one.area) for one in found if one.ship not in unpaid}
    rest = [one for one in sunk if one.by and one.kind not in NAMED and one not in found]
    found += [one for one in rest if told.by or (one.flown, one.area) in where]
    return tuple(_together(found, unpaid))


def unpaid_ships(events: Iterable[Event]) -> frozenset[str]:
    """The ships that had no EP [PH14.2]."""
    unpaid = (one for one in events if isinstance(one, UpkeepUnpaid))
    return frozenset(ship for one in unpaid for ship in one.ships)


def _together(sunk: Iterable[ShipSunk], unpaid: Iterable[str]) -> Iterator[Deed]:
    """Ships that went down in one area in one way, in the order in which the first of them did."""
    groups: dict[tuple[bool, str, bool], list[ShipSunk]] = {}
    for one in sunk:
        want = one.ship in unpaid
        key = (False, "", True) if want else (one.flown, one.area, False)
        groups.setdefault(key, []).append(one)
    for (flown, area, want), found in groups.items():
        yield Deed(flown=flown, area=area, want=want, sunk=tuple(found))


def deed_words(deed: Deed, told: Told, charts: Charts) -> str:
    """`Shokaku and 2 STPs with 2nd Div to aircraft of Enterprise and Hornet at Rabaul`."""
    names = [mention(one.ship) for one in deed.sunk if one.kind in NAMED]
    others = [one for one in deed.sunk if one.kind not in NAMED]
    others.sort(key=lambda one: bool(one.cargo))
    kinds = dict.fromkeys(one.kind for one in others)
    what = [*names, *(count(sum(one.kind == kind for one in others), kind) for kind in kinds)]
    cargo = [unit for one in deed.sunk for unit in one.cargo]
    few = len(cargo) <= told.units
    aboard = each(cargo) if few else count(len(cargo), "ground unit")
    whole = all_of(what) + (f" with {aboard}" if cargo else "")
    if deed.want:
        return f"{whole} for {WANT}"
    at = f" at {mention(deed.area)}" if deed.area else ""
    return f"{whole} to {_whom(deed, told, charts)}{at}"


def _whom(deed: Deed, told: Told, charts: Charts) -> str:
    """Who did it: `aircraft of Akagi`, ships by name, or what they are."""
    by = tuple(dict.fromkeys(who for one in deed.sunk for who in one.by))
    if deed.flown:
        return f"aircraft of {each(by)}" if len(by) <= told.by else "aircraft"
    named = all(who in charts.ship_ratings.named for who in by)
    return each(by) if named and len(by) <= told.by else what_did(by, flown=False)


def what_did(by: Iterable[str], *, flown: bool) -> str:
    """What they are who hit a ship: aircraft, submarines or ships."""
    if flown:
        return "aircraft"
    return "submarines" if all(map(is_boat, by)) else "ships"


def is_boat(id_: str) -> bool:
    """Whether an id is a boat's, such as `us-ss-gato-1` [F.7]."""
    return id_.upper().split("-")[1:2] in [[kind] for kind in BOATS]
