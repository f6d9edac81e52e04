"""Strikes that a task force on the move meets and answers [PH5.2, D11.2, D11.3, F.4]."""

from collections.abc import Iterable, Iterator, Sequence, Sized

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.aims import Share
from pbem.systems.pto.rules.combat.losses import worth_of
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.combat.ph8_strikes import (
    ShipStrike,
    apply_hits,
    bar_to_strike,
    expend,
    roll_strike,
)
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_forces import is_boats, is_laden
from pbem.systems.pto.rules.month.p3_intercept import is_ready, not_kept_back
from pbem.systems.pto.rules.month.p3_missions import (
    Aim,
    attacked,
    drop,
    fly,
    has_surprise,
    launched,
    told_of,
)
from pbem.systems.pto.rules.month.p3_stacks import Stacks, aboard, divided
from pbem.systems.pto.rules.p3_half import Half, first_rule, home_of, is_silenced, scopes_of_unit
from pbem.systems.pto.rules.units import kind, may_reach, quality, rolls
from pbem.systems.pto.table.events_naval import LeftAlone, StacksDivided, StrikeStopped
from pbem.systems.pto.table.pieces import AirUnit
from pbem.systems.pto.table.standing import AirStrikeRule
from pbem.systems.pto.table.state import Game, Told

STRIKING = ("B", "SB", "FB", "CVA")
"""Kinds of aircraft that standing orders send against ships [F.4]."""
ALL_OF_THEM = 100


class Sortie(Value):
    """A strike that has taken off, and what it is aimed at."""

    raid: Raid
    aim: Aim


def exchange(game: Game, half: Half, tf: str, *, answers: bool) -> Told:
    """Strikes on a task force that enters an area, and its own answer [PH5.2, D11.2].

    Without D11 only the side that does not move strikes. Where both do it is at once, by stacks
    that were divided before [D11.3].
    """
    incoming = incoming_strike(game, half, tf)
    outgoing = _outgoing(game, half, tf) if answers and game.uses("D11") else None
    if incoming and outgoing:
        return _at_once(game, half, incoming, outgoing)
    sortie = incoming or outgoing
    if sortie is None:
        return game, ()
    game = launched(game, half, (*sortie.raid.units, *sortie.raid.escorts))
    return _resolved(game, half, sortie)


def _resolved(game: Game, half: Half, sortie: Sortie) -> Told:
    """One strike by itself: through the fighters that rise, then at the ships [P3.2.2, PH8.3]."""
    raid, aim, step = sortie.raid, sortie.aim, half.step(1)
    raid = replace(raid, surprise=has_surprise(game, half, raid, aim))
    told = told_of(game, half, raid, aim)
    game, through, fought = fly(game, half, raid, aim, step)
    game, tag = next_combat(game, step, aim.area)
    game, hits = drop(game, half, raid, aim, through, tag)
    return game, (*told, *fought, *hits)


# --- both at once --------------------------------------------------------------------------------


def _at_once(game: Game, half: Half, incoming: Sortie, outgoing: Sortie) -> Told:
    """A task force strikes while it is struck: both by stacks, both at once [D11.3].

    Only defensive stacks rise, nobody else; nobody counter-intercepts. A force whose stack sends
    nobody does not strike: it is defended as usual [PR48].
    """
    mover, target = incoming.aim.tf, outgoing.aim.tf
    own = divided(game, mover, outgoing.aim.area, half.charts)
    theirs = _their_stacks(game, incoming, target, half.charts)
    out = replace(outgoing.raid, units=own.offensive)
    in_ = replace(incoming.raid, units=_with_stack(game, incoming.raid.units, theirs))
    out = replace(out, surprise=bool(out.units) and has_surprise(game, half, out, outgoing.aim))
    in_ = replace(in_, surprise=bool(in_.units) and has_surprise(game, half, in_, incoming.aim))
    told: list[Event] = [_told_of_stacks(mover, own)]
    told += [_told_of_stacks(target, theirs)] if theirs else []
    raids = [
        (raid, aim, stacks.defensive if stacks and stacks.offensive else None)
        for raid, aim, stacks in ((in_, incoming.aim, own), (out, outgoing.aim, theirs))
        if raid.units
    ]
    for raid, _, guard in raids:
        game = launched(game, half, (*raid.units, *raid.escorts, *(guard or ())))
    fought: list[tuple[Sortie, tuple[str, ...]]] = []
    for raid, aim, guard in raids:
        told += told_of(game, half, raid, aim)
        game, through, events = _fought(game, half, Sortie(raid=raid, aim=aim), guard)
        told += events
        fought.append((Sortie(raid=raid, aim=aim), through))
    game, hits = _struck_at_once(game, half, fought)
    return game, (*told, *hits)


