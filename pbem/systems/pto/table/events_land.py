"""Events of offensives, ground combat and ground movement [P4, P5, PH10, PH12.2]."""

from collections.abc import Iterable
from typing import ClassVar

from pbem.engine.events import Blow, Event, Roll


class OffensiveBegun(Event):
    """A nation performs an offensive [P4.0.1, P4A.1, P4B.1, P4C.1].

    `where` are theatres, task forces or target areas. `track` offensives come off the nation's
    track, `impromptu` are paid at double price; `points` EP are paid in all.
    """

    rule: ClassVar[str] = "P4.0.1"
    nation: str
    kind: str
    where: tuple[str, ...]
    track: int
    impromptu: int
    points: int


class Marched(Event):
    """A ground unit moved along `path`, as far as it came [PH10.1, P5.1]."""

    rule: ClassVar[str] = "PH10.1"
    unit: str
    path: tuple[str, ...]


class Railed(Event):
    """A ground unit went by rail [PH12.6]."""

    rule: ClassVar[str] = "PH12.6"
    unit: str
    to_area: str


class Landed(Event):
    """Ground units went ashore, in an assault or in a port [P4A.2.B, P5.2]."""

    rule: ClassVar[str] = "P4A.2.B"
    units: tuple[str, ...]
    area: str


class Dropped(Event):
    """A parachute unit came down; on 2-4 of two dice it lost a step [PH10.9]."""

    rule: ClassVar[str] = "PH10.9"
    unit: str
    area: str
    roll: Roll
    lost: bool

    def blows(self) -> Iterable[Blow]:
        """On the unit, if it loses a step."""
        return (Blow(on=self.unit, roll=self.roll),) if self.lost else ()


class DropStopped(Event):
    """Fighters turned a transport back or shot it down: nobody drops [PR13]."""

    rule: ClassVar[str] = "PR13"
    unit: str
    area: str


class Supported(Event):
    """Bombers that came through support a side in an area; their strength [PH10.3]."""

    rule: ClassVar[str] = "PH10.3"
    side: str
    area: str
    units: tuple[str, ...]
    strength: int


class Shelled(Event):
    """Ships of a side in the seas on an area fire for its ground units; their support [PH10.3]."""

    rule: ClassVar[str] = "PH10.3"
    side: str
    area: str
    ships: tuple[str, ...]
    strength: int


class GroundRound(Event):
    """A round of ground combat [PH10.2-PH10.6]: strengths with support, odds, die, result.

    `modifiers` are the reasons with their figures, such as `fort -1`. `holder` is the nation that
    holds the area, be it that of who attacks there.
    """

    rule: ClassVar[str] = "PH10.5"
    area: str
    number: int
    attack: int
    attack_support: int
    defence: int
    defence_support: int
    odds: str
    roll: Roll
    modifiers: tuple[str, ...]
    die: int
    result: str
    holder: str = ""

    def blows(self) -> Iterable[Blow]:
        """On all who fight there."""
        return (Blow(on=self.area, roll=self.roll),)


class StepsLost(Event):
    """Steps that ground units of a side lost, by id; `gone` were eliminated [PH10.6]."""

    rule: ClassVar[str] = "PH10.6"
    area: str
    units: tuple[str, ...]
    gone: tuple[str, ...]
    side: str = ""

    def harmed(self) -> tuple[str, ...]:
        """The units, by a die of their own, else all who fight there."""
        return (*self.units, self.area)


class Retreated(Event):
    """Ground units left a contested area [PH10.7]."""

    rule: ClassVar[str] = "PH10.7"
    units: tuple[str, ...]
    area: str
    to_area: str


class AttackCalledOff(Event):
    """The odds were too low: no attack, or no further round [PH10.2, PH10.4].

    `holder` is the nation that holds the area, `rounds` how many were fought before.
    """

    rule: ClassVar[str] = "PH10.4"
    area: str
    attack: int
    defence: int
    holder: str = ""
    rounds: int = 0


class AreaTaken(Event):
    """A land area changed hands [PH1.5, PH10.8].

    `left` are the task forces that were in its port, and put to `sea` [PR4].
    """

    rule: ClassVar[str] = "PH10.8"
    area: str
    nation: str
    before: str
    left: tuple[str, ...] = ()
    sea: str = ""

    def harmed(self) -> tuple[str, ...]:
        """All who fought there."""
        return (self.area,)
