"""Ground operations: who acts first, and the orders of one side in turn [H11]."""

from collections.abc import Iterable, Mapping

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.r06_bases import overrun
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, put_ashore
from pbem.systems.cartwheel.rules.r11_combat import Assault, attack
from pbem.systems.cartwheel.rules.r11_control import settle
from pbem.systems.cartwheel.rules.r11_orders import once, together, wrong_ashore
from pbem.systems.cartwheel.rules.r11_plan import Plan, dropped_among_enemies, plan
from pbem.systems.cartwheel.rules.r11_raids import raid
from pbem.systems.cartwheel.rules.r11_troops import has_enemies
from pbem.systems.cartwheel.table.events_air import Score
from pbem.systems.cartwheel.table.events_ground import (
    Fortified,
    GroundInitiativeRolled,
    GroundVoided,
    Landed,
    Marched,
)
from pbem.systems.cartwheel.table.events_sea import StayedAboard
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Told

Orders = tuple[Order, ...]


def initiative(game: Game, charts: Charts, dice: Dice) -> Told:
    """Roll for the side that gives its ground orders first, with 7.4 and 7.5 [H11.1, H11.1.3]."""
    size = charts.marching.holder
    drm = size if game.holder == ALLIED else -size
    roll = dice.roll("11.1", "ground initiative", sides=charts.dice.sides)
    score = Score(roll=roll, terms=FrozenMap({"initiative": drm}))
    first = ALLIED if score.total >= charts.marching.allied_first else JAPANESE
    event = GroundInitiativeRolled(to=ALL, score=score, first=first)
    return game.with_turn(replace(game.turn, first_ashore=first)), (event,)


def act(game: Game, side: str, orders: Iterable[Order], charts: Charts, dice: Dice) -> Told:
    """Carry out all ground orders of a side [H11.1], in the order of CR41.

    Raids, landings and marches, control, attacks by hex, Fortifications. Orders that are illegal
    when their turn comes are reported and passed over. Paratroops among enemies attack by
    themselves [H11.6].
    """
    legal, events = _legal(game, side, _ground(orders), charts)
    for order in legal:
        if isinstance(order, Raid):
            game, told = raid(game, side, order, charts, dice)
            events += told
    legal = tuple(_without_dead(game, order) for order in legal if not isinstance(order, Raid))
    legal, voided = _legal(game, side, legal, charts)
    made = plan(game, side, legal)
    game, moved = _move(game, made, legal, charts, dice)
    game, fought = _attack(game, made, legal, charts, dice)
    game, fortified = _fortify(game, side, legal, charts)
    game, settled = settle(game, charts, dice)
    return game, (*events, *voided, *moved, *fought, *fortified, *settled)


# --- which orders stand --------------------------------------------------------------------------


def _ground(orders: Iterable[Order]) -> Orders:
    kinds = March | Land | Attack | Raid | Fortify
    return tuple(order for order in orders if isinstance(order, kinds))


def _legal(
    game: Game, side: str, orders: Orders, charts: Charts
) -> tuple[Orders, tuple[Event, ...]]:
    """The orders that are legal together, and what is told of the others.

    An order that falls may take others with it, so they are judged until nothing changes.
    """
    standing, events = dict(enumerate(orders, 1)), list[Event]()
    while True:
        faulty = _faulty(game, side, standing, charts)
        if not faulty:
            return tuple(standing.values()), tuple(events)
        for number, cited in faulty.items():
            order = standing.pop(number)
            ids = _ids(order)
            events.append(GroundVoided(to=ALL, side=side, order=order.type, ids=ids, cited=cited))


def _faulty(game: Game, side: str, standing: Mapping[int, Order], charts: Charts) -> dict[int, str]:
    """The orders that are illegal as things are, by number, each with a rule that it breaks.

    Those that name again what another has come first, then all in their order.
    """
    all_ = together(game, side, standing.values(), charts)
    named: set[tuple[str, str]] = set()
    faulty: dict[int, str] = {}
    for number, order in standing.items():
        for one in once(order):
            if (one.kind, one.id) in named:
                faulty.setdefault(number, one.rule)
            named.add((one.kind, one.id))
    for number, order in standing.items():
        for refusal in wrong_ashore(all_, order):
            faulty.setdefault(number, refusal.rule)
    return faulty


def _ids(order: Order) -> tuple[str, ...]:
    """What an order is about, for the report."""
    match order:
        case March():
            return (*order.units, order.to)
        case Land():
            return (order.ship, *order.units)
        case Attack() | Fortify():
            return (order.hex,)
        case Raid():
            return (order.base,)
    return ()


def _without_dead(game: Game, order: Order) -> Order:
    """An order without units that a failed raid has cost [H11.7]."""
    if isinstance(order, March | Attack):
        alive = tuple(u for u in order.units if u not in game.troops or game.troops[u].steps)
        return replace(order, units=alive)
    return order


# --- moves and landings --------------------------------------------------------------------------


