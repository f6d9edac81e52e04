"""The computer player: legal orders for every decision, from what its seat may see."""

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.check import check
from pbem.systems.cartwheel.m08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.orders import Pass
from pbem.systems.cartwheel.sight import sight_of
from pbem.systems.cartwheel.state import Game


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Legal orders for every step that the seat's decision covers; none where it only opens."""
    sight = sight_of(view, charts)
    if OPERATIONS in sight.steps and not sight.replying:
        passed: tuple[Order, ...] = (Pass(times=2),)
        return passed if not any(check(view, passed, charts)) else ()
    return ()
