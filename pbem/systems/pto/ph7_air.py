"""Air-to-air combat over an area [PH7, D8, D11.1, D7.2, D16]."""

from dataclasses import dataclass

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.state import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Raid:
    """Air units of a side on a mission to an area: `units` carry it out, `escorts` only fight.

    With `surprise` the defenders add no QR to their attacks [D7.2].
    """

    side: str
    area: str
    units: tuple[str, ...]
    escorts: tuple[str, ...] = ()
    surprise: bool = False


def air_battle(  # noqa: PLR0913 - who flies, who meets them, who comes to help, and the table
    game: Game,
    raid: Raid,
    interceptors: tuple[str, ...],
    counters: tuple[str, ...],
    tag: str,
    charts: Charts,
    dice: Dice,
) -> tuple[Game, tuple[str, ...], tuple[Event, ...]]:
    """Coordination, then air combat; the raid's `units` that come through, by id [D8, PH7]."""
    raise NotImplementedError
