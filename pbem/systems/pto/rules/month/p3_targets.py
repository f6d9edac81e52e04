"""What a strike may be flown by and aimed at [P3.2.1, P4C.1.B, PH5.7, PH8.1, PH8.9, D3a, D12]."""

from collections.abc import Iterator, Mapping
from itertools import islice

from pbem.counting import count
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.ph8_strikes import bar_to_strike
from pbem.systems.pto.rules.map import air_distance, is_grounded
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p3_search import can_find, is_open
from pbem.systems.pto.rules.month.p3_takeoff import CITED, Why, hindrance
from pbem.systems.pto.rules.p3_half import Half, Targets
from pbem.systems.pto.rules.p4_acting import cannot_act
from pbem.systems.pto.rules.units import bombs, fires, is_strategic
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Strike
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.state import Game


def cannot_strike_with(
    game: Game, half: Half, nations: tuple[str, ...], order: Strike, targets: Targets
) -> Refusal | None:
    """Why aircraft of these nations cannot strike as ordered, or None.

    `targets` are those of the file's air offensives. A task force that has not been
    searched may be named while the step can still find it: the strike is void if it does not.
    """
    flying = (*order.units, *order.escorts)
    grounded = next(who_cannot_fly(game, half, nations, order), None)
    if grounded:
        return grounded
    if not order.units or len(set(flying)) < len(flying):
        what = "the strike names no unit" if not order.units else "a unit is named twice"
        return refuse("PH8.1", "units", what, "each unit flies once, in one role")
    fighting = (game.air[id_] for id_ in order.escorts)
    weak = [unit.id for unit in fighting if not fires(game, half.charts, unit)]
    if weak:
        what = f"{mention(weak[0])} does not fight in the air"
        return refuse("PH7.2", "escorts", what, "escort with fighters")
    return (
        _beyond_offensive(game, half, order, targets)
        or _cannot_aim(game, half, order)
        or next(cannot_hit(game, half, order), None)
    )


# --- who flies -----------------------------------------------------------------------------------


def who_cannot_fly(
    game: Game, half: Half, nations: tuple[str, ...], order: Strike
) -> Iterator[Refusal]:
    """Why units and escorts of a strike cannot fly it, each once, under its key [PH8.1]."""
    for id_ in dict.fromkeys((*order.units, *order.escorts)):
        refusal = cannot_fly(game, half, nations, id_, order.area)
        if refusal:
            is_escort = id_ not in order.units and refusal.key == "units"
            yield replace(refusal, key="escorts") if is_escort else refusal


def cannot_fly(
    game: Game, half: Half, nations: tuple[str, ...], id_: str, area: str
) -> Refusal | None:
    """Why an air unit cannot fly a mission of its own side's half to an area, or None [PH8.1]."""
    unit = game.air.get(id_)
    if unit is None and id_ in game.lost:
        return refuse(CITED["lost"], "units", f"{mention(id_)} is lost", "name another unit")
    if unit is None or unit.nation not in nations:
        what = f"{mention_or_quote(id_)} is no air unit of that side"
        return refuse("PH8.1", "units", what, "name air units by their ids")
    if area not in half.charts.areas or area in game.terms.closed:
        return refuse(
            "PH1", "area", f"{mention_or_quote(area)} is no area in play", "see 'pbem map'"
        )
    why = hindrance(game, id_, area, half.charts, once=half.phase != "P3")
    if why is None:
        return None
    what, hint = _words(game, half, unit, area, why)
    return refuse(CITED[why], "units", what, hint)


_GROUND: Mapping[Why, str] = {
    "damaged": "its carrier is damaged",
    "contested": "the enemy fights for its airfield",
    "stranded": "its airfield is not yours",
}


