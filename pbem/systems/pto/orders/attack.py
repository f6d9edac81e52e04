"""Support and attacks in a land offensive: why not, what is legal, what they do [P4A.3, PH10]."""

from collections.abc import Iterable, Iterator

from pbem.engine.kinds import Part, Refusal, refuse
from pbem.engine.mentions import mention, mention_or_quote
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.orders.air import may_meet, planes
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, on_land, without_offensive
from pbem.systems.pto.rules.combat.ph7_air import Raid
from pbem.systems.pto.rules.combat.ph10_ground import rule_of, shelling, support_of, with_support
from pbem.systems.pto.rules.combat.ph10_odds import ODDS, attack_of, defence_of, modifiers, odds
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p3_lift import payer
from pbem.systems.pto.rules.month.p4_advance import (
    attacks,
    cannot_attack,
    cannot_serve,
    cannot_support,
    crosses_river,
    is_spent,
)
from pbem.systems.pto.rules.month.p4_support import awaiting, supporters
from pbem.systems.pto.rules.month.p5_movement import not_there
from pbem.systems.pto.rules.units import bombs, may_reach, strength
from pbem.systems.pto.table.naming import agree, all_of, each, signed
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Drop,
    March,
    Offensive,
    Support,
)
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.standing import GroundDefence
from pbem.systems.pto.table.state import Game


def by_land(sight: Sight, unit: str, *areas: str) -> Iterator[Offensive]:
    """The offensives that a unit serves in where it goes, one for each theatre [PH13.1]."""
    nation = payer(sight.game, sight.game.ground[unit].nation)
    for theatre in dict.fromkeys(theatre_of(sight.charts, area) for area in areas):
        yield from on_land(sight, theatre, nation)


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
    return goals_of(one for one in sight.file if isinstance(one, March | Assault | Drop))


def goals_of(orders: Iterable[March | Assault | Drop]) -> dict[str, str]:
    """The areas that orders take ground units to, by unit."""
    found: dict[str, str] = {}
    for one in orders:
        if to := goal(one):
            found |= dict.fromkeys(one.units if isinstance(one, Assault) else (one.unit,), to)
    return found


def goal(order: March | Assault | Drop | Attack) -> str:
    """The area where an order takes its units or they attack; empty if a march has no way."""
    if isinstance(order, March):
        return order.path[-1] if order.path else ""
    return order.area


def _fighting(sight: Sight, area: str) -> Iterator[Ground]:
    """The side's ground units that are in an area when attacks come, by id [P4A.3.C]."""
    goals, own = _goals(sight), sight.game.ground.values()
    there = (unit for unit in own if goals.get(unit.id, unit.at) == area)
    return (unit for unit in there if side_of(unit.nation) == sight.side)


def _attacks(sight: Sight) -> Iterator[Attack]:
    """Wherever the side has ground units; those with the enemy there first."""
    game = sight.game
    there = [area for area in sight.land if game.ground_at(area, sight.side)]
    there.sort(key=lambda at: not game.ground_at(at, other(sight.side)))
    yield from (Attack(area=area) for area in there)


def _attack_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="area", words="where units are, or go by march, assault or drop of the file")
    yield Part(key="units", words="some of those that are there or enter")
    yield Part(key="below", words="the odds below which it stops")


def _support_needs(sight: Sight, order: Support) -> Iterator[Offensive]:
    return on_land(sight, theatre_of(sight.charts, order.area))


def _attack_needs(sight: Sight, order: Attack) -> Iterator[Offensive]:
    """An offensive in which one of those serves who are to attack [PH13.1]."""
    units = _attacking(sight, order)
    return by_land(sight, units[0], order.area) if units else iter(())


def _support_words(sight: Sight, order: Support) -> Iterator[str]:
    game, verb = sight.game, agree(order.units, "supports", "support")
    hard = sum(bombs(game, sight.charts, game.air[id_]) for id_ in order.units)
    along = f", escorted by {each(order.escorts)}" if order.escorts else ""
    where = mention(order.area)
    ordered = (one for one in sight.file if isinstance(one, Attack) and one.area == order.area)
    there = _attacking(sight, next(ordered, Attack(area=order.area)))
    most = attack_of((game.ground[unit] for unit in there), sight.charts)
    cap = f", all support at most {most} by the units there" if there else ""
    raid = Raid(side=sight.side, area=order.area, units=order.units, escorts=order.escorts)
    up = awaiting(_arrived(sight), raid, sight.charts)
    it = agree((*order.units, *order.escorts), "it", "them")
    met = may_meet(up, it)
    yield f"{each(order.units)} {verb} the attack at {where} with {hard}{along}{cap}{met} [PH10.3]"


