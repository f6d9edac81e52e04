"""Hidden changes by whoever does not ask his own check: the audit refuses what it refuses (E.3.1).

Along games by chance, at each file, a hidden order is put into it, legal or not. A cheating client
seals it all the same, and everybody takes the file.
"""

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.audit.audit import audit
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.items import places, read_items
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_operations import Stage
from pbem.systems.cartwheel.table.orders_turn import CountsAs, Evacuate, Mark
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.selfplay import hidden
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

FILES = 18
"""So many files of each game are tried; each with one hidden order of every kind."""

Orders = tuple[Order, ...]


def proposed(view: View[Game], own: Private, chance: Random) -> Iterator[Order]:
    """A hidden order of each kind, about any unit and any place that a chart can have."""
    known, units = places(view.game, view.side, CHARTS), sorted(own.planes)
    base, to = chance.sample(known, 2)
    unit = chance.choice(units)
    scouts = [one for one in units if CHARTS.air[one].model.is_recon]
    broken = [p.id for p in own.planes.values() if p.disrupted or p.mark]
    marked = chance.choice(broken or units)
    yield Stage(unit=unit, to=to)
    yield Evacuate(base=base, to=(to, chance.choice((base, *known))))
    yield CountsAs(unit=chance.choice(scouts or units), kind=chance.choice(("F", "B")))
    yield CountsAs(unit=unit, kind="B")
    yield Mark(units=(marked,))
    yield Mark(units=(unit,), replace=(unit,))


def subject(order: Order) -> str:
    """What a hidden order is about."""
    match order:
        case Stage() | CountsAs():
            return order.unit
        case Evacuate():
            return order.base
        case Mark():
            return order.units[0]
    raise AssertionError(order)


def with_it(orders: Orders, order: Order) -> Orders | None:
    """The file's orders with one more; None where one of them is about the same thing."""
    alike = [one for one in orders if type(one) is type(order)]
    if not isinstance(order, Mark):
        taken = any(subject(one) == subject(order) for one in alike)
        return None if taken else (*orders, order)
    for one in alike:
        assert isinstance(one, Mark)
        if order.units[0] in one.units:
            return None
        more = replace(
            one, units=(*one.units, *order.units), replace=(*one.replace, *order.replace)
        )
        return tuple(more if other is one else other for other in orders)
    return (*orders, order)


class Tried(Value, kw_only=False):
    """A hidden order that was put into a file; the rules of the check's and the audit's refusal."""

    order: Order
    asked: tuple[str, ...]
    refused: tuple[str, ...]
    breaches: tuple[tuple[str, str], ...]


def tried(scenario: str, number: int) -> Iterator[Tried]:
    """What becomes of hidden orders in the first files of a game."""
    chance, before = Random(number), dict[str, Private]()
    for stand, after in pairwise(islice(walk(scenario, number), FILES + 1)):
        made, view, honest = stand.match, stand.view, after.match.disclosed[stand.view.seat][-1]
        before.setdefault(view.seat, hidden().set_up(made.start, view.seat, CHARTS))
        for order in proposed(view, view.private, chance):
            more = with_it(after.match.files[-1].orders, order)
            if more is None:
                continue
            problems = made.refused(*more)
            public, items = CARTWHEEL.seal(view, more, CHARTS)
            if items == honest.items:
                continue  # it changes nothing
            file = replace(honest, orders=public, items=items)
            breaches = audit(view.seat, before[view.seat], (file,), CHARTS)
            yield Tried(
                order=order,
                asked=view.decision.covers,
                refused=tuple(problem.rule for problem in problems),
                breaches=tuple((one.rule, one.subject) for one in breaches),
            )
        before[view.seat] = read_items(view.side, honest.items, CHARTS)


@pytest.fixture(scope="module")
def trials() -> tuple[Tried, ...]:
    """Hidden orders in the files of a short game and of a long one."""
    return (*tried("toenails", 3), *tried("campaign", 4))


KINDS = (Stage, Evacuate, CountsAs, Mark)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_what_the_check_refuses_is_a_breach_and_nothing_else(
    trials: tuple[Tried, ...], kind: type[Order]
) -> None:
    mine = [one for one in trials if isinstance(one.order, kind)]
    assert {bool(one.refused) for one in mine} == {True, False}, "too few files"
    for one in mine:
        assert bool(one.refused) == bool(one.breaches), one
        if one.refused:
            assert subject(one.order) in {about for _, about in one.breaches}, one
