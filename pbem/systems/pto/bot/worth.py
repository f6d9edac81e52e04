"""What areas are worth to the computer player, and how ships get there."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.combat.ph10_ground import shelling, support_of
from pbem.systems.pto.rules.combat.ph10_odds import attack_of, defence_of
from pbem.systems.pto.rules.map import sea_cost, ways
from pbem.systems.pto.table.pieces import Ground
from pbem.systems.pto.table.state import Game

PRIZE = 3
"""EP a season count so much more than victory points."""
KEPT = 3
"""A point of strength stays in an area for each so many victory points."""
GOAL = 6
"""What a scenario's own goals count more than a plain point."""


def area_worth(game: Game, area: str, charts: Charts) -> int:
    """Points for an area: what the scenario counts for it, its EP, its airfield."""
    here = charts.areas[area]
    goals = [goal.points for goal in game.terms.scoring.goals if goal.area == area]
    counted = GOAL * max(goals, default=0)
    if game.terms.scoring.areas:
        counted += 2 * here.worth + PRIZE * here.prize
    return counted + (1 if game.areas[area].airfield else 0)


def can_spare(game: Game, side: str, area: str, leaving: Iterable[str], charts: Charts) -> bool:
    """Whether enough stays in an area when these units leave: for its worth, and its neighbours.

    Half of what could march in next month keeps a cautious enemy out.
    """
    gone = set(leaving)
    staying = [unit for unit in game.ground_at(area, side) if unit.id not in gone]
    kept = defence_of(staying)
    coming = (
        unit
        for near in charts.areas[area].land_links
        if near in game.areas
        for unit in game.ground_at(near, other(side))
        if unit.move
    )
    danger = attack_of(coming, charts)
    return bool(staying) and kept >= charts.areas[area].worth // KEPT and 2 * kept > danger


def spared(
    game: Game, side: str, units: Iterable[Ground], used: Iterable[str], charts: Charts
) -> list[Ground]:
    """Those of some units that may leave their areas together, others having left already."""
    leaving, found = [*used], list[Ground]()
    for unit in units:
        if can_spare(game, side, unit.at, (*leaving, unit.id), charts):
            leaving.append(unit.id)
            found.append(unit)
    return found


def landing_worth(
    game: Game,
    side: str,
    area: str,
    units: Iterable[Ground],
    charts: Charts,
    *,
    coming: int = 0,
) -> int:
    """What landing these units in an area is worth; 0 or less if it would probably fail.

    An attack needs twice the strength of the defence, for a landing costs a point of the die.
    Ships shell for both; `coming` is what those can do that are yet to come there.
    """
    if game.is_friendly(side, area):
        return 0
    defence = defence_of(game.ground_at(area, other(side)))
    off_shore = support_of(shelling(game, other(side), area, charts), charts)
    defence += min(defence, off_shore)
    here = attack_of(game.ground_at(area, side), charts)
    attack = attack_of(units, charts) + here
    attack += min(attack, coming + support_of(shelling(game, side, area, charts), charts))
    if attack <= 0 or attack < 2 * defence + (1 if defence else 0):
        return 0
    return area_worth(game, area, charts) + 1


def sea_path(
    game: Game, charts: Charts, side: str, origin: str, goal: str, speed: int
) -> tuple[str, ...]:
    """The cheapest way from an area to a sea or port within `speed` MP; empty if there is none."""

    def around(at: str) -> Iterator[tuple[str, int]]:
        for to in (*charts.areas[at].links, *charts.areas[at].ashore):
            cost = sea_cost(game, charts, side, at, to)
            if cost is not None and (to == goal or to not in game.areas):
                yield to, cost

    near = takewhile(lambda way: way[0] <= speed, ways((origin,), around))
    return next((path[1:] for _, path in near if path[-1] == goal), ())
