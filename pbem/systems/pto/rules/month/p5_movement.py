"""Phase 5: ground units that no offensive used march, go by rail, go ashore [P5.1, P5.2]."""

from collections.abc import Iterable

from pbem.counting import count
from pbem.engine.after import for_each
from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.ph10_areas import settle
from pbem.systems.pto.rules.d13_war import attacks_area
from pbem.systems.pto.rules.map import allowance, land_cost
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.table.events_land import Landed, Marched, Railed
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Debark, March, Rail
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game, Plans, Told


def play(game: Game, plans: Plans, charts: Charts) -> Told:
    """One side's phase 5: what goes ashore first, then rail, then marches [P5.1, P5.2]."""
    orders: tuple[tuple[str, Debark | Rail | March], ...] = (
        *((seat, one) for seat, plan in plans.items() for one in plan.debarks),
        *((seat, one) for seat, plan in plans.items() for one in plan.rails),
        *((seat, one) for seat, plan in plans.items() for one in plan.marches),
    )
    return for_each(game, orders, lambda now, one: _moved(now, *one, charts))


def _moved(game: Game, seat: str, order: Debark | Rail | March, charts: Charts) -> Told:
    match order:
        case Debark():
            return _debarked(game, seat, order, charts)
        case Rail():
            return _railed(game, seat, order, charts)
    return _marched(game, seat, order, charts)


# --- on foot -------------------------------------------------------------------------------------


def _marched(game: Game, seat: str, order: March, charts: Charts) -> Told:
    side = game.side_of_seat(seat)
    refusal = cannot_march(game, side, order, charts)
    if refusal:
        return voided(game, seat, order, refusal)
    unit = game.ground[order.unit]
    game = attacks_area(game, side, order.path[-1])
    game = game.with_ground([replace(unit, at=order.path[-1])])
    game, left = settle(game, unit.at, charts)
    game, more = settle(game, order.path[-1], charts)
    return game, (Marched(to=ALL, unit=unit.id, path=(unit.at, *order.path)), *left, *more)


def cannot_march(game: Game, side: str, order: March, charts: Charts) -> Refusal | None:
    """Why a unit cannot march in phase 5, or None [P5.1, PH1.4].

    It never leads to enemy ground units: that takes an offensive.
    """
    gone = cannot_walk(game, side, order, "PH10.1") or _is_used(game, order.unit)
    return gone or blocked(game, side, order.path) or too_far(game, order, charts)


def not_there(game: Game, side: str, unit_id: str, rule: str) -> Refusal | None:
    """Why a ground unit is none of a side's on the map, or None."""
    unit = game.ground.get(unit_id)
    if unit is not None and side_of(unit.nation) == side:
        return None
    gone = unit_id in game.dead or unit_id in game.lost
    what = f"{mention(unit_id)} {'is eliminated' if gone else 'is no ground unit of that side'}"
    return refuse(rule, "unit", what, "name ground units of yours: 'pbem show' has them")


def cannot_walk(game: Game, side: str, order: March | Rail, rule: str) -> Refusal | None:
    """Why a unit is not ashore, where it could be ordered to go over land, or None."""
    refusal = not_there(game, side, order.unit, rule)
    if refusal:
        return refusal
    ship = game.ground[order.unit].ship
    if not ship:
        return None
    what = f"{mention(order.unit)} is aboard {mention(ship)}, not ashore"
    return refuse(rule, "unit", what, "put it ashore first")


def _is_used(game: Game, unit_id: str) -> Refusal | None:
    """Why phase 5 is not for a unit that an offensive of the month has named, or None [P5.1]."""
    mark = game.ground[unit_id].mark
    if not mark:
        return None
    how = "used" if mark == "activated" else "named"
    what = f"an offensive of this month {how} {mention(unit_id)}"
    return refuse("P5.1", "unit", what, "move it in the next month")


