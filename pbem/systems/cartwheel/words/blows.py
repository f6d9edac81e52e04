"""What bombs and shells did, attack by attack, for a headline."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    CargoLost,
    PortHit,
    RaidSeen,
    Strafed,
    UnitBombed,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Stated
from pbem.systems.cartwheel.table.events_sea import Bombarded
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.words.names import all_of

DROPPED = (Bombed, Strafed, UnitBombed)
"""What is told of each striker that has dropped its bombs at its target."""
ENDS = {
    "disrupted": "disrupt",
    "destroyed": "destroy",
    "removed": "remove",
    "closed": "close",
}
"""What hits do to a base or a port, by what has become of it."""
HEALS = ("disrupted", "closed")
"""What of it may be mended."""
MOST = 4
"""So many units aboard a ship that sinks are named; more are counted."""
Kind = TypeVar("Kind", bound=Event)


def of_kind(kind: type[Kind], events: Sequence[Event]) -> Iterator[Kind]:
    """The events of one kind."""
    return (event for event in events if isinstance(event, kind))


def blows_of(raids: Sequence[RaidSeen], events: Sequence[Event]) -> list[Event]:
    """The bombs of some raids."""
    missions = {raid.mission for raid in raids}
    return [e for e in events if isinstance(e, DROPPED) and e.mission in missions]


def dropped_by(raids: Sequence[RaidSeen], events: Sequence[Event]) -> list[Event]:
    """The bombs of some raids, with the harm that they did, and what they did on the ground."""
    missions = {raid.mission for raid in raids}
    struck = [e for e in of_kind(BaseStruck, events) if e.mission in missions and any(e.effects)]
    missed = {
        (e.mission, e.place)
        for e in of_kind(Stated, events)
        if e.kind == "struck" and not is_hurt(e)
    }
    told = with_harm(blows_of(raids, events), events)
    return [*told, *(e for e in struck if (e.mission, e.base) not in missed)]


def is_hurt(stated: Stated) -> bool:
    """Whether a statement names anybody who was hit."""
    return bool(stated.disrupted or stated.reduced or stated.lost)


def with_harm(blows: Sequence[Event], events: Sequence[Event]) -> list[Event]:
    """Some blows, each with the harm told right behind it, and what bases suffer by them in all."""
    found: list[Event] = []
    last: dict[str, Event] = {}
    struck, follows = {id(blow) for blow in blows}, False
    for event in events:
        follows = id(event) in struck or (follows and isinstance(event, UnitHit | CargoLost))
        if isinstance(event, Bombed | Bombarded):
            last[event.target] = event
        by = last.get(_suffers(event))
        found += [event] if follows or id(by) in struck else []
    return found


def _suffers(event: Event) -> str:
    """The base or port whose hits in all an event tells, as a target; nothing for others."""
    match event:
        case BaseHit():
            return f"base:{event.base}"
        case PortHit():
            return f"port:{event.hex}"
    return ""


def drowned(events: Sequence[Event]) -> list[CargoLost]:
    """What went down with ships that these events sink: their end tells it [H9.10.8]."""
    sunk = {event.unit for event in of_kind(UnitHit, events) if not event.steps}
    return [event for event in of_kind(CargoLost, events) if event.ship in sunk]


def aboard(events: Sequence[Event]) -> Mapping[str, str]:
    """By ships that these events sink, what went down with them: `17D-54 and 2 supply units`."""
    units: dict[str, dict[str, None]] = {}
    supply = Counter[str]()
    for event in drowned(events):
        units.setdefault(event.ship, {}).update(dict.fromkeys(event.steps))
        supply[event.ship] += event.supply
    found = {}
    for ship, troops in units.items():
        named = [*troops] if len(troops) <= MOST else [count(len(troops), "unit")]
        stores = [count(supply[ship], "supply unit")] if supply[ship] else []
        if cargo := (*named, *stores):
            found[ship] = all_of(cargo)
    return found


def with_cargo(ships: Collection[str], cargo: Mapping[str, str]) -> str:
    """Ships that are sunk, each with what is lost with it: `MARU1 (17D-54 lost aboard), MARU2`."""
    return all_of(f"{one} ({cargo[one]} lost aboard)" if one in cargo else one for one in ships)


def has_effect(told: Sequence[Event], charts: Charts) -> bool:
    """Whether attacks have done anything to their targets."""
    return any(effects(told, "", charts))


class Effect(Value, kw_only=False):
    """What attacks did, in many words and in few; whether it ends somebody, or costs him steps.

    `price` is what steps give to his enemy, in half points, where he lives on.
    """

    words: str
    few: str
    is_end: bool = False
    takes_steps: bool = False
    price: int = 0


def effects(told: Sequence[Event], s: str, charts: Charts) -> Iterator[Effect]:
    """`makes 2 hits`, `disrupts MARU1`, nothing if none; `s` is the ending of a verb."""
    hits = Counter[str]()
    for event in of_kind(Bombed, told):
        hits[event.target] += event.hits
    for shelling in of_kind(Bombarded, told):
        hits[shelling.target] += sum(one.hits for one in shelling.shellings)
    ends: dict[str, str] = {
        _suffers(one): one.effect for one in of_kind(BaseHit, told) if one.effect
    }
    ends |= {_suffers(one): "closed" for one in of_kind(PortHit, told) if one.closed}
    scored = {target: many for target, many in hits.items() if many}
    where = _where((*scored, *(target for target in ends if target not in scored)), charts)
    for target, effect in ends.items():
        does = f"{ENDS[effect]}{s} {where[target]}"
        with_ = f" with {count(scored.pop(target), 'hit')}" if target in scored else ""
        yield Effect(f"{does}{with_}", does, effect not in HEALS)
    if scored:
        (first, many), *others = scored.items()
        hit = f"{count(many, 'hit')} on {where[first]}"
        more = (f"{number} on {where[target]}" for target, number in others)
        words = f"make{s} {all_of((hit, *more))}"
        yield Effect(words, words)
    yield from _harm(told, s, charts)
    if any(of_kind(Strafed, told)) and any(of_kind(BaseStruck, told)):
        words = f"strafe{s} aircraft on the ground"
        yield Effect(words, words)


def _harm(told: Sequence[Event], s: str, charts: Charts) -> Iterator[Effect]:
    """What attacks have done to ships and troops."""
    hurt, losses = dict.fromkeys(victims(told)), [e for e in of_kind(UnitHit, told) if e.lost]
    gone = {event.unit: event.kind for event in losses if not event.steps}
    worn = {event.unit for event in losses} | {*_worn(told)}
    left = [unit for unit in hurt if unit in worn and unit not in gone]
    shaken = {event.unit for event in of_kind(UnitHit, told) if event.disrupted}
    for does, units, is_end in (
        (f"sink{s}", [unit for unit in hurt if gone.get(unit) == "naval"], True),
        (f"destroy{s}", [unit for unit in hurt if gone.get(unit, "naval") != "naval"], True),
        (f"hit{s}", [unit for unit in left if unit not in shaken], False),
        (f"hit{s} and disrupt{s}", [unit for unit in left if unit in shaken], False),
        (f"disrupt{s}", [unit for unit in hurt if unit not in worn], False),
    ):
        if units:
            words = f"{does} {with_cargo(units, aboard(told))}"
            lost = (one for one in losses if one.unit in units and not is_end)
            price = sum(charts.step_points(one.unit) * one.lost for one in lost)
            yield Effect(words, words, is_end, takes_steps=worn.issuperset(units), price=price)


def _where(targets: Iterable[str], charts: Charts) -> dict[str, str]:
    """`the base`, `the port`; bases by name where there are several, mobile ones by id."""
    targets = tuple(targets)
    where = {target: f"the {target.partition(':')[0]}" for target in targets}
    bases = [target.removeprefix("base:") for target in targets if target.startswith("base:")]
    for base in bases:
        if charts.bases[base].is_mobile:
            where[f"base:{base}"] = base
        elif bases[1:]:
            where[f"base:{base}"] = charts.base_name(base)
    return where


def victims(told: Sequence[Event]) -> Iterator[str]:
    """The ships and troops that attacks have harmed."""
    yield from (event.victim for event in of_kind(UnitBombed, told) if event.harm)
    yield from (
        one.victim for event in of_kind(Bombarded, told) for one in event.shellings if one.harm
    )


def _worn(told: Sequence[Event]) -> Iterator[str]:
    """Victims that attacks have cost steps by their own dice."""
    yield from (event.victim for event in of_kind(UnitBombed, told) if event.harm.steps)
