"""`pbem restore`: a lost game folder from whatever is left of it, and what is missing still."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import ask_passphrase, enter, game_path, tell_strays, tell_taken_up
from pbem.cli.complete import a_folder
from pbem.cli.output import done, say
from pbem.counting import count, spans
from pbem.engine.ledger import seat_called
from pbem.errors import refuse
from pbem.report.clean import short
from pbem.shell import command, pbem

if TYPE_CHECKING:
    from pbem.game.pieces import Piece
    from pbem.game.restore import Restored
    from pbem.store.heap import Heap

MOST_NAMES = 4
"""So many files of one kind are told by name."""
MOST_KINDS = 8
"""Lines for what was taken, and as many for what was left."""


@click.command(epilog="Example:  pbem restore battle ~/Downloads ~/Mail/battle")
@click.argument("dir_", metavar="[DIR]", shell_complete=a_folder, required=False)
@click.argument("sources", metavar="[FROM]...", nargs=-1)
@click.option("--as", "seat", metavar="SEAT", help="Your seat, if several keys are yours.")
@click.option("--game", metavar="ID", default="", help="The beginning of the game's id.")
@click.option("--up-to-date", is_flag=True, help="Nobody has a newer file: you may sign at once.")
def restore(
    dir_: str | None, sources: tuple[str, ...], seat: str | None, game: str, up_to_date: bool
) -> None:
    """Rebuild the folder DIR, or that of the game, from turn files and your key.

    FROM are files, or folders with files: attachments under any name, mails, with whatever else
    lies there. Without it DIR needs a folder 'chain' with turn files. Gaps are filled with what you
    have signed on this machine. So that you never sign twice, nothing is signed there before the
    other side's newest file was received (again), or you say --up-to-date.
    """
    from pbem.game.restore import restore as rebuild

    path, heap = game_path(dir_), _heap(sources)
    made = rebuild(path, seat, ask_passphrase, heap=heap, game=game, heard=up_to_date)
    enter(path)
    with done(f"{command(path)} is restored"):
        _tell_state(path, made)
        for line in (*_taken(made), *_left(made, heap), *_missing(made), *_beside(path, made)):
            say(line)
        tell_taken_up(made.session)
        if not up_to_date:
            ask = "ask the others for their newest files, and for any of yours they have"
            say(f"before you write, {ask}; receive them all")
        tell_strays(path)


def _heap(sources: tuple[str, ...]) -> "Heap | None":
    from pbem.game.gather import heap

    for name in sources:
        if not Path(name).exists():
            hint = "look at the name of the file or folder"
            raise refuse("file", "there is no such file", where=name, hint=hint)
    return heap(map(Path, sources)) if sources else None


def _tell_state(path: Path, made: "Restored") -> None:
    see, session = pbem(path, "status"), made.session
    who = seat_called(session.fold, session.seat)
    state = f"restored up to file {session.links.seq}" if made.missing else "whole again"
    say(f"{command(path)} is {state}, for {who}; see: {see}")


def _beside(path: Path, made: "Restored") -> Iterator[str]:
    """That the same seat of the game lies in another folder, too: two of them are one too many."""
    from pbem.store import roster

    session = made.session
    for other in roster.of_game(session.links.game):
        if other.resolve() != path.resolve() and roster.seat_of(other) == session.seat:
            keep = "play on in one of them, and take the other away"
            yield f"you have this game in {command(other)}, too: {keep}"


def _taken(made: "Restored") -> Iterator[str]:
    """A line for each file that was taken from somewhere, or for each folder of many."""
    if made.kept and made.taken:
        yield f"{count(made.kept, 'file')} stood in its chain"
    places = sorted(made.taken, key=_folder)
    groups = [(folder, list(group)) for folder, group in groupby(places, key=_folder)]
    for folder, pieces in groups[:MOST_KINDS]:
        if len(pieces) > MOST_NAMES:
            yield f"taken from {_shown(folder)}: files {spans(piece.seq for piece in pieces)}"
        else:
            yield from (
                f"taken: file {piece.seq} of seat {piece.scanned.seat} from {_shown(piece.where)}"
                for piece in pieces
            )
    if len(groups) > MOST_KINDS:
        yield f"taken from {count(len(groups) - MOST_KINDS, 'more folder')}: all else"


def _folder(piece: "Piece") -> str:
    """Where a file was found: its folder, or the journal."""
    return (
        piece.where if piece.is_signed and "/" not in piece.where else str(Path(piece.where).parent)
    )


def _left(made: "Restored", heap: "Heap | None") -> Iterator[str]:
    """A line for each reason why something was left, with what was."""
    kinds: dict[str, list[str]] = {}
    for where, why in (
        *((one.where, one.why) for one in made.left),
        *((one.where, one.why) for one in (heap.passed if heap else ())),
    ):
        kinds.setdefault(why, []).append(where)
    for why, places in list(kinds.items())[:MOST_KINDS]:
        yield f"left, {short(why)}: {_listed(places)}"
    if len(kinds) > MOST_KINDS:
        yield f"left for {count(len(kinds) - MOST_KINDS, 'more reason')}: look at them one by one"


def _listed(places: list[str]) -> str:
    named = ", ".join(map(_shown, places[:MOST_NAMES]))
    more = len(places) - MOST_NAMES
    return f"{named} and {more:,} more" if more > 0 else named


def _shown(place: str) -> str:
    from pbem.game.pieces import JOURNAL

    return place if place == JOURNAL else command(short(place))


def _missing(made: "Restored") -> Iterator[str]:
    """What is missing, of whom, and what to ask for."""
    if not made.missing:
        return
    first, *others = made.missing
    waits = f"files {spans(made.waiting)} wait" if len(made.waiting) > 1 else "1 file waits"
    if first.seat == made.session.seat:
        yield f"missing: your own file {first.seq}; ask the others for {first.name}"
    elif first.seat:
        yield f"missing: file {first.seq} of seat {first.seat}; ask for {first.name}"
    if others:
        yield f"missing as well: {_files(one.seq for one in others)}; ask everybody"
    yield f"{waits} for that: receive what is missing, and the rest goes on by itself"


def _files(numbers: Iterable[int]) -> str:
    said = spans(numbers)
    return f"file {said}" if said.isdigit() else f"files {said}"
