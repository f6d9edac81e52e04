"""Whether a seat's orders are legal: every defect at once, each with its rule [F.3]."""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import FrozenMap
from pbem.systems.pto import (
    check_air,
    check_economy,
    check_ground,
    check_naval,
    check_offensive,
    check_season,
    check_standing,
)
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.orders import STEP_ORDERS, Bid, Sealed, StepOrder
from pbem.systems.pto.p4_turns import PLANNED, STEP
from pbem.systems.pto.sealing import BID_ITEM, STANDING_ITEM, is_sealed
from pbem.systems.pto.state import Game

Numbered = Sequence[tuple[int, Order]]
AT_FAULT = "its author's program is at fault or was tampered with"
PARTS = (check_naval, check_air, check_offensive, check_ground, check_economy)
"""Who judges the orders of single steps; each looks at its own kinds."""


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal in this file."""
    numbered = tuple(enumerate(orders, 1))
    yield from _misplaced(view, numbered)
    yield from _unsealed(view, numbered)
    yield from check_standing.problems(view.game, view.seat, numbered, charts)
    timely = tuple((number, order) for number, order in numbered if _is_timely(view, order))
    for part in PARTS:
        yield from part.problems(view.game, view.side, view.seat, timely, charts)
    yield from check_season.lent_with_partners(_before(view), timely, charts)


def _before(view: View[Game]) -> Iterator[Order]:
    """What partners have ordered already for the steps of this file."""
    for key in view.decision.covers:
        for orders in view.earlier.get(key, FrozenMap()).values():
            yield from orders


# --- in the wrong file ---------------------------------------------------------------------------


def steps_of(view: View[Game]) -> frozenset[str]:
    """The steps that the file answers, without their halves: `P3.1`, `P4`, `S2.3`."""
    names = (key.partition("/")[2] for key in view.decision.covers)
    return frozenset(name.partition("-")[0] for name in names)


def _is_timely(view: View[Game], order: Order) -> bool:
    """Whether an order belongs to this file; a pass may carry those for the month's end [F.2]."""
    if not isinstance(order, StepOrder):
        return bool(view.decision.covers)
    steps = steps_of(view)
    return bool(steps & set(order.steps)) or (STEP in steps and isinstance(order, PLANNED))


def _misplaced(view: View[Game], numbered: Numbered) -> Iterator[Problem]:
    """Orders of other steps [P0.7]."""
    for number, order in numbered:
        if not _is_timely(view, order):
            what = f"'{order.type}' is not asked for in this file ({order.rule})"
            yield Problem(code="E12", what=what, where=order_place(number), hint=_taken(view))


def _taken(view: View[Game]) -> str:
    """What the file does take, for a hint."""
    steps = steps_of(view)
    if not steps:
        return "this file only opens what was sealed: take it out"
    types = sorted(kind.type for kind in STEP_ORDERS if steps & set(kind.steps))
    return f"this file takes: {', '.join((*types, 'standing orders'))}"


# --- what is sealed ------------------------------------------------------------------------------


def _unsealed(view: View[Game], numbered: Numbered) -> Iterator[Problem]:
    """A file names the standing orders that it seals, and holds openly nothing that it seals [F.1].

    In a draft nothing is sealed yet, and the program names the item.
    """
    sealed = tuple(item for item in view.decision.seals if item in view.sealed)
    standing = tuple(item for item in sealed if item.startswith(STANDING_ITEM))
    named = tuple(order.item for _, order in numbered if isinstance(order, Sealed))
    if standing and not named:
        what = f"the order 'sealed' for '{standing[0]}' is missing (F.1)"
        yield Problem(code="E12", what=what, where="[[sealed]]", hint=AT_FAULT)
    for number, order in numbered:
        if isinstance(order, Sealed) and (order.item not in standing or len(named) > 1):
            what = f"the file does not seal '{order.item[:40]}' (F.1)"
            hint = "leave the order out: the program writes it"
            yield Problem(code="E12", what=what, where=order_place(number), hint=hint)
        if standing and is_sealed(order):
            what = f"'{order.type}' stands openly in a file that seals standing orders (F.1)"
            hint = f"{AT_FAULT}; openly = true makes an order public"
            yield Problem(code="E12", what=what, where=order_place(number), hint=hint)
        if isinstance(order, Bid) and any(item.startswith(BID_ITEM) for item in sealed):
            what = "a bid stands openly while another seat's is still to come (F.1.1)"
            yield Problem(code="E12", what=what, where=order_place(number), hint=AT_FAULT)
