"""The audit of a side's charts (E.7): every hidden change must follow from a rule.

From file to file the owner's charts are drawn again from what he sealed before and from what has
become public since (`learning`). What his next file shows otherwise he must have been allowed to
do: a stage move, a mark, a placement. Everything else is a breach.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pbem.engine.orders import stands_alone
from pbem.engine.steps import Breach, Disclosed
from pbem.errors import Refused
from pbem.systems.cartwheel.audit_charts import chart_breaches, count_breaches, place_breaches
from pbem.systems.cartwheel.audit_moves import Moves
from pbem.systems.cartwheel.audit_orders import order_breaches
from pbem.systems.cartwheel.audit_units import unit_breaches
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.items import SINGLE, chart_ids, complete, read_items
from pbem.systems.cartwheel.learning import learn
from pbem.systems.cartwheel.private import Private
from pbem.systems.cartwheel.state import Game


def audit(
    seat: str, start: Private, files: tuple[Disclosed[Game], ...], charts: Charts
) -> Iterator[Breach]:
    """Every breach in a seat's files, in their order (E.7).

    Where a file's items could not be read, the next that can is judged by itself alone. A file
    with an order that stands alone changes nothing: play goes on from before it.
    """
    before: Private | None = start
    last = start
    for file in files:
        expected = before
        for scene in file.before:
            expected = learn(expected, scene, charts) if expected is not None else None
        alone = stands_alone(file.orders)
        sealed, findings = _read(seat, start.side, file, charts)
        if sealed is not None:
            findings += _judged(expected, sealed, file, charts, stands_alone=alone)
            findings += count_breaches(last, file, charts)
            last = sealed
        for finding in findings:
            gain = start.side if finding.gains else ""
            yield Breach(
                seat=seat, seq=file.seq, rule=finding.rule, subject=finding.subject,
                what=f"{finding.what} (check {finding.check})", gain=gain,
            )  # fmt: skip
        if not alone:
            before = None if sealed is None else replace(sealed, due=())
        elif expected is not None:
            before = expected


def _read(
    seat: str, side: str, file: Disclosed[Game], charts: Charts
) -> tuple[Private | None, list[Finding]]:
    """The charts that a file sealed; None, and a finding, where they are not of their form."""
    if file.items is None:
        return None, []
    items = _sealed(file.items, chart_ids(file.found, seat, charts))
    try:
        derived = complete(side, items, file.found, charts)
        return read_items(side, items), list(chart_breaches(items, derived))
    except Refused as refused:
        problem = refused.problems[0]
        words = f"the item cannot be read: {problem.what}"
        return None, [Finding(check=1, rule="E.2", subject=problem.where, what=words)]


def _sealed(items: Mapping[str, str], ids: tuple[str, ...]) -> dict[str, str]:
    """The items that a file can have sealed; whatever else an annex holds means nothing."""
    known = frozenset(ids)
    return {id_: text for id_, text in items.items() if id_ in known or id_.startswith(SINGLE)}


def _judged(
    expected: Private | None,
    sealed: Private,
    file: Disclosed[Game],
    charts: Charts,
    *,
    stands_alone: bool,
) -> list[Finding]:
    """Everything that is wrong with charts that could be read."""
    found = [
        *place_breaches(sealed, file.found, charts),
        *order_breaches(expected, sealed, file, charts),
    ]
    if expected is None:
        return found
    moves = Moves(
        expected=expected, sealed=sealed, file=file, charts=charts, stands_alone=stands_alone
    )
    return [*found, *unit_breaches(moves)]
