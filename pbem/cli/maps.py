"""Commands about the map and what comes: `map`, `path`, `range`, `supply`, `forecast`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, look_at_game
from pbem.cli.complete import a_file, a_thing
from pbem.cli.output import height, print_report, width

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
    "--zoom", type=click.IntRange(1, 3), help="1 the whole map, to 3; else the largest that fits."
)
@game_option
def map_(at: str, zoom: int | None, folder: str | None) -> None:
    """Draw the map as you see it, with your own hidden units."""
    from pbem.engine.atlas import Frame
    from pbem.game.maps import closest, draw

    session = look_at_game(folder)
    frame = (
        Frame(at=at, zoom=zoom, width=width()) if zoom else closest(session, at, width(), height())
    )
    print_report(draw(session, frame))


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


@click.command(epilog="Example:  pbem forecast orders-0012.toml")
@click.argument("file", metavar="FILE", shell_complete=a_file, required=False)
@game_option
def forecast(file: str | None, folder: str | None) -> None:
    """Look ahead: what comes next and of whom, and what the orders in FILE would leave.

    Without FILE it is the one that 'pbem orders' writes into the game's folder, if it is there.
    """
    from pbem.cli.common import read_text
    from pbem.game.forecast import look_ahead
    from pbem.game.forms import form_path, sound_form
    from pbem.game.write import read_as_meant

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
