"""Naval missions of the computer player: landings, reinforcements, convoys [H10]."""

from collections.abc import Iterator, Sequence

from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.bot.mind import (
    Mind,
    is_allied,
)
from pbem.systems.cartwheel.bot.sea import (
    Load,
    Way,
    aboard,
    gun_danger,
    idle,
    loadable,
    power,
    speed,
    stowed,
    transports,
    warships,
    ways,
)
from pbem.systems.cartwheel.bot.sorties import (
    LEAST,
    Sailing,
    air_risk,
    guards,
    guns_left,
    left_behind,
    sailing,
    sorties,
    worth_of,
)
from pbem.systems.cartwheel.bot.worth import is_starved, landed_worth, objectives, pull
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r10_loading import supply_left
from pbem.systems.cartwheel.rules.r10_orders import bombardment_targets
from pbem.systems.cartwheel.rules.r10_ships import ground_units, supply_units
from pbem.systems.cartwheel.rules.r11_combat import ship_support
from pbem.systems.cartwheel.rules.r11_troops import that_fit
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import Ship

WORTHWHILE = 4.0
"""Half points from which on a landing or a sortie is worth calling for help."""
SUPPLIES = 2
"""Supply units to take along to a place that is likely to be cut off."""


class Group(Value, kw_only=False):
    """Ships of one place that could sail together with a cargo."""

    ships: tuple[Ship, ...]
    load: Load
    ways: dict[str, Way]


def sailings(mind: Mind, many: int) -> list[Sailing]:
    """The best naval missions of the turn, at most so many, in the order of sailing."""
    if many <= 0 or (is_allied(mind) and mind.game.turn.regroup == "yes"):
        return []
    if mind.game.terms.convoy is not None:
        return list(_convoys(mind))[:many]
    used: set[str] = set()
    chosen: list[Sailing] = []
    while len(chosen) < many:
        landing = _best_landing(mind, used, many - len(chosen))
        if not landing:
            break
        chosen += landing
        used.update(ship for one in landing for ship in one.order.ships)
    for more in (sorties, guards, _ferries):
        for one in more(mind, used):
            if len(chosen) < many:
                chosen.append(one)
                used.update(one.order.ships)
    return _rationed(mind, chosen)


def _rationed(mind: Mind, chosen: Sequence[Sailing]) -> list[Sailing]:
    """Sailings that take no more supply units aboard than their ports have left [H10.3.1]."""
    left: dict[str, int] = {}
    rationed: list[Sailing] = []
    for one in chosen:
        start, load = one.order.path[0], dict[str, tuple[str, ...]]()
        left.setdefault(start, supply_left(mind.game, mind.side, start, mind.charts))
        for ship, items in one.order.load.items():
            stores = min(left[start], supply_units(items))
            left[start] -= stores
            if kept := (*ground_units(items), *(SUPPLY,) * stores):
                load[ship] = kept
        rationed.append(replace(one, order=replace(one.order, load=FrozenMap(load))))
    return rationed


# --- landings ------------------------------------------------------------------------------------


def _groups(mind: Mind, used: set[str]) -> Iterator[Group]:
    """Groups of transports with all that they can carry: all of a place, and its faster ones."""
    for place, ships in sorted(idle(mind).items()):
        free = [ship for ship in ships if ship.id not in used]
        carriers = transports(mind, free)
        escorts = [ship for ship in warships(mind, free) if ship not in carriers][:2]
        troops = loadable(mind, place)
        for knots in sorted({speed(mind, [ship]) for ship in carriers}):
            fast = [ship for ship in carriers if speed(mind, [ship]) >= knots]
            load = stowed(mind, fast, troops, 0)
            laden = [ship for ship in fast if ship.cargo or ship.id in load]
            if laden:
                group = (*laden[: mind.charts.sailing.group - len(escorts)], *escorts)
                load = {id_: items for id_, items in load.items() if id_ in {s.id for s in group}}
                found = ways(mind, group, shun=True, reach=speed(mind, group))
                yield Group(group, load, found)


