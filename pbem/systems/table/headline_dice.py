"""The dice of a headline: those that fell, and those to come [T1]."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import TypeVar

from pbem.counting import count
from pbem.engine.events import Event
from pbem.systems.table import events as happened
from pbem.systems.table.notation import parse
from pbem.systems.table.weights import (
    BARE,
    BRIEF,
    COMING,
    DICE,
    FEWER,
    KEPT,
    NAMED,
    NEWS,
    PHASE,
    RESULTS,
    Forms,
    all_or_more,
)
from pbem.systems.table.wording import by_throw
from pbem.systems.table.words import SHORT, quoted

MOST_DICE = 20
"""A headline has the dice of a roll of no more than so many, and no more sums of one."""
FEW_SUMS = 6
"""Of one so many sums, where what the rolls are for is cut to `FEWEST` characters."""
MOST_ROLLS = 4
"""So many rolls are told with their dice; of more than these each has its result alone."""
MOST_FACES = 40
"""Of these the dice are told, too, where they are no more than so many in all."""
FEWEST = 16
LABELLED = 4
"""Of so many what they are for stays longer than of more."""
TWO = 2
"""No more rolls than so many keep their results before the details of what is new."""

SHORTER = (
    (RESULTS, 12, SHORT),
    (PHASE, 8, BRIEF),
    (NAMED, 6, FEWEST),
    (NAMED, 5, FEWEST),
    (NAMED, LABELLED, FEWEST),
    (NEWS, 12, 0),
    (NEWS, 6, 0),
)
"""With that weight so many rolls are told, with so many characters of what each is for.

What some of many came to is told before what counters were, and what all came to before what some
were for.
"""
TO_COME = ((FEWER, 12, SHORT), (BARE, 6, BRIEF), (KEPT, 3, FEWEST))
"""The same of dice that are ordered."""


def rolled_told(rolls: Sequence[happened.Rolled], seats: Iterable[str]) -> Iterator[Forms]:
    """Rolls in the order in which they fell: few with their dice, many with their results alone."""
    if not rolls:
        return
    whole = [(DICE, "; ".join(map(_rolled, rolls)))] if len(rolls) <= MOST_ROLLS else []
    fewer = [
        (
            NEWS if len(rolls) <= TWO and most == LABELLED else weight,
            _some_of_each(rolls, seats, most, cut),
        )
        for weight, most, cut in SHORTER
    ]
    yield (*whole, *fewer, (KEPT, count(len(rolls), "roll")))


def _some_of_each(
    rolls: Sequence[happened.Rolled], seats: Iterable[str], most: int, cut: int
) -> str:
    """Results of so many rolls, and how many there are besides them."""
    kept = _foremost(rolls, seats, most)
    faces = cut > FEWEST and sum(map(_thrown, kept)) <= MOST_FACES
    told_ = [
        f"{seat} rolled {', '.join(_short(one, cut, faces=faces) for one in run)}"
        for seat, run in groupby(kept, key=lambda one: one.seat)
    ]
    words, more = "; ".join(told_), len(rolls) - len(kept)
    if not more:
        return words
    if kept == [*rolls[more:]]:
        return f"{count(more, 'roll')}, then {words}"
    return f"{words}, and {count(more, 'other roll')}"


Thrown = TypeVar("Thrown", happened.Rolled, happened.RollOrdered)


def _foremost(rolls: Sequence[Thrown], seats: Iterable[str], most: int) -> list[Thrown]:
    """So many rolls in their order, as many of each seat as there is room.

    First come those whose purpose names another seat: such as an attack on it; then the last ones,
    and before those of other seats those of the seat that has rolled last.
    """

    def rank(at: int) -> tuple[bool, int]:
        named = {*re.split(r"\W+", rolls[at].about.casefold())}
        others = {seat.casefold() for seat in seats if seat != rolls[at].seat}
        return not named.isdisjoint(others), at

    by_seat = (
        sorted((at for at, one in enumerate(rolls) if one.seat == seat), key=rank, reverse=True)
        for seat in dict.fromkeys(one.seat for one in reversed(rolls))
    )
    ranked = [at for row in zip_longest(*by_seat) for at in row if at is not None]
    return [rolls[at] for at in sorted(ranked[:most])]


def waiting_told(events: Sequence[Event], seats: Iterable[str]) -> Iterator[Forms]:
    """Rolls that are ordered, and of which nobody knows the dice yet: all, or some of them [T1]."""
    thrown = {
        roll.label for event in events if isinstance(event, happened.Rolled) for roll in event.rolls
    }
    waiting = [
        event
        for event in events
        if isinstance(event, happened.RollOrdered) and not thrown.intersection(event.labels)
    ]
    if waiting:
        whole = (f"{one.seat} rolls {one.dice} for {quoted(one.about)}" for one in waiting)
        fewer = [(weight, _to_come(waiting, seats, most, cut)) for weight, most, cut in TO_COME]
        forms = ((COMING, "; ".join(whole)), *fewer)
        yield tuple((weight, f"Dice to come: {words}") for weight, words in forms)


def _to_come(
    waiting: Sequence[happened.RollOrdered], seats: Iterable[str], most: int, cut: int
) -> str:
    """Dice with what they are for, of so many rolls, and how many there are besides them."""
    kept = _foremost(waiting, seats, most)
    told_ = (
        f"{seat} rolls {', '.join(f'{one.dice} {quoted(one.about, cut)}' for one in run)}"
        for seat, run in groupby(kept, key=lambda one: one.seat)
    )
    return all_or_more(["; ".join(told_)], len(waiting) - len(kept) + 1)


def _rolled(event: happened.Rolled) -> str:
    rolled = f"{event.seat} rolled {event.dice} = {_sums(event)}{_dice(event)}"
    return f"{rolled} for {quoted(event.about)}"


def _short(event: happened.Rolled, cut: int, *, faces: bool) -> str:
    sums = _sums(event, MOST_DICE if cut > FEWEST else FEW_SUMS)
    cut = cut or (FEWEST if event.sums[1:] else 0)  # several sums in a row seem to be of as many
    about = f"{quoted(event.about, cut)} " if cut else ""
    return f"{about}{sums}{_dice(event) if faces else ''}"


def _sums(event: happened.Rolled, most: int = MOST_DICE) -> str:
    sums = [str(one) for one in event.sums[:most]]
    more = f", … ({count(len(event.sums), 'throw')})" if event.sums[most:] else ""
    return f"{', '.join(sums)}{more}"


def _dice(event: happened.Rolled) -> str:
    """Each die of a roll of several: often hits are counted, and no sum."""
    formula = parse(event.dice)
    if formula is None or not len(event.sums) < _thrown(event) <= MOST_DICE:
        return ""
    return f" ({by_throw(formula, event.rolls)})"


def _thrown(event: happened.Rolled) -> int:
    return sum(len(roll.dice) for roll in event.rolls)
