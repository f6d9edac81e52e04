"""The board of hexes and boxes, and the counters on it, to be drawn [H2.1, E.1, E.2]."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from pbem.engine.tabletop import (
    Board,
    Counter,
    Ground,
    Key,
    Place,
    Point,
    Sample,
    Shape,
    Side,
    Stroke,
    Tabletop,
    Way,
)
from pbem.frozen import FrozenMap, Value, remembered, replace
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.places import Box, Hex
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.table.state import (
    ALLIED,
    JAPANESE,
    Aircraft,
    Base,
    Game,
    Ship,
    Troops,
)
from pbem.systems.cartwheel.words.names import base_name
from pbem.systems.cartwheel.words.sea import cargo_words

SIDES: dict[str, Side] = {JAPANESE: "first", ALLIED: "second", "": ""}
"""The sides are in this order in every genesis."""
EDGE = 96
"""From a hex's centre to a corner."""
LOW = EDGE * sqrt(3) / 2
"""From a hex's centre to a side."""
BOXED: Point = (360, 160)
"""How wide and high an off-board box is."""
MARGIN = 20
SOLID = 24
"""From the middle of a coast to where its land ends, where it meets no other."""
LABELLED = 14
"""How far counters are heaped below the middle of a hex, whose number stands above."""
GROUNDS: dict[str, Ground] = {"J": "land", "M": "high", "X": "none"}
"""What is all land; every other hex is sea, with land in it where there is a coast [H2.5]."""


# --- the board -----------------------------------------------------------------------------------


class Extent(Value):
    """How much of the map is in play: its columns, and the ids of the boxes."""

    first: int
    last: int
    boxes: tuple[str, ...]

    @property
    def columns(self) -> range:
        """The numbers of its columns."""
        return range(self.first, self.last + 1)


def board(game: Game, charts: Charts) -> Board:
    """The hexes in play with their terrain and coasts, and the off-board boxes [H2.1, H2.8]."""
    boxes = " ".join(id_ for id_ in charts.boxes if id_ in game.bases)
    printed = _printed(*game.terms.columns, boxes, charts)
    return replace(printed, places=tuple(_owned(game, place) for place in printed.places))


def _owned(game: Game, place: Place) -> Place:
    """A place with the side that controls it; a box is always its side's."""
    owner = game.control.get(place.id)
    return replace(place, owner=SIDES[owner]) if owner else place


@remembered(8)  # every report of a game has the same map
def _printed(first: int, last: int, boxes: str, charts: Charts) -> Board:
    """The board as it is printed, before anybody controls a hex."""
    extent = Extent(first=first, last=last, boxes=tuple(boxes.split()))
    shown = [charts.hexes[hexes.number(c, r)] for c in extent.columns for r in _ROWS]
    return Board(
        title="The map",
        size=_size(extent, charts),
        places=(
            *(_hex(extent, one, charts) for one in shown),
            *(_box(extent, charts.boxes[id_], charts) for id_ in extent.boxes),
        ),
        strokes=(*_coasts(extent, shown, charts), *_barred(extent, charts)),
    )


_ROWS = range(1, hexes.ROWS + 1)


def _size(extent: Extent, charts: Charts) -> Point:
    bottom = _top(extent, charts) + LOW * (2 * hexes.ROWS + 1)
    has_south = any(not _is_north(charts.boxes[id_]) for id_ in extent.boxes)
    wide = max(EDGE * (1.5 * (extent.last - extent.first) + 2), 2 * BOXED[0] + MARGIN)
    return (
        round(wide + 2 * MARGIN),
        round(bottom + MARGIN + (BOXED[1] + MARGIN if has_south else 0)),
    )


def _top(extent: Extent, charts: Charts) -> float:
    """Where the hexes begin, below the boxes that lie north of them."""
    has_north = any(_is_north(charts.boxes[id_]) for id_ in extent.boxes)
    return MARGIN + (BOXED[1] + MARGIN if has_north else 0)


def _is_north(box: Box) -> bool:
    return hexes.row(box.anchor) <= hexes.ROWS // 2


def _middle(extent: Extent, hex_: str, charts: Charts) -> Point:
    """The centre of a hex; even columns lie half a hex further south [H2.1]."""
    column, row = hexes.column(hex_), hexes.row(hex_)
    down = 2 * row if column % 2 == 0 else 2 * row - 1
    east = MARGIN + EDGE * (1 + 1.5 * (column - extent.first))
    return round(east), round(_top(extent, charts) + LOW * down)


