"""What legal orders come to, told before they are sent [F.6.2, D13.2]."""

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.check_home import costs
from pbem.systems.pto.state import Game


def remarks(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> tuple[str, ...]:
    """Where ships go at the end of the month, and what that costs."""
    return tuple(costs(view.game, view.side, view.seat, orders, charts))
