"""Why an order came to nothing when its time came, in words [P0.5, F.2.2]."""

from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Strike


def void_at(order: str) -> str:
    """How what an order is about goes with it: a strike `at` a force, else `of` it."""
    return "at" if order == Strike.type else "of"


def void_line(event: Voided) -> Line:
    """The sentence for an order that came to nothing: what, and why."""
    subject = f" {void_at(event.order)} {mention(event.subject)}" if event.subject else ""
    text = f"{event.seat}: '{event.order}'{subject} is void: {event.why} [{event.cited}]"
    return Line(text=text, kind="note")
