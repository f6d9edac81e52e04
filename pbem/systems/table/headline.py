"""What happened at a table in a few sentences [T1-T10]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest
from typing import Any, Literal

from pbem.counting import count
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, fitted, stopped
from pbem.frozen import Value
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.notation import parse
from pbem.systems.table.state import Game
from pbem.systems.table.wording import by_throw, claims_told, lines
from pbem.systems.table.words import OFF, SHORT, quoted, value_told

END, COUNTED, FEWER, TABLE, PHASE, OPENED, ROLLS, SAID, COMING, SEALED = range(11, 1, -1)
"""How much weight each part has where there is no room for all.

`FEWER` are the more important parts in fewer words, `COUNTED` in the fewest. A new turn weighs as
much as these.
"""

Forms = tuple[tuple[int, str], ...]
"""The words of a clause, from the most to the fewest, with their weights."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, limits: Limits, most: int = LINES
) -> tuple[str, ...]:
    """The end and its offers, rolls, turns, notes, what was set and disputed, and said."""
    events = [one.event for one in happenings]
    clauses = [
        Clause(sentence=number, forms=tuple((weight, one.rstrip(".")) for weight, one in forms))
        for number, part in enumerate(_parts(events, game, limits))
        for forms in part
    ]
    return fitted(clauses, {}, stopped, most)


