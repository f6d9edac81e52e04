"""The kinds of orders of Pacific Theater, in the order in which a file's are carried out."""

from typing import Any

from pbem.engine.kinds import Kind
from pbem.frozen import replace
from pbem.systems.pto.orders.air import AIRLIFT, STRIKE, TRANSFER
from pbem.systems.pto.orders.attack import ATTACK, SUPPORT
from pbem.systems.pto.orders.economy import BLOCKADE, BOMB_JAPAN, REPAIR, REPLENISH
from pbem.systems.pto.orders.ground import ASSAULT, DEBARK, DROP, MARCH, RAIL, attacks_on_arrival
from pbem.systems.pto.orders.home import RETURN, STAY
from pbem.systems.pto.orders.naval import ENGAGE, FORM, SAIL
from pbem.systems.pto.orders.offensive import OFFENSIVE, PASS
from pbem.systems.pto.orders.season import BID, BUILD, LEND_LEASE, MEND, REBUILD, RESERVE
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.orders.standing import SEALED, STANDING

KINDS: tuple[Kind[Sight, Any], ...] = (
    SEALED,
    *STANDING,
    BOMB_JAPAN,
    BLOCKADE,
    LEND_LEASE,
    REBUILD,
    MEND,
    BUILD,
    RESERVE,
    BID,
    OFFENSIVE,
    PASS,
    FORM,
    SAIL,
    DEBARK,
    RAIL,
    MARCH,
    ASSAULT,
    DROP,
    STRIKE,
    SUPPORT,
    ENGAGE,
    replace(ATTACK, brought=attacks_on_arrival),
    TRANSFER,
    AIRLIFT,
    RETURN,
    STAY,
    REPLENISH,
    REPAIR,
)
