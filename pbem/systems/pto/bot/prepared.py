"""What the computer player says beforehand, and what of its orders is legal [F.3, F.4]."""

from collections.abc import Iterable
from operator import itemgetter

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.bot import standing as bot_standing
from pbem.systems.pto.bot import strategic as bot_strategic
from pbem.systems.pto.orders.check import judge
from pbem.systems.pto.table.state import Game


def prepared(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """The bombing of Japan, and standing orders for the month to come."""
    return (*bot_strategic.orders(view, charts), *bot_standing.orders(view))


def legal(view: View[Game], wanted: Iterable[Order], charts: Charts) -> tuple[Order, ...]:
    """Those orders that are legal together, each judged with the ones before it."""
    found = judge(view, tuple(enumerate(wanted, 1)), charts)
    return tuple(order for _, order in sorted(found.legal, key=itemgetter(0)))
