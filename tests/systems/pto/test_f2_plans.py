"""Month-end orders that were given before the table changed under them [F.2.2]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_economy import RepairTried
from pbem.systems.pto.table.orders import March, Pass, Repair
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import FLYING, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import Faces, holding, in_words, told, troops

FAIR: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
"""The dice of a fair May."""


def port_moresby_falls(*ahead: Order) -> Campaign:
    """Japan takes it, damaged as it is, after the Allies have passed with orders for it."""
    game = troops(replace(april(), turn=turn_of(1942, 5)), "army", "JP", "LAE", move=3)
    game = holding(game, "JP", "LAE")
    game = game.with_area("PTM", replace(game.areas["PTM"], port=0, airfield=2))
    offensive = land("JP", "Bismarcks")
    play = at_phase_4(game, FAIR)
    play.file(TOKYO, offensive)
    play.file(WASHINGTON, Pass(), *ahead)
    play.file(TOKYO, offensive, March(unit="army", path=("PTM",)))
    play.file(WASHINGTON, Pass(ends=not ahead))
    assert play.game.areas["PTM"].nation == "JP"
    return play


def test_f_2_2_an_area_is_repaired_by_the_seat_that_has_it_now() -> None:
    """What the other one ordered for it is void, and does not speak for its captor [P6.3.2]."""
    play = port_moresby_falls(Repair(area="PTM", what="port"))
    mine = Repair(area="PTM", what="airfield")
    events = play.file(TOKYO, Pass(), mine, dice={"PH14.4 repair ptm airfield": 6, **FLYING})
    assert [one.what for one in told(events, RepairTried)] == ["airfield"]
    assert (
        "washington: 'repair' of Port Moresby (PTM) is void: Port Moresby belongs to Japan"
        " [PH14.4]" in in_words(events)
    )


def test_ph14_4_without_an_order_of_the_captor_the_airfield_comes_first() -> None:
    play = port_moresby_falls(Repair(area="PTM", what="port"))
    dice: dict[str, Faces] = {"PH14.4 repair ptm airfield": 6, **FLYING}
    events = play.file(TOKYO, Pass(ends=True), dice=dice)
    assert [one.what for one in told(events, RepairTried)] == ["airfield"]
