"""Second Naval Movement: home to a port or stay at sea at a price [P6.1, PH14.1, PH14.2, D13.2]."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.dice import Dice
from pbem.engine.after import for_each
from pbem.engine.events import ALL as EVERYBODY
from pbem.engine.events import Event
from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import nations_of_side, side_of
from pbem.systems.pto.rules.map import seas_of
from pbem.systems.pto.rules.month.p3_forces import form
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.month.p5_movement import ashore
from pbem.systems.pto.rules.month.p6_course import (
    ALL,
    Way,
    cannot_stay,
    cargo_of,
    course,
    gone,
    is_haven,
    reach_of,
    way_cost,
)
from pbem.systems.pto.rules.month.p6_passage import entered
from pbem.systems.pto.rules.month.p6_upkeep import is_free, price, upkeep
from pbem.systems.pto.table.events_economy import FuelPaid, Returned, Stayed
from pbem.systems.pto.table.events_land import Landed
from pbem.systems.pto.table.orders_month import Return, Stay
from pbem.systems.pto.table.pieces import Ship, TaskForce
from pbem.systems.pto.table.state import Game, Plans, Told

STOPPED = refuse("P6.1.2", "tf", "aircraft have stopped it on its way", "")
"""What is told where aircraft have stopped a task force."""


Kept = Mapping[str, Refusal | None]
"""Task forces still at sea, and what kept each from a port; None if it was to stay there."""


class _Home(Value):
    """How a return went: the ships that moved, what is told, what kept it where it was."""

    ships: tuple[Ship, ...] = ()
    events: tuple[Event, ...] = ()
    kept: Refusal | None = None


def return_to_port(game: Game, side: str, plans: Plans, charts: Charts, dice: Dice) -> Told:
    """One side's second naval movement, then what it owes for ships at sea [P6.1].

    The side's seats have ordered what is in `plans`. Task forces move in the order written; those
    at sea without an order go home as a bare `return` would, boats stay where that is free
    [PH14.1]. Whoever does not go as ordered, from port or from the sea, is told why [F.2.2, F.6.1];
    who cannot stay as ordered has no order.
    """
    forms = ((seat, one) for seat, plan in plans.items() for one in plan.forms)
    game, events = for_each(game, forms, lambda now, one: form(now, *one))
    stays, void = _possible(game, plans, charts)
    events = (*events, *void)
    returns = tuple((seat, one) for seat, plan in plans.items() for one in plan.returns)
    moved: list[Ship] = []
    kept: dict[str, Refusal | None] = {}
    for seat, order in (*returns, *_homeward(game, side, returns, stays, charts)):
        if order.tf not in game.forces:
            if (seat, order) in returns:  # the others go home without an order
                game, told = voided(game, seat, order, gone(order.tf))
                events = (*events, *told)
            continue
        game, home = _returned(game, side, order, moved, charts, dice)
        moved += home.ships
        events = (*events, *home.events)
        if home.kept and is_haven(game, side, game.forces[order.tf].at):
            game, told = voided(game, seat, order, home.kept)
            events = (*events, *told)
        elif home.kept:
            kept[order.tf] = home.kept
    game, landed = _delivered(game, side, charts)
    game, fuel = _fuel(game, moved, charts)
    for tf in _stranded(game, side, charts):
        kept.setdefault(tf.id, None)
    game = put_to_sea(game, side, charts)
    game, held = _staying(game, stays, kept, charts)
    game, paid = upkeep(game, side, stays, charts, dice)
    return game, (*events, *landed, *fuel, *held, *paid)


# --- without an order ----------------------------------------------------------------------------


def _homeward(
    game: Game,
    side: str,
    returns: Iterable[tuple[str, Return]],
    stays: Iterable[Stay],
    charts: Charts,
) -> tuple[tuple[str, Return], ...]:
    """The returns of those whom no order names, each with its seat [PH14.1]."""
    bare = homeward(game, side, (*(order for _, order in returns), *stays), charts)
    return tuple((game.seat_of(game.forces[one.tf].nation), one) for one in bare)


def homeward(
    game: Game, side: str, orders: Iterable[Return | Stay], charts: Charts
) -> tuple[Return, ...]:
    """Bare returns of a side's task forces out of port that no order names, by id [PH14.1].

    Boats that stay free stay [D5.3].
    """
    named = {order.tf for order in orders}
    return tuple(
        Return(tf=force.id)
        for force in game.forces.values()
        if side_of(force.nation) == side
        and force.id not in named
        and not is_haven(game, side, force.at)
        and not all(is_free(game, ship, charts) for ship in game.ships_in(force.id))
    )


# --- on the way ----------------------------------------------------------------------------------


def _returned(
    game: Game, side: str, order: Return, moved: Sequence[Ship], charts: Charts, dice: Dice
) -> tuple[Game, _Home]:
    """Carry out one return, as far as a way, fuel and the enemy's aircraft let it [F.6.1]."""
    nations = nations_of_side(side)
    way, ships = course(game, nations, order, charts), game.ships_in(order.tf)
    if isinstance(way, Refusal):
        return game, _Home(kept=way)
    dry = without_fuel(game, moved, ships, charts) if way else None
    if dry:
        return game, _Home(kept=dry)
    if not way:
        game, landed = _ashore(game, order, charts)
        return game, _Home(events=landed)
    game, told = _under_way(game, side, order.tf, way, charts, dice)
    game, landed = _ashore(game, order, charts)
    stopped = order.tf in game.forces and game.forces[order.tf].at != way[-1]
    kept = STOPPED if stopped else None
    return game, _Home(ships=ships, events=(*told, *landed), kept=kept)


