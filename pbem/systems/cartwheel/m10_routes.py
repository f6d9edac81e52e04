"""Where ships may go: ports, ways, the shortest way to shelter [H10.2, H10.3, H10.4.3, H12.2]."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.m10_ships import group_speed, is_barred
from pbem.systems.cartwheel.map import path_cost, sea_ways, ship_path
from pbem.systems.cartwheel.state import Game, Ship, other

# --- places --------------------------------------------------------------------------------------


def is_in_play(game: Game, place: str, charts: Charts) -> bool:
    """Whether a place exists: a box, or a hex of the scenario's area [H2.1, H17.0]."""
    if place in charts.boxes:
        return True
    first, last = game.terms.columns
    return place in charts.hexes and first <= int(place[:2]) <= last


def is_own_box(place: str, side: str, charts: Charts) -> bool:
    """Whether a place is an off-board box of that side [H2.8]."""
    return place in charts.boxes and charts.boxes[place].side == side


def is_open_port(game: Game, place: str, side: str, charts: Charts) -> bool:
    """Whether a hex has a port that a side controls and that bombs have not closed [H9.10.7]."""
    if place not in charts.hexes or not charts.hexes[place].port:
        return False
    is_closed = game.port_hits.get(place, 0) >= charts.bombing.closed
    return game.control.get(place) == side and not is_closed


def is_haven(game: Game, place: str, side: str, charts: Charts) -> bool:
    """Whether a place is a friendly open port or box [H12.2]."""
    return is_own_box(place, side, charts) or is_open_port(game, place, side, charts)


def is_beach(game: Game, place: str, side: str, charts: Charts) -> bool:
    """Whether a place is a friendly-controlled coastal hex [H10.3.1]."""
    is_coast = place in charts.hexes and charts.hexes[place].terrain.coastal
    return is_coast and game.control.get(place) == side


def has_room(game: Game, place: str, side: str, more: int, charts: Charts) -> bool:
    """Whether so many more naval units of a side fit into a hex; a box takes any [H10.3]."""
    there = sum(1 for _ in game.ships_at(place, side))
    return place in charts.boxes or there + more <= charts.sailing.stacking


# --- ways ----------------------------------------------------------------------------------------


def wrong_way(
    game: Game, side: str, ships: Iterable[Ship], path: Sequence[str], charts: Charts
) -> Iterator[tuple[str, str]]:
    """The rules that a path breaks wherever it may lead, each with what is wrong.

    Speed and what stands on the way are not looked at.
    """
    sheltered = [s.id for s in ships if charts.naval[s.id].type in charts.sailing.sheltered]
    for place in path[1:]:
        if not is_in_play(game, place, charts):
            yield "H2.1", f"there is no hex or box {place[:40]!r}"
            return
        if place in charts.boxes and not is_own_box(place, side, charts):
            yield "H2.8", f"{place} is a box of the enemy's"
        elif place in charts.hexes and not charts.hexes[place].terrain.naval:
            yield "H10.3", f"no ship can enter {place}"
        elif place in charts.hexes and not charts.hexes[place].terrain.coastal and sheltered:
            yield "H10.3", f"{', '.join(sheltered)} never enters open sea such as {place}"
    for one, two in pairwise(path):
        if two not in dict(sea_ways(charts, one)):
            rule = "H2.8" if {one, two} & set(charts.boxes) else "H10.3"
            rule = "H2.6" if (one, two) in charts.closed or (two, one) in charts.closed else rule
            yield rule, f"no ship goes from {one} to {two}"
    if any(place in charts.boxes for place in path[1:-1]):
        yield "H2.8", "a group that enters a box ends its move there"


def way_cost(path: Sequence[str], charts: Charts) -> int:
    """The Speed that a legal path costs [H10.3, H2.8]."""
    return path_cost(charts, path) or 0


def sailing_rule(
    game: Game, side: str, ships: Sequence[Ship], charts: Charts, *, avoid_enemies: bool
) -> Callable[[str], bool]:
    """Whether these ships may sail over a hex, for searching ways; never over a box [CR31]."""
    sheltered = any(charts.naval[s.id].type in charts.sailing.sheltered for s in ships)

    def may_enter(place: str) -> bool:
        if place in charts.boxes or not is_in_play(game, place, charts):
            return False
        if sheltered and not charts.hexes[place].terrain.coastal:
            return False
        return not (avoid_enemies and is_barred(game, place, side, charts))

    return may_enter


def ways_to_shelter(
    game: Game, side: str, ships: Sequence[Ship], start: str, charts: Charts
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Friendly open ports and own boxes that ships can reach past the enemy's warships.

    Each with the Speed that it costs, at any distance, and with the way.
    """
    may_enter = sailing_rule(game, side, ships, charts, avoid_enemies=True)
    for place in (*charts.hexes, *charts.boxes):
        if is_in_play(game, place, charts) and is_haven(game, place, side, charts):
            path = _way(start, place, may_enter, charts)
            if path:
                yield way_cost(path, charts), place, path


def shelter_distance(
    game: Game, side: str, ships: Sequence[Ship], start: str, charts: Charts
) -> int | None:
    """The Speed it costs to reach the nearest friendly open port or box; None if there is none."""
    ways = ways_to_shelter(game, side, ships, start, charts)
    return min((cost for cost, _, _ in ways), default=None)


def refuge(game: Game, ship: Ship, charts: Charts) -> str:
    """Where a defender that breaks off goes: the nearest other friendly port within Speed
    [H10.4.3, CR38]; empty if there is none with room.
    """
    limit = group_speed((ship,), charts)
    ways = ways_to_shelter(game, ship.side, (ship,), ship.at, charts)
    near = [
        (cost, place)
        for cost, place, _ in ways
        if cost <= limit
        and place != ship.at
        and place in charts.hexes
        and not any(game.ships_at(place, other(ship.side)))
        and has_room(game, place, ship.side, 1, charts)
    ]
    return min(near, default=(0, ""))[1]


def open_way(
    game: Game, side: str, ships: Sequence[Ship], start: str, goal: str, charts: Charts
) -> tuple[str, ...]:
    """A cheapest way of these ships to a place, whoever is on it; empty if there is none."""
    is_foreign = goal in charts.boxes and not is_own_box(goal, side, charts)
    if is_foreign or not is_in_play(game, goal, charts):
        return ()
    may_enter = sailing_rule(game, side, ships, charts, avoid_enemies=False)
    return _way(start, goal, may_enter, charts)


def _way(
    start: str, goal: str, may_enter: Callable[[str], bool], charts: Charts
) -> tuple[str, ...]:
    """A cheapest way to a hex that may be entered, or to a box."""
    if goal in charts.boxes:
        return ship_path(
            charts, start, goal, may_enter=lambda place: place == goal or may_enter(place)
        )
    return ship_path(charts, start, goal, may_enter=may_enter)
