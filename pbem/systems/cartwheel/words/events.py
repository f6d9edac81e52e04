"""What players read of Cartwheel: each part of the rules words its own events."""

from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table import events_air
from pbem.systems.cartwheel.table.events_charts import MissionOver, ReconFlew
from pbem.systems.cartwheel.words import air, ground, sea, turn
from pbem.systems.cartwheel.words.openings import opening_lines
from pbem.systems.cartwheel.words.play import frame_lines

PARTS = (*air.PARTS, frame_lines, *sea.PARTS, *ground.PARTS, *turn.PARTS, opening_lines)
SILENT: tuple[type[Event], ...] = (*events_air.EVENTS, MissionOver, ReconFlew)
"""Events that may leave nothing to tell: a round in which nobody left, a mission called off."""


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """What a report says of an event."""
    for part in PARTS:
        if found := tuple(part(event, charts)):
            return found
    if isinstance(event, SILENT):
        return ()
    raise TypeError(f"no words for {type(event).__name__}")
