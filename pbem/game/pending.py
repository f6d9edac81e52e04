"""What others have ordered for steps that are still to come, as their files say it in the open."""

import re
from collections.abc import Iterable, Iterator, Set
from functools import partial
from typing import Any

from pbem.engine.decisions import Decision, key_of
from pbem.engine.foretold import Foretold
from pbem.engine.ledger import Fold, Rules, seat_called
from pbem.engine.orders import Order, decode_orders
from pbem.engine.sheets import Line
from pbem.engine.views import view_of
from pbem.frozen import remembered, replace
from pbem.game.session import Session
from pbem.report.blocks import Block, Heading, Lines
from pbem.scan import scan
from pbem.turnfile import read

_YOU = re.compile(r"\byou(rs?)?\b", re.IGNORECASE)
TITLE = "Ordered, still to come"
STANDS = "Standing orders that are new"


def to_come(fold: Fold[Any], rules: Rules[Any], reader: str) -> Iterator[Block]:
    """The orders of others that wait, in words: who reads the raw files knows no more."""
    for seat in fold.seats:
        told = _words(fold, rules, seat.name) if seat.name != reader else Foretold()
        if sentences := (*told.ordered, *told.beside):
            who = seat_called(fold, seat.name)
            yield Heading(text=f"{TITLE}: {who}")
            yield _of_another(who, sentences)


def _of_another(who: str, sentences: tuple[str, ...]) -> Lines:
    """Sentences about somebody else's orders, with who is meant where they speak to him."""
    told = (*sentences, f"'You' is {who} here.") if addressed(sentences) else sentences
    return Lines(lines=tuple(Line(text=one) for one in told), in_full=True)


def addressed(sentences: Iterable[str]) -> bool:
    """Whether sentences speak to him who has ordered what they tell."""
    return any(_YOU.search(one) for one in sentences)


def aims(fold: Fold[Any], rules: Rules[Any]) -> tuple[str, ...]:
    """What waiting orders are aimed at, in sentences for a headline.

    What partners do together each of them tells in the same words.
    """
    told = (one for seat in fold.seats for one in _words(fold, rules, seat.name).aimed)
    return tuple(dict.fromkeys(told))


@remembered(8)
def _words(fold: Fold[Any], rules: Rules[Any], seat: str) -> Foretold:
    """What a seat's waiting orders will do, as it was told before it signed them.

    What it leaves to the rules goes on beside them, so all steps that its file answers are looked
    at: planes that take off by default are moved on by an order.
    """
    held = fold.table.held
    waiting = {key: held[key][seat] for key in _in_play(held, rules) if seat in held[key]}
    orders: tuple[Order, ...] = tuple(
        dict.fromkeys(order for given in waiting.values() for order in given)
    )
    if not waiting or rules.system.foretell is None:
        return Foretold()
    turn, _, step = next(iter(waiting)).partition("/")
    asked = Decision(seat=seat, rule="", covers=tuple(waiting))
    view = view_of(fold, rules, seat, own={})
    now = key_of(view.turn, view.step)
    then = replace(view, decision=asked, turn=int(turn), step=step, now=now)
    told = rules.system.foretell(then, orders, rules.charts)
    return told if orders else Foretold(aimed=told.aimed)


def _in_play(keys: Iterable[str], rules: Rules[Any]) -> list[str]:
    """Keys of steps in the order in which these come."""

    def place(key: str) -> tuple[int, int]:
        turn, _, name = key.partition("/")
        return int(turn), [one.name for one in rules.system.steps(int(turn))].index(name)

    return sorted(keys, key=place)


def new_stances(session: Session, since: int) -> Iterator[Block]:
    """The standing orders of others that their files from one number on lay open, in words.

    They are told as things stand now, the same as their author reads them.
    """
    fold, rules = session.ahead().fold, session.rules
    if rules.system.stances is None:
        return
    told = partial(_stances, fold, rules)
    new: dict[str, dict[Order, None]] = {}
    for seq in range(max(since, 1), session.links.seq + 1):
        seat, orders = _orders_of(session, seq)
        if seat != session.seat:
            newly = (rules.system.newly(fold.table.game, seat, order, seq) for order in orders)
            changed = [order for order in newly if order is not None]
            stances = {order: words for order in changed if (words := told(seat, (order,)))}
            earlier = _given_before(session, seat, seq, {type(order) for order in stances})
            before = {told(seat, (order,)) for order in earlier}
            new.setdefault(seat, {}).update(
                (order, None) for order, words in stances.items() if words not in before
            )
    for seat, given in new.items():
        sentences, who = told(seat, tuple(given)), seat_called(fold, seat)
        if sentences:
            yield Heading(text=f"{STANDS}: {who}")
            yield _of_another(who, sentences)


def stands(session: Session, seat: str, order: Order) -> bool:
    """Whether an order of a seat's stands from its file on, instead of coming later."""
    return bool(_stances(session.fold, session.rules, seat, (order,)))


def _stances(
    fold: Fold[Any], rules: Rules[Any], seat: str, orders: tuple[Order, ...]
) -> tuple[str, ...]:
    """What the standing orders among a seat's say, as it would be told now."""
    if rules.system.stances is None or not orders:
        return ()
    return rules.system.stances(view_of(fold, rules, seat, own={}), orders, rules.charts)


def _orders_of(session: Session, seq: int) -> tuple[str, tuple[Order, ...]]:
    """Who wrote a file, and the orders that all read in it."""
    seat, raw = session.file(seq)
    return seat, decode_orders(read(scan(raw)).order, session.rules.system.orders, code="E12")


def _given_before(
    session: Session, seat: str, seq: int, kinds: Set[type[Order]]
) -> tuple[Order, ...]:
    """The orders of some kinds in the last file of a seat, before one, that has any of the kind.

    Forms write out what is in force, and a file without any leaves it so.
    """
    found: list[Order] = []
    for earlier in range(seq - 1, 0, -1):
        kinds = kinds - {type(order) for order in found}
        if not kinds:
            break
        author, orders = _orders_of(session, earlier)
        found += (order for order in orders if author == seat and type(order) in kinds)
    return tuple(found)
