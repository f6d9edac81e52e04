"""Commands about the map and what comes: `map`, `path`, `range`, `supply`, `forecast`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.complete import a_file, a_thing
from pbem.cli.output import done, height, print_report, say, width
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.report.blocks import Report


@click.command("map", epilog="Example:  pbem map --at 1203 --zoom 2")
@click.option(
    "--at",
    "at",
    metavar="PLACE",
    default="",
    shell_complete=a_thing,
    help="The place in the middle.",
)
@click.option(
    "--zoom",
    metavar="NUMBER",
    type=click.IntRange(1, 3),
    help="1 the whole map, to 3; else the largest that fits.",
)
@click.option(
    "--svg",
    metavar="FILE",
    shell_complete=a_file,
    help="Write it as a picture for a browser, with every counter.",
)
@click.option("--public", is_flag=True, help="With --svg: only what everybody sees.")
@game_option
def map_(at: str, zoom: int | None, svg: str | None, public: bool, folder: str | None) -> None:
    """Draw the map as you see it, with your own hidden units."""
    from pbem.engine.atlas import Frame
    from pbem.game.maps import closest, draw

    if svg is None and public:
        raise click.UsageError("--public goes with --svg FILE", click.get_current_context())
    if svg is not None:
        if at or zoom:
            what = "--svg has the whole map; take out --at and --zoom"
            raise click.UsageError(what, click.get_current_context())
        _paint(Path(svg), public, folder)
        return
    session = look_at_game(folder)
    frame = (
        Frame(at=at, zoom=zoom, width=width()) if zoom else closest(session, at, width(), height())
    )
    print_report(draw(session, frame))


def _paint(path: Path, public: bool, folder: str | None) -> None:
    """Write the table as a picture: for the player's own eyes if anything hidden is on it."""
    from pbem.game.maps import picture, shows_hidden
    from pbem.store.files import write_atomic

    session = look_at_game(folder)
    secret = not public and shows_hidden(session)
    write_atomic(path, picture(session, public=public).encode(), mode=0o600 if secret else 0o644)
    with done(f"the picture lies in {command(path)}"):
        say(f"wrote {command(path)}; a browser shows it")
        if secret:
            say("it shows your own hidden units: for your eyes alone (--public leaves them out)")


@click.command(epilog="Example:  pbem path RAB Lae")
@click.argument("start", metavar="FROM", shell_complete=a_thing)
@click.argument("end", metavar="TO", shell_complete=a_thing)
@game_option
def path(start: str, end: str, folder: str | None) -> None:
    """Tell how far it is from one place to another, by air and by sea."""
    from pbem.game.maps import route

    _print(folder, lambda session: route(session, start, end))


@click.command("range", epilog="Example:  pbem range B24-319")
@click.argument("unit", shell_complete=a_thing)
@game_option
def range_(unit: str, folder: str | None) -> None:
    """Tell how far a unit gets from where it is."""
    from pbem.game.maps import reach

    _print(folder, lambda session: reach(session, unit))


@click.command(epilog="Example:  pbem supply 0705")
@click.argument("place", shell_complete=a_thing)
@game_option
def supply(place: str, folder: str | None) -> None:
    """Tell whether a place is supplied, and by which line."""
    from pbem.game.maps import supply as lines

    _print(folder, lambda session: lines(session, place))


@click.command(epilog="Example:  pbem forecast orders-0004.toml")
@click.argument("file", metavar="[FILE]", shell_complete=a_file, required=False)
@game_option
def forecast(file: str | None, folder: str | None) -> None:
    """Look ahead: what comes next and of whom, and what the orders in FILE would leave.

    It is for games of months, such as Pacific Theater. Without FILE it is the one that
    'pbem orders' writes into the game's folder, if it is there.
    """
    from pbem.cli.common import read_text
    from pbem.game.filled import sound_form
    from pbem.game.forecast import look_ahead
    from pbem.game.forms import form_path
    from pbem.game.meant import read_as_meant

    session = look_at_game(folder)
    usual = form_path(session)
    name = file or (str(usual) if usual.exists() else "")
    draft = sound_form(session, read_text(name), name) if name else None
    if draft and session.is_mine:
        draft, _ = read_as_meant(session, draft)
    print_report(look_ahead(session, draft))


def _print(folder: str | None, report: "Callable[[Session], Report]") -> None:
    session = look_at_game(folder)
    print_report(report(session))
