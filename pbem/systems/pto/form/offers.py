"""Examples for the form: orders of the player's own units that are legal now, the likeliest first.

Each function proposes groups of orders; `first_legal` keeps those that the checks let pass.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.check import check
from pbem.systems.pto.rules.map import air_distance, theatre_of
from pbem.systems.pto.rules.month.p4_named import standing_by
from pbem.systems.pto.rules.month.p5_movement import shores
from pbem.systems.pto.rules.units import bombs, may_reach
from pbem.systems.pto.table.orders import (
    Airlift,
    Assault,
    Attack,
    Debark,
    Drop,
    Engage,
    Form,
    March,
    Offensive,
    Rail,
    Sail,
    Strike,
    Support,
    Transfer,
)
from pbem.systems.pto.table.pieces import AirUnit, Ground, TaskForce
from pbem.systems.pto.table.state import Game

Group = tuple[Order, ...]
TRIES = 60
"""So many proposals of a kind are looked at for one example."""


def first_legal(view: View[Game], charts: Charts, groups: Iterable[Group]) -> tuple[Group, ...]:
    """The first of the proposed groups that would be legal now; none if none is among the first."""
    tried = islice(groups, TRIES)
    legal = (group for group in tried if not any(check(view, group, charts)))
    return tuple(islice(legal, 1))


def singles(view: View[Game], charts: Charts, *kinds: Iterable[Group]) -> Group:
    """For each kind of order, the first that would be legal now."""
    return tuple(
        order for groups in kinds for group in first_legal(view, charts, groups) for order in group
    )


# --- what a seat has -----------------------------------------------------------------------------


def forces(view: View[Game]) -> list[TaskForce]:
    """The seat's task forces, those with most ships first."""
    game, nations = view.game, view.game.nations_of(view.seat)
    own = [tf for tf in game.forces.values() if tf.nation in nations]
    return sorted(own, key=lambda tf: (-len(game.ships_in(tf.id)), tf.id))


def planes(view: View[Game]) -> list[AirUnit]:
    """The seat's air units that may fly."""
    nations = view.game.nations_of(view.seat)
    return [u for u in view.game.air.values() if u.nation in nations and not u.committed]


def troops(view: View[Game]) -> list[Ground]:
    """The seat's ground units that can move."""
    nations = view.game.nations_of(view.seat)
    return [u for u in view.game.ground.values() if u.nation in nations and u.move and not u.mark]


def _enemy_forces(view: View[Game]) -> list[TaskForce]:
    enemy, game = other(view.side), view.game
    return [tf for at in sorted({tf.at for tf in game.forces.values()})
            for tf in game.forces_at(at, enemy)]  # fmt: skip


# --- ships ---------------------------------------------------------------------------------------


