"""Bombers that support ground combat on both sides, and who meets them [P4A.3.B, P4A.3.D]."""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_intercept import Mission, risen, rising
from pbem.systems.pto.rules.month.p3_missions import fighters_of
from pbem.systems.pto.rules.month.p3_takeoff import able, told_once
from pbem.systems.pto.rules.month.p4_advance import can_fly, cannot_support, theatres_of
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import first_rule, scopes_of_unit
from pbem.systems.pto.rules.units import bombs
from pbem.systems.pto.table.events_land import Supported
from pbem.systems.pto.table.orders_month import Support
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import GroundDefence
from pbem.systems.pto.table.state import Game

STEP = "P4A"
SUPPORT = "support"
"""The kind of mission that is ground support, as standing orders name it [F.4]."""
ALL_OF_THEM = 100

Bombing = dict[str, int]
"""Bombing strength that came through, by area."""


def supported(
    game: Game, raids: Iterable[Raid], charts: Charts, dice: Dice
) -> tuple[Game, Bombing, tuple[Event, ...]]:
    """The attacker's ground support that has taken off [P4A.3.B, PH10.3]."""
    events: tuple[Event, ...] = ()
    found: Bombing = {}
    for raid in raids:
        game, strength, told = _flown(game, raid, charts, dice)
        found[raid.area] = found.get(raid.area, 0) + strength
        events = (*events, *told)
    return game, found, events


def launched(
    game: Game, seat: str, orders: tuple[Order, ...], charts: Charts
) -> tuple[Game, tuple[Raid, ...], tuple[Event, ...]]:
    """All that takes off; the rest is void. Nobody on a mission of his own helps another's."""
    side, theatres = game.side_of_seat(seat), theatres_of(orders)
    events: list[Event] = []
    raids: list[Raid] = []
    for ordered in orders:
        if not isinstance(ordered, Support):
            continue
        order, stay = able(game, ordered, charts, once=True)
        refusal = cannot_support(game, side, order, theatres, charts)
        if refusal:
            game, told = voided(game, seat, ordered, told_once(refusal, ordered, stay))
            events += (*stay, *told)
            continue
        events += stay
        raid = Raid(side=side, area=order.area, units=order.units, escorts=order.escorts)
        game = _in_the_air(game, (*raid.units, *raid.escorts))
        raids.append(raid)
    return game, tuple(raids), tuple(events)


def _in_the_air(game: Game, units: Iterable[str]) -> Game:
    return game.with_air(replace(game.air[id_], struck=True) for id_ in units)


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
            game = _in_the_air(game, units)
            game, found[area], told = _flown(game, raid, charts, dice)
            events = (*events, *told)
    return game, found, events


def defending_bombers(game: Game, side: str, area: str, charts: Charts) -> tuple[str, ...]:
    """The side's bombers in reach of an area that help its defence, by id [F.4, PR95].

    Those that their order names, and of the others that it binds the share.
    """
    chosen: list[str] = []
    others: dict[tuple[str, GroundDefence], list[str]] = {}
    for unit in supporters(game, side, area, charts):
        rule = ground_order(game, unit, area)
        share = others.setdefault((game.seat_of(unit.nation), rule), [])
        (chosen if unit.id in rule.units else share).append(unit.id)
    for (_, rule), units in others.items():
        chosen += units[: len(units) * rule.support // ALL_OF_THEM]
    return tuple(sorted(chosen))


def supporters(game: Game, side: str, area: str, charts: Charts) -> tuple[AirUnit, ...]:
    """The side's bombers that can fly to an area to support there [PH8.1, PH10.3]."""
    return tuple(
        unit
        for unit in game.air.values()
        if bombs(game, charts, unit) and can_fly(game, side, unit.id, area, charts)
    )


def ground_order(game: Game, unit: AirUnit, area: str) -> GroundDefence:
    """The order that binds a bomber: of its base or force, of the area, of its nation [PR95]."""
    *here, nation = scopes_of_unit(game, unit)
    held = game.standing[game.seat_of(unit.nation)].ground
    return first_rule(held, *here, area, nation) or GroundDefence()


def awaiting(game: Game, raid: Raid, charts: Charts) -> tuple[str, ...]:
    """The enemy's fighters that would meet a mission of support as things stand [P4A.3.B]."""
    return rising(game, other(raid.side), _mission(game, raid, charts), charts, "offensive")


def _mission(game: Game, raid: Raid, charts: Charts) -> Mission:
    fighters = fighters_of(game, raid, charts)
    return Mission(side=raid.side, area=raid.area, kind=SUPPORT, fighters=fighters)


def _flown(
    game: Game, raid: Raid, charts: Charts, dice: Dice
) -> tuple[Game, int, tuple[Event, ...]]:
    """Fly a mission of support through the enemy's fighters; the strength that comes through."""
    game, tag = next_combat(game, STEP, raid.area)
    game, against, counters = risen(game, _mission(game, raid, charts), charts)
    game, through, events = air_battle(game, raid, against, counters, tag, charts, dice)
    strength = sum(bombs(game, charts, game.air[id_]) for id_ in through if id_ in game.air)
    told = Supported(to=ALL, side=raid.side, area=raid.area, units=through, strength=strength)
    return game, strength, (*events, told)
