"""What a side's ground orders come to together: who goes where, who attacks what [H11]."""

from collections.abc import Iterable

from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r11_troops import has_enemies, is_fit
from pbem.systems.cartwheel.table.orders_ground import Attack, Fortify, Land, March, Raid
from pbem.systems.cartwheel.table.state import Game

GroundOrder = March | Land | Attack | Raid | Fortify


class Plan(Value):
    """A side's ground orders, as far as they name what exists.

    `marching` and `landing` are destinations by unit, `attacks` the attack on each hex,
    `supply` the number of supply units that are landed in each.
    """

    side: str
    marching: dict[str, str]
    landing: dict[str, str]
    attacks: dict[str, Attack]
    supply: dict[str, int]

    @property
    def arriving(self) -> dict[str, str]:
        """Destinations of all units that march or land."""
        return {**self.marching, **self.landing}

    def attackers(self, game: Game, hex_: str, charts: Charts) -> tuple[str, ...]:
        """Units that attack a hex: those named, those that come there, paratroops [H11.4, H11.6].

        Only such as are in the hex or come there, by id.
        """
        named = self.attacks[hex_].units if hex_ in self.attacks else ()
        there = {id_ for id_ in named if id_ in game.troops and game.troops[id_].at == hex_}
        coming = {id_ for id_, to in self.arriving.items() if to == hex_}
        return tuple(sorted({*there, *coming, *must_attack(game, self.side, hex_, charts)}))


def plan(game: Game, side: str, orders: Iterable[Order]) -> Plan:
    """The plan of a side's orders; units and ships that are not there are left out."""
    made = Plan(side=side, marching={}, landing={}, attacks={}, supply={})
    for order in orders:
        match order:
            case March():
                made.marching.update({u: order.to for u in order.units if u in game.troops})
            case Land() if order.ship in game.ships:
                to = game.ships[order.ship].at
                made.landing.update({u: to for u in order.units if u in game.troops})
                made.supply[to] = made.supply.get(to, 0) + max(0, order.supply)
            case Attack():
                made.attacks.setdefault(order.hex, order)
    return made


def must_attack(game: Game, side: str, hex_: str, charts: Charts) -> tuple[str, ...]:
    """Paratroops that have dropped among enemies this turn and are fit [H11.6]."""
    if not has_enemies(game, hex_, side):
        return ()
    units = game.troops_at(hex_, side)
    return tuple(u.id for u in units if u.dropped == game.now and is_fit(u, charts))


def dropped_among_enemies(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Hexes where a side's paratroops must attack, by number [H11.6]."""
    hexes = sorted({u.at for u in game.troops.values() if u.dropped == game.now and u.at})
    return tuple(hex_ for hex_ in hexes if must_attack(game, side, hex_, charts))
