"""The board of areas and seas, and the counters on it, to be drawn [PH1, PH2]."""

from collections.abc import Iterator, Mapping

from pbem.engine.tabletop import (
    Board,
    Counter,
    Key,
    Place,
    Point,
    Sample,
    Shape,
    Side,
    Stroke,
    Tabletop,
)
from pbem.frozen import FrozenMap, remembered, replace
from pbem.systems.pto.atlas.layout import PLACES
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, side_of
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.victory import stake

SIDES: dict[str, Side] = {JAPANESE: "first", ALLIED: "second", "": ""}
"""The sides are in this order in every genesis."""
ACROSS, DOWN = 280, 200
"""From one place of the picture to the next."""
WIDE, HIGH = 216, 152
"""An area's size, and how far a sea's corners are cut."""
CUT = 36
MARGIN = 20
LABELLED = 16
"""How far counters are heaped below the middle, above which the name stands."""


def board(game: Game, charts: Charts) -> Board:
    """The areas in play and the links between them [PH1.1, PH1.4]."""
    printed = _printed(" ".join(sorted(game.terms.closed)), charts)
    return replace(printed, places=tuple(_owned(game, place) for place in printed.places))


def _owned(game: Game, place: Place) -> Place:
    """A place with the side whose it is; a sea is nobody's."""
    area = game.areas.get(place.id) if place.ground == "land" else None
    return replace(place, owner=SIDES[side_of(area.nation)]) if area else place


