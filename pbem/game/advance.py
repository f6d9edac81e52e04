"""A game's folder moves on: a judged file joins the chain, then comes all that is derived."""

from typing import Any

import tomli_w

import pbem
from pbem.chain import check_identity, follow
from pbem.codec import plain
from pbem.engine.ledger import REFEREE, Outcome, public_state, side_of
from pbem.engine.orders import decode_orders, stands_alone
from pbem.engine.snapshot import freeze
from pbem.errors import Problem, Refused
from pbem.game import logbook, reports, status
from pbem.game.annexes import contents
from pbem.game.backup import (
    SecondVersion,
    hold_against_journal,
    is_contradicted,
    is_first,
    set_aside,
)
from pbem.game.forced import is_forced
from pbem.game.session import Receipt, Session
from pbem.report.clean import written_out
from pbem.scan import Scanned, scan
from pbem.store import drafts
from pbem.turnfile import TurnFile, read


class Unfit(Refused):
    """A file of the chain that does not hold, with its number; those before it do."""

    def __init__(self, seq: int, *problems: Problem) -> None:
        super().__init__(*problems)
        self.seq = seq


def apply(session: Session, scanned: Scanned, file: TurnFile, outcome: Outcome[Any]) -> None:
    """Add a judged file to the chain, then all that is derived from it.

    The chain comes first: what is cut off behind it is made good when the folder is opened next.
    If the disk forbids it now, `unwritten` says why, and nothing more is derived.
    """
    session.folder.put("chain", file.seq, file.seat, scanned.raw)
    log = logbook.Log(session.folder, session.rules)
    turns = _enter(session, scanned, file, outcome, log)
    if session.unwritten:
        return
    try:
        _post(session, scanned)
        log.write()
        reports.write(session.folder, reports.changed(session, turns, log))
        save(session)
    except Refused as refused:
        if any(problem.code != "disk" for problem in refused.problems):
            raise
        session.unwritten = refused.problems


def save(session: Session) -> None:
    """Write what is derived from the position; the snapshot last."""
    state = public_state(session.fold)
    assert isinstance(state, dict)
    session.folder.write_state(written_out(tomli_w.dumps(state)))
    session.folder.write_json("cache", "status", status.summary(session))
    if session.private is not None:
        hidden = {
            "hash": session.links.hash,
            "state": plain(session.private),
            "items": dict(session.charted),
        }
        session.folder.write_json("private", "charts", hidden)
    snapshot = {
        "program": pbem.__version__,
        "shape": logbook.shape(session.rules),
        "book": session.rules.book.hash,
        "links": plain(session.links),
        "fold": freeze(session.fold),
    }
    path, seq = session.folder.path, session.links.seq
    ruled, due = _ruled_in(session), session.next_seq if session.is_mine else None
    on = () if ruled is None else drafts.go_on(path, ruled, due)
    session.moved = (*on, *drafts.put_away(path, seq))
    if session.is_mine and not session.fold.joins and not is_forced(session):
        drafts.take_up(session.folder.path, session.next_seq)
    session.folder.write_json("cache", "snapshot", snapshot)


def _ruled_in(session: Session) -> int | None:
    """The file of this seat's ruling, behind which its orders are still to come; None if none is.

    Files of others may have come behind it, where several are taken at once.
    """
    own = session.links.commits.get(session.seat)
    return own.seq if own is not None and session.seat in session.fold.ruled else None


def is_behind(session: Session) -> bool:
    """Whether the chain, the inbox or the journal has a file that this position lacks."""
    chain, inbox = session.folder.names("chain"), session.folder.names("inbox")
    waits = bool(inbox) and inbox[0][0] <= session.next_seq
    later = bool(chain) and chain[-1][0] > session.links.seq
    return waits or later or _journalled(session) is not None or is_contradicted(session)


