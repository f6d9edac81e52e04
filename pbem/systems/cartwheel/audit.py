"""The audit of a side's charts (E.7): every hidden change must follow from a rule.

From file to file the owner's charts are drawn again from what he sealed before and from what has
become public since (`learning`). What his next file shows otherwise he must have been allowed to
do: a stage move, a mark, a placement. Everything else is a breach.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.engine.steps import Breach, Disclosed
from pbem.errors import Refused
from pbem.systems.cartwheel.audit_charts import chart_breaches
from pbem.systems.cartwheel.audit_orders import order_breaches
from pbem.systems.cartwheel.audit_units import unit_breaches
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.items import read_items
from pbem.systems.cartwheel.learning import learn
from pbem.systems.cartwheel.private import Private
from pbem.systems.cartwheel.state import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """The charts as a file must have found them, and as it sealed them."""

    expected: Private | None
    sealed: Private | None


def audit(
    seat: str, start: Private, files: tuple[Disclosed[Game], ...], charts: Charts
) -> Iterator[Breach]:
    """Every breach in a seat's files, in their order (E.7).

    Where a file's items could not be read, the next that can is judged by itself alone.
    """
    before: Private | None = start
    for number, file in enumerate(files):
        expected = before
        for scene in file.before:
            expected = learn(expected, scene, charts) if expected is not None else None
        sealed, broken = _read(start.side, file)
        findings = [*broken]
        if sealed is not None and file.items is not None:
            findings += chart_breaches(sealed, file.found, file.items, charts)
            findings += order_breaches(expected, sealed, file, charts)
        if sealed is not None and expected is not None:
            findings += unit_breaches(expected, sealed, file, charts, first=number == 0)
        for finding in findings:
            gain = start.side if finding.gains else ""
            yield Breach(
                seat=seat, seq=file.seq, rule=finding.rule, subject=finding.subject,
                what=f"{finding.what} (check {finding.check})", gain=gain,
            )  # fmt: skip
        before = None if sealed is None else replace(sealed, due=())


def _read(side: str, file: Disclosed[Game]) -> tuple[Private | None, tuple[Finding, ...]]:
    """The charts that a file sealed; None, and a finding, where they are not of their form."""
    if file.items is None:
        return None, ()
    try:
        return read_items(side, file.items), ()
    except Refused as refused:
        problem = refused.problems[0]
        words = f"the item cannot be read: {problem.what}"
        return None, (Finding(check=1, rule="E.2", subject=problem.where, what=words),)
