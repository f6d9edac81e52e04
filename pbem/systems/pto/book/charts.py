"""The charts of Pacific Theater as typed values; figures come from `rules/pto/*.toml`."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.bookfiles import shared
from pbem.engine.mentions import slug
from pbem.errors import raise_if
from pbem.frozen import FrozenMap, Value, field
from pbem.systems.pto.book.agreement import misfits, pair
from pbem.systems.pto.book.dates import MONTHS
from pbem.systems.pto.book.figures import (
    Boat,
    PlainBoat,
    Ratings,
    WeatherEffects,
)
from pbem.systems.pto.book.figures_land import (
    Prices,
)
from pbem.systems.pto.book.files import Book, Figures, MapSheet, Terrain, Zone, read_tables
from pbem.systems.pto.book.kinds import Condition


class Area(Value):
    """An area of the map [PH1].

    `links` are a sea's neighbours with their cost in MP, `straits` those of them that are open
    only to who controls one of some land areas. `ashore` are the land areas on a sea, and the seas
    of a land area. `land_links` tell of each neighbour by land whether a river lies between.
    `owner` is that of December 1941, `worth` its VP, `prize` Japan's EP a season for it.
    """

    id: str
    name: str
    sea: bool
    zone: Zone
    terrain: Terrain = ""
    links: FrozenMap[int] = field(default_factory=FrozenMap)
    straits: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    ashore: tuple[str, ...] = ()
    land_links: FrozenMap[bool] = field(default_factory=FrozenMap)
    port: int = 0
    airfield: int = 0
    owner: str = ""
    worth: int = 0
    prize: int = 0
    theatre: str = ""


class Weather(Value):
    """The weather track by month and face of a die, grounding, effects by condition [W1, PH3].

    `grounding` has the highest total at which a zone flies, by condition and affected zone.
    """

    track: tuple[tuple[Condition, ...], ...]
    grounding: FrozenMap[FrozenMap[int]]
    effects: FrozenMap[WeatherEffects]


class Charts(Figures):
    """The whole rule book. Areas and types of aircraft are by id, boats by class.

    `distances` are air distances from each area [PH1.3], `sources` supply sources by nation
    [PH1.7], `seats` the nations of each seat by number of seats [PH15.2].
    """

    areas: FrozenMap[Area]
    distances: FrozenMap[FrozenMap[int]]
    travel: MapSheet
    weather: Weather
    boats: FrozenMap[Boat]
    plain_boats: FrozenMap[PlainBoat]
    prices: Prices

    @property
    def sources(self) -> FrozenMap[str]:
        """The supply source of each nation [PH1.7]."""
        return self.supply.sources

    def ratings(self, nation: str, kind: str, name: str, year: int) -> Ratings | None:
        """What a ship's counter has printed on it in a year; None for a ship unknown [PH2.1].

        A ship by name, as of 1944 in her later state, else what its kind and nation have.
        """
        id_ = slug(name)
        found = self.ship_ratings.named.get(id_)
        if year >= self.ship_ratings.late_from:
            found = self.ship_ratings.late.get(id_, found)
        if found is not None and (found.nation, found.kind) == (nation, kind):
            return found
        rows = self.ship_ratings.kinds.get(kind, FrozenMap())
        return rows.get(nation, rows.get("ALL"))


def read_charts(tables: Mapping[str, Mapping[str, Any]]) -> Charts:
    """The charts from a rule book's tables; raises `Refused` with every figure that is wrong."""
    book = read_tables(tables)
    raise_if(misfits(book))
    areas = FrozenMap({id_: _area(id_, book) for id_ in book.areas})
    sheet = book.map
    near = _near(areas, sheet.long, sheet.long_air)
    return Charts(
        **shared(book, Figures),
        areas=areas,
        distances=FrozenMap({id_: _distances(id_, near) for id_ in areas}),
        travel=sheet,
        weather=Weather(
            track=tuple(tuple(_faces(book.weather_track[month])) for month in MONTHS),
            grounding=book.grounding,
            effects=book.weather_effects,
        ),
        boats=book.submarines,
        plain_boats=book.plain_submarines,
        prices=Prices(printed=book.prices, modified=book.allied_prices, adds=book.building),
    )


def _area(id_: str, book: Book) -> Area:
    row, sheet = book.areas[id_], book.map
    links = dict.fromkeys(_partners(id_, sheet.links.sea), sheet.sea)
    links |= dict.fromkeys(_partners(id_, sheet.links.long), sheet.long)
    on_it = tuple(other for other, land in book.areas.items() if id_ in land.seas)
    land_links = dict.fromkeys(_partners(id_, sheet.links.land), False)
    land_links |= dict.fromkeys(_partners(id_, sheet.links.river), True)
    return Area(
        id=id_,
        name=row.name,
        sea=not row.terrain,
        zone=row.zone,
        terrain=row.terrain,
        links=FrozenMap(links),
        straits=FrozenMap(
            {one: by for two, by in sheet.straits.items() for one in _partners(id_, [two])}
        ),
        ashore=row.seas or on_it,
        land_links=FrozenMap(land_links),
        port=row.port,
        airfield=row.airfield,
        owner=row.owner,
        worth=row.worth,
        prize=row.prize,
        theatre=row.theatre,
    )


def _partners(id_: str, pairs: "tuple[str, ...] | list[str]") -> Iterator[str]:
    """What an area is linked to by the pairs that have it."""
    for one, other in map(pair, pairs):
        if id_ in (one, other):
            yield other if id_ == one else one


Near = Mapping[str, Mapping[int, frozenset[str]]]
"""The areas beside each area, by how far they are by air."""


def _near(areas: Mapping[str, Area], long: int, long_air: int) -> Near:
    """How far areas beside each other are by air: a long link counts more [PH1.3]."""
    found: dict[str, dict[int, frozenset[str]]] = {}
    for id_, area in areas.items():
        steps = {one: long_air if cost == long else 1 for one, cost in area.links.items()}
        steps |= dict.fromkeys((*area.ashore, *area.land_links), 1)
        found[id_] = {
            step: frozenset(one for one, cost in steps.items() if cost == step)
            for step in (1, long_air)
        }
    return found


def _distances(origin: str, near: Near) -> FrozenMap[int]:
    """Air distances from an area: fewest links, ring after ring [PH1.3]."""
    found: dict[str, int] = {}
    rings = {0: {origin}}
    while rings:
        far = min(rings)
        ring = rings.pop(far) - found.keys()
        found |= dict.fromkeys(ring, far)
        for here in ring:
            for step, areas in near[here].items():
                rings.setdefault(far + step, set()).update(areas)
    return FrozenMap(found)


def _faces(letters: str) -> Iterator[Condition]:
    """The conditions of a month, one for each face of a die [PH3]."""
    named: dict[str, Condition] = {"F": "F", "M": "M", "W": "W"}
    return (named[letter] for letter in letters)
