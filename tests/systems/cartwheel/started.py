"""Games of the scenarios that ship, set up as a genesis sets them up."""

from functools import cache

from pbem.engine.steps import Seat, Setup
from pbem.systems.cartwheel.rules.r17_setup import ORDER, set_up
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.rulebook import scenario_table
from tests.systems.cartwheel.tabletop import CHARTS

SEATS = {"japanese": "rabaul", "allied": "sydney"}


def setup_of(name: str) -> Setup:
    """What the rules are told of a genesis of that scenario."""
    seats = tuple(
        Seat(name=SEATS[side], side=side, holder=side, email="", key="") for side in ORDER
    )
    return Setup(scenario=scenario_table(name), seats=seats, options={"witness": "opponent"})


@cache
def started(name: str = "campaign") -> Game:
    """A scenario's game before its first turn."""
    return set_up(setup_of(name), CHARTS)
