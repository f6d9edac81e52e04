"""A player that any seat can leave its orders to: legal, plain, and in a hurry [F.3].

Each part proposes orders, best first; what the checks refuse is left out.
"""

from collections.abc import Iterable
from operator import itemgetter

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.bot import air as bot_air
from pbem.systems.pto.bot import fleet as bot_fleet
from pbem.systems.pto.bot import front as bot_front
from pbem.systems.pto.bot import offensive as bot_offensive
from pbem.systems.pto.bot import sea as bot_sea
from pbem.systems.pto.bot import season as bot_season
from pbem.systems.pto.bot import standing as bot_standing
from pbem.systems.pto.bot import strategic as bot_strategic
from pbem.systems.pto.orders.check import check, judge, steps_of
from pbem.systems.pto.table.orders import Pass
from pbem.systems.pto.table.state import Game


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """The orders of a seat for what its next file answers."""
    found: tuple[Order, ...] = ()
    steps = steps_of(view)
    if "S2.3" in steps:
        bought = (*bot_season.orders(view, charts), *_prepared(view, charts))
        found = legal(view, bought, charts)
    elif "P3.1" in steps:
        found = _phase_3(view, charts)
    elif "P4" in steps:
        found = _offensive(view, charts)
    elif "P5" in steps:
        ending = (*bot_front.orders(view, charts), *_prepared(view, charts))
        found = legal(view, ending, charts)
    elif "P0" in steps:
        found = legal(view, _prepared(view, charts), charts)
    return found


def _prepared(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """What it says beforehand: bombing of Japan, and standing orders for the month to come."""
    return (*bot_strategic.orders(view, charts), *bot_standing.orders(view))


def _phase_3(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Ships first; then aircraft, carriers being where the ships go."""
    sailing = (*bot_fleet.orders(view, charts), *bot_sea.orders(view, charts))
    there = judge(view, tuple(enumerate(sailing, 1)), charts).sight.game
    flying = bot_air.orders(replace(view, game=there), charts)
    return legal(view, (*sailing, *flying), charts)


def _offensive(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """The first offensive that is worth it and legal, else a pass with the end of the month."""
    for proposal in bot_offensive.proposals(view, charts):
        if not tuple(check(view, proposal, charts)):
            return proposal
    ending = (*bot_front.orders(view, charts), *_prepared(view, charts))
    return legal(view, (Pass(ends=True), *ending), charts)


def legal(view: View[Game], wanted: Iterable[Order], charts: Charts) -> tuple[Order, ...]:
    """Those orders that are legal together, each judged with the ones before it."""
    found = judge(view, tuple(enumerate(wanted, 1)), charts)
    return tuple(order for _, order in sorted(found.legal, key=itemgetter(0)))
