"""The orders `return` and `stay`: why not, what is legal, what it costs [P6.1, PH14, F.6.1-2]."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.kinds import Part, Refusal
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, in_offensive
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p6_course import (
    ALL,
    cannot_stay,
    cargo_of,
    course,
    is_haven,
    not_aboard,
    ways_of,
)
from pbem.systems.pto.rules.month.p6_second_move import (
    fuel_due,
    homeward,
    put_to_sea,
    without_fuel,
)
from pbem.systems.pto.rules.month.p6_upkeep import price, stays_owed
from pbem.systems.pto.table.naming import agree, doing, each
from pbem.systems.pto.table.orders import Return, Stay
from pbem.systems.pto.table.pieces import Ship, TaskForce
from pbem.systems.pto.table.state import Game


def _forces(sight: Sight) -> list[TaskForce]:
    """The seat's task forces, those at sea first."""
    own = [tf for tf in sight.game.forces.values() if tf.nation in sight.nations]
    return sorted(own, key=lambda tf: tf.at in sight.game.areas)


# --- return --------------------------------------------------------------------------------------


def _return_refusals(sight: Sight, order: Return) -> Refusals:
    refusal = in_offensive(sight, order) or _cannot_return(
        sight.game, sight.nations, order, sight.charts
    )
    yield refusal or _without_fuel(sight, order)


def _without_fuel(sight: Sight, order: Return) -> Refusal | None:
    """Why Japan cannot pay for this return, with those before it, or None [D13.2]."""
    return _without_fuel_for(sight, _sailing(sight, order))


def _without_fuel_for(sight: Sight, ships: Sequence[Ship]) -> Refusal | None:
    if not fuel_due(sight.game, ships, sight.charts):
        return None
    before = (one for one in sight.done if isinstance(one, Return))
    moved = (ship for one in before for ship in _sailing(sight, one))
    return without_fuel(sight.game, moved, ships, sight.charts)


def _sailing(sight: Sight, order: Return) -> tuple[Ship, ...]:
    """The ships that a legal return moves: none of who lies in that port already."""
    way = course(sight.game, sight.nations, order, sight.charts)
    return sight.game.ships_in(order.tf) if way else ()


def _cannot_return(
    game: Game, nations: tuple[str, ...], order: Return, charts: Charts
) -> Refusal | None:
    way = course(game, nations, order, charts)
    return way if isinstance(way, Refusal) else not_aboard(game, order)


def _returns(sight: Sight) -> Iterator[Return]:
    """Each task force to the nearest naval base, and to each port in reach."""
    for tf in _forces(sight):
        nearest = Return(tf=tf.id)
        if any(_return_refusals(sight, nearest)):
            continue
        yield nearest
        may_sail = not _without_fuel_for(sight, sight.game.ships_in(tf.id))
        for area, (_, way) in ways_of(sight.game, tf, sight.charts).items():
            if is_haven(sight.game, sight.side, area) and (may_sail or not way):
                yield Return(tf=tf.id, to=area)


def _return_parts(sight: Sight) -> Iterator[Part]:
    aboard = (unit.id for tf in _forces(sight) for unit in cargo_of(sight.game, tf.id))
    yield Part(key="path", words="instead of 'to': the areas in the order entered")
    yield Part(key="debark", values=(ALL, *aboard), words="aboard")


# --- stay ----------------------------------------------------------------------------------------


def _stay_refusals(sight: Sight, order: Stay) -> Refusals:
    yield in_offensive(sight, order) or cannot_stay(sight.game, sight.nations, order, sight.charts)


def _stays(sight: Sight) -> Iterator[Stay]:
    """Each task force that is at sea, other ones first than for the return."""
    return (Stay(tf=tf.id) for tf in reversed(_forces(sight)))


def _stay_parts(sight: Sight) -> Iterator[Part]:
    payers = (nation for nation in sight.game.purses if side_of(nation) == sight.side)
    yield Part(key="pays", values=tuple(payers), words="of your side")


# --- in words ------------------------------------------------------------------------------------


