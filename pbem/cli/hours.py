"""Commands about time: `ledger`, who took how long; `leave`, who is away."""

from datetime import date, timedelta
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, game_path, look_at_game
from pbem.cli.complete import a_seat_here
from pbem.cli.dates import day_in_words
from pbem.cli.output import done, print_report, say
from pbem.engine.ledger import seat_called
from pbem.errors import refuse

if TYPE_CHECKING:
    from pbem.engine.clock import Pace
    from pbem.store.leave import Leave

LONGEST = timedelta(days=366)
_HINT = "write its first and last day: 2026-12-20..2027-01-03"


@click.command(epilog="Example:  pbem ledger")
@game_option
def ledger(folder: str | None) -> None:
    """Who took how long: the files of each seat since the last join.

    By the times at which files were sent from here or came, without the leaves that 'pbem leave'
    knows of; the other side's machine saw other times.
    """
    from pbem.cli.timing import waits_of
    from pbem.engine.clock import pace
    from pbem.engine.sheets import sheet_of
    from pbem.report.blocks import Paragraph, build, shown

    session = look_at_game(folder)
    seats = [seat.name for seat in session.fold.seats]
    path = str(game_path(folder))
    waits = waits_of(path, session.links.game, session.seat, len(seats))
    taken = {seat: [one.seconds for one in waits if one.seat == seat] for seat in seats}
    rows = [
        _row(seat_called(session.fold, seat), pace(taken[seat])) for seat in seats if taken[seat]
    ]
    heads = ("seat", "files", "usually", "half of them", "longest", "together")
    sheet = sheet_of("Files since the last join", heads, rows)
    none = "No file has been written since the last join."
    said = "Usually is the median; half of the files took no less and no more than is told."
    print_report(
        build(
            "Who took how long",
            shown([sheet] if rows else []),
            [Paragraph(text=said if rows else none)],
            subtitle="as this machine saw it",
        )
    )


def _row(seat: str, pace: "Pace") -> tuple[str, ...]:
    from pbem.engine.clock import span

    first, middle, third = map(span, pace.quartiles)
    half = first if first == third else f"{first} to {third}"
    return (seat, str(pace.files), middle, half, span(pace.longest), span(pace.total))


@click.command(epilog="Example:  pbem leave 2026-12-20..2027-01-03")
@click.argument("days", metavar="[DAYS]", required=False)
@click.option(
    "--of", "seat", metavar="SEAT", shell_complete=a_seat_here, help="Another's, in this game."
)
@click.option("--drop", is_flag=True, help="Forget it.")
@game_option
def leave(days: str | None, seat: str | None, drop: bool, folder: str | None) -> None:
    """Note when you are away; DAYS are the first and the last, FIRST..LAST.

    It holds for all your games: your letters tell it, and your hours do not run. It is no part of
    a game: another machine knows of it when it is noted there, too. Without DAYS all are listed.
    """
    from pbem.store.leave import leaves, write_leaves

    if days is None:
        if seat or drop:
            raise click.UsageError("DAYS is missing")
        _tell_all(leaves())
        return
    wanted = _leave(days, seat, folder)
    others = tuple(one for one in leaves() if one != wanted)
    if drop and len(others) == len(leaves()):
        raise refuse("leave", "this leave is not noted", where=days, hint="see 'pbem leave'")
    write_leaves(others if drop else (*others, wanted))
    with done("it is noted"):
        say(f"{'forgotten' if drop else 'noted'}: {_told(wanted)}")


def _tell_all(found: "tuple[Leave, ...]") -> None:
    for one in found:
        say(_told(one))
    if not found:
        say("nobody is known to be away: note yours with 'pbem leave FIRST..LAST'")


def _told(one: "Leave") -> str:
    who = f"{one.seat} is" if one.seat else "you are"
    game = f" (game {one.game[:8]})" if one.game else ""
    return f"{who} away {in_words(one)}{game}"


def in_words(one: "Leave") -> str:
    """`from 20 December 2026 to 3 January 2027`."""
    if one.first == one.last:
        return f"on {day_in_words(one.first)}"
    return f"from {day_in_words(one.first)} to {day_in_words(one.last)}"


def _leave(days: str, seat: str | None, folder: str | None) -> "Leave":
    """The leave that was typed; raises `Refused` if there is no such time, or no such seat."""
    from pbem.store.leave import Leave

    first, _, last = days.partition("..")
    begins, ends = _day(first, days), _day(last or first, days)
    if not begins <= ends <= begins + LONGEST:
        what = "it ends before it begins" if ends < begins else "it is longer than a year"
        raise refuse("leave", what, where=days[:60], hint=_HINT)
    span = {"first": begins.isoformat(), "last": ends.isoformat()}
    if seat is None:
        return Leave(**span)
    session = look_at_game(folder)
    others = [one.name for one in session.fold.seats if one.name != session.seat]
    if seat not in others:
        hint = f"the others are {', '.join(others)}"
        raise refuse("leave", f"there is no other seat '{seat[:40]}'", where="--of", hint=hint)
    return Leave(**span, game=session.links.game, seat=seat)


def _day(word: str, days: str) -> date:
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise refuse("leave", "there is no such day", where=days[:60], hint=_HINT) from None
