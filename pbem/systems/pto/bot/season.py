"""The computer player in a season: repair, rebuild, build, and bid with the rest [S2.3, S3.2]."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.season.s2_purchases import Purchase, price_of
from pbem.systems.pto.table.orders_season import Bid, Build, Mend, Rebuild
from pbem.systems.pto.table.state import Game

MOST_BID = 9
"""Offensives that it never needs more of in three months."""
SPENT_ON_OFFENSIVES = 2
"""One part of so many of its EP goes into offensives."""


def orders(view: View[Game], charts: Charts) -> Iterator[Order]:
    """Repairs first, then units, with half of the EP kept for offensives."""
    game = view.game
    for nation in game.purses_of(view.seat):
        points = game.purses[nation].points
        price = charts.offensives.prices.get(nation, 0)
        wanted = min(MOST_BID, points // SPENT_ON_OFFENSIVES // price) if price else 0
        left = points - wanted * price
        if not game.has_bids_alone:
            for order in _works(game, nation):
                cost = price_of(game, order, charts)
                if cost <= left:
                    left -= cost
                    yield order
        more = left // price if price else 0
        yield Bid(nation=nation, offensives=min(MOST_BID, wanted + more))


def _works(game: Game, nation: str) -> Iterator[Purchase]:
    """Everything that could be repaired, rebuilt or built, most useful first."""
    for ship in game.ships.values():
        if ship.nation == nation and ship.damaged:
            yield Mend(ship=ship.id)
    for unit in game.ground.values():
        if unit.nation == nation and unit.steps < unit.full:
            yield Rebuild(unit=unit.id)
    for plane in game.air.values():
        if plane.nation == nation and plane.steps == 1:
            yield Rebuild(unit=plane.id)
    for entry in game.pool:
        if entry.nation == nation:
            yield from (Build(nation=nation, what=entry.what),) * entry.count
