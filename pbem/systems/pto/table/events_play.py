"""Events of the sequence of play itself: who passes, what is opened, what could not be done."""

from typing import ClassVar, Literal

from pbem.engine.events import Event

Out = Literal["rests", "declines", "poor"]
"""Why a seat or nation performs no offensive: it rests, has declined, can pay for none."""


class StandingOpened(Event):
    """A seat's sealed standing orders are open, in force from now on [F.1].

    `types` are the kinds of all; `new` has those that were not known before, as the item has them.
    """

    rule: ClassVar[str] = "F.1"
    seat: str
    item: str
    types: tuple[str, ...]
    new: str = ""


class StandingBroken(Event):
    """What was opened is no list of standing orders: all of the seat are at default [F.1]."""

    rule: ClassVar[str] = "F.1"
    seat: str
    item: str


class StandingVoid(Event):
    """A sealed standing order that no check would have let pass counts as the default [F.1].

    `order` is its kind, `of` what it holds, `cited` the rule that it breaks.
    """

    rule: ClassVar[str] = "F.1"
    seat: str
    item: str
    order: str
    of: str
    cited: str


class Voided(Event):
    """An order could not be carried out any more when its time came.

    `cited` is the rule, `why` what it found, in words that mention things by id.
    """

    rule: ClassVar[str] = "P0.5"
    seat: str
    order: str
    subject: str
    cited: str
    why: str


class FirstMover(Event):
    """The side that performs phase 3 first [P3.0.1]."""

    rule: ClassVar[str] = "P3.0.1"
    side: str


class WarBegun(Event):
    """Japan has attacked others than China: from now on its battleships burn fuel [D13.1]."""

    rule: ClassVar[str] = "D13.1"


class Passed(Event):
    """A side performs no offensive now; `asked` if by a file of one of its seats [PH13.3].

    `rest`: that file passes for the rest of the month, and so have all others of the side [F.2.6].
    `why` nobody was asked: who could act `rests`, `declines`, or can pay for none [PH13.4, P0.5].
    """

    rule: ClassVar[str] = "PH13.3"
    side: str
    asked: bool
    rest: bool = False
    why: tuple[Out, ...] = ()


class Resigned(Event):
    """A seat gives up the game for its side."""

    seat: str
