"""The map as a drawing: every area at a glance, or some of them with more of each [PH1].

Capitals are Allied, small letters Japanese, so that no colour is needed.
"""

from collections.abc import Iterator, Mapping

from pbem.engine.atlas import Drawing, Frame, Ink, Span
from pbem.engine.canvas import Canvas
from pbem.engine.mentions import mention
from pbem.frozen import Value, field
from pbem.systems.pto.atlas.layout import COLUMNS, EMPTY, PLACES, ROWS, area_at
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, SIDES, side_of
from pbem.systems.pto.rules.month.ph11_supply import cut_off
from pbem.systems.pto.table.naming import flying
from pbem.systems.pto.table.state import Game

INKS: dict[str, Ink] = {JAPANESE: "first", ALLIED: "second"}
"""The ink of each side's pieces: the sides are in this order in every genesis."""
NARROWEST, USUAL, BROAD, WITH_NAMES = 4, 6, 10, 12
"""Signs that a place takes across: at least, on a usual and a broad screen, and with its name."""
TRANSPORT = "STP"
SHORT, TALL = 4, 6
"""Lines that a place takes with the gap below it: in little, and with its name."""
SHOWN = {2: 6, 3: 4}
"""Columns of the picture around a place, by zoom."""
ROOMY = {2: WITH_NAMES, 3: 20}
"""Signs that a place takes across, by zoom, where all columns are shown."""

LEGEND = (
    ("LUZ luz", "land: capitals are Allied, small letters Japanese"),
    ("*luz luz!", "contested; cut off from supply"),
    ("(PHS)", "sea; below it Japanese ships, then Allied ships"),
    ("g5 a8", "ground units, air units; + is ten or more where it is tight"),
    ("c2 s9", "carriers and battleships, other ships, transports too"),
    ("- | / \\", "links; = is a long one. Not all are drawn; --at PLACE tells them"),
)
NAMED_LEGEND = (
    *LEGEND[:4],
    ("c2 s9 t3", "carriers and battleships, other warships, transports"),
    LEGEND[5],
    ("p1 f8 x0", "size of port, airfield and fort"),
)


