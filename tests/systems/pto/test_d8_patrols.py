"""Who counts in a combat air patrol, and who of it turns back, from written orders [D8.3, D8.6]."""

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import JAPANESE
from pbem.systems.pto.table.events_combat import AirCombatBegun, CarriersCoordinated
from pbem.systems.pto.table.orders_month import Offensive, Pass, Sail, Strike
from pbem.systems.pto.table.standing import AirInterception, AirStrikeRule, SearchRule
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.phase4 import APRIL, april
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, afloat, air, fleet, opened
from tests.systems.pto.tabletop import based, force, holding, ship, small_game

FOUND = {"PH5.6 search kido P3.2 mid 1": 6, "PH5.6 search second P3.2 mid 2": 6}
OVER_MIDWAY = Offensive(kind="air", nation="JP", targets=("MWY",))
OFF_MIDWAY = Offensive(kind="air", nation="US", targets=("MID",))


def off_midway(japanese: tuple[Order, ...]) -> Campaign:
    """Three carriers and a fourth in a task force of its own in Midway Sea; bombers at Midway."""
    carriers = tuple((one, "CV", "J-CV41") for one in ("akagi", "kaga", "soryu"))
    game = afloat(replace(april(), initiative=JAPANESE), "kido", "JP", "MID", carriers)
    game = afloat(game, "second", "JP", "MID", (("hiryu", "CV", "J-CV41"),))
    play = begun(based(game, "B-25", "US", "MWY", "b-25-1", "b-25-2"), dice=APRIL)
    play.file(TOKYO, *japanese)
    play.file(WASHINGTON, *QUIET[1:], dice=FOUND)
    return play


def raids(play: Campaign, first: int, *carriers: str, tf: str = "kido") -> CarriersCoordinated:
    """An air offensive in which units of carriers bomb Midway, and its die."""
    strike = Strike(units=air(*carriers), area="MWY", at="airfield")
    bombs = {f"PH8.7 {one} v mwy airfield P4C mwy {first + 1}": 2 for one in air(*carriers)}
    play.file(TOKYO, OVER_MIDWAY, strike, dice={f"D8 strike {tf} P4C mwy {first}": 6, **bombs})
    return told(play.events, CarriersCoordinated)[-1]


def test_d8_6_the_committed_of_the_own_force_count_and_turn_back_first() -> None:
    """Not one of another force, and in a strike they do not count: those fly who fly."""
    play = off_midway(RISING)
    assert raids(play, 1, "soryu", "hiryu", tf="second").units == 2
    play.passes(WASHINGTON)
    alone = raids(play, 3, "kaga")
    assert (alone.units, alone.idle) == (1, ())
    strike = Strike(units=("b-25-1",), area="MID", tf="kido")
    dice = {"D8 CAP kido P4C mid 1": 3, "PH7.3 r1 akagi-air v b-25-1 P4C mid 1": 12}
    events = play.file(WASHINGTON, OFF_MIDWAY, strike, dice=dice)
    (patrol,) = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.idle, patrol.coordinated) == (3, air("kaga", "soryu"), False)
    assert patrol.aborted == air("kaga")
    assert told(events, AirCombatBegun)[0].interceptors == air("akagi")


def test_d8_6_units_of_a_damaged_carrier_do_not_count() -> None:
    """Soryu is hit while nobody rises; in the next offensive two do, and two are counted."""
    play = off_midway(QUIET)
    raids(play, 1, "soryu")
    strike = Strike(units=("b-25-1",), area="MID", tf="kido", aim=("soryu",))
    hit = {f"PH8.3 b-25-1 v soryu #{n} P4C mid 2": total for n, total in ((1, 10), (2, 2))}
    play.file(WASHINGTON, OFF_MIDWAY, strike, dice=hit)
    assert play.game.ships["soryu"].damaged
    play.file(TOKYO, Pass(), AirInterception(when="always"))
    shots = {f"PH7.3 r1 {one}-air v b-25-2 P4C mid 3": 12 for one in ("akagi", "kaga")}
    again = replace(strike, units=("b-25-2",))
    events = play.file(WASHINGTON, OFF_MIDWAY, again, dice={"D8 CAP kido P4C mid 3": 6, **shots})
    (patrol,) = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.idle) == (2, ())


def test_d8_6_whom_an_order_keeps_back_does_not_count() -> None:
    """Of Kaga and Akagi one rises: `keep` is counted for the force; Soryu is committed [F.4]."""
    kept = AirInterception(of="kido", when="always", keep=1)
    play = off_midway((*RISING, kept))
    raids(play, 1, "soryu")
    strike = Strike(units=("b-25-1",), area="MID", tf="kido")
    dice = {"D8 CAP kido P4C mid 1": 3, "PH7.3 r1 kaga-air v b-25-1 P4C mid 1": 12}
    events = play.file(WASHINGTON, OFF_MIDWAY, strike, dice=dice)
    (patrol,) = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.idle, patrol.coordinated) == (2, air("soryu"), True)
    assert told(events, AirCombatBegun)[0].interceptors == air("kaga")


def passing_wake() -> Game:
    """Three American carriers on the way to Wake, which has Japanese bombers; prey off Midway."""
    game = holding(afloat(small_game(), "tf-1", "US", "HAW", fleet(3, "US-CV42")), "JP", "WKE")
    game = based(game, "G4M", "JP", "WKE", "g4m")
    return force(game, "prey", "JP", "MID", ship("tone", "CA"))


def test_d8_6_a_unit_that_turned_back_on_the_way_is_in_the_air() -> None:
    """Of two that strike one turns back, committed; the third alone is the patrol off Wake."""
    blind = SearchRule(when="areas", areas=("WAK",))
    japanese = (blind, QUIET[1], AirInterception(when="never"))
    allied = (SearchRule(), QUIET[1], AirStrikeRule(when="worth", cap=34), RISING[-1])
    play = opened(passing_wake(), japanese, allied)
    play.file(TOKYO)
    dice = {
        "PH5.6 search prey by tf-1 P3.1 mid 1": 6,
        "D8 strike tf-1 P3.1 mid 2": 1,
        "PH8.3 cv-2-air v tone #1 P3.1 mid 3": 12,
        "PH8.3 cv-2-air v tone #2 P3.1 mid 3": 2,
        "PH5.6 search tf-1 P3.1 wak 1": 6,
        "D8 CAP tf-1 P3.1 wak 2": 6,
        "PH7.3 r1 cv-3-air v g4m P3.1 wak 2": 12,
    }
    events = play.file(WASHINGTON, Sail(tf="tf-1", path=("MID", "WAK")), dice=dice)
    strike, patrol = told(events, CarriersCoordinated)
    assert (strike.units, strike.aborted) == (2, air("cv-1"))
    assert (patrol.units, patrol.idle) == (1, ())
