"""Where a task force can sail: paths, movement points, ports, standby [P3.1, P4B.2.1, PH5.1]."""

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.map import is_closed, sea_cost
from pbem.systems.pto.rules.month.p3_lift import cannot_load, load
from pbem.systems.pto.rules.p4_acting import cannot_act
from pbem.systems.pto.rules.units import speed
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game


def cannot_sail(
    game: Game, nations: tuple[str, ...], order: Sail, phase: str, charts: Charts
) -> Refusal | None:
    """Why a task force of these nations cannot sail as ordered, or None [P3.1, P4B.2.1]."""
    force = game.forces.get(order.tf)
    if force is None or force.nation not in nations:
        what = f"{mention_or_quote(order.tf)} is no task force of that side"
        if force is None and order.tf in game.gone:
            what = f"{doing(order.tf, 'is', 'are')} there no more"
        return refuse("PH5.1", "tf", what, "name a task force, or form one before")
    ships = game.ships_in(order.tf)
    laid_up = [ship.id for ship in ships if ship.laid_up]
    if order.path and laid_up:
        what = f"{mention(laid_up[0])} was repaired and does not move this month"
        return refuse("PH12.4", "tf", what, "form a task force without it")
    barred = _cannot_go(game, order, phase, charts) or _cannot_land(game, order)
    if phase == "P4":
        return _cannot_take_part(game, order) or barred
    return (
        (cannot_load(game, order.tf, order.load, nations, charts) if order.load else None)
        or barred
        or _cannot_stand_by(game, order, charts)
    )


def _cannot_take_part(game: Game, order: Sail) -> Refusal | None:
    """Who acts in an offensive moves in it; nothing goes aboard then [P4B.1.C, P4B.2.1]."""
    refusal = cannot_act(game, order.tf)
    if refusal:
        return refusal
    if order.load or order.standby:
        what = "in an offensive nothing is loaded and nobody is marked standby"
        return refuse("P3.1.2", "load" if order.load else "standby", what, "leave the key out")
    return None


# --- the way -------------------------------------------------------------------------------------


def movement(game: Game, tf: str, phase: str, charts: Charts) -> int:
    """The MP of a task force: its slowest ship's, less in an offensive [PH5.1, P4B.2.1, PH6.5]."""
    ships = game.ships_in(tf)
    if phase == "P4":
        return min((mp_in_offensive(ship, charts) for ship in ships), default=0)
    return min((speed(charts, ship) for ship in ships), default=0)


def mp_in_offensive(ship: Ship, charts: Charts) -> int:
    """The MP of a ship that acts in an offensive [P4B.2.1]."""
    is_slow = ship.damaged or ship.kind in charts.sailing.slow_kinds
    most = charts.sailing.slow if is_slow else charts.sailing.offensive
    return min(most, speed(charts, ship))


def _cannot_go(game: Game, order: Sail, phase: str, charts: Charts) -> Refusal | None:
    """Why a path cannot be gone: links, straits, closed areas, ports, MP [PH1.1, PH1.2, PR41]."""
    force = game.forces[order.tf]
    at, spent = force.at, 0
    for number, area in enumerate(order.path, 1):
        refusal = _cannot_enter(game, order.tf, at, area, charts)
        if refusal:
            return refusal
        if area in game.areas and number < len(order.path):
            what = f"the path goes on from the port of {mention(area)}"
            return refuse("PH1.1", "path", what, "end it there")
        spent, at = spent + _cost(game, order.tf, at, area, charts), area
    limit = movement(game, order.tf, phase, charts)
    if spent > limit:
        rule = "P4B.2.1" if phase == "P4" else "PH5.1"
        what = f"the path costs {spent} MP, {doing(order.tf, 'has', 'have')} {limit}"
        hint = "end it earlier"
        if phase != "P4":
            hint = f"{hint}, or form a task force without the slowest ships"
        return refuse(rule, "path", what, hint)
    return None


