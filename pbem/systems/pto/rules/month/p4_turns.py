"""Phase 4, whose turn it is: one nation after another, the sides alternating [P4.0.1, PH13]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.dice import Dice
from pbem.engine.after import for_each, one_by_one
from pbem.engine.events import ALL
from pbem.engine.kinds import refuse
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.asks import ask, openings
from pbem.systems.pto.rules.month.p4_costs import can_afford
from pbem.systems.pto.rules.month.p4_offensive import perform
from pbem.systems.pto.rules.month.p4_parts import (
    Orders,
    groups,
    has_offensive,
    last_part,
    with_later,
)
from pbem.systems.pto.rules.month.p4_possible import possible
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.table.events_play import Out, Passed
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.orders_month import (
    Debark,
    Form,
    March,
    Pass,
    Rail,
    Repair,
    Replenish,
    Return,
    Stay,
)
from pbem.systems.pto.table.state import Game, Plan, Told

STEP = "P4"
PASSES = 2
"""Passes in a row that end the phase [PH13.3]."""


def play(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """One opportunity of phase 4: whose it is, and what is made of it [P4.0.1, PH13.3, PH13.4].

    A file that also says `declines` holds for this opportunity all the same: from the next on its
    seat is not asked.
    """
    month = game.month
    if month.closing:
        return _closed(game, desk)
    over = month.passes >= PASSES
    heard = (seat for seat in game.seats_of(month.to_act) if seat in desk.answers)
    seat = "" if over else next(heard, "") or next_seat(game, month.to_act, desk.charts)
    if not over and not seat:
        return _passed(game, desk.charts)
    if not desk.answers and _asks_opener(game, seat or _next_to_close(game), desk.charts):
        return Result(game=game.with_month(replace(month, closing=month.opener)), again=True)
    if over:
        return Result(game=game.with_month(replace(month, to_act="", declined=(), ahead=())))
    return _opportunity(game, seat, desk)


def _opportunity(game: Game, seat: str, desk: Desk[Charts]) -> Result[Game]:
    """A seat performs offensives, or declines; the enemy's standing orders are opened first."""
    waiting = ask(game, desk, (seat,), "P4.0.1", (STEP,), number=game.month.heard + 1)
    if waiting:
        return Result(game=game, asks=waiting)
    orders = desk.answers[seat]
    if not has_offensive(orders):
        return _declined(_heard(game), seat, orders)
    waiting = openings(game, other(game.month.to_act))
    if waiting:
        return Result(game=game, asks=waiting)
    game, events = _in_sequence(_heard(game), seat, groups(orders), desk)
    return Result(game=_with_pass(game, seat, last_part(orders)), events=events, again=True)


def _heard(game: Game) -> Game:
    """The game with one more file heard, whose author opens nobody's dice any more."""
    return game.with_month(replace(game.month, heard=game.month.heard + 1, opener=""))


def _in_sequence(game: Game, seat: str, given: Sequence[Orders], desk: Desk[Charts]) -> Told:
    """A file's offensives, one after another; between them the side that is out passes [F.2.7].

    What of the later ones has become impossible is void, and costs nothing.
    """
    (first, later), *others = with_later(given)
    game, events = one_by_one(
        game,
        lambda now: perform(now, seat, first, desk.charts, desk.dice, later),
        lambda now: acted(now, seat, desk.dice),
    )
    game, more = for_each(game, others, lambda now, one: _next(now, seat, *one, desk))
    return game, (*events, *more)


def _next(game: Game, seat: str, orders: Orders, later: Orders, desk: Desk[Charts]) -> Told:
    """The next offensive of a file, after the other side's pass [F.2.7]."""
    passed = _passed(game, desk.charts)
    left, void = possible(passed.game, seat, orders, desk.charts)
    game, events = passed.game, (*passed.events, *void)
    if has_offensive(left):
        game, more = perform(game, seat, left, desk.charts, desk.dice, later)
        events = (*events, *more)
    game, more = acted(game, seat, desk.dice)
    return game, (*events, *more)


def acted(game: Game, seat: str, dice: Dice) -> Told:
    """The game after an offensive: the other side is next; what passes brought stays [F.2.2].

    Passes that the other side has given ahead are void; one of a partner was for the slot that the
    offensive has filled [F.2.5, PR97].
    """
    month, enemy = game.month, other(game.month.to_act)
    void = tuple(one for one in month.ahead if game.side_of_seat(one) == enemy)
    month = replace(
        month,
        to_act=enemy,
        passes=0,
        acted=month.acted.set(month.to_act, seat),
        declined=(),
        ahead=(),
        opener=opener(game, enemy, dice),
    )
    game = replace(game, month=month, closer=seat)
    return for_each(game, void, _void_pass)


def opener(game: Game, side: str, dice: Dice) -> str:
    """The seat of a side that writes a file after the other side's in any case; empty if none does.

    Its first one opens the dice, if there are any, and perhaps the standing orders that were met.
    Dice that a referee opens come after such standing orders, in a file of his.
    """
    first = game.seats_of(side)[0]
    writes = not game.terms.referee if dice.are_thrown else first in game.month.opened
    return first if writes else ""


def _void_pass(game: Game, seat: str) -> Told:
    """A pass given ahead is void, for the other side has acted since [F.2.5]."""
    side = side_name(other(game.side_of_seat(seat)))
    refusal = refuse("F.2.5", "", f"the {side} have performed an offensive since")
    return voided(game, seat, Pass(), refusal)


