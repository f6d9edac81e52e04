"""What was lost after an order was written, which names it still: it is passed over [F.6.3]."""

from typing import TypeVar

from pbem.engine.events import Event
from pbem.engine.kinds import refuse
from pbem.engine.mentions import mention
from pbem.frozen import replace
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.table.orders_month import Assault, Form, Transfer
from pbem.systems.pto.table.state import Game

NamingT = TypeVar("NamingT", Assault, Form, Transfer)


def without_lost(game: Game, seat: str, order: NamingT) -> tuple[NamingT, tuple[Event, ...]]:
    """An order of a seat without the units or ships lost since, if any are left; and who they are.

    One that has lost all it names stays as it is: it is void as a whole.
    """
    key = "ships" if isinstance(order, Form) else "units"
    names: tuple[str, ...] = getattr(order, key)
    left = tuple(one for one in names if one not in game.lost and one not in game.dead)
    if not left:
        return order, ()
    lost = (one for one in names if one not in left)
    refusals = ((one, refuse("F.6.3", key, f"{mention(one)} is lost")) for one in lost)
    told = (event for one, why in refusals for event in voided(game, seat, order, why, one)[1])
    return replace(order, **{key: left}), tuple(told)