def catch_up(session: Session) -> bool:
    """Apply what the snapshot does not have yet: the chain's later files, then the journal's.

    A file that was signed and journalled but never reached the chain is taken back here: it may
    have been mailed, and no second one is ever signed for its place (protocol 9). However many
    files there are, a page of the logbook and a report is written once.
    """
    before = session.links.seq
    log = logbook.Log(session.folder, session.rules, anew=before == 0)
    changed: dict[reports.Name, reports.Make] = {}
    for raw in session.folder.chain(after=before):
        try:
            turns = _follow_chain(session, raw, log)
        except SecondVersion as second:
            _set_aside(session, scan(raw), second)
            break
        changed.update(reports.changed(session, turns, log))
    log.write()
    reports.write(session.folder, changed)
    kept = _journalled(session)
    if kept is not None:
        scanned = scan(kept)
        file = read(scanned)
        apply(session, scanned, file, session.judge(scanned, file))
    return session.links.seq > before


def _enter(
    session: Session, scanned: Scanned, file: TurnFile, outcome: Outcome[Any], log: logbook.Log
) -> tuple[int, ...]:
    """Enter a file that stands in the chain into the logbook and the position.

    Gives the turns of which it tells something new.
    """
    note = logbook.Note(seq=file.seq, seat=file.seat, message=file.message)
    turns = log.enter(note, session.fold, outcome)
    private = moved_on(session, file, outcome)
    session.move_to(follow(session.links, scanned, file.dice.commit), outcome.fold, private)
    return turns


def _post(session: Session, scanned: Scanned) -> None:
    """Lay an own file that stands in the chain into the outbox."""
    if scanned.seat == session.seat:
        session.folder.post(session.links.game, scanned.seq, scanned.seat, scanned.raw)


def _follow_chain(session: Session, raw: bytes, log: logbook.Log) -> tuple[int, ...]:
    """Enter the chain's next file; raises `Unfit` if it has been damaged on this disk."""
    try:
        scanned = scan(raw)
        check_identity(session.links, scanned)
        file = read(scanned)
        hold_against_journal(session, scanned)
        outcome = session.judge(scanned, file)
    except SecondVersion:
        raise
    except Refused as refused:
        place = f"the chain's file {session.next_seq}"
        problems = (problem.within(place) for problem in refused.problems)
        raise Unfit(session.next_seq, *problems) from None
    turns = _enter(session, scanned, file, outcome, log)
    _post(session, scanned)
    return turns


def _journalled(session: Session) -> bytes | None:
    """This seat's next file, if it has been signed and journalled already."""
    if not session.is_mine:
        return None
    kept = session.journal.find(session.links.game, session.seat, session.next_seq)
    return kept if kept is not None and is_first(session, scan(kept)) else None


def _set_aside(session: Session, scanned: Scanned, second: SecondVersion) -> None:
    """Go on without the chain's next file, which is a second version (protocol 9)."""
    set_aside(session)
    aside = Receipt(what="aside", seq=scanned.seq, seat=scanned.seat, problems=second.problems)
    session.taken_up += (aside,)


def moved_on(session: Session, file: TurnFile, outcome: Outcome[Any]) -> Any:
    """The hidden state after a file that has just been judged; None where there is none.

    An own file's charts are read back from its annex, so that what goes on here is just what a
    folder that is rebuilt from the chain goes on with (protocol 7).
    """
    hidden = session.rules.system.hidden
    if hidden is None or outcome.fold.joins or session.folder.secret() is None:
        return None
    if side_of(session.fold, session.seat) == REFEREE:
        return None
    game, charts = outcome.fold.table.game, session.rules.charts
    orders = decode_orders(file.order, session.rules.system.orders, code="E12")
    if file.seat == session.seat and file.charts is not None:
        session.charted = contents(session.place(file.seq), file, session.rules, outcome.found)
    if file.seat == session.seat and file.charts is not None and not stands_alone(orders):
        items = session.charted
        private = hidden.read(game, session.seat, items, charts)
        return session.learnt(private, outcome.scenes[outcome.settled :])
    private = session.private
    if private is None and session.fold.joins:
        private = hidden.set_up(session.fold.table.game, session.seat, charts)
    return session.learnt(private, outcome.scenes)
