"""Orders for the season: what is built, repaired and bought [S2.3, F.3]."""

from collections.abc import Mapping
from typing import ClassVar

from pbem.systems.pto.table.orders_month import StepOrder


class LendLease(StepOrder):
    """The US or the UK gives EP to China [S1.2]."""

    type: ClassVar[str] = "lend-lease"
    rule: ClassVar[str] = "S1.2"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    called: ClassVar[Mapping[str, str]] = {"points": "EP"}
    nation: str
    points: int


class Rebuild(StepOrder):
    """Give a depleted land or air unit its lost step back [S2.3.a, PH12.4]."""

    type: ClassVar[str] = "rebuild"
    rule: ClassVar[str] = "PH12.4"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    unit: str


class Mend(StepOrder):
    """Repair a damaged ship in a port 2 [S2.3.a, PH12.4]."""

    type: ClassVar[str] = "mend"
    rule: ClassVar[str] = "PH12.4"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    ship: str


class Build(StepOrder):
    """Build from the force pool, or an installation [S2.3.b, PH12.3].

    `what` is an entry of the nation's force pool by name, or `airfield`, `fort`, `supply` at the
    land area `area`. New units enter where PH12.3 says, at `area` where there is a choice.
    """

    type: ClassVar[str] = "build"
    rule: ClassVar[str] = "PH12.3"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    nation: str
    what: str
    area: str = ""
    count: int = 1


class Reserve(StepOrder):
    """Japan puts EP into the economic reserve [S2.3.c]."""

    type: ClassVar[str] = "reserve"
    rule: ClassVar[str] = "S2.3.c"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    called: ClassVar[Mapping[str, str]] = {"points": "EP"}
    points: int


class Bid(StepOrder):
    """The number of offensives bought for the next three months [S2.3.d, S3.2.1].

    It is sealed in every file of the season but the last, and paid when it is opened [PH12.5].
    """

    type: ClassVar[str] = "bid"
    rule: ClassVar[str] = "S3.2.1"
    steps: ClassVar[tuple[str, ...]] = ("S2.3",)
    nation: str
    offensives: int
