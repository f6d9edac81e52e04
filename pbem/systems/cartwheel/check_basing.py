"""Whether hidden changes of base are legal (E.3): staging, placements, relocation, arrivals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.cartwheel import basing, m05_events
from pbem.systems.cartwheel.basing import cannot_stage, kinds, open_bases, own_bases, within
from pbem.systems.cartwheel.drawing import eleventh
from pbem.systems.cartwheel.items import places
from pbem.systems.cartwheel.m06_bases import place_of
from pbem.systems.cartwheel.m06_capacity import PORT, capacity_problem, may_base
from pbem.systems.cartwheel.m15_reinforcements import air_due
from pbem.systems.cartwheel.orders import (
    Arrive,
    CommitEleventh,
    Evacuate,
    ReconReturn,
    Redistribute,
    Relocate,
    Stage,
)
from pbem.systems.cartwheel.private import Plane

if TYPE_CHECKING:
    from pbem.systems.cartwheel.check_private import Own


def wrong_basing(
    own: "Own", orders: tuple[Order, ...], flown: Mapping[str, int], *, first: bool
) -> Iterator[Problem]:
    """Every defect of the orders that change bases; `flown` are units in missions of the file."""
    moved: dict[str, int] = {}
    everywhere = {u: b for o in orders if isinstance(o, Redistribute) for u, b in o.units.items()}
    arriving = {u: b for o in orders if isinstance(o, Arrive) for u, b in o.units.items()}
    for number, order in enumerate(orders, 1):
        match order:
            case Redistribute() if not first:
                what = "units are redistributed before the first turn alone"
                hint = "use 'stage' in the air/naval phase"
                yield own.problem(number, "", "H17.0", what, hint)
            case Redistribute():
                yield from _wrong_redistribution(own, number, order, everywhere)
            case CommitEleventh() if order.commit:
                yield from _wrong_eleventh(own, number, order)
            case Stage():
                yield from _wrong_stage(own, number, order, {**flown, **moved})
                moved[order.unit] = number
            case Relocate():
                yield from _wrong_relocation(own, number, order)
            case ReconReturn():
                yield from _wrong_return(own, number, order)
            case Arrive():
                yield from _wrong_arrival(own, number, order, arriving)
            case Evacuate():
                yield from _wrong_list(own, number, order)


def _fits(own: "Own", at: Mapping[str, str], base: str) -> str:
    """The rule of capacity broken at a base if units stand where `at` says; empty if none."""
    planes = [
        replace(plane, base=at.get(plane.id, plane.base), due=False)
        for plane in own.private.planes.values()
    ]
    here = [plane for plane in planes if plane.base == base]
    return capacity_problem(own.charts, own.game, base, kinds(here, base, own.charts))


def _cannot_base(own: "Own", number: int, key: str, unit: str, base: str) -> Iterator[Problem]:
    rule = may_base(own.charts, own.game, unit, base)
    if rule:
        bases = open_bases(own.private, own.game, unit, own.charts)
        what = f"{unit} cannot base at {base[:40]!r}"
        yield own.problem(number, key, rule, what, f"it can at: {_some(bases)}")


def _wrong_redistribution(
    own: "Own", number: int, order: Redistribute, everywhere: Mapping[str, str]
) -> Iterator[Problem]:
    """Before the first turn units may go to any own base; the 11th stays [H17.0].

    Capacity is counted when all units of the file, `everywhere`, have gone.
    """
    for unit, base in order.units.items():
        if own.plane(unit) is None:
            yield own.problem(number, "units", "H17.0", f"{unit[:40]} is no air unit of yours")
        elif own.charts.air[unit].is_eleventh:
            yield own.problem(number, "units", "H17.0", f"{unit} is of the 11th and stays")
        else:
            yield from _cannot_base(own, number, "units", unit, base)
    for base in sorted(set(order.units.values())):
        if base in own.game.bases:
            rule = _fits(own, everywhere, base)
            if rule:
                what = f"{base} would hold more than it may"
                yield own.problem(number, "units", rule, what, "leave some where they are")


def _wrong_eleventh(own: "Own", number: int, order: CommitEleventh) -> Iterator[Problem]:
    """The 11th is placed at Rabaul within its capacity, or in Truk [5.2c]."""
    for unit, base in order.bases.items():
        if own.plane(unit) is None or not own.charts.air[unit].is_eleventh:
            yield own.problem(number, "bases", "5.2c", f"{unit[:40]} is not of the 11th")
            continue
        rule = m05_events.eleventh_problem(own.game, unit, base, own.charts)
        if rule:
            what = f"{unit} cannot be placed at {base[:40]!r}"
            yield own.problem(number, "bases", rule, what, "Truk is always open to it: TRK")
    placed = {
        p.id: p.base for p in eleventh(own.private, order, own.game, own.charts).planes.values()
    }
    for base in sorted(set(order.bases.values())):
        if base in own.game.bases and _fits(own, placed, base):
            what = f"{base} has no room for so many"
            yield own.problem(number, "bases", "5.2c", what, "leave some in Truk: TRK")


def _wrong_stage(
    own: "Own", number: int, order: Stage, flown: Mapping[str, int]
) -> Iterator[Problem]:
    """A stage move: Ready, undisrupted, unmarked, twice its range or a ferry link [H9.3].

    Never to a port [CR73].
    """
    plane = own.plane(order.unit)
    if plane is None:
        what = f"{order.unit[:40]} is no air unit of yours in play"
        yield own.problem(number, "unit", "H9.3", what)
        return
    busy = "flies in another order of this file" if plane.id in flown else ""
    why = busy or cannot_stage(own.private, own.game, plane, own.charts)
    if why:
        yield own.problem(number, "unit", "H9.3", f"{order.unit} {why}", _able(own, flown))
        return
    if order.to.startswith(PORT):
        what = f"{order.unit} cannot stage to a port, where all would see it"
        yield own.problem(number, "to", "CR73", what, "it is placed there with the 11th, by 5.2c")
        return
    yield from _cannot_base(own, number, "to", order.unit, order.to)
    if order.to == plane.base:
        yield own.problem(number, "to", "H9.3", f"{order.unit} stands there already")
    elif place_of(own.game, order.to) and not may_stage(own, plane, order.to):
        reach = staging_range(own, plane)
        what = f"{order.to} is farther from {plane.base} than {reach} hexes"
        near = [base for base in open_bases(own.private, own.game, plane.id, own.charts)
                if base != plane.base and may_stage(own, plane, base)]  # fmt: skip
        yield own.problem(number, "to", "H9.3", what, f"it can to: {_some(near)}")


def _able(own: "Own", flown: Mapping[str, int]) -> str:
    """Units that may make a stage move, for a hint."""
    able = [
        plane.id
        for plane in own.private.planes.values()
        if own.plane(plane.id) and plane.id not in flown
        and not cannot_stage(own.private, own.game, plane, own.charts)
    ]  # fmt: skip
    return f"these can: {_some(able, 'none')}"


def _some(names: Sequence[str], nobody: str = "no base") -> str:
    """The first of some names, for a hint."""
    return f"{', '.join(names[:10]) or nobody}{' …' if len(names) > 10 else ''}"


def staging_range(own: "Own", plane: Plane) -> int:
    """Hexes of a stage move: twice the printed range, the range of a recon unit [H9.3]."""
    return basing.staging_range(plane.id, own.charts)


def may_stage(own: "Own", plane: Plane, to: str) -> bool:
    """Whether a base is within a unit's stage move, or at the end of a ferry link [H9.3, H2.8]."""
    return basing.may_reach(own.game, plane, to, own.charts)


