"""Drawing own orders into the own charts (E.2): what no turn file shows."""

from collections.abc import Iterable

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import has_room_for_arrivals, landing, penalized
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.asks import LATE_TASK_FORCE
from pbem.systems.cartwheel.rules.occasion import CONCLUSION, ELEVENTHS, answered_by
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r08_answers import as_meant
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS, unanswered
from pbem.systems.cartwheel.rules.r15_reinforcements import air_due
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    CommitEleventh,
    CommitTF36,
    CountsAs,
    Evacuate,
    Mark,
    PlaceAce,
    ReconReturn,
    Redistribute,
)
from pbem.systems.cartwheel.table.state import ALLIED, Game


def drawn(view: View[Game], private: Private, orders: tuple[Order, ...], charts: Charts) -> Private:
    """The charts with one's own orders drawn in, and with what the rules do where none is given."""
    steps = answered_by(view.game, view.side, view.decision.covers, orders, charts)
    return drawn_in(private, orders, steps, view.game, charts)


def drawn_in(
    private: Private, orders: tuple[Order, ...], steps: Iterable[str], game: Game, charts: Charts
) -> Private:
    """The charts with the orders of a file drawn in that answers these steps."""
    steps = frozenset(steps)
    if decision := commitment(orders, steps):
        private = eleventh(private, decision, game, charts)
    for order in orders:
        private = _one(private, order, game)
    private = aboard(private, orders, steps, game, charts)
    if not {*CONCLUSION}.isdisjoint(steps):
        private = returned(private, orders, game, charts)
        private = arriving(private, orders, game, charts)
        if OPERATIONS not in steps:  # else they still fly, and take room, by that very file
            private = sailed(private, game, charts)
    return penalized(private, game, charts)


def _one(private: Private, order: Order, game: Game) -> Private:
    """The charts with one order drawn in that needs no more than itself."""
    match order:
        case Redistribute():
            private = moved(private, order.units)
        case Evacuate():
            lists = private.evacuate.set(order.base, order.to)
            private = replace(private, evacuate=lists if order.to else lists.without(order.base))
        case Mark():
            private = _marked(private, order)
        case CountsAs():
            private = counting(private, order)
        case Stage() if order.unit in private.planes:
            private = staged(private, order, game)
        case PlaceAce() if order.unit in private.planes:
            plane = replace(private.planes[order.unit], ace=True)
            private = private.with_planes((plane,))
        case Answers():
            private = replace(private, policy=as_meant(order.clauses, game))
        case Reply():
            private = _unmarked(private, (*order.interceptors, *order.evaders))
    return private


def counting(private: Private, order: CountsAs) -> Private:
    """A recon unit that takes room as a fighter or as a bomber from now on [7.3.1]."""
    if order.unit not in private.planes:
        return private
    return private.with_planes((replace(private.planes[order.unit], counts_as=order.kind),))


def moved(private: Private, bases: FrozenMap[str]) -> Private:
    """Units at other bases, in the same half [H17.0]."""
    known = ((private.planes[u], base) for u, base in bases.items() if u in private.planes)
    return private.with_planes(replace(plane, base=base) for plane, base in known)


def _marked(private: Private, order: Mark) -> Private:
    """Regroup marks, with those that ask for a replacement step [7.2, H7.2]."""
    known = (private.planes[unit] for unit in order.units if unit in private.planes)
    return private.with_planes(
        replace(plane, mark=True, replace=plane.id in order.replace) for plane in known
    )


def _unmarked(private: Private, units: Iterable[str]) -> Private:
    """A marked unit that tries to take off loses its mark [H9.4.1, H9.5]."""
    known = (private.planes[unit] for unit in units if unit in private.planes)
    return private.with_planes(replace(plane, mark=False, replace=False) for plane in known)


def staged(private: Private, order: Stage, game: Game) -> Private:
    """A stage move: into the Flown half of the other base [H9.3].

    With a reply it is made when the missions that the reply answers are over [H8.8].
    """
    plane = private.planes[order.unit]
    if unanswered(game):
        return private.with_planes((replace(plane, to=order.to),))
    return private.with_planes((replace(plane, base=order.to, half="flown", staged=True),))


# --- the 11th ------------------------------------------------------------------------------------


def commitment(orders: Iterable[Order], steps: Iterable[str]) -> CommitEleventh | None:
    """What a file of these steps decides on the 11th; silence commits nothing [5.2a]."""
    if {*ELEVENTHS}.isdisjoint(steps):
        return None
    given = (order for order in orders if isinstance(order, CommitEleventh))
    return next(given, CommitEleventh(commit=False))


