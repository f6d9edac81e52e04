"""What is said of a file that brings nothing to pass."""

from collections.abc import Iterator
from typing import Any

from pbem.counting import listed
from pbem.engine.decisions import Decision, key_of
from pbem.engine.ledger import Fold, is_over, seat_called
from pbem.engine.orders import Disclose, Order, decode_orders
from pbem.game.pending import stands
from pbem.game.session import Session
from pbem.report.rulings import owner
from pbem.scan import scan
from pbem.turnfile import TurnFile, read


def no_news(session: Session) -> str:
    """What is said of the newest file, which is such a one: who is still to join, if anybody is."""
    if session.fold.joins:
        joins = [seat_called(session.fold, one) for one in session.fold.joins]
        return f"Still to join: {listed(joins)}."
    _, raw = session.file(session.links.seq)
    file = read(scan(raw))
    if is_over(session.fold, session.rules):
        if any(one["type"] == Disclose.type for one in file.order):
            given = f"{owner(file.seat)} secret of it is disclosed, so that all can be checked"
            return f"The game was over before; now {given}."
        return "The game was over before, and this file opens nothing more."
    waits = [*_waits(session, file)] or [*_left(session.fold, file)]
    if waits:
        return f"Nothing happens by file {file.seq} yet: {', and '.join(waits)}."
    if session.fold.seats and session.links.seq + 1 == len(session.fold.seats):
        return "All have joined: the game begins."
    return f"Nothing happens by file {file.seq}."


def _waits(session: Session, file: TurnFile) -> Iterator[str]:
    """What of a file is still to come: its orders that wait for their steps, and what it seals."""
    system = session.rules.system
    items = {part.id for part in file.sealed}
    plain = tuple(one for one in file.order if one.get("item") not in items)
    orders = decode_orders(plain, system.orders, code="E12")
    kinds = {kind.order for kind in system.kinds}  # questions to a referee wait for no step
    given = sum(type(one) in kinds and _is_to_come(session, file.seat, one) for one in orders)
    if given:
        yield (
            "that file's order comes later"
            if given == 1
            else f"that file's {given} orders come later"
        )
    if items:
        opened = "what it seals is opened later"
        later = system.opens_later("", items)
        next_ = "next files of {} open" if later else "next file of {} opens"
        yield (
            f"the {next_.format(seat_called(session.fold, file.seat))} what it seals"
            if system.opens_next
            else opened
        )


def _is_to_come(session: Session, seat: str, order: Order) -> bool:
    """Whether an order waits for its step, or in the state for what is no step of its own.

    A step that has run has used up what it was answered, though it may have changed nothing.
    """
    system, table = session.rules.system, session.fold.table
    if any(order in seats.get(seat, ()) for seats in table.held.values()):
        return True
    steps = tuple(key_of(table.turn, step.name) for step in system.steps(table.turn))
    is_used = system.key_for(order, Decision(seat=seat, rule="", covers=steps))
    return not is_used and not stands(session, seat, order)


def _left(fold: Fold[Any], file: TurnFile) -> Iterator[str]:
    """That steps which a file answers by no order have still to run, or wait for its dice."""
    if fold.owner is None or fold.owner.seq != file.seq:
        return  # it was asked nothing
    left = "what it leaves to the rules comes"
    if fold.waits:
        yield f"{left} with the next file of {seat_called(fold, fold.waits)}"
    elif any(file.seat in seats for seats in fold.table.held.values()):
        yield f"{left} later"
