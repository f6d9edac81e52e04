"""The computer player at the end of the month: troops go ashore and to the front [P5, P6]."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.bot.worth import can_spare
from pbem.systems.pto.rules.month.p6_course import way_home
from pbem.systems.pto.rules.month.p6_end import damaged
from pbem.systems.pto.table.orders_month import Debark, March, Repair, Replenish, Stay
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game

NEAR_HOME = 2
"""Seas to a port within which a fleet goes home."""


def orders(view: View[Game], charts: Charts) -> Iterator[Order]:
    """Debark, take empty areas, bring spare units to the front, repair and replenish."""
    game = view.game
    nations = game.nations_of(view.seat)
    side = side_of(nations[0])
    left: list[str] = []
    for unit in game.ground.values():
        if unit.nation not in nations:
            continue
        if unit.ship and (port := _port_of(game, unit, side)):
            yield Debark(unit=unit.id, area=port)
        elif unit.at and unit.move and not unit.mark:
            to = _forward(game, unit, side, left, charts)
            if to:
                left.append(unit.id)
                yield March(unit=unit.id, path=(to,))
    yield from _works(game, nations, charts)
    yield from _staying(game, nations, charts)


def _port_of(game: Game, unit: Ground, side: str) -> str:
    at = game.forces[game.ships[unit.ship].tf].at
    return at if at in game.areas and game.is_friendly(side, at) else ""


def _forward(game: Game, unit: Ground, side: str, left: list[str], charts: Charts) -> str:
    """An empty enemy area next door, or a friendly one that the enemy stands next to."""
    if not can_spare(game, side, unit.at, (*left, unit.id), charts):
        return ""
    linked = sorted(charts.areas[unit.at].land_links)
    empty = [
        area
        for area in linked
        if not game.controls(side, area) and not game.ground_at(area, other(side))
    ]
    if empty:
        return empty[0]
    if _is_front(game, unit.at, side, charts):
        return ""
    return next(
        (a for a in linked if game.is_friendly(side, a) and _is_front(game, a, side, charts)), ""
    )


def _is_front(game: Game, area: str, side: str, charts: Charts) -> bool:
    return any(not game.controls(side, one) for one in charts.areas[area].land_links)


def _works(game: Game, nations: tuple[str, ...], charts: Charts) -> Iterator[Order]:
    """One repair an area, and one unit back for each nation that may have it [P6.3]."""
    for area in (one for one, here in game.areas.items() if here.nation in nations):
        hurt = [what for what in damaged(game, area, charts) if what != "fort"]
        yield from (Repair(area=area, what=what) for what in hurt[:1])
    for nation in nations:
        dead = [u for u in game.dead.values() if u.nation == nation and u.move]
        if dead:
            yield Replenish(unit=max(dead, key=lambda u: (u.strength, u.id)).id)


def _staying(game: Game, nations: tuple[str, ...], charts: Charts) -> Iterator[Order]:
    """Fleets far from any port stay at sea, as long as there is EP for it [P6.1.1]."""
    left = {nation: game.purses[nation].points for nation in nations if nation in game.purses}
    kept: set[str] = set()
    for tf in game.forces.values():
        if tf.nation not in left or tf.at in game.areas:
            continue
        if len(way_home(game, tf, charts) or ()) <= NEAR_HOME:
            continue
        left[tf.nation] -= tf.at not in kept
        if left[tf.nation] < 0:
            return
        kept.add(tf.at)
        yield Stay(tf=tf.id)
