"""The end of phase 3: aircraft go home, supply comes ashore [P3.5, P3.6]."""

from collections.abc import Iterator

from pbem.engine.events import ALL, Event
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.losses import all_landed, land_homeless
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.month.p3_lift import SUPPLY, put_marker
from pbem.systems.pto.rules.p3_half import is_surprise_attack
from pbem.systems.pto.table.events_naval import SupplyLanded
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game, Told


def fly_home(game: Game, side: str, charts: Charts) -> Told:
    """All air units that flew, of both sides, return to their bases; nobody meets them [P3.5.1].

    One whose base is gone lands elsewhere, or is lost [PH2.3]. With the half its missions end, so
    that it may fly in the next one [PH8.1]. After the Japanese half of December 1941 Japan is at
    war [PH16.2].
    """
    if is_surprise_attack(game, side, "P3"):
        game = replace(game, at_war=True)
    stray = [unit.id for unit in game.air.values() if not _has_base(game, unit.base)]
    game, events = land_homeless(game, stray, charts)
    month = replace(game.month, fought=(), withdrawn=(), countered=())
    return all_landed(game).with_month(month), events


def _has_base(game: Game, base: str) -> bool:
    return base in game.ships or base in game.areas


def debark(game: Game, charts: Charts) -> Told:
    """Sea supply markers land in their ports of destination, once for both sides [P3.6.1].

    Where a side has landed troops without holding the port, they land from the sea [PR53].
    """
    events: tuple[Event, ...] = ()
    for ship in tuple(game.ships.values()):
        area = next(_destinations(game, ship, charts), "")
        if SUPPLY in ship.cargo and area:
            markers = ship.cargo.count(SUPPLY)
            left = tuple(one for one in ship.cargo if one != SUPPLY)
            emptied = replace(ship, cargo=left, bound=ship.bound if left else "")
            game = put_marker(game.with_ships([emptied]), side_of(ship.nation), area, markers)
            event: Event = SupplyLanded(
                to=ALL, side=side_of(ship.nation), area=area, markers=markers
            )
            events = (*events, event)
    return game, events


def _destinations(game: Game, ship: Ship, charts: Charts) -> Iterator[str]:
    """The area where a ship's supply goes ashore now, if it is there [P3.6.1, PH1.5]."""
    at, side = game.forces[ship.tf].at, side_of(ship.nation)
    if ship.bound not in game.areas:
        return
    if at == ship.bound and game.is_friendly(side, at):
        yield at
    if at in seas_of(charts, ship.bound) and game.ground_at(ship.bound, side):
        yield ship.bound
