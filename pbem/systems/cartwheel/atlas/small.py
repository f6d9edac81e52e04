"""The whole map at a glance: each hex in two lines of four signs or more [H2.1].

The first sign of a line is a space, or a mark. The upper line has the airbases or who controls the
hex, the lower one what stands there. Capitals are Allied, small letters Japanese, so that no
colour is needed.
"""

from collections.abc import Iterator, Sequence

from pbem.engine.atlas import Ink, Span
from pbem.engine.canvas import Canvas
from pbem.systems.cartwheel.atlas.look import INKS, Look, cased
from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, SIDES, Base

HEIGHT = 2
NARROWEST, WITH_COUNTS, WITH_OWN, WIDEST = 4, 6, 7, 12
"""Signs that a hex takes across: at least, with numbers of ships, with own air units, at most."""
A_BASE, A_NUMBER = 4, 3
"""Signs that a base takes with its mark, and the number of own air units."""

FILLS = {"S": "  ", "C": "..", "I": ",,", "J": "::", "K": "^.", "M": "^^", "X": "//"}
"""What the upper and the lower line are filled with, by terrain."""

GAP = Span(text=" ")
"""What parts a hex from the one at its left, where no mark does."""
TERRAIN: dict[str, Ink] = {"S": "water", "X": "faint", "K": "high", "M": "high"}

LEGEND = (
    ("RAB rab", "airbase: capitals are Allied, small letters Japanese"),
    ("*rab #rab =rab", "the base is disrupted, destroyed, being built"),
    ("A j", "control of a hex without a base"),
    ("G6 g6 Gg", "ground units and their steps (+ is ten or more); of both sides"),
    ("N n X", "naval units; of both sides"),
    ("P p x", "port, x a closed one (where no ship hides it)"),
    ("R r ! & f", "recon unit; No Supply; Fortification; a Rufe at its port"),
    (". , : ^ ~", "coast, islands, inland jungle, mountain, open sea"),
)
WIDE_LEGEND = (("rab 14", "number of your own air units there"),)


