"""Midway in June 1942, where Japan may append its first offensive to its file of phase 3 [F.2]."""

from pbem.systems.pto.table.orders import (
    Offensive,
    Strike,
)
from pbem.systems.pto.table.standing import (
    AirInterception,
    GoesFirst,
    NavalInterception,
    SearchRule,
    Submarines,
)
from tests.systems.pto.frontdoor import Campaign, scenario

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
    """June 1942 at Japan's file of phase 3; the initiative is Japan's, who goes second or first."""
    play = scenario("midway")
    play.file(JP, GoesFirst(side="enemy" if second else "own"), *QUIET)
    play.file(US, *QUIET, dice=FLYING)
    if second:
        play.file(US)
    return play
