"""Openings in words (E.5)."""

from collections.abc import Iterator

from pbem.engine.events import Event
from pbem.engine.sheets import Line
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.events_openings import CountsTold, ItemBroken
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import ADJECTIVES, aircraft, base_name


def opening_lines(event: Event, charts: Charts) -> Iterator[Line]:
    """What a report says of an opening; nothing of other events."""
    match event:
        case CountsTold():
            whose, base = ADJECTIVES[other(event.owner)], base_name(event.base, charts)
            words = f"{whose} recon finds {aircraft(event.fighters, event.bombers)} at {base}"
            too = f", {counted_too(event.owner, charts)}" if event.fighters or event.bombers else ""
            yield Line(text=f"{words}{too} [7.3.4~, AMB-9].")
        case ItemBroken():
            words = f"{event.seat} opened '{event.item}', and it means nothing"
            yield Line(text=f"{words}: the rules' default holds [E.5]", kind="breach")


def counted_too(side: str, charts: Charts) -> str:
    """Who is told as a fighter or a bomber beside those that fight [AMB-9]."""
    flies = any(one.side == side and one.model.is_transport for one in charts.air.values())
    return f"recon units{' and C-47s' if flies else ''} counted in"
