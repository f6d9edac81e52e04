"""Victory points, the result after the last month, resignation [PH15.1, PH16, PH17, PH18]."""

from collections.abc import Iterator

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Verdict
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.goals import Goal, Grade
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, SIDES, other, side_of
from pbem.systems.pto.table.events_play import Resigned
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.state import Ending, Game, Told

ON_POINTS = "on points [PH15.1]"
RESIGNED = "the other side resigned"


def end_of_month(game: Game, charts: Charts) -> Told:
    """Points are told after each month; after the last the game ends with its grade [PH15.1]."""
    counted = tuple(points_of(game, side, charts) for side in SIDES)
    if game.turn < game.terms.last_turn:
        return game, counted
    over = margin(game, charts)
    grade = grade_of(game, over)
    game, events = _ended(game, grade, ON_POINTS, over, charts)
    return game, (*counted, *events)


def resign(game: Game, seat: str, charts: Charts) -> Told:
    """A seat gives up for its side: the other wins as high as it can (protocol 12)."""
    winner = other(game.side_of_seat(seat))
    grade = _best(game, winner)
    game, events = _ended(game, grade, RESIGNED, margin(game, charts), charts)
    return game, (Resigned(to=ALL, seat=seat), *events)


def verdict(game: Game) -> Verdict | None:
    """The result, or None while the game goes on."""
    ending = game.ending
    if ending is None:
        return None
    return Verdict(winner=ending.winner, grade=ending.grade, reason=ending.reason)


def ruled(game: Game, side: str, points: int, _: Charts) -> Told:
    """Points that a ruling gives a side, or takes from it; they count like ships (protocol 10)."""
    return replace(game, sunk=game.sunk.set(side, game.sunk.get(side, 0) + points)), ()


def _ended(game: Game, grade: Grade, reason: str, over: int, charts: Charts) -> Told:
    points = score(game, charts)
    ending = Ending(winner=grade.winner, grade=grade.grade, reason=reason, points=points)
    event: Event = GameEnded(
        to=ALL, winner=grade.winner, grade=grade.grade, reason=reason, margin=over
    )
    return replace(game, ending=ending), (event,)


# --- points --------------------------------------------------------------------------------------


def points_of(game: Game, side: str, charts: Charts) -> PointsCounted:
    """What a side's points are made of, if the game ended now [PH15.1].

    Areas gained and lost count for Japan alone: the Allies' points are ships and goals [PH16].
    """
    scoring = game.terms.scoring
    areas = areas_won(game, charts) if scoring.areas and side == JAPANESE else FrozenMap[int]()
    reached = (goal for goal in scoring.goals if goal.side == side and is_reached(game, goal))
    goals = FrozenMap({f"{goal.area} {goal.state}": goal.points for goal in reached})
    ships = game.sunk.get(side, 0)
    total = sum(areas.values()) + sum(goals.values()) + ships
    return PointsCounted(to=ALL, side=side, areas=areas, goals=goals, ships=ships, points=total)


def score(game: Game, charts: Charts) -> FrozenMap[int]:
    """Each side's points, if the game ended now [PH15.1]."""
    return FrozenMap({side: points_of(game, side, charts).points for side in SIDES})


def by_area(game: Game, charts: Charts) -> FrozenMap[FrozenMap[int]]:
    """What of each side's points is for which area, if the game ended now [PH15.1]."""
    return FrozenMap({side: _by_area(points_of(game, side, charts)) for side in SIDES})


def _by_area(counted: PointsCounted) -> FrozenMap[int]:
    found = dict(counted.areas)
    for goal, points in counted.goals.items():
        area, _, _ = goal.partition(" ")
        found[area] = found.get(area, 0) + points
    return FrozenMap(found)


def margin(game: Game, charts: Charts) -> int:
    """The Japanese points less the Allied ones, if the game ended now [PH15.1]."""
    counted = score(game, charts)
    return counted[JAPANESE] - counted[ALLIED]


def areas_won(game: Game, charts: Charts) -> FrozenMap[int]:
    """The area points that Japan has gained since the start, by area; losses negative [PH15.1].

    Of a contested area each side has half, rounded down.
    """
    return FrozenMap(dict(_areas_won(game, charts)))


def _areas_won(game: Game, charts: Charts) -> Iterator[tuple[str, int]]:
    for id_ in game.areas:
        worth = charts.areas[id_].worth
        before = worth if side_of(game.holders[id_]) == JAPANESE else 0
        now = worth if game.controls(JAPANESE, id_) else 0
        if game.is_contested(id_):
            now = worth // charts.victory.contested
        if now != before:
            yield id_, now - before


def is_reached(game: Game, goal: Goal) -> bool:
    """Whether a goal of a scenario is reached as things stand [PH17, PH18]."""
    match goal.state:
        case "controlled":
            return game.is_friendly(goal.side, goal.area)
        case "contested":
            return game.is_contested(goal.area)
    return has_entered(game, goal.side, goal.area)


def has_entered(game: Game, side: str, area: str) -> bool:
    """Whether a side's ground units have come into an area, or it holds it [PH18]."""
    came = (entry.partition(" ") for entry in game.entered)
    return (
        game.controls(side, area)
        or bool(game.ground_at(area, side))
        or any(side_of(nation) == side and where == area for nation, _, where in came)
    )


# --- grades --------------------------------------------------------------------------------------


def grade_of(game: Game, over: int) -> Grade:
    """The grade of a margin: the first that it reaches, from the highest down [PH16-PH18]."""
    grades = game.terms.scoring.grades
    return next(grade for grade in grades if grade.least is None or over >= grade.least)


def _best(game: Game, winner: str) -> Grade:
    """The highest grade of a side: the first of the Japanese, the last of the Allies."""
    theirs = [grade for grade in game.terms.scoring.grades if grade.winner == winner]
    return theirs[0] if winner == JAPANESE else theirs[-1]
