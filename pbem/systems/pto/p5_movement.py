"""Phase 5: ground units that no offensive used march, go by rail, go ashore [P5.1, P5.2]."""

from dataclasses import replace

from pbem.engine.events import ALL, Event
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.d13_war import attacks_area
from pbem.systems.pto.events_land import Landed, Marched, Railed
from pbem.systems.pto.events_play import Voided
from pbem.systems.pto.map import allowance, land_cost
from pbem.systems.pto.orders import Debark, March, Rail
from pbem.systems.pto.ph10_areas import settle
from pbem.systems.pto.pieces import Ground
from pbem.systems.pto.state import Game, other, side_of
from pbem.systems.pto.told import Told


def play(
    game: Game,
    side: str,
    marches: tuple[March, ...],
    rails: tuple[Rail, ...],
    debarks: tuple[Debark, ...],
    charts: Charts,
) -> Told:
    """One side's phase 5: what goes ashore first, then rail, then marches [P5.1, P5.2]."""
    events: list[Event] = []
    for debark in debarks:
        game, told = _debarked(game, side, debark, charts)
        events += told
    for rail in rails:
        game, told = _railed(game, side, rail, charts)
        events += told
    for march in marches:
        game, told = _marched(game, side, march, charts)
        events += told
    return game, tuple(events)


# --- on foot -------------------------------------------------------------------------------------


def _marched(game: Game, side: str, order: March, charts: Charts) -> Told:
    cited = cannot_march(game, side, order, charts)
    if cited:
        return game, (_void(game, side, order.type, order.unit, cited),)
    unit = game.ground[order.unit]
    game = attacks_area(game, side, order.path[-1])
    game = game.with_ground([replace(unit, at=order.path[-1])])
    game, left = settle(game, unit.at, charts)
    game, more = settle(game, order.path[-1], charts)
    return game, (Marched(to=ALL, unit=unit.id, path=(unit.at, *order.path)), *left, *more)


def cannot_march(game: Game, side: str, order: March, charts: Charts) -> str:
    """The rule that forbids a march in phase 5, or empty [P5.1, PH1.4].

    It never leads to enemy ground units: that takes an offensive.
    """
    unit = game.ground.get(order.unit)
    if unit is None or side_of(unit.nation) != side or not unit.at or not order.path:
        return "PH10.1"
    if unit.mark:
        return "P5.1"
    if any(game.ground_at(area, other(side)) for area in order.path if area in game.areas):
        return "PH10.1"
    return too_far(game, unit, order.path, charts)


def too_far(game: Game, unit: Ground, path: tuple[str, ...], charts: Charts) -> str:
    """The rule by which a unit cannot go along a path over land links, or empty [PH1.4].

    Each area entered has its cost; the weather of any area entered lowers the allowance [W1.3.a].
    """
    spent, at, least = 0, unit.at, unit.move
    for area in path:
        cost = land_cost(game, charts, unit, at, area)
        if cost is None or area in game.terms.closed:
            return "PH1.4"
        spent, at = spent + cost, area
        least = min(least, allowance(game, charts, unit, area))
    return "" if spent <= least else "PH1.4"


# --- by rail -------------------------------------------------------------------------------------


def _railed(game: Game, side: str, order: Rail, charts: Charts) -> Told:
    cited = cannot_rail(game, side, order, charts)
    if cited:
        return game, (_void(game, side, order.type, order.unit, cited),)
    unit = game.ground[order.unit]
    used = game.month.railed.set(unit.nation, game.month.railed.get(unit.nation, 0) + 1)
    game = game.with_month(replace(game.month, railed=used))
    game = game.with_ground([replace(unit, at=order.to)])
    return game, (Railed(to=ALL, unit=unit.id, to_area=order.to),)


