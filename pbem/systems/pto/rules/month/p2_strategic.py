"""Phase 2: bombers over Japan, and the submarine blockade [P2.0-P2.2, PH4, D2, D5.4]."""

from collections.abc import Iterable, Iterator

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, OVER_JAPAN, side_of
from pbem.systems.pto.rules.combat.ph7_air import Raid, air_battle
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.map import air_distance
from pbem.systems.pto.rules.month.p3_takeoff import hindrance
from pbem.systems.pto.rules.p3_half import first_rule
from pbem.systems.pto.rules.units import bombs, kind, may_reach, quality, reach
from pbem.systems.pto.table.events_economy import (
    BoatRolled,
    BoatsStay,
    BombersSent,
    BombersStay,
    FightersAdded,
    JapanBlockaded,
    JapanBombed,
)
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.standing import AirDefence
from pbem.systems.pto.table.state import Game, Told

BOMBERS, FIGHTERS = ("B", "SB", "FB"), ("F", "FB")
EVERY = -1
"""In a standing order: the enemy's number, or every fighter in range [F.4]."""


def bombing(game: Game, charts: Charts, dice: Dice) -> Told:
    """The mission ordered the month before; what cannot fly stays at home [P2.1, PH4.1]."""
    bombers, escorts = game.month.bombers, game.month.escorts
    game = game.with_month(replace(game.month, bombers=(), escorts=()))
    if game.terms.no_strategic or not (bombers or escorts):
        return game, ()
    going = tuple(id_ for id_ in bombers if can_bomb(game, id_, charts))
    along = tuple(id_ for id_ in escorts if going and can_escort(game, id_, charts))
    stay = tuple(id_ for id_ in (*bombers, *escorts) if id_ not in (*going, *along))
    events: list[Event] = [*_kept(game, stay, charts)]
    if not going:
        return game, tuple(events)
    events.append(BombersSent(to=ALL, bombers=going, escorts=along))
    game = _commit(game, (*going, *along))
    game, met, added, told = _defended(game, going, along, charts)
    game, through, fought = _fight(game, going, (*along, *added), met, charts, dice)
    game, hit = _hit(game, through, charts, dice)
    return game, (*events, *told, *fought, *hit)


def _kept(game: Game, stay: Iterable[str], charts: Charts) -> Iterator[BombersStay]:
    """Those that cannot fly to Japan, together by reason [PH4.1]."""
    found: dict[str, tuple[str, ...]] = {}
    for id_ in stay:
        why: str = hindrance(game, id_, charts.bombing.target, charts, once=False) or ""
        found[why] = (*found.get(why, ()), id_)
    for why, units in found.items():
        yield BombersStay(to=ALL, units=units, why=why)


def can_bomb(game: Game, unit: str, charts: Charts) -> bool:
    """Whether an air unit may bomb Japan: an Allied bomber in reach, neither grounded [PH4.1]."""
    return _is_free(game, unit, ALLIED, BOMBERS, charts)


def can_escort(game: Game, unit: str, charts: Charts) -> bool:
    """Whether an air unit may escort bombers to Japan [PH4.1]."""
    return _is_free(game, unit, ALLIED, FIGHTERS, charts)


def _is_free(game: Game, id_: str, side: str, kinds: tuple[str, ...], charts: Charts) -> bool:
    unit = game.air.get(id_)
    if unit is None or side_of(unit.nation) != side or unit.committed or unit.out:
        return False
    target = charts.bombing.target
    return kind(game, charts, unit) in kinds and may_reach(game, charts, unit, target)


def _commit(game: Game, units: Iterable[str]) -> Game:
    """Attacking aircraft are committed, with D2 or without [P2.1.1, D2]."""
    return game.with_air(replace(game.air[id_], committed=True) for id_ in units)


# --- who meets them ------------------------------------------------------------------------------


