"""Looking over a rule book that its owner has changed: all problems, each with file and line.

What a game system wants of its charts only its own `read_charts` knows. What is looked for here
holds for every game, with the book that ships as the model.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

from pbem.engine.charts import (
    Provenance,
    RuleBook,
    chart_paths,
    citations,
    cited_ids,
    items_of,
    read_provenance,
    read_toml,
    stem,
)
from pbem.engine.places import Places, path_of, words_of_path
from pbem.engine.ranges import Path, Results, covered, faults, result_tables
from pbem.errors import Problem, Refused
from pbem.frozen import Value, replace
from pbem.narrow import write_value

Tables: TypeAlias = Mapping[str, Mapping[str, Any]]

ReadCharts: TypeAlias = Callable[[Tables], object]


CITED = "a rule of your own is told in a file of text/, under a heading '## ID Title'"
"""What to do about a rule that no text tells."""


class Checked(Value):
    """What was found in a rule book: the charts that can be read, and what is wrong.

    `whole` says that every chart is there and is TOML: only then are figures held against each
    other. `sources` are the charts with a proper `[chart]`.
    """

    tables: Tables
    sources: tuple[Provenance, ...]
    problems: tuple[Problem, ...]
    whole: bool


def check_book(
    files: Mapping[str, bytes],
    ours: RuleBook,
    read_charts: ReadCharts,
    scenarios: Tables,
    rules: Collection[str],
) -> Checked:
    """Look over a rule book: its files by path, beside the book of that game that ships.

    `scenarios` are the game's scenarios by id: what they name must be in the book. `rules` are the
    ids of the rules that charts may cite.
    """
    read = _read(files, ours)
    missing = sorted(ours.sums.keys() - files.keys())
    problems = [*read.problems, *_wrong_files(files, ours)]
    for name, table in read.tables.items():
        problems += _wrong_tables(name, table, ours.tables.get(name, {}))
        problems += _doubled(f"{name}.toml", table)
    problems += _wrong_ids(read, rules)
    whole = read.whole and not missing
    if whole:
        problems += _lost_names(read.tables, ours.tables, scenarios)
        problems += _refusals(read_charts, read.tables)
    return replace(read, problems=_in_order(problems, files, read.tables, ours), whole=whole)


def _read(files: Mapping[str, bytes], ours: RuleBook) -> Checked:
    """Every chart that is TOML, and what is wrong with the others and with their `[chart]`."""
    tables: dict[str, Mapping[str, Any]] = {}
    sources: list[Provenance] = []
    problems: list[Problem] = []
    for path in chart_paths(files):
        try:
            tables[stem(path)] = table = read_toml(files[path], path)
            if path in ours.sums:
                sources.append(read_provenance(table, path))
        except Refused as refused:
            problems += refused.problems
    whole = len(tables) == len(chart_paths(files))
    return Checked(tables=tables, sources=tuple(sources), problems=tuple(problems), whole=whole)


def _problem(path: str, key: Path, what: str, hint: str) -> Problem:
    where = f"{path}, key '{words_of_path(key)}'" if key else path
    return Problem(code="chart", what=what, where=where, hint=hint)


# --- files ---------------------------------------------------------------------------------------


def _wrong_files(files: Mapping[str, bytes], ours: RuleBook) -> Iterator[Problem]:
    """Charts of the game that are not there, and files that are none of its charts."""
    missing = [path for path in ours.sums if path not in files]
    for path in (path for path in files if path not in ours.sums):
        meant = get_close_matches(path, missing, n=1)
        if meant:
            missing.remove(meant[0])
            yield _problem(path, (), f"is this the chart {meant[0]}?", f"rename it to {meant[0]}")
        elif path.endswith(".toml"):
            hint = "take it out: a rule book has charts alone"
            yield _problem(path, (), "this game has no chart of that name", hint)
    for path in missing:
        yield _problem(path, (), "the chart is missing", "put ours back")


# --- rows ----------------------------------------------------------------------------------------


def _wrong_tables(
    name: str, table: Mapping[str, Any], ours: Mapping[str, Any]
) -> Iterator[Problem]:
    """Holes and overlaps in a chart's tables of results, and tables of ours that it lacks."""
    path, models = f"{name}.toml", {one.path: one for one in result_tables(ours)}
    found = {one.path: one for one in result_tables(table)}
    named = (place for place in models if place not in found and _is_named(place))
    for place in named:
        hint = "put it back, with a row for every total"
        yield _problem(path, place, "the table of results is missing", hint)
    for place, one in found.items():
        yield from _wrong_ends(path, table, one)
        model = models.get(place) or models.get(_first(place))
        if one.cells and (model is None or any(faults(model.spans))):
            continue  # numbers as keys that are no totals, such as turns
        within = covered(model.spans) if model else None
        for fault in faults(one.spans, within):
            yield _problem(path, one.rows[fault.row], fault.what, fault.hint)


