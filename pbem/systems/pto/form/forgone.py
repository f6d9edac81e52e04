"""What a seat forgoes that performs no offensive any more this month [F.2.6, PH13.3]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name, opens_season
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.homeward import plan_at_sea
from pbem.systems.pto.orders.check import ruled, steps_of
from pbem.systems.pto.rules.month.p4_parts import has_offensive, last_part
from pbem.systems.pto.rules.month.p4_turns import ends_with
from pbem.systems.pto.table.naming import agree, all_of, each, nation_name, side_name
from pbem.systems.pto.table.orders_month import Offensive, Pass, Return, Sail, is_appended
from pbem.systems.pto.table.standing import Declines
from pbem.systems.pto.table.state import Game


def rests(orders: Sequence[Order]) -> bool:
    """Whether a file rests for the month [F.2.6]."""
    return any(isinstance(order, Pass) and order.rest for order in orders)


def is_last(view: View[Game], orders: Sequence[Order], after: Game, charts: Charts) -> bool:
    """Whether the offensives of a month are over with a file, which passes last [PH13.3].

    `after` is the game as the orders leave it.
    """
    acts = has_offensive(orders)
    if "P4" not in steps_of(view) or view.game.month.closing or (acts and not last_part(orders)):
        return False
    paid = replace(view.game, purses=after.purses)
    game = ruled(view, paid, orders, Declines)
    return ends_with(game, view.seat, charts, acts=acts)


def over_words(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """That nobody performs an offensive any more after a file, perhaps in the whole game."""
    if is_last(view, orders, after, charts):
        month, enemy = month_name(after.turn), side_name(other(view.side))
        then = f", and the game ends with {month}" if _is_last_month(after) else ""
        yield (
            f"The {enemy} pass as well, so no offensive follows in {month}: with this file its"
            f" offensives are over{then} [PH13.3]."
        )


def _is_last_month(game: Game) -> bool:
    return game.turn >= game.terms.last_turn


def forgone(
    view: View[Game], orders: Sequence[Order], after: Game, charts: Charts
) -> Iterator[str]:
    """Offensives left to a seat that performs none any more, and troops that only one lands.

    `after` is the game as the orders leave it.
    """
    rest = rests(orders)
    if not (rest or is_last(view, orders, after, charts)):
        return
    month, rule = month_name(after.turn), "F.2.6" if rest else "PH13.3"
    left = {one: after.purses[one].track for one in after.purses_of(view.seat)}
    tracks = [
        f"{count(number, 'offensive')} of {nation_name(one)}"
        for one, number in left.items()
        if number
    ]
    if tracks:
        they = "it is" if sum(left.values()) == 1 else "they are"
        lost = f" [{rule}]"
        if _is_last_month(after):
            lost = f", and the game ends with it: {they} lost [{rule}]"
        elif opens_season(after.turn + 1):
            lost = f", and the season ends with it: {they} lost [S3.1]"
        how = f"You rest in {month}" if rest else f"You pass last in {month}"
        yield f"{how} with {all_of(tracks)} left{lost}"
    troops = () if _is_landing(orders) else tuple(_for_an_assault(view, orders, after))
    if troops:
        go, they = agree(troops, "goes", "go"), agree(troops, "it", "they")
        yield (
            f"{each(troops)} {go} ashore at the enemy's by 'assault' alone, in an offensive: if"
            f" you {'rest' if rest else 'pass'}, {they} {agree(troops, 'does', 'do')} not in"
            f" {month} [P4A.2.B, {rule}]"
        )


def _is_landing(orders: Sequence[Order]) -> bool:
    """Whether the file appends an offensive, which its author performs all the same [F.2.6]."""
    return any(isinstance(order, Offensive) and is_appended(order) for order in orders)


def _for_an_assault(view: View[Game], orders: Sequence[Order], game: Game) -> Iterator[str]:
    """The seat's ground units at sea, not bound for an area of its side nor sent home [P3.1.2]."""
    given = (*orders, *plan_at_sea(view, orders))
    going = {order.tf for order in given if isinstance(order, Return)}
    land = {order.tf: order.land for order in orders if isinstance(order, Sail) and order.land}
    for ship in game.ships.values():
        area = land.get(ship.tf, ship.bound)
        is_at_sea = ship.tf in game.forces and game.forces[ship.tf].at not in game.areas
        is_at_sea = is_at_sea and ship.tf not in going
        if ship.nation not in game.nations_of(view.seat) or not is_at_sea:
            continue
        if area not in game.areas or not game.is_friendly(view.side, area):
            yield from (one for one in ship.cargo if one in game.ground)
