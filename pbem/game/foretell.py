"""The turn in words: what a draft's orders will do, told before they are signed for ever."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pbem.counting import capital, listed
from pbem.engine.fold import left_by
from pbem.engine.foretold import Foretold
from pbem.engine.ledger import REFEREE, Proposal, is_over, referee_of, seat_called, side_of
from pbem.engine.mentions import closed, quoted
from pbem.engine.orders import (
    ALONE,
    COMMON,
    Consent,
    Disclose,
    End,
    Order,
    Refer,
    Resign,
    Ruling,
    decode_orders,
    encode_order,
    laid_open,
    stands_alone,
)
from pbem.engine.rulings import settled
from pbem.engine.run import Advanced
from pbem.engine.sheets import Line
from pbem.engine.steps import GameSystem, View
from pbem.game.forced import is_asked
from pbem.game.headlines import LONGEST
from pbem.game.lapsed import lapsed
from pbem.game.questions import (
    BEHIND_DICE,
    answered_by,
    answers_told,
    both_hold,
    consents_asked,
    open_questions,
    settling,
)
from pbem.game.session import Session
from pbem.game.write import Draft, sealed_orders
from pbem.narrow import write_value
from pbem.report.blocks import Block, Heading, Lines, Message, Paragraph, Report, build
from pbem.report.rulings import as_said, awarded, owner

NOTHING = "You order nothing."
UNTOLD: Mapping[type[Order], str] = {
    Disclose: "Your last file: it gives away your secret of this game, so that all can be checked.",
    End: "Your last file: it confirms the result.",
    Resign: "You resign: your side loses, and the game is over but for everybody's last file.",
}
"""Orders of every game whose keys say nothing to a player."""
OPEN_TO_ALL = "Everybody reads all of this with your file."
OPEN_BUT_SEALED = (
    "Everybody reads all of your orders; what is sealed beside them stays so till it is opened."
)


def foretold(session: Session, draft: Draft) -> Report:
    """What the legal orders of a draft will do, what is left to the rules, and who reads it."""
    system, charts = session.rules.system, session.rules.charts
    orders = decode_orders(draft.orders, system.orders, code="E12")
    view = session.view()
    asked = tuple(order for order in orders if order.type not in COMMON)
    plays = system.foretell is not None and not _is_referee(session)
    words = system.foretell(view, asked, charts) if system.foretell and plays else Foretold()
    if any(isinstance(order, ALONE) for order in orders) or not view.decision.covers:
        words = Foretold(costs=words.costs)
    common = (_of_every_game(session, orders, one) for one in orders if one.type in COMMON)
    told = words.ordered or words.standing or words.left
    ordered = (
        *(words.ordered if told else map(_as_written, asked)),
        *common,
        *_opened_beside(session, view, orders),
    )
    nothing = () if words.standing else (Paragraph(text=_nothing(session, view)),)
    return build(
        f"File {session.next_seq} in words",
        _part("", ordered) if ordered else nothing,
        _asked(session, orders),
        _part(
            "Look twice",
            (*words.warnings, *both_hold(session, orders), *_unanswered(session, orders)),
            kind="breach",
        ),
        _part("What it costs", words.costs),
        _part("Standing orders that are new", words.standing),
        _part(
            "What you leave to standing orders and the rules",
            (*words.left, *_silent(session, orders)),
        ),
        _part("Who reads it", _readers(session, orders)),
        _message(session, draft.message),
        names=system.names(view.game, charts),
        described=system.described(charts),
    )


def _nothing(session: Session, view: View[Any]) -> str:
    """That nothing is ordered, and what the file is needed for where it decides nothing."""
    if view.decision.covers or not session.opened:
        return NOTHING
    return f"There is nothing to order: your file opens {_goes_on(session)}."


def _opened_beside(session: Session, view: View[Any], orders: tuple[Order, ...]) -> Iterator[str]:
    """What a file opens that decides nothing, but has a ruling, a question or a consent."""
    idle = not view.decision.covers or any(isinstance(order, Ruling) for order in orders)
    told = any(isinstance(order, Disclose) for order in orders) and not session.opened_dice
    if orders and idle and session.opened and not told:
        yield f"Your file also opens {_goes_on(session)}."


def _goes_on(session: Session) -> str:
    """What the file opens in any case, and what for: when the game is over, for all to read."""
    is_last = is_over(session.final().fold, session.rules)
    return session.opened if is_last else f"{session.opened}, so that play goes on"


def _part(title: str, sentences: Iterable[str], kind: str = "fact") -> Iterator[Block]:
    lines = tuple(Line(text=sentence, kind=kind) for sentence in sentences)
    if lines:
        if title:
            yield Heading(text=title)
        yield Lines(lines=lines, in_full=True)


def _of_every_game(session: Session, orders: tuple[Order, ...], order: Order) -> str:
    """What an order does that is none of the rules, but of every game (protocol 10, 12)."""
    match order:
        case Refer():
            asks = closed(f"You ask the referee: {quoted(order.words)}")
            return f"{asks} {_answers(session, orders)}".rstrip()
        case Ruling():
            rule = "You rule" if _is_referee(session) else "You propose a ruling"
            return f"{closed(f'{rule}: {_ruled(session, order)}')} {_held(session, order)}"
        case Consent():
            (ruling,) = (one for one in session.fold.proposals if one.seq == order.ruling)
            words = f"You agree to the ruling in file {order.ruling}"
            return closed(f"{words}: {_ruled(session, ruling)}")
        case Disclose() if _seals(session):
            return f"{UNTOLD[Disclose]} It opens all that you have sealed."
        case Resign() if _seals(session):
            return f"{UNTOLD[Resign]} Your last file opens to all what you have sealed."
    return UNTOLD[type(order)]


def _answers(session: Session, orders: tuple[Order, ...]) -> str:
    """When a referee answers who is asked: dice hold him up that he does not open (protocol 4)."""
    left = _left_by(session, orders)
    if left is not None and _is_end(session, left):
        return ""
    if session.fold.referee_witnesses or (left is not None and not left.waits):
        return "He writes the next file."
    return f"He is asked {BEHIND_DICE}: whoever rolls puts it off."


def _seals(session: Session) -> bool:
    """Whether anything of this seat's is still sealed: single items or charts (protocol 7)."""
    items, roots = session.fold.sealed, session.fold.roots
    return session.seat in {*(item.seat for item in items), *(root.seat for root in roots)}


