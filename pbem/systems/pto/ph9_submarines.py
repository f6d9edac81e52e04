"""Submarines against task forces [PH9, D5.4, D6]."""

from pbem.dice import Dice
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.state import Game
from pbem.systems.pto.told import Told


def boat_attack(game: Game, boats: str, tf: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """The boats of a task force, which intercepted, attack another task force [PH9.1, D6]."""
    raise NotImplementedError


def hunt(game: Game, tf: str, boats: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """A task force with escorts, which found or intercepted boats, fights them [PH9.3, D6.2]."""
    raise NotImplementedError
