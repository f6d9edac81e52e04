"""What aircraft do to ships, to aircraft on the ground and to installations [PH8, D7, D9, D12]."""

from collections.abc import Iterable
from typing import Literal

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.rules.combat.aims import Share, targets_of
from pbem.systems.pto.rules.combat.losses import hit_ship, lose_steps
from pbem.systems.pto.rules.units import armour, bombs, is_strategic, modifier, rolls, type_of
from pbem.systems.pto.rules.works import Works, resized, size_of
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    Expended,
    GroundedAttacked,
    InstallationAttacked,
)
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.state import Game, Told


class ShipStrike(Value):
    """Air units that came through, and the enemy ships that they may choose from, by id.

    `shares` say what their orders aim them at. `surprise`, which D7 or a scenario gives, adds to
    every roll [D7.3, PH16.1].
    """

    units: tuple[str, ...]
    ships: tuple[str, ...]
    shares: tuple[Share, ...] = ()
    surprise: bool = False


class BaseStrike(Value):
    """Air units that came through to a land area, and what they attack there."""

    units: tuple[str, ...]
    area: str
    at: Literal["aircraft", "port", "airfield", "fort"]


# --- who may, and with surprise ------------------------------------------------------------------


def bar_to_strike(game: Game, charts: Charts, unit: AirUnit, tf: str) -> str:
    """The rule that forbids an air unit to attack a task force, or empty.

    Without strength against ships it cannot [PH8.3, D3a]; strategic bombers attack ships only in
    port, and none of a task force with an activated marker [D12.1]; at sea the target must have
    been searched [PH5.7].
    """
    in_port = game.forces[tf].at in game.areas
    if not rolls(game, charts, unit):
        return "PH8.3"
    if is_strategic(game, charts, unit) and game.uses("D12"):
        activated = any(ship.mark == "activated" for ship in game.ships_in(tf))
        return "" if in_port and not activated else "D12.1"
    return "" if in_port or game.forces[tf].searched else "PH5.7"


def surprises(game: Game, tf: str, bases: Iterable[str]) -> bool:
    """Whether a strike on a task force from these carriers and airfields surprises it [D7.1].

    The target must be searched, as ships in port always are [PH5.7], and have a committed air unit
    or none at all. No launching task force may be searched, and no air unit at a launching
    airfield be committed. With several all of it holds for each [D7.4].
    """
    if not game.uses("D7") or not _is_searched(game, tf):
        return False
    aboard = [unit for ship in game.ships_in(tf) for unit in game.based_at(ship.id)]
    if aboard and not any(unit.committed for unit in aboard):
        return False
    return all(_is_unnoticed(game, base) for base in bases)


def _is_searched(game: Game, tf: str) -> bool:
    return game.forces[tf].searched or game.forces[tf].at in game.areas


def _is_unnoticed(game: Game, base: str) -> bool:
    """Whether a carrier's or task force's searchers, or an airfield, give no warning [D7.1]."""
    tf = game.ships[base].tf if base in game.ships else base
    if tf in game.forces:
        return not _is_searched(game, tf)
    return not any(unit.committed for unit in game.based_at(base))


# --- ships ---------------------------------------------------------------------------------------


def strike_ships(game: Game, strike: ShipStrike, tag: str, charts: Charts, dice: Dice) -> Told:
    """Air-naval attacks, aimed before any roll; then their hits [PH8.3, D9, D7.3]."""
    hits, events = roll_strike(game, strike, tag, charts, dice)
    sides = {other(side_of(game.ships[id_].nation)) for id_ in hits}
    game, more = apply_hits(game, hits, next(iter(sides), ""), charts)
    game, gone = expend(game, strike.units, charts)
    return game, (*events, *more, *gone)


def roll_strike(
    game: Game, strike: ShipStrike, tag: str, charts: Charts, dice: Dice
) -> tuple[FrozenMap[int], tuple[Event, ...]]:
    """Hits by ship, not carried out yet: for strikes that are simultaneous [PH8.3, D11.3]."""
    return roll_attacks(game, aimed(game, strike, charts), strike, tag, charts, dice)


def aimed(game: Game, strike: ShipStrike, charts: Charts) -> dict[str, str]:
    """The one target of each unit, chosen before any roll: by id in order [PH8.3, F.6.4]."""
    units = [game.air[id_] for id_ in sorted(strike.units) if id_ in game.air]
    able = {unit.id: rolls(game, charts, unit) for unit in units if rolls(game, charts, unit)}
    ships = tuple(game.ships[id_] for id_ in strike.ships if id_ in game.ships)
    return targets_of(game, able, ships, strike.shares, charts)


def roll_attacks(
    game: Game, targets: dict[str, str], strike: ShipStrike, tag: str, charts: Charts, dice: Dice
) -> tuple[FrozenMap[int], tuple[Event, ...]]:
    """Every roll of units on the targets given; hits by ship, surplus ones with them [PH8.3]."""
    hits: dict[str, int] = {}
    events: list[AirNavalAttack] = []
    bonus = charts.air_surprise.bonus if strike.surprise else 0
    for id_, target in targets.items():
        unit, ship = game.air[id_], game.ships[target]
        for number in range(1, rolls(game, charts, unit) + 1):
            roll = dice.roll("PH8.3", id_, "v", target, f"#{number}", tag, count=2)
            own = modifier(game, charts, unit)
            found, cited = naval_hits(game, sum(roll.dice), own + bonus, ship, charts)
            hits[target] = hits.get(target, 0) + found
            event = AirNavalAttack(
                to=ALL,
                unit=id_,
                ship=target,
                roll=roll,
                modifier=own,
                surprise=bonus,
                armour=armour(ship),
                hits=found,
                cited=cited,
                default=charts.default_hits.always if _has_default_hits(game, ship) else 0,
            )
            events.append(event)
    return FrozenMap(hits), tuple(events)


