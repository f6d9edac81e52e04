"""Ground units on the way to an attack, on foot and from the sea; their support [P4A.2, P4A.3]."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.ph10_areas import came_to
from pbem.systems.pto.rules.combat.ph10_ground import attackers_at
from pbem.systems.pto.rules.d13_war import attacks_area
from pbem.systems.pto.rules.map import seas_of, theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p3_takeoff import CITED, hindrance
from pbem.systems.pto.rules.month.p5_movement import (
    ashore,
    blocked,
    cannot_walk,
    not_there,
    too_far,
)
from pbem.systems.pto.rules.units import bombs, fires
from pbem.systems.pto.table.events_land import Landed, Marched
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Assault, Attack, March, Offensive, Support
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game, Told

Theatres = Mapping[str, tuple[str, ...]]
"""Theatres of land offensives, and the nations that perform them there [P4A.1.B, PH13.1]."""


def theatres_of(orders: Iterable[Order]) -> Theatres:
    """The theatres of the land offensives of a file, with the nations that perform them."""
    found: dict[str, tuple[str, ...]] = {}
    for order in orders:
        if isinstance(order, Offensive) and order.kind == "land":
            found |= {name: (*found.get(name, ()), order.nation) for name in order.theatres}
    return found


def performs(game: Game, nation: str, area: str, theatres: Theatres, charts: Charts) -> bool:
    """Whether a nation's units serve in a land offensive that an area belongs to [PH13.1].

    Offensives are performed nation by nation [P0.6]; those of the Netherlands serve in Britain's.
    """
    return payer(game, nation) in theatres.get(theatre_of(charts, area), ())


def is_spent(unit: Ground) -> bool:
    """Whether an offensive of this month has used a unit [PH10.10]."""
    return unit.mark == "activated"


def cannot_serve(
    game: Game, unit: Ground, area: str, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why a unit has no part in a land offensive in an area, or None [PH10.10, PH13.1]."""
    if is_spent(unit):
        what = f"an offensive of this month used {mention(unit.id)}"
        return refuse("PH10.10", "", what, "name a unit that has not been in one")
    if performs(game, unit.nation, area, theatres, charts):
        return None
    theatre, nation = theatre_of(charts, area), nation_name(payer(game, unit.nation))
    what = f"{nation} performs no land offensive in the theatre {theatre}, where {mention(area)} is"
    hint = "a unit serves in an offensive of its nation, in a theatre that the order names"
    return refuse("PH13.1", "", what, hint)


def attacks(game: Game, unit: Ground, area: str, theatres: Theatres, charts: Charts) -> bool:
    """Whether a unit that no offensive has used attacks in an area [PH10.2, PH13.1]."""
    can = bool(unit.move or unit.strength)
    return can and performs(game, unit.nation, area, theatres, charts)


