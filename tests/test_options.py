"""What the rows of orders list is what they let pass, at positions of every scenario's game.

Each option is legal as a file's only order. What differs from an option in one key, and is legal
too, is an option itself; the keys are filled with whatever the state names.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pbem.codec import plain
from pbem.engine.ledger import Rules
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import fields, replace
from tests import recording

NEIGHBOURS = 60
"""So many orders beside the options of a kind are tried at one position."""
POSITIONS = 12


def positions(scenario: str) -> Iterator[tuple[View[Any], Rules[Any]]]:
    """Some positions of a recorded game, as the seat that writes sees them."""
    game, rules = recording.begun(scenario)
    for number in range(recording.EVERY * POSITIONS):
        if game.is_over:
            return
        if number % recording.EVERY == 0:
            yield game.view(), rules
        game.step(lambda view: rules.system.bot(view, rules.charts))


def is_legal(view: View[Any], rules: Rules[Any], order: Order) -> bool:
    """Whether an order would be legal as a file's only one."""
    return not any(rules.system.check(view, (order,), rules.charts))


def named(value: Any) -> Iterator[str]:
    """Everything that a state names: ids, places, words."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from named(one)
    elif isinstance(value, list):
        for one in value:
            yield from named(one)


def beside(order: Order, random: Random, words: list[str]) -> Order | None:
    """The order with one key filled otherwise; None for a kind that has no keys to fill."""
    able = [one.name for one in fields(order) if _other(getattr(order, one.name), "x") is not None]
    if not able:
        return None
    key = random.choice(able)
    return replace(order, **{key: _other(getattr(order, key), random.choice(words))})


def _other(value: Any, word: str) -> Any:
    """Another value of the same shape and size; None if there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return word
    return (word,) if isinstance(value, tuple) and len(value) == 1 else None


@pytest.mark.parametrize("scenario", recording.GAMES)
def test_options_are_what_the_faults_let_pass(scenario: str) -> None:
    known: dict[str, list[Order]] = {}
    words: dict[str, list[str]] = {}
    for view, rules in positions(scenario):
        ids = sorted({word for word in named(plain(view.game)) if len(word) < 40})
        for kind in (one for one in rules.system.kinds if one.options is not None):
            options = recording.options(view, rules, kind)
            assert len(options) == len(set(options)), kind.order.type
            assert [one for one in options if not is_legal(view, rules, one)] == []
            seen = known.setdefault(kind.order.type, [])
            seen += [one for one in options if one not in seen]
            pool = words.setdefault(kind.order.type, [])
            pool += sorted(set(named(plain(list(options)))) - set(pool))
            random = Random(f"{scenario} {view.decision.covers} {kind.order.type}")
            tried = [
                beside(random.choice(seen), random, pool if random.random() < 0.7 else ids)
                for _ in range(NEIGHBOURS if seen else 0)
            ]
            missed = [
                one
                for one in tried
                if one is not None and one not in options and is_legal(view, rules, one)
            ]
            assert missed == [], kind.order.type
