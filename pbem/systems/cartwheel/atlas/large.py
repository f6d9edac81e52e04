"""A part of the map in drawn hexes, with room for what stands in each [H2.1]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.atlas import Ink, Span
from pbem.engine.canvas import Canvas
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.atlas.look import INKS, Look, air_words, cased
from pbem.systems.cartwheel.atlas.small import TERRAIN, base_mark
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.table.state import SIDES, Base, Floatplane, Ship, Troops

LEGEND = (
    ("1203 C j", "hex, its terrain, who controls it: A Allied, j Japanese"),
    ("P p x", "port; a closed one"),
    ("RAB rab", "airbase: capitals are Allied, small letters Japanese; its hits follow"),
    ("* # = @ !", "disrupted, destroyed, being built; radar; No Supply"),
    ("9F 5B 1R", "your own fighters, bombers, recon units there"),
    ("G6 g6 &", "ground units and their steps; with a Fortification"),
    ("N3 n3 R r f", "naval units; recon units; a Rufe at its port"),
    ("C I K J M S", "coast, islands, mountain coast, inland jungle, mountain, open sea"),
)
NAMED_LEGEND = (
    *LEGEND[:4],
    ("10F8B/16", "fighters, bombers and units in all that a base holds"),
    ("4xA6M", "your own air units there, by model"),
    ("* - ! [2]", "unit disrupted, reduced, without supply, with so much aboard; & Fortification"),
    LEGEND[-1],
)

NARROWEST = {2: 10, 3: 16}
"""Columns from one hex to the next at least, by zoom."""


class Size(Value):
    """How large hexes are drawn: lines from top to bottom, columns from one hex to the next.

    `columns` and `rows` are how many hexes are shown.
    """

    height: int
    pitch: int
    columns: int
    rows: int

    @property
    def slant(self) -> int:
        """How many columns a slanted side leans."""
        return self.height // 2


class Token(Value):
    """Signs that stay together; `fresh` begins a new line."""

    text: str
    ink: Ink = ""
    fresh: bool = False


def size_for(zoom: int, width: int) -> Size:
    """Hexes for a screen: at zoom 2 many with counts, at zoom 3 few with names."""
    if zoom == 2:
        return Size(height=4, pitch=NARROWEST[2], columns=_odd((width - 2) // NARROWEST[2]), rows=5)
    few = 3 if (width - 4) // 3 >= NARROWEST[3] else 1
    return Size(height=8, pitch=min(28, (width - 4) // few), columns=few, rows=3)


def whole_for(zoom: int, width: int, area: tuple[int, int]) -> Size | None:
    """Hexes such that all of an area is on the screen; None where it is too narrow for that."""
    part, (first, last) = size_for(zoom, width), area
    many = last - first + 1
    pitch = (width - part.slant) // many
    if pitch < NARROWEST[zoom]:
        return None
    return replace(part, pitch=min(28, pitch), columns=many, rows=hexes.ROWS)


def _odd(number: int) -> int:
    return max(1, number - (number % 2 == 0))


def window(centre: str, area: tuple[int, int], size: Size) -> tuple[range, range]:
    """Columns and rows around a hex, as many as fit and inside of the area."""
    return (
        _around(hexes.column(centre), size.columns, *area),
        _around(hexes.row(centre), size.rows, 1, hexes.ROWS),
    )


def _around(middle: int, many: int, first: int, last: int) -> range:
    many = min(many, last - first + 1)
    start = min(max(first, middle - many // 2), last + 1 - many)
    return range(start, start + many)


def part(
    looks: dict[str, Look], columns: range, rows: range, size: Size, at: str, charts: Charts
) -> Canvas:
    """The hexes of some columns and rows, each in its frame; that of `at` has its number strong."""
    canvas, tokens = Canvas(), named if size.height > 4 else counted
    shown = [looks[hexes.number(c, r)] for c in columns for r in rows]
    for one in shown:
        _frame(canvas, *_corner(one, columns, rows, size), size)
    for one in shown:
        top, left = _corner(one, columns, rows, size)
        lines = flow(tokens(one, charts), _widths(size))
        for number, line in enumerate(lines):
            canvas.lay(top + number, left + _indent(number, size) + 1, line)
        if one.chart.id == at:
            canvas.put(top, left + _indent(0, size) + 1, at, "strong")
    return canvas


def _corner(one: Look, columns: range, rows: range, size: Size) -> tuple[int, int]:
    """The line of a hex's upper end, under its edge, and the column of its left corner."""
    column, row = hexes.column(one.chart.id), hexes.row(one.chart.id)
    half = size.slant if column % 2 == 0 else 0
    if len(columns) == 1:
        half = 0
    return 1 + (row - rows[0]) * size.height + half, (column - columns[0]) * size.pitch


