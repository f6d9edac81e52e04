"""Ground orders, in an offensive and in phase 5: why not, and what is legal [P4A, P5, PH10]."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.kinds import Kind, Part, Refusal, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.attack import ATTACK, against, attack_unasked, by_land, goal
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import (
    Sight,
    after,
    in_offensive,
    without_offensive,
)
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p4_advance import (
    cannot_advance,
    cannot_land,
)
from pbem.systems.pto.rules.month.p4_costs import bills, can_pay
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p5_movement import (
    cannot_debark,
    cannot_march,
    cannot_rail,
    carried_by_rail,
    gone_ashore,
    rail_reach,
    shores,
)
from pbem.systems.pto.table.naming import agree, each
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Debark,
    Drop,
    March,
    Offensive,
    Rail,
)
from pbem.systems.pto.table.pieces import Ground


def troops(sight: Sight) -> list[Ground]:
    """The seat's ground units that can move and that no offensive has used."""
    own = (unit for unit in sight.game.ground.values() if unit.nation in sight.nations)
    return [unit for unit in own if unit.move and not unit.mark]


# --- march ---------------------------------------------------------------------------------------


def _march_refusals(sight: Sight, order: March) -> Refusals:
    """In an offensive it advances; else it is for phase 5, where a pass may bring it [F.2]."""
    game, side, charts = sight.game, sight.side, sight.charts
    if not sight.has(Offensive) and not sight.appended:
        yield _lands(sight, order) or cannot_march(game, side, order, charts)
    else:
        missing = without_offensive(sight, order)
        yield missing or cannot_advance(game, side, order, sight.theatres, charts)


def _lands(sight: Sight, order: March) -> Refusal | None:
    """Why a unit that the file puts ashore does not march as well, or None [P5.2, PR94]."""
    if all(one.unit != order.unit for one in sight.file if isinstance(one, Debark)):
        return None
    what = f"{mention(order.unit)} goes ashore by this file, and marches no further"
    return refuse("P5.2", "unit", what, "'then' of 'debark' leads one area on from a port")


def _marches(sight: Sight) -> Iterator[March]:
    """Each unit one area on."""
    for unit in (one for one in troops(sight) if one.at):
        for area in sight.charts.areas[unit.at].land_links:
            if area in sight.game.areas:
                yield March(unit=unit.id, path=(area,))


def _march_options(sight: Sight) -> Iterator[March]:
    """In phase 5, and in phase 4 with an offensive or to wait for phase 5."""
    later = replace(sight, file=(), theatres=FrozenMap())
    for order in _marches(sight):
        if not any(_march_refusals(later, order)) or _can_advance(sight, order):
            yield order


def _can_advance(sight: Sight, order: March) -> bool:
    """Whether an offensive takes a unit there, or two together, which must be paid [P4.0.3]."""
    due = bills(sight.game, tuple(_march_needs(sight, order)), sight.charts)
    return not any(_march_refusals(sight, order)) and not can_pay(sight.game, due)


def _march_needs(sight: Sight, order: March) -> Iterator[Offensive]:
    if sight.appended or cannot_march(sight.game, sight.side, order, sight.charts):
        unit = sight.game.ground[order.unit]
        yield from by_land(sight, unit.id, unit.at, *order.path)


def _march_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="path", words="or several, in the order entered; 'pbem path' tells the MP")


def _takes(sight: Sight, area: str, verb: str) -> str:
    """That who comes to an area of the enemy takes it, if nobody defends it [PH10.8]."""
    enemy = other(sight.side)
    is_open = sight.game.controls(enemy, area) and not sight.game.ground_at(area, enemy)
    return f", and {verb} it" if is_open else ""


def _march_words(sight: Sight, order: March) -> Iterator[str]:
    way = " - ".join(map(mention, (sight.game.ground[order.unit].at, *order.path)))
    later = "" if sight.has(Offensive) or sight.appended else " at the month's end"
    open_ = _takes(sight, order.path[-1], "takes")
    taken = f", where no enemy stands{open_}" if open_ else ""
    yield f"{mention(order.unit)} marches {way}{taken}{later} [PH10.1]"
    if not later:
        yield from attack_unasked(sight, order, order.path[-1])


# --- from the sea and from the air ---------------------------------------------------------------


def _assault_refusals(sight: Sight, order: Assault) -> Refusals:
    missing = without_offensive(sight, order)
    yield missing or cannot_land(sight.game, sight.side, order, sight.theatres, sight.charts)


def _assaults(sight: Sight) -> Iterator[Assault]:
    """Each unit aboard on each coast of its sea."""
    game = sight.game
    for unit in (one for one in troops(sight) if one.ship):
        sea = game.forces[game.ships[unit.ship].tf].at
        for area in sight.charts.areas[sea].ashore:
            yield Assault(units=(unit.id,), area=area)


def _assault_needs(sight: Sight, order: Assault) -> Iterator[Offensive]:
    return by_land(sight, order.units[0], order.area)


def _assault_words(sight: Sight, order: Assault) -> Iterator[str]:
    verb, takes = agree(order.units, "lands", "land"), agree(order.units, "takes", "take")
    here = f"{against(sight, order.area)}{_takes(sight, order.area, takes)}"
    yield f"{each(order.units)} {verb} at {mention(order.area)}, {here} [P4A.2.B]"
    yield from attack_unasked(sight, order, order.area)


