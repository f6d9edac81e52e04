"""What is told of the sequence of play itself [P0, F.1]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.events_play import (
    FirstMover,
    Passed,
    Resigned,
    StandingBroken,
    StandingOpened,
    StandingVoid,
    Voided,
    WarBegun,
)
from pbem.systems.pto.table.naming import all_of, seat_at_first, seat_does, seat_name, side_name
from pbem.systems.pto.words.standing import opened_orders, standing_lines
from pbem.systems.pto.words.void import void_line

OUT = {"rests": "rest", "declines": "have declined", "poor": "can pay for none"}
"""Why a side that was not asked passes [P0.5, PH13.4]."""


def lines(event: Event, charts: Charts) -> tuple[Line, ...]:
    """The sentences for an event of the sequence of play."""
    match event:
        case StandingOpened():
            return tuple(_opened(event))
        case StandingBroken():
            text = (
                f"{seat_does(event.seat, 'opens', 'open')} an item that is no list of standing"
                " orders: the defaults of all that can be sealed hold [F.1]"
            )
            found = Line(text=text, kind="breach")
        case StandingVoid():
            found = Line(text=_standing_void(event), kind="breach")
        case Voided():
            found = void_line(event)
        case FirstMover():
            found = Line(text=f"The {side_name(event.side)} perform phase 3 first [P3.0.1]")
        case WarBegun():
            text = f"Japan is at war with others than China; from now on {fuel_words(charts)}"
            found = Line(text=text, kind="note")
        case Passed():
            until = " for the rest of the month" if event.rest else ""
            why = (
                "PH13.3, F.2.6]"
                if event.rest
                else "PH13.3]"
                if event.asked
                else f"PH13.4]: they {all_of(OUT[one] for one in event.why)}"
            )
            found = Line(text=f"The {side_name(event.side)} pass{until} [{why}")
        case Resigned():
            found = Line(text=seat_does(event.seat, "resigns", "resign"), kind="loss")
        case _:
            return ()
    return (found,)


def fuel_words(charts: Charts) -> str:
    """What Japan pays for battleships once it is at war, as a clause [D13.2, D13.3]."""
    ships = charts.upkeep.battleships
    return (
        f"{ships} battleships that move at a month's end cost it 1 EP, and a sea"
        f" offensive takes {charts.offensive_limits.battleships} offensives for each task force"
        " with a battleship [D13]"
    )


def _opened(event: StandingOpened) -> Iterator[Line]:
    """What was sealed and is in force now, in words, as far as it was not known before [F.1]."""
    new = opened_orders(event)
    opens = seat_does(event.seat, "opens", "open")
    if not new:
        yield Line(text=f"{opens} sealed standing orders: all are as before [F.1]")
        return
    as_before = len(event.types) - len(new)
    more = f"; {count(as_before, 'other')} {'is' if as_before == 1 else 'are'} as before"
    words = f"{opens} sealed standing orders{more if as_before else ''} [F.1]"
    yield Line(text=f"{words}; in force from now on:", kind="note")
    for sentence in standing_lines(new, whose=f"All of {seat_name(event.seat)}"):
        yield Line(text=sentence)


def _standing_void(event: StandingVoid) -> str:
    """A standing order that fails as it opens, with what it did [F.1]."""
    did = {
        "F.6": "cannot be read",
        "F.6.3": "names what was not there",
        "F.6.6": "is out of bounds or stands there twice",
        "D11.3": "names a unit for both stacks",
        "PH10.3": "names a unit without bombing strength",
    }
    of = f" of {mention(event.of)}" if event.of else ""
    words = (
        f"{seat_at_first(event.seat)}: sealed standing order '{event.order}'{of} {did[event.cited]}"
    )
    return f"{words}, so the default holds [F.1, {event.cited}]"