def columns_in(first: int, last: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The map's columns in strips of nearly the same size that are not wider than `width`."""
    many = last - first + 1
    most = max(1, width // NARROWEST)
    strips = -(-many // most)
    size = -(-many // strips)
    return tuple(
        tuple(range(start, min(start + size, last + 1))) for start in range(first, last + 1, size)
    )


def strip(looks: dict[str, Look], columns: Sequence[int], width: int) -> Canvas:
    """Some columns of the map side by side, with their numbers above and the rows' at the left."""
    margin, across = _margin(columns, width), room(columns, width)
    wide = min(width - margin, WIDEST * len(columns))
    canvas = Canvas()
    for place, column in enumerate(columns):
        left = margin + place * wide // len(columns)
        canvas.put(0, left + 1, f"{column:02}", "faint")
        for row in range(1, hexes.ROWS + 1):
            top = 1 + (row - 1) * HEIGHT + (column % 2 == 0)
            one = looks[hexes.number(column, row)]
            canvas.lay(top, left, upper(one, across))
            canvas.lay(top + 1, left, lower(one, across))
    for row in range(1, hexes.ROWS + 1):
        _number(canvas, looks[hexes.number(columns[0], row)], row)
    return canvas


def room(columns: Sequence[int], width: int) -> int:
    """The signs that a hex takes across where so many columns share the screen."""
    return min(WIDEST, max(NARROWEST, (width - _margin(columns, width)) // len(columns)))


def _margin(columns: Sequence[int], width: int) -> int:
    return 2 if len(columns) * NARROWEST + 2 <= width else 0


def unnamed(look: Look, across: int) -> tuple[Base, ...]:
    """The bases of a hex for whose names there is no room in it."""
    return look.bases[across // A_BASE :]


def _number(canvas: Canvas, first: Look, row: int) -> None:
    """A row's number before its first hex; on a tight map it gives way to a base's mark."""
    line = 1 + (row - 1) * HEIGHT + (int(first.chart.id[:2]) % 2 == 0)
    if canvas.signs.get((line, 0), (" ", ""))[0] not in tuple("*#="):
        canvas.put(line, 0, str(row), "faint")


# --- the lines of a hex --------------------------------------------------------------------------


def upper(look: Look, across: int) -> tuple[Span, ...]:
    """The airbases with their marks, the best first, or who controls the hex."""
    fill, ink = FILLS[look.code][0], TERRAIN.get(look.code, "land")
    if look.bases:
        names = tuple(sign for base in look.bases for sign in _named(look, base))
        names = names[: 2 * (across // A_BASE)]
        has_room = A_BASE * (len(names) // 2) + A_NUMBER <= across
        own = f"{len(look.planes):{A_NUMBER}}" if look.planes and has_room else ""
        return _filled((*names, Span(text=own, ink="own")), fill, ink, across)
    if look.control:
        sign = Span(text="A" if look.control == ALLIED else "j", ink=INKS[look.control])
        return _filled((GAP, Span(text=fill, ink=ink), sign), fill, ink, across)
    return _filled((GAP, Span(text="~ " if look.code == "S" else fill, ink=ink)), fill, ink, across)


def _named(look: Look, base: Base) -> tuple[Span, Span]:
    """A base's mark and its name."""
    mark = base_mark(look, base)
    name = Span(text=cased(base.owner, f"{base.id:3}"[:3]), ink=INKS[base.owner])
    return Span(text=mark, ink="strong") if mark else GAP, name


def lower(look: Look, across: int) -> tuple[Span, ...]:
    """A mark, ground units, naval units or the port; with their number where there is room."""
    fill, ink = FILLS[look.code][1], TERRAIN.get(look.code, "land")
    first = next(_marks(look), GAP)
    ground = tuple(_ground(look)) or (Span(text=fill * 2, ink=ink),)
    ships, port = _ships(look, counted=across >= WITH_COUNTS), _port(look)
    last = (*ships, *port) if across >= WITH_COUNTS else (ships or port)
    return _filled((first, *ground, *last), fill, ink, across)


def _filled(signs: Sequence[Span], fill: str, ink: Ink, across: int) -> tuple[Span, ...]:
    """Signs with the terrain behind them, as wide as a hex."""
    missing = across - sum(len(span.text) for span in signs)
    return (*(span for span in signs if span.text), Span(text=fill * missing, ink=ink))


def base_mark(look: Look, base: Base) -> str:
    """`#` destroyed, `=` being built, `*` disrupted [H6.6, 6.5.1~]; empty for one that is well."""
    if base.status == "destroyed":
        return "#"
    if base.status == "building":
        return "="
    return "*" if base.id in look.broken else ""


def _marks(look: Look) -> Iterator[Span]:
    """What is worth a mark, the most urgent first."""
    for scout in look.scouts:
        yield Span(text=cased(scout.side, "r"), ink=INKS[scout.side])
    if look.lacks_supply():
        yield Span(text="!", ink="strong")
    if look.fort:
        yield Span(text="&", ink=INKS[JAPANESE])
    for rufe in look.rufes:
        yield Span(text=cased(rufe.side, "f"), ink=INKS[rufe.side])


def _ground(look: Look) -> Iterator[Span]:
    sides = [side for side in SIDES if look.steps(side)]
    for side in sides:
        steps = look.steps(side)
        number = "" if len(sides) > 1 else str(steps) if steps < 10 else "+"
        yield Span(text=cased(side, "g") + number, ink=INKS[side])


def _ships(look: Look, *, counted: bool) -> tuple[Span, ...]:
    sides = [side for side in SIDES if look.fleet(side)]
    if len(sides) > 1:
        return (Span(text="X", ink="strong"),)
    number = str(look.fleet(sides[0])) if counted and sides else ""
    return tuple(Span(text=cased(side, "n") + number, ink=INKS[side]) for side in sides)


def _port(look: Look) -> tuple[Span, ...]:
    if not look.chart.port:
        return ()
    if look.closed:
        return (Span(text="x", ink="strong"),)
    sign = cased(look.control, "p") if look.control else "p"
    return (Span(text=sign, ink=INKS[look.control] if look.control else ""),)
