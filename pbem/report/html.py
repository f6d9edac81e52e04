"""Reports as one self-contained page: no scripts, nothing loaded from anywhere."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from pbem.engine.atlas import Drawing, Span
from pbem.engine.sheets import Line, Sheet
from pbem.report import legend, svg
from pbem.report.blocks import (
    SCORE,
    Block,
    Cited,
    Display,
    Facts,
    Found,
    Heading,
    Lines,
    Message,
    Overview,
    Paragraph,
    Picture,
    Report,
    Table,
)
from pbem.report.clean import harmless, harmless_lines
from pbem.report.layout import parts

CSS = """\
:root {
  color-scheme: light dark;
  --paper: #fdfcf8; --ink: #1f2328; --faint: #5d6670; --rule: #d5d3c8; --shade: #f2f0e6;
  --roll: #0b5a7a; --loss: #a3161c; --hurt: #8a5a00; --breach: #ffe1dc;
  --water: #35608a; --land: #3c6b2f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e4e2da; --faint: #a7b0ba; --rule: #363c43; --shade: #1d2227;
    --roll: #7cc7e8; --loss: #ff8f88; --hurt: #e9b44c; --breach: #4a1a17;
    --water: #7fa9d6; --land: #93c47d;
  }
}
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, th, dt, .author { line-height: 1.25; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--rule);
  font-size: 1.25rem; }
h3 { margin: 1.4rem 0 .4rem; font-size: 1rem; }
.subtitle { margin: .3rem 0 1rem; color: var(--faint); }
ul.lines { margin: 0; padding: 0; list-style: none; }
ul.lines li { margin: .15rem 0; padding-left: 1.1rem; text-indent: -1.1rem; }
li.roll { color: var(--roll); font: .875rem/1.5 ui-monospace, Consolas, monospace; }
li.roll summary { cursor: pointer; }
li.loss { color: var(--loss); }
li.loss::before { content: "\\2212\\00a0"; }
li.score { text-align: right; font-weight: bold; }
li.note { color: var(--faint); }
li.breach { background: var(--breach); font-weight: bold; }
li.breach::before { content: "!\\00a0"; }
.wide { overflow-x: auto; background:
  linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% no-repeat local,
  linear-gradient(to left, var(--faint), transparent) right / .7rem 100% no-repeat scroll; }
.wide + .wide { margin-top: 1.2rem; }
.wide:focus-visible { outline: 3px solid var(--roll); }
.laid { width: min(94vw, 90rem); margin-left: calc(50% - min(47vw, 45rem)); }
.laid .wide { max-height: 80vh; overflow: auto; border: 1px solid var(--rule); }
.laid .wide svg { display: block; margin: 0 auto; }
.laid .narrow { display: none; }
pre.map { font: .8rem/1.25 ui-monospace, Consolas, monospace; }
.map .water { color: var(--water); }
.map .land { color: var(--land); }
.map .high { color: var(--hurt); }
.map .first { color: var(--roll); font-weight: bold; }
.map .second { color: var(--loss); font-weight: bold; }
.own, .strong { font-weight: bold; }
span.faint { color: var(--faint); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; overflow-wrap: normal;
  font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: left;
  vertical-align: top; }
thead th { color: var(--faint); font-size: .8rem; }
tbody th { font-weight: 600; white-space: nowrap; }
.whole { white-space: nowrap; }
tr.strong > * { font-weight: bold; background: var(--shade); }
tr.hurt > * { color: var(--hurt); }
tr.lost > * { color: var(--loss); }
tr.faint > * { color: var(--faint); }
blockquote { margin: .8rem 0; padding: .5rem .9rem; border-left: .25rem solid var(--rule);
  background: var(--shade); }
