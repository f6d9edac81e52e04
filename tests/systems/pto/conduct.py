"""What bots did in a game: sea offensives, landings in odd places, areas left to the enemy."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.bot.theatres import landing_areas
from pbem.systems.pto.table.events_land import AreaTaken, OffensiveBegun
from pbem.systems.pto.table.orders_month import Assault, Sail
from tests.systems.pto.selfplay import Match
from tests.systems.pto.tabletop import CHARTS


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


def astray(game: Match) -> tuple[str, ...]:
    """Troops that land elsewhere than they were bound for in their month, by unit and area."""
    bound: dict[tuple[int, str], str] = {}
    found: list[str] = []
    for file in game.files:
        for order in file.orders:
            if isinstance(order, Sail) and order.land:
                bound |= {(file.turn, unit): order.land for unit in order.load}
            elif isinstance(order, Assault):
                places = ((unit, bound.get((file.turn, unit))) for unit in order.units)
                found += [f"{u} {order.area}" for u, to in places if to not in (None, order.area)]
    return tuple(found)


def left_open(game: Match) -> tuple[str, ...]:
    """Areas that the enemy walked into from next door, their garrison having gone elsewhere."""
    first, before = game.scenes[0].game, game.scenes[0].game
    found: list[str] = []
    for scene in game.scenes:
        for event in scene.events:
            if not isinstance(event, AreaTaken) or not CHARTS.areas[event.area].land_links:
                continue
            side = side_of(event.before)
            held = first.controls(side, event.area) and any(first.ground_at(event.area, side))
            if held and not any(before.ground_at(event.area, side)):
                found.append(f"{event.before} {event.area}")
        before = scene.game
    return tuple(found)


def _goals(orders: tuple[Order, ...]) -> Iterator[str]:
    """Where files land troops or send them by sea."""
    for order in orders:
        match order:
            case Assault():
                yield order.area
            case Sail() if order.land:
                yield order.land
