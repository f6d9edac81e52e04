"""A land offensive: movement, landings, drops, support, attacks [P4A]."""

from collections.abc import Iterable, Mapping

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import Event
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.combat.ph10_areas import settle
from pbem.systems.pto.rules.combat.ph10_ground import Assaulting, attackers_at, battle
from pbem.systems.pto.rules.d13_war import attacks_area
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.labels import next_combat
from pbem.systems.pto.rules.month.p4_advance import (
    Theatres,
    advance,
    attacks,
    cannot_advance,
    cannot_fight,
    cannot_land,
    is_spent,
    land,
    theatres_of,
)
from pbem.systems.pto.rules.month.p4_drops import come_down, flown_in, taken_off
from pbem.systems.pto.rules.month.p4_support import Bombing, defended, launched, supported
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.table.events_land import GroundRound
from pbem.systems.pto.table.orders_month import Assault, Attack, Drop, March
from pbem.systems.pto.table.state import Game, Told

STEP = "P4A"


class Before(Value):
    """What an offensive has to know of the table as it lay before.

    `origins` are, by the area that a march leads to, the areas that it came through [PH10.7];
    `spent` the ground units that an earlier offensive of the month has used [PH10.10].
    """

    origins: Mapping[str, frozenset[str]]
    spent: frozenset[str]


def before(game: Game, orders: Iterable[Order]) -> Before:
    """What is noted before anybody moves."""
    origins: dict[str, frozenset[str]] = {}
    for order in orders:
        if isinstance(order, March) and order.path and order.unit in game.ground:
            way = frozenset((game.ground[order.unit].at, *order.path[:-1]))
            origins[order.path[-1]] = origins.get(order.path[-1], frozenset()) | way
    spent = frozenset(unit.id for unit in game.ground.values() if is_spent(unit))
    return Before(origins=origins, spent=spent)


def move(game: Game, seat: str, orders: tuple[Order, ...], charts: Charts) -> Told:
    """Ground units march and go ashore; what nobody defends is taken at once [P4A.2.A, P4A.2.B].

    An area goes to who is alone in it, be it that one came or that the other left [PH1.5, PR6].
    """
    side, theatres = game.side_of_seat(seat), theatres_of(orders)
    events: list[Event] = []
    changed: list[str] = []
    for order in orders:
        match order:
            case March():
                refusal = cannot_advance(game, side, order, theatres, charts)
                changed += (game.ground[order.unit].at, order.path[-1]) if not refusal else ()
                game, told = (
                    voided(game, seat, order, refusal) if refusal else advance(game, order, charts)
                )
            case Assault():
                landing, gone = without_lost(game, seat, order)
                events += gone
                refusal = cannot_land(game, side, landing, theatres, charts)
                game, told = (
                    voided(game, seat, landing, refusal) if refusal else land(game, landing)
                )
                changed += (order.area,) if not refusal else ()
            case _:
                continue
        events += told
    left = dict.fromkeys(changed)
    game, told = for_each(game, left, lambda now, area: settle(now, area, charts))
    return game, (*events, *told)


def fight(
    game: Game,
    seat: str,
    orders: tuple[Order, ...],
    since: Before,
    charts: Charts,
    dice: Dice,
) -> Told:
    """Support from the air, drops, then every attack in the order written [P4A.3].

    At last units that were named and not used are marked standby [P4A.4.B, PH10.10].
    """
    side = game.side_of_seat(seat)
    game, bombing, through, events = _flown(game, seat, orders, charts, dice)
    dropping = tuple(one for one in orders if not isinstance(one, Drop) or one in through)
    areas = _attacked(game, side, dropping, since, charts)
    game, enemy_bombing, more = defended(game, other(side), areas, charts, dice)
    events = (*events, *more)
    game, more = come_down(game, through, charts, dice)
    events = (*events, *more)
    theatres = theatres_of(orders)
    for order in attacks_of(game, orders):
        attack = Assaulting(
            side=side,
            area=order.area,
            units=attackers(game, side, order, theatres, since, charts),
            bombs=bombing.get(order.area, 0),
            enemy_bombs=enemy_bombing.get(order.area, 0),
            below=order.below,
            origins=since.origins.get(order.area, frozenset()),
        )
        refusal = _idle(game, attack, order, theatres, charts) if order in orders else None
        void = voided(game, seat, order, refusal)[1] if refusal else ()
        game, more = _fought(game, attack, charts, dice)
        events = (*events, *void, *more)
    return _standing_by(game, seat, orders), events


