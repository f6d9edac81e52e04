"""Aircraft kept for the strikes that a file orders, and task forces freed from that [F.6.5]."""

from collections.abc import Iterable

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.orders_month import Sail, Strike
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game

Names = tuple[str, ...]


def kept_by(orders: Iterable[Order]) -> tuple[Names, Names]:
    """The aircraft that strikes of one phase keep, and the task forces that `sail` frees."""
    units: Names = ()
    forces: Names = ()
    for order in orders:
        if isinstance(order, Strike):
            units = (*units, *order.units, *order.escorts)
        elif isinstance(order, Sail) and order.strike:
            forces = (*forces, order.tf)
    return units, forces


def keeping(game: Game, orders: Iterable[Order], later: Iterable[Order] = ()) -> Game:
    """The game in which these orders, and no others, keep aircraft for their strikes.

    So do those of `later` parts of the file; who frees aircraft on its way does so on that one.
    """
    units, freed = kept_by(orders)
    kept = (*units, *kept_by(later)[0])
    return game.with_month(replace(game.month, kept=kept, freed=freed))


def is_kept(game: Game, unit: AirUnit) -> bool:
    """Whether a strike ordered for later keeps a unit from all else while ships move."""
    if unit.id not in game.month.kept:
        return False
    return unit.base not in game.ships or game.ships[unit.base].tf not in game.month.freed