def _indent(line: int, size: Size) -> int:
    """How far right of its left corner a hex's left side is in that line of it."""
    return size.slant - 1 - line if line < size.slant else line - size.slant


def _widths(size: Size) -> tuple[int, ...]:
    """The signs that fit into each line of a hex between its sides."""
    around = size.pitch + size.slant - 1
    return tuple(around - 1 - 2 * _indent(line, size) for line in range(size.height))


def _frame(canvas: Canvas, top: int, left: int, size: Size) -> None:
    right = left + size.pitch + size.slant - 1
    for line in range(size.height):
        signs = "/\\" if line < size.slant else "\\/"
        canvas.put(top + line, left + _indent(line, size), signs[0], "faint")
        canvas.put(top + line, right - _indent(line, size), signs[1], "faint")
    edge = "_" * (size.pitch - size.slant)
    for line in (top - 1, top + size.height - 1):
        canvas.put(line, left + size.slant, edge, "faint")


# --- words into a hex ----------------------------------------------------------------------------


def flow(tokens: Iterable[Token], widths: Sequence[int]) -> list[tuple[Span, ...]]:
    """Tokens line by line as they fit; where some do not, a `+` is at the end of the last line."""
    lines: list[list[Span]] = [[] for _ in widths]
    number, used = 0, 0
    for token in tokens:
        gap = 1 if used else 0
        if used and (token.fresh or used + gap + len(token.text) > widths[number]):
            number, used, gap = number + 1, 0, 0
        while number < len(widths) and len(token.text) > widths[number] and not used:
            number += 1
        if number >= len(widths):
            _more(lines[-1], widths[-1])
            break
        lines[number] += [Span(text=" " * gap)] * gap + [Span(text=token.text, ink=token.ink)]
        used += gap + len(token.text)
    return [tuple(line) for line in lines]


def _more(line: list[Span], width: int) -> None:
    """A `+` in the last column of a line."""
    while sum(len(span.text) for span in line) > width - 1:
        line.pop()
    room = width - 1 - sum(len(span.text) for span in line)
    line += [Span(text=" " * room), Span(text="+", ink="strong")]


def _head(look: Look) -> Iterator[Token]:
    """Number, terrain, control, port."""
    yield Token(text=look.chart.id, ink="faint")
    ink = TERRAIN.get(look.code, "land")
    controller = "" if not look.control else "A" if look.control == "allied" else "j"
    port = "" if not look.chart.port else "x" if look.closed else "p"
    port = port.upper() if look.control == "allied" and port == "p" else port
    if controller or port:
        yield Token(text=look.code + controller + port, ink=INKS.get(look.control, ink))
    else:
        yield Token(text=look.code, ink=ink)


