"""What the rows of orders list is what they let pass, at positions of every scenario's game.

Each option is legal as a file's only order, beside those that it needs. What differs from an
option in one key, and is legal too, is an option itself, unless the row's parts tell of a key that
the option leaves out; the keys are filled with whatever the state names. An order with several
things in one list stands for others of the sort, such as ways, that nobody lists.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pbem.codec import plain
from pbem.engine.kinds import ANY
from pbem.engine.ledger import Rules
from pbem.engine.orders import Order, encode_order, read_orders
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, fields, replace, standard
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


def is_legal(view: View[Any], rules: Rules[Any], sight: Any, order: Order) -> bool:
    """Whether an order would be legal as a file's only one, beside those that it needs.

    `sight` is what orders of its kind are judged on.
    """
    kind = next(one for one in rules.system.kinds if one.order is type(order))
    try:
        needed = tuple(kind.needs(sight, order))
    except (KeyError, IndexError):
        return False  # of something that is not there
    return not any(rules.system.check(view, (*needed, order), rules.charts))


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


def beside(order: Order, random: Random, words: list[str], told: frozenset[str]) -> Order | None:
    """The order with one key filled otherwise; None if no file can say so, or nothing is tried.

    `told` are keys that are left as they are where they are left out.
    """
    values = {one.name: getattr(order, one.name) for one in fields(order)}
    usual = standard(type(order))
    left_out = {key for key in told if key in usual and values[key] == usual[key]}
    able = [key for key, value in values.items() if _is_single(value) and key not in left_out]
    if not able or any(isinstance(value, tuple) and len(value) > 1 for value in values.values()):
        return None
    key = random.choice(able)
    changed = replace(order, **{key: _other(values[key], random, words)})
    read = read_orders([encode_order(changed)], {order.type: type(order)}, code="E12")
    return None if read.problems else changed


def _is_single(value: Any) -> bool:
    """Whether a value holds one thing that can be another."""
    return isinstance(value, bool | str) or (
        isinstance(value, tuple | FrozenMap) and len(value) == 1
    )


def _other(value: Any, random: Random, words: list[str]) -> Any:
    """Another value of the same shape and size."""
    if isinstance(value, bool):
        return not value
    word = random.choice(words)
    if isinstance(value, tuple):
        return (word,)
    if isinstance(value, FrozenMap):
        ((key, one),) = value.items()
        return FrozenMap({key: word} if random.random() < 0.5 else {word: one})
    return word


@pytest.mark.parametrize("scenario", recording.GAMES)
def test_the_simplest_orders_are_legal(scenario: str) -> None:
    tried = 0
    for view, rules in positions(scenario):
        for kind in (one for one in rules.system.kinds if one.simplest is not None):
            sight = rules.system.sight(view, kind.order, rules.charts)
            if sight is None or not is_asked(view, kind.steps):
                continue
            simplest = tuple(kind.simplest(sight))
            assert len(simplest) == len(set(simplest)), kind.order.type
            some = simplest[:: len(simplest) // NEIGHBOURS + 1]
            assert [one for one in some if not is_legal(view, rules, sight, one)] == []
            tried += len(some)
    assert tried


def is_asked(view: View[Any], steps: tuple[str, ...]) -> bool:
    """Whether the file at a position takes a kind of order that these steps take."""
    names = {key.partition("/")[2] for key in view.decision.covers}
    return ANY in steps or not names.isdisjoint(steps)


@pytest.mark.parametrize("scenario", recording.GAMES)
def test_options_are_what_the_faults_let_pass(scenario: str) -> None:
    known: dict[str, list[Order]] = {}
    words: dict[str, list[str]] = {}
    for view, rules in positions(scenario):
        ids = sorted({word for word in named(plain(view.game)) if len(word) < 40})
        for kind in (one for one in rules.system.kinds if one.options is not None):
            sight = rules.system.sight(view, kind.order, rules.charts)
            if sight is None:
                continue
            options = recording.options(view, rules, kind)
            told = frozenset(part.key for part in kind.parts(sight))
            assert len(options) == len(set(options)), kind.order.type
            assert [one for one in options if not is_legal(view, rules, sight, one)] == []
            seen = known.setdefault(kind.order.type, [])
            seen += [one for one in options if one not in seen]
            pool = words.setdefault(kind.order.type, [])
            pool += sorted(set(named(plain(list(options)))) - set(pool))
            random = Random(f"{scenario} {view.decision.covers} {kind.order.type}")
            tried = [
                beside(random.choice(seen), random, pool if random.random() < 0.7 else ids, told)
                for _ in range(NEIGHBOURS if seen else 0)
            ]
            missed = [
                one
                for one in tried
                if one is not None and one not in options and is_legal(view, rules, sight, one)
            ]
            assert missed == [], kind.order.type
