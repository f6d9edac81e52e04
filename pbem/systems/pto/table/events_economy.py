"""Events of weather, strategic warfare, upkeep, supply, the end of the month and the season."""

from collections.abc import Iterable
from typing import ClassVar

from pbem.engine.events import Blow, Event, Roll

BLOCKADED = "japan"
"""On whom the dice of boats on blockade are thrown [PH4.3]."""

# --- phases 1 and 2 ------------------------------------------------------------------------------


class WeatherSet(Event):
    """The condition of the month, without a die where the track has one letter [P1.1, PH3]."""

    rule: ClassVar[str] = "P1.1"
    condition: str
    roll: Roll | None = None


class ZoneRolled(Event):
    """A weather zone flies up to a total, or is grounded for the month [P1.3, W1.1-W1.3]."""

    rule: ClassVar[str] = "P1.3"
    zone: str
    roll: Roll
    grounded: bool
    flies_to: int


class BombersStay(Event):
    """Aircraft that were to bomb Japan and cannot: range, weather, markers, loss [PH4.1].

    `why` is the reason, as for aircraft that stay in phase 3; empty for escorts of nobody.
    """

    rule: ClassVar[str] = "PH4.1"
    units: tuple[str, ...]
    why: str = ""


class BombersSent(Event):
    """Aircraft go to bomb Japan [P2.1.1]."""

    rule: ClassVar[str] = "P2.1.1"
    bombers: tuple[str, ...]
    escorts: tuple[str, ...]


class FightersAdded(Event):
    """A side adds fighters to the battle over Japan [P2.1.2, P2.1.3].

    `committed`: they fly no more this month, as the Allies' never do [P2.1.1, D2.1].
    """

    rule: ClassVar[str] = "P2.1.3"
    side: str
    units: tuple[str, ...]
    committed: bool = True


class JapanBombed(Event, kw_only=True):
    """What bombers that came through cost Japan [P2.1.5, PH4.2]; without strength no roll."""

    rule: ClassVar[str] = "PH4.2"
    strength: int
    roll: Roll | None = None
    lost: int
    left: int


class BoatRolled(Event):
    """A submarine on blockade; `modifier` is the year's with that of its strength [PH4.3]."""

    rule: ClassVar[str] = "PH4.3"
    boat: str
    roll: Roll
    modifier: int
    lost: int

    def blows(self) -> Iterable[Blow]:
        """On Japan."""
        return (Blow(on=BLOCKADED, roll=self.roll),)


class BoatsStay(Event):
    """Submarines that were named for the blockade and take no part [PH4.3].

    `far`: they are in no sea from which Japan is blockaded; else they have been used.
    """

    rule: ClassVar[str] = "PH4.3"
    boats: tuple[str, ...]
    far: bool = False


class JapanBlockaded(Event):
    """What the blockade costs Japan in all [P2.2.2]."""

    rule: ClassVar[str] = "P2.2.2"
    boats: int
    lost: int
    left: int

    def harmed(self) -> tuple[str, ...]:
        """Japan."""
        return (BLOCKADED,)


# --- phase 6 -------------------------------------------------------------------------------------


class Returned(Event):
    """A task force moved in the second naval movement [P6.1.1]."""

    rule: ClassVar[str] = "P6.1.1"
    tf: str
    path: tuple[str, ...]


class Stayed(Event):
    """A task force stays at sea, for `points` EP besides those that stay already [P6.1.1, F.6.2].

    `cited` is the rule that kept it from a port and `why` what it found, empty if it was to stay.
    """

    rule: ClassVar[str] = "P6.1.1"
    tf: str
    area: str
    points: int
    cited: str = ""
    why: str = ""


class FuelPaid(Event):
    """Japan pays for battleships that moved [D13.2]."""

    rule: ClassVar[str] = "D13.2"
    ships: int
    points: int


class UpkeepPaid(Event):
    """A nation pays for its ships at sea: one charge for each area, one for its boats [PH14.2].

    `what` are areas, or `boats`; `payer` is who pays.
    """

    rule: ClassVar[str] = "PH14.2"
    nation: str
    payer: str
    what: tuple[str, ...]
    points: int


class UpkeepUnpaid(Event):
    """Ships stay at sea without EP: named ones suffer a hit, generic ones may be lost [PH14.2].

    `payer` is who was to pay and could not [F.6.2].
    """

    rule: ClassVar[str] = "PH14.2"
    nation: str
    payer: str
    ships: tuple[str, ...]
    rolls: tuple[Roll, ...]

    def blows(self) -> Iterable[Blow]:
        """On each ship that had a die, whose label tells for whom."""
        return (
            Blow(on=ship, roll=roll)
            for roll in self.rolls
            for ship in self.ships
            if ship in roll.label.split()
        )