def _their_stacks(game: Game, incoming: Sortie, target: str, charts: Charts) -> Stacks | None:
    """The stacks of the task force that is struck in turn, if it strikes itself [D11.3]."""
    strikes = any(unit.id in incoming.raid.units for unit in aboard(game, target))
    return divided(game, target, incoming.aim.area, charts) if strikes else None


def _with_stack(game: Game, units: tuple[str, ...], stacks: Stacks | None) -> tuple[str, ...]:
    """Units of a strike, those of a divided task force by its offensive stack [D11.3]."""
    if stacks is None:
        return units
    divided_ = (*stacks.offensive, *stacks.defensive)
    rest = tuple(id_ for id_ in units if id_ not in divided_)
    return tuple(id_ for id_ in (*rest, *stacks.offensive) if id_ in game.air)


def _told_of_stacks(tf: str, stacks: Stacks) -> StacksDivided:
    return StacksDivided(
        to=ALL,
        tf=tf,
        offensive=stacks.offensive,
        defensive=stacks.defensive,
        broken=stacks.broken,
    )


def _fought(
    game: Game, half: Half, sortie: Sortie, against: tuple[str, ...] | None
) -> tuple[Game, tuple[str, ...], tuple[Event, ...]]:
    """Air combat with the stack that stays; with None whoever rises meets the strike [D11.3]."""
    if against is None:
        return fly(game, half, sortie.raid, sortie.aim, half.step(1))
    game = attacked(game, sortie.raid, sortie.aim)
    game, tag = next_combat(game, half.step(1), sortie.aim.area)
    return air_battle(game, sortie.raid, against, (), tag, half.charts, half.dice)


def _struck_at_once(
    game: Game, half: Half, fought: Sequence[tuple[Sortie, tuple[str, ...]]]
) -> Told:
    """All roll first; what sinks strikes nevertheless [D11.3]."""
    events: tuple[Event, ...] = ()
    rolled = []
    for sortie, through in fought:
        units = tuple(id_ for id_ in through if id_ in game.air)
        aim = sortie.aim
        if not units:
            events = (*events, StrikeStopped(to=ALL, area=aim.area, at=aim.at, tf=aim.tf))
            continue
        game, tag = next_combat(game, half.step(1), aim.area)
        attack = ShipStrike(
            units=units,
            ships=tuple(ship.id for ship in game.ships_in(aim.tf)),
            shares=aim.shares,
            surprise=sortie.raid.surprise,
        )
        hits, told = roll_strike(game, attack, tag, half.charts, half.dice)
        events = (*events, *told)
        rolled.append((hits, sortie.raid.side, units))
    game, hits_told = for_each(
        game, rolled, lambda now, one: apply_hits(now, one[0], one[1], half.charts)
    )
    game, gone = for_each(game, rolled, lambda now, one: expend(now, one[2], half.charts))
    return game, (*events, *hits_told, *gone)


# --- who strikes by standing orders --------------------------------------------------------------


def incoming_strike(game: Game, half: Half, tf: str) -> Sortie | None:
    """The strike of the side that does not move, by its standing orders [PH5.2, F.4]."""
    if is_silenced(game, half.enemy, half.side, half.phase):
        return None
    return _sortie(game, half, half.enemy, tf, _ready(game, half, half.enemy, tf))


def striking(game: Game, half: Half, tf: str, flown: Iterable[str]) -> frozenset[str]:
    """All aircraft that might strike a force where it is, by standing orders [PH5.2, F.4].

    Of those in reach a share strikes: the next best, if the best, among `flown`, have struck
    others before.
    """
    found: frozenset[str] = frozenset()
    gone = frozenset(flown)
    while True:
        strike = incoming_strike(game, half, tf)
        units = frozenset(strike.raid.units if strike else ())
        found |= units
        if not units & gone:
            return found
        game = launched(game, half, units & gone)


