"""Sealed standing orders as they open: each is held against the state it was written in [F.1]."""

from collections.abc import Iterator, Sequence

from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.f6_bounds import claims, in_both_stacks, out_of_bounds
from pbem.systems.pto.rules.f6_names import unknown_then
from pbem.systems.pto.rules.f6_sorts import areas_in_play
from pbem.systems.pto.rules.units import bombs
from pbem.systems.pto.table.standing import GroundDefence, Muster, StandingOrder
from pbem.systems.pto.table.state import Game


def failing(
    game: Game, seat: str, orders: Sequence[StandingOrder], then: Muster, charts: Charts
) -> Iterator[tuple[StandingOrder, str]]:
    """The orders that no check would have let pass, each with the rule [F.6.3, F.6.6, PH10.3]."""
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
        elif any(no_bombers(game, order, charts)):
            yield order, "PH10.3"


def no_bombers(game: Game, order: StandingOrder, charts: Charts) -> Iterator[str]:
    """Whom a standing order names to help a defence, and who bombs nothing [PH10.3].

    Who was lost since is passed over [F.6.3].
    """
    for id_ in order.units if isinstance(order, GroundDefence) else ():
        unit = game.air.get(id_)
        if not bombs(game, charts, unit) if unit else id_ not in game.lost:
            yield id_
