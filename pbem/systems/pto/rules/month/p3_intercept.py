"""Who intercepts by standing orders, in the air and at sea [P3.2.2, PH5.3-5.5, PH8.2, D15]."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pbem.dice import Roll
from pbem.engine.events import ALL
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.rules.map import seas_of, zone
from pbem.systems.pto.rules.month.p3_forces import has_escort, is_boats
from pbem.systems.pto.rules.p3_half import (
    Half,
    first_rule,
    home_of,
    scopes_in_sea,
    scopes_of_unit,
)
from pbem.systems.pto.rules.units import fires, may_reach, quality
from pbem.systems.pto.table.events_naval import InterceptionTried
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.standing import AirInterception, NavalInterception, Submarines
from pbem.systems.pto.table.state import Game

MARKED = ("standby", "activated")
"""Markers without which ships do not intercept in an enemy offensive [P4B.2.2]."""
SHIPS = "ships"
"""The kind of mission that is a strike on ships, as standing orders name it [F.4]."""


Moment = Literal["own", "enemy", "offensive"]
"""Whether a side flies in its own half of phase 3, in the enemy's, or in an offensive [PH8.1]."""


# --- in the air ----------------------------------------------------------------------------------


class Mission(Value):
    """What fighters could meet: whose, its kind as standing orders have it, where, how strong.

    `fighters` is the number of enemy fighters known to be there, `forces` the task forces that it
    is aimed at.
    """

    side: str
    area: str
    kind: str
    fighters: int
    forces: tuple[str, ...] = ()


def rising(
    game: Game, side: str, mission: Mission, charts: Charts, moment: Moment
) -> tuple[str, ...]:
    """A side's fighters that meet an enemy mission, or fight for one of its own [PH8.2].

    A unit intercepts once in the enemy's half and flies once in its own, and in an offensive once
    in all [PH8.1, PR49]. All who can come count together [PR54].
    """
    able = _able(game, side, mission, charts, moment)
    ready = [unit for unit in able if is_ready(game, unit)]
    willing = list(_willing(game, ready, mission, charts))
    number = len(willing)
    rises = (unit.id for unit, rule in willing if _is_strong_enough(rule, number, mission.fighters))
    return tuple(sorted(rises))


def held_down(
    game: Game, side: str, mission: Mission, charts: Charts, moment: Moment
) -> tuple[str, ...]:
    """A side's fighters that would meet an enemy mission from fields that are contested [PH1.5]."""
    able = _able(game, side, mission, charts, moment)
    fields = [
        unit
        for unit in able
        if unit.base in game.areas and not unit.committed and game.is_contested(unit.base)
    ]
    return tuple(sorted(unit.id for unit, _ in _willing(game, fields, mission, charts)))


def _able(
    game: Game, side: str, mission: Mission, charts: Charts, moment: Moment
) -> Iterator[AirUnit]:
    """A side's fighters that may yet fly and would reach a mission, wherever they are based."""
    return (
        unit
        for unit in game.air.values()
        if side_of(unit.nation) == side
        and not _has_flown(unit, moment)
        and not is_kept(game, unit)
        and fires(game, charts, unit)
        and may_reach(game, charts, unit, mission.area)
        and (side == mission.side or _is_concerned(game, unit, mission))
    )


def risen(
    game: Game, mission: Mission, charts: Charts
) -> tuple[Game, tuple[str, ...], tuple[str, ...]]:
    """Who rises against a mission of an offensive, and who of its own side against them [PH8.2]."""
    against = rising(game, other(mission.side), mission, charts, "offensive")
    helping: tuple[str, ...] = ()
    if against:
        met = replace(mission, fighters=len(against))
        helping = rising(game, mission.side, met, charts, "offensive")
    up = (game.air[id_] for id_ in (*against, *helping))
    return game.with_air(replace(unit, intercepted=True) for unit in up), against, helping


def _has_flown(unit: AirUnit, moment: Moment) -> bool:
    """Whether a unit has flown its one mission of this moment already [PH8.1]."""
    if moment == "offensive":
        return unit.struck or unit.intercepted
    return unit.struck if moment == "own" else unit.intercepted


