"""Ground units on the way to an attack, on foot and from the sea; their support [P4A.2, P4A.3]."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.d13_war import attacks_area
from pbem.systems.pto.events_land import Landed, Marched
from pbem.systems.pto.map import seas_of, theatre_of
from pbem.systems.pto.orders import Assault, March, Offensive, Support
from pbem.systems.pto.p3_lift import payer
from pbem.systems.pto.p3_takeoff import cannot_take_off
from pbem.systems.pto.p5_movement import ashore, too_far
from pbem.systems.pto.ph10_areas import came_to
from pbem.systems.pto.pieces import Ground
from pbem.systems.pto.state import Game, other, side_of
from pbem.systems.pto.told import Told
from pbem.systems.pto.units import bombs, fires

Theatres = Mapping[str, tuple[str, ...]]
"""Theatres of land offensives, and the nations that perform them there [P4A.1.B, PH13.1]."""


def theatres_of(orders: Iterable[Order]) -> Theatres:
    """The theatres of the land offensives of a file, with the nations that perform them."""
    found: dict[str, tuple[str, ...]] = {}
    for order in orders:
        if isinstance(order, Offensive) and order.kind == "land":
            found |= {name: (*found.get(name, ()), order.nation) for name in order.theatres}
    return found


def performs(game: Game, nation: str, area: str, theatres: Theatres, charts: Charts) -> bool:
    """Whether a nation's units serve in a land offensive that an area belongs to [PH13.1].

    Offensives are performed nation by nation [P0.6]; those of the Netherlands serve in Britain's.
    """
    return payer(game, nation) in theatres.get(theatre_of(charts, area), ())


def is_spent(unit: Ground) -> bool:
    """Whether an offensive of this month has used a unit [PH10.10]."""
    return unit.mark == "activated"


# --- on foot -------------------------------------------------------------------------------------


def cannot_advance(game: Game, side: str, order: March, theatres: Theatres, charts: Charts) -> str:
    """The rule that forbids a march in a land offensive, or empty [P4A.2.A, PH10.1, PH13.1]."""
    unit = game.ground.get(order.unit)
    if unit is None or side_of(unit.nation) != side or not unit.at or not order.path:
        return "PH10.1"
    if is_spent(unit):
        return "PH10.10"
    areas = (unit.at, *order.path)
    if any(area not in charts.areas for area in areas):
        return "PH1.4"
    if not all(performs(game, unit.nation, area, theatres, charts) for area in areas):
        return "PH13.1"
    if any(game.ground_at(area, other(side)) for area in order.path[:-1]):
        return "PH10.1"
    return too_far(game, unit, order.path, charts)


def advance(game: Game, order: March, charts: Charts) -> Told:
    """A unit marches; a river crossed on the way counts against its attack [PH10.1, PH10.5]."""
    unit = game.ground[order.unit]
    links = pairwise((unit.at, *order.path))
    game = attacks_area(game, side_of(unit.nation), order.path[-1])
    game = game.with_ground([replace(unit, at=order.path[-1], mark="activated")])
    game = came_to(game, unit.nation, order.path[-1])
    if any(charts.areas[one].land_links.get(two, False) for one, two in links):
        rivers = (*game.month.rivers, unit.id)
        game = game.with_month(replace(game.month, rivers=rivers))
    return game, (Marched(to=ALL, unit=unit.id, path=(unit.at, *order.path)),)


# --- from the sea --------------------------------------------------------------------------------


def cannot_land(game: Game, side: str, order: Assault, theatres: Theatres, charts: Charts) -> str:
    """The rule that forbids an assault landing, or empty: from an STP in a sea on it [PH10.1]."""
    if order.area not in game.areas or order.area in game.terms.closed:
        return "P4A.2.B"
    for id_ in order.units:
        unit = game.ground.get(id_)
        if unit is None or side_of(unit.nation) != side or not unit.ship:
            return "P4A.2.B"
        if game.forces[game.ships[unit.ship].tf].at not in seas_of(charts, order.area):
            return "P4A.2.B"
        if not performs(game, unit.nation, order.area, theatres, charts):
            return "PH13.1"
        if is_spent(unit):
            return "PH10.10"
    return "" if order.units else "P4A.2.B"


def land(game: Game, order: Assault) -> Told:
    """Units go ashore where the enemy may be [P4A.2.B]."""
    game = attacks_area(game, side_of(game.ground[order.units[0]].nation), order.area)
    for id_ in order.units:
        game = ashore(game, id_, order.area)
        game = game.with_ground([replace(game.ground[id_], mark="activated")])
        game = came_to(game, game.ground[id_].nation, order.area)
    landed = (*game.month.landed, *order.units)
    game = game.with_month(replace(game.month, landed=landed))
    return game, (Landed(to=ALL, units=order.units, area=order.area),)


# --- support -------------------------------------------------------------------------------------


def cannot_support(
    game: Game, side: str, order: Support, theatres: Theatres, charts: Charts
) -> str:
    """The rule that forbids ground support, or empty [P4A.3.B, PH8.1, PH10.3, PH13.1].

    Every bomber and fighter of the side may come, of whatever nation [PR7].
    """
    flying = (*order.units, *order.escorts)
    if order.area not in game.areas or not order.units or len(set(flying)) < len(flying):
        return "PH8.1"
    if theatre_of(charts, order.area) not in theatres:
        return "PH13.1"
    if not all(can_fly(game, side, id_, order.area, charts) for id_ in flying):
        return "PH8.1"
    if not all(bombs(game, charts, game.air[id_]) for id_ in order.units):
        return "PH10.3"
    return "" if all(fires(game, charts, game.air[id_]) for id_ in order.escorts) else "PH7.2"


def can_fly(game: Game, side: str, id_: str, area: str, charts: Charts) -> bool:
    """Whether an air unit can fly to an area to support there [PH8.1, PH11.3, PH13.2].

    Once in an offensive: who has struck in a combined one does not.
    """
    unit = game.air.get(id_)
    return (
        unit is not None
        and side_of(unit.nation) == side
        and cannot_take_off(game, id_, area, charts, once=True) is None
    )
