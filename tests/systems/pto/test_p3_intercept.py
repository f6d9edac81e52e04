"""Interceptions at sea, from written orders [PH5, P3.3, D2.1, PH16.1].

In most tests Japanese raiders sail into Midway Sea, where two American cruisers lie.
"""

from collections.abc import Mapping
from typing import Literal

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.table.events_combat import BoatAttacked, SurfaceCombatBegun, Withdrew
from pbem.systems.pto.table.events_naval import (
    InterceptionFailed,
    InterceptionTried,
    Sailed,
    Searched,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Blockade, Engage, Sail
from pbem.systems.pto.table.standing import (
    Gunnery,
    NavalInterception,
    SearchRule,
    Submarines,
)
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, at_the_start, opened
from tests.systems.pto.tabletop import Faces, boat, force, ship, small_game

ALWAYS: tuple[Order, ...] = (*QUIET, NavalInterception(when="always", counter="always"))
"""Nobody searches or flies; ships intercept and counter-intercept whatever they meet."""
STAY = Gunnery(stay=True)
RAID = Sail(tf="raiders", path=("MID",), strike=False)
ON = replace(RAID, path=("MID", "WAK"))


def meeting(off: tuple[str, ...] = ()) -> Game:
    """Two US heavy cruisers in a sea beside that of a Japanese one."""
    game = force(small_game(off=off), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    ships = (ship("astoria", "CA", "US"), ship("vincennes", "CA", "US"))
    return force(game, "tf-1", "US", "MID", *ships)


def tried(events: tuple[Event, ...]) -> list[tuple[str, int, bool]]:
    """Who tried to intercept, with which modifier, and whether it met the target."""
    return [(one.tf, one.modifier, one.met) for one in told(events, InterceptionTried)]


def misses(number: int, tag: str, *shots: str) -> dict[str, Faces]:
    """The dice of a round of gunnery that hits nobody."""
    return {f"PH6.1 r{number} {shot} {tag}": 2 for shot in shots}


def interceptions(*names: str, first: int = 2) -> dict[str, Faces]:
    """Tries to intercept the raiders in Midway Sea that fail, one after another."""
    return {
        f"PH5.4 interception {one} v raiders P3.1 mid {n}": 1 for n, one in enumerate(names, first)
    }


# --- the die -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "found"), [(4, 0), (5, 1)])
def test_ph5_4_a_searched_target_is_easier_and_boats_are_worse(die: int, found: int) -> None:
    """+1 once the cruisers have seen the raiders, who come into their own sea; −1 for boats."""
    game = force(meeting(), "boats", "US", "MID", boat("us-ss-gato-1"))
    play = opened(game, QUIET, (*ALWAYS, SearchRule()))
    dice = {"PH5.6 search raiders P3.1 mid 1": die, **interceptions("boats", "tf-1")}
    events = play.file(TOKYO, RAID, dice=dice)
    assert tried(events) == [("boats", found - 1, False), ("tf-1", found, False)]


def test_ph5_4_who_has_tried_does_not_try_again_as_it_comes_back() -> None:
    """One try for each area, however often the raiders come through."""
    there_and_back = replace(RAID, path=("MID", "WAK", "MID"))
    play = opened(meeting(), QUIET, ALWAYS)
    events = play.file(TOKYO, there_and_back, dice=interceptions("tf-1"))
    assert [one for one, _, _ in tried(events)] == ["tf-1"]
    assert play.game.forces["raiders"].at == "MID"


# --- who may -------------------------------------------------------------------------------------


def test_ph5_3_ships_in_port_come_out_into_its_seas() -> None:
    game = force(meeting(), "home", "US", "MWY", ship("pensacola", "CA", "US"))
    game = force(game, "far", "US", "OAH", ship("portland", "CA", "US"))
    events = opened(game, QUIET, ALWAYS).file(TOKYO, RAID, dice=interceptions("home", "tf-1"))
    assert [one for one, _, _ in tried(events)] == ["home", "tf-1"]


@pytest.mark.parametrize(
    ("order", "strong", "tries"),
    [
        (NavalInterception(), False, True),
        (NavalInterception(), True, False),
        (NavalInterception(own=2, enemy=3), True, True),
        (NavalInterception(when="always"), True, True),
        (NavalInterception(when="never"), False, False),
        (NavalInterception(areas=("SOL",)), False, False),
    ],
)
def test_ph5_4_by_default_at_1_to_1_in_guns(
    order: NavalInterception, strong: bool, tries: bool
) -> None:
    """Guns of 4 against one cruiser, or against a battleship and a cruiser with 6 [F.4]."""
    game = meeting()
    if strong:
        game = force(game, "raiders", "JP", "NOP", ship("hiei", "BB"))
    dice = interceptions("tf-1") if tries else {}
    events = opened(game, QUIET, (*QUIET, order)).file(TOKYO, RAID, dice=dice)
    assert [one for one, _, _ in tried(events)] == ["tf-1"] * tries


@pytest.mark.parametrize(("of", "tries"), [("MWY", False), ("MID", False), ("OAH", True)])
def test_f_4_an_order_for_a_port_binds_the_ships_that_lie_in_it(of: str, tries: bool) -> None:
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "home", "US", "MWY", ship("pensacola", "CA", "US"))
    play = opened(game, QUIET, (*ALWAYS, NavalInterception(of=of, when="never")))
    events = play.file(TOKYO, RAID, dice=interceptions("home") if tries else {})
    assert [one for one, _, _ in tried(events)] == ["home"] * tries


def test_f_4_an_order_for_a_port_goes_before_one_for_the_sea_and_binds_its_boats() -> None:
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "MWY", boat("us-ss-gato-1"))
    orders = (Submarines(of="MWY", intercept="never"), Submarines(of="MID", intercept="always"))
    events = opened(game, QUIET, (*QUIET, *orders)).file(TOKYO, RAID)
    assert not tried(events)


