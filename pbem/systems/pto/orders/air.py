"""The orders `strike`, `transfer`, `airlift`: why not, what is legal [P3.2, P3.4, P4C, PH8]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.kinds import Part
from pbem.engine.mentions import mention
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import SHIP_KINDS, other
from pbem.systems.pto.orders.aims import (
    crowded_out,
    each_at_its_ship,
    shared_out,
    target_of,
    wave_of,
)
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, after, without_offensive
from pbem.systems.pto.rules.combat.d8_coordination import COUNTING, modifier_of
from pbem.systems.pto.rules.combat.ph7_air import Raid
from pbem.systems.pto.rules.f6_aims import wrong_ships
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p3_lift import SUPPLY, payer, take_markers
from pbem.systems.pto.rules.month.p3_missions import awaiting, has_surprise, launched
from pbem.systems.pto.rules.month.p3_search import can_find, is_open
from pbem.systems.pto.rules.month.p3_targets import (
    bars_strike,
    cannot_fly,
    cannot_hit,
    cannot_strike_with,
    who_cannot_fly,
)
from pbem.systems.pto.rules.month.p3_transfer import (
    as_ordered,
    awaiting_transfer,
    cannot_lift,
    cannot_transfer,
    is_field,
    tired_by,
)
from pbem.systems.pto.rules.p3_half import is_silenced
from pbem.systems.pto.rules.units import based_on, bombs, fires, rolls
from pbem.systems.pto.table.naming import agree, all_of, at_first, each, signed
from pbem.systems.pto.table.orders_month import Airlift, Offensive, Strike, Transfer
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.words.naval import AIMS, cargo_words


def planes(sight: Sight) -> list[AirUnit]:
    """The seat's air units that have not flown."""
    own = (unit for unit in sight.game.air.values() if unit.nation in sight.nations)
    return [unit for unit in own if not (unit.committed or unit.struck)]


# --- strike --------------------------------------------------------------------------------------


def _strike_refusals(sight: Sight, order: Strike) -> Refusals:
    missing = without_offensive(sight, order)
    if missing:
        yield missing
        return
    yield from wrong_ships(sight.game, sight.side, order)
    game, half, nations = sight.game, sight.half, sight.nations
    grounded = tuple(who_cannot_fly(game, half, nations, order))
    if grounded:
        yield from grounded
        return
    refusal = cannot_strike_with(game, half, nations, order, sight.targets)
    unable = tuple(cannot_hit(game, half, order)) if refusal else ()
    yield from unable if refusal in unable else (refusal,)


def targets(sight: Sight) -> list[TaskForce]:
    """The enemy's task forces that may be struck: found, in port, or such as can be found."""
    game, half = sight.game, sight.half
    places = sorted({tf.at for tf in game.forces.values()})
    there = (tf for at in places for tf in game.forces_at(at, other(sight.side)))
    return [tf for tf in there if is_open(game, tf) or can_find(game, half, tf.id)]


def single_strikes(sight: Sight) -> Iterator[Strike]:
    """What each unit may strike by itself: found task forces first, then others, then bases."""
    game, fliers = sight.game, planes(sight)
    found = targets(sight)
    for tf in sorted(found, key=lambda tf: (not tf.searched, tf.at not in game.areas)):
        for unit in _in_reach(sight, fliers, tf.at):
            yield from _legal(sight, Strike(units=(unit.id,), area=tf.at, tf=tf.id))
    bombers = [unit for unit in fliers if bombs(game, sight.charts, unit)]
    for area in enemy_areas(sight):
        for unit in _in_reach(sight, bombers, area):
            yield from _legal(sight, Strike(units=(unit.id,), area=area, at="airfield"))
            yield from _legal(sight, Strike(units=(unit.id,), area=area, at="port"))
            yield from _legal(sight, Strike(units=(unit.id,), area=area, at="aircraft"))
            yield from _legal(sight, Strike(units=(unit.id,), area=area, at="fort"))


def _in_reach(sight: Sight, units: Iterable[AirUnit], area: str) -> Iterator[AirUnit]:
    game, half, nations = sight.game, sight.half, sight.nations
    return (unit for unit in units if not cannot_fly(game, half, nations, unit.id, area))


