"""A table of Operation Cartwheel for tests: scripted dice, and small games laid out by hand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from pbem.dice import Dice, Roll
from pbem.engine.events import Event
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.state import ALLIED, JAPANESE, Aircraft, Game, Terms

Kind = TypeVar("Kind", bound=Event)


class ScriptedDice(Dice):
    """Dice that fall as a test says: a face by label, `{"9.4 scramble t1m1 A6M-201": 3}`.

    A label that is not written down fails at once; `left` are those not thrown yet. All dice have
    ten sides but those that pick a victim, which have a hundred [H0.7].
    """

    def __init__(self, faces: Mapping[str, int] | None = None) -> None:
        super().__init__(None)
        self.faces = dict(faces or {})

    @property
    def left(self) -> tuple[str, ...]:
        """Labels that are written down and were not thrown."""
        return tuple(self.faces)

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        assert label in self.faces, f"{label!r} is rolled, but not written down"
        face, wanted = self.faces.pop(label), 100 if " pick " in label else 10
        assert (count, sides) == (1, wanted), f"{label}: {count} dice of {sides} sides"
        assert 1 <= face <= sides, f"{label}: no die of {sides} sides shows {face}"
        return Roll(label=label, sides=sides, dice=(face,))


def told(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


TERMS = Terms(
    rule="17.4",
    first_turn=1,
    last_turn=12,
    columns=(1, 20),
    tf36_limit=4,
    tf36_from=1,
    mobile=FrozenMap({ALLIED: 3, JAPANESE: 2}),
    regroups=True,
    cap=6,
)


def small_game(*, turn: int = 1, terms: Terms = TERMS) -> Game:
    """A game with nothing on the map, the Initiative marker with the Allies."""
    return Game(
        terms=terms,
        seats=FrozenMap({ALLIED: "sydney", JAPANESE: "rabaul"}),
        holder=ALLIED,
        bases=FrozenMap(),
        control=FrozenMap(),
        air=FrozenMap(),
        ships=FrozenMap(),
        troops=FrozenMap(),
        now=turn,
    )


def flying(game: Game, side: str, *units: str, steps: int = 2, disrupted: bool = False) -> Game:
    """The game with air units of a side arrived."""
    return game.with_air(
        Aircraft(id=unit, side=side, arrived=True, steps=steps, disrupted=disrupted)
        for unit in units
    )


def raining(game: Game) -> Game:
    """The game in a storm [H5.1]."""
    return game.with_turn(replace(game.turn, storm=True))
