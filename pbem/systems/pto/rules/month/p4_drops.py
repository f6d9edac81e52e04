"""Paratroops: their transports fly in, fighters may meet them, they come down [P4A.3.A, PH10.9].

While it is in the air a transport is an air unit of its own, with the steps of the unit aboard.
"""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.combat.ph10_areas import came_to, lose, settle
from pbem.systems.pto.rules.d13_war import attacks_area
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.rules.month.p3_intercept import Mission, risen
from pbem.systems.pto.rules.month.p4_advance import Theatres, cannot_serve, theatres_of
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.month.p5_movement import not_there
from pbem.systems.pto.table.events_land import Dropped, DropStopped
from pbem.systems.pto.table.events_naval import FightersRise
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Drop
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game, Told

STEP = "P4A"
DROP = "drop"
"""The kind of mission that is a paradrop, as standing orders name it [F.4]."""
TRANSPORT = "ATP"
"""The type of aircraft that carries paratroops [PH12.6]."""


def cannot_drop(
    game: Game, side: str, order: Drop, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why a unit cannot drop, or None [P4A.3.A, PH10.8, PH10.9, PH12.6]."""
    refusal = not_there(game, side, order.unit, "PH10.9")
    if refusal:
        return refusal
    unit = game.ground[order.unit]
    if unit.kind != "para":
        what = f"{mention(unit.id)} is no parachute unit"
        return refuse("PH10.9", "unit", what, "name a unit of the kind para")
    if order.area not in game.areas or order.area in game.terms.closed:
        what = f"{mention(order.area)} is no land area in play"
        return refuse("PH10.9", "area", what, "'pbem map' shows the areas")
    return cannot_serve(game, unit, order.area, theatres, charts) or _cannot_take_off(
        game, side, unit, order, charts
    )


def _cannot_take_off(
    game: Game, side: str, unit: Ground, order: Drop, charts: Charts
) -> Refusal | None:
    """Why no transport brings a parachute unit there, or None [PH10.9, PH12.6]."""
    return _no_airfield(game, side, unit) or _no_transport(game, unit, order, charts)


def _no_airfield(game: Game, side: str, unit: Ground) -> Refusal | None:
    """Why a parachute unit has no airfield to take off from, or None [PH10.8, PH10.9]."""
    here = game.areas.get(unit.at)
    if here is None:
        what = f"{mention(unit.id)} is aboard {mention(unit.ship)}, not at an airfield"
    elif not game.is_friendly(side, unit.at):
        what = f"{mention(unit.at)} is contested or the enemy's, and its airfield does not serve"
    elif not here.airfield:
        what = f"{mention(unit.at)} has no airfield that works"
    elif here.taken == game.turn:
        what = f"{mention(unit.at)} was taken this month"
        hint = "an airfield serves from the month after it was taken"
        return refuse("PH10.8", "unit", what, hint)
    else:
        return None
    return refuse("PH10.9", "unit", what, "drops start from an airfield of yours")


def _no_transport(game: Game, unit: Ground, order: Drop, charts: Charts) -> Refusal | None:
    """Why no transport flies to a drop, or None: weather, ATPs, range [PH10.9, PH12.6, W1.4.a]."""
    for area in (unit.at, order.area):
        if is_grounded(game, charts, area):
            what = f"nothing flies from or to {mention(area)} in this month's weather"
            return refuse("PH10.9", "area", what, "drop where the weather lets aircraft fly")
    lifts, nation = charts.transport.lifts.get(unit.nation), nation_name(unit.nation)
    used = game.purses[unit.nation].lifts if unit.nation in game.purses else 0
    distance = air_distance(charts, unit.at, order.area)
    if lifts is None or year_of(game.turn) < lifts.since:
        what = f"{nation} has no air transport"
    elif used >= lifts.units:
        what = f"the air transport of {nation} has flown this month"
    elif distance > charts.paratroops.range:
        far = f"{count(distance, 'area')} from {mention(unit.at)}"
        what = f"{mention(order.area)} is {far}, and a drop reaches {charts.paratroops.range}"
    else:
        return None
    most = count(charts.paratroops.range, "area")
    hint = f"one unit for each air transport, {most} at most"
    return refuse("PH10.9", "unit", what, hint)


# --- on the way ----------------------------------------------------------------------------------


def taken_off(
    game: Game, seat: str, orders: Iterable[Order], charts: Charts
) -> tuple[Game, tuple[Drop, ...], tuple[Event, ...]]:
    """The drops that are possible, their units activated and transports used [P4A.3.A, PH12.6]."""
    side, theatres = game.side_of_seat(seat), theatres_of(orders := tuple(orders))
    going: list[Drop] = []
    events: tuple[Event, ...] = ()
    for order in (one for one in orders if isinstance(one, Drop)):
        refusal = cannot_drop(game, side, order, theatres, charts)
        if refusal:
            game, told = voided(game, seat, order, refusal)
            events = (*events, *told)
            continue
        unit = game.ground[order.unit]
        game = game.with_lift(unit.nation).with_ground([replace(unit, mark="activated")])
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
    game, against, helping = risen(game, mission, charts)
    if not against:
        return game, True, ()
    plane = _transport(unit)
    game = game.with_air([plane])
    raid = Raid(side=side, area=order.area, units=(plane.id,))
    game, tag = next_combat(game, STEP, order.area)
    game, through, fought = air_battle(game, raid, against, helping, tag, charts, dice)
    game, lost = _landed(game, plane, order)
    comes = plane.id in through and order.unit in game.ground
    stopped = (DropStopped(to=ALL, unit=unit.id, area=order.area),) if not comes else ()
    rise = tuple(_rise(order.area, side, against, helping))
    return game, comes, (*rise, *fought, *lost, *stopped)


def _transport(unit: Ground) -> AirUnit:
    return AirUnit(
        id=f"{unit.id}-transport", nation=unit.nation, type=TRANSPORT,
        name=f"transport of {unit.name}", base=unit.at, steps=unit.steps,
    )  # fmt: skip


def _rise(
    area: str, side: str, against: tuple[str, ...], helping: tuple[str, ...]
) -> Iterator[FightersRise]:
    yield FightersRise(to=ALL, side=other(side), area=area, units=against, counter=False)
    if helping:
        yield FightersRise(to=ALL, side=side, area=area, units=helping, counter=True)


def _landed(game: Game, plane: AirUnit, order: Drop) -> Told:
    """The transport is a point again; each step that it lost is one of its unit's [PR13].

    What it was called is kept: it came and went within one step.
    """
    left = game.air[plane.id].steps if plane.id in game.air else 0
    game = replace(
        game, air=game.air.without(plane.id), lost=game.lost.without(plane.id),
        gone=game.gone.update({plane.id: plane.name}),
    )  # fmt: skip
    return lose(game, order.area, (order.unit,), plane.steps - left)


# --- on the ground -------------------------------------------------------------------------------


def come_down(game: Game, drops: Iterable[Drop], charts: Charts, dice: Dice) -> Told:
    """Those that came through land; an area that nobody defends is taken by them [P4A.3.E]."""
    return for_each(game, drops, lambda now, order: _down(now, order, charts, dice))


def _down(game: Game, order: Drop, charts: Charts, dice: Dice) -> Told:
    """A parachute unit comes down; it may lose a step [P4A.3.E, PH10.9]."""
    game, tag = next_combat(game, STEP, order.area)
    unit = game.ground[order.unit]
    game = game.with_ground([replace(unit, at=order.area)])
    game = came_to(game, unit.nation, order.area)
    roll = dice.roll("PH10.9", "drop", unit.id, tag, count=2)
    hurt = sum(roll.dice) <= charts.paratroops.rough
    event = Dropped(to=ALL, unit=unit.id, area=order.area, roll=roll, lost=hurt)
    game, more = lose(game, order.area, (unit.id,), int(hurt))
    game, taken = settle(game, order.area, charts)
    return game, (event, *more, *taken)