def attack_unasked(sight: Sight, order: March | Assault | Drop, area: str) -> Iterator[str]:
    """The attack of who comes to an enemy and has no order for it; told once an area [PR8]."""
    here = tuple(one for one in sight.file if isinstance(one, March | Assault | Drop))
    kinds = (March, Assault, Drop)
    coming = sorted(
        (one for one in here if goal(one) == area), key=lambda one: kinds.index(type(one))
    )
    attack = Attack(area=area)
    is_ordered = any(isinstance(one, Attack) and one.area == area for one in sight.file)
    if is_ordered or order not in coming[-1:] or not _attacking(sight, attack):
        return
    if sight.game.ground_at(area, other(sight.side)):
        yield from (f"Unasked {words}" for words in _told_attack(sight, attack, "PR8"))


def _attack_words(sight: Sight, order: Attack) -> Iterator[str]:
    return _told_attack(sight, order, "PH10.2")


def _told_attack(sight: Sight, order: Attack, rule: str) -> Iterator[str]:
    """Who attacks whom, with what strength, and when it stops [PH10.2]."""
    units = _attacking(sight, order)
    who, verb = all_of(map(mention, units)), agree(units, "attacks", "attack")
    hard = attack_of((sight.game.ground[unit] for unit in units), sight.charts)
    until = f"the odds are not below {order.below}" if order.below else ""
    until = until or _by_standing_order(sight, order.area, units)
    defence = defence_of(sight.game.ground_at(order.area, other(sight.side)))
    column, worst = odds(hard, defence), _at_worst(sight, order.area, hard, defence)
    first = "one round in any case" if worst else "else one round"
    until = f"{first}, up to {sight.charts.ground_combat.rounds} while {until}"
    if not column:
        until = "unless those raise it, no round is fought"
    at = (
        f", at odds {column or f'below {ODDS[0]}'} without naval gunfire and support"
        f"{_with_help(sight, order.area, units, hard)}"
        f"{_shelled(sight, order.area, units, hard)}{_defended(sight, order.area, hard, defence)}"
        f"{_on_the_die(sight, order.area, units)}"
        if defence
        else ""
    )
    here = f"{against(sight, order.area)}{at}"
    yield f"{who} {verb} at {mention(order.area)} with {hard}, {here}: {until} [{rule}]"


def _on_the_die(sight: Sight, area: str, units: tuple[str, ...]) -> str:
    """What changes the die of an attack by who is there or comes by the file [PH10.5]."""
    game, charts = sight.game, sight.charts
    marches = (one for one in sight.file if isinstance(one, March) and one.unit in units)
    rivers = tuple(one.unit for one in marches if crosses_river(game, one, charts))
    landed = tuple(id_ for one in sight.file if isinstance(one, Assault) for id_ in one.units)
    game = game.with_month(replace(game.month, rivers=rivers, landed=landed))
    attackers = tuple(game.ground[id_] for id_ in units)
    found = modifiers(game, sight.side, area, attackers, charts)
    told = all_of(f"{one.why} {signed(one.by)}" for one in found)
    return f"; the die has {told}" if told else ""


def _with_help(sight: Sight, area: str, units: tuple[str, ...], hard: int) -> str:
    """The odds with the gunfire and the support of the file, where these make others [PH10.3]."""
    game, charts = sight.game, sight.charts
    ships = shelling(game, sight.side, area, charts) if _lands(sight, units) else ()
    orders = (one for one in sight.file if isinstance(one, Support) and one.area == area)
    bombers = (game.air[id_] for one in orders for id_ in one.units)
    added = support_of(ships, charts) + sum(bombs(game, charts, unit) for unit in bombers)
    defence = defence_of(game.ground_at(area, other(sight.side)))
    column = odds(with_support(hard, added), defence)
    return f", {column} with all of yours" if column != odds(hard, defence) else ""


