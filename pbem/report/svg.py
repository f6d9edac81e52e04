"""The table as a picture: board and counters in SVG, which scales, prints, and needs nothing else.

Colours can be told apart by those who see few; Japanese counters are round at the corners as well,
and every kind of counter has its own sign.
"""

from collections.abc import Iterator
from html import escape

from pbem.engine.tabletop import UNIT, Board, Counter, Laid, Place, Point, Stroke
from pbem.report.clean import harmless
from pbem.report.heaps import SHOWN, Lain, heaped

STYLE = """\
svg.table { --paper: #f6f3ea; --ink: #1f2328; --faint: #5d6670; --edge: #a9b3b0;
  --water: #d3e5ee; --land: #d8dfb4; --high: #c9b98f; --box: #ebe6d6; --none: #e4e1d8;
  --first: #f6c1aa; --first-edge: #8a2a10; --second: #bcd0f2; --second-edge: #1b3a7c;
  --nobody: #e6e2d3; --hurt: #9c1016; background: var(--paper); color: var(--ink);
  font: 10px system-ui, sans-serif; }
@media screen and (prefers-color-scheme: dark) {
  svg.table { --paper: #15181c; --ink: #e4e2da; --faint: #a7b0ba; --edge: #4a555d;
    --water: #1c3140; --land: #3a4327; --high: #544a30; --box: #23282d; --none: #1c1f23;
    --first-edge: #f09a78; --second-edge: #8fb0f0; }
}
@media print { svg.table { background: none; print-color-adjust: exact; } }
.place { stroke: var(--edge); stroke-width: 1; }
.water { fill: var(--water); } .land { fill: var(--land); } .high { fill: var(--high); }
.box { fill: var(--box); } .none { fill: var(--none); stroke: none; }
.shore, .ridge { stroke-width: 24; stroke-linecap: round; stroke-linejoin: round;
  pointer-events: none; }
.shore { stroke: var(--land); fill: var(--land); }
.ridge { stroke: var(--high); fill: var(--high); }
.closed { fill: none; }
.link, .long { stroke: var(--faint); stroke-width: 1.5; }
.long { stroke-dasharray: 9 6; }
.closed { stroke: var(--hurt); stroke-width: 4; }
.label { fill: var(--faint); font-size: 11px; text-anchor: middle; pointer-events: none; }
.label.large { font-size: 15px; }
.first { --fill: var(--first); --line: var(--first-edge); }
.second { --fill: var(--second); --line: var(--second-edge); }
.nobody { --fill: var(--nobody); --line: var(--faint); }
.label .first, .label .second { fill: var(--line); }
.card { fill: var(--fill); stroke: var(--line); }
.card { stroke-width: 1.5; }
.reduced .card { stroke-dasharray: 4 2; stroke-width: 2.5; }
.counter { color: #14171a; }
.counter text { fill: currentColor; text-anchor: middle; font-size: 9px; }
.counter .name { font-size: 9px; font-weight: bold; }
.counter .sign { fill: var(--hurt-on-card, #9c1016); font-weight: bold; }
.counter .shape { fill: none; stroke: currentColor; stroke-width: 1.3; }
.counter .many { fill: #14171a; }
.counter .number { fill: #fff; font-size: 8px; font-weight: bold; }
"""

SHAPES = {
    "air": "M20 3l2 5 11 2v3l-11-.6-.7 4 3.4 1.6v1.5h-9.4v-1.5l3.4-1.6-.7-4L7 13v-3l11-2z",
    "fighter": "M20 4l2 5 7 3v2.5l-7-1-.7 4 2.4 1.4v1.3h-7.4v-1.3l2.4-1.4-.7-4-7 1V12l7-3z",
    "ship": "M8 14h24l-4 6H12zM15 14v-4h4V6h3v4h4v4",
    "carrier": "M6 13h28l-3 6H9zM24 13V8h4v5M10 11h9",
    "boat": "M7 15q13-7 26 0-13 6-26 0zM18 11V7h3v4",
    "troops": "M10 5h20v14H10zM10 5l20 14M30 5L10 19",
    "base": "M12 20L26 4M14 6l14 12M16 21L30 5",
    "marker": "M20 5l7 7-7 7-7-7z",
}
"""The sign of each shape, in the upper half of a counter 40 by 40."""

CORNERS = ((3, 10, "start"), (37, 10, "end"), (3, 37, "start"), (37, 37, "end"))
OWNERS = {"first": "●", "second": "■", "": ""}
ROOMY = 160
"""From so wide a room on the name of a place is written large."""
_ROUND = {"first": 9, "second": 1, "": 4}


