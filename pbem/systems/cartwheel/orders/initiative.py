"""The orders of the Initiative phase: regroup, marks, recon; why not, and what is legal [4.3]."""

from collections.abc import Iterator

from pbem.engine.kinds import Kind, Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import is_playable
from pbem.systems.cartwheel.orders.sight import Sight, not_asked, placed, some_bases, taken
from pbem.systems.cartwheel.orders.turn import once, with_eleventh
from pbem.systems.cartwheel.own.basing import cannot_scout, distance_from, exists
from pbem.systems.cartwheel.own.changes import cannot_ask_for_a_step, cannot_mark
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.entries import commitment, eleventh
from pbem.systems.cartwheel.own.readiness import cannot_reconnoitre, cannot_scramble
from pbem.systems.cartwheel.rules.asks import FIRST_RECON, REGROUPING
from pbem.systems.cartwheel.rules.occasion import OPENING
from pbem.systems.cartwheel.rules.occasion import RECON as RECONS
from pbem.systems.cartwheel.rules.r07_initiative import (
    bar_to_regroup,
    bases_to_look_at,
    recon_problem,
    scout_problem,
    scouts_left,
)
from pbem.systems.cartwheel.rules.r08_passes import is_down
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, GeneralRegroup, Mark, Recon
from pbem.systems.cartwheel.words import ordered

# --- 7.1 general regroup -------------------------------------------------------------------------


def _regroup_faults(sight: Sight, order: GeneralRegroup) -> Iterator[Refusal]:
    """A general regroup turn that may be declared for the next turn [7.1, H7.1]."""
    rule = bar_to_regroup(sight.game, sight.charts) if order.declare else ""
    if rule:
        what = "the next turn cannot be one of general regroup"
        yield refuse(rule, "declare", what, _regroup_hint(sight))


def _regroup_hint(sight: Sight) -> str:
    game = sight.game
    if not game.terms.regroups:
        return "this scenario has none: declare = false"
    if game.regroups and game.regroup_after > game.now:
        after = sight.charts.turn_name(game.terms.track, game.regroup_after)
        return f"the second is possible after {after}: declare = false"
    return "declare = false"


def _regroups(sight: Sight) -> Iterator[GeneralRegroup]:
    yield GeneralRegroup(declare=False)
    if not bar_to_regroup(sight.game, sight.charts):
        yield GeneralRegroup(declare=True)


GENERAL_REGROUP = Kind(
    order=GeneralRegroup,
    steps=(REGROUPING,),
    faults=_regroup_faults,
    options=_regroups,
    claims=lambda _, order: [once(order, "7.1a")],
    words=ordered.regroup,
)


# --- 7.2 Regroup marks ---------------------------------------------------------------------------


def _mark_faults(sight: Sight, order: Mark) -> Iterator[Refusal]:
    """Regroup marks go to disrupted or reduced combat units at airbases [7.2, AMB-5]."""
    if not sight.marks:
        yield not_asked(order, "marks stand in the first file of a side in a turn")
        return
    able = fit(sight)
    for unit in order.units:
        if unit not in able:
            rule, why = "7.2", "is no disrupted or reduced combat unit at an airbase"
            if sight.commits and unit in sight.own.planes and sight.charts.air[unit].is_eleventh:
                why = f"{why} where this file leaves the 11th [5.2]"
            if scout_problem(sight.game, sight.side, unit, sight.charts) == "7.3.3~":
                rule, why = "7.3.3~", "is lost, and recon is never replaced"
            hint = f"fit are: {', '.join(able) or 'none'}"
            yield refuse(rule, "units", f"{unit[:40]} {why}", hint)
    for unit in order.replace:
        plane = sight.plane(unit)
        if unit not in order.units:
            yield refuse("7.2", "replace", f"{unit[:40]} is not among the units")
        elif plane is not None and (refusal := cannot_ask_for_a_step(plane, sight.charts)):
            alone = "a mark alone takes its disruption away" if plane.disrupted else ""
            yield refusal.about(unit, "replace", alone)


