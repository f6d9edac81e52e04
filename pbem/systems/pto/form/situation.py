"""The situation that matters for a file, above what it decides: points, fronts, fleets at sea."""

from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.table.pieces import TaskForce
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import KINDS
from pbem.systems.pto.words.sheets import facts

SHOWN = ("Weather", "Points, if it ended now", "Fronts", "Cut off")
"""What the form takes from the table of the month."""


def section(view: View[Game], charts: Charts) -> Section:
    """A few lines on how it stands, own and enemy."""
    told = dict(facts(view.game, charts))
    month = (f"{what}: {told[what]}." for what in SHOWN if told[what])
    ours = _at_sea(view.game, "Yours at sea", view.side)
    theirs = _at_sea(view.game, "The enemy at sea", other(view.side))
    return Section(title="How it stands", rule="PH15.1", choices=(*month, *ours, *theirs))


def _at_sea(game: Game, title: str, side: str) -> Iterator[str]:
    """A side's task forces that are in no port, by sea, with what they are made of."""
    places = dict.fromkeys(tf.at for tf in game.forces.values() if tf.at not in game.areas)
    found = ((area, game.forces_at(area, side)) for area in places)
    seas = "; ".join(f"{mention(area)}: {_forces(game, there)}" for area, there in found if there)
    if seas:
        yield f"{title}: {seas}."


def _forces(game: Game, there: Iterable[TaskForce]) -> str:
    return ", ".join(f"{mention(tf.id)} ({_made_of(game, tf)})" for tf in there)


def _made_of(game: Game, tf: TaskForce) -> str:
    """Ships counted by kind: `2 CVs, 3 DDs`."""
    ships = [ship.kind for ship in game.ships_in(tf.id)]
    return ", ".join(count(ships.count(kind), kind) for kind in KINDS if kind in ships)