blockquote p { margin: 0; white-space: pre-wrap; }
.author { margin: 0 0 .3rem; color: var(--faint); font-size: .85rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem; margin: 1rem 0; }
dt { color: var(--faint); font-size: .9rem; line-height: 1.6; }
dd { margin: 0; }
dt:target, dt:target + dd { background: var(--shade); }
a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: .15em; }
@media (min-width: 40.01rem) {
  .laid:has(.size:checked) .wide svg { width: 100%; height: auto; max-height: 79vh; }
}
@media (max-width: 40rem) {
  body { padding: 1rem .8rem 3rem; }
  table { font-size: .82rem; }
  th, td { padding-right: .5rem; }
  tbody th { white-space: normal; }
  table.spare tr > :last-child { display: none; }
  .laid:has(.size:not(:checked)) .wide svg { width: 100%; height: auto; max-height: 79vh; }
  .laid .narrow { display: inline; }
  .laid .broad { display: none; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --faint: #444; --rule: #999; --shade: #fff;
    --roll: #000; --loss: #000; --hurt: #000; --breach: #fff; --water: #000; --land: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  li, tr, blockquote { break-inside: avoid; }
  .wide { overflow: visible; background: none; }
  .laid { width: auto; margin: 0; }
  .laid .wide { max-height: none; }
  .laid .wide svg { width: 100%; height: auto; }
  .laid .bar, .legend { display: none; }
  a { text-decoration: none; }
}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(report: Report) -> str:
    """The report as a whole HTML page."""
    rules = frozenset(
        rule for block in report.blocks if isinstance(block, Cited) for rule, _ in block.rules
    )
    body = "\n".join(part for block in _shown(report.blocks) for part in _block(block, rules))
    subtitle = f'<p class="subtitle">{_text(report.subtitle)}</p>\n' if report.subtitle else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{_text(report.title)}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{_text(report.title)}</h1>\n{subtitle}</header>\n"
        f"<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _shown(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """The blocks without the map in lines of signs and its heading, where the table is drawn."""
    is_drawn = any(isinstance(block, Display) for block in blocks)
    for block, after in zip(blocks, (*blocks[1:], None), strict=True):
        is_head = isinstance(block, Heading) and isinstance(after, Picture)
        if not (is_drawn and (is_head or isinstance(block, Picture))):
            yield block


def _text(text: str) -> str:
    return escape(harmless(text))


def _block(block: Block, rules: frozenset[str]) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h{block.level}>{_text(block.text)}</h{block.level}>"
        case Paragraph():
            yield f"<p>{_text(block.text)}</p>"
        case Lines():
            items = "\n".join(_line(line, rules) for line in block.lines)
            yield f'<ul class="lines">\n{items}\n</ul>'
        case Message():
            yield _message(block)
        case Facts():
            yield _definitions((_text(name), _text(words), "") for name, words in block.pairs)
        case Cited():
            yield _definitions(
                (_text(rule), _text(title), f' id="{_anchor(rule)}"') for rule, title in block.rules
            )
        case Table():
            yield _table(block.sheet)
        case Overview():
            for sheet in block.sheets:
                yield from [f"<h3>{_text(sheet.title)}</h3>"] if sheet.title else []
                yield _table(sheet)
        case Found():
            yield _definitions(iter([(_text(block.name), _text(block.text), "")]))
        case Picture():
            yield _picture(block.drawing)
        case Display():
            yield _display(block)


def _display(display: Display) -> str:
    board = display.laid.board
    drawn = svg.element(display.laid, title="The table").replace(
        "<svg ", f'<svg width="{board.size[0]}" height="{board.size[1]}" ', 1
    )
    return (
        f'<h2>The map</h2>\n<div class="laid">\n<style>{legend.STYLE}</style>\n'
        '<p class="bar"><label><input type="checkbox" class="size"> '
        '<span class="broad">All of it</span><span class="narrow">Large enough to read</span>'
        "</label></p>\n"
        f"{_wide(drawn, board.title)}\n"
        f"{legend.folded(board, display.key, has_moves=False)}\n"
        "<p>The whole game on this map, to step through: <code>pbem replay --html game.html</code>"
        "</p>\n</div>"
    )


def _wide(content: str, name: str) -> str:
    """What may be broader than the page: it can be scrolled, by keyboard as well."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{_text(name)}">{content}</div>'


def _picture(drawing: Drawing) -> str:
    lines = "\n".join("".join(map(_span, spans)) for spans in drawing.lines)
    signs = _definitions((_text(sign), _text(words), "") for sign, words in drawing.legend)
    return _wide(f'<pre class="map">{lines}</pre>', drawing.title) + f"\n{signs}"


def _span(span: Span) -> str:
    return (
        f'<span class="{escape(span.ink)}">{_text(span.text)}</span>'
        if span.ink
        else (_text(span.text))
    )


NARROW = 36
"""So many letters fit into a line of a narrow page."""
LONG = 140
"""Of a longer roll the dice are folded behind its result."""


def _line(line: Line, rules: frozenset[str]) -> str:
    result, colon, dice = line.text.partition(": ")
    words = _text(line.text) if line.kind == SCORE else _linked(_unbroken(line.text), rules)
    if line.kind == "roll" and len(line.text) > LONG and colon:
        head, rest = _linked(_text(result), rules), _linked(_unbroken(dice), rules)
        words = f"<details><summary>{head}:</summary>{rest}</details>"
    return f'<li class="{escape(line.kind)}">{words}</li>'


def _unbroken(text: str) -> str:
    """A line's text in which sums and counts of hits are not broken."""
    return " ".join(
        f'<span class="whole">{_text(part)}</span>' if " " in part else _text(part)
        for part in parts(text, NARROW)
    )


def _linked(escaped: str, rules: frozenset[str]) -> str:
    """The text with each rule that the report lists made a link to its title."""
    if not rules:
        return escaped
    return _citation(rules).sub(lambda m: f'<a href="#{_anchor(m[1])}">{m[1]}</a>', escaped)


@lru_cache(1)  # every line of a report cites the same list
def _citation(rules: frozenset[str]) -> re.Pattern[str]:
    """One of those rules in an escaped text."""
    longest_first = sorted(map(re.escape, map(_text, rules)), key=len, reverse=True)
    return re.compile(rf"(?<![\w.&#])({'|'.join(longest_first)})(?![\w]|\.\d)")


def _anchor(rule: str) -> str:
    """The anchor of a rule's title: letters, digits, dots and hyphens only."""
    return "rule-" + re.sub(r"[^A-Za-z0-9.]", "-", rule)


def _message(message: Message) -> str:
    text = escape(harmless_lines(message.text))
    author = f'<p class="author">{_text(message.author)} writes</p>'
    return f"<blockquote>\n{author}\n<p>{text}</p>\n</blockquote>"


def _definitions(items: Iterator[tuple[str, str, str]]) -> str:
    pairs = "\n".join(f"<dt{extra}>{name}</dt><dd>{words}</dd>" for name, words, extra in items)
    return f"<dl>\n{pairs}\n</dl>"


def _table(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col">{_text(head)}</th>' for head in sheet.heads)
    head = f"<thead><tr>{heads}</tr></thead>\n" if any(sheet.heads) else ""
    rows = "\n".join(_row(row.cells, row.style) for row in sheet.rows)
    kind = ' class="spare"' if sheet.spare else ""
    table = f"<table{kind}>\n{head}<tbody>\n{rows}\n</tbody>\n</table>"
    return _wide(table, sheet.title or "A table")


def _row(cells: tuple[str, ...], style: str) -> str:
    first, *rest = (_whole(_text(cell)) for cell in cells)
    kind = f' class="{escape(style)}"' if style else ""
    others = "".join(f"<td>{cell}</td>" for cell in rest)
    return f'<tr{kind}><th scope="row">{first}</th>{others}</tr>'


_HYPHEN = re.compile(r"\w-\w")


def _whole(escaped: str) -> str:
    """A cell's text; a narrow column does not break the id of a unit at its hyphen."""
    return " ".join(
        f'<span class="whole">{word}</span>' if _HYPHEN.search(word) else word
        for word in escaped.split(" ")
    )
