"""`pbem mail fetch`: turn files out of the player's own mailbox."""

import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from time import monotonic, sleep, time
from typing import TYPE_CHECKING

import click

from pbem.cli.account import NO_SECRET, account, secret_of
from pbem.cli.came import Came, tell_beside
from pbem.cli.commands import Here
from pbem.cli.output import complain, say, tell
from pbem.cli.post import foretell_files, take_what_came
from pbem.cli.postmarks import published, tell_new
from pbem.cli.receipts import tell_next
from pbem.counting import count
from pbem.errors import Problem, Refused, collecting, raise_if, refuse
from pbem.frozen import replace

if TYPE_CHECKING:
    from pbem.mail.account import Account
    from pbem.mail.imap import Mark

DAYS = 60
"""A mailbox that was never read is read as far back."""
WATCHED = 25 * 60
"""Seconds after which a silent server is asked anew: it may leave after thirty minutes."""
LONGEST_PAUSE = 5 * 60
"""Seconds between two tries to reach a server that is gone; the first comes after one."""


@click.command(epilog="Example:  pbem mail fetch")
@click.option("--watch", is_flag=True, help="Go on, and take each file when its mail comes.")
@click.option("--dry-run", is_flag=True, help="Tell what came, and take nothing.")
def fetch(watch: bool, dry_run: bool) -> None:
    """Take the turn files in the new mails of your account, each into its game.

    Nothing there is marked as read, moved or deleted.
    """
    found = account()
    if dry_run:
        _foretell(found)
        return
    _take(found, goes_on=watch)
    if watch:
        _watch(found)


def _foretell(found: "Account") -> None:
    """Tell what has come; it is as new afterwards as it was."""
    problems: list[Problem] = []
    files, _, read = _files(_readable(found), _mark(found), problems)
    if files:
        foretell_files(files, None, problems)
    else:
        _tell_none(found, read)
    raise_if(problems)


def _watch(found: "Account") -> None:
    """Take each file when its mail comes, for as long as nobody interrupts it.

    A server that is gone, or a token that cannot be had, is tried again, each time later: both pass
    by themselves. Raises `Refused` for all else.
    """
    from pbem.mail import imap
    from pbem.mail.trouble import AWAY

    pause = 1
    while True:
        began = monotonic()
        try:
            imap.watch(found, secret_of(found), _mark(found), WATCHED)
            _take(found, goes_on=True)
        except Refused as refused:
            if any(problem.code not in (AWAY, NO_SECRET) for problem in refused.problems):
                raise
            pause = 1 if monotonic() - began > LONGEST_PAUSE else pause
            wait = f"trying again in {count(pause, 'second')}; Ctrl-C ends it"
            tell(f"{refused}; {wait}")
            sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _take(found: "Account", *, goes_on: bool) -> None:
    """Take what has come; what was refused is told, and raised unless this goes on."""
    problems: list[Problem] = []
    tell_next(take_mail(found, problems))
    if not goes_on or is_for_later(problems):  # the same mails would be there, again and again
        raise_if(problems)
    elif problems:
        complain(Refused(*problems))
    sys.stdout.flush()


def take_new_mail() -> tuple[Path, ...]:
    """Take what is new in the account, if one is set up to be read; tells what goes wrong."""
    from pbem.store.postbox import read_account

    problems: list[Problem] = []
    folders: tuple[Path, ...] = ()
    with collecting(problems):
        if (read_account() or {}).get("imap"):
            found = account()
            folders = take_mail(found, problems)
    if problems:
        complain(Refused(*problems))
        return ()
    return folders


def take_mail(found: "Account", problems: list[Problem]) -> tuple[Path, ...]:
    """Take the turn files in an account's new mails, and note how far it was read.

    Gives the folders of their games; what was refused is added to the problems. Raises `Refused`
    with what the server said.
    """
    from pbem.store.postbox import write_mark

    files, mark, read = _files(_readable(found), _mark(found), problems)
    here = click.get_current_context().find_root().ensure_object(Here)
    typed = here.folder
    folders: tuple[Path, ...] = ()
    try:
        if files or problems:
            ask = cache(published)
            folders = take_what_came(files, None, problems, ask)
            tell_new(folders, ask)
        else:
            _tell_none(found, read)
    finally:
        here.folder = typed
    if not is_for_later(problems):
        write_mark(_box(found), mark.validity, mark.uid)
    return folders


def _readable(found: "Account") -> "Account":
    """The account; raises `Refused` if it can only send."""
    if not found.imap:
        hint = "name it with: pbem mail setup --imap URL"
        raise refuse("mail", "the account names no server to read from", hint=hint)
    return found


def _tell_none(found: "Account", read: int) -> None:
    """That no turn file came, in so many mails that were read."""
    what = f"no turn file in {count(read, 'new mail')}" if read else "no new mail"
    say(f"{what} for {found.address}")


def is_for_later(problems: Iterable[Problem]) -> bool:
    """Whether what was refused can be taken when the disk, or the folder, is free again."""
    return any(problem.code in ("busy", "disk") for problem in problems)


def _box(found: "Account") -> str:
    return f"{found.login} {found.imap} {found.inbox}"


def _mark(found: "Account") -> "Mark":
    """How far the account's mailbox was read."""
    from pbem.mail.imap import Mark
    from pbem.store.postbox import read_mark

    validity, uid = read_mark(_box(found))
    return Mark(validity=validity, uid=uid)


def _files(
    found: "Account", mark: "Mark", problems: list[Problem]
) -> tuple[list[Came], "Mark", int]:
    """The turn files in the mails behind a mark, the mark behind them, how many mails that were."""
    from pbem.mail import imap
    from pbem.mail.find import find, may_be_ours
    from pbem.mail.message import subject
    from pbem.store.heap import arrival

    files: list[Came] = []
    read = 0
    for mailed in imap.fetch(found, secret_of(found), mark, _since()):
        mark = mailed.mark
        read += bool(mailed.raw)
        if not mailed.raw or not may_be_ours(mailed.raw):
            continue
        name = f"the mail '{subject(mailed.raw)}'"
        findings = find(mailed.raw, name)
        problems += findings.lost
        for one in findings.found:
            if one.kind == "turn":
                when = arrival(one.date, time())
                files.append(
                    Came(name=name, raw=one.raw, arrived=when, is_meant=False, mail=one.mail)
                )
            else:
                tell_beside(replace(one, where=name))
    return files, mark, read


def _since() -> date:
    return (datetime.now(UTC) - timedelta(days=DAYS)).date()