def _defended(
    game: Game, bombers: tuple[str, ...], escorts: tuple[str, ...], charts: Charts
) -> tuple[Game, tuple[str, ...], tuple[str, ...], tuple[Event, ...]]:
    """Both sides add fighters in turn until neither does [P2.1.2, P2.1.3, PR61].

    Japan puts up its first number, or the enemy's. Whoever sees the enemy add brings his number
    up to the enemy's, as far as his order and his fighters go. Gives the game with the added
    fighters marked, the interceptors and the further escorts.
    """
    ready = {side: _ready(game, side, charts) for side in (JAPANESE, ALLIED)}
    ready[ALLIED] = [id_ for id_ in ready[ALLIED] if id_ not in (*bombers, *escorts)]
    orders = {side: _order(game, side) for side in ready}
    up: dict[str, list[str]] = {JAPANESE: [], ALLIED: []}
    events: list[Event] = []
    strength = len(bombers) + len(escorts)
    first = orders[JAPANESE].first
    wanted, side = strength if first == EVERY else first, JAPANESE
    while True:
        new = ready[side][: max(0, _capped(wanted, orders[side], up[side]))]
        if not new:
            break
        del ready[side][: len(new)]
        up[side] += new
        used = commits(game, side)
        events.append(FightersAdded(to=ALL, side=side, units=tuple(new), committed=used))
        gap = len(up[JAPANESE]) - strength - len(up[ALLIED])
        side, wanted = (ALLIED, gap) if side == JAPANESE else (JAPANESE, -gap)
    for side, units in up.items():
        game = _commit(game, units) if commits(game, side) else game
    return game, tuple(up[JAPANESE]), tuple(up[ALLIED]), tuple(events)


def commits(game: Game, side: str) -> bool:
    """Whether a side's fighters over Japan are committed: without D2 only the Allies' [P2.1.1]."""
    return side == ALLIED or game.uses("D2")


