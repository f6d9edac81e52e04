"""How far a counter gets from where it is: ships, aircraft, ground units [PH1.3, PH5.1, PH10.1]."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.atlas.names import whereabouts
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.map import allowance, is_grounded, land_cost, sea_cost, ways
from pbem.systems.pto.rules.month.p3_course import mp_in_offensive
from pbem.systems.pto.rules.month.p3_takeoff import CITED, hindrance
from pbem.systems.pto.rules.month.p3_transfer import transfer_range
from pbem.systems.pto.rules.month.p4_advance import GROUNDED
from pbem.systems.pto.rules.units import bombs, may_reach, modifier, quality, rolls, speed
from pbem.systems.pto.rules.units import reach as range_of
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import (
    air_words,
    force_marks,
    ground_words,
    rating_words,
    ships_words,
    type_words,
)

Costs = dict[str, int]


def reach(game: Game, unit: str, charts: Charts) -> Iterator[Line]:
    """What a task force, ship, air or ground unit reaches from where it is."""
    if unit in game.forces:
        yield from _force(game, unit, charts)
    elif unit in game.ships:
        yield from _ship(game, game.ships[unit], charts)
    elif unit in game.air:
        yield from _air(game, game.air[unit], charts)
    else:
        yield from _ground(game, game.ground[unit], charts)


def _listed(areas: Iterable[str]) -> str:
    return ", ".join(map(mention, areas))


# --- ships ---------------------------------------------------------------------------------------


def _ship(game: Game, ship: Ship, charts: Charts) -> Iterator[Line]:
    where = mention(whereabouts(game, ship.id))
    of = f"{ship.kind} of {nation_name(ship.nation)}"
    words = f"{mention(ship.id)}: {of}, {rating_words(game, ship, charts)}"
    yield Line(text=f"{words}; with {mention(ship.tf)} at {where} [PH2.1]")
    aboard = ", ".join((*map(air_words, game.based_at(ship.id)), *map(mention, ship.cargo)))
    marks = [*(["damaged"] if ship.damaged else []), *([ship.mark] if ship.mark else [])]
    if marks:
        yield Line(text=f"It is {', '.join(marks)} [PH2.2, A.7]")
    if aboard:
        yield Line(text=f"Aboard: {aboard}")
    yield from _sailing(game, whereabouts(game, ship.id), ship.nation, (ship,), charts)


def _force(game: Game, tf: str, charts: Charts) -> Iterator[Line]:
    force, ships = game.forces[tf], game.ships_in(tf)
    marks = "".join(f", {mark}" for mark in force_marks(game, tf))
    yield Line(text=f"{mention(tf)}, at {mention(force.at)}{marks}: {ships_words(ships)}")
    yield from _sailing(game, force.at, force.nation, ships, charts)


def _sailing(
    game: Game, start: str, nation: str, ships: tuple[Ship, ...], charts: Charts
) -> Iterator[Line]:
    """Areas within the MP of the slowest ship, by cost, as if nobody met it [PH5.1, P4B.2.1].

    Once phase 3 is over these are the MP of a sea offensive for who stands by, else of next month.
    """
    most = min((speed(charts, ship) for ship in ships), default=0)
    if not game.month.to_act:
        yield Line(text=f"{most} MP in First Naval Movement, if nobody intercepts [PH5.1]")
    elif ships and all(ship.mark == "standby" for ship in ships):
        most = min(mp_in_offensive(ship, charts) for ship in ships)
        yield Line(text=f"{most} MP in a sea offensive, if nobody intercepts [P4B.2.1]")
    else:
        yield Line(text="Not on standby: no sea offensive this month [P4B.1.B]", kind="note")
        words = f"{most} MP in First Naval Movement, next month, if nobody intercepts"
        yield Line(text=f"{words} [PH5.1]")
    costs = sailing(game, side_of(nation), start, most, charts)
    for cost in sorted(set(costs.values()) - {0}):
        areas = sorted(area for area, needed in costs.items() if needed == cost)
        yield Line(text=f"{cost} MP: {_listed(areas)} [PH1.1]")


def sailing(game: Game, side: str, start: str, most: int, charts: Charts) -> Costs:
    """The least MP to each sea and friendly port that a side's ships can pay for [PH1.1, PH1.2].

    No way goes on from a port that it has entered.
    """

    def around(at: str) -> Iterator[tuple[str, int]]:
        area = charts.areas[at]
        for to in (*area.links, *area.ashore) if at == start or at not in game.areas else ():
            step = sea_cost(game, charts, side, at, to)
            port = to not in game.areas or (game.areas[to].port and game.is_friendly(side, to))
            if step is not None and port:
                yield to, step

    near = takewhile(lambda way: way[0] <= most, ways((start,), around))
    return {path[-1]: cost for cost, path in near}


# --- aircraft ------------------------------------------------------------------------------------


def _air(game: Game, unit: AirUnit, charts: Charts) -> Iterator[Line]:
    yield Line(
        text=f"{air_words(unit)}: {unit.type}, {type_words(unit, charts)}, at {mention(unit.base)}"
    )
    throws = rolls(game, charts, unit)
    with_what = f"{count(throws, 'roll')} {modifier(game, charts, unit):+d}"
    naval = f"{with_what} at ships" if throws else "nothing against ships"
    figures = f"quality {quality(game, charts, unit)}, {naval}, ground {bombs(game, charts, unit)}"
    yield Line(text=f"{figures} [PH2.5, PH8.3]")
    here, far = game.where(unit), range_of(game, charts, unit)
    if is_grounded(game, charts, here):
        yield Line(text="It is grounded by the weather [W1.4.a]", kind="note")
        return
    base = count(transfer_range(game, unit, "", charts), "area")
    yield from _on_the_ground(game, unit, charts)
    yield Line(text=f"Range {count(far, 'area')}, to change base {base} [PH1.3, PH8.8]")
    for distance in range(far + 1):
        areas = sorted(
            area
            for area, areas_off in charts.distances[here].items()
            if areas_off == distance
            and area not in game.terms.closed
            and may_reach(game, charts, unit, area)
        )
        if areas:
            away = count(distance, "area") if distance else "where it is"
            yield Line(text=f"{away}: {_listed(areas)} [PH1.3]")


def _on_the_ground(game: Game, unit: AirUnit, charts: Charts) -> Iterator[Line]:
    """Why a unit takes off nowhere now, if anything but weather and orders holds it [PH8.1]."""
    why = hindrance(game, unit.id, game.where(unit), charts, once=False)
    if why == "contested":
        words = f"the airfield of {mention(unit.base)} is contested [PH1.5]"
    elif why and why != "flown":
        words = f"it {GROUNDED[why]} [{CITED[why]}]"
    else:
        return
    yield Line(text=f"It takes off nowhere now: {words}", kind="note")


# --- ground units --------------------------------------------------------------------------------


def _ground(game: Game, unit: Ground, charts: Charts) -> Iterator[Line]:
    place = f"aboard {mention(unit.ship)}" if unit.ship else f"at {mention(unit.at)}"
    yield Line(text=f"{ground_words(unit)}, {place} [PH2.6]")
    if not unit.at:
        return
    costs = marching(game, unit, charts)
    for cost in sorted(set(costs.values()) - {0}):
        areas = sorted(area for area, needed in costs.items() if needed == cost)
        yield Line(text=f"{cost} MP: {_listed(areas)} [PH1.4]")
    if len(costs) == 1:
        yield Line(text="It reaches no other area over land this month [PH1.4]", kind="note")


def marching(game: Game, unit: Ground, charts: Charts) -> Costs:
    """The least land MP to each area within the allowance; it ends at the enemy [PH10.1, W1]."""
    costs: Costs = {unit.at: 0}
    edge = [unit.at]
    while edge:
        at = edge.pop(0)
        if at != unit.at and any(
            side_of(one.nation) != side_of(unit.nation) for one in game.ground_at(at)
        ):
            continue
        for to in charts.areas[at].land_links:
            step = land_cost(game, charts, unit, at, to)
            if step is None or costs[at] + step > allowance(game, charts, unit, to):
                continue
            if costs[at] + step < costs.get(to, costs[at] + step + 1):
                costs[to] = costs[at] + step
                edge.append(to)
    return costs
