"""Questions, rulings and consent (protocol 10): how players and a referee settle what is unclear.

A ruling owns no rolls and changes none that wait. It holds from the file after the last consent
that it needs: the other side's, unless a referee rules. Silence is refusal. A seat has one open
ruling at most, and decides something before it rules again.
"""

from collections.abc import Iterator
from typing import TypeVar

from pbem.engine.events import (
    ALL,
    Consented,
    Event,
    PassedOver,
    Proposed,
    Question,
    Referred,
    Ruled,
)
from pbem.engine.kinds import TAKE_IT_OUT
from pbem.engine.ledger import REFEREE, Fold, Proposal, Rules, is_over, referee_of, side_of
from pbem.engine.orders import LONGEST_WORDS, Consent, Order, Refer, Ruling, order_place
from pbem.errors import Problem
from pbem.frozen import replace

RULE = "protocol 10"
RULES = "give it with 'pbem ruling', or send the file without orders"
G = TypeVar("G")


def ruling_problems(
    fold: Fold[G], rules: Rules[G], seat: str, orders: tuple[Order, ...]
) -> Iterator[Problem]:
    """What is wrong with the questions, rulings and consents among the orders."""
    agreed: set[int] = set()
    for number, order in enumerate(orders, 1):
        match order:
            case _ if side_of(fold, seat) == REFEREE and not isinstance(order, Ruling):
                yield _wrong("a referee gives no orders but a ruling", number, RULES)
            case Refer():
                if not referee_of(fold):
                    hint = "settle it with the others: 'pbem ruling WORDS' proposes how"
                    yield _wrong("this game has no referee", number, hint)
                yield from _long(order.words, number)
            case Ruling():
                if seat in fold.ruled:
                    what = "you have ruled already, and decided nothing since"
                    yield _wrong(what, number, "give the orders that you owe first")
                yield from _long(order.words, number)
                yield from _points(fold, rules, order, number)
            case Consent():
                if order.ruling in agreed:
                    what = f"you agree to the ruling in file {order.ruling} twice"
                    yield _wrong(what, number, "take one out")
                elif not any(_is_for(fold, one, order, seat) for one in fold.proposals):
                    what = f"there is no ruling in file {order.ruling} that waits for you"
                    waiting = [str(one.seq) for one in awaiting(fold, seat)]
                    hint = f"one waits in file {', '.join(waiting)}" if waiting else TAKE_IT_OUT
                    yield _wrong(what, number, hint)
                agreed.add(order.ruling)


def _points(fold: Fold[G], rules: Rules[G], order: Ruling, number: int) -> Iterator[Problem]:
    if not order.points and not order.side:
        return
    if rules.system.award is None:
        yield _wrong(f"{rules.system.title} has no points to give", number, "rule in words alone")
    sides = sorted({seat.side for seat in fold.seats} - {REFEREE})
    if order.side not in sides or not -10_000 <= order.points <= 10_000:
        hint = f"'side' is one of {', '.join(sides)}; 'points' are at most 10,000"
        yield _wrong("points are given to one side", number, hint)


def _long(words: str, number: int) -> Iterator[Problem]:
    if not 1 <= len(words) <= LONGEST_WORDS:
        hint = f"1 to {LONGEST_WORDS:,} characters are allowed"
        yield _wrong(f"the words have {len(words):,} characters", number, hint)


def _wrong(what: str, number: int, hint: str) -> Problem:
    return Problem(code="E12", what=what, where=order_place(number), rule=RULE, hint=hint)


def awaiting(fold: Fold[G], seat: str) -> tuple[Proposal, ...]:
    """The rulings that a seat may consent to: those of the other side; a referee to none."""
    if side_of(fold, seat) == REFEREE:
        return ()
    return tuple(one for one in fold.proposals if _other(fold, one, seat))


def is_to_rule(fold: Fold[G], rules: Rules[G], seat: str) -> bool:
    """Whether a seat is a referee who has a question before him: new, or one that he passed over.

    When the game is over nobody asks any more.
    """
    is_referee = side_of(fold, seat) == REFEREE
    return is_referee and bool(fold.questions) and not is_over(fold, rules)


def settled_by(fold: Fold[G], seq: int) -> tuple[Question, ...]:
    """The open questions that a ruling of file `seq` settles: those before it, or beside it."""
    return tuple(one for one in fold.questions if one.seq <= seq)


def _other(fold: Fold[G], proposal: Proposal, seat: str) -> bool:
    return side_of(fold, proposal.seat) != side_of(fold, seat)


def _is_for(fold: Fold[G], proposal: Proposal, order: Consent, seat: str) -> bool:
    return proposal.seq == order.ruling and _other(fold, proposal, seat)


def settled(
    fold: Fold[G], rules: Rules[G], seat: str, seq: int, orders: tuple[Order, ...]
) -> tuple[Fold[G], tuple[Event, ...]]:
    """The fold with the file's questions, rulings and consents entered."""
    events: tuple[Event, ...] = ()
    answers = fold.referred and side_of(fold, seat) == REFEREE
    if answers:
        fold = replace(fold, referred=False)
    for order in orders:
        match order:
            case Refer():
                asked = Question(seq=seq, seat=seat, words=order.words)
                fold = replace(fold, referred=True, questions=(*fold.questions, asked))
                events += (Referred(to=ALL, seat=seat, words=order.words),)
            case Ruling():
                proposal = Proposal(
                    seq=seq, seat=seat, words=order.words, side=order.side, points=order.points
                )
                fold, told = _ruled(fold, rules, proposal)
                events += told
            case Consent():
                proposal = next(p for p in fold.proposals if _is_for(fold, p, order, seat))
                left = tuple(other for other in fold.proposals if other is not proposal)
                events += (Consented(to=ALL, seat=seat, ruling=proposal.seq),)
                fold, told = _hold(replace(fold, proposals=left), rules, proposal)
                events += told
    if answers and fold.questions:
        events += (PassedOver(to=ALL, seat=seat, questions=fold.questions),)
    return fold, events


def _ruled(fold: Fold[G], rules: Rules[G], proposal: Proposal) -> tuple[Fold[G], tuple[Event, ...]]:
    """A referee's ruling holds; a player's waits for consent, in the place of his last one."""
    if side_of(fold, proposal.seat) == REFEREE:
        return _hold(fold, rules, proposal)
    event = Proposed(
        to=ALL, seat=proposal.seat, ruling=proposal.seq, words=proposal.words,
        side=proposal.side, points=proposal.points, settles=settled_by(fold, proposal.seq),
    )  # fmt: skip
    others = (one for one in fold.proposals if one.seat != proposal.seat)
    ruled = (*fold.ruled, proposal.seat)
    return replace(fold, proposals=(*others, proposal), ruled=ruled), (event,)


def _hold(fold: Fold[G], rules: Rules[G], proposal: Proposal) -> tuple[Fold[G], tuple[Event, ...]]:
    """A ruling comes into force, and settles questions."""
    settles = settled_by(fold, proposal.seq)
    fold = replace(fold, questions=fold.questions[len(settles) :])
    event = Ruled(
        to=ALL, seat=proposal.seat, ruling=proposal.seq, words=proposal.words,
        side=proposal.side, points=proposal.points, settles=settles,
    )  # fmt: skip
    award, table = rules.system.award, fold.table
    if award is None or not proposal.points:
        return fold, (event,)
    game, told = award(table.game, proposal.side, proposal.points, rules.charts)
    return replace(fold, table=replace(table, game=game)), (event, *told)
