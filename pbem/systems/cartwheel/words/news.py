"""What was done, for a headline: commitments, troops ashore, voyages, raids, what recon found."""

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    RaidSeen,
    RoundOver,
    Strafed,
    UnitBombed,
)
from pbem.systems.cartwheel.table.events_ground import Attacked, Landed
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_sea import BrokeOff, Sailed, Unloaded
from pbem.systems.cartwheel.table.events_turn import (
    BuildBegun,
    ControlPassed,
    EleventhDecided,
    MobileFinished,
)
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    aircraft,
    all_of,
    base_name,
    short_place,
    verb,
)

MOST = 4
"""So much of it stands in a headline at most."""


def done(events: Sequence[Event], charts: Charts) -> str:
    """The most important of what was done, in one sentence; empty if none of it was."""
    found = islice(dict.fromkeys(_done(events, charts)), MOST)
    said = "; ".join(found)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _done(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    if any(isinstance(event, EleventhDecided) and event.commit for event in events):
        yield "the 11th Hikoshidan is committed"
    yield from _ashore(events, charts)
    yield from _fought(events, charts)
    yield from _bombed(events, charts)
    yield from _sailed(events, charts)
    yield from _aborted(events, charts)
    for event in events:
        match event:
            case CountsTold():
                seen = aircraft(event.fighters, event.bombers)
                yield f"recon finds {seen} at {base_name(event.base, charts)}"
    for event in events:
        match event:
            case BuildBegun():
                whose, where = ADJECTIVES[event.side], short_place(event.hex, charts)
                yield f"the {whose} player begins a mobile base at {where}"
            case MobileFinished():
                named = [base_name(base, charts) for base in event.bases]
                yield f"{all_of(named)} {verb(named, 'is', 'are')} finished"


def _ashore(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What came ashore, place by place: troops by name, supply by number."""
    troops: dict[str, list[str]] = {}
    stores: dict[str, int] = {}
    for event in events:
        if isinstance(event, Landed | Unloaded):
            place = event.hex if isinstance(event, Landed) else event.place
            troops.setdefault(place, []).extend(event.units)
            stores[place] = stores.get(place, 0) + event.supply
    for place, units in troops.items():
        cargo = [*units, *([count(stores[place], "supply unit")] if stores[place] else [])]
        if cargo:
            come = "comes" if len(units) + stores[place] == 1 else "come"
            yield f"{all_of(cargo)} {come} ashore at {short_place(place, charts)}"


def _fought(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Attacks that took nothing; what was taken is told as such."""
    taken = {(event.side, event.hex) for event in events if isinstance(event, ControlPassed)}
    for event in events:
        if isinstance(event, Attacked) and (event.side, event.hex) not in taken:
            where = short_place(event.hex, charts)
            yield f"the {ADJECTIVES[event.side]} attack on {where} does not take it"


def _bombed(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What the raids of each side that came to their targets did there, losses told elsewhere."""
    seen = [event for event in events if isinstance(event, RaidSeen)]
    dropped = [event for event in events if isinstance(event, Bombed | Strafed | UnitBombed)]
    for side, whose in ADJECTIVES.items():
        raids = {raid.mission: raid for raid in seen if raid.side == side}
        mine = [event for event in dropped if event.mission in raids]
        flown = [raids[mission] for mission in dict.fromkeys(event.mission for event in mine)]
        if flown:
            places = all_of(dict.fromkeys(short_place(raid.hex, charts) for raid in flown))
            who = f"the {whose} strike" if len(flown) == 1 else f"{len(flown)} {whose} strikes"
            yield f"{who} on {places} {all_of(_effects(mine, 's' if len(flown) == 1 else ''))}"


def _effects(dropped: Sequence[Bombed | Strafed | UnitBombed], s: str) -> Iterator[str]:
    """`makes 2 hits`, `disrupts MARU1`; `s` is the ending of a verb."""
    hits = sum(event.hits for event in dropped if isinstance(event, Bombed))
    harmed = [event for event in dropped if isinstance(event, UnitBombed) and event.harm]
    worn = tuple(dict.fromkeys(event.victim for event in harmed if event.harm.steps))
    shaken = dict.fromkeys(event.victim for event in harmed if event.victim not in worn)
    strafed = any(isinstance(event, Strafed) for event in dropped)
    if hits:
        yield f"make{s} {count(hits, 'hit')}"
    if worn:
        yield f"hit{s} {all_of(worn)}"
    if shaken:
        yield f"disrupt{s} {all_of(shaken)}"
    if strafed:
        yield f"strafe{s} aircraft on the ground"
    if not (hits or harmed or strafed):
        yield f"hit{s} nothing"


def _sailed(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Where ships have come by missions, and who broke off a fight."""
    for event in events:
        match event:
            case Sailed():
                ships, where = event.ships, short_place(event.path[-1], charts)
                whose = ADJECTIVES[event.side]
                who = f"{whose} {ships[0]}" if len(ships) == 1 else f"{len(ships)} {whose} ships"
                yield f"{who} {verb(ships, 'comes', 'come')} to {where}"
            case BrokeOff():
                whose, where = ADJECTIVES[event.side], short_place(event.hex, charts)
                yield f"the {whose} ships break off their fight at {where}"


def _aborted(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Raids that turned back for their losses."""
    raids = {event.mission: event for event in events if isinstance(event, RaidSeen)}
    for event in events:
        raid = raids.get(event.mission) if isinstance(event, RoundOver) else None
        if raid is not None and isinstance(event, RoundOver) and event.aborted:
            where = short_place(raid.hex, charts)
            yield f"the {ADJECTIVES[raid.side]} {raid.kind} on {where} turns back"
