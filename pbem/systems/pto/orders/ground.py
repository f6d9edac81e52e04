"""Ground orders, in an offensive and in phase 5: why not, and what is legal [P4A, P5, PH10]."""

from collections.abc import Iterator

from pbem.engine.kinds import Part, Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.orders.air import planes
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import (
    Sight,
    after,
    in_offensive,
    on_land,
    without_offensive,
)
from pbem.systems.pto.rules.combat.ph10_ground import rule_of
from pbem.systems.pto.rules.combat.ph10_odds import ODDS, attack_of, defence_of, odds
from pbem.systems.pto.rules.map import air_distance, theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p4_advance import (
    attacks,
    cannot_advance,
    cannot_attack,
    cannot_land,
    cannot_serve,
    cannot_support,
    is_spent,
)
from pbem.systems.pto.rules.month.p4_costs import bills, can_pay
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p5_movement import (
    cannot_debark,
    cannot_march,
    cannot_rail,
    carried_by_rail,
    gone_ashore,
    not_there,
    rail_reach,
    shores,
)
from pbem.systems.pto.rules.units import bombs, may_reach, strength
from pbem.systems.pto.table.naming import agree, all_of, each
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Debark,
    Drop,
    March,
    Offensive,
    Rail,
    Support,
)
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.standing import GroundDefence


def troops(sight: Sight) -> list[Ground]:
    """The seat's ground units that can move and that no offensive has used."""
    own = (unit for unit in sight.game.ground.values() if unit.nation in sight.nations)
    return [unit for unit in own if unit.move and not unit.mark]


def _by_land(sight: Sight, unit: str, *areas: str) -> Iterator[Offensive]:
    """The offensives that a unit serves in where it goes, one for each theatre [PH13.1]."""
    nation = payer(sight.game, sight.game.ground[unit].nation)
    for theatre in dict.fromkeys(theatre_of(sight.charts, area) for area in areas):
        yield from on_land(sight, theatre, nation)


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
        yield from _by_land(sight, unit.id, unit.at, *order.path)


def _march_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="path", words="or several, in the order entered; 'pbem path' tells the MP")


def _march_words(sight: Sight, order: March) -> Iterator[str]:
    way = " - ".join(map(mention, (sight.game.ground[order.unit].at, *order.path)))
    later = "" if sight.has(Offensive) or sight.appended else " at the month's end"
    yield f"{mention(order.unit)} marches {way}{later} [PH10.1]"


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
    return _by_land(sight, order.units[0], order.area)


def _assault_words(sight: Sight, order: Assault) -> Iterator[str]:
    verb = agree(order.units, "lands", "land")
    here = _against(sight, order.area)
    yield f"{each(order.units)} {verb} at {mention(order.area)}, {here} [P4A.2.B]"


def _against(sight: Sight, area: str) -> str:
    """Whom units come upon in an area."""
    enemies = sight.game.ground_at(area, other(sight.side))
    if not enemies:
        return "where no enemy stands"
    total = sum(map(strength, enemies))
    return f"against {each(unit.id for unit in enemies)}, strength {total}"


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
    return _by_land(sight, order.unit, order.area)


def _dropped(sight: Sight, order: Drop) -> Sight:
    """Its air transport has flown for this month [PH12.6]."""
    return after(sight, sight.game.with_lift(sight.game.ground[order.unit].nation))


def _drop_words(sight: Sight, order: Drop) -> Iterator[str]:
    here = _against(sight, order.area)
    yield f"{mention(order.unit)} drops on {mention(order.area)}, {here} [PH10.9]"


# --- support and attack --------------------------------------------------------------------------


def _support_refusals(sight: Sight, order: Support) -> Refusals:
    missing = without_offensive(sight, order)
    yield missing or cannot_support(sight.game, sight.side, order, sight.theatres, sight.charts)


def _supports(sight: Sight) -> Iterator[Support]:
    """Each bomber in each area in reach."""
    game, charts = sight.game, sight.charts
    for unit in (one for one in planes(sight) if bombs(game, charts, one)):
        for area in sight.land:
            if may_reach(game, charts, unit, area):
                yield Support(units=(unit.id,), area=area)


def _support_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="units", words="or several")
    yield Part(key="escorts", words="fighters that fly along")


def _attack_refusals(sight: Sight, order: Attack) -> Refusals:
    missing = without_offensive(sight, order)
    yield missing or _cannot_attack(sight, order)


def _cannot_attack(sight: Sight, order: Attack) -> Refusal | None:
    """An attack is on an area that is or will be contested, in a theatre of the file [PH10.2]."""
    game = sight.game
    if order.area not in game.areas:
        what = f"{mention_or_quote(order.area)} is no land area"
        return refuse("PH10.2", "area", what, "'pbem map' shows the areas")
    theatre = theatre_of(sight.charts, order.area)
    if theatre not in sight.theatres:
        what = f"no land offensive is in the theatre {theatre}, where {mention(order.area)} is"
        return refuse("PH13.1", "area", what, "attack in a theatre of the file's offensive")
    twice = [id_ for number, id_ in enumerate(order.units) if id_ in order.units[:number]]
    if twice:
        return refuse("F.6.6", "units", f"{mention(twice[0])} is named twice", "name it once")
    for id_ in order.units:
        refusal = (
            not_there(game, sight.side, id_, "PH10.2")
            or cannot_serve(game, game.ground[id_], order.area, sight.theatres, sight.charts)
            or _elsewhere(sight, game.ground[id_], order.area)
        )
        if refusal:
            return replace(refusal, key="units")
    there = tuple(_fighting(sight, order.area))
    if not there:
        what = f"no ground unit of yours is in {mention(order.area)}, or enters it in this file"
        return refuse("PH10.2", "area", what, "attack where your units are, or go there first")
    named = tuple(unit for unit in there if not order.units or unit.id in order.units)
    refusal = cannot_attack(game, named, order.area, sight.theatres, sight.charts)
    return refusal or _nobody_to_attack(sight, order.area)


