"""Commands that play: `check`, `send`, `resign`, `end`."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.asking import confirm
from pbem.cli.common import (
    ask_passphrase,
    for_here,
    game_option,
    game_path,
    look_at_game,
    opened_game,
    pbem_here,
    read_text,
    tell_unwritten,
)
from pbem.cli.complete import a_file
from pbem.cli.output import Unheard, complain, done, now, print_report, say, say_words
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.report.clean import harmless, player
from pbem.shell import command

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pbem.game.session import Session
    from pbem.game.write import Draft


DRY_RUN = click.option("--dry-run", is_flag=True, help="Tell the file in words, and sign nothing.")


@click.command(epilog="Example:  pbem check orders-0004.toml")
@click.argument("file", metavar="[FILE]", shell_complete=a_file, required=False)
@game_option
def check(file: str | None, folder: str | None) -> None:
    """Check orders against the rules: all errors at once, with line and rule.

    Without FILE it is the one that 'pbem orders' writes into the game's folder.
    """
    from pbem.game.drafts import is_form

    session = look_at_game(folder)
    file = file or usual_file(session)
    text = read_text(file)
    draft, problems = judged_text(session, text, file)
    raise_if(problems)
    print_foretold(session, draft)
    if is_form(session, text):
        say(f"{command(file)} orders nothing yet: {to_order_nothing(folder)}")
        return
    found = "every order is legal" if draft.orders else "it is legal and gives no orders"
    say(f"{command(file)}: {found}; send it with: {pbem_here(folder, 'send', file)}")


def usual_file(session: "Session") -> str:
    """The orders file in the game's folder; raises `Refused` if there is none."""
    from pbem.game.forms import form_path
    from pbem.game.write import check_owed

    check_owed(session)
    path = form_path(session)
    if not path.exists():
        hint = "write it with 'pbem orders', or name another; 'pbem send --empty' sends none"
        raise refuse("file", "there is no orders file yet", where=str(path), hint=hint)
    return str(path)


def judged(session: "Session", name: str) -> "tuple[Draft, tuple[Problem, ...]]":
    """The draft in an orders file, and everything for which it cannot be sent."""
    return judged_text(session, read_text(name), name)


def judged_text(
    session: "Session", text: str, name: str, *, by_part: bool = False
) -> "tuple[Draft, tuple[Problem, ...]]":
    """The same of the text of an orders file that has been read; `name` is its own.

    `by_part`: problems tell order and part by what they are called, for who has seen no line of it.
    """
    from pbem.game.filled import read_form, with_lines
    from pbem.game.meant import read_as_meant

    draft, problems = read_as_meant(session, read_form(session, text, name))
    if by_part:
        from pbem.game.saved import in_parts

        return draft, in_parts(session, draft, problems)
    return draft, with_lines(problems, text, name)


