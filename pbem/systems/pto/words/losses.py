"""What a side lost, in a sentence of the headline: ships, units, aircraft, what is damaged."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import NAMED, side_of
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    Expended,
    Homeless,
    ShipDamaged,
    ShipSunk,
)
from pbem.systems.pto.table.events_economy import UpkeepUnpaid
from pbem.systems.pto.table.events_land import StepsLost
from pbem.systems.pto.table.naming import all_of, side_name
from pbem.systems.pto.words.counters import KINDS

GREAT = ("CV", "BB")
LUMPED = 3
"""Where so many ships have names, or fewer, the others are told by number alone, of no kind."""


class Most(Value):
    """So many ships and units of a kind are named; of carriers and battleships lost `capital`."""

    ships: int
    capital: int
    units: int


def losses(
    events: Sequence[Event],
    side: str,
    charts: Charts,
    most: Most,
    *,
    barely: bool = False,
) -> Iterator[str]:
    """What one side lost: ships by name, others by kind, units, points; then what is damaged.

    The greatest ships are named first, the others counted. `barely`: what is not gone is left out,
    and so are points.
    """
    ships, units = most.ships, most.units
    sunk = [one for one in events if isinstance(one, ShipSunk) and side_of(one.nation) == side]
    drowned = [unit for one in sunk for unit in one.cargo]
    destroyed = [*_destroyed(events, side)]
    parts = [
        *_ships(sunk, max(ships, min(most.capital, sum(one.kind in GREAT for one in sunk)))),
        *_units([*drowned, *_fallen(events, side)], "ground unit", units),
        *_units(destroyed, "air unit", units),
        *(_steps(events, side, others=bool(destroyed)) if not barely else ()),
    ]
    points = sum(one.points for one in sunk)
    worth = f"; {count(points, 'point')} for ships" if points and not barely else ""
    worth += _for_want(events, sunk, ships)
    damaged = "" if barely else _damaged(events, side, charts, ships)
    if parts:
        tail = f"; damaged: {damaged}" if damaged else ""
        yield f"The {side_name(side)} lose {all_of(parts)}{worth}{tail}."
    elif damaged:
        yield f"The {side_name(side)} lose nothing; damaged: {damaged}."


def _for_want(events: Iterable[Event], sunk: Sequence[ShipSunk], named: int) -> str:
    """Those of the ships that were lost because nobody paid for them [PH14.2]."""
    unpaid = {ship for one in events if isinstance(one, UpkeepUnpaid) for ship in one.ships}
    lost = [one for one in sunk if one.ship in unpaid]
    return f"; for want of EP: {all_of(_ships(lost, named))}" if lost else ""


def _ships(sunk: Sequence[ShipSunk], named: int) -> list[str]:
    """Ships with a name by it, the greatest first, as far as there is room; others counted."""
    ranked = sorted(sunk, key=lambda one: rank(one.kind))
    great = [one for one in ranked if one.kind in NAMED]
    rest = Counter(one.kind for one in ranked if one not in great[:named])
    counted = [count(number, kind) for kind, number in rest.items()]
    if named <= LUMPED and len(counted) > 1:
        other = "other ship" if great[:named] else "ship"
        counted = [count(rest.total(), other)]
    return [*(mention(one.ship) for one in great[:named]), *counted]


def rank(kind: str) -> int:
    """How early a ship of a type is named: carriers and battleships before all others."""
    ranked = (*GREAT, *(one for one in KINDS if one not in GREAT))
    return ranked.index(kind) if kind in ranked else len(ranked)


def _fallen(events: Iterable[Event], side: str) -> Iterator[str]:
    """The ground units of a side that were eliminated in ground combat [PH10.6]."""
    for event in events:
        if isinstance(event, StepsLost) and event.side == side:
            yield from event.gone


def _destroyed(events: Iterable[Event], side: str) -> Iterator[str]:
    """The air units of a side that are gone: shot down, without a base, spent [PH2.3, PH2.5]."""
    for event in events:
        match event:
            case AirStepsLost(left=0) | Homeless(base="") if side_of(event.nation) == side:
                yield event.unit
            case Expended() if event.side == side:
                yield from event.units


def _units(ids: Sequence[str], noun: str, named: int) -> list[str]:
    if len(ids) <= named:
        return [*map(mention, ids)]
    return [count(len(ids), noun)]


def _steps(events: Iterable[Event], side: str, *, others: bool) -> Iterator[str]:
    """The steps that aircraft lost which are not gone."""
    shot = (one for one in events if isinstance(one, AirStepsLost) and one.left)
    steps = sum(one.lost for one in shot if side_of(one.nation) == side)
    if steps:
        yield f"{count(steps, 'step')} of {'other aircraft' if others else 'aircraft'}"


def _damaged(events: Sequence[Event], side: str, charts: Charts, named: int) -> str:
    """The ships that were damaged and are still there, the greatest by name."""
    gone = {one.ship for one in events if isinstance(one, ShipSunk)}
    hurt = (one for one in events if isinstance(one, ShipDamaged) and side_of(one.nation) == side)
    ids = [id_ for id_ in dict.fromkeys(one.ship for one in hurt) if id_ not in gone]
    kinds = {id_: one.kind for id_, one in charts.ship_ratings.named.items()}
    ids.sort(key=lambda id_: rank(kinds.get(id_, "")))
    if len(ids) <= named:
        return all_of(map(mention, ids))
    others = count(len(ids) - named, "other ship" if named else "ship")
    return all_of([*map(mention, ids[:named]), others])
