"""Midway in June 1942, where Japan may append its first offensive to its file of phase 3 [F.2]."""

from pbem.systems.pto.table.orders_month import Offensive, Strike
from pbem.systems.pto.table.standing import (
    AirInterception,
    GoesFirst,
    NavalInterception,
    SearchRule,
    Submarines,
)
from tests.systems.pto.frontdoor import Campaign, later, scenario

JP, US = "japanese", "allied"
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
QUIET = (
    SearchRule(when="never"),
    NavalInterception(when="never"),
    Submarines(intercept="never"),
    AirInterception(when="never"),
)
APPENDS = "18/P4.0"
G4M = "g4m-4th"
AIR = Offensive(kind="air", nation="JP", targets=("MWY",))
AT_PORT = Strike(units=(G4M,), area="MWY", at="port", appended=True)


def midway(*, second: bool = True) -> Campaign:
    """June 1942 at Japan's file of phase 3, who has the initiative and goes second or first.

    Only a month that opens its scenario leaves no choice [F.2.4]: here another one came before.
    """
    goes = GoesFirst(side="enemy" if second else "own")
    play = later(scenario("midway").game, {JP: (goes, *QUIET), US: QUIET}, FLYING)
    if second:
        play.file(US)
    return play
