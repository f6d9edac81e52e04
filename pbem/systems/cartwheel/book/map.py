"""The map computed on the charts: distances, land and sea ways [H2.5-H2.8].

A place is a hex (`1203`) or an off-board box (`TRK`).
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from pbem.systems.cartwheel.book import hexes
from pbem.systems.cartwheel.book.charts import Charts

PlaceT = TypeVar("PlaceT", bound=str | tuple[str, str])


def air_distance(charts: Charts, one: str, other: str) -> int:
    """Hexes that aircraft fly between two places [H2.2, H2.8]; 0 for the same.

    From one box to another it is the way out, over the map, and in [CR71].
    """
    if one == other:
        return 0
    anchors = [
        charts.boxes[place].anchor if place in charts.boxes else place for place in (one, other)
    ]
    outside = sum(charts.boxes[place].distance for place in (one, other) if place in charts.boxes)
    return outside + hexes.distance(*anchors)


def is_playable(charts: Charts, hex_: str) -> bool:
    """Whether a hex exists and anything can be in it [H2.1]."""
    terrain = charts.hexes[hex_].terrain if hex_ in charts.hexes else None
    return terrain is not None and (terrain.naval or terrain.ground)


def is_land(charts: Charts, hex_: str) -> bool:
    """Whether ground units can be ashore in a hex [H2.5]."""
    return hex_ in charts.hexes and charts.hexes[hex_].terrain.ground


def is_coastal(charts: Charts, hex_: str) -> bool:
    """Whether a hex is coastal: C, I or K [H2.5]."""
    return hex_ in charts.hexes and charts.hexes[hex_].terrain.coastal


def land_neighbours(charts: Charts, hex_: str) -> tuple[str, ...]:
    """Hexes that ground units may enter from this one, by number [H2.7, CR75]."""
    return charts.land[hex_]


def sea_neighbours(charts: Charts, hex_: str) -> tuple[str, ...]:
    """Hexes that ships may enter from this one, by number [H2.6]."""
    return charts.sea.get(hex_, ())


def sea_ways(charts: Charts, place: str) -> tuple[tuple[str, int], ...]:
    """Places that ships reach from a hex or box in one move, and what it costs [H2.6, H2.8]."""
    return charts.ways.get(place, ())


def path_cost(charts: Charts, path: Sequence[str]) -> int | None:
    """The Speed that a ship path costs, its start included in `path`; None if no ship can go it.

    Whose boxes they are, and which types shun the open sea, is not looked at [H10.3].
    """
    if not path or any(not (place in charts.hexes or place in charts.boxes) for place in path):
        return None
    total = 0
    for here, there in pairwise(path):
        cost = dict(sea_ways(charts, here)).get(there)
        if cost is None:
            return None
        total += cost
    return total


def cheapest_ways(
    starts: Iterable[tuple[PlaceT, int]],
    onward: Callable[[PlaceT], Iterable[tuple[PlaceT, int]]],
) -> Iterator[tuple[int, tuple[PlaceT, ...]]]:
    """Every place that can be reached: what it costs and a cheapest way, the cheapest first.

    Among equals the way with the lowest numbers. `starts` and `onward` tell where a way begins and
    goes on from a place, each with what that costs.
    """
    queue: list[tuple[int, tuple[PlaceT, ...]]] = sorted((cost, (at,)) for at, cost in starts)
    done: set[PlaceT] = set()
    while queue:
        cost, path = heapq.heappop(queue)
        if path[-1] in done:
            continue
        done.add(path[-1])
        yield cost, path
        for place, more in onward(path[-1]):
            if place not in done:
                heapq.heappush(queue, (cost + more, (*path, place)))


def ship_path(
    charts: Charts, start: str, goal: str, *, may_enter: Callable[[str], bool]
) -> tuple[str, ...]:
    """A cheapest ship path, both ends included; empty if there is none.

    `may_enter` tells of each place but the start whether the path may lead into it.
    """

    def onward(here: str) -> Iterable[tuple[str, int]]:
        return ((place, cost) for place, cost in sea_ways(charts, here) if may_enter(place))

    ways = cheapest_ways([(start, 0)], onward)
    return next((path for _, path in ways if path[-1] == goal), ())