def _best_landing(mind: Mind, used: set[str], most: int) -> list[Sailing]:
    """The landing that is worth most, with as many groups as it takes; none if none is worth it."""
    groups = list(_groups(mind, used))
    best: tuple[float, str, list[Group]] | None = None
    for hex_ in sorted({place for group in groups for place in group.ways}):
        if hex_ not in mind.charts.hexes or not mind.charts.hexes[hex_].terrain.coastal:
            continue
        if not mind.worth(hex_) and mind.game.control.get(hex_) == mind.side:
            continue
        for value, taken in _combined(mind, hex_, groups, most):
            if value >= LEAST and (best is None or value > best[0]):
                best = (value, hex_, taken)
    if best is None:
        return []
    value, hex_, taken = best
    landing = [_voyage(mind, group, hex_, value) for group in taken]
    if mind.troops(hex_, mind.enemy) and len(landing) < most:
        guard = _support(mind, hex_, {*used, *(s for one in landing for s in one.order.ships)})
        landing = [*guard, *landing]
    return landing


def _combined(
    mind: Mind, hex_: str, groups: Sequence[Group], most: int
) -> Iterator[tuple[float, list[Group]]]:
    """What the strongest group is worth in a hex, the two strongest, and so on."""
    able = [g for g in groups if hex_ in g.ways and hex_ != g.ships[0].at]
    able.sort(key=lambda g: (-mind.strength(aboard(mind, g.ships, g.load)), g.ships[0].id))
    taken: list[Group] = []
    room = mind.room(hex_)
    danger = air_risk(mind, hex_)
    for group in able:
        if any(s in g.ships for g in taken for s in group.ships) or len(taken) >= most:
            continue
        units = aboard(mind, group.ships, group.load)
        before = [u for g in taken for u in aboard(mind, g.ships, g.load)]
        if not units or sum(u.steps for u in before) >= room:
            continue
        taken = [*taken, group]
        landed = that_fit([*before, *units], room)
        support = ship_support(mind.game, mind.side, hex_, mind.charts)
        guns = [s for g in taken for s in g.ships if power(mind, [s])]
        support = max(support, 1 if guns else 0)
        value = landed_worth(mind, hex_, landed, support)
        fleet = [ship for one in taken for ship in one.ships]
        outgunned = guns_left(mind) * gun_danger(mind, hex_, power(mind, fleet), unmoved=True)
        risk = danger + 0.3 * worth_of(mind, fleet) * outgunned
        yield value - risk - 0.7 * len(taken), taken


def _voyage(mind: Mind, group: Group, hex_: str, value: float) -> Sailing:
    """A group's way to where it lands, with supply if that is likely to be cut off."""
    load = group.load
    if is_starved(mind, hex_) and mind.turns_left:
        troops = [mind.game.troops[i] for items in load.values() for i in items]
        load = stowed(mind, group.ships, troops, SUPPLIES)
    return sailing(value, group.ships, group.ways[hex_].path, "transport", load)


def _support(mind: Mind, hex_: str, used: set[str]) -> list[Sailing]:
    """The strongest warships of one place that can be there to shell a hex [H10.7, H11.4.2]."""
    best: tuple[int, NavalMission] | None = None
    for _, ships in sorted(idle(mind).items()):
        guns = [s for s in warships(mind, ships) if s.id not in used][:3]
        if not guns or left_behind(mind, ships, guns) >= LEAST:
            continue
        way = ways(mind, guns, shun=False, reach=speed(mind, guns)).get(hex_)
        if way is None or len(way.path) < 2:
            continue
        targets = bombardment_targets(mind.game, mind.side, hex_)
        target = "ground" if hex_ not in mind.game.forts else next(iter(targets), "ground")
        order = NavalMission(
            ships=tuple(sorted(s.id for s in guns)), path=way.path, purpose="bombard", target=target
        )
        if best is None or power(mind, guns) > best[0]:
            best = (power(mind, guns), order)
    return [Sailing(1.0, best[1])] if best else []


# --- ferries -------------------------------------------------------------------------------------


