"""That a file of Japan's opens the war, and what it costs from then on [D13, PH16.2]."""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import JAPANESE
from pbem.systems.pto.orders.aims import target_of
from pbem.systems.pto.orders.attack import goal
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.combat.ph7_air import Raid
from pbem.systems.pto.rules.d13_war import attacks_area, attacks_force, is_at_peace
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p3_missions import attacked
from pbem.systems.pto.rules.p3_half import is_surprise_attack
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Debark,
    Drop,
    Engage,
    March,
    Strike,
)
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.play import fuel_words


def opened_by(view: View[Game], orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """That Japan is at war once a file is carried out, for what it attacks or in any case."""
    if view.side != JAPANESE or not is_at_peace(view.game):
        return
    if "P3.1" in steps_of(view) and is_surprise_attack(view.game, view.side, "P3"):
        when = "From the end of this half of phase 3, whatever it attacks, Japan is at war [PH16.2]"
        yield f"{when}; from then on {fuel_words(charts)}"
        return
    game = all_formed(view.game, view.seat, orders)
    if any(_after(game, one).at_war for one in orders):  # as things stand
        once = "Japan is at war once it attacks others than China [D13.1]"
        yield f"{once}; from then on {fuel_words(charts)}"


def _after(game: Game, order: Order) -> Game:
    """The game in which Japan is at war if an order goes at others than China [D13.1]."""
    match order:
        case Strike():
            raid = Raid(side=JAPANESE, area=order.area, units=order.units, escorts=order.escorts)
            return attacked(game, raid, target_of(order))
        case Engage():
            return attacks_force(game, order.tf, order.enemy)
        case March() | Assault() | Drop() | Attack() if to := goal(order):
            return attacks_area(game, JAPANESE, to)
        case Debark():
            return attacks_area(game, JAPANESE, order.then or order.area)
    return game
