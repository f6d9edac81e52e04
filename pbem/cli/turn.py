"""`pbem turn`: from the mail that came to the answer that goes, in one command."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.asking import choose, confirm
from pbem.cli.commands import Here
from pbem.cli.common import (
    enter,
    for_here,
    game_option,
    game_path,
    look_at_game,
    opened_game,
    pbem_here,
)
from pbem.cli.complete import a_file
from pbem.cli.fetch import take_new_mail
from pbem.cli.output import complain, edit, page_report, print_report, say, say_words
from pbem.cli.play import (
    is_conversation,
    is_untouched,
    judged,
    may_sign,
    print_foretold,
    readable,
    refuse_untouched,
    send_draft,
    to_order_nothing,
    write_join,
)
from pbem.cli.post import take, tell_what_came
from pbem.cli.referee import refuse_silence, ruling_typed, tell_how, to_rule
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.shell import command
from pbem.store import roster

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.game.session import Session
    from pbem.game.write import Draft

SIGN, EDIT, CLICK, TAKE, NEWS, QUIT, JUDGE = "s", "e", "h", "t", "n", "q", "b"
BEGIN = (
    "Open your orders in the editor (e), click them together in a browser (h), "
    "read the news again (n), or leave (q)?"
)
MEND = "Edit them again (e), click them together (h), or leave and keep them (q)?"
DECIDE = (
    "Edit them again (e), click them together (h), read the news again (n), "
    "sign and send (s), or leave (q)?"
)
CLICKED = (
    "Take what you saved there (t), open the page again (h), edit (e), go back to your orders as"
    " they are (b), or leave (q)?"
)


@click.command(epilog="Example:  pbem turn ~/Mail/attachments/0005-american.pbem")
@click.argument("files", metavar="[FILE]...", shell_complete=a_file, nargs=-1)
@click.option("--no-input", is_flag=True, help="Ask nothing: do what can be done without.")
@click.option("--yes", is_flag=True, help="Sign what is legal without being asked.")
@click.option("--dry-run", is_flag=True, help="Tell what it would do; take and sign nothing.")
@game_option
def turn(
    files: tuple[str, ...], no_input: bool, yes: bool, dry_run: bool, folder: str | None
) -> None:
    """Play your turn: take what came, read the news, write your orders, sign and send them.

    You may leave at any point and come back: what you have written is kept.
    """
    if dry_run:
        _foretell(files, folder)
        return
    asks = is_conversation() and not no_input
    came = _taken(files) if files else _from_the_inbox(folder) or _from_the_mailbox(folder)
    if came:
        say()
    games = came or (_any_game() if _is_outside(folder) else ())
    here = click.get_current_context()
    if len(games) > 1:
        _tell_several(games)
        if not came:
            what = f"it is not said which of your {len(games)} games is meant"
            raise refuse("option", what, hint="type one of the commands above")
        return
    for game in games:
        folder = str(game)
        here.find_root().ensure_object(Here).folder = folder
        if not came:
            say(f"your game in {command(game)}:")
    session = look_at_game(folder)
    enter(game_path(folder))
    if not session.is_mine:
        _tell_waiting(folder)
    elif session.fold.joins:
        with opened_game(folder) as opened:
            write_join(opened)
    else:
        if not came:
            _tell_news(session)
        _play(session, folder, asks=asks, yes=yes)


def _foretell(files: tuple[str, ...], folder: str | None) -> None:
    """What came, or else the file that is due, in words; nothing is taken, written or signed."""
    from pbem.game.forms import form_path

    if files:
        tell_what_came(files)
        return
    session = look_at_game(folder)
    if not session.is_mine or session.fold.joins:
        _tell_waiting(folder)
        return
    path = form_path(session)
    draft = _settled(session, path)
    if draft is None and not path.exists():
        say(f"your orders are still to be written; begin with: {pbem_here(folder, 'turn')}")
        return
    if draft is None:
        draft, problems = judged(session, str(path))
        raise_if(problems)
    print_foretold(session, draft)
    may_sign(asks=False, dry_run=True)


def _taken(files: tuple[str, ...]) -> tuple[Path, ...]:
    """Take what came by name; gives its games. Raises `Refused` with all that was refused."""
    problems: list[Problem] = []
    folders = take(files, problems)
    raise_if(problems)
    return folders


def _from_the_inbox(folder: str | None) -> tuple[Path, ...]:
    """Take what a player has laid into the inbox under another name; gives its game."""
    from pbem.store.folder import Folder

    path = game_path(folder)
    laid = Folder(path).laid_in() if (path / roster.SEAT_FILE).is_file() else ()
    games: tuple[Path, ...] = ()
    for one in laid:
        games += _taken((str(one),))
        one.unlink(missing_ok=True)
    return tuple(dict.fromkeys(games))


def _from_the_mailbox(folder: str | None) -> tuple[Path, ...]:
    """Take new mail, where an account is set up; gives its games unless we are in one already."""
    folders = take_new_mail()
    return () if (game_path(folder) / roster.SEAT_FILE).is_file() else folders


def _is_outside(folder: str | None) -> bool:
    """Whether no game is named, and we are in none."""
    return game_path(folder) == Path() and not (Path() / roster.SEAT_FILE).is_file()


def _any_game() -> tuple[Path, ...]:
    """The folders of this player's games; raises `Refused` if none is known."""
    found = roster.folders()
    if not found:
        hint = "name its folder with -C DIR; a new one begins with 'pbem new' or 'pbem join'"
        raise refuse("file", "no game of yours is known here", hint=hint)
    return tuple(found)


