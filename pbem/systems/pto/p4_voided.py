"""Orders of an offensive that became impossible before their time came [P0.5]."""

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.systems.pto.events_play import Voided
from pbem.systems.pto.state import Game
from pbem.systems.pto.told import Told


def voided(game: Game, seat: str, order: Order, cited: str) -> Told:
    """The order is void; nothing else happens. `cited` is the rule that forbids it."""
    named = (str(getattr(order, key, "")) for key in ("unit", "tf", "area"))
    subject = next(filter(None, named), "")
    return game, (Voided(to=ALL, seat=seat, order=order.type, subject=subject, cited=cited),)
