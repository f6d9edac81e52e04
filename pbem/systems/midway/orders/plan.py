"""The order `plan`: why not, and what is legal [M11]."""

from collections.abc import Iterator

from pbem.engine.kinds import Claim, Kind, Refusal
from pbem.systems.midway.orders import words
from pbem.systems.midway.orders.sight import Sight, absent, once, own_carrier
from pbem.systems.midway.table.orders import Plan
from pbem.systems.midway.table.state import strength


def _faults(sight: Sight, order: Plan) -> Iterator[Refusal]:
    """M11.1."""
    carrier = own_carrier(sight, order.carrier, "M11.1")
    if isinstance(carrier, Refusal):
        yield carrier
        own = [s for one in sight.carriers() for s in sight.game.aboard(one.id)]
        yield from absent(sight, "deck", "M11.1", order.deck, own, "is aboard no carrier of yours")
        return
    aboard = {squadron.id: squadron for squadron in sight.game.aboard(carrier.id)}
    lacking = "is not aboard that carrier"
    yield from absent(sight, "deck", "M11.1", order.deck, aboard.values(), lacking)
    points = strength(aboard[id_] for id_ in set(order.deck) if id_ in aboard)
    if points > sight.charts.deck:
        what, hint = f"{points} SP are more than a deck holds", f"{sight.charts.deck} SP at most"
        yield Refusal(rule="M11.1", key="deck", what=what, hint=hint)


def _options(sight: Sight) -> Iterator[Plan]:
    """For each carrier a clear deck, and each squadron aboard that the deck can hold."""
    for carrier in sight.carriers():
        yield Plan(carrier=carrier.id)
        for squadron in sight.game.aboard(carrier.id):
            if squadron.sp <= sight.charts.deck:
                yield Plan(carrier=carrier.id, deck=(squadron.id,))


def _claims(sight: Sight, order: Plan) -> Iterator[Claim]:
    return once(sight, order, carrier=(order.carrier,), deck=order.deck)


PLAN = Kind(
    order=Plan,
    steps=Plan.steps(),
    faults=_faults,
    claims=_claims,
    options=_options,
    words=words.planning,
)
