"""Openings in words (E.5)."""

from collections.abc import Iterator

from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_openings import CountsTold, ItemBroken
from pbem.systems.cartwheel.words.names import aircraft, base_name


def opening_lines(event: Event, charts: Charts) -> Iterator[Line]:
    """What a report says of an opening; nothing of other events."""
    match event:
        case CountsTold():
            words = aircraft(event.fighters, event.bombers)
            yield Line(text=f"Recon finds {words} at {base_name(event.base, charts)} [7.3.4~].")
        case ItemBroken():
            words = f"{event.seat} opened '{event.item}', and it means nothing"
            yield Line(text=f"{words}: the rules' default holds [E.5]", kind="breach")
