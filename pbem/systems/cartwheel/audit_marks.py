"""The audit of Regroup marks and of Aces (E.7, checks 11 and 20)."""

from collections.abc import Iterator

from pbem.systems.cartwheel.audit_moves import Moves
from pbem.systems.cartwheel.finding import Finding
from pbem.systems.cartwheel.m14_regroup import may_mark
from pbem.systems.cartwheel.orders import PlaceAce, Reply
from pbem.systems.cartwheel.private import Plane


def mark_breaches(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """Marks are made in the file of 7.2, on units that may be marked, and stay (check 11)."""
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
    elif now.replace != was.replace and now.mark == was.mark and not moves.marks_now:
        what = "whether it asks for a step was changed outside 7.2"
        yield Finding(check=11, rule="H7.2", subject=now.id, what=what)
    if now.replace and not now.mark:
        what = "it asks for a step without a mark"
        yield Finding(check=11, rule="H7.2", subject=now.id, what=what)
    if was.mark and not now.mark and now.id not in _named(moves):
        what = "its mark is gone before the dice of 14.1"
        yield Finding(check=11, rule="7.2", subject=now.id, what=what)


def _named(moves: Moves) -> set[str]:
    """Units that try to take off in this file, and lose a mark by it [H9.4.1, H9.5]."""
    return {
        unit
        for order in moves.file.orders
        if isinstance(order, Reply)
        for unit in (*order.interceptors, *order.evaders)
    }


def ace_breaches(moves: Moves) -> Iterator[Finding]:
    """An Ace is placed once, on a fighter at full strength, and stays with it (check 20)."""
    placed = sum(isinstance(order, PlaceAce) for order in moves.file.orders)
    aces = [plane for plane in moves.sealed.planes.values() if plane.ace]
    new = [p for p in aces if not _had_one(moves, p.id)]
    for number, plane in enumerate(new):
        model = moves.charts.air[plane.id].model
        if number >= placed or model.type != "F" or plane.steps != model.steps:
            what = "it carries an Ace that it could not be given"
            yield Finding(check=20, rule="H5.1.1", subject=plane.id, what=what)
    if len(new) < placed:
        what = "an Ace was placed, and nobody carries it"
        yield Finding(check=20, rule="H5.1", subject="ace", what=what, gains=False)
    for id_, was in moves.expected.planes.items():
        now = moves.sealed.planes.get(id_)
        if was.ace and now is not None and not now.ace:
            yield Finding(check=20, rule="H5.1.1", subject=id_, what="its Ace is gone")


def _had_one(moves: Moves, unit: str) -> bool:
    return unit in moves.expected.planes and moves.expected.planes[unit].ace
