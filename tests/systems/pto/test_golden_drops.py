"""Paratroops, and who meets them, from written orders [P4A.3.A, PH10.9, D15.1, PR13]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import AirCombatBegun, CarriersCoordinated
from pbem.systems.pto.table.events_land import (
    AreaTaken,
    Dropped,
    DropStopped,
    GroundRound,
    Supported,
)
from pbem.systems.pto.table.events_naval import FightersRise
from pbem.systems.pto.table.orders_month import Attack, Drop, Offensive, Strike, Support
from pbem.systems.pto.table.standing import AirInterception, GroundDefence
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import FLYING, QUIET, RISING, TOKYO, WASHINGTON, afloat, opened
from tests.systems.pto.tabletop import Faces, based, holding, in_words, small_game, troops

LAND = Offensive(kind="land", nation="JP", theatres=("Indies",))
DROP = Drop(unit="raiding", area="SUM")
ONE_ROUND = Attack(area="SUM", below="5:1")
"""The attack of who comes down; it stops after a round."""
TAG = "P4A sum 1"
HIT = f"PH7.3 r1 victorious-air v raiding-transport {TAG}"
CAP = f"D8 CAP tf-1 {TAG}"


def table(*, off: tuple[str, ...] = (), defended: bool = True) -> Game:
    """Paratroops at Singapore, a Dutch garrison on Sumatra, a British carrier beside it."""
    game = holding(small_game(off=off), "JP", "MAL")
    game = troops(game, "raiding", "JP", "MAL", strength=1, kind="para")
    if defended:
        game = troops(game, "knil", "NE", "SUM", strength=1, move=0)
    game = game.with_purse("JP", Purse(track=3, points=9))
    return afloat(game, "tf-1", "UK", "BEN", (("victorious", "CV", "UK-CV42"),))


def at_phase_4(
    game: Game, allied: tuple[Order, ...] = RISING, japanese: tuple[Order, ...] = QUIET
) -> Campaign:
    """The month up to Japan's first offensive, with nothing done in phase 3."""
    play = opened(game, japanese, allied)
    play.file(TOKYO)
    play.file(WASHINGTON)
    return play


def dropped(game: Game, dice: Mapping[str, Faces]) -> tuple[Game, tuple[Event, ...]]:
    """The table after Japan's land offensive, and what is told of it."""
    play = at_phase_4(game)
    events = play.file(TOKYO, LAND, DROP, ONE_ROUND, dice=dice)
    return play.game, events


@pytest.mark.parametrize("off", [(), ("D15",)])
def test_d15_1_carriers_meet_paratroops(off: tuple[str, ...]) -> None:
    """Victorious, in range, rises against the transport and turns it back [PR13, PH7.4]."""
    game, events = dropped(table(off=off), {CAP: 1, HIT: 7})
    assert [(one.units, one.counter) for one in told(events, FightersRise)] == [
        (("victorious-air",), False)
    ]
    assert [one.units for one in told(events, CarriersCoordinated)] == [1]
    assert told(events, AirCombatBegun)[0].bombers == ("raiding-transport",)
    assert [one.unit for one in told(events, DropStopped)] == ["raiding"]
    assert told(events, Dropped) == told(events, GroundRound) == []
    void = "'attack' of Sumatra (SUM) is void: no ground unit that could attack is in Sumatra"
    assert f"tokyo: {void} [PH10.2]" in in_words(events)
    (begun,) = in_words(told(events, AirCombatBegun), game)
    assert "transport of raiding (raiding-transport)" in begun
    unit = game.ground["raiding"]
    assert (unit.at, unit.steps, unit.mark) == ("MAL", 2, "activated")
    assert game.air["victorious-air"].committed
    assert game.purses["JP"].lifts == 1
    assert not any(id_.endswith("transport") for id_ in (*game.air, *game.lost))
    assert in_words(told(events, DropStopped)) == [
        "raiding does not get through to Sumatra (SUM) [PR13]"
    ]


def test_pr13_a_step_of_the_transport_is_one_of_its_unit() -> None:
    game, events = dropped(table(), {CAP: 1, HIT: 8})
    assert len(told(events, DropStopped)) == 1
    assert (game.ground["raiding"].at, game.ground["raiding"].steps) == ("MAL", 1)


def test_pr13_a_transport_that_is_shot_down_takes_its_unit_along() -> None:
    game, events = dropped(table(), {CAP: 1, HIT: 10})
    assert len(told(events, DropStopped)) == 1
    assert "raiding" not in game.ground
    assert "raiding" in game.dead
    assert game.at_war


def test_pr13_who_comes_through_drops_and_fights() -> None:
    """Two rounds without effect; then the drop and the attack without the −1 of a landing."""
    again = f"PH7.3 r2 victorious-air v raiding-transport {TAG}"
    dice = {CAP: 1, HIT: 5, again: 5, "PH10.9 drop raiding P4A sum 2": 9}
    _, events = dropped(table(), {**dice, "PH10.5 sum r1 P4A sum 3": 6})
    assert told(events, Dropped)[0].lost is False
    (fought,) = told(events, GroundRound)
    assert not any("landing" in one for one in fought.modifiers)
    assert told(events, DropStopped) == []


