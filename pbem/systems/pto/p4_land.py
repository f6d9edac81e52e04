"""A land offensive: movement, landings, drops, support, attacks [P4A]."""

from collections.abc import Iterable
from dataclasses import replace

from pbem.dice import Dice
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.labels import next_combat
from pbem.systems.pto.orders import Assault, Attack, Drop, March, Offensive
from pbem.systems.pto.p4_advance import (
    advance,
    cannot_advance,
    cannot_drop,
    cannot_land,
    drop,
    land,
)
from pbem.systems.pto.p4_support import defended, supported
from pbem.systems.pto.p4_voided import voided
from pbem.systems.pto.ph10_areas import settle
from pbem.systems.pto.ph10_ground import Assaulting, attackers_at, battle
from pbem.systems.pto.state import Game, other
from pbem.systems.pto.told import Told

STEP = "P4A"


def move(game: Game, seat: str, orders: tuple[Order, ...], charts: Charts) -> Told:
    """Ground units march and go ashore; what nobody defends is taken at once [P4A.2.A, P4A.2.B]."""
    side, theatres = game.side_of_seat(seat), _theatres(orders)
    events: list[Event] = []
    entered: list[str] = []
    for order in orders:
        match order:
            case March():
                cited = cannot_advance(game, side, order, theatres, charts)
                game, told = (
                    voided(game, seat, order, cited) if cited else advance(game, order, charts)
                )
                entered += order.path if not cited else ()
            case Assault():
                cited = cannot_land(game, side, order, theatres, charts)
                game, told = voided(game, seat, order, cited) if cited else land(game, order)
                entered += (order.area,) if not cited else ()
            case _:
                continue
        events += told
    for area in dict.fromkeys(entered):
        game, told = settle(game, area, charts)
        events += told
    return game, tuple(events)


def fight(
    game: Game,
    seat: str,
    orders: tuple[Order, ...],
    origins: frozenset[str],
    charts: Charts,
    dice: Dice,
) -> Told:
    """Support from the air, drops, then every attack in the order written [P4A.3].

    `origins` are the areas that attackers came from, to which nobody retreats [PH10.7].
    """
    side = game.side_of_seat(seat)
    game, bombing, events = supported(game, seat, orders, charts, dice)
    areas = _attacked(game, side, orders)
    game, enemy_bombing, more = defended(game, other(side), areas, charts, dice)
    events = (*events, *more)
    game, more = _drops(game, seat, orders, charts, dice)
    events = (*events, *more)
    for order in _attacks(game, orders):
        units = attackers_at(game, side, order.area, order.units)
        units = tuple(id_ for id_ in units if game.ground[id_].move or game.ground[id_].strength)
        game, tag = next_combat(game, STEP, order.area)
        game = game.with_ground(replace(game.ground[id_], mark="activated") for id_ in units)
        attack = Assaulting(
            side=side,
            area=order.area,
            units=units,
            bombs=bombing.get(order.area, 0),
            enemy_bombs=enemy_bombing.get(order.area, 0),
            below=order.below,
            origins=origins,
        )
        game, more = battle(game, attack, tag, charts, dice)
        events = (*events, *more)
    return game, events


def _theatres(orders: Iterable[Order]) -> set[str]:
    """The theatres of the file's land offensives [P4A.1.B]."""
    return {name for order in orders if isinstance(order, Offensive) for name in order.theatres}


def _drops(game: Game, seat: str, orders: tuple[Order, ...], charts: Charts, dice: Dice) -> Told:
    """Paradrops; an area that nobody defends is taken by them [P4A.3.E]."""
    side = game.side_of_seat(seat)
    events: tuple[Event, ...] = ()
    for order in orders:
        if not isinstance(order, Drop):
            continue
        cited = cannot_drop(game, side, order, _theatres(orders), charts)
        if cited:
            game, told = voided(game, seat, order, cited)
        else:
            game, tag = next_combat(game, STEP, order.area)
            game, told = drop(game, order, tag, charts, dice)
            game, more = settle(game, order.area, charts)
            told = (*told, *more)
        events = (*events, *told)
    return game, events


def _attacks(game: Game, orders: Iterable[Order]) -> tuple[Attack, ...]:
    """The attacks ordered, and one wherever units that came in this offensive met the enemy."""
    ordered = tuple(order for order in orders if isinstance(order, Attack))
    named = {order.area for order in ordered}
    arrived = dict.fromkeys(
        order.area if isinstance(order, Assault | Drop) else order.path[-1]
        for order in orders
        if isinstance(order, Assault | Drop) or (isinstance(order, March) and order.path)
    )
    met = tuple(
        Attack(area=area)
        for area in arrived
        if area not in named and area in game.areas and game.is_contested(area)
    )
    return (*ordered, *met)


def _attacked(game: Game, side: str, orders: Iterable[Order]) -> tuple[str, ...]:
    """The areas in which the enemy defends himself [P4A.3.C]."""
    areas = dict.fromkeys(order.area for order in _attacks(game, orders))
    return tuple(area for area in areas if game.ground_at(area, other(side)))


def origins_of(game: Game, orders: Iterable[Order]) -> frozenset[str]:
    """The areas from which units march in an offensive; asked before they do [PH10.7]."""
    marches = (order for order in orders if isinstance(order, March))
    return frozenset(
        area
        for order in marches
        if order.unit in game.ground
        for area in (game.ground[order.unit].at, *order.path[:-1])
    )
