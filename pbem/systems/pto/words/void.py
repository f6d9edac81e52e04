"""Why an order came to nothing when its time came, or units stayed, in words [P0.5, F.2.2]."""

from pbem.engine.sheets import Line
from pbem.systems.pto.table.events_economy import BombersStay
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.naming import each, seat_at_first, subject_name
from pbem.systems.pto.table.orders_month import Engage, Strike

STAYING = {
    "lost": "lost on the way",
    "turned-back": "turned back on the way, committed",
    "aborted": "aborted, back at the base",
    "committed": "committed",
    "flown": "flew already on the way",
    "unsupplied": "out of supply",
    "damaged": "the carrier is damaged",
    "contested": "the airfield is contested",
    "stranded": "the airfield is lost",
    "grounded": "grounded by weather",
    "far": "out of reach",
}
"""Why units that were ordered to fly stay [F.6.5]."""


def void_at(order: str) -> str:
    """How what an order is about goes with it: `strike` at a force, `engage` by one, else `of`."""
    return {Strike.type: "at", Engage.type: "by"}.get(order, "of")


def void_line(event: Voided) -> Line:
    """The sentence for an order that came to nothing: what, and why."""
    return Line(text=f"{seat_at_first(event.seat)}: {void_words(event)}", kind="note")


def void_words(event: Voided) -> str:
    """The same without its author: `'march' of 1st Burma Div is void: … [PH10.1]`."""
    subject = f" {void_at(event.order)} {subject_name(event.subject)}" if event.subject else ""
    return f"'{event.order}'{subject} is void: {event.why} [{event.cited}]"


def kept_words(event: BombersStay) -> str:
    """Who cannot fly to Japan, and why: `B-29 73BW cannot fly to Japan: grounded by weather`."""
    why = f": {STAYING[event.why]}" if event.why else ""
    return f"{each(event.units)} cannot fly to Japan{why}"
