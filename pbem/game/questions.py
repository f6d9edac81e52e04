"""Questions to the referee that nobody has settled, in words to whoever reads (protocol 10)."""

from collections.abc import Iterator

from pbem.engine.events import Question
from pbem.engine.ledger import REFEREE, Proposal, is_over, side_of
from pbem.engine.mentions import closed
from pbem.engine.rulings import awaiting
from pbem.game.headlines import LONGEST
from pbem.game.session import Session
from pbem.report.blocks import as_said, owner

ANSWERS = "'pbem ruling' answers it, in your next file."


def unsettled(session: Session) -> tuple[Question, ...]:
    """The questions that no ruling has settled, the oldest first; none once the game is over."""
    return () if is_over(session.fold, session.rules) else session.fold.questions


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


def own_rulings(session: Session) -> Iterator[str]:
    """Rulings of this seat's side that the other has not agreed to, in sentences.

    A consent that is not given leaves a ruling without force and open: a later file may give it.
    """
    for one in _proposed(session):
        if side_of(session.fold, one.seat) == side_of(session.fold, session.seat):
            whose, who = (
                ("Your", "you") if one.seat == session.seat else (owner(one.seat), one.seat)
            )
            unmet = f"{whose} ruling in file {one.seq} does not hold: the other side has not agreed"
            proposes = "propose" if who == "you" else "proposes"
            yield f"{unmet} to it. It stays open until {who} {proposes} another."


def rulings_offered(session: Session) -> Iterator[str]:
    """Rulings of the other side that this seat's next file may agree to, in sentences."""
    offered = awaiting(session.fold, session.seat)
    for one in _proposed(session):
        if one in offered and side_of(session.fold, session.seat) != REFEREE:
            words = f"{owner(one.seat)} ruling in file {one.seq} waits for your consent"
            agrees = f"'pbem consent {one.seq}' agrees to it."
            yield f"{closed(f'{words}: {as_said(one.words, LONGEST)}')} {agrees}"


def _proposed(session: Session) -> tuple[Proposal, ...]:
    """Rulings that wait for consent; none once the game is over."""
    return () if is_over(session.fold, session.rules) else session.fold.proposals


def answered_by(session: Session) -> Iterator[str]:
    """The questions that a ruling of this seat's next file would settle, in sentences."""
    rules = side_of(session.fold, session.seat) == REFEREE
    settles = "It settles" if rules else "Once it holds it settles"
    for one in unsettled(session):
        whose = "your own" if one.seat == session.seat else owner(one.seat)
        question = f"{whose} question in file {one.seq}: {as_said(one.words, LONGEST)}"
        yield closed(f"{settles} {question}")
