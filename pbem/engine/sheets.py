"""What players read, as data: tables, and the lines of reports."""

from pbem.frozen import Value


class Row(Value):
    """A row of a sheet: cells of plain text; `style` is one of the words of the report layer."""

    cells: tuple[str, ...]
    style: str = ""


class Sheet(Value):
    """A titled table for the terminal, the mail and the browser."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


class Line(Value):
    """One line of a report: `kind` is `fact`, `roll`, `loss`, `note` or `breach`."""

    text: str
    kind: str = "fact"