def is_ready(game: Game, unit: AirUnit) -> bool:
    """Whether a unit can take off: not committed, from its own airfield or an unhurt carrier."""
    if unit.committed:
        return False
    if unit.base in game.ships:
        return not game.ships[unit.base].damaged
    return game.is_friendly(side_of(unit.nation), unit.base)


def _is_concerned(game: Game, unit: AirUnit, mission: Mission) -> bool:
    """Carrier air meets no strike on ships that are not of its own task force [D15.1]."""
    if unit.base not in game.ships or not game.uses("D15") or mission.kind != SHIPS:
        return True
    return game.ships[unit.base].tf in mission.forces


def _willing(
    game: Game, ready: list[AirUnit], mission: Mission, charts: Charts
) -> Iterator[tuple[AirUnit, AirInterception]]:
    """Those that their standing orders let go against a mission, with the order [F.4]."""
    free = not_kept_back(game, ready, charts)
    return ((unit, rule) for unit, rule in free if _concerns(rule, mission))


def not_kept_back(
    game: Game, ready: Iterable[AirUnit], charts: Charts
) -> Iterator[tuple[AirUnit, AirInterception]]:
    """Of fighters those that may rise, with the order that binds them [F.4].

    Each base and each task force may keep some back, the worst fighters [D8.6, PR54].
    """
    homes: dict[str, int] = {}
    for unit in sorted(ready, key=lambda one: (quality(game, charts, one), one.id)):
        rule, home = interception_order(game, unit), home_of(game, unit)
        kept = homes.get(home, 0)
        if kept < rule.keep:
            homes[home] = kept + 1
        else:
            yield unit, rule


def interception_order(game: Game, unit: AirUnit) -> AirInterception:
    """The standing order by which a fighter rises [F.4]."""
    standing = game.standing[game.seat_of(unit.nation)].air_intercept
    return first_rule(standing, *scopes_of_unit(game, unit)) or AirInterception()


def _concerns(rule: AirInterception, mission: Mission) -> bool:
    """Whether a standing order says anything of such a mission there; ships are strikes too."""
    if rule.when == "never" or (rule.areas and mission.area not in rule.areas):
        return False
    kinds = (mission.kind, "strike") if mission.kind == SHIPS else (mission.kind,)
    return not rule.against or any(kind in rule.against for kind in kinds)


def _is_strong_enough(rule: AirInterception, own: int, enemy: int) -> bool:
    return rule.when == "always" or own * rule.enemy >= enemy * rule.own


# --- at sea --------------------------------------------------------------------------------------


def candidates(game: Game, half: Half, tf: str) -> tuple[str, ...]:
    """Enemy task forces that try to intercept a moving one where it is, by id [PH5.3, F.4]."""
    return tuple(
        force.id
        for force in game.forces.values()
        if side_of(force.nation) == half.enemy
        and is_in_range(game, force, tf, half)
        and _wants(game, force, tf, half.charts)
    )


def is_in_range(game: Game, force: TaskForce, tf: str, half: Half) -> bool:
    """Whether a task force may intercept another one: it is there, or in a port on it [PH5.3]."""
    return _is_near(game, force, tf, half.charts) and may_intercept(game, force, half.phase)


def _is_near(game: Game, force: TaskForce, tf: str, charts: Charts) -> bool:
    return game.forces[tf].at in seas_of(charts, force.at)


def may_intercept(game: Game, force: TaskForce, phase: str) -> bool:
    """Whether a task force may intercept at all [PH5.3, PH12.4, PR55].

    In an offensive only one that is marked, standby or activated, may [P4B.2.2]; nothing bars
    Japanese battleships, and it costs them nothing [D13.4]. Who has withdrawn does not [PH6.4],
    nor do boats that D2 has committed, save in a task force of other ships [D2.1, PR11].
    """
    ships = game.ships_in(force.id)
    if any(ship.laid_up for ship in ships) or all(ship.committed for ship in ships):
        return False
    if force.id in game.month.withdrawn:
        return False
    return phase == "P3" or all(ship.mark in MARKED for ship in ships)


def _wants(game: Game, force: TaskForce, tf: str, charts: Charts) -> bool:
    """Whether standing orders send a task force against another one [F.4]."""
    sea = game.forces[tf].at
    if is_boats(game, force.id):
        return sends_boats(game, force, sea) and not is_boats(game, tf)
    rule = naval_order(game, force, sea)
    return rule is not None and _dares(game, rule, rule.when, force.id, tf, charts)


