"""Who sails home, unasked or as ordered, from written orders [F.6.1, PH14.1]."""

from collections.abc import Mapping

import pytest

from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import Returned, Stayed, UpkeepUnpaid
from pbem.systems.pto.table.events_land import Landed
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import (
    Assault,
    Offensive,
    Pass,
    Return,
    Sail,
    Stay,
    Strike,
)
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.monthend import SUFFER, at_the_end, ended, june
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    boat,
    force,
    holding,
    in_words,
    ship,
    troops,
)


def convoyed() -> Campaign:
    """A destroyer keeps open the way home of a cruiser, past enemies; Japan has 0 EP."""
    game = force(june(), "guard", "JP", "NOP", ship("jp-dd-1", "DD"))
    game = force(game, "out", "JP", "ALE", ship("maya", "CA", speed=20))
    return at_the_end(force(game, "raider", "US", "NOP", ship("chicago", "CA", "US")))


def test_f_6_1_who_has_gone_home_keeps_no_sea_open_to_returns_below() -> None:
    play = convoyed()
    out, guard = Return(tf="out"), Return(tf="guard")
    assert play.refused(out, guard) == []
    (problem,) = play.problems(guard, out)
    assert (problem.rule, problem.hint) == ("PH14.1", "write 'stay' for out, which costs EP")
    play.file(TOKYO, out, guard)
    play.file(WASHINGTON)
    assert [play.game.forces[tf].at for tf in ("out", "guard")] == ["JPN", "JPN"]


def test_f_6_1_a_force_keeps_no_sea_open_that_its_path_has_left() -> None:
    """Enemies lie where it starts: who has gone from there does not come back past them."""
    game = force(june(), "out", "JP", "NOP", ship("maya", "CA"))
    play = at_the_end(force(game, "raider", "US", "NOP", ship("chicago", "CA", "US")))
    assert play.refused(Return(tf="out", path=("NOP", "JPN"))) != []
    assert play.refused(Return(tf="out", path=("HOM", "NOP", "JPN"))) == [
        "out cannot go this way from North Pacific (NOP): enemy ships alone hold North Pacific"
        " [PH14.1]"
    ]
    assert play.refused(Return(tf="out", path=("HOM", "JPN"))) == []


def test_f_6_2_check_counts_a_force_that_others_leave_behind_an_enemy() -> None:
    """Only the destroyer is ordered home; the cruiser would follow it, and finds the sea shut."""
    play = convoyed()
    assert PTO.foretell
    said = PTO.foretell(play.view(), (Return(tf="guard"),), CHARTS)
    assert said.warnings == (
        "⟨out⟩ finds no port in reach, stays at sea and pays [P6.1.1]",
        f"Japan owes 1 EP for ships and has 0: those in ⟨ALE⟩ {SUFFER}",
    )
    assert "At sea, at its price, for want of a port in reach: ⟨out⟩." in said.left
    play.file(TOKYO, Return(tf="guard"))
    (unpaid,) = told(play.file(WASHINGTON), UpkeepUnpaid)
    assert unpaid.ships == ("maya",)


def test_ph14_1_without_an_order_boats_stay_where_that_is_free() -> None:
    """Those of movement 28 stay, others go home [D5.3]; all do without D5."""
    for off, at in (((), "HOM"), (("D5",), "JPN")):
        game = force(june(off=off), "fleet-boats", "JP", "HOM", boat("jp-ss-c1-c2-1"))
        game = force(game, "old-boats", "JP", "HOM", boat("jp-ss-kd3-1"))
        play, _ = ended(game)
        assert play.game.forces["fleet-boats"].at == at
        assert play.game.forces["old-boats"].at == "JPN"


def test_f_6_1_the_way_out_of_boats_that_stay_free_costs_nothing() -> None:
    game = force(june(), "fleet-boats", "JP", "EPA", boat("jp-ss-c1-c2-1"))
    play = at_the_end(force(game, "old-boats", "JP", "EPA", boat("jp-ss-kd3-1")))
    for tf, price in (("fleet-boats", ""), ("old-boats", ", which costs EP")):
        (problem,) = play.problems(Return(tf=tf, to="INC"))
        assert problem.hint == f"take a nearer port, or write 'stay' for {tf}{price}"


