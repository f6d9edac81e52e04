"""Air attacks that a task force on the move meets and answers, from written orders [PH5.2, D11]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.table.events_combat import AirCombatBegun, AirNavalAttack
from pbem.systems.pto.table.events_naval import (
    FightersRise,
    Searched,
    StacksDivided,
    StrikeStopped,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike, Transfer
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStacks,
    AirStrikeRule,
    SearchRule,
)
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import told
from tests.systems.pto.raiding import (
    BOTH_FOUND,
    LATER,
    ONE_WAY,
    SAIL,
    USUAL,
    bombed,
    carriers_meet,
    fought,
    passing,
    raids,
    sailed,
)
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, afloat, air, opened
from tests.systems.pto.tabletop import Faces, based, holding, in_words, small_game


def test_d11_2_a_moving_task_force_searches_and_strikes_back() -> None:
    """Half of each side's units strikes, the other half meets the enemy's strike [PR46]."""
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **fought("2", "kaga enterprise", "enterprise kaga"),
        "D8 strike kido P3.1 mid 3": 6,
        "D8 CAP tf-16 P3.1 mid 3": 6,
        **fought("3", "hornet akagi", "akagi hornet"),
        **bombed("4", "enterprise akagi"),
        **bombed("5", "akagi enterprise"),
    }
    _, events = sailed(carriers_meet(), dice)
    assert [event.side for event in told(events, Searched)] == [ALLIED, JAPANESE]
    assert raids(events) == [(ALLIED, air("enterprise")), (JAPANESE, air("akagi"))]


@pytest.mark.parametrize("searches", [True, False])
def test_f_6_5_with_strike_false_nobody_strikes_back(*, searches: bool) -> None:
    """Whether it searches on the way is for the standing order [F.4]: then it needs not later."""
    sail = Sail(tf="kido", path=("MID",), strike=False)
    found = {label: face for label, face in ONE_WAY.items() if label not in LATER}
    dice = {**found, **BOTH_FOUND} if searches else found
    blind = () if searches else (SearchRule(of="kido", when="never"),)
    play, events = sailed(carriers_meet(), dice, japanese=blind, sail=sail)
    assert raids(events) == [(ALLIED, air("enterprise"))]
    assert play.game.forces["tf-16"].searched is searches


def test_d11_2_off_only_the_side_that_does_not_move_searches_and_strikes() -> None:
    """On the way; nothing is divided, and all who are aboard may rise [D11.off]."""
    _, events = sailed(carriers_meet(off=("D11",)), ONE_WAY)
    assert raids(events) == [(ALLIED, air("enterprise"))]
    assert not told(events, StacksDivided)
    (up,) = told(events, FightersRise)
    assert (up.side, up.units) == (JAPANESE, air("akagi", "kaga"))


def test_ph5_2_nobody_strikes_what_was_not_found() -> None:
    _, events = sailed(passing("a", "b", "c"), {"PH5.6 search kido P3.1 mid 1": 3})
    assert raids(events) == []


# --- both at once --------------------------------------------------------------------------------


def test_d11_3_both_divide_and_only_the_defensive_stacks_rise() -> None:
    """Two strike and two defend, one strikes and three defend; Midway's fighter stays [PR48]."""
    game = based(carriers_meet(4), "P-40", "US", "MWY", "p-40")
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **fought("2", "kaga enterprise", "soryu enterprise", "enterprise kaga"),
        "D8 strike kido P3.1 mid 3": 6,
        "D8 CAP tf-16 P3.1 mid 3": 6,
        **fought("3", "hornet akagi", "lexington hiryu", "yorktown akagi"),
        **fought("3", "akagi hornet", "hiryu lexington"),
        **bombed("4", "enterprise akagi"),
        **bombed("5", "akagi lexington", "hiryu lexington"),
    }
    stacks = {"japanese": (AirStacks(near=50),), "allied": (AirStacks(near=25),)}
    _, events = sailed(game, dice, japanese=stacks["japanese"], allied=stacks["allied"])
    own, theirs = told(events, StacksDivided)
    assert (own.offensive, own.defensive) == (air("akagi", "hiryu"), air("kaga", "soryu"))
    assert theirs.offensive == air("enterprise")
    assert theirs.defensive == air("hornet", "lexington", "yorktown")
    assert not told(events, FightersRise)
    first, second = told(events, AirCombatBegun)
    assert (first.interceptors, second.interceptors) == (own.defensive, theirs.defensive)


