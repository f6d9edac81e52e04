"""The order `reply`: why not, and who may take off [H8.5, H9.4.1, H9.5].

Whoever reads another side's file sees as much of a unit as its opened item tells.
"""

from collections.abc import Iterator, Mapping

from pbem.engine.kinds import Kind, Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.orders.fliers import reply_parts, simplest_replies
from pbem.systems.cartwheel.orders.sight import Sight, taken
from pbem.systems.cartwheel.own.basing import relocating
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.readiness import cannot_evade, cannot_scramble
from pbem.systems.cartwheel.rules.r06_capacity import bar_to_base
from pbem.systems.cartwheel.rules.r08_missions import sortie
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS, unanswered
from pbem.systems.cartwheel.rules.r09_scramble import (
    bar_to_evade,
    bar_to_intercept,
    is_in_play,
    more_than_told,
    told_to_recon,
)
from pbem.systems.cartwheel.table.orders_operations import Reply
from pbem.systems.cartwheel.table.state import Shown
from pbem.systems.cartwheel.table.under_way import Raid, Sortie
from pbem.systems.cartwheel.words import ordered_missions
from pbem.systems.cartwheel.words.play import raid_name


def _faults(sight: Sight, order: Reply) -> Iterator[Refusal]:
    """A mission that awaits a reply [H8.5], and who takes off."""
    waiting = {raid.id: raid for raid in unanswered(sight.game)}
    raid = waiting.get(order.mission)
    if raid is None:
        yield _unasked(sight, order, waiting)
    else:
        yield from _wrong_sorties(sight, order, raid)
    yield from _more_than_told(sight, order)
    if sight.private is not None:
        yield from _unlike_charts(sight, order)


def _unasked(sight: Sight, order: Reply, waiting: Mapping[str, Raid]) -> Refusal:
    """A reply to something that is no air mission awaiting one; recon is never intercepted."""
    names = [f"{id_}, {raid_name(raid, sight.charts)}" for id_, raid in sorted(waiting.items())]
    hint = f"answer {'; '.join(names)}" if names else "take it out"
    if order.mission in sight.game.turn.scouts:
        what = f"{order.mission} is a recon unit and cannot be intercepted"
        return refuse("7.3.3~", "mission", what, hint)
    what = f"no air mission {order.mission[:40]!r} awaits your reply"
    return refuse("H8.5", "mission", what, hint)


def _answered(sight: Sight, order: Reply) -> Sight:
    """Who takes off by it, for the missions and stage moves of the same file."""
    return replace(sight, answered=(*sight.answered, order))


def _simplest(sight: Sight) -> Iterator[Reply]:
    """Each that is legal: who might rise may be more than recon was told."""
    if sight.private is not None:
        yield from (one for one in simplest_replies(sight) if not any(_faults(sight, one)))


# --- who takes off, for all to see ---------------------------------------------------------------


def _wrong_sorties(sight: Sight, order: Reply, raid: Raid) -> Iterator[Refusal]:
    """Who takes off: how many, from where, in what state [H9.4.1, H9.5, 6.4b]."""
    most = sight.charts.operations.interceptors
    if len(order.interceptors) > most:
        what = f"{len(order.interceptors)} interceptors are too many"
        yield refuse("H9.4.1", "interceptors", what, f"{most} at most")
    for unit in order.interceptors:
        if unit in order.evaders:
            what = f"{unit[:40]} cannot intercept and evade"
            yield refuse("H9.5", "evaders", what, "name it once")
    for key, named in (("interceptors", order.interceptors), ("evaders", order.evaders)):
        if named and sight.side in sight.game.stand_down:
            what = "your side stands down by this very file"
            yield refuse("H8.6", key, what, "take it out, or the order to stand down")
        for unit, base in named.items():
            yield from _wrong_sortie(sight, key, raid, (unit, base))
    yield from _wrong_ace(sight, order)


def _wrong_sortie(sight: Sight, key: str, raid: Raid, named: tuple[str, str]) -> Iterator[Refusal]:
    unit, base = named
    rule = "H9.4.1" if key == "interceptors" else "H9.5"
    if not is_in_play(sight.game, sight.side, unit):
        yield refuse(rule, key, f"{unit[:40]} is no air unit of yours in play")
        return
    shown = sight.game.shown.get(unit)
    is_open = shown is not None and shown.base != ""
    if not is_open and unit not in sight.game.floatplanes and sight.private is None:
        yield refuse(rule, key, f"the item of {unit} is not open")
        return
    yield from _unlike_item(sight, key, named)
    plane = sight.plane(unit) if sight.private is not None else None
    if sight.private is not None and (plane is None or plane.base != base):
        return  # told by the charts, with where it is
    seen = sortie(sight.game, unit, base) if shown or unit in sight.game.floatplanes else None
    one = seen or Sortie(unit=unit, base=base, steps=sight.game.air[unit].steps, disrupted=False)
    judge = bar_to_intercept if key == "interceptors" else bar_to_evade
    if broken := judge(sight.game, raid, one, sight.charts):
        verb = "intercept" if key == "interceptors" else "evade"
        what = f"{unit} cannot {verb} at {raid.hex} from {base[:40]!r}"
        hint = (
            "a fighter that has not flown, undisrupted or marked, with the hex in its range"
            if key == "interceptors"
            else "only units at a base in the target hex can"
        )
        yield refuse(broken, key, what, hint)


