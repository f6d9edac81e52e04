"""The rule book's files as they stand on paper: one field of `Book` for each chart.

Rows of result tables have the keys `from` and `to` there; the first is no name in Python, so that
they are read as `low` and `high`.
"""

from typing import Literal

from pbem.engine.bookfiles import Tables, bodies, read_book
from pbem.frozen import FrozenMap, Value
from pbem.systems.pto.book.figures import (
    AirCombat,
    AirStrikes,
    AirSurprise,
    Blockade,
    Boat,
    BoatCombat,
    BoatSearch,
    Bombing,
    Coordination,
    DefaultHits,
    Gunnery,
    Interception,
    JapaneseQuality,
    PlainBoat,
    Sailing,
    SeaLift,
    Search,
    ShipRatings,
    Signals,
    SurpriseAttack,
    UsAircraft,
    WeatherEffects,
)
from pbem.systems.pto.book.figures_land import (
    GroundCombat,
    GroundDesigns,
    Income,
    LendLease,
    OffensiveLimits,
    Offensives,
    Paratroops,
    Price,
    Repairs,
    Replenishment,
    Supply,
    Transport,
    Unpaid,
    Upkeep,
    Victory,
)

Zone = Literal["arctic", "land", "monsoon", "fair"]
Terrain = Literal["", "clear", "rough", "jungle"]
AirKind = Literal["F", "FB", "B", "SB", "R", "CVA", "T"]
Nation = Literal["JP", "US", "UK", "CN", "AU", "NE"]


class Links(Value):
    """Pairs of linked areas, `ALE-NOP`; `land` without and `river` with a river [PH1.1, PH1.4]."""

    sea: tuple[str, ...]
    long: tuple[str, ...]
    land: tuple[str, ...]
    river: tuple[str, ...]


class MapSheet(Value):
    """The chart `map`: what links cost, and which there are [PH1.1, PH1.3, PH1.4].

    MP along `sea` links and `long` ones, to `leave` and `enter` a port; `hexes` to an area.
    `straits` are the areas whose control opens a pair of seas [PH1.2].
    """

    sea: int
    long: int
    leave: int
    enter: int
    long_air: int
    hexes: int
    terrain: FrozenMap[int]
    links: Links
    straits: FrozenMap[tuple[str, ...]]


class AreaRow(Value):
    """A row of the chart `areas`; a sea has a name and a zone alone."""

    name: str
    zone: Zone
    terrain: Terrain = ""
    seas: tuple[str, ...] = ()
    port: int = 0
    airfield: int = 0
    owner: Literal["", "JP", "US", "UK", "CN", "AU", "NE"] = ""
    worth: int = 0
    prize: int = 0
    theatre: str = ""


class AirType(Value):
    """A type of aircraft as printed [PH2.5]; `units` has what holds for a unit in a game.

    `rolls` N at full strength, `modifier` nm, `bombs` G, `underlined` N [PH8.4], `hexes` range.
    `since` and `until` are years (0: always); `once` types are gone after one strike.
    """

    nations: tuple[Nation, ...]
    kind: AirKind
    quality: int
    hexes: int
    rolls: int = 0
    modifier: int = 0
    bombs: int = 0
    underlined: bool = False
    since: int = 0
    until: int = 0
    once: bool = False

    def serves_in(self, year: int) -> bool:
        """Whether the type flies in a year [PH2.5]."""
        return self.since <= year and (not self.until or year <= self.until)


class Figures(Value):
    """The charts that are used as they stand on paper."""

    air_types: FrozenMap[AirType]
    bombing: Bombing
    blockade: Blockade
    us_aircraft: UsAircraft
    japanese_quality: JapaneseQuality
    japanese_guns: FrozenMap[int]
    ship_ratings: ShipRatings
    boat_search: BoatSearch
    search: Search
    signals: Signals
    surprise_attack: SurpriseAttack
    interception: Interception
    sailing: Sailing
    gunnery: Gunnery
    boat_combat: BoatCombat
    sea_lift: SeaLift
    air_combat: AirCombat
    coordination: Coordination
    default_hits: DefaultHits
    air_surprise: AirSurprise
    air_strikes: AirStrikes
    ground_combat: GroundCombat
    paratroops: Paratroops
    supply: Supply
    income: FrozenMap[Income]
    lend_lease: LendLease
    offensives: Offensives
    offensive_limits: OffensiveLimits
    ground_designs: GroundDesigns
    repairs: Repairs
    transport: Transport
    upkeep: Upkeep
    unpaid: Unpaid
    replenishment: Replenishment
    victory: Victory
    seats: FrozenMap[tuple[tuple[str, ...], ...]]


class Book(Figures):
    """Every chart by the name of its file."""

    map: MapSheet
    areas: FrozenMap[AreaRow]
    grounding: FrozenMap[FrozenMap[int]]
    weather_effects: FrozenMap[WeatherEffects]
    weather_track: FrozenMap[str]
    submarines: FrozenMap[Boat]
    plain_submarines: FrozenMap[PlainBoat]
    prices: FrozenMap[Price]
    allied_prices: FrozenMap[int]
    building: FrozenMap[int]


def read_tables(tables: Tables) -> Book:
    """Every chart from a rule book's tables; raises `Refused` with every figure that is wrong."""
    return read_book(Book, tables, bodies(Book, tables), "rules/pto")
