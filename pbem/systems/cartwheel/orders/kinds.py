"""The kinds of orders of Operation Cartwheel, in the order in which a file's are carried out."""

from typing import Any

from pbem.engine.kinds import Kind
from pbem.systems.cartwheel.orders.air import AIR_MISSION
from pbem.systems.cartwheel.orders.conclude import ARRIVE, DISMANTLE, RECON_RETURN, WITHDRAW
from pbem.systems.cartwheel.orders.ground import ATTACK, FORTIFY, LAND, MARCH, RAID
from pbem.systems.cartwheel.orders.initiative import GENERAL_REGROUP, MARK, RECON
from pbem.systems.cartwheel.orders.naval import NAVAL_MISSION
from pbem.systems.cartwheel.orders.opportunity import PASS, STAND_DOWN
from pbem.systems.cartwheel.orders.reply import REPLY
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.orders.standing import COUNTS_AS, EVACUATE, RELOCATE, STAGE
from pbem.systems.cartwheel.orders.statement import STATEMENT
from pbem.systems.cartwheel.orders.turn import (
    ACE,
    BUILD,
    COMMIT_ELEVENTH,
    COMMIT_TF36,
    RADAR,
    REDISTRIBUTE,
)

KINDS: tuple[Kind[Sight, Any], ...] = (
    STATEMENT,
    STAND_DOWN,
    RELOCATE,
    EVACUATE,
    COUNTS_AS,
    REDISTRIBUTE,
    COMMIT_ELEVENTH,
    COMMIT_TF36,
    RADAR,
    ACE,
    BUILD,
    GENERAL_REGROUP,
    MARK,
    RECON,
    REPLY,
    AIR_MISSION,
    NAVAL_MISSION,
    PASS,
    STAGE,
    RAID,
    LAND,
    MARCH,
    ATTACK,
    FORTIFY,
    RECON_RETURN,
    WITHDRAW,
    ARRIVE,
    DISMANTLE,
)
