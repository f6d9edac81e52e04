"""Commands that check and compare rule books: `rules check` and `rules diff`."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_path
from pbem.cli.complete import a_folder, a_system
from pbem.cli.output import print_json, print_report, say
from pbem.counting import count
from pbem.errors import raise_if, refuse

if TYPE_CHECKING:
    from pbem.engine.bookcheck import Checked
    from pbem.engine.bookdiff import Differing
    from pbem.engine.charts import RuleBook
    from pbem.game.books import Book


@click.command(epilog="Example:  pbem rules check my-midway")
@click.argument("dir_", metavar="DIR", shell_complete=a_folder)
@click.option(
    "--system",
    metavar="NAME",
    shell_complete=a_system,
    help="The game, if its charts do not tell it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def check(dir_: str, system: str | None, as_json: bool) -> None:
    """Check the rule book in the folder DIR: every chart, row, range, rule and figure.

    Each problem is told with its file and line. Exit status 1 if there is any.
    """
    from pbem.store.shelf import check_rules, read_book_files, shipped_book

    files = read_book_files(Path(dir_))
    name = system or _system_of(dir_, files)
    found, ours = check_rules(name, Path(dir_)), shipped_book(name)
    if as_json:
        print_json(_as_data(name, files, found, ours))
    raise_if(found.problems)
    if not as_json:
        _tell_sound(dir_, name, files, found, ours)


def _system_of(dir_: str, files: Mapping[str, bytes]) -> str:
    """The game whose charts have these names; raises `Refused` if none or several have."""
    from pbem.store.shelf import shipped_book
    from pbem.systems import known_systems

    shared = {name: len(files.keys() & shipped_book(name).sums.keys()) for name in known_systems()}
    best = [name for name, count in shared.items() if count == max(shared.values())]
    if len(best) != 1 or not shared[best[0]]:
        what = "these charts do not tell of which game they are"
        hint = f"name it with --system: {', '.join(shared)}"
        raise refuse("rules", what, where=dir_, hint=hint)
    return best[0]


def _tell_sound(
    dir_: str, system: str, files: Mapping[str, bytes], found: "Checked", ours: "RuleBook"
) -> None:
    from pbem.systems import find_system

    kinds = [
        f"{sum(one.provenance == kind for one in found.sources)} {words} ({kind})"
        for kind, words in _KINDS.items()
    ]
    say(f"{dir_}: a whole rule book of {find_system(system).title}")
    say(f"{count(len(found.sources), 'chart')}: {', '.join(kinds)}")
    say(f"hash {_tree(files)}")
    changed = _changed(files, ours)
    if not changed:
        say("every chart is the one that ships")
        return
    sources = {f"{one.id}.toml": one for one in found.sources}
    for path in changed:
        say(f"{path} differs from ours; {sources[path].provenance}: {sources[path].source}")
        if sources[path] in ours.sources:
            say("  it names the source of ours: if its figures differ, say where they are from")
    say(f"see what differs: pbem rules diff {shlex.quote(dir_)}")


_KINDS = {"seed": "of the published rules", "house": "by the makers of this book"}


def _tree(files: Mapping[str, bytes]) -> str:
    from pbem.codec import tree_hash

    return tree_hash(files).hex()


def _changed(files: Mapping[str, bytes], ours: "RuleBook") -> list[str]:
    """The charts whose files are not those of ours."""
    from pbem.engine.charts import sums_of

    return [path for path, sum_ in sums_of(files).items() if ours.sums.get(path) != sum_]


def _as_data(
    system: str, files: Mapping[str, bytes], found: "Checked", ours: "RuleBook"
) -> dict[str, object]:
    problems = [{"where": one.where, "what": one.what, "hint": one.hint} for one in found.problems]
    return {
        "ok": not problems,
        "system": system,
        "hash": _tree(files),
        "charts": {source.id: source.provenance for source in found.sources},
        "changed": _changed(files, ours),
        "problems": problems,
    }


# --- diff ----------------------------------------------------------------------------------------


@click.command(epilog="Example:  pbem rules diff my-midway")
@click.argument("folders", metavar="[DIR] [DIR]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@click.option("-C", "folder", metavar="DIR", shell_complete=a_folder, help="The game's folder.")
def diff(folders: tuple[str, ...], as_json: bool, folder: str | None) -> None:
    """What differs between two rule books, chart by chart and figure by figure.

    Without DIR: what the game of this folder was begun with, and what you have. A DIR is the
    folder of a rule book, or that of a game; a single rule book is compared with ours. Exit
    status 0 if they are the same, 1 if not.
    """
    from pbem.game.books import compare, difference_report, way_back

    first, second = _pair(folders, folder)
    found = compare(first, second)
    if as_json:
        print_json(_diff_data(first, second, found))
    elif first.hash == second.hash:
        say(f"{first.name} and {second.name}: the same rule book")
        say(f"hash {first.hash}")
    else:
        print_report(difference_report(first, second))
        _tell_steps(way_back(first, second))
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


def _tell_steps(steps: Sequence[str]) -> None:
    if steps:
        say("\nto go on with the game:")
    for step in steps:
        say(f"  {step}")


def _diff_data(first: "Book", second: "Book", found: "Sequence[Differing]") -> dict[str, object]:
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
