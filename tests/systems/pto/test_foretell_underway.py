"""What ships may meet on their ways is told before they sail, and comes to pass there [PH5.2]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.table.events_combat import Withdrew
from pbem.systems.pto.table.events_economy import Returned
from pbem.systems.pto.table.events_naval import Halted, InterceptionTried, RaidFlown, StandbyLost
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Engage, Return, Sail, Stay
from pbem.systems.pto.table.standing import AirStrikeRule, Gunnery, NavalInterception
from pbem.systems.pto.table.state import Game
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.monthend import at_the_end, june
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, at_the_start, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    boat,
    force,
    holding,
    ship,
    small_game,
    troops,
)

OUT = Sail(tf="row", path=("MID", "WAK"))
FOUND: dict[str, Faces] = {
    "PH5.6 search row P3.1 mid 1": 6,
    **{f"PH8.3 b-25 v hiei #{number} P3.1 mid 3": 2 for number in (1, 2)},
    "PH5.4 interception tf-1 v row P3.1 mid 4": 1,
}

ROUNDS: dict[str, Faces] = {
    "PH5.4 interception row v tf-1 P3.3 mid 1": 4,
    **{f"PH6.1 r{n} hiei v nevada P3.3 mid 2": 2 for n in (1, 2, 3)},
    **{f"PH6.1 r{n} nevada v hiei P3.3 mid 2": 2 for n in (1, 2, 3)},
}


def off_midway() -> Game:
    """A battleship that is to sail past Midway, a bomber there, a stronger fleet at sea."""
    game = force(small_game(), "row", "JP", "NOP", ship("hiei", "BB", gun=4))
    game = force(game, "tf-1", "US", "MID", ship("nevada", "BB", "US", gun=5))
    return holding(based(game, "B-25", "US", "MWY", "b-25"), "US", "MWY")


def threatened(*rules: AirStrikeRule | NavalInterception) -> Campaign:
    return opened(off_midway(), QUIET, (QUIET[3], AirStrikeRule(escorts=0), *rules))


def test_f_4_who_may_strike_and_meet_a_force_on_its_way_is_told_and_does() -> None:
    play = threatened()
    assert foretold(play, OUT).left[0] == (
        "On the way, by what is known of the enemy's orders: ⟨row⟩ may be found and struck from"
        " ⟨MWY⟩; ⟨row⟩ may be met by ⟨tf-1⟩ [F.4]."
    )
    events = play.file(TOKYO, OUT, dice=FOUND)
    assert told(events, RaidFlown)
    assert told(events, InterceptionTried)


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (AirStrikeRule(of="US", when="never"), "⟨row⟩ may be met by ⟨tf-1⟩ [F.4]."),
        (NavalInterception(of="US", when="never"), "struck from ⟨MWY⟩ [F.4]."),
    ],
)
def test_f_4_by_standing_orders_that_forbid_it_nobody_comes(
    rule: AirStrikeRule | NavalInterception, left: str
) -> None:
    assert foretold(threatened(rule), OUT).left[0].endswith(f": {left}" if "met" in left else left)


def test_pr46_ships_are_told_to_be_struck_with_what_they_load_before_they_sail() -> None:
    """By default the bomber strikes no empty transport."""
    game = force(small_game(), "row", "JP", "JPN", ship("jp-stp-1", "STP"))
    game = troops(game, "one", "JP", "JPN")
    game = holding(based(game, "B-25", "US", "MWY", "b-25"), "US", "MWY")
    play = opened(game, QUIET, (QUIET[3], AirStrikeRule(escorts=0)))
    way = ("NOP", "MID")
    empty, laden = (Sail(tf="row", path=way, load=load) for load in ((), ("one",)))
    assert "On the way" not in " ".join(foretold(play, empty).left)
    assert "⟨row⟩ may be found and struck from ⟨MWY⟩" in " ".join(foretold(play, laden).left)


def test_ph16_1_as_pearl_harbor_falls_nobody_is_told_to_come() -> None:
    game = off_midway()
    game = replace(game, terms=replace(game.terms, special=("PH16.1",)))
    assert "On the way" not in foretold(at_the_start(game), OUT).left[0]


def test_p3_3_1_an_attack_at_sea_is_told_with_its_die_and_who_breaks_off() -> None:
    """As it comes: outgunned two to one the cruiser withdraws after a round [PH6.4]."""
    game = force(small_game(), "row", "JP", "MID", ship("hiei", "BB", gun=4))
    play = opened(force(game, "tf-1", "US", "MID", ship("chicago", "CA", "US", gun=2)))
    attack = Engage(tf="row", enemy="tf-1")
    assert foretold(play, attack).ordered == (
        "⟨row⟩ tries to intercept ⟨tf-1⟩ at ⟨MID⟩: 4 or more on a die, +1 if found [P3.3.1]",
        "⟨row⟩ has 4 in guns against 2; by what is known of the enemy's orders ⟨tf-1⟩ withdraws"
        " after a round to ⟨HAW⟩ [PH6.4]",
    )
    dice: dict[str, Faces] = {
        "PH5.4 interception row v tf-1 P3.3 mid 1": 4,
        "PH6.1 r1 hiei v chicago P3.3 mid 2": 2,
        "PH6.1 r1 chicago v hiei P3.3 mid 2": 2,
    }
    (left,) = told(play.file(TOKYO, attack, dice=dice), Withdrew)
    assert left.tf == "tf-1"


def test_f_4_a_gunnery_order_of_the_same_file_that_is_shown_binds_who_attacks_by_it() -> None:
    game = force(small_game(), "row", "JP", "MID", ship("hiei", "BB", gun=4, armour=20))
    play = opened(force(game, "tf-1", "US", "MID", ship("nevada", "BB", "US", gun=9)))
    attack, stay = Engage(tf="row", enemy="tf-1"), Gunnery(of="row", stay=True, openly=True)
    withdraws = "⟨row⟩ has 4 in guns against 9; ⟨row⟩ withdraws after a round to ⟨NOP⟩ [PH6.4]"
    assert foretold(play, attack).ordered[1] == withdraws
    assert foretold(play, attack, stay).ordered[1] == "⟨row⟩ has 4 in guns against 9 [PH6.4]"
    assert not told(play.file(TOKYO, attack, stay, dice=ROUNDS), Withdrew)


def test_ph6_4_who_attacks_the_same_enemy_after_another_reads_that_he_may_be_gone() -> None:
    game = force(small_game(), "row", "JP", "MID", ship("hiei", "BB", gun=4))
    game = force(game, "van", "JP", "MID", ship("kirishima", "BB", gun=4))
    play = opened(force(game, "tf-1", "US", "MID", ship("chicago", "CA", "US", gun=2)))
    *_, second = foretold(play, *(Engage(tf=tf, enemy="tf-1") for tf in ("row", "van"))).ordered
    assert "; void if ⟨tf-1⟩ has been sunk or withdrawn as ⟨row⟩ attacks [PH6.4]" in second


def test_ph6_4_boats_that_attack_after_another_read_that_the_enemy_may_be_gone() -> None:
    game = force(small_game(), "row", "JP", "MID", ship("hiei", "BB", gun=4))
    game = force(game, "boats", "JP", "MID", boat("jp-ss-c1-c2-1"))
    play = opened(force(game, "tf-1", "US", "MID", ship("chicago", "CA", "US", gun=2)))
    *_, second = foretold(play, *(Engage(tf=tf, enemy="tf-1") for tf in ("row", "boats"))).ordered
    gone = "void if ⟨tf-1⟩ has been sunk or withdrawn as ⟨row⟩ attacks [P3.3.1, PH6.4]"
    assert second.startswith("⟨boats⟩ tr")
    assert second.endswith(f"; {gone}")


def test_p3_1_6_damage_on_the_way_may_cost_the_standby_and_is_told_before_and_after() -> None:
    """The bomber of Midway hits; 15 of 20 MP are more than half [PH6.5]."""
    play, far = threatened(NavalInterception(when="never")), ("MID", "WAK", "MAR")
    out = Sail(tf="row", path=far, standby=True)
    (way,) = foretold(play, out).ordered
    slow = "unless damage on the way slows it to 20, of which half is the most for that"
    assert way.endswith(f"and stands by there, {slow} [PH5.1, P3.1.6, PH6.5]")
    assert "unless" not in foretold(play, replace(out, path=far[:2])).ordered[0]
    hit = "PH8.3 b-25 v hiei #1 P3.1 mid 3"
    dice = {label: face for label, face in FOUND.items() if "PH5.4" not in label} | {hit: 10}
    (lost,) = told(play.file(TOKYO, out, dice=dice), StandbyLost)
    assert (lost.spent, lost.most) == (15, 20)


def test_ph6_5_who_is_too_slow_to_go_on_stops_and_why_is_told() -> None:
    play = threatened(NavalInterception(when="never"))
    out = Sail(tf="row", path=("MID", "WAK", "MAR", "BON", "HOM"))
    hit = "PH8.3 b-25 v hiei #1 P3.1 mid 3"
    dice = {label: face for label, face in FOUND.items() if "PH5.4" not in label} | {hit: 10}
    (stopped,) = told(play.file(TOKYO, out, dice=dice), Halted)
    assert (stopped.area, stopped.spent, stopped.most) == ("BON", 20, 20)


def test_ph1_1_a_way_that_begins_where_ships_are_says_that_they_are_there() -> None:
    """As those are who were in port as the order was written, and put to sea to meet boats."""
    play = opened(force(small_game(), "row", "JP", "MID", ship("jp-dd-1", "DD")))
    (refused,) = play.refused(Sail(tf="row", path=("MID",)))
    assert "row is in Midway Sea (MID) already" in str(refused)


def test_ph9_3_boats_are_told_to_be_found_before_they_are_hunted() -> None:
    game = force(small_game(), "row", "JP", "MID", ship("jp-dd-1", "DD"))
    play = opened(force(game, "boats", "US", "MID", boat("us-ss-gato-1")))
    assert foretold(play, Engage(tf="row", enemy="boats")).ordered == (
        "⟨row⟩ tries to hunt ⟨boats⟩ at ⟨MID⟩, which must be found by a search first [P3.3.1,"
        " PH9.3]",
    )
    (void,) = told(play.file(TOKYO, Engage(tf="row", enemy="boats")), Voided)
    assert (void.subject, void.why, void.cited) == ("row", "⟨boats⟩ was not found", "PH9.3")


def test_p6_1_2_whose_aircraft_may_strike_who_goes_home_is_told_and_they_do() -> None:
    """Ordered or not; in the second naval movement no ships intercept [PR72]."""
    game = force(june(), "row", "JP", "MID", ship("hiei", "BB", gun=4))
    play = begun(holding(based(game, "B-25", "US", "MWY", "b-25"), "US", "MWY"), dice=FLYING)
    play.file(play.asked, *QUIET)
    unseen: dict[str, Faces] = {"PH5.6 search row P3.2 mid 1": 1}
    play.file(play.asked, QUIET[1], QUIET[3], AirStrikeRule(escorts=0), dice=unseen)
    while play.step == "P4" or play.asked != TOKYO:
        play.file(play.asked)
    home = (
        "On the way home, by what is known of the enemy's orders: ⟨row⟩ may be found and struck"
        " from ⟨MWY⟩ [F.4]."
    )
    assert home in foretold(play).left
    assert home in foretold(play, Return(tf="row")).left
    assert home not in foretold(play, Stay(tf="row")).left
    play.file(TOKYO)
    dice: dict[str, Faces] = {
        "PH5.6 search row P6.1 nop 1": 6,
        **{f"PH8.3 b-25 v hiei #{number} P6.1 nop 3": 2 for number in (1, 2)},
    }
    assert told(play.file("washington", dice=dice), RaidFlown)


def test_ph5_6_whom_nobody_may_find_nobody_is_told_to_strike() -> None:
    play = opened(off_midway(), QUIET, (QUIET[0], QUIET[1], QUIET[3], AirStrikeRule(escorts=0)))
    assert not any("On the way" in line for line in foretold(play, OUT).left)


def test_p6_1_1_who_moves_home_second_is_told_the_way_that_the_enemy_then_has_left_open() -> None:
    """The form and the words alike, and so it comes to pass."""
    game = force(june(), "row", "JP", "HAW", ship("aoba", "CA"))
    game = force(game, "tf-1", "US", "MID", ship("astoria", "CA", "US"))
    game = holding(game, "US", "MWY", "OAH")
    play = at_the_end(game)
    play.file(TOKYO)
    left = " ".join(foretold(play).left)
    (section,) = (one for one in sections(play.view(), CHARTS) if one.rule == "PH14.1")
    assert section.choices[0].startswith("⟨tf-1⟩ returns to ⟨OAH⟩: fuel 0 EP")
    assert "ships go: ⟨tf-1⟩ to ⟨OAH⟩ by ⟨HAW⟩." in left
    (_, ours) = told(play.file(WASHINGTON), Returned)
    assert ours.path == ("MID", "HAW", "OAH")


def test_ph5_2_who_meets_a_force_only_after_a_strike_has_cost_it_guns_is_told_as_well() -> None:
    """The bomber comes first: hurt, the battleship has 4 in guns against 5 [PH6.5]."""
    game = force(small_game(), "row", "JP", "NOP", ship("hiei", "BB", gun=8))
    game = force(game, "tf-1", "US", "MID", ship("nevada", "BB", "US", gun=5))
    game = force(game, "tf-2", "US", "MID", ship("chicago", "CA", "US", gun=3))
    game = holding(based(game, "B-25", "US", "MWY", "b-25"), "US", "MWY")
    play = opened(game, QUIET, (QUIET[3], AirStrikeRule(escorts=0)))
    left = foretold(play, OUT).left[0]
    assert left.endswith(
        ": ⟨row⟩ may be found and struck from ⟨MWY⟩; ⟨row⟩ may, if guns are lost on the way, be"
        " met by ⟨tf-1⟩ [F.4]."
    )
    dice = FOUND | {"PH8.3 b-25 v hiei #1 P3.1 mid 3": 10}
    (tried,) = told(play.file(TOKYO, OUT, dice=dice), InterceptionTried)
    assert tried.tf == "tf-1"


def test_f_4_every_base_that_may_strike_is_told_where_a_share_goes_from_each_that_is_left() -> None:
    """Half of two bombers strikes; which one is left for the second force the dice tell."""
    game = force(off_midway(), "van", "JP", "NOP", ship("kirishima", "BB", gun=4))
    game = holding(based(game, "B-25", "US", "WKE", "far"), "US", "WKE")
    rules = AirStrikeRule(share=50, escorts=0), NavalInterception(of="US", when="never")
    play = opened(game, QUIET, (QUIET[3], *rules))
    ways = OUT, Sail(tf="van", path=("MID", "WAK"))
    both = foretold(play, *ways).left[0]
    assert both.endswith("⟨row⟩ and ⟨van⟩ may be found and struck from ⟨MWY⟩ and ⟨WKE⟩ [F.4].")
    alone = foretold(play, Sail(tf="row", path=("MID",))).left[0]
    assert "⟨row⟩ may be found and struck from ⟨MWY⟩ [F.4]." in alone
