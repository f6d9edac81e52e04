"""The page of a scenario: months and mails, economy, forces, points and levels [PH15, PH16]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.counting import count
from pbem.engine.sheets import Sheet, sheet_of
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import MONTH_NAMES
from pbem.systems.pto.book.goals import Goal
from pbem.systems.pto.book.scenario import Force, Month, Post, Scenario, read_scenario
from pbem.systems.pto.table.naming import at_first, side_name

MAILS = "4 to 8 a month as a rule, 2 more where a season begins; each offensive by itself costs 1"


def brief(table: Mapping[str, Any], charts: Charts) -> tuple[Sheet, ...]:
    """What a scenario fixes, for whoever thinks of playing it."""
    scenario = read_scenario(table)
    return (
        sheet_of("Terms", ("", ""), _terms(scenario)),
        sheet_of("Economy", ("nation", "EP", "offensives on the track"), _economy(scenario)),
        sheet_of("Ships", ("nation", "at", "force"), _fleets(scenario, charts)),
        sheet_of("Ashore", ("nation", "at", "units"), _posts(scenario, charts)),
        sheet_of("Victory points", ("for", "to", "worth"), _points(scenario, charts)),
        sheet_of("Levels of victory", ("Japanese less Allied", ""), _levels(scenario)),
    )


def _terms(one: Scenario) -> Iterator[tuple[str, str]]:
    first, last = _month(one.first), _month(one.last)
    months = one.last.turn - one.first.turn + 1
    yield "months", f"{first}, one month" if months == 1 else f"{months}, {first} to {last}"
    yield "mails", MAILS
    yield "initiative", f"{side_name(one.initiative)} first"
    yield "strategic warfare", "none" if one.no_strategic else "yes"
    if not one.at_war:
        yield "peace", "Japan is at war with China alone until it attacks [D13.1]"


def _month(month: Month) -> str:
    return f"{MONTH_NAMES[month.month - 1]} {month.year}"


def _economy(one: Scenario) -> Iterator[tuple[str, str, str]]:
    for nation, economy in one.economy.items():
        yield at_first(nation), str(economy.points), str(economy.track)


# --- forces --------------------------------------------------------------------------------------


def _fleets(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    for force in one.forces:
        name = f"{force.name}: " if force.name else ""
        yield (
            at_first(force.nation),
            _area(force.at, charts),
            f"{name}{', '.join(_ships(force, charts))}",
        )


def _ships(force: Force, charts: Charts) -> Iterator[str]:
    """A force's ships by type, those with names first; what is aboard them behind."""
    for kind in force.kinds:
        yield from force.named.get(kind, ())
    yield from (count(number, kind) for kind, number in force.plain.items())
    yield from (
        count(number, f"{charts.boats[class_].name} boat") for class_, number in force.boats.items()
    )
    aboard = [unit for load in force.cargo for unit in load]
    aboard += [unit.partition(" on ")[0] for unit in force.air]
    if aboard:
        yield f"with {', '.join(aboard)}"


def _posts(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    for post in one.posts:
        yield at_first(post.nation), _area(post.at, charts), ", ".join(_units(post))


def _units(post: Post) -> tuple[str, ...]:
    return (*post.ground, *post.air)


def _area(area: str, charts: Charts) -> str:
    return charts.areas[area].name.partition(" (")[0]


# --- points --------------------------------------------------------------------------------------


def _points(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str]]:
    for goal in one.victory.goals:
        yield _goal(goal, charts), side_name(goal.side), str(goal.points)
    if one.victory.areas:
        yield "areas gained since the start, less those lost", side_name("japanese"), "their VP"
    yield "ships sunk", "either", "their points [PH15.1]"


def _goal(goal: Goal, charts: Charts) -> str:
    return f"{_area(goal.area, charts)} {goal.state}"


def _levels(one: Scenario) -> Iterator[tuple[str, str]]:
    for grade in one.victory.grades:
        margin = "less" if grade.least is None else f"{grade.least} or more"
        won = (
            f"{grade.grade} victory of the {side_name(grade.winner)}" if grade.winner else "a draw"
        )
        yield margin, won
