"""What a task force meets in the second naval movement: aircraft, never ships [P6.1.2]."""

from pbem.dice import Dice
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p3_intercept import is_ready
from pbem.systems.pto.rules.month.p3_raids import exchange, strikes_ships
from pbem.systems.pto.rules.month.p3_search import search
from pbem.systems.pto.rules.p3_half import Half
from pbem.systems.pto.rules.units import may_reach
from pbem.systems.pto.table.state import Game, Told


def entered(game: Game, tf: str, area: str, charts: Charts, dice: Dice) -> Told:
    """A task force enters a sea: the enemy searches, and strikes at once if he finds [PR72].

    He does so by standing orders, and only where he has aircraft to strike with; the task force
    defends itself and nothing more.
    """
    half = Half(side=side_of(game.forces[tf].nation), phase="P6", charts=charts, dice=dice)
    if not can_be_struck(game, half.enemy, area, charts):
        return game, ()
    game, tag = next_combat(game, "P6.1", area)
    game, found = search(game, half, half.enemy, tf, tag)
    game, struck = exchange(game, half, tf, answers=False)
    return game, (*found, *struck)


def can_be_struck(game: Game, side: str, area: str, charts: Charts) -> bool:
    """Whether a side has aircraft left that could strike ships in a sea this month [P6.1.2]."""
    return any(
        side_of(unit.nation) == side
        and is_ready(game, unit)
        and not (unit.struck or unit.intercepted or unit.out)
        and strikes_ships(game, unit, charts)
        and may_reach(game, charts, unit, area)
        for unit in game.air.values()
    )
