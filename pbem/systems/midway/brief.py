"""The page of a scenario: length, mails, forces, where they begin, points and levels [MD3]."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.counting import count
from pbem.engine.sheets import Sheet, sheet_of
from pbem.systems.midway.charts import Charts
from pbem.systems.midway.setup import CARRIERS, Scenario, read_scenario
from pbem.systems.midway.victory import DECISIVE
from pbem.systems.midway.wording import SIDE_NAMES, carrier_name


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
    yield (
        "mails",
        f"two a turn, {2 * one.turns + 2} at most; with pace=phase up to ten a turn [MB4]",
    )


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
