"""Forces that may meet the enemy first for others of their seat as those sail [PH5.5, P3.1.4].

The rules that send them are asked who is able and willing; whom they will meet nobody knows yet.
"""

from collections.abc import Iterator, Sequence

from pbem.dice import Dice
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.orders.check import ruled, steps_of
from pbem.systems.pto.rules.month.p3_course import moved
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p3_intercept import counterers, is_in_range
from pbem.systems.pto.rules.month.p4_parts import groups
from pbem.systems.pto.rules.p3_half import Half, Phase, is_silenced
from pbem.systems.pto.table.orders_month import Engage, Sail, is_appended
from pbem.systems.pto.table.standing import StandingOrder
from pbem.systems.pto.table.state import Game

HALF: Phase = "P3"
OFFENSIVES: Phase = "P4"


def late_helpers(view: View[Game], orders: Sequence[Order], charts: Charts) -> tuple[str, ...]:
    """Those that may fight for others before their own `sail`, which is then void [PH5.2]."""
    return tuple(tf for tf, waits in helpers(view, orders, charts).items() if waits)


def engaging_helpers(view: View[Game], orders: Sequence[Order], charts: Charts) -> tuple[str, ...]:
    """Those that may fight for others before their `engage`, which is then void [P3.3.1]."""
    if "P3.1" not in steps_of(view):
        return ()
    engaging = {one.tf for one in orders if isinstance(one, Engage) and not is_appended(one)}
    return tuple(tf for tf in helpers(view, orders, charts) if tf in engaging)


def helpers(view: View[Game], orders: Sequence[Order], charts: Charts) -> dict[str, bool]:
    """The seat's forces that may counter-intercept, and whether any does before it sails [PH5.5].

    Each force goes its way in turn, as in play; in phase 4 offensive by offensive.
    """
    phase = OFFENSIVES if "P4" in steps_of(view) else HALF
    half = Half(side=view.side, phase=phase, charts=charts, dice=Dice(None))
    game = supposed(view, half, orders)
    if not steps_of(view) & {"P3.1", "P4"} or is_silenced(game, half.enemy, half.side, phase):
        return {}
    found: dict[str, bool] = {}
    for part in groups(orders) if phase == OFFENSIVES else (orders,):
        sails = [one for one in part if isinstance(one, Sail) and not is_appended(one)]
        waiting = {one.tf for one in sails}
        for order in sails:
            waiting.discard(order.tf)
            for area in order.path:
                game = moved(game, order.tf, area, charts)
                for tf in _coming_out(game, half, order.tf):
                    if view.seat == game.seat_of(game.forces[tf].nation):
                        found[tf] = found.get(tf, False) or tf in waiting
    return found


def supposed(view: View[Game], half: Half, orders: Sequence[Order]) -> Game:
    """The game as ships begin to move: forces formed, nobody has fought, boats may be found."""
    game = ruled(view, all_formed(view.game, view.seat, orders), orders, StandingOrder)
    game = game.with_month(replace(game.month, fought=(), withdrawn=()))
    enemies = (one for one in game.forces.values() if side_of(one.nation) == half.enemy)
    return game.with_forces(replace(one, searched=True) for one in enemies)


def _coming_out(game: Game, half: Half, tf: str) -> Iterator[str]:
    """Who of the moving side may meet an enemy that intercepts a force where it is [PH5.3, PH5.5].

    Every enemy in range may want to.
    """
    for one in game.forces.values():
        if side_of(one.nation) == half.enemy and is_in_range(game, one, tf, half):
            yield from counterers(game, half, tf, one.id)
