"""An organiser's `KEY=VALUE` words, as far as all systems judge them alike."""

from collections.abc import Iterable, Iterator

from pbem.errors import Problem
from pbem.suggest import did_you_mean

SHORTEST_SLIP = 4
"""Letters of a word that may be meant by one like it: of `D17` any of a list would look meant."""


def unknown_options(
    words: Iterable[str], known: Iterable[str], otherwise: str
) -> Iterator[Problem]:
    """A problem for each word that no option of a game bears; a hint is `otherwise`, if no slip."""
    there = tuple(known)
    alike = tuple(word for word in there if len(word) >= SHORTEST_SLIP)
    for word in sorted(word for word in words if word not in there):
        what, hint = f"there is no option '{word[:40]}'", did_you_mean(word, alike, otherwise)
        yield Problem(code="option", what=what, where="--option", hint=hint)
