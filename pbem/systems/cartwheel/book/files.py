"""The rule book's files as they stand on paper: one field of `Book` for each chart.

Rows of result tables have the keys `from` and `to` there; the first is no name in Python, so that
they are read as `low` and `high`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.bookfiles import Table, Tables, bodies, read_book
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.book import figures, tables
from pbem.systems.cartwheel.book.hexes import Projection
from pbem.systems.cartwheel.book.places import BaseRow, Basing, Box, Place, Terrain
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


class Worth(Value):
    """A row of the chart `occupation`: half points for occupying a hex at the end [H16.2]."""

    hexes: tuple[str, ...]
    allied: int = 0
    japanese: int = 0


class Figures(Value):
    """The charts that are used as they stand on paper."""

    calendar: FrozenMap[tuple[str, ...]]
    dice: figures.Dice
    printed: figures.Printed
    nations: FrozenMap[NationChart]
    terrain: FrozenMap[Terrain]
    basing: Basing
    models: FrozenMap[Model]
    markers: figures.Markers
    events: figures.Events
    tf36: figures.Tf36
    damage: FrozenMap[figures.Damage]
    repair: figures.Repair
    evacuation: figures.Evacuation
    initiative: figures.Initiative
    missions: figures.Run
    operations: figures.Operations
    answers: figures.Answers
    scramble: tables.Scramble
    air_combat: tables.AirCombat
    flak: tables.Flak
    bombing: tables.Bombing
    carriers: figures.CarrierRules
    sailing: figures.Sailing
    gunnery: tables.Gunnery
    submarine: tables.Submarine
    marching: figures.Marching
    ground_combat: tables.GroundCombat
    raids: tables.Raids
    supply: figures.Supply
    regroup: figures.Regroup
    arrivals: figures.Arrivals
    points: figures.Points
    levels: FrozenMap[Table[tables.Level]]


class Book(Figures):
    """Every chart by the name of its file."""

    map: MapSheet
    places: Gazetteer
    control: FrozenMap[tuple[str, ...]]
    bases: FrozenMap[BaseRow]
    air_units: FrozenMap[tuple[str, ...]]
    naval_units: FrozenMap[NavalUnit]
    ground_units: FrozenMap[GroundUnit]
    bombing_modes: tuple[tables.Mode, ...]
    occupation: tuple[Worth, ...]


def read_tables(files: Tables) -> Book:
    """Every chart from a rule book's tables; raises `Refused` with every figure that is wrong."""
    body = bodies(Book, files, half_points)
    nations = files.get("nations", {}).get("nations", {})
    for name, key in (("models", "id"), ("nations", "id"), ("terrain", "code")):
        body[name] = {id_: _with(row, {key: id_}) for id_, row in _rows(body[name])}
    sides = {id_: row.get("side") for id_, row in _rows(nations) if isinstance(row, Mapping)}
    for name in ("naval_units", "ground_units"):
        body[name] = {
            id_: _with(row, {"id": id_, "side": _side(row, sides)})
            for id_, row in _rows(body[name])
        }
    return read_book(Book, files, body, "rules/cartwheel")


def _rows(table: Any) -> Iterable[tuple[str, Any]]:
    """The rows of a chart by name; none where it is no table."""
    return table.items() if isinstance(table, Mapping) else ()


def _with(row: Any, keys: Mapping[str, str]) -> Any:
    return {**row, **keys} if isinstance(row, Mapping) else row


def _side(row: Any, sides: Mapping[str, Any]) -> Any:
    """The side of a unit's nation; a wrong nation is refused for itself."""
    nation = row.get("nation") if isinstance(row, Mapping) else None
    return sides.get(nation, "allied") if isinstance(nation, str) else "allied"


_POINTS = re.compile(r"(?=\d)(?:(\d{1,3}) )?(1/2 )?VP")
"""Victory points as charts show them: `3 VP`, `1/2 VP`, `1 1/2 VP` [H0.1]."""


def half_points(value: Any) -> Any:
    """Points in the half points in which the rules count [H0.1]; other values as they are."""
    found = _POINTS.fullmatch(value) if isinstance(value, str) else None
    return 2 * int(found[1] or 0) + (found[2] is not None) if found else value
