"""The kinds of orders of Operation Cartwheel, in the order in which a file's are carried out."""

from typing import Any

from pbem.engine.kinds import Kind
from pbem.systems.cartwheel.orders import (
    air,
    answers,
    conclude,
    ground,
    initiative,
    naval,
    opportunity,
    redistribution,
    reply,
    standing,
    statement,
    turn,
)
from pbem.systems.cartwheel.orders.sight import Sight

KINDS: tuple[Kind[Sight, Any], ...] = (
    statement.STATEMENT,
    opportunity.STAND_DOWN,
    answers.ANSWERS,
    answers.ASKED,
    *standing.LISTS,
    redistribution.REDISTRIBUTE,
    *turn.KINDS,
    *initiative.KINDS,
    reply.REPLY,
    air.AIR_MISSION,
    naval.NAVAL_MISSION,
    opportunity.PASS,
    standing.STAGE,
    *ground.KINDS,
    *conclude.KINDS,
)
