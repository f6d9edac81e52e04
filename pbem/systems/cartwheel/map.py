"""The map computed on the charts: distances, land and sea ways [H2.5-H2.8].

A place is a hex (`1203`) or an off-board box (`TRK`).
"""

from collections.abc import Callable, Sequence

from pbem.systems.cartwheel.charts import Charts


def air_distance(charts: Charts, one: str, other: str) -> int:
    """Hexes that aircraft fly between two places, of which at most one is a box [H2.2, H2.8]."""
    raise NotImplementedError


def is_coastal(charts: Charts, hex_: str) -> bool:
    """Whether a hex is coastal: C, I or K [H2.5]."""
    return charts.hexes[hex_].terrain.coastal


def is_mountain(charts: Charts, hex_: str) -> bool:
    """Whether a hex is mountain: K or M [6.5a, H2.5]."""
    return charts.hexes[hex_].terrain.mountain


def land_neighbours(charts: Charts, hex_: str) -> tuple[str, ...]:
    """Hexes that ground units may enter from this one, by number [H2.7]."""
    raise NotImplementedError


def sea_neighbours(charts: Charts, hex_: str) -> tuple[str, ...]:
    """Hexes that ships may enter from this one, by number [H2.6]."""
    raise NotImplementedError


def sea_ways(charts: Charts, place: str) -> tuple[tuple[str, int], ...]:
    """Places that ships reach from a hex or box in one move, and what it costs [H2.6, H2.8]."""
    raise NotImplementedError


def path_cost(charts: Charts, path: Sequence[str]) -> int | None:
    """The Speed that a ship path costs, from its start on; None if no ship can go it."""
    raise NotImplementedError


def ship_path(
    charts: Charts, start: str, goal: str, *, may_enter: Callable[[str], bool]
) -> tuple[str, ...]:
    """A cheapest ship path, both ends included, by lowest numbers among equals; empty if none.

    `may_enter` tells of each place but the start whether the path may lead into it.
    """
    raise NotImplementedError
