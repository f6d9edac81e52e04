"""Taking off under attack: interceptors [H9.4] and units that evade [H9.5]."""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import column
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.table.events_air import Score, Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.state import ALLIED, Game, other
from pbem.systems.cartwheel.table.under_way import Band, Raid, Sortie

BANDS: tuple[Band, ...] = (1, 2, 3)

Tried = tuple[Game, Sortie, Event]


def scramble(
    game: Game, raid: Raid, charts: Charts, dice: Dice
) -> tuple[Game, Raid, tuple[Event, ...]]:
    """Throw the dice of interceptors, then those of evaders, by id [H9.4.2, H9.5, H9.12].

    The raid comes back with its response filled in. Whoever is named in the reply is seen, also
    if its die fails (E.5.2b). Whom an answer in advance names, and what is public forbids, is left
    out of it and keeps a mark [H8.9.10].
    """
    reply = raid.reply
    events: list[Event] = []
    airborne: dict[bool, tuple[Sortie, ...]] = {}
    for evade, named in ((False, reply.interceptors), (True, reply.evaders)):
        for sortie in sorted(named, key=lambda one: one.unit):
            game, tried, event = _try(game, raid, sortie, evade, charts, dice)
            events.append(event)
            if raid.asked or isinstance(event, Scrambled):
                airborne[evade] = (*airborne.get(evade, ()), tried)
    reply = replace(reply, interceptors=airborne.get(False, ()), evaders=airborne.get(True, ()))
    return game, replace(raid, response=reply, scrambled=True), tuple(events)


def _try(game: Game, raid: Raid, sortie: Sortie, evade: bool, charts: Charts, dice: Dice) -> Tried:
    """One unit's die, unless it cannot take off any more."""
    sortie = as_seen(game, sortie)
    judge_who = bar_to_evade if evade else bar_to_intercept
    if broken := judge_who(game, raid, sortie, charts):
        return (
            game,
            sortie,
            ScrambleVoided(
                to=ALL, mission=raid.id, unit=sortie.unit, base=sortie.base, cited=broken
            ),
        )
    words = ("9.5", "evade") if evade else ("9.4", "scramble")
    judge = evasion_terms if evade else scramble_terms
    terms = judge(game, raid, sortie, charts)
    score = Score(
        roll=dice.roll(*words, raid.id, sortie.unit, sides=charts.dice.sides),
        terms=FrozenMap(terms),
    )
    sr = charts.air[sortie.unit].model.sr
    margin = sr - score.total
    up = takes_off(score.die, margin, charts)
    event = Scrambled(
        to=ALL, mission=raid.id, unit=sortie.unit, base=sortie.base, evade=evade, score=score,
        sr=sr, margin=margin, airborne=up, band=height(raid.band, margin, charts),
    )  # fmt: skip
    known = replace(
        game.air[sortie.unit], steps=sortie.steps, disrupted=sortie.disrupted, seen=game.now,
        tried=game.now, base=sortie.base, file=dice.during,
    )  # fmt: skip
    return game.with_air((known,)), replace(sortie, airborne=up, margin=margin), event


def takes_off(die: int, margin: int, charts: Charts) -> bool:
    """Whether a unit is in the air: a natural 1 always is, a natural 10 never [H9.4.2]."""
    if die in (charts.dice.succeeds, charts.dice.fails):
        return die == charts.dice.succeeds
    return margin >= 0


def height(band: Band, margin: int, charts: Charts) -> Band:
    """The band that an interceptor reaches by its margin, within 1 to 3 [H9.4.4]."""
    if margin >= charts.scramble.above:
        return BANDS[min(band, len(BANDS) - 1)]
    return band if margin >= charts.scramble.level else BANDS[max(band - 2, 0)]


# --- who may -------------------------------------------------------------------------------------


def as_seen(game: Game, sortie: Sortie) -> Sortie:
    """A unit as its item tells, or worse if it has been hit in the open since it was sealed.

    Its mark has gone with its first die of the turn, also if its item is older [H9.4.1, H9.5].
    """
    seen = game.air.get(sortie.unit)
    if seen is None or seen.seen != game.now:
        return sortie
    return replace(
        sortie,
        steps=min(sortie.steps, seen.steps),
        disrupted=sortie.disrupted or seen.disrupted,
        mark=sortie.mark and seen.tried != game.now,
    )


