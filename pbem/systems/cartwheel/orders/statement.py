"""The forced order `statement`: whether what a file states can be true (E.6)."""

from collections.abc import Iterator

from pbem.engine.kinds import ANY, Claim, Kind, Refusal, refuse
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.statements import unasked, wrong_statement
from pbem.systems.cartwheel.table.orders import Statement


def _faults(sight: Sight, order: Statement) -> Iterator[Refusal]:
    """In our own orders there are none: the program adds them."""
    if sight.private is None:
        yield from wrong_statement(sight.game, sight.side, order, sight.charts)
    else:
        hint = "take it out: it is added when you send"
        yield refuse("E.6", "", "statements are made by the program", hint)


def _claims(_: Sight, order: Statement) -> Iterator[Claim]:
    subject = f"statement {order.kind} {order.place} {order.mission}"
    yield Claim(subject=subject, refusal=unasked(order))


STATEMENT = Kind(order=Statement, steps=(ANY,), faults=_faults, claims=_claims)
