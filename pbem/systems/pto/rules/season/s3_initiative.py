"""Bids for offensives, and the side that has the initiative with them [S2.3.d, S3, PH12.5]."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.dice import Dice, Roll
from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, side_of
from pbem.systems.pto.table.events_economy import BidBroken, BidOpened, InitiativeWon
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.state import Game, Told

KEY = "offensives"
"""The one key of a sealed bid [F.1]."""


def open_bid(
    game: Game, seat: str, item: str, table: Mapping[str, Any] | None, charts: Charts
) -> Told:
    """A sealed bid is opened and paid at once [S3.2.1, PH12.5].

    `table` is its content, None if that is not even a table. What holds no number of offensives
    counts as none, and the breach is named [F.1].
    """
    nation = item.rpartition("/")[2]
    game = replace(game, bids=game.bids.without(nation))
    number = _number(table)
    if number is None:
        return _bought(
            game, nation, 0, charts, BidBroken(to=ALL, seat=seat, nation=nation, item=item)
        )
    return _bought(game, nation, number, charts)


def plain_bids(game: Game, seat: str, orders: Iterable[Order], charts: Charts) -> Told:
    """The bids that the last seat of the season writes openly, paid as opened ones are [F.1]."""
    bids = {order.nation: order.offensives for order in orders if isinstance(order, Bid)}
    return for_each(
        game,
        game.purses_of(seat),
        lambda now, nation: _bought(now, nation, max(0, bids.get(nation, 0)), charts),
    )


def _number(table: Mapping[str, Any] | None) -> int | None:
    """The number in a bid's content; None if it has another shape."""
    if table is None or set(table) != {KEY}:
        return None
    number = table[KEY]
    sound = isinstance(number, int) and not isinstance(number, bool) and number >= 0
    return number if sound else None


def _bought(game: Game, nation: str, bid: int, charts: Charts, *before: Event) -> Told:
    """The game with a bid paid, cut to what the nation's EP buy [PH12.2, PH12.5]."""
    purse = game.purses[nation]
    price = charts.offensives.prices[nation]
    bought = min(bid, purse.points // price)
    left = purse.points - bought * price
    game = game.with_purse(nation, replace(purse, points=left, bid=bought))
    told = BidOpened(
        to=ALL, nation=nation, bid=bid, bought=bought, points=bought * price, left=left
    )
    return game, (*before, told)


def initiative(game: Game, _: Charts, dice: Dice) -> Told:
    """Tracks are set to what was bought; the side with more has the initiative [S3.1, S3.2].

    Offensives that were not used are lost. A tie is rolled off, the Japanese die first, until one
    side's is higher [S3.2.3].
    """
    for nation, purse in game.purses.items():
        bought = max(purse.bid, 0)
        game = game.with_purse(nation, replace(purse, track=bought, bought=bought, bid=-1))
    japanese, allied = offensives_of(game, JAPANESE), offensives_of(game, ALLIED)
    rolls: list[Roll] = []
    ahead = japanese - allied
    while not ahead:
        rolls.append(dice.roll("S3.2.3 tie", f"#{len(rolls) + 1}", count=2))
        ahead = rolls[-1].dice[0] - rolls[-1].dice[1]
    side = JAPANESE if ahead > 0 else ALLIED
    told = InitiativeWon(to=ALL, side=side, japanese=japanese, allied=allied, rolls=tuple(rolls))
    return replace(game, initiative=side), (told,)


def offensives_of(game: Game, side: str) -> int:
    """The offensives on the tracks of a side's nations, summed [S3.2.2]."""
    return sum(purse.track for nation, purse in game.purses.items() if side_of(nation) == side)
