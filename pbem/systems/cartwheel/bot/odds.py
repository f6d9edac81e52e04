"""Averages of the rules' tables, as a player reckons them at the table before he decides."""

from collections.abc import Mapping
from functools import cache

from pbem.engine.bookfiles import Table
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Battle, Hits, Loss
from pbem.systems.cartwheel.rules.r09_scramble import takes_off

FACES = range(1, 11)
"""The faces of the die of nearly all tables [2.4]."""


class Harm(Value, kw_only=False):
    """What a die does on average: steps lost, chance of disruption, chance of either."""

    steps: float
    disrupted: float
    any: float


@cache
def harm(table: Table[Loss], drm: int) -> Harm:
    """The average of a table of losses with some DRM."""
    rows = [table.at(face + drm) for face in FACES]
    many = len(rows)
    return Harm(
        sum(row.steps for row in rows) / many,
        sum(row.disrupted for row in rows) / many,
        sum(row.disrupted or row.steps > 0 for row in rows) / many,
    )


@cache
def hits(table: Table[Hits], drm: int) -> float:
    """The average hits on a base or port with some DRM."""
    return sum(table.at(face + drm).hits for face in FACES) / len(FACES)


class Clash(Value, kw_only=False):
    """A ground attack on average: steps lost by both sides, the chance that the hex is cleared."""

    attacker: float
    defender: float
    cleared: float


def clash(charts: Charts, ours: int, theirs: int, steps: int, drm: int) -> Clash | None:
    """An attack at these odds on so many steps; None if the odds are below the table [H11.4]."""
    column = charts.ground_combat.column(ours, theirs) if ours and theirs else None
    return None if column is None else _battle(column.results, steps, drm)


@cache
def _battle(table: Table[Battle], steps: int, drm: int) -> Clash:
    rows = [table.at(face + drm) for face in FACES]
    many = len(rows)
    return Clash(
        sum(row.attacker for row in rows) / many,
        sum(min(steps, row.defender) for row in rows) / many,
        sum(row.retreat or row.defender >= steps for row in rows) / many,
    )


def taking_off(charts: Charts, sr: int, terms: Mapping[str, int]) -> float:
    """The chance that a unit takes off under attack, by its SR and its DRMs [H9.4.2, H9.5]."""
    most = sr - sum(terms.values())
    return sum(takes_off(face, most - face, charts) for face in FACES) / len(FACES)
