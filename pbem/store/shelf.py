"""Where rule books, scenarios and rule texts are found, installed or not.

A player may keep his own in `rules/` and `scenarios/` of his configuration folder: a rule book
there replaces the one that ships, a scenario there is added to those that ship.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.codec import text_hash
from pbem.engine.bookcheck import Checked, check_book
from pbem.engine.charts import RuleBook, read_rule_book, read_toml, titles_of
from pbem.engine.ledger import Rules
from pbem.errors import Refused, raise_if, refuse
from pbem.frozen import Value, replace
from pbem.store.files import disk_trouble, read_bounded
from pbem.store.keyring import config_home
from pbem.suggest import did_you_mean, meant
from pbem.systems import find_system, known_systems, package_folder

MOST_CHART = 1024 * 1024
MOST_FILES = 1000
"""So much a rule book may have: a folder named by mistake may be the whole disk."""


class Scenario(Value):
    """A scenario file: its id, the system it is for, its hash and its table."""

    id: str
    system: str
    hash: str
    table: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What `pbem new` takes."""
        return scenario_name(self.system, self.id)


def scenario_name(system: str, id_: str) -> str:
    """What `pbem new` takes for a scenario: its id, behind its game if that is another's."""
    ours = id_ == system or id_ not in known_systems()
    return id_ if ours else f"{system}/{id_}"


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
    own = own_folder(system)
    return own if own.is_dir() else shipped_folder(system)


def own_folder(system: str) -> Path:
    """Where a player's own rule book of a system lies, if he has one."""
    return _libraries(system)[0] / "rules" / system


def shipped_folder(system: str) -> Path:
    """The folder of the rule book that ships with a system."""
    return _libraries(system)[-1] / "rules" / system


def read_book_files(folder: Path) -> dict[str, bytes]:
    """The files of a rule book by relative POSIX path; of those that are no charts the names.

    Raises `Refused` (code `rules`) if this is no folder, or holds too much for a rule book.
    """
    if not folder.is_dir():
        hint = "name the folder of a rule book, such as a copy of ours"
        raise refuse("rules", "there is no such folder", where=str(folder), hint=hint)
    files: dict[str, bytes] = {}
    with disk_trouble(folder):
        for path in folder.rglob("*"):
            if path.is_dir():
                continue
            is_chart = path.name.endswith(".toml")
            content = read_bounded(path, MOST_CHART) if is_chart else b""
            files[path.relative_to(folder).as_posix()] = content
            if len(files) > MOST_FILES:
                what = f"more than {MOST_FILES} files are no rule book"
                raise refuse("rules", what, where=str(folder), hint="name its own folder")
    return dict(sorted(files.items()))


def load_rules(system: str) -> Rules[Any]:
    """A system with its rule book read and its charts checked.

    Raises `Refused` (code `chart`) with everything that is wrong in it, by file and line.
    """
    return _loaded(system, rules_folder(system))


@cache
def _loaded(system: str, folder: Path) -> Rules[Any]:
    game = find_system(system)
    try:
        book = read_rule_book(read_book_files(folder))
        return Rules(system=game, charts=game.read_charts(book.tables), book=book)
    except Refused:
        raise_if(check_rules(system, folder).problems)
        raise


def check_rules(system: str, folder: Path) -> Checked:
    """What is wrong with the rule book in a folder, beside the one that ships with the system."""
    files, game = read_book_files(folder), find_system(system)
    ours, scenarios = shipped_book(system), scenario_tables(system)
    rules = titles_of((*rule_texts(system), *_texts_in(folder)))
    found = check_book(files, ours, game.read_charts, scenarios, rules)
    here = os.fspath(folder)
    problems = tuple(replace(one, where=f"{here}/{one.where}") for one in found.problems)
    return replace(found, problems=problems)


def shipped_book(system: str) -> RuleBook:
    """The rule book that ships with a system, whichever the player uses."""
    return _read_book(shipped_folder(system))


@cache
def _read_book(folder: Path) -> RuleBook:
    return read_rule_book(read_book_files(folder))


def rule_texts(system: str) -> Iterator[str]:
    """The files with a system's rules in plain words: those that ship, then the player's own."""
    yield from _texts_in(shipped_folder(system))
    if rules_folder(system) != shipped_folder(system):
        yield from _texts_in(rules_folder(system))


def _texts_in(folder: Path) -> Iterator[str]:
    for path in sorted((folder / "text").glob("*.md")):
        with disk_trouble(path):
            yield read_bounded(path, MOST_CHART).decode("utf-8", errors="replace")


@cache
def rule_titles(system: str) -> Mapping[str, str]:
    """The titles of a system's rules, by id."""
    return titles_of(rule_texts(system))


def protocol_text() -> str:
    """The page with a few words on each error code and section of the protocol."""
    return (shipped() / "rules" / "protocol.md").read_text(encoding="utf-8")


def scenarios() -> tuple[Scenario, ...]:
    """Every scenario that can be played, by system and id."""
    return tuple(
        _read(system, path)
        for system in known_systems()
        for _, path in sorted(_scenario_files(system).items())
    )


def scenario_tables(system: str) -> dict[str, Mapping[str, Any]]:
    """Every scenario of a system by id."""
    files = sorted(_scenario_files(system).items())
    return {id_: _read(system, path).table for id_, path in files}


def _scenario_files(system: str) -> dict[str, Path]:
    """A system's scenario files by id; one of the player's own does not hide one that ships."""
    found: dict[str, Path] = {}
    for library in reversed(_libraries(system)):
        for path in sorted((library / "scenarios" / system).glob("*.toml")):
            found.setdefault(path.stem, path)
    return found


def scenario_named(name: str) -> Scenario:
    """The scenario with that id; `SYSTEM/ID` where two systems share one.

    A game's name alone is never another game's scenario.
    """
    system, _, wanted = name.rpartition("/")
    if name in known_systems() and name not in _scenario_files(name):
        own = ", ".join(_scenario_files(name))
        others = (f"{one}/{name}" for one in known_systems() if name in _scenario_files(one))
        meant = "".join(f", or {one}" for one in others)
        hint = f"name one of its scenarios: {own}{meant}; others by their game: pbem scenario list"
        raise refuse("scenario", f"'{name}' is a game, and no scenario", hint=hint)
    systems = [one for one in known_systems() if system in ("", one)]
    hits = [
        _read(name, path)
        for name in systems
        for stem, path in _scenario_files(name).items()
        if stem == wanted
    ]
    if len(hits) != 1:
        raise refuse("scenario", f"there is no scenario '{name[:60]}'", hint=_meant(name))
    return hits[0]


def _meant(name: str) -> str:
    """The scenarios that a name which none has may mean, with the game if it named one."""
    system, _, wanted = name.rpartition("/")
    all_ = [one for one in scenarios() if not system or system == one.system]
    if system:
        known = [f"{one.system}/{one.id}" for one in all_ or scenarios()]
        return did_you_mean(name, known, f"use one of: {', '.join(known)}")
    known = [one.name for one in all_]
    games = meant(wanted, known_systems())
    of_game = [one.name for one in all_ if one.system in games]
    likely = meant(wanted, known) or of_game
    return f"did you mean {' or '.join(likely)}?" if likely else f"use one of: {', '.join(known)}"


def _read(system: str, path: Path) -> Scenario:
    content = path.read_bytes()
    table = read_toml(content, os.fspath(path))
    return Scenario(id=path.stem, system=system, hash=text_hash(content).hex(), table=table)
