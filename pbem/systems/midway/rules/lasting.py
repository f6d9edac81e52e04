"""What of a standing order holds for those who are still there [MB1, M0.6, M15.3].

The lost and the sunk drop out of it. A list of those to be preferred that names nobody else ends
with the last of them, and so does waiting for squadrons.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TypeVar, cast

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.engine.steps import Result
from pbem.frozen import names, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.asks import alive
from pbem.systems.midway.rules.standing import changes_by
from pbem.systems.midway.table.carriers import is_afloat
from pbem.systems.midway.table.events import StandingEnded, WaitsForFewer
from pbem.systems.midway.table.orders import (
    Deck,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)
from pbem.systems.midway.table.state import Game, Standing

OrderT = TypeVar("OrderT", bound=Order)


def gone(game: Game, charts: Charts) -> frozenset[str]:
    """The squadrons that are lost and the carriers that are sunk [M0.6, M15.3]."""
    lost = {id_ for id_ in charts.squadrons if id_ not in game.squadrons}
    ships = game.carriers.values()
    return frozenset(lost | {one.id for one in ships if not is_afloat(one, charts)})


def named_in(order: Order) -> frozenset[str]:
    """Everything that stands in an order."""
    values = [getattr(order, key) for key in names(order)]
    words = (value for value in values if isinstance(value, str))
    return frozenset((*words, *(id_ for ids in _lists(order).values() for id_ in ids)))


def _lists(order: Order) -> dict[str, tuple[str, ...]]:
    """The keys of an order that hold lists."""
    values = {key: getattr(order, key) for key in names(order)}
    return {key: value for key, value in values.items() if isinstance(value, tuple)}


def lasting(order: OrderT, lost: AbstractSet[str]) -> OrderT | None:
    """A standing order without those who are gone; None if nothing is left of it."""
    if isinstance(order, StandingPlan):
        return None if order.carrier in lost else order
    there = {
        key: tuple(id_ for id_ in ids if id_ not in lost) for key, ids in _lists(order).items()
    }
    left = replace(order, **there)
    if isinstance(left, StandingMove):
        waits = left.until or left.move != "hold-until"
        return left if left.squadrons and waits else None
    return left if left == order or left != type(order)() else None


def in_force(standing: Standing) -> Iterator[Order]:
    """The orders that would set these standing orders, and no others."""
    if standing.land or standing.land_on:
        yield StandingLand(squadrons=standing.land, carriers=standing.land_on)
    for rule in dict.fromkeys(standing.moves.values()):
        squadrons = tuple(id_ for id_, other in standing.moves.items() if other == rule)
        yield StandingMove(squadrons=squadrons, move=rule.rule, until=rule.until)
    if standing.cap or standing.bomb_split or standing.dogfight_first:
        yield StandingCap(
            attack=standing.cap or "if-bombers",
            ratio=standing.cap_ratio,
            bomb_split=standing.bomb_split or "TB",
            dogfight_first=standing.dogfight_first,
        )
    if standing.targets or standing.wave_sp:
        yield StandingTargets(carriers=standing.targets, wave_sp=standing.wave_sp)
    if standing.aa_losses or standing.fighter_losses or standing.bomber_losses:
        yield StandingLosses(
            aa=standing.aa_losses,
            fighters=standing.fighter_losses,
            bombers=standing.bomber_losses,
        )
    if standing.launch_fighters or standing.launch_bombers:
        yield StandingLaunch(
            fighters=standing.launch_fighters or "default",
            bombers=standing.launch_bombers or "all",
        )
    for carrier, deck in standing.decks.items():
        yield StandingPlan(carrier=carrier, deck=cast(Deck, deck))


def outlived(before: Game, after: Game, charts: Charts) -> Result[Game]:
    """The game with standing orders for those alone who are still there, and whose end that is.

    So a form that writes them out changes nothing of them.
    """
    lost = gone(after, charts)
    if lost == gone(before, charts):
        return Result(game=after)
    left = {seat: _without(one, lost) for seat, one in after.standing.items()}
    game = replace(after, standing=after.standing.update(left))
    return Result(game=game, events=tuple(ended(before, after, charts)))


def _without(standing: Standing, lost: AbstractSet[str]) -> Standing:
    left = Standing(given=standing.given)
    for order in in_force(standing):
        if (one := lasting(order, lost)) is not None:
            left = replace(left, **changes_by(left, one))
    return left


def ended(before: Game, after: Game, charts: Charts) -> Iterator[StandingEnded | WaitsForFewer]:
    """The standing orders of which all are gone now whom they prefer, or wait for [MB1].

    Where some are left to be waited for, these. One about a squadron or a carrier itself ends with
    it, and leaves nobody to be told of.
    """
    lost, former = gone(after, charts), gone(before, charts)
    if lost == former:
        return
    for seat in (one for one in after.seats if alive(after, one, charts.sunk)):
        for order in in_force(after.standing[seat]):
            squadrons = _ruled(order, lost)
            named = {
                key: tuple(id_ for id_ in ids if id_ not in former)
                for key, ids in _lists(order).items()
                if lost.issuperset(ids) and not former.issuperset(ids)
            }
            if named and (squadrons or not isinstance(order, StandingMove)):
                yield StandingEnded(
                    to=ALL,
                    seat=seat,
                    order=order.type,
                    squadrons=squadrons,
                    keys=() if lasting(order, lost) is None else tuple(named),
                    gone=tuple(dict.fromkeys(id_ for ids in named.values() for id_ in ids)),
                )
            elif isinstance(order, StandingMove):
                yield from _fewer(seat, order, lost, former)


def _fewer(
    seat: str, order: StandingMove, lost: AbstractSet[str], former: AbstractSet[str]
) -> Iterator[WaitsForFewer]:
    """Squadrons of a standing order that wait for others still, but not for the lost [M3.1]."""
    newly = tuple(id_ for id_ in order.until if id_ in lost and id_ not in former)
    until = tuple(id_ for id_ in order.until if id_ not in lost)
    waiting = tuple(id_ for id_ in _ruled(order, lost) if {*until} - {id_})
    if newly and waiting:
        yield WaitsForFewer(to=ALL, seat=seat, squadrons=waiting, until=until, gone=newly)


def _ruled(order: Order, lost: AbstractSet[str]) -> tuple[str, ...]:
    """The squadrons still there that a standing order is about, if it is about some alone."""
    about = order.squadrons if isinstance(order, StandingMove) else ()
    return tuple(id_ for id_ in about if id_ not in lost)