def test_w1_4_a_nobody_meets_paratroops_from_a_grounded_zone_and_nobody_drops_into_one() -> None:
    play = opened(table(), QUIET, RISING, dice={**FLYING, "W1 grounding monsoon": 7})
    play.file(TOKYO)
    play.file(WASHINGTON)
    assert play.refused(LAND, DROP) == [
        "nothing flies from or to Malaya (MAL) in this month's weather [PH10.9]"
    ]


@pytest.mark.parametrize(
    "order",
    [
        AirInterception(of="tf-1", when="never"),
        AirInterception(of="tf-1", when="always", against=("strike", "support")),
        AirInterception(of="tf-1", when="always", areas=("BUR",)),
    ],
)
def test_f_4_standing_orders_say_who_meets_paratroops(order: AirInterception) -> None:
    """Nobody is concerned, so the unit lands; an area that nobody holds is taken [P4A.3.E]."""
    play = at_phase_4(table(defended=False), (*RISING, order))
    events = play.file(TOKYO, LAND, DROP, dice={"PH10.9 drop raiding P4A sum 1": 9})
    assert told(events, FightersRise) == []
    assert [(one.area, one.nation) for one in told(events, AreaTaken)] == [("SUM", "JP")]
    assert not play.game.air["victorious-air"].committed


def test_ph8_2_fighters_of_the_attacker_meet_them_but_not_those_on_a_mission() -> None:
    """One Zero is free and flies as an escort; the other is ordered to go with the bombers."""
    game = based(table(), "A6M2", "JP", "MAL", "a6m2-1", "a6m2-2")
    game = based(game, "Ki-21", "JP", "MAL", "ki-21")
    play = at_phase_4(game, japanese=RISING)
    support = Support(units=("ki-21",), escorts=("a6m2-2",), area="SUM")
    dice = {
        CAP: 1,
        f"PH7.3 r1 victorious-air v a6m2-1 {TAG}": 2,
        f"PH7.3 r1 a6m2-1 v victorious-air {TAG}": 7,
        "PH10.9 drop raiding P4A sum 3": 9,
        "PH10.5 sum r1 P4A sum 4": 6,
    }
    events = play.file(TOKYO, LAND, DROP, support, ONE_ROUND, dice=dice)
    assert [(one.units, one.counter) for one in told(events, FightersRise)] == [
        (("victorious-air",), False),
        (("a6m2-1",), True),
    ]
    assert [one.units for one in told(events, Supported)] == [("ki-21",)]
    assert [one.unit for one in told(events, Dropped)] == ["raiding"]


def test_p4a_3_d_no_bombers_come_to_defend_where_nobody_drops() -> None:
    game = based(table(), "B-10", "NE", "SUM", "b-10")
    play = at_phase_4(game, (*RISING, GroundDefence(support=100)))
    events = play.file(TOKYO, LAND, DROP, dice={CAP: 1, HIT: 7})
    assert told(events, Supported) == []
    assert not play.game.air["b-10"].committed


def test_ph8_1_who_met_paratroops_flies_no_more_in_that_offensive() -> None:
    """An air offensive at once is not met by Victorious: she flies once [PH8.1, P4C.4]."""
    game = based(table(), "Ki-21", "JP", "MAL", "ki-21")
    play = at_phase_4(game)
    air = Offensive(kind="air", nation="JP", targets=("SUM",))
    strike = Strike(units=("ki-21",), area="SUM", at="airfield")
    tag = "P4C sum 1"
    dice: dict[str, Faces] = {
        f"D8 CAP tf-1 {tag}": 1,
        f"PH7.3 r1 victorious-air v ki-21 {tag}": 12,
        "PH10.9 drop raiding P4A sum 1": 9,
        "PH10.5 sum r1 P4A sum 2": 6,
    }
    events = play.file(TOKYO, LAND, air, DROP, strike, ONE_ROUND, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("victorious-air",)]
    assert [one.unit for one in told(events, Dropped)] == ["raiding"]


def test_ph12_6_a_nation_has_one_transport_a_month() -> None:
    """Who is out of EP is asked for the month's end where it opens the drop's dice [F.2.2]."""
    game = troops(table(), "yokosuka", "JP", "MAL", strength=1, kind="para")
    play = at_phase_4(game, QUIET)
    dice: dict[str, Faces] = {"PH10.9 drop raiding P4A sum 1": 9, "PH10.5 sum r1 P4A sum 2": 6}
    second = replace(DROP, unit="yokosuka")
    flown = ["the air transport of Japan has flown this month [PH10.9]"]
    assert play.refused(LAND, DROP, second) == flown
    events = play.file(TOKYO, LAND, DROP, ONE_ROUND, dice=dice)
    assert told(events, Dropped)
    play.file(WASHINGTON)
    assert play.refused(LAND, second) == flown
