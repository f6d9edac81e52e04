"""The audit of a side's charts (E.7): every hidden change must follow from a rule.

From file to file the owner's charts are drawn again from what he sealed before and from what has
become public since (`learning`). What his next file shows otherwise he must have been allowed to
do: a stage move, a mark, a placement. Everything else is a breach.
"""

from collections.abc import Collection, Iterator

from pbem.engine.hidden import Breach, Disclosed
from pbem.engine.orders import stands_alone
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.audit.charts import (
    answer_breaches,
    chart_breaches,
    count_breaches,
    place_breaches,
)
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.audit.flights import flight_breaches, own_flights
from pbem.systems.cartwheel.audit.moves import Moves, occasion_of
from pbem.systems.cartwheel.audit.orders import order_breaches
from pbem.systems.cartwheel.audit.units import unit_breaches
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.own.entries import aboard, sailed
from pbem.systems.cartwheel.own.items import carried_flights, complete, read_items
from pbem.systems.cartwheel.own.learning import learn
from pbem.systems.cartwheel.rules.r05_events import entered
from pbem.systems.cartwheel.rules.r08_answers import answer_id
from pbem.systems.cartwheel.table.events_play import AnswerOpened
from pbem.systems.cartwheel.table.state import Game


def audit(
    seat: str, start: Private, files: tuple[Disclosed[Game], ...], charts: Charts
) -> Iterator[Breach]:
    """Every breach in a seat's files, in their order (E.7).

    Where a file's items could not be read, the next that can is judged by itself alone. A file
    with an order that stands alone changes nothing: play goes on from before it.
    """
    before: Private | None = start
    last = start
    for number, file in enumerate(files):
        expected = before
        for scene in file.before:
            expected = learn(expected, scene, charts) if expected is not None else None
        alone = stands_alone(file.orders)
        sealed, findings = _read(
            start.side, file, opened_later(files[number + 1 :], start.side), charts
        )
        if sealed is not None:
            findings += answer_breaches(file, charts)
            findings += _judged(_with_task_force(expected, file, charts), sealed, file, charts)
            findings += count_breaches(last, file, charts)
            last = sealed
        for finding in findings:
            gain = start.side if finding.gains else ""
            yield Breach(
                seat=seat, seq=file.seq, rule=finding.rule, subject=finding.subject,
                what=f"{finding.what} (check {finding.check})", gain=gain,
                name=finding.name(charts),
            )  # fmt: skip
        if not alone:
            before = None if sealed is None else _from_here(expected, sealed, file)
        elif expected is not None:
            before = expected


def _with_task_force(
    expected: Private | None, file: Disclosed[Game], charts: Charts
) -> Private | None:
    """The charts expected with TF-36's aircraft aboard or gone by the file itself [H5.3.3]."""
    if expected is None:
        return None
    occasion = occasion_of(file, expected.side, charts)
    expected = aboard(expected, file.orders, occasion.steps, file.found, charts)
    if occasion.operates or not occasion.concludes:
        return expected
    return sailed(expected, file.found, charts)


def _from_here(expected: Private | None, sealed: Private, file: Disclosed[Game]) -> Private:
    """The charts from which the next file is judged; a flight that nobody ordered moves nobody."""
    flights = sealed.flights
    if expected is not None:
        flights = FrozenMap(own_flights(expected, sealed, file))
    return replace(sealed, due=(), flights=flights)


def opened_later(files: tuple[Disclosed[Game], ...], side: str) -> frozenset[str]:
    """The answers of a file that its author's next file opened, by id [H8.9.9]."""
    events = (event for file in files[:1] for scene in file.before for event in scene.events)
    told = (one for one in events if isinstance(one, AnswerOpened) and one.side == side)
    return frozenset(answer_id(one.hex, one.raid_class) for one in told)


def _read(
    side: str, file: Disclosed[Game], opened: Collection[str], charts: Charts
) -> tuple[Private | None, list[Finding]]:
    """The charts that a file sealed; None, and a finding, where they are not of their form."""
    if file.items is None:
        return None, []
    items = file.items
    try:
        derived = complete(side, items, file.found, file.orders, charts)
        return read_items(side, items, charts), list(chart_breaches(items, derived, opened))
    except Refused as refused:
        problem = refused.problems[0]
        words = f"the item cannot be read: {problem.what}"
        return None, [Finding(1, "E.2", problem.where, words)]


def _judged(
    expected: Private | None, sealed: Private, file: Disclosed[Game], charts: Charts
) -> list[Finding]:
    """Everything that is wrong with charts that could be read."""
    found = [
        *place_breaches(sealed, entered(file.found, file.orders, charts), charts),
        *order_breaches(expected, sealed, file, charts),
    ]
    if expected is None:
        return found
    assert file.items is not None
    carried = carried_flights(sealed.side, file.items, charts)
    occasion = occasion_of(file, sealed.side, charts)
    moves = Moves(expected=expected, sealed=sealed, file=file, occasion=occasion)
    return [*found, *flight_breaches(expected, carried, sealed, file), *unit_breaches(moves)]
