"""From orders to missions: raids, voyages and replies as the rules carry them [H8, H9.1, H10.1]."""

from collections.abc import Iterable, Sequence

from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_scramble import as_seen
from pbem.systems.cartwheel.table.events_play import RaidOrdered, VoyageOrdered
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.table.under_way import (
    Band,
    Flier,
    Manifest,
    Raid,
    Response,
    Sortie,
    Voyage,
)

Mission = AirMission | NavalMission

BAND_NUMBERS: dict[str, Band] = {"low": 1, "medium": 2, "high": 3}
"""The bands of orders as heights [H9.1.4]."""


# --- missions ------------------------------------------------------------------------------------


def mission_id(turn: int, number: int) -> str:
    """The id of a turn's mission by its place among those announced [H0.7]."""
    return f"t{turn}m{number}"


def missions_of(orders: Iterable[object]) -> tuple[Mission, ...]:
    """The missions among orders, as they stand [H8.4]."""
    return tuple(order for order in orders if isinstance(order, Mission))


def next_ids(game: Game, count: int) -> tuple[str, ...]:
    """The ids that the next missions will have, in order [H0.7]."""
    first = game.operations.numbered + 1
    return tuple(mission_id(game.now, number) for number in range(first, first + count))


def raid_of(game: Game, side: str, id_: str, order: AirMission, *, asked: bool = False) -> Raid:
    """An air mission as its public order tells it [H9.1.3].

    Where the enemy has stood down it is answered already [H8.6]. Its units stand in the order
    there, and wherever it is not asked about [H8.9.8].
    """
    stood_down = other(side) in game.stand_down
    return Raid(
        id=id_,
        side=side,
        kind=order.kind,
        hex=order.hex,
        band=BAND_NUMBERS[order.band],
        escorts=order.escort_count,
        strikers=order.striker_count,
        transports=order.transport_count,
        asked=asked and not stood_down,
        response=Response() if stood_down else None,
        manifest=None if asked and not stood_down else manifest_of(order),
    )


def manifest_of(order: AirMission) -> Manifest:
    """What the `mission/` item of an order tells [H9.1.3]; units in the order of their ids."""
    roles = {
        **dict.fromkeys(order.escorts, "escort"),
        **dict.fromkeys(order.strikers, "striker"),
        **dict.fromkeys(order.transports, "transport"),
    }
    return Manifest(
        fliers=tuple(_flier(order, unit) for unit in sorted(roles)),
        top_cover=order.top_cover,
        abort_at=order.abort_at,
        ace=order.ace,
    )


def counted(order: AirMission) -> AirMission:
    """An own order with the numbers of the units that it names [H9.1.3]."""
    return replace(
        order,
        escort_count=len(order.escorts),
        striker_count=len(order.strikers),
        transport_count=len(order.transports),
    )


def units_of(order: AirMission) -> tuple[str, ...]:
    """All units that an own order sends out, as it names them [H9.1.3]."""
    return (*order.escorts, *order.strikers, *order.transports)


def _flier(order: AirMission, unit: str) -> Flier:
    steps = order.steps.get(unit, 0)
    if unit in order.transports:
        return Flier(unit=unit, role="transport", steps=steps, cargo=order.cargo.get(unit, ""))
    if unit in order.strikers:
        mode, target = order.modes.get(unit, order.mode), order.targets.get(unit, order.target)
        return Flier(unit=unit, role="striker", steps=steps, mode=mode, target=target)
    return Flier(unit=unit, role="escort", steps=steps)


def voyage_of(side: str, id_: str, order: NavalMission) -> Voyage:
    """A naval mission as ordered [H10.1]."""
    return Voyage(
        id=id_,
        side=side,
        ships=order.ships,
        path=order.path,
        purpose=order.purpose,
        load=order.load,
        break_off=order.break_off,
        target=order.target,
    )


def with_voyages(game: Game, side: str, orders: Sequence[NavalMission]) -> Game:
    """The game with naval missions of a side behind all that wait [H8.4]."""
    operations, ids = game.operations, next_ids(game, len(orders))
    new = {id_: voyage_of(side, id_, one) for id_, one in zip(ids, orders, strict=True)}
    voyages = FrozenMap({**operations.voyages, **new})
    waiting = replace(operations, queue=(*operations.queue, *ids), voyages=voyages)
    return game.with_operations(waiting)


def announcement(mission: Raid | Voyage) -> Event:
    """What everybody is told of a mission when it is ordered [H9.1.3, H10.1]."""
    if isinstance(mission, Voyage):
        return VoyageOrdered(
            to=ALL,
            mission=mission.id,
            side=mission.side,
            ships=mission.ships,
            path=mission.path,
            purpose=mission.purpose,
            target=mission.target,
        )
    return RaidOrdered(
        to=ALL,
        mission=mission.id,
        side=mission.side,
        kind=mission.kind,
        hex=mission.hex,
        band=mission.band,
        escorts=mission.escorts,
        strikers=mission.strikers,
        transports=mission.transports,
        open=mission.manifest is not None,
    )


# --- replies -------------------------------------------------------------------------------------


def response_of(game: Game, order: Reply) -> Response:
    """A reply with each unit's status as its item shows it [H8.5, H9.4.1, E.2]."""
    return Response(
        interceptors=tuple(sortie(game, *one) for one in order.interceptors.items()),
        evaders=tuple(sortie(game, *one) for one in order.evaders.items()),
        go_for=order.go_for,
        disengage_at=order.disengage_at,
        ace=order.ace,
    )


def sortie(game: Game, unit: str, base: str) -> Sortie:
    """A unit that tries to take off, by its opened item and by what all have seen since.

    A Rufe at a port stands open.
    """
    shown = game.shown.get(unit)
    if shown is not None:
        one = Sortie(
            unit=unit, base=base, steps=shown.steps, disrupted=shown.disrupted, mark=shown.mark
        )
        return as_seen(game, one)
    plane = game.floatplanes[unit]
    return Sortie(unit=unit, base=base, steps=plane.steps, disrupted=plane.disrupted)