def _wrong_relocation(own: "Own", number: int, order: Relocate) -> Iterator[Problem]:
    """Units of a destroyed base fly to any own base in printed range [H6.6.1].

    Those of a captured one have flown where its list sends them [H6.6.5].
    """
    captured = {one.place for one in own.game.owed if one.kind == "lost-base" and one.captured}
    moving = {
        unit: due
        for due in own.private.due
        if due.kind == "lost-base" and due.place not in captured
        for unit in due.saved
    }
    for unit, base in order.units.items():
        if unit not in moving:
            what = f"{unit[:40]} has lost no base by bombs"
            hint = f"to relocate are: {', '.join(sorted(moving)) or 'none'}"
            yield own.problem(number, "units", "H6.6.1", what, hint)
            continue
        bases = [b for b in open_bases(own.private, own.game, unit, own.charts)
                 if b != moving[unit].place]  # fmt: skip
        reach = own.charts.air[unit].model.range
        legal = within(own.game, unit, moving[unit].hex, reach, bases, own.charts)
        if base not in legal:
            what = f"{unit} cannot reach {base[:40]!r}"
            hint = f"it can: {_some(legal)}"
            yield own.problem(number, "units", "H6.6.1", what, hint)


def _wrong_return(own: "Own", number: int, order: ReconReturn) -> Iterator[Problem]:
    """A recon unit lands at an own base in range of its hex [7.3.5~]."""
    scout, plane = own.game.turn.scouts.get(order.unit), own.plane(order.unit)
    if scout is None or plane is None:
        what = f"{order.unit[:40]} is no recon unit of yours on a hex"
        out = [scout.id for scout in own.game.turn.scouts.values()
               if scout.side == own.private.side and own.plane(scout.id)]  # fmt: skip
        yield own.problem(number, "unit", "7.3.5~", what, f"these are: {_some(out, 'none')}")
        return
    bases = open_bases(own.private, own.game, order.unit, own.charts)
    reach = own.charts.air[order.unit].model.range
    legal = within(own.game, order.unit, scout.hex, reach, bases, own.charts)
    if order.base not in legal:
        what = f"{order.unit} cannot land at {order.base[:40]!r}"
        yield own.problem(number, "base", "7.3.5~", what, f"it can at: {_some(legal)}")


