"""The orders `return` and `stay`: why not, what is legal, what it costs [P6.1, PH14, F.6.1-2]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain

from pbem.engine.kinds import Part, Refusal
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, in_offensive
from pbem.systems.pto.rules.month.p3_forces import all_formed
from pbem.systems.pto.rules.month.p3_lift import SUPPLY
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
from pbem.systems.pto.rules.month.p6_upkeep import Charge, price, stays_owed, unpaid_of
from pbem.systems.pto.table.naming import agree, doing, each
from pbem.systems.pto.table.orders_month import Return, Stay
from pbem.systems.pto.table.pieces import Ship, TaskForce
from pbem.systems.pto.table.state import Game


def _forces(sight: Sight) -> list[TaskForce]:
    """The seat's task forces, those at sea first."""
    own = [tf for tf in sight.game.forces.values() if tf.nation in sight.nations]
    return sorted(own, key=lambda tf: tf.at in sight.game.areas)


# --- one after another ---------------------------------------------------------------------------


class _Fleet(Value):
    """A seat's ships at the month's end: the game, those that have moved, forces that stay.

    `dry` are those of them that stay unasked for want of fuel.
    """

    game: Game
    moved: tuple[Ship, ...] = ()
    stays: tuple[Stay, ...] = ()
    dry: tuple[str, ...] = ()


def _next(fleet: _Fleet, nations: tuple[str, ...], order: Return | Stay, charts: Charts) -> _Fleet:
    """The fleet after one order that meets nobody; who cannot go stays where it is [F.6.1, PR93].

    A force that has gone home keeps no sea open any more to those that come after it [PH14.1].
    """
    if isinstance(order, Stay):
        return replace(fleet, stays=(*fleet.stays, order))
    way = course(fleet.game, nations, order, charts)
    ships = fleet.game.ships_in(order.tf) if way else ()
    if isinstance(way, Refusal):
        return replace(fleet, stays=(*fleet.stays, Stay(tf=order.tf)))
    if not way:
        return fleet
    home = replace(fleet.game.forces[order.tf], at=way[-1])
    return replace(fleet, game=fleet.game.with_forces([home]), moved=(*fleet.moved, *ships))


def _carried_out(
    game: Game, nations: tuple[str, ...], orders: Iterable[Return | Stay], charts: Charts
) -> _Fleet:
    """The fleet after orders that meet nobody, one after another."""
    return reduce(
        lambda fleet, order: _next(fleet, nations, order, charts), orders, _Fleet(game=game)
    )


def _before(sight: Sight) -> _Fleet:
    """The fleet once the returns of a file are carried out that stand before an order."""
    done = tuple(order for order in sight.done if isinstance(order, Return))
    return _carried_out(sight.game, sight.nations, done, sight.charts)


# --- return --------------------------------------------------------------------------------------


def _return_refusals(sight: Sight, order: Return) -> Refusals:
    fleet = _before(sight)
    refusal = in_offensive(sight, order) or _cannot_return(
        fleet.game, sight.nations, order, sight.charts
    )
    yield refusal or _without_fuel(fleet, sight.nations, order, sight.charts)


def _without_fuel(
    fleet: _Fleet, nations: tuple[str, ...], order: Return, charts: Charts
) -> Refusal | None:
    """Why Japan cannot pay for a legal return, with those before it, or None [D13.2].

    It moves none of who lies in that port already.
    """
    ships = fleet.game.ships_in(order.tf) if course(fleet.game, nations, order, charts) else ()
    if not fuel_due(fleet.game, ships, charts):
        return None
    return without_fuel(fleet.game, fleet.moved, ships, charts)


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
        for area in ways_of(_before(sight).game, tf, sight.charts):
            to = Return(tf=tf.id, to=area)
            if is_haven(sight.game, sight.side, area) and not any(_return_refusals(sight, to)):
                yield to


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
    found = with_first_home(sight.game, sight.side, sight.enemies, sight.charts)
    way = course(_before(replace(sight, game=found)).game, sight.nations, order, sight.charts)
    path = " - ".join(map(mention, (at, *way))) if way and not isinstance(way, Refusal) else ""
    returns = doing(order.tf, "returns", "return")
    port = way[-1] if way and not isinstance(way, Refusal) else at
    then = f"; {_debarking(sight, order, port)}" if order.debark else ""
    if way and not isinstance(way, Refusal) and not order.path:
        held = "; 'path' holds it to that way"
        held = held if order.to else f'; to = "{way[-1]}" holds it to that port'
        yield f"As things stand {returns} {path}{held}{then} [PH14.1]"
        return
    yield f"{returns} {path or f'to {mention(at)}'}{then} [PH14.1]"


def _debarking(sight: Sight, order: Return, port: str) -> str:
    """Which troops go ashore at the end of the way; supply does not by this [F.6.1, P6.1.3]."""
    where = f"ashore there, at {mention(port)}"
    if ALL not in order.debark:
        return f"{each(order.debark)} {agree(order.debark, 'goes', 'go')} {where}"
    held = [one for ship in sight.game.ships_in(order.tf) for one in ship.cargo]
    if all(one == SUPPLY for one in held):
        return "no troops are aboard to go ashore"
    return f"all troops aboard go {where}{', the supply does not' if SUPPLY in held else ''}"


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
    nations, after = game.nations_of(seat), _Fleet(game=game)
    for order in legal:
        before, after = after, _next(after, nations, order, charts)
        force = after.game.forces[order.tf]
        if isinstance(order, Stay):
            points = _price(after, charts) - _price(before, charts)
            yield f"{doing(force.id, 'stays', 'stay')} in {mention(force.at)}: {points} EP"
            continue
        points = fuel_due(game, after.moved, charts) - fuel_due(game, before.moved, charts)
        yield f"{doing(force.id, 'returns', 'return')} to {mention(force.at)}: fuel {points} EP"


