"""What can still be done of offensives that were ordered ahead [F.2, F.2.7, PR89]."""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p3_course import as_ordered, cannot_sail
from pbem.systems.pto.rules.month.p3_engage import cannot_engage
from pbem.systems.pto.rules.month.p3_takeoff import able
from pbem.systems.pto.rules.month.p3_targets import cannot_strike_with
from pbem.systems.pto.rules.month.p4_advance import (
    cannot_advance,
    cannot_fight,
    cannot_land,
    theatres_of,
)
from pbem.systems.pto.rules.month.p4_costs import too_dear
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p4_named import cannot_perform
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Half, air_targets
from pbem.systems.pto.rules.p4_acting import activated, begun, named
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Drop,
    Engage,
    March,
    Offensive,
    Sail,
    Strike,
    Support,
)
from pbem.systems.pto.table.state import Game

Orders = tuple[Order, ...]


def offensives(orders: Orders) -> tuple[Offensive, ...]:
    """The offensives among some orders."""
    return tuple(order for order in orders if isinstance(order, Offensive))


def possible(
    game: Game, seat: str, orders: Orders, charts: Charts
) -> tuple[Orders, tuple[Event, ...]]:
    """What can still be performed of offensives ordered ahead, and why not the rest [F.2, F.2.7].

    An offensive is void if nothing ordered for it can be done, unless a force of it has no orders.
    One at sea is so without its command stack, too, and leaves out any other task force that no
    longer stands by. Of a strike that goes with it each unit that could not fly is told [F.6.5].
    """
    events: tuple[Event, ...] = ()
    for offensive in offensives(orders):
        left, told = _left(game, seat, offensive, orders, charts)
        if told:
            kept = _without(game, orders, offensive, left, charts)
            gone = (one for one in orders if isinstance(one, Strike) and one not in kept)
            then = _under_way(game, game.nations_of(seat), orders, charts)
            stay = tuple(event for one in gone for event in able(then, one, charts, once=True)[1])
            events, orders = (*events, *stay, *told), kept
    return orders, events


def payable(
    game: Game, seat: str, orders: Orders, charts: Charts
) -> tuple[Orders, tuple[Event, ...]]:
    """What can be paid of offensives performed at once, and why not the rest [F.2.7, PH12.2].

    Each is paid beside those above it that are; their price may have risen since they were ordered.
    """
    events: tuple[Event, ...] = ()
    paid: tuple[Offensive, ...] = ()
    for offensive in offensives(orders):
        refusal = too_dear(game, paid, offensive, charts)
        if refusal is None:
            paid = (*paid, offensive)
            continue
        events = (*events, *voided(game, seat, offensive, refusal)[1])
        orders = _without(game, orders, offensive, None, charts)
    return orders, events


def _left(
    game: Game, seat: str, order: Offensive, orders: Orders, charts: Charts
) -> tuple[Offensive | None, tuple[Event, ...]]:
    """An offensive as far as it is possible, None if not at all; what is told of the rest."""
    refusal = _unfit(game, seat, order, order.stack, charts)
    refusal = refusal or _undone(game, seat, order, orders, charts)
    if refusal:
        return None, voided(game, seat, order, refusal)[1]
    events: tuple[Event, ...] = ()
    fit: tuple[str, ...] = ()
    for tf in order.stacks:
        refusal = _unfit(game, seat, order, tf, charts)
        if refusal is None:
            fit = (*fit, tf)
            continue
        events = (*events, *voided(game, seat, order, refusal, tf)[1])
    return replace(order, stacks=fit), events


def _unfit(game: Game, seat: str, order: Offensive, tf: str, charts: Charts) -> Refusal | None:
    """Why an offensive cannot be performed with its command stack and one task force, or None."""
    alone = replace(order, stacks=() if tf == order.stack else (tf,))
    return next(cannot_perform(game, seat, alone, charts), None)


def _undone(
    game: Game, seat: str, offensive: Offensive, orders: Orders, charts: Charts
) -> Refusal | None:
    """Why none of the orders that were to carry an offensive out can be done any more, or None.

    One that nothing was ordered for is possible, and so is one with a task force that is there and
    was ordered nothing: it just waits at sea.
    """
    served = _served(game, offensive, orders, charts)
    waiting = {*named((offensive,))} - _busy(game, offensive, served)
    if any(not _unfit(game, seat, offensive, tf, charts) for tf in waiting):
        return None
    deeds = _deeds(game, offensive, served)
    refusals = [_cannot(game, seat, order, orders, charts) for order in deeds]
    return refusals[0] if refusals and all(refusals) else None


def _served(game: Game, offensive: Offensive, orders: Orders, charts: Charts) -> Orders:
    """The orders that carry an offensive out, or might have."""
    return tuple(
        order
        for order in orders
        if _serves(game, order, offensive, charts)
        or (offensive.kind == "sea" and _lost_its_carriers(game, order, orders, charts))
    )


def _deeds(game: Game, offensive: Offensive, served: Orders) -> Orders:
    """Of the orders that carry an offensive out those for the sake of which there is one.

    A way alone is one only of a task force that was ordered nothing else: it goes on patrol.
    """
    aims = tuple(
        order for order in served if not _is_way_alone(order) and type(order) is not Support
    )
    busy = _busy(game, offensive, aims)
    ways = (order for order in served if isinstance(order, Sail) and order.tf not in busy)
    return (*aims, *ways)


