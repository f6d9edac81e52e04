"""The order `redistribute`: where units begin, before the first turn [H17.0]."""

from collections.abc import Iterable, Iterator

from pbem.engine.kinds import Kind, Refusal, refuse
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.sight import Sight, placed, some_bases
from pbem.systems.cartwheel.orders.turn import once
from pbem.systems.cartwheel.own.basing import kinds, over_full
from pbem.systems.cartwheel.own.changes import cannot_redistribute
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.occasion import OPENING
from pbem.systems.cartwheel.rules.r06_capacity import capacity_problem
from pbem.systems.cartwheel.rules.r06_havens import open_to, own_bases
from pbem.systems.cartwheel.table.orders_turn import Redistribute
from pbem.systems.cartwheel.words import ordered
from pbem.systems.cartwheel.words.why import because


def _redistribute_faults(sight: Sight, order: Redistribute) -> Iterator[Refusal]:
    """Before the first turn units may go to any own base; the 11th stays [H17.0].

    Capacity is counted when all units of the file stand in their places that may stand there.
    """
    if not sight.redistributes:
        what = "units are redistributed before the first turn only"
        yield refuse("H17.0", "", what, "take it out; units stage in 4.4")
        return
    fits: dict[str, str] = {}
    for unit, base in order.units.items():
        if sight.plane(unit) is None:
            yield refuse("H17.0", "units", f"{unit[:40]} is no air unit of yours")
        elif refusal := cannot_redistribute(sight, unit, base):
            yield _not_there(sight, unit, base, refusal)
        else:
            fits[unit] = base
    set_up = replace(order, units=FrozenMap(fits))
    file = (set_up if one is order else one for one in sight.among(order))
    own = placed(replace(sight, file=tuple(file)), set_up)
    for base in sorted({*fits.values()} & {*sight.game.bases}):
        if rule := over_full(own, sight.game, base, sight.charts):
            what = f"{sight.charts.base_name(base)} would hold more than it may"
            yield refuse(rule, "units", what, "leave some where they are")


def _not_there(sight: Sight, unit: str, base: str, refusal: Refusal) -> Refusal:
    """Why a unit cannot be set up at a base, with the base's name, and where it can [H17.0].

    Other words than where no base is meant at all: then a name is read as the base that bears it.
    """
    hint = "take it out"
    if not sight.charts.air[unit].is_eleventh:
        bases = some_bases(sight, open_to(sight.game, unit, sight.charts))
        hint = f"it can at: {bases}"
        if base in sight.charts.bases:
            named = f"{refusal.what} ({sight.charts.base_name(base)}){because(refusal.rule)}"
            refusal = replace(refusal, what=named)
    return refusal.about(unit, "units", hint)


def _redistributions(sight: Sight) -> Iterator[Redistribute]:
    """Each unit at each base that has room for it beside those that stand there now."""
    if not sight.redistributes:
        return
    there = {base: tuple(sight.own.at(base)) for base in own_bases(sight.game, sight.side)}
    for plane in sight.planes():
        for base, planes in there.items():
            if not cannot_redistribute(sight, plane.id, base) and _fits(sight, plane, base, planes):
                yield Redistribute(units=FrozenMap({plane.id: base}))


def _fits(sight: Sight, plane: Plane, base: str, there: Iterable[Plane]) -> bool:
    """Whether a unit has room at a base beside those there [6.3]; on a deck all have."""
    if base not in sight.game.bases:
        return True
    both = (*(one for one in there if one.id != plane.id), plane)
    return not capacity_problem(sight.charts, sight.game, base, kinds(both, base, sight.charts))


REDISTRIBUTE = Kind(
    order=Redistribute,
    steps=OPENING,
    faults=_redistribute_faults,
    options=_redistributions,
    claims=lambda _, order: [once(order, "H17.0")],
    words=ordered.redistributed,
)
