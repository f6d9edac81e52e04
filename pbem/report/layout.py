"""Laying out text in columns of a terminal or a mail: widths, wrapping, tables."""

import unicodedata
from collections.abc import Iterator

from pbem.engine.sheets import Sheet
from pbem.frozen import replace
from pbem.report.clean import harmless

GAP = 2
"""Columns between two columns of a table."""


def width_of(text: str) -> int:
    """How many columns the text takes: wide letters take two, combining marks none."""
    return len(text) if text.isascii() else sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, width: int) -> str:
    """The text with spaces up to `width` columns."""
    return text + " " * (width - width_of(text))


def wrap(text: str, width: int) -> tuple[str, ...]:
    """The text's words in lines of at most `width` columns; a word that is longer is broken."""
    lines, line = [], ""
    for word in text.split():
        for piece in _pieces(word, max(width, 2)):
            longer = f"{line} {piece}" if line else piece
            if width_of(longer) <= width:
                line = longer
            else:
                lines += [line] if line else []
                line = piece
    return (*lines, line)


def _pieces(word: str, width: int) -> Iterator[str]:
    if width_of(word) <= width:
        yield word
        return
    piece = ""
    for char in word:
        if width_of(piece + char) > width:
            yield piece
            piece = ""
        piece += char
    yield piece


def column_widths(sheet: Sheet, width: int) -> tuple[int, ...] | None:
    """The widths of a table's columns within `width`, the widest wrapped first.

    None if a word would have to be broken: such a table is better shown row by row.
    """
    columns = list(zip(sheet.heads, *(row.cells for row in sheet.rows), strict=True))
    widths = [max(map(width_of, column)) for column in columns]
    least = [max((width_of(w) for cell in col for w in cell.split()), default=0) for col in columns]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        room = [index for index, floor in enumerate(least) if widths[index] > floor]
        if not room:
            return None
        widths[max(room, key=widths.__getitem__)] -= 1
    return tuple(widths)


def row_by_row(sheet: Sheet) -> Iterator[tuple[str, str, str]]:
    """A table without columns: each row's first cell, the others after their heads, its style."""
    for row in sheet.rows:
        first, *rest = row.cells
        pairs = zip(sheet.heads[1:], rest, strict=True)
        yield first, "; ".join(f"{head}: {cell}" for head, cell in pairs if cell), row.style


def harmless_sheet(sheet: Sheet) -> Sheet:
    """The sheet with every text in it made harmless."""
    rows = tuple(replace(row, cells=tuple(map(harmless, row.cells))) for row in sheet.rows)
    heads = tuple(map(harmless, sheet.heads))
    return replace(sheet, title=harmless(sheet.title), heads=heads, rows=rows)
