"""Rule books side by side: that of a game, those at hand, and what a player can be told of them.

A genesis has the tree hash of its rule book alone. The list in the game's folder tells the hash
of each chart, and its own hash shows that it is the right one. What is in a chart is known if a
file with its hash is at hand: in the player's own rule book, or in the one that ships.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.chain import begin
from pbem.codec import sums_hash
from pbem.engine.bookdiff import Differing, differing
from pbem.engine.charts import read_sums, read_toml, stem, sums_of
from pbem.engine.sheets import Row, Sheet
from pbem.errors import refuse
from pbem.frozen import Value
from pbem.report.blocks import Block, Facts, Heading, Paragraph, Report, Table, build
from pbem.scan import scan
from pbem.store import shelf
from pbem.store.folder import Folder
from pbem.turnfile import GenesisPart


class Book(Value):
    """A rule book as far as it is known: `sums` is None if only its tree hash is.

    `name` says in a few words which it is, `label` in one; `folder` is where it lies, None for
    that of a game. `tables` has the charts that are at hand, by id.
    """

    name: str
    label: str
    system: str
    hash: str
    sums: Mapping[str, str] | None
    tables: Mapping[str, Mapping[str, Any]]
    folder: Path | None = None
    program: str = ""


def is_game(path: Path) -> bool:
    """Whether this is the folder of a game."""
    return (path / "chain").is_dir()


def system_of(path: Path) -> str:
    """The system of the game in a folder; raises `Refused` if its genesis is missing or none."""
    return _genesis(path).system


def _genesis(path: Path) -> GenesisPart:
    folder = Folder(path)
    if not is_game(path):
        hint = "go to a game's folder, or name it with -C DIR: 'pbem games' lists yours"
        raise refuse("folder", "this is no game folder", where=str(path), hint=hint)
    names = folder.names("chain")[:1]
    raw = folder.find("chain", *names[0]) if names else None
    part = begin(scan(raw))[1].genesis if raw else None
    if part is None:
        hint = "put the game's files back into the folder 'chain'"
        raise refuse("folder", "the chain has no genesis", where=str(path / "chain"), hint=hint)
    return part


def book_of_game(path: Path) -> Book:
    """The rule book that a game was begun with, from its genesis, its list and what is at hand."""
    part = _genesis(path)
    near = (book_in_use(part.system), book_shipped(part.system))
    same = next((book.sums for book in near if book.hash == part.rules), None)
    sums = same or read_sums(Folder(path).book_list(), part.rules)
    charts = {
        one.sums[name]: one.tables[stem(name)] for one in near if one.sums for name in one.sums
    }
    return Book(
        name=f"the game in {path}",
        label="the game",
        system=part.system,
        hash=part.rules,
        sums=sums,
        tables={stem(name): charts[sum_] for name, sum_ in (sums or {}).items() if sum_ in charts},
        program=part.program,
    )


def book_of_folder(path: Path, system: str = "", name: str = "", label: str = "") -> Book:
    """The rule book in a folder; raises `Refused` for a chart that is not TOML."""
    files = shelf.read_book_files(path)
    sums = sums_of(files)
    return Book(
        name=name or f"the rule book in {path}",
        label=label or path.name or str(path),
        system=system,
        hash=sums_hash(sums).hex(),
        sums=sums,
        tables={stem(chart): read_toml(files[chart], str(path / chart)) for chart in sums},
        folder=path,
    )


def book_in_use(system: str) -> Book:
    """The rule book with which this player begins games and goes on with them."""
    folder = shelf.rules_folder(system)
    return book_of_folder(folder, system, f"your rule book in {folder}", "yours")


def book_shipped(system: str) -> Book:
    """The rule book that ships with a system."""
    folder = shelf.shipped_folder(system)
    return book_of_folder(folder, system, "the rule book that ships", "ours")


def compare(first: Book, second: Book) -> tuple[Differing, ...]:
    """The charts that differ; none if the charts of either book are not known."""
    if first.sums is None or second.sums is None:
        return ()
    return tuple(differing(first.sums, second.sums, (first.tables, second.tables)))


# --- in words ------------------------------------------------------------------------------------


def difference_report(first: Book, second: Book) -> Report:
    """What differs between two rule books whose hashes do."""
    found = compare(first, second)
    return build(
        "Two rule books",
        (Facts(pairs=tuple((book.name, book.hash) for book in (first, second))),),
        (Paragraph(text=_unknown(book)) for book in (first, second) if book.sums is None),
        *(_chart(one, first, second) for one in found),
    )


def _unknown(book: Book) -> str:
    return (
        f"Which charts differ cannot be told: the genesis of {book.name} has one hash for its "
        "whole rule book, and the list of its charts, rules.sha256, is not in the folder, or is "
        f"not that of this game. Another player of the game has the list; or look at "
        f"{book.program}, with which the game was begun."
    )


def _chart(one: Differing, first: Book, second: Book) -> Iterator[Block]:
    yield Heading(text=one.path)
    if one.how == "figures":
        rows = tuple(Row(cells=(c.key, c.first, c.second)) for c in one.changes)
        yield Table(sheet=Sheet(title="", heads=("key", first.label, second.label), rows=rows))
        return
    words = {
        "first": f"Only {first.name} has it.",
        "second": f"Only {second.name} has it.",
        "words": "Every figure is the same; comments or spaces differ, and the hash with them.",
        "unknown": f"It differs; in what, cannot be told: that of {first.name} is not at hand.",
    }
    yield Paragraph(text=words[one.how])


def way_back(game: Book, yours: Book) -> tuple[str, ...]:
    """How to go on with a game that was begun with other charts than those in use.

    Nothing if the first book is no game's, or the second is not the one in use.
    """
    if game.folder is not None or yours.folder != shelf.rules_folder(game.system):
        return ()
    own, ships = shelf.own_folder(game.system), book_shipped(game.system)
    if ships.hash == game.hash:
        return (f"the rule book that ships is the game's: move yours away, {yours.folder}",)
    if game.sums is None:
        return (f"put the rule book of the game into {own}",)
    copied = (f"pbem rules copy {own} --system {game.system}",) if yours.folder != own else ()
    steps = (_step(one.path, own, game, ships) for one in compare(game, yours))
    return (*copied, *steps)


def _step(path: str, own: Path, game: Book, ships: Book) -> str:
    """What to do about one chart in one's own rule book."""
    wanted = (game.sums or {}).get(path, "")
    if not wanted:
        return f"take out {own}/{path}"
    if (ships.sums or {}).get(path) == wanted:
        return f"copy {ships.folder}/{path} to {own}/{path}"
    return f"put back {own}/{path}, whose SHA-256 was {wanted}"
