"""Ships and aircraft lost, as a headline tells them: in many words, then in fewer [M5, M7, M15]."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Event
from pbem.frozen import FrozenMap
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.rules.victory import worth
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.words.names import SIDE_NAMES, SOME, all_of, carrier_name

_SHOT = happened.Dogfought | happened.BombersHit | happened.FlakFired
"""What costs aircraft in the air."""


def side_of(squadron: str, charts: Charts) -> str:
    """The side that flies a squadron."""
    return charts.carriers[charts.squadrons[squadron].carrier].side


def ships(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """Carriers sunk, crippled, hit or missed [MH28]: with their worth to the enemy now, without."""
    marks_of = {one.carrier: one.damage for one in told if isinstance(one, happened.Damaged)}
    damage = dict(sorted(marks_of.items(), key=lambda one: one[1] < charts.crippled))
    sunk = {one.carrier: one.squadrons for one in told if isinstance(one, happened.Sunk)}
    down = {
        id_: f"{carrier_name(id_)} is SUNK{f' with {all_of(aboard)} aboard' if aboard else ''}"
        for id_, aboard in sunk.items()
    }
    hurt = {
        id_: f"{carrier_name(id_)} {'is crippled' if marks >= charts.crippled else 'is hit'},"
        f" damage {marks} of {charts.sunk}"
        for id_, marks in damage.items()
        if id_ not in sunk
    }
    full = [
        f"the {SIDE_NAMES[charts.carriers[id_].side]} carrier {words}{_points(charts.sunk, charts)}"
        for id_, words in down.items()
    ]
    full += [f"{words}{_points(damage[id_], charts)}" for id_, words in hurt.items()]
    fired = (one.carrier for one in told if isinstance(one, happened.FlakFired))
    missed = [carrier_name(id_) for id_ in dict.fromkeys(fired) if id_ not in damage]
    verb = "is" if len(missed) == 1 else "are"
    unhurt = [f"{all_of(missed)} {verb} attacked and not hit"] if missed else []
    for parts in ([*full, *unhurt], [*down.values(), *hurt.values(), *unhurt]):
        if parts:
            yield capital("; ".join(parts))


def _points(damage: int, charts: Charts) -> str:
    return f" ({count(worth(damage, charts), 'point')})"


Causes = Mapping[str, tuple[int, int]]
"""By what aircraft are lost: the SP, and of how many, 0 where that is not told."""


def aircraft(told: Sequence[Event], charts: Charts) -> Iterator[str]:
    """The SP that each side lost in the air, and squadrons that ditched [M1.5].

    First how, at which carrier and of how many; then without the carriers; then how many alone.
    Who went down aboard a carrier is told with her.
    """
    gone = [id_ for event in told if isinstance(event, _SHOT) for id_ in event.destroyed]
    many = all_of(gone) if len(gone) <= SOME else count(len(gone), "squadron")
    ditched = {side: _ditched(told, side, charts) for side in SIDES}
    for at_carriers, names in ((True, all_of(gone)), (False, many)):
        lost = {side: _lost(told, side, charts, at_carriers=at_carriers) for side in SIDES}
        if parts := _lose(lost, ditched):
            yield f"{capital(', '.join(parts))}.{f' Destroyed: {names}.' if gone else ''}"
    totals = {side: sum(sp for sp, _ in lost[side].values()) for side in SIDES}
    short = [f"{SIDE_NAMES[side]} {totals[side]} SP" for side in SIDES if totals[side]]
    short += [f"{one} for want of a deck" for one in ditched.values() if one]
    if short:
        destroyed = f"; destroyed: {many}" if gone else ""
        yield f"Aircraft lost in the air: {', '.join(short)}{destroyed}."


def _lost(told: Sequence[Event], side: str, charts: Charts, *, at_carriers: bool) -> Causes:
    """What a side lost in the air, by cause: to AA fire `at_carriers`, or to that of all."""
    causes: dict[str, tuple[int, int]] = {}
    for event in told:
        shot = sum(sp for id_, sp in _shot(event).items() if side_of(id_, charts) == side)
        if shot:
            how, wave = _how(event, at_carriers=at_carriers)
            before, of = causes.get(how, (0, 0))
            causes[how] = (before + shot, of + wave)
    return causes


def _how(event: Event, *, at_carriers: bool) -> tuple[str, int]:
    """By what an event costs aircraft, and how many SP were under fire, if it is told."""
    match event:
        case happened.Dogfought():
            return "in dogfights", 0
        case happened.BombersHit():
            return "to CAP", 0
        case happened.FlakFired():
            where = f" from {carrier_name(event.carrier)}" if at_carriers else ""
            return f"to AA fire{where}", event.sp
    return "", 0


def _shot(event: Event) -> Mapping[str, int]:
    match event:
        case happened.Dogfought():
            return {**event.cap_losses, **event.escort_losses}
        case happened.BombersHit() | happened.FlakFired():
            return event.losses
    return FrozenMap()


def _ditched(told: Sequence[Event], side: str, charts: Charts) -> str:
    """Who of a side ditches, by name if they are few; empty for nobody [M1.5, M1.6]."""
    ditched = (id_ for one in told if isinstance(one, happened.Ditched) for id_ in one.squadrons)
    own = [id_ for id_ in ditched if side_of(id_, charts) == side]
    return all_of(own) if len(own) <= SOME else count(len(own), "squadron")


def _lose(lost: Mapping[str, Causes], ditched: Mapping[str, str]) -> list[str]:
    """`the Japanese side loses 4 SP of aircraft to CAP`, `the American side 2 SP in dogfights`."""
    parts: list[str] = []
    for side, causes in lost.items():
        points, loses = ("SP", "") if parts else ("SP of aircraft", " loses")
        each = {how: f"{sp}{f' of {of}' if of else ''}" for how, (sp, of) in causes.items()}
        losses = [f"{sp} {points} {how}" for how, sp in each.items()]
        if len(causes) > 1:
            told = ", ".join(f"{sp} {how}" for how, sp in each.items())
            losses = [f"{sum(sp for sp, _ in causes.values())} {points} ({told})"]
        losses += [f"{ditched[side]} for want of a deck"] if ditched[side] else []
        words = ", and besides ".join(losses)
        parts += [f"the {SIDE_NAMES[side]} side{loses} {words}"] if losses else []
    return parts
