"""Second Naval Movement: home to a port or stay at sea at a price [P6.1, PH14.1, PH14.2, D13.2]."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.events_economy import FuelPaid, Returned
from pbem.systems.pto.events_land import Landed
from pbem.systems.pto.events_play import Voided
from pbem.systems.pto.map import is_closed, sea_cost, seas_of
from pbem.systems.pto.orders import Form, Return
from pbem.systems.pto.p3_forces import form
from pbem.systems.pto.p5_movement import ashore
from pbem.systems.pto.p6_passage import entered
from pbem.systems.pto.p6_upkeep import is_free, upkeep
from pbem.systems.pto.ph11_supply import is_open_sea
from pbem.systems.pto.pieces import Ship, TaskForce
from pbem.systems.pto.state import Game, side_of
from pbem.systems.pto.told import Told
from pbem.systems.pto.units import speed

NAVAL_BASE = 2
"""The size of a port that is a naval base [PH1.6]."""


def return_to_port(
    game: Game,
    side: str,
    forms: Sequence[Form],
    returns: Sequence[Return],
    charts: Charts,
    dice: Dice,
) -> Told:
    """One side's second naval movement, then what it owes for ships at sea [P6.1].

    Task forces move in the order written; those at sea without an order go to the nearest naval
    base, boats stay where that is free [F.3].
    """
    events: tuple[Event, ...] = ()
    for new in forms:
        game, told = form(game, side, new)
        events = (*events, *told)
    moved: list[Ship] = []
    default = (_default(game, side, tf, charts) for tf in _left_to_default(game, side, returns))
    for order in (*returns, *default):
        game, sailed, told = _returned(game, side, order, moved, charts, dice)
        moved += sailed
        events = (*events, *told)
    game, fuel = _fuel(game, moved, charts)
    game = _put_to_sea(game, side, charts)
    game, paid = upkeep(game, side, returns, charts, dice)
    return game, (*events, *fuel, *paid)


# --- what is allowed -----------------------------------------------------------------------------


def cannot_return(game: Game, side: str, order: Return, charts: Charts) -> str:
    """The rule that forbids a return, or empty [PH14.1, PH5.1, PH12.4, P6.1.1].

    An empty path stays; any other ends in a friendly port within the slowest ship's MP, over seas
    without an unopposed enemy surface task force.
    """
    force = game.forces.get(order.tf)
    if force is None or side_of(force.nation) != side or not game.ships_in(order.tf):
        return "P6.1.1"
    if order.pays and (order.pays not in game.purses or side_of(order.pays) != side):
        return "PH14.2"
    if not order.path:
        return ""
    if any(ship.laid_up for ship in game.ships_in(order.tf)):
        return "PH12.4"
    spent = way_cost(game, side, force.at, order.path, charts)
    if spent is None or not is_haven(game, side, order.path[-1]):
        return "PH14.1"
    return "" if spent <= reach_of(game, force, charts) else "PH5.1"


def way_cost(game: Game, side: str, start: str, path: Iterable[str], charts: Charts) -> int | None:
    """MP for a path in the second naval movement; None where it can not go [PH14.1, PH1.1].

    It never goes on from a port that it has entered.
    """
    total, at = 0, start
    for area in path:
        cost = sea_cost(game, charts, side, at, area) if area in charts.areas else None
        if cost is None or is_closed(game, area) or (at != start and at in game.areas):
            return None
        if charts.areas[area].sea and not is_open_sea(game, side, area):
            return None
        total, at = total + cost, area
    return total


def is_haven(game: Game, side: str, area: str) -> bool:
    """Whether an area is a friendly port; a beach is none [PH1.6, PH14.1]."""
    return area in game.areas and game.areas[area].port > 0 and game.is_friendly(side, area)


def reach_of(game: Game, force: TaskForce, charts: Charts) -> int:
    """The MP of a task force: its slowest ship's [PH5.1]."""
    return min(speed(charts, ship) for ship in game.ships_in(force.id))


# --- default -------------------------------------------------------------------------------------


def _left_to_default(game: Game, side: str, returns: Iterable[Return]) -> tuple[TaskForce, ...]:
    """A side's task forces out of port that no order names, by id [F.3]."""
    named = {order.tf for order in returns}
    return tuple(
        force
        for force in game.forces.values()
        if side_of(force.nation) == side
        and force.id not in named
        and game.ships_in(force.id)
        and not is_haven(game, side, force.at)
    )


def _default(game: Game, side: str, force: TaskForce, charts: Charts) -> Return:
    """Where a task force goes without an order [F.3]."""
    if all(is_free(game, ship, charts) for ship in game.ships_in(force.id)):
        return Return(tf=force.id)
    return Return(tf=force.id, path=way_home(game, side, force, charts))


def way_home(game: Game, side: str, force: TaskForce, charts: Charts) -> tuple[str, ...]:
    """The cheapest way to a naval base within reach, else to any port; empty if none [PR62]."""
    ways = _ways(game, side, force, charts)
    havens = [area for area in ways if is_haven(game, side, area)]
    bases = [area for area in havens if game.areas[area].port >= NAVAL_BASE]
    to = min(bases or havens, key=lambda area: (ways[area][0], area), default="")
    return ways[to][1] if to else ()


