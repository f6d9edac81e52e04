"""Whether hidden changes of base are legal (E.3): staging, placements, relocation, arrivals.

What is legal `changes` says, for the audit too (E.3.1); here it is told with a hint.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.cartwheel.own.basing import (
    cannot_stage,
    is_over_full,
    landing_places,
    may_reach,
    open_bases,
    over_full,
)
from pbem.systems.cartwheel.own.changes import (
    cannot_arrive,
    cannot_be_placed,
    cannot_come,
    cannot_leave,
    cannot_list,
    cannot_redistribute,
    cannot_relocate,
    cannot_return,
    has_chart,
    has_room_for_arrivals,
    is_captured,
    lost_base,
)
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.entries import counting, eleventh, moved, returned
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders import (
    Arrive,
    CommitEleventh,
    CountsAs,
    Evacuate,
    ReconReturn,
    Redistribute,
    Relocate,
    Stage,
)

if TYPE_CHECKING:
    from pbem.systems.cartwheel.orders.hidden import Own


def wrong_basing(
    own: "Own", orders: tuple[Order, ...], flying: frozenset[str]
) -> Iterator[Problem]:
    """Every defect of the orders that change bases; `flying` are units that other orders send."""
    staged: set[str] = set()
    placed = _placed(own, orders)
    arriving = {u: b for o in orders if isinstance(o, Arrive) for u, b in o.units.items()}
    for number, order in enumerate(orders, 1):
        match order:
            case Redistribute() if not own.occasion.redistributes:
                what = "units are redistributed before the first turn alone"
                hint = "use 'stage' in the air/naval phase"
                yield own.problem(number, "", "H17.0", what, hint)
            case Redistribute():
                yield from _wrong_redistribution(own, number, order, placed)
            case CommitEleventh() if order.commit:
                yield from _wrong_eleventh(own, number, order, placed)
            case Stage():
                found = [*_wrong_stage(own, number, order, flying, staged)]
                yield from found
                staged |= set() if found else {order.unit}
            case Relocate():
                yield from _wrong_relocation(own, number, order)
            case ReconReturn():
                yield from _wrong_return(own, number, order)
            case Arrive():
                landed = returned(placed, orders, own.game, own.charts)
                yield from _wrong_arrival(own, number, order, arriving, landed)
            case Evacuate():
                yield from _wrong_list(own, number, order)


def _placed(own: "Own", orders: tuple[Order, ...]) -> Private:
    """The charts with all in their places that the file sets up or commits [H17.0, 5.2c].

    Recon units take room there as the file says that they count [7.3.1].
    """
    private = own.private
    for order in orders:
        match order:
            case CommitEleventh() if order.commit:
                private = eleventh(private, order, own.game, own.charts)
            case Redistribute():
                private = moved(private, order.units)
            case CountsAs():
                private = counting(private, order)
    return private


def _wrong_redistribution(
    own: "Own", number: int, order: Redistribute, placed: Private
) -> Iterator[Problem]:
    """Before the first turn units may go to any own base; the 11th stays [H17.0].

    Capacity is counted when all units of the file are `placed`.
    """
    for unit, base in order.units.items():
        if own.plane(unit) is None:
            yield own.problem(number, "units", "H17.0", f"{unit[:40]} is no air unit of yours")
        elif refusal := cannot_redistribute(own.occasion, unit, base):
            bases = open_bases(own.private, own.game, unit, own.charts)
            stays = own.charts.air[unit].is_eleventh
            hint = "take it out" if stays else f"it can at: {_some(bases)}"
            yield own.problem(number, "units", refusal.rule, f"{unit} {refusal.what}", hint)
    for base in sorted({*order.units.values()} & {*own.game.bases}):
        if rule := over_full(placed, own.game, base, own.charts):
            what = f"{base} would hold more than it may"
            yield own.problem(number, "units", rule, what, "leave some where they are")


def _wrong_eleventh(
    own: "Own", number: int, order: CommitEleventh, placed: Private
) -> Iterator[Problem]:
    """The 11th is placed at Rabaul within its capacity, or in Truk [5.2c]."""
    for unit, base in order.bases.items():
        plane = own.plane(unit)
        if plane is None or not own.charts.air[unit].is_eleventh:
            yield own.problem(number, "bases", "5.2c", f"{unit[:40]} is not of the 11th")
        elif refusal := cannot_be_placed(own.occasion, plane, base):
            what, hint = f"{unit} {refusal.what}", "Truk is always open to it: TRK"
            yield own.problem(number, "bases", refusal.rule, what, hint)
    for base in sorted({*order.bases.values()} & {*own.game.bases}):
        if is_over_full(placed, own.game, base, own.charts):
            what = f"{base} has no room for so many"
            yield own.problem(number, "bases", "5.2c", what, "leave some in Truk: TRK")


def _wrong_stage(
    own: "Own", number: int, order: Stage, flying: frozenset[str], staged: Set[str]
) -> Iterator[Problem]:
    """A stage move: Ready, undisrupted, unmarked, twice its range or a ferry link [H9.3].

    Never to a port [CR73].
    """
    plane = own.plane(order.unit)
    if plane is None:
        what = f"{order.unit[:40]} is no air unit of yours in play"
        yield own.problem(number, "unit", "H9.3", what)
        return
    refusal = cannot_leave(own.occasion, own.private, plane, flies=plane.id in flying)
    if refusal is None and plane.id in staged:
        refusal = Refusal(rule="H9.3", what="makes one stage move a turn, and another order has it")
    if refusal:
        what = f"{order.unit} {refusal.what}"
        yield own.problem(number, "unit", refusal.rule, what, _able(own, flying | staged))
    elif refusal := cannot_come(own.occasion, plane, order.to):
        near = [base for base in open_bases(own.private, own.game, plane.id, own.charts)
                if base != plane.base and may_reach(own.game, plane, base, own.charts)]  # fmt: skip
        what, hint = f"{order.unit} {refusal.what}", f"it can go to: {_some(near)}"
        if refusal.rule == "CR73":
            hint = "it is placed there with the 11th, by 5.2c"
        yield own.problem(number, "to", refusal.rule, what, hint)


def _able(own: "Own", busy: Set[str]) -> str:
    """Units that may make a stage move, for a hint."""
    able = [
        plane.id
        for plane in own.private.planes.values()
        if own.plane(plane.id) and plane.id not in busy
        and not cannot_stage(own.private, own.game, plane, own.charts)
    ]  # fmt: skip
    return f"these can: {_some(able, 'none')}"


def _some(names: Sequence[str], nobody: str = "no base") -> str:
    """The first of some names, for a hint."""
    return f"{', '.join(names[:10]) or nobody}{' …' if len(names) > 10 else ''}"


def _wrong_relocation(own: "Own", number: int, order: Relocate) -> Iterator[Problem]:
    """Units of a destroyed base fly to any own base in printed range [H6.6.1].

    Those of a captured one have flown where its list sends them [H6.6.5].
    """
    lost = [due for due in own.private.due if due.kind == "lost-base"]
    moving = [unit for due in lost if not is_captured(own.game, due) for unit in due.saved]
    for unit, base in order.units.items():
        due = lost_base(own.private, unit)
        refusal = cannot_relocate(own.occasion, own.private, due, unit, base)
        if refusal is None:
            continue
        hint = f"to relocate are: {', '.join(sorted(moving)) or 'none'}"
        if due is not None and unit in moving:
            found = landing_places(own.private, own.game, unit, due.hex, own.charts)
            hint = f"it can: {_some([one for one in found if one != due.place])}"
        yield own.problem(number, "units", refusal.rule, f"{unit[:40]} {refusal.what}", hint)


def _wrong_return(own: "Own", number: int, order: ReconReturn) -> Iterator[Problem]:
    """A recon unit lands at an own base in range of its hex [7.3.5~]."""
    scout, plane = own.game.turn.scouts.get(order.unit), own.plane(order.unit)
    if scout is None or plane is None:
        what = f"{order.unit[:40]} is no recon unit of yours on a hex"
        out = [scout.id for scout in own.game.turn.scouts.values()
               if scout.side == own.private.side and own.plane(scout.id)]  # fmt: skip
        yield own.problem(number, "unit", "7.3.5~", what, f"these are: {_some(out, 'none')}")
    elif refusal := cannot_return(own.occasion, own.private, plane, order.base):
        found = landing_places(own.private, own.game, order.unit, scout.hex, own.charts)
        what, hint = f"{order.unit} {refusal.what}", f"it can at: {_some(found)}"
        yield own.problem(number, "base", refusal.rule, what, hint)


def _wrong_arrival(
    own: "Own", number: int, order: Arrive, everybody: Mapping[str, str], landed: Private
) -> Iterator[Problem]:
    """Reinforcements come to the bases of the schedule, within capacity [H15.1, H15.2].

    It is counted when recon has `landed`, and all of the file, `everybody`, are there.
    """
    due = air_due(own.game, own.private.side, own.charts)
    for unit, base in order.units.items():
        if refusal := cannot_arrive(own.occasion, unit, base):
            hint = f"due are: {', '.join(due) or 'none'}"
            if unit in due:
                hint = f"it can at: {', '.join(due[unit])}"
            what = f"{unit[:40]} {refusal.what}"
            yield own.problem(number, "units", refusal.rule, what, hint)
    coming = {unit: base for unit, base in everybody.items() if unit in due}
    for base in sorted({*order.units.values()} & {*own.game.bases}):
        if not has_room_for_arrivals(landed, own.game, coming, base, own.charts):
            what = f"{base} has no room for so many"
            yield own.problem(number, "units", "H15.2", what, "send some to another of their bases")


def _wrong_list(own: "Own", number: int, order: Evacuate) -> Iterator[Problem]:
    """A list of refuges is for a base that may be ours one day, and names others [H6.6.5]."""
    for key, base in (("base", order.base), *(("to", to) for to in order.to)):
        if not has_chart(own.occasion, base):
            what = f"you have no chart of {base[:40]!r}"
            held = list(own_bases(own.game, own.private.side))
            yield own.problem(number, key, "H6.6.5", what, f"your bases are: {_some(held)}")
    refusal = cannot_list(own.occasion, order.base, order.to)
    if refusal and order.base in order.to:
        yield own.problem(number, "to", refusal.rule, f"{order.base} {refusal.what}")
