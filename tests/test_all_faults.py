"""What is wrong under two keys of an order is told in one pass, in every system.

Names in the examples of forms are spoilt, first each by itself, then two at once.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations
from typing import Any

import pytest

from pbem.engine.orders import decode_orders, encode_order
from pbem.engine.steps import GameSystem, Section, View
from pbem.errors import Refused
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.midway.system import MIDWAY
from pbem.systems.pto.system import PTO
from tests.systems.cartwheel import formed
from tests.systems.cartwheel import tabletop as cartwheel
from tests.systems.midway import randomplay, selfplay
from tests.systems.midway import tabletop as midway
from tests.systems.pto import randomplay as pto_chance
from tests.systems.pto import selfplay as pto_selfplay
from tests.systems.pto import tabletop as pto

Table = Mapping[str, Any]
Forms = Iterator[tuple[View[Any], tuple[Section, ...]]]
APART = {("naval-mission", "target")}
"""What only those can be judged for who sail, or where they end: the target of their guns."""


def of_midway() -> Forms:
    begun, player = selfplay.match(5), randomplay.player(5)
    for view in selfplay.moments(begun, lambda v, _: player(v), lambda v, _: player(v)):
        yield view, MIDWAY.form(view, midway.CHARTS)


def of_cartwheel() -> Forms:
    yield from formed.seen(*formed.GAMES[1])[:60]


def of_pto() -> Forms:
    begun, player = pto_selfplay.match("leyte", 32), pto_chance.player(32)
    while not begun.is_over:
        view = begun.view()
        yield view, PTO.form(view, pto.CHARTS)
        begun.step(player)


SYSTEMS: dict[str, tuple[GameSystem[Any, Any], Any, Callable[[], Forms]]] = {
    "midway": (MIDWAY, midway.CHARTS, of_midway),
    "cartwheel": (CARTWHEEL, cartwheel.CHARTS, of_cartwheel),
    "pto": (PTO, pto.CHARTS, of_pto),
}


def spoilt(table: Table, *keys: str) -> dict[str, Any]:
    """An order with names that nobody bears, a list with one of them at its head."""
    found = dict(table)
    for key in keys:
        name = f"zz-{key}"
        found[key] = name if isinstance(table[key], str) else [name, *table[key][1:]]
    return found


def names_in(table: Table) -> Iterator[str]:
    """The keys of an order under which names stand."""
    for key, value in table.items():
        first = value[0] if isinstance(value, list) and value else value
        if key != "type" and (table["type"], key) not in APART and isinstance(first, str):
            yield key


@pytest.mark.parametrize("name", SYSTEMS)
def test_names_that_nobody_bears_are_told_together(name: str) -> None:
    system, charts, forms = SYSTEMS[name]
    tried: set[tuple[str, str, str]] = set()

    def told(view: View[Any], group: list[Table], number: int, *keys: str) -> set[str]:
        tables = [*group]
        tables[number] = spoilt(group[number], *keys)
        try:
            orders = decode_orders(tables, system.orders, code="E12")
        except Refused:
            return set()  # a word of the rules stands there, and no name
        places = {problem.where for problem in system.check(view, orders, charts)}
        return {key for key in keys if f"order {number + 1}, key '{key}'" in places}

    for view, sections in forms():
        for section in sections:
            for group in chain(((one,) for one in section.examples), section.together):
                tables = [encode_order(order) for order in group]
                for number, table in enumerate(tables):
                    wrong = [k for k in names_in(table) if told(view, tables, number, k)]
                    for pair in combinations(wrong, 2):
                        assert told(view, tables, number, *pair) == {*pair}, (table, pair)
                        tried.add((str(table["type"]), *pair))
    assert len(tried) > 2, tried
