"""Battles at sea, for a headline: whom they sank, by whom, with what aboard, and whom they hit."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_air import CargoLost, UnitHit
from pbem.systems.cartwheel.table.events_sea import BattleOver, GunsFired
from pbem.systems.cartwheel.words.blows import aboard, of_kind
from pbem.systems.cartwheel.words.deeds import COMING, HARMED, LOST, Deed, weight_of
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, spot, verb

NAMED = 4
"""So many ships of a side that are not sunk are named in a part of a headline at most."""
SINKERS = 2
"""So many at most are named who have hit a ship that is sunk."""


class Battle(Value, kw_only=False):
    """A battle at sea: its first guns, its end, and what was told of it between."""

    begun: Event
    over: BattleOver
    told: tuple[Event, ...]

    @property
    def hits(self) -> list[UnitHit]:
        """What ships have suffered in it."""
        return [hit for hit in of_kind(UnitHit, self.told) if hit.kind == "naval"]


def battles(events: Sequence[Event], charts: Charts) -> Iterator[Deed]:
    """What battles at sea have done to ships, each by its place, with who sank them."""
    for battle in battles_in(events):
        what = f"the battle at {spot(battle.over.hex, charts)}"
        few = [*_cost(battle, {})] or ["harms nobody"]
        whole = [*_cost(battle, _sinkers(battle))] or few
        lost = [*_cost(battle, {}, steps_alone=True)]
        sunk = {one.unit for one in battle.hits if not one.steps}
        worn = (one for one in battle.hits if one.unit not in sunk)
        price = sum(charts.step_points(one.unit) * one.lost for one in worn)
        yield (
            battle.begun,
            (
                (COMING, f"{what} {all_of(whole)}"),
                (HARMED, f"{what} {all_of(few)}"),
                *(((weight_of(price), f"{what} {all_of(lost)}"),) if lost else ()),
                *(((LOST, f"{what} {few[0]}"),) if sunk else ()),
            ),
        )


def battles_in(events: Sequence[Event]) -> Iterator[Battle]:
    """Battles at sea, each from its first guns on, with what ships have suffered in it."""
    begun, told = None, list[Event]()
    for event in events:
        match event:
            case GunsFired():
                begun, told = (event, []) if event.round == 1 else (begun, told)
                told.append(event)
            case UnitHit() | CargoLost():
                told.append(event)
            case BattleOver():
                yield Battle(begun or event, event, tuple(told))


def _sinkers(battle: Battle) -> Mapping[str, str]:
    """Who has hit each ship in a battle, by its target: `IJN-CA2 and IJN-CLT2`, `4 ships`."""
    by: dict[str, dict[str, None]] = {}
    for guns in of_kind(GunsFired, battle.told):
        for shot in guns.shots:
            if shot.harm:
                by.setdefault(shot.target, {})[shot.firer] = None
    return {
        target: all_of(firers) if len(firers) <= SINKERS else count(len(firers), "ship")
        for target, firers in by.items()
    }


def _cost(battle: Battle, by: Mapping[str, str], *, steps_alone: bool = False) -> Iterator[str]:
    """Ships that are sunk, with what was aboard and `by` whom, that lose steps, are disrupted."""
    hits = battle.hits
    sunk = {one.unit: one.side for one in hits if not one.steps}
    lost = {one.unit: one.side for one in hits if one.lost}
    worn = {unit: side for unit, side in lost.items() if unit not in sunk}
    shaken = {one.unit: one.side for one in hits if one.disrupted and one.unit not in sunk}
    if sunk:
        ends = {ship: [f"hit by {firers}"] for ship, firers in by.items()}
        for ship, cargo in aboard(battle.told).items():
            ends.setdefault(ship, []).append(f"{cargo} lost aboard")
        yield f"sinks {_by_side(sunk, len(sunk), ends)}"
    if worn:
        steps = sum(one.lost for one in hits if one.unit in worn)
        a_step = "a step" if len(worn) == 1 else "a step each"
        yield f"costs {_by_side(worn)} {a_step if steps == len(worn) else 'steps'}"
    if shaken and not steps_alone:
        same = verb([*shaken], "it", "them") if shaken.keys() == worn.keys() else ""
        yield f"disrupts {same or _shaken(shaken, worn)}"


def _shaken(shaken: Mapping[str, str], worn: Mapping[str, str]) -> str:
    """Ships that are disrupted: `the Allied ones`, if they are just those that lose steps."""
    sides = {*shaken.values()}
    if shaken.keys() != {ship for ship, of in worn.items() if of in sides}:
        return _by_side(shaken)
    many = Counter(shaken.values())
    return all_of(
        f"the {whose} {'one' if many[side] == 1 else 'ones'}"
        for side, whose in ADJECTIVES.items()
        if side in sides
    )


def _by_side(
    ships: Mapping[str, str], most: int = NAMED, ends: Mapping[str, Sequence[str]] = FrozenMap()
) -> str:
    """`Allied US-CA1 and Japanese IJN-CA2`; more than so many of a side are counted.

    Behind a ship stands how it met its end, as far as that is told.
    """
    parts = []
    for side, whose in ADJECTIVES.items():
        ours = [ship for ship, of in ships.items() if of == side]
        if ours:
            told = (f"{one} ({', '.join(ends[one])})" if one in ends else one for one in ours)
            few = f"{whose} {all_of(told)}"
            parts.append(few if len(ours) <= most else count(len(ours), f"{whose} ship"))
    return all_of(parts)


def is_named(hit: UnitHit, hits: Sequence[UnitHit]) -> bool:
    """Whether a battle names a ship for what it has lost: sunk, or among few of its side."""
    ours = {one.unit for one in hits if one.side == hit.side and one.lost}
    sunk = {one.unit for one in hits if not one.steps}
    return hit.unit in sunk or len(ours - sunk) <= NAMED