def _wrong_arrival(
    own: "Own", number: int, order: Arrive, everybody: Mapping[str, str]
) -> Iterator[Problem]:
    """Reinforcements come to the bases of the schedule, within capacity [H15.1, H15.2].

    It is counted when all of the file, `everybody`, are there.
    """
    due = air_due(own.game, own.private.side, own.charts)
    for unit, base in order.units.items():
        if unit not in due:
            what = f"{unit[:40]} does not arrive this turn"
            hint = f"due are: {', '.join(due) or 'none'}"
            yield own.problem(number, "units", "H15.3", what, hint)
        elif base not in due[unit]:
            what = f"{unit} cannot arrive at {base[:40]!r}"
            yield own.problem(number, "units", "H15.2", what, f"it can at: {', '.join(due[unit])}")
    arriving = [Plane(id=unit, base=base) for unit, base in everybody.items() if unit in due]
    for base in sorted({*order.units.values()} & {*own.game.bases}):
        here = [*own.private.at(base), *(plane for plane in arriving if plane.base == base)]
        counted = kinds(here, base, own.charts)
        if capacity_problem(own.charts, own.game, base, counted):
            what = f"{base} has no room for so many"
            yield own.problem(number, "units", "H15.2", what, "send some to another of their bases")


def _wrong_list(own: "Own", number: int, order: Evacuate) -> Iterator[Problem]:
    """A list of refuges is for a base that may be ours one day, and names others [H6.6.5]."""
    known = places(own.game, own.private.side, own.charts)
    for key, base in (("base", order.base), *(("to", to) for to in order.to)):
        if base not in known:
            what = f"you have no chart of {base[:40]!r}"
            held = [base for base in own_bases(own.game, own.private.side) if base in known]
            yield own.problem(number, key, "H6.6.5", what, f"your bases are: {_some(held)}")
    if order.base in order.to:
        yield own.problem(number, "to", "H6.6.5", f"{order.base} is no refuge from itself")
