"""What orders are judged on: the state as their author finds it, and what he was asked for."""

from dataclasses import dataclass

from pbem.engine.orders import order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.cartwheel.asks import (
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
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.m08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.m08_operations import unanswered
from pbem.systems.cartwheel.state import ALLIED, Game

OPENING = (ELEVENTH, TASK_FORCE)
RECON = (HOLDER_RECON, OTHER_RECON)
GROUND = (FIRST_GROUND, SECOND_GROUND)
CONCLUSION = (FIRST_CONCLUSION, SECOND_CONCLUSION)
ANY: tuple[str, ...] = (
    *OPENING, BUILDING, REGROUPING, *RECON, OPERATIONS, *GROUND, *CONCLUSION,
)  # fmt: skip
"""Every step that takes orders."""

STEPS: dict[str, tuple[str, ...]] = {
    "commit-11th": (ELEVENTH,),
    "commit-tf36": (TASK_FORCE,),
    "radar": OPENING,
    "ace": OPENING,
    "build": (BUILDING,),
    "redistribute": OPENING,
    "evacuate": ANY,
    "general-regroup": (REGROUPING,),
    "mark": (REGROUPING, *RECON),
    "recon": RECON,
    "counts-as": ANY,
    "air-mission": (OPERATIONS,),
    "reply": (OPERATIONS,),
    "naval-mission": (OPERATIONS,),
    "pass": (OPERATIONS,),
    "stage": (OPERATIONS,),
    "relocate": ANY,
    "stand-down": ANY,
    "march": GROUND,
    "land": GROUND,
    "attack": GROUND,
    "raid": GROUND,
    "fortify": GROUND,
    "recon-return": CONCLUSION,
    "withdraw": CONCLUSION,
    "dismantle": CONCLUSION,
    "arrive": CONCLUSION,
    "statement": (),
}
"""The steps that take each type of order; statements are no part of any (E.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The state before one side's orders; `steps` are the names of the steps that they answer.

    `own` says that they are our own, with everything in them that is sealed later.
    """

    game: Game
    side: str
    turn: int
    steps: tuple[str, ...]
    own: bool
    charts: Charts

    @property
    def replying(self) -> bool:
        """Whether the orders answer air missions of the enemy's [H8.5]."""
        return OPERATIONS in self.steps and bool(unanswered(self.game))

    def marking(self) -> bool:
        """Whether this is the file with the side's Regroup marks [7.2, AMB-25]."""
        return any(step in self.steps for step in ((REGROUPING,) if self.side == ALLIED else RECON))

    def problem(self, number: int, key: str, rule: str, what: str, hint: str = "") -> Problem:
        """A defect of order `number`, at `key` if it is about one."""
        where = order_place(number, key)
        return Problem(code="E12", what=what, where=where, rule=rule, hint=hint or "take it out")


def sight_of(view: View[Game], charts: Charts) -> Sight:
    """What the orders of a view are judged on."""
    return Sight(
        game=view.game,
        side=view.side,
        turn=view.turn,
        steps=tuple(key.partition("/")[2] for key in view.decision.covers),
        own=view.private is not None,
        charts=charts,
    )
