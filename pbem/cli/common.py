"""What commands share: the game's folder, reading input, and the player's key."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

import click

from pbem.cli.commands import Here
from pbem.cli.complete import a_folder
from pbem.cli.glance import nearest
from pbem.cli.output import tell
from pbem.errors import Problem, refuse
from pbem.report.clean import short
from pbem.scan import MOST_BYTES
from pbem.shell import command, in_folder, pbem
from pbem.store.files import read_bounded

if TYPE_CHECKING:
    from pbem.game.session import Session

P = ParamSpec("P")

MOST_STRAYS = 5


def game_option(command: Callable[P, None]) -> Callable[P, None]:
    """`-C DIR` after the command's name, as well as before it."""
    words = "The game's folder."
    return click.option(
        "-C", "folder", metavar="DIR", shell_complete=a_folder, help=words, callback=_go_there
    )(command)


def _go_there(ctx: click.Context, _: click.Parameter, folder: str | None) -> str | None:
    if folder is not None:
        ctx.find_root().ensure_object(Here).folder = folder
    return folder


def game_path(folder: str | Path | None) -> Path:
    """The game's folder: of the command, else of the program, else the one we are in."""
    here = click.get_current_context().find_root().ensure_object(Here)
    return Path(folder or nearest(here.folder))


def for_here(text: str) -> str:
    """A text with the commands that it names as they are typed for the game that is played."""
    return in_folder(text, game_path(None))


@contextmanager
def opened_game(folder: str | Path | None) -> Iterator["Session"]:
    """The game in a folder, to be moved on; tells what became of files that waited there."""
    from pbem.game.recover import opened

    path = game_path(folder)
    with opened(path) as session:
        enter(path)
        tell_taken_up(session)
        yield session


def enter(path: Path) -> None:
    """Let 'pbem games', and files that come, find the game in a folder."""
    from pbem.store import roster

    roster.enter(path)


def look_at_game(folder: str | Path | None) -> "Session":
    """The game in a folder, to be looked at; tells what became of files that waited there."""
    from pbem.game.recover import look

    session = look(game_path(folder))
    tell_taken_up(session)
    return session


def tell_taken_up(session: "Session") -> None:
    """A line for each file that was taken from the inbox, or out of the chain."""
    from pbem.engine.ledger import seat_called

    told = {
        "applied": "which waited in the inbox, is received: see 'pbem report'",
        "dropped": "which waited in the inbox, does not hold and was dropped",
        "aside": "which stood in the chain, is a second version and now lies in evidence",
    }
    for receipt in session.taken_up:
        file = f"file {receipt.seq} of {seat_called(session.fold, receipt.seat)}"
        tell(f"{file}, {for_here(told[receipt.what])}")
        for problem in receipt.problems:
            tell(f"  {problem}")
            tell(f"  hint: {for_here(problem.hint)}")


def pbem_here(folder: str | None, *words: str | Path) -> str:
    """A command of this program for the same game, to be copied."""
    return pbem(game_path(folder), *words)


def read_input(name: str, limit: int = 2 * MOST_BYTES) -> bytes:
    """A file's bytes, or those of standard input for `-`; never more than `limit`."""
    if name == "-":
        raw = sys.stdin.buffer.read(limit + 1)
        if len(raw) > limit:
            hint = "give it one turn file"
            raise refuse("E01", "standard input is larger than any turn file", where="-", hint=hint)
        return raw
    path = Path(name)
    if not path.exists():
        hint = "look at the name, or use - for standard input"
        raise refuse("file", "there is no such file", where=name, hint=hint)
    return read_bounded(path, limit)


def read_text(name: str) -> str:
    """A text that the player wrote, such as his orders."""
    return as_text(read_input(name), name)


def as_text(raw: bytes, name: str) -> str:
    """The text in a file of that name, with its lines as TOML has them."""
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise refuse("file", "not UTF-8 text", where=name, hint="save it as UTF-8") from None


def tell_strays(path: Path) -> None:
    """Name what lies among a game's turn files and is none (protocol 9)."""
    from pbem.store.folder import Folder

    strays = Folder(path).strays()
    for name in strays[:MOST_STRAYS]:
        place = command(short(name))
        click.echo(f"passed over: {place}, which is no turn file by its name or kind")
    if len(strays) > MOST_STRAYS:
        click.echo(f"passed over: {len(strays) - MOST_STRAYS:,} more like these")


def tell_unwritten(problems: Iterable[Problem]) -> None:
    """Tell what could not be written beside a file that is in the chain."""
    for problem in problems:
        tell(f"done, but not all could be written: {problem}")
        tell(for_here("hint: make room, then run 'pbem status': the rest is made good"))


def ask_passphrase(name: str) -> str:
    """Ask for a key's passphrase without showing it."""
    passphrase: str = click.prompt(f"Passphrase of key {name}", hide_input=True, err=True)
    return passphrase
