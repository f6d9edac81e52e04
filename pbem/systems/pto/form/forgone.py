"""What a seat forgoes that performs no offensive any more this month [F.2.6]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.dates import month_name, opens_season
from pbem.systems.pto.table.naming import agree, all_of, each, nation_name
from pbem.systems.pto.table.orders_month import Offensive, Pass, Sail, is_appended
from pbem.systems.pto.table.state import Game


def rests(orders: Sequence[Order]) -> bool:
    """Whether a file rests for the month [F.2.6]."""
    return any(isinstance(order, Pass) and order.rest for order in orders)


def forgone(view: View[Game], orders: Sequence[Order], after: Game) -> Iterator[str]:
    """Offensives that a seat which rests has left, and troops that only one would bring ashore.

    `after` is the game as the orders leave it.
    """
    if not rests(orders):
        return
    month = month_name(after.turn)
    left = {one: after.purses[one].track for one in after.purses_of(view.seat)}
    tracks = [
        f"{count(number, 'offensive')} of {nation_name(one)}"
        for one, number in left.items()
        if number
    ]
    if tracks:
        ends = opens_season(after.turn + 1) and after.turn < after.terms.last_turn
        they = "it is" if sum(left.values()) == 1 else "they are"
        lost = f", and the season ends with it: {they} lost [S3.1]" if ends else " [F.2.6]"
        yield f"You rest in {month} with {all_of(tracks)} left{lost}"
    troops = () if _is_landing(orders) else tuple(_for_an_assault(view, orders, after))
    if troops:
        go, they = agree(troops, "goes", "go"), agree(troops, "it", "they")
        yield (
            f"{each(troops)} {go} ashore at the enemy's by 'assault' alone, in an offensive: if"
            f" you rest, {they} {agree(troops, 'does', 'do')} not in {month} [P4A.2.B, F.2.6]"
        )


def _is_landing(orders: Sequence[Order]) -> bool:
    """Whether the file appends an offensive, which its author performs all the same [F.2.6]."""
    return any(isinstance(order, Offensive) and is_appended(order) for order in orders)


def _for_an_assault(view: View[Game], orders: Sequence[Order], game: Game) -> Iterator[str]:
    """The seat's ground units at sea that are not bound for an area of its side [P3.1.2]."""
    land = {order.tf: order.land for order in orders if isinstance(order, Sail) and order.land}
    for ship in game.ships.values():
        area = land.get(ship.tf, ship.bound)
        is_at_sea = ship.tf in game.forces and game.forces[ship.tf].at not in game.areas
        if ship.nation not in game.nations_of(view.seat) or not is_at_sea:
            continue
        if area not in game.areas or not game.is_friendly(view.side, area):
            yield from (one for one in ship.cargo if one in game.ground)
