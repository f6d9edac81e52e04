"""Events of the end: what each side's points are made of, and the result [PH15.1]."""

from typing import ClassVar

from pbem.engine.events import Event
from pbem.frozen import FrozenMap


class PointsCounted(Event):
    """A side's points at the end: for areas gained and lost, by goal, and for ships [PH15.1].

    `areas` are gains by area, losses negative; `goals` by area and state, such as `LEY entered`.
    """

    rule: ClassVar[str] = "PH15.1"
    side: str
    areas: FrozenMap[int]
    goals: FrozenMap[int]
    ships: int
    points: int


class GameEnded(Event):
    """The end of the game; `margin` is the Japanese points less the Allied ones [PH15.1]."""

    rule: ClassVar[str] = "PH15.1"
    winner: str
    grade: str
    reason: str
    margin: int