def counted(look: Look, charts: Charts) -> Iterator[Token]:
    """A hex in counts, for zoom 2."""
    yield from _head(look)
    for number, base in enumerate(look.bases):
        yield Token(text=_base(look, base), ink=INKS[base.owner], fresh=number == 0)
    if not look.bases and look.chart.name:
        yield Token(text=look.chart.name[:10].rstrip(), fresh=True)
    if look.planes:
        words = air_words(look.planes, charts)
        yield Token(text=words.replace(" ", "") if look.bases else words, ink="own")
    for number, (side, signs) in enumerate(_forces(look)):
        yield Token(text=signs, ink=INKS[side], fresh=number == 0)
    for scout in look.scouts:
        yield Token(text=cased(scout.side, "r"), ink=INKS[scout.side])
    for rufe in _foreign(look):
        yield Token(text=cased(rufe.side, "f"), ink=INKS[rufe.side])


def _foreign(look: Look) -> Iterator[Floatplane]:
    """Rufes at the port that are not among the seat's own air units there."""
    own = {plane.id for plane in look.planes}
    return (rufe for rufe in look.rufes if rufe.id not in own)


def _forces(look: Look) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        if steps := look.steps(side):
            hungry = not all(unit.supplied for unit in look.troops if unit.side == side)
            fort = "&" if look.fort and side == "japanese" else ""
            yield side, f"{cased(side, 'g')}{steps}{fort}{'!' if hungry else ''}"
    for side in SIDES:
        if fleet := look.fleet(side):
            hungry = not all(ship.supplied for ship in look.ships if ship.side == side)
            yield side, f"{cased(side, 'n')}{fleet}{'!' if hungry else ''}"


def _base(look: Look, base: Base) -> str:
    """A base's id with its marks and hits."""
    hits = str(base.hits) if base.hits and base.status != "destroyed" else ""
    marks = base_mark(look, base) + hits + ("@" if base.radar else "")
    return cased(base.owner, base.id) + marks + ("" if base.supplied else "!")


def named(look: Look, charts: Charts) -> Iterator[Token]:
    """A hex with its units by id, for zoom 3."""
    yield from _head(look)
    for number, word in enumerate(look.chart.name.split()):
        yield Token(text=word, ink="strong", fresh=number == 0)
    for number, base in enumerate(look.bases):
        yield Token(text=_base(look, base), ink=INKS[base.owner], fresh=number == 0)
        if base.status == "working":
            yield from (Token(text=word, ink="faint") for word in _figures(look, base, charts))
    models = Counter(charts.air[plane.id].model.id for plane in look.planes)
    for number, (model, many) in enumerate(sorted(models.items())):
        yield Token(text=f"{many}x{model}", ink="own", fresh=number == 0)
    for scout in look.scouts:
        yield Token(text=scout.id, ink=INKS[scout.side])
    for rufe in _foreign(look):
        yield Token(text=rufe.id, ink=INKS[rufe.side])
    if look.fort:
        yield Token(text="&", ink=INKS["japanese"], fresh=True)
    for number, unit in enumerate(look.troops):
        full = charts.ground[unit.id].steps
        fresh = number == 0 and not look.fort
        yield Token(text=_unit(unit, full), ink=INKS[unit.side], fresh=fresh)
    for number, ship in enumerate(look.ships):
        full = charts.naval[ship.id].steps
        cargo = f"[{len(ship.cargo)}]" if ship.cargo else ""
        yield Token(text=_unit(ship, full) + cargo, ink=INKS[ship.side], fresh=number == 0)


def _figures(look: Look, base: Base, charts: Charts) -> Iterator[str]:
    """Capacity of a fixed base, and AA as it is now [H3, 6.6.1~]."""
    chart = charts.bases[base.id]
    if chart.is_fixed:
        yield f"{chart.fighters}F{chart.bombers}B/{chart.total}"
    yield f"AA{charts.base_aa(base.id, disrupted=base.id in look.broken)}"


def _unit(piece: Ship | Troops, full: int) -> str:
    marks = ("*" if piece.disrupted else "") + ("-" if piece.steps < full else "")
    return piece.id + marks + ("" if piece.supplied else "!")
