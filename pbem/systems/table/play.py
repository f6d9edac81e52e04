"""The one step of a turn: seats write in turn, and what they order is carried out [T1-T10].

A file's orders are carried out at once and in their order; only its rolls wait for their dice. No
decision lies between a roll's order and its dice.
"""

from collections.abc import Iterable

from pbem.engine.decisions import Decision, key_of
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.engine.steps import Desk, Result, Step, Verdict
from pbem.frozen import FrozenMap, replace
from pbem.systems.table import counters, notes
from pbem.systems.table.charts import Limits
from pbem.systems.table.events import (
    EndDeclined,
    EndOffered,
    GameEnded,
    Passed,
    PhaseBegun,
    Rolled,
    RollOrdered,
    Said,
    TurnBegun,
)
from pbem.systems.table.notation import parse
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Say, Seal
from pbem.systems.table.state import DRAW, Ending, Game, Waiting

STEP = "table"
"""The name of the step."""


def sit(game: Game, desk: Desk[Limits]) -> Result[Game]:
    """Throw the dice that wait, else begin the turn that was called, else ask who is next [T9]."""
    if game.waiting:
        return _throw(game, desk)
    if game.turn_over:
        return Result(game=replace(game, turn_over=False))
    if game.writer not in desk.answers:
        covers = (key_of(desk.turn, STEP),)
        return Result(game=game, asks=(Decision(seat=game.writer, rule="T9", covers=covers),))
    orders = desk.answers[game.writer]
    game, events = _written(game, orders, desk)
    return Result(game=game, events=events, again=True)


STEPS: tuple[Step[Game, Limits], ...] = (Step(name=STEP, title="At the table", rule="T9", run=sit),)


def _written(
    game: Game, orders: Iterable[Order], desk: Desk[Limits]
) -> tuple[Game, tuple[Event, ...]]:
    """A seat's file: its orders in their order; then the other side has the pen [T9]."""
    seat, side = game.writer, game.to_move
    events: list[Event] = []
    given = tuple(orders)
    if not given:
        events.append(Passed(to=ALL, seat=seat))
    game = replace(game, offers=game.offers.without(side))  # not repeated, an offer lapses [T10]
    for order in given:
        game, told = enter(game, seat, order, turn=desk.turn, file=desk.dice.file)
        events += told
    other = game.other(side)
    if game.ending is None and (result := game.offers.get(other)):
        events.insert(0, EndDeclined(to=ALL, seat=seat, side=other, result=result))
    return _handed_on(game), tuple(events)


def _handed_on(game: Game) -> Game:
    """The other side has the pen; of this side, the next seat in the order of the genesis [T9]."""
    own = [seat for seat in game.seats if game.sides[seat] == game.to_move]
    following = own[(own.index(game.writer) + 1) % len(own)]
    return replace(
        game,
        pens=game.pens.set(game.to_move, following),
        to_move=game.other(game.to_move),
        fresh=game.making,
        making=FrozenMap(),
        shown=(),
    )


def enter(
    game: Game, seat: str, order: Order, *, turn: int, file: int
) -> tuple[Game, tuple[Event, ...]]:
    """Carry out one order; a roll is fixed here, and thrown when its dice are open [T1, T3-T8]."""
    match order:
        case Roll():
            return _ordered(game, seat, order, file)
        case Seal():
            game, event = notes.sealed(game, seat, order.about)
        case Put():
            game, event = counters.put(game, seat, order.counter, order.value)
        case Contest():
            game, event = counters.contest(game, seat, order.counter)
        case Phase():
            return _phase(game, seat, order, turn)
        case Say():
            event = Said(to=ALL, seat=seat, words=order.words)
        case Finish():
            return _finish(game, seat, order.result)
        case _:  # a note that is opened was read aloud before [T4]
            return game, ()
    return game, (event,)


def _phase(game: Game, seat: str, order: Phase, turn: int) -> tuple[Game, tuple[Event, ...]]:
    """Go on to a phase; a new turn begins when this file's dice have been thrown [T7]."""
    new = turn + 1 if order.new_turn else 0
    event = PhaseBegun(to=ALL, seat=seat, phase=order.name, turn=new)
    return replace(game, phase=order.name, turn_over=game.turn_over or order.new_turn), (event,)