def _ruled(session: Session, ruling: Ruling | Proposal) -> str:
    """The words of a ruling, and the points that it gives."""
    return quoted(ruling.words) + awarded(ruling.points, ruling.side, session.rules.system)


UNTIL_CONSENT = (
    "It holds once a file of the other side consents, the next one or a later one; until then it"
    " does not, and stays open."
)
BY_WORDS = "It changes no die, no counter and no points by itself."


def _held(session: Session, ruling: Ruling) -> str:
    """From when on a ruling holds, and what it changes."""
    holds = "It holds from now on." if _is_referee(session) else UNTIL_CONSENT
    if not ruling.points:
        return f"{holds} {BY_WORDS}"
    return f"{holds} {_scored(session, ruling)}" if _is_referee(session) else holds


def _scored(session: Session, ruling: Ruling) -> str:
    """The score as a ruling leaves it."""
    system, charts, game = session.rules.system, session.rules.charts, session.ahead().fold.table
    if system.award is None:
        return ""
    after, _ = system.award(game.game, ruling.side, ruling.points, charts)
    now = system.score(after, charts).items()
    stands = ", ".join(f"{side.capitalize()} {system.point_words(n)}" for side, n in now)
    return f"The score is {stands} then." if stands else ""


def _asked(session: Session, orders: tuple[Order, ...]) -> Iterator[Block]:
    """What the referee is still asked, but for what a ruling or a consent settles; and that."""
    settles = answered_by(session, orders)
    yield from _part("Questions that the ruling settles", answers_told(session, orders))
    yield from _part("Questions to the referee", open_questions(session, most=None, but=settles))


def _is_referee(session: Session) -> bool:
    return side_of(session.fold, session.seat) == REFEREE


def _silent(session: Session, orders: tuple[Order, ...]) -> Iterator[str]:
    """Rulings of the other side that wait for a consent which this file does not give."""
    given = {order.ruling for order in orders if isinstance(order, Consent)}
    for one in () if stands_alone(orders) else consents_asked(session, session.fold):
        if one.seq not in given:
            agrees = f"'pbem consent {one.seq}' agrees to it{settling(session, one.seq)}"
            which = f"{owner(one.seat)} ruling in file {one.seq} ({as_said(one.words, LONGEST)})"
            yield f"{which} does not hold: {agrees} [protocol 10]."