def naval_hits(
    game: Game, total: int, modifiers: int, ship: Ship, charts: Charts
) -> tuple[int, str]:
    """Hits of one air-naval roll and the rule that gave them [PH8.3, PH8.5, D9.1, D9.2].

    `total` is that of the dice alone; only named ships are hit by default and critically.
    """
    default, special = charts.default_hits, _has_default_hits(game, ship)
    if special and total >= default.critical:
        return charts.air_strikes.critical, "D9.2"
    if total + modifiers >= armour(ship):
        return 1, "PH8.3"
    return (1, "D9.1") if special and total >= default.always else (0, "PH8.3")


def _has_default_hits(game: Game, ship: Ship) -> bool:
    """Whether a ship is hit by default and critically from the air [D9.1, D9.2]."""
    return ship.is_named and game.uses("D9")


def apply_hits(game: Game, hits: FrozenMap[int], by_side: str, charts: Charts) -> Told:
    """Carry out the hits of a side's strike, ships by id [PH2.2, PH15.1]."""
    return for_each(
        game, hits.items(), lambda now, one: hit_ship(now, one[0], one[1], by_side, charts)
    )


def expend(game: Game, units: Iterable[str], charts: Charts) -> Told:
    """Units of a type that strikes only once are gone after it [PH2.5]."""
    spent = tuple(
        id_ for id_ in sorted(units) if id_ in game.air and type_of(charts, game.air[id_]).once
    )
    if not spent:
        return game, ()
    lost = {id_: other(side_of(game.air[id_].nation)) for id_ in spent}
    game = replace(game, air=game.air.without(*spent), lost=game.lost.update(lost))
    return game, (Expended(to=ALL, units=spent, side=other(lost[spent[0]])),)


# --- on land -------------------------------------------------------------------------------------


def strike_base(game: Game, strike: BaseStrike, tag: str, charts: Charts, dice: Dice) -> Told:
    """Attacks on aircraft on the ground or on an installation of a land area [PH8.6, PH8.7]."""
    if strike.at == "aircraft":
        return _strike_aircraft(game, strike, tag, charts, dice)
    return _strike_installation(game, strike, strike.at, tag, charts, dice)


def _strike_aircraft(game: Game, strike: BaseStrike, tag: str, charts: Charts, dice: Dice) -> Told:
    """Each unit rolls as often as it has bombing strength; a hit takes a step [PH8.6]."""
    needed = charts.air_strikes.aircraft
    events: tuple[Event, ...] = ()
    for id_, strength in _bombing(game, strike, charts):
        for number in range(1, strength + 1):
            words = (id_, "v", strike.area.lower(), f"#{number}")
            roll = dice.roll("PH8.6", *words, tag, count=2)
            hit = sum(roll.dice) >= needed
            victim = _victim(game, strike.area) if hit else ""
            told = GroundedAttacked(
                to=ALL,
                unit=id_,
                area=strike.area,
                roll=roll,
                needed=needed,
                victim=victim,
                aloft=hit and not victim and any(game.based_at(strike.area)),
            )
            game, lost = lose_steps(game, victim, 1)
            events = (*events, told, *lost)
    return game, events


def _bombing(game: Game, strike: BaseStrike, charts: Charts) -> tuple[tuple[str, int], ...]:
    """The units that can bomb, by id, with their strength [PH2.5]."""
    there = (game.air[id_] for id_ in sorted(strike.units) if id_ in game.air)
    found = ((unit.id, bombs(game, charts, unit)) for unit in there)
    return tuple((id_, strength) for id_, strength in found if strength)


def _victim(game: Game, area: str) -> str:
    """The unit at a base that loses a step, as its owner ranks them; empty if none [PH8.6].

    Those that intercepted, or struck ships on the move, are in the air [PR49]. Without an order who
    has most steps, then by id.
    """

    def rank(unit: AirUnit) -> tuple[int, int, str]:
        orders = game.standing[game.seat_of(unit.nation)].losses
        order = next((orders[key] for key in (area, unit.nation, "") if key in orders), None)
        named = order.steps if order else ()
        place = named.index(unit.id) if unit.id in named else len(named)
        return place, -unit.steps, unit.id

    here = (unit for unit in game.based_at(area) if not unit.intercepted)
    return next((unit.id for unit in sorted(here, key=rank)), "")


def _strike_installation(
    game: Game, strike: BaseStrike, what: Works, tag: str, charts: Charts, dice: Dice
) -> Told:
    """Each unit rolls once with its bombing strength; a hit lowers the level named [PH8.7]."""
    needed, step = charts.air_strikes.installation, charts.air_strikes.levels[what]
    events: list[Event] = []
    for id_, strength in _bombing(game, strike, charts):
        words = (id_, "v", strike.area.lower(), what)
        roll = dice.roll("PH8.7", *words, tag, count=2)
        hit = sum(roll.dice) + strength >= needed
        left = max(0, size_of(game.areas[strike.area], what) - step * hit)
        game = game.with_area(strike.area, resized(game.areas[strike.area], what, left))
        event = InstallationAttacked(
            to=ALL,
            unit=id_,
            area=strike.area,
            what=what,
            roll=roll,
            strength=strength,
            needed=needed,
            hit=hit,
            left=left,
        )
        events.append(event)
    return game, tuple(events)