# --- whose turn it is ----------------------------------------------------------------------------


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
    passed = (*game.month.declined, *game.month.ahead)
    return seat not in passed and not is_out(game, seat, charts)


def is_out(game: Game, seat: str, charts: Charts) -> bool:
    """Whether a seat performs no offensive any more this month, whatever the other side does.

    It rests [F.2.6], or each nation of it declines or can pay for none [PH13.4, P0.5].
    """
    return seat in game.month.resting or not any(
        can_afford(game, nation, charts) and not declines(game, seat, nation)
        for nation in game.purses_of(seat)
    )


def is_side_out(game: Game, side: str, charts: Charts) -> bool:
    """Whether all seats of a side are out for the month [F.2.7]."""
    return all(is_out(game, seat, charts) for seat in game.seats_of(side))


def ends_with(game: Game, seat: str, charts: Charts, *, acts: bool) -> bool:
    """Whether phase 4 is over once a seat passes now, for nobody is asked any more [PH13.3].

    One that `acts` passes below its offensives: what the enemy gave ahead is void then [F.2.5].
    """
    month, side = game.month, game.side_of_seat(seat)
    if acts:
        ahead = tuple(one for one in month.ahead if game.side_of_seat(one) == side)
        month = replace(month, to_act=other(side), passes=0, declined=(), ahead=(*ahead, seat))
    else:
        month = replace(month, declined=(*month.declined, seat))
    game = game.with_month(month)
    while game.month.passes < PASSES:
        if next_seat(game, game.month.to_act, charts):
            return False
        game = _passed(game, charts).game
    return True


def declines(game: Game, seat: str, nation: str) -> bool:
    """Whether a nation passes by standing order [PH13.4]."""
    standing = game.standing[seat].declines
    order = standing.get(nation) or standing.get("")
    return order is not None and order.declines


def _why_out(game: Game, side: str, charts: Charts) -> Iterator[Out]:
    """Why nobody of a side could be asked for an offensive, each reason once [P0.5, PH13.4]."""
    seats = game.seats_of(side)
    others = [seat for seat in seats if seat not in game.month.resting]
    if len(others) < len(seats):
        yield "rests"
    nations = [(seat, nation) for seat in others for nation in game.purses_of(seat)]
    paying = [one for one in nations if can_afford(game, one[1], charts)]
    if any(declines(game, *one) for one in paying):
        yield "declines"
    if others and (len(paying) < len(nations) or not nations):
        yield "poor"


def _passed(game: Game, charts: Charts) -> Result[Game]:
    """A side none of whose nations acts has passed, asked or not [PH13.3, PH13.4]."""
    side, said = game.month.to_act, (*game.month.declined, *game.month.ahead)
    asked = any(seat in said for seat in game.seats_of(side))
    month = replace(game.month, to_act=other(side), passes=game.month.passes + 1, declined=())
    rest = asked and all(seat in game.month.resting for seat in game.seats_of(side))
    why = () if asked else tuple(_why_out(game, side, charts))
    event = Passed(to=ALL, side=side, asked=asked, rest=rest, why=why)
    return Result(game=game.with_month(month), events=(event,), again=True)


def _declined(game: Game, seat: str, orders: Orders) -> Result[Game]:
    """A seat declines; what it orders for the end of the month waits for that [F.2.2]."""
    game = _planning(game, seat, orders)
    month = replace(game.month, declined=(*game.month.declined, seat))
    return Result(game=game.with_month(month), again=True)


def _with_pass(game: Game, seat: str, orders: Orders) -> Game:
    """The game with the pass that stands below a seat's offensives, if there is one [F.2.5].

    Who rests needs none ahead.
    """
    if not orders:
        return game
    game = _planning(game, seat, orders)
    if seat in game.month.resting:
        return game
    return game.with_month(replace(game.month, ahead=(*game.month.ahead, seat)))


# --- the end of the month, ordered before it -----------------------------------------------------


def _next_to_close(game: Game) -> str:
    """The seat that is asked first for the month's end once phase 4 is over; empty if none is."""
    first = game.initiative
    seats = (*game.seats_of(first), *game.seats_of(other(first)))
    return next((seat for seat in seats if seat not in game.month.plans), "")


def _asks_opener(game: Game, following: str, charts: Charts) -> bool:
    """Whether who opens dice anyway is asked for the month's end in that file [F.2.2, PR99].

    It is so where another seat would be asked next, or nobody, and the opener is out for the month
    with no such orders in force.
    """
    opener, month = game.month.opener, game.month
    if not opener or following == opener or opener in month.plans:
        return False
    return is_out(game, opener, charts)


def _closed(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """Who opens dice anyway orders the month's end, or waits with it [F.2.2]."""
    seat = game.month.closing
    waiting = ask(game, desk, (seat,), "F.2.2", (STEP,), number=game.month.heard + 1)
    if waiting:
        return Result(game=game, asks=waiting)
    game = _planning(_heard(game), seat, desk.answers[seat])
    return Result(game=game.with_month(replace(game.month, closing="")), again=True)


def _planning(game: Game, seat: str, orders: Orders) -> Game:
    """The game with what a seat's file brings for the end of the month [F.2.2].

    A file that brings anything, or says that there is nothing, replaces all that the seat gave
    before; a bare one leaves it; `anew` takes it back.
    """
    plans = game.month.plans
    if any(isinstance(order, Pass) and order.anew for order in orders):
        plans = plans.without(seat)
    elif has_plan(orders):
        plans = plans.set(seat, plan_of(orders))
    return replace(game, month=replace(game.month, plans=plans), closer=seat)


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
