"""Whether a seat's orders for the season are legal, one after the other [S1.2, S2.3, S3.2]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.kinds import refuse
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.season.s2_construction import (
    PURCHASES,
    buy,
    cannot_buy,
    given_or_default,
    lend,
)
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders import Bid, LendLease
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]
SEASON_ORDERS = (LendLease, *PURCHASES)


def season_problems(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """Every order of the season that is not legal: lend-lease, purchases as written, then bids."""
    if game.terms.bids_only and game.turn == game.terms.first_turn:
        yield from _too_early(numbered)
    else:
        yield from _lends(game, seat, numbered, charts)
        yield from _purchases(_lent(game, seat, numbered, charts), seat, numbered, charts)
        game = planned(game, seat, tuple(order for _, order in numbered), charts)
    yield from _bids(game, seat, numbered, charts)


def planned(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Game:
    """The game after a seat's lend-lease and those of its purchases that are possible [S2.3]."""
    numbered = tuple(enumerate(given_or_default(game, seat, orders, charts), 1))
    return _after_purchases(_lent(game, seat, numbered, charts), seat, numbered, charts)


def _too_early(numbered: Numbered) -> Iterator[Problem]:
    """A scenario that begins with its bids has no construction before them [PH18]."""
    for number, order in numbered:
        if isinstance(order, SEASON_ORDERS):
            what = f"'{order.type}' is not for this season, which has only bids"
            yield refuse("PH18", "", what, "leave it out").of(number)


# --- lend-lease ----------------------------------------------------------------------------------


def _lends(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """A seat lends what it has, no more than the limit in all [S1.2]."""
    total = 0
    for number, order in numbered:
        if not isinstance(order, LendLease):
            continue
        total += max(order.points, 0)
        purse = game.purses.get(order.nation)
        if purse is None or "CN" not in game.purses or order.nation not in game.nations_of(seat):
            what = f"{nation_name(order.nation[:10])} does not lend here"
            yield refuse(
                "S1.2", "nation", what, "the US or the UK lend to China, each its own EP"
            ).of(number)
        elif not 0 <= order.points <= purse.points:
            who = nation_name(order.nation)
            what = f"{who} has {purse.points} EP and cannot lend {order.points}"
            yield refuse("S1.2", "points", what, f"lend 0 to {purse.points}").of(number)
        elif total > charts.lend_lease.most:
            most = charts.lend_lease.most
            what = f"lend-lease of {total} EP is over the limit of {most}"
            left = max(0, most - total + order.points)
            yield refuse("S1.2", "points", what, f"lend {left} here at most").of(number)


def lent_with_partners(
    before: Iterable[Order], numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Lend-lease within the limit, but not with what partners' files give already [S1.2]."""
    given = sum(order.points for order in before if isinstance(order, LendLease))
    most, total = charts.lend_lease.most, 0
    for number, order in numbered:
        if not isinstance(order, LendLease):
            continue
        total += max(order.points, 0)
        if total <= most < given + total:
            what = f"lend-lease of {total} EP and a partner's {given} are over the limit of {most}"
            left = max(0, most - given - total + order.points)
            yield refuse("S1.2", "points", what, f"lend {left} here at most").of(number)


def _lent(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Game:
    orders = ((seat, order) for _, order in numbered if isinstance(order, LendLease))
    return lend(game, orders, charts)[0]


# --- purchases -----------------------------------------------------------------------------------


def _purchases(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """Each purchase as the ones before leave pools and EP [S2.3]."""
    for number, order in numbered:
        if not isinstance(order, PURCHASES):
            continue
        refusal = cannot_buy(game, seat, order, charts)
        if refusal:
            yield refusal.of(number)
        game = buy(game, seat, order, charts)[0]


def _after_purchases(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Game:
    for _, order in numbered:
        if isinstance(order, PURCHASES):
            game = buy(game, seat, order, charts)[0]
    return game


# --- bids ----------------------------------------------------------------------------------------


def _bids(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """A bid for each nation, which the EP that are left must pay [S3.2.1, PH12.5]."""
    for number, order in numbered:
        if not isinstance(order, Bid):
            continue
        own = [nation for nation in game.nations_of(seat) if nation in game.purses]
        if order.nation not in own:
            what = f"{nation_name(order.nation[:10])} does not bid here"
            yield refuse("S3.2.1", "nation", what, f"bid once for each of: {', '.join(own)}").of(
                number
            )
            continue
        purse, price = game.purses[order.nation], charts.offensives.prices[order.nation]
        most = purse.points // price
        if not 0 <= order.offensives <= most:
            wanted = count(order.offensives, "offensive")
            what = f"{nation_name(order.nation)} has {purse.points} EP left for {wanted}"
            hint = f"bid 0 to {most}, at {price} EP each{_unless_spent(numbered)}"
            yield refuse("PH12.5", "offensives", what, hint).of(number)
        else:
            left = replace(purse, points=purse.points - order.offensives * price)
            game = game.with_purse(order.nation, left)


def _unless_spent(numbered: Numbered) -> str:
    """What is paid before a bid where nothing is ordered, for a hint [F.3]."""
    if any(isinstance(order, SEASON_ORDERS) for _, order in numbered):
        return ""
    return "; without purchases damaged CVs and BBs are repaired first: order what you want instead"