@pytest.mark.parametrize("when", ["always", "never"])
def test_ph9_1_boats_intercept_ships_unless_told_not_to(when: Literal["always", "never"]) -> None:
    names = ["boats"] * (when == "always")
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    play = opened(game, QUIET, (*QUIET, Submarines(intercept=when)))
    events = play.file(TOKYO, RAID, dice=interceptions(*names))
    assert [one for one, _, _ in tried(events)] == names


# --- on the way ----------------------------------------------------------------------------------


def test_ph5_2_who_is_not_met_goes_on() -> None:
    """Both search, the interception fails by one, and the raiders sail on [D11.2]."""
    play = opened(meeting(), QUIET[1:], (*ALWAYS, SearchRule()))
    dice = {
        "PH5.6 search raiders P3.1 mid 1": 4,
        "PH5.6 search tf-1 by raiders P3.1 mid 1": 4,
        "PH5.4 interception tf-1 v raiders P3.1 mid 2": 3,
    }
    events = play.file(TOKYO, replace(ON, strike=True), dice=dice)
    assert tried(events) == [("tf-1", 0, False)]
    assert [event.path for event in told(events, Sailed)] == [("NOP", "MID"), ("MID", "WAK")]
    assert play.game.forces["raiders"].at == "WAK"


def test_ph5_2_who_fights_on_the_surface_stops() -> None:
    play = opened(meeting(), (*QUIET, STAY), (*ALWAYS, Gunnery(after=1)))
    shots = ("chikuma v astoria", "astoria v chikuma", "vincennes v chikuma")
    met = {"PH5.4 interception tf-1 v raiders P3.1 mid 2": 4}
    events = play.file(TOKYO, ON, dice={**met, **misses(1, "P3.1 mid 3", *shots)})
    assert len(told(events, SurfaceCombatBegun)) == 1
    assert play.game.forces["raiders"].at == "MID"