def following(phases: tuple[str, ...], phase: str, *, new_turn: bool) -> tuple[str, bool]:
    """What follows a phase in the game's list, and whether a new turn begins with it [T7].

    Empty where the game has no list.
    """
    if not phases:
        return "", new_turn
    place = len(phases) if new_turn else phases.index(phase) + 1
    wraps = place >= len(phases)
    return phases[0 if wraps else place], wraps


# --- rolls ---------------------------------------------------------------------------------------


def _ordered(game: Game, seat: str, order: Roll, file: int) -> tuple[Game, tuple[Event, ...]]:
    """Fix a roll: what is thrown, for what, and under which labels [T1]."""
    first = 1 + sum(_throws(one.dice) for one in game.waiting)
    roll = Waiting(seat=seat, dice=order.dice, about=order.about, first=first)
    event = RollOrdered(
        to=ALL, seat=seat, dice=roll.dice, about=roll.about, labels=_labels(roll, file)
    )
    return replace(game, waiting=(*game.waiting, roll)), (event,)


def _throws(dice: str) -> int:
    """How many throws a roll takes: one for each group of dice [T1]."""
    formula = parse(dice)
    return len(formula.groups) if formula else 0


def _labels(roll: Waiting, file: int) -> tuple[str, ...]:
    throws = range(roll.first, roll.first + _throws(roll.dice))
    return tuple(f"T1 roll {file}.{number}" for number in throws)


def _throw(game: Game, desk: Desk[Limits]) -> Result[Game]:
    """Throw every roll of the file that ordered them; a turn that it called begins [T1, T7]."""
    events: tuple[Event, ...] = tuple(_rolled(roll, desk) for roll in game.waiting)
    if game.turn_over:
        events = (*events, TurnBegun(to=ALL, turn=desk.turn + 1, phase=game.phase))
    return Result(game=replace(game, waiting=()), events=events, again=True)


def _rolled(roll: Waiting, desk: Desk[Limits]) -> Rolled:
    formula = parse(roll.dice)
    assert formula is not None
    groups = zip(formula.groups, _labels(roll, desk.dice.file), strict=True)
    thrown = tuple(
        desk.dice.roll(label, count=formula.times * group.count, sides=group.sides)
        for group, label in groups
    )
    return Rolled(
        to=ALL, seat=roll.seat, dice=roll.dice, about=roll.about, rolls=thrown,
        sums=formula.sums([one.dice for one in thrown]),
    )  # fmt: skip


# --- the end -------------------------------------------------------------------------------------


def _finish(game: Game, seat: str, result: str) -> tuple[Game, tuple[Event, ...]]:
    """Offer a result, or end the game by the one that the other side has offered [T10]."""
    side = game.sides[seat]
    if game.offers.get(game.other(side)) == result:
        ended = GameEnded(to=ALL, winner=result, resigned="")
        return replace(game, ending=Ending(winner=result)), (ended,)
    offered = EndOffered(to=ALL, seat=seat, result=result)
    return replace(game, offers=game.offers.set(side, result)), (offered,)


def resign(game: Game, seat: str, _: Limits) -> tuple[Game, tuple[Event, ...]]:
    """A seat gives up the game for its side [T10]."""
    side = game.sides[seat]
    ending = Ending(winner=game.other(side), resigned=side)
    event = GameEnded(to=ALL, winner=ending.winner, resigned=side)
    return replace(game, ending=ending), (event,)


def verdict(game: Game) -> Verdict | None:
    """How the game ended, if it has [T10]."""
    ending = game.ending
    if ending is None:
        return None
    if ending.resigned:
        reason = "the other side resigned [T10]"
        return Verdict(winner=ending.winner, grade="conceded", reason=reason)
    winner = "" if ending.winner == DRAW else ending.winner
    return Verdict(winner=winner, grade="agreed", reason="as both sides say [T10]")
