"""Checking a whole game again from its first file, trusting nothing that is derived."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.chain import check_identity, dice_lines, follow, verify_chain
from pbem.codec import Plain
from pbem.engine.fold import resolve
from pbem.engine.ledger import Fold, Outcome, public_state
from pbem.errors import Broken, Refused, refuse
from pbem.frozen import Value
from pbem.game.session import Session, begun
from pbem.scan import scan
from pbem.store.folder import Folder
from pbem.turnfile import TurnFile, read


class Verified(Value):
    """What was checked: files, rolls thrown again, steps played again, and the last hash."""

    files: int
    rolls: int
    head: str


def verify_links(path: Path, step: Callable[[int], None]) -> Verified:
    """Signatures, links and seeds of the chain, without the rules; `step` hears of each file.

    Raises `Broken` at the first file that does not hold.
    """
    head, files = "", 0
    for link in verify_chain(Folder(path).chain()):
        head, files = link.hash, files + 1
        step(files)
    return Verified(files=files, rolls=0, head=head)


def adjudicate(path: Path) -> Iterator[tuple[TurnFile, Outcome[Any] | None, Session]]:
    """Play a chain again from its genesis, file by file, in memory alone.

    Raises `Broken` at the first file that does not hold.
    """
    session: Session | None = None
    for number, raw in enumerate(Folder(path).chain()):
        try:
            scanned = scan(raw)
            if session is None:
                session = begun(Folder(path), scanned.seat, scanned)
                yield read(scanned), None, session
                continue
            check_identity(session.links, scanned)
            file = read(scanned)
            outcome = session.judge(scanned, file)
        except Refused as refused:
            place = f"file {number}"
            raise Broken(*(problem.within(place) for problem in refused.problems)) from None
        session.links = follow(session.links, scanned, file.dice.commit)
        session.fold = outcome.fold
        yield file, outcome, session


def verify_game(path: Path, step: Callable[[int], None]) -> tuple[Verified, Fold[Any]]:
    """The whole check: the chain, every digest, every roll, every order judged again.

    Gives what was checked and the fold it led to; raises `Broken` at the first file that does
    not hold.
    """
    rolls, files = 0, 0
    last: Session | None = None
    for _, outcome, session in adjudicate(path):
        last, files = session, files + 1
        rolls += len(outcome.thrown) if outcome else 0
        step(files)
    if last is None:
        hint = "put the game's files back into the folder 'chain'"
        raise refuse("folder", "the chain is empty", where=str(path), hint=hint)
    return Verified(files=files, rolls=rolls, head=last.links.hash), last.fold


def public_state_at(path: Path, seq: int | None) -> Plain:
    """The public state that file `seq`'s digest covers; without a number, the last one.

    File `seq` covers the state after the files before it, with its own reveal opened.
    """
    number = -1
    for file, _, session in adjudicate(path):
        number, last = file.seq, session
        if seq is not None and seq == number + 1:
            following = next(iter(Folder(path).chain(after=number)), None)
            if following is None:
                break
            scanned = scan(following)
            reveal = dice_lines(scanned.body)[1]
            fold = resolve(session.fold, session.rules, scanned.seat, seq, reveal).fold
            return public_state(fold)
    if seq is not None:
        hint = f"the chain ends with file {number}"
        raise refuse("option", f"there is no file {seq}", where="--at", hint=hint)
    return public_state(last.fold)
