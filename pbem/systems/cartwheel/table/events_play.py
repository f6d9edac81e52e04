"""Events of the air/naval phase's frame [4.4, H8]: who orders what, who replies, who passes."""

from typing import ClassVar, Literal

from pbem.engine.events import Event
from pbem.frozen import FrozenMap


class RaidOrdered(Event):
    """An air mission is announced, with what the enemy may know of it [H9.1.3].

    With `open` the enemy has stood down: units and targets stand in the order itself [H8.6].
    """

    rule: ClassVar[str] = "H9.1.3"
    mission: str
    side: str
    kind: str
    hex: str
    band: int
    escorts: int
    strikers: int
    transports: int
    open: bool


class VoyageOrdered(Event):
    """A naval mission is announced [H10.1]; it may have to wait behind air missions [H8.4]."""

    rule: ClassVar[str] = "H10.1"
    mission: str
    side: str
    ships: tuple[str, ...]
    path: tuple[str, ...]
    purpose: str
    target: str


class Replied(Event):
    """The answer to an air mission [H8.5]: by unit the base from which it tries to take off."""

    rule: ClassVar[str] = "H8.5"
    mission: str
    kind: str
    hex: str
    side: str
    interceptors: FrozenMap[str]
    evaders: FrozenMap[str]
    go_for: str
    disengage_at: str
    ace: str


class AnswerOpened(Event):
    """The answer in advance to an air mission [H8.9.9]: as `Replied`, before what of it holds."""

    rule: ClassVar[str] = "H8.9.9"
    mission: str
    kind: str
    hex: str
    side: str
    raid_class: str
    interceptors: FrozenMap[str]
    evaders: FrozenMap[str]
    go_for: str
    disengage_at: str
    ace: str


class AnswerBreached(Event):
    """A unit that an answer in advance names against a rule: it stays where it is [H8.9.10]."""

    rule: ClassVar[str] = "H8.9.10"
    mission: str
    side: str
    unit: str
    cited: str


class BlindGiven(Event):
    """A reply also held its author's next opportunity [H8.7]: missions, a pass, or both."""

    rule: ClassVar[str] = "H8.7"
    side: str
    missions: tuple[str, ...]
    passing: bool


class PassAnnounced(Event):
    """A side's next opportunities are passes: so many, or all of the phase with `rest` [H8.3].

    With `ashore` it has given its ground orders and conclusion as well [H8.10.2].
    """

    rule: ClassVar[str] = "H8.3"
    side: str
    times: int
    rest: bool
    ashore: bool = False


class PassesVoided(Event):
    """Passes that a side had announced are void: the enemy has performed a mission [H8.3]."""

    rule: ClassVar[str] = "H8.3"
    side: str
    mission: str
    times: int


class BlindVoided(Event):
    """A blind order that `cited` forbids after what has happened: void, without loss [H8.7].

    Its missions are not flown, and their units stay Ready; `passing` if a pass goes with them.
    """

    rule: ClassVar[str] = "H8.7"
    side: str
    missions: tuple[str, ...]
    passing: bool
    cited: str


class RaidCancelled(Event):
    """An air mission of a bundle that `cited` forbids by now: its units stay Ready [H8.4]."""

    rule: ClassVar[str] = "H8.4"
    mission: str
    kind: str
    hex: str
    side: str
    cited: str


class RunBegan(Event):
    """The air/naval phase begins: the Initiative player has `missions` before the other [H8.1]."""

    rule: ClassVar[str] = "H8.1"
    side: str
    missions: int


class Passed(Event):
    """A side passed, the `passes`-th pass in a row [4.4c].

    `why` is `cap` for a side that has flown all its missions [H8.2], `announced` for a pass given
    before, `out` for a side that has passed out [H8.3].
    """

    rule: ClassVar[str] = "4.4c"
    side: str
    passes: int
    why: Literal["", "cap", "announced", "out"] = ""


class OperationsOver(Event):
    """Four passes in a row: the air/naval phase is over [4.4c]; missions by side.

    Sides in `idle` have no ground orders to give [H11.1.2], those in `unasked` nothing to conclude
    either (E.4.8).
    """

    rule: ClassVar[str] = "4.4c"
    done: FrozenMap[int]
    idle: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()


EVENTS: tuple[type[Event], ...] = (
    RaidOrdered, VoyageOrdered, Replied, AnswerOpened, AnswerBreached, BlindGiven, BlindVoided,
    RaidCancelled, RunBegan, Passed, PassAnnounced, PassesVoided, OperationsOver,
)  # fmt: skip
