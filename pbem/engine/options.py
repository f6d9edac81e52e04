"""What an organiser may choose, and his `KEY=VALUE` words as far as systems judge them alike."""

from collections.abc import Iterable, Iterator

from pbem.errors import Problem
from pbem.frozen import Value
from pbem.suggest import did_you_mean

SHORTEST_SLIP = 4
"""Letters of a word that may be meant by one like it: of `D17` any of a list would look meant."""
SEAT = "SEAT"
"""What stands for a seat's name in the word of an option that each seat has."""


class Option(Value):
    """A choice for a whole game, with both its sides in words for those who have to agree to it.

    `word` is the key, ending in `SEAT` where each seat has its own. `does` tells what holds with
    it, `without` what holds otherwise; neither is a whole sentence. Of two `values` the first is
    what `does` tells, the second what `without` tells; there are none where the organiser writes
    words of his own. `usual` is the value if he gives none. `title` is empty where that of the
    rule is meant.
    """

    word: str
    rule: str
    does: str
    without: str
    values: tuple[str, ...] = ()
    usual: str = ""
    title: str = ""


WITNESS = Option(
    word="witness",
    rule="protocol 10",
    title="Who opens the dice",
    values=("referee", "opponent"),
    usual="opponent",
    does="a seat called referee opens all dice, so that nobody waits for a slow opponent; he can "
    "foresee every die and must be trusted",
    without="the next file of the other side opens them",
)
"""The option of every game that may leave its dice to a referee (protocol 10)."""

CLOCK = Option(
    word="clock",
    rule="protocol 12",
    title="The clock",
    does="as in clock=96,24,240,remind each seat has hours to begin with, more for each of its "
    "files, so many at most; when they run out a reminder is offered (with claim in its place "
    "a letter that claims the game, with nothing neither)",
    without="nobody's hours are counted",
)
"""The option of every game whose players agree on hours (protocol 12); no rule looks at it."""


def words_for(option: Option, seats: Iterable[str]) -> tuple[str, ...]:
    """The keys of an option in a game of these seats."""
    if not option.word.endswith(SEAT):
        return (option.word,)
    return tuple(option.word.removesuffix(SEAT) + seat for seat in seats)


def unknown_options(
    words: Iterable[str], options: Iterable[Option], seats: tuple[str, ...], otherwise: str
) -> Iterator[Problem]:
    """A problem for each word that no option of a game bears; a hint is `otherwise`, if no slip."""
    there = tuple(word for option in (*options, CLOCK) for word in words_for(option, seats))
    alike = tuple(word for word in there if len(word) >= SHORTEST_SLIP)
    for word in sorted(word for word in words if word not in there):
        what, hint = f"there is no option '{word[:40]}'", did_you_mean(word, alike, otherwise)
        yield Problem(code="option", what=what, where="--option", hint=hint)