def _cannot_enter(game: Game, tf: str, at: str, area: str, charts: Charts) -> Refusal | None:
    """Why a task force cannot go from one area to the next, or None."""
    side = side_of(game.forces[tf].nation)
    if area not in charts.areas or is_closed(game, area):
        return refuse(
            "PH1", "path", f"{mention_or_quote(area)} is no area in play", "see 'pbem map'"
        )
    if sea_cost(game, charts, side, at, area) is None:
        if area in charts.areas[at].straits:
            opens = " or ".join(charts.areas[at].straits[area])
            what = f"the strait from {mention(at)} to {mention(area)} is shut"
            return refuse("PH1.2", "path", what, f"it opens to the side that controls {opens}")
        what = f"ships cannot go from {mention(at)} to {mention(area)}"
        if at == area:
            what = f"{doing(tf, 'is', 'are')} in {mention(at)} already"
            if tf in (*game.month.fought, *game.month.countered):
                what = f"{what}, having put to sea to meet the enemy"
        return refuse("PH1.1", "path", what, "see 'pbem path' for ways by sea")
    if area in game.areas and not (game.is_friendly(side, area) and game.areas[area].port):
        what = f"{mention(area)} is no port of that side"
        return refuse("PH1.6", "path", what, "end in a sea, or in a friendly port")
    return None


def _cost(game: Game, tf: str, at: str, area: str, charts: Charts) -> int:
    return sea_cost(game, charts, side_of(game.forces[tf].nation), at, area) or 0


def can_go_on(game: Game, tf: str, area: str, phase: str, charts: Charts) -> bool:
    """Whether a task force under way can enter the next area with the MP it has left [PH5.1]."""
    force = game.forces[tf]
    if _cannot_enter(game, tf, force.at, area, charts):
        return False
    total = force.spent + _cost(game, tf, force.at, area, charts)
    return total <= movement(game, tf, phase, charts)


def moved(game: Game, tf: str, area: str, charts: Charts) -> Game:
    """The game with a task force one area further, and the MP spent [PH5.1]."""
    force = game.forces[tf]
    spent = force.spent + _cost(game, tf, force.at, area, charts)
    return game.with_forces([replace(force, at=area, spent=spent)])


# --- its end -------------------------------------------------------------------------------------


def _cannot_land(game: Game, order: Sail) -> Refusal | None:
    """The area where cargo shall go ashore is a land area in play [P4A.2.B, P3.6.1]."""
    if order.land and (order.land not in game.areas or order.land in game.terms.closed):
        what = f"{mention_or_quote(order.land)} is no land area in play"
        return refuse("P4A.2.B", "land", what, "see 'pbem map'")
    return None


def _cannot_stand_by(game: Game, order: Sail, charts: Charts) -> Refusal | None:
    """Why a task force could not be marked standby even if nothing happens to it [P3.1.6]."""
    if not order.standby:
        return None
    planned = game
    for area in order.path:
        planned = moved(planned, order.tf, area, charts)
    if can_stand_by(planned, order.tf, charts):
        return None
    force, least = planned.forces[order.tf], movement(planned, order.tf, "P3", charts)
    if _is_used(planned, order.tf):
        what, hint = (
            f"{doing(order.tf, 'is', 'are')} activated already",
            "it may stand by next month",
        )
    elif force.at in game.areas:
        what, hint = (
            f"{doing(order.tf, 'ends', 'end')} in port",
            "standby is for ships at sea",
        )
    else:
        what = f"{doing(order.tf, 'uses', 'use')} {force.spent} of {least} MP"
        hint = "standby takes half of the MP or less"
    return refuse("P3.1.6", "standby", what, hint)


def can_stand_by(game: Game, tf: str, charts: Charts) -> bool:
    """Whether a task force may be marked: at sea, half of its MP used or less [P3.1.6].

    Boats that have blockaded are activated and stay so [P2.2.2].
    """
    force = game.forces[tf]
    if force.at in game.areas or _is_used(game, tf):
        return False
    return force.spent * charts.sailing.standby <= movement(game, tf, "P3", charts)


def _is_used(game: Game, tf: str) -> bool:
    return any(ship.mark == "activated" for ship in game.ships_in(tf))


def as_ordered(game: Game, order: Sail, charts: Charts) -> Game:
    """The game with a legal order carried out and nothing met, for orders that follow [F.2]."""
    if order.load:
        game, _ = load(game, order.tf, order.load, charts)
    for area in order.path:
        game = moved(game, order.tf, area, charts)
    return stood_by(game, order.tf) if order.standby else game


def stood_by(game: Game, tf: str) -> Game:
    """The game with a task force marked standby [P3.1.6]."""
    return game.with_ships(replace(ship, mark="standby") for ship in game.ships_in(tf))