def _ferries(mind: Mind, used: set[str]) -> Iterator[Sailing]:
    """Troops from the rear to ports near the front; the second half of the way is sailed in 4.6."""
    for place, ships in sorted(idle(mind).items()):
        carriers = [s for s in transports(mind, ships) if s.id not in used]
        load = stowed(mind, carriers, loadable(mind, place), 0)
        group = [s for s in carriers if s.id in load][: mind.charts.sailing.group]
        if not group or _is_near(mind, group):
            continue
        load = {s.id: load[s.id] for s in group}
        knots = speed(mind, group)
        reached = ways(mind, group, shun=True, reach=knots * 3)
        here = pull(mind, place)
        goals = [
            (pull(mind, to) - 0.1 * way.cost, to)
            for to, way in sorted(reached.items())
            if _is_port(mind, to) and to != place
        ]
        best, to = max(goals, default=(0.0, ""))
        if to and best > here * 1.4 + 0.3:
            path = _start(mind, reached[to], knots)
            yield sailing(LEAST, group, path, "transport", load)


def _is_near(mind: Mind, group: Sequence[Ship]) -> bool:
    """Whether a group needs no ferry, since it can land where the enemy is in one mission."""
    goals = objectives(mind)
    reached = ways(mind, group, shun=False, reach=speed(mind, group))
    return any(hex_ in reached for hex_ in goals)


def _is_port(mind: Mind, place: str) -> bool:
    chart = mind.charts.hexes.get(place)
    return chart is not None and chart.port and mind.game.control.get(place) == mind.side


def _part(way: Way, knots: int) -> tuple[str, ...]:
    """A way as far as one mission goes."""
    return way.part(sum(cost <= knots for cost in way.costs))


def _start(mind: Mind, way: Way, knots: int) -> tuple[str, ...]:
    """As little of a way as leaves the rest to the return to port [H12.2]: it is safer there."""
    most = mind.charts.sailing.withdraw * knots
    return way.part(1 + sum(way.cost - cost > most for cost in way.costs))


# --- the convoy of 17.1 --------------------------------------------------------------------------


def _convoys(mind: Mind) -> Iterator[Sailing]:
    """The convoy sails in one body to the hex that takes most of it, or as near as it gets."""
    convoy = mind.game.terms.convoy
    if convoy is None or convoy.side != mind.side:
        yield from sorties(mind, set())
        return
    for _, ships in sorted(idle(mind).items()):
        laden = [ship for ship in transports(mind, ships) if ship.cargo]
        if not laden or (laden[0].at in convoy.hexes and _takes(mind, laden[0].at, laden) > 0):
            continue
        group = [*laden, *(s for s in warships(mind, ships) if s not in laden)]
        reached = ways(mind, group, shun=True, reach=20)
        goals = [
            (-(reached[hex_].cost > speed(mind, group)), _takes(mind, hex_, laden), hex_)
            for hex_ in convoy.hexes
            if hex_ in reached and _takes(mind, hex_, laden) > 0
        ]
        if goals:
            _, _, to = max(goals)
            path = _part(reached[to], speed(mind, group))
            if len(path) > 1:
                yield sailing(9.0, group, path, "transport", {})


def _takes(mind: Mind, hex_: str, ships: Sequence[Ship]) -> int:
    """Half points for what of the ships' cargo finds room in a hex [H11.3, H13.4, H17.1]."""
    convoy, game = mind.game.terms.convoy, mind.game
    if convoy is None:
        return 0
    lying = game.supplies.get(f"{mind.side}/{hex_}", 0)
    units = aboard(mind, ships, {})
    supply = sum(len(ship.cargo) for ship in ships) - len(units)
    steps = sum(unit.steps for unit in that_fit(units, mind.room(hex_)))
    stores = min(supply, mind.charts.supply.units - lying)
    return steps * convoy.landed_step + stores * convoy.landed_supply


def would_land(mind: Mind) -> bool:
    """Whether a landing among enemies, or a good sortie, is to be had this turn."""
    for one in sailings(mind, 3):
        foes = bool(mind.troops(one.order.path[-1], mind.enemy))
        if one.order.purpose == "transport" and foes and one.value >= WORTHWHILE:
            return True
        if one.order.purpose == "sortie" and one.value >= WORTHWHILE:
            return True
    return False
