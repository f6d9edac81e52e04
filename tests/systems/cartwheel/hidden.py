"""A side's own charts for tests: as a scenario sets them up, with what a test changes."""

from pbem.engine.decisions import Decision, key_of
from pbem.engine.events import Event
from pbem.engine.hidden import Scene
from pbem.engine.steps import Seat, View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.learning import learn
from pbem.systems.cartwheel.own.sealing import set_up
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS


def own(side: str, game: Game | None = None, **status: dict[str, object]) -> Private:
    """The charts of a side; `status` changes units, with `_` for the `-` of an id."""
    game = game or started()
    private = set_up(game, game.seat_of(side), CHARTS)
    changed = (
        replace(private.planes[unit.replace("_", "-")], **what) for unit, what in status.items()
    )
    return private.with_planes(changed)


def plane(private: Private, unit: str) -> Plane:
    """A unit of the charts, alive."""
    return private.planes[unit]


def told(private: Private, game: Game, *events: Event) -> Private:
    """The charts after events that happened together."""
    return learn(private, Scene(turn=game.now, step="4.4", game=game, events=events), CHARTS)


def view(private: Private, game: Game, *steps: str) -> View[Game]:
    """What a side sees when it writes a file for some steps."""
    seat = game.seat_of(private.side)
    covers = tuple(key_of(game.now, step) for step in steps)
    seats = tuple(
        Seat(name=name, side=side, holder=name, email="", key="")
        for side, name in game.seats.items()
    )
    return View(
        seat=seat,
        side=private.side,
        seats=seats,
        turn=game.now,
        step=steps[0] if steps else "",
        game=game,
        decision=Decision(seat=seat, rule="", covers=covers),
        earlier=FrozenMap(),
        own=FrozenMap(),
        private=private,
    )
