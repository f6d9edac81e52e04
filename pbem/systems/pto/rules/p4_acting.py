"""Which task forces act in the sea offensives of a file, and which may not [P4B.1.B, P4B.1.C]."""

from collections.abc import Iterable

from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import replace
from pbem.systems.pto.table.naming import does, doing
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.state import Game


def named(orders: Iterable[object]) -> tuple[str, ...]:
    """The task forces that the sea offensives of a file name, in the order written [P4B.1.B]."""
    return tuple(
        tf
        for order in orders
        if isinstance(order, Offensive) and order.kind == "sea"
        for tf in (order.stack, *order.stacks)
    )


def stands_by(game: Game, tf: str) -> bool:
    """Whether a task force may be named: each of its ships is on standby [P4B.1.B]."""
    ships = game.ships_in(tf)
    return bool(ships) and all(ship.mark == "standby" for ship in ships)


def begun(game: Game) -> Game:
    """The game as a file's orders find it: nobody acts, has fought or has moved yet."""
    forces = (replace(tf, spent=0) for tf in game.forces.values() if tf.spent)
    month = replace(game.month, acting=(), fought=(), withdrawn=(), countered=())
    return game.with_month(month).with_forces(forces)


def activated(game: Game, orders: Iterable[object]) -> Game:
    """The game with those who are named in sea offensives and stand by acting [P4B.1.B].

    Their ships turn from standby to activated.
    """
    acting = {tf for tf in named(orders) if stands_by(game, tf)}
    ships = (ship for tf in sorted(acting) for ship in game.ships_in(tf))
    game = game.with_ships(replace(ship, mark="activated") for ship in ships)
    together = tuple(sorted({*game.month.acting, *acting}))
    return game.with_month(replace(game.month, acting=together))


def cannot_act(game: Game, tf: str) -> Refusal | None:
    """Why a task force may not act in the offensive under way, or None [P4B.1.C].

    To act is to move, to answer on the way, to engage, to send carrier air on a strike. A marker
    of an earlier offensive, or of the blockade, gives nothing and cannot be bought anew. Who has
    withdrawn in the step does not act in it any more [PH6.4, PR90].
    """
    if tf in game.month.withdrawn:
        gone = doing(tf, "has withdrawn and does", "have withdrawn and do")
        what = f"{gone} nothing more in this step"
        return refuse("PH6.4", "tf", what, "its aircraft still fly in air offensives")
    if tf in game.month.acting:
        return None
    if any(ship.mark == "activated" for ship in game.ships_in(tf)):
        verb = does(tf, "does", "do")
        what = f"{doing(tf, 'was', 'were')} activated earlier this month and {verb} not act again"
        return refuse("P4B.1.C", "tf", what, "a force acts in one sea offensive a month at most")
    what = f"{doing(tf, 'acts', 'act')} in no sea offensive of the file"
    hint = "name it as 'stack' or in 'stacks'; it must stand by"
    return refuse("P4B.1.C", "tf", what, hint)


def was_activated(game: Game, tf: str) -> bool:
    """Whether ships of a task force bear the marker of an earlier offensive [D10.1].

    That of boats, from the blockade, does not count: in phase 3 nobody bears one.
    """
    marked = any(ship.mark == "activated" and not ship.is_boat for ship in game.ships_in(tf))
    return marked and tf not in game.month.acting
