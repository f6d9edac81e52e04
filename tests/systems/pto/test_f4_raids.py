"""Which aircraft standing orders send at whom on the move, from written orders [F.4, PH5.2]."""

import pytest

from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.table.events_naval import FightersRise, LeftAlone, RaidFlown
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import AirInterception, AirStrikeRule
from pbem.systems.pto.table.state import Purse
from tests.systems.pto.frontdoor import told
from tests.systems.pto.raiding import (
    FOUND,
    LATER,
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
from tests.systems.pto.tabletop import Faces, based, force, holding, in_words, ship, small_game

SHARES: list[tuple[AirStrikeRule, str, tuple[str, ...], tuple[str, ...]]] = [
    (AirStrikeRule(), "CV", ("a", "b"), ("fighter",)),
    (AirStrikeRule(), "CA", (), ()),
    (AirStrikeRule(when="worth", worth=1, share=100), "CA", ("a", "b", "c"), ("fighter",)),
    (AirStrikeRule(when="worth", worth=2), "CA", (), ()),
    (AirStrikeRule(share=34, escorts=0), "CV", ("a", "b"), ()),
    (AirStrikeRule(when="never"), "CV", (), ()),
]


@pytest.mark.parametrize(("order", "kind", "units", "escorts"), SHARES)
def test_f_4_by_default_half_of_the_bombers_strike_carriers_and_battleships(
    order: AirStrikeRule, kind: str, units: tuple[str, ...], escorts: tuple[str, ...]
) -> None:
    """Fractions up, a fighter for each bomber as far as there are any [PR46]."""
    target = "akagi" if kind == "CV" else "tone"
    dice: dict[str, Faces] = {
        f"PH8.3 {one} v {target} #{n} P3.1 mid 3": 2 for one in units for n in (1, 2)
    }
    _, events = sailed(passing("a", "b", "c", kind=kind), {**FOUND, **dice}, allied=(order,))
    found = [(event.units, event.escorts) for event in told(events, RaidFlown)]
    assert found == ([(units, escorts)] if units else [])


@pytest.mark.parametrize(
    ("own", "escorts"),
    [
        (AirStrikeRule(of="OAH", escorts=0), ("fighter", "p-51-a", "p-51-b")),
        (AirStrikeRule(of="OAH", when="never"), ("fighter",)),
        (AirInterception(of="OAH", keep=1), ("fighter", "p-51-b")),
    ],
)
def test_pr100_a_base_that_does_not_strike_sends_no_escorts_nor_any_that_it_keeps_down(
    own: AirStrikeRule | AirInterception, escorts: tuple[str, ...]
) -> None:
    """Midway's bombers strike; Oahu's own orders say whether its fighters may go along."""
    game = based(passing("a", "b", "c"), "P-51", "US", "OAH", "p-51-a", "p-51-b")
    dice: dict[str, Faces] = {
        f"PH8.3 {one} v akagi #{n} P3.1 mid 3": 2 for one in "abc" for n in (1, 2)
    }
    midway = AirStrikeRule(of="MWY", share=100)
    _, events = sailed(game, {**FOUND, **dice}, allied=(midway, own))
    assert [event.escorts for event in told(events, RaidFlown)] == [escorts]


def test_ph8_2_the_enemy_is_counter_intercepted_by_what_comes_to_help() -> None:
    """Hornet's patrol and Midway's fighter help Enterprise's strike."""
    game = based(carriers_meet(off=("D11", "D15")), "P-40", "US", "MWY", "p-40")
    dice = {
        **FOUND,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **fought("2", "akagi enterprise", "kaga hornet", "enterprise akagi", "hornet kaga"),
        **{f"PH7.3 r{n} p-40 v akagi-air P3.1 mid 2": 2 for n in (1, 2)},
        **bombed("3", "enterprise akagi"),
        **LATER,
    }
    always = (AirInterception(when="always"),)
    _, events = sailed(game, dice, allied=always)
    assert [(event.side, event.counter, event.units) for event in told(events, FightersRise)] == [
        (JAPANESE, False, air("akagi", "kaga")),
        (ALLIED, True, (*air("hornet"), "p-40")),
    ]


def test_p4b_2_2_committed_aircraft_do_not_strike_in_an_offensive() -> None:
    """Enterprise's unit has raided Wake before; in Japan's offensive nobody strikes Kido Butai."""
    game = holding(carriers_meet(1), "JP", "WKE")
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=1))
    play = opened(game, (*QUIET, AirStrikeRule(when="never")), USUAL)
    play.file(TOKYO, Sail(tf="kido", standby=True))
    nop = {f"PH5.6 search kido {when}": 1 for when in ("by tf-16 P3.1 wak 1", "P3.2 nop 1")}
    play.file(WASHINGTON, Sail(tf="tf-16", path=("WAK",), standby=True), dice=nop)
    play.passes(TOKYO)
    raid = Strike(units=air("enterprise"), area="WKE", at="airfield")
    sea = Offensive(kind="sea", nation="US", stack="tf-16")
    dice = {
        "PH5.6 search kido P4C nop 1": 1,
        "D8 strike tf-16 P4C wke 1": 6,
        "PH8.7 enterprise-air v wke airfield P4C wke 2": 2,
    }
    play.file(WASHINGTON, sea, raid, dice=dice)
    assert play.game.air["enterprise-air"].committed
    found = {"PH5.6 search kido P4B mid 1": 6}
    events = play.file(TOKYO, Offensive(kind="sea", nation="JP", stack="kido"), SAIL, dice=found)
    assert raids(events) == []
    assert play.game.forces["kido"].searched


def test_f_4_a_force_found_that_no_order_strikes_is_told_to_be_left_alone() -> None:
    """By default one without a CV, a BB or a loaded STP; by points one that is worth too little."""
    game = afloat(small_game(), "kido", "JP", "WAK", (("akagi", "CV", "J-CV41"),))
    game = force(game, "tf-1", "US", "HAW", ship("us-dd-1", "DD", "US"))
    dice: dict[str, Faces] = {"PH5.6 search tf-1 by kido P3.1 mid 1": 6}
    for own, why in (
        (AirStrikeRule(), "no CV, BB or loaded STP"),
        (AirStrikeRule(when="worth", worth=9), "worth less than 9 points"),
    ):
        japanese = (QUIET[1], own, QUIET[3])
        play = opened(game, japanese, QUIET)
        events = play.file(TOKYO, Sail(tf="kido", path=("MID",)), dice=dice)
        assert in_words(told(events, LeftAlone)) == [f"tf-1 is left alone by kido: {why} [F.4]"]
