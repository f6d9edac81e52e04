"""Events of phase 3 and of offensives at sea and in the air [P3, P4B, P4C, PH5, PH8.8]."""

from typing import ClassVar

from pbem.engine.events import Event, Roll


class Formed(Event):
    """Ships joined a task force, a new one or one that is there [P3.1.1]."""

    rule: ClassVar[str] = "P3.1.1"
    tf: str
    ships: tuple[str, ...]


class Loaded(Event):
    """Ground units and supply markers went aboard; `points` EP were paid for markers [P3.1.2]."""

    rule: ClassVar[str] = "P3.1.2"
    tf: str
    cargo: tuple[str, ...]
    points: int


class Sailed(Event):
    """A task force moved along `path`, the area where it was first [PH5.1]."""

    rule: ClassVar[str] = "PH5.1"
    tf: str
    path: tuple[str, ...]


class Halted(Event):
    """A damaged task force is too slow by now to go on, with `most` MP in all [PH5.1, PH6.5]."""

    rule: ClassVar[str] = "PH6.5"
    tf: str
    area: str
    spent: int
    most: int


class StoodBy(Event):
    """A task force at sea is marked standby [P3.1.6]."""

    rule: ClassVar[str] = "P3.1.6"
    tf: str


class StandbyLost(Event):
    """A task force that was damaged has used more of its `most` MP than who stands by [P3.1.6]."""

    rule: ClassVar[str] = "P3.1.6"
    tf: str
    spent: int
    most: int


class Searched(Event):
    """A side searched for a task force: from where, the least face that finds it, the die [PH5.6].

    `area` is where the task force is, `source` the base or task force that searches.
    """

    rule: ClassVar[str] = "PH5.6"
    side: str
    tf: str
    area: str
    source: str
    number: int
    roll: Roll
    found: bool


class BoatsHunted(Event):
    """A task force with escorts attacks boats in its sea that were found [PH9.3]."""

    rule: ClassVar[str] = "PH9.3"
    tf: str
    boats: str
    area: str


class InterceptionTried(Event):
    """A task force tried to intercept another one in an area [PH5.4, PH5.5].

    `number` is the least total of the die and `modifier`. With `counter` it tried to meet an
    interceptor before it comes through.
    """

    rule: ClassVar[str] = "PH5.4"
    tf: str
    target: str
    area: str
    number: int
    modifier: int
    roll: Roll
    met: bool
    counter: bool


class InterceptionFailed(Event):
    """An interceptor did not come through: it was sunk, or withdrew, before [PH5.5]."""

    rule: ClassVar[str] = "PH5.5"
    tf: str
    target: str


class RaidFlown(Event):
    """Aircraft fly a mission to an area [P3.2.1]; `at` is what they go for there.

    `tf` is the task force aimed at, empty for all in port and for other targets.
    """

    rule: ClassVar[str] = "P3.2.1"
    side: str
    area: str
    at: str
    tf: str
    units: tuple[str, ...]
    escorts: tuple[str, ...]


class UnitsStay(Event):
    """Units ordered to fly cannot any more, `why`, by the rule `cited` [PH8.1, F.6.5]."""

    rule: ClassVar[str] = "PH8.1"
    units: tuple[str, ...]
    area: str
    why: str
    cited: str


class Surprised(Event):
    """A strike surprises what it is aimed at [D7.1, PH16.1]."""

    rule: ClassVar[str] = "D7.1"
    area: str
    tf: str
    scenario: bool


class FightersRise(Event):
    """Fighters of a side meet a mission, or with `counter` the interceptors of it [P3.2.2]."""

    rule: ClassVar[str] = "P3.2.2"
    side: str
    area: str
    units: tuple[str, ...]
    counter: bool


class StacksDivided(Event):
    """A task force that strikes and is struck divides its aircraft [D11.3].

    `broken` stacks name units that it has not or one twice: nobody strikes then.
    """

    rule: ClassVar[str] = "D11.3"
    tf: str
    offensive: tuple[str, ...]
    defensive: tuple[str, ...]
    broken: bool


class LeftAlone(Event):
    """Aircraft of a force on its way do not strike one that it has found: no order says so [F.4].

    `worth` are the points that their orders ask for; 0 for what orders ask by default.
    """

    rule: ClassVar[str] = "F.4"
    tf: str
    target: str
    worth: int


class NothingToStrike(Event):
    """What a strike was aimed at is not there any more [P3.2.3]."""

    rule: ClassVar[str] = "P3.2.3"
    area: str
    at: str
    tf: str


class StrikeStopped(Event):
    """No unit of a strike came through to what it was aimed at [P3.2.3]."""

    rule: ClassVar[str] = "P3.2.3"
    area: str
    at: str
    tf: str


class Transferred(Event):
    """Air units changed base, to an area or a carrier; `committed` ones ferried [P3.4.1, D3c]."""

    rule: ClassVar[str] = "PH8.8"
    units: tuple[str, ...]
    to_base: str
    committed: tuple[str, ...]


class Airlifted(Event):
    """A ground unit or a supply marker went by air; `points` EP paid for the marker [PH12.6]."""

    rule: ClassVar[str] = "PH12.6"
    nation: str
    cargo: str
    origin: str
    to_area: str
    points: int


class SupplyLanded(Event):
    """Supply markers came ashore [P3.6.1]."""

    rule: ClassVar[str] = "P3.6.1"
    side: str
    area: str
    markers: int
