"""The end of the game and its result [MH27, MH28, MH29]."""

from collections.abc import Mapping
from typing import Literal

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result, Verdict
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES, other
from pbem.systems.midway.table.carriers import afloat
from pbem.systems.midway.table.events import GameEnded
from pbem.systems.midway.table.state import Ending, Game, strength

Reason = Literal["carriers", "points", "resigned"]
REASONS: dict[Reason, str] = {
    "carriers": "all carriers of a side are sunk [MH27]",
    "points": "on points [MH28]",
    "resigned": "the other side resigned [MH29]",
}
DECISIVE = "decisive"


def after_attacks(game: Game, turn: int, charts: Charts) -> Result[Game]:
    """Checked after phase 8: carriers all sunk end it at once, else the last turn may be known."""
    beaten = [side for side in SIDES if not afloat(game, side, charts)]
    if beaten:
        winner = other(beaten[0]) if len(beaten) == 1 else ""
        return _ended(game, winner, DECISIVE if winner else "draw", "carriers", charts)
    bombers = any(squadron.is_bomber for squadron in game.squadrons.values())
    return Result(game=replace(game, final=turn >= game.last_turn or not bombers))


def on_points(game: Game, charts: Charts) -> Result[Game]:
    """The result after the last repairs: margin of points, graded [MH28]."""
    scores = points(game, charts)
    best = max(SIDES, key=lambda side: scores[side])
    margin = scores[best] - scores[other(best)]
    grade = "draw"
    for step in charts.victory.grades:
        grade = step.grade if margin >= step.margin else grade
    return _ended(game, "" if grade == "draw" else best, grade, "points", charts)


def points(game: Game, charts: Charts) -> FrozenMap[int]:
    """Points of each side for the enemy's carriers [MH28]."""
    scores = dict.fromkeys(SIDES, 0)
    for carrier in game.carriers.values():
        scores[other(carrier.side)] += worth(carrier.damage, charts)
    return FrozenMap(scores)


def worth(damage: int, charts: Charts) -> int:
    """What a carrier with so many circles marked counts for the enemy [MH28]."""
    if damage >= charts.sunk:
        return charts.victory.sunk
    return damage + (charts.victory.crippled_bonus if damage >= charts.crippled else 0)


def resign(game: Game, seat: str, charts: Charts) -> tuple[Game, tuple[Event, ...]]:
    """A seat's resignation decides for the other side [MH29, MH37]."""
    side = next(carrier.side for carrier in game.carriers.values() if carrier.seat == seat)
    result = _ended(game, other(side), DECISIVE, "resigned", charts)
    return result.game, result.events


def verdict(game: Game) -> Verdict | None:
    """The result with the points, if any, the winner's first; None while the game goes on."""
    ending = game.ending
    if ending is None:
        return None
    score = f", with {as_score(ending.points, ending.winner)} points"
    reason = f"{ending.reason}{score if any(ending.points.values()) else ''}"
    return Verdict(winner=ending.winner, grade=ending.grade, reason=reason)


def as_score(scores: Mapping[str, int], winner: str) -> str:
    """`49 to 11`: the points of both sides, the `winner`'s first if there is one [MH28]."""
    best = winner or SIDES[0]
    return f"{scores.get(best, 0)} to {scores.get(other(best), 0)}"


def _ended(game: Game, winner: str, grade: str, reason: Reason, charts: Charts) -> Result[Game]:
    scores = points(game, charts)
    ending = Ending(winner=winner, grade=grade, reason=REASONS[reason], points=scores)
    event = GameEnded(
        to=ALL, winner=winner, grade=grade, reason=reason, points=scores,
        sp_lost=sp_lost(game, charts),
    )  # fmt: skip
    return Result(game=replace(game, ending=ending), events=(event,))


def sp_lost(game: Game, charts: Charts) -> FrozenMap[int]:
    """SP that each side has lost, which is told with a draw [MH28]."""
    lost = dict.fromkeys(SIDES, 0)
    for chart in charts.squadrons.values():
        lost[charts.carriers[chart.carrier].side] += chart.sp
    for side in SIDES:
        lost[side] -= strength(s for s in game.squadrons.values() if s.side == side)
    return FrozenMap(lost)