def _unanswered(session: Session, orders: tuple[Order, ...]) -> Iterator[str]:
    """What nobody will answer or agree to: a referee gives no ruling, or the game is over."""
    now = session.final().fold
    if not is_over(now, session.rules) and _ends(session, orders):
        after, _ = settled(now, session.rules, session.seat, session.next_seq, orders)
        if left := lapsed(after, session.seat):
            yield f"The game ends with this file, which leaves {left} [protocol 12]."
    if is_asked(session) and not orders:
        left = f"This file leaves what you are asked without an answer, {_answered_late(session)}"
        yield f"{left}: 'pbem ruling' gives one."


def _ends(session: Session, orders: tuple[Order, ...]) -> bool:
    """Whether orders are sure to end the game by themselves."""
    left = _left_by(session, orders)
    resigns = any(isinstance(order, Resign) for order in orders)
    return resigns or (left is not None and _is_end(session, left))


def _answered_late(session: Session) -> str:
    """Till when a question waits that the referee passes over: he writes when he has to."""
    opens = session.fold.referee_witnesses
    return "until a later file of yours" if opens else "until you are asked anew"


def _left_by(session: Session, orders: tuple[Order, ...]) -> Advanced[Any] | None:
    """What orders lead to, unless it hangs on what the signed file will seal and open."""
    if session.rules.system.hidden is not None:
        return None
    return left_by(session.ahead().fold, session.rules, session.seat, orders, session.next_seq)


def _is_end(session: Session, left: Advanced[Any]) -> bool:
    return session.rules.system.verdict(left.table.game) is not None


def _as_written(order: Order) -> str:
    """An order that its system has no words for."""
    keys = {key: value for key, value in encode_order(order).items() if key != "type"}
    told = ", ".join(f"{key} {write_value(value)}" for key, value in keys.items())
    return f"{order.type}: {told}" if told else order.type


def _readers(session: Session, orders: tuple[Order, ...]) -> Iterator[str]:
    """What stands in the file for everybody, and what is sealed in it [protocol 7]."""
    public, items = sealed_orders(session, orders)
    given = _by_type(orders)
    hidden = given - _by_type(public)
    cut = _by_type(order for order in public if order == laid_open(order))
    partly = {order.type for order in orders if order != laid_open(order)}
    part = Counter({type_: number for type_, number in cut.items() if type_ in partly})
    most = _by_type(order for order in orders if order.sealed) - hidden - part
    if not hidden and not part and not most:
        if orders:
            last = any(isinstance(order, Disclose) for order in orders)
            yield OPEN_BUT_SEALED if items and not last else OPEN_TO_ALL
        return
    if referee := referee_of(session.fold):
        yield f"Seat {referee} reads all of it, as the referee [protocol 10]."
    yield from _sealed(session.rules.system, hidden, items)
    for type_, number in sorted(part.items()):
        kind = session.rules.system.orders[type_]
        what = _keys(kind, kind.public or ()) or "that it is there"
        yield f"Of {_named({type_: number})} everybody reads only: {what}."
    for type_, number in sorted(most.items()):
        kind = session.rules.system.orders[type_]
        sealed = _keys(kind, kind.sealed)
        yield f"Of {_named({type_: number})} everybody reads all but: {sealed}."
    if shown := given - hidden - part - most:
        yield f"Everybody reads: {_named(shown)}."


def _sealed(
    system: GameSystem[Any, Any], hidden: Mapping[str, int], items: Collection[str]
) -> Iterator[str]:
    """Which orders nobody reads yet, and which file opens them."""
    alike: dict[str, dict[str, int]] = {}
    for type_, number in hidden.items():
        later = system.opens_later(type_, items) or "your next file"
        until = f"{later} opens" if system.opens_next else "the rules open"
        alike.setdefault(until, {})[type_] = number
    for until, types in alike.items():
        yield f"Sealed until {until} it: {_named(types)}."


def _keys(kind: type[Order], keys: Iterable[str]) -> str:
    """Keys of a kind of order in words; the program gives an id."""
    return ", ".join(kind.called.get(key, key) for key in keys if key != "id").replace("_", " ")


def _by_type(orders: Iterable[Order]) -> Counter[str]:
    return Counter(order.type for order in orders)


def _named(types: Mapping[str, int]) -> str:
    """Kinds of orders as files write them: `'roll' (2) and 'set'`."""
    return listed([f"'{one}' ({n})" if n > 1 else f"'{one}'" for one, n in sorted(types.items())])


def _message(session: Session, words: str) -> Iterator[Block]:
    if words:
        yield Heading(text="Your words to the others")
        yield Message(author=capital(seat_called(session.fold, session.seat)), text=words)
