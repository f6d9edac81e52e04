"""Points and losses of a game turn by turn, as a picture whose turns can be chosen."""

from collections.abc import Iterator, Sequence
from html import escape

from pbem.counting import capital
from pbem.frozen import Value
from pbem.report.clean import harmless

STYLE = """\
#plot { width: 100%; max-width: 34rem; display: block; background: var(--shade);
  font: 11px system-ui, sans-serif; }
#plot text { fill: var(--ink); text-anchor: end; }
#plot .head { text-anchor: start; font-weight: bold; }
#plot .axis { stroke: var(--faint); stroke-width: 1; }
#plot .first, .plotted .first { --line: var(--first-edge); }
#plot .second, .plotted .second { --line: var(--second-edge); }
#plot polyline { fill: none; stroke: var(--line); stroke-width: 2; }
#plot polyline.second { stroke-dasharray: 6 3; }
#plot .spot { fill: var(--line); }
#plot .lost { fill: var(--line); stroke: var(--line); stroke-width: 1; }
#plot .lost.second { fill-opacity: .25; }
#plot .lost.nobody { fill: none; stroke: var(--faint); }
#plot .turn { cursor: pointer; }
#plot .turn rect { fill: transparent; }
#plot .turn:hover rect, #plot .turn:focus rect { fill: var(--ink); fill-opacity: .12; }
#plot .turn[aria-current=true] rect { fill: var(--roll); fill-opacity: .22; }
#plot .turn:focus-visible { outline: 2px solid var(--roll); }
.plotted { margin: .2rem 0; font-size: .85rem; color: var(--faint); }
.plotted .first, .plotted .second { color: var(--line); font-weight: bold; }
#figures { margin: .2rem 0; font-size: .9rem; min-height: 1.4em; }
"""

WIDE, LEFT = 360, 54
"""The width of the picture, and where its turns begin, behind the figures of the axes."""
POINTS = 22, 88
"""From the highest to the lowest point of the curves."""
LOSSES = 118, 166
"""From the most losses of a turn to none."""
HIGH = 172
COLOURS = ("first", "second")
SIGNS = ("●", "■")


class Column(Value):
    """A turn: its name, each side's points after it with their words, each side's losses in it.

    `others` are losses of which nobody can be told.
    """

    title: str
    points: tuple[int, ...]
    words: tuple[str, ...]
    losses: tuple[int, ...]
    others: int = 0

    def figures(self, sides: Sequence[str]) -> str:
        """Its figures in words: `Turn 3: points Japanese 15, American 0; losses Japanese 2`."""
        points = _listed(sides, self.words)
        losses = _listed((*sides, "others"), (*map(str, self.losses), str(self.others or "")))
        parts = (f"points {points}" if points else "", f"losses {losses}")
        title = capital(self.title)
        return f"{title}: {'; '.join(filter(None, parts))}"


def _listed(names: Sequence[str], figures: Sequence[str]) -> str:
    pairs = zip(names, figures, strict=False)
    return ", ".join(f"{name.capitalize()} {figure}" for name, figure in pairs if figure)


def plotted(sides: Sequence[str], columns: Sequence[Column]) -> str:
    """The picture with what its lines and bars are, and a line for the figures of one turn."""
    names = ", ".join(
        f'<span class="{colour}">{sign}</span> {_text(side.capitalize())}'
        for colour, sign, side in zip(COLOURS, SIGNS, sides, strict=False)
    )
    others = ", outlined: nobody's alone" if any(one.others for one in columns) else ""
    return (
        f'<svg id="plot" viewBox="0 0 {WIDE} {HIGH}" role="group" '
        f'aria-label="Points after each turn, and losses in it">'
        f"{''.join(_parts(sides, columns))}</svg>"
        f'<p id="figures"></p><p class="plotted">{names}{others}. '
        "Losses: sentences that tell of one.</p>"
    )


def _parts(sides: Sequence[str], columns: Sequence[Column]) -> Iterator[str]:
    yield from _curves(columns)
    yield from _bars(columns)
    step = _step(columns)
    for number, one in enumerate(columns):
        words = _text(one.figures(sides))
        yield (
            f'<g class="turn" role="button" tabindex="0" data-chapter="{number}" '
            f'aria-label="{words}"><title>{words}</title>'
            f'<rect x="{LEFT + number * step:.1f}" y="0" width="{step:.1f}" height="{HIGH}"/></g>'
        )


def _step(columns: Sequence[Column]) -> float:
    return (WIDE - LEFT - 4) / max(1, len(columns))


def _curves(columns: Sequence[Column]) -> Iterator[str]:
    """Each side's points as a line, with a round or square spot for each turn."""
    figures = [
        (points, words)
        for one in columns
        for points, words in zip(one.points, one.words, strict=True)
    ]
    if not figures:
        return
    (top, bottom), step = POINTS, _step(columns)
    most, least = max((*figures, (0, "0"))), min((*figures, (0, "0")))

    def down(points: int) -> float:
        return bottom - (bottom - top) * (points - least[0]) / ((most[0] - least[0]) or 1)

    yield '<text class="head" x="4" y="12">Points</text>'
    for points, words in dict.fromkeys((most, (0, "0"), least)):
        yield _axis(down(points), words)
    for side, colour in enumerate(COLOURS):
        spots = [
            (LEFT + (number + 0.5) * step, down(one.points[side]))
            for number, one in enumerate(columns)
            if len(one.points) > side
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        yield f'<polyline class="{colour}" points="{line}"/>'
        yield from (_spot(x, y, colour) for x, y in spots)


def _spot(x: float, y: float, colour: str) -> str:
    round_ = 3 if colour == "first" else 0
    return (
        f'<rect class="spot {colour}" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" '
        f'rx="{round_}"/>'
    )


def _axis(y: float, words: str) -> str:
    return (
        f'<path class="axis" d="M{LEFT} {y:.1f}H{WIDE - 4}"/>'
        f'<text x="{LEFT - 4}" y="{y + 4:.1f}">{_text(words)}</text>'
    )


def _bars(columns: Sequence[Column]) -> Iterator[str]:
    """Each side's losses of a turn side by side, as high as the greatest of all turns has it."""
    (top, bottom), step = LOSSES, _step(columns)
    most = max((losses for one in columns for losses in (*one.losses, one.others)), default=0)
    yield f'<text class="head" x="4" y="{top - 10}">Losses</text>'
    for figure in dict.fromkeys((most, 0)):
        yield _axis(bottom if not figure else top, str(figure))
    kinds = (*COLOURS, "nobody") if any(one.others for one in columns) else COLOURS
    wide = step * 0.8 / len(kinds)
    for number, one in enumerate(columns):
        for place, (kind, losses) in enumerate(zip(kinds, (*one.losses, one.others), strict=False)):
            high = (bottom - top) * losses / (most or 1)
            x = LEFT + number * step + step * 0.1 + place * wide
            if losses:
                yield (
                    f'<rect class="lost {kind}" x="{x:.1f}" y="{bottom - high:.1f}" '
                    f'width="{wide:.1f}" height="{high:.1f}"/>'
                )


def _text(text: str) -> str:
    return escape(harmless(text))
