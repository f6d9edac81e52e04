"""Commands that check and compare rule books: `rules check` and `rules diff`."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import game_path
from pbem.cli.output import print_json, print_report, say
from pbem.errors import Refused, refuse

if TYPE_CHECKING:
    from pbem.engine.bookdiff import Differing
    from pbem.game.books import Book


@click.command(epilog="Example:  pbem rules check my-midway")
@click.argument("dir_", metavar="DIR")
@click.option("--system", metavar="NAME", help="The game, if its charts do not tell it.")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def check(dir_: str, system: str | None, as_json: bool) -> None:
    """Check the rule book in the folder DIR: every chart, row, range, rule and figure.

    Each problem is told with its file and line. Exit status 1 if there is any.
    """
    from pbem.engine.bookcheck import check_book
    from pbem.engine.charts import sums_of
    from pbem.store.shelf import read_book_files, scenario_tables, shipped_book
    from pbem.systems import find_system

    files = read_book_files(Path(dir_))
    name = system or _system_of(dir_, files)
    game, ours = find_system(name), shipped_book(name)
    found = check_book(files, ours, game.read_charts, scenario_tables(name))
    sums = sums_of(files)
    changed = [path for path in sums if ours.sums.get(path) != sums[path]]
    if as_json:
        print_json(_as_data(name, sums, changed, found))
        if found.problems:
            raise click.exceptions.Exit(1)
        return
    if found.problems:
        where = [f"{dir_.rstrip('/')}/{one.where}" for one in found.problems]
        raise Refused(*map(_with_place, found.problems, where))
    _tell_sound(dir_, game.title, sums, found, changed)


def _with_place(problem: Any, where: str) -> Any:
    return replace(problem, where=where)


def _system_of(dir_: str, files: Any) -> str:
    """The game whose charts have these names; raises `Refused` if none or several have."""
    from pbem.store.shelf import shipped_book
    from pbem.systems import known_systems

    shared = {
        name: len((files.keys() & shipped_book(name).sums.keys()) - {"index.toml"})
        for name in known_systems()
    }
    best = [name for name, count in shared.items() if count == max(shared.values())]
    if len(best) != 1 or not shared[best[0]]:
        what = "these charts do not tell of which game they are"
        hint = f"name it with --system: {', '.join(shared)}"
        raise refuse("rules", what, where=dir_, hint=hint)
    return best[0]


def _tell_sound(dir_: str, title: str, sums: Any, found: Any, changed: Sequence[str]) -> None:
    from pbem.codec import sums_hash

    kinds = {kind: [s.id for s in found.sources if s.provenance == kind] for kind in _KINDS}
    say(f"{dir_}: a whole rule book of {title}")
    say(f"{len(sums)} charts: {', '.join(f'{len(kinds[kind])} {_KINDS[kind]}' for kind in _KINDS)}")
    say(f"hash {sums_hash(sums).hex()}")
    if not changed:
        say("every chart is the one that ships")
        return
    for path in changed:
        source = next(one for one in found.sources if f"{one.id}.toml" == path)
        say(f"{path} differs from ours: {source.title} ({source.provenance}: {source.source})")
    say(f"see what differs: pbem rules diff {shlex.quote(dir_)}")


_KINDS = {"seed": "of the published rules (seed)", "house": "of other makers (house)"}


def _as_data(system: str, sums: Any, changed: Sequence[str], found: Any) -> dict[str, Any]:
    from pbem.codec import sums_hash

    problems = [{"where": one.where, "what": one.what, "hint": one.hint} for one in found.problems]
    return {
        "ok": not problems,
        "system": system,
        "hash": sums_hash(sums).hex(),
        "charts": {source.id: source.provenance for source in found.sources},
        "changed": list(changed),
        "problems": problems,
    }


# --- diff ----------------------------------------------------------------------------------------


@click.command(epilog="Example:  pbem rules diff my-midway")
@click.argument("folders", metavar="[DIR] [DIR]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@click.option("-C", "folder", metavar="DIR", help="The game's folder.")
def diff(folders: tuple[str, ...], as_json: bool, folder: str | None) -> None:
    """What differs between two rule books, chart by chart and figure by figure.

    Without DIR: what the game of this folder was begun with, and what you have. A DIR is the
    folder of a rule book, or that of a game; a single rule book is compared with ours. Exit
    status 0 if they are the same, 1 if not.
    """
    from pbem.game.books import compare, difference_report

    first, second = _pair(folders, folder)
    found = compare(first, second)
    if as_json:
        print_json(_diff_data(first, second, found))
    elif first.hash == second.hash:
        say(f"{first.name} and {second.name}: the same rule book")
        say(f"hash {first.hash}")
    else:
        print_report(difference_report(first, second))
    if first.hash != second.hash:
        raise click.exceptions.Exit(1)


def _pair(folders: tuple[str, ...], folder: str | None) -> "tuple[Book, Book]":
    """The two books to compare, the older one first."""
    from pbem.game.books import book_in_use, book_of_folder, book_of_game, book_shipped, is_game

    if len(folders) > 2:
        raise click.UsageError("give two folders at most")
    paths = [Path(one) for one in folders] or [game_path(folder)]
    if not folders or (len(paths) == 1 and is_game(paths[0])):
        game = book_of_game(paths[0])
        return game, book_in_use(game.system)
    if len(paths) == 1:
        from pbem.store.shelf import read_book_files

        system = _system_of(str(paths[0]), read_book_files(paths[0]))
        return book_shipped(system), book_of_folder(paths[0], system)
    one, two = (book_of_game(path) if is_game(path) else book_of_folder(path) for path in paths)
    return one, two


def _diff_data(first: "Book", second: "Book", found: "Sequence[Differing]") -> dict[str, Any]:
    charts = [
        {
            "chart": one.path,
            "how": one.how,
            "changes": [{"key": c.key, "first": c.first, "second": c.second} for c in one.changes],
        }
        for one in found
    ]
    known = first.sums is not None and second.sums is not None
    same = first.hash == second.hash
    hashes = {"first": first.hash, "second": second.hash}
    return {"same": same, **hashes, "charts_known": known, "charts": charts}
