"""Events as sentences; each part of the rules tells its own."""

from pbem.engine.events import Event
from pbem.engine.steps import Line
from pbem.systems.pto import (
    wording_combat,
    wording_economy,
    wording_land,
    wording_naval,
    wording_play,
    wording_victory,
)
from pbem.systems.pto.charts import Charts

PARTS = (
    wording_play,
    wording_naval,
    wording_combat,
    wording_land,
    wording_economy,
    wording_victory,
)


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences for an event; empty for one that no part knows."""
    found = (part.lines(event, charts) for part in PARTS)
    return next((told for told in found if told), ())
