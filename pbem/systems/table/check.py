"""Whether a seat's orders are legal, with every reason why not [T1-T11]."""

from collections.abc import Iterator

from pbem.engine.kinds import judged, refuse
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.table.charts import Limits
from pbem.systems.table.kinds import KINDS, Sight
from pbem.systems.table.state import Game


def check(view: View[Game], orders: tuple[Order, ...], limits: Limits) -> Iterator[Problem]:
    """Every reason for which the orders are not legal; each is judged after those before it."""
    if orders and not view.decision.covers:
        yield refuse("T9", "", "this file only opens dice", "send it without orders").of(1)
    elif len(orders) > limits.orders_in_file:
        what, hint = f"{len(orders)} orders in one file", f"{limits.orders_in_file} are allowed"
        yield refuse("T11", "", what, hint).of(len(orders))
    else:
        yield from judged(KINDS, first_sight(view, limits), tuple(enumerate(orders, 1))).problems


def first_sight(view: View[Game], limits: Limits) -> Sight:
    """What the first order of a file is judged on."""
    return Sight(
        found=view.game,
        game=view.game,
        seat=view.seat,
        turn=view.turn,
        limits=limits,
        own=view.own,
    )


def sight_of(view: View[Game], _: type[Order], limits: Limits) -> Sight | None:
    """What an order is judged on, as the file's first; None in a file that only opens dice."""
    return first_sight(view, limits) if view.decision.covers else None