class MarkerUsed(Event):
    """A supply marker supplies an area that traces to no source [PH11.2]."""

    rule: ClassVar[str] = "PH11.2"
    side: str
    area: str


class Unsupplied(Event, kw_only=True):
    """A unit cannot trace supply: the month in a row, the die if there is one, a loss [PH11.3]."""

    rule: ClassVar[str] = "PH11.3"
    unit: str
    area: str
    month: int
    roll: Roll | None = None
    lost: bool

    def blows(self) -> Iterable[Blow]:
        """On the unit, if it loses a step."""
        return (Blow(on=self.unit, roll=self.roll),) if self.lost and self.roll else ()


class Crowded(Event):
    """More air units than an airfield holds: one of them loses a step [PH8.8]."""

    rule: ClassVar[str] = "PH8.8"
    unit: str
    area: str


class Replenished(Event):
    """An eliminated ground unit is back, reduced, at its source [P6.3.1, PH14.3]."""

    rule: ClassVar[str] = "PH14.3"
    unit: str
    area: str


class RepairTried(Event):
    """An attempt to restore an installation [P6.3.2, PH14.4]; `now` is what works after it."""

    rule: ClassVar[str] = "PH14.4"
    area: str
    what: str
    roll: Roll
    restored: bool
    now: int


class CompletionTried(Event):
    """Engineers try to complete an airfield before its time [P6.3.3, PH14.4]."""

    rule: ClassVar[str] = "P6.3.3"
    area: str
    roll: Roll
    completed: bool


class MonthOver(Event):
    """The month marker moves on; `season` is the seasonal turn that comes next, or empty [P6.5]."""

    rule: ClassVar[str] = "P6.5"
    turn: int
    season: str


# --- the season ----------------------------------------------------------------------------------


class IncomeGot(Event):
    """A nation's income: kept from before, lost over the limit, base, conquests [S1.1, PH12.1]."""

    rule: ClassVar[str] = "S1.1"
    nation: str
    kept: int
    lost: int
    income: int
    conquests: int
    points: int


class PoolGrew(Event):
    """An order of battle adds to a nation's force pool [S2.1]."""

    rule: ClassVar[str] = "S2.1"
    nation: str
    what: str
    count: int


class Arrived(Event):
    """Pieces enter the map; those with no place to enter wait in the next box [S2.2, PH12.3]."""

    rule: ClassVar[str] = "S2.2"
    nation: str
    pieces: tuple[str, ...]
    area: str


class Delayed(Event):
    """There is no place for an entry of the turn track: it goes into the next box [S2.2]."""

    rule: ClassVar[str] = "S2.2"
    nation: str
    what: str
    box: str


class Completed(Event):
    """An installation is complete [S2.2]; `now` is its size."""

    rule: ClassVar[str] = "S2.2"
    area: str
    what: str
    now: int


class Lent(Event):
    """EP given to China by lend-lease [S1.2]; `cut` is what was over the limit."""

    rule: ClassVar[str] = "S1.2"
    nation: str
    points: int
    cut: int


class Bought(Event):
    """EP spent in construction; `what` as ordered, `box` where it waits, or empty [S2.3].

    `area` is where it was ordered to be built or to enter, if the order says it.

    `how` is `rebuild`, `mend`, `build` or `reserve`. `payer` is the nation whose EP they are, if
    it is another one [PH13.1], and has `left` of them.
    """

    rule: ClassVar[str] = "S2.3"
    nation: str
    how: str
    what: str
    count: int
    points: int
    box: str
    left: int
    payer: str = ""
    area: str = ""


class BidOpened(Event):
    """A nation's offensives are known and paid [S3.2.1]; cut to what its EP buy [PH12.5]."""

    rule: ClassVar[str] = "S3.2.1"
    nation: str
    bid: int
    bought: int
    points: int
    left: int


class BidBroken(Event):
    """What was opened holds no number of offensives: it counts as none [F.1]."""

    rule: ClassVar[str] = "F.1"
    seat: str
    nation: str
    item: str


class InitiativeWon(Event):
    """A side has the initiative for three months; ties are rolled off [S3.2.2, S3.2.3].

    Each roll has the die of the Japanese first.
    """

    rule: ClassVar[str] = "S3.2.2"
    side: str
    japanese: int
    allied: int
    rolls: tuple[Roll, ...]
