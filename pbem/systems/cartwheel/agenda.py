"""What a file is needed for, in words for everybody: decisions, openings, statements (E.4-E.6)."""

from collections.abc import Iterator

from pbem.engine.decisions import Decision
from pbem.systems.cartwheel.asks import FIRST_CONCLUSION, SECOND_CONCLUSION
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.m08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.m08_operations import may_order_ahead, unanswered
from pbem.systems.cartwheel.m15_reinforcements import air_due
from pbem.systems.cartwheel.state import Game
from pbem.systems.cartwheel.wording_names import ADJECTIVES, all_of, base_name, count, place_name
from pbem.systems.cartwheel.wording_steps import step_title


def agenda(game: Game, decision: Decision, charts: Charts) -> tuple[str, ...]:
    """What the seat's next file opens, states and decides, in that order (E.4)."""
    return tuple(_agenda(game, decision, charts))


def _agenda(game: Game, decision: Decision, charts: Charts) -> Iterator[str]:
    side = game.side_of(decision.seat)
    for item in decision.opens:
        kind, _, name = item.partition("/")
        if kind == "mission":
            yield f"the sealed part of mission {name}, which it opens"
        else:
            yield f"the counts of {base_name(kind, charts)}, which it opens for the enemy's recon"
    owed = tuple(one for one in game.owed if one.side == side)
    if owed:
        yield f"statements: {all_of(_statement(one.kind, one.place, charts) for one in owed)}"
    for key in decision.covers:
        turn, _, step = key.partition("/")
        if step == OPERATIONS:
            yield from _operations(game, side, charts)
        else:
            more = _more(game, side, step, charts)
            yield f"turn {turn}, {step_title(int(turn), step)}{more}"


def _statement(kind: str, place: str, charts: Charts) -> str:
    """A statement due, without what only its author knows (E.6)."""
    name = base_name(place, charts) if place else ""
    return {
        "struck": f"who was hit on the ground at {name}",
        "lost-base": f"where the units of {name} went",
        "replaced": "the replacement steps taken",
        "eleventh": "how many units of the 11th flew",
    }[kind]


def _operations(game: Game, side: str, charts: Charts) -> Iterator[str]:
    """A reply, with what may be given ahead; or missions of a run, or one mission [4.4, H8]."""
    raids = unanswered(game)
    if raids:
        words = (
            f"{raid.id} ({ADJECTIVES[raid.side]} {raid.kind}, {place_name(raid.hex, charts)})"
            for raid in raids
        )
        yield f"the reply to {all_of(words)}"
        if may_order_ahead(game, side, charts):
            yield "if you like, the next mission or pass given ahead, which saves a mail [H8.7]"
        return
    run = game.operations.run
    many = f"up to {count(run, 'mission')} of the run" if run > 1 else "the next mission"
    yield f"{many}, or a pass"


def _more(game: Game, side: str, step: str, charts: Charts) -> str:
    """What a step holds besides its title: arrivals, which have no step of their own [H15]."""
    if step in (FIRST_CONCLUSION, SECOND_CONCLUSION) and air_due(game, side, charts):
        return ", with the bases of air reinforcements"
    return ""
