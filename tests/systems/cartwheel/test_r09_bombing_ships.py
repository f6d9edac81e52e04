"""Bombs on ships and on troops [H9.10]."""

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_battle import Battle
from pbem.systems.cartwheel.rules.r09_bombing import (
    ground_victim,
    has_struck,
    struck_ground,
)
from pbem.systems.cartwheel.rules.r09_flak import aa_of
from pbem.systems.cartwheel.rules.r09_targets import Target, read_target
from pbem.systems.cartwheel.table.events_air import (
    CargoLost,
    Harm,
    TargetGone,
    UnitBombed,
    UnitHit,
)
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, MissionOver
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.table.under_way import Raid
from tests.systems.cartwheel.airfield import (
    LOW,
    MEDIUM,
    flown,
    raid,
    striker,
)
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    afloat,
    ashore,
    board,
    told,
)

ON_RABAUL = raid("1203", MEDIUM, striker("B25-69", "regular", "base:RAB"))


def aa(game: Game, raid_: Raid, text: str) -> int:
    target = read_target(text)
    assert target is not None
    return aa_of(game, Battle(raid=raid_, wings=FrozenMap()), target, CHARTS)


# --- ships ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "harm"),
    [
        (4, Harm()),
        (5, Harm(disrupts=True)),
        (7, Harm(steps=1, disrupts=True)),
        (10, Harm(steps=2)),
    ],
)
def test_h9_10_4_results_on_a_ship(die: int, harm: Harm) -> None:
    game = afloat(board(), "1304", "MARU1")
    raid_ = raid("1304", LOW, striker("TBF-143", "torpedo", "naval:MARU1"))
    game, events = flown(game, raid_, {"9.10 bomb t1m1 TBF-143": die})
    (bombed,) = told(events, UnitBombed)
    assert (bombed.harm, bombed.victim) == (harm, "MARU1")
    ship = game.ships["MARU1"]
    assert (ship.steps, ship.disrupted) == (2 - harm.steps, harm.disrupts)
    assert game.points(ALLIED) == 2 * harm.steps


def test_h9_6_the_second_finds_the_ship_sunk() -> None:
    """Its die is not thrown; a disrupted ship is easier to hit [H9.10.3, H0.6]."""
    game = afloat(board(), "1304", "DAI1", disrupted=True)
    raid_ = raid(
        "1304",
        LOW,
        striker("TBF-143", "torpedo", "naval:DAI1"),
        striker("TBF-233", "torpedo", "naval:DAI1"),
    )
    game, events = flown(game, raid_, {"9.10 bomb t1m1 TBF-143": 6})
    (bombed,) = told(events, UnitBombed)
    assert bombed.score.terms == FrozenMap({"BF": 3, "torpedo": 2, "disrupted target": 1, "DF": 1})
    assert (game.ships["DAI1"].steps, game.ships["DAI1"].at) == (0, "")
    assert [gone.unit for gone in told(events, TargetGone)] == ["TBF-233"]


def test_h9_6_a_target_that_has_sailed_draws_no_fire() -> None:
    game = afloat(board(), "1203", "MARU1")
    raid_ = raid("1304", LOW, striker("TBF-143", "torpedo", "naval:MARU1"))
    _, events = flown(game, raid_, {})
    assert [type(event) for event in events[1:]] == [TargetGone, MissionOver]


def test_h9_10_8_cargo_goes_down() -> None:
    game = ashore(afloat(board(), "1003", "MARU1"), "MARU1", "51D-115")
    ship = game.ships["MARU1"]
    game = game.with_ships((replace(ship, cargo=("supply", "51D-115", "supply")),))
    raid_ = raid("1003", LOW, striker("B25S-90", "skip", "naval:MARU1"))
    game, events = flown(game, raid_, {"9.10 bomb t1m1 B25S-90": 7})
    assert told(events, CargoLost) == [
        CargoLost(to="all", ship="MARU1", supply=2, steps=FrozenMap(), points=0)
    ]
    assert game.ships["MARU1"].cargo == ("51D-115",)


