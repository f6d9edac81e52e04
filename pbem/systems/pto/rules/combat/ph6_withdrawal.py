"""Who breaks off a surface combat, and where to [PH6.4, D10.3]."""

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import JAPANESE, other, side_of
from pbem.systems.pto.rules.map import nearest_by_sea, sea_cost
from pbem.systems.pto.rules.p3_half import first_rule, scopes_of_force
from pbem.systems.pto.rules.units import gun
from pbem.systems.pto.table.events_combat import Why
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.standing import Gunnery
from pbem.systems.pto.table.state import Game

OFTEN_FREE = ("US", "NE")
"""Nations whose ships let a Japanese task force slip away [D10.3]."""
NOT_COUNTED = "DD"
"""The type that does not count for it [D10.3]."""
FAR = 10_000


def orders_of(game: Game, tf: TaskForce) -> Gunnery:
    """The standing order on gunnery that binds a task force, the most specific [F.4]."""
    held = game.standing[game.seat_of(tf.nation)].gunnery
    return first_rule(held, *scopes_of_force(tf)) or Gunnery()


def slips(game: Game, tf: str, enemy: str) -> bool:
    """Whether a Japanese task force that surprised withdraws freely, as ordered [D10.3]."""
    return may_slip(game, tf, enemy) and orders_of(game, game.forces[tf]).slip


def may_slip(game: Game, tf: str, enemy: str) -> bool:
    """Whether the surprised stack lets it: a US or Dutch ship in it that is no DD [D10.3]."""
    if side_of(game.forces[tf].nation) != JAPANESE:
        return False
    return any(
        ship.nation in OFTEN_FREE and ship.kind != NOT_COUNTED for ship in game.ships_in(enemy)
    )


def withdraws(start: Game, game: Game, tf: str, enemy: str, number: int, charts: Charts) -> Why:
    """Why a task force withdraws after a round by its standing order, if it does [PH6.4, F.4].

    After the round ordered, with so many own ships damaged or sunk in this combat, or, unless it
    shall stay, when the enemy has twice its guns.
    """
    order = orders_of(game, game.forces[tf])
    if order.after and number >= order.after:
        return "after"
    if order.lost and _hurt(start, game, tf) >= order.lost:
        return "lost"
    ours, theirs = guns(game, tf, charts), guns(game, enemy, charts)
    is_outgunned = theirs > 0 and theirs >= charts.gunnery.outgunned * ours
    return "outgunned" if is_outgunned and not order.stay else ""


def guns(game: Game, tf: str, charts: Charts) -> int:
    """The gun ratings of a task force's ships that can fire, added up [PH6.1, PH6.4, F.4]."""
    silent = charts.gunnery.silent
    return sum(gun(game, charts, s) for s in game.ships_in(tf) if s.kind not in silent)


def _hurt(start: Game, game: Game, tf: str) -> int:
    """Ships of a task force that were sunk or damaged since the combat began [F.4]."""
    before = start.ships_in(tf)
    return sum(
        ship.id not in game.ships or (game.ships[ship.id].damaged and not ship.damaged)
        for ship in before
    )


def refuge(game: Game, tf: TaskForce, charts: Charts) -> str:
    """The adjacent sea to withdraw to: nearer a friendly port [PH6.4]; empty if there is none.

    Rather one without enemy task forces, then the one nearest to such a port, then by id.
    """
    side = side_of(tf.nation)

    def rank(sea: str) -> tuple[bool, int, str]:
        enemies = any(True for _ in game.forces_at(sea, other(side)))
        return enemies, _to_port(game, side, sea, charts), sea

    if tf.at not in charts.areas or not charts.areas[tf.at].sea:
        return ""
    near = (sea for sea in charts.areas[tf.at].links)
    open_ = (sea for sea in near if sea_cost(game, charts, side, tf.at, sea) is not None)
    return min(open_, key=rank, default="")


def _to_port(game: Game, side: str, sea: str, charts: Charts) -> int:
    """MP from a sea to the nearest friendly port [PH6.4]."""
    ports = (id_ for id_, area in game.areas.items() if area.port and game.is_friendly(side, id_))
    nearest = nearest_by_sea(charts, sea, ports)
    return FAR if nearest is None else nearest
