"""The computer player: legal and sensible orders for every decision, from what its seat may see.

He reckons in half points: what a mission, a landing or a march is likely to bring, less what it is
likely to cost, and leaves out what is worth less than its mails. He throws no dice, so the same
view gives the same orders. Each `bot_*` module thinks about one part of the rules and proposes
groups of orders that stand or fall together; here those are kept that are legal together.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.bot import ground as bot_ground
from pbem.systems.cartwheel.bot import home as bot_home
from pbem.systems.cartwheel.bot import operations as bot_operations
from pbem.systems.cartwheel.bot import turn as bot_turn
from pbem.systems.cartwheel.bot.mind import Mind, mind_of
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.rules.asks import (
    BUILDING,
    ELEVENTH,
    FIRST_CONCLUSION,
    FIRST_GROUND,
    HOLDER_RECON,
    OTHER_RECON,
    REGROUPING,
    SECOND_CONCLUSION,
    SECOND_GROUND,
    TASK_FORCE,
)
from pbem.systems.cartwheel.rules.r08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.table.state import Game

Group = tuple[Order, ...]
"""Orders that stand or fall together."""


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Legal orders for every step that the seat's decision covers; none where it only opens."""
    if not view.decision.covers or view.private is None:
        return ()
    groups = list(_proposals(mind_of(view, charts)))
    return _legal(view, groups, charts)


def _proposals(mind: Mind) -> Iterator[Group]:
    """All that the player would like to order, the most important first."""
    steps = mind.steps
    if ELEVENTH in steps:
        yield from bot_turn.eleventh(mind)
    if TASK_FORCE in steps:
        yield from bot_turn.task_force(mind)
    if ELEVENTH in steps or TASK_FORCE in steps:
        yield from bot_turn.markers(mind)
    if BUILDING in steps:
        yield from bot_turn.builds(mind)
    if REGROUPING in steps:
        yield from bot_turn.regroup(mind)
    if mind.sight.marks:
        yield from bot_turn.marks(mind)
    if HOLDER_RECON in steps or OTHER_RECON in steps:
        yield from bot_turn.recon(mind)
    if OPERATIONS in steps:
        yield from bot_operations.operations(mind)
    if FIRST_GROUND in steps or SECOND_GROUND in steps:
        yield from bot_ground.ground(mind)
    if FIRST_CONCLUSION in steps or SECOND_CONCLUSION in steps:
        yield from bot_home.conclusion(mind)


def _legal(view: View[Game], groups: Iterable[Group], charts: Charts) -> tuple[Order, ...]:
    """The groups that are legal together: all at once, or else one after another."""
    wanted = [group for group in groups if group]
    whole = tuple(order for group in wanted for order in group)
    if not any(check(view, whole, charts)):
        return whole
    kept: tuple[Order, ...] = ()
    for group in wanted:
        more = (*kept, *group)
        if not any(check(view, more, charts)):
            kept = more
    return kept