@remembered(8)  # every report of a game has the same map
def _printed(closed: str, charts: Charts) -> Board:
    """The board as it is printed, but for areas that are not in play, before it is anybody's."""
    shown = [area for area in PLACES if area not in closed.split()]
    spots = _spots(shown)
    wide, high = (max(spot[axis] for spot in spots.values()) for axis in (0, 1))
    return Board(
        title="The map",
        size=(wide + WIDE // 2 + MARGIN, high + HIGH // 2 + MARGIN),
        places=tuple(_place(area, spots[area], charts) for area in shown),
        strokes=tuple(_links(spots, charts)),
    )


def _spots(shown: list[str]) -> dict[str, Point]:
    """The middles of areas; the picture begins where the first of them is in play [PH17]."""
    places = [PLACES[area] for area in shown]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return {
        area: (
            round(MARGIN + WIDE // 2 + (column - left) * ACROSS),
            round(MARGIN + HIGH // 2 + (row - top) * DOWN),
        )
        for area, (row, column) in zip(shown, places, strict=True)
    }


def _place(area: str, middle: Point, charts: Charts) -> Place:
    chart = charts.areas[area]
    x, y = middle
    half, low, cut = WIDE // 2, HIGH // 2, CUT if chart.sea else 0
    corners = (
        (x - half + cut, y - low), (x + half - cut, y - low), (x + half, y - low + cut),
        (x + half, y + low - cut), (x + half - cut, y + low), (x - half + cut, y + low),
        (x - half, y + low - cut), (x - half, y - low + cut),
    )  # fmt: skip
    outline = dict.fromkeys((round(east), round(south)) for east, south in corners)
    return Place(
        id=area,
        name=chart.name,
        label=chart.name.partition(" (")[0],
        ground="water" if chart.sea else "land",
        outline=tuple(outline),
        middle=(x, round(y + LABELLED)),
        room=(WIDE - 2 * cut, HIGH - 40) if cut else (WIDE - 12, HIGH - 40),
    )


def _links(spots: Mapping[str, Point], charts: Charts) -> Iterator[Stroke]:
    """Each link once, by sea and by land, from port to sea [PH1.1, PH1.4, PH1.6]."""
    for area, middle in spots.items():
        here = charts.areas[area]
        for to in dict.fromkeys((*here.links, *here.ashore, *here.land_links)):
            if to in spots and area < to:
                is_long = here.links.get(to, 0) > charts.travel.leave
                points = (middle, spots[to])
                yield Stroke(points=points, way="long" if is_long else "link")


# --- the counters --------------------------------------------------------------------------------


def counters(game: Game, _private: object, charts: Charts) -> tuple[Counter, ...]:
    """Every piece on the table: nothing of them is hidden [F.1]."""
    return (
        *(_works(game, area, charts) for area in game.areas if area not in game.terms.closed),
        *(_ground(game, unit) for unit in game.ground.values()),
        *(_air(game, unit, charts) for unit in game.air.values()),
        *(_ship(game, ship) for ship in game.ships.values()),
    )


def _works(game: Game, area: str, charts: Charts) -> Counter:
    """Port, airfield, fort of an area, and what it is worth [PH1.5, PH1.6]."""
    works = game.areas[area]
    scoring, chart = game.terms.scoring, charts.areas[area]
    points = stake(scoring, chart)
    worth = str(chart.worth or "") if scoring.areas else ""
    marks = ("contested",) if game.is_contested(area) else ()
    return Counter(
        id=area,
        place=area,
        side=SIDES[side_of(works.nation)],
        shape="base",
        pile="works",
        label=works.nation,
        words=f"port {works.port}, airfield {works.airfield}, fort {works.fort}"
        f"{f', VP {points}' if points else ''}",
        corners=(str(works.port), str(works.airfield), str(works.fort), worth),
        marks=marks,
        sign="*" if marks else "",
    )


def _ground(game: Game, unit: Ground) -> Counter:
    side = SIDES[side_of(unit.nation)]
    aboard = (f"aboard {game.ships[unit.ship].name}",) if unit.ship in game.ships else ()
    return Counter(
        id=unit.id,
        place=unit.at or _berth(game, unit.ship),
        side=side,
        shape="troops",
        pile=f"ground {side}",
        label=unit.nation,
        words=unit.name,
        corners=(str(unit.strength), "", "", str(unit.move)),
        marks=(*_marks(unit.mark), *aboard, *(("no supply",) if unit.out else ())),
        sign="!" if unit.out else unit.mark[:1].upper(),
        reduced=unit.steps < unit.full,
    )


def _marks(mark: str) -> tuple[str, ...]:
    return (mark,) if mark else ()


def _air(game: Game, unit: AirUnit, charts: Charts) -> Counter:
    side, chart = SIDES[side_of(unit.nation)], charts.air_types[unit.type]
    is_aboard = unit.base in game.ships
    shape: Shape = "fighter" if chart.kind == "F" else "air"
    said = {"committed": unit.committed, "no supply": unit.out > 0, "aboard": is_aboard}
    return Counter(
        id=unit.id,
        place=_berth(game, unit.base) if is_aboard else unit.base,
        side=side,
        shape=shape,
        pile=f"air {side}",
        label=unit.type,
        words=f"{unit.type} {unit.name}",
        corners=(str(chart.rolls or ""), str(chart.quality), str(chart.bombs or ""), ""),
        marks=tuple(words for words, so in said.items() if so),
        sign="!" if unit.out else "C" if unit.committed else "",
        reduced=unit.steps < 2,
    )


def _berth(game: Game, ship: str) -> str:
    """The area of a ship; empty where it is not on the map."""
    return game.forces[game.ships[ship].tf].at if ship in game.ships else ""


def _ship(game: Game, ship: Ship) -> Counter:
    side, force = SIDES[side_of(ship.nation)], game.forces[ship.tf]
    shape: Shape = "carrier" if ship.is_carrier else "boat" if ship.is_boat else "ship"
    searched = ("searched",) if force.searched else ()
    return Counter(
        id=ship.id,
        place=force.at,
        side=side,
        shape=shape,
        pile=f"force {force.id}",
        label=ship.kind,
        words=f"{ship.name} ({force.name})",
        corners=(str(ship.gun), "", str(ship.armour), str(ship.speed)),
        marks=(*_marks(ship.mark), *searched, *(("damaged",) if ship.damaged else ())),
        sign=ship.mark[:1].upper(),
        reduced=ship.damaged,
    )


def owners(game: Game, _charts: Charts) -> dict[str, Side]:
    """Whose pieces and areas are."""
    pieces = (game.ships, game.ground, game.air, game.areas)
    return {id_: SIDES[side_of(one.nation)] for part in pieces for id_, one in part.items()}


PLANES = ("dice", "quality", "bombs", "")
SHIPS = ("gun or attack", "", "armour or defence", "movement points")
KEY = Key(
    sides=("Japanese", "Allied"),
    samples=(
        Sample(
            shape="base",
            words="what stands in a land area",
            corners=("port", "airfield", "fort", "what it is worth"),
        ),
        Sample(shape="troops", words="troops", corners=("strength", "", "", "movement")),
        Sample(shape="fighter", words="fighters", corners=PLANES),
        Sample(shape="air", words="other aircraft", corners=PLANES),
        Sample(shape="carrier", words="a carrier", corners=SHIPS),
        Sample(shape="ship", words="another ship", corners=SHIPS),
        Sample(shape="boat", words="submarines", corners=SHIPS),
    ),
    signs=FrozenMap(
        {
            "S": "standby",
            "A": "activated",
            "C": "committed",
            "!": "no supply",
            "*": "contested",
        }
    ),
    reduced="damaged, or steps lost",
    grounds=FrozenMap({"land": "a land area", "water": "a sea"}),
    ways=FrozenMap({"link": "a link", "long": "a link that costs more to travel"}),
)
"""What its signs mean [A.7]."""

TABLETOP: Tabletop[Game, Charts] = Tabletop(board=board, counters=counters, owners=owners, key=KEY)
"""The Pacific; all pieces lie open."""
