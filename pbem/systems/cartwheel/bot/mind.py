"""What the computer player knows when he thinks: the state, his own charts, and the map."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from pbem.engine.kinds import options_of
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance, sea_ways
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.orders import fliers
from pbem.systems.cartwheel.orders.check import judged_on
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.own.basing import kinds
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.rules.r06_capacity import capacity_problem, kind_at
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r11_troops import factor, is_fit, total_strength
from pbem.systems.cartwheel.table.state import ALLIED, Base, Game, Ship, Troops, other

OrderT = TypeVar("OrderT", bound=Order)
Group = tuple[Order, ...]
"""Orders that stand or fall together."""
SeaMap = dict[str, tuple[tuple[str, int], ...]]
"""The ways of ships from each place, with what they cost."""


REMEMBERED = 4_000
"""How many answers of a function are kept that is asked the same again and again."""


class Mind(Sight, eq=False):
    """What a side's orders are judged on, as he thinks about it.

    Two minds are never equal, so that functions can cheaply remember what they made of one.
    """

    def options(self, kind: type[OrderT]) -> tuple[OrderT, ...]:
        """The legal orders of a kind that it is asked for, each by itself."""
        return options_of(KINDS, self, kind)

    @property
    def enemy(self) -> str:
        """The other side."""
        return other(self.side)

    @property
    def turns_left(self) -> int:
        """Turns after this one."""
        return self.game.terms.last_turn - self.game.now

    # --- the map ---

    def in_area(self, hex_: str) -> bool:
        """Whether a hex belongs to the scenario's area [H17.0]."""
        first, last = self.game.terms.columns
        return first <= int(hex_[:2]) <= last

    def worth(self, hex_: str) -> int:
        """Half points that hang on who occupies a hex at the end, for either side [H16.2]."""
        chart = self.charts.occupation.get(hex_)
        if chart is None or not self.game.terms.occupation or not self.in_area(hex_):
            return 0
        return max(chart.allied, chart.japanese)

    # --- aircraft ---

    def model(self, unit: str) -> Model:
        """The model of an air unit."""
        return self.charts.air[unit].model

    def distance(self, base: str, hex_: str) -> int:
        """Hexes that aircraft fly from a base to a hex."""
        return air_distance(self.charts, place_of(self.game, base), hex_)

    def has_room(self, base: str, unit: str, more: Iterable[str] = ()) -> bool:
        """Whether a unit fits at a base beside those there and some that are on their way."""
        counted = list(kinds((p for p in self.own.at(base) if p.id != unit), base, self.charts))
        coming = [kind_at(self.charts, one, base) for one in (*more, unit)]
        return not capacity_problem(self.charts, self.game, base, [*counted, *coming])

    def bases(self, side: str) -> Iterator[Base]:
        """A side's airbases on the map that work, by id."""
        return (
            base
            for base in self.game.bases.values()
            if base.owner == side and is_operational(base) and base.hex in self.charts.hexes
        )

    # --- ground and sea ---

    def troops(self, place: str, side: str) -> tuple[Troops, ...]:
        """Ground units of a side in a place, by id."""
        return _troops(self).get((place, side), ())

    def room(self, place: str) -> int:
        """Steps that still find room in a hex [H11.3]."""
        there = sum(unit.steps for unit in self.troops(place, self.side))
        return self.charts.stacking(place) - there

    def fit(self, place: str, side: str) -> tuple[Troops, ...]:
        """Ground units of a side in a place that can move and attack, by id."""
        return tuple(u for u in self.troops(place, side) if is_fit(u, self.charts))

    def strength(self, units: Iterable[Troops]) -> int:
        """The combat factors of units together."""
        return total_strength(units, self.charts)

    def factor(self, unit: Troops) -> int:
        """The combat factor of the side of a unit's counter that is up."""
        return factor(unit, self.charts)

    def ships(self, side: str) -> Iterator[Ship]:
        """A side's ships on the map or in a box, the submarine not among them."""
        return (
            ship
            for ship in self.game.ships.values()
            if ship.side == side and ship.at and ship.steps and ship.id != self.unseen
        )

    @property
    def unseen(self) -> str:
        """The submarine."""
        return self.charts.submarine.unit


ready = lru_cache(maxsize=32)(fliers.ready)
"""Own air units that may fly a mission now [H9.1.1], by id."""


@lru_cache(maxsize=32)
def _troops(mind: Mind) -> dict[tuple[str, str], tuple[Troops, ...]]:
    """Ground units by place and side."""
    found: dict[tuple[str, str], tuple[Troops, ...]] = {}
    for unit in mind.game.troops.values():
        key = (unit.at, unit.side)
        found[key] = (*found.get(key, ()), unit)
    return found


def mind_of(view: View[Game], charts: Charts) -> Mind:
    """What a seat knows when it writes."""
    sight = judged_on(view, (), charts)
    return Mind(
        game=sight.game,
        side=sight.side,
        turn=sight.turn,
        steps=sight.steps,
        private=sight.private,
        charts=charts,
    )


@lru_cache(maxsize=32)
def sea_map(mind: Mind) -> SeaMap:
    """The ways of ships between the places of the area."""
    first, last = mind.game.terms.columns
    inside = {hex_ for hex_ in mind.charts.hexes if first <= int(hex_[:2]) <= last}
    own = {box.id for box in mind.charts.boxes.values() if box.side == mind.side}
    return {
        place: tuple((to, cost) for to, cost in sea_ways(mind.charts, place) if to in inside | own)
        for place in sorted(inside | own)
    }


def is_allied(mind: Mind) -> bool:
    """Whether the player has the Allies."""
    return mind.side == ALLIED