def _price(fleet: _Fleet, charts: Charts) -> int:
    return price(fleet.game, (order.tf for order in fleet.stays), charts)


def owed(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Counter[str]:
    """EP that a seat's ships cost at the month's end, by who pays [F.6.2, D13.2].

    Those that no order names go home after the others [PH14.1]; whoever reaches no port, or lacks
    the fuel, stays.
    """
    game, fleet = _at_the_end(game, seat, orders, charts)
    return _due(game, fleet, game.side_of_seat(seat), charts)


def owed_unnamed(
    game: Game, seat: str, orders: Sequence[Order], charts: Charts
) -> Mapping[str, int]:
    """What of that falls to task forces which no order names, by who pays [PH14.1]."""
    formed, legal = _legal(game, seat, orders, charts)
    named = _carried_out(formed, formed.nations_of(seat), legal, charts)
    return owed(game, seat, orders, charts) - _due(formed, named, formed.side_of_seat(seat), charts)


def _due(game: Game, fleet: _Fleet, side: str, charts: Charts) -> Counter[str]:
    """What a fleet's stays and its fuel cost, by who pays; `game` is as it was before."""
    due = Counter(stays_owed(put_to_sea(fleet.game, side, charts), side, fleet.stays, charts))
    due["JP"] += fuel_due(game, fleet.moved, charts)
    return due


def unpaid(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> tuple[Charge, ...]:
    """What of that the EP do not pay, fuel being burnt first, if partners pay nothing [PH14.2]."""
    game, fleet = _at_the_end(game, seat, orders, charts)
    side, fuel = game.side_of_seat(seat), fuel_due(game, fleet.moved, charts)
    left = fleet.game.charged("JP", fuel) if fuel else fleet.game
    return unpaid_of(put_to_sea(left, side, charts), side, fleet.stays, charts)


def _at_the_end(
    game: Game, seat: str, orders: Sequence[Order], charts: Charts
) -> tuple[Game, _Fleet]:
    """The game with the task forces formed, and a seat's fleet once all are home or stay."""
    game, legal = _legal(game, seat, orders, charts)
    nations, side = game.nations_of(seat), game.side_of_seat(seat)
    own = (one for one in homeward(game, side, legal, charts) if _is_of(game, nations, one))
    fleet = _carried_out(game, nations, legal, charts)
    for order in own:
        if _without_fuel(fleet, nations, order, charts):
            held = replace(fleet, dry=(*fleet.dry, order.tf))
            fleet = _next(held, nations, Stay(tf=order.tf), charts)
        else:
            fleet = _next(fleet, nations, order, charts)
    return game, fleet


def dry(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> tuple[str, ...]:
    """Task forces that no order names and that EP for fuel keep at sea [D13.2, PH14.1]."""
    return _at_the_end(game, seat, orders, charts)[1].dry


def owed_by_partners(view: View[Game], game: Game, charts: Charts) -> Mapping[str, int]:
    """EP that partners' ships cost then, by who pays, of those whose orders are out [F.6.2].

    Those came with a pass, or in a file for the same month's end [F.2.2].
    """
    due: Counter[str] = Counter()
    for seat in view.game.seats_of(view.side):
        heard = (view.earlier.get(key, FrozenMap()) for key in view.decision.covers)
        files = tuple(answers[seat] for answers in heard if seat in answers)
        plan = view.game.month.plans.get(seat)
        given = (plan.of_ships,) if plan else files
        if given and seat != view.seat:
            due.update(owed(game, seat, tuple(chain.from_iterable(given)), charts))
    return due


def after_returns(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Game:
    """The game with the task forces at home that a seat's legal orders send there [PH14.1]."""
    game, legal = _legal(game, seat, orders, charts)
    return _carried_out(game, game.nations_of(seat), legal, charts).game


def after_the_end(game: Game, seat: str, orders: Sequence[Order], charts: Charts) -> Game:
    """The game with all task forces of a seat at home or at sea, as its orders or none say [P6.1].

    Whoever is neither in a port nor at sea then has put to sea [PR62].
    """
    game, fleet = _at_the_end(game, seat, orders, charts)
    return put_to_sea(fleet.game, game.side_of_seat(seat), charts)


def with_first_home(
    game: Game, side: str, enemies: Mapping[str, tuple[Order, ...]], charts: Charts
) -> Game:
    """What a side's ships find as they go home, if nobody meets them [P6.1.1].

    The side with the initiative moves first: the others find its ships gone that are to go.
    """
    return game if game.initiative == side else with_home(game, enemies, charts)


def with_home(game: Game, given: Mapping[str, tuple[Order, ...]], charts: Charts) -> Game:
    """The game with the ships of seats where their orders for the month's end take them [P6.1]."""
    for seat, orders in given.items():
        game = after_the_end(game, seat, orders, charts)
    return game


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
