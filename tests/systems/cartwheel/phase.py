"""The phase 4.4 by itself: a game that is played on until somebody is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.decisions import Decision
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.steps import Desk
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r08_missions import manifest_of
from pbem.systems.cartwheel.rules.r08_operations import play
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.state import ALLIED, Game, Shown, other
from tests.systems.cartwheel.tabletop import CHARTS, EVERYWHERE, ScriptedDice


@dataclass
class Phase:
    """Air/naval operations under way; `sealed` are the contents of `mission/` items by id."""

    game: Game
    asks: tuple[Decision, ...] = ()
    events: list[Event] = field(default_factory=list)
    sealed: dict[str, AirMission] = field(default_factory=dict)

    def run(
        self,
        answers: Mapping[str, tuple[Order, ...]] | None = None,
        dice: ScriptedDice | None = None,
    ) -> "Phase":
        """Play on until a decision is missing or the phase is over; all dice must be thrown."""
        given, thrown = FrozenMap(answers or {}), dice or ScriptedDice()
        while True:
            desk = Desk(turn=self.game.now, answers=given, dice=thrown, charts=CHARTS)
            result = play(self.game, desk)
            assert not result.asks or (result.game, result.events) == (self.game, ())
            self.game, self.asks = result.game, result.asks
            self.events += result.events
            if result.asks and result.asks[0].opens:
                self._open(result.asks[0].opens)
                continue
            if result.asks or not result.again:
                assert not thrown.left
                return self
            given = FrozenMap()

    def _open(self, items: tuple[str, ...]) -> None:
        """The mission player opens his items, and the rules run on (protocol 6)."""
        operations = self.game.operations
        for item in items:
            id_ = item.removeprefix("mission/")
            raid = replace(operations.raids[id_], manifest=manifest_of(self.sealed[id_]))
            operations = replace(operations, raids=operations.raids.set(id_, raid))
        self.game = self.game.with_operations(operations)

    @property
    def side(self) -> str:
        """The side that is asked now; empty when the phase is over."""
        return self.game.side_of(self.asks[0].seat) if self.asks else ""

    @property
    def rule(self) -> str:
        """What it is asked for: `4.4` or `H8.5`."""
        return self.asks[0].rule if self.asks else ""

    def give(self, *orders: Order, dice: Mapping[str, int] | None = None) -> "Phase":
        """The asked side's file, without what it seals: its units are kept in `sealed`."""
        public = []
        number = self.game.operations.numbered
        for order in orders:
            if isinstance(order, AirMission):
                number += 1
                self.sealed[f"t{self.game.now}m{number}"] = order
                public.append(order if other(self.side) in self.game.stand_down else bare(order))
            elif isinstance(order, Reply):
                self._show(order)
                public.append(order)
            else:
                public.append(order)
        return self.run({self.asks[0].seat: tuple(public)}, ScriptedDice(dice))

    def _show(self, order: Reply) -> None:
        shown = {
            unit: Shown(unit=unit, base=base, half="ready", disrupted=False, steps=2)
            for unit, base in {**order.interceptors, **order.evaders}.items()
        }
        self.game = replace(self.game, shown=self.game.shown.update(shown))

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def bare(order: AirMission) -> AirMission:
    """An air mission as it stands in a file: numbers without units [H9.1.3]."""
    return AirMission(
        kind=order.kind, hex=order.hex, band=order.band,
        escort_count=order.escort_count, striker_count=order.striker_count,
        transport_count=order.transport_count,
    )  # fmt: skip


def phase(game: Game, *, missions: int = 2, holder: str = ALLIED) -> Phase:
    """The phase at its first decision: the Initiative player has a run of so many missions.

    Both sides are asked about raids wherever they go [H8.9.7].
    """
    started = replace(game, holder=holder, asked=EVERYWHERE).with_turn(
        replace(game.turn, missions=missions)
    )
    return Phase(game=started).run()
