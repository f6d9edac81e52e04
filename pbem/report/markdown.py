"""The small part of Markdown in which rules are retold, as blocks of a report."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.engine.sheets import Line, Row, Sheet
from pbem.report.blocks import Block, Heading, Lines, Paragraph, Table

_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`", re.DOTALL)
_RULED = re.compile(r"\|[-:| ]+\|?")


def blocks(text: str) -> Iterator[Block]:
    """Paragraphs, lists, tables and headings of a text, in order; emphasis is left out."""
    for kind, group in groupby(_kinds(text.splitlines()), key=lambda pair: pair[0]):
        lines = [line for _, line in group]
        match kind[1:]:
            case "table":
                yield _table(lines)
            case "heading":
                yield from (Heading(text=_plain(line.lstrip("# ")), level=3) for line in lines)
            case "item":
                yield Lines(lines=tuple(Line(text=_plain(item)) for item in _items(lines)))
            case "words":
                yield Paragraph(text=_plain(" ".join(lines)))


def _kinds(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What each line is part of; a mark before it tells two paragraphs apart."""
    kind, mark = "", 0
    for line in lines:
        text = line.strip()
        if not text:
            kind, mark = "", 1 - mark
            continue
        if text.startswith("|"):
            kind = "table"
        elif text.startswith("#"):
            kind = "heading"
        elif text.startswith(("* ", "- ")):
            kind = "item"
        elif kind != "item":
            kind = "words"
        yield f"{mark}{kind}", text


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The items of a list; lines without a bullet go on with the item before them."""
    item = ""
    for line in lines:
        if line.startswith(("* ", "- ")):
            if item:
                yield item
            item = f"- {line[2:]}"
        else:
            item += f" {line}"
    yield item


def _table(lines: Sequence[str]) -> Table:
    rows = [
        tuple(_plain(cell.strip()) for cell in line.strip("|").split("|"))
        for line in lines
        if not _RULED.fullmatch(line)
    ]
    wide = max(map(len, rows), default=0)
    even = [row + ("",) * (wide - len(row)) for row in rows]
    heads, *rest = even or [()]
    return Table(sheet=Sheet(title="", heads=heads, rows=tuple(Row(cells=row) for row in rest)))


def _plain(text: str) -> str:
    return _MARKS.sub(lambda match: match[1] or match[2] or match[3], text)