def sends_boats(game: Game, force: TaskForce, sea: str) -> bool:
    """Whether standing orders send a task force of boats against ships in a sea [F.4]."""
    standing = game.standing[game.seat_of(force.nation)].submarines
    boats = first_rule(standing, *scopes_in_sea(force, sea)) or Submarines()
    return boats.intercept == "always"


def naval_order(game: Game, force: TaskForce, sea: str) -> NavalInterception | None:
    """The order that binds a task force in a sea, or None where it is for other areas [F.4]."""
    standing = game.standing[game.seat_of(force.nation)].naval_intercept
    rule = first_rule(standing, *scopes_in_sea(force, sea)) or NavalInterception()
    return None if rule.areas and sea not in rule.areas else rule


def _dares(
    game: Game, rule: NavalInterception, when: str, tf: str, enemy: str, charts: Charts
) -> bool:
    """Whether a task force of surface ships goes for another one, by its guns [F.4].

    Against boats it needs escorts, and must have found them [PH9.3, PR44].
    """
    if is_boats(game, enemy):
        found = game.forces[enemy].searched
        return when != "never" and has_escort(game, tf) and found
    own, theirs = guns(game, tf, charts), guns(game, enemy, charts)
    if when == "ratio":
        return own > 0 and own * rule.enemy >= theirs * rule.own
    return when == "always" and own > 0


def counterers(game: Game, half: Half, tf: str, interceptor: str) -> tuple[str, ...]:
    """The task forces of the moving side that may meet an interceptor first [PH5.5, PR43].

    Those that could intercept there themselves, not the target, that have not fought and dare to;
    the strongest first, which alone tries, then by id.
    """
    found = [
        (-guns(game, force.id, half.charts), force.id)
        for force in game.forces.values()
        if side_of(force.nation) == half.side
        and force.id != tf
        and _is_near(game, force, tf, half.charts)
        and _may_counter(game, force, half.phase)
        and _counters(game, force, tf, interceptor, half.charts)
    ]
    return tuple(id_ for _, id_ in sorted(found))


def _may_counter(game: Game, force: TaskForce, phase: str) -> bool:
    """Whether a task force may counter-intercept: no boats, and who has not fought yet [PH5.5]."""
    fought = force.id in game.month.fought
    return not fought and not is_boats(game, force.id) and may_intercept(game, force, phase)


def _counters(game: Game, force: TaskForce, tf: str, interceptor: str, charts: Charts) -> bool:
    """Whether standing orders send a task force against the interceptor of another one [F.4]."""
    rule = naval_order(game, force, game.forces[tf].at)
    return rule is not None and _dares(game, rule, rule.counter, force.id, interceptor, charts)


# --- the die -------------------------------------------------------------------------------------


def modifier(game: Game, tf: str, target: str, charts: Charts) -> int:
    """What is added to the die of an interception [PH5.4, W1.2.d].

    A target that was searched, an interceptor of boats, and the monsoon where it happens.
    """
    found = charts.interception.searched if game.forces[target].searched else 0
    boats = charts.interception.boat if is_boats(game, tf) else 0
    effects = charts.weather.effects.get(game.month.weather)
    where = zone(charts, game.forces[target].at)
    return found + boats + (effects.interception.get(where, 0) if effects else 0)


def attempt(
    game: Game, half: Half, tf: str, target: str, tag: str, *, counter: bool = False
) -> InterceptionTried:
    """One try of a task force to intercept another one [PH5.4], or to counter-intercept [PH5.5]."""
    rule = "PH5.5" if counter else "PH5.4"
    what = "counter-interception" if counter else "interception"
    roll: Roll = half.dice.roll(rule, what, tf, "v", target, tag)
    added = modifier(game, tf, target, half.charts)
    number = half.charts.interception.number
    return InterceptionTried(
        to=ALL,
        tf=tf,
        target=target,
        area=game.forces[target].at,
        number=number,
        modifier=added,
        roll=roll,
        met=roll.dice[0] + added >= number,
        counter=counter,
    )
