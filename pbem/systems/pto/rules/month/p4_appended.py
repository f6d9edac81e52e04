"""The first offensive, appended to a side's file of phase 3 and blind to that file's dice [F.2]."""

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.asks import openings
from pbem.systems.pto.rules.combat.ph10_ground import attackers_at
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p3_takeoff import able
from pbem.systems.pto.rules.month.p3_targets import cannot_strike_with
from pbem.systems.pto.rules.month.p4_advance import cannot_advance, cannot_land, theatres_of
from pbem.systems.pto.rules.month.p4_drops import cannot_drop
from pbem.systems.pto.rules.month.p4_named import cannot_perform
from pbem.systems.pto.rules.month.p4_offensive import perform
from pbem.systems.pto.rules.month.p4_turns import acted, next_seat
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


def appending_seat(game: Game, charts: Charts) -> str:
    """The seat that may append its first offensive to its file of phase 3, or empty [F.2].

    It fills the first slot of the side with the initiative [PH13.4], and that side goes second.
    """
    if game.month.first == game.initiative:
        return ""
    return next_seat(game, game.initiative, charts)


def play(game: Game, desk: Desk[Charts]) -> Result[Game]:
    """Phase 4 begins; what was appended is performed as its first offensive [F.2, P4.0.1].

    What has become impossible uses the slot up, costs nothing and is no pass [PH13.3, PR89].
    """
    side = game.initiative
    begun = game.with_month(replace(game.month, to_act=side, passes=0, declined=()))
    given = (seat for seat in game.seats_of(side) if _offensives(desk.answers.get(seat, ())))
    seat = next(given, "")
    if not seat:
        return Result(game=begun)
    waiting = openings(game, other(side))
    if waiting:
        return Result(game=game, asks=waiting)
    orders, told = possible(begun, seat, desk.answers[seat], desk.charts)
    if not _offensives(orders):
        return Result(game=acted(begun, seat), events=told)
    game, events = perform(begun, seat, orders, desk.charts, desk.dice)
    return Result(game=acted(game, seat), events=(*told, *events))


def _offensives(orders: Orders) -> tuple[Offensive, ...]:
    return tuple(order for order in orders if isinstance(order, Offensive))


# --- what the dice of phase 3 have left of it ----------------------------------------------------


def possible(
    game: Game, seat: str, orders: Orders, charts: Charts
) -> tuple[Orders, tuple[Event, ...]]:
    """What can still be performed of what was appended, and why not the rest [F.2].

    A sea offensive is void without its command stack, and leaves out any other task force that no
    longer stands by. On land and in the air it is void if nothing ordered for it can be done.
    """
    events: tuple[Event, ...] = ()
    for offensive in _offensives(orders):
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
    others = (*(one for one in _offensives(orders) if one != offensive), *filter(None, (left,)))
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
