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
from pbem.engine.ledger import Rules
from pbem.errors import refuse
from pbem.store.keyring import config_home
from pbem.systems import find_system, known_systems, package_folder


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


def _libraries(system: str) -> list[Path]:
    """Where a system's charts and scenarios may lie; the player's own folder comes first."""
    package = package_folder(system)
    return [config_home(), Path(package) if package else shipped()]


def rules_folder(system: str) -> Path:
    """The folder of a system's rule book: the player's own, or the one that ships."""
    own, ours = (library / "rules" / system for library in _libraries(system))
    return own if own.is_dir() else ours


@cache
def load_rules(system: str) -> Rules[Any]:
    """A system with its rule book read and its charts checked."""
    folder = rules_folder(system)
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.toml"))
    }
    book: RuleBook = read_rule_book(files)
    game = find_system(system)
    return Rules(system=game, charts=game.read_charts(book.tables), book=book)


def rule_texts(system: str) -> Iterator[str]:
    """The files with a system's rules in plain words."""
    folder = _libraries(system)[-1] / "rules" / system / "text"
    return (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario that can be played, by system and id."""
    return tuple(
        _read(system, path)
        for system in known_systems()
        for _, path in sorted(_scenario_files(system).items())
    )


def _scenario_files(system: str) -> dict[str, Path]:
    """A system's scenario files by id; one of the player's own does not hide one that ships."""
    found: dict[str, Path] = {}
    for library in reversed(_libraries(system)):
        for path in sorted((library / "scenarios" / system).glob("*.toml")):
            found.setdefault(path.stem, path)
    return found


def scenario_named(name: str) -> Scenario:
    """The scenario with that id; `SYSTEM/ID` where two systems share one."""
    system, _, wanted = name.rpartition("/")
    systems = [system] if system else list(known_systems())
    hits = [
        _read(name, path)
        for name in systems
        for stem, path in _scenario_files(name).items()
        if stem == wanted
    ]
    if len(hits) != 1:
        known = ", ".join(s.id for s in scenarios())
        raise refuse("scenario", f"there is no scenario '{name[:60]}'", hint=f"use one of: {known}")
    return hits[0]


def _read(system: str, path: Path) -> Scenario:
    content = path.read_bytes()
    table = read_toml(content, os.fspath(path))
    return Scenario(id=path.stem, system=system, hash=text_hash(content).hex(), table=table)
