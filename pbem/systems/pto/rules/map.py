"""The map in a game: links, what they cost, distances, weather over areas [PH1, W1]."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game

FAR = 1_000
"""Areas between places that nothing joins: farther than anything flies."""


def air_distance(charts: Charts, origin: str, area: str) -> int:
    """Areas between two areas by air: fewest links, long ones count more [PH1.3]."""
    return charts.distances[origin].get(area, FAR)


def is_closed(game: Game, area: str) -> bool:
    """Whether an area is out of play in this scenario [PH17]."""
    return area in game.terms.closed


def zone(charts: Charts, area: str) -> str:
    """The weather zone of an area [P1.2, PH1]."""
    return charts.areas[area].zone


def is_grounded(game: Game, charts: Charts, area: str) -> bool:
    """Whether nothing flies from, to or in an area this month [W1.4.a]."""
    return zone(charts, area) in game.month.grounded


def theatre_of(charts: Charts, area: str) -> str:
    """The nation or group of islands that a land area belongs to; empty for a sea [PH1.8]."""
    return charts.areas[area].theatre


def seas_of(charts: Charts, area: str) -> tuple[str, ...]:
    """A sea itself, or the seas on a land area's coast [PH1.1, PH5.3]."""
    here = charts.areas[area]
    return (area,) if here.sea else here.ashore


# --- by sea --------------------------------------------------------------------------------------


def sea_cost(game: Game, charts: Charts, side: str, origin: str, to: str) -> int | None:
    """MP for a side's ships from one area to the next; None if they cannot go [PH1.1, PH1.2].

    Into a port the cost does not ask whose it is, or whether there is one.
    """
    if is_closed(game, to) or to not in charts.areas:
        return None
    here = charts.areas[origin]
    if not here.sea:
        return charts.travel.leave if to in here.ashore else None
    if to in here.ashore:
        return charts.travel.enter
    if to not in here.links or not _is_open(game, side, here.straits.get(to, ())):
        return None
    return here.links[to]


def _is_open(game: Game, side: str, keys: tuple[str, ...]) -> bool:
    """Whether a side controls one of the areas that open a strait; any link without [PH1.2]."""
    return not keys or any(area in game.areas and game.controls(side, area) for area in keys)


Around = Callable[[str], Iterable[tuple[str, int]]]
"""Where one can go on to from a place, and at what cost."""
Way = tuple[int, tuple[str, ...]]
"""What a way costs, and the places on it, its start among them."""


def ways(starts: Iterable[str], around: Around) -> Iterator[Way]:
    """The cheapest way to each place that can be reached, the cheapest first, then by ids."""
    waiting: list[Way] = [(0, (start,)) for start in sorted(starts)]
    seen: set[str] = set()
    while waiting:
        cost, path = heappop(waiting)
        if path[-1] in seen:
            continue
        seen.add(path[-1])
        yield cost, path
        for to, more in around(path[-1]):
            if to not in seen:
                heappush(waiting, (cost + more, (*path, to)))


def sea_distance(charts: Charts, origin: str, to: str) -> int | None:
    """Fewest MP of links from one sea or port to another, straits open or not [PH13.2]."""
    return nearest_by_sea(charts, origin, (to,))


def nearest_by_sea(charts: Charts, origin: str, places: Iterable[str]) -> int | None:
    """The same to the nearest of several; None where none can be reached."""
    goals = {sea for place in places for sea in seas_of(charts, place)}
    found = ways(seas_of(charts, origin), lambda sea: charts.areas[sea].links.items())
    return next((cost for cost, path in found if path[-1] in goals), None)


# --- by land -------------------------------------------------------------------------------------


def land_cost(game: Game, charts: Charts, unit: Ground, origin: str, to: str) -> int | None:
    """Land MP for entering the next area; None if a unit cannot go there [PH1.4, W1.2.a].

    In a monsoon zone in monsoon it takes the whole allowance, whatever the terrain.
    """
    if to not in charts.areas[origin].land_links or is_closed(game, to) or not unit.move:
        return None
    effects = charts.weather.effects.get(game.month.weather)
    if effects is not None and zone(charts, to) in effects.one_area:
        return unit.move
    return charts.travel.terrain[charts.areas[to].terrain]


def allowance(game: Game, charts: Charts, unit: Ground, entering: str) -> int:
    """Land MP of a unit that enters an area this month [PH2.6, W1.3.a]."""
    effects = charts.weather.effects.get(game.month.weather)
    if effects is None or not unit.move:
        return unit.move
    return max(unit.move + effects.allowance.get(zone(charts, entering), 0), 0)
