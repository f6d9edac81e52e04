"""Whether orders are legal [MB1, MB3]: every fault at once, each with its rule.

Standing orders are in force from the file on; the phases that it answers are judged one after
the other, each on what the orders before lead to.
"""

from collections.abc import Iterator
from functools import partial

from pbem.engine.kinds import judged, misplaced
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.orders.kinds import KINDS, KINDS_OF
from pbem.systems.midway.orders.sight import Sight, after, in_phase, sights, standing_sight
from pbem.systems.midway.orders.standing import STANDING
from pbem.systems.midway.table.orders import Move, PhaseOrder, SearchGroups, Stay
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words.names import step_title


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal: standing orders, then phase by phase."""
    numbered = tuple(enumerate(orders, 1))
    steps = tuple(key.partition("/")[2] for key in view.decision.covers)
    sight = standing_sight(view, charts)
    partners = () if sight.is_last else (SearchGroups,)
    kinds = KINDS_OF[view.side]
    yield from misplaced(kinds, frozenset(steps), numbered, partial(step_title, 0), partners)
    found = judged(STANDING, sight, numbered)
    yield from found.problems
    sight = found.sight
    for key, step in zip(view.decision.covers, steps, strict=True):
        mine = tuple((number, order) for number, order in numbered if is_for(order, step))
        ordered = tuple(order for _, order in mine)
        found = judged(KINDS, in_phase(view, sight, key, ordered), mine)
        if len(found.legal) < len(mine):  # whom a refused order names goes or stays without it
            moves = tuple(o for n, o in mine if (n, o) in found.legal or not _is_move(o))
            found = judged(KINDS, in_phase(view, sight, key, moves), mine)
        yield from found.problems
        legal = tuple(order for _, order in found.legal)
        sight = after(in_phase(view, sight, key, legal))


def _is_move(order: Order) -> bool:
    return isinstance(order, Move | Stay)


def is_for(order: Order, step: str) -> bool:
    """Whether a step takes the order."""
    return isinstance(order, PhaseOrder) and int(step) in order.phases


def sight_of(view: View[Game], kind: type[Order], charts: Charts) -> Sight | None:
    """What an order of a kind is judged on, if the file holds no other; None if it takes none."""
    if not issubclass(kind, PhaseOrder):
        return standing_sight(view, charts)
    return next((one for one in sights(view, charts) if one.phase in kind.phases), None)