def _words(game: Game, half: Half, unit: AirUnit, area: str, why: Why) -> tuple[str, str]:
    """What a unit that cannot take off is told, and what could be done [PH8.1, W1.4.a, PH1.3]."""
    base = game.where(unit)
    match why:
        case "unsupplied":
            return f"{mention(unit.id)} is out of supply", "leave it out until it is supplied"
        case "damaged" | "contested" | "stranded":
            what = f"{mention(unit.id)} cannot take off from {mention(unit.base)}"
            return what, _GROUND[why]
        case "grounded":
            place = base if is_grounded(game, half.charts, base) else area
            return (
                f"{mention(place)} is grounded by weather",
                "no aircraft fly from there or to there",
            )
        case "far":
            away = air_distance(half.charts, base, area)
            what = f"{mention(unit.id)} does not reach {mention(area)},"
            what = f"{what} {count(away, 'area')} from {mention(base)}"
            return what, "see 'pbem range' for what it reaches"
    states: dict[Why, str] = {"flown": "has flown", "turned-back": "was turned back on its way"}
    return f"{mention(unit.id)} {states.get(why, 'is committed')}", "it may fly again next month"


# --- what at -------------------------------------------------------------------------------------


def _beyond_offensive(game: Game, half: Half, order: Strike, targets: Targets) -> Refusal | None:
    """In phase 4 a strike needs an air offensive of its nation there [P4C.1.B, PH13.1].

    Carriers of task forces that act in a sea offensive need none [PH8.9, P4B.1.C].
    """
    if half.phase == "P3":
        return None
    flying = [game.air[id_] for id_ in (*order.units, *order.escorts)]
    barred = [(unit, refusal) for unit in flying if (refusal := _cannot_act(game, unit))]
    if not barred:
        return None
    if order.area not in targets:
        return next((one for _, one in barred if one.key == "units"), barred[0][1])
    strange = [unit.id for unit, _ in barred if payer(game, unit.nation) not in targets[order.area]]
    if strange:
        what = f"{mention(strange[0])} is of no nation that performs the air"
        what = f"{what} offensive in {mention(order.area)}"
        return refuse("PH13.1", "units", what, "let its nation perform one there, too")
    return None


def _cannot_act(game: Game, unit: AirUnit) -> Refusal | None:
    """Why a unit needs an air offensive: its carrier does not act, or it has none [PH8.9]."""
    if unit.base in game.ships:
        barred = cannot_act(game, game.ships[unit.base].tf)
        return replace(barred, key="units") if barred else None
    what = f"{mention(unit.id)} flies from {mention(unit.base)}, and no"
    what = f"{what} air offensive of the file goes there"
    hint = "name the area in 'targets'; carriers of task forces that act need none"
    return refuse("P4C.1.B", "area", what, hint)


def _cannot_aim(game: Game, half: Half, order: Strike) -> Refusal | None:
    """Why there is nothing to attack, or it cannot be seen [PH5.7, PH8.6, PH8.7]."""
    if order.at == "ships":
        return _cannot_see(game, half, order)
    if order.area not in game.areas or game.is_friendly(half.side, order.area):
        what = f"{mention(order.area)} is no land area of the enemy"
        return refuse("PH8.7", "area", what, "name one that he holds")
    if order.at == "aircraft" and not any(
        side_of(unit.nation) == half.enemy for unit in game.based_at(order.area)
    ):
        what = f"no enemy aircraft are based in {mention(order.area)}"
        return refuse("PH8.6", "at", what, "attack the airfield, the port or the fort")
    return None


