"""Whom to aim at: ships ranked by an order, and attackers shared out among them [PH8.3, PH9.1]."""

from collections.abc import Iterable, Mapping

from pbem.systems.pto.charts import Charts
from pbem.systems.pto.losses import hits_left, worth_of
from pbem.systems.pto.pieces import Ship
from pbem.systems.pto.state import Game

ROLLS_FOR_A_HIT = 2
"""Rolls that are aimed at a ship for each hit that sinks it, before the next is aimed at [PR24]."""


def ranked_ships(
    game: Game, ships: Iterable[Ship], aim: tuple[str, ...], charts: Charts
) -> tuple[Ship, ...]:
    """Ships as an order ranks their ids or types; the rest by victory points, then by id [F.4]."""

    def rank(ship: Ship) -> tuple[int, int, int, str]:
        named = (aim.index(one) for one in (ship.id, ship.kind) if one in aim)
        place = min(named, default=len(aim))
        return place, -worth_of(game, ship, charts), -ship.armour, ship.id

    return tuple(sorted(ships, key=rank))


def shared_out(attackers: Mapping[str, int], ships: tuple[Ship, ...]) -> dict[str, str]:
    """A target for each attacker with so many rolls, ships in rank [PH8.3, PR24].

    A ship has enough with two rolls for each hit that it can take; when all have, it begins anew.
    """
    if not ships:
        return {}
    targets: dict[str, str] = {}
    wanted = {ship.id: ROLLS_FOR_A_HIT * hits_left(ship) for ship in ships}
    due = dict(wanted)
    for attacker, number in attackers.items():
        if not any(left > 0 for left in due.values()):
            due = dict(wanted)
        target = next(id_ for id_, left in due.items() if left > 0)
        targets[attacker] = target
        due[target] -= number
    return targets
