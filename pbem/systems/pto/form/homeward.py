"""By which orders ships go home at the month's end, and what they find, if known [P6.1, F.2.2]."""

from collections.abc import Iterable, Sequence

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.orders.check import for_the_end, left_by, steps_of
from pbem.systems.pto.orders.home import after_the_end, with_first_home, with_home
from pbem.systems.pto.orders.sight import enemies_home
from pbem.systems.pto.rules.month.p4_parts import last_part
from pbem.systems.pto.rules.month.p4_turns import has_plan
from pbem.systems.pto.table.orders_month import Pass
from pbem.systems.pto.table.state import Game, Plan


def is_for_ends(view: View[Game], orders: Iterable[Order]) -> bool:
    """Whether a file decides the month's end: its own, or with a pass [F.2.2, F.2.5]."""
    steps = steps_of(view)
    return "P5" in steps or ("P4" in steps and has_plan(last_part(orders)))


def plan_kept(view: View[Game], orders: Sequence[Order]) -> Plan | None:
    """What an earlier pass said of the month's end, unless these orders say something else."""
    anew = any(isinstance(order, Pass) and order.anew for order in orders)
    if "P4" not in steps_of(view) or anew or has_plan(last_part(orders)):
        return None
    return view.game.month.plans.get(view.seat)


def plan_at_sea(view: View[Game], orders: Sequence[Order]) -> tuple[Order, ...]:
    """What an earlier pass ordered of ships at the month's end, where that stays in force."""
    plan = plan_kept(view, orders)
    return plan.of_ships if plan else ()


def enemy_home(view: View[Game], game: Game, charts: Charts) -> Game:
    """The game with the enemy's ships where his orders for the month's end take them, if known."""
    return with_home(game, enemies_home(view), charts)


def going_home(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> tuple[View[Game], tuple[Order, ...]]:
    """What a file for the month's end finds as its ships move, and its part of it [P6.1.1].

    The side with the initiative moves first: the others find its ships gone that are to go.
    """
    ending, brought = for_the_end(view, orders, charts)
    then = with_first_home(ending.game, view.side, enemies_home(view), charts)
    return replace(ending, game=then), brought


def all_home(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Game:
    """The game with all ships where the month's end takes them, by orders that are known [P6.1]."""
    steps = steps_of(view)
    if not steps & {"P3.1", "P4", "P5"}:
        return view.game
    ending, brought = going_home(view, orders, charts)
    game = left_by(view, orders, charts) if "P3.1" in steps else ending.game
    given = brought if is_for_ends(view, orders) else plan_at_sea(view, orders)
    game = after_the_end(game, view.seat, given, charts)
    for seat in game.seats_of(view.side):
        if seat != view.seat and seat in game.month.plans:
            game = after_the_end(game, seat, game.month.plans[seat].of_ships, charts)
    return enemy_home(view, game, charts)
