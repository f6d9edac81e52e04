"""Sealed standing orders as they open: each is held against the state it was written in [F.1]."""

from collections.abc import Iterator, Sequence

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.f6_bounds import doubled, in_both_stacks, out_of_bounds
from pbem.systems.pto.rules.f6_names import areas_in_play, unknown_then
from pbem.systems.pto.table.standing import Muster, StandingOrder
from pbem.systems.pto.table.state import Game


def failing(
    game: Game, seat: str, orders: Sequence[StandingOrder], then: Muster, charts: Charts
) -> Iterator[tuple[StandingOrder, str]]:
    """The orders that no check would have let pass, each with the rule [F.6.3, F.6.6]."""
    numbered = tuple(enumerate(orders, 1))
    twice = {number for number, _ in doubled(numbered)}
    nations, areas = game.nations_of(seat), areas_in_play(game, charts)
    for number, order in numbered:
        if unknown_then(order, then, nations, areas):
            yield order, "F.6.3"
        elif number in twice or any(out_of_bounds(order)):
            yield order, "F.6.6"
        elif any(in_both_stacks(order)):
            yield order, "D11.3"