def _lands(sight: Sight, units: tuple[str, ...]) -> bool:
    landing = {id_ for one in sight.file if isinstance(one, Assault) for id_ in one.units}
    return not landing.isdisjoint(units)


def _shelled(sight: Sight, area: str, units: tuple[str, ...], hard: int) -> str:
    """What ships off an area add to those who land there, no more than they have [PH10.3]."""
    if not _lands(sight, units):
        ships = shelling(sight.game, sight.side, area, sight.charts)
        idle = tuple(dict.fromkeys(ship.tf for ship in ships))
        do_not = f"{each(idle)} {agree(idle, 'does', 'do')} not fire"
        return f"; {do_not}, as nobody lands" if idle else ""
    return f"; {words}" if (words := _gunfire(sight, sight.side, area, hard)) else ""


def _gunfire(sight: Sight, side: str, area: str, most: int) -> str:
    """The ships of a side that fire at an area, with what counts of it, or nothing [PH10.3]."""
    ships = shelling(sight.game, side, area, sight.charts)
    forces = tuple(dict.fromkeys(ship.tf for ship in ships))
    fire, strong = agree(forces, "fires", "fire"), support_of(ships, sight.charts)
    counts = f", of which {most} count" if strong > most else ""
    return f"{each(forces)} {fire} with {strong}{counts}" if ships else ""


def _defended(sight: Sight, area: str, attack: int, defence: int) -> str:
    """Who fires for a defence, what bombers may add to it, and the odds at the worst [PH10.3].

    Both add no more than is there.
    """
    words = _gunfire(sight, other(sight.side), area, defence)
    fires = f"; for the defence {words}" if words else ""
    fire, hard = _against(sight, area)
    left = defence - fire
    helped = f", and the enemy's bombers may add {min(hard, left)}" if hard and left > 0 else ""
    worst = _at_worst(sight, area, attack, defence)
    if worst == odds(attack, defence):
        return fires + helped
    return f"{fires}{helped}, {worst or f'below {ODDS[0]}, without a round,'} at the worst"


def _at_worst(sight: Sight, area: str, attack: int, defence: int) -> str:
    """The odds with all that may help the defence, and nothing else; empty: no attack [PH10.4]."""
    return odds(attack, with_support(defence, sum(_against(sight, area))))


def _against(sight: Sight, area: str) -> tuple[int, int]:
    """What the enemy's ships and bombers may add to a defence, before it is cut [PH10.3]."""
    game, enemy = _arrived(sight), other(sight.side)
    bombers = supporters(game, enemy, area, sight.charts)
    fire = support_of(shelling(game, enemy, area, sight.charts), sight.charts)
    return fire, sum(bombs(game, sight.charts, unit) for unit in bombers)


def _arrived(sight: Sight) -> Game:
    """The game once those who march or land by the file are there, as bombers find it [P4A.3.D].

    No airfield serves them that has become contested [PH1.5]; who drops comes after them [P4A.3.E].
    """
    walking = (one for one in sight.file if isinstance(one, March | Assault))
    goals = goals_of(walking).items()
    found = sight.game.ground
    return sight.game.with_ground(
        replace(found[id_], at=to, ship="") for id_, to in goals if id_ in found
    )


def _by_standing_order(sight: Sight, area: str, units: tuple[str, ...]) -> str:
    """When an attack stops whose order does not say it [PH10.2]."""
    nation = next((sight.game.ground[unit].nation for unit in units), "")
    order = rule_of(sight.game, sight.seat, area, nation)
    if order is not None:
        return f"the odds are not below {order.below}, as your standing order 'ground' says"
    default = f"the odds are not below {GroundDefence().below}"
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


def against(sight: Sight, area: str) -> str:
    """Whom units come upon in an area."""
    enemies = sight.game.ground_at(area, other(sight.side))
    if not enemies:
        return "where no enemy stands"
    total = sum(map(strength, enemies))
    return f"against {each(unit.id for unit in enemies)}, strength {total}"


SUPPORT = row(
    Support, _support_refusals, _supports, _support_parts, _support_needs, words=_support_words
)
ATTACK = row(Attack, _attack_refusals, _attacks, _attack_parts, _attack_needs, words=_attack_words)
