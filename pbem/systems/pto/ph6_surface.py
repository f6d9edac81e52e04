"""Surface combat between two task forces [PH6, D10, D13.4, D14]."""

from pbem.dice import Dice
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.state import Game
from pbem.systems.pto.told import Told


def battle(game: Game, attacker: str, defender: str, tag: str, charts: Charts, dice: Dice) -> Told:
    """Up to three rounds between task forces at sea, by their standing orders [PH6.1-PH6.4].

    Afterwards a task force that withdrew lies in another sea, one without ships is gone, and
    those that are left count as having fought.
    """
    raise NotImplementedError
