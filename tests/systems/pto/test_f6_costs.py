"""What ships cost at the month's end, as `check` says, from written orders [F.6.2, D13.2]."""

from collections import Counter
from collections.abc import Mapping

import pytest

from pbem.frozen import replace
from pbem.systems.pto.book.kinds import NATIONS
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import FuelPaid, Stayed, UpkeepPaid, UpkeepUnpaid
from pbem.systems.pto.table.naming import at_first
from pbem.systems.pto.table.orders_month import (
    Form,
    Pass,
    Return,
    Stay,
)
from tests.systems.pto.frontdoor import begun, told
from tests.systems.pto.monthend import SUFFER, at_the_end, ended, june
from tests.systems.pto.partners import LONDON, with_london
from tests.systems.pto.skies import FLYING, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    CHARTS,
    boat,
    force,
    ship,
)


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


def test_d13_2_battleships_that_lie_in_the_port_named_burn_nothing() -> None:
    game = force(replace(june(), at_war=True), "main", "JP", "JPN", ship("nagato", "BB"))
    _, events = ended(game, (Return(tf="main", to="JPN"),))
    assert told(events, FuelPaid) == []


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