def test_pr48_a_force_whose_stack_sends_nobody_is_defended_as_usual() -> None:
    """Kido Butai strikes nobody: Wake's fighter rises with both; Hornet's has not flown [PR49]."""
    game = holding(based(carriers_meet(), "A6M2", "JP", "WKE", "zero"), "JP", "WKE")
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **fought("2", "akagi enterprise", "kaga enterprise", "enterprise akagi"),
        **{f"PH7.3 r{n} zero v enterprise-air P3.1 mid 2": 2 for n in (1, 2)},
        **bombed("3", "enterprise akagi"),
    }
    japanese = (AirStacks(near=0), AirInterception(when="always"))
    play, events = sailed(game, dice, japanese=japanese, allied=(DOWN,))
    own, theirs = told(events, StacksDivided)
    assert (own.offensive, theirs.defensive) == ((), air("hornet"))
    (up,) = told(events, FightersRise)
    assert up.units == (*air("akagi", "kaga"), "zero")
    assert not play.game.air["hornet-air"].intercepted


def test_pr48_a_target_whose_stack_sends_nobody_is_defended_as_usual() -> None:
    """Midway's fighter rises too, and Kaga's unit, kept though nobody comes, has not flown."""
    game = based(carriers_meet(), "P-40", "US", "MWY", "p-40")
    dice = {
        **BOTH_FOUND,
        "D8 strike kido P3.1 mid 2": 6,
        "D8 CAP tf-16 P3.1 mid 2": 6,
        **fought("2", "enterprise akagi", "hornet akagi", "akagi enterprise"),
        **{f"PH7.3 r{n} p-40 v akagi-air P3.1 mid 2": 2 for n in (1, 2)},
        **bombed("3", "akagi enterprise"),
    }
    allied = (AirStacks(near=0), AirInterception(when="always"))
    play, events = sailed(game, dice, allied=allied)
    assert raids(events) == [(JAPANESE, air("akagi"))]
    (up,) = told(events, FightersRise)
    assert up.units == (*air("enterprise", "hornet"), "p-40")
    assert not play.game.air["kaga-air"].struck


def test_d11_3_what_sinks_has_struck_nevertheless() -> None:
    """All on the offence: both carriers sink each other [D9.2, PH2.2]."""
    all_of_them = (AirStacks(near=100),)
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 strike kido P3.1 mid 3": 6,
        **bombed("4", "enterprise akagi", total=12),
        **bombed("5", "akagi enterprise", total=12),
    }
    play, events = sailed(carriers_meet(1), dice, japanese=all_of_them, allied=all_of_them)
    struck = {attack.unit for attack in told(events, AirNavalAttack)}
    assert struck == set(air("akagi", "enterprise"))
    assert sorted(play.game.ships) == []


DOWN = AirInterception(when="never")
LATER_STRIKE: dict[str, Faces] = {
    "D8 strike kido P3.2 mid 1": 6,
    **{f"PH8.3 akagi-air v enterprise #{n} P3.2 mid 2": 2 for n in (1, 2)},
}
"""Akagi's unit strikes as ordered, and nobody is left to rise."""
KEPT = Strike(units=air("akagi"), area="MID", tf="tf-16", aim=("enterprise",))


def test_f_6_5_who_is_kept_for_a_strike_stands_in_no_stack() -> None:
    """Of the other two one strikes and one defends; the strike ordered is flown in step 2."""
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **fought("2", "soryu enterprise", "enterprise soryu"),
        "D8 strike kido P3.1 mid 3": 6,
        "D8 CAP tf-16 P3.1 mid 3": 6,
        **fought("3", "hornet kaga", "yorktown kaga", "kaga hornet"),
        **bombed("4", "enterprise akagi"),
        **bombed("5", "kaga enterprise"),
        **LATER_STRIKE,
    }
    play = opened(carriers_meet(3), USUAL, USUAL)
    events = play.file(TOKYO, SAIL, KEPT, dice=dice)
    own = told(events, StacksDivided)[0]
    assert (own.offensive, own.defensive) == (air("kaga"), air("soryu"))
    assert raids(events)[-1] == (JAPANESE, air("akagi"))


def test_f_6_5_who_is_kept_for_a_strike_does_not_strike_back() -> None:
    dice = {
        **BOTH_FOUND,
        "D8 strike kido P3.1 mid 2": 6,
        **bombed("3", "kaga enterprise"),
        **LATER_STRIKE,
    }
    play = opened(carriers_meet(3), USUAL, (*QUIET[1:], SearchRule()))
    events = play.file(TOKYO, SAIL, KEPT, dice=dice)
    assert raids(events) == [(JAPANESE, air("kaga")), (JAPANESE, air("akagi"))]


