"""One file of a side: what it decides, and so which hidden changes may be made in it (E.3.1)."""

from collections.abc import Iterable

from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.asks import (
    ELEVENTH,
    FIRST_CONCLUSION,
    FIRST_GROUND,
    FIRST_RECON,
    LATE_ELEVENTH,
    LATE_RECON,
    LATE_TASK_FORCE,
    REGROUPING,
    SECOND_CONCLUSION,
    SECOND_GROUND,
    SECOND_RECON,
    TASK_FORCE,
)
from pbem.systems.cartwheel.rules.r08_ashore import holds_ground
from pbem.systems.cartwheel.rules.r08_operations import OPERATIONS, unanswered
from pbem.systems.cartwheel.rules.r12_conclude import is_later
from pbem.systems.cartwheel.table.state import Game

ELEVENTHS, TASK_FORCES = (ELEVENTH, LATE_ELEVENTH), (TASK_FORCE, LATE_TASK_FORCE)
OPENING = (*ELEVENTHS, *TASK_FORCES)
RECON = (FIRST_RECON, SECOND_RECON, LATE_RECON)
GROUND = (FIRST_GROUND, SECOND_GROUND)
CONCLUSION = (FIRST_CONCLUSION, SECOND_CONCLUSION)


class Occasion(Value):
    """The state before one side's orders; `steps` are the names of the steps that they answer.

    There are none in a file that decides nothing: it opens, states, or stands alone.
    """

    game: Game
    side: str
    turn: int
    steps: tuple[str, ...]
    charts: Charts

    @property
    def decides(self) -> bool:
        """Whether the file is a deciding one: it may change lists, and what recon counts as."""
        return bool(self.steps)

    @property
    def operates(self) -> bool:
        """Whether it is asked for air/naval orders, so that stage moves may be made [H8.8]."""
        return OPERATIONS in self.steps

    @property
    def replies(self) -> bool:
        """Whether it answers air missions, so that its stage moves wait for them [H8.5, H8.8]."""
        return self.operates and bool(unanswered(self.game))

    @property
    def redistributes(self) -> bool:
        """Whether it is the side's first deciding file of the scenario [H17.0, E.4.0]."""
        return self.answers(OPENING) and self.turn == self.game.terms.first_turn

    @property
    def commits(self) -> bool:
        """Whether it decides on the 11th, by an order or by silence [5.2a]."""
        return self.answers(ELEVENTHS)

    @property
    def marks(self) -> bool:
        """Whether it is the file with the side's Regroup marks [7.2, AMB-25, E.4.7]."""
        return self.answers(OPENING)

    @property
    def concludes(self) -> bool:
        """Whether recon returns in it, and reinforcements get their bases [H12.1, H15.3]."""
        return self.answers(CONCLUSION)

    def answers(self, steps: tuple[str, ...]) -> bool:
        """Whether it answers any of these steps."""
        return any(step in self.steps for step in steps)


def steps_of(covers: tuple[str, ...], orders: Iterable[Order] = ()) -> tuple[str, ...]:
    """The names of the steps that a file answers, from the keys of its decision and its orders.

    One with ground orders may put its conclusion off [H12.2.2].
    """
    steps = tuple(key.partition("/")[2] for key in covers)
    later = not {*GROUND}.isdisjoint(steps) and is_later(orders)
    return tuple(step for step in steps if not (later and step in (*CONCLUSION, REGROUPING)))


def answered_by(
    game: Game, side: str, covers: tuple[str, ...], orders: tuple[Order, ...], charts: Charts
) -> tuple[str, ...]:
    """The names of the steps that a file answers in the state that it finds.

    One of 4.4 answers the steps after it, too, if that phase ends with its orders [H8.10].
    """
    steps = steps_of(covers, orders)
    if OPERATIONS not in steps or holds_ground(game, side, orders, charts):
        return steps
    return tuple(step for step in steps if step not in (*GROUND, *CONCLUSION, REGROUPING))
