"""Examples for the form: the first of the player's legal orders of a kind, and whole offensives."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.air import STRIKE, single_strikes
from pbem.systems.pto.orders.check import ROWS, check, sight_of, supposing
from pbem.systems.pto.orders.naval import FORM, forces
from pbem.systems.pto.rules.combat.ph10_odds import attack_of, defence_of
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Drop,
    Form,
    March,
    Offensive,
    Strike,
    Support,
)
from pbem.systems.pto.table.state import Game

OrderT = TypeVar("OrderT", bound=Order)
Group = tuple[Order, ...]
IN_A_LINE = 3
"""So many ships that an example takes."""
TRIES = 60
"""So many proposals of whole offensives are looked at for one example."""


def options(view: View[Game], charts: Charts, kind: type[OrderT]) -> Iterator[OrderT]:
    """The legal orders of a kind, the likeliest first."""
    sight, row = sight_of(view, kind, charts), ROWS[kind]
    return iter(row.options(sight)) if sight is not None and row.options else iter(())


def with_needed(
    view: View[Game], charts: Charts, kind: type[OrderT]
) -> Iterator[tuple[Group, OrderT]]:
    """The same, each after what the file must hold besides."""
    sight, row = sight_of(view, kind, charts), ROWS[kind]
    if sight is not None and row.options:
        yield from ((tuple(row.needs(sight, order)), order) for order in row.options(sight))


def firsts(view: View[Game], charts: Charts, *kinds: type[Order]) -> Group:
    """For each kind of order the first that is legal now by itself."""
    found = (with_needed(view, charts, kind) for kind in kinds)
    alone = ((order for needed, order in listed if not needed) for listed in found)
    return tuple(order for listed in alone for order in islice(listed, 1))


def first_together(view: View[Game], charts: Charts, *kinds: type[Order]) -> tuple[Group, ...]:
    """The first that is legal of these kinds, with what the file must hold besides."""
    found = (one for kind in kinds for one in with_needed(view, charts, kind))
    return tuple((*needed, order) for needed, order in islice(found, 1))


def first_legal(view: View[Game], charts: Charts, groups: Iterable[Group]) -> tuple[Group, ...]:
    """The first of the proposed groups that would be legal now; none if none is among the first."""
    tried = islice(groups, TRIES)
    legal = (group for group in tried if not any(check(view, group, charts)))
    return tuple(islice(legal, 1))


# --- phase 3 -------------------------------------------------------------------------------------


def split(view: View[Game], charts: Charts) -> Group:
    """Take half the ships of a force, few enough for a line, into a new one [P3.1.1]."""
    sight = sight_of(view, Form, charts)
    for tf in forces(sight) if sight is not None else ():
        ships = tuple(ship.id for ship in view.game.ships_in(tf.id))
        order = Form(tf="raiders", ships=ships[: min(len(ships) // 2, IN_A_LINE)])
        if sight is not None and len(ships) > 1 and not any(FORM.faults(sight, order)):
            return (order,)
    return ()


def strike(view: View[Game], charts: Charts) -> Group:
    """Bomb a force that may be struck, else an enemy airfield or port [P3.2.1]."""
    sight = sight_of(view, Strike, charts)
    return tuple(islice(single_strikes(sight), 1)) if sight is not None else ()


# --- offensives ----------------------------------------------------------------------------------


def air_offensives(view: View[Game], charts: Charts) -> Iterator[tuple[Offensive, Strike]]:
    """An air offensive with its strike [P4C]."""
    begun = sight_of(view, Offensive, charts)
    if begun is None:
        return
    sight = supposing(begun)
    for order in single_strikes(sight):
        for offensive in STRIKE.needs(sight, order):
            if isinstance(offensive, Offensive):
                yield offensive, order


def land_offensives(view: View[Game], charts: Charts) -> Iterator[Group]:
    """A land offensive into an area that the enemy holds, over land or over the beach [P4A]."""
    supports = {order.area: order for order in reversed([*options(view, charts, Support)])}
    for area, orders in invasions(view, charts):
        bombers = (supports[area],) if area in supports else ()
        attack = Attack(area=area, below="1:1")
        if is_hopeless(view, charts, area, orders):
            continue
        yield from ((*orders, attack), (*orders, *bombers, attack), orders)


def landings(view: View[Game], charts: Charts) -> Iterator[Group]:
    """A land offensive of all who lie aboard before an area of the enemy together [P4A.2.B]."""
    aboard: dict[tuple[str, Group], tuple[str, ...]] = {}
    for needed, landing in with_needed(view, charts, Assault):
        if _is_enemy(view, landing.area):
            key = landing.area, needed
            aboard[key] = (*aboard.get(key, ()), *landing.units)
    for (area, needed), units in aboard.items():
        orders = (*needed, Assault(units=units, area=area))
        if not is_hopeless(view, charts, area, orders):
            yield from ((*orders, Attack(area=area, below="1:1")), orders)


def is_hopeless(view: View[Game], charts: Charts, area: str, orders: Group) -> bool:
    """Whether troops that an example takes to an area, with those there, are below 1:1 [PH10.4]."""
    game, there = view.game, {unit.id for unit in view.game.ground_at(area, view.side)}
    sent = {order.unit for order in orders if isinstance(order, March | Drop)}
    landed = {unit for order in orders if isinstance(order, Assault) for unit in order.units}
    fighting = (game.ground[unit] for unit in there | sent | landed)
    defenders = game.ground_at(area, other(view.side))
    return attack_of(fighting, charts) < defence_of(defenders)


def invasions(view: View[Game], charts: Charts) -> Iterator[tuple[str, Group]]:
    """Enemy areas, and an offensive with the order that takes troops there."""
    for needed, attack in with_needed(view, charts, Attack):
        if _is_enemy(view, attack.area):
            yield attack.area, needed
    for needed, march in with_needed(view, charts, March):
        if needed and _is_enemy(view, march.path[-1]):
            yield march.path[-1], (*needed, march)
    for needed, landing in with_needed(view, charts, Assault):
        if _is_enemy(view, landing.area):
            yield landing.area, (*needed, landing)
    for needed, drop in with_needed(view, charts, Drop):
        if _is_enemy(view, drop.area):
            yield drop.area, (*needed, drop)


def _is_enemy(view: View[Game], area: str) -> bool:
    """Whether the enemy holds an area or stands in it."""
    return not view.game.is_friendly(view.side, area)
