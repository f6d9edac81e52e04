"""What happens at a table [T1-T10]."""

from collections.abc import Mapping
from typing import ClassVar

from pbem.dice import Roll
from pbem.engine.events import Event


class Passed(Event):
    """A seat's file ordered nothing [T9]."""

    rule: ClassVar[str] = "T9"
    seat: str


class RollOrdered(Event):
    """A roll is fixed: its dice, what it is for, and the labels of its throws [T1]."""

    rule: ClassVar[str] = "T1"
    seat: str
    dice: str
    about: str
    labels: tuple[str, ...]


class Rolled(Event):
    """The dice of a roll are known; `sums` has one for each repetition [T1, T2]."""

    rule: ClassVar[str] = "T1"
    seat: str
    dice: str
    about: str
    rolls: tuple[Roll, ...]
    sums: tuple[int, ...]


class NoteSealed(Event):
    """A seat sealed a note [T3]."""

    rule: ClassVar[str] = "T3"
    seat: str
    note: str
    about: str


class NoteOpened(Event):
    """A note was opened, and said this [T4]."""

    rule: ClassVar[str] = "T4"
    seat: str
    note: str
    about: str
    words: str


class NoteVoid(Event):
    """What was sealed as a note is none [T4]."""

    rule: ClassVar[str] = "T4"
    seat: str
    note: str
    about: str


class CounterSet(Event):
    """A counter was set; values are empty for a counter that is not on the table [T5]."""

    rule: ClassVar[str] = "T5"
    seat: str
    counter: str
    value: str
    before: str


class CounterContested(Event):
    """A seat contested a counter, which has its earlier `value` again [T6]."""

    rule: ClassVar[str] = "T6"
    seat: str
    counter: str
    claim: str
    value: str


class CounterClaimed(Event):
    """A seat set a counter that is disputed [T6]."""

    rule: ClassVar[str] = "T6"
    seat: str
    counter: str
    claim: str


class CounterSettled(Event):
    """Both sides have set a disputed counter alike [T6]."""

    rule: ClassVar[str] = "T6"
    seat: str
    counter: str
    value: str


class PhaseBegun(Event):
    """A seat went on to a phase; `turn` is the new turn's number, 0 in the same turn [T7]."""

    rule: ClassVar[str] = "T7"
    seat: str
    phase: str
    turn: int


class TurnBegun(Event):
    """A turn that the file called has begun behind its dice, in that phase [T7]."""

    rule: ClassVar[str] = "T7"
    turn: int
    phase: str


class Said(Event):
    """A seat said something [T8]."""

    rule: ClassVar[str] = "T8"
    seat: str
    words: str


class EndOffered(Event):
    """A seat offers to end the game with a result [T10]."""

    rule: ClassVar[str] = "T10"
    seat: str
    result: str


class EndDeclined(Event):
    """A seat's file did not agree to the end that the other `side` had offered [T10]."""

    rule: ClassVar[str] = "T10"
    seat: str
    side: str
    result: str


class GameEnded(Event):
    """The end: both sides agree on the winner, or `resigned` has given up [T10]."""

    rule: ClassVar[str] = "T10"
    winner: str
    resigned: str


EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        Passed, RollOrdered, Rolled, NoteSealed, NoteOpened, NoteVoid, CounterSet,
        CounterContested, CounterClaimed, CounterSettled, PhaseBegun, TurnBegun, Said, EndOffered,
        EndDeclined, GameEnded,
    )
}  # fmt: skip
