"""Players of any system who do anything that is legal, by chance: for tests of whole games.

A system proposes orders at random; those are kept with which the file is still legal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from random import Random
from typing import Any, Generic, TypeVar

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.errors import Problem
from tests.memory import Match

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


@dataclass(frozen=True)
class ByChance:
    """A player by chance, the same for the same seed and the same game."""

    draft: type[Draft[Any]]
    check: Check
    charts: Any
    rng: Random

    def __call__(self, view: View[Any]) -> Group:
        """Legal orders for what he sees."""
        made = self.draft(view, self.rng)
        return made.orders(lambda orders: self.check(view, orders, self.charts))

    def branch(self) -> "ByChance":
        """The same player, who goes on by himself."""
        rng = Random()
        rng.setstate(self.rng.getstate())
        return replace(self, rng=rng)


def player(draft: type[Draft[Any]], check: Check, charts: Any, seed: int) -> ByChance:
    """A player by chance by his seed."""
    return ByChance(draft, check, charts, Random(seed))


# --- games that several tests look at ------------------------------------------------------------


@dataclass(frozen=True)
class Stand:
    """A game before one of its files, and its players: to be looked at, and to be branched."""

    match: Match
    players: Mapping[str, ByChance]

    @cached_property
    def view(self) -> View[Any]:
        """What the next seat sees."""
        return self.match.view()

    def branch(self) -> "Stand":
        """The same game and players, to be played on."""
        players = {name: one.branch() for name, one in self.players.items()}
        return Stand(self.match.branch(), players)

    def step(self) -> None:
        """The next seat's player writes a file."""
        self.match.step(lambda view: self.players[view.seat](view))


class Walk:
    """A game by chance that is played once, and no further than anybody looks."""

    def __init__(self, match: Match, players: Mapping[str, ByChance]) -> None:
        self._stands = [Stand(match, players)]

    def __iter__(self) -> Iterator[Stand]:
        """How it stands before each file, and last when it is over."""
        for number in count():
            if number == len(self._stands):
                after = self._stands[-1].branch()
                after.step()
                self._stands.append(after)
            yield self._stands[number]
            if self._stands[number].match.is_over:
                return

    def end(self) -> Match:
        """The whole game."""
        *_, last = self
        return last.match
