"""Sorties of the computer player's warships: against weaker enemies, to guard own ships [H10.4]."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.bot import guess as bot_guess
from pbem.systems.cartwheel.bot.mind import REMEMBERED, Mind, ready
from pbem.systems.cartwheel.bot.sea import Load, gun_danger, idle, power, speed, warships, ways
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r10_ships import by_place
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import Ship

LEAST = 1.5
"""Half points below which a voyage is not worth its risk."""
AIR_RISK = 0.9
"""Half points that an enemy bomber is thought to do to ships in its range."""
COVER = 2
"""Hexes from which own fighters cover ships well [H9.4.3]."""


Purpose = Literal["transport", "sortie"]


class Sailing(Value, kw_only=False):
    """A naval mission that could be ordered, with what it is worth in half points."""

    value: float
    order: NavalMission


def sailing(
    value: float, ships: Iterable[Ship], path: tuple[str, ...], purpose: Purpose, load: Load
) -> Sailing:
    """A mission of these ships, worth so much."""
    ids = tuple(sorted(ship.id for ship in ships))
    order = NavalMission(ships=ids, path=path, purpose=purpose, load=FrozenMap(load))
    return Sailing(value, order)


def sorties(mind: Mind, used: set[str]) -> Iterator[Sailing]:
    """Warships against weaker enemies at sea [H10.4]."""
    found: list[Sailing] = []
    for guns, bare in _squadrons(mind, used):
        reached = ways(mind, guns, shun=False, reach=speed(mind, guns))
        for place, way in sorted(reached.items()):
            foes = list(mind.game.ships_at(place, mind.enemy)) if len(way.path) > 1 else []
            if not foes or place in mind.charts.boxes:
                continue
            outgunned = guns_left(mind) * gun_danger(mind, place, power(mind, guns), unmoved=True)
            risk = air_risk(mind, place) + 0.3 * worth_of(mind, guns) * outgunned + bare
            value = _battle(mind, guns, foes) - risk
            if value >= LEAST:
                found.append(sailing(value, guns, way.path, "sortie", {}))
    taken: set[str] = set()
    for one in sorted(found, key=lambda s: (-s.value, s.order.ships)):
        if not taken & {*one.order.ships, one.order.path[-1]}:
            taken |= {*one.order.ships, one.order.path[-1]}
            yield one


def _squadrons(mind: Mind, used: set[str]) -> Iterator[tuple[list[Ship], float]]:
    """Empty warships of each place, and what their sailing lays bare there."""
    for _, ships in sorted(idle(mind).items()):
        guns = [s for s in warships(mind, ships) if s.id not in used and not s.cargo]
        if guns:
            yield guns, left_behind(mind, ships, guns)


def guards(mind: Mind, used: set[str]) -> Iterator[Sailing]:
    """Warships that join ships which stronger enemies could come upon, the dearest first."""
    if not guns_left(mind):
        return
    own = by_place(ship for ship in mind.ships(mind.side) if ship.at in mind.charts.hexes)
    found: list[Sailing] = []
    for guns, bare in _squadrons(mind, used):
        reached = ways(mind, guns, shun=True, reach=speed(mind, guns))
        for place in sorted(own.keys() & reached.keys() - {guns[0].at}):
            before = gun_danger(mind, place, 0, unmoved=True)
            after = gun_danger(mind, place, power(mind, guns), unmoved=True)
            saved = 0.4 * (before - after) * worth_of(mind, own[place])
            value = saved - bare - air_risk(mind, place)
            if value >= LEAST:
                found.append(sailing(value, guns, reached[place].path, "sortie", {}))
    yield from sorted(found, key=lambda s: (-s.value, s.order.ships))[:1]


def _battle(mind: Mind, ours: Sequence[Ship], foes: Sequence[Ship]) -> float:
    """What a gun battle is worth: by the part of each side's ships that is likely to be lost."""
    here, there = power(mind, ours), power(mind, foes)
    if here * 10 < there * 13:
        return 0.0
    laden = worth_of(mind, foes)
    share = min(0.6, 0.35 * here / (there + 6))
    risk = 0.3 * there / here
    own = sum(mind.charts.ship_points(s.id) * s.steps for s in ours)
    return share * laden - risk * own


@lru_cache(maxsize=REMEMBERED)
def air_risk(mind: Mind, hex_: str) -> float:
    """Half points that enemy bombers are likely to cost ships in a hex; own fighters help."""
    near = [
        p
        for p in ready(mind)
        if mind.model(p.id).is_fighter and mind.distance(p.base, hex_) <= COVER
    ]
    many = bot_guess.strikers_near(mind, hex_) - 0.6 * len(near)
    return AIR_RISK * min(8.0, max(0.0, many))


def left_behind(mind: Mind, ships: Sequence[Ship], guns: Sequence[Ship]) -> float:
    """What enemy warships could do to ships of a place that lose their guard."""
    others = [ship for ship in ships if ship not in guns]
    if not others or not guns_left(mind):
        return 0.0
    danger = gun_danger(mind, others[0].at, -power(mind, guns), unmoved=True)
    return 0.4 * danger * worth_of(mind, others)


def guns_left(mind: Mind) -> bool:
    """Whether the enemy can still send ships this turn [H8.2]."""
    return missions_left(mind.game, mind.enemy, mind.charts) > 0


def worth_of(mind: Mind, ships: Iterable[Ship]) -> float:
    """What ships and their cargo are worth in half points."""
    return sum(mind.charts.ship_points(s.id) * s.steps + 1.5 * len(s.cargo) for s in ships)