def _unlike_item(sight: Sight, key: str, named: tuple[str, str]) -> Iterator[Refusal]:
    """What the unit's opened item says against it (E.7, checks 7 and 8)."""
    unit, base = named
    shown = sight.game.shown.get(unit)
    if shown is None:
        plane = sight.game.floatplanes.get(unit)
        if plane is not None and plane.flown and key == "interceptors":
            yield refuse("6.4b", key, f"{unit} has flown already")
        return
    if shown.base != base and not _has_moved(sight, key, shown, base):
        what = f"{unit} is not at {base[:40]!r} on its owner's chart"
        yield refuse("H9.4.1", key, what, f'its base is "{shown.base}"')
    if key == "interceptors":
        yield from _not_ready(sight, shown)


def _has_moved(sight: Sight, key: str, shown: Shown, base: str) -> bool:
    """Whether a unit that evades can have come to a base since its item was sealed.

    By a stage move [H8.8], or by a landing or an evacuation, whose base is secret: then the audit
    judges it. Who has moved does not intercept.
    """
    if key == "interceptors":
        return False
    return shown.to == base or sight.game.air[shown.unit].seen == sight.game.now


def _not_ready(sight: Sight, shown: Shown) -> Iterator[Refusal]:
    """Interceptors are Ready, and have not staged [6.4b, H9.4.1].

    A stage move that waited is void where its base is open no more [CR74]: the audit judges.
    """
    waits = shown.to in sight.game.bases
    moved = waits and not bar_to_base(sight.charts, sight.game, shown.unit, shown.to)
    if shown.half != "ready":
        yield refuse("6.4b", "interceptors", f"{shown.unit} is not Ready")
    elif shown.staged or moved:
        yield refuse("H9.4.1", "interceptors", f"{shown.unit} has staged")


def _wrong_ace(sight: Sight, order: Reply) -> Iterator[Refusal]:
    """An Ace flies with an interceptor, if the side has one [H5.1, H9.7.6]."""
    if not order.ace:
        return
    if order.ace not in order.interceptors:
        what = f"{order.ace[:40]} does not intercept"
        yield refuse("H5.1", "ace", what, "name the interceptor that carries it")
    elif not sight.game.aces.get(sight.side, 0):
        yield refuse("H5.1", "ace", "you have no Ace marker in play")


def _more_than_told(sight: Sight, order: Reply) -> Iterator[Refusal]:
    """No more fighters rise from a base than the enemy's recon was told this turn [7.3.4~].

    Fighters that land there later in the turn have flown, and do not intercept.
    """
    named: dict[str, set[str]] = {}
    for reply in (*sight.answered, order):
        for unit, base in reply.interceptors.items():
            named.setdefault(base, set()).add(unit)
    for base, units in sorted(named.items()):
        if more_than_told(sight.game, base, units, sight.charts):
            known = told_to_recon(sight.game, base, units, sight.charts)
            most = sight.game.turn.counts[base].fighters
            besides = " besides those who have come since" if units - known else ""
            where = sight.charts.base_name(base)
            what = (
                f"{len(known)} fighters rise from {where}{besides}, and {most} were told to recon"
            )
            yield refuse("7.3.4~", "interceptors", what, f"{most} at most")


# --- who takes off, by the own charts ------------------------------------------------------------


def _unlike_charts(sight: Sight, order: Reply) -> Iterator[Refusal]:
    """Interceptors and evaders stand where the reply says, ready to go [H9.4.1, H9.5].

    A unit that has lost its base since the last own file takes off with the next one [CR72].
    """
    fleeing = relocating(sight.own, sight.game)
    for key, named in (("interceptors", order.interceptors), ("evaders", order.evaders)):
        for unit, base in named.items():
            plane = sight.plane(unit)
            if plane is None or plane.base != base:
                there = sight.charts.base_name(plane.base) if plane else ""
                at = f"it is at {there}" if plane else "you have no such unit in play"
                yield refuse("H9.4.1", key, f"{unit[:40]} is not at {base[:40]!r}", at)
            elif unit in fleeing:
                to = sight.charts.base_name(base)
                what = f"{unit} has lost its base since your last file, and comes to {to} by this"
                yield refuse("CR72", key, what, "take it out: it can evade when this file has come")
            elif refusal := _grounded(sight, plane, key):
                yield refusal.about(unit, key)
    if order.ace and order.ace in sight.own.planes and not sight.own.planes[order.ace].ace:
        yield refuse("H5.1", "ace", f"{order.ace} carries no Ace", own_aces(sight))


def _grounded(sight: Sight, plane: Plane, key: str) -> Refusal | None:
    """Why a unit cannot take off under attack [H9.4.1, H9.5]."""
    if key == "evaders":
        return cannot_evade(plane)
    return cannot_scramble(sight.own, sight.game, plane, sight.charts)


def own_aces(sight: Sight) -> str:
    """Own fighters that carry an Ace, for a hint."""
    aces = [plane.id for plane in sight.own.planes.values() if plane.ace]
    return f"those that do: {', '.join(aces)}" if aces else "leave it out: none of yours does"


REPLY = Kind(
    order=Reply,
    steps=(OPERATIONS,),
    faults=_faults,
    claims=lambda _, order: [
        taken("reply", order.mission, "H8.5", "is answered already", "mission")
    ],
    simplest=_simplest,
    parts=reply_parts,
    then=_answered,
    words=ordered_missions.reply,
)
