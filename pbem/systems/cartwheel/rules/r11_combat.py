"""Ground combat: odds, modifiers, losses, retreat [H11.4]."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import land_neighbours
from pbem.systems.cartwheel.rules.casualties import lose_steps
from pbem.systems.cartwheel.rules.r09_bombing import has_struck
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.rules.r10_ships import warships
from pbem.systems.cartwheel.rules.r11_troops import (
    factor,
    has_enemies,
    is_red,
    steps_in,
    total_strength,
)
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_ground import Attacked, AttackMissed, Retreated
from pbem.systems.cartwheel.table.state import JAPANESE, Game, Told, Troops, other

Preference = Literal["highest", "lowest"]


class Assault(Value):
    """An attack on a hex in which all attackers stand already [H11.4]."""

    side: str
    hex: str
    units: tuple[str, ...]
    losses: Preference = "highest"


def attack(game: Game, assault: Assault, charts: Charts, dice: Dice) -> Told:
    """Carry out one attack: the die, the losses of both sides, the retreat [H11.4-H11.4.3].

    There is none without attackers or defenders, or at odds below the lowest column.
    """
    attackers = _alive(game, assault.units)
    defenders = tuple(game.troops_at(assault.hex, other(assault.side)))
    ours, theirs = total_strength(attackers, charts), total_strength(defenders, charts)
    column = charts.ground_combat.column(ours, theirs) if ours and theirs else None
    if column is None:
        event = AttackMissed(to=ALL, side=assault.side, hex=assault.hex, cited="H11.4")
        return game, (event,)
    roll = dice.roll("11.4", "attack", assault.hex, sides=charts.dice.sides)
    score = Score(roll=roll, terms=modifiers(game, assault, attackers, defenders, charts))
    result = column.results.at(score.total)
    told = Attacked(
        to=ALL, side=assault.side, hex=assault.hex, attackers=_ids(attackers),
        defenders=_ids(defenders), attack=ours, defence=theirs, odds=str(column), score=score,
        attacker_loss=result.attacker, defender_loss=result.defender, retreat=result.retreat,
    )  # fmt: skip
    game, ours_lost = take_losses(game, _ids(attackers), result.attacker, assault.losses, charts)
    game, theirs_lost = take_losses(game, _ids(defenders), result.defender, "highest", charts)
    events: tuple[Event, ...] = (told, *ours_lost, *theirs_lost)
    if not result.retreat:
        return game, events
    game, gone = retreat(game, assault.hex, other(assault.side), charts)
    return game, (*events, *gone)


def _alive(game: Game, ids: Iterable[str]) -> tuple[Troops, ...]:
    units = (game.troops[id_] for id_ in sorted(set(ids)))
    return tuple(unit for unit in units if unit.steps)


def _ids(units: Iterable[Troops]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


# --- modifiers -----------------------------------------------------------------------------------


def modifiers(
    game: Game,
    assault: Assault,
    attackers: Sequence[Troops],
    defenders: Sequence[Troops],
    charts: Charts,
) -> FrozenMap[int]:
    """The modifiers of an attack that apply, by word [H11.4.2]."""
    chart, terrain = charts.ground_combat, charts.hexes[assault.hex].terrain
    in_fort = assault.side != JAPANESE and assault.hex in game.forts
    landed = [unit for unit in attackers if unit.landed == game.now]
    dropped = [unit for unit in attackers if unit.dropped == game.now]
    armour = any(charts.ground[unit.id].is_armour for unit in attackers)
    drms = {
        "terrain": terrain.attack,
        "fortification": chart.fortification if in_fort else 0,
        "landed": chart.landed if _is_half(landed, attackers, charts) else 0,
        "dropped": chart.dropped if _is_half(dropped, attackers, charts) else 0,
        "best ship": ship_support(game, assault.side, assault.hex, charts),
        "struck": chart.struck if has_struck(game, assault.hex, assault.side) else 0,
        "armour": chart.armour if armour and terrain.code in chart.armour_terrain else 0,
        "two nations": chart.two_nations if nations(attackers, charts) > 1 else 0,
        "defenders unsupplied": 0 if any(u.supplied for u in defenders) else chart.unsupplied,
    }
    return FrozenMap({word: drm for word, drm in drms.items() if drm})


def _is_half(part: Sequence[Troops], whole: Sequence[Troops], charts: Charts) -> bool:
    """Whether a part has half or more of the combat factors of the whole [H11.4.2]."""
    return bool(part) and 2 * total_strength(part, charts) >= total_strength(whole, charts)


def ship_support(game: Game, side: str, hex_: str, charts: Charts) -> int:
    """What the best undisrupted own warship in the hex adds; carriers add nothing [H11.4.2]."""
    able = (ship for ship in warships(game, hex_, side, charts) if not ship.disrupted)
    drms = (charts.ground_combat.ships.get(charts.naval[ship.id].type, 0) for ship in able)
    return max(drms, default=0)


def nations(units: Iterable[Troops], charts: Charts) -> int:
    """How many nationalities fight side by side; the Americans are one [H11.4.2]."""
    names = {charts.ground[unit.id].nation for unit in units}
    return len({"USA" if name in ("USA", "USN", "USMC") else name for name in names})


# --- losses --------------------------------------------------------------------------------------


def take_losses(
    game: Game, ids: Sequence[str], steps: int, preference: Preference, charts: Charts
) -> Told:
    """A side loses steps one by one from the unit with the highest current CF, then by id.

    With `lowest` from the one with the lowest [H11.4.3].
    """
    lost: dict[str, int] = {}
    after = {id_: game.troops[id_] for id_ in ids}
    for _ in range(steps):
        alive = [unit for unit in after.values() if unit.steps]
        if not alive:
            break
        sign = -1 if preference == "highest" else 1
        loser = min(alive, key=lambda unit: (sign * factor(unit, charts), unit.id))
        after[loser.id] = replace(loser, steps=loser.steps - 1)
        lost[loser.id] = lost.get(loser.id, 0) + 1
    events: list[Event] = []
    for id_, many in sorted(lost.items()):
        game, told = lose_steps(game, id_, many, charts)
        events += told
    return game, tuple(events)


# --- retreat -------------------------------------------------------------------------------------


def retreat(game: Game, hex_: str, side: str, charts: Charts) -> Told:
    """Surviving defenders leave the hex by id, or lose a step and stay [H11.4.3, CR44].

    Garrisons never leave.
    """
    gone: dict[str, str] = {}
    held: list[str] = []
    losses: list[Event] = []
    for unit in tuple(game.troops_at(hex_, side)):
        to = "" if is_red(unit, charts) else refuge(game, unit, charts)
        if to:
            gone[unit.id] = to
            game = game.with_troops((replace(unit, at=to, disrupted=True),))
        else:
            held.append(unit.id)
            game, told = lose_steps(game, unit.id, charts.marching.retreat_loss, charts)
            losses += told
    if not gone and not held:
        return game, ()
    event = Retreated(to=ALL, side=side, hex=hex_, units=FrozenMap(gone), held=tuple(held))
    return game, (event, *losses)


def refuge(game: Game, unit: Troops, charts: Charts) -> str:
    """The neighbouring hex to which a unit retreats; empty if there is none [H11.4.3].

    Friendly-controlled, or empty and nobody's, without enemies and with room: the one with the
    fewest own steps, then the lowest number.
    """
    open_to = [
        place
        for place in land_neighbours(charts, unit.at)
        if game.control.get(place, unit.side) == unit.side
        and is_in_play(game, place, charts)
        and not has_enemies(game, place, unit.side)
        and steps_in(game, place, unit.side) + unit.steps <= charts.stacking(place)
    ]
    return min(open_to, key=lambda place: (steps_in(game, place, unit.side), place), default="")
