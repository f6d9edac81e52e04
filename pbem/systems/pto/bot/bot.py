"""A player that any seat can leave its orders to: legal, plain, and in a hurry [F.3].

Each part proposes orders, best first; what the checks refuse is left out.
"""

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.bot import air as bot_air
from pbem.systems.pto.bot import fleet as bot_fleet
from pbem.systems.pto.bot import front as bot_front
from pbem.systems.pto.bot import sea as bot_sea
from pbem.systems.pto.bot import season as bot_season
from pbem.systems.pto.bot import standing as bot_standing
from pbem.systems.pto.bot import turns as bot_turns
from pbem.systems.pto.bot.prepared import legal, prepared
from pbem.systems.pto.orders.check import judge, steps_of
from pbem.systems.pto.table.orders_month import Pass
from pbem.systems.pto.table.state import Game


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """The orders of a seat for what its next file answers."""
    found: tuple[Order, ...] = ()
    steps = steps_of(view)
    if "S2.3" in steps:
        bought = (*bot_season.orders(view, charts), *prepared(view, charts))
        found = legal(view, bought, charts)
    elif "P3.1" in steps:
        found = _phase_3(view, charts)
    elif "P4" in steps:
        found = bot_turns.orders(view, charts)
    elif "P5" in steps:
        ending = (*bot_front.orders(view, charts), *prepared(view, charts))
        found = legal(view, ending, charts)
    elif "P0" in steps:
        found = legal(view, prepared(view, charts), charts)
    return found


def _phase_3(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Ships first; then aircraft, carriers being where the ships go; then perhaps a rest.

    Whoever goes first in a month that opens the scenario has said nothing beforehand [F.2.4].
    """
    begins = view.game.has_no_month_before and view.side == view.game.month.first
    standing = bot_standing.orders(view) if begins else ()
    sailing = (*bot_fleet.orders(view, charts), *bot_sea.orders(view, charts))
    there = judge(view, tuple(enumerate(sailing, 1)), charts).sight.game
    flying = bot_air.orders(replace(view, game=there), charts)
    resting = (Pass(rest=True),) if bot_turns.rests(view, there, charts) else ()
    given = (*standing, *bot_standing.declining(view), *sailing, *flying, *resting)
    return legal(view, given, charts)
