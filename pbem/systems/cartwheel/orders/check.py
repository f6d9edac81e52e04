"""Whether a seat's orders are legal: every defect at once, each with its rule (E.3).

In somebody else's file only what is public can be judged; what is sealed there the audit judges
(E.7). In one's own everything is.
"""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from pbem.engine.kinds import Kind, carried_out, judged, misplaced, refuse
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.orders.sight import PROGRAM, Sight
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.sealing import as_stated
from pbem.systems.cartwheel.rules.occasion import GROUND, answered_by, steps_of
from pbem.systems.cartwheel.rules.r11_orders import together
from pbem.systems.cartwheel.rules.statements import missing
from pbem.systems.cartwheel.table.orders import PRIVATE
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, March, Raid
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.steps import step_title


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal; statements are judged with them (E.6)."""
    sight = judged_on(view, orders, charts)
    steps, seen = frozenset(sight.steps), []
    for number, order in enumerate(orders, 1):
        if sight.private is None and isinstance(order, PRIVATE):
            what = f"'{order.type}' is sealed, and does not stand in a file"
            yield refuse(order.rule, "", what, PROGRAM).of(number)
        else:
            seen.append((number, order))
    taken = _taken(steps)
    types = [kind.order for kind in taken]
    strange = [one for one in seen if type(one[1]) not in types]
    if strange:
        early = _too_early(view, orders, steps)
        yield from (AHEAD.of(number) for number, order in strange if type(order) in early)
        late = [one for one in strange if type(one[1]) not in early]
        barred = () if view.game.terms.ground_combat else FIGHTS
        yield from misplaced(KINDS, steps, late, partial(step_title, 0), barred)
    yield from judged(taken, sight, carried_out(taken, seen)).problems
    if sight.private is None:
        lacking = missing(sight.game, sight.side, orders)
        yield from (refusal.of(len(orders) or 1) for refusal in lacking)


FIGHTS = (Raid, March, Attack, Fortify)
"""Ground orders of which a scenario without ground combat has none [H17.1]."""
AHEAD = refuse(
    "H8.10.2", "", "ground orders and conclusion stand in this file if operations end with it",
    "add ashore = true to its pass, if the enemy has no opportunity left, or wait to be asked",
)  # fmt: skip
"""Why a file of missions holds no ground orders."""


def _too_early(
    view: View[Game], orders: tuple[Order, ...], steps: frozenset[str]
) -> list[type[Order]]:
    """The kinds that a file would take if operations ended with it [H8.10].

    None of the conclusion if it puts that off [H12.2.2].
    """
    covered = frozenset(steps_of(view.decision.covers, orders))
    return [kind.order for kind in _taken(covered) if covered - steps and not kind.is_taken(steps)]


@cache
def _taken(steps: frozenset[str]) -> tuple[Kind[Sight, Any], ...]:
    """The rows of the orders that a file takes; there are few files of different steps."""
    return tuple(kind for kind in KINDS if kind.is_taken(steps))


def sight_of(view: View[Game], kind: type[Order], charts: Charts) -> Sight | None:
    """What an order of a kind is judged on, if the file holds no other; None if it takes none."""
    sight = judged_on(view, (), charts)
    is_taken = any(row.order is kind for row in _taken(frozenset(sight.steps)))
    return sight if is_taken and sight.private is not None else None


def judged_on(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Sight:
    """What the orders of a view are judged on."""
    steps = answered_by(view.game, view.side, view.decision.covers, orders, charts)
    lands = not {*GROUND}.isdisjoint(steps)
    return Sight(
        game=as_stated(view, charts),
        side=view.side,
        turn=view.turn,
        steps=steps,
        private=view.private if isinstance(view.private, Private) else None,
        file=orders,
        ashore=together(view.game, view.side, orders, charts) if lands and orders else None,
        charts=charts,
    )
