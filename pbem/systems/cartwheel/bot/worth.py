"""What hexes are worth to the computer player: to take, to hold, to reinforce [H16.2]."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.frozen import Value
from pbem.systems.cartwheel.book.hexes import distance as far
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.bot.mind import REMEMBERED, Mind
from pbem.systems.cartwheel.bot.odds import clash
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r09_bombing import has_struck
from pbem.systems.cartwheel.rules.r10_ships import capacity
from pbem.systems.cartwheel.rules.r11_combat import nations
from pbem.systems.cartwheel.table.state import JAPANESE, Troops, other

OWN_LOSS, ENEMY_LOSS = 1.3, 1.0
"""Half points for a step of a ground unit, own and enemy."""
SEA_REACH = 6
"""Hexes that a landing is thought to reach."""
CARGO_CF = 2
"""Combat factors that a point of cargo brings ashore."""


class Assault(Value, kw_only=False):
    """An attack as it is planned: what it is worth in half points, and the odds in factors."""

    value: float
    ours: int
    theirs: int


def lost(strength: int, threat: int) -> float:
    """How likely a hex is lost that so many factors hold against so many."""
    return min(1.0, max(0.0, (threat / (strength + 1) - 1) / 3))


@lru_cache(maxsize=REMEMBERED)
def land_threat(mind: Mind, hex_: str, side: str) -> int:
    """The factors that a side could march into a hex next turn [H11.2]."""
    return sum(
        mind.strength(mind.fit(near, side))
        for near in land_neighbours(mind.charts, hex_)
        if not mind.troops(near, other(side))
    )


@lru_cache(maxsize=REMEMBERED)
def sea_threat(mind: Mind, hex_: str, side: str) -> int:
    """The factors that a side's transports could land in a hex soon; the fleets that are near."""
    if not mind.charts.hexes[hex_].terrain.coastal:
        return 0
    room = sum(
        capacity(ship, mind.charts)
        for ship in mind.ships(side)
        if ship.at in mind.charts.hexes and far(ship.at, hex_) <= SEA_REACH
    )
    return min(20, room * CARGO_CF)


def threat(mind: Mind, hex_: str) -> int:
    """The factors with which the enemy could come to a hex."""
    return land_threat(mind, hex_, mind.enemy) + sea_threat(mind, hex_, mind.enemy)


@lru_cache(maxsize=REMEMBERED)
def spare(mind: Mind, place: str) -> tuple[Troops, ...]:
    """Units of a place that can go elsewhere without giving it up, the strongest first."""
    fit = sorted(mind.fit(place, mind.side), key=lambda u: (mind.factor(u), u.id))
    if place not in mind.charts.hexes:
        return tuple(reversed(fit))
    staying = [u for u in mind.troops(place, mind.side) if u not in fit]
    needed = garrison(mind, place)
    strength = mind.strength(staying)
    kept: list[Troops] = []
    for unit in fit:
        is_empty = not staying and not kept and needed > 0
        if strength >= needed and not is_empty:
            break
        kept.append(unit)
        strength += mind.strength([unit])
    return tuple(unit for unit in reversed(fit) if unit not in kept)


