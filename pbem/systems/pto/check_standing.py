"""Whether standing orders can be understood: scopes, percents, areas that exist [F.4]."""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.orders import Order, order_place
from pbem.errors import Problem
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.check_aims import wrong_aims, wrong_shares, wrong_stacks
from pbem.systems.pto.refusal import Refusal, problem
from pbem.systems.pto.standing import AirStacks, AirStrikeRule, Declines, GoesFirst, StandingOrder
from pbem.systems.pto.state import Game

PERCENTS = ("share", "cap", "near", "far", "support")
COUNTS = ("keep", "worth", "escorts", "after", "lost")
LEAST_ONE = ("own", "enemy")
MOST = 100


def problems(
    game: Game, seat: str, numbered: Sequence[tuple[int, Order]], charts: Charts
) -> Iterator[Problem]:
    """Every standing order that means nothing [F.4]."""
    for number, order in numbered:
        if isinstance(order, StandingOrder):
            yield from _wrong_scope(game, seat, number, order, charts)
            yield from meaningless(number, order, charts)
            yield from (problem(number, one) for one in _wrong_names(game, seat, order))


def _wrong_names(game: Game, seat: str, order: StandingOrder) -> Iterator[Refusal]:
    """Ships aimed at and aircraft in stacks that are not there, or of the wrong side [F.6.3]."""
    match order:
        case AirStrikeRule():
            side = game.side_of_seat(seat)
            yield from wrong_aims(game, side, order)
            yield from wrong_shares(game, side, order.ships)
        case AirStacks():
            yield from wrong_stacks(game, game.nations_of(seat), order)


def meaningless(number: int, order: StandingOrder, charts: Charts) -> Iterator[Problem]:
    """What means nothing whoever gives it and whenever: figures out of bounds, no areas [F.4]."""
    yield from _wrong_figures(number, order)
    yield from _wrong_areas(number, order, charts)


def _wrong_scope(
    game: Game, seat: str, number: int, order: StandingOrder, charts: Charts
) -> Iterator[Problem]:
    """`of` is a task force, area or nation; who passes and who goes first is said by nation."""
    nations = game.nations_of(seat)
    own = {tf.id for tf in game.forces.values() if tf.nation in nations}
    known = {*nations} if isinstance(order, Declines) else {*nations, *own, *charts.areas}
    if isinstance(order, GoesFirst):
        known = set()
    if order.of and order.of not in known:
        what = f"'{order.type}' can not hold of '{order.of[:40]}' (F.4)"
        hint = f"leave 'of' out, or name one of: {', '.join(sorted({*nations, *own})[:8])}"
        if isinstance(order, GoesFirst):
            hint = "leave 'of' out"
        yield _problem(number, "of", what, hint)


def _wrong_figures(number: int, order: StandingOrder) -> Iterator[Problem]:
    for key in (*PERCENTS, *COUNTS, *LEAST_ONE):
        value: Any = getattr(order, key, None)
        if not isinstance(value, int) or isinstance(value, bool):
            continue
        least = 1 if key in LEAST_ONE else 0
        if not least <= value <= MOST:
            what = f"{key} = {value} is out of bounds (F.4)"
            yield _problem(number, key, what, f"use {least} to {MOST}")


def _wrong_areas(number: int, order: StandingOrder, charts: Charts) -> Iterator[Problem]:
    for key in ("areas", "retreat"):
        for area in getattr(order, key, ()):
            if area not in charts.areas:
                what = f"there is no area '{area[:10]}' (PH1)"
                yield _problem(number, key, what, "see 'pbem map' for the areas")


def _problem(number: int, key: str, what: str, hint: str) -> Problem:
    return Problem(code="E12", what=what, where=order_place(number, key), hint=hint)
