"""Carriers by the damage that they have taken, and in the order in which they act."""

from collections.abc import Iterable

from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.table.state import Carrier, Game


def is_afloat(carrier: Carrier, charts: Charts) -> bool:
    """Whether the carrier has not been sunk [M15.3]."""
    return carrier.damage < charts.sunk


def is_able(carrier: Carrier, charts: Charts) -> bool:
    """Whether the carrier can launch and land: afloat and not crippled [M15.2]."""
    return carrier.damage < charts.crippled


def in_order(carriers: Iterable[Carrier], charts: Charts) -> list[Carrier]:
    """Carriers in the order in which they act [MD1]."""
    return sorted(carriers, key=lambda carrier: charts.house.order.index(carrier.id))


def afloat(game: Game, side: str, charts: Charts) -> list[Carrier]:
    """A side's carriers that swim, in order."""
    return in_order((c for c in game.side_carriers(side) if is_afloat(c, charts)), charts)
