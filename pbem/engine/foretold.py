"""A turn in words: what a seat's legal orders will do, told before they are signed for ever."""

from collections.abc import Iterator
from typing import TypeVar

from pbem.engine.kinds import Kinds, Numbered
from pbem.frozen import Value

S = TypeVar("S")


class Foretold(Value):
    """What legal orders come to, in sentences that may hold mentions.

    `ordered` is what they will do, in the order in which they are carried out; `warnings` what is
    legal and surely not meant; `costs` what is paid and what remains of it; `standing` what they
    change of the standing orders; `left` what happens where nothing is ordered, by standing orders
    too. `aimed` is what of the orders those at whom they are aimed are told in a headline, once
    they are given; `beside` what of `left` all others are told together with the orders.
    """

    ordered: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


def told(kinds: Kinds[S], sight: S, numbered: Numbered) -> Iterator[str]:
    """What legal orders will do, each on what those before it leave.

    `numbered` are in the order in which they are carried out; those without a row are passed over.
    """
    rows = {kind.order: kind for kind in kinds}
    for _, order in numbered:
        kind = rows.get(type(order))
        if kind is not None:
            yield from kind.words(sight, order)
            sight = kind.then(sight, order)
