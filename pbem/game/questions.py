"""Questions to the referee that nobody has settled, in words to whoever reads (protocol 10)."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pbem.engine.events import Question
from pbem.engine.ledger import REFEREE, Fold, Proposal, is_over, side_of
from pbem.engine.mentions import closed
from pbem.engine.orders import Consent, Order, Ruling
from pbem.engine.rulings import awaiting, is_to_rule, settled_by
from pbem.game.headlines import LONGEST
from pbem.game.overruled import ruled_since, told_since
from pbem.game.session import Session
from pbem.report.rulings import as_said, awarded, owner, questions_by_file, questions_told

ANSWERS = "'pbem ruling' answers it, in your next file."


def unsettled(session: Session) -> tuple[Question, ...]:
    """The questions that no ruling has settled, the oldest first; none once the game is over."""
    return () if is_over(session.fold, session.rules) else session.fold.questions


def open_questions(
    session: Session, most: int | None = LONGEST, but: Collection[Question] = ()
) -> tuple[str, ...]:
    """What is still unanswered, in sentences to this seat: whose it is, and who can do what.

    So many characters of a question are told; None for all of them. `but` are left out.
    """
    left = (one for one in unsettled(session) if one not in but)
    return tuple(_told(session, one, as_said(one.words, most)) for one in left)


BEHIND_DICE = "once no dice wait"
"""When a referee who does not open them is asked (protocol 4)."""


def _told(session: Session, one: Question, words: str) -> str:
    waits, own = session.fold.referred, one.seat == session.seat
    which = f"{'Your' if own else owner(one.seat)} question in file {one.seq}"
    later = bool(session.fold.waits) and not session.fold.referee_witnesses
    if side_of(session.fold, session.seat) == REFEREE:
        how = f"{which} waits for your ruling" if waits else f"You have not answered {which}"
        later_on = "in a file of yours" if session.fold.referee_witnesses else "when you are asked"
        asked = f"You are asked {BEHIND_DICE}." if waits else f"A ruling settles it {later_on}."
        return f"{closed(f'{how}: {words}')} {ANSWERS if session.is_mine else asked}"
    if waits:
        told = closed(f"{which} to the referee is still unanswered: {words}")
        return f"{told} He is asked {BEHIND_DICE}." if later else told
    later_on = " He may answer in a later file." if session.fold.referee_witnesses else ""
    again = f"{later_on} 'pbem refer' asks again." if own else later_on
    return closed(f"{which} the referee has left without an answer: {words}") + again


def rulings_due(session: Session, seat: str) -> tuple[str, ...]:
    """What a seat's file is needed for where it is the referee's, and he is asked."""
    if not session.fold.referred or side_of(session.fold, seat) != REFEREE:
        return ()
    return tuple(f"a ruling on {one}" for one in questions_by_file(unsettled(session)))


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
            since = ruled_since(session, one)
            behind = f", behind {told_since(since)}," if since else ""
            proposes = "propose" if who == "you" else "proposes"
            yield f"{unmet} to it. It stays open{behind} until {who} {proposes} another."


def rulings_offered(session: Session) -> Iterator[str]:
    """Rulings of the other side that this seat's next file may agree to, in sentences."""
    offered = awaiting(session.fold, session.seat)
    for one in _proposed(session):
        if one in offered:
            since = ruled_since(session, one)
            waits = f"is open behind {told_since(since)}" if since else "waits for your consent"
            words = f"{owner(one.seat)} ruling in file {one.seq} {waits}"
            agrees = f"'pbem consent {one.seq}' agrees to it{settling(session, one.seq)}"
            both = ", and both hold" if since else ""
            yield f"{closed(f'{words}: {as_said(one.words, LONGEST)}')} {agrees}{both}."


def consents_asked(session: Session, fold: Fold[Any]) -> tuple[Proposal, ...]:
    """Rulings whose consent this seat is asked for: none on what a newer one has settled."""
    return tuple(one for one in awaiting(fold, session.seat) if not ruled_since(session, one))


def both_hold(session: Session, orders: Iterable[Order]) -> Iterator[str]:
    """Where orders let a ruling hold, or may yet, beside another on the same questions."""
    orders = tuple(orders)
    agreed = {one.ruling for one in orders if isinstance(one, Consent)}
    for one in session.fold.proposals:
        if one.seq in agreed:
            for newer in ruled_since(session, one):
                what = f"{owner(newer.seat)} in file {newer.ruling} on the same question"
                given = awarded(newer.points, newer.side, session.rules.system)
                words = closed(f"{what}: {as_said(newer.words)}{given}")
                yield (
                    f"The ruling in file {one.seq} is older than {words}"
                    " With your consent both hold [protocol 10]."
                )
    rules = bool(agreed) or side_of(session.fold, session.seat) == REFEREE
    settles = answered_by(session, orders) if rules else ()
    for one in session.fold.proposals:
        if one.seq not in agreed and set(settles).intersection(settled_by(session.fold, one.seq)):
            who = f"{owner(one.seat)} ruling in file {one.seq} on the same question"
            words = closed(f"{who} stays open: {as_said(one.words)}")
            yield f"{words} With a consent it holds, too [protocol 10]."


def _proposed(session: Session) -> tuple[Proposal, ...]:
    """Rulings that wait for consent; none once the game is over."""
    return () if is_over(session.fold, session.rules) else session.fold.proposals


def settling(session: Session, ruling: int, joined: str = ", and settles ") -> str:
    """The questions that consent to the ruling of that file settles, behind what tells of it."""
    settles = settled_by(session.fold, ruling)
    return f"{joined}{questions_told(settles, session.seat)}" if settles else ""


def answered_by(session: Session, orders: Iterable[Order]) -> tuple[Question, ...]:
    """The questions that rulings and consents of this seat's next file settle, now or later."""
    rulings = [session.next_seq for one in orders if isinstance(one, Ruling)]
    agreed = [one.ruling for one in orders if isinstance(one, Consent)]
    newest = max((*rulings, *agreed), default=0)
    return () if is_over(session.fold, session.rules) else settled_by(session.fold, newest)


def answers_told(session: Session, orders: Iterable[Order]) -> Iterator[str]:
    """The same in sentences: a player's own ruling settles nothing till the others consent."""
    orders = tuple(orders)
    proposes = any(isinstance(one, Ruling) for one in orders)
    waits = proposes and side_of(session.fold, session.seat) != REFEREE
    for one in answered_by(session, orders):
        whose = "your own" if one.seat == session.seat else owner(one.seat)
        question = f"{whose} question in file {one.seq}: {as_said(one.words, LONGEST)}"
        yield closed(f"{'Once it holds it settles' if waits else 'It settles'} {question}")


def beside(session: Session) -> Iterator[str]:
    """What this seat may choose in a file that is asked for no orders, in words."""
    fold, seat = session.final().fold, session.seat
    if fold.joins or is_over(fold, session.rules):
        return
    if is_to_rule(fold, session.rules, seat):
        yield "how you answer what you are asked: pbem ruling"
    for one in consents_asked(session, fold):
        settles = settling(session, one.seq, ", which settles ")
        asks = f"whether you agree to the ruling in file {one.seq}{settles}"
        yield f"{asks}: pbem consent {one.seq}"
