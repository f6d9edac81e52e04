"""A file's orders told before they are signed, and what happened in a few lines [T1-T10]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.foretold import Foretold, told
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import View
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.check import first_sight
from pbem.systems.table.kinds import KINDS
from pbem.systems.table.orders import Contest, Finish, Put
from pbem.systems.table.state import Game
from pbem.systems.table.wording import lines
from pbem.systems.table.words import quoted


def brief(_table: Mapping[str, Any], _: Limits) -> tuple[Sheet, ...]:
    """What can be said of any boxed game: who mails when [T1, T9]."""
    rows = (
        ("turns", "as many as the boxed game has; the players call them [T7]"),
        ("mails", "the sides write in turn; dice are read with the other side's next file [T1]"),
    )
    return (sheet_of("Terms", ("", ""), rows),)


def foretell(view: View[Game], orders: tuple[Order, ...], limits: Limits) -> Foretold:
    """What each order does, in the order of the file, and what can be answered now or never."""
    contested = {order.counter for order in orders if isinstance(order, Contest)}
    kept = [name for name in view.game.fresh if name not in contested]
    offer = view.game.offers.get(view.game.other(view.game.to_move), "")
    agreed = any(isinstance(order, Finish) for order in orders)
    left = [f"What was set stands, and cannot be contested later: {', '.join(kept)} [T6]."]
    left = left if kept else []
    if offer and not agreed:
        left.append(f"You do not agree to the end that is offered: {offer} [T10].")
    ordered = told(KINDS, first_sight(view, limits), tuple(enumerate(orders, 1)))
    alike = tuple(_alike(view.game, orders))
    return Foretold(ordered=tuple(ordered), left=tuple(left), warnings=alike)


def _alike(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that are new by the case of their letters or by blanks alone [T5]."""
    known = {_plain(name): name for name in (*game.counters, *game.disputes)}
    for order in orders:
        if isinstance(order, Put):
            other = known.setdefault(_plain(order.counter), order.counter)
            if other != order.counter and order.counter not in game.counters:
                yield f"{order.counter} is a counter of its own, beside {other} [T5]."


def _plain(name: str) -> str:
    return "".join(name.casefold().split())


def headline(happenings: tuple[Happening, ...], _: Game | None, limits: Limits) -> tuple[str, ...]:
    """The end and its offers, rolls, turns, opened notes, what was set and disputed, and said."""
    return tuple(_summed_up(happenings, limits))


MOST_ROLLS = 4
"""So many rolls are summed up at most, as many of each seat as there is room: its last ones."""


def _summed_up(happenings: tuple[Happening, ...], limits: Limits) -> Iterator[str]:
    events = [one.event for one in happenings]
    yield from _last(events, happened.GameEnded | happened.EndOffered, limits)
    yield from _rolls([event for event in events if isinstance(event, happened.Rolled)])
    opened = [event for event in events if isinstance(event, happened.NoteOpened)]
    if opened:
        notes = (f"{note.seat} opens {note.note}: {quoted(note.words)}" for note in opened)
        yield "; ".join(notes)
    yield from filter(None, (" ".join(_table(events, limits)),))
    yield from (
        f"{event.seat} says: {quoted(event.words)}"
        for event in events
        if isinstance(event, happened.Said)
    )


def _table(events: list[Event], limits: Limits) -> Iterator[str]:
    """What lies otherwise on the table: turn and phase, what is disputed, what was set."""
    yield from _last(events, happened.PhaseBegun, limits)
    disputed = dict.fromkeys(e.counter for e in events if isinstance(e, happened.CounterContested))
    if disputed:
        yield f"Disputed: {', '.join(disputed)}."
    settled = {e.counter: e.value for e in events if isinstance(e, happened.CounterSettled)}
    if settled:
        both = (f"{name} is {value or 'off the table'}" for name, value in settled.items())
        yield f"Both sides hold now: {', '.join(both)}."
    changed = {e.counter: e.value for e in events if isinstance(e, happened.CounterSet)}
    if changed:
        now = (f"{name} to {value or 'nothing'}" for name, value in changed.items())
        yield f"Set: {', '.join(now)}."


def _rolls(rolls: Sequence[happened.Rolled]) -> Iterator[str]:
    """The last rolls of each seat in turn, in the order in which they fell; how many more."""
    by_seat = {seat: [one for one in rolls if one.seat == seat] for seat in (r.seat for r in rolls)}
    ranked = zip_longest(*(reversed(own) for own in by_seat.values()))
    kept = [one for row in ranked for one in row if one is not None][:MOST_ROLLS]
    more = len(rolls) - len(kept)
    left = f"; and {count(more, 'roll')} more" if more else ""
    if rolls:
        told_ = "; ".join(_rolled(one) for one in rolls if one in kept)
        yield f"{told_}{left}."


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])


def _rolled(event: happened.Rolled) -> str:
    sums = ", ".join(map(str, event.sums))
    return f'{event.seat} rolled {event.dice} = {sums} for "{event.about}"'
