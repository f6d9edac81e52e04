"""Commands about what is hidden, and about trouble: `annex`, `disclose`, `audit`, `ruling` …"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from pbem.cli.breaches import tell_seat
from pbem.cli.common import (
    ask_passphrase,
    game_option,
    game_path,
    look_at_game,
    opened_game,
    pbem_here,
)
from pbem.cli.complete import a_seat_here
from pbem.cli.output import print_json, print_report, say
from pbem.cli.play import DRY_RUN, is_conversation, print_foretold, write_file
from pbem.cli.queue import queue, send_option
from pbem.counting import count
from pbem.errors import Broken, Problem
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.game.write import Draft


@click.command(epilog="Example:  pbem annex")
@click.option("--identity", is_flag=True, help="Print the age identity that opens your annexes.")
@click.option(
    "--items", metavar="SEAT", shell_complete=a_seat_here,
    help="List what that seat's charts consist of.",
)  # fmt: skip
@game_option
def annex(identity: bool, items: str | None, folder: str | None) -> None:
    """Show what only you know: your own charts, as your next file finds them, or sealed plans."""
    from pbem.game.annexes import Place
    from pbem.game.reports import annex as annex_report

    session = look_at_game(folder)
    if items is not None:
        say("\n".join(session.chart_ids(items)))
        return
    if identity:
        place = Place(secret=session.secret(), game=session.links.game, seat=session.seat, seq=1)
        say(place.identity)
        return
    print_report(annex_report(session))


@click.command(epilog="Example:  pbem disclose")
@click.option("--message", default="", help="Words to the others.")
@DRY_RUN
@game_option
def disclose(message: str, dry_run: bool, folder: str | None) -> None:
    """Write your last file when the game is over: it lays open all that you hid."""
    from pbem.game.write import closing

    write_file(lambda session: closing(session, message), folder, dry_run=dry_run)


@click.command(epilog="Example:  pbem audit")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@game_option
def audit(as_json: bool, folder: str | None) -> None:
    """Judge hidden moves by the rules: your own at any time, the others' once disclosed.

    A referee audits every seat while the game goes. Exit status 3 if anybody broke a rule.
    """
    from pbem.cli.verify import count_files, progress
    from pbem.codec import plain
    from pbem.game.audit import audit as audit_seats
    from pbem.game.audit import knowledge, remember

    path = game_path(folder)
    own, referee = knowledge(path, ask_passphrase)
    with progress(count_files(path)) as step:
        audited = audit_seats(path, own, referee, step)
    with opened_game(path) as session:
        remember(session, audited)
    breaches = [breach for one in audited for breach in one.breaches]
    if as_json:
        print_json({"ok": not breaches, "seats": [plain(one) for one in audited]})
        if breaches:
            raise click.exceptions.Exit(3)
        return
    for one in audited:
        tell_seat(one)
    if breaches:
        hint = "show the others this audit; a breach to its author's gain loses the game"
        what = f"the audit found {count(len(breaches), 'breach', 'breaches')}"
        raise Broken(Problem(code="audit", what=what, hint=hint))


@click.command(epilog='Example:  pbem refer "May a Rufe stage to a closed port?"')
@click.argument("words")
@send_option
@game_option
def refer(words: str, then: str | None, folder: str | None) -> None:
    """Ask the referee, in your next file, beside your orders; his answer comes in his next.

    Unless he opens the dice he is asked once none wait: whoever rolls puts it off.
    """
    _beside(folder, {"type": "refer", "words": words}, then)


@click.command(
    epilog='Example:  pbem ruling "Lae counts as taken in turn 5." --side allied --points 4'
)
@click.argument("words")
@click.option("--side", metavar="SIDE", default="", help="The side that gets points.")
@click.option(
    "--points",
    metavar="NUMBER",
    default=0,
    help="Points for that side, in the game's smallest unit, such as halves.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@DRY_RUN
@game_option
def ruling(
    words: str, side: str, points: int, yes: bool, dry_run: bool, folder: str | None
) -> None:
    """Settle a question, in a file that holds nothing else and leaves your orders as they are.

    A referee's ruling holds; a player's waits for the others' consent. On a terminal you are told
    what it settles and changes, and asked.
    """
    from pbem.game.write import Draft

    order: dict[str, object] = {"type": "ruling", "words": words}
    if side or points:
        order |= {"side": side, "points": points}
    draft = Draft(orders=(order,))
    asks = is_conversation() and not yes
    write_file(lambda _: draft, folder, dry_run=dry_run, asks=asks)


@click.command(epilog="Example:  pbem consent 41")
@click.argument("number", metavar="FILE-NUMBER", type=int)
@send_option
@game_option
def consent(number: int, then: str | None, folder: str | None) -> None:
    """Agree to the ruling in that file, in your next file, beside your orders."""
    _beside(folder, {"type": "consent", "ruling": number}, then)


def _beside(folder: str | None, order: Mapping[str, object], then: str | None) -> None:
    """Put an order of every game beside those of the next file, and tell them all."""

    def tell(session: "Session", draft: "Draft", name: str) -> None:
        print_foretold(session, draft)
        say(f"it stands in {command(name)}; go on with: {pbem_here(folder, 'turn')}")

    with opened_game(folder) as session:
        queue(session, order, then, tell)
