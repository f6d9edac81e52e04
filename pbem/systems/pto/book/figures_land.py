"""Charts of ground combat, supply and the economy, read as they stand [PH10-PH15]."""

from pbem.frozen import FrozenMap, Value
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import JAPANESE, GroundKind

# --- on land -------------------------------------------------------------------------------------


class Impetus(Value):
    """Attacks of a nation outside a theatre have a modifier through a month [PH10.5]."""

    nation: str
    modifier: int
    outside: str
    year: int
    month: int


class GroundCombat(Value):
    """Ground combat [PH10.2-PH10.6]; `results` by odds, for dice from 0."""

    rounds: int
    shelling: FrozenMap[int]
    modifiers: FrozenMap[int]
    impetus: Impetus
    results: FrozenMap[tuple[str, ...]]


class Paratroops(Value):
    """Drops [PH10.9]: range in areas, the highest total that costs a step."""

    range: int
    rough: int


class Supply(Value):
    """Supply and depletion [PH11]; `sources` by nation [PH1.7]."""

    marker: int
    loses_from: int
    garrisons: int
    attack: int
    sources: FrozenMap[str]


# --- the economy ---------------------------------------------------------------------------------


class Income(Value):
    """A nation's EP a season by year, and the most that it keeps [PH12.1]."""

    carry: int
    years: FrozenMap[int]

    def of(self, year: int) -> int:
        """EP a season in a year; in later years as in the last."""
        return self.years.get(str(year), self.years[max(self.years)])


class LendLease(Value):
    """EP a season that China may get [S1.2]."""

    most: int


class Offensives(Value):
    """What offensives cost [PH12.2], and how far a command stack reaches [PH13.2]."""

    impromptu: int
    added: int
    command: int
    prices: FrozenMap[int]


class OffensiveLimits(Value):
    """Targets of an air offensive [P4C.1.B]; offensives for a task force with a BB [D13.3]."""

    targets: int
    battleships: int


class Price(Value):
    """EP and building time of a type; 0 EP: it cannot be bought [PH12.3]."""

    japanese: int
    allied: int
    seasons: int


class Prices(Value):
    """What the types cost, what D1 says of others [D1.2], what a purchase adds to an area."""

    printed: FrozenMap[Price]
    modified: FrozenMap[int]
    adds: FrozenMap[int]

    def of(self, side: str, what: str, *, modified: bool) -> int:
        """EP for one of `what`, or for a step of an air unit [D1.1, D1.2, PH12.3].

        `modified`: D1 is in force. Types of aircraft without a row of their own go by class.
        """
        price = self.printed[what]
        if side == JAPANESE or not modified:
            return price.japanese if side == JAPANESE else price.allied
        if what in self.modified:
            return self.modified[what]
        return min(price.allied, price.japanese) if price.japanese else price.allied


class GroundDesign(Value):
    """A ground unit that is built [PH2.6, PH12.3]: the row of its price, strength by nation."""

    price: str
    kind: GroundKind
    move: int
    strength: FrozenMap[int]
    full: int = 2
    indian: bool = False


class GroundDesigns(Value):
    """Ground units of force pools by design, and as what others are rebuilt [PH12.4].

    Infantry of `division` strength or more is a division, else a brigade; nations in `armies`
    have armies.
    """

    division: int
    armies: tuple[str, ...]
    designs: FrozenMap[GroundDesign]


class Repairs(Value):
    """Rebuilding and repair; `works_from` is the lowest die that restores [PH12.4, PH14.4]."""

    ground: int
    other: int
    port: int
    works_from: int
    ships: FrozenMap[int]
    restores: FrozenMap[int]


class Lifts(Value):
    """A nation's air transport points a month, from a year on [PH12.6]."""

    units: int
    since: int = 0

    @property
    def from_turn(self) -> int:
        """The first turn in which it has them."""
        return turn_of(self.since, 1) if self.since else 0


class Line(Value):
    """A nation's rail capacity a month, and the areas of its net [PH12.6]."""

    units: int
    areas: tuple[str, ...]


class Transport(Value):
    """Transport by air and by rail [PH12.6]; `range` in areas."""

    range: int
    lifts: FrozenMap[Lifts]
    rail: FrozenMap[Line]


class Upkeep(Value):
    """EP for ships at sea [P6.1.1, D5.3, D13.2]."""

    area: int
    boats: int
    free_speed: int
    battleships: int


class Unpaid(Value):
    """Generic ships that nobody pays for: the lowest die that sinks one [PH14.2]."""

    lost_from: int


class Replenishment(Value):
    """EP for an eliminated ground unit that comes back [PH14.3]."""

    price: int


class Victory(Value):
    """Victory points for ships, and what contested areas are divided by [PH15.1]."""

    transport: int
    contested: int
    ships: FrozenMap[int]
