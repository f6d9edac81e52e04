"""What legal orders come to, told before they are sent [F.6.2, F.6.5, D13.2]."""

from collections.abc import Iterator, Sequence

from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.orders.home import costs
from pbem.systems.pto.rules.f1_sealing import stand
from pbem.systems.pto.rules.month.p3_intercept import is_kept
from pbem.systems.pto.table.naming import all_of
from pbem.systems.pto.table.orders import Sail
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game


def remarks(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> tuple[str, ...]:
    """Which aircraft are kept for strikes; where ships go at the month's end, and the price."""
    return (
        *_kept_while_ships_move(view, orders),
        *costs(view.game, view.side, view.seat, orders, charts),
    )


def kept_for_strikes(view: View[Game], orders: Sequence[Order]) -> tuple[AirUnit, ...]:
    """The aircraft that strikes in these orders keep from all else while ships move [F.6.5]."""
    game = view.game
    for order in orders:
        game = stand(game, view.seat, order)
    return tuple(unit for unit in game.air.values() if is_kept(game, unit))


def _kept_while_ships_move(view: View[Game], orders: Sequence[Order]) -> Iterator[str]:
    if not any(isinstance(order, Sail) and order.path for order in orders):
        return
    kept = [mention(unit.id) for unit in kept_for_strikes(view, orders)]
    if kept:
        verb = "is" if len(kept) == 1 else "are"
        yield f"{all_of(kept)} {verb} kept for the strike ordered while ships move [F.6.5]"
