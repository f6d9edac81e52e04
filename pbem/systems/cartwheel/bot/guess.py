"""What the computer player makes of the enemy's hidden aircraft, by what all have seen."""

from collections.abc import Iterator
from functools import lru_cache

from pbem.frozen import Value
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.bot.mind import REMEMBERED, Mind
from pbem.systems.cartwheel.bot.odds import taking_off
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.table.state import Aircraft

EAGER = {0: 0.9, 1: 0.7, 2: 0.6, 3: 0.4, 4: 0.3}
"""How likely a fighter is to be sent up against a raid so many hexes from its base."""


class Cover(Value, kw_only=False):
    """The interceptors to be met over a hex: how many, and their average factors."""

    number: float
    af: float
    df: float
    sr: float


NOBODY = Cover(0.0, 0.0, 0.0, 0.0)


def seen_at(mind: Mind, base: str) -> tuple[Aircraft, ...]:
    """Enemy air units that were last named at a base and are alive, by id."""
    return tuple(
        unit
        for unit in mind.game.air.values()
        if unit.side == mind.enemy and unit.arrived and unit.steps and unit.base == base
    )


@lru_cache(maxsize=REMEMBERED)
def many_at(mind: Mind, base: str) -> int:
    """How many enemy units are likely to be at a base: as told to recon, else as last seen."""
    count = mind.game.turn.counts.get(base)
    return count.fighters + count.bombers if count else len(seen_at(mind, base))


@lru_cache(maxsize=REMEMBERED)
def cover(mind: Mind, hex_: str, band: int) -> Cover:
    """The interceptors that a raid on a hex is likely to meet [H9.4]."""
    chances: list[tuple[float, Aircraft]] = []
    for unit, base in _fighters(mind):
        gap = mind.distance(base, hex_)
        model = mind.model(unit.id)
        if gap <= model.range:
            eager = EAGER.get(gap, 0.1) * _told(mind, base)
            chances.append((eager * _takes_off(mind, model.sr, base, gap, hex_, band), unit))
    number = sum(chance for chance, _ in chances)
    if number <= 0:
        return NOBODY
    factors = [(c, mind.model(u.id).factors(u.steps), mind.model(u.id).sr) for c, u in chances]
    return Cover(
        number,
        sum(c * f.af for c, f, _ in factors) / number,
        sum(c * f.df for c, f, _ in factors) / number,
        sum(c * sr for c, _, sr in factors) / number,
    )


@lru_cache(maxsize=REMEMBERED)
def _fighters(mind: Mind) -> tuple[tuple[Aircraft, str], ...]:
    """Enemy fighters that could still scramble, with the base where they are believed to be."""
    return tuple(_could_scramble(mind))


def _could_scramble(mind: Mind) -> Iterator[tuple[Aircraft, str]]:
    if mind.enemy in mind.game.stand_down:
        return
    for unit in mind.game.air.values():
        chart = mind.charts.air[unit.id]
        if unit.side != mind.enemy or not chart.model.is_fighter or not unit.arrived:
            continue
        if not unit.steps or unit.flew == mind.game.now or unit.disrupted:
            continue
        if chart.is_eleventh and mind.game.turn.eleventh != "yes":
            continue
        base = believed_at(mind, unit)
        if base and place_of(mind.game, base):
            yield unit, base


def _told(mind: Mind, base: str) -> float:
    """How far recon of this turn bears out what is believed of a base's fighters [7.3.4~]."""
    count = mind.game.turn.counts.get(base)
    if count is None:
        return 1.0
    believed = sum(mind.model(u.id).is_fighter for u in seen_at(mind, base))
    return min(2.0, count.fighters / believed) if believed else 1.0


def _takes_off(mind: Mind, sr: int, base: str, gap: int, hex_: str, band: int) -> float:
    """The chance of a scramble die [H9.4.2, H9.4.3]."""
    table, game = mind.charts.scramble, mind.game
    drm = table.distance.at(gap).drm + (table.low if band == 1 else 0)
    drm += table.storm if game.turn.storm else 0
    drm += table.recon if watched(mind, hex_) else 0
    if base in game.bases and is_disrupted(game.bases[base], mind.charts):
        drm += table.base_disrupted
    return taking_off(mind.charts, sr, {"": drm})


def watched(mind: Mind, hex_: str) -> bool:
    """Whether an own recon unit stands on a hex [7.3.4~]."""
    return any(s.side == mind.side and s.hex == hex_ for s in mind.game.turn.scouts.values())


@lru_cache(maxsize=REMEMBERED)
def strikers_near(mind: Mind, hex_: str, *, next_turn: bool = False) -> int:
    """Enemy bombers that are good against ships and have a hex in range, as far as known.

    They do no harm any more this turn when the enemy has no missions left.
    """
    if not next_turn and not missions_left(mind.game, mind.enemy, mind.charts):
        return 0
    number = 0
    for unit in mind.game.air.values():
        if unit.side != mind.enemy or not (unit.steps and unit.arrived):
            continue
        model, place = mind.model(unit.id), place_of(mind.game, believed_at(mind, unit))
        is_there = place and model.type in ("D", "S", "T") and (next_turn or not _spent(mind, unit))
        if is_there and air_distance(mind.charts, place, hex_) <= model.range:
            number += 1
    return number


def _spent(mind: Mind, unit: Aircraft) -> bool:
    return unit.flew == mind.game.now or (unit.disrupted and unit.seen == mind.game.now)


def believed_at(mind: Mind, unit: Aircraft) -> str:
    """The base where an enemy unit is believed to be; empty if nobody can tell.

    The 11th is at Rabaul in turns of its commitment, and in Truk in others [5.2].
    """
    if mind.charts.air[unit.id].is_eleventh:
        bases = mind.charts.printed.eleventh
        return bases[0] if mind.game.turn.eleventh == "yes" else bases[-1]
    known = unit.base.startswith(PORT) or unit.base in mind.game.bases
    return unit.base if known or unit.base in mind.game.ships else ""
