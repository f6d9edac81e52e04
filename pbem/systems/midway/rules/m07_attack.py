"""Attacks on carriers [M7, M8]: targets, anti-aircraft fire, bombs and torpedoes."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.systems.midway.book.charts import Charts, Combat
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.rules.answers import Answers, absent, given, voided
from pbem.systems.midway.rules.losses import bereaved, by_aa_preference, destroyed, ranks, shared
from pbem.systems.midway.rules.m15_damage import damage
from pbem.systems.midway.table.carriers import afloat, is_afloat
from pbem.systems.midway.table.events import Bombed, FlakFired, WentHome
from pbem.systems.midway.table.orders import Attack
from pbem.systems.midway.table.state import Carrier, Game, Squadron, strength

Targets = dict[str, str]
"""Target carrier by squadron."""


def attack(game: Game, side: str, answers: Answers, charts: Charts, dice: Dice) -> Result[Game]:
    """A side's attack phase: waves by carrier, all damage at the end [M7.1-M7.9]."""
    present = tuple(game.squadrons_in(side, "attacking"))
    enemies = afloat(game, other(side), charts)
    targets = choose_targets(game, side, answers, charts) if enemies else {}
    events: list[Event] = [*_voided(game, side, answers, charts)]
    idle = tuple(s for s in present if s.id not in targets)
    if idle:
        names = tuple(s.id for s in idle)
        events.append(WentHome(to=ALL, squadrons=names, attacked=False))
        game = game.with_squadrons(s.moved("home") for s in idle)
    hits: dict[str, int] = {}
    for carrier in enemies:
        wave = tuple(s for s in present if targets.get(s.id) == carrier.id)
        if wave:
            result, hits[carrier.id] = _wave(game, carrier, wave, charts, dice)
            game = result.game
            events += result.events
    survivors = [game.squadrons[id_] for id_ in targets if id_ in game.squadrons]
    if survivors:
        names = tuple(s.id for s in survivors)
        events.append(WentHome(to=ALL, squadrons=names, attacked=True))
        game = game.with_squadrons(s.moved("home") for s in survivors)
    struck = damage(game, hits, charts)
    return Result(game=struck.game, events=(*events, *struck.events))


# --- targets -------------------------------------------------------------------------------------


def choose_targets(game: Game, side: str, answers: Answers, charts: Charts) -> Targets:
    """Every bomber's target: as ordered, else by standing list, else by default [M7.1, MB1]."""
    ordered = {
        id_: order.carrier
        for _, order in given(answers, Attack)
        for id_ in order.squadrons
        if is_afloat(game.carriers[order.carrier], charts)
    }
    bombers = [s for s in game.squadrons_in(side, "attacking") if s.is_bomber]
    default = [carrier.id for carrier in default_targets(game, side, charts)]
    targets: Targets = {s.id: ordered[s.id] for s in bombers if s.id in ordered}
    for squadron in bombers:
        if squadron.id not in targets:
            targets[squadron.id] = _standing_target(game, squadron, targets, default)
    return targets


def default_targets(game: Game, side: str, charts: Charts) -> list[Carrier]:
    """Enemy carriers afloat: most damage, then fewest AA dice, then in order [MB1]."""
    return sorted(
        afloat(game, other(side), charts), key=lambda c: (-c.damage, charts.carriers[c.id].aa)
    )


def _standing_target(game: Game, squadron: Squadron, so_far: Targets, default: list[str]) -> str:
    """The first carrier on which the seat has room: those of its list first, then the others."""
    standing = game.standing[squadron.seat]
    listed = [id_ for id_ in standing.targets if id_ in default]
    listed += [id_ for id_ in default if id_ not in listed]
    for carrier in listed:
        aimed = (game.squadrons[id_] for id_, target in so_far.items() if target == carrier)
        own = strength(s for s in aimed if s.seat == squadron.seat)
        if not standing.wave_sp or own + squadron.sp <= standing.wave_sp:
            return carrier
    return listed[0]


def _voided(game: Game, side: str, answers: Answers, charts: Charts) -> Iterator[Event]:
    """Attack orders for a carrier that has sunk, or by squadrons that are not there any more."""
    there = {s.id for s in game.squadrons_in(side, "attacking")}
    for seat, order in given(answers, Attack):
        gone = tuple(id_ for id_ in order.squadrons if id_ not in there)
        if not is_afloat(game.carriers[order.carrier], charts):
            yield voided(seat, order, (order.carrier,), "M7.1")
        elif gone:
            yield from absent(game, seat, order, gone, "M7.1")


# --- one wave ------------------------------------------------------------------------------------


def _wave(
    game: Game, carrier: Carrier, wave: tuple[Squadron, ...], charts: Charts, dice: Dice
) -> tuple[Result[Game], int]:
    """Flak once at the whole wave, then what survives drops its load [M7.2-M7.6]."""
    fired = _flak(game, carrier, wave, charts, dice)
    game = bereaved(game, fired.losses)
    survivors = [game.squadrons[s.id] for s in wave if s.id in game.squadrons]
    events: list[Event] = [fired]
    hits = 0
    for kind in ("DB", "TB"):
        points = strength(s for s in survivors if s.kind == kind)
        if points:
            bombed = _bomb(carrier, kind, points, charts.combat, dice)
            events.append(bombed)
            hits += bombed.hits
    return Result(game=game, events=tuple(events)), hits


def _flak(
    game: Game, carrier: Carrier, wave: tuple[Squadron, ...], charts: Charts, dice: Dice
) -> FlakFired:
    """The carrier's AA dice, and who falls by the attackers' preference [M7.2, M7.3, MH16]."""
    count, combat = charts.carriers[carrier.id].aa, charts.combat
    roll = dice.roll("M7.2", "AA", carrier.id, count=count, sides=combat.sides)
    rank = ranks(game, lambda seat: by_aa_preference(game.standing[seat].aa_losses))
    points = {squadron.id: squadron.sp for squadron in wave}
    losses = shared(game, points, roll.at_least(combat.aa), rank)
    return FlakFired(
        to=ALL,
        carrier=carrier.id,
        squadrons=tuple(squadron.id for squadron in wave),
        sp=strength(wave),
        roll=roll,
        losses=losses,
        destroyed=destroyed(game, losses),
    )


def _bomb(
    carrier: Carrier, kind: Literal["DB", "TB"], points: int, combat: Combat, dice: Dice
) -> Bombed:
    """A die for each SP, sixes thrown again until none shows [M7.4, M7.5]."""
    rule = "M7.4" if kind == "DB" else "M7.5"
    again = combat.db_again if kind == "DB" else combat.tb_again
    rolls: list[Roll] = []
    while points:
        generation = f"g{len(rolls)}"
        roll = dice.roll(rule, kind, carrier.id, generation, count=points, sides=combat.sides)
        rolls.append(roll)
        points = roll.at_least(again)
    hits = hits_of(kind, rolls, combat)
    return Bombed(to=ALL, carrier=carrier.id, kind=kind, rolls=tuple(rolls), hits=hits)


def hits_of(kind: Literal["DB", "TB"], rolls: Iterable[Roll], combat: Combat) -> int:
    """Hits of first dice and re-rolls: on a re-roll only the highest face hits [M7.4, M7.5]."""
    first, *again = rolls
    if kind == "DB":
        later = sum(roll.at_least(combat.db_again) for roll in again)
        return first.at_least(combat.db_hit) + later
    later = sum(roll.at_least(combat.tb_again) for roll in again)
    return combat.tb_hits * first.at_least(combat.tb_hit) + combat.tb_again_hits * later
