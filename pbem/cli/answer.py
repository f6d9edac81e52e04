"""`pbem answer`, and what `receive` writes by itself: files in which nothing is to decide (AA)."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import for_here, game_option, tell_unwritten
from pbem.cli.output import complain, done, now, say, say_words
from pbem.cli.play import DRY_RUN, write_file
from pbem.errors import Refused
from pbem.report.clean import player
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Receipt, Session


@click.command(epilog="Example:  pbem answer --dry-run")
@DRY_RUN
@game_option
def answer(dry_run: bool, folder: str | None) -> None:
    """Write your next file where nothing is to decide in it: it opens what is due, and states.

    Refuses a file that holds a decision, and tells which.
    """
    from pbem.game.answer import answer as forced_file

    write_file(forced_file, folder, dry_run=dry_run)


def answer_at_once(session: "Session", receipts: "Iterable[Receipt]") -> int | None:
    """Answer what has just come, if nothing is to decide; gives the number of a file to be mailed.

    Whatever keeps it is told; what came is taken all the same (AA.3 to AA.7).
    """
    from pbem.game.answer import bar, follows, is_signed
    from pbem.game.forced import is_forced
    from pbem.store.settings import NEVER, SEND, answers

    if not follows(session, receipts) or not is_forced(session):
        return None
    seq = session.next_seq
    if is_signed(session):
        _tell(f"your file {seq} was signed already: see 'pbem status'")
        return None
    wish = answers()
    if wish == NEVER:
        return None
    if why := bar(session):
        _tell(f"nothing is to decide, and it is left to you: {why}")
        return None
    try:
        seq = _write(session)
    except Refused as refused:
        complain(refused, str(session.folder.path))
        return None
    return seq if wish == SEND else None


def _tell(words: str) -> None:
    """A line behind the news; what came is taken, whoever hears it."""
    with done(for_here("what came is taken: see 'pbem status'")):
        say(for_here(words))


def _write(session: "Session") -> int:
    """Sign the file in which nothing is to decide, and tell in a line what to mail."""
    from pbem.game.answer import forced_draft
    from pbem.game.write import send
    from pbem.store.keyring import key_for
    from pbem.store.names import mail_name

    key = key_for(session.links.keys[session.seat], lambda _: "")  # nobody is asked for anything
    seq = send(session, forced_draft(session), key, now()).seq
    name = mail_name(session.links.game, seq, session.seat)
    others = [one for one in session.fold.seats if one.name != session.seat]
    people = ", ".join(f"{one.name} ({player(one.holder, one.email)})" for one in others)
    with done(f"your file {seq} is signed: see 'pbem status'"):
        path = command(session.folder.path / "mail" / name)
        say_words(f"nothing was to decide: wrote file {seq}; mail {path} to {people}")
    tell_unwritten(session.unwritten)
    return seq


def mail_at_once(path: Path, seq: int) -> None:
    """Hand a file that was just written to the mail account; it is there whatever goes wrong."""
    from pbem.cli.account import send_letter

    try:
        send_letter(seq, str(path))
    except Refused as refused:
        complain(refused, str(path))
