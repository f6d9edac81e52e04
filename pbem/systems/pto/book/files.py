"""The rule book's files as they stand on paper: one field of `Book` for each chart.

Rows of result tables have the keys `from` and `to` there; the first is no name in Python, so that
they are read as `low` and `high`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.charts import CHECK
from pbem.engine.places import words_of_path
from pbem.engine.ranges import faults, result_tables
from pbem.errors import Problem, Refused, raise_if
from pbem.frozen import FrozenMap, Value, names, replace
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
    UpkeepAtSea,
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
    """The chart `map`; `straits` are the areas whose control opens a pair of seas [PH1.2]."""

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


class AirRow(Value):
    """A row of the chart `air_types`."""

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


class Book(Value):
    """Every chart by the name of its file."""

    map: MapSheet
    areas: FrozenMap[AreaRow]
    grounding: FrozenMap[FrozenMap[int]]
    weather_effects: FrozenMap[WeatherEffects]
    weather_track: FrozenMap[str]
    bombing: Bombing
    blockade: Blockade
    air_types: FrozenMap[AirRow]
    us_aircraft: UsAircraft
    japanese_quality: JapaneseQuality
    japanese_guns: FrozenMap[int]
    ship_ratings: ShipRatings
    submarines: FrozenMap[Boat]
    plain_submarines: FrozenMap[PlainBoat]
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
    prices: FrozenMap[Price]
    allied_prices: FrozenMap[int]
    building: FrozenMap[int]
    ground_designs: GroundDesigns
    repairs: Repairs
    transport: Transport
    upkeep: UpkeepAtSea
    unpaid: Unpaid
    replenishment: Replenishment
    victory: Victory
    seats: FrozenMap[tuple[tuple[str, ...], ...]]


def read_book(tables: Mapping[str, Mapping[str, Any]]) -> Book:
    """Every chart from a rule book's tables; raises `Refused` with every figure that is wrong."""
    problems = [*_strays(tables), *_holes(tables)]
    body = {name: _spanned(tables.get(name, {}).get(name, {})) for name in names(Book)}
    try:
        book = decode(Book, body, code="chart", where="rules/pto", hint=CHECK)
    except Refused as refused:
        problems += (_as_written(problem) for problem in refused.problems)
        raise Refused(*problems) from None
    raise_if(problems)
    return book


def _strays(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Tables of a file that are neither its opening nor the table called as the file."""
    for name in names(Book):
        for stray in sorted(tables.get(name, {}).keys() - {"chart", name}):
            what = f"unknown key '{stray[:40]}'"
            hint = f"every table of this file begins with '{name}'"
            yield Problem(code="chart", what=what, where=f"{name}.toml", hint=hint)


def _spanned(value: Any) -> Any:
    """The chart with each list of rows as a `Table`."""
    if isinstance(value, Mapping):
        return {key: _spanned(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if any(isinstance(row, Mapping) and ("from" in row or "to" in row) for row in value):
        return {"rows": [_row(row) for row in value]}
    return [_spanned(item) for item in value]


NAMES = {"from": "low", "to": "high"}


def _row(row: Any) -> Any:
    if not isinstance(row, Mapping):
        return row
    return {NAMES.get(key, key): item for key, item in row.items()}


def _as_written(problem: Problem) -> Problem:
    """The problem with places and keys as they are called in the file."""
    where = problem.where.replace(".rows[", "[")
    for key, name in NAMES.items():
        where = where.replace(f"].{name}'", f"].{key}'")
    return replace(problem, where=where)


def _holes(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Holes and overlaps in tables of results: which row a total has must be plain."""
    for name, table in sorted(tables.items()):
        for found in result_tables(table):
            if found.cells:
                continue
            for fault in faults(found.spans):
                where = f"{name}.toml, key '{words_of_path(found.rows[fault.row])}'"
                yield Problem(code="chart", what=fault.what, where=where, hint=fault.hint)
