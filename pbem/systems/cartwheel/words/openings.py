"""Openings in words (E.5)."""

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_openings import CountsTold, ItemBroken
from pbem.systems.cartwheel.words.names import base_name


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences of an event; none for an event of another part."""
    match event:
        case CountsTold():
            fighters = count(event.fighters, "fighter")
            words = f"{fighters} and {count(event.bombers, 'bomber')}"
            return (Line(text=f"Recon finds {words} at {base_name(event.base, charts)} [7.3.4~]."),)
        case ItemBroken():
            words = f"{event.seat} opened '{event.item}', and it means nothing"
            return (Line(text=f"{words}: the rules' default holds [E.5]", kind="breach"),)
    return ()
