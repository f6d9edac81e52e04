"""What a side's ordered attacks are aimed at: the others are told in their headlines [M7.1]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.table.orders import Attack
from pbem.systems.midway.words.names import SIDE_NAMES, all_of, carrier_name


def aimed(sight: Sight, mine: Iterable[Order]) -> Iterator[str]:
    """`Japanese bombers are ordered at Yorktown (22 SP at most)`: CAP may thin them out [M5.7]."""
    able = {one.id: one.sp for one in sight.bombers()}
    targets: Counter[str] = Counter()
    for order in mine:
        if isinstance(order, Attack):
            targets[order.carrier] += sum(able.get(id_, 0) for id_ in order.squadrons)
    where = (f"{carrier_name(id_)} ({sp} SP at most)" for id_, sp in targets.items() if sp)
    if told := all_of(where):
        yield f"{SIDE_NAMES[sight.side]} bombers are ordered at {told}."
