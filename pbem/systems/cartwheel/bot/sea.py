"""Ships as the computer player groups them: where they are, what they carry, how far they get."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.frozen import Value
from pbem.systems.cartwheel.book.hexes import distance as far
from pbem.systems.cartwheel.book.map import cheapest_ways
from pbem.systems.cartwheel.bot.mind import REMEMBERED, Mind, sea_map
from pbem.systems.cartwheel.bot.worth import spare
from pbem.systems.cartwheel.orders.naval import able_ships
from pbem.systems.cartwheel.rules.casualties import SUPPLY, space_of
from pbem.systems.cartwheel.rules.r10_loading import cannot_board, may_load, room_left
from pbem.systems.cartwheel.rules.r10_routes import has_room
from pbem.systems.cartwheel.rules.r10_ships import by_place, capacity, group_speed
from pbem.systems.cartwheel.table.state import Ship, Troops

Load = dict[str, tuple[str, ...]]
"""What is loaded, by ship."""


class Way(Value, kw_only=False):
    """A way over the sea, and the Speed that it has cost at each place of it."""

    path: tuple[str, ...]
    costs: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The Speed that the whole way costs."""
        return self.costs[-1]

    def part(self, count: int) -> tuple[str, ...]:
        """The first places of the way, at least its start."""
        return self.path[: max(1, count)]


def ways(mind: Mind, ships: Sequence[Ship], *, shun: bool, reach: int) -> dict[str, Way]:
    """Every place that these ships reach, with the cheapest way there [H10.3].

    With `shun` no way leads into or past hexes with enemy ships; else one may end there.
    """
    charts, game = mind.charts, mind.game
    sheltered = any(charts.naval[s.id].type in charts.sailing.sheltered for s in ships)
    foes = {ship.at for ship in mind.ships(mind.enemy)}
    start, sea = ships[0].at, sea_map(mind)

    def onward(here: str) -> Iterator[tuple[str, int]]:
        ends = here != start and (here in charts.boxes or here in foes)
        for to, cost in () if ends else sea[here]:
            is_sea = to in charts.hexes and not charts.hexes[to].terrain.coastal
            if not (shun and to in foes) and not (sheltered and is_sea):
                yield to, cost

    found: dict[str, Way] = {}
    for cost, path in cheapest_ways([(start, 0)], onward):
        if cost > reach:
            break
        before = found[path[-2]].costs if len(path) > 1 else ()
        found[path[-1]] = Way(path, (*before, cost))
    return {
        place: way
        for place, way in found.items()
        if place == start or has_room(game, place, mind.side, len(ships), charts)
    }


# --- ships of a place ----------------------------------------------------------------------------


def idle(mind: Mind) -> dict[str, tuple[Ship, ...]]:
    """Own ships that could still have a mission and are not disrupted, by place."""
    return by_place(ship for ship in able_ships(mind) if not ship.disrupted)


def transports(mind: Mind, ships: Iterable[Ship]) -> list[Ship]:
    """Those that carry cargo, the most roomy first."""
    able = (ship for ship in ships if capacity(ship, mind.charts))
    return sorted(able, key=lambda ship: (-capacity(ship, mind.charts), ship.id))


def warships(mind: Mind, ships: Iterable[Ship]) -> list[Ship]:
    """Those with guns, the strongest first; carriers are none."""
    able = (s for s in ships if mind.charts.naval[s.id].factors(s.steps).af > 0)
    return sorted(able, key=lambda s: (-power(mind, [s]), s.id))


def power(mind: Mind, ships: Iterable[Ship]) -> int:
    """How strong ships are in a gun battle."""
    total = 0
    for ship in ships:
        factors = mind.charts.naval[ship.id].factors(ship.steps)
        if factors.af and not ship.disrupted:
            total += ship.steps * (factors.af + factors.df)
    return total


@lru_cache(maxsize=REMEMBERED)
def gun_danger(mind: Mind, place: str, guard: int, *, unmoved: bool = False) -> float:
    """How badly enemy warships outgun own ships in a hex, from 0 to 1.

    `guard` is what comes there besides own ships in it, or leaves them if it is negative. With
    `unmoved` only those enemies count that can still sail this turn.
    """
    if place not in mind.charts.hexes:
        return 0.0
    able = [
        ship
        for ship in mind.ships(mind.enemy)
        if not (unmoved and ship.moved == mind.game.now)
        and _gap(mind, ship.at, place) <= speed(mind, [ship])
    ]
    ours = max(0, guard + power(mind, mind.game.ships_at(place, mind.side)))
    theirs = power(mind, able)
    return max(0.0, 1 - 1.3 * ours / theirs) if theirs else 0.0


def _gap(mind: Mind, start: str, hex_: str) -> int:
    """Speed that the way from a place to a hex costs at least [H10.3, H2.8]."""
    box = mind.charts.boxes.get(start)
    if box is None:
        return far(start, hex_)
    return mind.charts.sailing.box + min(far(entry, hex_) for entry in box.entries)


def speed(mind: Mind, ships: Iterable[Ship]) -> int:
    """The Speed of a group."""
    return group_speed(ships, mind.charts)


# --- cargo ---------------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def loadable(mind: Mind, place: str) -> tuple[Troops, ...]:
    """Ground units of a place that can be spared and go aboard, the strongest first [H10.3.1]."""
    if not mind.game.terms.ground_combat:
        return ()
    able = (u for u in spare(mind, place) if not cannot_board(mind.game, u, mind.charts))
    return tuple(unit for unit in able if unit.supplied or mind.turns_left == 0 or place)


def stowed(mind: Mind, ships: Sequence[Ship], troops: Sequence[Troops], supply: int) -> Load:
    """Units and supply as they are best shared out among ships."""
    load: dict[str, list[str]] = {}
    able = (ship for ship in ships if may_load(mind.game, mind.side, ship, mind.charts))
    room = {ship.id: room_left(mind.game, ship, mind.charts) for ship in able}
    for unit in troops:
        space = space_of(unit, mind.charts)
        fits = [id_ for id_, left in room.items() if left >= space]
        if fits:
            best = min(fits, key=lambda id_: (room[id_] - space, id_))
            room[best] -= space
            load.setdefault(best, []).append(unit.id)
    for id_ in sorted(room):
        while supply > 0 and room[id_] > 0:
            load.setdefault(id_, []).append(SUPPLY)
            room[id_] -= 1
            supply -= 1
    return {id_: tuple(items) for id_, items in sorted(load.items())}


def aboard(mind: Mind, ships: Iterable[Ship], load: Load) -> tuple[Troops, ...]:
    """Ground units that are aboard ships or will be."""
    ids = [item for ship in ships for item in (*ship.cargo, *load.get(ship.id, ()))]
    return tuple(mind.game.troops[id_] for id_ in ids if id_ in mind.game.troops)
