"""The computer player's files of phase 4: as few as the rules allow without a decision lost [F.2].

It performs what is worth it, several offensives in one file where the enemy is out. It rests once
nothing is worth it, before phase 4 where the enemy has moved already, and orders the month's end
with its last offensive, or with the enemy's dice.
"""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.bot import front as bot_front
from pbem.systems.pto.bot import offensive as bot_offensive
from pbem.systems.pto.bot.prepared import legal, prepared
from pbem.systems.pto.orders.appended import after_phase_3
from pbem.systems.pto.orders.check import check, for_the_end, left_by
from pbem.systems.pto.rules.month.p4_turns import is_side_out
from pbem.systems.pto.table.orders_month import Offensive, Pass
from pbem.systems.pto.table.state import Game

Orders = tuple[Order, ...]
MOST = 6
"""Offensives in one file at most."""


def orders(view: View[Game], charts: Charts) -> Orders:
    """Offensives that are worth it and legal, or a pass; the month's end with the last of them."""
    given = _performed(view, charts)
    if given and any(True for _ in _proposals(view, given, charts)):
        return given
    return _with_end(view, given, charts)


def rests(view: View[Game], game: Game, charts: Charts) -> bool:
    """Whether it performs no offensive this month; `game` is as its phase 3 leaves it.

    Who goes first waits for what the enemy does, unless no offensive is left.
    """
    if not _has_track(game, view.seat):
        return True
    if game.month.first == view.side:
        return False
    then = replace(view, game=after_phase_3(game, view.side, charts))
    return not any(True for _ in bot_offensive.proposals(then, charts))


def _has_track(game: Game, seat: str) -> bool:
    """Whether any nation of a seat has an offensive left that is paid for."""
    return any(game.purses[nation].track for nation in game.purses_of(seat))


def _performed(view: View[Game], charts: Charts) -> Orders:
    """The first offensive that is worth it; more, one after another, if the enemy is out."""
    if view.game.month.closing == view.seat:
        return ()
    given: Orders = ()
    for _ in range(MOST if is_side_out(view.game, other(view.side), charts) else 1):
        more = next(_next(view, given, charts), ())
        if not more:
            break
        given = (*given, *more)
    return given


def _next(view: View[Game], given: Orders, charts: Charts) -> Iterator[Orders]:
    """Offensives that are legal after those given, best first."""
    for proposal in _proposals(view, given, charts):
        more = tuple(_after_others(order) for order in proposal) if given else proposal
        if not tuple(check(view, (*given, *more), charts)):
            yield more


def _proposals(view: View[Game], given: Orders, charts: Charts) -> Iterator[Orders]:
    """Offensives that are worth it after those given, as if these met nobody."""
    found, _ = for_the_end(view, (*given, Pass()), charts) if given else (view, ())
    return bot_offensive.proposals(found, charts)


def _after_others(order: Order) -> Order:
    return replace(order, next=True) if isinstance(order, Offensive) else order


def _with_end(view: View[Game], given: Orders, charts: Charts) -> Orders:
    """The orders with a pass and the month's end below; who has offensives left may come back."""
    is_last = not given or not _has_track(left_by(view, given, charts), view.seat)
    passing = Pass(ends=True, rest=is_last and view.game.month.closing != view.seat)
    found, _ = for_the_end(view, (*given, passing), charts)
    ending = legal(found, (passing, *bot_front.orders(found, charts)), charts)
    whole = (*given, *ending, *legal(view, prepared(view, charts), charts))
    return given if given and any(check(view, whole, charts)) else whole
