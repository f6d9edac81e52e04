"""The computer player: legal and sensible orders for every decision, from what its seat may see.

He reckons in half points: what a mission, a landing or a march is likely to bring, less what it is
likely to cost, and leaves out what is worth less than its mails. He throws no dice, so the same
view gives the same orders. Each `bot_*` module thinks about one part of the rules and proposes
groups of orders that stand or fall together; here those are kept that are legal together.
"""

from collections.abc import Callable, Iterable, Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.bot import answers as bot_answers
from pbem.systems.cartwheel.bot import ground as bot_ground
from pbem.systems.cartwheel.bot import home as bot_home
from pbem.systems.cartwheel.bot import operations as bot_operations
from pbem.systems.cartwheel.bot import turn as bot_turn
from pbem.systems.cartwheel.bot.mind import Group, Mind, mind_of
from pbem.systems.cartwheel.orders.check import check, judged_on
from pbem.systems.cartwheel.rules import asks
from pbem.systems.cartwheel.rules.occasion import ELEVENTHS, GROUND, OPENING, RECON, TASK_FORCES
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS
from pbem.systems.cartwheel.rules.r11_ashore import after_landings
from pbem.systems.cartwheel.table.state import Game


def orders(view: View[Game], charts: Charts) -> tuple[Order, ...]:
    """Legal orders for every step that the seat's decision covers; none where it only opens."""
    if not view.decision.covers or view.private is None:
        return ()
    mind = mind_of(view, charts)
    asked = (propose for steps, propose in PARTS if mind.answers(steps))
    kept = _legal(view, (), [group for propose in asked for group in propose(mind)], charts)
    kept = bot_operations.with_ashore(mind, kept)
    sight = judged_on(view, kept, charts)
    if sight.answers(GROUND):
        kept = _legal(view, kept, bot_ground.ground(mind), charts)
    if sight.concludes:
        ashore = replace(mind, game=after_landings(mind.game, kept))
        kept = _legal(view, kept, bot_home.conclusion(ashore), charts)
    return _legal(view, kept, bot_answers.policy(mind, view, kept), charts)


PARTS: tuple[tuple[tuple[str, ...], Callable[[Mind], Iterator[Group]]], ...] = (
    (ELEVENTHS, bot_turn.eleventh),
    (TASK_FORCES, bot_turn.task_force),
    (OPENING, bot_turn.markers),
    ((asks.BUILDING,), bot_turn.builds),
    ((asks.REGROUPING,), bot_turn.regroup),
    (OPENING, bot_turn.marks),
    (RECON, bot_turn.recon),
    (OPENING, bot_answers.asked),
    ((OPERATIONS,), bot_operations.operations),
)
"""What the player would like to order in files of these steps, the most important first.

Ground orders are given when it is known whether missions keep them out of the file [H8.10], and
operations are concluded when the ground orders are known; what answers raids in advance comes last,
for it is sealed with what all other orders make of the charts [H8.9.5].
"""


def _legal(
    view: View[Game], kept: tuple[Order, ...], groups: Iterable[Group], charts: Charts
) -> tuple[Order, ...]:
    """Those kept, with the groups that are legal together: all, or else one after another."""
    wanted = [group for group in groups if group]
    whole = (*kept, *(order for group in wanted for order in group))
    if not any(check(view, whole, charts)):
        return whole
    for group in wanted:
        more = (*kept, *group)
        if not any(check(view, more, charts)):
            kept = more
    return kept
