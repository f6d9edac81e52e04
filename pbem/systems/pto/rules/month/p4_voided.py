"""Orders that became impossible before their time came [P0.5]."""

from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.state import Game, Told

SUBJECTS = ("unit", "tf", "area", "ship", "what", "nation")
"""The keys that say what an order is about."""


def voided(game: Game, seat: str, order: Order, refusal: Refusal, subject: str = "") -> Told:
    """The order is void, of it all or one subject, for the reason of its refusal."""
    named = (subject, *(str(getattr(order, key, "")) for key in SUBJECTS))
    event = Voided(
        to=ALL,
        seat=seat,
        order=order.type,
        subject=next(filter(None, named), ""),
        cited=refusal.rule,
        why=refusal.what,
    )
    return game, (event,)
