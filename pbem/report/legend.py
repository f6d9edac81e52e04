"""The key to a table: what its counters, signs, places and lines mean, folded, for a page."""

from collections.abc import Iterator
from html import escape

from pbem.engine.tabletop import Board, Counter, Key, Sample, Shape, Side
from pbem.report import svg

STYLE = """\
.legend { margin: .2rem 0 .5rem; font-size: .9rem; flex-basis: 100%; }
.legend > summary { cursor: pointer; padding: .3rem 0; }
.legend ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem 1.2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.legend li { display: flex; gap: .6rem; align-items: center; }
.legend svg { flex: none; }
.legend .mark { fill: none; stroke: var(--mark); stroke-width: 3.5; }
.legend .cross { stroke: var(--loss); stroke-width: 4; }
"""

LETTERS = "abcd"
"""What stands for the factors of a counter in the key, corner by corner."""


def folded(board: Board, key: Key, *, has_moves: bool) -> str:
    """The key as a part of a page; `has_moves`: changes are marked there, as on a replay."""
    items = "\n".join(
        f"<li>{picture}<span>{words}</span></li>"
        for picture, words in _items(board, key, has_moves)
    )
    return (
        f'<details class="legend"><summary>Key to the map</summary>\n<ul>\n{items}\n</ul></details>'
    )


def _items(board: Board, key: Key, has_moves: bool) -> Iterator[tuple[str, str]]:
    """Pictures, each with its words."""
    sides: tuple[tuple[Side, str, str], ...] = (
        ("first", "rounded", key.sides[0]), ("second", "square", key.sides[1]),
    )  # fmt: skip
    for side, form, name in sides:
        words = f"{escape(name)}: {form}, {svg.OWNERS[side]} before a place"
        yield _card(_counter("marker", side)), words
    for sample in key.samples:
        yield _card(_counter(sample.shape, "first", _letters(sample))), _corners(sample)
    yield _card(_counter("marker", "first", is_reduced=True)), f"dashed: {escape(key.reduced)}"
    for sign, words in key.signs.items():
        yield _card(_counter("marker", "first", sign=sign)), escape(words)
    pile = svg.card(_counter("marker", "second")) + svg.many(3)
    yield _svg(_in(pile)), "so many counters lie in the pile: click it, or press Enter on it"
    if has_moves:
        card = svg.card(_counter("marker", "second"))
        mark = '<rect class="mark" x="-2" y="-2" width="44" height="44" rx="8"/>'
        yield _svg(_in(card) + mark), "changed since the picture before"
        yield _svg(_in(card) + '<path class="cross" d="M4 4L36 36M36 4L4 36"/>'), "gone since then"
    grounds = {place.ground for place in board.places}
    for ground, words in key.grounds.items():
        if ground in grounds:
            rect = f'<rect class="place {ground}" x="2" y="8" width="36" height="24"/>'
            yield _svg(rect), escape(words)
    ways = {stroke.way for stroke in board.strokes}
    for way, words in key.ways.items():
        if way in ways:
            yield _svg(f'<path class="{way}" d="M2 20H38"/>'), escape(words)


def _counter(
    shape: Shape,
    side: Side,
    corners: tuple[str, str, str, str] = ("", "", "", ""),
    *,
    sign: str = "",
    is_reduced: bool = False,
) -> Counter:
    return Counter(
        id="", place="", pile="", label="", words="", side=side, shape=shape, corners=corners,
        sign=sign, reduced=is_reduced,
    )  # fmt: skip


def _letters(sample: Sample) -> tuple[str, str, str, str]:
    first, second, third, fourth = (
        letter if words else "" for letter, words in zip(LETTERS, sample.corners, strict=True)
    )
    return first, second, third, fourth


def _corners(sample: Sample) -> str:
    named = zip(LETTERS, sample.corners, strict=True)
    factors = ", ".join(f"<b>{letter}</b> {escape(words)}" for letter, words in named if words)
    return f"{escape(sample.words)}: {factors}"


def _in(parts: str) -> str:
    return f'<g class="counter second">{parts}</g>'


def _card(counter: Counter) -> str:
    state = " reduced" if counter.reduced else ""
    return _svg(f'<g class="counter {counter.side}{state}">{svg.card(counter)}</g>')


def _svg(parts: str) -> str:
    return (
        '<svg class="table" viewBox="-3 -3 46 46" width="46" height="46" aria-hidden="true">'
        f"{parts}</svg>"
    )