def _under_way(game: Game, side: str, tf: str, way: Way, charts: Charts, dice: Dice) -> Told:
    """Along the way; aircraft may meet it in each sea, and damage may stop it [P6.1.2, PH6.5]."""
    leg = [game.forces[tf].at]
    events: tuple[Event, ...] = ()
    for area in way:
        if tf not in game.forces or not _comes_to(game, side, tf, leg, area, charts):
            break
        game = game.with_forces([replace(game.forces[tf], at=area)])
        leg.append(area)
        if charts.areas[area].sea:
            game, told = entered(game, tf, area, charts, dice)
            events = (*events, *told)
    return game, (Returned(to=EVERYBODY, tf=tf, path=tuple(leg)), *events)


def _comes_to(
    game: Game, side: str, tf: str, leg: Sequence[str], area: str, charts: Charts
) -> bool:
    """Whether a task force has the MP for its way so far and one area more [PH5.1, PH6.5]."""
    cost = way_cost(game, side, leg[0], (*leg[1:], area), charts)
    return cost is not None and cost <= reach_of(game, game.forces[tf], charts)


def _ashore(game: Game, order: Return, charts: Charts) -> Told:
    """Ground units that shall debark, or are bound for the port reached, go ashore [P6.1.3]."""
    if order.tf not in game.forces or charts.areas[game.forces[order.tf].at].sea:
        return game, ()
    port = game.forces[order.tf].at
    units = tuple(
        unit.id
        for unit in cargo_of(game, order.tf)
        if ALL in order.debark or unit.id in order.debark or game.ships[unit.ship].bound == port
    )
    for unit_id in units:
        game = ashore(game, unit_id, port)
    return game, (Landed(to=EVERYBODY, units=units, area=port),) if units else ()


def _delivered(game: Game, side: str, charts: Charts) -> Told:
    """Cargo in the port that it is bound for goes ashore, without an order too [F.6.1, PR91]."""
    in_port = (
        Return(tf=force.id)
        for force in game.forces.values()
        if side_of(force.nation) == side and is_haven(game, side, force.at)
    )
    return for_each(game, in_port, lambda now, order: _ashore(now, order, charts))


def put_to_sea(game: Game, side: str, charts: Charts) -> Game:
    """Nobody stays on a beach: who is there still goes to the first sea on it [PR62]."""
    stranded = _stranded(game, side, charts)
    return game.with_forces([replace(f, at=min(seas_of(charts, f.at))) for f in stranded])


def _stranded(game: Game, side: str, charts: Charts) -> tuple[TaskForce, ...]:
    """A side's task forces that are neither at sea nor in a port of theirs [PR62]."""
    return tuple(
        force
        for force in game.forces.values()
        if side_of(force.nation) == side
        and not charts.areas[force.at].sea
        and not is_haven(game, side, force.at)
    )


# --- at sea --------------------------------------------------------------------------------------


def _possible(
    game: Game, plans: Plans, charts: Charts
) -> tuple[tuple[Stay, ...], tuple[Event, ...]]:
    """The orders to stay that are possible before anybody moves, and why others are not [F.2.2]."""
    possible: tuple[Stay, ...] = ()
    events: tuple[Event, ...] = ()
    for seat, order in ((seat, one) for seat, plan in plans.items() for one in plan.stays):
        refusal = cannot_stay(game, game.nations_of(seat), order, charts)
        if refusal:
            events = (*events, *voided(game, seat, order, refusal)[1])
        else:
            possible = (*possible, order)
    return possible, events


def _staying(game: Game, stays: Sequence[Stay], kept: Kept, charts: Charts) -> Told:
    """Who stays by order, and who came to no port and why, with the price [F.6.1, F.6.2, PR93]."""
    kept = {**kept, **dict.fromkeys((order.tf for order in stays), None)}
    events: tuple[Event, ...] = ()
    before: list[str] = []
    for tf, refusal in kept.items():
        if tf not in game.forces or not charts.areas[game.forces[tf].at].sea:
            continue
        force = game.forces[tf]
        points = price(game, (*before, tf), charts) - price(game, before, charts)
        before.append(tf)
        stayed = Stayed(
            to=EVERYBODY,
            tf=tf,
            area=force.at,
            points=points,
            cited=refusal.rule if refusal else "",
            why=refusal.what if refusal else "",
        )
        events = (*events, stayed)
    return game, events


# --- fuel ----------------------------------------------------------------------------------------


def fuel_due(game: Game, moved: Iterable[Ship], charts: Charts) -> int:
    """EP for Japanese battleships that move, fractions up [D13.1, D13.2, PR63]."""
    if not (game.uses("D13") and game.at_war):
        return 0
    number = sum(ship.kind == "BB" and ship.nation == "JP" for ship in moved)
    return -(-number // charts.upkeep.battleships)


def without_fuel(
    game: Game, moved: Iterable[Ship], ships: Iterable[Ship], charts: Charts
) -> Refusal | None:
    """Why Japan cannot pay for ships that would move after others, or None [D13.2, PR63]."""
    going = tuple(ships)
    due, points = fuel_due(game, (*moved, *going), charts), game.purses["JP"].points
    if due <= points:
        return None
    what = f"its battleships make the fuel {due} EP, and Japan has {points}"
    hint = "let fewer battleships return; 'stay' costs EP by areas"
    if any(ship.kind != "BB" for ship in going):
        hint = "'form' its ships without a battleship apart: they return free"
    return refuse("D13.2", "tf", what, hint)


def _fuel(game: Game, moved: Sequence[Ship], charts: Charts) -> Told:
    """Japan pays for its battleships that moved [D13.2]."""
    due = fuel_due(game, moved, charts)
    if not due:
        return game, ()
    number = sum(ship.kind == "BB" for ship in moved)
    return game.charged("JP", due), (FuelPaid(to=EVERYBODY, ships=number, points=due),)
