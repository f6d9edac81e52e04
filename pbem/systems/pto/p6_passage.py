"""What a task force meets in the second naval movement: aircraft, never ships [P6.1.2]."""

from pbem.dice import Dice
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.labels import next_combat
from pbem.systems.pto.p3_half import Half
from pbem.systems.pto.p3_raids import exchange
from pbem.systems.pto.p3_search import search
from pbem.systems.pto.state import Game, side_of
from pbem.systems.pto.told import Told


def entered(game: Game, tf: str, area: str, charts: Charts, dice: Dice) -> Told:
    """A task force enters a sea: the enemy searches, and strikes at once if he finds [P6.1.2].

    He does so by standing orders; the task force only defends itself.
    """
    half = Half(side=side_of(game.forces[tf].nation), phase="P6", charts=charts, dice=dice)
    game, tag = next_combat(game, "P6.1", area)
    game, found = search(game, half, half.enemy, tf, tag)
    game, struck = exchange(game, half, tf, answers=False)
    return game, (*found, *struck)