def _is_named(place: Path) -> bool:
    """Whether keys alone lead there: of tables in lists a book may have more or fewer."""
    return not any(isinstance(step, int) for step in place)


def _first(place: Path) -> Path:
    """The same table in the first item of each list."""
    return tuple(0 if isinstance(step, int) else step for step in place)


def _wrong_ends(path: str, table: Mapping[str, Any], one: Results) -> Iterator[Problem]:
    """Rows whose `from` or `to` is no whole number."""
    if one.cells:
        return
    rows: Any = table
    for step in one.path:
        rows = rows[step]
    for row, place in zip(rows, one.rows, strict=True):
        if not isinstance(row, Mapping):
            yield _problem(path, place, "must be a table", "write { from = 1, to = 2, … }")
            continue
        for key in ("from", "to"):
            if key in row and type(row[key]) is not int:
                hint = "write the lowest and the highest total of the row"
                yield _problem(path, (*place, key), "must be a whole number", hint)


def _doubled(path: str, value: object, place: Path = ()) -> Iterator[Problem]:
    """Rows of one list that have the same `id`."""
    seen: set[str] = set()
    for key, item in items_of(value):
        id_ = item.get("id") if isinstance(item, Mapping) and isinstance(key, int) else None
        if isinstance(id_, str) and id_ in seen:
            what = f"'{id_[:40]}' has a row already"
            yield _problem(path, (*place, key, "id"), what, "give each id once")
        elif isinstance(id_, str):
            seen.add(id_)
        yield from _doubled(path, item, (*place, key))


# --- rules ---------------------------------------------------------------------------------------


def _wrong_ids(read: Checked, rules: Collection[str]) -> Iterator[Problem]:
    """Rules that a chart cites, and no text tells."""
    for name, table in read.tables.items():
        for place, words in citations(table):
            for id_ in cited_ids(words):
                if id_ not in rules:
                    meant = get_close_matches(id_, rules, n=3)
                    hint = f"near it are: {', '.join(meant)}" if meant else CITED
                    yield _problem(f"{name}.toml", place, f"there is no rule '{id_[:40]}'", hint)


# --- names ---------------------------------------------------------------------------------------


def _lost_names(tables: Tables, ours: Tables, scenarios: Tables) -> Iterator[Problem]:
    """Rows of ours that the book lacks, though a chart or a scenario still names them."""
    rows, there = _row_names(ours), _row_names(tables)
    named = {f"scenario {id_}": _strings(table) for id_, table in scenarios.items()}
    named |= {f"{name}.toml": _strings(table) for name, table in tables.items()}
    for id_ in sorted(rows.keys() - there.keys()):
        users = [user for user, words in named.items() if id_ in words]
        if users:
            name, place = rows[id_]
            what = f"there is no row '{id_}', and {', '.join(users[:3])} names it"
            yield _problem(f"{name}.toml", place, what, "put the row back, if only with zeros")


def _row_names(tables: Tables) -> dict[str, tuple[str, Path]]:
    """Every row that has a name, with its chart and the place of its table."""
    return {
        row: (name, place)
        for name, table in tables.items()
        for row, place in _rows({key: value for key, value in table.items() if key != "chart"})
    }


