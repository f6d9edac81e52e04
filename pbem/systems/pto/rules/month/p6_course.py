"""Where ships can go in Second Naval Movement: ports, ways, who may stay [P6.1, PH14.1, F.6]."""

from collections.abc import Iterable, Mapping

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import FrozenMap, remembered, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.map import is_closed, sea_cost, seas_of
from pbem.systems.pto.rules.month.p6_upkeep import is_free, payer_of
from pbem.systems.pto.rules.month.ph11_supply import is_open_sea
from pbem.systems.pto.rules.units import speed
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Return, Stay
from pbem.systems.pto.table.pieces import Ground, TaskForce
from pbem.systems.pto.table.state import Game

NAVAL_BASE = 2
"""The size of a port that is a naval base [PH1.6]."""
ALL = "all"
"""What `debark` says of every ground unit aboard [F.6.1]."""
AS_FORMED = "name one as it stands after this file's 'form' orders"
Way = tuple[str, ...]


# --- home ----------------------------------------------------------------------------------------


def course(game: Game, nations: tuple[str, ...], order: Return, charts: Charts) -> Way | Refusal:
    """The areas that a return leads through, the last a port, or why it cannot [PH14.1, F.6.1].

    The way is empty for who lies in that port already.
    """
    force = game.forces.get(order.tf)
    if force is None or force.nation not in nations:
        return _nobody(game, order.tf)
    if order.to and order.path:
        return refuse("F.6.1", "path", "it names a port and a path", "keep 'to' or 'path'")
    laid_up = [ship.id for ship in game.ships_in(order.tf) if ship.laid_up]
    if laid_up:
        what = f"{mention(laid_up[0])} was repaired and does not move this month"
        return refuse("PH12.4", "tf", what, "form a task force without it")
    if order.path:
        return _cannot_go(game, force, order.path, charts) or order.path
    return _to(game, force, order.to, charts) if order.to else _nearest(game, force, charts)


def gone(tf: str) -> Refusal:
    """Why nothing is ordered of a task force that was there before [P6.1.1]."""
    return refuse("P6.1.1", "tf", f"{doing(tf, 'is', 'are')} not there any more", AS_FORMED)


def _nobody(game: Game, tf: str) -> Refusal:
    if tf in game.gone:
        return gone(tf)
    what = f"{mention_or_quote(tf)} is no task force of that seat"
    return refuse("P6.1.1", "tf", what, AS_FORMED)


def not_aboard(game: Game, order: Return) -> Refusal | None:
    """Why a unit named cannot go ashore from there, or None; `all` are those aboard [P6.1.3]."""
    aboard = [unit.id for unit in cargo_of(game, order.tf)]
    strange = [one for one in order.debark if one != ALL and one not in aboard]
    if not strange:
        return None
    what = f"{mention_or_quote(strange[0])} is not aboard {mention(order.tf)}"
    hint = (
        f"aboard: {', '.join(map(mention, aboard))}; or '{ALL}'" if aboard else "leave 'debark' out"
    )
    return refuse("P6.1.3", "debark", what, hint)


def cargo_of(game: Game, tf: str) -> tuple[Ground, ...]:
    """The ground units aboard a task force, by ship and as they came aboard [PH2.4]."""
    aboard = (one for ship in game.ships_in(tf) for one in ship.cargo)
    return tuple(game.ground[one] for one in aboard if one in game.ground)


def _cannot_go(game: Game, force: TaskForce, path: Way, charts: Charts) -> Refusal | None:
    """Why a path does not lead to a port in reach, or None [PH14.1, PH5.1].

    Where it comes back to, the task force itself has held no sea open meanwhile.
    """
    side, gone = side_of(force.nation), replace(game, forces=game.forces.without(force.id))
    cost, limit = way_cost(gone, side, force.at, path, charts), reach_of(game, force, charts)
    if cost is None:
        what = f"{mention(force.id)} cannot go this way from {mention(force.at)}"
        what += _held(gone, side, path, charts)
        hint = "linked seas, straits that are open, none that an enemy task force holds alone"
        return refuse("PH14.1", "path", what, hint)
    if not is_haven(game, side, path[-1]):
        return _no_port("path", path[-1])
    if cost > limit:
        what = f"the way costs {cost} MP, {doing(force.id, 'has', 'have')} {limit}"
        hint = f"take a nearer port, or {_or_stay(game, force.id, charts)}"
        return refuse("PH5.1", "path", what, hint)
    return None


def _no_port(key: str, area: str) -> Refusal:
    what = f"{mention(area[:10])} is no port of its side"
    return refuse("PH14.1", key, what, "end in a friendly port")


def _or_stay(game: Game, tf: str, charts: Charts) -> str:
    """The way out of who reaches no port; boats may stay for nothing [F.6.1, D5.3].

    Off the sea nobody may `stay`: without an order ships in port keep to it, others leave [PR62].
    """
    if not charts.areas[game.forces[tf].at].sea:
        return f"leave {mention(tf)} without an order"
    is_paid = not all(is_free(game, ship, charts) for ship in game.ships_in(tf))
    return f"write 'stay' for {mention(tf)}{', which costs EP' if is_paid else ''}"


