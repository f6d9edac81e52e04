"""All orders of Operation Cartwheel (E.3)."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    NavalMission,
    Pass,
    Reply,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    Build,
    CommitEleventh,
    CommitTF36,
    ConcludeLater,
    CountsAs,
    Dismantle,
    Evacuate,
    GeneralRegroup,
    Mark,
    PlaceAce,
    PlaceRadar,
    Recon,
    ReconReturn,
    Redistribute,
    Statement,
    Withdraw,
)

ALL_ORDERS: tuple[type[Order], ...] = (
    CommitEleventh, CommitTF36, PlaceRadar, PlaceAce, Build, Redistribute, Evacuate,
    GeneralRegroup, Mark, Recon, CountsAs,
    AirMission, Reply, NavalMission, Pass, Stage, StandDown, Answers, Asked,
    March, Land, Attack, Raid, Fortify,
    ConcludeLater, ReconReturn, Withdraw, Dismantle, Arrive, Statement,
)  # fmt: skip
TYPES: Mapping[str, type[Order]] = {kind.type: kind for kind in ALL_ORDERS}
PRIVATE = tuple(kind for kind in ALL_ORDERS if kind.public is None)
"""Orders of which nothing stands in a turn file."""
