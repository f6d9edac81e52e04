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
    "air": "M20 8.8l1.2 3 6.6 1.2v1.8l-6.6-.4-.4 2.4 2 1v.9h-5.6v-.9l2-1-.4-2.4-6.6.4V13l6.6-1.2z",
    "fighter": "M20 9.4l1.2 3 4.2 1.8v1.5l-4.2-.6-.4 2.4 1.4.8v.8h-4.4v-.8l1.4-.8-.4-2.4-4.2.6v-1.5"
    "l4.2-1.8z",
    "ship": "M12.8 15.4h14.4l-2.4 3.6H15.2zM17 15.4v-2.4h2.4V10.6h1.8v2.4h2.4v2.4",
    "carrier": "M11.6 14.8h16.8l-1.8 3.6H13.4zM22.4 14.8V11.8h2.4v3M14 13.6h5.4",
    "boat": "M12.2 16q7.8-4.2 15.6 0-7.8 3.6-15.6 0zM18.8 13.6V11.2h1.8v2.4",
    "troops": "M14 10h12v8.4H14zM14 10l12 8.4M26 10L14 18.4",
    "base": "M15.2 19L23.6 9.4M16.4 10.6l8.4 7.2M17.6 19.6L26 10",
    "marker": "M20 10l4.2 4.2-4.2 4.2-4.2-4.2z",
}
"""The sign of each shape, in a counter 40 by 40, between what is printed at its upper corners."""

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
    badge = many(len(lain.pile)) if len(lain.pile) > 1 else ""
    return (
        f'<g class="counter {counter.side or "nobody"}{state}" data-id="{escape(counter.id)}" '
        f'transform="{placed(lain.at, lain.size)}"><title>{_text(_told(lain))}</title>'
        f"{card(counter)}{badge}</g>"
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


def many(number: int) -> str:
    """Of how many a counter is the uppermost, at its corner."""
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
