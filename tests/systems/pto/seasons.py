"""A campaign at the door of a season, and who may sit at it."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.table.orders_month import Offensive, Pass
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.state import Game
from tests.systems.pto.selfplay import TWO, Match, match
from tests.systems.pto.started import Change

Given = tuple[Order, ...]
ALLIES = ("US", "UK", "CN", "AU")
JANUARY = 13
CHINA: Given = (Offensive(kind="land", nation="JP", theatres=("China",)),)
OVER: Given = (Pass(ends=True),)
DECEMBER: tuple[Given, ...] = (
    (), (), (), CHINA, (Pass(),), CHINA, (Pass(),), CHINA, (Pass(),), CHINA, OVER, OVER,
)  # fmt: skip
"""The orders of files 2 to 13: both have said what the month's end is when Japan closes it."""
SEATS = (
    TWO,
    ("japanese", "us-cn", "uk-ne-au"),
    ("japanese", "us", "uk-ne", "cn-au"),
    ("japanese", "us", "uk-ne", "cn", "au"),
)
"""Who may sit down to a campaign."""


def bids(*numbers: int) -> Given:
    """The bids of Japan, or of the Allies."""
    nations = ALLIES if len(numbers) > 1 else ("JP",)
    return tuple(
        Bid(nation=nation, offensives=number)
        for nation, number in zip(nations, numbers, strict=False)
    )


def say(*orders: Order) -> Callable[[View[Game]], Given]:
    return lambda _: orders


def at_winter(
    number: int = 0, words: Mapping[str, str] | None = None, *, change: Change | None = None
) -> Match:
    """Scenario 1 before file 14: December 1941 is over, its dice wait."""
    game = match("pearl-harbor", number, words=words, change=change)
    for orders in DECEMBER:
        game.step(say(*orders))
    assert (game.links.seq, game.fold.waits, game.seat().name) == (13, "allied", "allied")
    return game


def with_carriers(table: dict[str, Any]) -> None:
    """Of scenario 1 one whose winter has a CV and a CVE to build, and half a B-29 at home."""
    ships = {"CV": ["Hornet"], "CVE": ["Taffy 1"]}
    force = {"nation": "US", "at": "WCO", "named": ships, "air": ["US-CV42 Hornet on Hornet"]}
    table["arrivals"].append({"season": "1942-winter", "pool": True, "forces": [force]})
    (west_coast,) = (one for one in table["posts"] if one["at"] == "WCO")
    west_coast["air"].append("B-29 40BG (half)")


def holding(game: Match, *nations: str) -> list[tuple[int, int]]:
    """The track and the EP of some nations."""
    return [(game.game.purses[one].track, game.game.purses[one].points) for one in nations]


def leaving_the_end_to(closer: str) -> Callable[[View[Game]], Given]:
    """A player who passes: who closes the month gives its end in a file of its own, last."""

    def orders(view: View[Game]) -> Given:
        ends = view.side != closer
        nations = view.game.nations_of(view.seat)
        bid = tuple(Bid(nation=one, offensives=1) for one in nations if one in view.game.purses)
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if "S2.3" in steps:
            return bid
        return (Pass(ends=ends),) if "P4" in steps else ()

    return orders
