"""What can still be done of offensives that were ordered ahead [F.2, F.2.7, PR89]."""

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.ph10_ground import attackers_at
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p3_takeoff import able
from pbem.systems.pto.rules.month.p3_targets import cannot_strike_with
from pbem.systems.pto.rules.month.p4_advance import cannot_advance, cannot_land, theatres_of
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p4_named import cannot_perform
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Half, air_targets
from pbem.systems.pto.table.orders import (
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

    A sea offensive is void without its command stack, and leaves out any other task force that no
    longer stands by. On land and in the air it is void if nothing ordered for it can be done.
    """
    events: tuple[Event, ...] = ()
    for offensive in offensives(orders):
        left, told = _left(game, seat, offensive, orders, charts)
        if told:
            events = (*events, *told)
            orders = _without(game, orders, offensive, left, charts)
    return orders, events


def _left(
    game: Game, seat: str, order: Offensive, orders: Orders, charts: Charts
) -> tuple[Offensive | None, tuple[Event, ...]]:
    """An offensive as far as it is possible, None if not at all; what is told of the rest."""
    alone = replace(order, stacks=())
    refusal = next(cannot_perform(game, seat, alone, charts), None)
    refusal = refusal or _undone(game, seat, order, orders, charts)
    if refusal:
        return None, voided(game, seat, order, refusal)[1]
    events: tuple[Event, ...] = ()
    fit: tuple[str, ...] = ()
    for tf in order.stacks:
        refusal = next(cannot_perform(game, seat, replace(order, stacks=(tf,)), charts), None)
        if refusal is None:
            fit = (*fit, tf)
            continue
        events = (*events, *voided(game, seat, order, refusal, tf)[1])
    return replace(order, stacks=fit), events


def _undone(
    game: Game, seat: str, offensive: Offensive, orders: Orders, charts: Charts
) -> Refusal | None:
    """Why none of the orders that were to carry an offensive out can be done any more, or None."""
    if offensive.kind == "sea":
        return None
    refusals = [
        _cannot(game, seat, order, orders, charts)
        for order in orders
        if not isinstance(order, Support) and _serves(game, order, offensive, charts)
    ]
    return refusals[0] if refusals and all(refusals) else None


def _cannot(game: Game, seat: str, order: Order, orders: Orders, charts: Charts) -> Refusal | None:
    """Why one order of an offensive on land or in the air cannot be done any more, or None."""
    side, theatres = game.side_of_seat(seat), theatres_of(orders)
    match order:
        case March():
            return cannot_advance(game, side, order, theatres, charts)
        case Assault():
            left, _ = without_lost(game, seat, order)
            return cannot_land(game, side, left, theatres, charts)
        case Drop():
            return cannot_drop(game, side, order, theatres, charts)
        case Attack() if not attackers_at(game, side, order.area, order.units):
            what = f"no ground unit that could attack is in {mention(order.area)}"
            return refuse("PH10.2", "area", what, "attack where your units are")
        case Strike():
            half = Half(side=side, phase="P4", charts=charts, dice=Dice(None))
            flying, _ = able(game, order, charts, once=True)
            targets = air_targets({seat: orders})
            return cannot_strike_with(game, half, game.nations_of(seat), flying, targets)
    return None


def _without(
    game: Game, orders: Orders, offensive: Offensive, left: Offensive | None, charts: Charts
) -> Orders:
    """The orders without an offensive, or with what is left of it, and without what it alone used.

    What is not there is told once, with the offensive.
    """
    others = (*(one for one in offensives(orders) if one != offensive), *filter(None, (left,)))
    kept = (
        left if order == offensive else order
        for order in orders
        if not _serves(game, order, offensive, charts)
        or any(_serves(game, order, one, charts) for one in others)
    )
    return tuple(filter(None, kept))


def _serves(game: Game, order: Order, offensive: Offensive, charts: Charts) -> bool:
    """Whether an order carries an offensive out: by its forces, its targets or its theatre."""
    match order:
        case Sail() | Engage():
            return order.tf in (offensive.stack, *offensive.stacks)
        case Strike():
            return order.area in offensive.targets or _fly_from(game, order, offensive)
        case March():
            return theatre_of(charts, order.path[-1]) in offensive.theatres
        case Assault() | Drop() | Support() | Attack():
            return theatre_of(charts, order.area) in offensive.theatres
    return False


def _fly_from(game: Game, order: Strike, offensive: Offensive) -> bool:
    """Whether a strike is flown by carriers of the task forces that an offensive names [PH8.9]."""
    bases = (game.air[id_].base for id_ in order.units if id_ in game.air)
    forces = {game.ships[base].tf for base in bases if base in game.ships}
    return bool(forces & {offensive.stack, *offensive.stacks})
