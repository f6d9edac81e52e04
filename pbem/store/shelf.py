"""Where rule books, scenarios and rule texts are found, installed or not.

A player may keep his own in `rules/` and `scenarios/` of his configuration folder: a rule book
there replaces the one that ships, a scenario there is added to those that ship.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.codec import text_hash
from pbem.engine.charts import RuleBook, read_rule_book, read_toml
from pbem.engine.fold import Rules
from pbem.engine.steps import GameSystem
from pbem.errors import refuse
from pbem.store.keyring import config_home
from pbem.systems import SYSTEMS


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario file: its id, the system it is for, its hash and its table."""

    id: str
    system: str
    hash: str
    table: Mapping[str, Any]


def shipped() -> Path:
    """The folder that holds `rules/` and `scenarios/` of this program."""
    inside = Path(__file__).resolve().parent.parent / "data"
    return inside if inside.is_dir() else inside.parent.parent


def system_named(name: str) -> GameSystem[Any, Any]:
    """The game system of that name; raises `Refused` (E12) if this program has none."""
    if name not in SYSTEMS:
        what = f"this program cannot play the system '{name}'"
        raise refuse("E12", what, hint=f"it plays: {', '.join(sorted(SYSTEMS))}; update it")
    return SYSTEMS[name]


def rules_folder(system: str) -> Path:
    """The folder of a system's rule book: the player's own, or the one that ships."""
    own = config_home() / "rules" / system
    return own if own.is_dir() else shipped() / "rules" / system


@cache
def load_rules(system: str) -> Rules[Any]:
    """A system with its rule book read and its charts checked."""
    folder = rules_folder(system)
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.toml"))
    }
    book: RuleBook = read_rule_book(files)
    game = system_named(system)
    return Rules(system=game, charts=game.read_charts(book.tables), book=book)


def rule_texts(system: str) -> Iterator[str]:
    """The files with a system's rules in our own words."""
    folder = shipped() / "rules" / system / "text"
    return (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario that can be played, by system and id."""
    places = [shipped() / "scenarios", config_home() / "scenarios"]
    found: dict[tuple[str, str], Scenario] = {}
    for place in places:
        for path in sorted(place.glob("*/*.toml")):
            if path.parent.name in SYSTEMS:
                found.setdefault((path.parent.name, path.stem), _read(path))
    return tuple(found[key] for key in sorted(found))


def scenario_named(name: str) -> Scenario:
    """The scenario with that id; `SYSTEM/ID` where two systems share one."""
    system, _, wanted = name.rpartition("/")
    hits = [s for s in scenarios() if s.id == wanted and system in ("", s.system)]
    if len(hits) != 1:
        known = ", ".join(s.id for s in scenarios())
        raise refuse("scenario", f"there is no scenario '{name[:60]}'", hint=f"use one of: {known}")
    return hits[0]


def _read(path: Path) -> Scenario:
    content = path.read_bytes()
    table = read_toml(content, os.fspath(path))
    digest = text_hash(content).hex()
    return Scenario(id=path.stem, system=path.parent.name, hash=digest, table=table)