def _outgoing(game: Game, half: Half, tf: str) -> Sortie | None:
    """The answer of a moving task force's carriers, at the best target in reach [D11.2, PR47]."""
    units = [unit for unit in aboard(game, tf) if _is_able(game, half, unit)]
    targets = sorted(
        (-_worth(game, one.id, half.charts), one.id)
        for one in game.forces.values()
        if side_of(one.nation) == half.enemy and one.searched and one.at not in game.areas
    )
    for _, target in targets:
        able = [unit for unit in units if _can_hit(game, unit, target, half.charts)]
        sortie = _sortie(game, half, half.side, target, able)
        if sortie:
            return sortie
    return None


def left_alone(game: Game, half: Half, tf: str, found: Iterable[str]) -> Iterator[LeftAlone]:
    """Ships found on the way that the finder's aircraft could strike and by no order do [F.4]."""
    units = [unit for unit in aboard(game, tf) if _is_able(game, half, unit)]
    for target in (one for one in found if not is_boats(game, one)):
        able = [unit for unit in units if _can_hit(game, unit, target, half.charts)]
        rules = [rule for rule, _ in _groups(game, able) if rule.when != "never"]
        if rules and not any(_is_worth_it(game, one, target, half.charts) for one in rules):
            least = min(one.worth if one.when == "worth" else 0 for one in rules)
            yield LeftAlone(to=ALL, tf=tf, target=target, worth=least)


def _worth(game: Game, tf: str, charts: Charts) -> int:
    return sum(worth_of(game, ship, charts) for ship in game.ships_in(tf))


def _ready(game: Game, half: Half, side: str, tf: str) -> list[AirUnit]:
    """A side's units that could strike a task force now, by id."""
    return [
        unit
        for unit in game.air.values()
        if side_of(unit.nation) == side
        and _is_able(game, half, unit)
        and _can_hit(game, unit, tf, half.charts)
    ]


def _is_able(game: Game, half: Half, unit: AirUnit) -> bool:
    """Whether a unit may fly in this half: ready, not flown, not kept [PH8.1, PH11.3, F.6.5].

    Nor has its task force withdrawn in the step [PH6.4, PR90].
    """
    if unit.base in game.ships and game.ships[unit.base].tf in game.month.withdrawn:
        return False
    flown = unit.struck if side_of(unit.nation) == half.side else unit.intercepted
    if half.phase != "P3":
        flown = unit.struck or unit.intercepted
    return is_ready(game, unit) and not (flown or unit.out or is_kept(game, unit))


def _can_hit(game: Game, unit: AirUnit, tf: str, charts: Charts) -> bool:
    """Whether a unit of a kind that strikes ships reaches a task force and may attack it [PH8]."""
    return (
        strikes_ships(game, unit, charts)
        and may_reach(game, charts, unit, game.forces[tf].at)
        and not bar_to_strike(game, charts, unit, tf)
    )


def strikes_ships(game: Game, unit: AirUnit, charts: Charts) -> bool:
    """Whether a unit is of a kind that standing orders send against ships, and can hit [F.4]."""
    return kind(game, charts, unit) in STRIKING and rolls(game, charts, unit) > 0


def _sortie(game: Game, half: Half, side: str, tf: str, able: Sequence[AirUnit]) -> Sortie | None:
    """The part of the units in reach that standing orders send, with escorts [F.4]."""
    going: list[str] = []
    wanted = 0
    shares: list[Share] = []
    for rule, group in _groups(game, able):
        if _is_worth_it(game, rule, tf, half.charts):
            sent = _share(game, rule, group, half.charts)
            going += sent
            wanted += rule.escorts * sum(game.air[id_].base not in game.ships for id_ in sent)
            shares += _shares(game, rule, group)
    if not going:
        return None
    area = game.forces[tf].at
    escorts = _escorts(game, half, side, area, wanted, going)
    raid = Raid(side=side, area=area, units=tuple(sorted(going)), escorts=escorts)
    return Sortie(raid=raid, aim=Aim(area=area, tf=tf, shares=tuple(shares)))


