"""A look ahead: weather odds, what a planned season leaves, who will be asked [P1, S2.3, F.2]."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.sheets import Row, Sheet
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import (
    month_name,
    month_of,
    opens_season,
    season_key,
    season_name,
    turn_title,
)
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.form.foretell import kept_for_strikes
from pbem.systems.pto.orders.check import left_by, ruled
from pbem.systems.pto.orders.season import planned
from pbem.systems.pto.rules.asks import sealed_bidders, season_order
from pbem.systems.pto.rules.month.p6_upkeep import BOATS, charges
from pbem.systems.pto.rules.sequence import first_side
from pbem.systems.pto.table.naming import all_of, at_first
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import GoesFirst
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.table.steps import TITLES
from pbem.systems.pto.words.economy import CONDITIONS

FACES = 6
MONTHS_AHEAD = 3
"""Months that the sheets look ahead: a season."""

# --- weather -------------------------------------------------------------------------------------


class MonthOdds(Value):
    """Exact chances of a month: of each condition, and that each zone is grounded [P1.1, P1.3]."""

    turn: int
    conditions: FrozenMap[Fraction]
    grounded: FrozenMap[Fraction]


def weather_odds(turn: int, months: int, charts: Charts) -> tuple[MonthOdds, ...]:
    """The odds of so many months from a turn on, before any die of theirs [P1.1-P1.3, PH3]."""
    return tuple(_odds(one, charts) for one in range(turn, turn + months))


def _odds(turn: int, charts: Charts) -> MonthOdds:
    faces = charts.weather.track[month_of(turn) - 1]
    conditions = {str(one): Fraction(faces.count(one), len(faces)) for one in faces}
    grounded: dict[str, Fraction] = {}
    for condition, chance in conditions.items():
        for zone, flies_to in charts.weather.grounding[condition].items():
            here = chance * chance_of_grounding(flies_to)
            grounded[zone] = grounded.get(zone, Fraction(0)) + here
    return MonthOdds(turn=turn, conditions=FrozenMap(conditions), grounded=FrozenMap(grounded))


def chance_of_grounding(flies_to: int) -> Fraction:
    """The chance that two dice show more than the total at which a zone still flies [W1.1-W1.3]."""
    totals = [sum(dice) for dice in product(range(1, FACES + 1), repeat=2)]
    return Fraction(sum(total > flies_to for total in totals), len(totals))


# --- EP ------------------------------------------------------------------------------------------


class Balance(Value):
    """A nation's EP: in hand, after the purchases planned, after the bid for `offensives`."""

    nation: str
    before: int
    after: int
    offensives: int
    left: int


