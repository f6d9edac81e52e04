"""At whom a side's bombers are ordered: the others are told in their headlines [M7.1]."""

from collections import Counter
from collections.abc import Iterator

from pbem.frozen import replace
from pbem.systems.midway.form.standing import still
from pbem.systems.midway.orders.repairs import ways
from pbem.systems.midway.orders.sight import Sight
from pbem.systems.midway.orders.words import sent
from pbem.systems.midway.rules.answers import given
from pbem.systems.midway.rules.asks import seats_of
from pbem.systems.midway.table.orders import Attack, StandingTargets
from pbem.systems.midway.table.state import Squadron
from pbem.systems.midway.words.names import SIDE_NAMES, all_of, carrier_name


def aimed(sight: Sight) -> Iterator[str]:
    """`Japanese bombers are ordered at Yorktown (22 SP)`: all that the side sends there [M7.2].

    In the same words whichever of its seats is looked at. Those who come by default, and may by
    closed dice of repair go elsewhere, are among `22 SP at most`; while a partner may still send
    some it is `22 SP so far`. Whom the rules alone send at a carrier, where nobody's order does,
    is told once nothing but the dice of the attack is to come: they `attack it by default` [MB1].
    """
    if sight.phase not in Attack.phases:
        return
    so_far = " so far" if any(_may_be_sent(sight)) else ""
    waves = [_waves(way) for _, way in ways(sight)]
    ordered_at, ordered, default = _ordered_at(sight), list[str](), list[str]()
    for carrier in sight.charts.carriers:
        points = {wave[carrier] for wave in waves}
        most = " at most" if len(points) > 1 and not so_far else so_far
        part = f"{carrier_name(carrier)} ({max(points)} SP{most})"
        if carrier in ordered_at:
            ordered.append(part)
        elif any(points) and sight.begins == (sight.turn, sight.phase):
            default.append(part)
    parts = [f"are ordered at {all_of(ordered)}"] if ordered else []
    parts += [f"attack {all_of(default)} by default"] if default else []
    if parts:
        yield f"{SIDE_NAMES[sight.side]} bombers {', and '.join(parts)}."


def _waves(sight: Sight) -> Counter[str]:
    """The SP that are sent at each carrier."""
    waves = Counter[str]()
    for one, carrier in sent(sight):
        waves[carrier] += one.sp
    return waves


def _ordered_at(sight: Sight) -> frozenset[str]:
    """At whom any are sent by an order or a standing one: the rules alone are none [MB1].

    A standing order also sends elsewhere those who find no room at the carriers that it lists.
    """
    ordered = {id_ for _, order in given(sight.answers, Attack) for id_ in order.squadrons}
    by_list = {
        seat
        for seat in sight.game.seats
        for order in still(replace(sight, seat=seat))
        if isinstance(order, StandingTargets)
    }
    return frozenset(
        carrier for one, carrier in sent(sight) if one.id in ordered or one.seat in by_list
    )


def _may_be_sent(sight: Sight) -> Iterator[Squadron]:
    """The bombers near the enemy of partners who have still to write [M3.1, M7.1]."""
    silent = set(seats_of(sight.game, sight.side)) - sight.written
    near = sight.game.squadrons_in(sight.side, "ready", "attacking")
    return (one for one in near if one.seat in silent and one.is_bomber)
