"""Rule books: a folder of charts, each with its source, pinned by one hash (protocol 4)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pbem.codec import tree_hash
from pbem.decode import decode
from pbem.errors import Problem, Refused, raise_if, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The `[chart]` table that opens every chart.

    `provenance` is `seed` for figures of the published rules and `house` for our own; `source`
    says where exactly they come from.
    """

    id: str
    title: str
    rule: str
    provenance: Literal["seed", "house"]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """A rule book: its tree hash, its charts' tables by file stem, and their provenance."""

    hash: str
    tables: Mapping[str, Mapping[str, Any]]
    sources: tuple[Provenance, ...]

    @property
    def house(self) -> tuple[Provenance, ...]:
        """The charts whose figures are our own, by id."""
        return tuple(source for source in self.sources if source.provenance == "house")


def read_rule_book(files: Mapping[str, bytes]) -> RuleBook:
    """A rule book from its files (relative POSIX path to content).

    Raises `Refused` (code `chart`) with every file that is not TOML or has no proper `[chart]`.
    """
    tables: dict[str, Mapping[str, Any]] = {}
    sources: list[Provenance] = []
    problems: list[Problem] = []
    for path in sorted(path for path in files if path.endswith(".toml")):
        try:
            table = read_toml(files[path], path)
            sources.append(decode(Provenance, table.get("chart", {}), code="chart", where=path))
            tables[path.removesuffix(".toml")] = table
        except Refused as refused:
            problems += refused.problems
    raise_if(problems)
    return RuleBook(hash=tree_hash(dict(files)).hex(), tables=tables, sources=tuple(sources))


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """A TOML file that ships with the program or that its user wrote."""
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        hint = "mend the line, or put the original file back"
        raise refuse("chart", f"not TOML: {error}", where=where, hint=hint) from None
