"""Who sails home unasked, what `check` says that it costs, from written orders [F.6.2, PH14.1]."""

from collections import Counter
from collections.abc import Mapping

import pytest

from pbem.frozen import replace
from pbem.systems.pto.book.kinds import NATIONS
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import FuelPaid, Stayed, UpkeepPaid, UpkeepUnpaid
from pbem.systems.pto.table.events_land import Landed
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.naming import at_first
from pbem.systems.pto.table.orders_month import (
    Assault,
    Form,
    Offensive,
    Pass,
    Return,
    Sail,
    Stay,
    Strike,
)
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.monthend import at_the_end, ended, june
from tests.systems.pto.partners import LONDON, with_london
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

SUFFER = (
    "go unpaid: a ship with a name takes a hit, which sinks a damaged one, any other is lost on a"
    " die of 6 [PH14.2]"
)
"""What comes of ships that are not paid for."""


def test_f_6_2_check_tells_an_area_once_and_fuel_for_every_second_battleship() -> None:
    """Two forces stay in one sea for 1 EP; of three battleships the first and the third cost."""
    game = replace(june(), at_war=True)
    for number, name in enumerate(("nagato", "mutsu", "ise"), 1):
        game = force(game, f"home-{number}", "JP", "HOM", ship(name, "BB"))
    for number in (1, 2):
        game = force(game, f"out-{number}", "JP", "MID", ship(f"jp-dd-{number}", "DD"))
    stays = (Stay(tf="out-1"), Stay(tf="out-2"))
    returns = tuple(Return(tf=f"home-{number}") for number in (1, 2, 3))
    assert PTO.foretell
    costs = PTO.foretell(at_the_end(game).view(), (*stays, *returns), CHARTS).costs
    assert costs[:5] == (
        "⟨out-1⟩ stays in ⟨MID⟩: 1 EP",
        "⟨out-2⟩ stays in ⟨MID⟩: 0 EP",
        "⟨home-1⟩ returns to ⟨JPN⟩: fuel 1 EP",
        "⟨home-2⟩ returns to ⟨JPN⟩: fuel 0 EP",
        "⟨home-3⟩ returns to ⟨JPN⟩: fuel 1 EP",
    )


@pytest.mark.parametrize(
    ("stays", "payers"),
    [
        ((Stay(tf="mixed"),), {"US": 1, "AU": 1}),
        ((Stay(tf="mixed", pays="UK"),), {"UK": 2}),
        ((Stay(tf="silent"), Stay(tf="cruiser", pays="UK")), {"UK": 1}),
        ((Stay(tf="silent", pays="AU"), Stay(tf="cruiser", pays="UK")), {"AU": 1}),
        ((Stay(tf="one-boats"), Stay(tf="two-boats", pays="UK")), {"UK": 1}),
        ((Stay(tf="one-boats"), Stay(tf="three-boats", pays="UK")), {"UK": 1, "US": 1}),
        (
            (
                Stay(tf="cruiser", pays="AU"),
                Stay(tf="one-boats", pays="UK"),
                Stay(tf="two-boats", pays="AU"),
            ),
            {"AU": 1, "UK": 1},
        ),
        (
            (Stay(tf="cruiser", pays="US"), Stay(tf="one-boats"), Stay(tf="two-boats", pays="UK")),
            {"US": 1, "UK": 1},
        ),
    ],
)
def test_f_6_2_those_pay_for_a_stay_whom_check_names(
    stays: tuple[Stay, ...], payers: Mapping[str, int]
) -> None:
    """One EP for a nation and area, boats by threes, whoever pays; what `check` leaves is left."""
    game = june()
    for nation in ("US", "UK", "AU"):
        game = game.with_purse(nation, replace(game.purses[nation], points=9))
    afloat = {
        "mixed": ("SOL", (ship("chicago", "CA", "US"), ship("canberra", "CA", "AU"))),
        "silent": ("MSH", (ship("houston", "CA", "US"),)),
        "cruiser": ("MSH", (ship("astoria", "CA", "US"),)),
        "one-boats": ("COR", (boat("us-ss-s-1"),)),
        "two-boats": ("COR", (boat("us-ss-s-2"),)),
        "three-boats": ("COR", tuple(boat(f"us-ss-s-{number}") for number in (3, 4, 5))),
    }
    for tf in (stay.tf for stay in stays):
        at, ships = afloat[tf]
        game = force(game, tf, "US", at, *ships)
    play = at_the_end(game, seat=WASHINGTON)
    assert PTO.foretell
    costs = PTO.foretell(play.view(), stays, CHARTS).costs
    left = [words for words in costs if words.endswith("left")]
    assert left == [
        f"{at_first(nation)} has {9 - points} EP and no offensives left"
        for nation, points in sorted(payers.items(), key=lambda one: NATIONS.index(one[0]))
    ]
    events = play.file(WASHINGTON, *stays)
    paid: Counter[str] = Counter()
    for one in told(events, UpkeepPaid):
        paid[one.payer] += one.points
    assert paid == payers
    assert sum(one.points for one in told(events, Stayed)) == sum(payers.values())


