"""Deeds: parts of a headline's sentences, chosen by their weight and told in order of time."""

from collections.abc import Iterable, Sequence

from pbem.counting import capital, count
from pbem.engine.events import Event
from pbem.frozen import Value

LONG = 260
"""So many characters has a sentence, if it can be helped: some three lines of a screen."""
Deed = tuple[Event, str]
"""What is worth telling, and the event whose place in time is its own."""


class Group(Value, kw_only=False):
    """Deeds of one weight; `beside` are those that are no part of the fights, and told behind."""

    deeds: tuple[Deed, ...]
    beside: bool = False


def sentences(events: Sequence[Event], groups: Sequence[Group], room: int) -> tuple[str, ...]:
    """The deeds of the greatest weight in up to `room` sentences.

    The first group is told in any case. Of the others come, in their order, as many as there is
    room for; the rest is counted. Fights come in order of time, then so what was done beside them:
    in one sentence if that is not too long.
    """
    when = {id(event): number for number, event in enumerate(events)}
    told: dict[str, tuple[bool, int]] = {}
    for group in groups:
        for event, words in group.deeds:
            told.setdefault(words, (group.beside, when[id(event)]))
    kept = sorted(
        _fitting([*told], (words for _, words in groups[0].deeds), room), key=told.__getitem__
    )
    fights = [words for words in kept if not told[words][0]]
    beside = kept[len(fights) :]
    if left := len(told) - len(kept):
        (beside or fights).append(f"{count(left, 'thing')} more")
    if room == 1 or sum(map(len, kept)) <= LONG:
        return _said(fights + beside, 1)
    said = _said(fights, room - bool(beside))
    return (*said, *_said(beside, room - len(said)))


def _fitting(words: Sequence[str], always: Iterable[str], room: int) -> list[str]:
    """So many of these as fill the room, and the first in any case."""
    kept = [*dict.fromkeys(always)]
    for one in words[len(kept) :]:
        if sum(map(len, (*kept, one))) > room * LONG:
            break
        kept.append(one)
    return kept


def _said(parts: Sequence[str], room: int) -> tuple[str, ...]:
    """Parts in as few sentences as they need, and in no more than there is room for."""
    found: list[str] = []
    for part in parts:
        longer = f"{found[-1]}; {part}" if found else ""
        if found and (len(longer) <= LONG or len(found) == room):
            found[-1] = longer
        else:
            found.append(part)
    return tuple(f"{capital(one)}." for one in found)
