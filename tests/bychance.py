"""Players of any system who do anything that is legal, by chance: for tests of whole games.

A system proposes orders at random; those are kept with which the file is still legal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from tests.memory import Player

G = TypeVar("G")
T = TypeVar("T")
Group = tuple[Order, ...]
Check = Callable[[View[Any], Group, Any], Iterable[Problem]]


class Draft(ABC, Generic[G]):
    """One file in the making; `chosen` are the orders that are kept so far."""

    def __init__(self, view: View[G], rng: Random) -> None:
        self.view, self.rng, self.game = view, rng, view.game
        self.chosen: Group = ()

    @abstractmethod
    def proposals(self) -> Iterator[Order | Group]:
        """Orders, and groups of orders that go together, in the order in which they are tried."""

    def orders(self, problems: Callable[[Group], Iterable[Problem]]) -> Group:
        """Legal orders for the file; each refusal says what, and what to do."""
        for proposal in self.proposals() if self.view.decision.covers else ():
            more = (*self.chosen, *(proposal if isinstance(proposal, tuple) else (proposal,)))
            wrong = next(iter(problems(more)), None)
            if wrong is None:
                self.chosen = more
            else:
                assert wrong.code == "E12", wrong
                assert wrong.what, wrong
                assert wrong.hint, wrong
        return self.chosen

    def chance(self, share: float) -> bool:
        """True for a share of the cases."""
        return self.rng.random() < share

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """At most so many of some things, at least one if there are any."""
        if not things:
            return []
        return self.rng.sample(list(things), self.rng.randint(1, min(most, len(things))))

    def one(self, things: Sequence[T]) -> list[T]:
        """One of some things, if there are any."""
        return self.some(things, 1)


def player(draft: type[Draft[Any]], check: Check, charts: Any, seed: int) -> Player:
    """A player by chance, the same for the same seed and the same game."""
    rng = Random(seed)
    return lambda view: draft(view, rng).orders(lambda orders: check(view, orders, charts))