def test_ph8_1_who_rises_in_the_own_half_has_flown_in_it() -> None:
    """Over the own force or for it: not a second time, on no strike, to no other base."""
    game = holding(based(small_game(), "B-25", "US", "MWY", "a", "b"), "JP", "WKE")
    game = afloat(game, "kido", "JP", "BON", (("akagi", "CV", "J-CV41"),))
    rising: tuple[Order, ...] = (*QUIET[:-1], AirInterception(when="always"))
    bombers = (QUIET[1], AirStrikeRule(escorts=0), QUIET[3])
    play = opened(based(game, "A6M2", "JP", "WKE", "zero"), rising, bombers)
    dice: dict[str, Faces] = {
        "PH5.6 search kido P3.1 wak 1": 6,
        "D8 CAP kido P3.1 wak 2": 6,
        **{f"PH7.3 r1 {one} v a P3.1 wak 2": 12 for one in ("akagi-air", "zero")},
        "PH8.3 b v akagi #1 P3.1 mid 3": 2,
        "PH8.3 b v akagi #2 P3.1 mid 3": 2,
    }
    orders = (
        Sail(tf="kido", path=("WAK", "MID"), strike=True),
        Strike(units=air("akagi"), area="MWY", at="airfield"),
        Transfer(units=("zero",), to="KWA"),
    )
    events = play.file(TOKYO, *orders, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("akagi-air", "zero")]
    assert in_words(told(events, Voided)) == [
        "tokyo: 'strike' at Midway (MWY) is void: nobody is left to fly [PH8.1]",
        "tokyo: 'transfer' is void: zero has flown [PH8.1]",
    ]


def test_f_7_a_strike_that_does_not_get_through_is_told_where_both_strike_at_once() -> None:
    """Enterprise's unit is shot down by those that stay; Akagi's comes through [D11.3]."""
    first = fought("2", "kaga enterprise", "enterprise kaga", rounds=(1,))
    dice = {
        **BOTH_FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **first,
        "PH7.3 r1 kaga-air v enterprise-air P3.1 mid 2": 12,
        "D8 strike kido P3.1 mid 3": 6,
        "D8 CAP tf-16 P3.1 mid 3": 6,
        **fought("3", "hornet akagi", "akagi hornet"),
        **bombed("4", "akagi enterprise"),
    }
    _, events = sailed(carriers_meet(), dice)
    assert [event.tf for event in told(events, StrikeStopped)] == ["kido"]
    assert {event.unit for event in told(events, AirNavalAttack)} == set(air("akagi"))


def test_f_1_by_stacks_that_break_a_rule_nobody_strikes() -> None:
    """Akagi's unit, named for the offence, has gone ashore since, and it is told.

    One named for both stacks never comes so far: the file with it is refused, and a sealed item
    that holds it nevertheless counts as the default (see `test_attacks`).
    """
    game = holding(carriers_meet(), "JP", "WKE")
    game = game.with_forces([replace(game.forces["kido"], at="WAK")])
    game = game.with_purse("JP", Purse(track=1))
    there = SearchRule(when="areas", areas=("MID",))
    stacks = AirStacks(offensive=air("akagi"))
    play = opened(game, (there, *USUAL, stacks), (there, *USUAL, DOWN))
    leave = Transfer(units=air("akagi"), to="WKE")
    play.file(
        TOKYO, Sail(tf="kido", standby=True), leave, dice={"PH5.6 search tf-16 P3.2 mid 1": 6}
    )
    play.file(WASHINGTON, Sail(tf="tf-16", standby=True))
    dice = {
        "PH5.6 search kido P4B mid 1": 6,
        "D8 strike tf-16 P4B mid 2": 6,
        "D8 CAP kido P4B mid 2": 6,
        **fought("2", "kaga enterprise", "enterprise kaga"),
        **bombed("3", "enterprise akagi"),
    }
    dice = {label.replace("P3.1", "P4B"): fell for label, fell in dice.items()}
    events = play.file(TOKYO, Offensive(kind="sea", nation="JP", stack="kido"), SAIL, dice=dice)
    own = told(events, StacksDivided)[0]
    assert (own.broken, own.offensive, own.defensive) == (True, (), air("kaga"))
    assert raids(events) == [(ALLIED, air("enterprise"))]
    committed = [one.id for one in play.game.air.values() if one.committed]
    assert committed == sorted(air("enterprise", "kaga"))