def _cannot_see(game: Game, half: Half, order: Strike) -> Refusal | None:
    """Ships in port count as searched; a task force at sea must be found first [PH5.7, PH5.8]."""
    forces = game.forces_at(order.area, half.enemy)
    named = [tf for tf in forces if tf.id == order.tf] if order.tf else list(forces)
    if not named or (order.area not in game.areas and not order.tf):
        there = ", ".join(mention(tf.id) for tf in forces)
        what = f"no task force of the enemy is in {mention(order.area)}"
        if there:
            what = f"no task force of the enemy in {mention(order.area)} is named"
        if order.tf in game.forces and game.forces[order.tf].at != order.area:
            at = mention(game.forces[order.tf].at)
            is_ = doing(order.tf, "is", "are")
            what = f"{is_} in {at}, not in {mention(order.area)}"
        elif order.tf in game.gone:
            what = f"{doing(order.tf, 'is', 'are')} not there any more"
        else_ = "none is there"
        if order.area in game.areas:
            else_ += "; 'at' names another target: aircraft, port, airfield or fort"
        return refuse("PH5.7", "tf", what, f"there: {there}" if there else else_)
    if all(is_open(game, tf) or can_find(game, half, tf.id) for tf in named):
        return None
    what = f"{doing(order.tf, 'has', 'have')} not been searched"
    what = f"{what} and cannot be found in this step"
    hint = "strike ships in port, or task forces found before"
    if any(can_find(_searching(game, half), half, tf.id) for tf in named):
        hint = "your standing order 'search' keeps from it; another one with openly = true holds"
        hint = f"{hint} for this file already"
    return refuse("PH5.7", "tf", what, hint)


def _searching(game: Game, half: Half) -> Game:
    """The game in which nothing keeps a side from a search [F.4]."""
    standing = game.standing
    for seat in game.seats_of(half.side):
        standing = standing.set(seat, replace(standing[seat], search=FrozenMap()))
    return replace(game, standing=standing)


def unseen(game: Game, half: Half, order: Strike) -> Refusal | None:
    """Why ships cannot be struck once the step has searched, or None [PH5.7, PH5.8]."""
    forces = (game.forces[tf] for tf in _forces(game, half, order))
    hidden = [tf.id for tf in forces if not is_open(game, tf)]
    if order.at != "ships" or not hidden:
        return None
    what = f"{doing(hidden[0], 'has', 'have')} not been found"
    return refuse("PH5.7", "tf", what, "it may be found in a later step")


# --- how -----------------------------------------------------------------------------------------


def cannot_hit(game: Game, half: Half, order: Strike) -> Iterator[Refusal]:
    """Units without a strength against the target, or barred from it [PH8.3, D3a, D12.1]."""
    for unit in (game.air[id_] for id_ in order.units):
        if order.at == "ships":
            barred = (bars_strike(game, half, unit, tf) for tf in _forces(game, half, order))
            yield from islice(filter(None, barred), 1)
        elif not bombs(game, half.charts, unit):
            what = f"{mention(unit.id)} has no bombing strength"
            yield refuse("PH8.6", "units", what, _instead(game, half, unit))


def _forces(game: Game, half: Half, order: Strike) -> tuple[str, ...]:
    there = game.forces_at(order.area, half.enemy)
    return tuple(tf.id for tf in there if not order.tf or tf.id == order.tf)


def bars_strike(game: Game, half: Half, unit: AirUnit, tf: str) -> Refusal | None:
    """The rule by which a unit may not attack a task force, in words.

    That it has not been searched yet is no bar: the step searches first [PH5.8].
    """
    cited = bar_to_strike(game, half.charts, unit, tf)
    if not cited or cited == "PH5.7":
        return None
    if is_strategic(game, half.charts, unit):
        lies = doing(tf, "is", "are")
        what = f"{mention(unit.id)} attacks ships only in port, and {lies} at sea"
        if game.forces[tf].at in game.areas:
            what = f"{mention(unit.id)} attacks no ships that are activated, as {lies}"
        return refuse(cited, "units", what, "send other bombers")
    what = f"{mention(unit.id)} has no strength against ships"
    return refuse(cited, "units", what, _instead(game, half, unit))


def _instead(game: Game, half: Half, unit: AirUnit) -> str:
    """What to do with a unit that hits nothing there: only fighters escort [PH7.2]."""
    fights = fires(game, half.charts, unit)
    return "send it as an escort, or leave it out" if fights else "leave it out"