def covered(*orders: Order, dice: Mapping[str, Faces]) -> tuple[Campaign, tuple[Event, ...]]:
    """A second task force in Midway Sea meets the interceptor of the raiders first."""
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "tf-1", "US", "MID", ship("astoria", "CA", "US"))
    game = force(game, "cover", "JP", "MID", ship("yamato", "BB"))
    play = opened(game, (*ALWAYS, STAY), (*ALWAYS, STAY))
    met = {
        "PH5.4 interception tf-1 v raiders P3.1 mid 2": 4,
        "PH5.5 counter-interception cover v tf-1 P3.1 mid 3": 4,
    }
    return play, play.file(TOKYO, ON, *orders, dice={**met, **dice})


SHOTS = ("yamato v astoria", "astoria v yamato")
SINKING = {
    "PH6.1 r1 yamato v astoria P3.1 mid 4": 12,
    "PH6.1 r1 astoria v yamato P3.1 mid 4": 2,
    "PH6.1 r2 yamato v astoria P3.1 mid 4": 12,
}
UNHURT = {label: face for n in (1, 2, 3) for label, face in misses(n, "P3.1 mid 4", *SHOTS).items()}


def test_ph5_5_a_second_task_force_meets_the_interceptor_first() -> None:
    """The interceptor is sunk, its interception fails, and the raiders go on."""
    play, events = covered(dice=SINKING)
    first, counter = told(events, InterceptionTried)
    assert (first.met, counter.counter, counter.met) == (True, True, True)
    assert [event.attacker for event in told(events, SurfaceCombatBegun)] == ["cover"]
    assert told(events, InterceptionFailed)[0].tf == "tf-1"
    assert "tf-1" not in play.game.forces
    assert play.game.forces["raiders"].at == "WAK"


def test_ph5_2_who_counter_intercepted_and_fought_does_not_sail_any_more() -> None:
    play, events = covered(Sail(tf="cover", path=("WAK",)), dice=SINKING)
    assert [(one.subject, one.cited) for one in told(events, Voided)] == [("cover", "PH5.2")]
    assert play.game.forces["cover"].at == "MID"


def test_p3_3_1_who_counter_intercepted_does_not_engage() -> None:
    """Nobody sinks; the raiders are met after all, and the cover attacks nobody in step 3."""
    again = {
        f"PH6.1 r{n} {one} P3.1 mid 5": 2
        for n in (1, 2, 3)
        for one in ("astoria v chikuma", "chikuma v astoria")
    }
    fought = Engage(tf="cover", enemy="tf-1")
    play, events = covered(fought, dice={**UNHURT, **again})
    assert [(one.subject, one.cited) for one in told(events, Voided)] == [("cover", "P3.3.1")]
    assert play.game.forces["tf-1"].at == play.game.forces["cover"].at == "MID"


@pytest.mark.parametrize("line_sails", [True, False])
def test_ph6_4_who_has_withdrawn_does_nothing_more_in_the_step(line_sails: bool) -> None:
    """The cruisers break off from a battleship into Hawaiian waters; there the raiders sail by."""
    game = force(meeting(), "line", "JP", "NOP", ship("yamato", "BB"))
    if not line_sails:
        game = game.with_forces([replace(game.forces["tf-1"], at="HAW")])
    play = opened(game, (*QUIET, STAY), (*ALWAYS, Gunnery(after=1)))
    shots = ("yamato v astoria", "astoria v yamato", "vincennes v yamato")
    fought = {
        "PH5.4 interception tf-1 v line P3.1 mid 2": 4,
        **misses(1, "P3.1 mid 3", *shots),
    }
    sails = (Sail(tf="line", path=("MID",), strike=False),) if line_sails else ()
    by = Sail(tf="raiders", path=("HAW",), strike=False)
    missed = {"PH5.4 interception tf-1 v raiders P3.1 haw 2": 1}
    events = play.file(TOKYO, *sails, by, dice=fought if line_sails else missed)
    assert [one.to_area for one in told(events, Withdrew)] == ["HAW"] * line_sails
    assert play.game.forces["tf-1"].at == play.game.forces["raiders"].at == "HAW"
    assert [one for one, _, _ in tried(events)] == ["tf-1"]


