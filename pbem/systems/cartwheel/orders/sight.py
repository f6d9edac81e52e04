"""What orders are judged on: the state as their author finds it, and what he was asked for."""

from pbem.engine.orders import order_place
from pbem.engine.steps import View
from pbem.errors import Problem
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.asks import BUILDING, ELEVENTH, REGROUPING, TASK_FORCE
from pbem.systems.cartwheel.rules.occasion import (
    ANY,
    CONCLUSION,
    GROUND,
    OPENING,
    RECON,
    Occasion,
    steps_of,
)
from pbem.systems.cartwheel.rules.r08_operations import STEP as OPERATIONS
from pbem.systems.cartwheel.table.state import Game

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


class Sight(Occasion):
    """The occasion of orders as they are judged.

    `own` says that they are our own, with everything in them that is sealed later.
    """

    own: bool

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
        steps=steps_of(view.decision.covers),
        own=view.private is not None,
        charts=charts,
    )
