"""What bots did in a game: sea offensives, and landings where history had none at that time."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.systems.pto.bot_theatres import landing_areas
from pbem.systems.pto.events_land import OffensiveBegun
from pbem.systems.pto.orders import Assault, Sail
from tests.systems.pto.selfplay import Match


def sea_offensives(game: Match) -> int:
    """The sea offensives of a game."""
    events = (event for scene in game.scenes for event in scene.events)
    return sum(isinstance(event, OffensiveBegun) and event.kind == "sea" for event in events)


def strays(game: Match) -> tuple[str, ...]:
    """Landings and convoys outside the theatre of the month, by seat and area."""
    return tuple(
        f"{file.seat} {area}"
        for file in game.files
        for area in _goals(file.orders)
        if area not in landing_areas(file.seat, file.turn)
    )


def _goals(orders: tuple[Order, ...]) -> Iterator[str]:
    """Where files land troops or send them by sea."""
    for order in orders:
        match order:
            case Assault():
                yield order.area
            case Sail() if order.land:
                yield order.land
