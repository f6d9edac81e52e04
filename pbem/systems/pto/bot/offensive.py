"""The computer player's offensives: landings, fleets, other attacks on land, then in the air."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.bot.air import strikes
from pbem.systems.pto.bot.sweep import Proposal, sweeps
from pbem.systems.pto.bot.theatres import landing_areas
from pbem.systems.pto.bot.worth import area_worth, landing_worth, spared
from pbem.systems.pto.rules.combat.ph10_odds import defence_of
from pbem.systems.pto.rules.map import seas_of, theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p4_advance import can_fly, cannot_advance
from pbem.systems.pto.rules.units import bombs, kind
from pbem.systems.pto.table.orders_month import Assault, Attack, March, Offensive, Strike, Support
from pbem.systems.pto.table.pieces import AirUnit, Ground
from pbem.systems.pto.table.state import Game

WORTH_AN_AIR_OFFENSIVE = 2
"""Bomber units in reach of ships that make an air offensive worth its price."""


def proposals(view: View[Game], charts: Charts) -> Iterator[Proposal]:
    """Whole files for an offensive, best first; only those that the track covers."""
    game = view.game
    found: list[tuple[int, str, Proposal]] = []
    for nation in (one for one in game.purses_of(view.seat) if game.purses[one].track):
        for theatre in sorted({theatre_of(charts, area) for area in game.areas}):
            worth, orders = _land(game, view.seat, nation, theatre, charts)
            if worth > 0:
                begun = Offensive(kind="land", nation=nation, theatres=(theatre,))
                found.append((-worth, f"{theatre} {nation}", (begun, *orders)))
    ranked = [proposal for _, _, proposal in sorted(found, key=lambda one: one[:2])]
    landings = [one for one in ranked if any(isinstance(order, Assault) for order in one)]
    yield from landings
    yield from sweeps(game, view.seat, charts)
    yield from ranked
    yield from _air(game, view.seat, charts)


# --- on land -------------------------------------------------------------------------------------


def _land(game: Game, seat: str, nation: str, theatre: str, charts: Charts) -> tuple[int, Proposal]:
    """What a nation's land offensive in a theatre is worth, and its orders."""
    side = game.side_of_seat(seat)
    worth, used, orders = 0, set[str](), list[Order]()
    flown: set[str] = set()
    goals = [
        area
        for area in game.areas
        if theatre_of(charts, area) == theatre and area not in game.terms.closed
        if not game.is_friendly(side, area)
    ]
    for area in sorted(goals, key=lambda one: (-area_worth(game, one, charts), one)):
        gain, moves = _against(game, nation, area, theatre, used, charts)
        if gain <= 0:
            continue
        worth += gain
        orders += moves
        if game.ground_at(area, other(side)):
            orders.append(Attack(area=area))
            bombers = _bombers(game, seat, area, flown, charts)
            flown |= set(bombers)
            if bombers:
                escorts = _escorts(game, seat, area, flown, charts)[: len(bombers)]
                flown |= set(escorts)
                orders.append(Support(units=bombers, area=area, escorts=escorts))
    return worth, tuple(orders)


def _against(
    game: Game, nation: str, area: str, theatre: str, used: set[str], charts: Charts
) -> tuple[int, list[Order]]:
    """What taking one area is worth by landing and marching, and the orders for it."""
    side, theatres = side_of(nation), {theatre: (nation,)}
    seas = seas_of(charts, area) if area in landing_areas(side, game.turn) else ()
    aboard = [
        unit
        for unit in game.ground.values()
        if payer(game, unit.nation) == nation
        if unit.ship and unit.id not in used and _is_meant(game, unit, area)
        if game.forces[game.ships[unit.ship].tf].at in seas
    ]
    near = (
        unit
        for unit in game.ground.values()
        if payer(game, unit.nation) == nation and unit.at and unit.strength
        if unit.id not in used and unit.mark != "activated"
        if not cannot_advance(game, side, March(unit=unit.id, path=(area,)), theatres, charts)
    )
    walking = spared(game, side, near, used, charts)
    gain = landing_worth(game, side, area, (*aboard, *walking), charts)
    there = [
        unit
        for unit in game.ground_at(area, side)
        if payer(game, unit.nation) == nation and unit.mark != "activated"
    ]
    if gain <= 0 or not (aboard or walking or there):
        return 0, []
    defence = defence_of(game.ground_at(area, other(side)))
    if not aboard and not walking and not defence:
        return 0, []
    walking = walking if defence else walking[:1]
    used |= {unit.id for unit in (*aboard, *walking)}
    orders: list[Order] = [March(unit=unit.id, path=(area,)) for unit in walking]
    if aboard:
        orders.append(Assault(units=tuple(unit.id for unit in aboard), area=area))
    return gain, orders


def _is_meant(game: Game, unit: Ground, area: str) -> bool:
    """Whether a unit aboard is to land in an area, and not in another that is yet to be taken."""
    bound = game.ships[unit.ship].bound
    return bound in ("", area) or game.is_friendly(side_of(unit.nation), bound)


def _bombers(game: Game, seat: str, area: str, flown: set[str], charts: Charts) -> tuple[str, ...]:
    able = _able(game, seat, area, flown, charts)
    ashore = (unit for unit in able if kind(game, charts, unit) != "CVA")
    return tuple(unit.id for unit in ashore if bombs(game, charts, unit))


def _escorts(game: Game, seat: str, area: str, flown: set[str], charts: Charts) -> tuple[str, ...]:
    able = _able(game, seat, area, flown, charts)
    return tuple(unit.id for unit in able if kind(game, charts, unit) == "F")


def _able(game: Game, seat: str, area: str, flown: set[str], charts: Charts) -> Iterator[AirUnit]:
    """The seat's aircraft that can fly to support in an area and have not done so yet."""
    own = (unit for unit in game.air.values() if unit.nation in game.nations_of(seat))
    left = (unit for unit in own if unit.id not in flown)
    return (u for u in left if can_fly(game, side_of(u.nation), u.id, area, charts))


# --- in the air ----------------------------------------------------------------------------------


def _air(game: Game, seat: str, charts: Charts) -> Iterator[Proposal]:
    """An air offensive against ships, if enough bombers reach any."""
    best: dict[str, list[Strike]] = {}
    for strike in strikes(game, seat, charts):
        nation = game.air[strike.units[0]].nation
        best.setdefault(nation, []).append(strike)
    for nation, found in best.items():
        chosen = found[: charts.offensive_limits.targets]
        bombers = sum(len(strike.units) for strike in chosen)
        if nation not in game.purses or not game.purses[nation].track:
            continue
        if bombers < WORTH_AN_AIR_OFFENSIVE:
            continue
        areas = tuple(dict.fromkeys(strike.area for strike in chosen))
        begun = Offensive(kind="air", nation=nation, targets=areas)
        yield (begun, *chosen)
