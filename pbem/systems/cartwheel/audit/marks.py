"""The audit of Regroup marks, of Aces and of what stands (E.7, checks 11, 20, 25 to 27)."""

from collections.abc import Iterator

from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.audit.moves import Moves
from pbem.systems.cartwheel.own.changes import (
    cannot_ask_for_a_step,
    cannot_be_ace,
    cannot_count,
    cannot_list,
    cannot_mark,
)
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.sorties import taking_off
from pbem.systems.cartwheel.table.orders_operations import Reply
from pbem.systems.cartwheel.table.orders_turn import PlaceAce


def mark_breaches(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """Marks are made in the file of 7.2, on units that may be marked, and stay (check 11)."""
    if now.mark and not was.mark:
        if refusal := cannot_mark(moves.occasion, was, moves.commitment):
            yield Finding(11, refusal.rule, now.id, f"it {refusal.what}")
    elif was.mark and not now.mark and now.id not in _named(moves):
        yield Finding(11, "7.2", now.id, "its mark is gone before the dice of 14.1")
    yield from _replacing(moves, was, now)


def _replacing(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """A unit asks for a step with its mark, below full strength, and for good (check 27)."""
    why = ""
    if now.replace and not now.mark:
        why = "asks for a step without a mark"
    elif now.replace != was.replace and now.mark and (was.mark or not moves.occasion.marks):
        why = "asked for a step, or did not, and its flag was changed after its mark"
    elif now.replace and not was.replace and (refusal := cannot_ask_for_a_step(was, moves.charts)):
        why = refusal.what
    if why:
        yield Finding(27, "H7.2", now.id, f"it {why}")


def standing_breaches(moves: Moves, was: Plane, now: Plane) -> Iterator[Finding]:
    """What a recon unit counts as is changed in deciding files only (check 26)."""
    if was.counts_as != now.counts_as and (refusal := cannot_count(moves.occasion, now.id)):
        what = f"it counts as {now.counts_as or 'what it is'} since this file: it {refusal.what}"
        yield Finding(26, refusal.rule, now.id, what)


def list_breaches(moves: Moves) -> Iterator[Finding]:
    """Evacuation lists are changed in deciding files only, to places of E.2 (check 25)."""
    before, after = moves.expected.evacuate, moves.sealed.evacuate
    for base in sorted({*before, *after}):
        to = after.get(base, ())
        if to != before.get(base, ()) and (refusal := cannot_list(moves.occasion, base, to)):
            what = f"its evacuation list was changed: it {refusal.what}"
            yield Finding(25, refusal.rule, base, what)


def policy_breaches(moves: Moves) -> Iterator[Finding]:
    """The policy of answers in advance is changed in deciding files only (E.3.1, check 21)."""
    if moves.sealed.policy != moves.expected.policy and not moves.occasion.decides:
        yield Finding(21, "H8.9.4", "policy", "it was changed in a file that decides nothing")


def _named(moves: Moves) -> set[str]:
    """Units that try to take off in this file, and lose a mark by it [H9.4.1, H9.5]."""
    return {*taking_off(order for order in moves.file.orders if isinstance(order, Reply))}


def ace_breaches(moves: Moves) -> Iterator[Finding]:
    """An Ace is placed once, on a fighter at full strength, and stays with it (check 20)."""
    placed = sum(isinstance(order, PlaceAce) for order in moves.file.orders)
    aces = [plane for plane in moves.sealed.planes.values() if plane.ace]
    new = [p for p in aces if not _had_one(moves, p.id)]
    for number, plane in enumerate(new):
        was = moves.expected.planes.get(plane.id)
        if number >= placed or was is None or cannot_be_ace(was, moves.charts):
            yield Finding(20, "H5.1.1", plane.id, "it carries an Ace that it could not be given")
    if len(new) < placed:
        yield Finding(20, "H5.1", "ace", "an Ace was placed, and nobody carries it", gains=False)
    for id_, was in moves.expected.planes.items():
        now = moves.sealed.planes.get(id_)
        if was.ace and now is not None and not now.ace:
            yield Finding(20, "H5.1.1", id_, "its Ace is gone")


def _had_one(moves: Moves, unit: str) -> bool:
    return unit in moves.expected.planes and moves.expected.planes[unit].ace
