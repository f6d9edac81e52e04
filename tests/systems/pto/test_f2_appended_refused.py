"""What a file may hold that appends an offensive to its phase 3, and what is refused [F.2]."""

from collections.abc import Mapping

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import CarriersCoordinated
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.orders_month import (
    Attack,
    Form,
    March,
    Offensive,
    Pass,
    Sail,
    Strike,
    Transfer,
)
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    Declines,
    GoesFirst,
    SearchRule,
)
from pbem.systems.pto.table.state import Month, Purse
from tests.systems.pto.appended import AIR, APPENDS, AT_PORT, FLYING, G4M, JP, QUIET, US, midway
from tests.systems.pto.frontdoor import Campaign, begun, later, scenario
from tests.systems.pto.partners import LONDON, with_london
from tests.systems.pto.phase4 import april, land
from tests.systems.pto.skies import WASHINGTON
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    holding,
    small_game,
    told,
)

# --- refused -------------------------------------------------------------------------------------


def refusals(play: Campaign, *orders: Order) -> list[tuple[str, str, str]]:
    return [(one.where, f"{one.what} [{one.rule}]", one.hint) for one in play.problems(*orders)]


LATER = "perform it in phase 4, when you are asked"


def test_f_2_who_goes_first_appends_nothing() -> None:
    why = "no offensive is appended to this file: the Japanese go first in phase 3 [F.2]"
    assert refusals(midway(second=False), AIR, AT_PORT) == [
        ("order 1", why, LATER),
        ("order 2, key 'appended'", why, LATER),
    ]


def test_f_2_who_lacks_the_initiative_appends_nothing() -> None:
    play = midway(second=False)
    play.file(JP)
    assert APPENDS not in play.view().decision.covers
    why = "no offensive is appended to this file: the Japanese have the initiative [F.2]"
    land = Offensive(kind="land", nation="US", theatres=("North",))
    assert refusals(play, land, March(unit="us-25th-div", path=("OAH",))) == [
        ("order 1", why, LATER),
        ("order 2", why, LATER),
    ]


@pytest.mark.parametrize("out", [Pass(rest=True), Declines()])
def test_f_2_one_offensive_is_appended_though_its_seat_is_out_then(out: Order) -> None:
    """The first slot is filled: a partner's offensive is no second one of it [PH13.4]."""
    game = replace(april(), month=Month(first="japanese"), initiative="allied")
    play = begun(with_london(game), "P3.1-second")
    play.file(WASHINGTON, land("US", "Philippines"), out)
    assert play.asked == LONDON
    assert "16/P4.0" not in play.view().decision.covers
    malaya = land("UK", "Malaya")
    why = "no offensive is appended to this file: the first one is washington's [F.2]"
    assert refusals(play, malaya) == [("order 1", why, LATER)]
    events = play.file(LONDON)
    assert [one.nation for one in told(events, OffensiveBegun)] == ["US"]


def test_f_2_appended_has_no_meaning_in_an_offensive_of_its_own() -> None:
    play = midway()
    play.file(JP)
    what = "'appended' is for a file of phase 3 that ends with an offensive [F.2]"
    assert refusals(play, AIR, AT_PORT) == [("order 2, key 'appended'", what, "leave it out")]


ADD = "add an 'offensive' order"


def test_f_2_orders_need_the_offensive_that_they_carry_out() -> None:
    play = midway()
    for order, hint in (
        (AT_PORT, f"{ADD} of kind sea or air; without 'appended' it is for phase 3"),
        (Attack(area="MWY"), f"{ADD} of kind land"),
        (March(unit="jp-2nd-eng", path=("MWY",)), f"{ADD} of kind land"),
    ):
        what = f"'{order.type}' belongs to an offensive that the file does not append [P4.0.2]"
        assert refusals(play, order) == [("order 1", what, hint)]


def test_f_2_a_pass_is_not_appended() -> None:
    (words,) = midway().refused(Pass())
    assert words == "before phase 4 a pass only rests for the month [F.2.6]"


