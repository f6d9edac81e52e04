"""A rule book's files as typed values: tables of results, and a class with a field a chart.

Rows of result tables have the keys `from` and `to` in the file; the first is no name in Python,
so that they are read as `low` and `high`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from pbem.decode import decode
from pbem.engine.charts import CHECK
from pbem.engine.places import words_of_path
from pbem.engine.ranges import faults, result_tables
from pbem.errors import Problem, Refused, raise_if
from pbem.frozen import Value, names, replace

Tables = Mapping[str, Mapping[str, Any]]
NAMES = {"from": "low", "to": "high"}


class Row(Value):
    """A row of a table: the totals from `low` to `high`, both included; None where it is open."""

    low: int | None = None
    high: int | None = None


R = TypeVar("R", bound=Row)
V = TypeVar("V", bound=Value)


class Table(Value, Generic[R], kw_only=False):
    """A table of results; its rows stand in any order."""

    rows: tuple[R, ...]

    def at(self, total: int) -> R:
        """The row of a total; below the first row the first, above the last the last."""
        upward = sorted(self.rows, key=lambda row: (row.low is not None, row.low or 0))
        return next((row for row in upward if row.high is None or total <= row.high), upward[-1])


def as_written(value: Any) -> Any:
    """A figure as it stands in the file."""
    return value


def bodies(
    book: type[Value], tables: Tables, figure: Callable[[Any], Any] = as_written
) -> dict[str, Any]:
    """Each chart's table by the name of its file, lists of rows as a `Table`.

    `figure` says what a value that is no table and no list comes to.
    """
    return {name: _spanned(tables.get(name, {}).get(name, {}), figure) for name in names(book)}


def read_book(book: type[V], tables: Tables, body: Mapping[str, Any], where: str) -> V:
    """Every chart as the class `book` has it; raises `Refused` with every figure that is wrong.

    `body` is what `bodies` made of the tables, `where` the folder that problems name.
    """
    problems = [*_strays(book, tables), *_faults(tables)]
    try:
        found = decode(book, body, code="chart", where=where, hint=CHECK)
    except Refused as refused:
        problems += (_in_file(problem) for problem in refused.problems)
        raise Refused(*problems) from None
    raise_if(problems)
    return found


def shared(value: Value, common: type[Value]) -> dict[str, Any]:
    """The fields of a value that belong to a class that it extends, by name."""
    return {name: getattr(value, name) for name in names(common)}


def _strays(book: type[Value], tables: Tables) -> Iterator[Problem]:
    """Tables of a file that are neither its opening nor the table called as the file."""
    for name in names(book):
        for stray in sorted(tables.get(name, {}).keys() - {"chart", name}):
            what = f"unknown key '{stray[:40]}'"
            hint = f"every table of this file begins with '{name}'"
            yield Problem(code="chart", what=what, where=f"{name}.toml", hint=hint)


def _spanned(value: Any, figure: Callable[[Any], Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: _spanned(item, figure) for key, item in value.items()}
    if not isinstance(value, list):
        return figure(value)
    if any(isinstance(row, Mapping) and ("from" in row or "to" in row) for row in value):
        return {"rows": [_row(row, figure) for row in value]}
    return [_spanned(item, figure) for item in value]


def _row(row: Any, figure: Callable[[Any], Any]) -> Any:
    if not isinstance(row, Mapping):
        return row
    return {NAMES.get(key, key): _spanned(item, figure) for key, item in row.items()}


def _in_file(problem: Problem) -> Problem:
    """The problem with places and keys as they are called in the file."""
    where = problem.where.replace(".rows[", "[")
    for key, name in NAMES.items():
        where = where.replace(f"].{name}'", f"].{key}'")
    return replace(problem, where=where)


def _faults(tables: Tables) -> Iterator[Problem]:
    """Holes and overlaps in tables of results: which row a total has must be plain."""
    for name, table in sorted(tables.items()):
        for found in result_tables(table):
            for fault in faults(found.spans) if not found.cells else ():
                where = f"{name}.toml, key '{words_of_path(found.rows[fault.row])}'"
                yield Problem(code="chart", what=fault.what, where=where, hint=fault.hint)
