"""Games of Midway without mail: every seat asked in turn, by whatever plays it."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.dice import Dice
from pbem.engine.events import Happening
from pbem.engine.hidden import happenings
from pbem.engine.orders import Order
from pbem.engine.run import Table, advance, current_step
from pbem.engine.steps import Seat, Setup, View
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import CHARTS

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "midway"
Player = Callable[[View[Game], Charts], tuple[Order, ...]]


def idle(_: View[Game], __: Charts) -> tuple[Order, ...]:
    """A player who leaves everything to the defaults."""
    return ()


@dataclass
class Match:
    """A game under way; `happenings` is everything so far."""

    table: Table[Game]
    seats: tuple[Seat, ...]
    secret: bytes
    files: int = 0
    sealed: dict[str, dict[str, str]] = field(default_factory=dict)
    happenings: list[Happening] = field(default_factory=list)

    def view(self) -> View[Game]:
        """What the next seat sees."""
        decision, table = self.table.asks[0], self.table
        return View(
            seat=decision.seat,
            side=next(seat.side for seat in self.seats if seat.name == decision.seat),
            seats=self.seats,
            turn=table.turn,
            step=current_step(MIDWAY, table).name,
            game=table.game,
            decision=decision,
            earlier=table.held,
            own=FrozenMap(self.sealed.get(decision.seat, {})),
        )

    def answer(self, orders: tuple[Order, ...]) -> None:
        """The next seat's file: openings, standing orders, orders held for their steps."""
        view, table = self.view(), self.table
        game, own = table.game, self.sealed.setdefault(view.seat, {})
        for id_ in view.decision.opens:
            content = tomllib.loads(own.pop(id_))
            game, events = MIDWAY.opened(game, view.seat, id_, 0, content, CHARTS)
            self._note(events)
        orders, sealed = MIDWAY.seal(view, orders, CHARTS)
        own.update(sealed)
        answers: dict[str, list[Order]] = {key: [] for key in view.decision.covers}
        for order in orders:
            if key := MIDWAY.key_for(order, view.decision):
                answers[key].append(order)
            else:
                game = MIDWAY.stand(game, view.seat, order, 7)
        held = dict(table.held)
        for key, given in answers.items():
            seats: FrozenMap[tuple[Order, ...]] = held.get(key, FrozenMap())
            held[key] = seats.set(view.seat, tuple(given))
        self.table = replace(table, game=game, held=FrozenMap(held))
        self.run()

    def run(self) -> None:
        """Play on until somebody must decide or the game is over; all dice are open."""
        self.files += 1
        key = sha256(self.secret + self.files.to_bytes(4, "big")).digest()
        advanced = advance(MIDWAY, self.table, Dice(key), CHARTS)
        self.table = advanced.table
        self.happenings += happenings(advanced.scenes)

    def _note(self, events: tuple[Any, ...]) -> None:
        step = current_step(MIDWAY, self.table).name
        self.happenings += (
            Happening(turn=self.table.turn, step=step, event=event) for event in events
        )


def match(
    number: int,
    *names: str,
    scenario: str = "midway-0700",
    pace: str = "turn",
    sealed: bool = False,
) -> Match:
    """A match at its first decision; `number` makes its dice, `names` are its seats."""
    words = {"pace": pace, "sealed_planning": str(sealed).lower()}
    toml = tomllib.loads((SCENARIOS / f"{scenario}.toml").read_text())
    names = names or ("japanese", "american")
    prepared = MIDWAY.prepare(toml, names, words)
    seats = tuple(
        Seat(name=name, side=side, holder=name, email="", key="")
        for name, side in prepared.sides.items()
    )
    game = MIDWAY.setup(Setup(scenario=toml, seats=seats, options=prepared.options), CHARTS)
    started = Match(
        table=Table(turn=MIDWAY.first_turn(game), game=game),
        seats=seats,
        secret=b"selfplay" + number.to_bytes(8, "big"),
    )
    started.run()
    return started


def moments(started: Match, *players: Player) -> Iterator[View[Game]]:
    """Every decision of a match played out: the first player's side is the Japanese one."""
    by_side = dict(zip(("japanese", "american"), players, strict=True))
    while MIDWAY.verdict(started.table.game) is None:
        view = started.view()
        yield view
        started.answer(by_side[view.side](view, CHARTS))
