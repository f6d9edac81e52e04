"""The orders of Pacific Theater of Operations [F.3]; standing orders are in `standing`."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.systems.pto.table.orders_month import (
    Airlift,
    Assault,
    Attack,
    Blockade,
    BombJapan,
    Debark,
    Drop,
    Engage,
    Form,
    March,
    Offensive,
    Pass,
    Rail,
    Repair,
    Replenish,
    Return,
    Sail,
    Stay,
    Strike,
    Support,
    Transfer,
)
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.standing import STANDING, Sealed

ALL_ORDERS: tuple[type[Order], ...] = (
    Form, Sail, Engage, Strike, Transfer, Airlift, Offensive, Pass, March, Assault, Drop, Support,
    Attack, Rail, Debark, Return, Stay, Replenish, Repair, LendLease, Rebuild, Mend, Build,
    Reserve, Bid, BombJapan, Blockade, Sealed, *STANDING,
)  # fmt: skip
TYPES: Mapping[str, type[Order]] = {kind.type: kind for kind in ALL_ORDERS}
"""Every kind of order by its type."""
