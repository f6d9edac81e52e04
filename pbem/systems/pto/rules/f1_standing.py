"""Sealed standing orders as they open: each is held against the state it was written in [F.1]."""

from collections.abc import Iterator, Sequence

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.f6_bounds import claims, in_both_stacks, out_of_bounds
from pbem.systems.pto.rules.f6_names import areas_in_play, unknown_then
from pbem.systems.pto.table.standing import Muster, StandingOrder
from pbem.systems.pto.table.state import Game


def failing(
    game: Game, seat: str, orders: Sequence[StandingOrder], then: Muster, charts: Charts
) -> Iterator[tuple[StandingOrder, str]]:
    """The orders that no check would have let pass, each with the rule [F.6.3, F.6.6]."""
    nations, areas = game.nations_of(seat), areas_in_play(game, charts)
    claimed: set[str] = set()
    for order in orders:
        subjects = {claim.subject for claim in claims(order)}
        is_again = not subjects.isdisjoint(claimed)
        claimed |= subjects
        if unknown_then(order, then, nations, areas):
            yield order, "F.6.3"
        elif is_again or any(out_of_bounds(order)):
            yield order, "F.6.6"
        elif any(in_both_stacks(order)):
            yield order, "D11.3"
