"""What the later parts of a file find: the game after its offensives, if they meet nobody [F.2.7].

Attacks and strikes are not decided yet: whoever takes part in them is used for this month.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.rules.month.p4_advance import theatres_of
from pbem.systems.pto.rules.month.p4_costs import bills, paid
from pbem.systems.pto.rules.month.p4_land import Before, attackers, attacks_of, before, move
from pbem.systems.pto.rules.month.p4_offensive import finished
from pbem.systems.pto.table.orders_month import Drop, Offensive, Strike, Support
from pbem.systems.pto.table.state import Game


def after_offensives(sight: Sight) -> Game:
    """The game after the legal offensives of a part: moved, paid for, and its units used."""
    since = before(sight.game, sight.done)
    game, _ = move(with_paid(sight), sight.seat, sight.done, sight.charts)
    flown = (game.air[id_] for id_ in _flying(sight.done) if id_ in game.air)
    game = game.with_air(replace(unit, committed=True) for unit in flown)
    drops = (order for order in sight.done if isinstance(order, Drop))
    game = game.with_ground(replace(game.ground[one.unit], at=one.area) for one in drops)
    used = [game.ground[id_] for id_ in _fighting(game, sight, since)]
    return finished(game.with_ground(replace(unit, mark="activated") for unit in used))


def with_paid(sight: Sight) -> Game:
    """The game with the legal offensives of a part paid for [PH12.2]."""
    performed = tuple(order for order in sight.done if isinstance(order, Offensive))
    return paid(sight.game, bills(sight.game, performed, sight.charts))


def _flying(orders: Iterable[Order]) -> Iterator[str]:
    for order in orders:
        if isinstance(order, Strike | Support):
            yield from (*order.units, *order.escorts)


def _fighting(game: Game, sight: Sight, since: Before) -> Iterator[str]:
    """The ground units that drop, and that attack with or without an order [P4A.3.C, P4A.3.E]."""
    theatres = theatres_of(sight.done)
    yield from (order.unit for order in sight.done if isinstance(order, Drop))
    for order in attacks_of(game, sight.done):
        yield from attackers(game, sight.side, order, theatres, since, sight.charts)