def blocked(
    game: Game,
    side: str,
    path: Iterable[str],
    hint: str = "move to areas free of the enemy; where he stands an offensive leads",
) -> Refusal | None:
    """The enemy in the way of a unit that goes on from there, or attacks nobody [PH10.1]."""
    for area in path:
        enemy = game.ground_at(area, other(side)) if area in game.areas else ()
        if enemy:
            what = f"{mention(enemy[0].id)} of the enemy stands in {mention(area)}"
            return refuse("PH10.1", "path", what, hint)
    return None


def too_far(game: Game, order: March, charts: Charts) -> Refusal | None:
    """Why a unit cannot go along a path over land links, or None [PH1.4].

    Each area entered has its cost; the weather of any area entered lowers the allowance [W1.3.a].
    """
    unit = game.ground[order.unit]
    hint = "a unit enters linked areas as its movement allows: see 'pbem path'"
    if not order.path:
        return refuse("PH1.4", "path", "no way is named", hint)
    spent, at, least = 0, unit.at, unit.move
    for area in order.path:
        cost = land_cost(game, charts, unit, at, area)
        if cost is None or area in game.terms.closed:
            what = f"no way over land is open to {mention(unit.id)} from {mention(at)} to "
            return refuse("PH1.4", "path", f"{what}{mention(area)}", hint)
        spent, at = spent + cost, area
        least = min(least, allowance(game, charts, unit, area))
    if spent <= least:
        return None
    printed = sum(charts.travel.terrain[charts.areas[area].terrain] for area in order.path)
    weather = " in this month's weather" if least < unit.move or spent > printed else ""
    what = f"the way costs {spent} MP{weather}, and {mention(unit.id)} has {least}"
    return refuse("PH1.4", "path", what, hint)


# --- by rail -------------------------------------------------------------------------------------


def _railed(game: Game, seat: str, order: Rail, charts: Charts) -> Told:
    refusal = cannot_rail(game, game.side_of_seat(seat), order, charts)
    if refusal:
        return voided(game, seat, order, refusal)
    return carried_by_rail(game, order), (Railed(to=ALL, unit=order.unit, to_area=order.to),)


def carried_by_rail(game: Game, order: Rail) -> Game:
    """The game with a unit at the other end of its way by rail, and that capacity used [PH12.6]."""
    unit = game.ground[order.unit]
    used = game.month.railed.set(unit.nation, game.month.railed.get(unit.nation, 0) + 1)
    game = game.with_month(replace(game.month, railed=used))
    return game.with_ground([replace(unit, at=order.to)])


def cannot_rail(game: Game, side: str, order: Rail, charts: Charts) -> Refusal | None:
    """Why a unit cannot go by rail, or None: capacity, linked friendly areas [PH12.6].

    Garrisons stay where they are [PH2.6].
    """
    refusal = cannot_walk(game, side, order, "PH12.6") or _is_used(game, order.unit)
    if refusal:
        return refusal
    unit = game.ground[order.unit]
    line, used = charts.transport.rail.get(unit.nation), game.month.railed.get(unit.nation, 0)
    if not unit.move:
        what, hint = f"{mention(unit.id)} is a garrison and stays where it is", "name another unit"
    elif line is None:
        what = f"{nation_name(unit.nation)} has no railway"
        hint = f"rail is for: {', '.join(charts.transport.rail)}"
    elif used >= line.units:
        what = f"the railway has carried {count(used, 'unit')} this month, which is all it can"
        hint = "march, or go by rail next month"
    elif order.to not in rail_reach(game, side, unit.at, line.areas, charts):
        what = f"no line through uncontested areas of its side joins {mention(unit.at)}"
        what = f"{what} to {mention(order.to)}"
        hint = f"its net: {', '.join(map(mention, line.areas))}"
    else:
        return None
    return refuse("PH12.6", "to", what, hint)


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


