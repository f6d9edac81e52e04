"""Whom hold-until holds against its author's will: on the way home, and for ever [M3.1]."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from pbem.engine.orders import Order
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.rules.m03_move import NEXT, awaited, from_box
from pbem.systems.midway.table.orders import Move, Stay
from pbem.systems.midway.words.names import BOXES, all_of, named

Waits = Mapping[str, frozenset[str]]
"""Whom squadrons wait for that stay where they are until these are Ready or Attacking."""


def held_at_home(sight: Sight, mine: Iterable[Order]) -> Iterator[str]:
    """Who of the seat's is held on his way home by waiting for others [M3.1]."""
    if sight.phase not in Move.phases:
        return
    staying = {id_ for order in mine if isinstance(order, Stay) for id_ in order.squadrons}
    resting = (one for one in sight.own(*NEXT) if one not in sight.going)
    homing = from_box(
        (one for one in resting if one.id not in staying and awaited(sight.game, one)), "home"
    )
    if homing:
        verb, whom = ("stays", "it") if len(homing) == 1 else ("stay", "them")
        yield (
            f"{named(homing)} {verb} in {BOXES['home']}: hold-until holds {whom} there, too [M3.1]."
        )


def deadlocked(sight: Sight, ids: Collection[str]) -> Iterator[str]:
    """Who of these squadrons of the seat's waits for others that wait for one another [M3.1]."""
    waits = _stuck(sight)
    seats = {id_: sight.game.squadrons[id_].seat for id_ in waits}
    if not any(seats.get(id_) == sight.seat for id_ in ids):
        return
    ring = [id_ for id_ in waits if id_ in _behind(waits, id_)]
    others = [id_ for id_ in waits if id_ not in ring]
    waiting = f"{all_of(others)} {'waits' if len(others) == 1 else 'wait'} for them"
    names = (
        id_ if seats[id_] == sight.seat else f"{id_} of {seats[id_]}"
        for id_ in sorted(ring, key=lambda one: seats[one] != sight.seat)
    )
    yield (
        f"{all_of(names)} wait for one another{f', and {waiting}' if others else ''}:"
        " they stay until ordered on [M3.1]."
    )


def _stuck(sight: Sight) -> Waits:
    """The side's squadrons that wait for others who are stuck as well."""
    there = (one for one in sight.game.squadrons.values() if one.side == sight.side)
    waits = {one.id: frozenset(awaited(sight.game, one)) for one in there if not one.is_out}
    while free := [id_ for id_, whom in waits.items() if whom.isdisjoint(waits)]:
        waits = {id_: whom for id_, whom in waits.items() if id_ not in free}
    return waits


def _behind(waits: Waits, id_: str) -> frozenset[str]:
    """All for whom one waits, and for whom these do."""
    found, new = frozenset[str](), waits[id_]
    while new := new - found:
        found |= new
        new = frozenset(one for id_ in new for one in waits.get(id_, ()))
    return found
