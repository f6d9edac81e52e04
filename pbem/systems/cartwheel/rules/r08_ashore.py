"""Ground orders and conclusion in a file of 4.4, where that surely ends with it [H8.10]."""

from collections.abc import Iterable

from pbem.engine.decisions import key_of
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import r08_passes as passes
from pbem.systems.cartwheel.rules.asks import FIRST_CONCLUSION, FIRST_GROUND, declaring
from pbem.systems.cartwheel.rules.r08_missions import missions_of
from pbem.systems.cartwheel.rules.r12_asked import judged_once
from pbem.systems.cartwheel.table.orders_operations import Pass
from pbem.systems.cartwheel.table.state import Game, other

ASHORE = (FIRST_GROUND, FIRST_CONCLUSION)
"""The steps that such a file answers besides."""


def covered(game: Game, side: str, turn: int, charts: Charts) -> tuple[str, ...]:
    """The keys that a file of missions or passes may answer besides, if its author is G1 [H8.10].

    None where some order of the enemy's may follow, or all can see that nothing is to be ordered.
    """
    if not _may_hold(game, side, charts):
        return ()
    return (*(key_of(turn, step) for step in ASHORE), *declaring(game, side, turn))


def holds_ground(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> bool:
    """Whether a file answers 4.5 and 4.6 with 4.4.

    One of passes alone does if it ends the phase: no dice wait [H8.10.1]. One with missions does if
    it says so, and ends it whatever comes of them [H8.10.2].
    """
    orders = tuple(orders)
    given = passes.pass_of(orders)
    says_so = given is not None and given.ashore
    if missions_of(orders) and not says_so:
        return False
    return _may_hold(game, side, charts) and is_last(game, side, orders, charts)


def _may_hold(game: Game, side: str, charts: Charts) -> bool:
    """Whether some orders of the side's end the phase, and it is first ashore and is asked then."""
    if side != game.turn.first_ashore or not is_last(game, side, (Pass(rest=True),), charts):
        return False
    return side not in judged_once(game, charts).turn.unasked


def is_last(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> bool:
    """Whether nobody has an opportunity after these orders, so that the phase ends [4.4c, H8.10].

    No missions are under way: a reply never is the last file.
    """
    return not game.operations.queue and not next_to_act(game, side, orders, charts)


def next_to_act(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> str:
    """Who has the next opportunity after these orders; empty if they end the phase [4.4c, H8.3]."""
    game = _performed(game, side, tuple(orders))
    while game.operations.passes < charts.printed.passes:
        if game.operations.run <= 0:
            side = other(side)
        why = passes.standing_pass(game, side, charts)
        if not why:
            return side
        game, _ = passes.passed(game, side, why)
    return ""


def more_passes(game: Game, side: str, orders: Iterable[Order], charts: Charts) -> int:
    """How many more passes than a file's a side must give until the phase ends [4.4c].

    None is told if the enemy may act before.
    """
    missions, given = missions_of(tuple(orders)), passes.pass_of(orders) or Pass()
    for more in range(1, charts.printed.passes):
        file = (*missions, replace(given, times=given.times + more))
        match next_to_act(game, side, file, charts):
            case "":
                return more
            case foe if foe != side:
                return 0
    return 0


def _performed(game: Game, side: str, orders: tuple[Order, ...]) -> Game:
    """The game with the missions of a file made, whatever comes of them, and its pass given."""
    many, given = len(missions_of(orders)), passes.pass_of(orders)
    if not many:
        given = given or Pass()
        game, _ = passes.passed(game, side)
        return passes.announced(game, side, given.times - 1, rest=given.rest)[0]
    operations = game.operations
    made = replace(
        operations,
        run=operations.run - many,
        done=operations.done.set(side, operations.done.get(side, 0) + many),
        passes=0,
        announced=operations.announced.without(other(side)),
    )
    game = game.with_operations(made)
    return passes.announced(game, side, given.times, rest=given.rest)[0] if given else game


def noted(game: Game, side: str) -> Game:
    """The game with the side noted that has given ground orders and conclusion in 4.4 [H8.10]."""
    return game.with_operations(replace(game.operations, ashore=side))