def test_h10_5_each_step_of_a_carrier_is_a_ground_strike() -> None:
    game = afloat(board(), "1101", "IJN-CV1")
    raid_ = raid("1101", MEDIUM, striker("SBD-132", "dive", "naval:IJN-CV1"))
    dice = {
        "9.9 aa t1m1 SBD-132": 1,
        "9.10 bomb t1m1 SBD-132": 8,
        "9.10 ground t1m1 IJN-CV1 #1": 9,
        "9.10 pick t1m1 IJN-CV1 #1": 3,
    }
    game, events = flown(game, raid_, dice)
    (struck,) = told(events, BaseStruck)
    assert (struck.base, struck.owner, struck.effects) == ("IJN-CV1", JAPANESE, ("step",))
    assert game.points(ALLIED) == 5
    assert not told(events, BaseHit)


def test_cr24_those_aboard_a_carrier_that_sinks_are_lost_without_strikes() -> None:
    game = afloat(board(), "1101", "IJN-CVL1", steps=1)
    raid_ = raid("1101", MEDIUM, striker("SBD-132", "dive", "naval:IJN-CVL1"))
    dice = {"9.9 aa t1m1 SBD-132": 1, "9.10 bomb t1m1 SBD-132": 8}
    game, events = flown(game, raid_, dice)
    assert not told(events, BaseStruck)
    (lost,) = told(events, BaseLost)
    assert (lost.base, lost.hex, lost.how) == ("IJN-CVL1", "1101", "sunk")
    assert [(owed.kind, owed.place) for owed in game.owed] == [("lost-base", "IJN-CVL1")]


# --- troops --------------------------------------------------------------------------------------


def bomb_troops(game: Game, die: int) -> tuple[Game, list[Event]]:
    raid_ = raid("1304", MEDIUM, striker("SBD-132", "dive", "ground:1304"))
    dice = {"9.9 aa t1m1 SBD-132": 1, "9.10 bomb t1m1 SBD-132": die}
    return flown(game, raid_, dice)


@pytest.mark.parametrize(
    ("die", "steps", "disrupted"), [(5, 2, False), (6, 2, True), (9, 1, False)]
)
def test_h9_10_4_one_ground_unit_is_hit(die: int, steps: int, disrupted: bool) -> None:
    game = ashore(board(), "1304", "GAR-BKA", "6D-23", "6D-45", "SNLF-K6")
    game, events = bomb_troops(game, die)
    unit = game.troops["6D-23"]
    assert (unit.steps, unit.disrupted) == (steps, disrupted)
    assert has_struck(game, "1304", ALLIED) is (die > 5)
    assert len(told(events, UnitHit)) == (die > 5)


def test_h9_10_4_the_undisrupted_are_hit_before_stronger_ones() -> None:
    game = ashore(ashore(board(), "1304", "6D-23", disrupted=True), "1304", "GAR-BKA", "SNLF-K6")
    assert ground_victim(list(game.troops_at("1304")), CHARTS).id == "SNLF-K6"
    alone = ashore(board(), "1304", "6D-23", disrupted=True)
    game, _ = bomb_troops(alone, 6)
    assert (game.troops["6D-23"].steps, game.points(ALLIED)) == (1, 1)


def test_h11_4_2_both_sides_may_have_struck_in_one_hex() -> None:
    game = struck_ground(struck_ground(board(), "1606", JAPANESE), "1606", ALLIED)
    assert has_struck(game, "1606", ALLIED)
    assert has_struck(game, "1606", JAPANESE)
    assert not has_struck(game, "1405", ALLIED)


def test_h9_6_targets_read_from_text() -> None:
    assert read_target("naval:US-CA1") == Target(kind="naval", id="US-CA1")
    assert [read_target(text) for text in ("", "base:", "RAB", "city:1203")] == [None] * 4