def picture(laid: Laid, *, title: str) -> str:
    """A whole SVG document with the board and the counters on it."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + element(laid, title=title).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        + "\n"
    )


def element(laid: Laid, *, title: str) -> str:
    """The `svg` element of a page, with its style."""
    board, counters = laid.board, laid.counters
    wide, high = board.size
    return "\n".join(
        (
            f'<svg class="table" viewBox="0 0 {wide} {high}" role="img">',
            f"<title>{_text(title)}</title>",
            f"<style>\n{STYLE}</style>",
            *ground(board),
            '<g class="counters">',
            *(_counter(lain) for lain in heaped(board, counters) if lain.depth < SHOWN),
            "</g>",
            "</svg>",
        )
    )


# --- the board -----------------------------------------------------------------------------------


def ground(board: Board) -> Iterator[str]:
    """What is printed on the board: places, coasts, links, and who owns what."""
    links = [stroke for stroke in board.strokes if stroke.way in ("link", "long")]
    yield from map(_stroke, links)
    yield from map(_outline, board.places)
    yield from (_stroke(stroke) for stroke in board.strokes if stroke not in links)
    yield from map(_label, board.places)


def _outline(place: Place) -> str:
    points = " ".join(f"{x},{y}" for x, y in place.outline)
    name = f"{place.label} {place.name}" if place.name != place.label else place.name
    return (
        f'<polygon class="place {place.ground}" data-place="{escape(place.id)}" '
        f'points="{points}"><title>{_text(name)}</title></polygon>'
    )


def _stroke(stroke: Stroke) -> str:
    start, *rest = (f"{x} {y}" for x, y in stroke.points)
    return f'<path class="{stroke.way}" d="M{start}L{" ".join(rest)}"/>'


def _label(place: Place) -> str:
    """Its name at its upper edge, behind a round or square sign of its owner."""
    if place.ground == "none":
        return ""
    size = "large " if place.room[0] > ROOMY else ""
    x, y = place.middle[0], min(y for _, y in place.outline) + 14
    sign = f'<tspan class="{place.owner}">{OWNERS[place.owner]}</tspan> ' if place.owner else ""
    return f'<text class="{size}label" x="{x}" y="{y}">{sign}{_text(_called(place))}</text>'


def _called(place: Place) -> str:
    if place.label == place.id and place.name != place.id:
        return f"{place.label} {place.name}"
    return place.label


# --- counters ------------------------------------------------------------------------------------


def _counter(lain: Lain) -> str:
    counter = lain.counter
    state = " reduced" if counter.reduced else ""
    many = _many(len(lain.pile)) if len(lain.pile) > 1 else ""
    return (
        f'<g class="counter {counter.side or "nobody"}{state}" data-id="{escape(counter.id)}" '
        f'transform="{placed(lain.at, lain.size)}"><title>{_text(_told(lain))}</title>'
        f"{card(counter)}{many}</g>"
    )


def placed(at: Point, size: float) -> str:
    """Where a counter is drawn whose middle is there."""
    left, top = (round(part - size * UNIT / 2) for part in at)
    return f"translate({left} {top})" + (f"scale({size})" if size != 1 else "")


def card(counter: Counter) -> str:
    """What is printed on a counter, 40 by 40, and what has been laid on it."""
    corners = "".join(
        f'<text data-corner="{number}" x="{x}" y="{y}" style="text-anchor:{anchor}">'
        f"{_text(words)}</text>"
        for number, ((x, y, anchor), words) in enumerate(zip(CORNERS, counter.corners, strict=True))
        if words
    )
    sign = f'<text class="sign" x="20" y="38">{_text(counter.sign)}</text>' if counter.sign else ""
    return (
        f'<rect class="card" x="1" y="1" width="38" height="38" rx="{_ROUND[counter.side]}"/>'
        f'<path class="shape" d="{SHAPES[counter.shape]}"/>'
        f'<text class="name" x="20" y="29"{_squeezed(counter.label)}>{_text(counter.label)}</text>'
        f"{corners}{sign}"
    )


LONG = 6
"""From so many letters on a label is squeezed into its counter."""


def _squeezed(label: str) -> str:
    return ' textLength="34" lengthAdjust="spacingAndGlyphs"' if len(label) > LONG else ""


def _many(number: int) -> str:
    return (
        '<circle class="many" cx="37" cy="3" r="6.5"/>'
        f'<text class="number" x="37" y="6">{number}</text>'
    )


def _told(lain: Lain) -> str:
    """All of a pile, one counter after another."""
    return "; ".join(map(said, lain.pile or (lain.counter,)))


def said(counter: Counter) -> str:
    """A counter in words: what it is called, and what is so of it."""
    marks = f" ({', '.join(counter.marks)})" if counter.marks else ""
    return f"{counter.words}{marks}"


def _text(text: str) -> str:
    return escape(harmless(text))
