"""The first offensive, appended to the file of phase 3 and blind to its dice [F.2]."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.rules.f6_kept import is_kept
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import CarriersCoordinated
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_play import Passed
from pbem.systems.pto.table.orders import (
    Assault,
    Attack,
    Debark,
    Engage,
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
    GoesFirst,
    Gunnery,
    NavalInterception,
    SearchRule,
    Submarines,
)
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    force,
    holding,
    in_words,
    ship,
    small_game,
    standing,
    told,
    troops,
)

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


# --- performed -----------------------------------------------------------------------------------


def test_f_2_the_side_with_the_initiative_appends_its_first_offensive() -> None:
    """One file holds a strike of phase 3 and one of the offensive by the same unit, with its dice.

    The next file is the enemy's offensive; after it Japan is asked for its second one.
    """
    play = midway()
    assert APPENDS in play.view().decision.covers
    dice: Mapping[str, Faces] = {
        f"PH8.7 {G4M} v mwy airfield P3.2 mwy 2": 8,
        f"PH8.7 {G4M} v mwy port P4C mwy 2": 9,
    }
    raid = Strike(units=(G4M,), area="MWY", at="airfield")
    play.file(JP, raid, AIR, AT_PORT, dice=dice)
    assert in_words(play.events, play.game) == [
        "Japanese: G4M 4th strikes the airfield at Midway (MWY) [P3.2.1]",
        "G4M 4th bombs the airfield at Midway (MWY): 8 + 1 = 9 against 10, miss [PH8.7]",
        "Japan: air offensive, Midway (MWY); 1 off the track [P4.0.1]",
        "Japanese: G4M 4th strikes the port at Midway (MWY) [P3.2.1]",
        "G4M 4th bombs the port at Midway (MWY): 9 + 1 = 10 against 10, hit, 0 left [PH8.7]",
    ]
    assert (play.game.areas["MWY"].port, play.game.areas["MWY"].airfield) == (0, 5)
    assert play.game.air[G4M].committed
    assert play.game.purses["JP"].track == 3
    month = play.game.month
    assert (month.offensives, month.passes, month.to_act) == (1, 0, US)
    assert play.asked == US
    assert play.view().decision.covers == ("18/P4",)
    assert PTO.agenda
    assert PTO.agenda(play.game, play.view().decision, CHARTS)[0] == (
        "June 1942, offensives: the 2nd of the month, of the United States, or a pass"
    )


def test_f_2_the_month_ends_after_two_passes_and_none_is_counted_before() -> None:
    play = midway()
    play.file(JP, AIR, AT_PORT, dice={f"PH8.7 {G4M} v mwy port P4C mwy 2": 2})
    assert not told(play.events, Passed)
    play.passes(US)
    assert (play.asked, play.game.month.passes) == (JP, 1)
    play.passes(JP)
    assert play.view().decision.covers[0] == "18/P5-first"


def test_f_2_the_enemys_offensive_comes_next_and_then_the_second_of_ones_own() -> None:
    play = midway()
    play.file(JP, AIR, AT_PORT, dice={f"PH8.7 {G4M} v mwy port P4C mwy 2": 2})
    play.file(US, Offensive(kind="land", nation="US", theatres=("Central Pacific",)))
    play.file(JP, Offensive(kind="land", nation="JP", theatres=("North",)))
    assert (play.asked, play.game.month.offensives) == (US, 3)


def test_f_2_a_force_that_the_file_marks_standby_acts_in_it() -> None:
    """It sails in phase 3, and again in the offensive; both are in one file [P3.1.6, F.6.6]."""
    play = midway()
    stand_by = Sail(tf="main-body", path=("BON",), standby=True)
    sea = Offensive(kind="sea", nation="JP", stack="main-body")
    play.file(JP, stand_by, sea, Sail(tf="main-body", path=("WAK", "MID"), appended=True))
    assert in_words(play.events, play.game) == [
        "Main Body sails Wake Sea (WAK) - Bonin Sea (BON) [PH5.1]",
        "Main Body stands by [P3.1.6]",
        "Japan: sea offensive, Main Body; 2 off the track [P4.0.1]",
        "Main Body sails Bonin Sea (BON) - Wake Sea (WAK) - Midway Sea (MID) [PH5.1]",
    ]
    assert {one.mark for one in play.game.ships_in("main-body")} == {"activated"}


def test_f_2_a_land_offensive_is_appended_without_a_word_more() -> None:
    play = midway()
    attack = Offensive(kind="land", nation="JP", theatres=("North",))
    play.file(JP, attack)
    assert told(play.events, OffensiveBegun)[0].where == ("North",)


def test_f_2_without_one_the_first_offensive_has_a_file_of_its_own() -> None:
    play = midway()
    play.file(JP)
    assert (play.asked, play.view().decision.covers) == (JP, ("18/P4",))
    assert (play.game.month.offensives, play.game.month.to_act) == (0, JP)


# --- what the dice of the file have made impossible ----------------------------------------------


def two_destroyers() -> Campaign:
    """Japan goes second, with the initiative, with two task forces of one destroyer each."""
    game = small_game()
    game = replace(game, month=replace(game.month, first=US))
    game = force(game, "raiders", "JP", "WAK", ship("jp-dd-1", "DD"))
    game = force(game, "consorts", "JP", "WAK", ship("jp-dd-2", "DD"))
    game = force(game, "tf-1", "US", "MID", ship("washington", "BB", "US"))
    game = game.with_purse("JP", Purse(points=3, track=3)).with_purse(
        "US", Purse(points=9, track=1)
    )
    game = standing(game, "tokyo", SearchRule(when="never"))
    rules = (SearchRule(when="never"), NavalInterception(when="always"))
    game = standing(game, "washington", *rules)
    return begun(game, "P3.1-second")


OUT, READY = Sail(tf="raiders", path=("MID",), standby=True), Sail(tf="consorts", standby=True)
MEET = Engage(tf="raiders", enemy="tf-1", appended=True)
ON = Sail(tf="consorts", path=("MSH",), appended=True)
SUNK: Mapping[str, Faces] = {
    "PH5.4 interception tf-1 v raiders P3.1 mid 2": 4,
    "PH6.1 r1 washington v jp-dd-1 P3.1 mid 3": 8,
}


def test_f_2_an_offensive_without_its_command_stack_is_void_and_costs_nothing() -> None:
    """The slot is used up without a pass: the US performs, then both pass and the month ends."""
    play = two_destroyers()
    alone = Offensive(kind="sea", nation="JP", stack="raiders")
    play.file("tokyo", OUT, READY, alone, MEET, dice=SUNK)
    assert in_words(play.events, play.game)[-3:] == [
        "jp-dd-1 is sunk [PH2.2]",
        "consorts stands by [P3.1.6]",
        "tokyo: 'offensive' of JP is void: raiders is no task force of Japan on standby [P4B.1.B]",
    ]
    assert (play.game.purses["JP"].track, play.game.purses["JP"].points) == (3, 3)
    assert (play.game.month.offensives, play.game.month.passes) == (0, 0)
    play.file("washington", Offensive(kind="land", nation="US", theatres=("North",)))
    play.file("tokyo", Offensive(kind="sea", nation="JP", stack="consorts"))
    play.passes("washington")
    play.passes("tokyo")
    assert play.step == "P5-first"


def test_f_2_a_force_that_was_sunk_is_left_out_and_the_others_act() -> None:
    play = two_destroyers()
    both = Offensive(kind="sea", nation="JP", stack="consorts", stacks=("raiders",))
    play.file("tokyo", OUT, READY, both, MEET, ON, dice=SUNK)
    assert in_words(play.events, play.game)[-3:] == [
        "tokyo: 'offensive' of raiders is void: raiders is no task force of Japan on standby"
        " [P4B.1.B]",
        "Japan: sea offensive, consorts; 1 off the track [P4.0.1]",
        "consorts sails Wake Sea (WAK) - Marshalls Sea (MSH) [PH5.1]",
    ]


def test_f_2_a_landing_whose_transport_was_sunk_is_void_as_a_whole() -> None:
    play = two_destroyers()
    game = force(play.game, "raiders", "JP", "WAK", ship("jp-dd-1", "STP"))
    game = troops(game, "snlf", "JP", "jp-dd-1")
    play.table = replace(play.table, game=game)
    landing = (
        Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),
        Assault(units=("snlf",), area="MWY"),
        Attack(area="MWY"),
    )
    play.file("tokyo", OUT, *landing, dice=SUNK)
    assert in_words(play.events, play.game)[-1] == (
        "tokyo: 'offensive' of JP is void: snlf is eliminated [P4A.2.B]"
    )
    assert play.game.purses["JP"].track == 3
    assert (play.asked, play.game.month.passes) == ("washington", 0)


def test_pr10_who_was_to_land_and_could_not_stays_aboard_in_phase_5() -> None:
    """The raiders are stopped off Midway; off Wake the other unit lands, so the offensive holds."""
    play = two_destroyers()
    game = force(play.game, "raiders", "JP", "WAK", ship("maya", "CA"), ship("jp-dd-1", "STP"))
    game = force(game, "consorts", "JP", "WAK", ship("jp-dd-2", "STP"))
    game = troops(troops(game, "snlf", "JP", "jp-dd-1"), "second", "JP", "jp-dd-2")
    play.table = replace(play.table, game=standing(game, "tokyo", Gunnery(stay=True)))
    orders = (
        Sail(tf="raiders", path=("MID", "HAW")),
        Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),
        Assault(units=("snlf",), area="OAH"),
        Assault(units=("second",), area="WKE"),
    )
    dice: Mapping[str, Faces] = {
        "PH5.4 interception tf-1 v raiders P3.1 mid 2": 4,
        **{
            f"PH6.1 r{n} {shot} P3.1 mid 3": 2
            for n in (1, 2, 3)
            for shot in ("washington v maya", "maya v washington")
        },
    }
    play.file("tokyo", *orders, dice=dice)
    assert play.game.areas["WKE"].nation == "JP"
    assert play.game.ground["snlf"].ship == "jp-dd-1"
    play.passes("washington")
    play.passes("tokyo")
    assert play.refused(Debark(unit="snlf", area="MWY")) == [
        "an offensive of this month named snlf [P5.1]"
    ]


def test_f_2_a_raid_whose_bomber_was_shot_down_is_void_as_a_whole() -> None:
    """VMF 221 meets the strike of phase 3; the unit that the offensive counts on is lost in it."""
    play = midway()
    fights = standing(play.game, US, AirInterception(when="always"))
    play.table = replace(play.table, game=fights)
    raid = Strike(units=(G4M,), area="MWY", at="airfield")
    dice: Mapping[str, Faces] = {f"PH7.3 r1 vmf-221 v {G4M} P3.2 mwy 1": 12}
    play.file(JP, raid, AIR, AT_PORT, dice=dice)
    assert in_words(play.events, play.game)[-1] == (
        "japanese: 'offensive' of JP is void: G4M 4th is lost [PH8.1]"
    )
    assert play.game.purses["JP"].track == 4
    assert play.asked == US


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
    assert words == "'pass' is not asked for in this file [PH13.3]"


def test_f_2_a_force_that_does_not_stand_by_is_refused_beforehand() -> None:
    sea = Offensive(kind="sea", nation="JP", stack="main-body")
    far = Sail(tf="main-body", path=("MID", "HAW"), standby=False)
    assert [what for _, what, _ in refusals(midway(), far, sea)] == [
        "Main Body is no task force of Japan on standby [P4B.1.B]"
    ]


def test_f_6_6_phases_are_judged_apart_and_each_for_itself() -> None:
    play = midway()
    raid = Strike(units=(G4M,), area="MWY", at="airfield")
    assert refusals(play, raid, AIR, AT_PORT) == []
    twice = "G4M 4th is ordered to fly twice: see order 2 [F.6.6]"
    assert twice in play.refused(AIR, AT_PORT, replace(AT_PORT, at="airfield"))
    assert "G4M 4th is ordered to fly twice: see order 1 [F.6.6]" in play.refused(raid, raid)


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
        "the sea offensive of Japan takes 2 of the 4 on its track [PH12.2]",
        f"⟨{kb1}⟩ is kept for the strike ordered while ships move [F.6.5]",
        "Japan has 6 EP and 2 offensives left",
    )
    game = play.game
    for order in orders:
        game = PTO.stand(game, JP, order, 1)
    assert not is_kept(game, game.air[kb1])


def test_d8_6_the_committed_whom_the_file_keeps_do_not_count() -> None:
    """KB1 and KB2 turned back in phase 3; the offensive's strike, now void, keeps them on deck.

    Off Wake n is 2, those that rise: 3 − 1 is enough [D8.6, F.6.5].
    """
    play = scenario("midway")
    play.file(JP, GoesFirst(side="enemy"), AirInterception(of="JPN", when="never"), QUIET[0])
    never = (AirInterception(when="never"), AirStrikeRule(of="US", when="never"))
    eyes = SearchRule(of="US", when="areas", areas=("MID",))
    bombers = AirStrikeRule(of="MWY", escorts=0)
    play.file(US, *QUIET[1:3], *never, eyes, bombers, dice=FLYING)
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
        Offensive(kind="sea", nation="JP", stack=kido),
        Sail(tf=kido, path=("WAK", "MID"), strike=False, appended=True),
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
    for stack, taken in (("van", 2), ("main-body", 1)):
        orders = (*van, Offensive(kind="sea", nation="JP", stack=stack))
        assert play.refused(*orders) == []
        assert PTO.foretell(play.view(), orders, CHARTS).costs == (
            f"the sea offensive of Japan takes {taken} of the 4 on its track [PH12.2]",
            f"Japan has 6 EP and {4 - taken} offensives left",
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
