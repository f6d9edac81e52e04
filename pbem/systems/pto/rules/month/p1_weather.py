"""Phase 1: the month's weather, and which zones do not fly [P1.1-P1.4, W1.1-W1.4, PH3]."""

from pbem.dice import Dice, Roll
from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_of
from pbem.systems.pto.book.kinds import Condition
from pbem.systems.pto.rules.map import zone
from pbem.systems.pto.table.events_economy import WeatherSet, ZoneRolled
from pbem.systems.pto.table.state import Game, Told


def weather(game: Game, charts: Charts, dice: Dice) -> Told:
    """The condition of the month and one roll for each zone that it affects [P1.1, P1.3, W1.4.b].

    The first zone rolled for is the arctic; the fair zone is never affected [P1.2].
    """
    condition, roll = _condition(game, charts, dice)
    events: list[Event] = [WeatherSet(to=ALL, condition=condition, roll=roll)]
    grounded: list[str] = []
    for where, flies_to in charts.weather.grounding[condition].items():
        thrown = dice.roll("W1 grounding", where, count=2)
        stays = sum(thrown.dice) > flies_to
        told = ZoneRolled(to=ALL, zone=where, roll=thrown, grounded=stays, flies_to=flies_to)
        events.append(told)
        if stays:
            grounded.append(where)
    month = replace(game.month, weather=condition, grounded=tuple(grounded))
    return game.with_month(month), tuple(events)


def may_ground(turn: int, area: str, charts: Charts) -> bool:
    """Whether the weather of a month may keep aircraft of an area on the ground [P1.1, P1.3]."""
    conditions = charts.weather.track[month_of(turn) - 1]
    return any(zone(charts, area) in charts.weather.grounding[one] for one in conditions)


def _condition(game: Game, charts: Charts, dice: Dice) -> tuple[Condition, Roll | None]:
    """The letter of the turn track; of several a die picks one [P1.1, PH3]."""
    faces = charts.weather.track[month_of(game.turn) - 1]
    if len(set(faces)) == 1:
        return faces[0], None
    roll = dice.roll("P1.1 condition")
    return faces[roll.dice[0] - 1], roll