def _tell_several(folders: "Sequence[Path]") -> None:
    """Whose turn it is in each of several games, and how to go on."""
    from pbem.cli import glance
    from pbem.cli.games import words_of
    from pbem.cli.status import made

    paths = [str(path) for path in folders]
    found = [(path, glance.kept(path) or made(path)) for path in paths]
    glance.put(words_of(found, [], as_json=False))


def _tell_news(session: "Session") -> None:
    """What has happened since this seat wrote last: it may be days ago."""
    from pbem.game.news import news_since_own

    print_report(news_since_own(session))
    say()


def _tell_waiting(folder: str | None) -> None:
    """It is not for this seat to write: who is, and what may still have to be mailed."""
    from pbem.cli import glance
    from pbem.cli.status import made

    path = str(game_path(folder))
    glance.say(glance.kept(path) or made(path), path, as_json=False)


def _play(session: "Session", folder: str | None, *, asks: bool, yes: bool) -> None:
    """The orders of the file that is due: written, judged, told in words, signed."""
    from pbem.game.forms import form_path

    path = form_path(session)
    if (settled := _settled(session, path)) is not None:
        _finish(session, folder, settled, asks=asks, yes=yes)
    elif asks:
        _converse(session, folder, path, yes=yes)
    elif path.exists():
        draft, problems = judged(session, str(path))
        raise_if(problems)
        if yes:
            refuse_untouched(session, folder, path)
        elif not draft.orders:
            _show_situation(session)
        _finish(session, folder, draft, asks=False, yes=yes)
    else:
        _show_situation(session)
        _begin(session, path)
        then = pbem_here(folder, "turn", "--yes")
        say(f"wrote {command(path)}; edit it, then: {then}")


def _settled(session: "Session", path: Path) -> "Draft | None":
    """The file that is due, if there is nothing to write in it; `path` is the orders file's."""
    from pbem.engine.ledger import is_over
    from pbem.game.answer import forced_draft
    from pbem.game.forced import is_forced
    from pbem.game.write import Draft, closing

    if not path.exists() and is_forced(session):
        return forced_draft(session)
    if is_over(session.final().fold, session.rules):
        return closing(session, "")
    return None if path.exists() or session.view().decision.covers else Draft()


def _begin(session: "Session", path: Path) -> None:
    """The form, where the player's file is not there yet."""
    from pbem.game.forms import make_form
    from pbem.store.files import write_atomic

    if not path.exists():
        write_atomic(path, make_form(session).encode("utf-8"), mode=0o600)


