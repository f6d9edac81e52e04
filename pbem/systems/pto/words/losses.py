"""What a side lost, in a sentence of the headline: ships, units, aircraft, what is damaged."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

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
from pbem.systems.pto.table.events_land import StepsLost
from pbem.systems.pto.table.naming import all_of, side_name
from pbem.systems.pto.words.counters import GREAT, rank
from pbem.systems.pto.words.deeds import (
    WANT,
    Told,
    deed_words,
    deeds,
    unpaid_ships,
    what_did,
)


class Most(Value):
    """So many ships and units of a kind are named; of carriers and battleships lost `capital`.

    Of `units` of the air, and `ground` units that fell, so many have names, and `drowned` ones.
    `deeds` is to whom ships were lost, `hurt` how many of the damaged ones are named, and `placed`
    whether it is told where that was, and with 2 by whom. `lumped`: those without a name by number
    alone, of no type. `harm`: whether what is only damaged or worn is told beside what is lost.
    """

    ships: int
    capital: int
    units: int
    ground: int
    drowned: int
    deeds: Told
    hurt: int
    placed: int
    lumped: bool = False
    harm: bool = True


def losses(events: Sequence[Event], side: str, charts: Charts, most: Most) -> Iterator[str]:
    """What one side lost: ships by name, others by kind, units; then what is damaged.

    The greatest ships are named first, with whom they were lost to, the others counted.
    """
    sunk = [one for one in events if isinstance(one, ShipSunk) and side_of(one.nation) == side]
    great = sum(one.kind in GREAT for one in sunk)
    told = deeds(events, side, most.deeds)
    left = [one for one in sunk if not any(one in deed.sunk for deed in told)]
    done = sum(one.kind in NAMED for deed in told for one in deed.sunk)
    named = max(most.ships, min(most.capital, great)) - done
    drowned = [unit for one in left for unit in one.cargo]
    fallen, destroyed = [*_fallen(events, side)], [*_destroyed(events, side)]
    down = [one for one in _shot(events, side) if one.ship]
    rest = [
        *_ships(left, max(named, 0), lumped=most.lumped),
        *_on_foot(drowned, fallen, most),
        *_aircraft(destroyed, down, most.units),
    ]
    is_told = most.harm or not (told or rest)
    worn = _worn(_ground_steps(events, side), _air_steps(events, side), fallen, destroyed, most)
    rest += worn if is_told else ()
    parts = [*(deed_words(deed, most.deeds, charts) for deed in told)]
    parts += [all_of(rest)] if rest else []
    damaged = _damaged(events, side, most) if is_told else ""
    if parts:
        tail = f"; damaged: {damaged}" if damaged else ""
        yield f"The {side_name(side)} lose {'; '.join(parts)}{tail}."
    elif damaged:
        yield f"The {side_name(side)} lose nothing; damaged: {damaged}."


def _ships(sunk: Sequence[ShipSunk], named: int, *, lumped: bool) -> list[str]:
    """Ships with a name by it, the greatest first, as far as there is room; others by kind."""
    ranked = sorted(sunk, key=lambda one: rank(one.kind))
    great = [one for one in ranked if one.kind in NAMED][:named]
    kinds = {one.ship: one.kind for one in ranked}
    rest = len(ranked) - len(great)
    if lumped and len({one.kind for one in ranked if one not in great}) > 1:
        whole = count(rest, "other ship" if great else "ship")
        return [*(mention(one.ship) for one in great), whole]
    return _named_or_counted([*kinds], [one.ship for one in great], kinds)


def _fallen(events: Iterable[Event], side: str) -> Iterator[str]:
    """The ground units of a side that were eliminated in ground combat [PH10.6]."""
    for event in events:
        if isinstance(event, StepsLost) and event.side == side:
            yield from event.gone


def _destroyed(events: Iterable[Event], side: str) -> Iterator[str]:
    """The air units of a side that are gone: shot down, without a base, spent [PH2.3, PH2.5].

    Those that went down with their carrier are told by its name.
    """
    for event in events:
        match event:
            case AirStepsLost(left=0, ship="") | Homeless(base="") if side_of(event.nation) == side:
                yield event.unit
            case Expended() if event.side == side:
                yield from event.units


def _shot(events: Iterable[Event], side: str) -> Iterator[AirStepsLost]:
    """The air units of a side that lost their last steps [PH2.5]."""
    for event in events:
        match event:
            case AirStepsLost(left=0) if side_of(event.nation) == side:
                yield event


def _aircraft(destroyed: Sequence[str], down: Sequence[AirStepsLost], named: int) -> list[str]:
    """Air units that are lost by name, but those that went `down` with a carrier, or all by number.

    The carrier's name tells what went down with it.
    """
    if len(destroyed) <= max(named, 1):
        return [*map(mention, destroyed)]
    return [count(len(destroyed) + len(down), "air unit")]


def _units(ids: Sequence[str], noun: str, named: int) -> list[str]:
    """Units by name, or how many they are; one alone has its name, which is as short."""
    if len(ids) <= max(named, 1):
        return [*map(mention, ids)]
    return [count(len(ids), noun)]


def _on_foot(drowned: Sequence[str], fallen: Sequence[str], most: Most) -> list[str]:
    """The ground units that are lost; where neither have names together, of which some drowned."""
    by_number = len(drowned) > max(most.drowned, 1) and len(fallen) > max(most.ground, 1)
    if by_number:
        many = count(len(drowned) + len(fallen), "ground unit")
        return [f"{many} ({len(drowned)} of them drowned)"]
    return [
        *_units(drowned, "drowned ground unit", most.drowned),
        *_units(fallen, "ground unit", most.ground),
    ]


def _air_steps(events: Sequence[Event], side: str) -> int:
    """The steps that aircraft lost which are not gone, then or later."""
    gone = {*_destroyed(events, side)}
    steps = [one for one in events if isinstance(one, AirStepsLost)]
    shot = (one for one in steps if one.left and one.unit not in gone)
    return sum(one.lost for one in shot if side_of(one.nation) == side)


def _ground_steps(events: Sequence[Event], side: str) -> int:
    """The steps that ground units lost which are not gone [PH10.6]."""
    gone = {*_fallen(events, side)}
    hit = [one for one in events if isinstance(one, StepsLost) and one.side == side]
    return sum(unit not in gone for one in hit for unit in one.units)


def _worn(
    ground: int, air: int, fallen: Sequence[str], destroyed: Sequence[str], most: Most
) -> Iterator[str]:
    """The steps that were lost on the ground and in the air, with little room both together."""
    if ground and air and not most.units:
        yield from _steps(ground + air, "units", others=bool(fallen or destroyed))
    else:
        yield from _steps(ground, "ground units", others=bool(fallen))
        yield from _steps(air, "aircraft", others=bool(destroyed))


def _steps(number: int, whose: str, *, others: bool) -> Iterator[str]:
    """Steps lost: `2 steps of other aircraft`, where some of the kind are gone."""
    if number:
        yield f"{count(number, 'step')} of {'other ' if others else ''}{whose}"


def _damaged(events: Sequence[Event], side: str, most: Most) -> str:
    """The ships that were damaged and are still there: the greatest by name, by whom and where.

    Those of one battle are told together, and for want of EP; by whom only if there is room.
    """
    gone = {one.ship for one in events if isinstance(one, ShipSunk)}
    unpaid = unpaid_ships(events)
    hurt = [one for one in events if isinstance(one, ShipDamaged) and side_of(one.nation) == side]
    found = {one.ship: one for one in hurt if one.ship not in gone}
    kinds = {id_: one.kind or "ship" for id_, one in found.items()}
    ids = sorted(found, key=lambda id_: rank(kinds[id_]))
    named = ids[: most.hurt]
    groups: dict[str, list[str]] = {}
    for id_ in ids:
        how = _how(found[id_], unpaid, caused=most.placed > 1) if most.placed else ""
        groups.setdefault(how, []).append(id_)
    told = (f"{hurt_words(them, named, kinds)}{how}" for how, them in groups.items())
    return ", ".join(told)


def hurt_words(ids: Sequence[str], named: Sequence[str], kinds: Mapping[str, str]) -> str:
    """Damaged ships: those that are to be named, and the others by kind."""
    return all_of(_named_or_counted(ids, named, kinds))


def _named_or_counted(
    ids: Sequence[str], named: Sequence[str], kinds: Mapping[str, str]
) -> list[str]:
    """Ships by name, and the others by kind; one alone of a kind has its name, if it has any."""
    rest = Counter(kinds[id_] for id_ in ids if id_ not in named)
    single = [kind for kind in NAMED if rest[kind] == 1]
    told = {kinds[id_] for id_ in named}
    others = (
        count(number, f"{'other ' if kind in told else ''}{kind}")
        for kind, number in rest.items()
        if kind not in single
    )
    return [*(mention(id_) for id_ in ids if id_ in named or kinds[id_] in single), *others]


def _how(one: ShipDamaged, unpaid: Container[str], *, caused: bool) -> str:
    """Who damaged a ship, if it is to be told, and where: ` by aircraft at Truk`."""
    if one.ship in unpaid and not one.by:
        return f" for {WANT}"
    by = f" by {what_did(one.by, flown=one.flown)}" if one.by and caused else ""
    return f"{by} at {mention(one.area)}" if one.area else by
