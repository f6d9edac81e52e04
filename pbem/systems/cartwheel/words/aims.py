"""What a side has ordered ashore, in a sentence for headlines while the dice for it wait [H11]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, base_name, spot
from pbem.systems.cartwheel.words.sea import cargo_words

LONGEST = 140
"""Characters of such a sentence: what is lightest gives way, and is told as more."""


def aimed(game: Game, side: str, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """`Ordered: the Allied player attacks Munda and lands 43-172 at Rendova.`"""
    does = [
        *_at("attacks", [spot(one.hex, charts) for one in orders if isinstance(one, Attack)]),
        *_landings(game, orders, charts),
        *_at("raids", [base_name(one.base, charts) for one in orders if isinstance(one, Raid)]),
        *_marches(orders, charts),
        *_at("fortifies", [spot(one.hex, charts) for one in orders if isinstance(one, Fortify)]),
    ]
    if does:
        fewer = ([*does[:many], "more"] for many in range(len(does) - 1, 0, -1))
        lists = [all_of(told) for told in (does, *fewer)]
        words = next((one for one in lists if len(one) <= LONGEST), lists[-1])
        yield f"Ordered: the {ADJECTIVES[side]} player {words}."


def _at(does: str, places: Sequence[str]) -> Iterator[str]:
    """`attacks Munda`, `attacks Munda and Torokina`."""
    if places:
        yield f"{does} {all_of(places)}"


def _landings(game: Game, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """`lands 38D-230 and 1 supply unit at Woodlark`, all ships at a place together."""
    cargo: dict[str, list[str]] = {}
    for one in orders:
        if isinstance(one, Land):
            where = cargo.setdefault(game.ships[one.ship].at, [])
            where += (*one.units, *(SUPPLY,) * one.supply)
    for hex_, items in cargo.items():
        yield f"lands {cargo_words(items)} at {spot(hex_, charts)}"


def _marches(orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """`marches 6D-45 to Torokina`; several units are counted."""
    units: dict[str, list[str]] = {}
    for one in orders:
        if isinstance(one, March):
            units.setdefault(one.to, []).extend(one.units)
    for hex_, ours in units.items():
        who = count(len(ours), "ground unit") if ours[1:] else ours[0]
        yield f"marches {who} to {spot(hex_, charts)}"
