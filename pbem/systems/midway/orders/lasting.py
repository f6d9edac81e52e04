"""What of a standing order holds now: for those who are still there, and whom its seat commands.

The lost and the sunk drop out of it [M0.6, M15.3]; a partner's squadron follows it once it is
landed on a carrier of the seat's own [MH7].
"""

from collections.abc import Set as AbstractSet
from typing import TypeVar

from pbem.engine.orders import Order
from pbem.frozen import names, replace
from pbem.systems.midway.orders.sight import Sight, is_lost
from pbem.systems.midway.table.carriers import is_afloat
from pbem.systems.midway.table.orders import (
    StandingLand,
    StandingLosses,
    StandingMove,
    StandingPlan,
)

OrderT = TypeVar("OrderT", bound=Order)

_FOLLOWED = {
    StandingLand: ("squadrons",),
    StandingMove: ("squadrons",),
    StandingLosses: ("aa", "fighters", "bombers"),
}
"""The keys under which stand squadrons that follow the order of the seat that commands them."""


def gone(sight: Sight) -> frozenset[str]:
    """The squadrons that are lost and the carriers that are sunk [M0.6, M15.3]."""
    lost = {id_ for id_ in sight.charts.squadrons if is_lost(sight, id_)}
    ships = sight.game.carriers.values()
    return frozenset(lost | {one.id for one in ships if not is_afloat(one, sight.charts)})


def named_in(order: Order) -> frozenset[str]:
    """Everything that stands in an order."""
    values = [getattr(order, key) for key in names(order)]
    lists = (value for value in values if isinstance(value, tuple))
    words = (value for value in values if isinstance(value, str))
    return frozenset((*words, *(id_ for ids in lists for id_ in ids)))


def lasting(order: OrderT, lost: AbstractSet[str]) -> OrderT | None:
    """A standing order without those who are gone; None if nothing is left of it."""
    if isinstance(order, StandingPlan):
        return None if order.carrier in lost else order
    left = replace(
        order,
        **{
            key: tuple(id_ for id_ in value if id_ not in lost)
            for key in names(order)
            if isinstance(value := getattr(order, key), tuple)
        },
    )
    if isinstance(left, StandingMove):
        waits = left.until or left.move != "hold-until"
        return left if left.squadrons and waits else None
    return left if left == order or left != type(order)() else None


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
