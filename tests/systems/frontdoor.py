"""Play from written orders: every file goes through `check`, then the real steps run with its dice.

No inner rule is called: what a test needs, an earlier file brings about.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from pbem.engine.events import Event
from pbem.engine.orders import Order, decode_orders, encode_order
from pbem.engine.run import Table, advance, answered, current_step
from pbem.engine.steps import GameSystem, View
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace

G = TypeVar("G")


@dataclass
class Played(ABC, Generic[G]):
    """A game under way; `events` are those of the last file, `written` is every file so far."""

    system: ClassVar[GameSystem[Any, Any]]
    charts: ClassVar[Any]

    table: Table[G]
    events: tuple[Event, ...] = ()
    written: list[tuple[str, tuple[Order, ...]]] = field(default_factory=list)

    @abstractmethod
    def side_of(self, seat: str) -> str:
        """The side that a seat plays."""

    @abstractmethod
    def dice(self, faces: Mapping[str, Any]) -> Any:
        """The dice of the system's tests that fall as written; `left` are those not thrown yet."""

    def opened(self, game: G, seat: str, items: tuple[str, ...]) -> G:
        """The game with what a seat's file must open."""
        assert not items, f"{seat} has to open {items}"
        return game

    @property
    def game(self) -> G:
        """The table as it lies."""
        return self.table.game

    @property
    def asked(self) -> str:
        """The seat that writes next."""
        return self.table.asks[0].seat

    @property
    def step(self) -> str:
        """The step that play stands at."""
        return current_step(self.system, self.table).name

    def view(self) -> View[G]:
        """What the seat that writes next sees."""
        decision = self.table.asks[0]
        return View(
            seat=decision.seat,
            side=self.side_of(decision.seat),
            seats=(),
            turn=self.table.turn,
            step=self.step,
            game=self.game,
            decision=decision,
            earlier=self.table.held,
            own=FrozenMap(),
        )

    def problems(self, *orders: Order) -> tuple[Problem, ...]:
        """Everything for which the next file could not hold these orders."""
        return tuple(self.system.check(self.view(), self._as_written(orders), self.charts))

    def refused(self, *orders: Order) -> list[str]:
        """The words of these refusals."""
        return [problem.what for problem in self.problems(*orders)]

    def file(
        self, seat: str, *orders: Order, dice: Mapping[str, Any] | None = None
    ) -> tuple[Event, ...]:
        """A seat's file: it is the one asked, its orders are legal; play runs on with its dice."""
        self.run(self.taken(seat, *orders), dice)
        return self.events

    def taken(self, seat: str, *orders: Order) -> Table[G]:
        """The table with such a file, before play runs on."""
        assert self.asked == seat, f"{self.asked} is asked at {self.step}, not {seat}"
        given = self._as_written(orders)
        problems = self.problems(*given)
        assert not problems, problems
        decision = self.table.asks[0]
        opened = replace(self.table, game=self.opened(self.game, seat, decision.opens))
        self.written.append((seat, given))
        return answered(self.system, opened, decision, given, len(self.written))

    def run(self, table: Table[G], faces: Mapping[str, Any] | None) -> None:
        """Play on to the next decision; every roll that is written down is thrown, and no other."""
        dice = self.dice(faces or {})
        advanced = advance(self.system, table, dice, self.charts)
        assert dice.left == (), f"written down and not rolled: {dice.left}"
        self.table = advanced.table
        self.events = tuple(event for scene in advanced.scenes for event in scene.events)

    def _as_written(self, orders: tuple[Order, ...]) -> tuple[Order, ...]:
        """Orders as they come out of a file."""
        return decode_orders(
            [encode_order(order) for order in orders], self.system.orders, code="E12"
        )
