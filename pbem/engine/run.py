"""Running the rules on: step after step until somebody must decide, or dice are closed."""

from typing import Any, Generic, TypeVar

from pbem.dice import Dice, DiceClosed
from pbem.engine.decisions import Decision, key_of
from pbem.engine.hidden import Scene
from pbem.engine.orders import Order, Resign
from pbem.engine.steps import Desk, GameSystem, Result, Step, change_of_score
from pbem.frozen import FrozenMap, Value, field, replace

G = TypeVar("G")

MOST_STEPS = 10_000
"""More steps than this in one run would be an endless loop in the rules' code."""


class Table(Value, Generic[G]):
    """Where play stands.

    `cursor` is the index of the next step in the turn's sequence; `held` are the answers given
    for steps not yet played, by key and seat; `asks` are the decisions that play waits for.
    """

    turn: int
    game: G
    cursor: int = 0
    held: FrozenMap[FrozenMap[tuple[Order, ...]]] = field(default_factory=FrozenMap)
    asks: tuple[Decision, ...] = ()


class Advanced(Value, Generic[G]):
    """What a run led to; `waits` says that it stopped at dice whose witness has not come."""

    table: Table[G]
    scenes: tuple[Scene[G], ...] = ()
    waits: bool = False


def current_step(system: GameSystem[G, Any], table: Table[G]) -> Step[G, Any]:
    """The step that play stands at."""
    return system.steps(table.turn)[table.cursor]


def answered(
    system: GameSystem[G, Any],
    table: Table[G],
    decision: Decision,
    orders: tuple[Order, ...],
    seq: int,
) -> Table[G]:
    """The table with the orders of file `seq` where their steps will look for them.

    What an order does at once it does now: standing orders hold.
    """
    game, seat = table.game, decision.seat
    answers: dict[str, list[Order]] = {key: [] for key in decision.covers}
    for order in orders:
        if order.forced or isinstance(order, Resign):
            continue
        key = system.key_for(order, decision)
        if key:
            answers[key].append(order)
        game = system.stand(game, seat, order, seq)
    held = dict(table.held)
    for key, given in answers.items():
        seats: FrozenMap[tuple[Order, ...]] = held.get(key, FrozenMap())
        held[key] = seats.set(seat, tuple(given))
    return replace(table, game=game, held=FrozenMap(held))


def advance(system: GameSystem[G, Any], table: Table[G], dice: Dice, charts: Any) -> Advanced[G]:
    """Play on as far as the answers held and the dice allow (protocol 6).

    Stops where a decision is missing, where dice are closed, or when the game has ended.
    """
    scenes: list[Scene[G]] = []
    table = replace(table, asks=())
    for _ in range(MOST_STEPS):
        if system.verdict(table.game) is not None:
            return Advanced(table=replace(table, held=FrozenMap()), scenes=tuple(scenes))
        step = current_step(system, table)
        key = key_of(table.turn, step.name)
        answers: FrozenMap[tuple[Order, ...]] = table.held.get(key, FrozenMap())
        desk = Desk(turn=table.turn, answers=answers, dice=dice, charts=charts)
        try:
            result = step.run(table.game, desk)
        except DiceClosed:
            return Advanced(table=table, scenes=tuple(scenes), waits=True)
        if result.asks:
            if result.game != table.game or result.events:
                raise RuntimeError(f"step {step.name} asks and changes the state at once")
            stopped = replace(table, asks=result.asks)
            return Advanced(table=stopped, scenes=tuple(scenes))
        if result.events:
            score = change_of_score(system, table.game, result.game, charts)
            scenes.append(
                Scene(
                    turn=table.turn, step=step.name, game=result.game, events=result.events,
                    score=score,
                )
            )  # fmt: skip
        table = _after(system, table, result, key)
    raise RuntimeError("the rules run on without end")


def _after(system: GameSystem[G, Any], table: Table[G], result: Result[G], key: str) -> Table[G]:
    """The table with one step played: its answers are used up, the next step is at hand.

    A game that has ended stays at the step that ended it, and a step that goes on stays too.
    """
    used = (key, *(key_of(table.turn, step) for step in result.lapsed))
    table = replace(table, game=result.game, held=table.held.without(*used))
    if result.again or system.verdict(result.game) is not None:
        return table
    last = table.cursor + 1 == len(system.steps(table.turn))
    if last:
        return replace(table, turn=table.turn + 1, cursor=0)
    return replace(table, cursor=table.cursor + 1)