def test_f_2_a_force_that_does_not_stand_by_is_refused_beforehand() -> None:
    sea = Offensive(kind="sea", nation="JP", stack="main-body")
    far = Sail(tf="main-body", path=("MID", "HAW"), standby=False)
    assert [what for _, what, _ in refusals(midway(), far, sea)] == [
        "Main Body (main-body) is no task force of Japan on standby [P4B.1.B]"
    ]


def test_f_6_6_phases_are_judged_apart_and_each_for_itself() -> None:
    play = midway()
    raid = Strike(units=(G4M,), area="MWY", at="airfield")
    assert refusals(play, raid, AIR, AT_PORT) == []
    twice = "G4M 4th (g4m-4th) is ordered to fly twice: see order 2 [F.6.6]"
    assert twice in play.refused(AIR, AT_PORT, replace(AT_PORT, at="airfield"))
    assert "G4M 4th (g4m-4th) is ordered to fly twice: see order 1 [F.6.6]" in play.refused(
        raid, raid
    )


def test_f_2_aircraft_strike_from_where_phase_3_takes_them() -> None:
    """H6K Wake makes room; the G3M of Kwajalein reaches Midway from Wake alone [PH8.8]."""
    play = midway()
    strike = Strike(units=("g3m-chitose",), area="MWY", at="port", appended=True)
    over = (
        Transfer(units=("h6k-wake",), to="KWA"),
        Transfer(units=("g3m-chitose",), to="WKE"),
    )
    assert refusals(play, *over, AIR, strike) == []
    (_, what, _) = refusals(play, AIR, strike)[0]
    assert what.endswith("[PH1.3]")


def test_f_6_5_a_strike_of_the_offensive_keeps_nobody_in_phase_3() -> None:
    play = midway()
    kb1 = "j-cv41-kb1"
    sea = Offensive(kind="sea", nation="JP", stack="kido-butai")
    orders = (
        Sail(tf="kido-butai", standby=True),
        sea,
        Sail(tf="kido-butai", path=("MID",), appended=True),
        Strike(units=(kb1,), area="MWY", at="port", appended=True),
    )
    assert PTO.foretell
    assert PTO.foretell(play.view(), orders, CHARTS).costs == (
        "The sea offensive of Japan with ⟨kido-butai⟩ takes 2 of the 4 on its track: 2 for each"
        " force with a battleship [PH12.2, D13.3]",
        f"⟨{kb1}⟩ is kept for the strike appended, not in phase 3 but while ships of its offensive"
        " move: it neither rises nor strikes back then [F.6.5]",
        "Japan has 6 EP and 2 offensives left; ships that go home or stay at sea take 4 EP of it",
    )
    game = play.game
    for order in orders:
        game = PTO.stand(game, JP, order, 1)
    assert not is_kept(game, game.air[kb1])


def test_d8_6_the_committed_whom_the_file_keeps_do_not_count() -> None:
    """KB1 and KB2 turned back in phase 3; the offensive's strike, now void, keeps them on deck.

    Off Wake n is 2, those that rise: 3 − 1 is enough [D8.6, F.6.5]. The offensive is performed for
    the patrol of Main Body [PR89].
    """
    japanese = (GoesFirst(side="enemy"), AirInterception(of="JPN", when="never"), QUIET[0])
    never = (AirInterception(when="never"), AirStrikeRule(of="US", when="never"))
    eyes = SearchRule(of="US", when="areas", areas=("MID",))
    bombers = AirStrikeRule(of="MWY", escorts=0)
    allied = (*QUIET[1:3], *never, eyes, bombers)
    play = later(scenario("midway").game, {JP: japanese, US: allied}, FLYING)
    play.file(US, dice={"PH5.6 search jp-mid-boats P3.2 mid 1": 1})
    kido, kb = "kido-butai", tuple(f"j-cv41-kb{n}" for n in (1, 2, 3, 4))
    fights = {"P3.1 mid": "vmsb-241", "P4B wak": "b-25-69bs"}
    dice: Mapping[str, Faces] = {
        "PH5.6 search kido-butai P3.1 mid 1": 6,
        **{f"D8 CAP {kido} {tag} 2": 3 for tag in fights},
        **{
            f"PH7.3 r1 {one} v {raider} {tag} 2": 12
            for tag, raider in fights.items()
            for one in kb[2:]
        },
    }
    orders = (
        Sail(tf=kido, path=("MID",), standby=True, strike=False),
        Sail(tf="main-body", path=("BON", "WAK"), standby=True),
        Offensive(kind="sea", nation="JP", stack=kido, stacks=("main-body",)),
        Sail(tf=kido, path=("WAK", "MID"), strike=False, appended=True),
        Sail(tf="main-body", path=("BON",), appended=True),
        Strike(units=kb[:2], area="MWY", at="port", appended=True),
    )
    events = play.file(JP, *orders, dice=dice)
    first, second = told(events, CarriersCoordinated)
    assert (first.units, first.coordinated, first.aborted) == (4, False, kb[:2])
    assert (second.units, second.idle, second.coordinated) == (2, (), True)


