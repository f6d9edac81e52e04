"""First Naval Movement and its orders: paths, standby, cargo, forming [P3.1, P4B.2.1, PH5.1]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import JAPANESE
from pbem.systems.pto.rules.month import p3_sail
from pbem.systems.pto.rules.month.p3_return import debark
from pbem.systems.pto.rules.p3_half import Half
from pbem.systems.pto.table.events_naval import Loaded, Sailed, StoodBy, SupplyLanded
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Form, Offensive, Sail
from pbem.systems.pto.table.pieces import Mark, Ship
from pbem.systems.pto.table.state import Game, Purse, Told
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    boat,
    force,
    refused,
    ship,
    small_game,
    told,
    troops,
)


def at_sea(*ships: Ship, at: str = "MID", mark: Mark = "") -> Game:
    marked = (replace(one, mark=mark) for one in ships)
    return force(small_game(), "main-body", "JP", at, *marked)


def rules(game: Game, *orders: Order) -> list[str]:
    return [problem.rule for problem in refused(game, "tokyo", *orders)]


def sail(game: Game, *orders: Order) -> Told:
    half = Half(side=JAPANESE, phase="P3", charts=CHARTS, dice=ScriptedDice())
    return p3_sail.play(game, half, {"tokyo": orders})


# --- paths ---------------------------------------------------------------------------------------


def test_p4b_2_1_a_task_force_that_no_offensive_activates_does_not_move() -> None:
    game = at_sea(ship("kaga", "CV"), mark="standby")
    game = game.with_month(replace(game.month, to_act=JAPANESE))
    assert rules(game, Sail(tf="main-body", path=("WAK",))) == ["P4.0.2"]


def test_p4a_2_b_cargo_is_bound_for_a_land_area_in_an_offensive_too() -> None:
    game = force(april(), "main-body", "JP", "MID", ship("jp-stp-1", "STP"))
    play = at_phase_4(game, japanese=(*QUIET, Sail(tf="main-body", standby=True)))
    sea = Offensive(kind="sea", nation="JP", stack="main-body")
    onward = Sail(tf="main-body", path=("WAK",), land="WKE")
    assert play.refused(sea, onward) == []
    assert play.refused(sea, replace(onward, land="WAK")) == [
        "Wake Sea (WAK) is no land area in play [P4A.2.B]"
    ]


def test_p3_1_6_standby_is_marked_where_the_movement_ended() -> None:
    game = at_sea(ship("yamato", "BB"), at="HOM")
    game, events = sail(game, Sail(tf="main-body", path=("BON", "MAR", "WAK"), standby=True))
    assert told(events, StoodBy)
    assert game.ships["yamato"].mark == "standby"
    assert game.forces["main-body"].spent == 15
    (sailed,) = told(events, Sailed)
    assert sailed.path == ("HOM", "BON", "MAR", "WAK")


def test_p2_2_2_boats_that_have_blockaded_do_not_stand_by() -> None:
    used = at_sea(boat("jp-ss-c1-c2-1"), mark="activated")
    assert rules(used, Sail(tf="main-body", standby=True)) == ["P3.1.6"]
    game, events = sail(used, Sail(tf="main-body", standby=True))
    assert game.ships["jp-ss-c1-c2-1"].mark == "activated"
    assert not told(events, StoodBy)


def test_ph5_1_the_slowest_ship_sets_the_pace_and_damage_slows() -> None:
    path = ("BON", "MAR", "WAK", "MID", "HAW")
    fast, slow = ship("akagi", "CV"), ship("jp-stp-1", "STP")
    assert rules(at_sea(fast, at="HOM"), Sail(tf="main-body", path=path)) == []
    assert rules(at_sea(fast, slow, at="HOM"), Sail(tf="main-body", path=(*path, "MSH"))) == [
        "PH5.1"
    ]
    assert rules(
        at_sea(replace(fast, damaged=True), at="HOM"), Sail(tf="main-body", path=path)
    ) == ["PH5.1"]


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("MSH",), "PH1.1"),
        (("XYZ",), "F.6.3"),
        (("MWY",), "PH1.6"),
        (("WAK", "WKE"), "PH1.6"),
    ],
)
def test_ph1_paths_that_do_not_go(path: tuple[str, ...], rule: str) -> None:
    assert rules(at_sea(ship("akagi", "CV")), Sail(tf="main-body", path=path)) == [rule]


def test_ph1_2_a_strait_is_shut_to_who_does_not_hold_it() -> None:
    game = at_sea(ship("akagi", "CV"), at="SCS")
    order = Sail(tf="main-body", path=("BEN",))
    assert rules(game, order) == ["PH1.2"]
    malaya = replace(game.areas["MAL"], nation="JP")
    assert rules(game.with_area("MAL", malaya), order) == []


def test_ph1_1_out_of_port_costs_5_and_into_port_nothing() -> None:
    game = at_sea(ship("akagi", "CV"), at="JPN")
    game, _ = sail(game, Sail(tf="main-body", path=("HOM", "BON", "MAR", "SAI")))
    assert (game.forces["main-body"].at, game.forces["main-body"].spent) == ("SAI", 15)


def test_ph12_4_ships_under_repair_do_not_move() -> None:
    game = at_sea(replace(ship("akagi", "CV"), laid_up=True), at="JPN")
    assert rules(game, Sail(tf="main-body", path=("HOM",))) == ["PH12.4"]


def test_p0_5_an_order_that_has_become_impossible_is_void() -> None:
    game, events = sail(at_sea(ship("akagi", "CV")), Sail(tf="main-body", path=("SOL",)))
    (void,) = told(events, Voided)
    assert (void.order, void.subject, void.cited) == ("sail", "main-body", "PH1.1")
    assert game.forces["main-body"].at == "MID"


# --- cargo ---------------------------------------------------------------------------------------


def transports(number: int, at: str = "JPN") -> Game:
    ships = (ship(f"jp-stp-{one}", "STP") for one in range(1, number + 1))
    game = force(small_game(), "convoy", "JP", at, *ships)
    return replace(game, purses=FrozenMap({"JP": Purse(points=3)}))


def test_ph2_4_an_stp_takes_one_unit_or_two_small_ones() -> None:
    game = troops(transports(2), "div", "JP", "JPN", strength=5)
    for small in ("a", "b", "c"):
        game = troops(game, small, "JP", "JPN", strength=2)
    order = Sail(tf="convoy", path=("HOM",), load=("div", "a", "b"), land="SAI")
    assert rules(game, order) == []
    assert rules(game, replace(order, load=("div", "a", "b", "c"))) == ["PH2.4"]
    game, events = sail(game, order)
    assert told(events, Loaded)
    assert game.ships["jp-stp-1"].cargo == ("div",)
    assert game.ships["jp-stp-2"].cargo == ("a", "b")
    assert game.ships["jp-stp-1"].bound == "SAI"
    assert (game.ground["div"].at, game.ground["div"].ship) == ("", "jp-stp-1")


def test_ph2_6_garrisons_and_units_elsewhere_do_not_go_aboard() -> None:
    game = troops(transports(2), "garrison", "JP", "JPN", move=0)
    game = troops(game, "away", "JP", "SAI")
    assert rules(game, Sail(tf="convoy", load=("garrison",))) == ["PH2.6"]
    assert rules(game, Sail(tf="convoy", load=("away",))) == ["P3.1.2"]


def test_ph11_2_supply_is_made_at_the_source_for_1_ep_and_landed_in_p3_6() -> None:
    order = Sail(tf="convoy", path=("HOM", "BON", "MAR", "SAI"), load=("supply",), land="SAI")
    game, events = sail(transports(1), order)
    assert told(events, Loaded)[0].points == 1
    assert (game.purses["JP"].points, game.ships["jp-stp-1"].cargo) == (2, ("supply",))
    game, events = debark(game, CHARTS)
    assert told(events, SupplyLanded)[0].area == "SAI"
    assert game.areas["SAI"].supply == FrozenMap({JAPANESE: 1})
    assert game.ships["jp-stp-1"].cargo == ()


def test_ph11_2_elsewhere_only_markers_that_lie_there_go_aboard() -> None:
    game = transports(1, at="TRU")
    order = Sail(tf="convoy", load=("supply",))
    assert rules(game, order) == ["PH11.2"]
    lying = replace(game.areas["TRU"], supply=FrozenMap({JAPANESE: 1}))
    game = game.with_area("TRU", lying)
    assert rules(game, order) == []
    game, events = sail(game, order)
    assert (told(events, Loaded)[0].points, game.areas["TRU"].supply) == (0, FrozenMap())


def test_p3_6_1_supply_bound_for_another_port_stays_aboard() -> None:
    order = Sail(tf="convoy", path=("HOM",), load=("supply",), land="SAI")
    game, _ = sail(transports(1), order)
    game, events = debark(game, CHARTS)
    assert (events, game.ships["jp-stp-1"].cargo) == ((), ("supply",))


def test_ph1_5_landed_troops_are_supplied_from_the_sea() -> None:
    order = Sail(tf="convoy", path=("HOM", "BON", "WAK"), load=("supply",), land="WKE")
    game, _ = sail(transports(1), order)
    assert debark(game, CHARTS)[1] == ()
    game, events = debark(troops(game, "landed", "JP", "WKE"), CHARTS)
    assert told(events, SupplyLanded)[0].area == "WKE"


# --- forming -------------------------------------------------------------------------------------


def two_forces() -> Game:
    game = force(small_game(), "one", "JP", "MID", ship("akagi", "CV"), ship("tone", "CA"))
    return force(game, "two", "JP", "MID", ship("kaga", "CV"), searched=True)


def test_p3_1_1_ships_form_a_new_task_force_and_it_sails() -> None:
    orders = (Form(tf="fresh", ships=("akagi", "kaga")), Sail(tf="fresh", path=("WAK",)))
    assert rules(two_forces(), *orders) == []
    game, _ = sail(two_forces(), *orders)
    assert (game.forces["fresh"].at, game.forces["fresh"].searched) == ("WAK", True)
    assert sorted(game.forces) == ["fresh", "one"]


@pytest.mark.parametrize(
    "order",
    [
        Form(tf="fresh", ships=()),
        Form(tf="Fresh Name", ships=("akagi",)),
        Form(tf="akagi", ships=("akagi",)),
    ],
)
def test_p3_1_1_forming_that_is_refused(order: Form) -> None:
    assert rules(two_forces(), order) == ["P3.1.1"]


def test_p3_1_1_ships_of_other_areas_or_markers_do_not_join() -> None:
    away = force(two_forces(), "far", "JP", "WAK", ship("soryu", "CV"))
    assert rules(away, Form(tf="one", ships=("soryu",))) == ["P3.1.1"]
    marked = two_forces().with_ships([replace(two_forces().ships["kaga"], mark="standby")])
    assert rules(marked, Form(tf="one", ships=("kaga",))) == ["P3.1.1"]


def test_e12_refusals_name_place_rule_and_way_out() -> None:
    (problem,) = refused(two_forces(), "tokyo", Sail(tf="three", path=("WAK",)))
    assert problem.code == "E12"
    assert (problem.what, problem.rule) == ("⟨'three⟩ is no task force", "F.6.3")
    assert problem.where == "order 1, key 'tf'"
    assert problem.hint == "use one of: ⟨one⟩, ⟨two⟩"
