"""The audit of one file's charts by themselves (E.7, checks 1, 3, 4, 5)."""

from collections.abc import Iterator, Mapping

from pbem.systems.cartwheel.basing import is_over_full
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.items import CHART, COUNTS, UNIT, charts_items
from pbem.systems.cartwheel.m06_capacity import may_base
from pbem.systems.cartwheel.private import Plane, Private
from pbem.systems.cartwheel.state import Game

GONE = ("6.6.3", "6.5.2~", "6.3")
"""Rules by which a base is nobody's to stand at: destroyed, unfinished, the enemy's."""


def chart_breaches(
    sealed: Private, game: Game, items: Mapping[str, str], charts: Charts
) -> Iterator[Finding]:
    """What is wrong with charts whatever stood in the ones before."""
    yield from _unlike(sealed, game, items, charts)
    yield from _over(sealed, game, charts)
    for plane in sealed.planes.values():
        yield from _misplaced(sealed, plane, game, charts)


def _unlike(
    sealed: Private, game: Game, items: Mapping[str, str], charts: Charts
) -> Iterator[Finding]:
    """Counts and unit items say what the charts of the same file say (check 1)."""
    for id_, content in charts_items(sealed, game, charts).items():
        if items.get(id_, content) == content:
            continue
        rule = "7.3.4~" if id_.endswith(COUNTS) else "E.2"
        subject = id_.removesuffix(COUNTS).removesuffix(CHART).removeprefix(UNIT)
        what = f"the item '{id_}' does not say what the chart of the same file says"
        yield Finding(check=1, rule=rule, subject=subject, what=what)


def _over(sealed: Private, game: Game, charts: Charts) -> Iterator[Finding]:
    """All units of an over-full base are in the Flown half (check 3)."""
    for base in sorted({plane.base for plane in sealed.planes.values()}):
        if not is_over_full(sealed, game, base, charts):
            continue
        for plane in sealed.at(base):
            if plane.half == "ready" and not (plane.away or plane.due):
                what = f"it is Ready at {base}, which holds more than it may"
                yield Finding(check=3, rule="6.3.4~", subject=plane.id, what=what)


def _misplaced(sealed: Private, plane: Plane, game: Game, charts: Charts) -> Iterator[Finding]:
    """Nobody stands where his nation, type or the state of the base forbid (checks 4 and 5)."""
    if plane.id not in charts.air or charts.air[plane.id].side != sealed.side:
        what = "it is no unit of that side"
        yield Finding(check=2, rule="E.2", subject=plane.id, what=what)
        return
    if plane.away or plane.due:
        return
    rule = may_base(charts, game, plane.id, plane.base)
    if rule:
        what = f"it stands at {plane.base}, where it may not"
        yield Finding(check=5 if rule in GONE else 4, rule=rule, subject=plane.id, what=what)
