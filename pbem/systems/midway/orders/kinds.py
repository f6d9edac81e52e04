"""The kinds of orders of Midway, in the order in which a file's are carried out."""

from typing import Any

from pbem.engine.kinds import Kind
from pbem.systems.midway.orders.attack import ATTACK
from pbem.systems.midway.orders.cap import CAP_ATTACK
from pbem.systems.midway.orders.land import LAND
from pbem.systems.midway.orders.launch import LAUNCH
from pbem.systems.midway.orders.move import MOVE, SEARCH_GROUPS, STAY
from pbem.systems.midway.orders.plan import PLAN
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.orders.standing import STANDING

KINDS: tuple[Kind[Sight, Any], ...] = (
    *STANDING,
    LAND,
    MOVE,
    STAY,
    SEARCH_GROUPS,
    CAP_ATTACK,
    ATTACK,
    LAUNCH,
    PLAN,
)
