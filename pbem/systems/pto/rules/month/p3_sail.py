"""First Naval Movement, and movement in sea offensives [P3.1, P4B.2, PH5.1, PH5.2]."""

from collections.abc import Iterable, Sequence

from pbem.engine.after import for_each
from pbem.engine.events import ALL, Event
from pbem.engine.kinds import refuse
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import side_of
from pbem.systems.pto.rules.combat.losses import all_landed
from pbem.systems.pto.rules.month.p3_course import (
    can_go_on,
    can_stand_by,
    cannot_sail,
    moved,
    movement,
    stood_by,
)
from pbem.systems.pto.rules.month.p3_forces import form
from pbem.systems.pto.rules.month.p3_lift import load
from pbem.systems.pto.rules.month.p3_meeting import entered, is_still_in
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.rules.p3_half import Answers, Half, first_of_each, ordered
from pbem.systems.pto.table.events_naval import (
    Halted,
    InterceptionTried,
    Sailed,
    StandbyLost,
    StoodBy,
)
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Form, Sail
from pbem.systems.pto.table.state import Game, Told


def play(game: Game, half: Half, answers: Answers) -> Told:
    """A side's ships move, task forces one after another in the order written [P3.1, P4B.2.1].

    Seats go in the order of the genesis. In phase 3 all task forces are formed before.
    """
    events: tuple[Event, ...] = ()
    if half.phase == "P3":
        forming = ordered(game, half, answers, Form)
        begun = _begun(game, half.side)
        game, events = for_each(begun, forming, lambda now, one: form(now, *one))
    sailing = first_of_each(ordered(game, half, answers, Sail))
    game, told = for_each(game, sailing, lambda now, one: _sailed(now, half, *one))
    return game, (*events, *told)


def _begun(game: Game, side: str) -> Game:
    """The half begins: no MP used, nobody has fought, flown or countered [PH5.1, PH8.1, P3.3.1]."""
    own = (tf for tf in game.forces.values() if side_of(tf.nation) == side and tf.spent)
    game = all_landed(game.with_forces(replace(tf, spent=0) for tf in own))
    return game.with_month(replace(game.month, fought=(), withdrawn=(), countered=()))


def _sailed(game: Game, half: Half, seat: str, order: Sail) -> Told:
    """One task force loads, moves area by area, and stands by [P3.1.2, PH5.1, P3.1.6].

    One that has fought in the step already, as it counter-intercepted, stays [PH5.2].
    """
    refusal = cannot_sail(game, game.nations_of(seat), order, half.phase, half.charts)
    if order.tf in game.month.fought and order.tf in game.forces:
        what = f"{doing(order.tf, 'has', 'have')} fought in this step already"
        refusal = refuse("PH5.2", "tf", what, "sail with another force")
    if refusal:
        return voided(game, seat, order, refusal)
    events: tuple[Event, ...] = ()
    if order.load:
        game, events = load(game, order.tf, order.load, half.charts)
    if order.land:
        game = _bound(game, order)
    game, told = _under_way(game, half, order)
    events = (*events, *told)
    if not order.standby or order.tf not in game.forces:
        return game, events
    if can_stand_by(game, order.tf, half.charts):
        return stood_by(game, order.tf), (*events, StoodBy(to=ALL, tf=order.tf))
    spent, most = _used(game, half, order.tf)
    return game, (*events, StandbyLost(to=ALL, tf=order.tf, spent=spent, most=most))


def _used(game: Game, half: Half, tf: str) -> tuple[int, int]:
    """The MP that a task force has used, and all that it has as it is now [PH5.1, PH6.5]."""
    return game.forces[tf].spent, movement(game, tf, half.phase, half.charts)


def _bound(game: Game, order: Sail) -> Game:
    """Ships with cargo are bound for the area where it shall go ashore [P4A.2.B, P3.6.1]."""
    laden = (ship for ship in game.ships_in(order.tf) if ship.cargo)
    return game.with_ships(replace(ship, bound=order.land) for ship in laden)


def _under_way(game: Game, half: Half, order: Sail) -> Told:
    """Along the path, until it ends or something stops the task force [PH5.2].

    A surface combat stops it, and so does damage that leaves it too slow.
    """
    events: list[Event] = []
    leg = [game.forces[order.tf].at]
    for area in order.path:
        if not can_go_on(game, order.tf, area, half.phase, half.charts):
            events += _told_leg(order.tf, leg)
            spent, most = _used(game, half, order.tf)
            events.append(Halted(to=ALL, tf=order.tf, area=leg[-1], spent=spent, most=most))
            return game, tuple(events)
        game = moved(game, order.tf, area, half.charts)
        leg.append(area)
        if area in game.areas:
            break
        tried = _tried_in(area, events)
        game, told = entered(game, half, order.tf, tried, answers=order.strike is not False)
        if told:
            events += [*_told_leg(order.tf, leg), *told]
            leg = [area]
        if not is_still_in(game, order.tf, area) or order.tf in game.month.fought:
            break
    return game, (*events, *_told_leg(order.tf, leg))


def _tried_in(area: str, events: Iterable[Event]) -> tuple[str, ...]:
    """Who has tried to intercept a task force in an area that it comes through again [PH5.4]."""
    tries = (one for one in events if isinstance(one, InterceptionTried) and not one.counter)
    return tuple(one.tf for one in tries if one.area == area)


def _told_leg(tf: str, leg: Sequence[str]) -> tuple[Event, ...]:
    return (Sailed(to=ALL, tf=tf, path=tuple(leg)),) if len(leg) > 1 else ()
