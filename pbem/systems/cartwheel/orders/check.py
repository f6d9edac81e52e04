"""Whether a seat's orders are legal: every defect at once, each with its rule (E.3).

In somebody else's file only what is public can be judged; what is sealed there the audit judges
(E.7). In one's own everything is.
"""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.orders.air import wrong_operations
from pbem.systems.cartwheel.orders.hidden import private_problems
from pbem.systems.cartwheel.orders.sight import STEPS, Sight, sight_of
from pbem.systems.cartwheel.orders.turn import wrong_turn
from pbem.systems.cartwheel.rules import r10_orders as check_naval
from pbem.systems.cartwheel.rules import r11_orders as check_ground
from pbem.systems.cartwheel.rules.statements import statement_problems
from pbem.systems.cartwheel.table.orders import (
    PRIVATE,
    CountsAs,
    Evacuate,
    Mark,
    Relocate,
    Stage,
    Statement,
)
from pbem.systems.cartwheel.table.state import Game

Numbered = Sequence[tuple[int, Order]]


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal; statements are judged with them (E.6)."""
    sight = sight_of(view, charts)
    numbered = list(enumerate(orders, 1))
    yield from _misplaced(sight, numbered)
    yield from statement_problems(view, orders, charts)
    timely = [(number, order) for number, order in numbered if _is_timely(sight, order)]
    yield from wrong_turn(sight, timely)
    yield from wrong_operations(sight, timely)
    yield from check_naval.doubled(timely)
    for number, order in timely:
        yield from check_naval.problems(sight.game, sight.side, order, number, charts)
    yield from check_ground.problems(sight.game, sight.side, timely, charts)
    if sight.own:
        yield from private_problems(view, orders, charts)


# --- in the wrong file ---------------------------------------------------------------------------


def _is_timely(sight: Sight, order: Order) -> bool:
    """Whether an order belongs to a step that the file answers."""
    match order:
        case Mark():
            return sight.marks
        case Relocate():
            return sight.relocates or sight.decides
        case Evacuate() | CountsAs():
            return sight.decides
        case Stage():
            return sight.operates
    return any(step in sight.steps for step in STEPS[order.type])


def _misplaced(sight: Sight, numbered: Numbered) -> Iterator[Problem]:
    """Orders of other steps [4, 5.2a], and sealed ones that stand in the open (E.3)."""
    for number, order in numbered:
        if isinstance(order, PRIVATE) and not sight.own:
            what = f"'{order.type}' is sealed, and does not stand in a file"
            yield sight.problem(number, "", order.rule, what, "its author's program is at fault")
        elif not isinstance(order, Statement) and not _is_timely(sight, order):
            what = f"'{order.type}' is not asked for in this file"
            yield sight.problem(number, "", _rule_of(order), what, _when(sight))


def _rule_of(order: Order) -> str:
    """The rule of the sequence of play that puts an order elsewhere [AMB-1, AMB-25]."""
    return "5.2a" if order.type in ("commit-11th", "commit-tf36") else order.rule


def _when(sight: Sight) -> str:
    """What the file does take, for a hint."""
    types = sorted(type_ for type_, steps in STEPS.items() if set(steps) & set(sight.steps))
    if not types:
        return "this file only opens and states: take it out"
    return f"this file takes: {', '.join(types)}"
