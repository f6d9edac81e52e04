"""What a seat has before it when it writes, and whether its orders are legal (E12).

Orders are checked against what their author may see, so that a refusal tells nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, TypeVar

from pbem.engine.decisions import Decision
from pbem.engine.kinds import untimely
from pbem.engine.ledger import REFEREE, Fold, Rules, is_over, last_order, side_of, writer
from pbem.engine.mentions import Speller
from pbem.engine.orders import (
    ALONE,
    COMMON,
    Disclose,
    End,
    Legible,
    Order,
    Resign,
    judged_beside,
    numbered_in,
    order_place,
)
from pbem.engine.rulings import ruling_problems
from pbem.engine.run import current_step
from pbem.engine.steps import Section, View
from pbem.errors import ENOUGH, Problem
from pbem.frozen import FrozenMap, replace

G = TypeVar("G")


def decision_for(fold: Fold[G], rules: Rules[G], seat: str) -> Decision:
    """What the seat's next file must hold, once its own seed has been opened."""
    if is_over(fold, rules):
        last = writer(fold) == seat and rules.system.hidden is None
        opens = tuple(item.id for item in fold.sealed if item.seat == seat) if last else ()
        return Decision(seat=seat, rule="", opens=opens)
    asked = (decision for decision in fold.table.asks if decision.seat == seat)
    return next(asked, Decision(seat=seat, rule=""))


def view_of(
    fold: Fold[G], rules: Rules[G], seat: str, own: Mapping[str, str], private: object = None
) -> View[G]:
    """What the seat may see; `own` are the contents of its sealed items by id."""
    table = fold.table
    return View(
        seat=seat,
        side=side_of(fold, seat),
        seats=fold.seats,
        turn=table.turn,
        step=current_step(rules.system, table).name,
        game=table.game,
        decision=decision_for(fold, rules, seat),
        earlier=table.held,
        own=FrozenMap(own),
        sealed=tuple(item.id for item in fold.sealed if item.seat == seat),
        private=private,
    )


def check_orders(
    fold: Fold[G],
    rules: Rules[G],
    seat: str,
    orders: tuple[Order, ...],
    own: Mapping[str, str],
    private: object = None,
) -> tuple[Problem, ...]:
    """The reasons for which the orders are not legal now (E12): all that anybody wants to hear."""
    ends = _wrong_end(fold, rules, seat, orders)
    last = tuple(islice(chain(ends, ruling_problems(fold, rules, seat, orders)), ENOUGH))
    if last or any(isinstance(order, ALONE) for order in orders) or is_over(fold, rules):
        return last
    if side_of(fold, seat) == REFEREE:
        return ()
    view = view_of(fold, rules, seat, own, private)
    numbered = ((n, order) for n, order in enumerate(orders, 1) if order.type not in COMMON)
    of_system = Legible(orders=tuple(numbered), problems=())  # it knows none of ours
    asked = tuple(order for _, order in of_system.orders)
    return judged_beside(of_system, islice(rules.system.check(view, asked, rules.charts), ENOUGH))


def timely(
    fold: Fold[G], rules: Rules[G], seat: str, tables: Sequence[Any], read: Legible
) -> Legible:
    """What was read of a file; what is of another time is told so, and not how to write it."""
    system, covers = rules.system, decision_for(fold, rules, seat).covers
    side = side_of(fold, seat)
    if is_over(fold, rules) or side == REFEREE:
        return read
    kinds = system.kinds_of.get(side, system.kinds)
    steps = frozenset(key.partition("/")[2] for key in covers)
    titled = partial(system.step_title, fold.table.turn)
    late = {kind.order.type: kind for kind in kinds if not kind.is_taken(steps)}
    legible, told = dict(read.orders), dict[str, Problem]()
    for problem in read.problems:
        number = numbered_in(problem.where)
        kind = late.get(str(tables[number - 1].get("type"))) if number else None
        if kind is None:
            told[f"{problem.where} {problem.what}"] = problem
        elif number not in legible:
            told[str(number)] = untimely(kind, kinds, steps, titled).of(number)
    return replace(read, problems=tuple(told.values()))


def form_of(view: View[G], rules: Rules[G]) -> tuple[Section, ...]:
    """The system's form, with those of its orders alone that are legal in the file as it stands.

    Whoever takes away the `#` before an example is never refused for it, also beside the orders
    in force that the form carries on.
    """
    sections = rules.system.form(view, rules.charts)

    spell = Speller(rules.system.names(view.game, rules.charts))

    def is_legal(*orders: Order) -> bool:
        return not any(rules.system.check(view, orders, rules.charts))

    carried = tuple(order for section in sections for order in section.orders if is_legal(order))
    return tuple(
        replace(
            section,
            title=spell(section.title),
            choices=tuple(map(spell, section.choices)),
            examples=tuple(order for order in section.examples if is_legal(*carried, order)),
            together=tuple(orders for orders in section.together if is_legal(*carried, *orders)),
            orders=tuple(order for order in section.orders if order in carried),
        )
        for section in sections
    )


def _wrong_end(
    fold: Fold[G], rules: Rules[G], seat: str, orders: tuple[Order, ...]
) -> Iterator[Problem]:
    """What is wrong with orders that stand alone, and with any others when the game is over."""
    over, ending = is_over(fold, rules), writer(fold) == seat
    last = last_order(fold, rules)
    for number, order in enumerate(orders, 1):
        if isinstance(order, ALONE) and len(orders) > 1:
            hint = f"take it out; 'pbem {order.type}' writes a file that holds it alone"
            yield _e12(f"'{order.type}' stands alone in its file", number, hint=hint)
        elif isinstance(order, Resign) and over:
            yield _e12("the game is over: there is nothing to resign", number)
        elif isinstance(order, End | Disclose) and not over:
            yield _e12("the game is not over", number)
        elif over and not isinstance(order, last):
            yield _e12(f"the game is over: no orders but '{last.type}' are taken", number)
        elif over and not ending:
            yield _e12("the game is over, and another seat ends it first", number)
    if over and ending and not orders:
        what = f"the game is over: the order '{last.type}' is missing"
        yield _e12(what, 1, hint=f"use 'pbem {last.type}'")


def _e12(what: str, number: int, hint: str = "take it out") -> Problem:
    return Problem(code="E12", what=what, where=order_place(number), hint=hint)
