"""The charts of Operation Cartwheel as typed values; figures come from `rules/cartwheel/*.toml`."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.bookfiles import shared
from pbem.errors import raise_if
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.agreement import cells, misfits, sides_of
from pbem.systems.cartwheel.book.files import Book, Figures, Worth, read_tables
from pbem.systems.cartwheel.book.hexes import Projection, neighbours
from pbem.systems.cartwheel.book.places import BaseChart, BaseRow, Basing, Box, Hex
from pbem.systems.cartwheel.book.tables import Level, Mode
from pbem.systems.cartwheel.book.units import AirUnit, GroundUnit, NavalUnit

Ways = tuple[tuple[str, int], ...]
"""Places that ships reach in one move, each with what it costs."""

HALVES = 2
"""Half points in a victory point [H0.1]."""


class Charts(Figures):
    """The whole rule book. Units, hexes, boxes, bases are by id.

    `sea` has the hexes that ships may enter from each hex, `closed` the hexsides that keep them
    from others [H2.6], `land` those that ground units may enter [H2.7, CR75]. `ways` are the places
    that ships reach from a hex or box in one move, and what it costs [H2.6, H2.8].

    `calendar` has names of turns by track, `main` or `early` [H1]; `control` is who holds a hex
    at the start of 17.4 [H2.11]; `levels` are by scenario's rule [H16.3]; `damage` by base type
    or `building` [H6.6].
    """

    projection: Projection
    hexes: FrozenMap[Hex]
    landmasses: FrozenMap[str]
    closed: tuple[tuple[str, str], ...]
    sea: FrozenMap[tuple[str, ...]]
    land: FrozenMap[tuple[str, ...]]
    ways: FrozenMap[Ways]
    boxes: FrozenMap[Box]
    control: FrozenMap[str]
    bases: FrozenMap[BaseChart]
    air: FrozenMap[AirUnit]
    naval: FrozenMap[NavalUnit]
    ground: FrozenMap[GroundUnit]
    modes: tuple[Mode, ...]
    occupation: FrozenMap[Worth]

    def mode(self, name: str, band: int) -> Mode | None:
        """The row of an attack mode in a band [H9.10.1]; None if it is not flown there."""
        return next((m for m in self.modes if (m.mode, m.height) == (name, band)), None)

    def base_aa(self, base: str, *, disrupted: bool, building: bool = False) -> int:
        """AA of a base [6.6.1~]: 0 for none, which is that of one under construction."""
        if building or not self.bases[base].aa:
            return 0
        return self.basing.disrupted_aa if disrupted else self.bases[base].aa

    def ship_points(self, ship: str) -> int:
        """Half points for a step of a ship that is lost [H16.1]."""
        return self.points.naval.get(self.naval[ship].type, 0)

    def air_points(self, unit: str) -> int:
        """Half points for a step of an air unit that is lost [H16.1]; none of the 11th [AMB-36]."""
        return 0 if self.air[unit].is_eleventh else self.points.air_step

    def step_points(self, unit: str) -> int:
        """Half points for a step of any unit that is lost [H16.1]."""
        if unit in self.naval:
            return self.ship_points(unit)
        return self.points.ground_step if unit in self.ground else self.air_points(unit)

    def may_use(self, unit: str, base: str) -> bool:
        """Whether an air unit's nation and type may base there at all [6.2.2~, 6.3.5~].

        Owner, damage and capacity are not looked at; nor are ports and carriers.
        """
        one, chart = self.air[unit], self.bases[base]
        if chart.is_off_board:
            nations = self.basing.nations.get(base, ())
            return one.side == chart.side and (not nations or one.nation in nations)
        return not one.model.is_heavy or base in self.basing.heavy

    def stacking(self, hex_: str) -> int:
        """Steps of a side that may be in a hex by land [H2.5, H11.3]."""
        if any(base.type == "major" and base.hex == hex_ for base in self.bases.values()):
            return self.marching.major_stacking
        return self.hexes[hex_].terrain.stacking

    def bases_in(self, place: str) -> tuple[BaseChart, ...]:
        """Fixed or off-board bases of a hex or box, by id [H3]."""
        return self.bases.grouped(_hex_of).get(place, ())

    def place_name(self, place: str) -> str:
        """What a hex or box is called: its first place, its box; empty for a nameless hex."""
        if place in self.boxes:
            return self.boxes[place].name
        return self.hexes[place].name if place in self.hexes else ""

    def short_name(self, place: str) -> str:
        """A hex or box by its name alone, its airbase's if it has one: `Rabaul`, `1403`."""
        if place in self.boxes:
            return self.boxes[place].name
        based = (base.name for base in self.bases_in(place))
        return next(based, self.place_name(place)) or place

    def full_name(self, place: str) -> str:
        """A hex with that name, or a box: `1203 (Rabaul)`, `1403`, `Truk`."""
        name = self.short_name(place)
        return name if place in self.boxes or name == place else f"{place} ({name})"

    def base_name(self, base: str) -> str:
        """An airbase by its name, a mobile one with its id; anything else as it is."""
        chart = self.bases.get(base)
        if chart is None:
            return base
        return f"{chart.name} ({base})" if chart.is_mobile else chart.name

    def base_to_write(self, base: str) -> str:
        """An airbase as orders write it, with its name: `RAB (Rabaul)`; anything else as it is."""
        chart = self.bases.get(base)
        return base if chart is None else f"{base} ({chart.name})"

    def turn_name(self, track: str, turn: int) -> str:
        """The name of a turn on a track [H1], such as `July I 1943`; a number where it has none."""
        names = self.calendar[track]
        return names[turn - 1] if 0 < turn <= len(names) else f"turn {turn}"

    def regroup_marker(self, turn: int) -> int:
        """The turn of the waiting marker after a first general regroup [7.1b, H7.1].

        It is the second turn of the next month; 0 where the track has none: then there is no
        second general regroup [7.1c].
        """
        months = [name.split()[0] for name in self.calendar["main"]]
        later = [n for n, month in enumerate(months, 1) if n > turn and month != months[turn - 1]]
        return max((n for n in later if months[n - 1] == months[later[0] - 1]), default=0)

    def level(self, scenario: str, margin: int) -> Level:
        """The level of victory by the Allied margin in half points [H16.3].

        The table is in VP: half a point below a row's first is not enough for it.
        """
        return self.levels[scenario].at(margin // HALVES)


def _hex_of(base: BaseChart) -> str:
    return base.hex


def _sea(book: Book) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The hexes that ships may enter from each hex, by number [H2.6]."""
    closed = set(sides_of(book.map))
    naval = {hex_ for hex_, cell in cells(book.map) if _hex(hex_, cell, book).terrain.naval}
    for hex_ in naval:
        near = (other for other in neighbours(hex_) if other in naval)
        yield hex_, tuple(o for o in near if (min(hex_, o), max(hex_, o)) not in closed)


def _land(hexes: Mapping[str, Hex]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The hexes that ground units may enter from each hex, by number [H2.7, CR75]."""
    masses = {id_: frozenset(hex_.landmasses) for id_, hex_ in hexes.items()}
    for id_, here in masses.items():
        yield id_, tuple(other for other in neighbours(id_) if here & masses[other])


def _ways(
    sea: Mapping[str, tuple[str, ...]], boxes: Mapping[str, Box], cost: int
) -> Iterator[tuple[str, Ways]]:
    """The places that ships reach from each place in one move, and what it costs [H2.6, H2.8]."""
    for box in boxes.values():
        yield box.id, tuple((hex_, cost) for hex_ in sorted(box.entries))
    for hex_, near in sea.items():
        ports = ((box.id, cost) for box in boxes.values() if hex_ in box.entries)
        yield hex_, (*((one, 1) for one in near), *ports)


def read_charts(tables: Mapping[str, Mapping[str, Any]]) -> Charts:
    """The charts from a rule book's tables; raises `Refused` with every figure that is wrong."""
    book = read_tables(tables)
    raise_if(misfits(book))
    hexes = FrozenMap({hex_: _hex(hex_, cell, book) for hex_, cell in cells(book.map)})
    sea = FrozenMap(_sea(book))
    boxes = FrozenMap({box.id: box for box in book.map.boxes})
    return Charts(
        **shared(book, Figures),
        projection=book.map.projection,
        hexes=hexes,
        landmasses=book.map.landmasses,
        closed=tuple(sorted(sides_of(book.map))),
        sea=sea,
        land=FrozenMap(_land(hexes)),
        ways=FrozenMap(_ways(sea, boxes, book.sailing.box)),
        boxes=boxes,
        control=FrozenMap({h: side for side, hexes in book.control.items() for h in hexes}),
        bases=FrozenMap({id_: _base(id_, row, book.basing) for id_, row in book.bases.items()}),
        air=FrozenMap(_air(book)),
        naval=book.naval_units,
        ground=book.ground_units,
        modes=book.bombing_modes,
        occupation=FrozenMap({hex_: row for row in book.occupation for hex_ in row.hexes}),
    )


def _hex(id_: str, cell: str, book: Book) -> Hex:
    code, _, land = cell.partition(":")
    return Hex(
        id=id_,
        terrain=book.terrain[code],
        landmasses=tuple(land.split("+")) if land else (),
        places=tuple(place for place in book.places.named if place.hex == id_),
        port=id_ in book.places.ports,
    )


def _base(id_: str, row: BaseRow, basing: Basing) -> BaseChart:
    hex_ = id_ if row.type == "off-board" else row.hex
    printed = {**shared(row, BaseRow), "hex": hex_}
    return BaseChart(id=id_, aa=basing.aa.get(row.type, 0), **printed)


def _air(book: Book) -> Iterator[tuple[str, AirUnit]]:
    for nation, ids in book.air_units.items():
        chart = book.nations[nation]
        for id_ in ids:
            model = book.models[id_.partition("-")[0]]
            yield id_, AirUnit(id=id_, model=model, nation=chart.id, side=chart.side)
