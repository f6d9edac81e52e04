"""A task force that has withdrawn does nothing more in the step [PH6.4, PR90]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.table.events_combat import Withdrew
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import AirStrikeRule, NavalInterception, SearchRule
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import begun, told
from tests.systems.pto.phase4 import APRIL, april
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import aboard, force, ship, small_game

HUNTING = (QUIET[0], NavalInterception(when="always"), *QUIET[2:])


def carriers_and_raiders() -> Game:
    """April 1942: Enterprise with a cruiser in Hawaiian Waters, Tone and Chikuma off Midway."""
    game = force(april(), "raiders", "JP", "MID", ship("tone", "CA"), ship("chikuma", "CA"))
    ships = (ship("enterprise", "CV", "US"), ship("astoria", "CA", "US"))
    return aboard(force(game, "tf-1", "US", "HAW", *ships), "US-CV42", "US", "enterprise")


FOUGHT = {
    "PH5.4 interception raiders v tf-1 P4B mid 2": 4,
    "PH6.1 r1 tone v enterprise P4B mid 3": 2,
    "PH6.1 r1 chikuma v astoria P4B mid 3": 2,
    "PH6.1 r1 astoria v chikuma P4B mid 3": 2,
}
STRUCK = {
    "D8 strike tf-1 P4C mid 1": 1,
    "PH8.3 enterprise-air v chikuma #1 P4C mid 2": 2,
    "PH8.3 enterprise-air v chikuma #2 P4C mid 2": 2,
}


@pytest.mark.parametrize("air", [False, True])
def test_ph8_9_carriers_that_withdrew_strike_no_more_in_that_step(air: bool) -> None:
    """Outgunned they break off; only an air offensive takes their aircraft to Midway then."""
    play = begun(replace(carriers_and_raiders(), initiative=ALLIED), dice=APRIL)
    found = {"PH5.6 search raiders P3.2 mid 1": 6}
    play.file(WASHINGTON, *QUIET[1:], Sail(tf="tf-1", standby=True), dice=found)
    play.file(TOKYO, *HUNTING, Sail(tf="raiders", standby=True))
    offensives = (
        Offensive(kind="sea", nation="US", stack="tf-1"),
        *((Offensive(kind="air", nation="US", targets=("MID",)),) if air else ()),
    )
    sail = Sail(tf="tf-1", path=("MID",), strike=False)
    strike = Strike(units=("enterprise-air",), area="MID", tf="raiders")
    events = play.file(
        WASHINGTON, *offensives, sail, strike, dice={**FOUGHT, **(STRUCK if air else {})}
    )
    assert [(one.tf, one.to_area) for one in told(events, Withdrew)] == [("tf-1", "HAW")]
    void = [(one.subject, one.cited, one.why) for one in told(events, Voided)]
    why = "⟨tf-1⟩ has withdrawn and does nothing more in this step"
    assert void == ([] if air else [("raiders", "PH6.4", why)])
    assert [one.units for one in told(events, RaidFlown)] == [("enterprise-air",)] * air


@pytest.mark.parametrize("met", [True, False])
def test_d11_2_carriers_that_withdrew_do_not_strike_who_sails_by(met: bool) -> None:
    """They have met a battleship and broken off; the convoy behind it passes unstruck."""
    game = force(small_game(), "line", "JP", "NOP", ship("yamato", "BB"))
    game = force(game, "convoy", "JP", "NOP", ship("tone", "CA"))
    ships = (ship("enterprise", "CV", "US"), ship("astoria", "CA", "US"))
    game = force(game, "tf-1", "US", "MID" if met else "HAW", *ships)
    game = aboard(game, "US-CV42", "US", "enterprise")
    search = SearchRule(when="areas", areas=("HAW",))
    bold = NavalInterception(when="always", areas=("MID",))
    striking = AirStrikeRule(when="worth", worth=1, cap=0)
    play = opened(game, QUIET, (search, bold, striking, QUIET[3]))
    shots = ("yamato v astoria", "astoria v yamato")
    fought = {
        "PH5.4 interception tf-1 v line P3.1 mid 2": 4,
        **{f"PH6.1 r1 {one} P3.1 mid 3": 2 for one in shots},
    }
    struck = {
        "D8 strike tf-1 P3.1 haw 2": 1,
        "PH8.3 enterprise-air v tone #1 P3.1 haw 3": 2,
        "PH8.3 enterprise-air v tone #2 P3.1 haw 3": 2,
    }
    found = {"PH5.6 search convoy P3.1 haw 1": 6}
    line = (Sail(tf="line", path=("MID",), strike=False),) if met else ()
    convoy = Sail(tf="convoy", path=("HAW",), strike=False)
    events = play.file(TOKYO, *line, convoy, dice={**found, **(fought if met else struck)})
    assert [(one.tf, one.to_area) for one in told(events, Withdrew)] == [("tf-1", "HAW")] * met
    assert [one.units for one in told(events, RaidFlown)] == [("enterprise-air",)] * (not met)
