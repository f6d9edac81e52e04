"""The computer player's ships: transports with escorts go where troops can land [P3.1]."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other, side_of
from pbem.systems.pto.bot.theatres import landing_areas
from pbem.systems.pto.bot.worth import landing_worth, sea_path, spared
from pbem.systems.pto.rules.combat.ph10_odds import attack_of, defence_of
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.table.orders_month import Form, Sail
from pbem.systems.pto.table.pieces import Ground, Ship
from pbem.systems.pto.table.state import Game

MOST_LANDINGS = 4
"""Landings that it prepares in one month."""
MOST_CONVOYS = 3
"""Ports from which convoys sail to one landing at most."""
ENOUGH = 3
"""Strength to the defence's at which a landing needs no more troops."""
ESCORT_KINDS = ("DD", "CL", "CA", "BB")
ESCORTS_EACH = 3


class _Convoy(Value):
    """Ships that carry troops from one port towards one area."""

    origin: str
    area: str
    ships: tuple[Ship, ...]
    units: tuple[Ground, ...]
    path: tuple[str, ...]


class _Port(NamedTuple):
    """A port with the ships and troops in it that a convoy could be made of."""

    name: str
    ships: list[Ship]
    transports: list[Ship]
    troops: list[Ground]


def orders(view: View[Game], charts: Charts) -> Iterator[Order]:
    """Convoys for the landings that are worth most."""
    game, used, bound = view.game, set[str](), set[str]()
    number = 0
    for _ in range(MOST_LANDINGS):
        landing = _best(game, view.seat, used, bound, charts)
        for convoy in landing:
            number += 1
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


def _best(
    game: Game, seat: str, used: set[str], bound: set[str], charts: Charts
) -> tuple[_Convoy, ...]:
    """The landing that promises most of all for which convoys could sail; nothing if none does."""
    nations = game.nations_of(seat)
    ports = list(_ports(game, nations, used, charts))
    found: list[tuple[int, str, tuple[_Convoy, ...]]] = []
    for area in landing_areas(side_of(nations[0]), game.turn):
        if area in bound or area in game.terms.closed:
            continue
        convoys = [one for port in ports if (one := _to(game, port, area, charts)) is not None]
        worth, landing = _together(game, area, convoys, charts)
        if worth > 0:
            found.append((sum(len(one.path) for one in landing) - worth * 10, area, landing))
    return min(found, key=lambda one: one[:2])[2] if found else ()


def _together(
    game: Game, area: str, convoys: list[_Convoy], charts: Charts
) -> tuple[int, tuple[_Convoy, ...]]:
    """The fewest convoys that can take an area, the strongest first, and what that is worth."""
    able = sorted(
        convoys, key=lambda one: (-attack_of(one.units, charts), len(one.path), one.origin)
    )
    for many in range(1, min(len(able), MOST_CONVOYS) + 1):
        units = [unit for one in able[:many] for unit in one.units]
        side = side_of(units[0].nation)
        worth = landing_worth(game, side, area, units, charts)
        if worth > 0:
            return worth, tuple(able[:many])
    return 0, ()


def _ports(game: Game, nations: tuple[str, ...], used: set[str], charts: Charts) -> Iterator[_Port]:
    """Ports with transports and with troops that can be spared, by area."""
    for origin in sorted({tf.at for tf in game.forces.values() if tf.nation in nations}):
        if origin not in game.areas:
            continue
        ships = [
            ship
            for tf in game.forces_at(origin)
            if tf.nation in nations
            for ship in game.ships_in(tf.id)
            if ship.id not in used and not ship.damaged and not ship.laid_up
        ]
        transports = [ship for ship in ships if ship.kind == "STP" and not ship.cargo]
        troops = _troops(game, origin, used, nations, charts)
        if transports and troops:
            yield _Port(origin, ships, transports, troops)


def _troops(
    game: Game, origin: str, used: set[str], nations: tuple[str, ...], charts: Charts
) -> list[Ground]:
    """Units at a port that can be spared, strongest first: they move, and enough stays behind."""
    here = game.ground_at(origin)
    own = [u for u in here if u.nation in nations and u.id not in used]
    mobile = sorted(
        (u for u in own if u.move and u.strength and not u.mark), key=lambda u: (-u.strength, u.id)
    )
    return spared(game, side_of(nations[0]), mobile, used, charts)


def _to(game: Game, port: _Port, area: str, charts: Charts) -> _Convoy | None:
    """A convoy from a port to land in an area; None if no way is short enough."""
    side = side_of(port.transports[0].nation)
    units = _sent(game, side, area, port.troops[: len(port.transports)], charts)
    guard = [ship for ship in port.ships if ship.kind in ESCORT_KINDS][:ESCORTS_EACH]
    sailing = (*port.transports[: len(units)], *guard)
    speed = min(ship.speed for ship in sailing)
    paths = [
        path
        for sea in sorted(seas_of(charts, area))
        if (path := sea_path(game, charts, side, port.name, sea, speed))
    ]
    if not paths:
        return None
    path = min(paths, key=lambda one: (len(one), one))
    return _Convoy(origin=port.name, area=area, ships=sailing, units=units, path=path)


def _sent(
    game: Game, side: str, area: str, troops: list[Ground], charts: Charts
) -> tuple[Ground, ...]:
    """No more than it takes: the fewest, then the weakest of these; all if they are too few."""
    needed = max(1, ENOUGH * defence_of(game.ground_at(area, other(side))))
    for many in range(1, len(troops)):
        for start in reversed(range(len(troops) - many + 1)):
            units = troops[start : start + many]
            if attack_of(units, charts) >= needed:
                return tuple(units)
    return tuple(troops)
