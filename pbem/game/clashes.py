"""Which order of a draft is in the way of another: the fault of two is told with both.

Where an order would be faulty without the other, too, that one is innocent."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from pbem.engine.kinds import TAKE_IT_OUT
from pbem.engine.names import LEGAL, places
from pbem.errors import Problem
from pbem.frozen import replace

MOST = 12
"""So many orders before a faulty one are tried at most, those next to it first; then those behind.

Phases of a file are judged in their own order, wherever its orders stand.
"""
MOST_BLAMED = 12
"""For the first so many problems another order is looked for: each try judges the whole draft."""
_ORDER = re.compile(r"order (\d+)")
_NAMED = re.compile(r"\border \d+\b")

Tables = Sequence[Mapping[str, Any]]
Judge = Callable[[Tables], tuple[Problem, ...]]


def blamed(problems: tuple[Problem, ...], orders: Tables, judge: Judge) -> tuple[Problem, ...]:
    """Problems of `orders`, with another that is in the way where it is only that.

    `judge` tells what is wrong with a draft's orders.
    """

    @cache
    def without(number: int) -> frozenset[int]:
        """The orders, as they are numbered then, that are faulty without that one."""
        left = judge((*orders[: number - 1], *orders[number:]))
        return frozenset(int(found[1]) for one in left if (found := _ORDER.match(one.where)))

    def in_the_way(problem: Problem) -> int:
        own = 0 if _NAMED.search(problem.what) else _number(problem)
        before = range(own - 1, max(0, own - 1 - MOST), -1)
        after = range(own + 1, min(len(orders), own + MOST) + 1) if own else ()
        tried = chain(((n, own - 1) for n in before), ((n, own) for n in after))
        return next((number for number, place in tried if place not in without(number)), 0)

    found = ((problem, in_the_way(problem)) for problem in problems[:MOST_BLAMED])
    told = (replace(one, hint=_hint(one.hint, n, orders[n - 1])) if n else one for one, n in found)
    return (*told, *problems[MOST_BLAMED:])


def _hint(hint: str, number: int, order: Mapping[str, Any]) -> str:
    """What to do about an order and one in its way; other advice than to take it out stays."""
    stays = hint and LEGAL not in hint and TAKE_IT_OUT not in hint
    what = f"order {number}, '{order.get('type', '')}',"
    return f"{what} is in its way: {hint if stays else 'take one of the two out'}"


def _number(problem: Problem) -> int:
    """The order that a problem is about, from 1; 0 for none."""
    return next((number for number, _ in places((problem,))), 0)
