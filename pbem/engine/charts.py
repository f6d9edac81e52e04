"""Rule books: a folder of charts, each with its source, pinned by one hash (protocol 4)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import tomli

from pbem.codec import sums_hash, text_hash
from pbem.decode import decode
from pbem.engine.ranges import Path
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value
from pbem.slips import stumbled

_SUM = re.compile(r"^([0-9a-f]{64})  (.+)$", re.MULTILINE)

MOST_DEEP, LONGEST_LINE = 30, 5_000
"""Tables and lists in each other, and letters in a line; what has more is no chart."""


CHECK = "'pbem rules check' tells of every fault of a rule book"
"""What to do about a chart that cannot be read."""


_HEADING = re.compile(r"^## ((?:protocol )?\S+) (.+)$", re.MULTILINE)
_PART = re.compile(r"[0-9]+|[^0-9.]+")


class Provenance(Value):
    """The `[chart]` table that opens every chart.

    `provenance` is `seed` for figures of the published rules and `house` for our own; `source`
    says where exactly they come from.
    """

    id: str
    title: str
    rule: str
    provenance: Literal["seed", "house"]
    source: str

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids in `rule`, which is one id or several with commas between them."""
        return cited_ids(self.rule)


class _Opening(Value):
    chart: Provenance


class RuleBook(Value):
    """A rule book: its tree hash, its charts' tables by file stem, and their provenance.

    `sums` has the hash of every chart by path, from which the tree hash is made.
    """

    hash: str
    tables: Mapping[str, Mapping[str, Any]]
    sources: tuple[Provenance, ...]
    sums: Mapping[str, str]


def read_rule_book(files: Mapping[str, bytes]) -> RuleBook:
    """A rule book from its files (relative POSIX path to content).

    Raises `Refused` (code `chart`) with every file that is not TOML or has no proper `[chart]`.
    """
    tables: dict[str, Mapping[str, Any]] = {}
    sources: list[Provenance] = []
    problems: list[Problem] = []
    for path in chart_paths(files):
        try:
            table = read_toml(files[path], path)
            sources.append(read_provenance(table, path))
            tables[stem(path)] = table
        except Refused as refused:
            problems += refused.problems
    raise_if(problems)
    sums = sums_of(files)
    return RuleBook(hash=sums_hash(sums).hex(), tables=tables, sources=tuple(sources), sums=sums)


def chart_paths(files: Iterable[str]) -> list[str]:
    """Those paths that are charts, in order."""
    return sorted(path for path in files if path.endswith(".toml"))


def stem(path: str) -> str:
    """The id of the chart in that file: its path without `.toml`."""
    return path.removesuffix(".toml")


def sums_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The SHA-256 of every chart in hex, CRLF taken as LF, by path."""
    return {path: text_hash(files[path]).hex() for path in chart_paths(files)}


def citations(value: object, place: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text under a key `rule` in a chart's table, and where it stands."""
    for key, item in items_of(value):
        if key == "rule" and isinstance(item, str):
            yield (*place, key), item
        else:
            yield from citations(item, (*place, key))


def items_of(value: object) -> Iterator[tuple[str | int, object]]:
    """What is in a table by key, or in a list by place; nothing for a figure."""
    if isinstance(value, str | int | float):  # most are, and of a Mapping it takes long to ask
        return
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def write_sums(sums: Mapping[str, str]) -> str:
    """The list of a rule book's charts that a game's folder keeps, as `sha256sum` writes one."""
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def read_sums(text: str, tree: str) -> dict[str, str] | None:
    """The hashes by path of such a list; None if the tree hash that they make is not `tree`.

    So the list need not be trusted: the genesis has the tree hash.
    """
    sums = {path: sum_ for sum_, path in _SUM.findall(text)}
    return sums if sums_hash(sums).hex() == tree else None


def read_provenance(table: Mapping[str, Any], path: str) -> Provenance:
    """The `[chart]` of the file at `path`.

    Raises `Refused` (code `chart`) with every key that is missing, unknown or wrong.
    """
    opening = {key: value for key, value in table.items() if key == "chart"}
    found = decode(_Opening, opening, code="chart", where=path, hint=CHECK).chart
    if found.id != stem(path):
        hint = f'write id = "{stem(path)}", which is the name of the file'
        what = f"the chart in this file calls itself '{found.id[:40]}'"
        raise refuse("chart", what, where=f"{path}, key 'chart.id'", hint=hint)
    return found


def titles_of(texts: Iterable[str]) -> dict[str, str]:
    """The titles of the rules that texts tell, by id: each stands under a heading `## ID Title`.

    They are in natural order: M7.9 before M7.10.
    """
    found = {match[1]: match[2] for text in texts for match in _HEADING.finditer(text)}
    return dict(sorted(found.items(), key=lambda one: _natural(one[0])))


def _natural(id_: str) -> tuple[tuple[int, int, str], ...]:
    """An id as it is sorted: numbers by their size, behind them letters; `~` is no part of it."""
    parts = _PART.findall(id_.rstrip("~"))
    return tuple((0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts)


def cited_ids(words: str) -> tuple[str, ...]:
    """The rule ids in a text that has nothing else: `"M5.5, M5.7"`."""
    return tuple(id_ for part in words.split(",") if (id_ := part.strip()))


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """A TOML file that ships with the program or that its user wrote.

    Raises `Refused` (code `chart`) with the line where it ceases to be TOML.
    """
    try:
        table = tomli.loads(_with_short_lines(content.decode("utf-8"), where))
    except UnicodeDecodeError as error:
        line, what = content.count(b"\n", 0, error.start) + 1, "not UTF-8 text"
    except (ValueError, RecursionError) as error:
        line, what = stumbled(error, content.decode("utf-8"))
    else:
        if not _is_deeper(table, MOST_DEEP):
            return table
        line, what = 1, f"tables in tables, more than {MOST_DEEP} deep"
    hint = "mend the line, or put the original file back"
    raise refuse("chart", what, where=f"{where}:{line}", hint=hint)


def _with_short_lines(text: str, where: str) -> str:
    """The text; raises `Refused` for a line over which a parser would sit for long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            what = f"a line of more than {LONGEST_LINE:,} letters"
            raise refuse("chart", what, where=f"{where}:{number}", hint="break it up")
    return text


def _is_deeper(value: object, most: int) -> bool:
    """Whether tables and lists lie in each other deeper than that; a key can have many dots."""
    layer = [value]
    for _ in range(most + 1):
        layer = [
            item
            for outer in layer
            if isinstance(outer, Mapping | list)
            for item in (outer.values() if isinstance(outer, Mapping) else outer)
        ]
        if not layer:
            return False
    return True
