"""Missions ordered together: their ids, and the bundle in which they queue up [H0.7, H8.4]."""

from collections.abc import Iterable

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.rules.r08_answers import is_asked
from pbem.systems.cartwheel.rules.r08_missions import (
    announcement,
    missions_of,
    next_ids,
    raid_of,
    voyage_of,
)
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import Game, Told
from pbem.systems.cartwheel.table.under_way import Raid, Voyage


def with_ids(
    game: Game, side: str, orders: tuple[Order, ...]
) -> tuple[Game, tuple[Raid, ...], tuple[Voyage, ...]]:
    """Missions with their ids, in the order in which they stand [H0.7, H8.4].

    An id once given is not given again, also if its blind order comes to nothing.
    """
    missions, asked = missions_of(orders), is_asked(game, side, orders)
    raids: list[Raid] = []
    voyages: list[Voyage] = []
    for id_, order in zip(next_ids(game, len(missions)), missions, strict=True):
        if isinstance(order, AirMission):
            raids.append(raid_of(game, side, id_, order, asked=asked))
        else:
            voyages.append(voyage_of(side, id_, order))
    numbered = game.operations.numbered + len(missions)
    game = game.with_operations(replace(game.operations, numbered=numbered))
    return game, tuple(raids), tuple(voyages)


def in_order(raids: Iterable[Raid], voyages: Iterable[Voyage]) -> tuple[Raid | Voyage, ...]:
    """Missions by the number in their ids."""
    return tuple(sorted((*raids, *voyages), key=lambda one: int(one.id.partition("m")[2])))


def announced(game: Game, raids: tuple[Raid, ...], voyages: tuple[Voyage, ...]) -> Told:
    """Missions are announced and queue up [H8.4]."""
    bundle, operations = in_order(raids, voyages), game.operations
    game = game.with_operations(
        replace(
            operations,
            queue=(*operations.queue, *(mission.id for mission in bundle)),
            raids=operations.raids.update({raid.id: raid for raid in raids}),
            voyages=operations.voyages.update({voyage.id: voyage for voyage in voyages}),
        )
    )
    return game, tuple(announcement(mission) for mission in bundle)