def splits(view: View[Game]) -> Iterator[Group]:
    """Take half the ships of a force into a new one [P3.1.1]."""
    for tf in forces(view):
        ships = tuple(ship.id for ship in view.game.ships_in(tf.id))
        if len(ships) > 1:
            yield (Form(tf="raiders", ships=ships[: len(ships) // 2]),)


def voyages(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Sail out, and stand by there if that is allowed [P3.1.1, P3.1.6]."""
    for tf in forces(view):
        beside = charts.areas[tf.at]
        for area in sorted({*beside.links, *beside.ashore}):
            yield (Sail(tf=tf.id, path=(area,), standby=True),)
            yield (Sail(tf=tf.id, path=(area,)),)


def engagements(view: View[Game]) -> Iterator[Group]:
    """Meet an enemy force in the same sea [P3.3.1]."""
    for tf in forces(view):
        for enemy in view.game.forces_at(tf.at, other(view.side)):
            yield (Engage(tf=tf.id, enemy=enemy.id),)


# --- aircraft ------------------------------------------------------------------------------------


def strikes(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Bomb a force that may be struck, else an enemy airfield or port [P3.2.1]."""
    game, fliers = view.game, planes(view)
    bombers = [unit for unit in fliers if bombs(game, charts, unit)]
    for tf in _enemy_forces(view):
        if tf.searched or tf.at in game.areas:
            for unit in (u for u in fliers if may_reach(game, charts, u, tf.at)):
                yield (Strike(units=(unit.id,), area=tf.at, at="ships", tf=tf.id),)
    for area in _enemy_areas(view):
        for unit in (u for u in bombers if may_reach(game, charts, u, area)):
            yield (Strike(units=(unit.id,), area=area, at="airfield"),)
            yield (Strike(units=(unit.id,), area=area, at="port"),)
            yield (Strike(units=(unit.id,), area=area, at="aircraft"),)


def transfers(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Fly to another base of the side, the nearest first [PH8.8]."""
    game, nations = view.game, view.game.nations_of(view.seat)
    fields = [a for a, here in game.areas.items() if here.nation in nations and here.airfield]
    for unit in planes(view):
        at = game.where(unit)
        for area in sorted(fields, key=lambda to: (air_distance(charts, at, to), to)):
            if area != at:
                yield (Transfer(units=(unit.id,), to=area),)


def airlifts(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Carry supply from one airfield to the next [PH12.6]."""
    game, nations = view.game, view.game.nations_of(view.seat)
    fields = [a for a, here in game.areas.items() if here.nation in nations and here.airfield]
    for nation in (one for one in nations if one in game.purses):
        for origin in fields:
            for to in sorted(fields, key=lambda area: (air_distance(charts, origin, area), area)):
                if to != origin:
                    yield (Airlift(nation=nation, cargo="supply", origin=origin, to=to),)


def _enemy_areas(view: View[Game]) -> list[str]:
    own = {nation for seat in view.seats if seat.side == view.side
           for nation in view.game.nations_of(seat.name)}  # fmt: skip
    return [area for area, here in view.game.areas.items() if here.nation not in own]


# --- offensives ----------------------------------------------------------------------------------


def air_offensives(view: View[Game], charts: Charts) -> Iterator[Group]:
    """An air offensive with its strike [P4C]."""
    for nation in _performing(view):
        for (strike,) in strikes(view, charts):
            if isinstance(strike, Strike):
                yield (Offensive(kind="air", nation=nation, targets=(strike.area,)), strike)


def sea_offensives(view: View[Game], charts: Charts) -> Iterator[Group]:
    """A sea offensive of a force that stands by, with its voyage [P4B]."""
    for nation in _performing(view):
        for tf in standing_by(view.game, view.seat):
            begun = Offensive(kind="sea", nation=nation, stack=tf.id)
            for enemy in view.game.forces_at(tf.at, other(view.side)):
                yield (begun, Engage(tf=tf.id, enemy=enemy.id))
            for area in charts.areas[tf.at].links:
                yield (begun, Sail(tf=tf.id, path=(area,)))


def land_offensives(view: View[Game], charts: Charts) -> Iterator[Group]:
    """A land offensive into an area that the enemy holds, over land or over the beach [P4A]."""
    for nation in _performing(view):
        for area, moves in _invasions(view, charts):
            begun = Offensive(kind="land", nation=nation, theatres=(theatre_of(charts, area),))
            for bomber in planes(view):
                if bombs(view.game, charts, bomber) and may_reach(view.game, charts, bomber, area):
                    yield (begun, *moves, Support(units=(bomber.id,), area=area),
                           Attack(area=area, below="1:1"))  # fmt: skip
                    break
            yield (begun, *moves, Attack(area=area, below="1:1"))
            yield (begun, *moves)


def _invasions(view: View[Game], charts: Charts) -> Iterator[tuple[str, Group]]:
    """Enemy areas beside own troops, and the order that takes them there."""
    held = _enemy_areas(view)
    for unit in troops(view):
        if unit.at:
            if unit.at in view.game.areas and any(view.game.ground_at(unit.at, other(view.side))):
                yield unit.at, ()
            for area in charts.areas[unit.at].land_links:
                if area in held:
                    yield area, (March(unit=unit.id, path=(area,)),)
        elif unit.ship:
            sea = view.game.forces[view.game.ships[unit.ship].tf].at
            for area in charts.areas[sea].ashore:
                if area in held:
                    yield area, (Assault(units=(unit.id,), area=area),)
    for unit in troops(view):
        if unit.kind == "para" and unit.at:
            for area in held:
                yield area, (Drop(unit=unit.id, area=area),)


def _performing(view: View[Game]) -> list[str]:
    return [nation for nation in view.game.nations_of(view.seat) if nation in view.game.purses]


# --- the end of the month ------------------------------------------------------------------------


def marches(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Go to the next area of the side [P5.1]."""
    held = _enemy_areas(view)
    for unit in (one for one in troops(view) if one.at):
        for area in charts.areas[unit.at].land_links:
            if area in view.game.areas and area not in held:
                yield (March(unit=unit.id, path=(area,)),)


def journeys(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Go by rail [PH12.6]."""
    held = _enemy_areas(view)
    for unit in (one for one in troops(view) if one.at):
        for area in charts.areas[unit.at].land_links:
            if area not in held:
                yield (Rail(unit=unit.id, to=area),)


def debarkations(view: View[Game], charts: Charts) -> Iterator[Group]:
    """Go ashore where the ship lies, or on the coast of its sea [P5.2]."""
    game, nations = view.game, view.game.nations_of(view.seat)
    for unit in game.ground.values():
        if unit.nation in nations and unit.ship:
            for area in shores(game, unit, charts):
                yield (Debark(unit=unit.id, area=area),)
