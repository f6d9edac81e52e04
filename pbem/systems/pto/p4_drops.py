"""Paratroops: their transports fly in, fighters may meet them, they come down [P4A.3.A, PH10.9].

While it is in the air a transport is an air unit of its own, with the steps of the unit aboard.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.d13_war import attacks_area
from pbem.systems.pto.dates import year_of
from pbem.systems.pto.events_land import Dropped, DropStopped
from pbem.systems.pto.events_naval import FightersRise
from pbem.systems.pto.labels import next_combat
from pbem.systems.pto.map import air_distance, is_grounded
from pbem.systems.pto.orders import Drop
from pbem.systems.pto.p3_intercept import Mission, rising
from pbem.systems.pto.p4_advance import Theatres, is_spent, performs, theatres_of
from pbem.systems.pto.p4_voided import voided
from pbem.systems.pto.ph7_air import Raid, air_battle
from pbem.systems.pto.ph10_areas import came_to, lose, settle
from pbem.systems.pto.pieces import AirUnit, Ground
from pbem.systems.pto.state import Game, other, side_of
from pbem.systems.pto.told import Told

STEP = "P4A"
DROP = "drop"
"""The kind of mission that is a paradrop, as standing orders name it [F.4]."""
TRANSPORT = "ATP"
"""The type of aircraft that carries paratroops [PH12.6]."""


def cannot_drop(game: Game, side: str, order: Drop, theatres: Theatres, charts: Charts) -> str:
    """The rule that forbids a drop, or empty [P4A.3.A, PH10.8, PH10.9, PH12.6]."""
    unit = game.ground.get(order.unit)
    if unit is None or side_of(unit.nation) != side or unit.kind != "para" or is_spent(unit):
        return "PH10.9"
    if order.area not in game.areas or order.area in game.terms.closed:
        return "PH10.9"
    if not performs(game, unit.nation, order.area, theatres, charts):
        return "PH13.1"
    return _cannot_take_off(game, side, unit, order, charts)


def _cannot_take_off(game: Game, side: str, unit: Ground, order: Drop, charts: Charts) -> str:
    """The rule by which no transport brings a parachute unit there, or empty [PH10.9, PH12.6]."""
    if not unit.at or not game.is_friendly(side, unit.at) or not game.areas[unit.at].airfield:
        return "PH10.9"
    if game.areas[unit.at].taken == game.turn:
        return "PH10.8"
    if is_grounded(game, charts, unit.at) or is_grounded(game, charts, order.area):
        return "PH10.9"
    lifts = charts.transport.lifts.get(unit.nation)
    used = game.purses[unit.nation].lifts if unit.nation in game.purses else 0
    if lifts is None or used >= lifts.units or year_of(game.turn) < lifts.since:
        return "PH10.9"
    near = air_distance(charts, unit.at, order.area) <= charts.paratroops.range
    return "" if near else "PH10.9"


# --- on the way ----------------------------------------------------------------------------------


def taken_off(
    game: Game, seat: str, orders: Iterable[Order], charts: Charts
) -> tuple[Game, tuple[Drop, ...], tuple[Event, ...]]:
    """The drops that are possible, their units activated and transports used [P4A.3.A, PH12.6]."""
    side, theatres = game.side_of_seat(seat), theatres_of(orders := tuple(orders))
    going: list[Drop] = []
    events: tuple[Event, ...] = ()
    for order in (one for one in orders if isinstance(one, Drop)):
        cited = cannot_drop(game, side, order, theatres, charts)
        if cited:
            game, told = voided(game, seat, order, cited)
            events = (*events, *told)
            continue
        unit = game.ground[order.unit]
        purse = game.purses[unit.nation]
        game = game.with_purse(unit.nation, replace(purse, lifts=purse.lifts + 1))
        game = game.with_ground([replace(unit, mark="activated")])
        going.append(order)
    return game, tuple(going), events


def flown_in(
    game: Game, drops: Iterable[Drop], charts: Charts, dice: Dice
) -> tuple[Game, tuple[Drop, ...], tuple[Event, ...]]:
    """The drops that come through whoever rises against them, one after another [PH8.2, PR13]."""
    through: list[Drop] = []
    events: tuple[Event, ...] = ()
    for order in drops:
        game = attacks_area(game, side_of(game.ground[order.unit].nation), order.area)
        game, comes, told = _met(game, order, charts, dice)
        through += [order] if comes else []
        events = (*events, *told)
    return game, tuple(through), events


def _met(
    game: Game, order: Drop, charts: Charts, dice: Dice
) -> tuple[Game, bool, tuple[Event, ...]]:
    """Fighters rise against a transport, its side's own against them; whether it comes through."""
    unit = game.ground[order.unit]
    side = side_of(unit.nation)
    mission = Mission(side=side, area=order.area, kind=DROP, fighters=0)
    against = rising(game, other(side), mission, charts, "offensive")
    if not against:
        return game, True, ()
    mission = replace(mission, fighters=len(against))
    helping = rising(game, side, mission, charts, "offensive")
    up = (game.air[id_] for id_ in (*against, *helping))
    plane = _transport(unit)
    game = game.with_air((*(replace(one, intercepted=True) for one in up), plane))
    raid = Raid(side=side, area=order.area, units=(plane.id,))
    game, tag = next_combat(game, STEP, order.area)
    game, through, fought = air_battle(game, raid, against, helping, tag, charts, dice)
    game, lost = _landed(game, plane, order)
    comes = plane.id in through and order.unit in game.ground
    stopped = (DropStopped(to=ALL, unit=unit.id, area=order.area),) if not comes else ()
    rise = tuple(_rise(order.area, side, against, helping))
    return game, comes, (*rise, *fought, *lost, *stopped)


