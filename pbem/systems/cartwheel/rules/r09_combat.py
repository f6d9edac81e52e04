"""Aerial combat [H9.7] and what makes a side leave it [H9.8]."""

from collections.abc import Iterator
from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import harm_of
from pbem.systems.cartwheel.rules.r09_battle import (
    Battle,
    Role,
    Wing,
    acts_as_bomber,
    factors,
    model_of,
    speed,
)
from pbem.systems.cartwheel.table.events_air import BreakTried, Fired, RoundOver, Score

BOMBERS: tuple[Role, ...] = ("striker", "transport")
"""The roles that interceptors are after and escorts screen: `B` in H9.7.2."""
RAIDERS: tuple[Role, ...] = ("escort", *BOMBERS)

Fought = tuple[Battle, tuple[Event, ...]]
GoFor = Literal["bombers", "escorts"]
Doctrine = Literal["never", "half", "any"]


class Pairs(Value):
    """Who meets whom in a round [H9.7.3]: fights with escorts in order, and who is through."""

    fights: tuple[tuple[str, str], ...]
    through: tuple[str, ...]


def fight(battle: Battle, charts: Charts, dice: Dice) -> Fought:
    """Air rounds while both sides have eligible units [H9.7.1], the last one after an abort.

    A raid that turns back after a round is followed for one more, in which the interceptors go
    for the bombers [H9.8.3].
    """
    reply, events = battle.raid.reply, list[Event]()
    for number in range(1, charts.air_combat.rounds + 1):
        if battle.disengaged or not (battle.able("interceptor") and battle.able(*RAIDERS)):
            break
        last = battle.aborted
        battle, fired = air_round(battle, number, "bombers" if last else reply.go_for, charts, dice)
        battle, over = end_round(battle, number, reply.disengage_at)
        events += (*fired, over)
        if last:
            break
    return battle, tuple(events)


# --- who meets whom ------------------------------------------------------------------------------


def air_round(battle: Battle, number: int, go_for: GoFor, charts: Charts, dice: Dice) -> Fought:
    """One round: pairing, then fights one by one, then all at the bombers at once [H9.7.2-4]."""
    pairs, events = paired(battle, number, go_for, charts, dice)
    battle, fights = _fights(battle, number, pairs.fights, charts, dice)
    battle, attacks = _attacks(battle, number, pairs.through, charts, dice)
    return battle, (*events, *fights, *attacks)


def paired(
    battle: Battle, number: int, go_for: GoFor, charts: Charts, dice: Dice
) -> tuple[Pairs, tuple[Event, ...]]:
    """Pair interceptors with escorts, or let them through to the bombers [H9.7.3]."""
    interceptors = fastest_first(battle.able("interceptor"), charts)
    escorts = fastest_first(battle.able("escort"), charts)
    if not battle.able(*BOMBERS) or (go_for == "escorts" and escorts):
        met = (escorts[k % len(escorts)] for k in range(len(interceptors)))
        fights = tuple((i.unit, e.unit) for i, e in zip(interceptors, met, strict=True))
        return Pairs(fights=fights, through=()), ()
    tries = tuple(
        _try_to_break(battle, number, interceptor, escort, charts, dice)
        for interceptor, escort in zip(interceptors, escorts, strict=False)
    )
    screened = tuple((t.unit, t.escort) for t in tries if not t.through)
    held = [unit for unit, _ in screened]
    through = tuple(i.unit for i in interceptors if i.unit not in held)
    return Pairs(fights=screened, through=through), tries


def fastest_first(wings: list[Wing], charts: Charts) -> list[Wing]:
    """Fighters by speed, the fastest first, then by id [H9.7.2]."""
    return sorted(wings, key=lambda wing: (-speed(wing, charts), wing.unit))


def weakest_first(wings: list[Wing], charts: Charts) -> list[Wing]:
    """Strikers and transports by defence factor, the lowest first, then by id [H9.7.2]."""
    return sorted(wings, key=lambda wing: (factors(wing, charts).df, wing.unit))


def _try_to_break(
    battle: Battle, number: int, interceptor: Wing, escort: Wing, charts: Charts, dice: Dice
) -> BreakTried:
    """An interceptor's die to get past the escort that screens it [H9.7.3]."""
    combat, raid = charts.air_combat, battle.raid
    terms = {"SR": speed(interceptor, charts), "escort's SR": -speed(escort, charts)}
    if interceptor.band > escort.band:
        terms["higher"] = combat.break_higher
    roll = dice.roll(
        "9.7", "break", raid.id, f"r{number}", interceptor.unit, sides=charts.dice.sides
    )
    score = Score(roll=roll, terms=FrozenMap(terms))
    return BreakTried(
        to=ALL, mission=raid.id, round=number, unit=interceptor.unit, escort=escort.unit,
        score=score, through=score.total >= combat.through,
    )  # fmt: skip


# --- fire ----------------------------------------------------------------------------------------


def _fights(
    battle: Battle, number: int, fights: tuple[tuple[str, str], ...], charts: Charts, dice: Dice
) -> Fought:
    """Fights in order; an escort fires only at the first interceptor it meets [H9.7.4]."""
    events: list[Event] = []
    met: list[str] = []
    for interceptor, escort in fights:
        shots = [(interceptor, escort)]
        if escort not in met:
            shots.append((escort, interceptor))
        met.append(escort)
        for volley in _by_speed(battle, shots, charts):
            battle, fired = _volley(battle, number, volley, charts, dice)
            events += fired
    return battle, tuple(events)