def _legal(sight: Sight, strike: Strike) -> Iterator[Strike]:
    if not any(_strike_refusals(sight, strike)):
        yield strike


def enemy_areas(sight: Sight) -> list[str]:
    """Land areas of the enemy that are in play."""
    game = sight.game
    return [area for area in sight.land if not game.controls(sight.side, area)]


def reached(sight: Sight) -> dict[str, tuple[AirUnit, ...]]:
    """Who may fly to each area that holds a target, seas and ports with ships first."""
    fliers = planes(sight)
    found, bases = targets(sight), enemy_areas(sight)
    areas: dict[str, tuple[AirUnit, ...]] = {}
    for at in dict.fromkeys((*(tf.at for tf in found), *bases)):
        there = tuple(tf.id for tf in found if tf.at == at)
        near = _in_reach(sight, fliers, at)
        areas[at] = tuple(unit for unit in near if _can_hit(sight, unit, there, at in bases))
    return {at: units for at, units in areas.items() if units}


def _can_hit(sight: Sight, unit: AirUnit, forces: Iterable[str], is_base: bool) -> bool:
    """Whether a unit may fly against one of these forces or a base, if only as escort [PH8.3]."""
    game, charts = sight.game, sight.charts
    if fires(game, charts, unit) or (is_base and bombs(game, charts, unit)):
        return True
    return any(not bars_strike(game, sight.half, unit, tf) for tf in forces)


def _strike_parts(sight: Sight) -> Iterator[Part]:
    areas = reached(sight)
    found = [tf for tf in targets(sight) if tf.at in areas]
    units = tuple(dict.fromkeys(unit.id for there in areas.values() for unit in there))
    yield Part(key="units", values=units)
    yield Part(key="area", values=tuple(areas))
    yield Part(key="tf", values=tuple(tf.id for tf in found), words="at sea it must be named")
    escorts = tuple(id_ for id_ in units if fires(sight.game, sight.charts, sight.game.air[id_]))
    yield Part(key="escorts", values=escorts, words="each unit flies once")
    there = {tf.id for tf in found}
    ships = tuple(ship.id for ship in sight.game.ships.values() if ship.tf in there)
    yield Part(key="aim", values=(*SHIP_KINDS, *ships), words="in this order")
    yield Part(
        key="ships",
        values=ships,
        words='unit = "ship": it goes at that ship; ship or type = 2: two do',
    )


def strike_needs(sight: Sight, order: Strike) -> Iterator[Offensive]:
    """The air offensive that a file needs for a strike, in phase 4 [P4C.1.B, PH8.9]."""
    if sight.phase == "P4":
        nation = payer(sight.game, sight.game.air[order.units[0]].nation)
        yield Offensive(kind="air", nation=nation, targets=(order.area,))


def _struck(sight: Sight, order: Strike) -> Sight:
    return after(sight, launched(sight.game, sight.half, (*order.units, *order.escorts)))


def _strike_words(sight: Sight, order: Strike) -> Iterator[str]:
    """Who strikes what, how hard, whom they aim at, and what a search must find first [P3.2.3].

    Of orders that fly as one the first tells what holds of all [PR50].
    """
    game, wave, rules = sight.game, wave_of(sight, order), "P3.2.1"
    how = _at_target(sight, order, [game.air[id_] for id_ in order.units])
    if order == wave[0]:
        how = f"{how}{_coordinated(sight, wave)}{_awaited(sight, wave)}"
    else:
        how, rules = f"{how}, in one strike with {mention(wave[0].units[0])}", "P3.2.1, PR50"
    what = mention(order.tf) if order.tf else AIMS[order.at]
    along = f", escorted by {each(order.escorts)}" if order.escorts else ""
    verb = agree(order.units, "strikes", "strike")
    where = mention(order.area)
    yield f"{each(order.units)} {verb} {what} at {where}{along}: {how} [{rules}]"
    aim = agree(order.units, "aims", "aim")
    before = next((one for one in reversed(sight.done) if isinstance(one, Strike)), None)
    if order.aim and before and order.aim == before.aim:
        yield f"{each(order.units)} {aim} as {mention(before.units[0])} does [F.6.4]"
    elif order.aim:
        wanted = ", then ".join(map(mention, order.aim))
        yield f"{each(order.units)} {aim} at {wanted}{shared_out(wave)}"
    yield from crowded_out(sight, order, wave)
    yield from each_at_its_ship(sight, order)
    tf = game.forces.get(order.tf)
    if tf is not None and not is_open(game, tf):
        stay = agree(order.units, "the unit stays", "they stay")
        yield f"{mention(tf.id)} must be found by a search first, or {stay} [P3.2.3]"