@click.command(epilog="Example:  pbem send orders-0004.toml")
@click.argument("file", metavar="[FILE]", shell_complete=a_file, required=False)
@click.option("--empty", is_flag=True, help="Send a file without orders: it opens what waits.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@DRY_RUN
@game_option
def send(file: str | None, empty: bool, yes: bool, dry_run: bool, folder: str | None) -> None:
    """Sign your orders into a turn file, apply it, and put it into the outbox.

    Without FILE they are those that 'pbem orders' has written into the game's folder. On a
    terminal you are told what they will do, and asked. What comes where nothing is ordered is told
    with --yes, too.
    """
    from pbem.game.forms import form_path
    from pbem.game.write import Draft

    if empty and file:
        raise click.UsageError("give FILE or --empty, not both")
    asks = is_conversation() and not yes
    session = look_at_game(folder)
    name = "" if empty else file or usual_file(session)
    draft = _written(session, folder, name) if name else Draft()
    is_begun_there = bool(name) and Path(name).resolve() == form_path(session).resolve()
    if dry_run or asks or (empty and yes):  # of a file without orders words say what comes
        print_foretold(session, draft)
    if may_sign(asks=asks, dry_run=dry_run):
        with opened_game(folder) as session:
            (send_draft if is_begun_there else send_beside)(session, draft)


def _written(session: "Session", folder: str | None, name: str) -> "Draft":
    """The legal orders that somebody has written into a file, which may be read but once."""
    text = read_text(name)
    draft, problems = judged_text(session, text, name)
    raise_if(problems)
    _refuse_form(session, folder, text, name)
    return draft


def refuse_untouched(session: "Session", folder: str | None, path: Path) -> None:
    """Raise `Refused` for a form in which nothing was written: nobody means to sign that unseen."""
    if path.is_file():
        _refuse_form(session, folder, read_text(str(path)), str(path))


def _refuse_form(session: "Session", folder: str | None, text: str, name: str) -> None:
    from pbem.game.drafts import is_form

    if is_form(session, text):
        what, hint = "nothing is ordered in it yet", to_order_nothing(folder)
        raise refuse("orders", what, where=name, hint=hint)


def is_untouched(session: "Session", path: Path) -> bool:
    """Whether an orders file is a form in which nothing was written."""
    from pbem.game.drafts import is_form

    return path.is_file() and is_form(session, read_text(str(path)))


def to_order_nothing(folder: str | None) -> str:
    """What to do with such a form."""
    return f"edit it first; to order nothing: {pbem_here(folder, 'send', '--empty')}"


def is_conversation() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def may_sign(*, asks: bool, dry_run: bool) -> bool:
    """Whether what was just shown is to be signed; says so where nothing is."""
    if dry_run or (asks and not confirm("Sign it? It cannot be taken back.")):
        say("nothing is signed")
        return False
    return True


def write_file(
    drafted: "Callable[[Session], Draft]", folder: str | None, *, dry_run: bool, asks: bool = False
) -> None:
    """Tell the file that is drafted for this seat in words, and sign it unless that is not wanted.

    Nobody has seen a draft of it, so that its words are told where nobody is asked, too.
    """
    from pbem.game.write import check_draft

    session = look_at_game(folder)
    draft = drafted(session)
    raise_if(check_draft(session, draft))
    print_foretold(session, draft)
    if may_sign(asks=asks, dry_run=dry_run):
        with opened_game(folder) as session:
            send_beside(session, drafted(session))


def send_beside(session: "Session", draft: "Draft") -> None:
    """Sign a draft that is not made of the orders that are begun; where these are kept is told."""
    from pbem.game.forms import form_path

    is_begun = not is_untouched(session, form_path(session))
    send_draft(session, draft)
    if is_begun:
        with suppress(Unheard):  # that it is signed has been told
            tell_moved(session)


def tell_moved(session: "Session") -> None:
    """Where orders lie that were begun for a file which has been written without them."""
    from pbem.store.drafts import AHEAD, OWN

    for path in session.moved:
        if path.parent.name == OWN:
            say_words(f"the orders that you had begun are kept in {command(path)}")
        elif path.name == AHEAD:
            say_words(f"your orders stand in {command(path)} until it is for you to write again")
        else:
            say_words(for_here(f"your orders stand in {command(path)}; go on with 'pbem turn'"))


def _read_draft(session: "Session", file: str) -> "Draft":
    draft, problems = judged(session, file)
    raise_if(problems)
    return draft


def print_foretold(session: "Session", draft: "Draft") -> None:
    """The turn in words, before it is signed."""
    from pbem.game.foretell import foretold

    print_report(foretold(session, draft))
    say()


def readable(session: "Session", name: str) -> "Draft | None":
    """The orders in a file, told in words; None where all that is wrong with them is told."""
    try:
        draft = _read_draft(session, name)
    except Refused as refused:
        complain(refused, str(game_path(None)))
        return None
    print_foretold(session, draft)
    return draft


def send_draft(session: "Session", draft: "Draft") -> None:
    """Sign a draft as this seat's next file, and tell what to mail."""
    from pbem.game.headlines import brought_anew
    from pbem.game.status import still_closed
    from pbem.game.write import send as sign_and_apply
    from pbem.store.keyring import key_for

    key = key_for(session.links.keys[session.seat], ask_passphrase)
    told = len(session.ahead().happenings)
    written = sign_and_apply(session, draft, key, now())
    tell_to_mail(session, written.seq)
    if not session.unwritten:
        with suppress(Unheard, Refused):  # that it is signed has been told
            _tell_brought(brought_anew(session, written.seq, told))
            if closed := still_closed(session):
                say(closed)


def _tell_brought(sentences: "Sequence[str]") -> None:
    """What has happened by our own file as it was signed."""
    if sentences:
        say("what has happened by it:")
    for sentence in sentences:
        say_words(f"  {harmless(sentence)}")


def tell_to_mail(session: "Session", seq: int) -> None:
    """Where our new file lies, and to whom it goes."""
    from pbem.store.names import file_name, mail_name

    name = mail_name(session.links.game, seq, session.seat)
    path = session.folder.path / "mail" / name
    with done(f"your file {seq} is signed and lies in {command(path)}"):
        if session.unwritten:
            path = session.folder.path / "chain" / file_name(seq, session.seat)
        say(f"wrote {command(path)} ({os.path.getsize(path):,} bytes)")
        others = [seat for seat in session.fold.seats if seat.name != session.seat]
        say("mail it, as an attachment, to:")
        for seat in others:
            say(f"  {seat.name}: {player(seat.holder, seat.email)}")
        if session.is_mine:
            say(for_here(f"you write file {session.next_seq}, too: see 'pbem status'"))
    tell_unwritten(session.unwritten)


def write_join(session: "Session") -> None:
    """Sign the join file that this folder was made for."""
    from pbem.game.write import join as sign_join
    from pbem.store.keyring import key_for

    key = key_for(session.links.keys[session.seat], ask_passphrase)
    tell_to_mail(session, sign_join(session, key, now()).seq)


@click.command(epilog="Example:  pbem resign --yes")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--message", default="", help="Words to the others.")
@DRY_RUN
@game_option
def resign(yes: bool, message: str, dry_run: bool, folder: str | None) -> None:
    """Give up the game for your side; a partner's seat goes down with you."""
    from pbem.game.write import Draft, check_owed

    check_owed(look_at_game(folder))
    if not (yes or dry_run or confirm("Your side loses. Resign?")):
        say("you play on")
        return
    draft = Draft(orders=({"type": "resign"},), message=message)
    write_file(lambda _: draft, folder, dry_run=dry_run)


@click.command(epilog="Example:  pbem end")
@click.option("--message", default="", help="Words to the others.")
@DRY_RUN
@game_option
def end(message: str, dry_run: bool, folder: str | None) -> None:
    """Write your last file when the game is over: it confirms the result."""
    from pbem.game.write import closing

    write_file(lambda session: closing(session, message), folder, dry_run=dry_run)