def _by_speed(
    battle: Battle, shots: list[tuple[str, str]], charts: Charts
) -> Iterator[tuple[tuple[str, str], ...]]:
    """The shots of a fight: the faster first, both at once if they are equally fast [H9.7.4]."""
    speeds = [speed(battle.wings[firer], charts) for firer, _ in shots]
    for rating in sorted(set(speeds), reverse=True):
        yield tuple(shot for shot, fast in zip(shots, speeds, strict=True) if fast == rating)


def _attacks(
    battle: Battle, number: int, through: tuple[str, ...], charts: Charts, dice: Dice
) -> Fought:
    """Interceptors that are through attack the bombers in turn, all at once [H9.7.4].

    A bomber with an AF fires back, at the first that attacks it: a red AF is for nothing else
    [2.2.2a~].
    """
    bombers = weakest_first(battle.able(*BOMBERS), charts)
    shots = [(unit, bombers[m % len(bombers)].unit) for m, unit in enumerate(through)]
    back = [
        (bomber.unit, unit)
        for bomber, unit in zip(bombers, through, strict=False)
        if factors(bomber, charts).af > 0
    ]
    return _volley(battle, number, (*shots, *back), charts, dice)


def _volley(
    battle: Battle, number: int, shots: tuple[tuple[str, str], ...], charts: Charts, dice: Dice
) -> Fought:
    """Shots at the same time: every firer that is eligible, at every target that is alive.

    A target that has just been disrupted is in the battle until the round ends [H9.8.1, CR20].
    """
    fired = tuple(
        _fire(battle, number, battle.wings[firer], battle.wings[target], charts, dice)
        for firer, target in shots
        if battle.wings[firer].eligible and battle.wings[target].alive
    )
    for shot in fired:
        battle = battle.harm(shot.target, shot.harm)
    return battle, fired


def _fire(
    battle: Battle, number: int, firer: Wing, target: Wing, charts: Charts, dice: Dice
) -> Fired:
    """One unit's fire at another [H9.7.5]."""
    names = (battle.raid.id, f"r{number}", f"{firer.unit}>{target.unit}")
    score = Score(
        roll=dice.roll("9.7", "fire", *names, sides=charts.dice.sides),
        terms=FrozenMap(fire_terms(firer, target, number, charts)),
    )
    return Fired(
        to=ALL, mission=battle.raid.id, round=number, unit=firer.unit, target=target.unit,
        score=score, harm=harm_of(charts.air_combat.results.at(score.total)),
    )  # fmt: skip


def fire_terms(firer: Wing, target: Wing, number: int, charts: Charts) -> dict[str, int]:
    """What is added to a die of aerial combat in that round: factors and AMC [H9.7.5, H9.7.6]."""
    combat = charts.air_combat
    terms = {"AF": factors(firer, charts).af, "DF": -factors(target, charts).df}
    lead = speed(firer, charts) - speed(target, charts)
    if lead >= combat.lead:
        terms["faster"] = combat.faster
    if lead <= -combat.lead:
        terms["slower"] = combat.slower
    if number == 1 and firer.band > target.band:
        terms["higher"] = combat.higher
    if firer.ace:
        terms["ace"] = combat.firer_ace
    if target.ace:
        terms["enemy ace"] = combat.target_ace
    if model_of(target, charts).engines == "single" or model_of(target, charts).is_transport:
        terms["easy target"] = combat.easy_target
    if _is_clumsy(firer, charts) and not _is_bomber(target, charts):
        terms["Beaufighter"] = combat.beaufighter
    return terms


def _is_clumsy(wing: Wing, charts: Charts) -> bool:
    """A fighter bomber that acts as a fighter: the Beaufighter [H9.7.6]."""
    return model_of(wing, charts).type == "FB" and not acts_as_bomber(wing, charts)


def _is_bomber(wing: Wing, charts: Charts) -> bool:
    """Whether a target is no fighter: a bomber, or a transport [3.0a]."""
    return acts_as_bomber(wing, charts) or model_of(wing, charts).is_transport


# --- leaving -------------------------------------------------------------------------------------


def end_round(battle: Battle, number: int, disengage_at: Doctrine) -> tuple[Battle, RoundOver]:
    """Disrupted units leave, then each side's doctrine is asked [H9.8.1, H9.8.2]."""
    left = [wing for wing in battle.wings.values() if wing.alive and _leaves(wing)]
    battle = battle.changed(replace(wing, gone=True) for wing in left)
    manifest = battle.raid.manifest
    abort_at: Doctrine = manifest.abort_at if manifest else "half"
    chiefs: tuple[Role, ...] = ("escort",) if battle.raid.kind == "sweep" else BOMBERS
    disengaged = had_enough(battle.of("interceptor"), disengage_at)
    aborted = battle.aborted or had_enough(battle.of(*chiefs), abort_at)
    shed = [w for w in battle.of("striker") if w.alive and w.loaded and (w.gone or aborted)]
    battle = battle.changed(replace(wing, loaded=False) for wing in shed)
    over = RoundOver(
        to=ALL, mission=battle.raid.id, round=number, left=tuple(wing.unit for wing in left),
        disengaged=disengaged, aborted=aborted and not battle.aborted,
        jettisoned=tuple(wing.unit for wing in shed),
    )  # fmt: skip
    return replace(battle, disengaged=disengaged, aborted=aborted), over


def _leaves(wing: Wing) -> bool:
    return wing.disrupted and not wing.gone


def had_enough(wings: list[Wing], doctrine: Doctrine) -> bool:
    """Whether these units go home: too few of all that set out are eligible, or any is hurt."""
    if doctrine == "half":
        return 2 * sum(wing.eligible for wing in wings) < len(wings)
    return doctrine == "any" and any(wing.hurt for wing in wings)
