"""What of a standing order holds for whom its seat commands now, and what for whom it may come to.

A partner's squadron follows it once it is landed on a carrier of the seat's own [MH7].
"""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.table.orders import (
    StandingLand,
    StandingLosses,
    StandingMove,
)

_FOLLOWED = {
    StandingLand: ("squadrons",),
    StandingMove: ("squadrons",),
    StandingLosses: ("aa", "fighters", "bombers"),
}
"""The keys under which stand squadrons that follow the order of the seat that commands them."""


def parted(sight: Sight, order: Order) -> tuple[Order | None, Order | None]:
    """What of a standing order holds now, and what once partners' squadrons are landed [MH7]."""
    keys = _FOLLOWED.get(type(order), ())
    squadrons = sight.game.squadrons
    theirs = {id_ for id_, one in squadrons.items() if one.seat != sight.seat}
    later = {key: tuple(i for i in getattr(order, key) if i in theirs) for key in keys}
    if not any(later.values()):
        return order, None
    now = {key: tuple(i for i in getattr(order, key) if i not in theirs) for key in keys}
    own = replace(order, **now)
    if isinstance(own, StandingMove):  # how they move stands beside the squadrons in both parts
        return own if own.squadrons else None, replace(order, **later)
    return own if own != type(own)() else None, type(order)(**later)
