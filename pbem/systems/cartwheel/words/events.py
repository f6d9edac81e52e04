"""What players read of Cartwheel: each part of the rules words its own events."""

from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table import (
    events_air,
    events_ground,
    events_play,
    events_sea,
    events_turn,
)
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table import events_openings as events_secret
from pbem.systems.cartwheel.words import air as wording_air
from pbem.systems.cartwheel.words import ground as wording_ground
from pbem.systems.cartwheel.words import openings as wording_secret
from pbem.systems.cartwheel.words import play as wording_play
from pbem.systems.cartwheel.words import sea as wording_sea
from pbem.systems.cartwheel.words import turn as wording_turn

AIR_FACTS = (facts.MissionOver, facts.BaseStruck, facts.ReconFlew)
"""Facts that belong to the air war; all others are told with the turn's frame."""


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """What a report says of an event."""
    if isinstance(event, (*events_air.EVENTS, *AIR_FACTS)):
        return wording_air.lines(event, charts)
    if isinstance(event, events_play.EVENTS):
        return wording_play.lines(event, charts)
    if isinstance(event, events_sea.EVENTS):
        return wording_sea.lines(event, charts)
    if isinstance(event, events_ground.EVENTS):
        return wording_ground.lines(event, charts)
    if isinstance(event, (*events_turn.EVENTS, *facts.FACTS)):
        return wording_turn.lines(event, charts)
    if isinstance(event, events_secret.EVENTS):
        return wording_secret.lines(event, charts)
    raise TypeError(f"no words for {type(event).__name__}")
