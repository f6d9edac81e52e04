"""What aircraft do to ships, to aircraft on the ground and to installations [PH8, D7, D9, D12]."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.frozen import FrozenMap
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.pieces import AirUnit
from pbem.systems.pto.state import Game
from pbem.systems.pto.told import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipStrike:
    """Air units that came through, and the enemy ships that they may choose from, by id.

    `aim` ranks types of ships or ships by id. `surprise` adds to every roll [D7.3].
    """

    units: tuple[str, ...]
    ships: tuple[str, ...]
    aim: tuple[str, ...] = ()
    surprise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseStrike:
    """Air units that came through to a land area, and what they attack there."""

    units: tuple[str, ...]
    area: str
    at: Literal["aircraft", "port", "airfield", "fort"]


def cannot_strike(game: Game, charts: Charts, unit: AirUnit, tf: str) -> str:
    """The rule that forbids an air unit to attack a task force, or empty [PH5.7, D3a, D12.1]."""
    raise NotImplementedError


def surprises(game: Game, tf: str, bases: Iterable[str]) -> bool:
    """Whether a strike on a task force from these carriers and airfields surprises it [D7.1]."""
    raise NotImplementedError


def strike_ships(game: Game, strike: ShipStrike, tag: str, charts: Charts, dice: Dice) -> Told:
    """Air-naval attacks, aimed before any roll; then their hits [PH8.3, D9]."""
    raise NotImplementedError


def roll_strike(
    game: Game, strike: ShipStrike, tag: str, charts: Charts, dice: Dice
) -> tuple[FrozenMap[int], tuple[Event, ...]]:
    """Hits by ship, not carried out yet: for strikes that are simultaneous [PH8.3, D11.3]."""
    raise NotImplementedError


def apply_hits(game: Game, hits: FrozenMap[int], by_side: str, charts: Charts) -> Told:
    """Carry out the hits of a strike [PH2.2]."""
    raise NotImplementedError


def strike_base(game: Game, strike: BaseStrike, tag: str, charts: Charts, dice: Dice) -> Told:
    """Attacks on aircraft on the ground or on an installation [PH8.6, PH8.7]."""
    raise NotImplementedError