MOST_DICE = 20
"""A headline has the dice of a roll of no more than so many, and no more sums of one."""
MOST_ROLLS = 4
"""So many rolls are told with their dice; of more than these each has its result alone."""
MOST_SHORT = (
    (TABLE, 12, SHORT),
    (TABLE, 6, SHORT),
    (FEWER, 3, SHORT // 2),
    (FEWER, 2, SHORT // 2),
)
"""So many of them are told, as many of each seat as there is room, its last ones; with so many
characters of what each is for."""
MOST_FACES = 40
"""Of these the dice are told, too, where they are no more than so many in all."""
MOST_SAID = 4
"""Of what a seat says at one time so many words are told: its last ones."""
MOST_SET = 4
"""So many counters are told with their values where there is no room for all."""
LONG = 160
"""So many characters of what was said, or opened, are told where there is room."""


def _parts(events: list[Event], game: Game | None, limits: Limits) -> Iterator[Iterable[Forms]]:
    begun = [event for event in events if isinstance(event, happened.PhaseBegun)]
    yield (((END, one),) for one in _end(events, limits))
    yield _rolls([event for event in events if isinstance(event, happened.Rolled)])
    yield _waiting(events)
    yield (((PHASE, one),) for one in _last(events, happened.Passed, limits))
    yield _sealed(events)
    yield _opened(events, limits)
    yield chain(_phases(begun, limits), _table(events, game))
    yield _said(event for event in events if isinstance(event, happened.Said))


def _end(events: Iterable[Event], limits: Limits) -> Iterator[str]:
    """That the game is over; else what was not agreed to, and what is offered since [T10]."""
    kinds = happened.GameEnded | happened.EndDeclined | happened.EndOffered
    found = [event for event in events if isinstance(event, kinds)]
    if found and isinstance(found[-1], happened.EndOffered):
        yield from _last(found, happened.EndDeclined, limits)
    yield from _last(found, kinds, limits)


def _said(words: Iterable[happened.Said]) -> Iterator[Forms]:
    """What each seat says, at length or shortened, else how much [T8]."""
    for seat, run in groupby(words, key=lambda one: one.seat):
        all_ = [one.words for one in run]
        many = count(len(all_), "thing")
        of = f" {many}, the last of them" if all_[MOST_SAID:] else ""
        last = all_[-MOST_SAID:]
        whole, short = ("; ".join(quoted(one, most) for one in last) for most in (LONG, SHORT))
        few = f"{seat} says {many}"
        yield (
            (SEALED, f"{seat} says{of}: {whole}"),
            (SAID, f"{seat} says{of}: {short}"),
            (PHASE, few),
        )


def _opened(events: Iterable[Event], limits: Limits) -> Iterator[Forms]:
    """Each note that was read aloud, at length or shortened; and one that was none [T4]."""
    for event in events:
        match event:
            case happened.NoteOpened(words=words):
                opens = f"{event.seat} opens"
                read = f"{opens} {_called(event)}"
                if words.strip():
                    whole, short = (f"{read}: {quoted(words, most)}" for most in (LONG, SHORT))
                    yield (SAID, whole), (OPENED, short), (COUNTED, f"{opens} {event.note}")
                else:
                    yield (OPENED, f"{read}: it is empty"), (COUNTED, f"{opens} {event.note}")
            case happened.NoteVoid():
                yield ((END, lines(event, limits)[-1].text),)


def _called(note: happened.NoteSealed | happened.NoteOpened) -> str:
    """A note with what it is about: `note-1 ("flak")`."""
    return f"{note.note} ({quoted(note.about)})" if note.about else note.note


def _sealed(events: Iterable[Event]) -> Iterator[Forms]:
    """Who seals which notes, and about what."""
    notes = [event for event in events if isinstance(event, happened.NoteSealed)]
    for seat in dict.fromkeys(note.seat for note in notes):
        own = [note for note in notes if note.seat == seat]
        whole = ", ".join(map(_called, own))
        yield (SEALED, f"{seat} seals {whole}"), (SAID, f"{seat} seals {count(len(own), 'note')}")


def _table(events: Iterable[Event], game: Game | None) -> Iterator[Forms]:
    """What lies otherwise on the table: what is disputed, and what was set."""
    now = _counters(events)
    for name in (name for name, one in now.items() if one.how == "disputed"):
        yield _claims(name, game)
    both = [
        f"{name} is {value_told(one.value)}" for name, one in now.items() if one.how == "settled"
    ]
    changed = {name: one for name, one in now.items() if one.how == "set"}
    put_ = [f"{name} to {one.told}" for name, one in changed.items() if one.value]
    gone = [f"{name}{one.was}" for name, one in changed.items() if not one.value]
    yield from _several("Both sides hold now: ", both)
    yield from _several("Set: ", put_)
    yield from _several("Off the table: ", gone)


def _several(before: str, counters: Sequence[str]) -> Iterator[Forms]:
    """All of some counters, else the first of them and how many more there are, else how many."""
    if not counters:
        return
    forms = [(TABLE, f"{before}{', '.join(counters)}")]
    if more := len(counters[MOST_SET:]):
        forms.append((FEWER, f"{before}{', '.join(counters[:MOST_SET])} and {more} more"))
    yield (*forms, (COUNTED, f"{before}{count(len(counters), 'counter')}"))


def _phases(begun: Sequence[happened.PhaseBegun], limits: Limits) -> Iterator[Forms]:
    """The turn and the phase that play has come to, and the phases on the way there [T7]."""
    turn = max((at for at, one in enumerate(begun, 1) if one.turn), default=0)
    for part in (begun[:turn], begun[turn:]):
        if through := dict.fromkeys(one.phase for one in part[:-1] if one.phase):
            yield ((SEALED, f"Phases gone through: {', '.join(through)}"),)
        weight = COUNTED if part and part[-1].turn else PHASE
        yield from (((weight, one),) for one in _last(part, happened.PhaseBegun, limits))


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


def _claims(counter: str, game: Game | None) -> Forms:
    """A disputed counter with its value, and what each side holds, as far as it is known."""
    disputed = f"{counter} is disputed"
    if game is None or counter not in game.disputes:
        return ((COUNTED, disputed),)
    now, held = value_of(game, counter), claims_told(game, counter)
    stands = f"stands at {value_told(now)}" if now else f"is {OFF}"
    whole, short = f"{disputed}, and {stands}: {held}", f"{disputed}: {held}"
    return (TABLE, whole), (FEWER, short), (COUNTED, disputed)


def _rolls(rolls: Sequence[happened.Rolled]) -> Iterator[Forms]:
    """Rolls in the order in which they fell: few with their dice, many with their results alone."""
    if not rolls:
        return
    whole = [(ROLLS, "; ".join(map(_rolled, rolls)))] if len(rolls) <= MOST_ROLLS else []
    fewer = [(weight, _last_of_each(rolls, most, cut)) for weight, most, cut in MOST_SHORT]
    yield (*dict.fromkeys((*whole, *fewer)), (COUNTED, count(len(rolls), "roll")))


def _last_of_each(rolls: Sequence[happened.Rolled], most: int, cut: int) -> str:
    """Results of so many rolls, of each seat its last ones, and how many came before them."""
    by_seat = {seat: [one for one in rolls if one.seat == seat] for seat in (r.seat for r in rolls)}
    ranked = zip_longest(*(reversed(own) for own in by_seat.values()))
    kept = [one for row in ranked for one in row if one is not None][:most]
    faces = sum(map(_thrown, kept)) <= MOST_FACES
    runs = groupby((one for one in rolls if one in kept), key=lambda one: one.seat)
    told_ = [
        f"{seat} rolled {', '.join(_short(one, cut, faces=faces) for one in run)}"
        for seat, run in runs
    ]
    more = len(rolls) - len(kept)
    before = f"{count(more, 'roll')}, then " if more else ""
    return f"{before}{'; '.join(told_)}"


def _waiting(events: Sequence[Event]) -> Iterator[Forms]:
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
        whole, few = "; ".join(waiting), count(len(waiting), "roll")
        yield (COMING, f"Dice to come: {whole}"), (OPENED, f"Dice to come: {few}")


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])


def _rolled(event: happened.Rolled) -> str:
    rolled = f"{event.seat} rolled {event.dice} = {_sums(event)}{_dice(event)}"
    return f"{rolled} for {quoted(event.about)}"


def _short(event: happened.Rolled, cut: int, *, faces: bool) -> str:
    return f"{quoted(event.about, cut)} {_sums(event)}{_dice(event) if faces else ''}"


def _sums(event: happened.Rolled) -> str:
    sums = [str(one) for one in event.sums[:MOST_DICE]]
    more = f", … ({count(len(event.sums), 'throw')})" if event.sums[MOST_DICE:] else ""
    return f"{', '.join(sums)}{more}"


def _dice(event: happened.Rolled) -> str:
    """Each die of a roll of several: often hits are counted, and no sum."""
    formula = parse(event.dice)
    if formula is None or not len(event.sums) < _thrown(event) <= MOST_DICE:
        return ""
    return f" ({by_throw(formula, event.rolls)})"


def _thrown(event: happened.Rolled) -> int:
    return sum(len(roll.dice) for roll in event.rolls)