def test_f_6_2_check_tells_of_a_partner_who_shall_pay_and_of_nobody_less_than_no_ep() -> None:
    """Australia, whose seat is London, pays for Chicago; Houston the United States cannot pay."""
    game = force(with_london(june()), "tf-1", "US", "SOL", ship("chicago", "CA", "US"))
    game = force(game, "tf-2", "US", "COR", ship("houston", "CA", "US"))
    game = force(game, "tf-3", "US", "HAW", ship("astoria", "CA", "US"))
    for nation in ("AU", "US"):
        game = game.with_purse(nation, replace(game.purses[nation], points=1))
    play = at_the_end(game, seat=WASHINGTON)
    stays = (Stay(tf="tf-1", pays="AU"), Stay(tf="tf-2"), Stay(tf="tf-3"))
    assert PTO.foretell
    said = PTO.foretell(play.view(), stays, CHARTS)
    assert [words for words in said.costs if words.endswith("left")] == [
        "The United States has 0 EP and no offensives left",
        "Australia has 0 EP and no offensives left",
    ]
    assert said.warnings == (
        f"The United States owes 2 EP for ships and has 1: those in ⟨HAW⟩ {SUFFER}",
    )
    stays = (Stay(tf="tf-1", pays="AU"), Stay(tf="tf-2", pays="AU"))
    said = PTO.foretell(play.view(), stays, CHARTS)
    assert said.warnings == (f"Australia owes 2 EP for ships and has 1: those in ⟨SOL⟩ {SUFFER}",)


@pytest.mark.parametrize("early", [False, True])
def test_f_6_2_check_counts_what_a_partner_has_ordered_to_be_paid_from_the_same_purse(
    early: bool,
) -> None:
    """In a file for the same month's end or with a pass; there is too little for all [PH14.2]."""
    game = force(with_london(june()), "tf-1", "US", "SOL", ship("chicago", "CA", "US"))
    game = force(game, "tf-2", "US", "SPA", ship("houston", "CA", "US"))
    game = force(game, "tf-44", "AU", "COR", ship("australia", "CA", "AU"))
    game = game.with_purse("US", replace(game.purses["US"], points=2, track=1))
    play = begun(replace(game, initiative="allied"), dice=FLYING)
    theirs, ours = (Stay(tf="tf-1"), Stay(tf="tf-2")), Stay(tf="tf-44", pays="US")
    while not (play.asked == LONDON and play.step.startswith("P5")):
        given = (Pass(), *theirs) if early else theirs
        is_due = play.asked == WASHINGTON and play.step.startswith("P4" if early else "P5")
        play.file(play.asked, *(given if is_due else ()))
    assert (WASHINGTON in play.game.month.plans) == early
    assert PTO.foretell
    said = PTO.foretell(play.view(), (ours,), CHARTS)
    assert said.costs[-1] == (
        "The United States has 0 EP and 1 offensive left, 2 EP paid by partners' orders"
    )
    assert said.warnings == (
        "The United States owes 3 EP for ships, 2 of it by partners' orders, and has 2: some"
        f" {SUFFER}",
    )


