"""Whether the charts fit each other: every name that one uses must be in another."""

from collections.abc import Iterable, Iterator

from pbem.engine.charts import CHECK
from pbem.errors import Problem
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.files import Book, MapSheet

TRACKS = ("early", "main")


def cells(sheet: MapSheet) -> Iterator[tuple[str, str]]:
    """Every hex of the map with its cell, such as `C:NB+NI` [H2.4]."""
    for column, rows in sheet.columns.items():
        for row, cell in enumerate(rows, 1):
            yield f"{column}{row:02}", cell


def sides_of(sheet: MapSheet) -> Iterator[tuple[str, str]]:
    """The hexsides closed to ships, the lower number first [H2.6]."""
    for side in sheet.closed:
        one, _, other = side.partition("-")
        yield min(one, other), max(one, other)


def misfits(book: Book) -> Iterator[Problem]:
    """Everything in the charts that names what is not there."""
    yield from _map_misfits(book)
    yield from _place_misfits(book)
    yield from _unit_misfits(book)
    yield from _base_names(book)
    if tuple(book.calendar) != TRACKS:
        yield _problem("calendar", "calendar", "the tracks are not 'early' and 'main'")


def _problem(chart: str, key: str, what: str) -> Problem:
    return Problem(code="chart", what=what, where=f"{chart}.toml, key '{key}'", hint=CHECK)


def _unknown(
    chart: str, key: str, kind: str, names: Iterable[str], known: Iterable[str]
) -> Iterator[Problem]:
    there = set(known)
    for name in names:
        if name not in there:
            yield _problem(chart, key, f"there is no {kind} '{name[:40]}'")


def _map_misfits(book: Book) -> Iterator[Problem]:
    sheet, found = book.map, dict(cells(book.map))
    if sorted(found) != list(hexes.all_hexes()):
        what = f"the map needs {hexes.COLUMNS} columns, 01 and so on, of {hexes.ROWS} hexes each"
        yield _problem("map", "map.columns", what)
    for hex_, cell in found.items():
        code, _, land = cell.partition(":")
        key = f"map.columns.{hex_[:2]}[{int(hex_[2:])}]"
        yield from _unknown("map", key, "terrain", [code], book.terrain)
        yield from _unknown(
            "map", key, "landmass", land.split("+") if land else [], sheet.landmasses
        )
        if code in book.terrain and book.terrain[code].ground != bool(land):
            yield _problem("map", key, "land has landmasses after a colon, and sea has none")
    for number, side in enumerate(sides_of(sheet), start=1):
        if not set(side) <= found.keys() or hexes.distance(*side) != 1:
            what = f"{'-'.join(side)} is no side between two hexes"
            yield _problem("map", f"map.closed[{number}]", what)
    for number, box in enumerate(sheet.boxes, start=1):
        key = f"map.boxes[{number}]"
        yield from _unknown("map", f"{key}.entries", "hex", box.entries, found)
        yield from _unknown("map", f"{key}.anchor", "hex", [box.anchor], found)
        yield from _unknown("map", f"{key}.ferry", "airbase", box.ferry, book.bases)
        yield from _unknown("map", f"{key}.id", "off-board airbase", [box.id], _off_board(book))


def _off_board(book: Book) -> Iterator[str]:
    return (id_ for id_, row in book.bases.items() if row.type == "off-board")


def _place_misfits(book: Book) -> Iterator[Problem]:
    found = dict(cells(book.map))
    yield from _unknown("places", "places.ports", "hex", book.places.ports, found)
    for number, place in enumerate(book.places.named, start=1):
        yield from _unknown("places", f"places.named[{number}].hex", "hex", [place.hex], found)
    for side, held in book.control.items():
        yield from _unknown("control", "control", "side", [side], ("allied", "japanese"))
        yield from _unknown("control", f"control.{side}", "hex", held, found)
    for number, row in enumerate(book.occupation, start=1):
        key = f"occupation[{number}].hexes"
        yield from _unknown("occupation", key, "hex", row.hexes, found)
    boxes = {box.id for box in book.map.boxes}
    for id_, base in book.bases.items():
        key, fixed = f"bases.{id_}", base.type in ("major", "minor")
        yield from _unknown("bases", f"{key}.hex", "hex", [base.hex] if fixed else [], found)
        if fixed == bool(base.side):
            yield _problem("bases", key, "a fixed airbase has no side, any other has one")
        if base.type == "off-board":
            yield from _unknown("bases", key, "box", [id_], boxes)


def _unit_misfits(book: Book) -> Iterator[Problem]:
    air: list[str] = []
    for nation, ids in book.air_units.items():
        key = f"air_units.{nation}"
        yield from _unknown("air_units", "air_units", "nation", [nation], book.nations)
        yield from _unknown(
            "air_units", key, "model", (i.partition("-")[0] for i in ids), book.models
        )
        air += ids
    every = [*air, *book.naval_units, *book.ground_units]
    for id_ in sorted({id_ for id_ in every if every.count(id_) > 1}):
        yield _problem("air_units", "air_units", f"there are two units '{id_[:40]}'")
    tf36 = book.tf36
    boxes = [box.id for box in book.map.boxes]
    yield from _unknown("tf36", "tf36.box", "box", [tf36.box], boxes)
    eleventh = book.printed.eleventh
    yield from _unknown("printed", "printed.eleventh", "airbase", eleventh, book.bases)
    yield from _unknown("tf36", "tf36.ships", "naval unit", tf36.ships, book.naval_units)
    yield from _unknown("tf36", "tf36.aboard", "ship of TF-36", tf36.aboard, tf36.ships)
    for ship, ids in tf36.aboard.items():
        yield from _unknown("tf36", f"tf36.aboard.{ship}", "air unit", ids, air)
    costly, one = book.carriers.costly, book.marching.parachutist
    yield from _unknown("carriers", "carriers.costly", "naval unit", costly, book.naval_units)
    yield from _unknown("submarine", "unit", "naval unit", [book.submarine.unit], book.naval_units)
    yield from _unknown("marching", "parachutist", "ground unit", [one], book.ground_units)
    for side, models in book.carriers.models.items():
        yield from _unknown("carriers", f"carriers.models.{side}", "model", models, book.models)


def _base_names(book: Book) -> Iterator[Problem]:
    """Airbases that other charts name."""
    named = {
        ("events", "events.radar"): book.events.radar,
        ("events", "events.volcano_base"): (book.events.volcano_base,),
        ("initiative", "initiative.rabaul"): (book.initiative.rabaul,),
        ("initiative", "initiative.moresby"): (book.initiative.moresby,),
        ("basing", "basing.heavy"): book.basing.heavy,
        ("basing", "basing.nations"): tuple(book.basing.nations),
        ("carriers", "carriers.home"): (book.carriers.home,),
        ("regroup", "regroup.homes"): book.regroup.homes,
        ("arrivals", "arrivals.air"): sum(book.arrivals.air.values(), ()),
        ("supply", "supply.sources"): sum(book.supply.sources.values(), ()),
    }
    for (chart, key), names in named.items():
        yield from _unknown(chart, key, "airbase", names, book.bases)
