"""Golden examples played through: real files and charts of both sides, with some dice loaded."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

import pytest

from pbem.dice import Dice, Roll
from pbem.engine import fold
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import Value, replace
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.selfplay import Match, match
from tests.systems.cartwheel.tabletop import CHARTS, EVERYWHERE

Change = Callable[[dict[str, Any]], None]
Kind = TypeVar("Kind", bound=Event)


def is_step(name: str, step: str) -> bool:
    """Whether a step is one of some name: `5.2` is that of whichever side comes first."""
    return name == step or name.startswith(f"{step}-")


@dataclass
class Play:
    """A game of real files, with some dice `loaded`."""

    match: Match

    @property
    def game(self) -> Game:
        """The public state as the next file finds it, its author's seed open."""
        return self.match.ahead().fold.table.game

    @property
    def seat(self) -> str:
        """Who writes next."""
        return self.match.seat().name

    def asked(self) -> tuple[str, ...]:
        """The steps that the next file decides."""
        covers = self.match.view().decision.covers
        return tuple(key.partition("/")[2] for key in covers)

    def until(self, seat: str, step: str) -> "Play":
        """Empty files until a seat is asked for a step."""
        for _ in range(200):
            if self.seat == seat and any(is_step(one, step) for one in self.asked()):
                return self
            self.file()
        raise AssertionError(f"{seat} is never asked for {step}")

    def file(self, *orders: Order) -> "Play":
        """The next seat's file with these orders: checked, sealed, taken by both."""
        if self.match.doctor or fold.Dice is not LoadedDice:
            self.match.step(lambda _: orders)
        else:
            self.match.become(after(self.match, orders))
        return self

    def refused(self, *orders: Order) -> tuple[Problem, ...]:
        """What is wrong with orders of the next seat; nothing happens."""
        return self.match.refused(*orders)

    def rules(self, *orders: Order) -> list[str]:
        """The rules by which orders of the next seat are refused."""
        return [problem.rule for problem in self.refused(*orders)]

    def plane(self, side: str, unit: str) -> Plane | None:
        """A unit on its owner's chart, with all that he knows by now; None if it is lost."""
        found = self.match.seats[side].private
        if self.seat == side:
            found = self.match.private(self.match.ahead())
        assert found is not None
        return found.planes.get(unit)

    def events(self, kind: type[Kind]) -> list[Kind]:
        """Everything of one kind that has happened, what the next author sees among it."""
        scenes = (*self.match.scenes, *self.match.ahead().scenes)
        return [e for scene in scenes for e in scene.events if isinstance(e, kind)]

    def report(self) -> str:
        """All sentences of the reports so far."""
        scenes = (*self.match.scenes, *self.match.ahead().scenes)
        return "\n".join(
            line.text
            for scene in scenes
            for event in scene.events
            for line in CARTWHEEL.wording(event, CHARTS)
        )

    def earned(self, side: str, *, since: int = 1) -> list[tuple[int, str, str]]:
        """A side's awards from a turn on: half points, rule, why."""
        awards = (a for a in self.game.awards if a.side == side and a.turn >= since)
        return [(award.points, award.rule, award.why) for award in awards]


FACES: dict[str, int] = {}
"""Faces of dice by label in the test under way; every other die is thrown as it is."""
THROWN: set[str] = set()
"""The labels of the dice that were thrown for the file under way."""


class LoadedDice(Dice):
    """Dice that wait for their witness as all do, and then show what is written in `FACES`."""

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        THROWN.add(label)
        roll = super()._throw(label, count, sides)
        return replace(roll, dice=(FACES[label],)) if label in FACES else roll


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The faces of this test's dice, none yet: write them down before they are thrown."""
    FACES.clear()
    monkeypatch.setattr(fold, "Dice", LoadedDice)
    return FACES


# --- what many examples begin with ---------------------------------------------------------------

KEPT = 400
"""So many games behind a file are remembered."""


class Filed(Value):
    """A file: how the game stood, the faces that its dice had been given, and what came of it."""

    before: tuple[Any, ...]
    faces: Mapping[str, int | None]
    after: Match


_FILED: dict[tuple[str | int, ...], tuple[Filed, ...]] = {}


def after(match: Match, orders: tuple[Order, ...]) -> Match:
    """The game behind the next seat's file: many examples begin with the same files.

    It is played anew where the game is not the very same, or a die of the file has another face.
    """
    seats = match.seats.values()
    hidden = (one for seat in seats for one in (seat.private, *seat.items.values()))
    before = (match.fold, match.links, *hidden)
    place = (*map(id, before), repr(orders))
    known = _FILED.pop(place, ())
    for one in known:
        if all(FACES.get(die) == face for die, face in one.faces.items()):
            _FILED[place] = known
            return one.after
    made = match.branch()
    THROWN.clear()
    made.step(lambda _: orders)
    faces = {die: FACES.get(die) for die in THROWN}
    _FILED[place] = (*known, Filed(before=before, faces=faces, after=made))
    if len(_FILED) > KEPT:
        del _FILED[next(iter(_FILED))]
    return made


@lru_cache(32)
def begun(scenario: str, change: Change | None, *, asked: bool, referee: bool) -> Match:
    """A game after all have joined, with a change of its scenario."""
    made = changed(match(scenario, change=change, referee=referee), is_plain=True)
    return everywhere_asked(made) if asked else made


@contextmanager
def steady(number: int) -> Iterator[None]:
    """Dice that wait for their witness as all do, and then fall alike in every run of a test.

    Games by mail have new keys and secrets each time; `number` is all that these dice know.
    """

    class SteadyDice(Dice):
        """Dice with a key that the file's number alone makes."""

        def __init__(
            self, key: bytes | None, used: tuple[str, ...] = (), *, file: int = 0, during: int = 0
        ) -> None:
            known = sha256(f"{number}/{file}".encode()).digest()
            super().__init__(known if key is not None else None, used, file=file, during=during)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fold, "Dice", SteadyDice)
        yield


def play(
    scenario: str, faces: dict[str, int], change: Change | None = None, *, asked: bool = True,
    referee: bool = False,
) -> Play:  # fmt: skip
    """A game at its first file, all joined, with these faces loaded beside those written down.

    `change` sets up what an example starts from. Both sides are asked about raids wherever they
    go, unless they are to be answered in advance [H8.9.7]. With a `referee` he opens the dice.
    """
    FACES.update(faces)
    return Play(match=begun(scenario, change, asked=asked, referee=referee).branch())


def everywhere_asked(made: Match) -> Match:
    """The game where both sides are asked about raids on every hex from now on."""
    table = made.fold.table
    game = replace(table.game, asked=EVERYWHERE)
    made.fold = replace(made.fold, table=replace(table, game=game))
    made.start = game
    return made