def _corners(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return tuple(
        (round(x + EDGE * cos(k * pi / 3)), round(y + EDGE * sin(k * pi / 3))) for k in range(6)
    )


def _hex(extent: Extent, one: Hex, charts: Charts) -> Place:
    x, y = middle = _middle(extent, one.id, charts)
    return Place(
        id=one.id,
        name=charts.short_name(one.id),
        label=one.id,
        ground=GROUNDS.get(one.terrain.code, "water"),
        outline=_corners(middle),
        middle=(x, round(y + LABELLED)),
        room=(128, 124),
    )


def _box(extent: Extent, box: Box, charts: Charts) -> Place:
    """An off-board box, above or below its anchor as far as the board goes [H2.8]."""
    wide, high = BOXED
    width, height = _size(extent, charts)
    anchored = _middle(extent, box.anchor, charts)[0]
    left = min(max(MARGIN, anchored - wide // 2), width - MARGIN - wide)
    top = MARGIN if _is_north(box) else height - MARGIN - high
    return Place(
        id=box.id,
        name=box.name,
        label=box.name,
        ground="box",
        outline=((left, top), (left + wide, top), (left + wide, top + high), (left, top + high)),
        middle=(left + wide // 2, top + high // 2 + LABELLED),
        room=(wide - 24, high - 48),
        owner=SIDES[box.side],
    )


def _coasts(extent: Extent, shown: list[Hex], charts: Charts) -> Iterator[Stroke]:
    """Land in hexes that are part sea, joined to land of the same landmass [H2.4, H2.5]."""
    ids = {one.id for one in shown}
    for one in shown:
        if not one.terrain.coastal:
            continue
        way: Way = "ridge" if one.terrain.mountain else "shore"
        here = x, y = _middle(extent, one.id, charts)
        island = ((x - SOLID, y), (x, y - SOLID), (x + SOLID, y), (x, y + SOLID), (x - SOLID, y))
        yield Stroke(points=island, way=way)
        for near in hexes.neighbours(one.id):
            if near in ids and set(charts.hexes[near].landmasses) & set(one.landmasses):
                yield Stroke(points=(here, *_side(extent, one.id, near, charts)), way=way)


def _side(extent: Extent, one: str, other: str, charts: Charts) -> tuple[Point, ...]:
    """The two ends of the hexside between neighbours."""
    there = _corners(_middle(extent, other, charts))
    return tuple(
        spot
        for spot in _corners(_middle(extent, one, charts))
        if any(abs(spot[0] - x) + abs(spot[1] - y) < MARGIN for x, y in there)
    )


def _barred(extent: Extent, charts: Charts) -> Iterator[Stroke]:
    """Hexsides that ships cannot cross [H2.6]."""
    for one, other in charts.closed:
        if all(hexes.column(hex_) in extent.columns for hex_ in (one, other)):
            yield Stroke(points=_side(extent, one, other, charts), way="closed")


# --- the counters --------------------------------------------------------------------------------


def counters(game: Game, private: object, charts: Charts) -> tuple[Counter, ...]:
    """Bases, ground units, ships; air units as far as the seat knows where they are [E.1, E.2]."""
    own = private if isinstance(private, Private) else None
    return (
        *(_base(base, charts) for base in game.bases.values() if _is_shown(game, base, charts)),
        *_air(game, own, charts),
        *(_ship(ship, charts) for ship in game.ships.values() if ship.at),
        *(_troops(game, unit, charts) for unit in game.troops.values() if unit.at),
    )


def _is_shown(game: Game, base: Base, charts: Charts) -> bool:
    """Whether an airbase lies on the map; boxes are no counters [6.2]."""
    return base.id not in charts.boxes and base in tuple(game.bases_at(base.hex))


def _base(base: Base, charts: Charts) -> Counter:
    chart = charts.bases[base.id]
    down = is_disrupted(base, charts)
    aa = charts.base_aa(base.id, disrupted=down, building=base.status == "building")
    said = {
        "disrupted": down and base.status == "working",
        "destroyed": base.status == "destroyed",
        "being built": base.status == "building",
        "no supply": not base.supplied,
        "radar": base.radar,
        f"{base.hits} hits": base.hits > 0,
    }
    return Counter(
        id=base.id,
        place=base.hex,
        side=SIDES[base.owner],
        shape="base",
        pile=f"base {base.id}",
        label=base.id,
        words=base_name(base.id, charts),
        corners=(str(aa), "", str(chart.fighters), str(chart.bombers)),
        marks=tuple(words for words, so in said.items() if so),
        sign="D" if down else "" if base.supplied else "!",
        reduced=base.status != "working",
    )


def _air(game: Game, own: Private | None, charts: Charts) -> Iterator[Counter]:
    """The seat's own air units at their bases; of the others those that were seen this turn."""
    mine = {plane.id: plane for plane in own.planes.values()} if own is not None else {}
    for unit in game.air.values():
        if unit.id in mine:
            continue
        if unit.steps and unit.base and unit.seen == game.now and game.now:
            yield _seen(game, unit, charts)
    for plane in mine.values():
        if not plane.due and (place := place_of(game, plane.base)):
            yield _plane(plane, place, charts)
    for scout in game.turn.scouts.values():
        if scout.id not in mine:
            yield _aircraft(scout.id, 1, scout.hex, ("recon",), charts)
    for rufe in game.floatplanes.values():
        if rufe.id not in mine and rufe.steps:
            yield _aircraft(rufe.id, rufe.steps, rufe.hex, ("at the port",), charts)


def _seen(game: Game, unit: Aircraft, charts: Charts) -> Counter:
    marks = ("disrupted",) if unit.disrupted else ()
    return _aircraft(unit.id, unit.steps, place_of(game, unit.base), ("seen", *marks), charts)


def _plane(plane: Plane, place: str, charts: Charts) -> Counter:
    said = {
        plane.half: True, "disrupted": plane.disrupted, "Regroup mark": plane.mark,
        "away": plane.away, "Ace": plane.ace,
    }  # fmt: skip
    marks = tuple(words for words, so in said.items() if so)
    return _aircraft(plane.id, plane.steps, place, marks, charts)


def _aircraft(id_: str, steps: int, place: str, marks: tuple[str, ...], charts: Charts) -> Counter:
    unit = charts.air[id_]
    factors = unit.model.factors(steps)
    shape: Shape = "fighter" if unit.model.is_fighter else "air"
    return Counter(
        id=id_,
        place=place,
        side=SIDES[unit.side],
        shape=shape,
        pile=f"{shape} {unit.side}",
        label=unit.model.id,
        words=f"{id_}, {unit.model.aircraft}",
        corners=(str(factors.af), str(unit.model.sr), str(factors.df), str(factors.bf)),
        marks=marks,
        sign="D" if "disrupted" in marks else "F" if "flown" in marks else "",
        reduced=steps < unit.model.steps,
    )


def _ship(ship: Ship, charts: Charts) -> Counter:
    unit = charts.naval[ship.id]
    is_whole = ship.steps > 1 or unit.back is None
    factors = unit.front if is_whole or unit.back is None else unit.back
    said = {"disrupted": ship.disrupted, "no supply": not ship.supplied}
    cargo = (f"carries {cargo_words(ship.cargo)}",) if ship.cargo else ()
    return Counter(
        id=ship.id,
        place=ship.at,
        side=SIDES[ship.side],
        shape="carrier" if factors.air else "ship",
        pile=f"ship {ship.side}",
        label=unit.type,
        words=ship.id,
        corners=(str(factors.af), str(factors.aa), str(factors.df), str(unit.speed)),
        marks=(*(words for words, so in said.items() if so), *cargo),
        sign="D" if ship.disrupted else "" if ship.supplied else "!",
        reduced=not is_whole,
    )


def _troops(game: Game, unit: Troops, charts: Charts) -> Counter:
    chart = charts.ground[unit.id]
    aboard = game.ships.get(unit.at)
    said = {"disrupted": unit.disrupted, "no supply": not unit.supplied}
    where = (f"aboard {unit.at}",) if aboard is not None else ()
    is_whole = unit.steps > 1 or not chart.back
    return Counter(
        id=unit.id,
        place=aboard.at if aboard is not None else unit.at,
        side=SIDES[unit.side],
        shape="troops",
        pile=f"troops {unit.side}",
        label=unit.id.partition("-")[2] or unit.id,
        words=unit.id,
        corners=(str(chart.front if is_whole else chart.back), "", str(unit.steps), ""),
        marks=(*(words for words, so in said.items() if so), *where),
        sign="D" if unit.disrupted else "" if unit.supplied else "!",
        reduced=not is_whole,
    )


def owners(game: Game, charts: Charts) -> dict[str, Side]:
    """Whose units are, and the bases [2.2]."""
    return {
        **{base_name(id_, charts): SIDES[base.owner] for id_, base in game.bases.items()},
        **{id_: SIDES[unit.side] for id_, unit in charts.ground.items()},
        **{id_: SIDES[unit.side] for id_, unit in charts.naval.items()},
        **{id_: SIDES[unit.side] for id_, unit in charts.air.items()},
    }


PLANES = ("attack (AF)", "speed (SR)", "defence (DF)", "bombing (BF)")
SHIPS = ("attack (AF)", "anti-aircraft (AA)", "defence (DF)", "speed in hexes")
KEY = Key(
    sides=("Japanese", "Allied"),
    samples=(
        Sample(
            shape="base",
            words="an airbase",
            corners=("anti-aircraft (AA)", "", "room for fighters", "room for bombers"),
        ),
        Sample(shape="troops", words="troops", corners=("combat (CF)", "", "steps", "")),
        Sample(shape="fighter", words="fighters", corners=PLANES),
        Sample(shape="air", words="other aircraft", corners=PLANES),
        Sample(shape="ship", words="ships", corners=SHIPS),
        Sample(shape="carrier", words="ships that carry aircraft", corners=SHIPS),
    ),
    signs=FrozenMap({"D": "disrupted", "!": "no supply", "F": "flown"}),
    reduced="steps lost; of a base: being built or destroyed",
    grounds=FrozenMap(
        {
            "water": "sea, with land where there is a coast",
            "land": "low land",
            "high": "mountains",
            "none": "not in play",
            "box": "a box off the map",
        }
    ),
    ways=FrozenMap({"closed": "a side that ships cannot cross"}),
)
"""What its signs mean [2.2, E.2]."""

TABLETOP: Tabletop[Game, Charts] = Tabletop(board=board, counters=counters, owners=owners, key=KEY)
"""The South Pacific, with the seat's own hidden units where they are known."""
