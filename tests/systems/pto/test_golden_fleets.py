"""Golden examples of sea offensives, played from written orders [GP36-42, GP77, GP89, P4B]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_combat import SurfaceCombatBegun
from pbem.systems.pto.table.events_economy import FuelPaid
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_naval import InterceptionFailed, InterceptionTried, Sailed
from pbem.systems.pto.table.orders_month import Engage, Form, Offensive, Pass, Return, Sail, Strike
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    Gunnery,
    NavalInterception,
    SearchRule,
    StandingOrder,
)
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.tabletop import TERMS, Faces, based, boat, force, ship, small_game, troops

JP, US = "japanese", "allied"
QUIET = (
    SearchRule(when="never"),
    NavalInterception(when="never", counter="never"),
    AirStrikeRule(when="never"),
    AirInterception(when="never"),
)
"""Standing orders by which nobody rolls a die for the enemy's moves."""
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
MAIN, SUPPORT, KIDO = "main-body", "support", "kido-butai"


def sea(nation: str, stack: str, *stacks: str) -> Offensive:
    return Offensive(kind="sea", nation=nation, stack=stack, stacks=stacks)


def midway(*, american: tuple[StandingOrder, ...] = QUIET) -> Campaign:
    """June 1942 at its first offensive: the fleets of both sides stand by where they began."""
    play = scenario("midway")
    play.prepare(JP, *QUIET)
    play.file(US, *american, dice=FLYING)
    play.file(JP, *(Sail(tf=tf, standby=True) for tf in (MAIN, SUPPORT, KIDO)))
    searches = {"PH5.6 search jp-mid-boats P3.2 mid 1": 5} if american != QUIET else {}
    play.file(US, *(Sail(tf=tf, standby=True) for tf in ("tf-16", "tf-17")), dice=searches)
    return play


def track(play: Campaign, nation: str) -> int:
    return play.game.purses[nation].track


AGAIN = "was activated earlier this month and does not act again [P4B.1.C]"
NO_STANDBY = "Main Body (main-body) is no task force of Japan on standby [P4B.1.B]"


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
    assert play.refused(second, Sail(tf=MAIN, path=("HAW",))) == [f"Main Body (main-body) {AGAIN}"]
    assert play.refused(second, Engage(tf=MAIN, enemy="us-mid-boats")) == [
        f"Main Body (main-body) {AGAIN}"
    ]
    assert play.refused(sea("JP", SUPPORT, MAIN)) == [NO_STANDBY]
    assert play.refused(sea("JP", MAIN)) == [NO_STANDBY]
    play.file(JP, second)
    assert (track(play, "JP"), told(play.events, OffensiveBegun)[0].track) == (1, 1)
    other = sea("US", "tf-17")
    hornet = replace(strike, units=("us-cv42-hornet",))
    assert play.refused(other, hornet) == [f"TF 16 (tf-16) {AGAIN}"]
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
    assert (
        f"{problem.what} [{problem.rule}]"
        == "Kido Butai (kido-butai) acts in no sea offensive of the file [P4B.1.C]"
    )
    assert problem.hint == "name it as 'stack' or in 'stacks'; it must stand by"
    assert problem.where == "order 2, key 'tf'"


def test_p4b_1_c_escorts_of_a_force_that_nobody_names_do_not_fly() -> None:
    """Yorktown's unit may not even escort Enterprise's; once TF 17 is named it may [PH8.9]."""
    play = midway(american=(*QUIET, SearchRule(of="MWY", when="areas", areas=("MID",))))
    play.passes(JP)
    yorktown = ("us-cv42-yorktown",)
    boats = Strike(units=("us-cv42-enterprise",), escorts=yorktown, area="MID", tf="jp-mid-boats")
    assert play.refused(sea("US", "tf-16"), boats) == [
        "TF 17 (tf-17) acts in no sea offensive of the file [P4B.1.C]"
    ]
    assert play.refused(sea("US", "tf-16", "tf-17"), boats) == []


