"""The carrier display as a board: decks, hangars, rings and boxes, to be drawn [M0.7-M0.9]."""

from collections.abc import Iterator

from pbem.engine.tabletop import Board, Counter, Key, Place, Point, Sample, Shape, Side, Tabletop
from pbem.frozen import FrozenMap
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.table.carriers import in_order, is_able, is_afloat
from pbem.systems.midway.table.state import CIRCUIT, Carrier, Game, Squadron
from pbem.systems.midway.words.names import BOXES, SIDE_NAMES, carrier_name

WIDE = 640
"""The width of a side's display."""
BETWEEN = 40
"""From one display to the other."""
GAP, MARGIN, HEADED = 12, 20, 28
"""Between boxes; around all; how high a box's name stands."""
RINGS, SHIPS, DECKS, HANGARS, BOXED = 96, 80, 88, 128, 260
"""How high the rows are: CAP rings, carriers, decks, hangars, the boxes of the circuit."""
HIGH = RINGS + SHIPS + DECKS + HANGARS + BOXED + 4 * GAP
SUNK = "\N{MULTIPLICATION SIGN}"
PRINTED: dict[str, Side] = {side: ("first", "second")[n] for n, side in enumerate(SIDES)}


def board(game: Game, charts: Charts) -> Board:
    """Both displays side by side, the Japanese one on the left [M0.7-M0.9]."""
    places = (
        place
        for number, side in enumerate(SIDES)
        for place in _display(game, side, MARGIN + number * (WIDE + BETWEEN), charts)
    )
    size = 2 * WIDE + BETWEEN + 2 * MARGIN, HIGH + 2 * MARGIN
    return Board(title="The carrier display", size=size, places=tuple(places))


def _display(game: Game, side: str, left: int, charts: Charts) -> Iterator[Place]:
    rings = [(f"{side}/cap{n}", f"CAP ring {n}") for n in range(1, charts.cap_rings + 1)]
    carriers = [carrier.id for carrier in in_order(game.side_carriers(side), charts)]
    rows = (
        (rings, RINGS),
        ([(id_, carrier_name(id_)) for id_ in carriers], SHIPS),
        ([(f"{id_}/deck", "flight deck") for id_ in carriers], DECKS),
        ([(f"{id_}/hangar", "hangar") for id_ in carriers], HANGARS),
        ([(f"{side}/{box}", BOXES[box]) for box in CIRCUIT], BOXED),
    )
    top = MARGIN
    for boxes, high in rows:
        yield from _row(boxes, side, (left, top), high)
        top += high + GAP


def _row(boxes: list[tuple[str, str]], side: str, corner: Point, high: int) -> Iterator[Place]:
    """Boxes of one width side by side, each with its name above what is in it."""
    across = (WIDE + GAP) / max(1, len(boxes))
    for number, (id_, name) in enumerate(boxes):
        left, top, wide = corner[0] + number * across, corner[1], across - GAP
        corners = (left, top), (left + wide, top), (left + wide, top + high), (left, top + high)
        yield Place(
            id=id_,
            name=f"{name}, {SIDE_NAMES[side]}",
            label=name,
            ground="box" if "/" in id_ else "water",
            outline=tuple((round(x), round(y)) for x, y in corners),
            middle=(round(left + wide / 2), round(top + (high + HEADED) / 2)),
            room=(round(wide - GAP), round(high - HEADED - GAP / 2)),
            owner=PRINTED[side],
        )


# --- the counters --------------------------------------------------------------------------------


def counters(game: Game, _private: object, charts: Charts) -> tuple[Counter, ...]:
    """Carriers and squadrons: all of them lie open [M0.2]."""
    return (
        *(_carrier(carrier, charts) for carrier in in_order(game.carriers.values(), charts)),
        *(_squadron(squadron) for squadron in game.squadrons.values()),
    )


def _carrier(carrier: Carrier, charts: Charts) -> Counter:
    """Its AA dice and lowest face of repair above, its damage below [M7.2, M13.2, M15.1]."""
    chart = charts.carriers[carrier.id]
    is_sunk = not is_afloat(carrier, charts)
    state = "sunk" if is_sunk else "" if is_able(carrier, charts) else "crippled"
    marks = (f"damage {carrier.damage}",) if carrier.damage else ()
    return Counter(
        id=carrier.id,
        place=carrier.id,
        side=PRINTED[carrier.side],
        shape="carrier",
        pile=carrier.id,
        label="CV",
        words=carrier_name(carrier.id),
        corners=(str(chart.aa), str(chart.repair), str(carrier.damage or ""), ""),
        marks=(*marks, *((state,) if state else ())),
        sign=SUNK if is_sunk else "",
        reduced=bool(state),
    )


def _squadron(squadron: Squadron) -> Counter:
    shape: Shape = "air" if squadron.is_bomber else "fighter"
    name, kind = _printed(squadron)
    marks = (f"{squadron.marks} waiting",) if squadron.marks else ()
    return Counter(
        id=squadron.id,
        place=_place(squadron),
        side=PRINTED[squadron.side],
        shape=shape,
        pile=squadron.id,
        label=name,
        words=f"{squadron.id}, {squadron.sp} SP",
        corners=("", "", str(squadron.sp), kind),
        marks=marks,
    )


def _printed(squadron: Squadron) -> tuple[str, str]:
    """What a squadron is called, and kind: `VF-3`, `F`; `Kaga`, `TB2`."""
    ship, _, number = squadron.id.partition(f"-{squadron.kind}")
    return (ship, squadron.kind + number) if ship != squadron.id else (ship, squadron.kind)


def _place(squadron: Squadron) -> str:
    if squadron.carrier:
        return f"{squadron.carrier}/{squadron.box}"
    return f"{squadron.side}/{squadron.box}{squadron.ring or ''}"


def owners(_game: Game, charts: Charts) -> dict[str, Side]:
    """Whose carriers and squadrons are [M0.5]."""
    ships = {id_: PRINTED[chart.side] for id_, chart in charts.carriers.items()}
    return {
        **{carrier_name(id_): side for id_, side in ships.items()},
        **{id_: ships[chart.carrier] for id_, chart in charts.squadrons.items()},
    }


KEY = Key(
    sides=("Japanese", "American"),
    samples=(
        Sample(
            shape="carrier",
            words="a carrier",
            corners=("AA dice", "lowest face that repairs", "damage", ""),
        ),
        Sample(shape="fighter", words="fighters", corners=("", "", "strength (SP)", "kind")),
        Sample(
            shape="air",
            words="dive or torpedo bombers",
            corners=("", "", "strength (SP)", "kind"),
        ),
    ),
    signs=FrozenMap({SUNK: "sunk"}),
    reduced="crippled or sunk",
    grounds=FrozenMap({"water": "a carrier at sea", "box": "a box of the display"}),
)
"""What its signs mean."""

TABLETOP: Tabletop[Game, Charts] = Tabletop(board=board, counters=counters, owners=owners, key=KEY)
"""Both sides' displays, on which everything lies open."""
