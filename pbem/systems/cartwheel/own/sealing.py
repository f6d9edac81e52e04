"""From own orders to a turn file: charts drawn anew, private parts sealed, statements made.

`seal` is given orders that the check has nothing against. What it puts into the file is
what the enemy may see; the rest goes into items (E.2, E.3, protocol 7).
"""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.orders import ALONE, Order, laid_open, without_sealed
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.basing import relocating
from pbem.systems.cartwheel.own.charts import Due, Flight, Leg, Plane, Private
from pbem.systems.cartwheel.own.entries import drawn
from pbem.systems.cartwheel.own.sorties import taking_off
from pbem.systems.cartwheel.rules.occasion import ELEVENTHS, steps_of
from pbem.systems.cartwheel.rules.openings import moored
from pbem.systems.cartwheel.rules.r05_events import entered
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r08_answers import is_open
from pbem.systems.cartwheel.rules.r08_missions import (
    counted,
    manifest_of,
    missions_of,
    next_ids,
    units_of,
)
from pbem.systems.cartwheel.rules.r17_setup import starting_planes
from pbem.systems.cartwheel.rules.statements import loss_words
from pbem.systems.cartwheel.table import open_items
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, CommitTF36, Statement
from pbem.systems.cartwheel.table.state import Game

Orders = tuple[Order, ...]


# --- the hidden state (see `Hidden`) -------------------------------------------------------------


def set_up(game: Game, seat: str, charts: Charts) -> Private:
    """A side's charts before its first file: as the scenario lists them [H17.0]."""
    side = game.side_of(seat)
    planes = {
        unit: Plane(id=unit, base=base, steps=charts.air[unit].model.steps)
        for unit, base in starting_planes(game, side).items()
        if not charts.air[unit].model.unlimited
    }
    return Private(side=side, planes=FrozenMap(planes))


def read(game: Game, seat: str, contents: Mapping[str, str], charts: Charts) -> Private:
    """A seat's charts as one of its files sealed them."""
    return items.read_items(game.side_of(seat), contents, charts)


def complete(
    game: Game, seat: str, contents: Mapping[str, str], orders: Orders, charts: Charts
) -> dict[str, str]:
    """The contents of all chart items, from those that an annex holds and the file's orders."""
    return items.complete(game.side_of(seat), contents, game, orders, charts)


def openings(game: Game, _: str, orders: Orders, charts: Charts) -> tuple[str, ...]:
    """The unit items that replies open: of interceptors and evaders, but Rufes at ports (E.2).

    Where these stand the file itself may state.
    """
    named = taking_off(order for order in orders if isinstance(order, Reply))
    said = {o.place: o.port for o in orders if isinstance(o, Statement) and o.kind == "moored"}
    hidden = (u for u in named if u in charts.air and not said.get(u, u in game.floatplanes))
    return tuple(f"{open_items.UNIT}{unit}" for unit in sorted(hidden))


def seals(game: Game, seat: str, orders: Orders, _: Charts) -> tuple[str, ...]:
    """The single items that air missions seal [H9.1.3]; landings alone where units are open."""
    openly = is_open(game, game.side_of(seat), orders)
    kinds = (items.LANDING,) if openly else (items.LANDING, open_items.MISSION)
    missions = missions_of(orders)
    ids = next_ids(game, len(missions))
    return tuple(
        f"{kind}{id_}"
        for id_, order in zip(ids, missions, strict=True)
        if isinstance(order, AirMission)
        for kind in kinds
    )


# --- sealing -------------------------------------------------------------------------------------


