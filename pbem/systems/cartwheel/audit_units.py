"""The audit of what changed between the charts (E.7, checks 2, 6, 9, 11, 13, 14, 16, 20)."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.engine.steps import Disclosed
from pbem.systems.cartwheel.audit_moves import Moves, moved_why
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.drawing import home_of
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.m14_regroup import may_mark
from pbem.systems.cartwheel.orders import PlaceAce, Reply
from pbem.systems.cartwheel.private import Plane, Private
from pbem.systems.cartwheel.state import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """One unit as a file must have found it, and as it sealed it."""

    was: Plane
    now: Plane


def unit_breaches(
    expected: Private, sealed: Private, file: Disclosed[Game], charts: Charts, *, first: bool
) -> Iterator[Finding]:
    """Every change of a unit that no rule allows in this file."""
    moves = Moves(expected=expected, sealed=sealed, file=file, charts=charts, first=first)
    yield from _roll_call(moves)
    for id_, now in sealed.planes.items():
        was = expected.planes.get(id_)
        if was is None:
            continue
        change = _Change(was=was, now=now)
        yield from _rebased(moves, change)
        yield from _healed(moves, change)
        yield from _marked(moves, change)
        yield from _aces(moves, change)
    yield from _uncommitted(moves)


def _roll_call(moves: Moves) -> Iterator[Finding]:
    """No unit missing, none that is dead or has not arrived (check 2)."""
    for id_ in sorted(moves.sealed.planes.keys() - moves.expected.planes.keys()):
        plane = moves.sealed.planes[id_]
        if not (plane.due and id_ in moves.due):
            what = f"it stands at {plane.base}, and is dead or has not arrived"
            yield Finding(check=2, rule="E.2", subject=id_, what=what)
    for id_ in sorted(moves.expected.planes.keys() - moves.sealed.planes.keys()):
        if not moves.expected.planes[id_].away:
            what = "it is on no chart, and nothing has happened to it"
            yield Finding(check=2, rule="E.2", subject=id_, what=what, gains=False)


def _rebased(moves: Moves, change: _Change) -> Iterator[Finding]:
    """Every change of base, and of the half, is a move that the rules know (checks 6, 14, 16)."""
    was, now = change.was, change.now
    if was.base != now.base:
        rule, why = moved_why(moves, was, now)
        if rule:
            what = f"it went from {was.base} to {now.base}: {why}"
            yield Finding(check=16 if was.away else 6, rule=rule, subject=now.id, what=what)
    if was.half == "flown" and now.half == "ready" and not moves.is_placed(now):
        what = "it is Ready, and was in the Flown half"
        yield Finding(check=14, rule="14.2", subject=now.id, what=what)
    if (was.used and not now.used) or (was.staged and not now.staged):
        what = "it has flown this turn, and its chart does not say so"
        yield Finding(check=7, rule="6.4b", subject=now.id, what=what)


def _healed(moves: Moves, change: _Change) -> Iterator[Finding]:
    """Disruption and steps are what combat, statements and 14.1 made them (check 13)."""
    was, now = change.was, change.now
    recalled = moves.recalls and moves.charts.air[now.id].is_eleventh
    if was.disrupted != now.disrupted and not (recalled and not now.disrupted):
        what = "its disruption came from nowhere" if now.disrupted else "its disruption is gone"
        yield Finding(check=13, rule="H14.1", subject=now.id, what=what, gains=not now.disrupted)
    if was.steps != now.steps:
        what = f"it has {now.steps} steps, and had {was.steps}"
        yield Finding(
            check=13, rule="H14.1", subject=now.id, what=what, gains=now.steps > was.steps
        )


def _marked(moves: Moves, change: _Change) -> Iterator[Finding]:
    """Marks are made in the file of 7.2, on units that may be marked (check 11)."""
    was, now = change.was, change.now
    if now.mark and not was.mark:
        broken = may_mark(
            now.id, steps=now.steps, disrupted=now.disrupted, base=now.base, charts=moves.charts
        )
        if not moves.marks_now:
            what = "it was marked for regrouping outside 7.2"
            yield Finding(check=11, rule="7.2", subject=now.id, what=what)
        elif broken:
            what = "it is marked, and is neither disrupted nor reduced, or at no airbase"
            yield Finding(check=11, rule=broken, subject=now.id, what=what)
    named = {
        unit
        for order in moves.file.orders
        if isinstance(order, Reply)
        for unit in (*order.interceptors, *order.evaders)
    }
    if was.mark and not now.mark and now.id not in named:
        what = "its mark is gone before the dice of 14.1"
        yield Finding(check=11, rule="7.2", subject=now.id, what=what)


def _aces(moves: Moves, change: _Change) -> Iterator[Finding]:
    """An Ace is placed once, on a fighter at full strength, and stays (check 20)."""
    was, now = change.was, change.now
    model = moves.charts.air[now.id].model
    placed = any(isinstance(order, PlaceAce) for order in moves.file.orders)
    if now.ace and not was.ace and not (placed and model.is_fighter and now.steps == model.steps):
        what = "it carries an Ace that it could not be given"
        yield Finding(check=20, rule="H5.1.1", subject=now.id, what=what)
    if was.ace and not now.ace:
        what = "its Ace is gone"
        yield Finding(check=20, rule="H5.1.1", subject=now.id, what=what)


def _uncommitted(moves: Moves) -> Iterator[Finding]:
    """Without commitment all of the 11th is in Truk, Flown and undisrupted (check 9)."""
    if not moves.recalls:
        return
    for plane in moves.sealed.planes.values():
        if not moves.charts.air[plane.id].is_eleventh:
            continue
        home = home_of(plane.id, moves.file.found, moves.charts)
        if (plane.base, plane.half, plane.disrupted) != (home, "flown", False):
            what = f"the 11th is not committed, and it is at {plane.base}, {plane.half}"
            yield Finding(check=9, rule="5.2d", subject=plane.id, what=what)
