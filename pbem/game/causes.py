"""Which dice are behind which sentence: its own, or those of the events that brought a loss about.

A sentence is given no roll that is not its cause: what is left, its reader finds among the dice of
the moment.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.dice import Roll
from pbem.engine.events import Event, rolls_in
from pbem.engine.ledger import Rules
from pbem.engine.sheets import Line
from pbem.frozen import Value
from pbem.report.telling import runs, words_of


class Told(Value):
    """Sentences of one or more events, with the numbers of the rolls behind them."""

    lines: tuple[Line, ...]
    rolls: tuple[int, ...] = ()


class Blows:
    """Whom dice have harmed, with the numbers of those rolls, until what came of it is told.

    A blow that has been told of counts again for what else follows from it in the same scene.
    """

    def __init__(self) -> None:
        self._now: dict[str, list[int]] = {}
        self._told: set[str] = set()
        self._lasting: dict[str, list[int]] = {}

    def next_scene(self) -> None:
        """Forget all but what is told in a later file."""
        self._now.clear()
        self._told.clear()

    def note(self, event: Event, known: Mapping[str, int]) -> None:
        """Take in what an event's dice harmed; `known` are the numbers of rolls by label."""
        for blow in event.blows():
            if blow.on in self._told:
                self._told.remove(blow.on)
                del self._now[blow.on]
            kept = self._lasting if blow.lasts else self._now
            kept.setdefault(blow.on, []).append(known[blow.roll.label])

    def behind(self, ids: Sequence[str]) -> tuple[int, ...]:
        """The rolls that harmed any of some ids: those not told of yet, if there are any."""
        struck = {**self._now, **self._lasting}
        found = [id_ for id_ in ids if id_ in struck]
        fresh = [id_ for id_ in found if id_ not in self._told]
        return tuple(dict.fromkeys(roll for id_ in fresh or found for roll in struck[id_]))

    def tell(self, ids: Iterable[str]) -> None:
        """What came of blows on some ids has been told."""
        for id_ in ids:
            self._lasting.pop(id_, None)
            if id_ in self._now:
                self._told.add(id_)


def told_with_causes(
    events: Iterable[Event], rules: Rules[Any], known: Mapping[str, int], blows: Blows
) -> Iterator[Told]:
    """Sentences of the events of a scene, each with the rolls behind it.

    `known` are the numbers of the rolls by label. `blows` take in what is told.
    """
    for alike in runs(events):
        for part, lines in _parts(alike, rules):
            for event in part:
                blows.note(event, known)
            own = [roll for roll in rolls_in(part) if roll.label in known]
            if own:
                yield from _by_own(part, lines, own, known)
            else:
                ids = [id_ for event in part for id_ in event.harmed()]
                yield from _by_others(lines, ids, blows)
            blows.tell(id_ for event in part for id_ in event.harmed())


def _parts(
    events: tuple[Event, ...], rules: Rules[Any]
) -> Iterator[tuple[tuple[Event, ...], tuple[Line, ...]]]:
    """Events of one class with their sentences: those that share a sentence together."""
    together, charts = rules.system.together, rules.charts
    merged = together(events, charts) if len(events) > 1 else ()
    if not merged:
        yield from (((one,), tuple(words_of((one,), rules.system, charts))) for one in events)
        return
    parts: list[tuple[tuple[Event, ...], tuple[Line, ...]]] = []
    first = 0
    for end in range(1, len(events) + 1):
        if end == len(events) or len(together(events[first : end + 1], charts)) > 1:
            part = events[first:end]
            parts.append((part, together(part, charts)))
            first = end
    agree = tuple(line for _, lines in parts for line in lines) == merged
    yield from parts if agree else [(events, merged)]


def _by_own(
    events: tuple[Event, ...],
    lines: tuple[Line, ...],
    rolls: Sequence[Roll],
    known: Mapping[str, int],
) -> Iterator[Told]:
    """Sentences of events with dice: where they name rolls, each has those that it names.

    A roll that none names belongs to the one thrown before it. A sentence that names none has those
    that harmed whom it names, or else those of the sentences before it.
    """
    groups: dict[str, list[int]] = {}
    for roll in rolls:
        if any(_names(line, roll) for line in lines):
            groups[roll.label] = []
        if groups:
            groups[next(reversed(groups))].append(known[roll.label])
    if not groups:
        yield Told(lines=lines, rolls=tuple(dict.fromkeys(known[roll.label] for roll in rolls)))
        return
    blows = [blow for event in events for blow in event.blows()]
    before: list[int] = []
    for line in lines:
        named = [n for roll in rolls if _names(line, roll) for n in groups[roll.label]]
        before += named
        harming = [known[blow.roll.label] for blow in blows if _mentions(line, blow.on)]
        yield Told(lines=(line,), rolls=tuple(dict.fromkeys(named or harming or before)))


def _names(line: Line, roll: Roll) -> bool:
    return line.text.startswith(f"{roll.label}:")


def _by_others(lines: tuple[Line, ...], ids: Sequence[str], blows: Blows) -> Iterator[Told]:
    """Sentences of events without dice: whom one of them names, he has no part in the others."""
    named = [[id_ for id_ in ids if _mentions(line, id_)] for line in lines]
    common = [id_ for id_ in ids if not any(id_ in of_line for of_line in named)]
    for line, of_line in zip(lines, named, strict=True):
        yield Told(lines=(line,), rolls=blows.behind((*of_line, *common)))


def _mentions(line: Line, id_: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(id_)}(?![\w-])", line.text) is not None


def sentences(events: Iterable[Event], rules: Rules[Any]) -> Iterator[tuple[str, str]]:
    """What is told of each roll by itself: its label, and the sentence, its sum and its target."""
    for event in events:
        rolls = tuple(rolls_in(event))
        lines = tuple(words_of((event,), rules.system, rules.charts)) if rolls else ()
        named = {roll.label: line.text for roll in rolls for line in lines if _names(line, roll)}
        of_all = [line.text for line in lines if line.kind == "roll"] or [one.text for one in lines]
        for roll in rolls:
            bare = f"{roll.label}: {' '.join(map(str, roll.dice))}"
            yield roll.label, named.get(roll.label) or (bare if named else next(iter(of_all), bare))