def _return_words(sight: Sight, order: Return) -> Iterator[str]:
    """The way home, at the month's end, and who goes ashore [PH14.1, F.6.1]."""
    at = sight.game.forces[order.tf].at
    way = course(sight.game, sight.nations, order, sight.charts)
    path = " - ".join(map(mention, (at, *way))) if way and not isinstance(way, Refusal) else ""
    ashore = "all aboard" if ALL in order.debark else each(order.debark)
    goes = "go" if ALL in order.debark else agree(order.debark, "goes", "go")
    returns = doing(order.tf, "returns", "return")
    then = f"; {ashore} {goes} ashore" if order.debark else ""
    yield f"{returns} {path or f'to {mention(at)}'}{then} [PH14.1]"


def _stay_words(sight: Sight, order: Stay) -> Iterator[str]:
    at = sight.game.forces[order.tf].at
    yield f"{doing(order.tf, 'stays', 'stay')} in {mention(at)} [P6.1.1]"


RETURN = replace(
    row(Return, _return_refusals, parts=_return_parts, words=_return_words), options=_returns
)
STAY = row(Stay, _stay_refusals, _stays, _stay_parts, words=_stay_words)


# --- what it costs -------------------------------------------------------------------------------


def dues(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Iterator[str]:
    """What each legal return and stay costs beyond those before it, in words [F.6.2, D13.2]."""
    game, legal = _legal(game, seat, orders, charts)
    moved: tuple[Ship, ...] = ()
    kept: tuple[str, ...] = ()
    for order in legal:
        force = game.forces[order.tf]
        if isinstance(order, Stay):
            points = price(game, (*kept, force.id), charts) - price(game, kept, charts)
            kept = (*kept, force.id)
            yield f"{doing(force.id, 'stays', 'stay')} in {mention(force.at)}: {points} EP"
            continue
        way = course(game, game.nations_of(seat), order, charts)
        sailing = (*moved, *game.ships_in(force.id)) if way else moved
        points = fuel_due(game, sailing, charts) - fuel_due(game, moved, charts)
        moved = sailing
        port = way[-1] if way and not isinstance(way, Refusal) else force.at
        yield f"{doing(force.id, 'returns', 'return')} to {mention(port)}: fuel {points} EP"


def owed(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Mapping[str, int]:
    """EP that a seat's ships cost at the month's end, by who pays [F.6.2, D13.2].

    Those that no order names go home after the others [PH14.1]; whoever reaches no port, or lacks
    the fuel, stays.
    """
    game, legal = _legal(game, seat, orders, charts)
    nations, side = game.nations_of(seat), game.side_of_seat(seat)
    own = (one for one in homeward(game, side, legal, charts) if _is_of(game, nations, one))
    stays: tuple[Stay, ...] = ()
    moved: tuple[Ship, ...] = ()
    for order in (*legal, *own):
        if isinstance(order, Stay):
            stays = (*stays, order)
            continue
        way = course(game, nations, order, charts)
        ships = game.ships_in(order.tf) if way else ()
        if isinstance(way, Refusal) or without_fuel(game, moved, ships, charts):
            stays = (*stays, Stay(tf=order.tf))
        else:
            moved = (*moved, *ships)
    due = Counter(stays_owed(put_to_sea(game, side, charts), side, stays, charts))
    due["JP"] += fuel_due(game, moved, charts)
    return due


def _is_of(game: Game, nations: Sequence[str], order: Return) -> bool:
    return game.forces[order.tf].nation in nations


def _legal(
    game: Game, seat: str, orders: Sequence[Order], charts: Charts
) -> tuple[Game, tuple[Return | Stay, ...]]:
    """The game with the task forces formed that a file forms, and its legal returns and stays."""
    nations = game.nations_of(seat)
    formed = all_formed(game, seat, orders)
    legal = (
        order
        for order in orders
        if (isinstance(order, Stay) and not cannot_stay(formed, nations, order, charts))
        or (isinstance(order, Return) and not _cannot_return(formed, nations, order, charts))
    )
    return formed, tuple(one for one in legal if isinstance(one, Return | Stay))