def _nobody_to_attack(sight: Sight, area: str) -> Refusal | None:
    """Why nobody is attacked in an area, or None [P4A.3.C, PH10.2].

    Below other offensives of the file it may be: their dice may drive an enemy there [PH10.7].
    """
    if sight.later or sight.game.ground_at(area, other(sight.side)):
        return None
    hint = "leave it out: who comes to an area that nobody holds takes it"
    return refuse("PH10.2", "area", f"no enemy is in {mention(area)}", hint)


def _elsewhere(sight: Sight, unit: Ground, area: str) -> Refusal | None:
    """Why a ground unit is not in an area when attacks come, or None [PH10.2]."""
    goal = _goals(sight).get(unit.id, unit.at)
    if goal == area:
        return None
    if unit.at == area:
        what = f"{mention(unit.id)} leaves {mention(area)} for {mention(goal)} by this file"
        return refuse("PH10.2", "units", what, "let it attack where it goes, or let it stay")
    what = f"{mention(unit.id)} is not in {mention(area)}, nor does it enter it"
    return refuse("PH10.2", "units", what, "name units that are there, or go there first")


def _goals(sight: Sight) -> dict[str, str]:
    """The areas that the file takes ground units to, by unit [P4A.2, P4A.3.A]."""
    found: dict[str, str] = {}
    for one in sight.file:
        match one:
            case March() if one.path:
                found[one.unit] = one.path[-1]
            case Assault():
                found |= dict.fromkeys(one.units, one.area)
            case Drop():
                found[one.unit] = one.area
    return found


def _fighting(sight: Sight, area: str) -> Iterator[Ground]:
    """The side's ground units that are in an area when attacks come, by id [P4A.3.C]."""
    goals, own = _goals(sight), sight.game.ground.values()
    there = (unit for unit in own if goals.get(unit.id, unit.at) == area)
    return (unit for unit in there if side_of(unit.nation) == sight.side)


def _attacks(sight: Sight) -> Iterator[Attack]:
    """Wherever the side has ground units; those with the enemy there first."""
    game = sight.game
    there = [area for area in sight.land if game.ground_at(area, sight.side)]
    yield from map(_attack, sorted(there, key=lambda at: not game.ground_at(at, other(sight.side))))


def _attack(area: str) -> Attack:
    return Attack(area=area)


def _attack_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="units", words="some of those that are there or enter")
    yield Part(key="below", words="the odds below which it stops")


def _support_needs(sight: Sight, order: Support) -> Iterator[Offensive]:
    return on_land(sight, theatre_of(sight.charts, order.area))


def _attack_needs(sight: Sight, order: Attack) -> Iterator[Offensive]:
    """An offensive in which one of those serves who are to attack [PH13.1]."""
    units = _attacking(sight, order)
    return _by_land(sight, units[0], order.area) if units else iter(())


def _support_words(sight: Sight, order: Support) -> Iterator[str]:
    game, verb = sight.game, agree(order.units, "supports", "support")
    hard = sum(bombs(game, sight.charts, game.air[id_]) for id_ in order.units)
    along = f", escorted by {each(order.escorts)}" if order.escorts else ""
    where = mention(order.area)
    yield f"{each(order.units)} {verb} the attack at {where} with {hard}{along} [PH10.3]"


def _attack_words(sight: Sight, order: Attack) -> Iterator[str]:
    """Who attacks whom, with what strength, and when it stops [PH10.2]."""
    units = _attacking(sight, order)
    who, verb = all_of(map(mention, units)), agree(units, "attacks", "attack")
    hard = attack_of((sight.game.ground[unit] for unit in units), sight.charts)
    until = f"while the odds are not below {order.below}" if order.below else ""
    until = until or _by_standing_order(sight, order.area, units)
    defence = defence_of(sight.game.ground_at(order.area, other(sight.side)))
    at = (
        f", at odds {odds(hard, defence) or f'below {ODDS[0]}'} without naval gunfire and support"
        if defence
        else ""
    )
    here = f"{_against(sight, order.area)}{at}"
    yield f"{who} {verb} at {mention(order.area)} with {hard}, {here}, {until} [PH10.2]"


def _by_standing_order(sight: Sight, area: str, units: tuple[str, ...]) -> str:
    """When an attack stops whose order does not say it [PH10.2]."""
    nation = next((sight.game.ground[unit].nation for unit in units), "")
    order = rule_of(sight.game, sight.seat, area, nation)
    if order is not None:
        return f"while the odds are not below {order.below}, as your standing order 'ground' says"
    default = f"while the odds are not below {GroundDefence().below}"
    if sight.seat in sight.game.sealed:
        return f"{default}, or as a standing order 'ground' says that you have sealed"
    return default


def _attacking(sight: Sight, order: Attack) -> tuple[str, ...]:
    """The units named, or all that are there by then and that no offensive has used [PH10.10]."""
    game, area = sight.game, order.area
    able = (
        unit.id
        for unit in _fighting(sight, area)
        if not is_spent(unit) and attacks(game, unit, area, sight.theatres, sight.charts)
    )
    return order.units or tuple(able)


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
SUPPORT = row(
    Support, _support_refusals, _supports, _support_parts, _support_needs, words=_support_words
)
ATTACK = row(Attack, _attack_refusals, _attacks, _attack_parts, _attack_needs, words=_attack_words)
RAIL = row(Rail, _rail_refusals, _rails, then=_railed, words=_rail_words)
DEBARK = row(Debark, _debark_refusals, _debarks, _debark_parts, then=_debarked, words=_debark_words)
