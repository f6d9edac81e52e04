"""Aerial combat in tests: raids in few words, and what their events tell [H9.7, H9.8]."""

from pbem.engine.events import Event
from pbem.systems.cartwheel.table.events_air import Fired, Harm, RoundOver
from pbem.systems.cartwheel.table.events_charts import Fate, MissionOver
from pbem.systems.cartwheel.table.under_way import Flier, Raid
from tests.systems.cartwheel.airfield import (
    MEDIUM,
    escort,
    raid,
    striker,
)
from tests.systems.cartwheel.tabletop import told

NONE, D, STEP = Harm(), Harm(disrupts=True), Harm(steps=1)


def sweep(*units: str, **how: object) -> Raid:
    return raid("1203", MEDIUM, *map(escort, units), kind="sweep", **how)


def bombers(*units: str) -> tuple[Flier, ...]:
    return tuple(striker(unit, "regular", "base:RAB") for unit in units)


def shots(events: list[Event]) -> list[tuple[int, str, str]]:
    return [(e.round, e.unit, e.target) for e in told(events, Fired)]


def ends(events: list[Event]) -> list[RoundOver]:
    return told(events, RoundOver)


def fates(events: list[Event]) -> dict[str, Fate]:
    return {fate.unit: fate for fate in told(events, MissionOver)[0].fates}
