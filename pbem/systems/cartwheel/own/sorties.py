"""Who takes off by the orders of one file: asked by the owner's check and by the audit.

The units of missions are given beside the orders, by the missions' keys: the owner reads them in
his own orders, the audit in what was sealed with them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from pbem.systems.cartwheel.table.orders import Reply

K = TypeVar("K")


def sent_twice(
    missions: Mapping[K, Iterable[str]], replies: Mapping[K, Reply]
) -> Iterator[tuple[K, str, K]]:
    """Units of missions that take off by another order too [H9.1.1, CR76]: mission, unit, order.

    However the file has them in order, a reply comes first: by its dice a unit may be in the
    Flown half when its mission starts.
    """
    first: dict[str, K] = {}
    for key, reply in replies.items():
        first |= dict.fromkeys((*reply.interceptors, *reply.evaders), key)
    for key, units in missions.items():
        for unit in units:
            if unit in first:
                yield key, unit, first[unit]
            first.setdefault(unit, key)


def flying(missions: Iterable[Iterable[str]], replies: Iterable[Reply]) -> frozenset[str]:
    """Units that fly a mission or intercept, and so make no stage move [H9.3]."""
    risen = (unit for reply in replies for unit in reply.interceptors)
    return frozenset((*(unit for units in missions for unit in units), *risen))
