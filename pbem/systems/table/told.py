"""A file's orders told before they are signed, and what happened in a few lines [T1-T10]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

from pbem.engine.events import Event, Happening
from pbem.engine.foretold import Foretold, told
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import View
from pbem.frozen import FrozenMap
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.check import first_sight
from pbem.systems.table.counters import value_of
from pbem.systems.table.kinds import KINDS, Sight, ends
from pbem.systems.table.notation import parse
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Seal
from pbem.systems.table.state import Game
from pbem.systems.table.wording import in_heaps, lines, result_told
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
    touched = {order.counter for order in orders if isinstance(order, Contest | Put)}
    kept = [name for name in view.game.fresh if name not in touched]
    offer = view.game.offers.get(view.game.other(view.game.to_move), "")
    first = first_sight(view, limits)
    ended = any(isinstance(order, Finish) and ends(first, order) for order in orders)
    left = [f"What was set stands, and cannot be contested later: {', '.join(kept)} [T6]."]
    left = left if kept else []
    if offer and not ended:
        left.append(f"You do not agree to the end that is offered: {offer} [T10].")
    end = (f"This file ENDS the game: {result_told(offer)} [T10].",) if ended else ()
    if ended and any(isinstance(order, Put) for order in orders):
        end = (*end, "What it sets nobody can contest any more [T6, T10].")
    if any(isinstance(order, Roll) for order in orders):
        left.append("Its dice are fixed with this file, and read with the next one [T1].")
    warnings = (
        _alike(view.game, orders), _to_the_letter(first, orders), _twice(orders), _empty(orders),
        _unmoved(view.game, orders), _unchanged(view.game, orders), _rolled_late(orders),
    )  # fmt: skip
    return Foretold(
        ordered=tuple(told(KINDS, first, tuple(enumerate(orders, 1)))),
        left=tuple(left),
        warnings=(*end, *chain.from_iterable(warnings)),
    )


def _alike(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that are new by the case of their letters or by blanks alone [T5]."""
    known = {_plain(name): name for name in (*game.counters, *game.disputes)}
    for order in orders:
        if isinstance(order, Put):
            other = known.setdefault(_plain(order.counter), order.counter)
            if other != order.counter and order.counter not in game.counters:
                yield f"{order.counter} is a counter of its own, beside {other} [T5]."


def _to_the_letter(sight: Sight, orders: tuple[Order, ...]) -> Iterator[str]:
    """Claims that are the other side's but for case or blanks, and so settle nothing [T6]."""
    other = sight.game.other(sight.game.sides[sight.seat])
    for order in orders:
        if isinstance(order, Put):
            claim = sight.game.disputes.get(order.counter, FrozenMap()).get(other, "")
            if claim != order.value and _plain(claim) == _plain(order.value):
                agreeing = f'to agree with {other}, set it to "{claim}"'
                yield f"{order.counter} stays disputed: {agreeing}, to the letter [T6]."


