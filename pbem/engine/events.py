"""Events: typed facts that a step of the rules reports."""

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import ClassVar

from pbem.dice import Roll
from pbem.frozen import FrozenMap, Value, names

ALL = "all"
"""The audience of an event that everybody may read; any other audience is one seat's name."""


class Blow(Value):
    """A roll that did harm to whom or what has the id `on`.

    What becomes of it is told in the events that follow, or, if it `lasts`, in a later file.
    """

    on: str
    roll: Roll
    lasts: bool = False


class Event(Value):
    """Base of all events; subclasses hold ids, numbers and rolls only.

    `to` is `ALL` or the name of the one seat that may read it; it has no default, so that no
    event is public by oversight. `rule` is the id of the rule that the event reports. `aside` is
    the heading of a step in which nothing else happened; empty for the step's own.
    """

    rule: ClassVar[str] = ""
    aside: ClassVar[str] = ""
    to: str

    def blows(self) -> Iterable[Blow]:
        """What its dice harm: the proof of what later events tell by `harmed`."""
        return ()

    def harmed(self) -> tuple[str, ...]:
        """Who or what suffers in it by dice of events before it, by the ids of those blows."""
        return ()


class Score(Value):
    """What each side gained, those alone that did, and what all have now; in smallest units.

    `earned` is what of it is for a place, by side and its id, in a game that tells.
    """

    gained: FrozenMap[int]
    now: FrozenMap[int]
    earned: FrozenMap[FrozenMap[int]] = FrozenMap()


class Happening(Value):
    """An event with its place in the sequence of play, and the score where that changed with it.

    For a headline of a turn that is over the last public one has the score at its end in any case.
    """

    turn: int
    step: str
    event: Event
    score: Score | None = None


class Referred(Event):
    """A seat asked the referee (protocol 10)."""

    seat: str
    words: str


class Question(Value):
    """What a seat asked the referee in its file `seq` (protocol 10)."""

    seq: int
    seat: str
    words: str


class PassedOver(Event):
    """A referee who was asked left questions without an answer (protocol 10)."""

    seat: str
    questions: tuple[Question, ...]


class Proposed(Event):
    """A ruling that waits for consent, and the questions that it would settle (protocol 10).

    `ruling` is the number of its file.
    """

    seat: str
    ruling: int
    words: str
    side: str
    points: int
    settles: tuple[Question, ...] = ()


class Ruled(Event):
    """A ruling that holds from now on, and the questions that it settles (protocol 10)."""

    seat: str
    ruling: int
    words: str
    side: str
    points: int
    settles: tuple[Question, ...] = ()


class Consented(Event):
    """A seat agreed to the ruling in file `ruling` (protocol 10)."""

    seat: str
    ruling: int


COMMON_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in (Referred, PassedOver, Proposed, Ruled, Consented)
}
"""Events of every game, beside those of its system."""


def events_of(*modules: ModuleType) -> Mapping[str, type[Event]]:
    """The events that some modules define, by name."""
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
    }


def rolls_in(value: object) -> Iterator[Roll]:
    """Every roll that an event holds, however deep."""
    if isinstance(value, Roll):
        yield value
    elif isinstance(value, Value):
        for name in names(value):
            yield from rolls_in(getattr(value, name))
    elif isinstance(value, Mapping):
        yield from rolls_in(tuple(value.values()))
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for one in value:
            yield from rolls_in(one)


__all__ = [
    "ALL", "COMMON_EVENTS", "Blow", "Consented", "Event", "Happening", "Proposed", "Question",
    "Referred", "Roll", "Ruled", "Score", "events_of", "rolls_in",
]  # fmt: skip
