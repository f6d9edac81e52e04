"""The kinds of orders of Midway, in the order in which a file's are carried out."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.kinds import ANY, Kind
from pbem.frozen import replace
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.orders.attack import ATTACK
from pbem.systems.midway.orders.cap import CAP_ATTACK
from pbem.systems.midway.orders.land import LAND
from pbem.systems.midway.orders.launch import LAUNCH
from pbem.systems.midway.orders.move import MOVE, SEARCH_GROUPS, STAY
from pbem.systems.midway.orders.plan import PLAN
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.orders.standing import STANDING
from pbem.systems.midway.rules.asks import Moment

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


def _is_of(side: str, step: str) -> bool:
    """Whether a side takes orders in a step [M0.2]."""
    return step == ANY or Moment(turn=0, phase=int(step)).side == side


KINDS_OF: Mapping[str, tuple[Kind[Sight, Any], ...]] = {
    side: tuple(
        replace(kind, steps=tuple(step for step in kind.steps if _is_of(side, step)))
        for kind in KINDS
    )
    for side in SIDES
}
"""The same as each side is asked for them, in its own phases alone."""