def _flown(
    game: Game, seat: str, orders: tuple[Order, ...], charts: Charts, dice: Dice
) -> tuple[Game, Bombing, tuple[Drop, ...], tuple[Event, ...]]:
    """Paratroops fly in, then bombers that support; what of both comes through [P4A.3.A-B].

    All take off before anybody is met, so that nobody on a mission helps another one.
    """
    game, drops, events = taken_off(game, seat, orders, charts)
    game, raids, told = launched(game, seat, orders, charts)
    game, through, met = flown_in(game, drops, charts, dice)
    game, bombing, fought = supported(game, raids, charts, dice)
    return game, bombing, through, (*events, *told, *met, *fought)


def attackers(
    game: Game, side: str, order: Attack, theatres: Theatres, since: Before, charts: Charts
) -> tuple[str, ...]:
    """The units that attack: those of nations that perform, not used before [PH10.10, PH13.1]."""
    found = (game.ground[id_] for id_ in attackers_at(game, side, order.area, order.units))
    return tuple(
        unit.id
        for unit in found
        if unit.id not in since.spent and attacks(game, unit, order.area, theatres, charts)
    )


def _idle(
    game: Game, attack: Assaulting, order: Attack, theatres: Theatres, charts: Charts
) -> Refusal | None:
    """Why an attack that was ordered comes to nothing, or None [PH10.2, F.2.7]."""
    if attack.units and game.ground_at(attack.area, other(attack.side)):
        return None
    return cannot_fight(game, attack.side, order, theatres, charts)


def _fought(game: Game, attack: Assaulting, charts: Charts, dice: Dice) -> Told:
    """One attack; who has fought is activated, who could not stands by [P4A.3.F, PR10]."""
    if not attack.units:
        return game, ()
    game = attacks_area(game, attack.side, attack.area)
    game, tag = next_combat(game, STEP, attack.area)
    game, events = battle(game, attack, tag, charts, dice)
    if any(isinstance(event, GroundRound) for event in events):
        left = (game.ground[id_] for id_ in attack.units if id_ in game.ground)
        return game.with_ground(replace(unit, mark="activated") for unit in left), events
    return _marked_standby(game, attack.units), events


def _standing_by(game: Game, seat: str, orders: Iterable[Order]) -> Game:
    """The game in which units that were named, and not used, stand by [P4A.4.B, PH10.10]."""
    named: list[str] = []
    for order in orders:
        match order:
            case March() | Drop():
                named.append(order.unit)
            case Assault() | Attack():
                named += order.units
    nations = game.nations_of(seat)
    own = (id_ for id_ in named if id_ in game.ground and game.ground[id_].nation in nations)
    return _marked_standby(game, own)


def _marked_standby(game: Game, units: Iterable[str]) -> Game:
    idle = (game.ground[id_] for id_ in units if not game.ground[id_].mark)
    return game.with_ground(replace(unit, mark="standby") for unit in idle)


def attacks_of(game: Game, orders: Iterable[Order]) -> tuple[Attack, ...]:
    """The attacks ordered, and one wherever units that came met the enemy [P4A.3.C, PR8]."""
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


def _attacked(
    game: Game, side: str, orders: tuple[Order, ...], since: Before, charts: Charts
) -> tuple[str, ...]:
    """The areas in which the enemy defends himself, those of drops with them [P4A.3.C-D].

    Where nobody attacks, for he has not come, is gone or may not, nobody comes to the defence.
    """
    theatres = theatres_of(orders)
    attacked = (
        one.area
        for one in attacks_of(game, orders)
        if attackers(game, side, one, theatres, since, charts)
    )
    areas = dict.fromkeys((*attacked, *(one.area for one in orders if isinstance(one, Drop))))
    return tuple(area for area in areas if game.ground_at(area, other(side)))
