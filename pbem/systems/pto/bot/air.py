"""The computer player's aircraft: strikes at ships in port and searched, and moves forward [P3]."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.units import kind, may_reach, reach, rolls
from pbem.systems.pto.table.orders_month import Strike, Transfer
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game

SHIP_WORTH = {"CV": 8, "BB": 6, "CVL": 4, "CA": 3, "CVE": 3, "STP": 2, "CL": 1, "DD": 1, "DE": 1}
AIM = ("CV", "CVL", "BB", "CVE", "CA", "STP", "CL", "DD")
NEAR = 2
"""Areas from the enemy at which fighters and bombers want to be based."""


def orders(view: View[Game], charts: Charts) -> Iterator[Order]:
    """Strikes first, then transfers of units that reach nothing where they are."""
    striking: set[str] = set()
    for strike in strikes(view.game, view.seat, charts):
        striking |= {*strike.units, *strike.escorts}
        yield strike
    yield from _transfers(view.game, view.seat, striking, charts)


def strikes(game: Game, seat: str, charts: Charts) -> Iterator[Strike]:
    """Each strike unit goes for the most valuable target in reach, with fighters that reach it."""
    nations = game.nations_of(seat)
    able = [
        unit
        for unit in game.air.values()
        if unit.nation in nations and not (unit.committed or unit.struck or unit.out)
    ]
    targets = sorted(
        _targets(game, other(side_of(nations[0]))),
        key=lambda one: (-one[0], one[1], one[2]),
    )
    used: set[str] = set()
    for _, area, tf in targets:
        bombers = tuple(
            unit.id
            for unit in able
            if unit.id not in used and _can_sink(game, unit, charts)
            if may_reach(game, charts, unit, area)
        )
        if not bombers:
            continue
        used |= set(bombers)
        escorts = tuple(
            unit.id
            for unit in able
            if unit.id not in used and kind(game, charts, unit) == "F"
            if may_reach(game, charts, unit, area)
        )[: len(bombers)]
        used |= set(escorts)
        yield Strike(units=bombers, area=area, tf=tf, escorts=escorts, aim=AIM)


def _can_sink(game: Game, unit: AirUnit, charts: Charts) -> bool:
    return bool(rolls(game, charts, unit)) and kind(game, charts, unit) in ("B", "CVA")


def _targets(game: Game, enemy: str) -> Iterator[tuple[int, str, str]]:
    """Enemy task forces with what their ships are worth; those not searched yet are worth less.

    The acting side searches once more before it names its strikes [PH5.8].
    """
    for tf in game.forces.values():
        if side_of(tf.nation) != enemy:
            continue
        worth = sum(SHIP_WORTH.get(ship.kind, 0) for ship in game.ships_in(tf.id))
        found = tf.searched or tf.at in game.areas
        if worth:
            yield worth if found else worth // 2, tf.at, tf.id


def _transfers(game: Game, seat: str, striking: set[str], charts: Charts) -> Iterator[Transfer]:
    """Units with no enemy in reach go to the airfield nearest to him that has room [PH8.8]."""
    nations = game.nations_of(seat)
    side = side_of(nations[0])
    front = [area for area in game.areas if not game.controls(side, area)]
    room = {
        area: game.areas[area].airfield - sum(1 for _ in game.based_at(area))
        for area in game.areas
        if game.is_friendly(side, area)
    }
    for unit in game.air.values():
        if unit.nation not in nations or unit.id in striking or unit.base in game.ships:
            continue
        here = _distance(charts, unit.base, front)
        if here <= NEAR or unit.committed:
            continue
        goals = [
            (max(_distance(charts, area, front), 1), area)
            for area in room
            if room[area] > 0
            and area != unit.base
            and air_distance(charts, unit.base, area) <= reach(game, charts, unit)
        ]
        if goals and min(goals)[0] < here:
            area = min(goals)[1]
            room[area] -= 1
            yield Transfer(units=(unit.id,), to=area)


def _distance(charts: Charts, origin: str, areas: list[str]) -> int:
    return min((air_distance(charts, origin, area) for area in areas), default=0)