def seal(
    view: View[Game], orders: Orders, charts: Charts
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    """The orders that stand in the file, statements first, and the contents of all items."""
    private = view.private
    assert isinstance(private, Private)
    if any(isinstance(order, ALONE) for order in orders):
        return orders, items.charts_items(private, view.game, charts)
    before, orders = private, numbered(view.game, orders, private)
    private, flights = sealed_by(view, orders, charts)
    owed = (*before.due, *stranded(before, private))
    rufes = moorings(private, view.decision.covers, view.game, charts)
    statements = (*(stated(due) for due in owed), *rufes)
    openly = is_open(view.game, view.side, orders)
    shown = (o for o in orders if not (view.decision.seals and isinstance(o, CommitTF36)))
    public = tuple(_public(shown, private, is_open=openly))
    placed = entered(view.game, public, charts)  # answers in advance count on it [H8.9.5]
    contents = items.charts_items(private, placed, charts, away=items.flying(flights))
    contents |= answers(view.decision.seals, orders)
    for mission, flight in flights.items():
        contents |= items.flight_items(mission, flight, is_open=openly)
    return (*statements, *public), contents


def sealed_by(
    view: View[Game], orders: Orders, charts: Charts
) -> tuple[Private, dict[str, Flight]]:
    """The charts that a file of numbered orders seals, and the missions that it orders."""
    assert isinstance(view.private, Private)
    private = drawn(view, replace(view.private, due=()), orders, charts)
    return private, _flights(orders, private)


def answers(seals: Iterable[str], orders: Orders) -> dict[str, str]:
    """The answers on TF-36, one for each that the Japanese may give about the 11th (E.4.5)."""
    given = [order for order in orders if isinstance(order, CommitTF36)]
    found: dict[str, str] = {}
    for id_ in seals:
        holds = (order for order in given if order.eleventh in ("", id_.rpartition("/")[2]))
        order = next(holds, CommitTF36(commit=False))
        found[id_] = items.answer_item(open_items.Answer(commit=order.commit, hex=order.hex))
    return found


def stranded(before: Private, after: Private) -> tuple[Due, ...]:
    """The statement of recon units that found no base in range to return to [H12.1, E.6]."""
    away = (p for p in before.planes.values() if p.away and p.id not in after.planes)
    lost = tuple(loss_words(plane.id, plane.steps) for plane in away)
    return (Due(kind="no-landing", lost=lost),) if lost else ()


def moorings(
    private: Private, covers: tuple[str, ...], game: Game, charts: Charts
) -> Iterator[Statement]:
    """What a file states of Rufes that stand at another port than all can see, or at none [6.3.6~].

    In the file of 5.2 the order says where they are placed [5.2c].
    """
    if not {*ELEVENTHS}.isdisjoint(steps_of(covers)):
        return
    for plane in private.planes.values():
        if not charts.air[plane.id].model.is_floatplane:
            continue
        port = plane.base.removeprefix(PORT) if plane.base.startswith(PORT) else ""
        public = game.floatplanes.get(plane.id)
        if port and (public is None or public.hex != port):
            yield Statement(
                kind="moored", place=plane.id, port=port, number=plane.steps,
                disrupted=plane.disrupted,
            )  # fmt: skip
        elif public is not None and not port:
            yield Statement(kind="moored", place=plane.id)


def as_stated(view: View[Game], charts: Charts) -> Game:
    """The state on which orders are judged: own Rufes are where their file will state them.

    Those that have lost their base since the last one are not, until it has come [CR72].
    """
    private, game = view.private, view.game
    if not isinstance(private, Private):
        return game
    fleeing = relocating(private, game)
    for said in moorings(private, view.decision.covers, view.game, charts):
        if said.place not in fleeing:
            game = moored(game, private.side, said)
    return game


def stated(due: Due) -> Statement:
    """A statement as it stands in a file (E.6)."""
    return Statement(
        kind=due.kind, place=due.place, mission=due.mission, hits=due.hits, saved=due.saved,
        lost=due.lost, number=due.number,
    )  # fmt: skip


def numbered(game: Game, orders: Orders, private: Private) -> Orders:
    """The orders with all missions numbered, and the units of air missions counted [H9.1.3]."""
    missions = missions_of(orders)
    ids = iter(next_ids(game, len(missions)))
    return tuple(
        _counted(order, next(ids), private)
        if isinstance(order, AirMission)
        else replace(order, id=next(ids))
        if isinstance(order, NavalMission)
        else order
        for order in orders
    )


def _counted(order: AirMission, id_: str, private: Private) -> AirMission:
    planes = (private.planes[unit] for unit in units_of(order) if unit in private.planes)
    steps = FrozenMap({plane.id: plane.steps for plane in planes})
    return replace(counted(order), id=id_, steps=steps)


def _flights(orders: Orders, private: Private) -> dict[str, Flight]:
    """The missions among the orders with their units' legs [H9.1.3]."""
    return {
        order.id: Flight(
            manifest=manifest_of(order),
            legs=tuple(
                Leg(
                    unit=unit,
                    origin=private.planes[unit].base,
                    returns=order.returns.get(unit, private.planes[unit].base),
                )
                for unit in sorted(units_of(order))
            ),
        )
        for order in orders
        if isinstance(order, AirMission)
    }


def _public(orders: Iterable[Order], private: Private, *, is_open: bool) -> Iterator[Order]:
    """What of the orders the enemy may read: what their kinds lay open (E.3).

    Where nothing can answer a mission any more its units stand in its order [H8.6, H8.9.8].
    """
    for order in orders:
        if isinstance(order, AirMission) and is_open:
            yield without_sealed(order)
            continue
        full = _placed_openly(order, private) if isinstance(order, CommitEleventh) else order
        shown = laid_open(full)
        if shown is not None:
            yield shown


def _placed_openly(order: CommitEleventh, private: Private) -> CommitEleventh:
    """The 11th's commitment with the state of Rufes at ports, who stand on the map [6.3.6~]."""
    ashore = [private.planes[unit] for unit in order.ports if unit in private.planes]
    return replace(
        order,
        steps=FrozenMap({plane.id: plane.steps for plane in ashore}),
        disrupted=tuple(plane.id for plane in ashore if plane.disrupted),
    )