def _at_target(sight: Sight, order: Strike, units: Sequence[AirUnit]) -> str:
    """What units throw at what they are sent to, and on land what hits [PH8.3, PH8.6, PH8.7]."""
    game, charts = sight.game, sight.charts
    if order.at == "ships":
        return f"up to {count(sum(rolls(game, charts, unit) for unit in units), 'roll')}"
    figures, hard = charts.air_strikes, [bombs(game, charts, unit) for unit in units]
    if order.at == "aircraft":
        return f"{count(sum(hard), 'roll')}, a step for each {figures.aircraft} or more on two dice"
    step, strong = figures.levels[order.at], agree(hard, "strength", "strengths")
    least = f"{figures.installation} or more on two dice with {agree(hard, 'it', 'each')}"
    return f"{strong} {all_of(map(str, hard))}, and {least} takes {step} of it"


def _awaited(sight: Sight, wave: Sequence[Strike]) -> str:
    """How many of the enemy's aircraft may meet a strike, by his orders that are known [PH8.2].

    And that it comes by surprise as things stand, once its target is found [D7.1, PH16.1].
    """
    aim = target_of(wave[0])
    units = tuple(id_ for one in wave for id_ in one.units)
    escorts = tuple(id_ for one in wave for id_ in one.escorts)
    raid = Raid(side=sight.side, area=aim.area, units=units, escorts=escorts)
    up = awaiting(sight.game, sight.half, raid, aim)
    met = may_meet(up, "it")
    sought = [tf for tf in sight.game.forces.values() if tf.id == aim.tf]
    sought = [tf for tf in sought if not is_open(sight.game, tf)]
    found = sight.game.with_forces(replace(tf, searched=True) for tf in sought)
    if not has_surprise(found, sight.half, raid, aim):
        return met
    bonus = f", {signed(sight.charts.air_surprise.bonus)} to each roll" if aim.at == "ships" else ""
    if_ = " if it is found" if sought else ""
    return f"{met}; as things stand by surprise{if_}{bonus}"


def may_meet(up: Sequence[str], whom: str) -> str:
    """How many of the enemy's fighters would meet a mission as things stand, or nothing [PH8.2]."""
    fighters = count(len(up), "fighter")
    return f"; as things stand {fighters} of the enemy may meet {whom}" if up else ""


def _coordinated(sight: Sight, wave: Sequence[Strike]) -> str:
    """That units from carriers roll first whether all of them go on [D8.1-D8.3]."""
    named = (id_ for one in wave for id_ in (*one.units, *one.escorts))
    units = (sight.game.air[id_] for id_ in named)
    counted = tuple(unit for unit in units if based_on(sight.game, unit) == COUNTING)
    if len(counted) < 2 or not sight.game.uses("D8"):
        return ""
    modifier = modifier_of(sight.game, "strike", counted, sight.charts)
    lowest = ", the lowest of their nations," * (len({unit.nation for unit in counted}) > 1)
    die = f"a die with {signed(modifier)}{lowest}" if modifier or lowest else "a die"
    many, least = f"{len(counted)} carrier units", len(counted) - modifier
    if least <= 1:
        more = "" if _is_unopposed(sight) else ", unless more rise to help"
        return f"; any die with {signed(modifier)} coordinates {many}{more}"
    return f", once {die} has coordinated {many}, from a {least} on, else half turn back"


def _is_unopposed(sight: Sight) -> bool:
    """Whether nobody of the enemy rises, and so nobody to help: as Pearl Harbor falls [PH16.1]."""
    return is_silenced(sight.game, other(sight.side), sight.side, sight.phase)


# --- transfer ------------------------------------------------------------------------------------


def _transfer_refusals(sight: Sight, order: Transfer) -> Refusals:
    yield cannot_transfer(sight.game, sight.nations, order, sight.charts)


