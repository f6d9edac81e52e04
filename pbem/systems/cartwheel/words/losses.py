"""Who lost what, for a headline: units that are gone, those with fewer steps, the disrupted."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import CargoLost, Fired, FlakFired, UnitHit
from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.state import SIDES
from pbem.systems.cartwheel.words.blows import of_kind
from pbem.systems.cartwheel.words.deeds import (
    BESIDE,
    LOST,
    SHAKEN,
    UNDER_WAY,
    Forms,
    weight_of,
)
from pbem.systems.cartwheel.words.fights import cargo_told, losses_told
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    PEOPLES,
    all_of,
    base_name,
    verb,
)

MANY, SOME, FEW = 8, 4, 1
"""So many units at most are named where there is much room, some, little; more are counted."""


def losses(events: tuple[Event, ...], charts: Charts) -> Iterator[Forms]:
    """Who lost what: units that are gone by name, then who has lost steps or is disrupted.

    What the words on fights tell with its cause is not told here.
    """
    down, steps = losses_told(events)
    losers: list[str] = []
    shaken: dict[str, list[str]] = {}
    for side in SIDES:
        all_gone = dict(_gone(events, side, charts))
        gone = {unit: words for unit, words in all_gone.items() if unit not in down}
        stores = sum(_stores(events, side, charts))
        worn = Counter(one for one in _worn(events, side, charts) if one not in all_gone)
        worn -= Counter(steps)
        told = all_gone.keys() | steps.keys()
        if hurt := [one for one in dict.fromkeys(_shaken(events, side)) if one not in told]:
            shaken[side] = hurt
        if gone or stores:
            where = _scene(events, [*gone], charts)
            loss = (_loss(side, gone, stores, charts, most) + where for most in (MANY, SOME))
            yield tuple(zip((UNDER_WAY, LOST), loss, strict=True))
            losers.append(side)
        if worn:
            whose = "" if side in losers else f"{ADJECTIVES[side]} "
            price = sum(charts.step_points(one) * many for one, many in worn.items())
            weight = weight_of(price)
            yield (SHAKEN, _wear(whose, worn, SOME)), (weight, _wear(whose, worn, FEW))
    if shaken:
        forms = (_disrupted(shaken, most, named=losers == [*shaken]) for most in (SOME, FEW))
        yield tuple(zip((SHAKEN, BESIDE), forms, strict=True))


def is_worse_told(events: Sequence[Event], charts: Charts) -> bool:
    """Whether all units that are gone are told with the fights which have cost them."""
    down, _ = losses_told(events)
    gone = {unit for side in SIDES for unit, _ in _gone(events, side, charts)}
    return bool(down) and gone <= down


def _scene(events: Iterable[Event], gone: Collection[str], charts: Charts) -> str:
    """` at Buin/Kahili`, where all of these were lost on the ground there [H9.10.6, 6.6.5]."""
    places = {unit: one.place for one in events if isinstance(one, Stated) for unit in one.lost}
    where = {places.get(unit, "") for unit in gone}
    base = where.pop() if len(where) == 1 else ""
    return f" at {base_name(base, charts)}" if base in charts.bases else ""


def _loss(side: str, gone: Mapping[str, str], stores: int, charts: Charts, most: int) -> str:
    """Units by name, ships even where they are many; of cargo that is lost, how much."""
    lose = "lose" if side == "allied" else "loses"
    ships = [unit for unit in gone if unit in charts.naval]
    others = _aboard([words for unit, words in gone.items() if unit not in charts.naval])
    few = others if len(gone) <= most else [count(len(others), "unit")] if others else []
    named = [*ships, *few]
    supply = (count(stores, "supply unit"),) if stores else ()
    return f"{PEOPLES[side]} {lose} {all_of((*named, *supply))}"


def _aboard(units: Iterable[str]) -> list[str]:
    """`25-27` and `37-145 (aboard US-T3)`: a ship is named with the last of those it took along."""
    drowned = [unit.partition(" ") for unit in units]
    drowned.sort(key=lambda one: not one[2])
    behind = [*(ship for _, _, ship in drowned[1:]), ""]
    return [
        unit if ship == next_ else f"{unit}{space}{ship}"
        for (unit, space, ship), next_ in zip(drowned, behind, strict=False)
    ]


def _stores(events: Sequence[Event], side: str, charts: Charts) -> Iterator[int]:
    """The supply units that a side has lost with ships, but those told with their end [H9.10.8]."""
    told = {id(one) for one in cargo_told(events)}
    for event in of_kind(CargoLost, events):
        if charts.naval[event.ship].side == side and id(event) not in told:
            yield event.supply


def _wear(whose: str, worn: Mapping[str, int], most: int) -> str:
    """`Japanese A6M-201 loses a step`, `5 Allied units lose a step each`.

    `whose` it is is not said again behind the units that the side has lost, which are told in
    any case.
    """
    units = tuple(worn)
    who = f"{whose}{all_of(units)}" if len(units) <= most else f"{len(units)} {whose}units"
    lose = verb(units, "loses", "lose")
    if max(worn.values()) > 1:
        return f"{who} {lose} steps"
    return f"{who} {lose} a step{verb(units, '', ' each')}"


def _disrupted(shaken: Mapping[str, Sequence[str]], most: int, *, named: bool) -> str:
    """`Japanese A6M-201 is disrupted`, `5 Allied units and Japanese A6M-201 are disrupted`.

    Both sides stand together, so that none is left out alone; where the losses before have `named`
    the only one it is not named again.
    """
    everybody = [unit for units in shaken.values() for unit in units]
    who = []
    for side, units in shaken.items():
        whose = "" if named else f"{ADJECTIVES[side]} "
        few = f"{whose}{all_of(units)}" if len(units) <= most else f"{len(units)} {whose}units"
        who.append(few)
    return f"{all_of(who)} {verb(everybody, 'is', 'are')} disrupted"


def _shaken(events: Iterable[Event], side: str) -> Iterator[str]:
    """A side's aircraft that have come home disrupted, or were hit so on the ground [H0.5]."""
    for event in events:
        match event:
            case MissionOver():
                ours = (one for one in event.fates if one.side == side and one.flew)
                yield from (one.unit for one in ours if one.disrupted and not one.weakened)
            case Stated() if event.side == side:
                yield from event.disrupted