def test_ph13_2_the_command_stack_reaches_ten_mp() -> None:
    game = april()
    for tf, at in (("main", "MID"), ("near", "MAR"), ("far", "CAR")):
        game = force(game, tf, "JP", at, ship(f"{tf}-ca", "CA"))
    stand_by = (Sail(tf=tf, standby=True) for tf in ("main", "near", "far"))
    play = at_phase_4(game, japanese=(*QUIET, *stand_by))
    order = Offensive(kind="sea", nation="JP", stack="main", stacks=("near",))
    assert play.refused(order) == []
    assert play.refused(replace(order, stacks=("near", "far"))) == [
        "far is more than 10 MP from main [PH13.2]"
    ]


def test_f_2_2_a_force_that_cannot_stay_goes_home_as_without_an_order() -> None:
    """It is in Luzon's port by then, which the enemy contests: it does not put to sea and pay."""
    game = troops(holding(april(), "JP", "LUZ"), "garrison", "JP", "LUZ", strength=9, move=0)
    game = force(game, "raiders", "JP", "SCS", ship("maya", "CA"))
    game = force(game, "invaders", "US", "PHS", ship("us-stp-1", "STP", "US"))
    game = troops(game, "rangers", "US", "us-stp-1")
    play = at_phase_4(game, japanese=(*QUIET, Sail(tf="raiders", standby=True)))
    play.file(TOKYO, Pass(), Stay(tf="raiders"))
    play.file(WASHINGTON, land("US", "North"))
    sea = Offensive(kind="sea", nation="JP", stack="raiders")
    play.file(TOKYO, sea, Sail(tf="raiders", path=("LUZ",)))
    play.file(WASHINGTON, land("US", "Philippines"), Assault(units=("rangers",), area="LUZ"))
    play.passes(TOKYO)
    play.passes(WASHINGTON)
    may: Mapping[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
    events = play.file(WASHINGTON, dice=may)
    told_of = [event for event in events if getattr(event, "tf", "") == "raiders"]
    assert in_words((*told(events, Voided), *told_of), play.game) == [
        "tokyo: 'stay' of raiders is void: raiders lies at Luzon (LUZ), not at sea [F.6.2]",
        "raiders returns Luzon (LUZ) - Philippine Sea (PHS) - East China Sea (ECS) - Japan (JPN)"
        " [P6.1.1]",
    ]
    assert play.game.purses["JP"].points == 50


@pytest.mark.parametrize(("land", "at"), [("OAH", "OAH"), ("MWY", "us-stp-1")])
def test_f_6_1_cargo_in_the_port_that_it_is_bound_for_goes_ashore_unasked(
    land: str, at: str
) -> None:
    """The convoy has reached Oahu in phase 3 already; no order brings it or its cargo on."""
    game = force(june(), "convoy", "US", "HAW", ship("us-stp-1", "STP", "US"))
    play = begun(troops(game, "rangers", "US", "us-stp-1"), dice=FLYING)
    play.file(TOKYO, *QUIET)
    play.file(WASHINGTON, *QUIET, Sail(tf="convoy", path=("OAH",), land=land))
    while play.step == "P4":
        play.file(play.asked)
    assert play.game.ground["rangers"].ship == "us-stp-1"
    play.file(TOKYO)
    events = play.file(WASHINGTON)
    rangers = play.game.ground["rangers"]
    assert (rangers.at or rangers.ship) == at
    assert in_words(told(events, Landed), play.game) == (
        ["rangers goes ashore at Oahu (OAH) [P4A.2.B]"] if at == "OAH" else []
    )


def at_midway(port: int = 1, *, met: bool = False) -> Campaign:
    """The last file of the Americans, who have ships and boats at Midway; its port may be bombed.

    If they are met, a Japanese cruiser holds the sea around it, and stays there.
    """
    game = force(june(), "tf-1", "US", "MWY", ship("chicago", "CA", "US", speed=20))
    if met:
        game = force(game, "raider", "JP", "MID", ship("maya", "CA"))
        game = force(game, "us-boats", "US", "MWY", boat("us-ss-gato-1"))
    game = based(holding(game, "JP", "WKE"), "G4M", "JP", "WKE", "g4m")
    play = begun(game, dice=FLYING)
    dice = {"PH8.7 g4m v mwy port P3.2 mwy 2": 2 if port else 12}
    play.file(TOKYO, *QUIET, Strike(units=("g4m",), area="MWY", at="port"), dice=dice)
    play.file(WASHINGTON, *QUIET)
    while play.step == "P4" or play.asked != WASHINGTON:
        play.file(play.asked, *((Stay(tf="raider"),) if met and play.step == "P5-first" else ()))
    assert play.game.areas["MWY"].port == port
    return play


def home_form(play: Campaign) -> list[str]:
    """What the form tells of each force in Second Naval Movement."""
    (section,) = (one for one in PTO.form(play.view(), CHARTS) if one.rule == "PH14.1")
    return [words for words in section.choices if words.startswith("⟨")]


def test_f_6_2_who_lies_in_port_is_told_to_need_no_order() -> None:
    play = at_midway()
    assert home_form(play) == []
    (problem,) = play.problems(Return(tf="tf-1", to="IND"))
    assert problem.hint == "take a nearer port, or leave tf-1 without an order"
    (problem,) = play.problems(Stay(tf="tf-1"))
    assert problem.hint == "who is in port stays there without an order"


def test_f_6_2_where_no_port_is_left_ships_go_home_and_the_form_says_so() -> None:
    """Nobody stays on a beach [PR62]: form and refusal tell where that leads."""
    play = at_midway(port=0)
    assert home_form(play) == ["⟨tf-1⟩ returns to ⟨OAH⟩: fuel 0 EP"]
    (problem,) = play.problems(Stay(tf="tf-1"))
    assert problem.hint == (
        "without an order ships go home from there, or to sea if no port is in reach"
    )
    play.file(WASHINGTON, dice={"PH14.4 repair port P6.3 mwy 1": 1})
    assert play.game.forces["tf-1"].at == "OAH"


def test_f_6_2_form_and_report_tell_who_goes_to_sea_where_no_port_is_in_reach() -> None:
    play = at_midway(port=0, met=True)
    assert home_form(play) == [
        "⟨tf-1⟩ goes to sea and stays in ⟨MID⟩: 1 EP",
        "⟨us-boats⟩ go to sea and stay in ⟨MID⟩: 0 EP",
    ]
    (problem,) = play.problems(Stay(tf="us-boats"))
    assert problem.hint == "without an order boats go to sea from there, and stay for nothing"
    events = play.file(WASHINGTON, dice={"PH14.4 repair port P6.3 mwy 1": 1})
    assert [(one.tf, one.area, one.points) for one in told(events, Stayed)] == [
        ("raider", "MID", 1),
        ("tf-1", "MID", 1),
        ("us-boats", "MID", 0),
    ]


def test_f_6_1_a_return_without_a_way_of_its_own_is_told_as_things_stand() -> None:
    assert PTO.foretell
    game = force(june(), "out", "JP", "NOP", ship("maya", "CA"))
    play = at_the_end(game)
    (bare,) = PTO.foretell(play.view(), (Return(tf="out"),), CHARTS).ordered
    assert bare == (
        'As things stand ⟨out⟩ returns ⟨NOP⟩ - ⟨JPN⟩; to = "JPN" holds it to that port [PH14.1]'
    )
    (held,) = PTO.foretell(play.view(), (Return(tf="out", to="JPN"),), CHARTS).ordered
    assert held == (
        "As things stand ⟨out⟩ returns ⟨NOP⟩ - ⟨JPN⟩; 'path' holds it to that way [PH14.1]"
    )
    (fixed,) = PTO.foretell(play.view(), (Return(tf="out", path=("JPN",)),), CHARTS).ordered
    assert fixed == "⟨out⟩ returns ⟨NOP⟩ - ⟨JPN⟩ [PH14.1]"


def test_f_6_1_a_return_is_told_by_the_way_that_the_enemys_ships_leave_open() -> None:
    """Who goes home first has left the Coral Sea by then: its way is as short, and first by id."""
    game = force(june(), "out", "US", "ALE", ship("chicago", "CA", "US"))
    play = at_the_end(force(game, "raider", "JP", "COR", ship("maya", "CA")))
    play.file(TOKYO, Return(tf="raider"))
    assert PTO.foretell
    (said,) = PTO.foretell(play.view(), (Return(tf="out", to="PTM"),), CHARTS).ordered
    way = "⟨ALE⟩ - ⟨EPA⟩ - ⟨SPA⟩ - ⟨COR⟩ - ⟨PTM⟩"
    assert said == f"As things stand ⟨out⟩ returns {way}; 'path' holds it to that way [PH14.1]"
    _, home = told(play.file(WASHINGTON, Return(tf="out", to="PTM")), Returned)
    assert (home.tf, home.path) == ("out", ("ALE", "EPA", "SPA", "COR", "PTM"))
