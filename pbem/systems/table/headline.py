"""What happened at a table in a few sentences [T1-T10]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Any, Literal

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, clause, fitted, stopped
from pbem.frozen import Value
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.notation import parse
from pbem.systems.table.state import Game
from pbem.systems.table.wording import by_throw, claims_told, lines
from pbem.systems.table.words import OFF, quoted, value_told

END, TABLE, TURN, OPENED, ROLLS, SAID, COMING, SEALED = range(9, 1, -1)
"""How much weight each part has where there is no room for all."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, limits: Limits, most: int = LINES
) -> tuple[str, ...]:
    """The end and its offers, rolls, turns, notes, what was set and disputed, and said."""
    clauses = [*_clauses([one.event for one in happenings], game, limits)]
    return fitted(clauses, {}, stopped, most)


MOST_DICE = 20
"""A headline has the dice of a roll of no more than so many."""
MOST_ROLLS = 4
"""So many rolls are told with their dice; of more than these each has its result alone."""
MOST_SHORT = 12
"""So many of them are told, as many of each seat as there is room: its last ones."""
MOST_FACES = 40
"""Of these the dice are told, too, where they are no more than so many in all."""
MOST_SAID = 4
"""Of what a seat says at one time so many words are told: its last ones."""


def _clauses(events: list[Event], game: Game | None, limits: Limits) -> Iterator[Clause]:
    rolled = [event for event in events if isinstance(event, happened.Rolled)]
    opened = [event for event in events if isinstance(event, happened.NoteOpened)]
    sealed = "; ".join(_sealed(events))
    begun = [event for event in events if isinstance(event, happened.PhaseBegun)]
    parts = (
        ((END, one) for one in _end(events, limits)),
        ((ROLLS, one) for one in _rolls(rolled)),
        ((COMING, one) for one in _waiting(events)),
        ((TURN, one) for one in _last(events, happened.Passed, limits)),
        ((SEALED, one) for one in (sealed,) if one),
        ((OPENED, "; ".join(map(_opened, one))) for one in (opened,) if one),
        chain(
            ((TURN, one) for one in _phases(begun, limits)),
            ((TABLE, one) for one in _table(events, game)),
        ),
    )
    for number, said in enumerate(parts):
        yield from (clause(number, weight, one.rstrip(".")) for weight, one in said)
    remarks = [event for event in events if isinstance(event, happened.Said)]
    yield from _said(remarks, len(parts))


def _end(events: Iterable[Event], limits: Limits) -> Iterator[str]:
    """That the game is over; else what was not agreed to, and what is offered since [T10]."""
    kinds = happened.GameEnded | happened.EndDeclined | happened.EndOffered
    found = [event for event in events if isinstance(event, kinds)]
    if found and isinstance(found[-1], happened.EndOffered):
        yield from _last(found, happened.EndDeclined, limits)
    yield from _last(found, kinds, limits)


def _said(words: Iterable[happened.Said], number: int) -> Iterator[Clause]:
    """What each seat says, else how much [T8]."""
    for seat, run in groupby(words, key=lambda one: one.seat):
        all_ = [quoted(one.words) for one in run]
        many = count(len(all_), "thing")
        of = f" {many}, the last of them" if all_[MOST_SAID:] else ""
        whole = f"{seat} says{of}: {'; '.join(all_[-MOST_SAID:])}"
        yield Clause(sentence=number, forms=((SAID, whole), (END, f"{seat} says {many}")))


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


def _table(events: list[Event], game: Game | None) -> Iterator[str]:
    """What lies otherwise on the table: what is disputed, and what was set."""
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


def _phases(begun: Sequence[happened.PhaseBegun], limits: Limits) -> Iterator[str]:
    """The turn and the phase that play has come to, and the phases on the way there [T7]."""
    turn = max((at for at, one in enumerate(begun, 1) if one.turn), default=0)
    for part in (begun[:turn], begun[turn:]):
        if through := dict.fromkeys(one.phase for one in part[:-1] if one.phase):
            yield f"Phases gone through: {', '.join(through)}."
        yield from _last(part, happened.PhaseBegun, limits)


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
    faces = sum(map(_thrown, kept)) <= MOST_FACES
    runs = groupby((one for one in rolls if one in kept), key=lambda one: one.seat)
    told_ = [
        f"{seat} rolled {', '.join(_short(one, faces=faces) for one in run)}" for seat, run in runs
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


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])


def _rolled(event: happened.Rolled) -> str:
    rolled = f"{event.seat} rolled {event.dice} = {_sums(event)}{_dice(event)}"
    return f"{rolled} for {quoted(event.about)}"


def _short(event: happened.Rolled, *, faces: bool) -> str:
    return f"{quoted(event.about)} {_sums(event)}{_dice(event) if faces else ''}"


def _sums(event: happened.Rolled) -> str:
    return ", ".join(map(str, event.sums))


def _dice(event: happened.Rolled) -> str:
    """Each die of a roll of several: often hits are counted, and no sum."""
    formula = parse(event.dice)
    if formula is None or not len(event.sums) < _thrown(event) <= MOST_DICE:
        return ""
    return f" ({by_throw(formula, event.rolls)})"


def _thrown(event: happened.Rolled) -> int:
    return sum(len(roll.dice) for roll in event.rolls)
