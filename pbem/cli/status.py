"""`pbem status` and `pbem games`: a glance at games that may have to be recovered first."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import glance
from pbem.cli.complete import a_folder
from pbem.cli.fit import PIPED
from pbem.cli.output import Unheard
from pbem.errors import PbemError

if TYPE_CHECKING:
    from pbem.cli.commands import Here
    from pbem.game.status import Summary

EXAMPLE = "Example:  pbem -C ~/games/midway status"


@click.command(epilog=EXAMPLE)
@click.option("-C", "folder", metavar="DIR", shell_complete=a_folder, help="The game's folder.")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@click.pass_obj
def status(here: "Here", folder: str | None, as_json: bool) -> None:
    """Turn, phase, who owes what since when, what you must decide, what waits."""
    from pbem.cli.common import tell_strays
    from pbem.store.folder import Folder

    path = here.folder = folder or glance.nearest(here.folder)
    summary = glance.kept(path) or made(path)
    strays = Folder(Path(path)).strays()
    try:
        glance.say(summary, path, as_json=as_json, strays=strays)
        if not as_json:
            tell_strays(Path(path))
    except OSError as error:
        raise Unheard(error) from error


def made(path: str) -> "Summary":
    """The summary of a game that must be recovered first."""
    from pbem.cli.common import look_at_game
    from pbem.game.status import summary

    return summary(look_at_game(path))


@click.command(epilog="Example:  pbem games")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def games(as_json: bool) -> None:
    """Every game of yours on one screen: whose turn, since when, the next command; yours first."""
    from pbem.cli.games import words_of

    found, unread = all_games()
    try:
        glance.put(words_of(found, unread, as_json=as_json), piped=0 if as_json else PIPED)
    except OSError as error:
        raise Unheard(error) from error


def all_games() -> "tuple[list[tuple[str, Summary]], list[tuple[str, str]]]":
    """Folders with the summaries of their games, and those that cannot be read with the reason."""
    from pbem.store import roster

    found, unread = [], []
    for path in map(str, roster.folders()):
        try:
            found.append((path, glance.kept(path) or made(path)))
        except PbemError as error:
            unread.append((path, str(error.problems[0])))
    return found, unread
