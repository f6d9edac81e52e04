"""Where ships may go: ports, ways, the shortest way to shelter [H10.2, H10.3, H10.4.3, H12.2]."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Literal

from pbem.engine.kinds import Refusal
from pbem.frozen import remembered
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import cheapest_ways, path_cost, sea_ways
from pbem.systems.cartwheel.rules.r10_ships import barred_places, group_speed
from pbem.systems.cartwheel.table.state import Game, Ship, other

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
    side: str, ships: Iterable[Ship], path: Sequence[str], charts: Charts
) -> Iterator[Refusal]:
    """The rules that a path of places in play breaks, each with what is wrong.

    Speed and what stands on the way are not looked at.
    """
    sheltered = [s.id for s in ships if charts.naval[s.id].type in charts.sailing.sheltered]
    for place in path[1:]:
        called = charts.full_name(place)
        if place in charts.boxes and not is_own_box(place, side, charts):
            yield Refusal(rule="H2.8", what=f"{called} is a box of the enemy's", key="path")
        elif place in charts.hexes and not charts.hexes[place].terrain.naval:
            yield Refusal(rule="H10.3", what=f"no ship can enter {called}", key="path")
        elif place in charts.hexes and not charts.hexes[place].terrain.coastal and sheltered:
            yield Refusal(
                rule="H10.3",
                what=f"{', '.join(sheltered)} never enters open sea such as {called}",
                key="path",
            )
    for one, two in pairwise(path):
        if two not in dict(sea_ways(charts, one)):
            rule = "H2.8" if {one, two} & set(charts.boxes) else "H10.3"
            rule = "H2.6" if (one, two) in charts.closed or (two, one) in charts.closed else rule
            way = f"from {charts.full_name(one)} to {charts.full_name(two)}"
            yield Refusal(rule=rule, what=f"no ship goes {way}", key="path")
    if any(place in charts.boxes for place in path[1:-1]):
        yield Refusal(rule="H2.8", what="a group that enters a box ends its move there", key="path")


def way_cost(path: Sequence[str], charts: Charts) -> int:
    """The Speed that a legal path costs [H10.3, H2.8]."""
    return path_cost(charts, path) or 0


Foes = Literal["passed", "met", "shunned"]
"""Hexes with enemy warships: sailed over, as an order may say; ends of ways, for who comes there is
stopped [H10.3]; or not entered."""


def ways_from(
    game: Game, side: str, ships: Sequence[Ship], start: str, charts: Charts, *, foes: Foes
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every place that these ships can reach: the Speed it costs and a cheapest way.

    The nearest first; among equal ways that with the lowest numbers. They sail over no box [CR31].
    """
    sheltered = any(charts.naval[s.id].type in charts.sailing.sheltered for s in ships)
    barred = frozenset[str]() if foes == "passed" else barred_places(game, side, charts)

    def onward(here: str) -> Iterator[tuple[str, int]]:
        ends = here != start and (here in charts.boxes or here in barred)
        for place, cost in () if ends else sea_ways(charts, here):
            is_shunned = foes == "shunned" and place in barred
            if not is_shunned and _is_open(game, side, place, charts, sheltered=sheltered):
                yield place, cost

    return cheapest_ways([(start, 0)], onward)


def _is_open(game: Game, side: str, place: str, charts: Charts, *, sheltered: bool) -> bool:
    """Whether ships may enter a place whoever is there: barges keep off the open sea [H10.3]."""
    if place in charts.boxes:
        return is_own_box(place, side, charts)
    is_sea = not charts.hexes[place].terrain.coastal
    return is_in_play(game, place, charts) and not (sheltered and is_sea)


def ways_to_shelter(
    game: Game, side: str, ships: Sequence[Ship], start: str, charts: Charts
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Friendly open ports and own boxes that ships can reach past the enemy's warships.

    The nearest first, each with the Speed that it costs, at any distance, and with the way.
    """
    for cost, path in ways_from(game, side, ships, start, charts, foes="shunned"):
        if is_haven(game, path[-1], side, charts):
            yield cost, path[-1], path


@remembered(64)  # agenda, form and check ask for those of every ship
def ways_home(
    game: Game, ship: Ship, charts: Charts
) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Friendly open ports and boxes where a ship may end the operations, the nearest first [H12.2].

    Each with the Speed that it costs and the way; the port where the ship lies is among them.
    """
    limit = charts.sailing.withdraw * group_speed((ship,), charts)
    ways = ways_to_shelter(game, ship.side, (ship,), ship.at, charts)
    found = (
        (cost, place, path)
        for cost, place, path in takewhile(lambda way: way[0] <= limit, ways)
        if place == ship.at or has_room(game, place, ship.side, 1, charts)
    )
    return tuple(sorted(found))


def may_sail(game: Game, ship: Ship, charts: Charts) -> bool:
    """Whether a ship may end the operations in another port or box than where it lies [H12.2]."""
    return any(place != ship.at for _, place, _ in ways_home(game, ship, charts))


def shelter_distance(
    game: Game, side: str, ships: Sequence[Ship], start: str, charts: Charts
) -> int | None:
    """The Speed it costs to reach the nearest friendly open port or box; None if there is none."""
    ways = ways_to_shelter(game, side, ships, start, charts)
    return next((cost for cost, _, _ in ways), None)


def refuge(game: Game, ship: Ship, charts: Charts) -> str:
    """Where a defender that breaks off goes: the nearest other friendly port within Speed
    [H10.4.3, CR38]; empty if there is none with room.
    """
    limit = group_speed((ship,), charts)
    ways = ways_to_shelter(game, ship.side, (ship,), ship.at, charts)
    near = [
        (cost, place)
        for cost, place, _ in takewhile(lambda way: way[0] <= limit, ways)
        if place != ship.at
        and place in charts.hexes
        and not any(game.ships_at(place, other(ship.side)))
        and has_room(game, place, ship.side, 1, charts)
    ]
    return min(near, default=(0, ""))[1]


def open_way(
    game: Game, side: str, ships: Sequence[Ship], goal: str, charts: Charts, *, foes: Foes
) -> tuple[str, ...]:
    """A cheapest way of these ships to a place [H10.3]; empty if there is none."""
    ways = ways_from(game, side, ships, ships[0].at, charts, foes=foes)
    return next((path for _, path in ways if path[-1] == goal), ())
