"""Airbases: their state, their capture, and mobile ones [6, H6].

Every change of a hex's control passes through `control`, every hit on a base through `hit_base`.
"""

from typing import Literal

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.figures import Damage
from pbem.systems.cartwheel.rules.casualties import base_lost, lose_steps
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import havens
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.events_turn import (
    BaseHit,
    ControlPassed,
    FloatplaneEvacuated,
    MobileOverrun,
)
from pbem.systems.cartwheel.table.state import Base, Floatplane, Game, Told, other

Cause = Literal["bombing", "bombardment", "raid", "event"]
How = Literal["ground", "drop"]

# --- what a base is ------------------------------------------------------------------------------


def is_operational(base: Base) -> bool:
    """Whether a base is neither destroyed nor under construction [H0.8]; it may be disrupted."""
    return base.status == "working"


def is_disrupted(base: Base, charts: Charts) -> bool:
    """Whether an operational base has hits enough to be disrupted [H6.6]."""
    limits = damage_of(base.id, charts)
    return is_operational(base) and limits is not None and base.hits >= limits.disrupted


def damage_of(base: str, charts: Charts) -> Damage | None:
    """The hits that disrupt and destroy a base [H6.6]; None for one off board [6.3.3~]."""
    return charts.damage.get(charts.bases[base].type)


def is_hurt(base: Base, charts: Charts) -> bool:
    """Whether a base is disrupted or destroyed [H7.4]."""
    return base.status == "destroyed" or is_disrupted(base, charts)


def is_mobile(base: str, charts: Charts) -> bool:
    """Whether a base is one of the mobile ones [6.2.4~]."""
    return charts.bases[base].is_mobile


# --- damage --------------------------------------------------------------------------------------


def hit_base(game: Game, base_id: str, hits: int, cause: Cause, charts: Charts) -> Told:
    """Add hits to a base [H6.6]: disrupted, destroyed, or removed if it is mobile [6.5.3~].

    Off-board bases and bases that are destroyed take none [6.6.1~]. A base destroyed by bombing
    or bombardment earns the enemy points [H16.1, CR1].
    """
    base, limits = game.bases[base_id], damage_of(base_id, charts)
    if hits <= 0 or limits is None or base.status not in ("working", "building"):
        return game, ()
    total = base.hits + hits
    if base.status == "building":
        event = _told_hits(base, hits, total, "removed", cause)
        return game.with_base(_in_hand(base)), (event,)
    if total >= limits.destroyed:
        return _destroyed(game, base, hits, cause, charts)
    newly = total >= limits.disrupted > base.hits
    event = _told_hits(base, hits, total, "disrupted" if newly else "", cause)
    return game.with_base(replace(base, hits=total)), (event,)


def _destroyed(game: Game, base: Base, hits: int, cause: Cause, charts: Charts) -> Told:
    """A base destroyed: its units leave at once, which their owner states [H6.6.1, 6.6.3]."""
    kind = charts.bases[base.id].type
    limit, earns = charts.damage[kind].destroyed, cause in ("bombing", "bombardment")
    points = charts.points.destroyed[kind] if earns else 0
    if kind == "mobile":
        struck = _told_hits(base, hits, limit, "removed", cause)
        game = game.with_base(_in_hand(base))
    else:
        struck = _told_hits(base, hits, limit, "destroyed", cause)
        game = game.with_base(replace(base, status="destroyed", hits=limit, radar=False))
    game = game.awarded(other(base.owner), points, "H16.1", base.id)
    lost = BaseLost(to=ALL, base=base.id, hex=base.hex, owner=base.owner, how="destroyed")
    game, told = base_lost(game, lost)
    return game, (replace(struck, points=points), *told)


def _told_hits(
    base: Base,
    hits: int,
    total: int,
    effect: Literal["", "disrupted", "destroyed", "removed"],
    cause: Cause,
) -> BaseHit:
    return BaseHit(to=ALL, base=base.id, hits=hits, total=total, effect=effect, cause=cause)


def _in_hand(base: Base) -> Base:
    """A mobile base back in its owner's hand, to be built again [6.5.3~, 6.5.4~]."""
    return Base(id=base.id, hex="", owner=base.owner, status="in-hand")


# --- control and capture -------------------------------------------------------------------------