def _to(game: Game, force: TaskForce, port: str, charts: Charts) -> Way | Refusal:
    """The cheapest way to a port [F.6.1]."""
    if not is_haven(game, side_of(force.nation), port):
        return _no_port("to", port)
    ways = ways_of(game, force, charts)
    if port in ways:
        return ways[port][1]
    limit, side = reach_of(game, force, charts), side_of(force.nation)
    what = f"{doing(force.id, 'does', 'do')} not reach {mention(port)} with {limit} MP"
    _, way = ways_of(_alone(game, side), force, charts).get(port, (0, ()))
    what += _held(game, side, way, charts)
    hint = f"take a nearer port, or {_or_stay(game, force.id, charts)}"
    return refuse("PH14.1", "to", what, hint)


def _nearest(game: Game, force: TaskForce, charts: Charts) -> Way | Refusal:
    way = way_home(game, force, charts)
    if way is not None:
        return way
    side = side_of(force.nation)
    what = f"no port of its side is in reach of {mention(force.id)}"
    what += _held(game, side, way_home(_alone(game, side), force, charts) or (), charts)
    return refuse("PH14.1", "tf", what, _or_stay(game, force.id, charts))


def _alone(game: Game, side: str) -> Game:
    """The game with a side's task forces and no others."""
    own = {tf.id: tf for tf in game.forces.values() if side_of(tf.nation) == side}
    return replace(game, forces=FrozenMap(own))


def _held(game: Game, side: str, way: Way, charts: Charts) -> str:
    """That the enemy alone holds a sea on a way, the first of them in words; or empty [PH14.1]."""
    seas = (area for area in way if area in charts.areas and charts.areas[area].sea)
    held = next((sea for sea in seas if not is_open_sea(game, side, sea)), "")
    return f": enemy ships alone hold {mention(held)}" if held else ""


def way_home(game: Game, force: TaskForce, charts: Charts) -> Way | None:
    """The cheapest way to a naval base in reach, else to any port; None without [F.6.1, PR62].

    Who lies in a friendly port is at home, and goes no further [PR91].
    """
    side, ways = side_of(force.nation), ways_of(game, force, charts)
    if is_haven(game, side, force.at):
        return ()
    havens = [area for area in ways if is_haven(game, side, area)]
    bases = [area for area in havens if game.areas[area].port >= NAVAL_BASE]
    to = min(bases or havens, key=lambda area: (ways[area][0], area), default="")
    return ways[to][1] if to else None


def way_cost(game: Game, side: str, start: str, path: Iterable[str], charts: Charts) -> int | None:
    """MP for a path in the second naval movement; None where it cannot go [PH14.1, PH1.1].

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


@remembered(64)  # a form and its check ask for the same ways for every port
def ways_of(game: Game, force: TaskForce, charts: Charts) -> Mapping[str, tuple[int, Way]]:
    """The cheapest cost and way to every area in reach of a task force; ties by id [PH1.1]."""
    side, limit = side_of(force.nation), reach_of(game, force, charts)
    found: dict[str, tuple[int, Way]] = {}
    edge: dict[str, tuple[int, Way]] = {force.at: (0, ())}
    while edge:
        at = min(edge, key=lambda area: (edge[area][0], area))
        cost, way = found[at] = edge.pop(at)
        for area in beside(charts, at) if at == force.at or charts.areas[at].sea else ():
            if area in found:
                continue
            step = way_cost(game, side, at, (area,), charts)
            if step is None or cost + step > limit:
                continue
            if area not in edge or edge[area][0] > cost + step:
                edge[area] = (cost + step, (*way, area))
    return found


def beside(charts: Charts, at: str) -> tuple[str, ...]:
    """Areas that ships can go to from one: seas and ports of a sea, seas of a port."""
    area = charts.areas[at]
    around = {*area.links, *area.ashore} if area.sea else set(seas_of(charts, at))
    return tuple(sorted(around))


# --- at sea --------------------------------------------------------------------------------------


def cannot_stay(
    game: Game, nations: tuple[str, ...], order: Stay, charts: Charts
) -> Refusal | None:
    """Why a task force cannot stay at sea as ordered, or None [P6.1.1, PH14.2, F.6.2]."""
    force = game.forces.get(order.tf)
    if force is None or force.nation not in nations:
        return _nobody(game, order.tf)
    side = side_of(force.nation)
    if not charts.areas[force.at].sea:
        what = f"{doing(order.tf, 'lies', 'lie')} at {mention(force.at)}, not at sea"
        hint = "without an order ships go home from there, or to sea if no port is in reach"
        if all(is_free(game, ship, charts) for ship in game.ships_in(order.tf)):
            hint = "without an order boats go to sea from there, and stay for nothing"
        if is_haven(game, side, force.at):
            hint = "who is in port stays there without an order"
        return refuse("F.6.2", "tf", what, hint)
    payers = [nation for nation in game.purses if side_of(nation) == side]
    if order.pays and payer_of(game, order.pays) not in payers:
        what = f"'{order.pays[:10]}' pays for no ships of this side"
        return refuse("PH14.2", "pays", what, f"use one of: {', '.join(payers)}")
    return None
