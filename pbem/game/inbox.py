"""What waits in the inbox, and what newcomers are held against (protocol 9)."""

from collections.abc import Iterator
from typing import Any

from pbem.chain import check_identity
from pbem.engine.ledger import Outcome
from pbem.errors import Refused
from pbem.game.advance import apply
from pbem.game.backup import hold_against_journal, keep_evidence
from pbem.game.session import Receipt, Session
from pbem.scan import Scanned, scan
from pbem.turnfile import TurnFile, read

MOST_AHEAD = 64
"""So many numbers ahead of the chain a file may wait."""


def take_up(session: Session) -> tuple[Receipt, ...]:
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
        if is_known(session, scanned):
            return
        hold_against_journal(session, scanned)
        outcome = session.judge(scanned, file)
    except Refused as refused:
        if any("E07" <= problem.code <= "E12" for problem in refused.problems):
            keep_evidence(session, scanned)
        yield Receipt(what="dropped", seq=seq, seat=seat, problems=refused.problems)
    else:
        yield applied(session, scanned, file, outcome)


def applied(session: Session, scanned: Scanned, file: TurnFile, outcome: Outcome[Any]) -> Receipt:
    """Apply a judged file; one of our own that came from others goes into the journal first."""
    place = (session.links.game, file.seat, file.seq)
    if file.seat == session.seat and session.journal.find(*place) is None:
        session.journal.adopt(*place, scanned.raw)
    apply(session, scanned, file, outcome)
    return Receipt(
        what="applied", seq=file.seq, seat=file.seat, outcome=outcome, message=file.message
    )


def is_known(session: Session, scanned: Scanned) -> bool:
    """Whether the chain has this very file."""
    kept = session.folder.find("chain", scanned.seq, scanned.seat)
    return kept is not None and scan(kept).hash == scanned.hash
