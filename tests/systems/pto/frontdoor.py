"""Play from written orders: every file goes through `check`, then the real steps run with its dice.

No inner rule is called and no marker set by hand: what a test needs, an earlier file brings about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pbem.engine.events import Event
from pbem.engine.orders import Order, decode_orders, encode_order
from pbem.engine.run import Table, advance, current_step
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.frozen import FrozenMap
from pbem.systems.pto.orders import Pass
from pbem.systems.pto.sealing import BID_ITEM, bid_of
from pbem.systems.pto.state import Game
from pbem.systems.pto.system import PTO
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, Faces, ScriptedDice, told

__all__ = ["Campaign", "begun", "scenario", "told"]


@dataclass
class Campaign:
    """A game under way; `events` are those of the last file."""

    table: Table[Game]
    events: tuple[Event, ...] = ()
    written: list[tuple[str, tuple[Order, ...]]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The table as it lies."""
        return self.table.game

    @property
    def asked(self) -> str:
        """The seat that writes next."""
        return self.table.asks[0].seat

    @property
    def step(self) -> str:
        """The step that play stands at."""
        return current_step(PTO, self.table).name

    def view(self) -> View[Game]:
        """What the seat that writes next sees."""
        decision = self.table.asks[0]
        return View(
            seat=decision.seat,
            side=self.game.side_of_seat(decision.seat),
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
        return tuple(PTO.check(self.view(), _as_written(orders), CHARTS))

    def refused(self, *orders: Order) -> list[str]:
        """The words of these refusals."""
        return [problem.what for problem in self.problems(*orders)]

    def file(
        self, seat: str, *orders: Order, dice: Mapping[str, Faces] | None = None
    ) -> tuple[Event, ...]:
        """A seat's file: it is the one asked, its orders are legal; play runs on with its dice."""
        assert self.asked == seat, f"{self.asked} is asked at {self.step}, not {seat}"
        given = _as_written(orders)
        problems = self.problems(*given)
        assert not problems, problems
        decision, game = self.table.asks[0], self.game
        held = self.table.held
        for key in decision.covers:
            sorted_ = tuple(one for one in given if PTO.key_for(one, decision) == key)
            held = held.set(key, held.get(key, FrozenMap()).set(seat, sorted_))
        game = self._with_bids(game, seat, decision.opens)
        for order in given:
            game = PTO.stand(game, seat, order)
        self.written.append((seat, given))
        self._run(replace(self.table, game=game, held=held), dice)
        return self.events

    def passes(self, seat: str, dice: Mapping[str, Faces] | None = None) -> tuple[Event, ...]:
        """A seat performs no offensive, and orders nothing for the month's end [PH13.3]."""
        return self.file(seat, Pass(), dice=dice)

    def _with_bids(self, game: Game, seat: str, items: tuple[str, ...]) -> Game:
        """The game with the bids open that the seat's earlier file sealed [F.1.1]."""
        orders = tuple(order for who, given in self.written if who == seat for order in given)
        for item in (one for one in items if one.startswith(BID_ITEM)):
            bid = {"offensives": bid_of(orders, item.rpartition("/")[2])}
            game, _ = PTO.opened(game, seat, item, bid, CHARTS)
        return game

    def _run(self, table: Table[Game], dice: Mapping[str, Faces] | None) -> None:
        scripted = ScriptedDice(dice)
        advanced = advance(PTO, table, scripted, CHARTS)
        assert scripted.left == (), f"written down and not rolled: {scripted.left}"
        self.table = advanced.table
        self.events = tuple(event for scene in advanced.scenes for event in scene.events)


def _as_written(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Orders as they come out of a file."""
    return decode_orders([encode_order(order) for order in orders], PTO.orders, code="E12")


def begun(game: Game, step: str = "P1", dice: Mapping[str, Faces] | None = None) -> Campaign:
    """A month begun at a step, by default with its weather, up to the first file."""
    names = [one.name for one in PTO.steps(game.turn)]
    campaign = Campaign(table=Table(turn=game.turn, game=game, cursor=names.index(step)))
    campaign._run(campaign.table, dice)
    return campaign


def scenario(
    name: str, dice: Mapping[str, Faces] | None = None, *, off: tuple[str, ...] = ()
) -> Campaign:
    """A scenario from its first file on; standing orders are open, `dice` those of its start.

    Modifications `off` are not used.
    """
    game = started(name)
    game = replace(game, terms=replace(game.terms, sealed_standing=False, off=off))
    return begun(game, PTO.steps(game.turn)[0].name, dice)
