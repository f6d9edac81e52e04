"""Whether a seat's orders for the season are legal, one after the other [S1.2, S2.3, S3.2]."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pbem.engine.orders import Order, order_place
from pbem.errors import Problem
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.orders import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.p6_upkeep import payer_of
from pbem.systems.pto.s2_construction import (
    PURCHASES,
    Purchase,
    buy,
    cannot_buy,
    given_or_default,
    lend,
    nation_of,
    price_of,
)
from pbem.systems.pto.state import Game
from pbem.systems.pto.works import BUILDABLE

Numbered = Sequence[tuple[int, Order]]
SEASON_ORDERS = (LendLease, *PURCHASES)

HINTS = {
    "S2.3": "name a piece or nation of yours",
    "S2.3.b": "build what stands in the nation's force pool, or airfield, fort, supply",
    "PH11.1": "build in an area that is supplied; see 'pbem supply'",
    "PH11.2": "supply markers are made at the nation's source, while it is yours",
    "PH12.1": "put less into the reserve: it holds no more than may be carried",
    "PH12.3": "ships enter at an own port 2, air units at an own supplied airfield, ground units "
    "at the source; one of a kind is under construction in an area of yours at a time",
    "PH12.4": "a depleted land or air unit; a damaged ship in a friendly port 2",
}


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


def _problem(number: int, key: str, what: str, hint: str) -> Problem:
    return Problem(code="E12", what=what, where=order_place(number, key), hint=hint)


def _too_early(numbered: Numbered) -> Iterator[Problem]:
    """A scenario that begins with its bids has no construction before them [PH18]."""
    for number, order in numbered:
        if isinstance(order, SEASON_ORDERS):
            what = f"'{order.type}' is not for this season, which has only bids (PH18)"
            yield _problem(number, "", what, "leave it out")


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
            what = f"'{order.nation}' does not lend here (S1.2)"
            yield _problem(
                number, "nation", what, "the US or the UK lend to China, each its own EP"
            )
        elif not 0 <= order.points <= purse.points:
            what = f"{order.nation} has {purse.points} EP and cannot lend {order.points} (S1.2)"
            yield _problem(number, "points", what, f"lend 0 to {purse.points}")
        elif total > charts.lend_lease.most:
            most = charts.lend_lease.most
            what = f"lend-lease of {total} EP is over the limit of {most} (S1.2)"
            left = max(0, most - total + order.points)
            yield _problem(number, "points", what, f"lend {left} here at most")


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
            yield _problem(number, "points", f"{what} (S1.2)", f"lend {left} here at most")


def _lent(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Game:
    orders = ((seat, order) for _, order in numbered if isinstance(order, LendLease))
    return lend(game, orders, charts)[0]


# --- purchases -----------------------------------------------------------------------------------


def _purchases(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """Each purchase as the ones before leave pools and EP [S2.3]."""
    for number, order in numbered:
        if not isinstance(order, PURCHASES):
            continue
        cited = cannot_buy(game, seat, order, charts)
        if cited:
            yield _refused(game, seat, number, order, cited, charts)
        game = buy(game, seat, order, charts)[0]


def _after_purchases(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Game:
    for _, order in numbered:
        if isinstance(order, PURCHASES):
            game = buy(game, seat, order, charts)[0]
    return game


def _refused(
    game: Game, seat: str, number: int, order: Purchase, cited: str, charts: Charts
) -> Problem:
    key, subject = _subject(order)
    nation = nation_of(game, order)
    if (
        cited == "S2.3"
        and nation in game.nations_of(seat)
        and payer_of(game, nation) in game.purses
    ):
        left = game.purses[payer_of(game, nation)].points
        price = price_of(game, order, charts)
        what = f"{subject} costs {price} EP, {payer_of(game, nation)} has {left} left (S2.3)"
        return _problem(number, key, what, "buy less, or in another order")
    what = f"'{order.type}' of {subject} is not possible ({cited})"
    hint = _pool(game, nation) if cited == "S2.3.b" else HINTS[cited]
    return _problem(number, key, what, hint)


def _pool(game: Game, nation: str) -> str:
    """What a nation can build, for a hint."""
    have = [f"{one.what} ({one.count})" for one in game.pool if one.nation == nation]
    return f"{nation} can build: {', '.join((*have, *BUILDABLE))}"


def _subject(order: Purchase) -> tuple[str, str]:
    """The key that says what is bought, and what that is."""
    match order:
        case Rebuild():
            return "unit", order.unit[:30]
        case Mend():
            return "ship", order.ship[:30]
        case Build():
            return "what", f"{order.count} × {order.what[:30]}"
        case Reserve():
            return "points", f"a reserve of {order.points} EP"


# --- bids ----------------------------------------------------------------------------------------


def _bids(game: Game, seat: str, numbered: Numbered, charts: Charts) -> Iterator[Problem]:
    """A bid for each nation, which the EP that are left must pay [S3.2.1, PH12.5]."""
    for number, order in numbered:
        if not isinstance(order, Bid):
            continue
        own = [nation for nation in game.nations_of(seat) if nation in game.purses]
        if order.nation not in own:
            what = f"'{order.nation[:10]}' does not bid here (S3.2.1)"
            yield _problem(number, "nation", what, f"bid once for each of: {', '.join(own)}")
            continue
        purse, price = game.purses[order.nation], charts.offensives.prices[order.nation]
        most = purse.points // price
        if not 0 <= order.offensives <= most:
            what = f"{order.nation} has {purse.points} EP left for {order.offensives} offensives"
            hint = f"bid 0 to {most}, at {price} EP each{_unless_spent(numbered)}"
            yield _problem(number, "offensives", f"{what} (PH12.5)", hint)
        else:
            left = replace(purse, points=purse.points - order.offensives * price)
            game = game.with_purse(order.nation, left)


def _unless_spent(numbered: Numbered) -> str:
    """What is paid before a bid where nothing is ordered, for a hint [F.3]."""
    if any(isinstance(order, SEASON_ORDERS) for _, order in numbered):
        return ""
    return "; without purchases damaged CVs and BBs are repaired first: order what you want instead"
