"""Whether a seat's orders are legal: every defect at once, each with its rule [F.3]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import Speller
from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.orders import air as check_air
from pbem.systems.pto.orders import appended as check_appended
from pbem.systems.pto.orders import economy as check_economy
from pbem.systems.pto.orders import ground as check_ground
from pbem.systems.pto.orders import naval as check_naval
from pbem.systems.pto.orders import offensive as check_offensive
from pbem.systems.pto.orders import season as check_season
from pbem.systems.pto.rules import f6_bounds as check_bounds
from pbem.systems.pto.rules import f6_names as check_names
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM, is_sealed
from pbem.systems.pto.rules.month.p4_turns import PLANNED, STEP
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.orders import (
    APPENDED,
    STEP_ORDERS,
    Bid,
    Engage,
    Form,
    Offensive,
    Sail,
    Sealed,
    StepOrder,
    Strike,
    is_appended,
)
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]
AT_FAULT = "its author's program is at fault or was tampered with"
PARTS = (check_naval, check_air, check_offensive, check_ground, check_economy)
"""Who judges the orders of single steps; each looks at its own kinds."""


def check(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    """Every reason for which the orders are not legal in this file, with the ids to write [F.7]."""
    known = names(view.game, charts)
    for one in _problems(view, orders, charts):
        what, hint = Speller(known)(one.what), Speller(known)(one.hint)
        yield replace(one, what=what, hint=hint)


def _problems(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Iterator[Problem]:
    numbered = tuple(enumerate(orders, 1))
    yield from _misplaced(view, numbered, charts)
    yield from _unsealed(view, numbered)
    unfit = tuple(_unfit(view, numbered, charts))
    yield from (refusal.of(number) for number, refusal in unfit)
    timely = tuple((number, order) for number, order in numbered if _is_timely(view, order))
    yield from _beside(unfit, _judged(view, timely, charts))


def _judged(view: View[Game], timely: Numbered, charts: Charts) -> Iterator[Problem]:
    """What the rules of the steps say to orders, those of an appended offensive apart [F.2]."""
    now, later = map(_once, _phases(view, timely))
    yield from _by_rules(view, view.game, now, charts)
    yield from check_season.lent_with_partners(_before(view), now, charts)
    yield from check_appended.without_offensive(later)
    if any(isinstance(order, Offensive) for _, order in later):
        then = check_appended.after_phase_3(view.game, view.side, view.seat, now, charts)
        yield from _by_rules(view, then, later, charts)


def _by_rules(view: View[Game], game: Game, orders: Numbered, charts: Charts) -> Iterator[Problem]:
    for part in PARTS:
        yield from part.problems(game, view.side, view.seat, orders, charts)


def _phases(view: View[Game], numbered: Numbered) -> tuple[Numbered, Numbered]:
    """A file's orders, and those for the offensive that it appends, if it may [F.2]."""
    return check_appended.parted(numbered) if "P3.1" in steps_of(view) else (numbered, ())


def _once(orders: Numbered) -> Numbered:
    """Orders without those that are given twice, which are judged once [F.6.6]."""
    again = {number for number, _ in check_bounds.doubled(orders)}
    return tuple(
        (number, order)
        for number, order in orders
        if number not in again or isinstance(order, Offensive)
    )


def _before(view: View[Game]) -> Iterator[Order]:
    """What partners have ordered already for the steps of this file."""
    for key in view.decision.covers:
        for orders in view.earlier.get(key, FrozenMap()).values():
            yield from orders


# --- names and numbers ---------------------------------------------------------------------------


def _unfit(view: View[Game], numbered: Numbered, charts: Charts) -> Iterator[tuple[int, Refusal]]:
    """Names that are not there, numbers out of bounds, and what is ordered twice [F.6.3, F.6.6]."""
    formed = tuple(order.tf for _, order in numbered if isinstance(order, Form))
    scope = check_names.Scope(game=view.game, seat=view.seat, charts=charts, formed=formed)
    for number, order in numbered:
        yield from ((number, one) for one in check_names.wrong_names(scope, order))
        yield from ((number, one) for one in check_bounds.out_of_bounds(order))
        yield from ((number, one) for one in check_bounds.in_both_stacks(order))
        yield from ((number, one) for one in check_bounds.silent(order, view.game, view.seat))
    for orders in _phases(view, numbered):
        yield from check_bounds.doubled(orders)


def _beside(unfit: Sequence[tuple[int, Refusal]], found: Iterator[Problem]) -> Iterator[Problem]:
    """The refusals of other keys: at one with a wrong name every rule would only say so again."""
    told = {order_place(number, refusal.key) for number, refusal in unfit}
    whole = {order_place(number) for number, refusal in unfit if refusal.rule == "F.6.3"}
    yield from (one for one in found if one.where not in told | whole)


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
    if isinstance(order, Sail | Engage | Strike) and order.appended and APPENDED not in steps:
        return False
    return bool(steps & set(order.steps)) or (STEP in steps and isinstance(order, PLANNED))


def _misplaced(view: View[Game], numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """Orders of other steps [P0.7], and those of an offensive that may not be appended [F.2]."""
    steps = steps_of(view)
    for number, order in numbered:
        if _is_timely(view, order):
            continue
        if is_appended(order) and steps & {"P3.1", STEP}:
            what, hint = check_appended.misplaced(view.game, view.seat, charts)
            key = "appended" if hasattr(order, "appended") else ""
            yield refuse("F.2", key, what, hint).of(number)
        else:
            what = f"'{order.type}' is not asked for in this file"
            yield refuse(order.rule, "", what, _taken(view)).of(number)


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
        what = f"the order 'sealed' for '{standing[0]}' is missing"
        yield Problem(code="E12", what=what, where="[[sealed]]", rule="F.1", hint=AT_FAULT)
    for number, order in numbered:
        if isinstance(order, Sealed) and (order.item not in standing or len(named) > 1):
            what = f"the file does not seal '{order.item[:40]}'"
            hint = "leave the order out: the program writes it"
            yield refuse("F.1", "", what, hint).of(number)
        if standing and is_sealed(order):
            what = f"'{order.type}' stands openly in a file that seals standing orders"
            hint = f"{AT_FAULT}; openly = true makes an order public"
            yield refuse("F.1", "", what, hint).of(number)
        if isinstance(order, Bid) and any(item.startswith(BID_ITEM) for item in sealed):
            what = "a bid stands openly while another seat's is still to come"
            yield refuse("F.1.1", "", what, AT_FAULT).of(number)
