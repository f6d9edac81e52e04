"""The first offensive, appended to the file of phase 3 and blind to its dice [F.2]."""

from collections.abc import Mapping

from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_play import Passed
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Debark,
    Engage,
    Offensive,
    Sail,
    Strike,
)
from pbem.systems.pto.table.standing import (
    AirInterception,
    Gunnery,
    NavalInterception,
    SearchRule,
)
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.appended import AIR, APPENDS, AT_PORT, G4M, JP, US, midway
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    force,
    in_words,
    ship,
    small_game,
    standing,
    told,
    troops,
)

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
        "Japanese: G4M 4th (g4m-4th) strikes the airfield at Midway (MWY) [P3.2.1]",
        "G4M 4th (g4m-4th) bombs the airfield at Midway (MWY): 8 + 1 = 9 against 10, miss [PH8.7]",
        "Japan: air offensive, Midway (MWY); 1 off the track [P4.0.1]",
        "Japanese: G4M 4th (g4m-4th) strikes the port at Midway (MWY) [P3.2.1]",
        "G4M 4th (g4m-4th) bombs the port at Midway (MWY): 9 + 1 = 10 against 10, hit, 0 left"
        " [PH8.7]",
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
        "Main Body (main-body) sails Wake Sea (WAK) - Bonin Sea (BON) [PH5.1]",
        "Main Body (main-body) stands by [P3.1.6]",
        "Japan: sea offensive, Main Body (main-body); 2 off the track [P4.0.1]",
        "Main Body (main-body) sails Bonin Sea (BON) - Wake Sea (WAK) - Midway Sea (MID) [PH5.1]",
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
        "jp-dd-1 is sunk at Midway Sea (MID) by washington [PH2.2]",
        "consorts stands by [P3.1.6]",
        "tokyo: 'offensive' of Japan is void: raiders is no task force of Japan on standby"
        " [P4B.1.B]",
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
    game = troops(game, "def-bn", "US", "MWY", move=0)
    play.table = replace(play.table, game=game)
    landing = (
        Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),
        Assault(units=("snlf",), area="MWY"),
        Attack(area="MWY"),
    )
    play.file("tokyo", OUT, *landing, dice=SUNK)
    assert in_words(play.events, play.game)[-1] == (
        "tokyo: 'offensive' of Japan is void: snlf is eliminated [P4A.2.B]"
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
        "The Japanese: 'offensive' of Japan is void: G4M 4th (g4m-4th) is lost [PH8.1]"
    )
    assert play.game.purses["JP"].track == 4
    assert play.asked == US
