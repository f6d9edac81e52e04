"""What a side's ordered attacks are aimed at: the others are told in their headlines [M7.1]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.rules.m07_attack import choose_targets
from pbem.systems.midway.table.orders import Attack
from pbem.systems.midway.words.names import SIDE_NAMES, all_of, carrier_name


def aimed(sight: Sight, mine: Iterable[Order]) -> Iterator[str]:
    """`Japanese bombers are ordered at Yorktown (22 SP at most)`: CAP may thin them out [M5.7]."""
    if sight.phase not in Attack.phases:
        return
    able = {one.id: one.sp for one in sight.bombers()}
    targets: Counter[str] = Counter()
    for id_, carrier in _targets(sight, mine).items():
        targets[carrier] += able.get(id_, 0)
    where = (f"{carrier_name(id_)} ({sp} SP at most)" for id_, sp in targets.items() if sp)
    if told := all_of(where):
        yield f"{SIDE_NAMES[sight.side]} bombers are ordered at {told}."


def _targets(sight: Sight, mine: Iterable[Order]) -> dict[str, str]:
    """Whom squadrons are ordered at: by these orders, the rest by the seat's standing one [MB1].

    At whom the rules alone send them is nobody's order.
    """
    ordered = {
        id_: order.carrier for order in mine if isinstance(order, Attack) for id_ in order.squadrons
    }
    listed = sight.game.standing[sight.seat].targets
    chosen = choose_targets(sight.game, sight.side, sight.answers, sight.charts)
    return ordered | {
        id_: carrier for id_, carrier in chosen.items() if id_ not in ordered and carrier in listed
    }