def _transfers(sight: Sight) -> Iterator[Transfer]:
    """Each unit to each other base of the side, the nearest first, and to carriers."""
    game, charts = sight.game, sight.charts
    fields = [area for area in game.areas if game.is_friendly(sight.side, area)]
    decks = [ship.id for ship in game.ships.values() if ship.nation in sight.nations]
    decks = [id_ for id_ in decks if game.ships[id_].is_carrier]
    for unit in planes(sight):
        at = game.where(unit)
        others = (to for to in fields if to != unit.base)
        for area in sorted(others, key=lambda to: (air_distance(charts, at, to), to)):
            yield Transfer(units=(unit.id,), to=area)
        for deck in (one for one in decks if one != unit.base):
            yield Transfer(units=(unit.id,), to=deck)


def _transfer_parts(_: Sight) -> Iterator[Part]:
    yield Part(key="units", words="or several, as far as there is room")


def _transferred(sight: Sight, order: Transfer) -> Sight:
    return after(sight, as_ordered(sight.game, order, sight.charts))


def _transfer_words(sight: Sight, order: Transfer) -> Iterator[str]:
    """Where units go, and how many of the enemy's aircraft may meet them there [PH8.8, P3.4.2]."""
    verb, them = agree(order.units, "moves", "move"), agree(order.units, "it", "them")
    up = awaiting_transfer(sight.game, sight.half, order)
    met = f"{may_meet(up, them)} [P3.4.2]" if up else ""
    tired = tired_by(sight.game, order, sight.charts)
    spent = f"; for the month committed by that: {each(tired)} [D3c]" if tired else ""
    yield f"{each(order.units)} {verb} to {mention(order.to)} [PH8.8]{spent}{met}"


# --- airlift -------------------------------------------------------------------------------------


def _lift_refusals(sight: Sight, order: Airlift) -> Refusals:
    yield cannot_lift(sight.game, sight.nations, order, sight.charts)


def _lifts(sight: Sight) -> Iterator[Airlift]:
    """Supply, and each unit that moves, from its airfield to each in range, the nearest first."""
    game, charts, most = sight.game, sight.charts, sight.charts.transport.range
    fields = [area for area in game.areas if is_field(game, sight.side, area)]
    for nation in sight.purses:
        for origin in fields:
            away = (to for to in fields if to != origin)
            near = [to for to in away if air_distance(charts, origin, to) <= most]
            troops = (unit.id for unit in game.ground_at(origin) if unit.nation in sight.nations)
            for cargo in (SUPPLY, *troops):
                for to in sorted(near, key=lambda to: air_distance(charts, origin, to)):
                    yield Airlift(nation=nation, cargo=cargo, origin=origin, to=to)


def _lifted(sight: Sight, order: Airlift) -> Sight:
    game = sight.game.with_lift(order.nation)
    if order.cargo == SUPPLY:
        game, _ = take_markers(game, order.nation, order.origin, 1, sight.charts)
    elif order.cargo in game.ground:
        game = game.with_ground([replace(game.ground[order.cargo], at=order.to)])
    return after(sight, game)


def _lift_words(sight: Sight, order: Airlift) -> Iterator[str]:
    used = sight.game.purses[order.nation].lifts
    most = sight.charts.transport.lifts[order.nation].units
    what = f"{cargo_words((order.cargo,))} from {mention(order.origin)} to {mention(order.to)}"
    made = order.cargo == SUPPLY
    points = take_markers(sight.game, order.nation, order.origin, 1, sight.charts)[1] if made else 0
    what = f"{what} for {points} EP" if points else what
    left = f"{count(most - used - 1, 'air transport')} left this month"
    yield f"{at_first(order.nation)} lifts {what}, which no fighter meets; {left} [PH12.6]"


STRIKE = row(
    Strike,
    _strike_refusals,
    simplest=single_strikes,
    parts=_strike_parts,
    needs=strike_needs,
    then=_struck,
    words=_strike_words,
)
TRANSFER = row(
    Transfer,
    _transfer_refusals,
    _transfers,
    _transfer_parts,
    then=_transferred,
    words=_transfer_words,
)
AIRLIFT = row(Airlift, _lift_refusals, _lifts, then=_lifted, words=_lift_words)