@pytest.mark.parametrize(("off", "used"), [((), True), (("D2",), False)])
def test_d2_boats_that_have_blockaded_are_not_used_again(off: tuple[str, ...], used: bool) -> None:
    """Neither to intercept nor to attack; without D2 they are [D2.1, D2.off, PR11]."""
    game = force(small_game(off=off), "raiders", "JP", "JPN", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-1"))
    play = opened(game, dice={**FLYING, "PH4.3 blockade us-ss-gato-1": 1})
    dice = {} if used else {"PH5.4 interception boats v raiders P3.1 hom 2": 1}
    events = play.file(TOKYO, Sail(tf="raiders", path=("HOM",), strike=False), dice=dice)
    assert [one for one, _, _ in tried(events)] == ["boats"] * (not used)
    why = ["boats was committed in the blockade [D2.1]"]
    assert play.refused(Engage(tf="boats", enemy="raiders")) == (why if used else [])


def test_d2_ships_intercept_and_attack_beside_a_boat_that_has_blockaded() -> None:
    """Only the boats are barred [D2.1, PR11]; the Gato, a month's default, has blockaded."""
    game = force(small_game(), "raiders", "JP", "JPN", ship("chikuma", "CA"))
    game = force(game, "mixed", "US", "HOM", boat("us-ss-gato-1"), ship("chicago", "CA", "US"))
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-2"))
    shots = {f"PH4.3 blockade us-ss-gato-{number}": 1 for number in (1, 2)}
    play = opened(game, allied=ALWAYS, dice={**FLYING, **shots})
    assert all(ship.committed for ship in play.game.ships.values() if ship.is_boat)
    missed = {"PH5.4 interception mixed v raiders P3.1 hom 2": 1}
    sails = Sail(tf="raiders", path=("HOM",), strike=False)
    events = play.file(TOKYO, sails, dice=missed)
    assert [one for one, _, _ in tried(events)] == ["mixed"]
    assert play.refused(Engage(tf="mixed", enemy="raiders")) == []
    assert play.refused(Engage(tf="boats", enemy="raiders")) == [
        "boats was committed in the blockade [D2.1]"
    ]


def test_d2_of_boats_together_those_attack_that_have_not_blockaded() -> None:
    """One was sent to blockade, the other kept back: it alone intercepts [D2.1, PR11]."""
    game = force(small_game(), "raiders", "JP", "JPN", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    sent = Blockade(boats=("us-ss-gato-1",))
    play = opened(game, allied=(*QUIET, sent), dice={**FLYING, "PH4.3 blockade us-ss-gato-1": 1})
    dice = {
        "PH5.4 interception boats v raiders P3.1 hom 2": 6,
        "PH9.1 r1 us-ss-gato-2 v chikuma P3.1 hom 3": 2,
    }
    sails = Sail(tf="raiders", path=("HOM",), strike=False)
    events = play.file(TOKYO, sails, dice=dice)
    assert [one.boat for one in told(events, BoatAttacked)] == ["us-ss-gato-2"]


def test_pr11_escorts_answer_the_boat_that_attacks_and_not_the_one_that_has_blockaded() -> None:
    """When the attacker is sunk the fight is over, also with withdraw = false [PH9.2, D6.4]."""
    ships = (ship("chikuma", "CA"), ship("jp-dd-1", "DD"))
    game = force(small_game(), "raiders", "JP", "JPN", *ships)
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    orders = (*QUIET, Blockade(boats=("us-ss-gato-1",)), Submarines(withdraw=False))
    play = opened(game, allied=orders, dice={**FLYING, "PH4.3 blockade us-ss-gato-1": 1})
    dice = {
        "PH5.4 interception boats v raiders P3.1 hom 2": 6,
        "PH9.1 r1 us-ss-gato-2 v chikuma P3.1 hom 3": 2,
        "PH9.2 r1 jp-dd-1 v us-ss-gato-2 P3.1 hom 3": 12,
    }
    events = play.file(TOKYO, Sail(tf="raiders", path=("HOM",), strike=False), dice=dice)
    assert [one.boat for one in told(events, BoatAttacked)] == ["us-ss-gato-2"]
    assert {*play.game.ships} & {"us-ss-gato-1", "us-ss-gato-2"} == {"us-ss-gato-1"}


def test_ph9_1_a_boat_that_intercepts_does_not_stop_a_task_force() -> None:
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    play = opened(game)
    dice = {
        "PH5.4 interception boats v raiders P3.1 mid 2": 5,
        "PH9.1 r1 us-ss-gato-1 v chikuma P3.1 mid 3": 4,
    }
    assert told(play.file(TOKYO, ON, dice=dice), BoatAttacked)
    assert play.game.forces["raiders"].at == "WAK"


@pytest.mark.parametrize(("special", "tries"), [((), True), (("PH16.1",), False)])
def test_ph16_1_the_allies_do_not_intercept_as_pearl_harbor_falls(
    special: tuple[str, ...], tries: bool
) -> None:
    """In the first Japanese half the raiders search and are neither searched nor met."""
    game = meeting()
    game = replace(game, terms=replace(game.terms, special=special))
    play = at_the_start(game, QUIET[1:], (*ALWAYS, SearchRule()))
    dice: dict[str, Faces] = {"PH5.6 search tf-1 by raiders P3.1 mid 1": 1}
    if tries:
        dice |= {"PH5.6 search raiders P3.1 mid 1": 1, **interceptions("tf-1")}
    events = play.file(TOKYO, replace(ON, strike=True), dice=dice)
    assert len(tried(events)) == tries
    assert (ALLIED in {event.side for event in told(events, Searched)}) is tries
    assert play.game.forces["raiders"].at == "WAK"


# --- engaging ------------------------------------------------------------------------------------


def test_p3_3_1_an_attack_needs_the_die_of_an_interception() -> None:
    play = opened(meeting())
    dice = {"PH5.4 interception raiders v tf-1 P3.3 mid 1": 3}
    events = play.file(TOKYO, RAID, Engage(tf="raiders", enemy="tf-1"), dice=dice)
    assert tried(events) == [("raiders", 0, False)]
    assert not told(events, SurfaceCombatBegun)


@pytest.mark.parametrize("found", [False, True])
def test_ph9_3_hunters_must_find_the_boats_first(found: bool) -> None:
    """In step 2 or, with a 6, as they attack; then both fire at once [D6.1, D6.2]."""
    game = force(small_game(), "hunters", "JP", "MID", ship("jp-dd-1", "DD"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    play = opened(game, QUIET[1:])
    dice: dict[str, Faces] = {
        "PH5.6 search boats P3.2 mid 1": 5,
        "PH5.6 search boats P3.3 mid 1": 6 if found else 5,
    }
    if found:
        dice |= {
            "PH9.1 r1 us-ss-gato-1 v jp-dd-1 P3.3 mid 2": 2,
            "PH9.2 r1 jp-dd-1 v us-ss-gato-1 P3.3 mid 2": 12,
        }
    events = play.file(TOKYO, Engage(tf="hunters", enemy="boats"), dice=dice)
    assert [one.found for one in told(events, Searched)] == [False, found]
    assert [one.cited for one in told(events, Voided)] == ([] if found else ["PH9.3"])
    assert ("boats" in play.game.forces) is not found
