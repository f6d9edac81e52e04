"""A headline: what happened, in so few lines that all of it is read.

A system tells it in clauses, each with its weight. Where there is no room for all, the lightest are
told in fewer words, then not at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, Protocol

from pbem.counting import capital
from pbem.engine.events import Happening
from pbem.engine.mentions import by_name, closed, spelled
from pbem.frozen import Value

LINES = 5
"""So many lines has a headline at most, on a screen of 80 columns."""
WIDTH = 74
"""So many columns has a line of it there, behind its margin."""


class Headline(Protocol):
    """A system's part of a headline; what was asked and ruled stands before it."""

    def __call__(
        self, happenings: tuple[Happening, ...], game: Any, charts: Any, /, *, most: int = LINES
    ) -> tuple[str, ...]:
        """Sentences, in so many lines at most, of which the last says how it stands.

        It alone is told where nothing has happened. `game` is the state after it all, None where
        only events are known.
        """


class Clause(Value):
    """What stands in a headline, in the sentence of that number.

    `forms` are its words, from the most to the fewest, each with the weight below which they give
    way to the next, and the last to nothing. None ends in a full stop of its own.

    The first `placed` of them say where something was, and are not told once a placed clause before
    it in the sentence no longer does: who reads a place behind things without takes it for theirs.
    """

    sentence: int
    forms: tuple[tuple[int, str], ...]
    placed: int = 0


def clause(sentence: int, weight: int, words: str) -> Clause:
    """A clause that is told whole or not at all."""
    return Clause(sentence=sentence, forms=((weight, words),))


def height(sentences: Iterable[str], names: Mapping[str, str]) -> int:
    """The lines that sentences take as they will be spelled: by name, where one bears it alone."""
    return sum(map(_lines, _as_read(sentences, names)))


def _as_read(sentences: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return spelled(by_name(sentences, names), names)


@lru_cache(4096)  # what is tried to make it all fit has most sentences in common
def _lines(sentence: str) -> int:
    """The lines of one sentence, as it is spelled."""
    return len(wrap(sentence, WIDTH, break_on_hyphens=False))


def stopped(parts: Sequence[str]) -> str:
    """Clauses as sentences with full stops; a player's words, in marks, may have theirs."""
    return " ".join(map(closed, parts))


def together(parts: Sequence[str]) -> str:
    """Clauses in one sentence that begins with a capital letter."""
    return capital(f"{'; '.join(parts)}.")


def fitted(
    clauses: Sequence[Clause],
    names: Mapping[str, str],
    said: Callable[[Sequence[str]], str] = together,
    most: int = LINES,
) -> tuple[str, ...]:
    """The sentences of a headline, with as much as so many lines have room for.

    The lightest give way first; of clauses that weigh the same, the last. What has given way comes
    back, the heaviest first, where it turns out to fit beside what is left. `said` makes a sentence
    of those which bear one number.
    """
    steps = sorted(
        (weight, -place, level)
        for place, one in enumerate(clauses)
        for level, (weight, _) in enumerate(one.forms, 1)
    )

    def told(levels: Sequence[int]) -> tuple[str, ...]:
        return packed(_sentences(clauses, levels, said), names, most)

    def fits(levels: Sequence[int]) -> bool:
        return height(told(levels), names) <= most

    few, many = 0, len(steps)
    while few < many:
        middle = (few + many) // 2
        if fits(_levels(clauses, steps[:middle])):
            many = middle
        else:
            few = middle + 1
    levels = _levels(clauses, steps[:few])
    before: list[int] = []
    while levels != before:  # what came back may take less room than what stood for it
        before = levels
        for _, place, level in reversed(steps):
            fuller = [*levels]
            fuller[-place] = min(fuller[-place], level - 1)
            if fuller != levels and _is_even(clauses, fuller) and fits(fuller):
                shrunk = _length(told(fuller)) < _length(told(levels))
                levels = fuller
                if shrunk:
                    break  # there may be room now for what is heavier
    return told(levels)


def packed(
    sentences: Sequence[str], names: Mapping[str, str], most: int = LINES
) -> tuple[str, ...]:
    """Sentences of which the shortest neighbours share lines, where there are too many lines.

    No more of them are joined than must be.
    """
    found, read = [*sentences], [*_as_read(sentences, names)]
    while sum(map(_lines, read)) > most:
        sizes = range(2, len(read) + 1)
        fewer = next(filter(None, ([*_less_joined(read, size)] for size in sizes)), None)
        if fewer is None:
            break
        run = min(fewer, key=lambda one: len(" ".join(found[one])))
        for one in (found, read):
            one[run] = [" ".join(one[run])]
    return tuple(found)


def _less_joined(sentences: Sequence[str], size: int) -> Iterator[slice]:
    """Runs of so many sentences that take fewer lines one behind the other."""
    lines = [*map(_lines, sentences)]
    for at in range(len(sentences) - size + 1):
        run = slice(at, at + size)
        if _lines(" ".join(sentences[run])) < sum(lines[run]):
            yield run


def within(sentences: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences, as many as fit: the last but one gives way, for the last says how it stands."""
    found = [*sentences]
    while len(found) > 1 and height(packed(found, names), names) > LINES:
        del found[-2]
    return packed(found, names)


def _length(sentences: Iterable[str]) -> int:
    return sum(map(len, sentences))


def _is_even(clauses: Sequence[Clause], levels: Sequence[int]) -> bool:
    """Whether no clause tells a place where one before it in its sentence has given its up."""
    bare = set[int]()
    for one, level in zip(clauses, levels, strict=True):
        if level < one.placed and one.sentence in bare:
            return False
        if level >= one.placed > 0:
            bare.add(one.sentence)
    return True


def _levels(clauses: Sequence[Clause], steps: Iterable[tuple[int, int, int]]) -> list[int]:
    """Which form of each clause is told, after so many steps of giving way."""
    levels = [0] * len(clauses)
    for _, place, level in steps:
        levels[-place] = max(level, levels[-place])
    return levels


def _sentences(
    clauses: Sequence[Clause], levels: Sequence[int], said: Callable[[Sequence[str]], str]
) -> tuple[str, ...]:
    """The sentences, each clause in its form of that level; behind the last it is not told."""
    kept: dict[int, list[str]] = {}
    for one, level in zip(clauses, levels, strict=True):
        if level < len(one.forms):
            kept.setdefault(one.sentence, []).append(one.forms[level][1])
    return tuple(said(parts) for _, parts in sorted(kept.items()))
