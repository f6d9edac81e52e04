"""The computer player's sea offensives: carriers strike what they reach, guns meet the weaker."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.bot.air import AIM, SHIP_WORTH
from pbem.systems.pto.bot.worth import sea_path
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p3_course import movement
from pbem.systems.pto.rules.month.p3_forces import is_boats
from pbem.systems.pto.rules.month.p3_intercept import is_ready
from pbem.systems.pto.rules.month.p3_stacks import aboard
from pbem.systems.pto.rules.month.p4_costs import offensives_taken
from pbem.systems.pto.rules.p4_acting import stands_by
from pbem.systems.pto.rules.units import reach, rolls
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail, Strike
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game

LEAST = 3
"""The worth of ships for which a sea offensive is performed: a heavy cruiser."""
SUPERIOR = 2
"""Own guns to the enemy's at which it looks for a surface combat."""

Proposal = tuple[Order, ...]


def sweeps(game: Game, seat: str, charts: Charts) -> Iterator[Proposal]:
    """Whole files for sea offensives that the track covers, best first."""
    found: list[tuple[int, str, Proposal]] = []
    for tf in game.forces.values():
        if tf.nation not in game.nations_of(seat) or not stands_by(game, tf.id):
            continue
        begun = Offensive(kind="sea", nation=tf.nation, stack=tf.id)
        purse = game.purses.get(tf.nation)
        if purse is None or purse.track < offensives_taken(game, begun, charts):
            continue
        for worth, target, orders in _chances(game, tf, charts):
            if worth >= LEAST:
                found.append((-worth, f"{tf.id} {target}", (begun, *orders)))
    for _, _, proposal in sorted(found, key=lambda one: one[:2]):
        yield proposal


def _chances(game: Game, tf: TaskForce, charts: Charts) -> Iterator[tuple[int, str, Proposal]]:
    """What a task force could strike or meet, and how."""
    side = game.side_of_seat(game.seat_of(tf.nation))
    for enemy in (one for one in game.forces.values() if not is_boats(game, one.id)):
        if game.side_of_seat(game.seat_of(enemy.nation)) != other(side):
            continue
        worth = sum(SHIP_WORTH.get(ship.kind, 0) for ship in game.ships_in(enemy.id))
        strike = _strike(game, tf, enemy, charts)
        if strike:
            yield worth, enemy.id, strike
        if enemy.at not in game.areas and _is_weaker(game, tf, enemy, charts):
            path = _way(game, side, tf, enemy.at, charts)
            if path is not None:
                engage = Engage(tf=tf.id, enemy=enemy.id)
                yield worth // 2, enemy.id, (*_sailing(tf, path), engage)


def _is_weaker(game: Game, tf: TaskForce, enemy: TaskForce, charts: Charts) -> bool:
    own = guns(game, tf.id, charts)
    return own > 0 and own >= SUPERIOR * guns(game, enemy.id, charts)


def _strike(game: Game, tf: TaskForce, enemy: TaskForce, charts: Charts) -> Proposal:
    """A strike of all its aircraft, from the nearest sea in reach of the enemy's ships."""
    units = [unit for unit in aboard(game, tf.id) if is_ready(game, unit) and not unit.out]
    able = tuple(unit.id for unit in units if rolls(game, charts, unit))
    if not able:
        return ()
    range_ = min(reach(game, charts, game.air[id_]) for id_ in able)
    side = game.side_of_seat(game.seat_of(tf.nation))
    ways = (
        way
        for sea in charts.areas
        if charts.areas[sea].sea and sea not in game.terms.closed
        if air_distance(charts, sea, enemy.at) <= range_ and sea != enemy.at
        if (way := _way(game, side, tf, sea, charts)) is not None
    )
    way = min(ways, key=lambda one: (len(one), one), default=None)
    if way is None:
        return ()
    strike = Strike(units=able, area=enemy.at, tf=enemy.id, aim=AIM)
    return (*_sailing(tf, way), strike)


def _way(game: Game, side: str, tf: TaskForce, sea: str, charts: Charts) -> tuple[str, ...] | None:
    """The way to a sea with the MP of an offensive; empty where it is there already."""
    if tf.at == sea:
        return ()
    return sea_path(game, charts, side, tf.at, sea, movement(game, tf.id, "P4", charts)) or None


def _sailing(tf: TaskForce, path: tuple[str, ...]) -> Proposal:
    return (Sail(tf=tf.id, path=path),) if path else ()