def cannot_rail(game: Game, side: str, order: Rail, charts: Charts) -> str:
    """The rule that forbids to go by rail, or empty: capacity, linked friendly areas [PH12.6].

    Garrisons stay where they are [PH2.6].
    """
    unit = game.ground.get(order.unit)
    if unit is None or side_of(unit.nation) != side or not unit.at or not unit.move:
        return "PH12.6"
    if unit.mark:
        return "P5.1"
    line = charts.transport.rail.get(unit.nation)
    if line is None or game.month.railed.get(unit.nation, 0) >= line.units:
        return "PH12.6"
    return "" if order.to in rail_reach(game, side, unit.at, line.areas, charts) else "PH12.6"


def rail_reach(
    game: Game, side: str, origin: str, areas: tuple[str, ...], charts: Charts
) -> tuple[str, ...]:
    """The areas of a rail net that linked friendly areas of it join to an area [PH12.6]."""
    if origin not in areas or not game.is_friendly(side, origin):
        return ()
    reached, edge = {origin}, [origin]
    while edge:
        for area in charts.areas[edge.pop()].land_links:
            if area in areas and area not in reached and game.is_friendly(side, area):
                reached.add(area)
                edge.append(area)
    return tuple(sorted(reached - {origin}))


# --- from the sea --------------------------------------------------------------------------------


def _debarked(game: Game, side: str, order: Debark, charts: Charts) -> Told:
    cited = cannot_debark(game, side, order, charts)
    if cited:
        return game, (_void(game, side, order.type, order.unit, cited),)
    goal = order.then or order.area
    game = ashore(attacks_area(game, side, goal), order.unit, goal)
    game, more = settle(game, goal, charts)
    return game, (Landed(to=ALL, units=(order.unit,), area=goal), *more)


def cannot_debark(game: Game, side: str, order: Debark, charts: Charts) -> str:
    """The rule that forbids to go ashore in an area, or empty [P5.2]; `then` is one area on."""
    unit = game.ground.get(order.unit)
    if unit is None or side_of(unit.nation) != side or not unit.ship:
        return "P5.2"
    if unit.mark:
        return "P5.1"
    if order.area not in shores(game, unit, charts):
        return "P5.2"
    return "P5.2" if order.then and not _can_go_on(game, side, unit, order, charts) else ""


def shores(game: Game, unit: Ground, charts: Charts) -> tuple[str, ...]:
    """Where a unit aboard may debark: in the port of its ship, or on its sea's coasts [P5.2].

    The side owns the area, and nobody contests it; a beach will do.
    """
    at = game.forces[game.ships[unit.ship].tf].at
    near = charts.areas[at].ashore if charts.areas[at].sea else (at,)
    open_ = (area for area in near if area in game.areas and area not in game.terms.closed)
    return tuple(area for area in open_ if game.is_friendly(side_of(unit.nation), area))


def _can_go_on(game: Game, side: str, unit: Ground, order: Debark, charts: Charts) -> bool:
    """Whether a unit that has gone ashore in a port area goes on to one beside it [P5.2]."""
    if not game.areas[order.area].port:
        return False
    linked = land_cost(game, charts, replace(unit, at=order.area), order.area, order.then)
    return linked is not None and not game.ground_at(order.then, other(side))


def ashore(game: Game, unit_id: str, area: str) -> Game:
    """The game with a ground unit taken from its ship and put into a land area."""
    unit = game.ground[unit_id]
    ship = game.ships[unit.ship]
    left = tuple(one for one in ship.cargo if one != unit_id)
    bound = ship.bound if left else ""
    game = game.with_ships([replace(ship, cargo=left, bound=bound)])
    return game.with_ground([replace(unit, at=area, ship="")])


def _void(game: Game, side: str, order: str, unit: str, cited: str) -> Voided:
    known = unit in game.ground
    seat = game.seat_of(game.ground[unit].nation) if known else game.seats_of(side)[0]
    return Voided(to=ALL, seat=seat, order=order, subject=unit, cited=cited)