def _rows(value: object, place: Path = ()) -> Iterator[tuple[str, Path]]:
    """Tables in tables under their keys, and those in lists under their `id`."""
    for key, item in items_of(value):
        if isinstance(item, Mapping):
            name = key if place else ""
            if isinstance(key, int):
                name = item.get("id", "")
            if name and isinstance(name, str):
                yield name, place
        yield from _rows(item, (*place, key))


def _strings(value: object) -> set[str]:
    """Every text in a table, its keys among them."""
    if isinstance(value, str):
        return {value}
    found: set[str] = set()
    for key, item in items_of(value):
        found |= _strings(key) | _strings(item)
    return found


# --- the system ----------------------------------------------------------------------------------


def _refusals(read_charts: ReadCharts, tables: Tables) -> tuple[Problem, ...]:
    """What the game system itself says of the charts."""
    try:
        read_charts(tables)
    except Refused as refused:
        return refused.problems
    return ()


# --- places --------------------------------------------------------------------------------------

_PLACE = re.compile(r"(?P<file>[^,]*)(?:, (?:key '(?P<key>.*)'|(?P<bare>.*)))?", re.DOTALL)


def _in_order(
    problems: Iterable[Problem], files: Mapping[str, bytes], tables: Tables, ours: RuleBook
) -> tuple[Problem, ...]:
    """The problems, each with its line and a way out, by file and line."""
    lines = {path: Places(files[path].decode("utf-8", "replace")) for path in chart_paths(files)}
    placed = [_placed(problem, lines, tables, ours.tables) for problem in problems]
    return tuple(dict.fromkeys(one for _, one in sorted(placed, key=lambda pair: pair[0])))


def _placed(
    problem: Problem, lines: Mapping[str, Places], tables: Tables, ours: Tables
) -> tuple[tuple[str, int], Problem]:
    """The problem with the line of its key, as far as its file and key can be made out."""
    match = _PLACE.fullmatch(problem.where)
    words = (match["key"] or match["bare"] or "") if match else ""
    named = stem(match["file"]) if match else ""
    chart = named if named in tables else re.split(r"[.\[]", words)[0]
    if chart not in tables:
        file, _, number = problem.where.partition(":")
        return (file, int(number) if number.isdigit() else 0), problem
    path, model = _path(words, chart, tables[chart]), ours.get(chart, {})
    unknown = _UNKNOWN.match(problem.what)
    line = lines[f"{chart}.toml"].line_of((*path, unknown[1]) if unknown else path)
    key = f", key '{words}'" if words else ""
    ours_there = _value(model, _path(words, chart, model))
    hint = _way_out(problem.what, ours_there) or problem.hint or "write it as our chart has it"
    return (f"{chart}.toml", line), replace(problem, where=f"{chart}.toml:{line}{key}", hint=hint)


def _path(words: str, chart: str, table: Mapping[str, Any]) -> Path:
    """The path that words name, from the file's own root or from the table called as the chart."""
    return max((path_of(words, table), path_of(f"{chart}.{words}", table)), key=len)


def _value(table: Any, path: Path) -> Any:
    for step in path:
        table = table[step]
    return table


def _way_out(what: str, ours: Any) -> str:
    """What our own chart tells to do, if anything; `ours` is what it has in that place."""
    missing, unknown = _MISSING.match(what), _UNKNOWN.match(what)
    table = ours if isinstance(ours, Mapping) else {}
    if missing and isinstance(table.get(missing[1]), str | int):
        return f"ours has {missing[1]} = {write_value(table[missing[1]])}"
    if unknown:
        meant = get_close_matches(unknown[1], table, n=1)
        return f"is {meant[0]} meant? else take it out" if meant else "take it out"
    if what.startswith("must be") and isinstance(ours, str | int):
        return f"ours has {write_value(ours)} there"
    return ""


_MISSING = re.compile(r"key '(.*)' is missing$")
_UNKNOWN = re.compile(r"unknown key '([^']*)'")
