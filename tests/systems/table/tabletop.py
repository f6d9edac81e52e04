"""A table for tests: two sides, dice that fall as a test says, files written one after another."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from pbem.dice import Dice, Roll
from pbem.engine.charts import read_rule_book
from pbem.engine.decisions import Decision
from pbem.engine.events import Event, Happening
from pbem.engine.orders import Order
from pbem.engine.run import Advanced, Table, advance
from pbem.engine.steps import Seat, Setup, View
from pbem.frozen import FrozenMap
from pbem.systems.table import setup
from pbem.systems.table.charts import Limits, read_charts
from pbem.systems.table.orders import Contest, Put
from pbem.systems.table.state import Game
from pbem.systems.table.system import TABLE

RULES = Path(__file__).parents[3] / "rules" / "table"
KEY = "1/table"

Kind = TypeVar("Kind", bound=Event)


def _charts() -> Limits:
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    return read_charts(read_rule_book(files).tables)


LIMITS = _charts()


class ScriptedDice(Dice):
    """Dice of file 7 that fall as a test says: `{"T1 roll 7.1": (3, 4)}`; others are a fault."""

    def __init__(self, faces: Mapping[str, tuple[int, ...]] | None = None) -> None:
        super().__init__(None, file=7)
        self.faces = dict(faces or {})

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        dice = self.faces.pop(label)
        assert len(dice) == count, f"{label}: {count} dice"
        assert all(1 <= die <= sides for die in dice), f"{label}: dice of {sides} sides"
        return Roll(label=label, sides=sides, dice=dice)


def seats(**sides: str) -> tuple[Seat, ...]:
    """Seats in the order of the genesis, each with its side."""
    return tuple(
        Seat(name=name, side=side, holder=name, email="", key="") for name, side in sides.items()
    )


TWO = seats(japan="japan", us="us")


def table(players: tuple[Seat, ...] = TWO, *, phases: tuple[str, ...] = ()) -> Game:
    """A table at which nobody has written."""
    options = {"game": "Lae", "phases": list(phases), "witness": "opponent"}
    return setup.set_up(Setup(scenario={}, seats=players, options=options), LIMITS)


def view(game: Game, *, own: Mapping[str, str] | None = None, turn: int = 1) -> View[Game]:
    """What the seat that writes next has before it."""
    return View(
        seat=game.writer,
        side=game.to_move,
        seats=TWO,
        turn=turn,
        step="table",
        game=game,
        decision=Decision(seat=game.writer, rule="T9", covers=(KEY,)),
        earlier=FrozenMap(),
        own=FrozenMap(own or {}),
    )


def wrong(game: Game, *orders: Order) -> list[str]:
    """What is wrong with orders, in words."""
    return [str(problem) for problem in TABLE.check(view(game), orders, LIMITS)]


def write(game: Game, *orders: Order, dice: Dice | None = None) -> Advanced[Game]:
    """The next seat's file 7 with legal orders; without `dice` they are closed."""
    assert wrong(game, *orders) == []
    held = FrozenMap({KEY: FrozenMap({game.writer: orders})})
    at = Table(turn=1, game=game, held=held)
    return advance(TABLE, at, dice or Dice(None, file=7), LIMITS)


def written(game: Game, *orders: Order) -> Game:
    """The table after that file."""
    return write(game, *orders).table.game


def contested() -> Game:
    """VP, which was off the table, is set to 2 by japan and contested by us: japan is to write."""
    return written(written(table(), Put(counter="VP", value="2")), Contest(counter="VP"))


def in_play(given: Iterable[Event]) -> tuple[Happening, ...]:
    """Events as they happen in turn 1."""
    return tuple(Happening(turn=1, step="play", event=event) for event in given)


def told(advanced: Advanced[Game], kind: type[Kind]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in events(advanced) if isinstance(event, kind)]


def events(advanced: Advanced[Game]) -> Iterable[Event]:
    return [event for scene in advanced.scenes for event in scene.events]


def words(advanced: Advanced[Game]) -> list[str]:
    """Everything that a report says of it."""
    return [line.text for event in events(advanced) for line in TABLE.wording(event, LIMITS)]
