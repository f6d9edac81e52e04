"""A file's orders told before they are signed, and what happened in a few lines [T1-T10]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, zip_longest
from typing import Any, Literal

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.foretold import Foretold, told
from pbem.engine.orders import Order
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import Setup, View
from pbem.frozen import Value
from pbem.narrow import write_value
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.check import first_sight
from pbem.systems.table.counters import value_of
from pbem.systems.table.kinds import KINDS, Sight, ends
from pbem.systems.table.notation import parse
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Seal
from pbem.systems.table.state import Game
from pbem.systems.table.wording import by_throw, claims_told, lines, result_told
from pbem.systems.table.words import OFF, marked, quoted, value_told


def mails(setup: Setup, _: Limits) -> str:
    """Who writes when, and whose file opens the dice [T1, T9]."""
    opener = "the referee's" if setup.options.get("witness") == "referee" else "the other side's"
    return f"the sides write in turn; dice are read with {opener} next file [T1]"


def brief(_table: Mapping[str, Any], limits: Limits) -> tuple[Sheet, ...]:
    """What can be said of any boxed game: who mails when [T1, T9]."""
    usual = Setup(scenario={}, seats=(), options={})
    rows = (
        ("turns", "as many as the boxed game has; the players call them [T7]"),
        ("mails", mails(usual, limits)),
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
    put_ = {order.counter for order in orders if isinstance(order, Put)}
    left += [
        f"You name no value for {order.counter}: it is settled when both sides set it alike [T6]."
        for order in orders
        if isinstance(order, Contest) and order.counter not in put_
    ]
    if offer and not ended:
        left.append(f"You do not agree to the end that is offered: {offer} [T10].")
    end = (f"This file ENDS the game: {result_told(offer)} [T10].",) if ended else ()
    if ended and any(isinstance(order, Put) for order in orders):
        end = (*end, "What it sets nobody can contest any more [T6, T10].")
    if any(isinstance(order, Roll) for order in orders):
        left.append("Its dice are fixed with this file, and read with the next one [T1].")
    warnings = (
        _alike(view.game, orders), _to_the_letter(first, orders), _twice(view.game, orders),
        _empty(orders),
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
        claims = sight.game.disputes.get(order.counter) if isinstance(order, Put) else None
        if isinstance(order, Put) and claims is not None and other in claims:
            claim, told_ = claims[other], (claims[other], value_told(claims[other]))
            if claim != order.value and _plain(order.value) in map(_plain, told_):
                agreeing = f"to agree with {other}, set it to {write_value(claim)}"
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
            stands = f"is {value_told(value)} already" if value else "is not on the table"
            yield f"{name} {stands}: this changes nothing [T5]."


def _place(phase: str, listed: tuple[str, ...]) -> int:
    return listed.index(phase) if phase in listed else 0


def _rolled_late(orders: tuple[Order, ...]) -> Iterator[str]:
    """Rolls behind the end of the turn, which still belong to it [T7]."""
    ends_ = [at for at, order in enumerate(orders) if isinstance(order, Phase) and order.new_turn]
    if ends_ and any(isinstance(order, Roll) for order in orders[ends_[0] :]):
        yield "The new turn begins behind all dice of this file: they belong to the old one [T7]."


def _twice(game: Game, orders: tuple[Order, ...]) -> Iterator[str]:
    """Counters that one file sets again, and what stands, or is held, in the end [T5, T6]."""
    disputed = {order.counter for order in orders if isinstance(order, Contest)} | {*game.disputes}
    times = Counter(order.counter for order in orders if isinstance(order, Put))
    last = {order.counter: order.value for order in orders if isinstance(order, Put)}
    for name, value in last.items():
        if times[name] > 1:
            stands = "you hold that it" if name in disputed else "what stands"
            yield f"{name} is set more than once: {stands} is {value_told(value)} [T5]."


def _empty(orders: tuple[Order, ...]) -> Iterator[str]:
    """Notes that nobody has written anything on [T3]."""
    for order in orders:
        if isinstance(order, Seal) and not order.words.strip():
            about = f"The note about {marked(order.about)}" if order.about else "A note"
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
"""So many rolls are told with their dice; of more than these each has its result alone."""
MOST_SHORT = 12
"""So many of them are told, as many of each seat as there is room: its last ones."""


def _summed_up(
    happenings: tuple[Happening, ...], game: Game | None, limits: Limits
) -> Iterator[str]:
    events = [one.event for one in happenings]
    yield from _refused(events, game)
    yield from _last(events, happened.GameEnded | happened.EndOffered, limits)
    yield from _rolls([event for event in events if isinstance(event, happened.Rolled)])
    yield from _waiting(events)
    yield from _last(events, happened.Passed, limits)
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
    words = quoted(note.words) if note.words.strip() else "it is empty"
    return f"{note.seat} opens {_called(note)}: {words}"


def _called(note: happened.NoteSealed | happened.NoteOpened) -> str:
    """A note with what it is about: `note-1 ("flak")`."""
    return f"{note.note} ({quoted(note.about)})" if note.about else note.note


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
    now = _counters(events)
    yield from (_claims(name, game) for name, one in now.items() if one.how == "disputed")
    both = [
        f"{name} is {value_told(one.value)}" for name, one in now.items() if one.how == "settled"
    ]
    if both:
        yield f"Both sides hold now: {', '.join(both)}."
    changed = {name: one for name, one in now.items() if one.how == "set"}
    put_ = [f"{name} to {one.told}" for name, one in changed.items() if one.value]
    gone = [f"{name}{one.was}" for name, one in changed.items() if not one.value]
    if put_:
        yield f"Set: {', '.join(put_)}."
    if gone:
        yield f"Off the table: {', '.join(gone)}."


class _Became(Value):
    """What events make of a counter in the end [T5, T6], and what it was before all of them."""

    how: Literal["set", "settled", "disputed"]
    value: str = ""
    before: str = ""

    @property
    def was(self) -> str:
        return f" (was {value_told(self.before)})" if self.before else ""

    @property
    def told(self) -> str:
        return f"{value_told(self.value)}{self.was}"


def _counters(events: Iterable[Event]) -> Mapping[str, _Became]:
    """Every counter that events touch, with what the last of them makes of it."""
    found: dict[str, _Became] = {}
    for event in events:
        match event:
            case happened.CounterSet(counter=name, value=value, before=before):
                earlier = found.get(name)
                first = earlier.before if earlier and earlier.how == "set" else before
                found[name] = _Became(how="set", value=value, before=first)
            case happened.CounterContested() | happened.CounterClaimed():
                found[event.counter] = _Became(how="disputed")
            case happened.CounterSettled():
                found[event.counter] = _Became(how="settled", value=event.value)
    return found


def _claims(counter: str, game: Game | None) -> str:
    """A disputed counter with its value, and what each side holds, as far as it is known."""
    if game is None or counter not in game.disputes:
        return f"{counter} is disputed."
    now = value_of(game, counter)
    stands = f"stands at {value_told(now)}" if now else f"is {OFF}"
    return f"{counter} is disputed, and {stands}: {claims_told(game, counter)}."


def _rolls(rolls: Sequence[happened.Rolled]) -> Iterator[str]:
    """Rolls in the order in which they fell: few with their dice, many with their results alone."""
    if not rolls:
        return
    if len(rolls) <= MOST_ROLLS:
        yield f"{'; '.join(map(_rolled, rolls))}."
        return
    by_seat = {seat: [one for one in rolls if one.seat == seat] for seat in (r.seat for r in rolls)}
    ranked = zip_longest(*(reversed(own) for own in by_seat.values()))
    kept = [one for row in ranked for one in row if one is not None][:MOST_SHORT]
    runs = groupby((one for one in rolls if one in kept), key=lambda one: one.seat)
    told_ = [
        f"{seat} rolled {', '.join(f'{quoted(one.about)} {_sums(one)}' for one in run)}"
        for seat, run in runs
    ]
    more = len(rolls) - len(kept)
    before = f"{count(more, 'roll')}, then " if more else ""
    yield f"{before}{'; '.join(told_)}."


def _waiting(events: Sequence[Event]) -> Iterator[str]:
    """Rolls that are ordered, and of which nobody knows the dice yet [T1]."""
    thrown = {
        roll.label for event in events if isinstance(event, happened.Rolled) for roll in event.rolls
    }
    waiting = [
        f"{event.seat} rolls {event.dice} for {quoted(event.about)}"
        for event in events
        if isinstance(event, happened.RollOrdered) and not thrown.intersection(event.labels)
    ]
    if waiting:
        yield f"Dice to come: {'; '.join(waiting)}."


def _refused(events: Sequence[Event], game: Game | None) -> Iterator[str]:
    """Offers of an end behind which the other side has written, and did not agree [T10]."""
    if game is None or game.ending:
        return
    for at, offer in enumerate(events):
        if isinstance(offer, happened.EndOffered):
            other = game.other(game.sides[offer.seat])
            authors = (getattr(one, "seat", "") for one in events[at:])
            others = (who for who in authors if game.sides.get(who) == other)
            what = f"the end that {offer.seat} offered: {result_told(offer.result)}"
            yield from (f"{who} does not agree to {what}." for who in islice(others, 1))


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])


def _rolled(event: happened.Rolled) -> str:
    rolled = f"{event.seat} rolled {event.dice} = {_sums(event)}{_dice(event)}"
    return f"{rolled} for {quoted(event.about)}"


def _sums(event: happened.Rolled) -> str:
    return ", ".join(map(str, event.sums))


def _dice(event: happened.Rolled) -> str:
    """Each die of a roll of several: often hits are counted, and no sum."""
    formula, thrown = parse(event.dice), sum(len(roll.dice) for roll in event.rolls)
    if formula is None or not len(event.sums) < thrown <= MOST_DICE:
        return ""
    return f" ({by_throw(formula, event.rolls)})"
