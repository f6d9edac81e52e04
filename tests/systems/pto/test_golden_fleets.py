"""Golden examples of sea offensives, played from written orders [GP34-42, GP77, P4B, D13.3]."""

from dataclasses import replace

from pbem.systems.pto.events_land import OffensiveBegun
from pbem.systems.pto.events_naval import Sailed
from pbem.systems.pto.orders import Engage, Offensive, Sail, Strike
from pbem.systems.pto.standing import (
    AirInterception,
    AirStrikeRule,
    NavalInterception,
    SearchRule,
    StandingOrder,
)
from pbem.systems.pto.state import Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.tabletop import boat, force, ship, small_game

JP, US = "japanese", "allied"
QUIET = (
    SearchRule(when="never"),
    NavalInterception(when="never", counter="never"),
    AirStrikeRule(when="never"),
    AirInterception(when="never"),
)
"""Standing orders by which nobody rolls a die for the enemy's moves."""
MAIN, SUPPORT, KIDO = "main-body", "support", "kido-butai"


def sea(nation: str, stack: str, *stacks: str) -> Offensive:
    return Offensive(kind="sea", nation=nation, stack=stack, stacks=stacks)


def midway(*, american: tuple[StandingOrder, ...] = QUIET) -> Campaign:
    """June 1942 at its first offensive: the fleets of both sides stand by where they began."""
    grounded = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
    play = scenario("midway")
    play.file(JP, *QUIET)
    play.file(US, *american, dice=grounded)
    play.file(JP, *(Sail(tf=tf, standby=True) for tf in (MAIN, SUPPORT, KIDO)))
    searches = {"PH5.6 search jp-mid-boats P3.2 mid 1": 5} if american != QUIET else {}
    play.file(US, *(Sail(tf=tf, standby=True) for tf in ("tf-16", "tf-17")), dice=searches)
    return play


def track(play: Campaign, nation: str) -> int:
    return play.game.purses[nation].track


AGAIN = "was activated earlier this month and does not act again (P4B.1.C)"
NO_STANDBY = "'main-body' is no task force of JP on standby (P4B.1.B)"


def test_gp77_a_force_acts_in_the_offensive_that_names_it_and_in_no_later_one() -> None:
    """Neither battleships nor carriers of a first offensive act in the second [P4B.1.C, PH8.9]."""
    play = midway(american=(*QUIET, SearchRule(of="MWY", when="areas", areas=("MID",))))
    found = {"PH5.6 search main-body P4B mid 1": 3}
    play.file(JP, sea("JP", MAIN), Sail(tf=MAIN, path=("MID",)), dice=found)
    assert (track(play, "JP"), play.game.forces[MAIN].at) == (2, "MID")
    strike = Strike(units=("us-cv42-enterprise",), area="MID", tf=MAIN, aim=("mutsu",))
    bombs = {
        "PH5.6 search jp-mid-boats P4C mid 1": 5,
        "D8 strike tf-16 P4C mid 2": 1,
        "PH8.3 us-cv42-enterprise v mutsu #1 P4C mid 3": 2,
        "PH8.3 us-cv42-enterprise v mutsu #2 P4C mid 3": 3,
    }
    play.file(US, sea("US", "tf-16"), strike, dice=bombs)
    assert track(play, "US") == 1
    second = sea("JP", SUPPORT)
    assert play.refused(second, Sail(tf=MAIN, path=("HAW",))) == [f"'main-body' {AGAIN}"]
    assert play.refused(second, Engage(tf=MAIN, enemy="us-mid-boats")) == [f"'main-body' {AGAIN}"]
    assert play.refused(sea("JP", SUPPORT, MAIN)) == [NO_STANDBY]
    assert play.refused(sea("JP", MAIN)) == [NO_STANDBY]
    play.file(JP, second)
    assert (track(play, "JP"), told(play.events, OffensiveBegun)[0].track) == (1, 1)
    other = sea("US", "tf-17")
    hornet = replace(strike, units=("us-cv42-hornet",))
    assert play.refused(other, hornet) == [f"'tf-16' {AGAIN}"]
    assert play.refused(other, replace(strike, units=("us-cv42-yorktown",))) == []
    play.file(US, other, dice={"PH5.6 search jp-mid-boats P4C mid 4": 5})
    assert track(play, "US") == 0


def test_gp77_named_at_once_both_act_for_one_price() -> None:
    """One task force with battleships takes two offensives, the cruisers come with it [D13.3]."""
    play = midway()
    moves = (Sail(tf=MAIN, path=("MID",)), Sail(tf=SUPPORT, path=("BON",)))
    events = play.file(JP, sea("JP", MAIN, SUPPORT), *moves)
    assert [one.tf for one in told(events, Sailed)] == [MAIN, SUPPORT]
    assert track(play, "JP") == 2


def test_p4b_1_c_a_force_that_nobody_names_does_not_act() -> None:
    """It is told how it could [P4B.1.C]."""
    play = midway()
    (problem,) = play.problems(sea("JP", SUPPORT), Sail(tf=KIDO, path=("MID",)))
    assert problem.what == "no sea offensive of the file names 'kido-butai' (P4B.1.C)"
    assert problem.hint == "name it as 'stack' or in 'stacks'; it must stand by"
    assert problem.where == "order 2, key 'tf'"


def test_p4b_1_c_a_force_is_named_once() -> None:
    """Not by two offensives of a file either [P4B.1.C]."""
    play = midway()
    twice = (sea("JP", SUPPORT, KIDO), sea("JP", KIDO))
    assert play.refused(*twice) == ["'kido-butai' is named twice (P4B.1.C)"]


EARLY = {"P1.1 condition": 1, "W1 grounding arctic": 2, "PH4.3 blockade us-ss-gato-1": 3}


def test_gp77_a_boat_that_blockaded_does_not_act() -> None:
    """Its marker is of phase 2 [P2.2.2, P4B.1.C]."""
    game = force(small_game(month=5), "boats", "US", "BON", boat("us-ss-gato-1"))
    game = force(game, "tf-1", "US", "BON", ship("chicago", "CA", "US"))
    game = game.with_purse("US", Purse(track=1))
    play = begun(game, dice=EARLY)
    play.file("tokyo", *QUIET)
    play.file("washington", *QUIET, Sail(tf="tf-1", standby=True))
    sail = Sail(tf="boats", path=("MAR",))
    assert play.refused(sea("US", "tf-1"), sail) == [f"'boats' {AGAIN}"]
    assert play.refused(sea("US", "boats")) == [
        "'boats' is no task force of US on standby (P4B.1.B)"
    ]
