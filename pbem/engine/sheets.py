"""What players read, as data: tables, and the lines of reports."""

from collections.abc import Iterable

from pbem.frozen import Value


class Row(Value):
    """A row of a sheet: cells of plain text; `style` is one of the words of the report layer."""

    cells: tuple[str, ...]
    style: str = ""


class Sheet(Value):
    """A titled table for the terminal, the mail and the browser.

    The last column is left out on a narrow screen if it is `spare`.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    spare: bool = False


def sheet_of(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Sheet:
    """A sheet whose rows are cells and no more."""
    return Sheet(title=title, heads=heads, rows=tuple(Row(cells=cells) for cells in rows))


class Line(Value):
    """One line of a report: `kind` is `fact`, `roll`, `loss`, `note`, `breach` or `score`."""

    text: str
    kind: str = "fact"