def _debarked(game: Game, seat: str, order: Debark, charts: Charts) -> Told:
    side = game.side_of_seat(seat)
    refusal = cannot_debark(game, side, order, charts)
    if refusal:
        return voided(game, seat, order, refusal)
    return gone_ashore(game, side, order, charts)


def gone_ashore(game: Game, side: str, order: Debark, charts: Charts) -> Told:
    """A unit leaves its ship for an area, or for the one beyond it, which may fall to it [P5.2]."""
    goal = order.then or order.area
    game = ashore(attacks_area(game, side, goal), order.unit, goal)
    game, more = settle(game, goal, charts)
    return game, (Landed(to=ALL, units=(order.unit,), area=goal), *more)


def cannot_debark(game: Game, side: str, order: Debark, charts: Charts) -> Refusal | None:
    """Why a unit cannot go ashore in an area, or None [P5.2]; `then` is one area on."""
    refusal = not_there(game, side, order.unit, "P5.2")
    if refusal:
        return refusal
    unit = game.ground[order.unit]
    if not unit.ship:
        what = f"{mention(unit.id)} is ashore in {mention(unit.at)} already"
        return refuse("P5.2", "unit", what, "leave the order out, or 'march'")
    used, able = _is_used(game, unit.id), shores(game, unit, charts)
    if used:
        return used
    if order.area not in able:
        what = f"{mention(unit.id)} cannot go ashore in {mention(order.area)}: "
        what += _no_shore(game, side, unit, order.area, charts)
        hint = f"it can in: {', '.join(map(mention, able))}" if able else "move its ship"
        return refuse("P5.2", "area", what, hint)
    return _cannot_go_on(game, side, unit, order, charts) if order.then else None


def _no_shore(game: Game, side: str, unit: Ground, area: str, charts: Charts) -> str:
    """What keeps a unit aboard from an area [P5.2]."""
    at = game.forces[game.ships[unit.ship].tf].at
    near = charts.areas[at].ashore if charts.areas[at].sea else (at,)
    if area not in near or area in game.terms.closed:
        return f"its ship lies in {mention(at)}"
    return "it is contested" if game.controls(side, area) else "the enemy owns it"


def shores(game: Game, unit: Ground, charts: Charts) -> tuple[str, ...]:
    """Where a unit aboard may debark: in the port of its ship, or on its sea's coasts [P5.2].

    The side owns the area, and nobody contests it; a beach will do.
    """
    at = game.forces[game.ships[unit.ship].tf].at
    near = charts.areas[at].ashore if charts.areas[at].sea else (at,)
    open_ = (area for area in near if area in game.areas and area not in game.terms.closed)
    return tuple(area for area in open_ if game.is_friendly(side_of(unit.nation), area))


def _cannot_go_on(
    game: Game, side: str, unit: Ground, order: Debark, charts: Charts
) -> Refusal | None:
    """Why a unit that has gone ashore goes on to no area beside it, or None [P5.2]."""
    what, start, goal = "", order.area, order.then
    if not game.areas[start].port:
        what = f"{mention(start)} has no port from which to go on"
    elif land_cost(game, charts, replace(unit, at=start), start, goal) is None:
        what = f"no way over land leads from {mention(start)} to {mention(goal)}"
    elif enemy := game.ground_at(goal, other(side)):
        what = f"{mention(enemy[0].id)} of the enemy stands in {mention(goal)}"
    hint = "'then' leads from a port area to a linked one free of the enemy"
    return refuse("P5.2", "then", what, hint) if what else None


def ashore(game: Game, unit_id: str, area: str) -> Game:
    """The game with a ground unit taken from its ship and put into a land area."""
    unit = game.ground[unit_id]
    ship = game.ships[unit.ship]
    left = tuple(one for one in ship.cargo if one != unit_id)
    bound = ship.bound if left else ""
    game = game.with_ships([replace(ship, cargo=left, bound=bound)])
    return game.with_ground([replace(unit, at=area, ship="")])