def _transport(unit: Ground) -> AirUnit:
    id_ = f"{unit.id}-transport"
    return AirUnit(
        id=id_, nation=unit.nation, type=TRANSPORT, name=id_, base=unit.at, steps=unit.steps
    )


def _rise(
    area: str, side: str, against: tuple[str, ...], helping: tuple[str, ...]
) -> Iterator[FightersRise]:
    yield FightersRise(to=ALL, side=other(side), area=area, units=against, counter=False)
    if helping:
        yield FightersRise(to=ALL, side=side, area=area, units=helping, counter=True)


def _landed(game: Game, plane: AirUnit, order: Drop) -> Told:
    """The transport is a point again; each step that it lost is one of its unit's [PR13]."""
    left = game.air[plane.id].steps if plane.id in game.air else 0
    game = replace(game, air=game.air.without(plane.id), lost=game.lost.without(plane.id))
    return lose(game, order.area, (order.unit,), plane.steps - left)


# --- on the ground -------------------------------------------------------------------------------


def come_down(game: Game, drops: Iterable[Drop], charts: Charts, dice: Dice) -> Told:
    """Those that came through land; an area that nobody defends is taken by them [P4A.3.E]."""
    events: tuple[Event, ...] = ()
    for order in drops:
        game, tag = next_combat(game, STEP, order.area)
        game, told = _down(game, order, tag, charts, dice)
        game, more = settle(game, order.area, charts)
        events = (*events, *told, *more)
    return game, events


def _down(game: Game, order: Drop, tag: str, charts: Charts, dice: Dice) -> Told:
    """A parachute unit comes down; it may lose a step [P4A.3.E, PH10.9]."""
    unit = game.ground[order.unit]
    game = game.with_ground([replace(unit, at=order.area)])
    game = came_to(game, unit.nation, order.area)
    roll = dice.roll("PH10.9", "drop", unit.id, tag, count=2)
    hurt = sum(roll.dice) <= charts.paratroops.rough
    event = Dropped(to=ALL, unit=unit.id, area=order.area, roll=roll, lost=hurt)
    game, more = lose(game, order.area, (unit.id,), int(hurt))
    return game, (event, *more)
