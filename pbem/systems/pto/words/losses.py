"""What a side lost, in a sentence of the headline: ships, units, what is damaged, steps."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.headline import Clause
from pbem.engine.mentions import mention
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import SIDES, side_of
from pbem.systems.pto.table.events_combat import (
    AirStepsLost,
    Expended,
    Homeless,
    ShipDamaged,
    ShipSunk,
)
from pbem.systems.pto.table.events_land import AreaTaken, StepsLost
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES, all_of, each, side_name
from pbem.systems.pto.words.counters import rank
from pbem.systems.pto.words.deeds import (
    EVERY,
    SCENES,
    WANT,
    named_or_counted,
    ships_lost,
    unpaid_ships,
    what_did,
)
from pbem.systems.pto.words.weights import (
    BESIDE,
    DETAIL,
    GREATEST,
    HURT,
    KNOWN,
    LOST,
    PLACE,
    SCENE,
    VAIN,
    Forms,
)

FEW = 4
"""So many units that a side lost have names; more are counted."""


def losses(events: Sequence[Event], side: str, charts: Charts, sentence: int) -> Iterator[Clause]:
    """What one side lost, in the sentence of that number; then what is damaged or worn."""
    ships, hurt = ships_lost(events, side, charts), _damaged(events, side)
    units, worn = _units_lost(events, side, is_alone=not ships), _worn(events, side)
    lost, lose = bool(ships or units), f"the {side_name(side)} lose {{}}"
    whose = "" if lost else f"{SIDE_ADJECTIVES[side]} ships "
    sunk = (one for one in events if isinstance(one, ShipSunk) and side_of(one.nation) == side)
    is_apart = len({one.area for one in sunk}) > 1
    damaged = Clause(sentence=sentence, forms=_said(f"{whose}damaged: {{}}", hurt), placed=PLACES)
    told = [
        Clause(sentence=sentence, forms=_said(lose, ships), placed=SCENES * is_apart),
        Clause(sentence=sentence, forms=_said("{}" if ships else lose, units)),
        Clause(sentence=sentence, forms=_said("{}" if lost else "{} lost" if hurt else lose, worn)),
    ]
    told.insert(len(told) if lost else 0, damaged)
    yield from (one for one in told if one.forms)


def _said(sentence: str, forms: Forms) -> Forms:
    """A sentence around each of the words."""
    return tuple((weight, sentence.format(words)) for weight, words in forms)


# --- units ---------------------------------------------------------------------------------------


def _units_lost(events: Sequence[Event], side: str, *, is_alone: bool) -> Forms:
    """Units of a side that are gone: ground units with where they fell, aircraft; then by number.

    Where no ship is lost beside them something is told in any case.
    """
    fallen, gone = dict(_fallen(events, side)), dict(_gone(events, side))
    sunk = {one.ship for one in events if isinstance(one, ShipSunk)}
    # The name of a carrier that is lost tells what went down with it, a number does not.
    destroyed = [one for one, base in gone.items() if not (base in sunk and _bears(one, base))]
    if not fallen and not destroyed:
        return ()
    few = len(destroyed) <= 1
    number = [count(len(gone), "air unit")] if destroyed else []
    one = [*map(mention, destroyed)] if few else number
    aircraft = [*map(mention, destroyed)] if len(destroyed) <= FEW else number
    held = _held(events, fallen)
    placed = _many(fallen, places=True) if len({*fallen.values()}) <= FEW else held
    is_short = len(fallen) <= FEW
    names, shorter = (_posts(fallen), [*map(mention, fallen)]) if is_short else (placed, held)
    return (
        (PLACE, all_of((*names, *aircraft))),
        (SCENE, all_of((*shorter, *one))),
        (LOST + 7, all_of((*held, *one))),
        (KNOWN if is_alone else GREATEST, all_of((*_many(fallen, places=False), *one))),
    )


def _posts(fallen: Mapping[str, str]) -> list[str]:
    """`38th Div at Mindanao`, `1st Def Bn at Wake`."""
    where: dict[str, list[str]] = {}
    for unit, area in fallen.items():
        where.setdefault(area, []).append(unit)
    return [f"{each(units)} at {mention(area)}" for area, units in where.items()]


def _held(events: Iterable[Event], fallen: Mapping[str, str]) -> list[str]:
    """`6 ground units (3 at Malaya)`: of areas that fall it is told, of others only so."""
    taken = {one.area for one in events if isinstance(one, AreaTaken)}
    held = Counter(area for area in fallen.values() if area not in taken)
    whole = _many(fallen, places=held.total() == len(fallen))
    if len(fallen) <= 1 or not 0 < held.total() < len(fallen) or len(held) > FEW:
        return whole
    return [f"{whole[0]} ({all_of(f'{many} at {mention(area)}' for area, many in held.items())})"]


def _many(fallen: Mapping[str, str], *, places: bool) -> list[str]:
    """`5 ground units at Wake and Borneo`; one alone has its name, which is as short."""
    if len(fallen) <= 1:
        return [*map(mention, fallen)]
    areas = tuple(dict.fromkeys(fallen.values()))
    at = f" at {each(areas)}" if places and len(areas) <= FEW else ""
    return [f"{count(len(fallen), 'ground unit')}{at}"]


def _fallen(events: Iterable[Event], side: str) -> Iterator[tuple[str, str]]:
    """The ground units of a side that were eliminated in ground combat, with where [PH10.6]."""
    for event in events:
        if isinstance(event, StepsLost) and event.side == side:
            yield from ((unit, event.area) for unit in event.gone)


def _gone(events: Iterable[Event], side: str) -> Iterator[tuple[str, str]]:
    """The air units of a side that are gone: shot down, without a base, spent [PH2.3, PH2.5].

    Each with the base that it went down with or has lost, or nothing.
    """
    for event in events:
        match event:
            case AirStepsLost(left=0) if side_of(event.nation) == side:
                yield event.unit, event.ship
            case Homeless(base="") if side_of(event.nation) == side:
                yield event.unit, event.former
            case Expended() if event.side == side:
                yield from ((unit, "") for unit in event.units)


def _bears(unit: str, carrier: str) -> bool:
    """Whether an air unit has its carrier's name, such as `us-cv44-hancock`."""
    return unit.endswith(f"-{carrier}")


