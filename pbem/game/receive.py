"""Receiving a file: protocol 9, in its order, with nothing changed but what it says is kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pbem.chain import check_identity
from pbem.engine.ledger import Outcome
from pbem.errors import Problem, Refused, refuse
from pbem.game.session import Session
from pbem.shell import pbem
from pbem.store.folder import file_name
from pbem.turnfile import Scanned, TurnFile, read, scan

MOST_AHEAD = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of a file: `applied`, `known` (it was here already) or dropped from the inbox.

    `problems` are set for one that came from the inbox and did not hold.
    """

    what: Literal["applied", "known", "dropped"]
    seq: int
    seat: str
    outcome: Outcome[Any] | None = None
    message: str = ""
    problems: tuple[Problem, ...] = ()


def receive(session: Session, raw: bytes) -> tuple[Receipt, ...]:
    """Take a file of another player, and then those that had been waiting for it.

    Raises `Refused` with the first of E01-E12 that fails.
    """
    scanned = scan(raw)
    check_identity(session.links, scanned)
    file = read(scanned)
    if _is_known(session, scanned):
        known = Receipt(what="known", seq=scanned.seq, seat=scanned.seat)
        return (known, *_drain(session))  # a run that was cut off may have left some
    _check_fork(session, scanned)
    _check_ahead(session, scanned)
    try:
        outcome = session.judge(scanned, file)
    except Refused:
        _keep_evidence(session, scanned)
        raise
    return (_apply(session, scanned, file, outcome), *_drain(session))


def in_order(files: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Named files in the order of their numbers, so that it does not matter how they came."""

    def number(named: tuple[str, bytes]) -> int:
        try:
            return scan(named[1]).seq
        except Refused:
            return -1

    return sorted(files, key=number)


def _is_known(session: Session, scanned: Scanned) -> bool:
    kept = session.folder.find("chain", scanned.seq, scanned.seat)
    return kept is not None and scan(kept).hash == scanned.hash


def _check_fork(session: Session, scanned: Scanned) -> None:
    """E05: two well-signed bodies for one place prove that the key signed twice."""
    for place in ("chain", "inbox", "evidence"):
        kept = session.folder.find(place, scanned.seq, scanned.seat)
        if kept is None or scan(kept).hash == scanned.hash:
            continue
        name = file_name(scanned.seq, scanned.seat)
        if place != "evidence":
            _keep_evidence(session, scanned)
        raise refuse(
            "E05", f"seat '{scanned.seat}' has signed two different files {scanned.seq}",
            where=name,
            hint=f"show everybody: {_proving(session, place, name)}",
        )  # fmt: skip


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


def _apply(session: Session, scanned: Scanned, file: TurnFile, outcome: Outcome[Any]) -> Receipt:
    session.apply(scanned, file, outcome)
    return Receipt(
        what="applied", seq=file.seq, seat=file.seat, outcome=outcome, message=file.message
    )


def _keep_evidence(session: Session, scanned: Scanned) -> None:
    if session.folder.find("evidence", scanned.seq, scanned.seat) is None:
        session.folder.put("evidence", scanned.seq, scanned.seat, scanned.raw)


def _drain(session: Session) -> tuple[Receipt, ...]:
    """Apply what waits in the inbox for the next number; drop it if it fails now."""
    receipts: list[Receipt] = []
    while waiting := [n for n in session.folder.names("inbox") if n[0] <= session.next_seq]:
        for seq, seat in waiting:
            receipts += _from_inbox(session, seq, seat)
            session.folder.drop("inbox", seq, seat)
    return tuple(receipts)


def _from_inbox(session: Session, seq: int, seat: str) -> Iterator[Receipt]:
    """What becomes of a file that waited; nothing is told of one that is in the chain already."""
    raw = session.folder.find("inbox", seq, seat) or b""
    try:
        scanned = scan(raw)
        check_identity(session.links, scanned)
        file = read(scanned)
        if _is_known(session, scanned):
            return
        outcome = session.judge(scanned, file)
    except Refused as refused:
        if any(problem.code >= "E07" for problem in refused.problems):
            _keep_evidence(session, scanned)
        yield Receipt(what="dropped", seq=seq, seat=seat, problems=refused.problems)
    else:
        yield _apply(session, scanned, file, outcome)
