"""Ground orders of the computer player: landings, attacks, marches, Fortifications [H11]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.orders import Order
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.bot.mind import Group, Mind, is_allied
from pbem.systems.cartwheel.bot.worth import (
    assault,
    land_threat,
    landed_worth,
    lost,
    pull,
    spare,
    threat,
)
from pbem.systems.cartwheel.rules.r06_bases import damage_of
from pbem.systems.cartwheel.rules.r10_routes import is_haven
from pbem.systems.cartwheel.rules.r11_ashore import put_ashore, with_room
from pbem.systems.cartwheel.rules.r11_combat import ship_support
from pbem.systems.cartwheel.rules.r11_missions import builders
from pbem.systems.cartwheel.rules.r11_orders import cannot_march
from pbem.systems.cartwheel.rules.r11_troops import that_fit
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import Ship, Troops

LEAST = 0.3
"""Half points below which an attack is not made."""


def ground(mind: Mind) -> Iterator[Group]:
    """Groups of ground orders, the most important first."""
    used: set[str] = set()
    for hex_ in sorted({ship.at for ship in _laden(mind)}):
        yield from _landing(mind, hex_, used)
    if not mind.game.terms.ground_combat:
        return
    for hex_ in _battlefields(mind):
        yield from _attack(mind, hex_, used)
    yield from _advances(mind, used)
    yield from _forts(mind, used)
    yield from _raids(mind)


def _laden(mind: Mind) -> list[Ship]:
    return [ship for ship in mind.ships(mind.side) if ship.cargo and not ship.disrupted]


# --- landings [H11.5] ----------------------------------------------------------------------------


def _landing(mind: Mind, hex_: str, used: set[str]) -> Iterator[Group]:
    """Ships of a hex land what is worth landing there."""
    chart = mind.charts.hexes.get(hex_)
    if chart is None or not chart.terrain.coastal:
        return
    ships = [ship for ship in _laden(mind) if ship.at == hex_]
    landed = list(_landed(mind, ships))
    units = [mind.game.troops[id_] for land in landed for id_ in land.units]
    if mind.troops(hex_, mind.enemy):
        yield from _assault(mind, hex_, used, landed, units)
        return
    if not _is_goal(mind, hex_, units):
        return
    for land in landed:
        if land.units or land.supply:
            used.update(land.units)
            yield (land,)


def _is_goal(mind: Mind, hex_: str, units: Sequence[Troops]) -> bool:
    """Whether cargo belongs ashore here, and not at a port that is nearer to the front."""
    if mind.game.terms.convoy is not None:
        return hex_ in mind.game.terms.convoy.hexes
    if mind.turns_left and is_haven(mind.game, hex_, mind.side, mind.charts):
        return landed_worth(mind, hex_, units, 0) > LEAST  # else it is unloaded in 4.6, if at all
    return True


def _landed(mind: Mind, ships: Iterable[Ship]) -> Iterator[Land]:
    """What each ship can land until the hex is full [H11.3, H13.4]."""
    game = mind.game
    for ship in ships:
        what = with_room(game, ship, mind.charts)
        game = put_ashore(game, what, ship.at)
        yield Land(ship=ship.id, units=what.units, supply=what.supply)


def _assault(
    mind: Mind,
    hex_: str,
    used: set[str],
    landed: Sequence[Land],
    units: Sequence[Troops],
) -> Iterator[Group]:  # fmt: skip
    """A landing among enemies, with whoever can march there [H11.4, H11.5]."""
    fit = [unit for unit in units if unit.supplied]
    support = ship_support(mind.game, mind.side, hex_, mind.charts)
    if not fit:
        return
    plan = assault(mind, hex_, fit, landed=True, support=support)
    if plan.value < LEAST:
        return
    there = [unit.id for unit in mind.fit(hex_, mind.side)]
    used.update(there, (unit.id for unit in fit))
    yield (*(land for land in landed if land.units), Attack(hex=hex_, units=tuple(there)))


# --- attacks [H11.4] -----------------------------------------------------------------------------


def _battlefields(mind: Mind) -> list[str]:
    """Hexes with enemies that own units stand in or could march into, the worthiest first."""
    own = {u.at for u in mind.game.troops.values() if u.side == mind.side}
    ashore = {hex_ for hex_ in own if hex_ in mind.charts.hexes}
    near = {to for hex_ in ashore for to in land_neighbours(mind.charts, hex_)}
    found = [
        h for h in sorted(ashore | near)
        if mind.in_area(h) and mind.troops(h, mind.enemy)
    ]  # fmt: skip
    return sorted(found, key=lambda h: (-mind.worth(h), h))


def _attack(mind: Mind, hex_: str, used: set[str]) -> Iterator[Group]:
    """An attack by those in a hex and those who can come, if it is worth its losses."""
    if is_allied(mind) and mind.game.turn.regroup == "yes":
        return
    support = ship_support(mind.game, mind.side, hex_, mind.charts)
    there = [unit for unit in mind.fit(hex_, mind.side) if unit.id not in used]
    coming = that_fit(_marchers(mind, hex_, used), mind.room(hex_))
    if not there and not coming:
        return
    plans = [coming] if coming else []
    plans += [[]] if there else []
    best = max(plans, key=lambda c: assault(mind, hex_, c, landed=False, support=support).value)
    if assault(mind, hex_, best, landed=False, support=support).value < LEAST:
        return
    marches = _marches(best, hex_)
    used.update(unit.id for unit in (*there, *best))
    yield (*marches, Attack(hex=hex_, units=tuple(unit.id for unit in there)))


def _marchers(mind: Mind, hex_: str, used: set[str]) -> list[Troops]:
    """Units next to a hex that can be spared and may march [H11.2], the strongest first."""
    found: list[Troops] = []
    for place in land_neighbours(mind.charts, hex_):
        if not mind.troops(place, mind.enemy):
            found += _free(mind, _leaving(mind, place, hex_), used)
    return sorted(found, key=lambda u: (-mind.factor(u), u.id))


def _leaving(mind: Mind, place: str, hex_: str) -> tuple[Troops, ...]:
    """Who can leave a place to attack a hex: all but its garrison where the hex is worth more."""
    if mind.worth(hex_) > mind.worth(place):
        return mind.fit(place, mind.side)
    return spare(mind, place)


def _free(mind: Mind, units: Iterable[Troops], used: set[str]) -> list[Troops]:
    """Those of some units that may march and have nothing else to do."""
    able = (unit for unit in units if not cannot_march(mind.game, unit, mind.charts))
    return [unit for unit in able if unit.id not in used]


def _marches(units: Iterable[Troops], to: str) -> list[Order]:
    """One order for the units of each hex."""
    places: dict[str, list[str]] = {}
    for unit in units:
        places.setdefault(unit.at, []).append(unit.id)
    return [March(units=tuple(sorted(ids)), to=to) for _, ids in sorted(places.items())]


# --- marches [H11.2] -----------------------------------------------------------------------------


def _advances(mind: Mind, used: set[str]) -> Iterator[Group]:
    """Spare units take empty hexes, or go where they are needed more."""
    places = sorted({u.at for u in mind.game.troops.values() if u.side == mind.side})
    for place in places:
        if place not in mind.charts.hexes or mind.troops(place, mind.enemy):
            continue
        free = _free(mind, spare(mind, place), used)
        ways = [
            (_gain(mind, place, to, free), to)
            for to in land_neighbours(mind.charts, place)
            if mind.in_area(to) and not mind.troops(to, mind.enemy)
        ]
        best, to = max(ways, default=(0.0, ""))
        going = that_fit(free, mind.room(to)) if best > 0 else []
        if going:
            used.update(unit.id for unit in going)
            yield (March(units=tuple(sorted(u.id for u in going)), to=to),)


def _gain(mind: Mind, place: str, to: str, units: Sequence[Troops]) -> float:
    """What a march into a hex without enemies brings; below 0 nothing."""
    if not units:
        return 0.0
    coming, worth = mind.strength(units), mind.worth(to)
    own = mind.strength(mind.troops(to, mind.side))
    tiring = 0.5 if mind.charts.hexes[to].terrain.tiring else 0.0
    if mind.game.control.get(to) != mind.side:
        danger = land_threat(mind, to, mind.enemy)
        prize = worth + 0.4 * sum(b.owner == mind.enemy for b in mind.game.bases_at(to))
        return prize * (1 - lost(coming, danger)) - tiring - 0.1
    danger = threat(mind, to)
    held = worth * (lost(own, danger) - lost(own + coming, danger))
    return max(held, 0.3 * (pull(mind, to) - 1.2 * pull(mind, place))) - tiring - 0.1


# --- Fortifications and raids [H11.7, H11.8] -----------------------------------------------------


def _forts(mind: Mind, used: set[str]) -> Iterator[Group]:
    """A Fortification where it saves most."""
    sites = [order.hex for order in mind.options(Fortify) if mind.worth(order.hex)]
    able = [hex_ for hex_ in sites if builders(mind.game, hex_, used, mind.charts)]
    best = max(able, key=lambda h: (mind.worth(h) * (1 + min(8, threat(mind, h))), h), default="")
    if best:
        yield (Fortify(hex=best),)


def _raids(mind: Mind) -> Iterator[Group]:
    """A commando raid where one hit more disrupts or destroys a base."""
    for order in mind.options(Raid):
        damage, hits = damage_of(order.base, mind.charts), mind.game.bases[order.base].hits
        if damage is not None and hits + 1 in (damage.disrupted, damage.destroyed):
            yield (order,)
            return
