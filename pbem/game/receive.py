"""Receiving a file: protocol 9, in its order, with nothing changed but what it says is kept."""

from pbem.chain import check_identity
from pbem.errors import Refused, refuse
from pbem.game.backup import (
    SIGNED_TWICE,
    hear,
    hold_against_journal,
    is_contradicted,
    is_true,
    keep_answer,
    keep_evidence,
    keep_named,
    keep_own,
)
from pbem.game.inbox import MOST_AHEAD, applied, is_known, take_up
from pbem.game.recover import restarted
from pbem.game.session import Receipt, Session
from pbem.scan import Scanned, scan
from pbem.shell import pbem
from pbem.store.names import file_name
from pbem.turnfile import TurnFile, read


def receive(session: Session, raw: bytes) -> tuple[Receipt, ...]:
    """Take a file of another player, and then those that had been waiting for it.

    Raises `Refused` with the first of E01-E12 that fails.
    """
    scanned = scan(raw)
    check_identity(session.links, scanned)
    file = read(scanned)
    if is_known(session, scanned):
        hear(session, scanned)
        known = Receipt(what="known", seq=scanned.seq, seat=scanned.seat)
        return (known, *take_up(session))  # a run that was cut off may have left some
    keep_answer(session, scanned)
    _check_fork(session, scanned)
    hold_against_journal(session, scanned)
    if scanned.seq <= session.next_seq + MOST_AHEAD:
        keep_own(session, scanned)
    keep_named(session, scanned)
    before = restarted(session) if is_contradicted(session) else ()
    if is_known(session, scanned):
        return before  # it waited, and the first version came before it
    try:
        return (*before, *_taken(session, scanned, file))
    except Refused:
        if before:
            session.taken_up += before
        raise


def _taken(session: Session, scanned: Scanned, file: TurnFile) -> tuple[Receipt, ...]:
    """Apply a file that may stand in the chain, and what had been waiting for it."""
    _check_ahead(session, scanned)
    try:
        outcome = session.judge(scanned, file)
    except Refused:
        keep_evidence(session, scanned)
        raise
    receipt = applied(session, scanned, file, outcome)
    hear(session, scanned)
    return (receipt, *take_up(session))


def foreseen(session: Session, raw: bytes) -> str:
    """What `receive` would make of a file: `known`, `early`, or `new`; nothing is changed.

    Raises `Refused` if it would be refused.
    """
    scanned = scan(raw)
    check_identity(session.links, scanned)
    file = read(scanned)
    if is_known(session, scanned):
        return "known"
    if scanned.seq > session.next_seq:
        return "early"
    session.judge(scanned, file)
    return "new"


def number_of(raw: bytes) -> int:
    """A file's number, so that it does not matter in which order files came; -1 if it has none."""
    try:
        return scan(raw).seq
    except Refused:
        return -1


def _check_fork(session: Session, scanned: Scanned) -> None:
    """E05: two well-signed bodies for one place prove that the key signed twice."""
    own = scanned.seat == session.seat
    for place in ("chain", "inbox", "evidence"):
        kept = session.folder.find(place, scanned.seq, scanned.seat)
        if kept is None or scan(kept).hash == scanned.hash:
            continue
        if is_true(session, scanned):
            continue  # the one kept is the second version
        name = file_name(scanned.seq, scanned.seat)
        if place != "evidence":
            keep_evidence(session, scanned)
        what = f"seat '{scanned.seat}' has signed two different files {scanned.seq}"
        hint = f"show everybody: {_proving(session, place, name)}"
        if own:
            what = f"your own key has signed two different files {scanned.seq}"
            hint = SIGNED_TWICE
        raise refuse("E05", what, where=name, hint=hint)


def _proving(session: Session, place: str, name: str) -> str:
    """The command that makes a proof of the fork; FILE is the one that has just been received."""
    second = f"evidence/{name}" if place != "evidence" else "FILE"
    return pbem(session.folder.path, "prove", "fork", f"{place}/{name}", second)


def _check_ahead(session: Session, scanned: Scanned) -> None:
    """E06: a file from the future waits in the inbox, one a seat and number."""
    expected = session.next_seq
    if scanned.seq <= expected:
        return
    missing = (
        f"file {expected}"
        if scanned.seq == expected + 1
        else (f"files {expected} to {scanned.seq - 1}")
    )
    if scanned.seq > expected + MOST_AHEAD:
        what = f"file {scanned.seq} is too far ahead: {missing} are missing"
        raise refuse("E06", what, hint="receive the files before it first")
    session.folder.put("inbox", scanned.seq, scanned.seat, scanned.raw)
    what = f"{missing} must come before file {scanned.seq}, which now waits in the inbox"
    hint = "ask the others for what is missing; the rest goes on by itself"
    raise refuse("E06", what, hint=hint)
