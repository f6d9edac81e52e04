"""The computer player's fleets at sea: warships ahead, then troops to their beach [P3.1]."""

from collections.abc import Iterator

from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.bot.theatres import landing_areas
from pbem.systems.pto.bot.worth import area_worth, landing_worth, sea_path
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.map import air_distance, seas_of
from pbem.systems.pto.rules.month.p3_course import cannot_sail
from pbem.systems.pto.rules.month.p6_course import cargo_of
from pbem.systems.pto.rules.units import speed
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game

FIGHTING = ("CV", "CVL", "BB", "CA")
"""A task force with one of these is a fleet that goes where the troops go."""
MOST_AIR = 5
"""Enemy air units at a base that a fleet still comes near to."""
LEG = 3
"""What a sea on the way takes off the worth of a landing: each may hold an enemy."""
AHEAD = 3
"""Areas from a fleet to the goal within which it sails there."""


def orders(view: View[Game], charts: Charts) -> Iterator[Sail]:
    """Fleets at sea clear the way; then task forces with troops sail to the best beach."""
    game, seat = view.game, view.seat
    side = game.side_of_seat(seat)
    own = [
        tf
        for tf in game.forces.values()
        if tf.nation in game.nations_of(seat) and tf.at not in game.areas
    ]
    laden = [(tf, _beach(game, side, tf, own, charts)) for tf in own if cargo_of(game, tf.id)]
    goals = [beach for _, beach in laden if beach]
    goals += _prizes(game, side, charts)
    for tf in own:
        if _is_fleet(game, tf):
            near = [g for g in goals if air_distance(charts, tf.at, g) <= AHEAD]
            yield from _to(game, seat, tf, near[0] if near else "", charts)
    for tf, beach in laden:
        if beach:
            yield from _to(game, seat, tf, beach, charts)
    yield from _sallies(game, seat, charts)


def _sallies(game: Game, seat: str, charts: Charts) -> Iterator[Sail]:
    """Fleets in port put to sea where the enemy lies off an own coast, unless he is stronger."""
    side = game.side_of_seat(seat)
    for tf in game.forces.values():
        ships = list(game.ships_in(tf.id))
        is_moored = tf.nation in game.nations_of(seat) and tf.at in game.areas
        if not is_moored or not _is_fleet(game, tf) or any(ship.kind == "STP" for ship in ships):
            continue
        strength = guns(game, tf.id, charts)
        near = [
            (air_distance(charts, tf.at, area), area)
            for area in game.areas
            if game.controls(side, area) and air_distance(charts, tf.at, area) <= AHEAD
            if 0 < _guns_off(game, side, area, charts) <= strength
        ]
        if near:
            yield from _to(game, seat, tf, min(near)[1], charts)


def _guns_off(game: Game, side: str, area: str, charts: Charts) -> int:
    """The guns of the strongest enemy task force in the seas on an area."""
    seas = seas_of(charts, area)
    found = (guns(game, tf.id, charts) for sea in seas for tf in game.forces_at(sea, other(side)))
    return max(found, default=0)


def _is_fleet(game: Game, tf: TaskForce) -> bool:
    """Whether a task force covers others: it has great ships and no troops."""
    return any(ship.kind in FIGHTING for ship in game.ships_in(tf.id)) and not cargo_of(game, tf.id)


def _beach(game: Game, side: str, tf: TaskForce, own: list[TaskForce], charts: Charts) -> str:
    """The area where landing its troops is worth most, of those that a force can reach."""
    found = [
        (LEG * len(ways[0]) - worth, area)
        for area in landing_areas(side, game.turn)
        if area not in game.terms.closed
        if (worth := _landing(game, side, area, tf, own, charts)) > 0
        if (ways := _ways(game, side, tf, area, charts))
    ]
    return min(found)[1] if found else ""


def _landing(
    game: Game, side: str, area: str, tf: TaskForce, own: list[TaskForce], charts: Charts
) -> int:
    """What a landing is worth with the guns of the fleets that sail there first."""
    support, seas = charts.ground_combat.shelling, seas_of(charts, area)
    coming = sum(
        support.get(ship.kind, 0)
        for fleet in own
        if _is_fleet(game, fleet) and fleet.at not in seas
        if air_distance(charts, fleet.at, area) <= AHEAD
        for ship in game.ships_in(fleet.id)
        if not ship.damaged
    )
    return landing_worth(game, side, area, cargo_of(game, tf.id), charts, coming=coming)


def _ways(game: Game, side: str, tf: TaskForce, area: str, charts: Charts) -> list[tuple[str, ...]]:
    """Ways to the seas on an area, shortest first; an empty one where the force is there."""
    if tf.at in seas_of(charts, area):
        return [()]
    most = min((speed(charts, ship) for ship in game.ships_in(tf.id)), default=0)
    ways = (sea_path(game, charts, side, tf.at, sea, most) for sea in sorted(seas_of(charts, area)))
    return sorted((way for way in ways if way), key=lambda way: (len(way), way))


def _to(game: Game, seat: str, tf: TaskForce, area: str, charts: Charts) -> Iterator[Sail]:
    """The way to an area, or none; at its end warships stand by, if they may [P3.1.6]."""
    nations = game.nations_of(seat)
    ways = _ways(game, game.side_of_seat(seat), tf, area, charts) if area else []
    laden = bool(cargo_of(game, tf.id))
    sail = Sail(tf=tf.id, path=ways[0] if ways else (), land=area if laden else "")
    ready = replace(sail, standby=True)
    if not laden and not cannot_sail(game, nations, ready, "P3", charts):
        yield ready
    elif sail.path:
        yield sail


def _prizes(game: Game, side: str, charts: Charts) -> list[str]:
    """Enemy areas that fleets threaten, most valuable first; in a defence, own ones."""
    areas = [area for area in game.areas if area not in game.terms.closed]
    theirs = [area for area in areas if not game.controls(side, area) and game.areas[area].port]
    ranked = sorted(theirs, key=lambda area: (-area_worth(game, area, charts), area))
    return [area for area in ranked if _is_weak(game, side, area)]


def _is_weak(game: Game, side: str, area: str) -> bool:
    """Whether few aircraft defend an area: a fleet does not sail under a great base's guns."""
    return sum(side_of(unit.nation) != side for unit in game.based_at(area)) <= MOST_AIR
