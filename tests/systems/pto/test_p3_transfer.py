"""Air Movement: base changes, ferry, air transport [P3.4, PH8.8, PH12.6, D3c]."""

import pytest

from pbem.dice import Dice
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.rules.month import p3_transfer
from pbem.systems.pto.rules.p3_half import Half
from pbem.systems.pto.table.events_naval import Airlifted, FightersRise, Transferred, UnitsStay
from pbem.systems.pto.table.orders_month import Airlift, Transfer
from pbem.systems.pto.table.state import Game, Purse, Told
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    aboard,
    based,
    force,
    in_words,
    refused,
    ship,
    small_game,
    told,
    troops,
)


def rules(game: Game, *orders: Order, side: str = ALLIED) -> list[str]:
    seat = "tokyo" if side == JAPANESE else "washington"
    return [problem.rule for problem in refused(game, seat, *orders)]


def play(game: Game, *orders: Order, side: str = ALLIED, dice: Dice | None = None) -> Told:
    seat = "tokyo" if side == JAPANESE else "washington"
    table = dice or ScriptedDice()
    half = Half(side=side, phase="P3", charts=CHARTS, dice=table)
    return p3_transfer.play(game, half, {seat: orders})


def test_d3c_neither_midway_nor_reconnaissance() -> None:
    game = based(small_game(), "P-40", "US", "WCO", "p-40")
    game = based(game, "PBY", "US", "WCO", "pby")
    assert rules(game, Transfer(units=("p-40",), to="MWY")) == ["PH8.8"]
    assert rules(game, Transfer(units=("p-40",), to="ALA")) == []
    game, _ = play(game, Transfer(units=("pby",), to="OAH"))
    assert (game.air["pby"].base, game.air["pby"].committed) == ("OAH", False)


def test_ph8_8_twice_the_range_ashore_once_from_and_to_carriers() -> None:
    game = based(small_game(), "Ki-27", "JP", "JPN", "ki-27")
    game = aboard(force(game, "kido", "JP", "HOM", ship("akagi", "CV")), "J-CV41", "JP", "akagi")
    move = Transfer(units=("ki-27",), to="SCH")
    assert rules(game, replace(move, to="NCH"), side=JAPANESE) == []
    assert rules(game, move, side=JAPANESE) == ["PH8.8"]
    assert rules(game, Transfer(units=("akagi-air",), to="JPN"), side=JAPANESE) == []
    assert rules(game, Transfer(units=("akagi-air",), to="OKI"), side=JAPANESE) == ["PH8.8"]


def test_ph1_6_an_airfield_has_room_for_so_many() -> None:
    game = small_game()
    full = tuple(f"z-{number}" for number in range(CHARTS.areas["IWO"].airfield))
    game = based(based(game, "A6M2", "JP", "IWO", *full), "A6M2", "JP", "JPN", "one-more")
    assert rules(game, Transfer(units=("one-more",), to="IWO"), side=JAPANESE) == ["PH1.6"]
    away = Transfer(units=(full[0],), to="JPN")
    assert rules(game, away, Transfer(units=("one-more",), to="IWO"), side=JAPANESE) == []


def test_ph2_3_a_carrier_takes_one_carrier_unit() -> None:
    ships = (ship("akagi", "CV"), ship("kaga", "CV"))
    game = aboard(force(small_game(), "kido", "JP", "HOM", *ships), "J-CV41", "JP", "akagi")
    game = based(game, "J-CV41", "JP", "JPN", "spare")
    game = based(game, "A6M2", "JP", "JPN", "zero")

    def to(carrier: str, unit: str = "spare") -> list[str]:
        return rules(game, Transfer(units=(unit,), to=carrier), side=JAPANESE)

    assert (to("kaga"), to("akagi"), to("kaga", "zero")) == ([], ["PH2.3"], ["PH2.3"])


@pytest.mark.parametrize(("to", "rule"), [("OAH", "PH8.8"), ("KWA", "PH8.8"), ("XXX", "F.6.3")])
def test_ph8_8_only_other_airfields_of_ones_own(to: str, rule: str) -> None:
    game = based(small_game(), "A6M2", "JP", "KWA", "zero")
    assert rules(game, Transfer(units=("zero",), to=to), side=JAPANESE) == [rule]


def test_ph10_8_an_airfield_serves_from_the_month_after_it_was_taken() -> None:
    game = based(small_game(), "A6M2", "JP", "KWA", "zero")
    taken = replace(game.areas["WKE"], nation="JP", taken=game.turn)
    order = Transfer(units=("zero",), to="WKE")
    assert rules(game.with_area("WKE", taken), order, side=JAPANESE) == ["PH10.8"]
    before = replace(taken, taken=game.turn - 1)
    assert rules(game.with_area("WKE", before), order, side=JAPANESE) == []