def _busy(game: Game, offensive: Offensive, orders: Orders) -> set[str]:
    """The task forces of an offensive that carry some orders out."""
    return {tf for order in orders for tf in _acting(game, order, offensive)}


def _is_way_alone(order: Order) -> bool:
    return isinstance(order, Sail) and not order.land


def _acting(game: Game, order: Order, offensive: Offensive) -> Iterable[str]:
    """The task forces that carry an order out, or might have, if it is known no more.

    A strike whose aircraft are lost was of those that went down with them, else of any [PR89].
    """
    match order:
        case Sail() | Engage():
            return (order.tf,)
        case Strike():
            forces = named((offensive,))
            gone = tuple(tf for tf in forces if tf not in game.forces)
            return _forces_of(game, order) or gone or forces
    return ()


def _lost_its_carriers(game: Game, order: Order, orders: Orders, charts: Charts) -> bool:
    """Whether nothing tells any more of a strike which offensive it was for: its units are lost.

    They were aboard carriers that were to act at sea, for no air offensive goes there.
    """
    return isinstance(order, Strike) and not any(
        _serves(game, order, one, charts) for one in offensives(orders)
    )


def _cannot(game: Game, seat: str, order: Order, orders: Orders, charts: Charts) -> Refusal | None:
    """Why one order of an offensive cannot be done any more, or None."""
    side, theatres = game.side_of_seat(seat), theatres_of(orders)
    match order:
        case March():
            return cannot_advance(game, side, order, theatres, charts)
        case Assault():
            left, _ = without_lost(game, seat, order)
            return cannot_land(game, side, left, theatres, charts)
        case Drop():
            return cannot_drop(game, side, order, theatres, charts)
        case Attack():
            return cannot_fight(game, side, order, theatres, charts)
        case Sail() | Engage() | Strike():
            return _cannot_at_sea(game, seat, order, orders, charts)
    return None


def _cannot_at_sea(
    game: Game, seat: str, order: Sail | Engage | Strike, orders: Orders, charts: Charts
) -> Refusal | None:
    """Why ships cannot sail or attack as ordered any more, or aircraft not strike, or None.

    Ships attack, and aircraft leave them, where they sail if they meet nobody.
    """
    nations = game.nations_of(seat)
    if isinstance(order, Sail):
        ready = activated(begun(game), orders)
        return cannot_sail(ready, nations, order, "P4", charts) or _unladen(game, order)
    there = _under_way(game, nations, orders, charts)
    if isinstance(order, Engage):
        return cannot_engage(there, nations, order, "P4", charts)
    half = Half(side=game.side_of_seat(seat), phase="P4", charts=charts, dice=Dice(None))
    flying, _ = able(there, order, charts, once=True)
    return cannot_strike_with(there, half, nations, flying, air_targets({seat: orders}))


def _under_way(game: Game, nations: tuple[str, ...], orders: Orders, charts: Charts) -> Game:
    """The game with those acting that sea offensives name, where they sail if they meet nobody."""
    game = activated(begun(game), orders)
    for order in orders:
        if isinstance(order, Sail) and not cannot_sail(game, nations, order, "P4", charts):
            game = as_ordered(game, order, charts)
    return game


def _unladen(game: Game, order: Sail) -> Refusal | None:
    """Why a task force takes no cargo to where it was bound for, or None [P4A.2.B]."""
    if not order.land or any(ship.cargo for ship in game.ships_in(order.tf)):
        return None
    what = f"{doing(order.tf, 'carries', 'carry')} nothing that could go ashore"
    return refuse("P4A.2.B", "land", what, "load it in phase 3")


def _without(
    game: Game, orders: Orders, offensive: Offensive, left: Offensive | None, charts: Charts
) -> Orders:
    """The orders without an offensive, or with what is left of it, and without what it alone used.

    What is not there is told once, with the offensive. Of several that are alike the last one goes,
    and with the last of all whatever is ordered.
    """
    place = max(number for number, one in enumerate(orders) if one == offensive)
    kept = (*orders[:place], *filter(None, (left,)), *orders[place + 1 :])
    others = offensives(kept)
    if not others:
        return ()
    return tuple(
        order
        for order in kept
        if not _serves(game, order, offensive, charts)
        or any(_serves(game, order, one, charts) for one in others)
    )


def _serves(game: Game, order: Order, offensive: Offensive, charts: Charts) -> bool:
    """Whether an order carries an offensive out: by its forces, its targets or its theatre."""
    match order:
        case Sail() | Engage():
            return order.tf in (offensive.stack, *offensive.stacks)
        case Strike():
            acting = _forces_of(game, order) & {offensive.stack, *offensive.stacks}
            return order.area in offensive.targets or bool(acting)
        case March():
            return theatre_of(charts, order.path[-1]) in offensive.theatres
        case Assault() | Drop() | Support() | Attack():
            return theatre_of(charts, order.area) in offensive.theatres
    return False


def _forces_of(game: Game, order: Strike) -> set[str]:
    """The task forces whose carriers fly a strike, as far as its units are not lost [PH8.9]."""
    bases = (game.air[id_].base for id_ in order.units if id_ in game.air)
    return {game.ships[base].tf for base in bases if base in game.ships}