def _unmoved(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Phases that are called while they are on already, or over in this turn [T7]."""
    phase, listed = game.phase, game.phases
    for order in orders:
        if isinstance(order, Phase):
            if order.name and order.name == phase and not order.new_turn:
                yield f"The phase is {phase} already [T7]."
            elif order.name != phase and _plain(order.name) == _plain(phase):
                yield f"{order.name} is a phase of its own, beside {phase} [T7]."
            elif not order.new_turn and order.name in listed[: _place(phase, listed)]:
                back = f"You go back from phase {phase} to {order.name}"
                yield f"{back}: a new turn is called with new_turn = true [T7]."
            phase = order.name


def _unchanged(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters set to what they are, or taken off where they do not lie [T5]."""
    now = {order.counter: order.value for order in orders if isinstance(order, Put)}
    contested = {order.counter for order in orders if isinstance(order, Contest)}
    for name, value in now.items():
        if name not in contested and name not in game.disputes and value == value_of(game, name):
            stands = f"is {value} already" if value else "is not on the table"
            yield f"{name} {stands}: this changes nothing [T5]."


def _place(phase: str, listed: tuple[str, ...]) -> int:
    return listed.index(phase) if phase in listed else 0


def _rolled_late(orders: tuple[Order, ...]) -> Iterator[str]:
    """Rolls behind the end of the turn, which still belong to it [T7]."""
    ends_ = [at for at, order in enumerate(orders) if isinstance(order, Phase) and order.new_turn]
    if ends_ and any(isinstance(order, Roll) for order in orders[ends_[0] :]):
        yield "The new turn begins behind all dice of this file: they belong to the old one [T7]."


def _twice(orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that one file sets again, and what stands in the end [T5]."""
    times = Counter(order.counter for order in orders if isinstance(order, Put))
    last = {order.counter: order.value for order in orders if isinstance(order, Put)}
    for name, value in last.items():
        if times[name] > 1:
            yield f"{name} is set more than once: what stands is {value or 'nothing'} [T5]."


def _empty(orders: tuple[Order, ...]) -> Iterator[str]:
    """Notes that nobody has written anything on [T3]."""
    for order in orders:
        if isinstance(order, Seal) and not order.words.strip():
            about = f'The note about "{order.about}"' if order.about else "A note"
            yield f"{about} has no words: what you seal is empty [T3]."


def _plain(name: str) -> str:
    return "".join(name.casefold().split())


def headline(
    happenings: tuple[Happening, ...], game: Game | None, limits: Limits
) -> tuple[str, ...]:
    """The end and its offers, rolls, turns, notes, what was set and disputed, and said."""
    return tuple(_summed_up(happenings, game, limits))


MOST_DICE = 20
"""A headline has the dice of a roll of no more than so many."""
MOST_ROLLS = 4
"""So many rolls are told with their dice, as many of each seat as there is room: its last ones."""
MOST_SHORT = 6
"""Of the others so many are named."""


def _summed_up(
    happenings: tuple[Happening, ...], game: Game | None, limits: Limits
) -> Iterator[str]:
    events = [one.event for one in happenings]
    yield from _last(events, happened.GameEnded | happened.EndOffered, limits)
    yield from _rolls([event for event in events if isinstance(event, happened.Rolled)])
    yield from _waiting(events)
    if sealed := "; ".join(_sealed(events)):
        yield f"{sealed}."
    opened = [event for event in events if isinstance(event, happened.NoteOpened)]
    if opened:
        yield f"{'; '.join(map(_opened, opened))}."
    yield from filter(None, (" ".join(_table(events, game, limits)),))
    yield from (
        f"{event.seat} says: {quoted(event.words)}"
        for event in events
        if isinstance(event, happened.Said)
    )


def _opened(note: happened.NoteOpened) -> str:
    return f"{note.seat} opens {_called(note)}: {quoted(note.words)}"


def _called(note: happened.NoteSealed | happened.NoteOpened) -> str:
    """A note with what it is about: `note-1 ("flak")`."""
    return f'{note.note} ("{note.about}")' if note.about else note.note


def _sealed(events: list[Event]) -> Iterator[str]:
    """Who seals which notes, and about what."""
    notes = [event for event in events if isinstance(event, happened.NoteSealed)]
    for seat in dict.fromkeys(note.seat for note in notes):
        own = (note for note in notes if note.seat == seat)
        yield f"{seat} seals {', '.join(map(_called, own))}"


def _table(events: list[Event], game: Game | None, limits: Limits) -> Iterator[str]:
    """What lies otherwise on the table: turn and phase, what is disputed, what was set."""
    begun = [event for event in events if isinstance(event, happened.PhaseBegun)]
    turns = [event for event in begun if event.turn][-1:]
    yield from _last(turns, happened.PhaseBegun, limits)
    if begun[-1:] != turns:
        yield from _last(begun, happened.PhaseBegun, limits)
    disputed, settled = _disputes(events)
    yield from (_claims(name, game) for name in disputed)
    if settled:
        both = (f"{name} is {value or 'off the table'}" for name, value in settled.items())
        yield f"Both sides hold now: {', '.join(both)}."
    settings = [event for event in events if isinstance(event, happened.CounterSet)]
    changed = {event.counter: event.value for event in settings}
    was = {event.counter: event.before for event in reversed(settings)}
    now = [f"{name} to {value}{_was(was[name])}" for name, value in changed.items() if value]
    gone = [name for name, value in changed.items() if not value]
    if now:
        yield f"Set: {', '.join(now)}."
    if gone:
        yield f"Off the table: {', '.join(gone)}."


def _was(before: str) -> str:
    return f" (was {before})" if before else ""


def _disputes(events: list[Event]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Counters that are disputed after these events, and those that both sides hold alike [T6]."""
    disputed: dict[str, None] = {}
    settled: dict[str, str] = {}
    for event in events:
        match event:
            case happened.CounterContested() | happened.CounterClaimed():
                disputed[event.counter] = None
                settled.pop(event.counter, None)
            case happened.CounterSettled():
                disputed.pop(event.counter, None)
                settled[event.counter] = event.value
    return tuple(disputed), settled


def _claims(counter: str, game: Game | None) -> str:
    """A disputed counter with its value, and what each side holds, as far as it is known."""
    claims = game.disputes.get(counter, FrozenMap()) if game is not None else FrozenMap()
    if game is None or not claims:
        return f"{counter} is disputed."
    held = ", ".join(f"{side} says {_value(value)}" for side, value in claims.items())
    now = value_of(game, counter)
    stands = f"stands at {_value(now)}" if now else "is off the table"
    return f"{counter} is disputed, and {stands}: {held}."


def _value(value: str) -> str:
    return f'"{value}"' if value else "off the table"


def _rolls(rolls: Sequence[happened.Rolled]) -> Iterator[str]:
    """The last rolls of each seat in turn, in the order in which they fell; how many more."""
    by_seat = {seat: [one for one in rolls if one.seat == seat] for seat in (r.seat for r in rolls)}
    ranked = zip_longest(*(reversed(own) for own in by_seat.values()))
    kept = [one for row in ranked for one in row if one is not None][:MOST_ROLLS]
    others = [one for one in rolls if one not in kept]
    if rolls:
        yield f"{'; '.join(_rolled(one) for one in rolls if one in kept)}."
    if others:
        named = ", ".join(f"{quoted(one.about)} {_sums(one)}" for one in others[-MOST_SHORT:])
        more = f", and {len(others) - MOST_SHORT} more" if len(others) > MOST_SHORT else ""
        yield f"Other rolls: {named}{more}."


def _waiting(events: Sequence[Event]) -> Iterator[str]:
    """Rolls that are ordered, and of which nobody knows the dice yet [T1]."""
    thrown = {
        roll.label for event in events if isinstance(event, happened.Rolled) for roll in event.rolls
    }
    waiting = [
        f'{event.seat} rolls {event.dice} for "{event.about}"'
        for event in events
        if isinstance(event, happened.RollOrdered) and not thrown.intersection(event.labels)
    ]
    if waiting:
        yield f"Dice to come: {'; '.join(waiting)}."


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])


def _rolled(event: happened.Rolled) -> str:
    return f'{event.seat} rolled {event.dice} = {_sums(event)}{_dice(event)} for "{event.about}"'


def _sums(event: happened.Rolled) -> str:
    return ", ".join(map(str, event.sums))


def _dice(event: happened.Rolled) -> str:
    """Each die of a roll of several: often hits are counted, and no sum."""
    formula, thrown = parse(event.dice), sum(len(roll.dice) for roll in event.rolls)
    if formula is None or not len(event.sums) < thrown <= MOST_DICE:
        return ""
    groups = zip(formula.groups, event.rolls, strict=True)
    return f" ({' | '.join(in_heaps(roll.dice, group.count) for group, roll in groups)})"