def _gone(events: Iterable[Event], side: str, charts: Charts) -> Iterator[tuple[str, str]]:
    """A side's units that are eliminated, each with its words; cargo names its ship [H9.10.8]."""
    sunk = set[str]()
    for event in events:
        match event:
            case UnitHit() if event.side == side and not event.steps:
                sunk.add(event.unit)
                yield event.unit, event.unit
            case CargoLost() if charts.naval[event.ship].side == side:
                whole = {unit: charts.ground[unit].steps for unit in event.steps}
                for unit, lost in event.steps.items():
                    if event.ship in sunk or lost == whole[unit]:
                        yield unit, f"{unit} (aboard {event.ship})"
            case MissionOver():
                fates = (one for one in event.fates if one.side == side and one.flew)
                yield from ((one.unit, one.unit) for one in fates if not one.steps)
            case Stated() if event.side == side:
                yield from ((unit, unit) for unit in event.lost)


def _worn(events: Iterable[Event], side: str, charts: Charts) -> Iterator[str]:
    """A side's units that have lost steps, once for each."""
    for event in events:
        match event:
            case UnitHit() if event.side == side:
                yield from (event.unit,) * event.lost
            case CargoLost() if charts.naval[event.ship].side == side:
                yield from (unit for unit, lost in event.steps.items() for _ in range(lost))
            case Fired() if charts.air[event.target].side == side:
                yield from (event.target,) * event.harm.steps
            case FlakFired() if charts.air[event.unit].side == side:
                yield from (event.unit,) * event.harm.steps
            case Stated() if event.side == side:
                yield from event.reduced
