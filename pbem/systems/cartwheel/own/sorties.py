"""Who takes off by the orders of one file: asked by the owner's check and by the audit.

The units of missions are given beside the orders, by the missions' keys: the owner reads them in
his own orders, the audit in what was sealed with them.
"""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import is_over_full
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.entries import moved
from pbem.systems.cartwheel.rules.r08_missions import units_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply
from pbem.systems.cartwheel.table.state import Game


def taking_off(replies: Iterable[Reply]) -> dict[str, str]:
    """Units that try to take off by replies, each with the mission that it answers [CR76].

    However the file has them in order, a reply comes first: by its dice a unit may be in the
    Flown half when its mission starts.
    """
    return {
        unit: reply.mission for reply in replies for unit in (*reply.interceptors, *reply.evaders)
    }


def sent_twice(
    missions: Mapping[str, Iterable[str]], replies: Iterable[Reply]
) -> Iterator[tuple[str, str, str]]:
    """Units of missions that take off by another order too [H9.1.1, CR76]: mission, unit, other."""
    first = taking_off(replies)
    for mission, units in missions.items():
        for unit in units:
            if unit in first:
                yield mission, unit, first[unit]
            first.setdefault(unit, mission)


def flying(missions: Iterable[Iterable[str]], replies: Iterable[Reply]) -> frozenset[str]:
    """Units that fly a mission or intercept, and so make no stage move [H9.3]."""
    risen = (unit for reply in replies for unit in reply.interceptors)
    return frozenset((*(unit for units in missions for unit in units), *risen))


def returning(orders: Iterable[Order], own: Private) -> FrozenMap[str]:
    """Where the units of a file's missions come down: at home unless told otherwise [H9.11.1]."""
    missions = (one for one in orders if isinstance(one, AirMission))
    return FrozenMap(
        (unit, mission.returns.get(unit, own.planes[unit].base))
        for mission in missions
        for unit in units_of(mission)
        if unit in own.planes
    )


def under_fire(game: Game, side: str) -> frozenset[str]:
    """Hexes to which the missions come that the enemy of a side has under way [CR79, CR80]."""
    raids, voyages = game.operations.raids.values(), game.operations.voyages.values()
    ways = (hex_ for voyage in voyages if voyage.side != side for hex_ in voyage.path)
    return frozenset((*(raid.hex for raid in raids if raid.side != side), *ways))


def astir(before: Iterable[Order], game: Game, side: str) -> frozenset[str]:
    """Ships that are moved, or may be fought over, before an air mission of a file flies [CR79].

    `before` are the orders that stand in front of it.
    """
    voyages = [order for order in before if isinstance(order, NavalMission)]
    moving = {ship for voyage in voyages for ship in voyage.ships}
    reached = {hex_ for voyage in voyages for hex_ in (*voyage.path[1:], *voyage.path[-1:])}
    reached |= under_fire(game, side)
    return frozenset(s.id for s in game.ships.values() if s.id in moving or s.at in reached)


def cannot_follow(
    own: Private, game: Game, plane: Plane, coming: FrozenMap[str], charts: Charts
) -> Refusal | None:
    """Why a unit flies no mission behind what over-fills its base by the same file [CR81].

    `own` are the charts as the file finds them; `coming` the bases to which the units of missions
    before it are to return, or, where it is given ahead by a reply, those of stage moves [H8.8].
    """
    base = plane.base
    if base not in coming.values() or not is_over_full(moved(own, coming), game, base, charts):
        return None
    filling = "stage moves" if unanswered(game) else "missions"
    what = f"stands at {charts.base_name(base)}, which {filling} before it over-fill"
    return Refusal(rule="CR81", what=what)


def bespoken(before: Iterable[Order], game: Game, unit: str) -> bool:
    """Whether paratroops may be hit or gone before an airdrop of a file flies them [CR80]."""
    flown = (cargo for one in before if isinstance(one, AirMission) for cargo in one.cargo.values())
    loads = (one.load.values() for one in before if isinstance(one, NavalMission))
    taken = {*flown, *(item for ships in loads for items in ships for item in items)}
    known = game.troops.get(unit)
    return unit in taken or (known is not None and known.at in under_fire(game, known.side))
