"""What happened at a table in a few sentences [T1-T10]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, Literal

from pbem.counting import count, listed
from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, fitted, stopped
from pbem.frozen import Value, replace
from pbem.systems.table import events as happened
from pbem.systems.table.charts import Limits
from pbem.systems.table.counters import value_of
from pbem.systems.table.headline_dice import rolled_told, waiting_told
from pbem.systems.table.state import Game
from pbem.systems.table.weights import (
    BARE,
    BRIEF,
    END,
    FEWER,
    KEPT,
    LISTED,
    LONG,
    MOST_NAMED,
    NAMED,
    NEWS,
    OPENED,
    PHASE,
    SAID,
    SEALED,
    TABLE,
    Forms,
    all_or_more,
)
from pbem.systems.table.wording import claims_told, lines, result_told
from pbem.systems.table.words import OFF, SHORT, quoted, value_told

MOST_SAID = 4
"""Of what a seat says at one time so many words are told: its last ones."""


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


def _parts(events: list[Event], game: Game | None, limits: Limits) -> Iterator[Iterable[Forms]]:
    begun = [event for event in events if isinstance(event, happened.PhaseBegun)]
    seats = game.seats if game else dict.fromkeys(seat for one in events if (seat := _author(one)))
    yield _end(events, limits)
    yield rolled_told([event for event in events if isinstance(event, happened.Rolled)], seats)
    yield waiting_told(events, seats)
    yield (((PHASE, one),) for one in _last(events, happened.Passed, limits))
    yield _sealed(events)
    yield _opened(events, limits)
    yield chain(_turn(events, begun, limits), _phases(begun, limits), _table(events, game))
    yield _said(event for event in events if isinstance(event, happened.Said))


def _author(event: Event) -> str:
    """The seat whose doing an event is; empty for the end of the game."""
    return getattr(event, "seat", "")


def _end(events: Iterable[Event], limits: Limits) -> Iterator[Forms]:
    """That the game is over; else what was not agreed to, and what is offered since [T10]."""
    kinds = happened.GameEnded | happened.EndDeclined | happened.EndOffered
    found = [event for event in events if isinstance(event, kinds)]
    declined = [event for event in found if isinstance(event, happened.EndDeclined)]
    if declined and not isinstance(found[-1], happened.GameEnded):
        one = declined[-1]
        short = f"{one.seat} declines the end that {one.side} offered"
        yield (FEWER, lines(one, limits)[-1].text), (END, short)
    if found and isinstance(last := found[-1], happened.EndOffered):
        short = f"{last.seat} offers the end: {result_told(last.result)}"
        yield (PHASE, lines(last, limits)[-1].text), (END, short)
    elif found and isinstance(last, happened.GameEnded):
        yield ((END, lines(last, limits)[-1].text),)


def _said(words: Iterable[happened.Said]) -> Iterator[Forms]:
    """What each seat says, at length or shortened; else the last of it [T8]."""
    for seat, run in groupby(words, key=lambda one: one.seat):
        all_ = [one.words for one in run]
        forms = ((SAID, MOST_SAID, LONG), (SEALED, MOST_SAID, SHORT), (NEWS, 1, BRIEF))
        yield tuple((weight, _words(seat, all_, most, cut)) for weight, most, cut in forms)


def _words(seat: str, all_: Sequence[str], most: int, cut: int) -> str:
    """The last of what a seat says, and of how much it is the last."""
    of = f" {count(len(all_), 'thing')}, the last of them" if all_[most:] else ""
    return f"{seat} says{of}: {'; '.join(quoted(one, cut) for one in all_[-most:])}"


def _opened(events: Iterable[Event], limits: Limits) -> Iterator[Forms]:
    """The notes that each seat reads aloud, at length or shortened; and one that was none [T4]."""
    notes = [one for one in events if isinstance(one, happened.NoteOpened | happened.NoteVoid)]
    for (seat, void), run in groupby(
        notes, key=lambda one: (one.seat, isinstance(one, happened.NoteVoid))
    ):
        own = [*run]
        if void:
            yield from (((END, lines(one, limits)[-1].text),) for one in own)
        else:
            yield tuple(_openings(seat, [o for o in own if isinstance(o, happened.NoteOpened)]))


def _openings(seat: str, notes: Sequence[happened.NoteOpened]) -> Iterator[tuple[int, str]]:
    """Notes that a seat opens: first what they are about gives way, then their words but some."""
    for weight, cut in ((OPENED, LONG), (FEWER, SHORT)):
        yield weight, f"{seat} opens {', '.join(_read(one, _called(one), cut) for one in notes)}"
    for weight, cut, most in ((NAMED, SHORT, len(notes)), (KEPT, BRIEF, MOST_NAMED)):
        read = [_read(one, one.note, cut) for one in notes[:most]]
        yield weight, f"{seat} opens {all_or_more(read, len(notes))}"


def _read(note: happened.NoteOpened, called: str, cut: int) -> str:
    return f"{called}: {quoted(note.words, cut) if note.words.strip() else 'it is empty'}"


def _called(note: happened.NoteSealed | happened.NoteOpened) -> str:
    """A note with what it is about: `note-1 ("flak")`."""
    return f"{note.note} ({quoted(note.about)})" if note.about else note.note


def _sealed(events: Iterable[Event]) -> Iterator[Forms]:
    """Who seals which notes, and about what."""
    notes = [event for event in events if isinstance(event, happened.NoteSealed)]
    for seat in dict.fromkeys(note.seat for note in notes):
        own = [note for note in notes if note.seat == seat]
        whole = ", ".join(map(_called, own))
        yield (LISTED, f"{seat} seals {whole}"), (END, f"{seat} seals {count(len(own), 'note')}")


def _table(events: Iterable[Event], game: Game | None) -> Iterator[Forms]:
    """What lies otherwise on the table: what is disputed, and what was set."""
    events = [*events]
    now = _counters(events)
    contests = (one for one in events if isinstance(one, happened.CounterContested))
    contested = {one.counter: one.claim for one in contests}
    disputed = [name for name, one in now.items() if one.how == "disputed"]
    news = {name: _news(events, name) for name in disputed}
    yield from _disputes({name: contested.get(name) for name in disputed}, news, game)
    both = {
        name: (f"{name} is {value_told(one.value)}", "")
        for name, one in now.items()
        if one.how == "settled"
    }
    # where there is no room for all those come first that had another value before, and last those
    # that had the same
    changed = sorted(
        ((name, one) for name, one in now.items() if one.how == "set"),
        key=lambda item: (item[1].before == item[1].value, not item[1].before),
    )
    values = {name: (f"{name} to {value_told(one.value)}", one.was) for name, one in changed}
    put_ = {name: values[name] for name, one in changed if one.value}
    gone = {name: (name, one.was) for name, one in changed if one.before and not one.value}
    yield from _several("Both sides hold now: ", both, values=NAMED, fewer=NAMED)
    yield from _several("Set: ", put_)
    yield from _several("Off the table: ", gone)


def _several(
    before: str, counters: Mapping[str, tuple[str, str]], values: int = BARE, fewer: int = NEWS
) -> Iterator[Forms]:
    """All of some counters and what they were, else the first, how many more; last, names alone.

    `values` and `fewer` are the weights of what they are now: of some of them, and of one or two.
    """
    told, all_ = [f"{now}{was}" for now, was in counters.values()], len(counters)
    plain = [now for now, _ in counters.values()]
    if counters:
        yield (
            (TABLE, f"{before}{', '.join(told)}"),
            (PHASE, f"{before}{all_or_more(told[:MOST_NAMED], all_)}"),
            (values, f"{before}{all_or_more(plain[:MOST_NAMED], all_)}"),
            (fewer, f"{before}{all_or_more(plain[:2], all_)}"),
            (fewer, f"{before}{all_or_more(plain[:1], all_)}"),
            (KEPT, f"{before}{all_or_more([*counters][:2], all_)}"),
        )


def _turn(
    events: Iterable[Event], begun: Sequence[happened.PhaseBegun], limits: Limits
) -> Iterator[Forms]:
    """That a turn has begun which an earlier file called, and dice held up [T7]."""
    if not any(one.turn for one in begun):
        turns = [one for one in events if isinstance(one, happened.TurnBegun)]
        now = [replace(one, phase="") for one in turns] if begun else turns
        yield from (((END, one),) for one in _last(now, happened.TurnBegun, limits))


def _phases(begun: Sequence[happened.PhaseBegun], limits: Limits) -> Iterator[Forms]:
    """The turn and the phase that play has come to, and the phases on the way there [T7]."""
    turn = max((at for at, one in enumerate(begun, 1) if one.turn), default=0)
    yield from _on_the_way(begun[: turn - 1] if turn else begun[:-1])
    if turn:
        yield from _new_turn(begun[turn - 1], begun[turn:], limits)
    else:
        yield from (((END, one),) for one in _last(begun, happened.PhaseBegun, limits))


def _on_the_way(begun: Iterable[happened.PhaseBegun]) -> Iterator[Forms]:
    if through := dict.fromkeys(one.phase for one in begun if one.phase):
        yield ((LISTED, f"Phases gone through: {', '.join(through)}"),)


def _new_turn(
    new: happened.PhaseBegun, behind: Sequence[happened.PhaseBegun], limits: Limits
) -> Iterator[Forms]:
    """A new turn, never with another phase than the one that play has come to."""
    (called,) = _last((new,), happened.PhaseBegun, limits)
    if not behind:
        yield ((END, called),)
        return
    (last,) = _last(behind, happened.PhaseBegun, limits)
    through = [words for forms in _on_the_way(behind[:-1]) for _, words in forms]
    now = f"{new.seat} ends turn {new.turn - 1}; turn {new.turn} is in phase {behind[-1].phase}"
    yield (
        (LISTED, ". ".join(one.rstrip(".") for one in (called, *through, last))),
        (END, f"{now} [T7]"),
    )


class _Became(Value):
    """What events make of a counter in the end [T5, T6], and what it was before all of them."""

    how: Literal["set", "settled", "disputed"]
    value: str = ""
    before: str = ""

    @property
    def was(self) -> str:
        if not self.before:
            return ""
        return " again" if self.before == self.value else f" (was {value_told(self.before)})"


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


def _news(events: Iterable[Event], counter: str) -> str:
    """What is new about a disputed counter: the value that it has again, what is claimed now."""
    told = {}
    for event in events:
        match event:
            case happened.CounterContested(counter=name, value=value) if name == counter:
                told["now"] = f"back at {value_told(value)}" if value else f"{OFF} again"
            case happened.CounterClaimed(counter=name, seat=seat, claim=claim) if name == counter:
                told["claim"] = f"{seat} says {value_told(claim)}"
    return "; ".join(told.values())


def _disputes(
    contested: Mapping[str, str | None], news: Mapping[str, str], game: Game | None
) -> Iterator[Forms]:
    """Disputed counters: with their values and what each side holds, where known, else by name.

    With each is the value that was contested, if that was done now, and its `news`.
    """
    names = [*contested]
    if not names:
        return
    held = [name for name in names if game is not None and name in game.disputes]
    if game is not None and len(held) == len(names):
        told = {name: claims_told(game, name, value) for name, value in contested.items()}
        yield (
            (TABLE, ". ".join(f"{_disputed_at(one, game)}: {told[one]}" for one in names)),
            *_disputed(names, news),
        )
    else:
        yield tuple(_disputed(names, news))


def _disputed(names: Sequence[str], news: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Names of disputed counters with what is new about them, then alone, all or the first."""
    verb = "is" if len(names) == 1 else "are"
    alike = {f" (each {words})" if words else "" for words in news.values()}
    if len(names) > 1 == len(alike):
        yield BARE, f"{listed(names)} are disputed{alike.pop()}"
    else:
        both = (f"{name} ({news[name]})" if news[name] else name for name in names)
        yield BARE, f"{listed([*both])} {verb} disputed"
    for weight, most in ((BARE, len(names)), (NEWS, MOST_NAMED), (KEPT, 2)):
        told = all_or_more(names[:most], len(names)) if names[most:] else listed(names)
        yield weight, f"{told} {verb} disputed"


def _disputed_at(counter: str, game: Game) -> str:
    """That a counter is disputed, and its value till the sides agree [T6]."""
    now = value_of(game, counter)
    return f"{counter} is disputed, and {f'stands at {value_told(now)}' if now else f'is {OFF}'}"


def _last(events: Iterable[Event], kinds: Any, limits: Limits) -> Iterator[str]:
    """The last event of these kinds, in its words."""
    found = [event for event in events if isinstance(event, kinds)]
    yield from (lines(event, limits)[-1].text for event in found[-1:])
