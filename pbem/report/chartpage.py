"""A chart as tables: whatever its form, every figure with its row and its column."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.engine.charts import Provenance
from pbem.engine.ranges import Span
from pbem.engine.sheets import Row, Sheet
from pbem.narrow import write_value
from pbem.report.blocks import Block, Heading, Table, known

FIGURES_FROM = {"seed": "the published rules", "house": "this rule book's authors"}
"""What a chart's `provenance` means, in words."""


def chart_blocks(source: Provenance, table: Mapping[str, Any]) -> Iterator[Block]:
    """A chart under its title, with where its figures are from, and all of them in tables."""
    yield Heading(text=f"Chart {source.id}: {source.title}")
    yield from known(figures_from=FIGURES_FROM[source.provenance], source=source.source)
    body = {key: value for key, value in table.items() if key != "chart"}
    inner = body[source.id] if list(body) == [source.id] else body
    for sheet in sheets(inner if isinstance(inner, Mapping) else body):
        if sheet.title:
            yield Heading(text=sheet.title, level=3)
        yield Table(sheet=sheet)


def sheets(table: Mapping[str, Any], title: str = "") -> Iterator[Sheet]:
    """The tables that show a chart's table: single figures first, then those with rows."""
    if table and all(_is_row(row) for row in table.values()):
        rows = [{"": key, **row} for key, row in table.items()]
        yield _rows(title, rows)
        return
    figures = {key: value for key, value in table.items() if _is_figure(value)}
    if figures:
        cells = tuple(Row(cells=(key, _words(value))) for key, value in figures.items())
        yield Sheet(title=title, heads=("", "figure"), rows=cells)
    for key, value in table.items():
        inner = f"{title}.{key}" if title else key
        if key in figures:
            continue
        if isinstance(value, Mapping):
            yield from sheets(value, inner)
        elif all(_is_row(row) for row in value):
            yield _rows(inner, [_with_total(row) for row in value])
        else:
            for number, item in enumerate(value, 1):
                rest = item if isinstance(item, Mapping) else {"": item}
                yield from sheets(rest, f"{inner}, {number}")


def _is_figure(value: object) -> bool:
    """Whether a value is shown in one cell: a figure, or a list of figures."""
    if isinstance(value, list):
        return not any(isinstance(item, Mapping) for item in value)
    return not isinstance(value, Mapping)


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_figure, value.values()))


def _with_total(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of a table of results, its totals in one cell."""
    low, high = row.get("from"), row.get("to")
    if type(low) is not int and type(high) is not int:
        return row
    rest = {key: value for key, value in row.items() if key not in ("from", "to")}
    return {"total": str(Span(low=low, high=high)), **rest}


def _rows(title: str, rows: Iterable[Mapping[str, Any]]) -> Sheet:
    rows = tuple(rows)
    heads = tuple(dict.fromkeys(key for row in rows for key in row))
    cells = (tuple(_words(row.get(head, "")) for head in heads) for row in rows)
    return Sheet(title=title, heads=heads, rows=tuple(Row(cells=line) for line in cells))


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        flat = all(isinstance(item, str | int) for item in value)
        return ", ".join(map(_words, value)) if flat else write_value(value)
    return str(value)
