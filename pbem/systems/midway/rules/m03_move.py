"""Moving through the circuit [M3, M4]."""

from collections.abc import Iterable

from pbem.dice import Dice
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import AMERICAN
from pbem.systems.midway.rules.answers import Answers, absent, given, voided
from pbem.systems.midway.rules.m16_search import search
from pbem.systems.midway.table.events import Moved
from pbem.systems.midway.table.orders import Move, Stay
from pbem.systems.midway.table.state import Box, Game, MoveRule, Squadron

NEXT: dict[Box, Box] = {
    "moving": "ready",
    "ready": "attacking",
    "home": "waiting",
    "cap": "waiting",
}
"""Where a move leads from each box that can be left by one [M3.1, M3.2, M3.4]."""


def move(game: Game, side: str, answers: Answers, charts: Charts, dice: Dice) -> Result[Game]:
    """A side's move phase: all its squadrons at once [M3.1-M3.4, M4.1-M4.3]."""
    going = tuple(movers(game, side, answers))
    events: list[Event] = list(_voided(game, side, answers))
    if is_searching(game, side, going):
        found = search(game, answers, from_box(going, "moving"), charts, dice)
        game, going = found.game, _not_moving(going)
        events += found.events
    elif must_search(game, side):
        going = _not_moving(going)
    moved = advanced(game, going)
    return Result(game=moved.game, events=(*events, *moved.events))


def advanced(game: Game, going: Iterable[Squadron]) -> Result[Game]:
    """The squadrons one box on, all at once [M3.1, M3.3]."""
    going = tuple(going)
    events = tuple(
        Moved(to=ALL, squadrons=tuple(s.id for s in group), origin=box, target=target)
        for box, target in NEXT.items()
        if (group := from_box(going, box))
    )
    moved = (squadron.moved(NEXT[squadron.box]) for squadron in going)
    return Result(game=game.with_squadrons(moved), events=events)


def movers(game: Game, side: str, answers: Answers) -> Iterable[Squadron]:
    """The squadrons that are to move: as ordered, else by standing order, else advance [MB1]."""
    ordered = {id_: order for _, order in given(answers, Move) for id_ in order.squadrons}
    staying = {id_ for _, order in given(answers, Stay) for id_ in order.squadrons}
    for squadron in game.squadrons_in(side, *NEXT):
        if squadron.id in ordered:
            if ordered[squadron.id].to == NEXT[squadron.box]:
                yield squadron
        elif squadron.id not in staying and _goes_by_itself(game, squadron):
            yield squadron


def not_searching(game: Game, side: str, answers: Answers) -> tuple[Squadron, ...]:
    """The squadrons that move in whatever way a search of the others ends [M16.1]."""
    return _not_moving(movers(game, side, answers))


def from_box(squadrons: Iterable[Squadron], box: Box) -> tuple[Squadron, ...]:
    """Those of the squadrons that are in the box."""
    return tuple(squadron for squadron in squadrons if squadron.box == box)


def must_search(game: Game, side: str) -> bool:
    """Whether the side has still to find the enemy before anything leaves Moving [M4.2, M4.3]."""
    return side == AMERICAN and not game.search_done


def may_leave(game: Game, squadron: Squadron) -> bool:
    """Whether a squadron may leave its box by a move [M3.2, M4.3]."""
    return squadron.box in NEXT and not is_kept_from_scouting(game, squadron)


def is_kept_from_scouting(game: Game, squadron: Squadron) -> bool:
    """Whether a squadron waits in Moving for bombers, before which no fighter goes [M4.3]."""
    if squadron.box != "moving" or not must_search(game, squadron.side):
        return False
    return not any(one.is_bomber for one in game.squadrons_in(squadron.side, "moving"))


def is_searching(game: Game, side: str, going: Iterable[Squadron]) -> bool:
    """Whether the first American bombers leave Moving in this phase [M4.2]."""
    moving = from_box(going, "moving")
    return must_search(game, side) and any(squadron.is_bomber for squadron in moving)


def _goes_by_itself(game: Game, squadron: Squadron) -> bool:
    """What a squadron does without an order for this phase [M3.1, MB1]; CAP stays [M3.4]."""
    if squadron.box == "cap":
        return False
    rule = game.standing[squadron.seat].moves.get(squadron.id, MoveRule(rule="advance"))
    return rule.rule != "hold" and not awaited(game, squadron)


def awaited(game: Game, squadron: Squadron) -> tuple[str, ...]:
    """Whom a squadron waits for by standing order: who is neither Ready nor Attacking [M3.1]."""
    rule = game.standing[squadron.seat].moves.get(squadron.id, MoveRule(rule="advance"))
    there = (id_ for id_ in rule.until if id_ in game.squadrons and id_ != squadron.id)
    return tuple(id_ for id_ in there if not game.squadrons[id_].is_out)


def _not_moving(going: Iterable[Squadron]) -> tuple[Squadron, ...]:
    return tuple(squadron for squadron in going if squadron.box != "moving")


def _voided(game: Game, side: str, answers: Answers) -> Iterable[Event]:
    """Ordered moves that cannot be made: lost squadrons, other boxes, fighters that may not scout.

    The last are those that M4.3 keeps back when no bomber goes.
    """
    going = tuple(movers(game, side, answers))
    alone = must_search(game, side) and not is_searching(game, side, going)
    for seat, order in given(answers, Move):
        gone = tuple(
            id_
            for id_ in order.squadrons
            if id_ not in game.squadrons or NEXT.get(game.squadrons[id_].box) != order.to
        )
        yield from absent(game, seat, order, gone, "M3.1")
        kept = tuple(
            id_
            for id_ in order.squadrons
            if id_ not in gone and alone and game.squadrons[id_].box == "moving"
        )
        if kept:
            yield voided(seat, order, kept, "M4.3")