def test_d3c_a_fighter_that_has_ferried_does_not_fly_in_the_offensive() -> None:
    """The P-38 is committed in Alaska, the B-25 beside it is not; bombers fly on [D3c, PH8.1]."""
    game = holding(small_game(month=4), "JP", "KIS")
    game = based(based(game, "P-38", "US", "WCO", "p-38"), "B-25", "US", "WCO", "b-25")
    game = game.with_purse("US", Purse(points=9, track=1))
    game = replace(game, initiative="allied", month=replace(game.month, first="japanese"))
    play = begun(game, "P3.1-second")
    air = Offensive(kind="air", nation="US", targets=("KIS",))
    over = Transfer(units=("b-25", "p-38"), to="ALA")
    raid = Strike(units=("b-25",), area="KIS", at="airfield", appended=True)
    assert play.refused(over, air, raid) == []
    assert play.refused(over, air, replace(raid, units=("b-25", "p-38"))) == [
        "P-38 p-38 (p-38) is committed [PH8.1]"
    ]
    assert play.refused(over, air, replace(raid, escorts=("p-38",))) == [
        "P-38 p-38 (p-38) is committed [PH8.1]"
    ]


def test_d13_3_a_force_that_the_file_forms_of_battleships_is_told_at_its_price() -> None:
    """GP41 from a file of phase 3: the van that it forms takes two, Main Body without BB one."""
    play = midway()
    van = (
        Form(tf="van", ships=("nagato", "yamato", "mutsu")),
        Sail(tf="van", standby=True),
        Sail(tf="main-body", standby=True),
    )
    assert PTO.foretell
    great = ": 2 for each force with a battleship [PH12.2, D13.3]"
    for stack, taken, why in (("van", 2, great), ("main-body", 1, " [PH12.2]")):
        orders = (*van, Offensive(kind="sea", nation="JP", stack=stack))
        assert play.refused(*orders) == []
        assert PTO.foretell(play.view(), orders, CHARTS).costs == (
            f"The sea offensive of Japan with ⟨{stack}⟩ takes {taken} of the 4 on its track{why}",
            f"Japan has 6 EP and {4 - taken} offensives left; ships that go home or stay at sea"
            " take 4 EP of it",
        )
    play.file(JP, *van, Offensive(kind="sea", nation="JP", stack="van"))
    assert play.game.purses["JP"].track == 2


def test_f_6_5_the_force_that_the_file_forms_frees_its_aircraft() -> None:
    """`strike` = true of the force that Akagi joins, not of the one that she leaves."""
    play = midway()
    raid = Strike(units=("j-cv41-kb1",), area="MWY", at="airfield")
    orders = (
        Form(tf="van", ships=("akagi",)),
        Sail(tf="van", path=("MID",), strike=True),
        raid,
    )
    assert play.refused(*orders) == []
    assert PTO.foretell
    found = PTO.foretell(play.view(), orders, CHARTS)
    assert not any("is kept" in words for words in found.costs)
    assert found.warnings == (
        "⟨j-cv41-kb1⟩ may answer what ⟨van⟩ meets on the way, and be gone when the strike at"
        " ⟨MWY⟩ is due: strike = true [F.6.5]",
    )