def test_ph8_1_flown_and_committed_units_stay() -> None:
    game = based(small_game(), "A6M2", "JP", "KWA", "zero")
    order = Transfer(units=("zero",), to="TRU")
    flown = game.with_air([replace(game.air["zero"], struck=True)])
    tired = game.with_air([replace(game.air["zero"], committed=True)])
    assert rules(flown, order, side=JAPANESE) == ["PH8.1"]
    assert rules(tired, order, side=JAPANESE) == ["PH8.1"]


def test_p3_4_2_fighters_in_reach_meet_a_base_change() -> None:
    game = based(small_game(), "Ki-21", "JP", "SCH", "bomber")
    game = based(game, "AVG", "CN", "HUN", "avg")
    dice = ScriptedDice({"PH7.3 r1 avg v bomber P3.4 yan 1": 9})
    game, events = play(game, Transfer(units=("bomber",), to="YAN"), side=JAPANESE, dice=dice)
    assert told(events, FightersRise)[0].units == ("avg",)
    assert not told(events, Transferred)
    assert [(one.units, one.why) for one in told(events, UnitsStay)] == [(("bomber",), "aborted")]
    assert in_words(events)[-1] == (
        "bomber cannot fly to Yangtze (YAN) any more: aborted, back at the base [PH7.4]"
    )
    assert game.air["bomber"].base == "SCH"


def test_ph12_6_one_airlift_a_month_within_two_areas() -> None:
    game = troops(troops(small_game(), "div", "JP", "FOR"), "bde", "JP", "FOR")
    order = Airlift(nation="JP", cargo="div", origin="FOR", to="OKI")
    assert rules(game, order, side=JAPANESE) == []
    assert rules(game, order, replace(order, cargo="bde"), side=JAPANESE) == ["PH12.6"]
    assert rules(game, replace(order, to="TRU"), side=JAPANESE) == ["PH12.6"]
    assert rules(game, replace(order, to="LUZ"), side=JAPANESE) == ["PH12.6"]
    assert rules(game, replace(order, to="FOR"), side=JAPANESE) == ["PH12.6"]
    assert rules(game, replace(order, nation="CN"), side=ALLIED) == ["F.6.3", "PH12.6"]
    game, events = play(game, order, side=JAPANESE)
    assert told(events, Airlifted)
    assert (game.ground["div"].at, game.purses["JP"].lifts) == ("OKI", 1)


def test_f_6_6_a_unit_goes_by_air_once_and_markers_as_often_as_there_are_transports() -> None:
    """Not on from Burma in the transport of another nation [PH12.6]."""
    game = replace(troops(small_game(), "bde", "UK", "IND"), purses=FrozenMap({}))
    for nation in ("US", "UK"):
        game = game.with_purse(nation, Purse(points=2))
    first = Airlift(nation="UK", cargo="bde", origin="IND", to="BUR")
    onward = Airlift(nation="US", cargo="bde", origin="BUR", to="MAL")
    assert "F.6.6" in rules(game, first, onward)
    game = game.with_area("BUR", replace(game.areas["BUR"], supply=FrozenMap({ALLIED: 1})))
    marker = Airlift(nation="UK", cargo="supply", origin="IND", to="BUR")
    assert rules(game, marker, replace(marker, nation="US", origin="BUR", to="MAL")) == []


def test_ph11_2_a_marker_that_an_order_has_lifted_is_not_there_for_the_next() -> None:
    game = replace(small_game(), purses=FrozenMap({}))
    for nation in ("US", "UK"):
        game = game.with_purse(nation, Purse(points=2))
    game = game.with_area("BUR", replace(game.areas["BUR"], supply=FrozenMap({ALLIED: 1})))
    british = Airlift(nation="UK", cargo="supply", origin="BUR", to="IND")
    american = replace(british, nation="US", to="MAL")
    assert rules(game, british) == rules(game, american) == []
    assert rules(game, british, american) == ["PH11.2"]
    game = game.with_area("BUR", replace(game.areas["BUR"], supply=FrozenMap({ALLIED: 2})))
    assert rules(game, british, american) == []


def test_ph11_2_a_supply_marker_goes_by_air() -> None:
    game = replace(small_game(), purses=FrozenMap({"JP": Purse(points=1)}))
    order = Airlift(nation="JP", cargo="supply", origin="JPN", to="OKI")
    assert rules(game, replace(order, origin="OKI", to="FOR"), side=JAPANESE) == ["PH11.2"]
    game, _ = play(game, order, side=JAPANESE)
    assert game.purses["JP"].points == 0
    assert game.areas["OKI"].supply == FrozenMap({JAPANESE: 1})
