"""What `receive`, `turn` and `mail fetch` say of what came: a line for each file, then the news."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli import glance
from pbem.cli.common import for_here
from pbem.cli.games import next_command
from pbem.cli.output import Unheard, print_report, say, say_words, sign
from pbem.cli.status import made
from pbem.counting import capital
from pbem.engine.ledger import seat_called
from pbem.engine.titles import title_of
from pbem.errors import Refused
from pbem.report.clean import harmless, harmless_lines
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Receipt, Session
    from pbem.mail.dkim import Record


def tell_receipts(session: "Session", receipts: "Sequence[Receipt]", ask: "Record") -> None:
    """Each file in a line: whether it was taken, its postmark, its game; then what it brought.

    `ask` looks up the keys of postmarks.
    """
    from pbem.game.news import news

    for receipt in receipts:
        _tell_one(session, receipt, ask)
    taken = [receipt for receipt in receipts if receipt.what == "applied"]
    if taken:
        outcomes = [receipt.outcome for receipt in receipts if receipt.outcome is not None]
        happenings = [one for each in outcomes for one in each.happenings]
        print_report(news(session, happenings, min(receipt.seq for receipt in taken)))


def tell_next(folders: Iterable[Path]) -> None:
    """Who writes next in each of some games, and the command: advice, and no failure without it.

    It may go unheard, and there is none where not all could be written, which has been told.
    """
    from pbem.game.reports import next_words

    with suppress(Unheard, Refused):
        for path in map(str, folders):
            found = glance.kept(path) or made(path)
            who = found["called"].get(found["next"], "")
            is_own = found["next"] == found["seat"]
            say(f"\nnext: {next_words(who, found['head'] + 1, is_own=is_own)}")
            say(f"then: {next_command(path, found)}")


def _tell_one(session: "Session", receipt: "Receipt", ask: "Record") -> None:
    who = seat_called(session.fold, receipt.seat)
    name = f"file {receipt.seq} of {who}"
    game = f"for {game_title(session)}"
    if receipt.what == "known":
        say_words(f"= {name}, {game}, was here already; nothing changed")
        if _waits_for_ours(session, receipt):
            lost = session.links.seq
            again = for_here(f"pbem mail resend {lost}")
            say_words(f"  if {who} has just sent it again, file {lost} may be lost: {again}")
    elif receipt.problems:
        where = "waited in the inbox" if receipt.what == "dropped" else "stood in the chain"
        why = "; ".join(harmless(str(problem)) for problem in receipt.problems)
        say_words(
            f"{sign('✗')} {name}, {game}, which {where}, does not hold and was put away: {why}"
        )
    else:
        mark = _postmark(session, receipt, ask)
        say_words(f"{sign('✓')} received {name}{mark}, {game}")
        if receipt.message:
            words = harmless_lines(receipt.message).replace("\n", "\n  | ")
            say_words(f"  {capital(who)} writes: {words}")


def game_title(session: "Session") -> str:
    """A game by its title, and by its folder unless that is the one we are in."""
    path = session.folder.path
    title = title_of(session.rules.system, session.fold.table.game)
    return title if str(path) == "." else f"{title} in {command(path)}"


def _postmark(session: "Session", receipt: "Receipt", ask: "Record") -> str:
    """When a file was mailed, or why that is not known; nothing of one that came by itself."""
    from pbem.game.postmarks import mark_of, words
    from pbem.store.evidence import mail_of
    from pbem.store.names import stem

    if not mail_of(session.folder.path, stem(receipt.seq, receipt.seat)):
        return ""
    found = mark_of(session, receipt.seq, receipt.seat, ask)
    return f", {words(found)}" if found.when else f", no postmark ({words(found)})"


def _waits_for_ours(session: "Session", receipt: "Receipt") -> bool:
    """Whether a file is the last of the seat that owes one, and the last of all is our own."""
    from pbem.engine.ledger import writer

    commits = session.links.commits
    own, its = commits.get(session.seat), commits.get(receipt.seat)
    if own is None or its is None or writer(session.fold) != receipt.seat:
        return False
    if receipt.seat == session.seat:
        return False  # our own file came back to us
    return (own.seq, its.seq) == (session.links.seq, receipt.seq)
