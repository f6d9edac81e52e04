"""What a seat's ships find as they go home at the month's end, by what is known [P6.1, F.2.2]."""

from collections.abc import Sequence
from itertools import chain

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.check import for_the_end, left_by, steps_of
from pbem.systems.pto.orders.home import after_the_end
from pbem.systems.pto.table.state import Game


def enemy_home(view: View[Game], game: Game, charts: Charts) -> Game:
    """The game with the enemy's ships where his orders for the month's end take them, if known."""
    for seat in game.seats_of(other(view.side)):
        plan = game.month.plans.get(seat)
        filed = [
            held[seat] for key, held in view.earlier.items() if "/P6.1" in key and seat in held
        ]
        if plan or filed:
            orders = plan.of_ships if plan else tuple(chain.from_iterable(filed))
            game = after_the_end(game, seat, orders, charts)
    return game


def going_home(
    view: View[Game], orders: tuple[Order, ...], charts: Charts
) -> tuple[View[Game], tuple[Order, ...]]:
    """What a file for the month's end finds as its ships move, and its part of it [P6.1.1].

    The side with the initiative moves first: the others find its ships gone that are to go.
    """
    ending, brought = for_the_end(view, orders, charts)
    if ending.game.initiative == view.side:
        return ending, brought
    return replace(ending, game=enemy_home(view, ending.game, charts)), brought


def all_home(
    view: View[Game], orders: tuple[Order, ...], plan: Sequence[Order] | None, charts: Charts
) -> Game:
    """The game with all ships where the month's end takes them, by orders that are known [P6.1].

    `plan` is what an earlier file of the seat says of it, if this one does not decide it.
    """
    steps = steps_of(view)
    if not steps & {"P3.1", "P4", "P5"}:
        return view.game
    ending, brought = going_home(view, orders, charts)
    game = left_by(view, orders, charts) if "P3.1" in steps else ending.game
    game = after_the_end(game, view.seat, brought if plan is None else plan, charts)
    for seat in game.seats_of(view.side):
        if seat != view.seat and seat in game.month.plans:
            game = after_the_end(game, seat, game.month.plans[seat].of_ships, charts)
    return enemy_home(view, game, charts)