def control(game: Game, hex_: str, side: str, charts: Charts, dice: Dice, how: How) -> Told:
    """A hex comes under a side's control [3.0f, H11.2.1], and with it all that it holds.

    Nothing happens where the side has it already. Enemy supply units there are lost [CR2].
    """
    if game.control.get(hex_) == side:
        return game, ()
    enemy = f"{other(side)}/{hex_}"
    fixed, removed = falling(game, hex_, side, charts)
    event = ControlPassed(
        to=ALL, hex=hex_, side=side, how=how, bases=fixed, removed=removed,
        supplies=game.supplies.get(enemy, 0),
    )  # fmt: skip
    game = replace(
        game, control=game.control.set(hex_, side), supplies=game.supplies.without(enemy)
    )
    game, events = capture(game, hex_, side, charts, dice, how)
    return game, (event, *events)


def falling(
    game: Game, hex_: str, side: str, charts: Charts
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The enemy's fixed and mobile bases in a hex, by id, which fall with it [6.6.4~]."""
    ids = tuple(base.id for base in game.bases_at(hex_) if base.owner != side)
    mobile = tuple(id_ for id_ in ids if is_mobile(id_, charts))
    return tuple(id_ for id_ in ids if id_ not in mobile), mobile


def capture(game: Game, hex_: str, side: str, charts: Charts, dice: Dice, how: How) -> Told:
    """The enemy's bases in a hex fall to a side [6.6.4~]; who is on the ground evacuates [6.6.5].

    Fixed bases change hands: an operational one is disrupted [H6.6.1], a destroyed one stays so
    [AMB-18]. Mobile ones, finished or not, are lost for ever [6.6.4~, AMB-18].
    """
    events: list[Event] = []
    for base in tuple(game.bases_at(hex_)):
        if base.owner != side:
            game, told = _fall(game, base, side, charts, dice, how)
            events += told
    game, told = _leave_port(game, hex_, side, charts, dice, how)
    return game, (*events, *told)


def overrun(game: Game, hex_: str, side: str, charts: Charts, dice: Dice, how: How) -> Told:
    """Enemy mobile bases fall where ground units of a side stand, contested or not [H11.2.2].

    Who is on the ground evacuates [6.6.5]; fixed bases go with control [AMB-33].
    """
    events: list[Event] = []
    for base in tuple(game.bases_at(hex_)):
        if base.owner != side and is_mobile(base.id, charts):
            events.append(MobileOverrun(to=ALL, side=side, base=base.id, hex=hex_))
            game, told = _fall(game, base, side, charts, dice, how)
            events += told
    return game, tuple(events)


def _fall(game: Game, base: Base, side: str, charts: Charts, dice: Dice, how: How) -> Told:
    events: tuple[Event, ...] = ()
    if is_operational(base):
        game, events = _evacuated(game, base, charts, dice, how)
    return game.with_base(_captured(base, side, charts)), events


def _captured(base: Base, side: str, charts: Charts) -> Base:
    if is_mobile(base.id, charts):
        return Base(id=base.id, hex="", owner=base.owner, status="lost")
    if base.status == "destroyed":
        return replace(base, owner=side, radar=False)
    return replace(
        base, owner=side, radar=False, hits=charts.damage[charts.bases[base.id].type].disrupted
    )


def _evacuated(game: Game, base: Base, charts: Charts, dice: Dice, how: How) -> Told:
    """Evacuation dice by position, as many as the owner has units alive [6.6.5, H6.6.5, E.6]."""
    drm = public_drm(base, charts, how)
    rolls = by_position(game, base.owner, charts, dice, "6.6.5", "evacuate", base.id)
    faces = tuple(roll.dice[0] for roll in rolls)
    lost = BaseLost(
        to=ALL, base=base.id, hex=base.hex, owner=base.owner, how="captured", drm=drm, dice=faces,
        rolls=rolls,
    )  # fmt: skip
    return base_lost(game, lost)


def by_position(
    game: Game, side: str, charts: Charts, dice: Dice, rule: str, *words: str
) -> tuple[Roll, ...]:
    """A die for each of a side's air units alive, named by position alone [E.6]."""
    sides, many = charts.dice.sides, units_alive(game, side)
    return tuple(dice.roll(rule, *words, f"#{k}", sides=sides) for k in range(1, many + 1))


def units_alive(game: Game, side: str) -> int:
    """How many air units a side has in play: no chart holds more."""
    return sum(u.side == side and u.arrived and u.steps > 0 for u in game.air.values())


def public_drm(base: Base, charts: Charts, how: How) -> int:
    """What all units of a base have in common when they evacuate it [H6.6.5]."""
    table = charts.evacuation
    drm = table.base_disrupted if is_disrupted(base, charts) else 0
    drm += table.base_unsupplied if not base.supplied else 0
    return drm + _parachute(charts, how)


def _parachute(charts: Charts, how: How) -> int:
    """What paratroops add to the dice of those who flee from them [H6.6.5]."""
    return charts.evacuation.parachute if how == "drop" else 0


def own_drm(charts: Charts, unit: str, *, disrupted: bool, flown: bool) -> int:
    """What the evacuation die of one unit adds to that [H6.6.5]."""
    table = charts.evacuation
    drm = (table.unit_disrupted if disrupted else 0) + (table.flown if flown else 0)
    return drm + (0 if charts.air[unit].model.is_combat else table.unarmed)


def escapes(charts: Charts, unit: str, die: int, drm: int) -> bool:
    """Whether a unit gets away: die and modifiers not above its printed SR [6.6.5, H6.6.5]."""
    if die in (charts.dice.succeeds, charts.dice.fails):
        return die == charts.dice.succeeds
    return die + drm <= charts.air[unit].model.sr


def unseen(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Rufes that may stand at any port of a side without its owner having stated it [CR82].

    They have landed where nobody else knows, or may have fled from a base or port that is lost.
    """
    lost = (one.place for one in game.owed if (one.side, one.kind) == (side, "lost-base"))
    stirred = any(_takes_rufes(place, charts) for place in lost)
    rufes = (
        u for u in game.air.values() if u.side == side and charts.air[u.id].model.is_floatplane
    )
    return tuple(
        rufe.id
        for rufe in rufes
        if rufe.arrived and rufe.steps and rufe.id not in game.floatplanes
        if stirred or (rufe.is_flown(game.now) and not rufe.base)
    )


def perhaps_struck(game: Game, unit: str, place: str) -> bool:
    """Whether a unit may have been hit at a place, and its owner has still to state it [E.6]."""
    side = game.air[unit].side
    return any(due.side == side and due.may_have_hit(unit, place) for due in game.owed)


def _takes_rufes(place: str, charts: Charts) -> bool:
    """Whether a place that is lost can have held a Rufe: a port or a mobile base [6.3.6~]."""
    return place.startswith(PORT) or (place in charts.bases and is_mobile(place, charts))


def _leave_port(game: Game, hex_: str, side: str, charts: Charts, dice: Dice, how: How) -> Told:
    """Rufes leave a port that falls: those that all see in the open [6.6.5, H6.7, CR3].

    For each that may have come there unseen a die is thrown, and its owner states who left; so does
    he of one that all see while only he knows what a strike has done to it [CR82].
    """
    events: list[Event] = []
    there = [p for p in game.floatplanes.values() if p.hex == hex_ and p.side != side]
    struck = [p.id for p in there if perhaps_struck(game, p.id, PORT + hex_)]
    planes = [p for p in there if p.id not in struck]
    hidden = (*unseen(game, other(side), charts), *struck) if charts.hexes[hex_].port else ()
    game = replace(game, floatplanes=game.floatplanes.without(*struck))
    words, sides = ("evacuate", PORT + hex_), charts.dice.sides
    rolls = [
        dice.roll("6.6.5", *words, f"#{number}", sides=sides)
        for number, _ in enumerate((*planes, *hidden), start=1)
    ]
    for plane, roll in zip(planes, rolls, strict=False):
        game, told = _leave(game, plane, roll, charts, how)
        events += told
    if hidden:
        thrown = tuple(rolls[len(planes) :])
        lost = BaseLost(
            to=ALL, base=PORT + hex_, hex=hex_, owner=other(side), how="captured",
            drm=_parachute(charts, how), dice=tuple(roll.dice[0] for roll in thrown), rolls=thrown,
        )  # fmt: skip
        game, told = base_lost(game, lost)
        events += told
    return game, tuple(events)


def _leave(game: Game, plane: Floatplane, roll: Roll, charts: Charts, how: How) -> Told:
    """One Rufe to the nearest legal place in printed range, Flown; else it is lost [H6.7, CR3]."""
    drm = own_drm(charts, plane.id, disrupted=plane.disrupted, flown=plane.flown)
    drm += _parachute(charts, how)
    near = havens(game, plane.id, plane.hex, charts)
    to = near[0] if near and escapes(charts, plane.id, roll.dice[0], drm) else ""
    event = FloatplaneEvacuated(to=ALL, unit=plane.id, hex=plane.hex, place=to, roll=roll, drm=drm)
    if not to:
        game, lost = lose_steps(game, plane.id, plane.steps, charts)
        return game, (event, *lost)
    planes = game.floatplanes.without(plane.id)
    if to.startswith(PORT):
        moved = replace(plane, hex=to.removeprefix(PORT), flown=True)
        planes = planes.set(plane.id, moved)
    return replace(game, floatplanes=planes), (event,)