# --- steps ---------------------------------------------------------------------------------------


def _worn(events: Sequence[Event], side: str) -> Forms:
    """The steps that units lost which are not gone, then or later [PH2.5, PH10.6, PH11.3]."""
    fallen, gone = dict(_fallen(events, side)), dict(_gone(events, side))
    air = Counter[str]()
    for event in events:
        if isinstance(event, AirStepsLost) and side_of(event.nation) == side:
            still = event.left and event.unit not in gone
            air[event.unit] += event.lost if still else 0
    ashore = all(_worn_ground(events, one) for one in SIDES)  # told together, of both
    ground = Counter[str]() if ashore else _worn_ground(events, side)
    parts = [
        (+ground, "ground units", bool(fallen)),
        (+air, "aircraft", bool(gone)),
    ]
    whole = [_steps(worn, kind, others=others) for worn, kind, others in parts if worn]
    units = +ground + air
    if not units:
        return ()
    short = ((BESIDE, all_of(whole)),)
    return ((DETAIL, _of_each(units)), *short) if len(units) <= FEW else short


def _of_each(worn: Counter[str]) -> str:
    """`1 step each of Ichiki Det and 2nd Eng`; by how many each lost, where they differ."""
    alike = {steps: [unit for unit in worn if worn[unit] == steps] for steps in worn.values()}
    return all_of(
        f"{count(steps, 'step')}{' each' if len(units) > 1 else ''} of {each(units)}"
        for steps, units in alike.items()
    )


def worn_ashore(events: Sequence[Event]) -> Iterator[Forms]:
    """The steps that ground units of both sides lost: of one's without the other's nobody reads."""
    worn = {side: _worn_ground(events, side) for side in SIDES}
    if all(worn.values()):
        numbers = {side: f"{side_name(side)} {units.total()}" for side, units in worn.items()}
        named = (f"{number} ({each(worn[side])})" for side, number in numbers.items())
        forms = ((VAIN, f"steps lost ashore: {', '.join(numbers.values())}"),)
        few = all(len(units) <= FEW for units in worn.values())
        yield ((DETAIL, f"steps lost ashore: {', '.join(named)}"), *forms) if few else forms


def _worn_ground(events: Sequence[Event], side: str) -> Counter[str]:
    """The steps that ground units of a side lost that are still there [PH10.6]."""
    fallen = dict(_fallen(events, side))
    lost = (one for one in events if isinstance(one, StepsLost) and one.side == side)
    return Counter(unit for one in lost for unit in one.units if unit not in fallen)


def _steps(worn: Counter[str], kind: str, *, others: bool) -> str:
    """Steps lost: `2 steps of other aircraft`, where some of the kind are gone."""
    return f"{count(worn.total(), 'step')} of {'other ' if others else ''}{kind}"


# --- damage --------------------------------------------------------------------------------------

_HURT = (
    (DETAIL, EVERY, 2), (PLACE, EVERY, 1), (PLACE + 4, 6, 1), (PLACE + 6, 4, 1), (HURT, EVERY, 0),
    (HURT + 4, 4, 0), (LOST + 1, 2, 0), (LOST + 8, 0, 0),
)  # fmt: skip
"""Weights, with how many have names, and with 1 where they were hit, with 2 by what, too."""
PLACES = sum(placed > 0 for _, _, placed in _HURT)
"""So many of them tell where."""


def _damaged(events: Sequence[Event], side: str) -> Forms:
    """The ships that were damaged and are still there: the greatest by name, by what and where.

    Those of one battle are told together, and for want of EP.
    """
    gone = {one.ship for one in events if isinstance(one, ShipSunk)}
    unpaid = unpaid_ships(events)
    hurt = [one for one in events if isinstance(one, ShipDamaged) and side_of(one.nation) == side]
    found = {one.ship: one for one in hurt if one.ship not in gone}
    kinds = {id_: one.kind or "ship" for id_, one in found.items()}
    ids = sorted(found, key=lambda id_: rank(kinds[id_]))
    if not ids:
        return ()
    told = []
    for weight, most, placed in _HURT:
        groups: dict[str, list[str]] = {}
        for id_ in ids:
            groups.setdefault(_how(found[id_], unpaid, placed), []).append(id_)
        words = [
            f"{all_of(named_or_counted(them, ids[:most], kinds))}{how}"
            for how, them in groups.items()
        ]
        told.append((weight, "; ".join(words)))
    return tuple(told)


def _how(one: ShipDamaged, unpaid: Container[str], placed: int) -> str:
    """What damaged a ship, and where, as far as it is to be told: ` by aircraft at Truk`."""
    if one.ship in unpaid and not one.by:
        return f" for {WANT}"
    by = f" by {what_did(one.by, flown=one.flown)}" if one.by and placed > 1 else ""
    return f"{by} at {mention(one.area)}" if one.area and placed else by