def _move(game: Game, made: Plan, orders: Orders, charts: Charts, dice: Dice) -> Told:
    """All marches and landings, then the control of hexes that they have changed [H11.2.1]."""
    events: list[Event] = []
    for order in orders:
        if isinstance(order, March):
            game, marched = _march(game, made.side, order, charts)
            events.append(marched)
        elif isinstance(order, Land):
            game, landed = _land(game, made, order)
            events += (landed,) if landed.units or landed.supply else ()
    game, settled = settle(game, charts, dice)
    return game, (*events, *settled)


def _march(game: Game, side: str, order: March, charts: Charts) -> tuple[Game, Marched]:
    """Units enter a hex; mountains disrupt them as they arrive [H2.5, H11.2].

    Those that attack are disrupted after the fight [CR43].
    """
    units = [game.troops[id_] for id_ in sorted(set(order.units))]
    tired = charts.hexes[order.to].terrain.tiring
    attacking = has_enemies(game, order.to, side)
    event = Marched(
        to=ALL, side=side, units=tuple(u.id for u in units), origin=units[0].at,
        hex=order.to, disrupted=tuple(u.id for u in units) if tired else (), attacking=attacking,
    )  # fmt: skip
    return game.with_troops(
        replace(u, at=order.to, acted=game.now, disrupted=tired and not attacking) for u in units
    ), event


def _land(game: Game, made: Plan, order: Land) -> tuple[Game, Landed]:
    """Cargo goes ashore; where there is a fight supply units wait for its end [H11.5, CR47]."""
    hex_ = game.ships[order.ship].at
    attacking = hex_ in made.attacks
    what = Ashore(
        ship=order.ship, units=tuple(sorted(order.units)), supply=0 if attacking else order.supply
    )
    event = Landed(
        to=ALL, side=made.side, ship=order.ship, hex=hex_, units=what.units,
        supply=what.supply, attacking=attacking,
    )  # fmt: skip
    return put_ashore(game, what, hex_), event


# --- attacks -------------------------------------------------------------------------------------


def _attack(game: Game, made: Plan, orders: Orders, charts: Charts, dice: Dice) -> Told:
    """Attacks by hex number, each with all that follows from it [H11.4, CR41]."""
    events: list[Event] = []
    forced = dropped_among_enemies(game, made.side, charts)
    for hex_ in sorted({*made.attacks, *forced}):
        order = made.attacks.get(hex_)
        assault = Assault(
            side=made.side, hex=hex_, units=made.attackers(game, hex_, charts),
            losses=order.losses if order else "highest",
        )  # fmt: skip
        game = game.with_troops(replace(game.troops[u], acted=game.now) for u in assault.units)
        game, fought = attack(game, assault, charts, dice)
        game = _worn_out(game, made, hex_, charts)
        game, overran = _overrun(game, made.side, hex_, charts, dice)
        landing = orders if hex_ in made.attacks else ()
        game, supplied = _bring_supply(game, made.side, hex_, landing)
        game, settled = settle(game, charts, dice)
        events += (*fought, *overran, *supplied, *settled)
    return game, tuple(events)


def _overrun(game: Game, side: str, hex_: str, charts: Charts, dice: Dice) -> Told:
    """Attackers that are alive in a hex after the fight end a mobile base there [H11.2.2]."""
    if not any(game.troops_at(hex_, side)):
        return game, ()
    return overrun(game, hex_, side, charts, dice, "ground")


def _worn_out(game: Game, made: Plan, hex_: str, charts: Charts) -> Game:
    """Attackers that have marched into mountains are disrupted when the fight is over [CR43]."""
    if not charts.hexes[hex_].terrain.tiring:
        return game
    came = (game.troops[id_] for id_, to in made.marching.items() if to == hex_)
    return game.with_troops(replace(unit, disrupted=True) for unit in came if unit.steps)


def _bring_supply(game: Game, side: str, hex_: str, orders: Orders) -> Told:
    """Supply units of an assault come ashore if own troops are left there [H11.5, CR47]."""
    events: list[Event] = []
    for order in orders:
        if not isinstance(order, Land) or not order.supply or game.ships[order.ship].at != hex_:
            continue
        if not any(game.troops_at(hex_, side)):
            stayed = StayedAboard(
                to=ALL, side=side, ship=order.ship, place=hex_, items=(SUPPLY,) * order.supply,
                cited="CR47",
            )  # fmt: skip
            events.append(stayed)
            continue
        game = put_ashore(game, Ashore(ship=order.ship, units=(), supply=order.supply), hex_)
        landed = Landed(
            to=ALL, side=side, ship=order.ship, hex=hex_, units=(), supply=order.supply,
            attacking=False,
        )  # fmt: skip
        events.append(landed)
    return game, tuple(events)


# --- Fortifications ------------------------------------------------------------------------------


def _fortify(game: Game, side: str, orders: Orders, charts: Charts) -> Told:
    """A Fortification is put down if it is still legal after the fights [H11.8]."""
    events: list[Event] = []
    for order in orders:
        if isinstance(order, Fortify):
            legal, voided = _legal(game, side, (order,), charts)
            events += voided
            if legal:
                game = replace(game, forts=tuple(sorted((*game.forts, order.hex))))
                events.append(Fortified(to=ALL, side=side, hex=order.hex))
    return game, tuple(events)
