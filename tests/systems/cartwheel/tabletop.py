"""A table of Operation Cartwheel for tests: scripted dice, and small games laid out by hand."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from pbem.dice import Dice, Roll
from pbem.engine.charts import read_rule_book
from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts, read_charts
from pbem.systems.cartwheel.book.places import BaseChart
from pbem.systems.cartwheel.table.state import (
    ALLIED,
    JAPANESE,
    SIDES,
    Aircraft,
    Base,
    Floatplane,
    Game,
    Ship,
    Terms,
    Troops,
)
from pbem.systems.cartwheel.table.turn import Scout

RULES = Path(__file__).parents[3] / "rules" / "cartwheel"

Kind = TypeVar("Kind", bound=Event)


def charts() -> Charts:
    """The charts that ship with the program."""
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    return read_charts(read_rule_book(files).tables)


CHARTS = charts()
EVERYWHERE = FrozenMap(dict.fromkeys(SIDES, tuple(CHARTS.hexes)))
"""Both sides asked about raids on every hex [H8.9.7]: more than their orders can do."""


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


def board(*, turn: int = 1, terms: Terms = TERMS) -> Game:
    """The campaign's map without ships and troops: its bases, control, and all its air units.

    Every air unit is in play at full strength, the 11th Hikoshidan committed [H2.11, H3, H4.2].
    """
    game = small_game(turn=turn, terms=terms)
    bases = {id_: _base(chart) for id_, chart in CHARTS.bases.items()}
    game = replace(game, bases=FrozenMap(bases), control=CHARTS.control)
    for unit, chart in CHARTS.air.items():
        game = flying(game, chart.side, unit, steps=chart.model.steps)
    return game.with_turn(replace(game.turn, eleventh="yes"))


def _base(chart: BaseChart) -> Base:
    if chart.is_mobile:
        return Base(id=chart.id, hex="", owner=chart.side, status="in-hand")
    owner = chart.side or CHARTS.control[chart.hex]
    status = "destroyed" if chart.undeveloped else "working"
    hits = CHARTS.damage["minor"].destroyed if chart.undeveloped else 0
    return Base(id=chart.id, hex=chart.hex, owner=owner, status=status, hits=hits)


def flying(game: Game, side: str, *units: str, steps: int = 2, disrupted: bool = False) -> Game:
    """The game with air units of a side arrived."""
    return game.with_air(
        Aircraft(id=unit, side=side, arrived=True, steps=steps, disrupted=disrupted)
        for unit in units
    )


def afloat(game: Game, place: str, *ships: str, steps: int = 2, disrupted: bool = False) -> Game:
    """The game with naval units in a hex or box."""
    return game.with_ships(
        Ship(id=id_, side=CHARTS.naval[id_].side, at=place, steps=steps, disrupted=disrupted)
        for id_ in ships
    )


def ashore(game: Game, place: str, *units: str, disrupted: bool = False) -> Game:
    """The game with ground units at full strength in a hex or box, or aboard a ship."""
    for id_ in units:
        chart = CHARTS.ground[id_]
        unit = Troops(id=id_, side=chart.side, at=place, steps=chart.steps, disrupted=disrupted)
        game = game.with_troops((unit,))
        if place in game.ships:
            ship = game.ships[place]
            game = game.with_ships((replace(ship, cargo=(*ship.cargo, id_)),))
    return game


def hurt(game: Game, base: str, hits: int) -> Game:
    """The game with hits on a base."""
    return game.with_base(replace(game.bases[base], hits=hits))


def scouted(game: Game, side: str, unit: str, hex_: str) -> Game:
    """The game with a recon unit on a hex."""
    scout = Scout(id=unit, side=side, hex=hex_)
    return game.with_turn(replace(game.turn, scouts=game.turn.scouts.set(unit, scout)))


def moored(game: Game, hex_: str, *units: str) -> Game:
    """The game with Rufes at a port."""
    planes = {
        id_: Floatplane(id=id_, side=JAPANESE, hex=hex_, steps=CHARTS.air[id_].model.steps)
        for id_ in units
    }
    return replace(game, floatplanes=game.floatplanes.update(planes))


def raining(game: Game) -> Game:
    """The game in a storm [H5.1]."""
    return game.with_turn(replace(game.turn, storm=True))
