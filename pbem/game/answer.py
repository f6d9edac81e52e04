"""The file in which nothing is to decide, and when a program may write it by itself (AA.2-AA.7)."""

from collections.abc import Iterable, Iterator

from pbem.engine.ledger import is_over, seat_called
from pbem.engine.views import decision_for
from pbem.errors import Problem, Refused
from pbem.game.advance import catch_up
from pbem.game.forced import is_forced
from pbem.game.questions import beside
from pbem.game.session import Receipt, Session
from pbem.game.status import asked, decisions
from pbem.game.write import Draft, check_turn, closing
from pbem.scan import hash_of
from pbem.shell import command
from pbem.store.drafts import draft_path
from pbem.store.keyring import for_public


def answer(session: Session) -> Draft:
    """The draft of a file in which nothing is to decide: no order but the end's, no words (AA.2).

    Raises `Refused` if it is not for this seat to write, and with everything that is to decide.
    """
    check_turn(session)
    if not is_forced(session):
        number, hint = session.next_seq, "see 'pbem status'"
        raise Refused(
            *(
                Problem(code="answer", what=f"file {number} decides: {words}", hint=hint)
                for words in _decided(session)
            )
        )
    return forced_draft(session)


def _decided(session: Session) -> Iterable[str]:
    """What a file that is not forced decides, in words."""
    ahead = session.ahead().fold
    if is_over(session.final().fold, session.rules):
        return decisions(session)
    covers = decision_for(ahead, session.rules, session.seat).covers
    return (*(asked(session, ahead, session.seat) if covers else ()), *beside(session))


def forced_draft(session: Session) -> Draft:
    """The draft of a forced file: no words, and no order but that of the end (AA.2)."""
    if is_over(session.final().fold, session.rules):
        return closing(session, "")
    return Draft()


def follows(session: Session, receipts: Iterable[Receipt]) -> bool:
    """Whether the next file answers one that has just come from another seat (AA.4, AA.7).

    So at most one is written for each that came, and none behind an own one.
    """
    head = session.links.seq
    came = (one for one in receipts if one.what in ("applied", "known"))
    return any(one.seq == head and one.seat != session.seat for one in came)


def is_signed(session: Session) -> bool:
    """Whether the next file was signed here already; then play goes on with those bytes (AA.6)."""
    if session.journal.find(session.links.game, session.seat, session.next_seq) is None:
        return False
    catch_up(session)
    return True


def bar(session: Session) -> str:
    """Why a person has to write a forced file; empty if none has to (AA.5)."""
    return next(_bars(session), "")


def _bars(session: Session) -> Iterator[str]:
    folder, game, seat = session.folder, session.links.game, session.seat
    if folder.is_unheard() or session.journal.has_adopted(game, seat):
        yield "it is the first that you write here since files of yours were put back"
    own = session.links.commits.get(seat)
    if own is not None and session.journal.find(game, seat, own.seq) is None:
        yield f"the journal beside your key has not your file {own.seq}"
    yield from _disputed(session)
    begun = draft_path(folder.path, session.next_seq)
    if begun.exists():
        yield f"you have begun {command(begun.name)}"
    if session.unwritten:
        yield "not all could be written"
    try:
        if for_public(session.links.keys[seat]).locked:
            yield "your key asks for its passphrase"
    except Refused as refused:
        yield refused.problems[0].what


def _disputed(session: Session) -> Iterator[str]:
    """Files kept as evidence that say that somebody signed twice, or has another state."""
    for seq, seat in session.folder.names("evidence"):
        kept = session.folder.find("evidence", seq, seat) or b""
        chained = session.folder.find("chain", seq, seat)
        if chained is not None and hash_of(chained) != hash_of(kept):
            yield f"{seat_called(session.fold, seat)} has signed two files {seq}: see 'evidence'"
        elif seq >= session.next_seq:
            yield f"file {seq} of {seat_called(session.fold, seat)} was refused: see 'evidence'"