def _shares(game: Game, rule: AirStrikeRule, group: Iterable[AirUnit]) -> Iterator[Share]:
    """What an order says of targets, anew for the units of each task force and base [PR92]."""
    homes: dict[str, tuple[str, ...]] = {}
    for unit in group:
        home = home_of(game, unit)
        homes[home] = (*homes.get(home, ()), unit.id)
    for units in homes.values():
        yield Share(units=units, ships=FrozenMap[int | str](rule.ships), aim=rule.aim)


def _groups(game: Game, able: Iterable[AirUnit]) -> list[tuple[AirStrikeRule, list[AirUnit]]]:
    """Units by who decides over them: the same order, and the same carriers' task force or none."""
    groups: dict[tuple[str, str, AirStrikeRule], list[AirUnit]] = {}
    for unit in able:
        seat, rule = game.seat_of(unit.nation), strike_order(game, unit)
        tf = game.ships[unit.base].tf if unit.base in game.ships else ""
        groups.setdefault((seat, tf, rule), []).append(unit)
    return [(rule, units) for (_, _, rule), units in groups.items()]


def strike_order(game: Game, unit: AirUnit) -> AirStrikeRule:
    """The standing order by which an air unit strikes what passes [F.4]."""
    standing = game.standing[game.seat_of(unit.nation)].air_strike
    return first_rule(standing, *scopes_of_unit(game, unit)) or AirStrikeRule()


def most_sent(game: Game, units: Iterable[AirUnit], charts: Charts) -> tuple[str, ...]:
    """Those of units that their standing orders send at a target of all of them [F.4, PR46]."""
    groups = ((rule, group) for rule, group in _groups(game, units) if rule.when != "never")
    return tuple(id_ for rule, group in groups for id_ in _share(game, rule, group, charts))


def _is_worth_it(game: Game, rule: AirStrikeRule, tf: str, charts: Charts) -> bool:
    """Whether a task force is a target by a standing order; default: CV, BB, loaded STP [F.4]."""
    if rule.when == "worth":
        return _worth(game, tf, charts) >= rule.worth
    ships = game.ships_in(tf)
    return rule.when == "default" and any(
        ship.kind in ("CV", "BB") or (ship.kind == "STP" and is_laden(ship)) for ship in ships
    )


def patrols(game: Game, units: Iterable[AirUnit]) -> tuple[tuple[str, int, int], ...]:
    """Each force that strikes from carriers, how many of its units stay as patrol, of how many.

    As standing orders have it; those are left out that keep none on purpose [F.4, PR46].
    """
    groups = _groups(game, (one for one in units if strike_order(game, one).cap))
    return tuple(
        (game.ships[group[0].base].tf, _patrol(rule, group), len(group))
        for rule, group in groups
        if group[0].base in game.ships and rule.when != "never"
    )


def _patrol(rule: AirStrikeRule, group: Sized) -> int:
    """How many of a force's units stay as patrol: fractions down [PR46]."""
    return len(group) * min(rule.cap, ALL_OF_THEM) // ALL_OF_THEM


def _share(game: Game, rule: AirStrikeRule, group: list[AirUnit], charts: Charts) -> list[str]:
    """The part that goes: of bombers rounded up, of carrier air all but the patrol [PR46]."""
    ranked = sorted(group, key=lambda unit: (-rolls(game, charts, unit), unit.id))
    if group[0].base in game.ships:
        number = len(group) - _patrol(rule, group)
    else:
        number = -(-len(group) * rule.share // ALL_OF_THEM)
    return [unit.id for unit in ranked[:number]]


def _escorts(
    game: Game, half: Half, side: str, area: str, wanted: int, going: Sequence[str]
) -> tuple[str, ...]:
    """Fighters ashore that go along and may by their own orders, the best first [F.4, PR100]."""
    able = [
        unit
        for unit in game.air.values()
        if side_of(unit.nation) == side
        and kind(game, half.charts, unit) == "F"
        and unit.id not in going
        and _is_able(game, half, unit)
        and may_reach(game, half.charts, unit, area)
    ]
    free = [
        unit
        for unit, _ in not_kept_back(game, able, half.charts)
        if strike_order(game, unit).when != "never"
    ]
    free.sort(key=lambda unit: (-quality(game, half.charts, unit), unit.id))
    return tuple(sorted(unit.id for unit in free[:wanted]))