def over_japan(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Fighters of a side that its orders may send up over Japan, whatever the weather [PH4.1]."""
    order, target = _order(game, side), charts.bombing.target
    if game.terms.no_strategic or not order.answer or (side == JAPANESE and not order.first):
        return ()
    return tuple(
        unit.id
        for unit in game.air.values()
        if side_of(unit.nation) == side
        and kind(game, charts, unit) in FIGHTERS
        and not unit.out
        and air_distance(charts, game.where(unit), target) <= reach(game, charts, unit)
    )


def _capped(wanted: int, order: AirDefence, up: list[str]) -> int:
    """How many more fighters go up: as wanted, not beyond the total that the order allows."""
    return wanted if order.answer == EVERY else min(wanted, max(order.answer, 0) - len(up))


def _order(game: Game, side: str) -> AirDefence:
    """The standing order for the battle over Japan of the Japanese or the US seat [P2.1.3, F.4]."""
    nation = OVER_JAPAN[side]
    return first_rule(game.standing[game.seat_of(nation)].strategic, nation) or AirDefence()


def _ready(game: Game, side: str, charts: Charts) -> list[str]:
    """A side's uncommitted fighters within range of Japan, best first, then by id [PH4.1]."""
    able = (u for u in game.air.values() if _is_free(game, u.id, side, FIGHTERS, charts))
    ranked = sorted(able, key=lambda u: (-quality(game, charts, u), -u.steps, u.id))
    return [unit.id for unit in ranked]


# --- battle and bombs ----------------------------------------------------------------------------


def _fight(
    game: Game,
    bombers: tuple[str, ...],
    escorts: tuple[str, ...],
    met: tuple[str, ...],
    charts: Charts,
    dice: Dice,
) -> tuple[Game, tuple[AirUnit, ...], tuple[Event, ...]]:
    """Air combat over Japan; the bombers that come through it [P2.1.4]."""
    through: tuple[str, ...] = bombers
    events: tuple[Event, ...] = ()
    if met:
        area = charts.bombing.target
        game, tag = next_combat(game, "P2.1", area)
        raid = Raid(side=ALLIED, area=area, units=bombers, escorts=escorts)
        game, through, events = air_battle(game, raid, met, (), tag, charts, dice)
    left = tuple(game.air[id_] for id_ in bombers if id_ in through and id_ in game.air)
    return game, left, events


def _hit(game: Game, through: tuple[AirUnit, ...], charts: Charts, dice: Dice) -> Told:
    """The Bombing table: the strength that came through costs Japan EP [P2.1.5, PH4.2]."""
    strength = sum(bombs(game, charts, unit) for unit in through)
    roll = dice.roll("PH4.2 bombing", count=2) if strength else None
    due = charts.bombing.lost(strength, sum(roll.dice)) if roll else 0
    game, lost, left = _japan_loses(game, due)
    return game, (JapanBombed(to=ALL, strength=strength, roll=roll, lost=lost, left=left),)


def _japan_loses(game: Game, due: int) -> tuple[Game, int, int]:
    """The game with EP off Japan's track, not below 0; EP lost, EP left [P2.2.2]."""
    purse = game.purses["JP"]
    left = max(0, purse.points - due)
    return game.with_purse("JP", replace(purse, points=left)), purse.points - left, left


# --- blockade ------------------------------------------------------------------------------------


def blockade(game: Game, charts: Charts, dice: Dice) -> Told:
    """Every Allied submarine that takes part rolls; the sum comes off Japan's EP [P2.2, PH4.3]."""
    boats = blockading(game, charts)
    named = [id_ for given in game.month.boats.values() for id_ in given if id_ in game.ships]
    stay = tuple(id_ for id_ in named if game.ships[id_] not in boats)
    game = game.with_month(replace(game.month, boats=FrozenMap()))
    if game.terms.no_strategic:
        return game, ()
    near = tuple(boat for boat in stay if is_near_japan(game, boat, charts))
    away = tuple(boat for boat in stay if boat not in near)
    kept = (BoatsStay(to=ALL, boats=near), BoatsStay(to=ALL, boats=away, far=True))
    events: list[Event] = [one for one in kept if one.boats]
    if not boats:
        return game, tuple(events)
    for boat in boats:
        roll = dice.roll("PH4.3 blockade", boat.id)
        modifier = _modifier(game, boat, charts)
        lost = charts.blockade.lost(roll.dice[0] + modifier)
        events.append(BoatRolled(to=ALL, boat=boat.id, roll=roll, modifier=modifier, lost=lost))
    due = sum(event.lost for event in events if isinstance(event, BoatRolled))
    game, lost, left = _japan_loses(game, due)
    told = JapanBlockaded(to=ALL, boats=len(boats), lost=lost, left=left)
    return _used(game, boats), (*events, told)


def _used(game: Game, boats: Iterable[Ship]) -> Game:
    """The game in which boats have blockaded [P2.2.1, D2.1]."""
    committed = game.uses("D2")
    return game.with_ships(
        replace(boat, mark="activated", committed=boat.committed or committed) for boat in boats
    )


def as_ordered(game: Game, charts: Charts) -> Game:
    """The game once phase 2 has sent all that its orders send, whatever its dice [P2.1.1, D2.1]."""
    if game.terms.no_strategic:
        return game
    flying = (id_ for id_ in (*game.month.bombers, *game.month.escorts) if id_ in game.air)
    return _used(_commit(game, flying), blockading(game, charts))


def can_blockade(game: Game, boat: str, charts: Charts) -> bool:
    """Whether a submarine may blockade Japan: Allied, at sea near it, not yet used [PH4.3]."""
    ship = game.ships.get(boat)
    if ship is None or side_of(ship.nation) != ALLIED or ship.kind != "SS":
        return False
    if ship.mark == "activated" or ship.committed:
        return False
    return is_near_japan(game, boat, charts)


def is_near_japan(game: Game, boat: str, charts: Charts) -> bool:
    """Whether a ship lies in one of the seas in which submarines blockade Japan [PH4.3]."""
    return game.forces[game.ships[boat].tf].at in charts.blockade.seas


def blockading(game: Game, charts: Charts) -> tuple[Ship, ...]:
    """The submarines of all Allied seats that take part; without an order all [P2.2.1, F.3]."""
    able = (ship for ship in game.ships.values() if can_blockade(game, ship.id, charts))
    return tuple(ship for ship in able if _is_sent(game, ship))


def _is_sent(game: Game, ship: Ship) -> bool:
    named = game.month.boats.get(game.seat_of(ship.nation))
    return named is None or ship.id in named


def _modifier(game: Game, boat: Ship, charts: Charts) -> int:
    """The year's modifier; without D5 the boat's attack strength counts as well [PH4.3, D5.4]."""
    modifier = charts.blockade.year(year_of(game.turn))
    return modifier if game.uses("D5") else modifier + boat.gun - 1
