"""The order `naval-mission`: why not, and who may sail where, what for [H10]."""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal, refuse
from pbem.systems.cartwheel.orders.opportunity import untimely
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.r08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.rules.r10_orders import wrong_mission
from pbem.systems.cartwheel.table.orders import NavalMission, Withdraw


def _faults(sight: Sight, order: NavalMission) -> Iterator[Refusal]:
    """When it is made, and everything about the ships and their way [H10]."""
    yield from untimely(sight, order)
    yield from wrong_mission(sight.game, sight.side, order, sight.charts)


def once_at_sea(_: Sight, order: NavalMission | Withdraw) -> Iterator[Claim]:
    """Each ship has one mission, and one way home [H10.1, H12.2]."""
    for ship in dict.fromkeys(order.ships):
        what, hint = f"{ship[:40]} has its orders already", "name each ship in one order"
        refusal = refuse(order.rule, "ships", what, hint)
        yield Claim(subject=f"{order.type} {ship}", refusal=refusal)


NAVAL_MISSION = Kind(order=NavalMission, steps=(OPERATIONS,), faults=_faults, claims=once_at_sea)
