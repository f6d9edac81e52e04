"""The computer player's ships: transports with escorts go where troops can land [P3.1]."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.bot_theatres import landing_areas
from pbem.systems.pto.bot_worth import can_spare, landing_worth, sea_path
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.map import seas_of
from pbem.systems.pto.orders import Form, Sail
from pbem.systems.pto.pieces import Ground, Ship
from pbem.systems.pto.state import Game, side_of

MOST_LANDINGS = 4
"""Landings that it prepares in one month."""
ESCORT_KINDS = ("DD", "CL", "CA", "BB")
ESCORTS_EACH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Convoy:
    """Ships that carry troops from one port towards one area."""

    origin: str
    area: str
    ships: tuple[Ship, ...]
    units: tuple[Ground, ...]
    path: tuple[str, ...]


def orders(view: View[Game], charts: Charts) -> Iterator[Order]:
    """Convoys for the landings that are worth most."""
    game, used, bound = view.game, set[str](), set[str]()
    for number in range(1, MOST_LANDINGS + 1):
        convoy = _best(game, view.seat, used, bound, charts)
        if convoy is None:
            return
        used |= {ship.id for ship in convoy.ships} | {unit.id for unit in convoy.units}
        bound.add(convoy.area)
        name = f"convoy-{convoy.area.lower()}-{number}"
        yield Form(tf=name, ships=tuple(ship.id for ship in convoy.ships))
        yield Sail(
            tf=name,
            path=convoy.path,
            load=tuple(unit.id for unit in convoy.units),
            land=convoy.area,
        )


def _best(game: Game, seat: str, used: set[str], bound: set[str], charts: Charts) -> _Convoy | None:
    """The convoy that promises most of all that could sail; None if nothing is worth it."""
    nations = game.nations_of(seat)
    ports = sorted(
        {tf.at for tf in game.forces.values() if tf.nation in nations and tf.at in game.areas}
    )
    found: list[tuple[int, str, str, _Convoy]] = []
    for origin in ports:
        ships = [
            ship
            for tf in game.forces_at(origin)
            if tf.nation in nations
            for ship in game.ships_in(tf.id)
            if ship.id not in used and not ship.damaged and not ship.laid_up
        ]
        transports = [ship for ship in ships if ship.kind == "STP" and not ship.cargo]
        troops = _troops(game, origin, used, nations, charts)
        if not transports or not troops:
            continue
        for area in landing_areas(side_of(nations[0]), game.turn):
            if area in bound or area in game.terms.closed:
                continue
            convoy, worth = _to(game, _Port(origin, ships, transports, troops), area, charts)
            if convoy is not None:
                found.append((-worth, origin, area, convoy))
    return min(found, key=lambda one: one[:3])[3] if found else None


def _troops(
    game: Game, origin: str, used: set[str], nations: Iterable[str], charts: Charts
) -> list[Ground]:
    """Units at a port that can be spared, strongest first: they move, and enough stays behind."""
    here = game.ground_at(origin)
    own = [u for u in here if u.nation in nations and u.id not in used]
    mobile = sorted(
        (u for u in own if u.move and u.strength and not u.mark), key=lambda u: (-u.strength, u.id)
    )
    side, spared = side_of(next(iter(nations))), list[Ground]()
    for unit in mobile:
        leaving = [one.id for one in (*spared, unit)]
        if can_spare(game, side, origin, (*leaving, *used), charts):
            spared.append(unit)
    return spared


class _Port(NamedTuple):
    """A port with the ships and troops in it that a convoy could be made of."""

    name: str
    ships: list[Ship]
    transports: list[Ship]
    troops: list[Ground]


def _to(game: Game, port: _Port, area: str, charts: Charts) -> tuple[_Convoy | None, int]:
    """A convoy from a port to land in an area, and what it is worth."""
    origin, ships, transports, troops = port
    side = side_of(transports[0].nation)
    units = tuple(troops[: len(transports)])
    worth = landing_worth(game, side, area, units, charts)
    if worth <= 0:
        return None, 0
    guard = [s for s in ships if s.kind in ESCORT_KINDS][:ESCORTS_EACH]
    sailing = (*transports[: len(units)], *guard)
    speed = min(ship.speed for ship in sailing)
    paths = [
        path
        for sea in sorted(seas_of(charts, area))
        if (path := sea_path(game, charts, side, origin, sea, speed))
    ]
    if not paths:
        return None, 0
    path = min(paths, key=lambda one: (len(one), one))
    convoy = _Convoy(origin=origin, area=area, ships=sailing, units=units, path=path)
    return convoy, worth * 10 - len(path)