def fit(sight: Sight) -> list[str]:
    """Units that may be marked [7.2], the 11th as the orders of the file leave it [5.2]."""
    eleventh = commitment(sight.file, sight.steps)
    return [plane.id for plane in sight.planes() if not cannot_mark(sight, plane, eleventh)]


def fit_if_committed(sight: Sight) -> list[str]:
    """Units of the 11th that may be marked besides if this very file commits it [5.2, 7.2]."""
    without, committed = (
        fit(replace(sight, file=(CommitEleventh(commit=commit),))) for commit in (False, True)
    )
    return [unit for unit in committed if unit not in without]


def _marks(sight: Sight) -> Iterator[Mark]:
    """Each unit that may be marked, and those that may ask for a step with it."""
    for unit in fit(sight):
        yield Mark(units=(unit,))
        if not cannot_ask_for_a_step(sight.own.planes[unit], sight.charts):
            yield Mark(units=(unit,), replace=(unit,))


def as_decided(sight: Sight) -> Private:
    """The charts as the file leaves the 11th [5.2]."""
    decision = commitment(sight.file, sight.steps)
    return eleventh(sight.own, decision, sight.game, sight.charts) if decision else sight.own


def _mark_words(sight: Sight, order: Mark) -> Iterator[str]:
    """What comes of it; who may scramble in spite of it, as the file leaves the 11th [AMB-32]."""
    private, charts = as_decided(sight), sight.charts
    marked = [replace(private.planes[unit], mark=True) for unit in order.units]
    able = [
        plane.id
        for plane in marked
        if charts.air[plane.id].model.is_fighter
        and not is_down(sight.game, sight.side, sight.file)
        and not cannot_scramble(private, sight.game, plane, charts)
    ]
    yield from ordered.mark(sight, order, able)


MARK = Kind(order=Mark, steps=OPENING, faults=_mark_faults, options=_marks, words=_mark_words)


# --- 7.3 recon -----------------------------------------------------------------------------------


def _recon_faults(sight: Sight, order: Recon) -> Iterator[Refusal]:
    """The unit [7.3a, 5.2g], its die and the hex [7.3.2~], the base to look at [7.3.4~]."""
    if order.wait:
        yield from _waiting(sight, order)
        return
    for one in sight.file if sight.commits else ():
        if isinstance(one, CommitEleventh):  # also if it is refused, so that this is told once
            sight = with_eleventh(sight, one)
    yield from _wrong_for_all(sight, order)
    if sight.private is not None:
        yield from _out_of_range(sight, order)


def _wrong_for_all(sight: Sight, order: Recon) -> Iterator[Refusal]:
    """What breaks a rule for all to see; where the unit does, the rest as another's order."""
    game, side, charts = sight.game, sight.side, sight.charts
    rule = recon_problem(game, side, order, charts)
    if not rule:
        return
    refusal = _unlooked(sight, order, rule)
    yield refusal
    if refusal.key == "unit":
        for unit in scouts_left(game, side, charts)[:1]:
            yield from _wrong_for_all(sight, replace(order, unit=unit))
    elif refusal.key == "hex" and order.base not in ("", *_looked_at(sight)):
        what = f"{order.base[:40]!r} is no airbase of the enemy's"
        yield refuse("7.3.4~", "base", what, "name one in the hex, or leave the base out")


def _looked_at(sight: Sight) -> Iterator[str]:
    """The enemy's bases anywhere that recon may look at."""
    for hex_ in sight.charts.hexes:
        yield from bases_to_look_at(sight.game, sight.side, hex_, sight.charts)


def _waiting(sight: Sight, order: Recon) -> Iterator[Refusal]:
    """To wait is for the side that places first, and for all of its units (E.4.6)."""
    if FIRST_RECON not in sight.steps:
        what = "only the side that places its recon first can wait"
        yield refuse("E.4.6", "wait", what, "give your recon orders now")
    elif order.unit or order.hex or order.base:
        what = "who waits names no unit: all are placed later"
        yield refuse("E.4.6", "wait", what, "leave 'wait' out, or the rest of the order")
    elif any(isinstance(one, Recon) and not one.wait for one in sight.file):
        what = "another order of the file places a unit, and who waits places none"
        yield refuse("E.4.6", "wait", what, "take one of them out")


