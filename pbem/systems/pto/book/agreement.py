"""What charts must agree on with each other: areas that are named, types, links, months."""

from collections.abc import Iterator

from pbem.errors import Problem
from pbem.systems.pto.book.dates import MONTHS
from pbem.systems.pto.book.files import Book

FACES = 6
CONDITIONS = "FMW"
DICE_OF_GROUND_COMBAT = 8
"""Cells of a column of the ground combat table: dice from 0 to 7 [PH10.5]."""


def pair(link: str) -> tuple[str, str]:
    """The two areas of a link `ALE-NOP`."""
    one, _, other = link.partition("-")
    return one, other


def misfits(book: Book) -> tuple[Problem, ...]:
    """Every name that no chart has, and every figure that fits no other."""
    return (
        *_links(book),
        *_areas(book),
        *_named_areas(book),
        *_weather(book),
        *_tables(book),
        *_aircraft(book),
        *_designs(book),
    )


def _problem(where: str, what: str, hint: str) -> Problem:
    chart, _, key = where.partition(" ")
    return Problem(code="chart", what=what, where=f"{chart}.toml, key '{key}'", hint=hint)


def _links(book: Book) -> Iterator[Problem]:
    """Sea links join seas, land links land areas; each pair stands once [PH1.1, PH1.4]."""
    links = book.map.links
    lists = {"sea": links.sea, "long": links.long, "land": links.land, "river": links.river}
    seen: set[frozenset[str]] = set()
    for name, pairs in lists.items():
        for link in pairs:
            where, ends = f"map links.{name}", frozenset(pair(link))
            wrong = [one for one in sorted(ends) if one not in book.areas]
            if len(ends) != 2 or wrong:
                yield _problem(where, f"'{link[:20]}' joins no two areas", "write two, such as A-B")
            elif any(bool(book.areas[e].terrain) != (name in ("land", "river")) for e in ends):
                yield _problem(
                    where, f"'{link}' joins a sea and land", "seas of land stand in areas"
                )
            elif ends in seen:
                yield _problem(where, f"'{link}' stands twice", "give each link once")
            seen.add(ends)
    at_sea = {frozenset(pair(link)) for link in (*links.sea, *links.long)}
    for strait in book.map.straits:
        if frozenset(pair(strait)) not in at_sea:
            yield _problem(
                "map straits", f"'{strait[:20]}' is no sea link", "name one of links.sea"
            )


def _areas(book: Book) -> Iterator[Problem]:
    """A sea has a name and a zone; a land area a theatre, an owner, and seas that are seas."""
    for id_, row in book.areas.items():
        for sea in row.seas:
            if sea not in book.areas or book.areas[sea].terrain:
                yield _problem(f"areas {id_}.seas", f"'{sea[:20]}' is no sea", "name seas")
        if row.terrain and not (row.theatre and row.owner):
            yield _problem(f"areas {id_}", "a land area without theatre or owner", "add it")
        if not row.terrain and (row.seas or row.theatre or row.owner):
            yield _problem(f"areas {id_}", "a sea with what land areas have", "add its terrain")
        if row.terrain and row.terrain not in book.map.terrain:
            yield _problem("map terrain", f"no cost for {row.terrain}", "add it")


def _named_areas(book: Book) -> Iterator[Problem]:
    """Areas that other charts name are on the map."""
    named = {
        "map straits": [one for by in book.map.straits.values() for one in by],
        "signals seas": book.signals.seas,
        "surprise_attack areas": book.surprise_attack.areas,
        "bombing target": [book.bombing.target],
        "blockade seas": book.blockade.seas,
        "supply sources": book.supply.sources.values(),
        "us_aircraft ferry": [book.us_aircraft.ferry.origin, *book.us_aircraft.ferry.to],
        "transport rail": [one for line in book.transport.rail.values() for one in line.areas],
        "submarines": [one for boat in book.submarines.values() for one in boat.at],
    }
    for where, areas in named.items():
        for area in areas:
            if area not in book.areas:
                yield _problem(where, f"there is no area '{area[:20]}'", "name one of the map")


def _weather(book: Book) -> Iterator[Problem]:
    """A condition for each face in every month, and for each what it does [PH3, W1]."""
    for month in MONTHS:
        faces = book.weather_track.get(month, "")
        if len(faces) != FACES or set(faces) - set(CONDITIONS):
            what = f"'{faces[:20]}' is no condition for each of {FACES} faces"
            yield _problem(f"weather_track {month}", what, "write six letters of F, M, W")
    for condition in CONDITIONS:
        for name, table in (
            ("grounding", book.grounding),
            ("weather_effects", book.weather_effects),
        ):
            if condition not in table:
                yield _problem(name, f"nothing for condition {condition}", "add it")


def _tables(book: Book) -> Iterator[Problem]:
    """Rows as long as they must be, results that mean something [PH4.2, PH10.6]."""
    for row in book.bombing.losses.rows:
        if len(row.points) != len(book.bombing.columns) + 1:
            yield _problem("bombing losses", "a row has not one cell a column", "add or drop some")
    for odds, cells in book.ground_combat.results.items():
        if len(cells) != DICE_OF_GROUND_COMBAT:
            yield _problem("ground_combat results", f"{odds} has not 8 cells", "write dice 0 to 7")
        for cell in cells:
            side, steps = cell[:1], cell[1:].removesuffix("R")
            if cell not in ("X", "DE") and not (side in ("A", "D") and steps.isdigit()):
                what = f"'{cell[:20]}' is no result"
                yield _problem("ground_combat results", what, "write A2, X, D1, D1R or DE")


def _aircraft(book: Book) -> Iterator[Problem]:
    """Types that charts of modifications name are there [D1.2, D3, D4]."""
    named = {
        "us_aircraft fighter_bombers": book.us_aircraft.fighter_bombers,
        "us_aircraft hexes": [t for types in book.us_aircraft.hexes.values() for t in types],
        "japanese_quality exempt": book.japanese_quality.exempt,
        "allied_prices": tuple(book.allied_prices),
    }
    for where, types in named.items():
        for one in types:
            if one not in book.air_types:
                yield _problem(where, f"there is no type '{one[:20]}'", "name one of air_types")


def _designs(book: Book) -> Iterator[Problem]:
    """Ground units that are built have a price [PH12.3]."""
    for id_, design in book.ground_designs.designs.items():
        if design.price not in book.prices:
            where = f"ground_designs designs.{id_}"
            what = f"there is no price for '{design.price[:20]}'"
            yield _problem(where, what, "name a row of prices")
