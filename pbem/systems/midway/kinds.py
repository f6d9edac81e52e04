"""The kinds of orders of Midway, in the order in which a file's are carried out."""

from typing import Any

from pbem.engine.kinds import Kind
from pbem.systems.midway.p01_land import LAND
from pbem.systems.midway.p03_move import MOVE, SEARCH_GROUPS, STAY
from pbem.systems.midway.p05_cap import CAP_ATTACK
from pbem.systems.midway.p07_attack import ATTACK
from pbem.systems.midway.p09_launch import LAUNCH
from pbem.systems.midway.p11_plan import PLAN
from pbem.systems.midway.p_standing import STANDING
from pbem.systems.midway.sight import Sight

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