def _drop_refusals(sight: Sight, order: Drop) -> Refusals:
    missing = without_offensive(sight, order) or _walks(sight, order)
    yield missing or cannot_drop(sight.game, sight.side, order, sight.theatres, sight.charts)


def _walks(sight: Sight, order: Drop) -> Refusal | None:
    """Why a unit that marches in the offensive does not drop as well, or None [PH10.10, PR94]."""
    if all(one.unit != order.unit for one in sight.file if isinstance(one, March)):
        return None
    what = f"{mention(order.unit)} marches by this file, and is used by then"
    return refuse("PH10.10", "unit", what, "let it march, or let it drop")


def _drops(sight: Sight) -> Iterator[Drop]:
    """Each parachute unit on each area in range."""
    most, charts = sight.charts.paratroops.range, sight.charts
    for unit in (one for one in troops(sight) if one.kind == "para" and one.at):
        for area in sight.land:
            if air_distance(charts, unit.at, area) <= most:
                yield Drop(unit=unit.id, area=area)


def _drop_needs(sight: Sight, order: Drop) -> Iterator[Offensive]:
    return by_land(sight, order.unit, order.area)


def _dropped(sight: Sight, order: Drop) -> Sight:
    """Its air transport has flown for this month [PH12.6]."""
    return after(sight, sight.game.with_lift(sight.game.ground[order.unit].nation))


def _drop_words(sight: Sight, order: Drop) -> Iterator[str]:
    here = f"{against(sight, order.area)}{_takes(sight, order.area, 'takes')}"
    yield f"{mention(order.unit)} drops on {mention(order.area)}, {here} [PH10.9]"
    yield from attack_unasked(sight, order, order.area)


# --- rail and debark -----------------------------------------------------------------------------


def _rail_refusals(sight: Sight, order: Rail) -> Refusals:
    planned = in_offensive(sight, order)
    yield planned or cannot_rail(sight.game, sight.side, order, sight.charts)


def _rails(sight: Sight) -> Iterator[Rail]:
    """Each unit to each area that its line joins."""
    charts = sight.charts
    for unit in (one for one in troops(sight) if one.at):
        line = charts.transport.rail.get(unit.nation)
        for area in rail_reach(sight.game, sight.side, unit.at, line.areas, charts) if line else ():
            yield Rail(unit=unit.id, to=area)


def _debark_refusals(sight: Sight, order: Debark) -> Refusals:
    planned = in_offensive(sight, order)
    yield planned or cannot_debark(sight.game, sight.side, order, sight.charts)


def _debarks(sight: Sight) -> Iterator[Debark]:
    """Each unit aboard where it may go ashore."""
    own = (unit for unit in sight.game.ground.values() if unit.nation in sight.nations)
    for unit in (one for one in own if one.ship):
        for area in shores(sight.game, unit, sight.charts):
            yield Debark(unit=unit.id, area=area)


def _debark_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="then", words="from a port, a linked area free of the enemy")


def _debarked(sight: Sight, order: Debark) -> Sight:
    return after(sight, gone_ashore(sight.game, sight.side, order, sight.charts)[0])


def _railed(sight: Sight, order: Rail) -> Sight:
    return after(sight, carried_by_rail(sight.game, order))


def _rail_words(sight: Sight, order: Rail) -> Iterator[str]:
    at = mention(sight.game.ground[order.unit].at)
    yield f"{mention(order.unit)} goes by rail from {at} to {mention(order.to)} [PH12.6]"


def _debark_words(_: Sight, order: Debark) -> Iterator[str]:
    then = f" and goes on to {mention(order.then)}" if order.then else ""
    yield f"{mention(order.unit)} goes ashore at {mention(order.area)}{then} [P5.2]"


MARCH = replace(
    row(March, _march_refusals, parts=_march_parts, needs=_march_needs, words=_march_words),
    options=_march_options,
)
ASSAULT = row(Assault, _assault_refusals, _assaults, needs=_assault_needs, words=_assault_words)
DROP = row(Drop, _drop_refusals, _drops, needs=_drop_needs, then=_dropped, words=_drop_words)
RAIL = row(Rail, _rail_refusals, _rails, then=_railed, words=_rail_words)
DEBARK = row(Debark, _debark_refusals, _debarks, _debark_parts, then=_debarked, words=_debark_words)


# --- attacks by who comes ------------------------------------------------------------------------

WAYS: tuple[Kind[Sight, Any], ...] = (ASSAULT, MARCH, DROP)
"""What takes units to an enemy, the likeliest first."""


def attacks_on_arrival(sight: Sight) -> Iterator[tuple[Order, ...]]:
    """Attacks where nobody of the side is yet, each after what takes a unit there [P4A.2, P4A.3].

    One for each area.
    """
    seen = set[str]()
    for way in WAYS:
        for order in way.options(sight) if way.options else ():
            area = goal(order)
            if area in seen or sight.game.ground_at(area, sight.side):
                continue
            coming, attack = replace(sight, file=(*sight.file, order)), Attack(area=area)
            if not any(ATTACK.faults(coming, attack)):
                seen.add(area)
                yield *way.needs(sight, order), order, attack