def _converse(session: "Session", folder: str | None, path: Path, *, yes: bool) -> None:
    """Show the situation; edit, judge, tell in words, ask, until the player signs or leaves."""
    _show_situation(session)
    answer, draft = JUDGE, None
    if not path.exists():
        _begin(session, path)
        answer = _chosen(session, BEGIN, (EDIT, CLICK, NEWS, QUIT))
    while answer not in {SIGN, QUIT}:
        if answer == EDIT and not _edited(path):
            answer = choose(MEND, (EDIT, CLICK, QUIT))
            continue
        if answer in {CLICK, TAKE} and not _clicked(answer, folder):
            answer = choose(CLICKED, (TAKE, CLICK, EDIT, JUDGE, QUIT))
            continue
        draft = readable(look_at_game(folder), str(path))
        if draft is None:
            answer = choose(MEND, (EDIT, CLICK, QUIT))
        elif yes:
            refuse_untouched(session, folder, path)
            answer = SIGN
        else:
            answer = _chosen(session, DECIDE, (EDIT, CLICK, NEWS, SIGN, QUIT))
    if answer == SIGN and draft is not None:
        _sign(folder, draft, asks=not yes)
    else:
        say_words(for_here(f"nothing is signed; {command(path)} is kept: go on with 'pbem turn'"))


def _show_situation(session: "Session") -> None:
    from pbem.game.reports import situation

    print_report(situation(session))
    say()


def _edited(path: Path) -> bool:
    """Whether the editor was closed; else it is told why it could not be run."""
    try:
        edit(path)
    except Refused as refused:
        complain(refused)
        return False
    return True


def _chosen(session: "Session", question: str, answers: "Sequence[str]") -> str:
    """What the player wants; the news, which have scrolled by, as often as he likes."""
    from pbem.game.news import news_since_own

    while (answer := choose(question, answers)) == NEWS:
        page_report(news_since_own(session))
        say()
    return answer


def _clicked(answer: str, folder: str | None) -> bool:
    """Whether what was saved on the page is the draft now; else the page is open, or it is told why
    nothing could be taken."""
    from pbem.cli.clicking import show_page, taken

    try:
        if answer == CLICK:
            show_page(folder)
            return False
        with opened_game(folder) as session:
            taken(session, "")
    except Refused as refused:
        complain(refused, str(game_path(folder)))
        return False
    return True


def _finish(
    session: "Session", folder: str | None, draft: "Draft", *, asks: bool, yes: bool
) -> None:
    """Tell a file in words that needs no editing, and sign it if that is wanted."""
    from pbem.game.forced import NOTHING, is_asked, is_forced

    waits = not draft.orders and is_asked(session)
    if waits and yes:
        refuse_silence(session, folder)
    if waits and asks:
        typed = ruling_typed(session, folder)
        if typed is None:
            return
        draft = typed
    print_foretold(session, draft)
    if is_forced(session):
        say(for_here(NOTHING))
    if waits and not asks:
        tell_how(folder)
    elif yes or (asks and confirm("Sign it? It cannot be taken back.")):
        _sign(folder, draft, asks=asks and not yes)
    elif waits:
        say(f"nothing is signed; {to_rule(folder, draft)}")
    else:
        say(f"nothing is signed; {_then(session, folder)}")


def _then(session: "Session", folder: str | None) -> str:
    """How a file that has been told is signed, or one in which nothing stands yet is written."""
    from pbem.game.forms import form_path

    path = form_path(session)
    if is_untouched(session, path):
        return f"{command(path)} orders nothing yet: {to_order_nothing(folder)}"
    return f"sign it with: {pbem_here(folder, 'turn', '--yes')}"


def _sign(folder: str | None, draft: "Draft", *, asks: bool) -> None:
    """Sign the very orders that were told, and mail them if the player is asked and likes."""
    with opened_game(folder) as session:
        send_draft(session, draft)
    if asks:
        from pbem.cli.posting import offer_mail

        offer_mail(folder)
