"""Air attacks on ships, aircraft and installations [P3.2, P4B.2, P4C, PH5.8, PH8, D7.4, D12]."""

from pbem.engine.after import for_each
from pbem.engine.events import Event
from pbem.frozen import Value, replace
from pbem.systems.pto.rules.combat.aims import Share
from pbem.systems.pto.rules.combat.ph7_air import Raid
from pbem.systems.pto.rules.f6_kept import kept_by
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_missions import Aim, drop, fly, has_surprise, launched, told_of
from pbem.systems.pto.rules.month.p3_search import search_all
from pbem.systems.pto.rules.month.p3_takeoff import able, told_once
from pbem.systems.pto.rules.month.p3_targets import cannot_strike_with, unseen
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Answers, Half, air_targets, ordered
from pbem.systems.pto.table.orders_month import Strike
from pbem.systems.pto.table.state import Game, Told

STEPS = {"P3": "P3.2", "P4": "P4C"}
"""The step's name as labels of dice have it [F.5]."""


class _Wave(Value):
    """Strikes of a side on the same target, flown as one [D7.4, D8.1]."""

    raid: Raid
    aim: Aim
    through: tuple[str, ...] = ()


def play(game: Game, half: Half, answers: Answers) -> Told:
    """A side searches, then strikes; nothing is bombed before all have flown [P3.2.1-P3.2.3].

    Strikes on the same target, of partners too, fly together [PR50]. Aircraft that are kept for a
    later part of the file stay so [F.6.5].
    """
    now, _ = kept_by(order for _, order in ordered(game, half, answers, Strike))
    kept = tuple(unit for unit in game.month.kept if unit not in now)
    game = game.with_month(replace(game.month, kept=kept, freed=()))
    game, events = search_all(game, half, STEPS[half.phase])
    game, waves, told = _launched(game, half, answers)
    events = (*events, *told)
    flown = []
    for wave in waves:
        game, wave_, told = _flown(game, half, wave)
        events = (*events, *told)
        flown.append(wave_)
    game, hits = for_each(game, flown, lambda now, wave: _dropped(now, half, wave))
    return game, (*events, *hits)


def _launched(
    game: Game, half: Half, answers: Answers
) -> tuple[Game, list[_Wave], tuple[Event, ...]]:
    """What takes off, by target in the order in which it is first named; the rest is void."""
    events: tuple[Event, ...] = ()
    waves: dict[tuple[str, str, str], _Wave] = {}
    targets = air_targets(answers)
    for seat, given in ordered(game, half, answers, Strike):
        order, stay = able(game, given, half.charts, once=half.phase != "P3")
        refusal = cannot_strike_with(game, half, game.nations_of(seat), order, targets)
        refusal = refusal or unseen(game, half, order)
        events = (*events, *stay)
        if refusal:
            game, told = voided(game, seat, given, told_once(refusal, given, stay))
            events = (*events, *told)
            continue
        game = launched(game, half, (*order.units, *order.escorts))
        key = (order.area, order.at, order.tf)
        waves[key] = _joined(waves.get(key), half.side, order)
    return game, list(waves.values()), events


def _dropped(game: Game, half: Half, wave: _Wave) -> Told:
    game, tag = next_combat(game, STEPS[half.phase], wave.aim.area)
    return drop(game, half, wave.raid, wave.aim, wave.through, tag)


def _joined(wave: _Wave | None, side: str, order: Strike) -> _Wave:
    """A wave with one more order in it."""
    raid = wave.raid if wave else Raid(side=side, area=order.area, units=())
    aim = wave.aim if wave else Aim(area=order.area, at=order.at, tf=order.tf)
    raid = replace(raid, units=(*raid.units, *order.units), escorts=(*raid.escorts, *order.escorts))
    share = Share(units=order.units, ships=order.ships, aim=order.aim)
    return _Wave(raid=raid, aim=replace(aim, shares=(*aim.shares, share)))


def _flown(game: Game, half: Half, wave: _Wave) -> tuple[Game, _Wave, tuple[Event, ...]]:
    """A wave at its target: surprise is tested, then whoever rises is fought [D7.4, P3.2.2]."""
    raid = replace(wave.raid, surprise=has_surprise(game, half, wave.raid, wave.aim))
    told = told_of(game, half, raid, wave.aim)
    game, through, events = fly(game, half, raid, wave.aim, STEPS[half.phase])
    flown = replace(wave, raid=raid, through=through)
    return game, flown, (*told, *events)
