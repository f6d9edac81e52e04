"""What a scenario counts at its end: goals on the map and grades of victory [PH15.1-PH18]."""

from typing import Literal

from pbem.frozen import Value

Side = Literal["japanese", "allied"]
State = Literal["controlled", "contested", "entered"]


class Goal(Value):
    """Points for a side at the end, for a land area in a state.

    `controlled` is held by the side and not contested; `contested` has ground units of both;
    `entered` is one that ground units of the side have entered since the start, or that it holds.
    """

    side: Side
    area: str
    state: State
    points: int


class Grade(Value):
    """A result from a margin on, of Japanese points over Allied ones; without `least` any other.

    `winner` is a side, or empty for a draw.
    """

    winner: Literal["japanese", "allied", ""]
    grade: str
    least: int | None = None


class Scoring(Value):
    """The points and grades of a scenario.

    With `areas` Japan has the victory points of areas that it gained since the start, less those
    it lost [PH15.1, PH16]. Ships sunk count in every scenario. `grades` go from the highest margin
    down.
    """

    grades: tuple[Grade, ...]
    areas: bool = False
    goals: tuple[Goal, ...] = ()
