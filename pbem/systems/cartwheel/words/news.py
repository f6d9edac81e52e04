"""What was done, for a headline: commitments, troops ashore, voyages, raids, what recon found."""

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.counting import capital, count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    BreakTried,
    Fired,
    RaidSeen,
    RoundOver,
    Strafed,
    UnitBombed,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_ground import Attacked, Landed, Raided
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.events_sea import (
    BattleOver,
    Bombarded,
    BrokeOff,
    GunsFired,
    Sailed,
    Unloaded,
)
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
    points,
    short_place,
    verb,
)

MOST = 8
"""So much of it stands in a headline at most."""
NAMED = 4
"""So many units are named in a part of it at most."""


def done(events: Sequence[Event], charts: Charts) -> str:
    """The most important of what was done, in one sentence; empty if none of it was."""
    found = islice(dict.fromkeys(_done(events, charts)), MOST)
    said = "; ".join(found)
    return f"{capital(said)}." if said else ""


def _done(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What was done, then what came to nothing."""
    yield from _eleventh(events, charts)
    yield from _ashore(events, charts)
    yield from _fought(events, charts)
    yield from _battles(events, charts)
    yield from _bombed(events, charts)
    yield from _raided(events, charts)
    yield from _sailed(events, charts)
    yield from _aborted(events, charts)
    for event in events:
        if isinstance(event, CountsTold):
            seen = aircraft(event.fighters, event.bombers)
            yield f"recon finds {seen} at {base_name(event.base, charts)}"
    yield from _built(events, charts)
    yield from _in_vain(events, charts)
    if any(isinstance(event, EleventhDecided) and not event.commit for event in events):
        yield "the 11th Hikoshidan is not committed"


def _eleventh(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What the 11th gives the Allies by its commitment, and by flying [5.2b, 5.2e]."""
    figures = charts.printed
    for event in events:
        match event:
            case EleventhDecided() if event.commit:
                earned = points(figures.committed)
                yield f"the 11th Hikoshidan is committed, {earned} for the Allies"
            case Stated() if event.kind == "eleventh" and event.number:
                who = count(event.number, "unit")
                earned = points(figures.flown * event.number)
                yield f"{who} of the 11th Hikoshidan flew, {earned} for the Allies"


def _built(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Mobile bases that are begun, side by side, and those that are finished."""
    for side, whose in ADJECTIVES.items():
        begun = [e.hex for e in events if isinstance(e, BuildBegun) and e.side == side]
        if begun:
            bases = "a mobile base" if len(begun) == 1 else "mobile bases"
            where = all_of(short_place(hex_, charts) for hex_ in begun)
            yield f"the {whose} player begins {bases} at {where}"
    for event in events:
        if isinstance(event, MobileFinished):
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


def _battles(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What battles at sea have cost in ships, each by its place."""
    hits: list[UnitHit] = []
    for event in events:
        match event:
            case GunsFired() if event.round == 1:
                hits = []
            case UnitHit() if event.kind == "naval" and event.lost:
                hits.append(event)
            case BattleOver():
                sunk = list(dict.fromkeys(one.unit for one in hits if not one.steps))
                worn = list(dict.fromkeys(one.unit for one in hits if one.unit not in sunk))
                does = [f"sinks {_named(sunk, 'ship')}"] if sunk else []
                does += [f"costs {_named(worn, 'ship')} steps"] if worn else []
                if does:
                    yield f"the battle at {short_place(event.hex, charts)} {all_of(does)}"


def _named(names: Sequence[str], noun: str) -> str:
    return all_of(names) if len(names) <= NAMED else count(len(names), noun)


DROPPED = (Bombed, Strafed, UnitBombed)


def _strikes(events: Sequence[Event], side: str) -> dict[str, list[RaidSeen]]:
    """A side's raids that came to their targets, by hex."""
    hit = {event.mission for event in events if isinstance(event, DROPPED)}
    found: dict[str, list[RaidSeen]] = {}
    for event in events:
        if isinstance(event, RaidSeen) and event.side == side and event.mission in hit:
            found.setdefault(event.hex, []).append(event)
    return found


def _bombed(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """What each side's raids did at their targets, place by place, losses told elsewhere."""
    for side, whose in ADJECTIVES.items():
        for hex_, raids in _strikes(events, side).items():
            who = f"the {whose} strike" if len(raids) == 1 else f"{len(raids)} {whose} strikes"
            if does := [*_effects(_dropped_by(raids, events), "s" if len(raids) == 1 else "")]:
                yield f"{who} on {short_place(hex_, charts)} {all_of(does)}"


def _dropped_by(
    raids: Sequence[RaidSeen], events: Sequence[Event]
) -> list[Bombed | Strafed | UnitBombed]:
    missions = {raid.mission for raid in raids}
    return [e for e in events if isinstance(e, DROPPED) and e.mission in missions]


def _effects(dropped: Sequence[Bombed | Strafed | UnitBombed], s: str) -> Iterator[str]:
    """`makes 2 hits`, `disrupts MARU1`, nothing if none; `s` is the ending of a verb."""
    hits = sum(event.hits for event in dropped if isinstance(event, Bombed))
    harmed = [event for event in dropped if isinstance(event, UnitBombed) and event.harm]
    worn = tuple(dict.fromkeys(event.victim for event in harmed if event.harm.steps))
    shaken = dict.fromkeys(event.victim for event in harmed if event.victim not in worn)
    if hits:
        yield f"make{s} {count(hits, 'hit')}"
    if worn:
        yield f"hit{s} {all_of(worn)}"
    if shaken:
        yield f"disrupt{s} {all_of(shaken)}"
    if any(isinstance(event, Strafed) for event in dropped):
        yield f"strafe{s} aircraft on the ground"


def _raided(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Commando raids that hit, and those that failed."""
    for event in events:
        if isinstance(event, Raided) and event.effect != "none":
            does = "fails" if event.effect == "fails" else "makes 1 hit"
            where = base_name(event.base, charts)
            yield f"the {ADJECTIVES[event.side]} commando raid on {where} {does}"


def _sailed(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Where ships have come by missions, all of a side at a place together; who broke off."""
    come: dict[tuple[str, str], list[str]] = {}
    for event in events:
        if isinstance(event, Sailed):
            come.setdefault((event.side, event.path[-1]), []).extend(event.ships)
    for (side, place), ships in come.items():
        whose, where = ADJECTIVES[side], short_place(place, charts)
        who = f"{whose} {ships[0]}" if len(ships) == 1 else f"{len(ships)} {whose} ships"
        yield f"{who} {verb(ships, 'comes', 'come')} to {where}"
    for event in events:
        if isinstance(event, BrokeOff):
            whose, where = ADJECTIVES[event.side], short_place(event.hex, charts)
            yield f"the {whose} ships break off their fight at {where}"


def _in_vain(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Missions that did nothing: strikes, bombardments, sweeps that met nobody."""
    fired_at = {event.mission for event in events if isinstance(event, BreakTried | Fired)}
    for side, whose in ADJECTIVES.items():
        missed = [
            short_place(hex_, charts)
            for hex_, raids in _strikes(events, side).items()
            if not any(_effects(_dropped_by(raids, events), ""))
            for _ in raids
        ]
        shelled = [
            short_place(event.hex, charts)
            for event in events
            if isinstance(event, Bombarded) and event.side == side
            if not any(one.hits or one.harm for one in event.shellings)
        ]
        swept = [
            short_place(event.hex, charts)
            for event in events
            if isinstance(event, RaidSeen) and (event.side, event.kind) == (side, "sweep")
            if event.mission not in fired_at
        ]
        for places, noun, single, several in (
            (missed, "strike{} on", "hits nothing", "hit nothing"),
            (shelled, "bombardment{} of", "hits nothing", "hit nothing"),
            (swept, "sweep{} on", "meets nobody", "meet nobody"),
        ):
            unlike = list(dict.fromkeys(places))
            if unlike:
                who = f"the {whose} {noun.format(verb(places, '', 's'))} {all_of(unlike)}"
                yield f"{who} {verb(places, single, several)}"


def _aborted(events: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Raids that turned back for their losses."""
    raids = {event.mission: event for event in events if isinstance(event, RaidSeen)}
    for event in events:
        raid = raids.get(event.mission) if isinstance(event, RoundOver) else None
        if raid is not None and isinstance(event, RoundOver) and event.aborted:
            where = short_place(raid.hex, charts)
            yield f"the {ADJECTIVES[raid.side]} {raid.kind} on {where} turns back"
