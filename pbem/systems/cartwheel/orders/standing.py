"""The orders that nearly any file may hold: why not, and what is legal.

Stage moves [H9.3], evacuation lists [H6.6.5], what recon counts as [7.3.1].
What is legal `changes` says, for the audit too (E.3.1); here it is told with a hint.
"""

from collections.abc import Iterator

from pbem.engine.kinds import ANY, Claim, Kind, Refusal, refuse
from pbem.systems.cartwheel.orders.sight import (
    Sight,
    no_base_of_ours,
    not_asked,
    some,
    some_bases,
)
from pbem.systems.cartwheel.own import sorties
from pbem.systems.cartwheel.own.basing import cannot_stage
from pbem.systems.cartwheel.own.changes import (
    cannot_come,
    cannot_count,
    cannot_leave,
    cannot_list,
    has_chart,
)
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.items import places
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.rules.r08_missions import units_of
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS
from pbem.systems.cartwheel.table.orders_operations import Stage
from pbem.systems.cartwheel.table.orders_turn import CountsAs, Evacuate
from pbem.systems.cartwheel.words import ordered

# --- stage moves ---------------------------------------------------------------------------------


def _stage_faults(sight: Sight, order: Stage) -> Iterator[Refusal]:
    """A stage move: Ready, undisrupted, unmarked, twice its range or a ferry link [H9.3].

    Never to a port [CR73].
    """
    plane = sight.plane(order.unit)
    if plane is None:
        yield refuse("H9.3", "unit", f"{order.unit[:40]} is no air unit of yours in play")
        yield from no_base_of_ours(sight, "6.3", "to", order.to)
        return
    flies = plane.id in _flying(sight)
    if refusal := cannot_leave(sight, sight.own, plane, flies=flies):
        yield refusal.about(order.unit, "unit", f"these can: {some(_able(sight), 'none')}")
    elif refusal := cannot_come(sight, plane, order.to):
        hint = f"it can go to: {some_bases(sight, _goals(sight, plane))}"
        if refusal.rule == "CR73":
            hint = "it is placed there with the 11th, by 5.2c"
        yield refusal.about(order.unit, "to", hint)


def _flying(sight: Sight) -> frozenset[str]:
    """Units that fly or intercept by orders before."""
    return sorties.flying(map(units_of, sight.flying), sight.answered)


def _able(sight: Sight) -> list[str]:
    """Units that may make a stage move, and that no other order of the file sends."""
    busy = _flying(sight) | {one.unit for one in sight.file if isinstance(one, Stage)}
    return [plane.id for plane in stagers(sight) if plane.id not in busy]


def stagers(sight: Sight) -> list[Plane]:
    """Own units that may leave by a stage move."""
    own, game, charts = sight.own, sight.game, sight.charts
    return [plane for plane in sight.planes() if not cannot_stage(own, game, plane, charts)]


def _stage_claims(_: Sight, order: Stage) -> Iterator[Claim]:
    what = f"{order.unit[:40]} makes one stage move a turn, and another order has it"
    refusal = refuse("H9.3", "unit", what, "take one of them out")
    yield Claim(subject=f"stage {order.unit}", refusal=refusal)


def _stages(sight: Sight) -> Iterator[Stage]:
    """Each unit that may leave, to each base where it may come."""
    for plane in stagers(sight):
        yield from (Stage(unit=plane.id, to=base) for base in _goals(sight, plane))


def _goals(sight: Sight, plane: Plane) -> list[str]:
    """Bases where a stage move of a unit may end."""
    bases = own_bases(sight.game, sight.side)
    return [base for base in bases if not cannot_come(sight, plane, base)]


STAGE = Kind(
    order=Stage,
    steps=(OPERATIONS,),
    faults=_stage_faults,
    claims=_stage_claims,
    options=_stages,
    words=ordered.stage,
)


# --- what stands ---------------------------------------------------------------------------------


def _evacuate_faults(sight: Sight, order: Evacuate) -> Iterator[Refusal]:
    """A list of refuges is for a base that may be ours one day, and names others [H6.6.5]."""
    if not sight.decides:
        yield not_asked(order)
        return
    for key, base in (("base", order.base), *(("to", to) for to in order.to)):
        if not has_chart(sight, base):
            held = [one for one in own_bases(sight.game, sight.side) if has_chart(sight, one)]
            what = f"you have no chart of {base[:40]!r}"
            yield refuse("H6.6.5", key, what, f"your bases are: {some_bases(sight, held)}")
    refusal = cannot_list(sight, order.base, order.to)
    if refusal and order.base in order.to:
        yield refusal.about(order.base[:40], "to")


def _evacuations(sight: Sight) -> Iterator[Evacuate]:
    """Each place of the list to each other."""
    known = places(sight.game, sight.side, sight.charts) if sight.decides else ()
    for base in known:
        yield from (Evacuate(base=base, to=(to,)) for to in known if to != base)


EVACUATE = Kind(
    order=Evacuate,
    steps=(ANY,),
    faults=_evacuate_faults,
    options=_evacuations,
    words=ordered.evacuate,
)


def _counts_faults(sight: Sight, order: CountsAs) -> Iterator[Refusal]:
    """A recon unit counts as one or the other; nothing else does [7.3.1]."""
    if not sight.decides:
        yield not_asked(order)
    elif order.unit not in (able := _recon_units(sight)):
        what = f"{order.unit[:40]} is no recon unit of yours"
        yield refuse("7.3.1", "unit", what, f"these are: {', '.join(able) or 'none'}")


def _recon_units(sight: Sight) -> list[str]:
    """Own units that count as a fighter or as a bomber."""
    return [plane.id for plane in sight.planes() if not cannot_count(sight, plane.id)]


def _counts(sight: Sight) -> Iterator[CountsAs]:
    """Each recon unit as a fighter and as a bomber."""
    for unit in _recon_units(sight):
        yield from (CountsAs(unit=unit, kind="F"), CountsAs(unit=unit, kind="B"))


COUNTS_AS = Kind(
    order=CountsAs, steps=(ANY,), faults=_counts_faults, options=_counts, words=ordered.counts_as
)

LISTS = (EVACUATE, COUNTS_AS)
