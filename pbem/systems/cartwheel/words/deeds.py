"""Deeds: parts of a headline's sentences, chosen by their weight and told in order of time."""

from collections.abc import Iterator, Sequence

from pbem.engine.events import Event
from pbem.engine.headline import Clause, clause
from pbem.frozen import Value

Deed = tuple[Event, str]
"""What is worth telling, and the event whose place in time is its own."""


class Group(Value, kw_only=False):
    """Deeds of one weight; `beside` are those that are no part of the fights, and told behind."""

    weight: int
    deeds: tuple[Deed, ...]
    beside: bool = False


def in_time(events: Sequence[Event], groups: Sequence[Group], sentence: int) -> Iterator[Clause]:
    """The deeds, each once, in order of time: fights, and in the next sentence what is beside them.

    What is told in several groups has the weight of the first.
    """
    when = {id(event): number for number, event in enumerate(events)}
    told: dict[str, tuple[bool, int, int]] = {}
    for group in groups:
        for event, words in group.deeds:
            told.setdefault(words, (group.beside, when[id(event)], group.weight))
    for words, (beside, _, weight) in sorted(told.items(), key=lambda one: one[1][:2]):
        yield clause(sentence + beside, weight, words)
