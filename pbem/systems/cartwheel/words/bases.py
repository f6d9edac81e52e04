"""Sentences about airbases: building, damage, capture, repair [6, H6]."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table import events_turn as told
from pbem.systems.cartwheel.words.dice import by_position, modified
from pbem.systems.cartwheel.words.names import (
    all_of,
    base_name,
    place_name,
    points,
    short_place,
    side,
)

VOID = {
    "6.2.4~": "there is no line of supply",
    "6.5a": "its side does not control the hex, or it is a mountain",
    "6.5.1~": "another mobile base is there",
    "6.6.4~": "enemy ground units are there",
}
"""Why a mobile airbase could not be begun, by rule."""


def base_lines(event: Event, charts: Charts) -> Iterator[Line]:
    """What a report says of an event about bases; nothing of others."""
    match event:
        case told.BuildBegun():
            words = f"{side(event.side)} begins {base_name(event.base, charts)}"
            yield Line(text=f"{words} in {place_name(event.hex, charts)} [6.5.2~].")
        case told.BuildVoided():
            words = f"{base_name(event.base, charts)} in {place_name(event.hex, charts)}"
            why = f"{VOID[event.cited]} [{event.cited}]"
            yield Line(text=f"{words} is not begun: {why}; the counter stays in hand [H6.5].")
        case told.MobileOverrun():
            words = f"Enemy ground units in {place_name(event.hex, charts)}"
            lost = f"{base_name(event.base, charts)} is lost for ever"
            yield Line(text=f"{words}: {lost} [6.6.4~, AMB-33].", kind="loss")
        case told.BaseHit():
            yield from _hit(event, charts)
        case told.ControlPassed():
            yield from _passed(event, charts)
        case facts.BaseLost():
            yield from _lost(event, charts)
        case told.FloatplaneEvacuated():
            yield from _floatplane(event, charts)
        case told.MobileFinished():
            names = all_of(base_name(base, charts) for base in event.bases)
            yield Line(text=f"Finished: {names} [6.5.2~].")
        case told.DismantlingVoided():
            words = f"{base_name(event.base, charts)} is not dismantled: it is disrupted or lost"
            yield Line(text=f"{words} [6.5.4~].", kind="note")
        case told.MobileDismantled():
            words = f"{base_name(event.base, charts)} in {place_name(event.hex, charts)}"
            yield Line(text=f"{words} is dismantled [6.5.4~].")
        case told.RepairRolled():
            yield _repair(event, charts)
        case told.HitsRemoved():
            bases = [base_name(base, charts) for base in event.bases]
            ports = [base_name(PORT + hex_, charts) for hex_ in event.ports]
            yield Line(text=f"All hits are removed at {all_of(bases + ports)} [H14.4].")


def _hit(event: told.BaseHit, charts: Charts) -> Iterator[Line]:
    name = base_name(event.base, charts)
    effect = {
        "": f"{event.total} in all",
        "disrupted": f"{event.total} in all, it is disrupted",
        "destroyed": "it is destroyed",
        "removed": "it is removed",
    }[event.effect]
    cited = "6.5.3~, H6.6" if event.effect == "removed" else "H6.6"
    yield Line(text=f"{name} takes {count(event.hits, 'hit')}: {effect} [{cited}].", kind="loss")
    if event.points:
        yield Line(text=f"It is worth {points(event.points)} [H16.1].")


def _passed(event: told.ControlPassed, charts: Charts) -> Iterator[Line]:
    words = f"{side(event.side)} takes {place_name(event.hex, charts)}"
    words += with_bases(event.hex, event.bases, charts)
    yield Line(text=f"{words} [3.0f, 6.6.4~].")
    for base in event.removed:
        words = f"{base_name(base, charts)} is lost for ever"
        yield Line(text=f"{words} [6.6.4~].", kind="loss")
    if event.supplies:
        yield Line(text=f"{count(event.supplies, 'supply unit')} lost [CR2].", kind="loss")


def with_bases(hex_: str, bases: Iterable[str], charts: Charts) -> str:
    """Which fixed bases fall with a hex: ` with its airbase` where it is called so itself."""
    names = [base_name(base, charts) for base in bases]
    if names == [short_place(hex_, charts)]:
        return " with its airbase"
    return f" with {all_of(names)}" if names else ""


def _lost(event: facts.BaseLost, charts: Charts) -> Iterator[Line]:
    name = base_name(event.base, charts)
    if event.how == "sunk":
        yield Line(text=f"All aircraft aboard {name} are lost [H10.5].", kind="loss")
    elif event.how == "destroyed":
        words = f"{side(event.owner)}'s units at {name} leave it at once"
        yield Line(text=f"{words} [H6.6.1].")
    else:
        words = f"Evacuation of {name}, dice by position among those there"
        words += f": {by_position(event.dice)}"
        yield Line(text=f"{words}; DRM {event.drm:+} for all [6.6.5, H6.6.5].", kind="roll")


def _floatplane(event: told.FloatplaneEvacuated, charts: Charts) -> Iterator[Line]:
    total = modified(event.roll, event.drm)
    where = f"flies to {base_name(event.place, charts)}" if event.place else "is lost"
    words = f"{event.roll.label}: {total}: {event.unit} {where}"
    yield Line(text=f"{words} [6.6.5, CR3].", kind="roll")


def _repair(event: told.RepairRolled, charts: Charts) -> Line:
    total = modified(event.roll, event.drm) if event.drm else event.roll.dice[0]
    name = base_name(event.base, charts)
    if not event.repaired:
        result = f"{name} stays {event.was}"
    else:
        result = f"{name} is " + ("repaired" if event.was == "disrupted" else "disrupted now")
    text = f"{event.roll.label}: {total}, {event.needed} or less: {result}"
    return Line(text=f"{text} [H6.6.3].", kind="roll")
