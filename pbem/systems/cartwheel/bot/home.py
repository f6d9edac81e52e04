"""What the computer player does when operations are over: ships go home, bases move [4.6, H12]."""

from collections.abc import Iterator

from pbem.systems.cartwheel.book.hexes import distance as far
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.mind import Group, Mind
from pbem.systems.cartwheel.bot.sea import Way, gun_danger, loadable, speed, transports, ways
from pbem.systems.cartwheel.bot.worth import pull
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.rules.r10_ships import capacity
from pbem.systems.cartwheel.table.orders_turn import Dismantle, Withdraw
from pbem.systems.cartwheel.table.state import Ship


def conclusion(mind: Mind) -> Iterator[Group]:
    """Returns to port, and mobile bases that have served their time."""
    claimed: dict[str, int] = {}
    groups: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    stays = (*mind.charts.tf36.ships, *mind.charts.carriers.costly)
    ships = [ship for ship in mind.ships(mind.side) if ship.id not in stays]
    carriers = transports(mind, ships)
    homes: dict[str, int] = {}
    for ship in (*carriers, *(s for s in ships if s not in carriers)):
        way, unload = _home(mind, ship, claimed, homes)
        if way is not None:
            groups.setdefault((way.path, unload), []).append(ship.id)
    for (path, unload), ids in sorted(groups.items()):
        yield (Withdraw(ships=tuple(sorted(ids)), path=path, unload=unload),)
    yield from _dismantled(mind)


def _home(
    mind: Mind, ship: Ship, claimed: dict[str, int], homes: dict[str, int]
) -> tuple[Way | None, bool]:
    """Where a ship goes, and whether it unloads; None if it stays."""
    reach = mind.charts.sailing.withdraw * speed(mind, [ship])
    reached = ways(mind, [ship], shun=True, reach=reach)
    ports = {
        place: way
        for place, way in reached.items()
        if is_haven(mind.game, place, mind.side, mind.charts)
    }
    if not ports:
        return None, False
    if ship.cargo:
        best = max(ports, key=lambda p: (_for_cargo(mind, p, ship) - 0.05 * ports[p].cost, p))
        return ports[best], not ship.disrupted
    room = capacity(ship, mind.charts)
    if room:
        best = max(ports, key=lambda p: (_for_loading(mind, p, ports[p], room, claimed), p))
        claimed[best] = claimed.get(best, 0) + room
        homes[best] = homes.get(best, 0) + room
    else:
        best = max(ports, key=lambda p: (_for_guns(mind, p, ports[p], homes), p))
    way = ports[best]
    return (way if len(way.path) > 1 else None), False


def _for_cargo(mind: Mind, place: str, ship: Ship) -> float:
    """How good a port is to put cargo ashore."""
    convoy = mind.game.terms.convoy
    if convoy is not None:
        return 5.0 if place in convoy.hexes else 0.0
    room = mind.room(place) if place in mind.charts.hexes else 99
    steps = sum(mind.game.troops[i].steps for i in ship.cargo if i in mind.game.troops)
    return pull(mind, place) - (2.0 if steps > room else 0.0)


def _for_loading(mind: Mind, place: str, way: Way, room: int, claimed: dict[str, int]) -> float:
    """How good a port is for an empty transport: troops that wait there, and what they could do."""
    waiting = sum(unit.steps for unit in loadable(mind, place)) - claimed.get(place, 0)
    work = min(room, max(0, waiting))
    danger = 0.3 * _bombers(mind, place) + 1.5 * gun_danger(mind, place, 0)
    return work * (0.5 + 0.4 * pull(mind, place)) - danger - 0.05 * way.cost


def _for_guns(mind: Mind, place: str, way: Way, homes: dict[str, int]) -> float:
    """How good a port is for a warship: beside laden transports, else near what it can do."""
    danger = 0.4 * _bombers(mind, place)
    return 0.5 * homes.get(place, 0) + 0.5 * pull(mind, place) - danger - 0.05 * way.cost


def _bombers(mind: Mind, place: str) -> int:
    """Enemy bombers that could come to a port next turn, five at most."""
    if place not in mind.charts.hexes:
        return 0
    return min(5, bot_guess.strikers_near(mind, place, next_turn=True))


def _dismantled(mind: Mind) -> Iterator[Group]:
    """Empty mobile bases far behind the front are taken away to be built again [6.5.4~]."""
    for order in mind.options(Dismantle):
        if _gap(mind, mind.game.bases[order.base].hex) > 5:
            yield (order,)


def _gap(mind: Mind, hex_: str) -> int:
    """Hexes to the nearest airbase of the enemy."""
    return min((far(hex_, base.hex) for base in mind.bases(mind.enemy)), default=99)
