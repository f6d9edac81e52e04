"""`pbem receive`: the others' turn files, each taken into the game that it is of."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.answer import answer_at_once, mail_at_once
from pbem.cli.came import Came, came, tell_beside
from pbem.cli.commands import Here
from pbem.cli.common import (
    enter,
    for_here,
    game_option,
    game_path,
    tell_strays,
    tell_unwritten,
)
from pbem.cli.complete import a_file
from pbem.cli.notify import notify
from pbem.cli.output import done, say
from pbem.cli.play import tell_moved, write_join
from pbem.cli.receipts import tell_next, tell_receipts
from pbem.errors import Problem, Refused, collecting, raise_if, refuse
from pbem.frozen import replace
from pbem.report.clean import short
from pbem.shell import command, in_folder

if TYPE_CHECKING:
    from pbem.game.session import Receipt, Session
    from pbem.mail.dkim import Record
    from pbem.mail.find import Found
    from pbem.scan import Scanned

MOST_NAMES = 5
"""So many files of a folder that were passed over are told by name."""


@click.command(epilog="Example:  pbem receive ~/Mail/attachments/0005-american.pbem")
@click.argument("files", metavar="FILE...", shell_complete=a_file, nargs=-1, required=True)
@click.option("--pipe-sep", metavar="LINE", default="", help="What parts mails on a pipe.")
@click.option("--dry-run", is_flag=True, help="Tell what came, and take nothing.")
@game_option
def receive(
    files: tuple[str, ...],
    pipe_sep: str,
    dry_run: bool,
    folder: str | None,  # noqa: ARG001
) -> None:
    """Take turn files of other players (- for standard input) and tell what happened.

    Each goes into the game that it is of, wherever you are and whatever the file is called; with
    -C all of them are for that game. FILE may be a mail with turn files in it, or a folder, of
    which all is taken that is new in your games. Where nothing is to decide it is answered at once:
    see 'pbem config answer'.
    """
    if dry_run:
        tell_what_came(files, pipe_sep)
        return
    problems: list[Problem] = []
    tell_next(take(files, problems, pipe_sep))
    raise_if(problems)


def tell_what_came(files: Sequence[str], parting: str = "") -> None:
    """Tell what would become of files, and take none.

    Raises `Refused` with all that would be refused.
    """
    problems: list[Problem] = []
    what, typed, _ = _gathered(files, problems, parting)
    foretell_files(what, typed, problems)
    raise_if(problems)


def foretell_files(files: Sequence[Came], typed: Path | None, problems: list[Problem]) -> None:
    """Tell what `take_what_came` would make of files; what is wrong is added to the problems."""
    from pbem.cli.dry import foretell

    foretell(_by_game(files, typed, problems), problems)


def take(files: Sequence[str], problems: list[Problem], parting: str = "") -> tuple[Path, ...]:
    """Take turn files, and whatever waits in the inboxes of their games, and tell what happened.

    `parting` is the line between mails on standard input. Gives folders as
    `take_what_came` does. Raises `Refused` if nothing came for any game.
    """
    what, typed, is_told = _gathered(files, problems, parting)
    folders = take_what_came(what, typed, problems, _nowhere)
    if not (folders or is_told or problems):
        hint = "look at the name; 'pbem games' lists your games"
        raise refuse("file", "nothing for a game of yours came", hint=hint)
    return folders


def _gathered(
    files: Sequence[str], problems: list[Problem], parting: str
) -> tuple[list[Came], Path | None, bool]:
    """The turn files that came, by their numbers, the game that was typed; and tell the rest.

    The last says whether there was any rest, such as a key card.
    """
    from pbem.game.receive import number_of

    here = click.get_current_context().find_root().ensure_object(Here)
    typed = Path(here.folder) if here.folder != "." else None
    beside: list[Found] = []
    what = [one for name in files for one in came(name, problems, beside, parting)]
    for one in beside:
        tell_beside(one)
    return sorted(what, key=lambda one: number_of(one.raw)), typed, bool(beside)


def _nowhere(_: str) -> str:
    """Nobody is asked for the keys of postmarks: taking a file needs no network."""
    return ""


def take_what_came(
    files: Sequence[Came], typed: Path | None, problems: list[Problem], ask: "Record"
) -> tuple[Path, ...]:
    """Take turn files into the game that was typed, or else each into its own.

    `ask` looks up the keys of postmarks. Gives the folders of the games for which anything was
    taken, or had been before; what was refused is added to the problems.
    """
    from pbem.game.receive import number_of

    here = click.get_current_context().find_root().ensure_object(Here)
    games = _by_game(sorted(files, key=lambda one: number_of(one.raw)), typed, problems)
    taken: list[Path] = []
    for path, named in games.items():
        here.folder = str(path)
        found: list[Problem] = []
        with collecting(found):  # what one folder refuses keeps nothing from the others
            if _take_into(path, named, ask, found):
                taken.append(path)
        problems += (replace(one, hint=in_folder(one.hint, path)) for one in found)
    if problems:
        here.folder = "."  # their hints name their folders
    return tuple(taken)


def _by_game(
    files: Iterable[Came], typed: Path | None, wrong: list[Problem]
) -> dict[Path, list[Came]]:
    """The files by the folder of their game; what is wrong with those of no game is added."""
    games: dict[Path, list[Came]] = {}
    passed: list[str] = []
    for one in files:
        try:
            path = typed or _folder_for(one)
        except Refused as refused:
            if one.is_meant:
                wrong += (problem.within(one.name) for problem in refused.problems)
            else:
                passed.append(one.name)
        else:
            games.setdefault(path, []).append(one)
    _tell_passed("of no game that is known here", passed)
    return games


def _tell_passed(why: str, names: list[str]) -> None:
    """What was passed over in a folder, in a line."""
    if names:
        shown = ", ".join(command(short(name)) for name in names[:MOST_NAMES])
        more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
        say(f"passed over, {why}: {shown}{more}")


def _folder_for(one: Came) -> Path:
    """The folder of the game that a file is of; the one we are in where that cannot be told.

    Raises `Refused` (code `file`) if it is of no game of this player, or of several folders.
    """
    from pbem.scan import scan
    from pbem.store import roster
    from pbem.store.roster import SEAT_FILE

    here = game_path(None)
    is_game = (here / SEAT_FILE).is_file()
    try:
        scanned = scan(one.raw)
    except Refused:
        if is_game:
            return here
        raise
    game = scanned.game_id
    if is_game and roster.game_of(here) == game:
        return here
    found = roster.of_game(game)
    if len(found) > 1:  # somebody plays himself: it is for the seats that have not written it
        found = tuple(one for one in found if roster.seat_of(one) != scanned.seat)
    if len(found) == 1:
        return found[0]
    if found:
        folders = ", ".join(map(command, found))
        raise refuse("file", "you play this game in several folders", hint=f"name one: {folders}")
    if is_game and scanned.seq:
        return here
    raise _of_no_game(scanned, one.name)


def _of_no_game(scanned: "Scanned", name: str) -> Refused:
    if scanned.seq == 0:
        what = "this begins a game in which you have no folder yet"
        file = name if Path(name).is_file() else "FILE"
        return refuse("file", what, hint=f"join it: {command('pbem', 'join', file)}")
    hint = "name its folder with -C DIR; 'pbem games' lists those that are known"
    return refuse("file", "this is of no game that is known here", hint=hint)


def _take_into(path: Path, files: Iterable[Came], ask: "Record", problems: list[Problem]) -> bool:
    """Take files into the game in a folder; False if all that came was refused.

    What was refused is added to the problems.
    """
    from pbem.game.receive import number_of
    from pbem.game.receive import receive as take_one
    from pbem.game.recover import opened
    from pbem.store.drafts import ahead_path, draft_path

    receipts: list[Receipt] = []
    ahead = ahead_path(path)
    with opened(path) as session:
        enter(path)
        was_ahead = ahead.is_file()
        receipts += session.taken_up
        passed: dict[str, list[str]] = {}
        for one in files:
            try:
                found = take_one(session, one.raw)
            except Refused as refused:
                _keep_if_early(session, one)
                if one.is_meant or refused.problems[0].code > "E03":
                    problems += (problem.within(one.name) for problem in refused.problems)
                else:
                    passed.setdefault(refused.problems[0].what, []).append(one.name)
                continue
            for receipt in found:
                if receipt.seq == number_of(one.raw) and receipt.what in ("applied", "known"):
                    _note(session, receipt, one)
            if not one.is_meant and any(receipt.what == "known" for receipt in found):
                passed.setdefault("here already", []).append(one.name)
                found = tuple(receipt for receipt in found if receipt.what != "known")
            receipts += found
        with done(for_here("what came is taken: see 'pbem report'")):
            for why, names in passed.items():
                _tell_passed(why, names)
            tell_receipts(session, receipts, ask)
        tell_unwritten(session.unwritten)
        tell_moved(session)
        if was_ahead and not ahead.is_file():
            seq = session.next_seq
            due = command(draft_path(path, seq))
            say(f"the orders that you began ahead are now those of file {seq}: {due}")
        _join_if_agreed(session)
        written = answer_at_once(session, receipts)
        judges = _is_referee_of_annexes(session) and any(one.what == "applied" for one in receipts)
    tell_strays(path)
    if judges:
        from pbem.cli.breaches import tell_breaches

        tell_breaches(path, receipts)
    notify(path, receipts)
    if written is not None:
        mail_at_once(path, written)
    return bool(receipts or passed)


def _note(session: "Session", receipt: "Receipt", one: Came) -> None:
    """Note when a file came, and keep the mail around it as evidence of that."""
    if receipt.what == "applied":
        session.folder.date(receipt.seq, receipt.seat, one.arrived)
    _keep_mail(session, receipt.seq, receipt.seat, one)


def _keep_if_early(session: "Session", one: Came) -> None:
    """Keep the mail around a file that now waits in the inbox."""
    for seq, seat in session.folder.names("inbox"):
        if session.folder.find("inbox", seq, seat) == one.raw:
            _keep_mail(session, seq, seat, one)


def _keep_mail(session: "Session", seq: int, seat: str, one: Came) -> None:
    from pbem.store.evidence import keep_mail
    from pbem.store.names import stem

    with suppress(OSError, Refused):  # it is evidence, and no part of the game
        keep_mail(session.folder.path, stem(seq, seat), one.mail)


def _is_referee_of_annexes(session: "Session") -> bool:
    """Whether this seat reads everybody's annexes, and checks them as the game goes."""
    from pbem.engine.ledger import referee_of

    fold = session.fold
    hides = session.rules.system.secretive(fold.table.game) and not fold.joins
    return hides and referee_of(fold) == session.seat


def _join_if_agreed(session: "Session") -> None:
    """Write our own join file as soon as those before us have joined."""
    if session.fold.joins and session.is_mine:
        write_join(session)