def garrison(mind: Mind, hex_: str) -> int:
    """The factors that ought to stay in a hex."""
    has_base = any(b.owner == mind.side for b in mind.game.bases_at(hex_))
    danger = land_threat(mind, hex_, mind.enemy)
    if mind.worth(hex_):
        landing = sea_threat(mind, hex_, mind.enemy) * min(3, 1 + mind.worth(hex_) // 12) // 4
        return max(1, danger * 2 // 3 + landing)
    return 1 if has_base and danger else 0


# --- taking and holding --------------------------------------------------------------------------


def landed_worth(mind: Mind, hex_: str, units: Sequence[Troops], support: int) -> float:
    """What it is worth to land units in a hex [H11.5]; `support` is the DRM of ships [H11.4.2]."""
    worth = mind.worth(hex_)
    foes = tuple(mind.troops(hex_, mind.enemy))
    own = tuple(mind.troops(hex_, mind.side))
    if foes:
        return assault(mind, hex_, units, landed=True, support=support).value
    coming = mind.strength(units)
    if mind.game.control.get(hex_) == mind.side and (own or mind.side == JAPANESE):
        danger = threat(mind, hex_)
        there = mind.strength(own)
        return worth * (lost(there, danger) - lost(there + coming, danger))
    if not worth:
        return 0.5 if any(b.owner == mind.enemy for b in mind.game.bases_at(hex_)) else 0.0
    danger = land_threat(mind, hex_, mind.enemy)
    return worth * (1 - lost(coming + mind.strength(own), danger))


def assault(
    mind: Mind, hex_: str, units: Iterable[Troops], *, landed: bool, support: int
) -> Assault:
    """An attack on a hex with units that come there, besides those that are there [H11.4]."""
    charts, game = mind.charts, mind.game
    there = mind.fit(hex_, mind.side)
    coming = tuple(units)
    attackers = {unit.id: unit for unit in (*there, *coming)}
    foes = tuple(mind.troops(hex_, mind.enemy))
    ours, theirs = mind.strength(attackers.values()), mind.strength(foes)
    steps = sum(unit.steps for unit in foes)
    drm = charts.hexes[hex_].terrain.attack + support
    chart = charts.ground_combat
    is_fort = hex_ in game.forts and mind.enemy == JAPANESE
    drm += chart.fortification if is_fort else 0
    drm += chart.landed if landed and mind.strength(coming) * 2 >= ours else 0
    drm += chart.struck if has_struck(game, hex_, mind.side) else 0
    drm += chart.two_nations if nations(tuple(attackers.values()), charts) > 1 else 0
    drm += chart.unsupplied if foes and not any(unit.supplied for unit in foes) else 0
    odds = clash(charts, ours, theirs, steps, drm)
    if odds is None:
        return Assault(-99.0, ours, theirs)
    worth = mind.worth(hex_) or 1
    later = min(1.0, max(0.0, (ours / theirs - 1.0) / 1.5)) * min(mind.turns_left, 3) / 4
    counter = lost(ours, land_threat(mind, hex_, mind.enemy))
    gain = worth * max(odds.cleared, later) * (1 - counter)
    value = gain + odds.defender * ENEMY_LOSS - odds.attacker * OWN_LOSS
    return Assault(value, ours, theirs)


# --- the front -----------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def front(mind: Mind) -> tuple[str, ...]:
    """Hexes of the enemy that are fought over or come next, the most urgent first."""
    contested = sorted(
        hex_
        for hex_ in {unit.at for unit in mind.game.troops.values() if unit.side == mind.side}
        if hex_ in mind.charts.hexes and mind.troops(hex_, mind.enemy)
    )
    targets = [h for h in objectives(mind) if h not in contested and _in_reach(mind, h)]
    return (*contested, *targets[:2])


@lru_cache(maxsize=REMEMBERED)
def objectives(mind: Mind) -> tuple[str, ...]:
    """Hexes of worth that the enemy holds, the weakest for their worth first."""
    held = [
        h for h in mind.charts.occupation if mind.worth(h) and mind.game.control.get(h) != mind.side
    ]
    strength = {h: mind.strength(mind.troops(h, mind.enemy)) for h in held}
    return tuple(sorted(held, key=lambda h: (-mind.worth(h) / (strength[h] + 3), h)))


def _in_reach(mind: Mind, hex_: str) -> bool:
    """Whether own transports or marching troops could take a hex soon."""
    coming = sea_threat(mind, hex_, mind.side) + land_threat(mind, hex_, mind.side)
    return coming >= max(1, mind.strength(mind.troops(hex_, mind.enemy)))


@lru_cache(maxsize=REMEMBERED)
def pull(mind: Mind, place: str) -> float:
    """How much there is to do near a place: worth to take or to defend, the nearer the more."""
    box = mind.charts.boxes.get(place)
    if box is not None:
        entries = (hex_ for hex_ in box.entries if mind.in_area(hex_))
        return 0.6 * max((pull(mind, hex_) for hex_ in entries), default=0.0)
    if place not in mind.charts.hexes:
        return 0.0
    best = 0.0
    for hex_ in mind.charts.occupation:
        gap = far(place, hex_)
        if mind.worth(hex_) and gap <= SEA_REACH:
            best = max(best, _urgency(mind, hex_) / (gap + 2))
    return best


@lru_cache(maxsize=REMEMBERED)
def _urgency(mind: Mind, hex_: str) -> float:
    """What more troops near a hex are good for."""
    worth = mind.worth(hex_)
    if mind.game.control.get(hex_) == mind.side:
        own = mind.strength(mind.troops(hex_, mind.side))
        return worth * lost(own, threat(mind, hex_))
    return worth * 8 / (8 + mind.strength(mind.troops(hex_, mind.enemy)))


@lru_cache(maxsize=REMEMBERED)
def is_starved(mind: Mind, hex_: str) -> bool:
    """Whether the enemy's airbases are likely to cut off a hex [H13.2.1]."""
    reach = mind.charts.supply.reach

    def near(side: str) -> bool:
        return any(
            far(base.hex, hex_) <= reach and not is_disrupted(base, mind.charts)
            for base in mind.bases(side)
        )

    return near(mind.enemy) and not near(mind.side)