def balances(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> tuple[Balance, ...]:
    """What planned orders of the season would leave to each nation of a seat [S2.3, PH12.5]."""
    bids = {order.nation: order.offensives for order in orders if isinstance(order, Bid)}
    after = planned(game, seat, orders, charts)
    found = []
    for nation in game.purses_of(seat):
        before, points = game.purses[nation].points, after.purses[nation].points
        bid = bids.get(nation, 0)
        left = points - bid * charts.offensives.prices[nation]
        found.append(Balance(nation=nation, before=before, after=points, offensives=bid, left=left))
    return tuple(found)


# --- who is asked --------------------------------------------------------------------------------


class Asked(Value):
    """A step to come that asks, and the seats whose files it waits for."""

    turn: int
    step: str
    seats: tuple[str, ...]


def asks_ahead(game: Game, turn: int) -> tuple[Asked, ...]:
    """The steps of a month and of the season before it that ask seats for orders [F.2].

    Who bids last in a season, and so opens nothing, is known once its month has begun [F.2.1]. Who
    performs phase 3 first is told by the initiative and `goes-first` as they stand [P3.0.1]: a
    season's bids may change them. A pass may have brought the month's end [F.2.2]. Offensives
    alternate from the side with the initiative on [P4.0.1].
    """
    return tuple(_asks_ahead(game, turn))


def _asks_ahead(game: Game, turn: int) -> Iterator[Asked]:
    first = game.initiative
    is_known = turn == game.turn and game.month.first
    leading = game.month.first if is_known else first_side(replace(game, turn=turn))
    if opens_season(turn):
        order = season_order(game) if turn == game.turn else game.seats
        yield Asked(turn=turn, step="S2.3", seats=order)
        if turn == game.turn:
            yield Asked(turn=turn, step="S3.2", seats=sealed_bidders(game, turn))
    elif turn == game.terms.first_turn:
        yield Asked(turn=turn, step="P0", seats=game.seats_of(other(first)))
    yield Asked(turn=turn, step="P3.1-first", seats=game.seats_of(leading))
    yield Asked(turn=turn, step="P3.1-second", seats=game.seats_of(other(leading)))
    yield Asked(turn=turn, step="P4", seats=(*game.seats_of(first), *game.seats_of(other(first))))
    brought = game.month.plans if turn == game.turn else ()
    for half, side in (("first", first), ("second", other(first))):
        left = tuple(seat for seat in game.seats_of(side) if seat not in brought)
        if left:
            yield Asked(turn=turn, step=f"P5-{half}", seats=left)


# --- sheets --------------------------------------------------------------------------------------


def forecast(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> tuple[Sheet, ...]:
    """What comes next, for a seat with its orders so far."""
    sheets = [_weather_sheet(view, charts)]
    covered = {key.partition("/")[2] for key in view.decision.covers}
    after = left_by(view, orders, charts)
    left = {nation: purse.points for nation, purse in after.purses.items()}
    if "S2.3" in covered:
        sheets.append(_balance_sheet(view, orders, charts))
        left |= {one.nation: one.left for one in balances(view.game, view.seat, orders, charts)}
    sheets += _kept_sheets(view, orders)
    sheets.append(_upkeep_sheet(view, orders, left, charts))
    sheets.append(_asked_sheet(view, orders))
    return tuple(sheets)


def _weather_sheet(view: View[Game], charts: Charts) -> Sheet:
    turn = view.turn + 1 if view.game.month.weather else view.turn
    rows = tuple(
        Row(
            cells=(
                month_name(odds.turn),
                _chances(odds.conditions, CONDITIONS),
                _chances(odds.grounded, {}),
            )
        )
        for odds in weather_odds(turn, MONTHS_AHEAD, charts)
    )
    return Sheet(
        title="Weather to come [P1.1-P1.3]", heads=("month", "weather", "grounded"), rows=rows
    )


def _chances(chances: FrozenMap[Fraction], names: dict[str, str]) -> str:
    """Chances as exact fractions: `fair 1/2, monsoon 1/2`."""
    return ", ".join(f"{names.get(key, key)} {chance}" for key, chance in chances.items())


def _balance_sheet(view: View[Game], orders: tuple[Order, ...], charts: Charts) -> Sheet:
    rows = tuple(
        Row(
            cells=(
                at_first(one.nation),
                str(one.before),
                str(one.after),
                str(one.offensives),
                str(one.left),
            ),
        )
        for one in balances(view.game, view.seat, orders, charts)
    )
    head = ("nation", "EP", "after purchases", "offensives bid", "EP left")
    return Sheet(title=f"EP in {season_name(season_key(view.turn))} [S2.3]", heads=head, rows=rows)


def _kept_sheets(view: View[Game], orders: Sequence[Order]) -> tuple[Sheet, ...]:
    """The aircraft that strikes in these orders keep from all else while ships move [F.6.5]."""
    kept = kept_for_strikes(view, orders)
    rows = tuple(Row(cells=(mention(unit.id), mention(view.game.where(unit)))) for unit in kept)
    if not rows:
        return ()
    title = "Kept on the ground and on deck for your strikes [F.6.5]"
    return (Sheet(title=title, heads=("unit", "at"), rows=rows),)


def _upkeep_sheet(
    view: View[Game], orders: tuple[Order, ...], left: Mapping[str, int], charts: Charts
) -> Sheet:
    """What ships would cost where these orders leave them, of the EP `left` by nation [P6.1.1]."""
    found: dict[tuple[str, str], list[str]] = {}
    for charge in charges(left_by(view, orders, charts), view.side, (), charts):
        found.setdefault((charge.nation, charge.payer), []).append(charge.what)
    rows = []
    for (nation, payer), what in found.items():
        areas = sorted({one for one in what if one != BOATS})
        named = (*map(mention, areas), *(["submarines"] if BOATS in what else []))
        cells = (at_first(nation), all_of(named), str(len(what)), str(left.get(payer, 0)))
        rows.append(Row(cells=cells))
    head = ("nation", "at sea", "EP due", "EP of the payer")
    sails = any(isinstance(order, Sail) for order in orders)
    where = " where these orders send them" if sails else ""
    title = f"If all ships stay at sea{where} [P6.1.1]"
    return Sheet(title=title, heads=head, rows=tuple(rows))


def _asked_sheet(view: View[Game], orders: Sequence[Order]) -> Sheet:
    game = ruled(view, view.game, orders, GoesFirst)
    rows = tuple(
        Row(cells=(turn_title(one.turn, one.step), TITLES[one.step], all_of(one.seats)))
        for turn in (view.turn, view.turn + 1)
        if turn <= view.game.terms.last_turn
        for one in _from_now_on(view, asks_ahead(game, turn))
    )
    return Sheet(title="Who is asked [F.2]", heads=("when", "for", "seats"), rows=rows)


def _from_now_on(view: View[Game], asked: tuple[Asked, ...]) -> Iterator[Asked]:
    """The steps that are not over, in the order of the sequence of play."""
    steps = tuple(TITLES)
    over = steps[: steps.index(view.step)] if view.step in TITLES else ()
    yield from (one for one in asked if one.turn != view.turn or one.step not in over)