@pytest.mark.parametrize(("points", "battleships", "paid"), [(1, 1, 2), (3, 1, 2), (1, 3, 2)])
def test_f_6_2_check_counts_what_ships_cost_that_no_order_names(
    points: int, battleships: int, paid: int
) -> None:
    """They burn fuel first (D13.2), or if they cannot they stay at that price, beside who stays."""
    ships = (ship(id_, "BB") for id_ in ("nagato", "mutsu", "ise")[:battleships])
    game = force(june(), "main", "JP", "PHS", *ships)
    game = force(replace(game, at_war=True), "two", "JP", "MAR", ship("maya", "CA"))
    game = game.with_purse("JP", replace(game.purses["JP"], points=points))
    play = at_the_end(game)
    assert PTO.foretell
    said = PTO.foretell(play.view(), (Stay(tf="two"),), CHARTS)
    unpaid = "⟨MAR⟩" if battleships == 1 else "⟨PHS⟩"
    left = max(points - paid, 0)
    assert f"Japan has {left} EP and no offensives left" in said.costs
    assert said.warnings == (
        ()
        if points >= paid
        else (f"Japan owes {paid} EP for ships and has {points}: those in {unpaid} {SUFFER}",)
    )
    play.file(TOKYO, Stay(tf="two"))
    events = play.file(WASHINGTON)
    spent = sum(one.points for one in (*told(events, FuelPaid), *told(events, UpkeepPaid)))
    assert points - spent == left
    assert bool(told(events, UpkeepUnpaid)) is bool(said.warnings)


def test_d13_2_who_lacks_the_fuel_is_not_told_to_go_home_but_how_he_could() -> None:
    """By `form`: without its battleships the force moves free."""
    ships = (ship("nagato", "BB"), ship("maya", "CA"))
    game = force(june(), "main", "JP", "PHS", *ships)
    game = force(replace(game, at_war=True), "two", "JP", "MAR", ship("haguro", "CA"))
    play = at_the_end(game.with_purse("JP", replace(game.purses["JP"], points=0)))
    assert PTO.foretell
    left = " ".join(PTO.foretell(play.view(), (), CHARTS).left)
    assert "if the enemy lets them, ships go: ⟨two⟩ to ⟨TRU⟩ by ⟨CAR⟩." in left
    assert "At sea, at its price, for want of EP for fuel: ⟨main⟩." in left
    (problem,) = play.problems(Return(tf="main"))
    assert problem.hint == "'form' its ships without a battleship apart: they return free"
    apart = Form(tf="apart", ships=("maya",))
    assert play.refused(apart, Return(tf="apart")) == []
    events = (*play.file(TOKYO), *play.file(WASHINGTON))
    assert [(one.tf, one.cited) for one in told(events, Stayed)] == [("main", "D13.2")]


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


def test_d13_2_battleships_that_lie_in_the_port_named_burn_nothing() -> None:
    game = force(replace(june(), at_war=True), "main", "JP", "JPN", ship("nagato", "BB"))
    _, events = ended(game, (Return(tf="main", to="JPN"),))
    assert told(events, FuelPaid) == []


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


def test_f_6_1_a_bare_return_is_told_as_things_stand_and_with_what_holds_it() -> None:
    assert PTO.foretell
    game = force(june(), "out", "JP", "NOP", ship("maya", "CA"))
    play = at_the_end(game)
    (bare,) = PTO.foretell(play.view(), (Return(tf="out"),), CHARTS).ordered
    assert bare == (
        'As things stand ⟨out⟩ returns ⟨NOP⟩ - ⟨JPN⟩; to = "JPN" holds it to that port [PH14.1]'
    )
    (held,) = PTO.foretell(play.view(), (Return(tf="out", to="JPN"),), CHARTS).ordered
    assert held == "⟨out⟩ returns ⟨NOP⟩ - ⟨JPN⟩ [PH14.1]"


def test_d13_2_what_ships_take_that_no_order_names_is_told_by_itself() -> None:
    game = force(june(), "main", "JP", "PHS", ship("nagato", "BB"), ship("mutsu", "BB"))
    game = force(replace(game, at_war=True), "two", "JP", "MAR", ship("maya", "CA"))
    play = at_the_end(game.with_purse("JP", replace(game.purses["JP"], points=5)))
    assert PTO.foretell
    assert PTO.foretell(play.view(), (Stay(tf="two"),), CHARTS).costs == (
        "⟨two⟩ stays in ⟨MAR⟩: 1 EP",
        "Ships that no order names take 1 EP of Japan",
        "Japan has 3 EP and no offensives left",
    )
