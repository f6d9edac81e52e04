"""Whether standing orders are legal [MB1].

They may name squadrons that have been lost since: an order that is carried over stays legal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.midway.charts import Charts
from pbem.systems.midway.orders import (
    PhaseOrder,
    StandingCap,
    StandingLand,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)
from pbem.systems.midway.state import Game, other

MOST_RATIO = 100
MOST_WAVE = 1_000
AA_WORDS = ("TB", "DB", "even")

Named = tuple[str, Iterable[str], Iterable[str]]
"""A key, the ids that stand under it, and the ids that may."""


def wrong_standing(
    view: View[Game], numbered: Iterable[tuple[int, Order]], charts: Charts
) -> Iterator[Problem]:
    """Every defect of the standing orders, doubled ones included."""
    seen: set[tuple[str, str]] = set()
    for number, order in numbered:
        if isinstance(order, PhaseOrder):
            continue
        for subject in _subjects(order):
            if (order.type, subject) in seen:
                what = f"'{order.type}' is given twice{f' for {subject}' if subject else ''}"
                yield _problem(number, "type", order.rule, what, "keep one of them")
            seen.add((order.type, subject))
        for key, ids, legal in _named(view, order, charts):
            yield from _wrong_ids(number, order, key, ids, sorted(legal))
        yield from _figures(number, order)


def _wrong_ids(
    number: int, order: Order, key: str, ids: Iterable[str], legal: list[str]
) -> Iterator[Problem]:
    """Ids that have no place under a key, and those that stand there more than once."""
    for id_, count in sorted(Counter(ids).items()):
        if id_ not in legal:
            hint = f"legal are: {', '.join(legal)}"
            yield _problem(number, key, order.rule, f"{id_[:40]} does not belong here", hint)
        elif count > 1:
            yield _problem(number, key, order.rule, f"{id_} stands here twice", "name it once")


def _subjects(order: Order) -> tuple[str, ...]:
    """What a standing order is about; two of one type about one thing contradict each other."""
    match order:
        case StandingMove():
            return tuple(dict.fromkeys(order.squadrons))
        case StandingPlan():
            return (order.carrier,)
    return ("",)


def _named(view: View[Game], order: Order, charts: Charts) -> Iterator[Named]:
    """The ids in an order with those that are legal there."""
    ours = {i: s for i, s in charts.squadrons.items() if _side(charts, i) == view.side}
    fighters = [id_ for id_, chart in ours.items() if chart.kind == "F"]
    bombers = [id_ for id_ in ours if id_ not in fighters]
    own = [carrier.id for carrier in view.game.carriers.values() if carrier.seat == view.seat]
    match order:
        case StandingLand():
            yield "squadrons", order.squadrons, ours
            yield "carriers", order.carriers, own
        case StandingMove():
            yield "squadrons", order.squadrons, ours
            yield "until", order.until, ours
        case StandingCap():
            yield "dogfight_first", order.dogfight_first, fighters
        case StandingTargets():
            yield "carriers", order.carriers, _carriers(charts, other(view.side))
        case StandingLosses():
            alone = order.aa if len(order.aa) != 1 or order.aa[0] not in AA_WORDS else ()
            yield "aa", alone, bombers
            yield "fighters", order.fighters, fighters
            yield "bombers", order.bombers, bombers
        case StandingPlan():
            yield "carrier", (order.carrier,), own


def _figures(number: int, order: Order) -> Iterator[Problem]:
    if isinstance(order, StandingMove) and (order.move == "hold-until") != bool(order.until):
        what = "'until' goes with 'hold-until', and only with it"
        yield _problem(number, "until", order.rule, what, "name squadrons, or leave it out")
    if isinstance(order, StandingCap) and not 1 <= order.ratio <= MOST_RATIO:
        hint = f"1 to {MOST_RATIO}"
        yield _problem(number, "ratio", order.rule, f"{order.ratio} is no ratio", hint)
    if isinstance(order, StandingTargets) and not 0 <= order.wave_sp <= MOST_WAVE:
        hint = f"0 for no limit, to {MOST_WAVE}"
        yield _problem(number, "wave_sp", order.rule, f"{order.wave_sp} is no limit", hint)


def _side(charts: Charts, squadron: str) -> str:
    return charts.carriers[charts.squadrons[squadron].carrier].side


def _carriers(charts: Charts, side: str) -> list[str]:
    return [id_ for id_, chart in charts.carriers.items() if chart.side == side]


def _problem(number: int, key: str, rule: str, what: str, hint: str) -> Problem:
    where = order_place(number, key)
    return Problem(code="E12", what=what, where=where, rule=rule, hint=hint)