def draw(game: Game, at: str, frame: Frame, charts: Charts) -> Drawing:
    """The map for a screen: all of it at zoom 1 and wherever it fits, else places around `at`."""
    width = max(frame.width, NARROWEST)
    weather = tuple(_weather(game))
    if frame.zoom <= 1:
        lines = _whole(game, width, charts)
        return Drawing(title="The map", lines=lines, legend=(*LEGEND, *weather), whole=True)
    rows, columns = _in_play(game)
    title, whole = "The map", not at and len(columns) * ROOMY[frame.zoom] <= width
    if not whole:
        most = min(SHOWN[frame.zoom], max(1, width // WITH_NAMES))
        middle = at or _front(game, most)
        title = f"The map around {mention(middle)}"
        rows, columns = _around(middle, most)
    across = min(width // len(columns), 2 * WITH_NAMES)
    lines = _part(game, rows, columns, across, charts)
    return Drawing(title=title, lines=lines, legend=(*NAMED_LEGEND, *weather), whole=whole)


def _in_play(game: Game) -> tuple[range, range]:
    """The rows and columns of the picture that the scenario takes [PH17]."""
    places = [place for area, place in PLACES.items() if area not in game.terms.closed]
    rows, columns = ([place[axis] for place in places] for axis in (0, 1))
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _around(middle: str, many: int) -> tuple[range, range]:
    """Rows and columns with a place as nearly in the middle as the picture's edges let it be."""
    row, column = PLACES[middle]
    first = min(max(0, column - many // 2), COLUMNS - many)
    rows = range(max(0, row - many // 2), min(len(ROWS), row + many // 2 + 1))
    return rows, range(first, first + many)


def _front(game: Game, many: int) -> str:
    """The place around which both sides have ships, the weaker one as many as can be."""
    here = {side: {area: _fleet(game, area, side) for area in PLACES} for side in SIDES}

    def ships(middle: str) -> tuple[int, int, int]:
        rows, columns = _around(middle, many)
        shown = [area_at(row, column) for row in rows for column in columns]
        sides = [sum(fleets.get(area, 0) for area in shown) for fleets in here.values()]
        return min(sides), sum(sides), sum(fleets[middle] for fleets in here.values())

    return max((area for area in PLACES if area not in game.terms.closed), key=ships)


def _fleet(game: Game, area: str, side: str) -> int:
    """The number of a side's ships in an area."""
    return sum(len(game.ships_in(force.id)) for force in game.forces_at(area, side))


def _weather(game: Game) -> Iterator[tuple[str, str]]:
    """What does not fly this month [W1]."""
    if game.month.grounded:
        yield "weather", flying(game.month.grounded)


def _whole(game: Game, width: int, charts: Charts) -> tuple[tuple[Span, ...], ...]:
    """All columns, in strips if the screen is narrow."""
    most = max(1, width // NARROWEST)
    rows, columns = _in_play(game)
    strips = -(-len(columns) // most)
    size = -(-len(columns) // strips)
    across = min(BROAD, width // size)
    lines: tuple[tuple[Span, ...], ...] = ()
    for first in range(0, len(columns), size):
        strip = _part(game, rows, columns[first : first + size], across, charts)
        lines = (*lines, (), *strip) if lines else strip
    return lines


class Paper(Value):
    """A part of the picture to be drawn, each place `across` signs wide; `cut_off` by side."""

    game: Game
    charts: Charts
    rows: range
    columns: range
    across: int
    cut_off: Mapping[str, tuple[str, ...]]
    canvas: Canvas = field(default_factory=Canvas)

    @property
    def height(self) -> int:
        """Lines that a place takes with the gap below it."""
        return TALL if self.across >= WITH_NAMES else SHORT

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The line and column of the canvas where a place begins."""
        top = (row - self.rows.start) * self.height
        return top, (column - self.columns.start) * self.across

    def shows(self, area: str) -> bool:
        """Whether there is an area, in play in this scenario."""
        return area != EMPTY and area not in self.game.terms.closed


def _part(
    game: Game, rows: range, columns: range, across: int, charts: Charts
) -> tuple[tuple[Span, ...], ...]:
    """Some rows and columns of the picture side by side."""
    lacking = {side: cut_off(game, side, charts) for side in SIDES}
    paper = Paper(
        game=game, charts=charts, rows=rows, columns=columns, across=across, cut_off=lacking
    )
    for row in rows:
        for column in columns:
            if paper.shows(area_at(row, column)):
                _links(paper, row, column)
                _place(paper, row, column)
    return tuple(_cut(line, across * len(columns)) for line in paper.canvas.lines())


def _cut(line: tuple[Span, ...], width: int) -> tuple[Span, ...]:
    """A line without what would stand beyond the screen."""
    kept: list[Span] = []
    for span in line:
        kept.append(Span(text=span.text[:width], ink=span.ink))
        width -= len(kept[-1].text)
    return tuple(span for span in kept if span.text)


# --- a place -------------------------------------------------------------------------------------


def _place(paper: Paper, row: int, column: int) -> None:
    """The code, the name where there is room, and what is there."""
    game, across, canvas = paper.game, paper.across, paper.canvas
    area, (top, left) = area_at(row, column), paper.corner(row, column)
    chart = paper.charts.areas[area]
    if chart.sea:
        canvas.put(top, left, f"({area})" if across > NARROWEST else area, "water")
    else:
        side = side_of(game.areas[area].nation)
        canvas.put(top, left, "*" if game.is_contested(area) else " ", "strong")
        canvas.put(top, left + 1, _cased(side, area), INKS[side])
        if across > NARROWEST and area in paper.cut_off[side]:
            canvas.put(top, left + 1 + len(area), "!", "strong")
    if across >= WITH_NAMES:
        name = _abridged(chart.name.partition(" (")[0], across - 2)
        canvas.put(top + 1, left + 1, name, "water" if chart.sea else "land")
        top += 1
    for line, spans in enumerate(_contents(game, area, across, paper.charts), 1):
        canvas.lay(top + line, left + (across > NARROWEST), spans)


def _abridged(name: str, width: int) -> str:
    """A name that fits, with a point where it was cut: `Hawaiian W.`, `Aleutian.`."""
    return name if len(name) <= width else f"{name[: width - 1].rstrip()}."


def _contents(game: Game, area: str, across: int, charts: Charts) -> Iterator[tuple[Span, ...]]:
    """Two lines: ships of each side in a sea; ground and air units, then ships, on land."""
    if charts.areas[area].sea:
        for side in SIDES:
            yield _ships(game, area, side, across)
        return
    works = game.areas[area]
    if across >= WITH_NAMES:
        yield (Span(text=f"p{works.port} f{works.airfield} x{works.fort}", ink="faint"),)
    ashore: tuple[Span, ...] = ()
    for side in SIDES:
        ashore += _number(side, "g", len(game.ground_at(area, side)), across)
    for side in SIDES:
        based = sum(side_of(unit.nation) == side for unit in game.based_at(area))
        ashore += _number(side, "a", based, across)
    yield ashore
    yield (*_ships(game, area, JAPANESE, across), *_ships(game, area, ALLIED, across))


def _ships(game: Game, area: str, side: str, across: int) -> tuple[Span, ...]:
    """A side's carriers and battleships, then its other ships: `c2s9`; transports if roomy."""
    ships = [ship for force in game.forces_at(area, side) for ship in game.ships_in(force.id)]
    capital = sum(ship.is_carrier or ship.kind == "BB" for ship in ships)
    laden = sum(ship.kind == TRANSPORT for ship in ships) if across >= WITH_NAMES else 0
    others = len(ships) - capital - laden
    tight = NARROWEST if across < BROAD and capital > 9 and others > 9 else across
    found = (("c", capital), ("s", others), ("t", laden))
    return tuple(span for sign, many in found for span in _number(side, sign, many, tight))


def _number(side: str, letter: str, number: int, across: int) -> tuple[Span, ...]:
    """A letter with a number, `g5`; nothing for none."""
    if not number:
        return ()
    figure = "+" if number > 9 and across < USUAL else str(number)
    return (Span(text=_cased(side, letter) + figure, ink=INKS[side]),)


def _cased(side: str, text: str) -> str:
    return text.upper() if side == ALLIED else text.lower()


# --- links ---------------------------------------------------------------------------------------


def _links(paper: Paper, row: int, column: int) -> None:
    """Lines to the next places east and south, and to those diagonally below [PH1.1, PH1.4]."""
    area, across, canvas = area_at(row, column), paper.across, paper.canvas
    top, left = paper.corner(row, column)
    gap = top + paper.height - 1
    steps = _run(row, column, 0, 1)
    east = area_at(row, column + steps)
    if column + steps in paper.columns and _is_linked(paper, area, east):
        start = left + min(5, across)
        canvas.put(top, start, _sign(paper, area, east) * (left + steps * across - start), "faint")
    steps = _run(row, column, 1, 0)
    if _is_linked(paper, area, area_at(row + steps, column)):
        for line in range(gap, top + steps * paper.height):
            canvas.put(line, left + 2, "|", "faint")
    for aside, sign in ((1, "\\"), (-1, "/")):
        to = area_at(row + 1, column + aside)
        if column + aside in paper.columns and _is_linked(paper, area, to):
            spot = left + (across - 1 if aside > 0 else -1)
            crossed = canvas.signs.get((gap, spot), (" ", ""))[0] in ("/", "\\")
            canvas.put(gap, spot, "X" if crossed else sign, "faint")


def _sign(paper: Paper, area: str, to: str) -> str:
    """A long link costs more than others [PH1.1]."""
    links = paper.charts.areas[area].links
    return "=" if links.get(to, 0) > paper.charts.travel.leave else "-"


def _run(row: int, column: int, down: int, along: int) -> int:
    """Steps in a direction until the next place of the picture, or beyond it."""
    steps = 1
    while area_at(row + down * steps, column + along * steps) == EMPTY and steps < COLUMNS:
        steps += 1
    return steps


def _is_linked(paper: Paper, area: str, to: str) -> bool:
    """Whether ships or ground units go from one area to another, straits or not."""
    here = paper.charts.areas[area]
    joined = to in here.links or to in here.ashore or to in here.land_links
    return joined and paper.shows(to)
