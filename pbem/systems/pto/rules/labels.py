"""Labels of dice [F.5]: step, area and the number of the combat there end each label.

What is rolled for without an enemy, as supply or repair, counts as a combat does.
"""

from pbem.frozen import replace
from pbem.systems.pto.table.state import Game


def next_combat(game: Game, step: str, area: str) -> tuple[Game, str]:
    """The game with one more combat in a step and area, and how its labels end: `P3.3 sol 1`."""
    key = f"{step} {area.lower()}"
    number = game.month.combats.get(key, 0) + 1
    combats = game.month.combats.set(key, number)
    return game.with_month(replace(game.month, combats=combats)), f"{key} {number}"
