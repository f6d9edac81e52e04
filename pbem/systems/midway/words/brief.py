"""The page of a scenario: length, mails, forces, where they begin, points and levels [MD3]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.counting import count
from pbem.engine.sheets import Sheet, sheet_of
from pbem.engine.steps import Setup
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.setup import CARRIERS, Scenario, as_words, read_scenario
from pbem.systems.midway.rules.victory import DECISIVE
from pbem.systems.midway.words.names import SIDE_NAMES, carrier_name

PHASES = 5
"""The phases of a turn that ask a seat for a file of their own, if it has anything to decide."""


def brief(table: Mapping[str, Any], charts: Charts) -> tuple[Sheet, ...]:
    """What a scenario fixes, for whoever thinks of playing it."""
    scenario = read_scenario(table)
    return (
        sheet_of("Terms", ("", ""), _terms(scenario)),
        sheet_of("Forces", ("side", "carrier", "AA", "squadrons"), _forces(scenario, charts)),
        sheet_of("Victory points", ("for", "worth"), _points(charts)),
        sheet_of("Levels of victory", ("margin", ""), _levels(charts)),
    )


def _terms(one: Scenario) -> Iterator[tuple[str, str]]:
    yield "turns", f"{one.turns}, and the planning of turn 0"
    yield "mails", f"{_mails(one, 2, 'turn')}; with pace=phase {_mails(one, 2, 'phase')} [MB3]"


def mails(setup: Setup, _: Charts) -> str:
    """How many files a game of these seats and this pace takes [MB3]."""
    scenario, pace = read_scenario(setup.scenario), as_words(setup)["pace"]
    return f"{_mails(scenario, len(setup.seats), pace)} [MB3]"


def _mails(one: Scenario, seats: int, pace: str) -> str:
    """`2 a turn, 26 at most`; with the pace `phase` a seat may write in five phases of a turn.

    The last turn has but three; its other two are for turn 0, and for the last file of all.
    """
    if pace == "phase":
        return f"up to {PHASES * seats} a turn, {PHASES * seats * one.turns} at most"
    return f"{seats} a turn, {seats * (one.turns + 1)} at most"


def _forces(one: Scenario, charts: Charts) -> Iterator[tuple[str, str, str, str]]:
    """Each carrier with its squadrons at full strength, and those that begin in the air [MD3]."""
    aloft = dict.fromkeys(one.start.waiting, "waiting to land") | dict.fromkeys(
        one.start.cap, "on CAP"
    )
    for carrier in CARRIERS:
        chart = charts.carriers[carrier]
        own = (
            f"{id_} {squadron.sp} SP{f' ({aloft[id_]})' if id_ in aloft else ''}"
            for id_, squadron in charts.squadrons.items()
            if squadron.carrier == carrier
        )
        yield (
            SIDE_NAMES[chart.side],
            carrier_name(carrier),
            count(chart.aa, "die", "dice"),
            ", ".join(own),
        )


def _points(charts: Charts) -> Iterator[tuple[str, str]]:
    yield "an enemy carrier sunk", f"{charts.victory.sunk} [MH28]"
    yield "each hit on one afloat", "1"
    yield "one that is crippled at the end", f"{charts.victory.crippled_bonus} more"


def _levels(charts: Charts) -> Iterator[tuple[str, str]]:
    yield "less", "a draw"
    for grade in charts.victory.grades:
        yield f"{grade.margin} points", f"{grade.grade} victory"
    yield "all enemy carriers sunk", f"{DECISIVE} victory at once [MH27]"