def cannot_attack(
    game: Game, units: Sequence[Ground], area: str, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why none of some units attacks in an area where they are, or None [PH10.2, PH10.10]."""
    if any(not is_spent(one) and attacks(game, one, area, theatres, charts) for one in units):
        return None
    why = (cannot_serve(game, unit, area, theatres, charts) for unit in units)
    refusal = next(filter(None, why), None)
    what = f"no ground unit that could attack is in {mention(area)}"
    return refusal or refuse("PH10.2", "area", what, "attack where your units are")


def cannot_fight(
    game: Game, side: str, order: Attack, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why nobody attacks, or nobody is attacked, in an area any more, or None [PH10.2, PH10.10]."""
    if not game.ground_at(order.area, other(side)):
        what = f"no enemy is left in {mention(order.area)}"
        return refuse("PH10.2", "area", what, "attack where he is")
    there = [game.ground[id_] for id_ in attackers_at(game, side, order.area, order.units)]
    return cannot_attack(game, there, order.area, theatres, charts)


# --- on foot -------------------------------------------------------------------------------------


def cannot_advance(
    game: Game, side: str, order: March, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why a unit cannot march in a land offensive, or None [P4A.2.A, PH10.1, PH13.1]."""
    refusal = cannot_walk(game, side, order, "PH10.1")
    if refusal:
        return refusal
    unit = game.ground[order.unit]
    areas = (unit.at, *order.path)
    unknown = [area for area in areas if area not in charts.areas]
    if unknown:
        what = f"{mention_or_quote(unknown[0])} is no area of the map"
        return refuse("PH1.4", "path", what, "'pbem map' shows the areas")
    refusals = (cannot_serve(game, unit, area, theatres, charts) for area in areas)
    return (
        next(filter(None, refusals), None)
        or blocked(game, side, order.path[:-1], "who enters his area ends there: let the path end")
        or too_far(game, order, charts)
    )


def advance(game: Game, order: March, charts: Charts) -> Told:
    """A unit marches; a river crossed on the way counts against its attack [PH10.1, PH10.5]."""
    unit = game.ground[order.unit]
    crosses = crosses_river(game, order, charts)
    game = attacks_area(game, side_of(unit.nation), order.path[-1])
    game = game.with_ground([replace(unit, at=order.path[-1], mark="activated")])
    game = came_to(game, unit.nation, order.path[-1])
    if crosses:
        rivers = (*game.month.rivers, unit.id)
        game = game.with_month(replace(game.month, rivers=rivers))
    return game, (Marched(to=ALL, unit=unit.id, path=(unit.at, *order.path)),)


def crosses_river(game: Game, order: March, charts: Charts) -> bool:
    """Whether a unit crosses a river on its way [PH10.5]."""
    links = pairwise((game.ground[order.unit].at, *order.path))
    return any(charts.areas[one].land_links.get(two, False) for one, two in links)


# --- from the sea --------------------------------------------------------------------------------


def cannot_land(
    game: Game, side: str, order: Assault, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why units cannot land in an assault, or None: from an STP in a sea on it [PH10.1]."""
    if order.area not in game.areas or order.area in game.terms.closed:
        what = f"{mention(order.area)} is no land area in play"
        return refuse("P4A.2.B", "area", what, "'pbem map' shows the areas")
    if not order.units:
        return refuse("P4A.2.B", "units", "no units are named", "name units aboard")
    refusals = (_cannot_storm(game, side, id_, order.area, theatres, charts) for id_ in order.units)
    return next(filter(None, refusals), None)


def _cannot_storm(
    game: Game, side: str, id_: str, area: str, theatres: Theatres, charts: Charts
) -> Refusal | None:
    refusal = not_there(game, side, id_, "P4A.2.B")
    if refusal:
        return replace(refusal, key="units")
    unit = game.ground[id_]
    at = game.forces[game.ships[unit.ship].tf].at if unit.ship else ""
    if at in seas_of(charts, area):
        return cannot_serve(game, unit, area, theatres, charts)
    what = f"{mention(id_)} is ashore in {mention(unit.at)}"
    if at:
        what = f"the ship of {mention(id_)} is in {mention(at)}, no sea on {mention(area)}"
    return refuse("P4A.2.B", "units", what, "land who is aboard an STP in a sea on the area")


def land(game: Game, order: Assault) -> Told:
    """Units go ashore where the enemy may be [P4A.2.B]."""
    game = attacks_area(game, side_of(game.ground[order.units[0]].nation), order.area)
    for id_ in order.units:
        game = ashore(game, id_, order.area)
        game = game.with_ground([replace(game.ground[id_], mark="activated")])
        game = came_to(game, game.ground[id_].nation, order.area)
    landed = (*game.month.landed, *order.units)
    game = game.with_month(replace(game.month, landed=landed))
    return game, (Landed(to=ALL, units=order.units, area=order.area),)


# --- support -------------------------------------------------------------------------------------


def cannot_support(
    game: Game, side: str, order: Support, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why aircraft cannot support ground combat, or None [P4A.3.B, PH8.1, PH10.3, PH13.1].

    Every bomber and fighter of the side may come, of whatever nation [PR7].
    """
    flying = (*order.units, *order.escorts)
    if order.area not in game.areas:
        what = f"{mention(order.area)} is no land area in play"
        return refuse("PH8.1", "area", what, "'pbem map' shows the areas")
    if not order.units:
        return refuse("PH8.1", "units", "no bombers are named", "name bombers of yours")
    twice = [id_ for number, id_ in enumerate(flying) if id_ in flying[:number]]
    if twice:
        return refuse("PH8.1", "units", f"{mention(twice[0])} is named twice", "name it once")
    theatre = theatre_of(charts, order.area)
    if theatre not in theatres:
        what = f"no land offensive is in the theatre {theatre}, where {mention(order.area)} is"
        return refuse("PH13.1", "area", what, "support combat in a theatre of the file's offensive")
    refusals = (grounded(game, side, id_, order.area, charts) for id_ in flying)
    return next(filter(None, refusals), None) or _wrong_role(game, order, charts)


def _wrong_role(game: Game, order: Support, charts: Charts) -> Refusal | None:
    """A unit that does not bomb, or an escort that does not fight, or None [PH10.3, PH7.2]."""
    for id_ in order.units:
        if not bombs(game, charts, game.air[id_]):
            what = f"{mention(id_)} has no bombing strength"
            return refuse("PH10.3", "units", what, "fighters go as escorts")
    for id_ in order.escorts:
        if not fires(game, charts, game.air[id_]):
            what = f"{mention(id_)} does not fight in the air"
            return refuse("PH7.2", "escorts", what, "escort with fighters")
    return None


GROUNDED = {
    "lost": "is lost",
    "turned-back": "was turned back on its way",
    "committed": "is committed",
    "flown": "has flown already",
    "unsupplied": "is out of supply",
    "damaged": "has a damaged carrier",
    "contested": "is based where the enemy fights",
    "stranded": "has lost its airfield",
    "grounded": "is kept from it by the weather",
    "far": "does not reach it",
}


def grounded(game: Game, side: str, id_: str, area: str, charts: Charts) -> Refusal | None:
    """Why an air unit cannot fly to an area to support there, or None [PH8.1, PH11.3, PH13.2].

    Once in an offensive: who has struck in a combined one does not.
    """
    unit, hint = game.air.get(id_), "name uncommitted bombers and fighters in reach"
    if unit is not None and side_of(unit.nation) != side:
        return refuse("PH8.1", "units", f"{mention(id_)} is the enemy's", hint)
    why = hindrance(game, id_, area, charts, once=True)
    if why is None:
        return None
    what = f"{mention(id_)} cannot fly to {mention(area)}: it {GROUNDED[why]}"
    return refuse(CITED[why], "units", what, hint)


def can_fly(game: Game, side: str, id_: str, area: str, charts: Charts) -> bool:
    """Whether an air unit can fly to an area to support there [PH8.1, PH11.3, PH13.2]."""
    return grounded(game, side, id_, area, charts) is None
