"""Two rule books compared: chart by chart, and figure by figure where both can be looked into."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from pbem.engine.charts import stem
from pbem.frozen import Value
from pbem.narrow import write_value

Sums: TypeAlias = Mapping[str, str]
Tables: TypeAlias = Mapping[str, Mapping[str, Any]]

How: TypeAlias = Literal["first", "second", "words", "figures", "unknown"]
"""How a chart differs: it stands only in the first or second book, its words alone differ, its
figures do, or one of the two files is not at hand."""


class Change(Value):
    """One figure that differs: its key, and what each book has there, empty for nothing."""

    key: str
    first: str
    second: str


class Differing(Value):
    """A chart that differs, and its figures that do."""

    path: str
    how: How
    changes: tuple[Change, ...] = ()


def differing(first: Sums, second: Sums, tables: tuple[Tables, Tables]) -> Iterator[Differing]:
    """Every chart that is not the same in both books, by path.

    `tables` hold the charts of the first and of the second book by id, as far as they are at hand.
    """
    for path in sorted(first.keys() | second.keys()):
        if first.get(path) == second.get(path):
            continue
        if path not in second or path not in first:
            yield Differing(path=path, how="first" if path in first else "second")
            continue
        before, after = (found.get(stem(path)) for found in tables)
        if before is None or after is None:
            yield Differing(path=path, how="unknown")
            continue
        found = tuple(changes(before, after))
        yield Differing(path=path, how="figures" if found else "words", changes=found)


def changes(first: object, second: object, key: str = "") -> Iterator[Change]:
    """Every figure that differs between two tables, by its key.

    Rows of lists are matched by their `id`, or by their `from` and `to`; other lists are compared
    as a whole if their lengths differ.
    """
    before, after = _named(first), _named(second)
    if before is None or after is None or isinstance(first, list) != isinstance(second, list):
        if _typed(first) != _typed(second):
            yield Change(key=key, first=_shown(first), second=_shown(second))
        return
    for name in (*before, *(name for name in after if name not in before)):
        if name not in before or name not in after:
            there, here = before.get(name), after.get(name)
            yield Change(key=_join(key, name), first=_shown(there), second=_shown(here))
        else:
            yield from changes(before[name], after[name], _join(key, name))


def _named(value: object) -> Mapping[str, object] | None:
    """What is in a table or a list, each under a lasting name; None for figures."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
        return None
    names = [_row_name(row) for row in value]
    if all(names) and len(set(names)) == len(names):
        return dict(zip(names, value, strict=True))
    return {f"[{number}]": row for number, row in enumerate(value, start=1)}


def _row_name(row: Mapping[str, Any]) -> str:
    if isinstance(row.get("id"), str):
        return f"[{row['id']}]"
    if "from" in row or "to" in row:
        return f"[{row.get('from', '')}..{row.get('to', '')}]"
    return ""


def _join(key: str, name: str) -> str:
    return f"{key}{name}" if name.startswith("[") else f"{key}.{name}".removeprefix(".")


def _typed(value: object) -> object:
    """A value by which 1, 1.0 and true are three."""
    if isinstance(value, Mapping):
        return {key: _typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    return (type(value), value)


def _shown(value: Any) -> str:
    return "" if value is None else _written(value)


def _written(value: Any) -> str:
    """A value as TOML on one line; times and fractions, which no chart has, as they are."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return write_value(value) if isinstance(value, str | int) else str(value)
