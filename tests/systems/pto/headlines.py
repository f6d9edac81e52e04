"""A headline of events alone, with things by their ids."""

from collections.abc import Iterable

from pbem.engine.events import Event, Happening
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS


def headline(events: Iterable[Event], game: Game | None = None) -> tuple[str, ...]:
    happenings = tuple(Happening(turn=46, step="P3.1-first", event=one) for one in events)
    return PTO.headline(happenings, game, CHARTS)
