"""Laying out text in columns of a terminal or a mail: widths, wrapping, tables."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.sheets import Sheet
from pbem.frozen import replace
from pbem.report.clean import harmless

GAP = 2
"""Columns between two columns of a table."""
BESIDE = 3
"""Columns between two tables that stand side by side."""
BROAD = 100
"""So wide is a screen on which tables stand side by side."""

_ADDED = r"\d+(?: [^\W\d][\w'’]*){0,2} [-+−=] "
_SUM = rf"\(?{_ADDED}(?:{_ADDED})*\d+(?: against \d+)?"
_NEEDED = r"(?:needs )?\d+ or (?:more|less)|needs \d+"
_COUNTED = r"\d+ of \d+ hits?"
_WHOLE = re.compile(
    rf"(?<!\S)(?:{_SUM}|(?:{_NEEDED}): {_COUNTED}|{_NEEDED}|{_COUNTED}|against \d+)"
    r"(?:[,.;:)]+|(?!\S))"
)
"""What a line should not break in: sums of dice, and what they need and hit."""

Stack = tuple[Sheet, ...]
"""Tables one below another."""


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
    """The text's words in lines of at most `width` columns; a word that is longer is broken.

    Sums and counts of hits stay whole where they fit into a line.
    """
    lines, line = [], ""
    for word in parts(text, width):
        for piece in _pieces(word, max(width, 2)):
            longer = f"{line} {piece}" if line else piece
            if width_of(longer) <= width:
                line = longer
            else:
                lines += [line] if line else []
                line = piece
    return (*lines, line)


def parts(text: str, width: int) -> Iterator[str]:
    """What a line does not break: words, and sums and counts of hits of at most `width` columns."""
    at = 0
    for found in _WHOLE.finditer(text):
        if width_of(found[0]) <= width:
            yield from text[at : found.start()].split()
            yield found[0]
            at = found.end()
    yield from text[at:].split()


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


def fitted(sheet: Sheet, width: int) -> Sheet:
    """The sheet without its spare column, unless the screen is broad and all of it fits."""
    if not sheet.spare or (width >= BROAD and column_widths(sheet, width) is not None):
        return sheet
    rows = tuple(replace(row, cells=row.cells[:-1]) for row in sheet.rows)
    return replace(sheet, heads=sheet.heads[:-1], rows=rows, spare=False)


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


def set_out(sheets: Iterable[Sheet], width: int) -> Iterator[tuple[Stack, ...]]:
    """Tables in their order, in two stacks of like height where `width` is broad enough.

    A table that is too wide for half of it, or has a column to spare, stands by itself.
    """
    waiting = list[Sheet]()
    for given in sheets:
        sheet = fitted(given, width)
        if width >= BROAD and not sheet.spare and column_widths(sheet, half_of(width)) is not None:
            waiting.append(sheet)
            continue
        yield from _in_two(waiting, width)
        waiting.clear()
        yield ((sheet,),)
    yield from _in_two(waiting, width)


def half_of(width: int) -> int:
    """The columns of each of two stacks."""
    return (width - BESIDE) // 2


def _in_two(sheets: Sequence[Sheet], width: int) -> Iterator[tuple[Stack, ...]]:
    """Two stacks as nearly alike as can be, or all in one where that is no higher."""
    heights = [_height(sheet, half_of(width)) for sheet in sheets]
    taller = [max(sum(heights[:at]), sum(heights[at:])) for at in range(1, len(sheets))]
    if min(taller, default=0) < sum(_height(sheet, width) for sheet in sheets) and taller:
        at = 1 + taller.index(min(taller))
        yield tuple(sheets[:at]), tuple(sheets[at:])
    elif sheets:
        yield (tuple(sheets),)


def _height(sheet: Sheet, width: int) -> int:
    """The lines of a table with its title, its heads and the line below it."""
    widths = column_widths(sheet, width) or ()
    cells = (zip(row.cells, widths, strict=True) for row in sheet.rows)
    rows = sum(max(len(wrap(cell, room)) for cell, room in row) for row in cells)
    return rows + 2 * any(sheet.heads) + bool(sheet.title) + 1


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