def bar_to_intercept(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> str:
    """The rule by which a unit cannot intercept a raid, as far as is public; empty if it can.

    An own fighter that has not taken off this turn, undisrupted or with a Regroup mark, at an
    operational base in the target hex or with the hex in its range [H9.4.1, 3.0j, AMB-32]; not
    from a disrupted carrier [H10.5].
    """
    seen = game.air.get(sortie.unit)
    if seen is None or not charts.air[sortie.unit].model.is_fighter:
        return "H9.4.1"
    if seen.is_flown(game.now):
        return "H9.4.5" if seen.flew == game.now else "6.4b"
    if (sortie.disrupted and not sortie.mark) or sortie.steps == 0:
        return "H9.4.1"
    if sortie.base in game.ships and game.ships[sortie.base].disrupted:
        return "H10.5"
    if barred := bar_to_rise(game, other(raid.side), sortie, charts, "H9.4.1"):
        return barred
    reach = charts.air[sortie.unit].model.range
    return "" if _way(game, raid, sortie, charts) <= reach else "H9.4.1"


def bar_to_evade(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> str:
    """The rule by which a unit cannot evade, as far as is public; empty if it can.

    Any own aerial unit at any own base, port or carrier in the target hex [H9.5, 3.0j, AMB-30]. An
    answer that is older than its flight may name one that is on recon by now [H8.9.10].
    """
    if sortie.unit in game.turn.scouts:
        return "7.3.3~"
    if sortie.steps == 0:
        return "H9.5"
    if barred := bar_to_rise(game, other(raid.side), sortie, charts, "H9.5"):
        return barred
    return "" if _way(game, raid, sortie, charts) == 0 else "H9.5"


def told_to_recon(game: Game, base: str, units: Iterable[str], charts: Charts) -> frozenset[str]:
    """Those of the fighters that rise from a base of whom recon was told this turn [7.3.4~, E.5.1].

    What the opener's first file looks at is told of charts that are older still (H7.3.1): of before
    5.2 places the 11th, and of before that very file opened the dice by which others have fled
    there at the end of the turn before [CR83]. Where those are charts of 4.4, as nobody was asked
    after it (E.4.8), missions and stage moves that only their owner knows have brought others: then
    nobody is counted. Not so if the opener waits (E.4.6); aboard a carrier nobody is placed [H5.2].
    Whoever else has come since has flown or staged.
    """
    rising = frozenset(one for one in units if one in game.air)
    if game.turn.waits:
        return rising
    others = {one for one in rising if game.air[one].side != game.turn.opener}
    if game.turn.early:
        return rising - others
    placed = {one for one in others if charts.air[one].is_eleventh and base not in game.ships}
    return rising - placed - others.intersection(game.turn.evacuated)


def more_than_told(game: Game, base: str, units: Iterable[str], charts: Charts) -> bool:
    """Whether more fighters rise from a base than recon was told this turn [7.3.4~]."""
    told = game.turn.counts.get(base)
    return told is not None and len(told_to_recon(game, base, units, charts)) > told.fighters


ALL_TURN = ("5.2d", "6.3.5~", "6.3.6~")
"""Rules that keep a unit from a base for the whole turn, whatever happens there."""


def is_in_play(game: Game, side: str, unit: str) -> bool:
    """Whether a unit is a side's, has arrived, and lives, for all to see [H9.1.1, H9.4.1, H9.5]."""
    known = game.air.get(unit)
    return known is not None and known.side == side and known.arrived and known.steps > 0


def is_held_back(game: Game, unit: str, charts: Charts) -> bool:
    """Whether a unit is in Truk with all of the 11th, which is not committed this turn [5.2d]."""
    return charts.air[unit].is_eleventh and game.turn.eleventh != "yes"


def bar_to_rise(game: Game, side: str, sortie: Sortie, charts: Charts, rule: str) -> str:
    """The rule by which a unit cannot rise from where it is said to be; empty if it can.

    It is the side's, in play, and may stand there: at an own base that works, or at a port as that
    Rufe which all see there. What is not forbidden for `ALL_TURN` breaks `rule`.
    """
    unit, base = sortie.unit, sortie.base
    if not is_in_play(game, side, unit):
        return rule
    if is_held_back(game, unit, charts):
        return "5.2d"
    if base.startswith(PORT) and charts.air[unit].model.is_floatplane:
        plane = game.floatplanes.get(unit)
        return "" if plane is not None and PORT + plane.hex == base else rule
    barred = bar_to_base(charts, game, unit, base)
    return rule if barred and barred not in ALL_TURN else barred


def _way(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> int:
    """Hexes from a unit's base to the target."""
    return air_distance(charts, place_of(game, sortie.base), raid.hex)


# --- modifiers -----------------------------------------------------------------------------------


def scramble_terms(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> dict[str, int]:
    """What is added to a die of 9.4, by word [H9.4.3]; enemy recon hinders it alone [7.3.4~]."""
    recon = charts.scramble.recon if has_recon(game, raid) else 0
    return _felt({"recon": recon, **_common_terms(game, raid, sortie, charts)})


def evasion_terms(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> dict[str, int]:
    """What is added to a die of 9.5, by word [H9.4.3]; the unit's disruption hinders it alone."""
    disrupted = charts.scramble.unit_disrupted if sortie.disrupted else 0
    return _felt({"disrupted": disrupted, **_common_terms(game, raid, sortie, charts)})


def _felt(terms: dict[str, int]) -> dict[str, int]:
    return {word: drm for word, drm in terms.items() if drm}


def _common_terms(game: Game, raid: Raid, sortie: Sortie, charts: Charts) -> dict[str, int]:
    """What hinders or helps whoever takes off under attack [H9.4.3]."""
    table, side = charts.scramble, other(raid.side)
    return {
        "distance": table.distance.at(_way(game, raid, sortie, charts)).drm,
        "regroup mark": table.marked if sortie.mark else 0,
        "low": table.low if raid.band == BANDS[0] else 0,
        "radar": table.radar if _has_radar(game, raid, sortie) else 0,
        "coastwatch": table.coastwatch if _is_watched(game, raid, side, charts) else 0,
        "storm": table.storm if game.turn.storm else 0,
        **base_terms(game, sortie.base, charts),
    }


def base_terms(game: Game, base: str, charts: Charts) -> dict[str, int]:
    """What the state of a base, or of a carrier [H10.5], adds; a port adds nothing."""
    if base.startswith(PORT):
        return {}
    if base in game.ships:
        disrupted, supplied = game.ships[base].disrupted, game.ships[base].supplied
    else:
        disrupted = is_disrupted(game.bases[base], charts)
        supplied = game.bases[base].supplied
    return {
        "base disrupted": charts.scramble.base_disrupted if disrupted else 0,
        "base unsupplied": charts.scramble.base_unsupplied if not supplied else 0,
    }


def has_recon(game: Game, raid: Raid) -> bool:
    """Whether a recon unit of the raid's side, or Magic, is on the target hex [7.3.4~]."""
    scouts = game.turn.scouts.values()
    return any(scout.side == raid.side and scout.hex == raid.hex for scout in scouts)


def _has_radar(game: Game, raid: Raid, sortie: Sortie) -> bool:
    """Whether the defender has a Radar in the base's hex or in the target hex [H9.4.3]."""
    places = (raid.hex, place_of(game, sortie.base))
    return any(has_radar(game, other(raid.side), place) for place in places)


def has_radar(game: Game, side: str, place: str) -> bool:
    """Whether a side has a Radar in a hex [H9.4.3]."""
    return any(base.radar and base.owner == side for base in game.bases_at(place))


def _is_watched(game: Game, raid: Raid, side: str, charts: Charts) -> bool:
    """Whether coastwatchers warn the Allies of a raid in the Solomons [H5.1, CR25]."""
    watched = column(raid.hex) >= charts.events.coastwatch_column
    return game.turn.coastwatch and side == ALLIED and watched
