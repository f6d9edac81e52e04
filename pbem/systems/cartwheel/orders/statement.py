"""The forced order `statement`: whether what a file states can be true (E.6)."""

from collections.abc import Iterator

from pbem.engine.kinds import ANY, Claim, Kind, Refusal, refuse
from pbem.frozen import replace
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.openings import moored
from pbem.systems.cartwheel.rules.statements import contradicted, unasked, wrong_statement
from pbem.systems.cartwheel.table.orders_turn import Statement


def _faults(sight: Sight, order: Statement) -> Iterator[Refusal]:
    """In our own orders there are none: the program adds them."""
    if sight.private is None:
        yield from wrong_statement(sight.game, sight.side, order, sight.charts)
        before = (one for one in sight.file[: sight.place(order)] if isinstance(one, Statement))
        yield from contradicted(order, before)
    else:
        hint = "take it out: it is added when you send"
        yield refuse("E.6", "", "statements are made by the program", hint)


def _claims(_: Sight, order: Statement) -> Iterator[Claim]:
    subject = f"statement {order.kind} {order.place} {order.mission}"
    yield Claim(subject=subject, refusal=unasked(order))


def _entered(sight: Sight, order: Statement) -> Sight:
    """A Rufe is at the port that its owner states, for the orders of the same file [6.3.6~].

    Nothing else is: whoever has left a lost base by it takes off with the next one [CR72].
    """
    if order.kind != "moored" or _is_fleeing(sight, order.place):
        return sight
    return replace(sight, game=moored(sight.game, sight.side, order))


def _is_fleeing(sight: Sight, unit: str) -> bool:
    """Whether the file states that a unit has left a lost base, unseen this turn [CR72]."""
    said = (one for one in sight.file if isinstance(one, Statement) and one.kind == "lost-base")
    return sight.game.air[unit].seen != sight.game.now and any(unit in one.saved for one in said)


STATEMENT = Kind(order=Statement, steps=(ANY,), faults=_faults, claims=_claims, then=_entered)
