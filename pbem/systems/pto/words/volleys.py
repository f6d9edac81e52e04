"""What is told of many alike at once: the result first, then the dice behind it [PH6-PH8]."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    AirUnitFired,
    BoatAttacked,
    EscortAttacked,
    ShipFired,
)
from pbem.systems.pto.table.events_economy import BoatRolled, PoolGrew
from pbem.systems.pto.table.events_naval import Searched, StoodBy
from pbem.systems.pto.table.naming import all_of, does, each, nation_name, signed
from pbem.systems.pto.words.combat import air_effect, summed
from pbem.systems.pto.words.naval import searched

EventT = TypeVar("EventT", bound=Event)
ShotT = TypeVar("ShotT", AirUnitFired, ShipFired, BoatAttacked, EscortAttacked)
Shot = tuple[bool, str, str]
"""Whether it hits, in words who fires at whom with what dice, and what a hit does."""
HIGHEST = 12
"""The highest total of two dice."""
PLAIN = "PH8.3"
SPECIAL = {"D9.1": " by default", "D9.2": " critical"}


def together(events: tuple[Event, ...], _: Charts) -> tuple[Line, ...]:
    """Events of one class that follow each other; empty for those that are told one by one."""
    return (
        *_rounds(_all(events, AirUnitFired), "PH7.3", _fired),
        *_rounds(_all(events, ShipFired), "PH6.1", _gunfire),
        *_attacks(_all(events, AirNavalAttack)),
        *_boats(_all(events, BoatRolled)),
        *_rounds(_all(events, BoatAttacked), "PH9.1", _attacked),
        *_rounds(_all(events, EscortAttacked), "PH9.2", _hunted),
        *_searches(_all(events, Searched)),
        *_standing_by(_all(events, StoodBy)),
        *_pools(_all(events, PoolGrew)),
    )


def _all(events: Iterable[Event], kind: type[EventT]) -> tuple[EventT, ...]:
    return tuple(event for event in events if isinstance(event, kind))


def _pools(events: Iterable[PoolGrew]) -> Iterator[Line]:
    """What comes into the force pool of a nation, in one line [S2.1]."""
    for nation, grown in groupby(events, key=lambda one: one.nation):
        found = all_of(f"{one.count} × {mention(one.what)}" for one in grown)
        yield Line(text=f"Force pool of {nation_name(nation)}: {found} [S2.1]")


def _rounds(events: Iterable[ShotT], rule: str, shot: Callable[[ShotT], Shot]) -> Iterator[Line]:
    """Each round of shots by itself."""
    for number, fired in groupby(events, key=lambda one: one.number):
        yield _round(number, tuple(map(shot, fired)), rule)


def _fired(one: AirUnitFired) -> Shot:
    words = (
        f"{mention(one.unit)} at {mention(one.target)}"
        f" {summed(one.roll, one.quality, -one.against)}"
    )
    return one.aborted or one.steps > 0, words, f" ({air_effect(one)})"


def _gunfire(one: ShipFired) -> Shot:
    words = (
        f"{mention(one.ship)} at {mention(one.target)}"
        f" {summed(one.roll, one.gun)} against {one.armour}"
    )
    return one.hit, words, ""


def _attacked(one: BoatAttacked) -> Shot:
    words = (
        f"{mention(one.boat)} at {mention(one.ship)}"
        f" {summed(one.roll, one.modifier, one.strength)} against {one.armour}"
    )
    return one.hit, words, ""


def _hunted(one: EscortAttacked) -> Shot:
    words = f"{mention(one.ship)} at {mention(one.boat)} {summed(one.roll)} against {one.needed}"
    return one.hit, words, ""


def _round(number: int, shots: tuple[Shot, ...], rule: str) -> Line:
    """Who hit, with what came of it, then who missed."""
    hits = [f"{words}{effect}" for hit, words, effect in shots if hit]
    misses = [words for hit, words, _ in shots if not hit]
    lists = [", ".join(hits)] if hits else []
    lists += [f"{'missed: ' if hits else ''}{', '.join(misses)}"] if misses else []
    words = f"Round {number}, {len(hits)} of {len(shots)} hit: {'; '.join(lists)} [{rule}]"
    return Line(text=words, kind="roll")


def _attacks(events: Iterable[AirNavalAttack]) -> Iterator[Line]:
    """All rolls of one unit at one ship [PH8.3]."""
    for _, found in groupby(events, key=_volley):
        rolls = tuple(found)
        first = rolls[0]
        least = first.armour - first.modifier - first.surprise
        dice = ", ".join(f"{sum(one.roll.dice)}{SPECIAL.get(one.cited, '')}" for one in rolls)
        hits = sum(one.hits > 0 for one in rolls)
        rules = ", ".join(dict.fromkeys((PLAIN, *(one.cited for one in rolls))))
        surprise = ", surprised" if first.surprise else ""
        words = (
            f"{mention(first.unit)} at {mention(first.ship)}{surprise}: {hits} of {len(rolls)} hit,"
            f" needs {_needs(first, least)}: {dice} [{rules}]"
        )
        yield Line(text=words, kind="roll")


def _needs(one: AirNavalAttack, least: int) -> str:
    """The least that hits, and what makes it so: `10 or more (armour 12, −2)` [PH8.3, D9.1]."""
    parts = (signed(-number) for number in (one.modifier, one.surprise) if number)
    why = ", ".join((f"armour {one.armour}", *parts))
    if one.default and one.default < least:
        return f"{one.default} or more by default ({why})"
    return f"{least} or more ({why})" if least <= HIGHEST else f"more than two dice have ({why})"


def _volley(one: AirNavalAttack) -> tuple[str, str, int, int, int]:
    return one.unit, one.ship, one.armour, one.modifier, one.surprise


def _boats(events: tuple[BoatRolled, ...]) -> Iterator[Line]:
    """The blockade of Japan [PH4.3]."""
    if events:
        dice = ", ".join(
            f"{mention(one.boat)} {summed(one.roll, one.modifier)} ({one.lost})" for one in events
        )
        lost = sum(one.lost for one in events)
        who = count(len(events), "boat")
        yield Line(text=f"{who} on blockade may cost {lost} EP: {dice} [PH4.3]", kind="roll")


def _searches(events: Iterable[Searched]) -> Iterator[Line]:
    """All searches of one base or task force: whom it finds, then whom not [PH5.6]."""
    for source, made in groupby(events, key=lambda one: one.source):
        tries = tuple(made)
        if len(tries) == 1:
            yield searched(tries[0])
            continue
        found = all_of(_sought(one) for one in tries if one.found)
        missed = all_of(_sought(one) for one in tries if not one.found)
        parts = [
            f"{does(source, 'finds', 'find')} {found or 'nobody'}",
            *([missed] if missed else []),
        ]
        words = ("; not found: " if found else ": ").join(parts)
        yield Line(text=f"{mention(source)} {words} [PH5.6]", kind="roll")


def _sought(one: Searched) -> str:
    """Whom a search was for, its die, and the least that finds."""
    return f"{mention(one.tf)} at {mention(one.area)} with a {one.roll.dice[0]}, needs {one.number}"


def _standing_by(events: tuple[StoodBy, ...]) -> Iterator[Line]:
    if events:
        yield Line(text=f"{each(one.tf for one in events)} stand by [P3.1.6]")
