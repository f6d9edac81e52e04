"""What is told of the end of the game [PH15.1]."""

from collections.abc import Iterator, Mapping

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.engine.sheets import Line
from pbem.systems.pto.book.charts import Area, Charts
from pbem.systems.pto.book.goals import Scoring
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.rules.victory import ON_POINTS
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.naming import all_of, side_name, signed
from pbem.systems.pto.table.state import Ending


def lines(event: Event, _: Charts) -> tuple[Line, ...]:
    """The sentences for an event of the end of the game."""
    match event:
        case PointsCounted():
            return (Line(text=f"{counted(event)} [PH15.1]"),)
        case GameEnded():
            return (Line(text=f"{result(event.winner, event.grade)} {_why(event)}"),)
    return ()


def result(winner: str, grade: str) -> str:
    """A result in words: `Decisive victory of the Japanese`."""
    return f"{grade.capitalize()} victory of the {side_name(winner)}" if winner else "A draw"


def final(ending: Ending | GameEnded, margin: int) -> str:
    """How the game ended and by how much: `The game is over: a draw, the Allies lead by 5 points`.

    Who has won may still be behind: a grade tells what margin is enough [PH16-PH18].
    """
    words = result(ending.winner, ending.grade)
    over = f"The game is over: {words[:1].lower()}{words[1:]}"
    if ending.reason != ON_POINTS:
        return f"{over}, for {ending.reason}"
    if not margin:
        return f"{over}, with equal points"
    leader, many = JAPANESE if margin > 0 else ALLIED, count(abs(margin), "point")
    leads = f"the {side_name(leader)} lead by"
    return f"{over} by {many}" if leader == ending.winner else f"{over}, {leads} {many}"


def _why(event: GameEnded) -> str:
    reason, _, rule = event.reason.partition(" [")
    cited = f" [{rule}" if rule else ""
    return f"{reason}: Japanese {signed(event.margin)}{cited}" if rule else f"({reason})"


def counted(event: PointsCounted) -> str:
    """A side's points with their parts: `Japanese: Luzon (LUZ) 4, ships 7 = 11 points`."""
    parts = tuple(_parts(event)) or ("nothing",)
    sum_ = all_of(parts) if len(parts) == 1 else ", ".join(parts)
    return f"{side_name(event.side)}: {sum_} = {count(event.points, 'point')}"


def rules_of(event: PointsCounted) -> Mapping[str, int]:
    """A side's points by what they are for: areas together, each goal, ships."""
    goals = {}
    for goal, points in event.goals.items():
        area, _, state = goal.partition(" ")
        goals[f"{mention(area)} {state}"] = points
    found = {"areas gained and lost": sum(event.areas.values()), **goals, "ships": event.ships}
    return {what: points for what, points in found.items() if points}


def stake(scoring: Scoring, area: Area) -> str:
    """What a scenario counts at its end for an area, or empty [PH15.1-PH18].

    `Allies 10 if controlled, 5 if contested`.
    """
    if scoring.areas:
        return str(area.worth)
    sides: dict[str, list[str]] = {}
    for goal in scoring.goals:
        if goal.area == area.id:
            sides.setdefault(goal.side, []).append(f"{goal.points} if {goal.state}")
    return ", ".join(f"{side_name(side)} {', '.join(words)}" for side, words in sides.items())


def _parts(event: PointsCounted) -> Iterator[str]:
    for area, points in event.areas.items():
        yield f"{mention(area)} {signed(points)}"
    for goal, points in event.goals.items():
        area, _, state = goal.partition(" ")
        yield f"{mention(area)} {state} {points}"
    if event.ships:
        yield f"ships {event.ships}"
