"""Deeds: parts of a headline's sentences, chosen by their weight and told in order of time."""

from collections.abc import Iterator, Sequence

from pbem.engine.events import Event
from pbem.engine.headline import Clause
from pbem.frozen import Value

(
    KNOWN, LOST, AFLOAT, TROOPS, SCORED, HARMED, COMING, UNDER_WAY, IN_VAIN, BESIDE, SHAKEN, LEAST,
) = range(14, 2, -1)  # fmt: skip
"""How much weight each part has where there is no room for all: what all want to know first.

What is gone for good, and what has given points that may decide, comes before troops that come by
sea, these before all else that has changed the score, that before harm that heals. What is to come
stands before moves that were made, what was tried for nothing before what is beside the fights.
"""

DECIDES = 4
"""Half points that weigh as much as what is gone for good: lost steps in one fight may decide."""


def weight_of(half: int) -> int:
    """How much lost steps weigh that give so many half points to their enemy."""
    return LOST if half >= DECIDES else SCORED


Forms = tuple[tuple[int, str], ...]
"""Words from the most to the fewest, each with its weight."""
Deed = tuple[Event, str | Forms]
"""What is worth telling, and the event whose place in time is its own.

A wording alone has the weight of its group.
"""
TIMES = {2: "twice", 3: "three times"}


def often(times: int) -> str:
    """` (twice)`, ` (4 times)` behind what has happened so often; nothing for once."""
    return "" if times == 1 else f" ({TIMES.get(times, f'{times} times')})"


class Group(Value, kw_only=False):
    """Deeds of one weight; `beside` are those that are no part of the fights, and told behind."""

    weight: int
    deeds: tuple[Deed, ...]
    beside: bool = False


def in_time(events: Sequence[Event], groups: Sequence[Group], sentence: int) -> Iterator[Clause]:
    """The deeds in order of time: fights, and in the next sentence what is beside them.

    What has happened several times in the same words is told once, and counted.
    """
    when = {id(event): number for number, event in enumerate(events)}
    found: dict[Forms, tuple[Group, set[int]]] = {}
    for group in groups:
        for event, words in group.deeds:
            forms = ((group.weight, words),) if isinstance(words, str) else words
            _, times = found.setdefault(forms, (group, set()))
            times.add(when[id(event)])
    told = sorted(found.items(), key=lambda one: (one[1][0].beside, min(one[1][1])))
    for forms, (group, times) in told:
        many = often(len(times))
        yield Clause(
            sentence=sentence + group.beside,
            forms=tuple((weight, f"{one}{many}") for weight, one in forms),
        )