def _ways(
    game: Game, side: str, force: TaskForce, charts: Charts
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The cheapest cost and way to every area in reach of a task force; ties by id [PH1.1]."""
    limit = reach_of(game, force, charts)
    if any(ship.laid_up for ship in game.ships_in(force.id)):
        return {}
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    edge: dict[str, tuple[int, tuple[str, ...]]] = {force.at: (0, ())}
    while edge:
        at = min(edge, key=lambda area: (edge[area][0], area))
        cost, way = found[at] = edge.pop(at)
        for area in _beside(charts, at) if at == force.at or charts.areas[at].sea else ():
            step = way_cost(game, side, at, (area,), charts)
            if area in found or step is None or cost + step > limit:
                continue
            if area not in edge or edge[area][0] > cost + step:
                edge[area] = (cost + step, (*way, area))
    return found


def _beside(charts: Charts, at: str) -> tuple[str, ...]:
    """Areas that ships can go to from one: seas and ports of a sea, seas of a port."""
    area = charts.areas[at]
    around = {*area.links, *area.ashore} if area.sea else set(seas_of(charts, at))
    return tuple(sorted(around))


# --- on the way ----------------------------------------------------------------------------------


def _returned(
    game: Game, side: str, order: Return, moved: Sequence[Ship], charts: Charts, dice: Dice
) -> tuple[Game, tuple[Ship, ...], tuple[Event, ...]]:
    """Carry out one return: the game, its battleships that cost fuel, what is told."""
    ships = game.ships_in(order.tf)
    cited = cannot_return(game, side, order, charts)
    if not cited and order.path and _fuel_due(game, (*moved, *ships), charts) > _fuel_in_hand(game):
        cited = "D13.2"
    if cited:
        return game, (), (_void(game, side, order, cited),)
    if not order.path:
        return game, (), ()
    game, told = _under_way(game, side, order, charts, dice)
    game, landed = _ashore(game, order.tf, charts)
    return game, ships, (*told, *landed)


def _under_way(game: Game, side: str, order: Return, charts: Charts, dice: Dice) -> Told:
    """Along the path; aircraft may meet it in each sea, and damage may stop it [P6.1.2, PH6.5]."""
    leg = [game.forces[order.tf].at]
    events: tuple[Event, ...] = ()
    for area in order.path:
        if order.tf not in game.forces or not _comes_to(game, side, order, leg, area, charts):
            break
        game = game.with_forces([replace(game.forces[order.tf], at=area)])
        leg.append(area)
        if charts.areas[area].sea:
            game, told = entered(game, order.tf, area, charts, dice)
            events = (*events, *told)
    return game, (Returned(to=ALL, tf=order.tf, path=tuple(leg)), *events)


def _comes_to(
    game: Game, side: str, order: Return, leg: Sequence[str], area: str, charts: Charts
) -> bool:
    """Whether a task force has the MP for its way so far and one area more [PH5.1, PH6.5]."""
    if not game.ships_in(order.tf):
        return False
    cost = way_cost(game, side, leg[0], (*leg[1:], area), charts)
    return cost is not None and cost <= reach_of(game, game.forces[order.tf], charts)


def _ashore(game: Game, tf: str, charts: Charts) -> Told:
    """Ground units bound for the port that their ship has reached go ashore there [P6.1.3]."""
    if tf not in game.forces or charts.areas[game.forces[tf].at].sea:
        return game, ()
    port = game.forces[tf].at
    units = [
        unit
        for ship in game.ships_in(tf)
        if ship.bound == port
        for unit in ship.cargo
        if unit in game.ground
    ]
    for unit in units:
        game = ashore(game, unit, port)
    return game, (Landed(to=ALL, units=tuple(units), area=port),) if units else ()


def _put_to_sea(game: Game, side: str, charts: Charts) -> Game:
    """Nobody stays on a beach: who is there still goes to the first sea on it [PR62]."""
    stranded = (
        force
        for force in game.forces.values()
        if side_of(force.nation) == side
        and not charts.areas[force.at].sea
        and not is_haven(game, side, force.at)
    )
    return game.with_forces([replace(f, at=min(seas_of(charts, f.at))) for f in stranded])


# --- fuel ----------------------------------------------------------------------------------------


def _fuel_due(game: Game, moved: Iterable[Ship], charts: Charts) -> int:
    """EP for Japanese battleships that move, fractions up [D13.1, D13.2, PR63]."""
    if not (game.uses("D13") and game.at_war):
        return 0
    number = sum(ship.kind == "BB" and ship.nation == "JP" for ship in moved)
    return -(-number // charts.upkeep.battleships)


def _fuel_in_hand(game: Game) -> int:
    return game.purses["JP"].points


def _fuel(game: Game, moved: Sequence[Ship], charts: Charts) -> Told:
    """Japan pays for its battleships that moved [D13.2]."""
    due = _fuel_due(game, moved, charts)
    if not due:
        return game, ()
    purse = game.purses["JP"]
    game = game.with_purse("JP", replace(purse, points=purse.points - due))
    number = sum(ship.kind == "BB" for ship in moved)
    return game, (FuelPaid(to=ALL, ships=number, points=due),)


def _void(game: Game, side: str, order: Return, cited: str) -> Voided:
    force = game.forces.get(order.tf)
    seat = game.seat_of(force.nation) if force else game.seats_of(side)[0]
    return Voided(to=ALL, seat=seat, order=order.type, subject=order.tf, cited=cited)