def test_p4b_1_c_a_force_is_named_once() -> None:
    """Not by two offensives of a file either [P4B.1.C]."""
    play = midway()
    twice = (sea("JP", SUPPORT, KIDO), sea("JP", KIDO))
    assert play.refused(*twice) == [
        "Kido Butai (kido-butai) is ordered to act in an offensive twice: see order 1 [F.6.6]"
    ]


def test_p3_1_1_nobody_forms_a_task_force_in_an_offensive() -> None:
    """With a pass the same order is kept for the second naval movement [P3.1.1, F.2.2]."""
    play = midway()
    form = Form(tf="screen", ships=("kumano", "suzuya"))
    assert play.refused(sea("JP", SUPPORT), form) == [
        "no task force is formed in an offensive [P3.1.1]"
    ]
    play.file(JP, Pass(), form)
    assert play.game.ships["kumano"].tf == SUPPORT
    play.passes(US)
    play.file(US)
    assert play.game.ships["kumano"].tf == "screen"


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
    assert play.refused(sea("US", "tf-1"), sail) == [f"boats {AGAIN}"]
    assert play.refused(sea("US", "boats")) == [
        "boats is no task force of the United States on standby [P4B.1.B]"
    ]


# --- counter-interceptions -----------------------------------------------------------------------


BOLD = NavalInterception(when="always", counter="always")


GUARD = (("guard", "TRU", ship("ashigara", "CA")),)


def caroline(*guards: tuple[str, str, Ship]) -> Campaign:
    """A Japanese force in the Marianas, an American one in the Caroline Sea, cruisers in Truk.

    Or other `guards`, each with its place and its ship.
    """
    game = force(small_game(month=6), "convoy", "JP", "MAR", ship("jp-cl-1", "CL"))
    for tf, at, guard in guards or GUARD:
        game = force(game, tf, "JP", at, guard)
    game = force(game, "tf-1", "US", "CAR", ship("chicago", "CA", "US"))
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=2))
    play = begun(replace(game, initiative="allied"), dice=FLYING)
    blind = SearchRule(when="never")
    play.file("washington", blind, BOLD, Gunnery(after=1), Sail(tf="tf-1", standby=True))
    return play


def test_gp89_a_force_in_port_counter_intercepts_in_phase_3() -> None:
    """4 meets, from Truk into the Caroline Sea; the interceptor fights it first [PH5.5, PH5.3]."""
    play = caroline()
    dice = {
        "PH5.4 interception tf-1 v convoy P3.1 car 2": 4,
        "PH5.5 counter-interception guard v tf-1 P3.1 car 3": 4,
        "PH6.1 r1 ashigara v chicago P3.1 car 4": 2,
        "PH6.1 r1 chicago v ashigara P3.1 car 4": 2,
    }
    play.file("tokyo", SearchRule(when="never"), BOLD, Sail(tf="convoy", path=("CAR",)), dice=dice)
    assert [one.attacker for one in told(play.events, SurfaceCombatBegun)] == ["guard"]
    assert [one.tf for one in told(play.events, InterceptionFailed)] == ["tf-1"]
    assert {play.game.forces[tf].at for tf in ("guard", "convoy")} == {"CAR"}


def test_gp89_in_a_sea_offensive_it_needs_a_marker() -> None:
    """Ships in port have none: the interceptor meets the convoy at once [PH5.5, PH5.3]."""
    play = caroline()
    play.file("tokyo", SearchRule(when="never"), BOLD, Sail(tf="convoy", standby=True))
    play.passes("washington")
    dice = {
        "PH5.4 interception tf-1 v convoy P4B car 2": 4,
        "PH6.1 r1 chicago v jp-cl-1 P4B car 3": 2,
        "PH6.1 r1 jp-cl-1 v chicago P4B car 3": 2,
    }
    play.file("tokyo", sea("JP", "convoy"), Sail(tf="convoy", path=("CAR",)), dice=dice)
    assert play.game.forces["guard"].at == "TRU"


