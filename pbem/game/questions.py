"""Questions to the referee that nobody has settled, in words to whoever reads (protocol 10)."""

from collections.abc import Iterator

from pbem.engine.ledger import REFEREE, is_over, referee_of, side_of
from pbem.engine.mentions import closed
from pbem.engine.orders import Consent, Order, Refer, Ruling, decode_orders
from pbem.frozen import Value
from pbem.game.headlines import LONGEST
from pbem.game.session import Session
from pbem.report.blocks import as_said
from pbem.scan import scan
from pbem.turnfile import read

_KINDS: tuple[type[Order], ...] = (Refer, Ruling, Consent)
_MARKS = tuple(f'"{kind.type}"'.encode() for kind in _KINDS)


ANSWERS = "'pbem ruling' answers it, in your next file."


class Question(Value):
    """What a seat asked the referee in its file `seq`."""

    seq: int
    seat: str
    words: str


def unsettled(session: Session) -> tuple[Question, ...]:
    """The questions behind the referee's last ruling, the oldest first.

    A ruling that the players have agreed on settles what was asked before it, too. A referee who
    writes a file without one leaves a question as it is.
    """
    fold = session.fold
    if not referee_of(fold) or (is_over(fold, session.rules) and not fold.referred):
        return ()
    found: list[Question] = []
    agreed = 0
    for seq in range(session.links.seq, 0, -1):
        seat, orders = _settling(session, seq)
        ruled = any(isinstance(one, Ruling) for one in orders)
        if seq <= agreed or (ruled and side_of(fold, seat) == REFEREE):
            break
        agreed = max((agreed, *(one.ruling for one in orders if isinstance(one, Consent))))
        asked = [one.words for one in orders if isinstance(one, Refer)]
        found[:0] = [Question(seq=seq, seat=seat, words=words) for words in asked]
    return tuple(one for one in found if one.seq > agreed)


def _settling(session: Session, seq: int) -> tuple[str, tuple[Order, ...]]:
    """Who wrote a file, and the questions, rulings and consents in it."""
    seat, raw = session.file(seq)
    if not any(mark in raw for mark in _MARKS):  # most files, which need not be read for that
        return seat, ()
    types = {kind.type for kind in _KINDS}
    tables = tuple(one for one in read(scan(raw)).order if one.get("type") in types)
    return seat, decode_orders(tables, {}, code="E12")


def open_questions(session: Session, most: int | None = LONGEST) -> tuple[str, ...]:
    """What is still unanswered, in sentences to this seat: whose it is, and who can do what.

    So many characters of a question are told; None for all of them.
    """
    return tuple(_told(session, one, as_said(one.words, most)) for one in unsettled(session))


BEHIND_DICE = "once no dice wait"
"""When a referee who does not open them is asked (protocol 4)."""


def _told(session: Session, one: Question, words: str) -> str:
    waits, own = session.fold.referred, one.seat == session.seat
    which = f"{'Your' if own else owner(one.seat)} question in file {one.seq}"
    later = bool(session.fold.waits) and not session.fold.referee_witnesses
    if side_of(session.fold, session.seat) == REFEREE:
        how = f"{which} waits for your ruling" if waits else f"You have not answered {which}"
        asked = (
            f"You are asked {BEHIND_DICE}." if waits else "A ruling settles it when you are asked."
        )
        return f"{closed(f'{how}: {words}')} {ANSWERS if session.is_mine else asked}"
    if waits:
        told = closed(f"{which} to the referee is still unanswered: {words}")
        return f"{told} He is asked {BEHIND_DICE}." if later else told
    again = " 'pbem refer' asks again." if own else ""
    return closed(f"{which} the referee has left without an answer: {words}") + again


def rulings_due(session: Session, seat: str) -> tuple[str, ...]:
    """What a seat's file is needed for where it is the referee's, and he is asked."""
    if not session.fold.referred or side_of(session.fold, seat) != REFEREE:
        return ()
    asked = (f"{owner(one.seat)} question in file {one.seq}" for one in unsettled(session))
    return tuple(f"a ruling on {one}" for one in asked)


def owner(seat: str) -> str:
    """A seat as the owner of something: `us'`, `japan's`."""
    return f"{seat}'" if seat.endswith("s") else f"{seat}'s"


def answered_by(session: Session) -> Iterator[str]:
    """The questions that a ruling of this seat's next file would settle, in sentences."""
    rules = side_of(session.fold, session.seat) == REFEREE
    settles = "It settles" if rules else "Once it holds it settles"
    for one in unsettled(session):
        whose = "your own" if one.seat == session.seat else owner(one.seat)
        question = f"{whose} question in file {one.seq}: {as_said(one.words, LONGEST)}"
        yield closed(f"{settles} {question}")
