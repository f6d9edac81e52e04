"""Phase 4, whose turn it is: one nation after another, the sides alternating [P4.0.1, PH13]."""

from collections.abc import Iterable

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.asks import ask, openings
from pbem.systems.pto.rules.month.p4_costs import can_afford
from pbem.systems.pto.rules.month.p4_offensive import perform
from pbem.systems.pto.table.events_play import Passed
from pbem.systems.pto.table.orders import (
    Debark,
    Form,
    March,
    Offensive,
    Pass,
    Rail,
    Repair,
    Replenish,
    Return,
    Stay,
)
from pbem.systems.pto.table.state import Game, Plan

STEP = "P4"
PASSES = 2
"""Passes in a row that end the phase [PH13.3]."""


def play(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """One opportunity of phase 4: whose it is, and what is made of it [P4.0.1, PH13.3, PH13.4].

    A file that also says `declines` holds for this opportunity all the same: from the next on its
    seat is not asked.
    """
    month = game.month
    if month.passes >= PASSES:
        return Result(game=game.with_month(replace(month, to_act="", declined=())))
    heard = (seat for seat in game.seats_of(month.to_act) if seat in desk.answers)
    seat = next(heard, "") or next_seat(game, month.to_act, desk.charts)
    return _opportunity(game, seat, desk) if seat else _passed(game)


def _opportunity(game: Game, seat: str, desk: Desk[Charts]) -> Result[Game]:
    """A seat performs offensives, or declines; the enemy's standing orders are opened first."""
    waiting = ask(game, desk, (seat,), "P4.0.1", (STEP,), number=game.month.heard + 1)
    if waiting:
        return Result(game=game, asks=waiting)
    orders = desk.answers[seat]
    if not any(isinstance(order, Offensive) for order in orders):
        return _declined(game, seat, orders)
    waiting = openings(game, other(game.month.to_act))
    if waiting:
        return Result(game=game, asks=waiting)
    game, events = perform(game, seat, orders, desk.charts, desk.dice)
    heard = replace(game.month, heard=game.month.heard + 1)
    return Result(game=acted(game.with_month(heard), seat), events=events, again=True)


def acted(game: Game, seat: str) -> Game:
    """The game after an offensive: the other side is next; what passes brought stays [F.2.2]."""
    month = game.month
    month = replace(
        month,
        to_act=other(month.to_act),
        passes=0,
        acted=month.acted.set(month.to_act, seat),
        declined=(),
    )
    return replace(game, month=month, closer=seat)


def next_seat(game: Game, side: str, charts: Charts) -> str:
    """The seat that may fill a side's slot, in genesis order after the one that acted [PH13.4].

    One that has said it declines, or that could pay for nothing, is not asked [P0.5].
    """
    seats = game.seats_of(side)
    last = game.month.acted.get(side, "")
    after = seats.index(last) + 1 if last in seats else 0
    ordered = (*seats[after:], *seats[:after])
    return next((seat for seat in ordered if _is_asked(game, seat, charts)), "")


def _is_asked(game: Game, seat: str, charts: Charts) -> bool:
    if seat in game.month.declined:
        return False
    return any(
        can_afford(game, nation, charts) and not declines(game, seat, nation)
        for nation in game.purses_of(seat)
    )


def declines(game: Game, seat: str, nation: str) -> bool:
    """Whether a nation passes by standing order [PH13.4]."""
    standing = game.standing[seat].declines
    order = standing.get(nation) or standing.get("")
    return order is not None and order.declines


def _passed(game: Game) -> Result[Game]:
    """A side none of whose nations acts has passed, asked or not [PH13.3, PH13.4]."""
    side = game.month.to_act
    asked = any(seat in game.month.declined for seat in game.seats_of(side))
    month = replace(game.month, to_act=other(side), passes=game.month.passes + 1, declined=())
    return Result(
        game=game.with_month(month), events=(Passed(to=ALL, side=side, asked=asked),), again=True
    )


def _declined(game: Game, seat: str, orders: tuple[Order, ...]) -> Result[Game]:
    """A seat declines; what it orders for the end of the month waits for that [F.2.2]."""
    month = replace(
        game.month,
        declined=(*game.month.declined, seat),
        heard=game.month.heard + 1,
        plans=_planned(game.month.plans, seat, orders),
    )
    return Result(game=replace(game, month=month, closer=seat), again=True)


def _planned(plans: FrozenMap[Plan], seat: str, orders: tuple[Order, ...]) -> FrozenMap[Plan]:
    """What passes have brought for the end of the month, after one more of a seat [F.2.2].

    One that brings anything, or says that there is nothing, replaces all that the seat gave
    before; a bare one leaves it; `anew` takes it back.
    """
    if any(isinstance(order, Pass) and order.anew for order in orders):
        return plans.without(seat)
    return plans.set(seat, plan_of(orders)) if has_plan(orders) else plans


PLANNED = (March, Rail, Debark, Form, Return, Stay, Replenish, Repair)
"""The orders of the end of the month [P5, P6]."""


def has_plan(orders: Iterable[Order]) -> bool:
    """Whether a pass carries the orders for the end of the month, or says that none come [F.2]."""
    return any(
        isinstance(order, PLANNED) or (isinstance(order, Pass) and order.ends) for order in orders
    )


def plan_of(orders: Iterable[Order]) -> Plan:
    """The orders of a file for the end of the month, sorted by their steps [P5, P6]."""
    given = tuple(orders)
    return Plan(
        marches=tuple(order for order in given if isinstance(order, March)),
        rails=tuple(order for order in given if isinstance(order, Rail)),
        debarks=tuple(order for order in given if isinstance(order, Debark)),
        forms=tuple(order for order in given if isinstance(order, Form)),
        returns=tuple(order for order in given if isinstance(order, Return)),
        stays=tuple(order for order in given if isinstance(order, Stay)),
        replenishes=tuple(order for order in given if isinstance(order, Replenish)),
        repairs=tuple(order for order in given if isinstance(order, Repair)),
    )
