"""Passes [4.4, H8.3]: one given now, some given for later, all that are left of the phase.

And standing down, which saves replies as passes save files [H8.6].
"""

from collections.abc import Iterable
from typing import Literal

from pbem.engine.after import one_by_one
from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.table.events_play import PassAnnounced, Passed, PassesVoided
from pbem.systems.cartwheel.table.orders_operations import Pass, StandDown
from pbem.systems.cartwheel.table.state import Game, Told

Why = Literal["", "cap", "announced", "out"]


def pass_of(orders: Iterable[object]) -> Pass | None:
    """The pass among orders, if there is one."""
    return next((order for order in orders if isinstance(order, Pass)), None)


def has_opportunity(game: Game, side: str, charts: Charts) -> bool:
    """Whether a side can still be asked for missions: below its cap, not passed out (E.4.11)."""
    return side not in game.operations.out and missions_left(game, side, charts) > 0


def missions_to_order(game: Game, side: str, charts: Charts) -> int:
    """How many missions a side may still order this turn, beside those under way [H8.2, H8.3]."""
    if side in game.operations.out:
        return 0
    raids, voyages = game.operations.raids.values(), game.operations.voyages.values()
    ordered = [*(raid.side for raid in raids), *(voyage.side for voyage in voyages)]
    return missions_left(game, side, charts) - ordered.count(side)


def standing_pass(game: Game, side: str, charts: Charts) -> Why:
    """Why a side's opportunity is a pass without a file [H8.2, H8.3]; empty if it is not."""
    if side in game.operations.out:
        return "out"
    if missions_left(game, side, charts) == 0:
        return "cap"
    return "announced" if side in game.operations.announced else ""


def passed(game: Game, side: str, why: Why = "") -> Told:
    """A pass ends the rest of one's run [H8.3]; one that was announced is used up."""
    operations = game.operations
    announced = operations.announced
    if why == "announced":
        left = announced[side] - 1
        announced = announced.set(side, left) if left else announced.without(side)
    passes = operations.passes + 1
    changed = replace(operations, run=0, passes=passes, announced=announced)
    return game.with_operations(changed), (Passed(to=ALL, side=side, passes=passes, why=why),)


def announced(game: Game, side: str, times: int, *, rest: bool, ashore: bool = False) -> Told:
    """A side gives its next opportunities away: so many, or all of the phase [H8.3].

    `ashore` says that its ground orders and conclusion stand in the same file [H8.10.2].
    """
    operations = game.operations
    if rest:
        changed = replace(operations, out=tuple(sorted((*operations.out, side))))
    elif times:
        changed = replace(operations, announced=operations.announced.set(side, times))
    else:
        return game, ()
    event = PassAnnounced(to=ALL, side=side, times=0 if rest else times, rest=rest, ashore=ashore)
    return game.with_operations(changed), (event,)


def passing(game: Game, side: str, times: int, *, rest: bool) -> Told:
    """A side passes now, and has said what it does with its next opportunities [H8.3]."""
    return one_by_one(
        game,
        lambda g: passed(g, side),
        lambda g: announced(g, side, times - 1, rest=rest),
    )


def voided(game: Game, side: str, mission: str) -> Told:
    """Passes that a side has announced are void when the enemy performs a mission [H8.3]."""
    operations = game.operations
    if side not in operations.announced:
        return game, ()
    changed = replace(operations, announced=operations.announced.without(side))
    event = PassesVoided(to=ALL, side=side, mission=mission, times=operations.announced[side])
    return game.with_operations(changed), (event,)


def stood_down(game: Game, side: str, on: bool, file: int = 0) -> Game:
    """The game after a side stands down, or stands ready again, from that very file on [H8.6]."""
    left = game.stand_down.without(side)
    return replace(game, stand_down=left.set(side, file) if on else left)


def is_down(game: Game, side: str, orders: Iterable[Order]) -> bool:
    """Whether a side answers no enemy missions behind a file with these orders [H8.6]."""
    said = (order.on for order in orders if isinstance(order, StandDown))
    return next(said, side in game.stand_down)