def _unlooked(sight: Sight, order: Recon, rule: str) -> Refusal:
    """What of a recon order breaks a rule for all to see."""
    game, side, charts = sight.game, sight.side, sight.charts
    if rule == "7.3.4~":
        there = bases_to_look_at(game, side, order.hex, charts)
        what = f"{order.base[:40]!r} is no airbase of the enemy's in {order.hex}"
        hint = "none is there: leave the base out"
        if there:
            hint = f"there are: {some_bases(sight, there)}"
        return refuse(rule, "base", what, hint)
    if rule == "7.3.2~" and order.unit not in game.turn.grounded:
        what = f"{order.hex[:40]!r} is no hex in play"
        return refuse(rule, "hex", what, "choose a hex of the map")
    left = scouts_left(sight.game, sight.side, sight.charts)
    what = f"{order.unit[:40]!r} does not fly recon this turn"
    hint = f"these can: {', '.join(left)}" if left else "none can: take it out"
    return refuse(rule, "unit", what, hint)


def _out_of_range(sight: Sight, order: Recon) -> Iterator[Refusal]:
    """A recon unit is Ready, its base not over-full [H7.3, 6.3.4~], the hex in range [7.3.2~].

    The base is that where the same file sets it up [H17.0]. Magic reaches all [2.2.2d~].
    """
    own = placed(sight, order)
    known, plane = sight.charts.air.get(order.unit), own.planes.get(order.unit)
    if known is None or known.model.unlimited or order.hex not in sight.charts.hexes:
        return
    if plane is None or plane.due:
        yield refuse("7.3a", "unit", f"{order.unit} is at no base of yours")
    elif plane != sight.plane(order.unit) and not exists(sight.game, plane.base):
        return  # the order that puts it there is refused
    elif refusal := cannot_reconnoitre(own, sight.game, plane, order.hex, sight.charts):
        in_range = refusal.rule != "7.3.2~"
        hint = "take it out: its die is thrown all the same" if in_range else "name a nearer hex"
        yield refusal.about(order.unit, "unit" if in_range else "hex", hint)


def _recons(sight: Sight) -> Iterator[Recon]:
    """Each recon unit to each hex that it reaches, and to each base of the enemy's there."""
    game, charts = sight.game, sight.charts
    places = {base.hex for base in game.bases.values()} | {ship.at for ship in game.ships.values()}
    looks = {place: bases_to_look_at(game, sight.side, place, charts) for place in places}
    in_play = [
        hex_
        for hex_ in charts.hexes
        if is_playable(charts, hex_) and is_in_play(game, hex_, charts)
    ]
    able = scouts_left(sight.game, sight.side, sight.charts)
    if able and FIRST_RECON in sight.steps:
        yield Recon(wait=True)
    for unit in able:
        for hex_ in _reached(sight, unit, in_play):
            yield Recon(unit=unit, hex=hex_)
            yield from (Recon(unit=unit, hex=hex_, base=base) for base in looks.get(hex_, ()))


def _reached(sight: Sight, unit: str, hexes: list[str]) -> list[str]:
    """Those of some hexes to which a recon unit may be sent [7.3.2~, H7.3]."""
    model, plane = sight.charts.air[unit].model, sight.plane(unit)
    if model.unlimited:
        return hexes
    if plane is None or cannot_scout(sight.own, sight.game, plane, sight.charts):
        return []
    far = (distance_from(sight.game, plane.base, hex_, sight.charts) for hex_ in hexes)
    ways = zip(hexes, far, strict=True)
    return [hex_ for hex_, way in ways if way is not None and way <= model.range]


RECON = Kind(
    order=Recon,
    steps=RECONS,
    faults=_recon_faults,
    claims=lambda _, order: [taken("recon", order.unit, "7.3.2~", "has its orders already")],
    options=_recons,
    words=ordered.recon,
)

KINDS = (GENERAL_REGROUP, MARK, RECON)