@pytest.mark.parametrize(
    ("guards", "counters"),
    [(("a", "b", "c", "boats"), ["b"]), (("a", "boats"), ["a"]), (("boats",), [])],
)
def test_pr43_the_strongest_counters_and_boats_do_not(
    guards: tuple[str, ...], counters: list[str]
) -> None:
    """Of two heavy cruisers the first by id, before a light one whose id comes first."""
    ships = {
        "a": ("TRU", ship("jp-cl-2", "CL")),
        "b": ("CAR", ship("ashigara", "CA")),
        "c": ("TRU", ship("maya", "CA")),
        "boats": ("CAR", boat("jp-ss-kd6-kd7-1")),
    }
    play = caroline(*((one, *ships[one]) for one in guards))
    dice: dict[str, Faces] = {"PH5.4 interception tf-1 v convoy P3.1 car 2": 4}
    dice |= {f"PH5.5 counter-interception {one} v tf-1 P3.1 car 3": 1 for one in counters}
    tag = f"P3.1 car {3 + len(counters)}"
    dice |= {f"PH6.1 r1 chicago v jp-cl-1 {tag}": 2, f"PH6.1 r1 jp-cl-1 v chicago {tag}": 2}
    sail = Sail(tf="convoy", path=("CAR",))
    events = play.file("tokyo", SearchRule(when="never"), BOLD, sail, dice=dice)
    assert [one.tf for one in told(events, InterceptionTried) if one.counter] == counters


# --- the first attack of the war [D13] -----------------------------------------------------------


def last_peace() -> Campaign:
    """Japan at war with China alone: battleships at sea, bombers in Formosa and the south."""
    terms = replace(TERMS, last_turn=turn_of(1942, 12))
    game = small_game(month=6, terms=terms)
    game = force(game, "main", "JP", "PHS", ship("nagato", "BB"), ship("mutsu", "BB"))
    game = force(game, "second", "JP", "PHS", ship("ise", "BB"))
    game = troops(game, "cn-1", "CN", "HUN")
    game = based(game, "Ki-21", "JP", "SCH", "ki-21")
    game = based(game, "G4M", "JP", "FOR", "g4m")
    game = based(game, "P-40", "US", "LUZ", "p-40")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=5, points=9))
    return begun(replace(game, initiative="allied"), dice=FLYING)


CHINA = (
    Offensive(kind="air", nation="JP", targets=("HUN",)),
    Strike(units=("ki-21",), area="HUN", at="airfield"),
)


@pytest.mark.parametrize(("attacked", "taken", "fuel"), [(False, 1, 0), (True, 2, 2)])
def test_gp88_the_first_attack_of_the_war(attacked: bool, taken: int, fuel: int) -> None:
    """Bombs on the Chinese do not bring fuel into force; bombers lost over Luzon do [D13.1]."""
    play = last_peace()
    quiet = (order for order in QUIET if not isinstance(order, AirInterception))
    play.file("washington", *quiet, AirInterception(when="always"))
    stand_by = (*QUIET, Sail(tf="main", standby=True))
    if attacked:
        fights = {"PH7.3 r1 p-40 v g4m P3.2 luz 1": 12}
        strike = Strike(units=("g4m",), area="LUZ", at="airfield")
        play.file("tokyo", *stand_by, strike, dice=fights)
        assert "g4m" not in play.game.air
    else:
        play.file("tokyo", *stand_by)
    play.passes("washington")
    play.file("tokyo", *CHINA, dice={"PH8.7 ki-21 v hun airfield P4C hun 2": 2})
    assert play.game.at_war == attacked
    play.passes("washington")
    before = track(play, "JP")
    play.file("tokyo", sea("JP", "main"))
    assert before - track(play, "JP") == taken
    play.passes("washington")
    home = (Return(tf="main", to="JPN"), Return(tf="second", to="JPN"))
    play.file("tokyo", Pass(), *home)
    events = play.file("washington")
    assert [one.points for one in told(events, FuelPaid)] == ([fuel] if fuel else [])


def test_d13_1_an_offensive_that_attacks_nobody_is_no_attack() -> None:
    """Nor does the offensive that opens the war pay for it [D13.1, D13.3]."""
    play = last_peace()
    play.file("washington", *QUIET)
    play.file("tokyo", *QUIET, Sail(tf="main", standby=True))
    play.passes("washington")
    play.file("tokyo", sea("JP", "main"), Sail(tf="main", path=("VIS",)))
    assert not play.game.at_war
    assert track(play, "JP") == 4
