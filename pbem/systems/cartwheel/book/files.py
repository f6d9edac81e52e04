"""The rule book's files as they stand on paper: one field of `Book` for each chart.

Rows of result tables have the keys `from` and `to` there; the first is no name in Python, so that
they are read as `low` and `high`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.charts import CHECK
from pbem.engine.places import words_of_path
from pbem.engine.ranges import faults, result_tables
from pbem.errors import Problem, Refused, raise_if
from pbem.frozen import FrozenMap, Value, names, replace
from pbem.systems.cartwheel.book.figures import (
    Arrivals,
    CarrierRules,
    Damage,
    Dice,
    Evacuation,
    Events,
    Initiative,
    Marching,
    Markers,
    Operations,
    Points,
    Printed,
    Regroup,
    Repair,
    Run,
    Sailing,
    Supply,
    Tf36,
)
from pbem.systems.cartwheel.book.hexes import Projection
from pbem.systems.cartwheel.book.places import BaseType, Basing, Box, Place, Terrain
from pbem.systems.cartwheel.book.tables import (
    AirCombat,
    Bombing,
    Flak,
    GroundCombat,
    Gunnery,
    Level,
    Raids,
    Scramble,
    Submarine,
    Table,
)
from pbem.systems.cartwheel.book.units import GroundUnit, Model, NationChart, NavalUnit


class MapSheet(Value):
    """The chart `map`: cells are a terrain code and landmasses, `C:NB+NI`."""

    closed: tuple[str, ...]
    projection: Projection
    boxes: tuple[Box, ...]
    landmasses: FrozenMap[str]
    columns: FrozenMap[tuple[str, ...]]


class Gazetteer(Value):
    """The chart `places`."""

    ports: tuple[str, ...]
    named: tuple[Place, ...]


class BaseRow(Value):
    """A row of the chart `bases`."""

    name: str
    type: BaseType
    hex: str = ""
    side: Literal["", "allied", "japanese"] = ""
    fighters: int = 0
    bombers: int = 0
    total: int = 0
    undeveloped: bool = False


class ModeRow(Value):
    """A row of the chart `bombing_modes`."""

    mode: str
    band: Literal["low", "medium", "high"]
    types: tuple[str, ...]
    base: int | None = None
    port: int | None = None
    naval: int | None = None
    ground: int | None = None
    hits: bool = True
    strikes: int = 1
    strike_drm: int = 0


class Worth(Value):
    """A row of the chart `occupation`, in half points."""

    hexes: tuple[str, ...]
    allied: int = 0
    japanese: int = 0


class Book(Value):
    """Every chart by the name of its file."""

    calendar: FrozenMap[tuple[str, ...]]
    dice: Dice
    printed: Printed
    nations: FrozenMap[NationChart]
    terrain: FrozenMap[Terrain]
    map: MapSheet
    places: Gazetteer
    control: FrozenMap[tuple[str, ...]]
    bases: FrozenMap[BaseRow]
    basing: Basing
    models: FrozenMap[Model]
    air_units: FrozenMap[tuple[str, ...]]
    naval_units: FrozenMap[NavalUnit]
    ground_units: FrozenMap[GroundUnit]
    markers: Markers
    events: Events
    tf36: Tf36
    damage: FrozenMap[Damage]
    repair: Repair
    evacuation: Evacuation
    initiative: Initiative
    missions: Run
    operations: Operations
    scramble: Scramble
    air_combat: AirCombat
    flak: Flak
    bombing_modes: tuple[ModeRow, ...]
    bombing: Bombing
    carriers: CarrierRules
    sailing: Sailing
    gunnery: Gunnery
    submarine: Submarine
    marching: Marching
    ground_combat: GroundCombat
    raids: Raids
    supply: Supply
    regroup: Regroup
    arrivals: Arrivals
    points: Points
    occupation: tuple[Worth, ...]
    levels: FrozenMap[Table[Level]]


def read_book(tables: Mapping[str, Mapping[str, Any]]) -> Book:
    """Every chart from a rule book's tables; raises `Refused` with every figure that is wrong."""
    problems = [*_strays(tables), *_faults(tables)]
    raw = {name: tables.get(name, {}).get(name, {}) for name in names(Book)}
    body: dict[str, Any] = {name: _spanned(table) for name, table in raw.items()}
    for name, key in (("models", "id"), ("nations", "id"), ("terrain", "code")):
        body[name] = {id_: _with(row, {key: id_}) for id_, row in _rows(body[name])}
    sides = {id_: row.get("side") for id_, row in _rows(raw["nations"]) if isinstance(row, Mapping)}
    for name in ("naval_units", "ground_units"):
        body[name] = {
            id_: _with(row, {"id": id_, "side": _side(row, sides)})
            for id_, row in _rows(body[name])
        }
    try:
        book = decode(Book, body, code="chart", where="rules/cartwheel", hint=CHECK)
    except Refused as refused:
        problems += (_as_written(problem) for problem in refused.problems)
        raise Refused(*problems) from None
    raise_if(problems)
    return book


def _rows(table: Any) -> Iterable[tuple[str, Any]]:
    """The rows of a chart by name; none where it is no table."""
    return table.items() if isinstance(table, Mapping) else ()


def _with(row: Any, keys: Mapping[str, str]) -> Any:
    return {**row, **keys} if isinstance(row, Mapping) else row


def _side(row: Any, sides: Mapping[str, Any]) -> Any:
    """The side of a unit's nation; a wrong nation is refused for itself."""
    nation = row.get("nation") if isinstance(row, Mapping) else None
    return sides.get(nation, "allied") if isinstance(nation, str) else "allied"


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
        return half_points(value)
    if any(isinstance(row, Mapping) and ("from" in row or "to" in row) for row in value):
        return {"rows": [_row(row) for row in value]}
    return [_spanned(item) for item in value]


_POINTS = re.compile(r"(?=\d)(?:(\d{1,3}) )?(1/2 )?VP")
"""Victory points as charts show them: `3 VP`, `1/2 VP`, `1 1/2 VP` [H0.1]."""


def half_points(value: Any) -> Any:
    """Points in the half points in which the rules count [H0.1]; other values as they are."""
    found = _POINTS.fullmatch(value) if isinstance(value, str) else None
    return 2 * int(found[1] or 0) + (found[2] is not None) if found else value


NAMES = {"from": "low", "to": "high"}


def _row(row: Any) -> Any:
    if not isinstance(row, Mapping):
        return row
    return {NAMES.get(key, key): _spanned(item) for key, item in row.items()}


def _as_written(problem: Problem) -> Problem:
    """The problem with places and keys as they are called in the file."""
    where = problem.where.replace(".rows[", "[")
    for key, name in NAMES.items():
        where = where.replace(f"].{name}'", f"].{key}'")
    return replace(problem, where=where)


def _faults(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Holes and overlaps in tables of results: which row a total has must be plain."""
    for name, table in sorted(tables.items()):
        for found in result_tables(table):
            if found.cells:
                continue
            for fault in faults(found.spans):
                where = f"{name}.toml, key '{words_of_path(found.rows[fault.row])}'"
                yield Problem(code="chart", what=fault.what, where=where, hint=fault.hint)
