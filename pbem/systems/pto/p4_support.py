"""Bombers that support ground combat on both sides, and who meets them [P4A.3.B, P4A.3.D]."""

from collections.abc import Iterable
from dataclasses import replace

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.events_land import Supported
from pbem.systems.pto.labels import next_combat
from pbem.systems.pto.orders import Support
from pbem.systems.pto.p3_intercept import interceptors
from pbem.systems.pto.p4_advance import cannot_support
from pbem.systems.pto.p4_voided import voided
from pbem.systems.pto.ph7_air import Raid, air_battle
from pbem.systems.pto.state import Game, other, side_of
from pbem.systems.pto.units import bombs, may_reach

STEP, PHASE = "P4A", "P4"
HUNDRED = 100

Bombing = dict[str, int]
"""Bombing strength that came through, by area."""


def supported(
    game: Game, seat: str, orders: Iterable[Order], charts: Charts, dice: Dice
) -> tuple[Game, Bombing, tuple[Event, ...]]:
    """The attacker's ground support, as ordered [P4A.3.B, PH10.3]."""
    side = game.side_of_seat(seat)
    events: tuple[Event, ...] = ()
    found: Bombing = {}
    for order in orders:
        if not isinstance(order, Support):
            continue
        cited = cannot_support(game, side, order, charts)
        if cited:
            game, told = voided(game, seat, order, cited)
            events = (*events, *told)
            continue
        raid = Raid(side=side, area=order.area, units=order.units, escorts=order.escorts)
        game, strength, told = _flown(game, raid, charts, dice)
        found[order.area] = found.get(order.area, 0) + strength
        events = (*events, *told)
    return game, found, events


def defended(
    game: Game, side: str, areas: Iterable[str], charts: Charts, dice: Dice
) -> tuple[Game, Bombing, tuple[Event, ...]]:
    """The defender's ground support, by standing order [P4A.3.D, F.4]."""
    events: tuple[Event, ...] = ()
    found: Bombing = {}
    for area in areas:
        units = defending_bombers(game, side, area, charts)
        if units:
            raid = Raid(side=side, area=area, units=units)
            game, found[area], told = _flown(game, raid, charts, dice)
            events = (*events, *told)
    return game, found, events


def defending_bombers(game: Game, side: str, area: str, charts: Charts) -> tuple[str, ...]:
    """The part of a side's bombers in reach of an area that helps its defence, by id [F.4]."""
    able = [
        unit
        for unit in game.air.values()
        if side_of(unit.nation) == side
        and not (unit.committed or unit.struck or unit.out)
        and bombs(game, charts, unit)
        and may_reach(game, charts, unit, area)
    ]
    chosen: list[str] = []
    for seat in game.seats_of(side):
        own = [unit.id for unit in able if game.seat_of(unit.nation) == seat]
        standing = game.standing[seat].ground
        order = standing.get(area) or standing.get("")
        share = order.support if order else HUNDRED // 2
        chosen += own[: len(own) * share // HUNDRED]
    return tuple(sorted(chosen))


def _flown(
    game: Game, raid: Raid, charts: Charts, dice: Dice
) -> tuple[Game, int, tuple[Event, ...]]:
    """Fly a mission of support through the enemy's fighters; the strength that comes through."""
    game, tag = next_combat(game, STEP, raid.area)
    flying = (game.air[id_] for id_ in (*raid.units, *raid.escorts))
    game = game.with_air(replace(unit, struck=True) for unit in flying)
    enemies = len(raid.escorts)
    against = interceptors(game, other(raid.side), raid.area, "support", enemies, charts, PHASE)
    counters = (
        interceptors(game, raid.side, raid.area, "support", len(against), charts, PHASE)
        if against
        else ()
    )
    met = (game.air[id_] for id_ in (*against, *counters))
    game = game.with_air(replace(unit, intercepted=True) for unit in met)
    game, through, events = air_battle(game, raid, against, counters, tag, charts, dice)
    strength = sum(bombs(game, charts, game.air[id_]) for id_ in through if id_ in game.air)
    told = Supported(to=ALL, side=raid.side, area=raid.area, units=through, strength=strength)
    return game, strength, (*events, told)
