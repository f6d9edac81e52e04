"""Events as sentences; each part of the rules tells its own."""

from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.words import combat as wording_combat
from pbem.systems.pto.words import economy as wording_economy
from pbem.systems.pto.words import land as wording_land
from pbem.systems.pto.words import naval as wording_naval
from pbem.systems.pto.words import play as wording_play
from pbem.systems.pto.words import victory as wording_victory

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
