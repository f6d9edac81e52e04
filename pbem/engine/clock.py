"""The clock of a game: whose files took how long, and what is left of the hours agreed on.

It decides nothing, and no rule of a game knows of it (protocol 12). Times come in and spans go
out, all in seconds; times are those at which one machine sent or received each file, so that two
players may reckon otherwise.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, get_args

from pbem.counting import count
from pbem.decode import decode
from pbem.engine.options import CLOCK
from pbem.errors import Problem, Refused, refuse
from pbem.frozen import Value

HOUR = 3600
MOST_HOURS = 10_000

_FORM = "write hours to begin with, hours for each file, hours at most, nothing, remind or claim: "
_EXAMPLE = "96,24,240,remind"


Then = Literal["nothing", "remind", "claim"]
"""What the one who waits is offered when the hours have run out."""


class Clock(Value):
    """Hours to begin with, hours added for each own file, the most that gather; what follows."""

    hours: int
    add: int
    cap: int
    then: Then


class Moment(Value):
    """When a file was sent or came, in seconds since 1970, and whose it is."""

    seat: str
    at: float


class Wait(Value):
    """How long a seat's file was waited for, in seconds."""

    seat: str
    seconds: float


Away = Mapping[str, Sequence[tuple[float, float]]]
"""When seats were away, from second to second: nobody waits for them then."""


def clock_of(options: Mapping[str, Any]) -> Clock | None:
    """The clock among a genesis's options; raises `Refused` (E12) for one that cannot be."""
    if CLOCK.word not in options:
        return None
    where = "[genesis.options] clock"
    hint = "ask the organiser to begin anew with a clock that there is"
    clock: Clock = decode(Clock, options[CLOCK.word], code="E12", where=where, hint=hint)
    if not all(0 <= hours <= MOST_HOURS for hours in (clock.hours, clock.add, clock.cap)):
        raise refuse("E12", f"hours go from 0 to {MOST_HOURS:,}", where=where, hint=hint)
    return clock


def wrong_clock(options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """What is wrong with the clock of a genesis."""
    try:
        clock_of(options)
    except Refused as refused:
        return refused.problems
    return ()


def read_clock(word: str) -> Clock:
    """The clock that an organiser wrote, `96,24,240,remind`; raises `Refused` if it is none."""
    *hours, then = word.replace(" ", "").split(",")
    numbers = [int(one) for one in hours if one.isascii() and one.isdecimal() and len(one) < 6]
    if len(numbers) == len(hours) == 3 and max(numbers) <= MOST_HOURS:
        first, add, cap = numbers
        for known in get_args(Then):
            if then == known and first <= cap:
                return Clock(hours=first, add=add, cap=cap, then=known)
    what = f"clock={word[:40]} is no clock"
    raise refuse("option", what, where="--option", hint=f"{_FORM}clock={_EXAMPLE}")


def clock_word(clock: Clock) -> str:
    """The word of which `read_clock` makes this clock."""
    return f"{clock.hours},{clock.add},{clock.cap},{clock.then}"


def clock_told(clock: Clock) -> str:
    """What a clock gives a seat, and what follows when it has run out."""
    then = {
        "nothing": "that is told",
        "remind": "a reminder is offered to the others",
        "claim": "the others are offered a letter that claims the game",
    }[clock.then]
    return (
        f"each seat has {count(clock.hours, 'hour')} to begin with and {clock.add} more for each "
        f"of its files, {clock.cap} at most; when they run out {then}, and nothing else happens"
    )


def lasted(start: float, end: float, away: Iterable[tuple[float, float]]) -> float:
    """Seconds from start to end that no span of `away` covers; 0 if the end is not later."""
    at, seconds = start, 0.0
    for first, last in sorted(away):
        seconds += max(0.0, min(first, end) - at)
        at = max(at, min(last, end))
    return seconds + max(0.0, end - at)


def waits(moments: Sequence[Moment], away: Away) -> Iterator[Wait]:
    """How long each file but the first, which begins it all, was waited for.

    A file that seems to have come before the one that it answers took no time.
    """
    latest = float("-inf")
    for before, one in pairwise(moments):
        latest = max(latest, before.at)
        yield Wait(seat=one.seat, seconds=lasted(latest, one.at, away.get(one.seat, ())))


def gathered(clock: Clock, seat: str, waited: Iterable[Wait]) -> float:
    """Seconds that a seat has for the next file, after those that it has written.

    Who was late owes nothing: he begins with what his file added.
    """
    most = clock.cap * HOUR
    left: float = min(clock.hours * HOUR, most)
    for one in waited:
        if one.seat == seat:
            left = min(most, max(0.0, left - one.seconds) + clock.add * HOUR)
    return left


class Pace(Value):
    """How long the files of a seat took, in seconds: quartiles, the longest, all together."""

    files: int
    quartiles: tuple[float, float, float]
    longest: float
    total: float


def pace(seconds: Sequence[float]) -> Pace:
    """The pace of a seat that has written a file at least."""
    ordered = sorted(seconds)
    quartiles = (_quartile(ordered, 1), _quartile(ordered, 2), _quartile(ordered, 3))
    return Pace(files=len(ordered), quartiles=quartiles, longest=ordered[-1], total=sum(ordered))


def _quartile(ordered: Sequence[float], quarter: int) -> float:
    """What so many quarters do not exceed, between the two values beside it."""
    low, part = divmod((len(ordered) - 1) * quarter, 4)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * part / 4


def span(seconds: float) -> str:
    """A span as players say it: `4 d 3 h`, `5 h`, `12 min`."""
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes} min"
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h"