def eleventh(private: Private, order: CommitEleventh, game: Game, charts: Charts) -> Private:
    """The charts with the 11th Hikoshidan placed anew, or called back to Truk [5.2c, 5.2d]."""
    changed = (decided(plane, order, game, charts) for plane in private.planes.values())
    return private.with_planes(changed)


def decided(plane: Plane, order: CommitEleventh, game: Game, charts: Charts) -> Plane:
    """A unit as the decision on the 11th leaves it [5.2c, 5.2d, AMB-3, H5.2]; others stay.

    Committed, units aboard a carrier stay there. Not committed, all are in Truk's Flown half and
    lose their disruption.
    """
    if not charts.air[plane.id].is_eleventh or (order.commit and plane.base in game.ships):
        return plane
    home = home_of(plane.id, game, charts)
    if not order.commit:
        return replace(plane, base=home, half="flown", disrupted=False)
    hex_ = order.ports.get(plane.id)
    base = f"{PORT}{hex_}" if hex_ else order.bases.get(plane.id, home)
    return replace(plane, base=base, half="ready")


def home_of(unit: str, game: Game, charts: Charts) -> str:
    """The off-board box of a unit's side where it may always stand, the first by id [6.3.3~]."""
    side = charts.air[unit].side
    own = (b.id for b in game.bases.values() if b.owner == side and charts.bases[b.id].is_off_board)
    return next(base for base in own if charts.may_use(unit, base))


# --- TF-36 ---------------------------------------------------------------------------------------


def aboard(
    private: Private, orders: Iterable[Order], steps: Iterable[str], game: Game, charts: Charts
) -> Private:
    """TF-36's aircraft, Ready on its carriers, if a file commits it for all to see [H5.3.3]."""
    comes = any(isinstance(order, CommitTF36) and order.commit for order in orders)
    if not comes or LATE_TASK_FORCE not in steps:
        return private
    decks = m05_events.decks(game, charts).items()
    return private.with_planes(
        Plane(id=unit, base=deck, steps=game.air[unit].steps)
        for unit, deck in decks
        if game.air[unit].steps
    )


def sailed(private: Private, game: Game, charts: Charts) -> Private:
    """TF-36's aircraft are gone from the charts of the file that concludes [H5.3.3, H7.3.1]."""
    if private.side != ALLIED or not game.turn.tf36:
        return private
    return private.without(*({*charts.tf36.planes} & {*private.planes}))


# --- 4.6 and 4.9 ---------------------------------------------------------------------------------


def returned(private: Private, orders: tuple[Order, ...], game: Game, charts: Charts) -> Private:
    """Recon units land [7.3.5~, H12.1]: as ordered, else where they came from, else the nearest.

    One without a base in range is lost.
    """
    wanted = {order.unit: order.base for order in orders if isinstance(order, ReconReturn)}
    for plane in tuple(private.planes.values()):
        scout = game.turn.scouts.get(plane.id)
        if not plane.away or scout is None:
            continue
        goal = wanted.get(plane.id, plane.base)
        base = landing(game, plane.id, scout.hex, goal, charts)
        landed = replace(plane, base=base, half="flown", away=False)
        private = private.with_planes((landed,)) if base else private.without(plane.id)
    return private


def arriving(private: Private, orders: tuple[Order, ...], game: Game, charts: Charts) -> Private:
    """Air reinforcements get their bases [H15.2]: first as ordered, then the first with room."""
    wanted = {u: b for order in orders if isinstance(order, Arrive) for u, b in order.units.items()}
    due, coming = air_due(game, private.side, charts), told_to_land(orders)
    for unit, bases in sorted(due.items(), key=lambda one: one[0] not in wanted):
        fits = (
            base
            for base in bases
            if has_room_for_arrivals(private, game, {unit: base}, coming, base, charts)
        )
        base = wanted.get(unit) or next(fits, home_of(unit, game, charts))
        steps = charts.air[unit].model.steps
        plane = Plane(id=unit, base=base, steps=steps, due=True)
        private = private.with_planes((plane,))
    return private


def told_to_land(orders: Iterable[Order]) -> dict[str, str]:
    """Where units of a file's air missions are told to land [H9.11.1]."""
    missions = (one.returns.items() for one in orders if isinstance(one, AirMission))
    return {unit: base for returns in missions for unit, base in returns}
