"""What harm does in the air, at sea and ashore, and what it is worth [H0.5, H0.6, H16.1]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.scenario import Convoy
from pbem.systems.cartwheel.rules.casualties import SUPPLY, hit, lose_steps, space_taken
from pbem.systems.cartwheel.table.events_air import CargoLost, Harm, UnitHit
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import changed
from tests.systems.cartwheel.tabletop import CHARTS, TERMS, afloat, ashore, board, told

CONVOY = Convoy(
    side=JAPANESE, hexes=("0705",), landed_step=6, landed_supply=3, lost_step=4, lost_supply=2
)


def everywhere() -> Game:
    """A bomber, a brigade and a destroyer group, each with two steps."""
    return ashore(afloat(board(), "1203", "US-CLT1"), "1404", "41-162")


def stands(game: Game, unit: str) -> tuple[int, bool]:
    found = game.air.get(unit) or game.troops.get(unit) or game.ships[unit]
    return found.steps, found.disrupted


@pytest.mark.parametrize("unit", ["B25-69", "41-162", "US-CLT1"])
def test_h0_5_h0_6_a_step_a_disruption_and_a_disruption_again(unit: str) -> None:
    game, events = lose_steps(everywhere(), unit, 1, CHARTS)
    assert stands(game, unit) == (1, False)
    assert [(one.lost, one.steps) for one in told(events, UnitHit)] == [(1, 1)]
    game, events = hit(everywhere(), unit, Harm(disrupts=True), CHARTS)
    assert stands(game, unit) == (2, True)
    assert [(one.lost, one.disrupted) for one in told(events, UnitHit)] == [(0, True)]
    game, _ = hit(game, unit, Harm(disrupts=True), CHARTS)
    assert stands(game, unit) == (1, True)


@pytest.mark.parametrize("unit", ["B25-69", "41-162", "US-CLT1"])
def test_h0_5_what_has_no_step_left_is_not_disrupted(unit: str) -> None:
    game, events = hit(everywhere(), unit, Harm(steps=3, disrupts=True), CHARTS)
    assert stands(game, unit) == (0, False)
    assert [one.lost for one in told(events, UnitHit)] == [2]


# --- points [H16.1] ------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "each"), [("B25-69", 1), ("41-162", 1), ("US-CLT1", 3)])
def test_h16_1_each_step_is_worth_points_to_the_enemy(unit: str, each: int) -> None:
    game, _ = lose_steps(everywhere(), unit, 1, CHARTS)
    assert game.points(JAPANESE) == each
    game, _ = lose_steps(game, unit, 1, CHARTS)
    assert game.points(JAPANESE) == 2 * each
    assert game.points(ALLIED) == 0


def test_5_2e_the_eleventh_is_noted_when_it_is_lost_and_earns_nothing_else() -> None:
    first, second = [one for one in CHARTS.air if CHARTS.air[one].is_eleventh][:2]
    game, _ = lose_steps(board(), second, 1, CHARTS)
    assert game.turn.eleventh_lost == ()
    game, _ = lose_steps(game, second, 1, CHARTS)
    game, _ = lose_steps(game, first, 2, CHARTS)
    assert game.turn.eleventh_lost == tuple(sorted((first, second)))
    assert lose_steps(game, first, 2, CHARTS)[0].turn.eleventh_lost == game.turn.eleventh_lost
    game, _ = lose_steps(game, "B25-69", 2, CHARTS)
    assert "B25-69" not in game.turn.eleventh_lost
    assert game.points(ALLIED) == 0


# --- ships and what they carry [H9.10.8, H10.5] --------------------------------------------------


def loaded(game: Game, ship: str, *cargo: str) -> Game:
    """The game with a ship that carries supply units and troops."""
    game = ashore(game, ship, *(one for one in cargo if one != SUPPLY))
    return game.with_ships((replace(game.ships[ship], cargo=cargo),))


def test_h9_10_8_supply_goes_first_and_no_more_than_there_is_no_room_for() -> None:
    game = loaded(afloat(board(), "0905", "MARU1"), "MARU1", "17D-53", SUPPLY, SUPPLY)
    assert space_taken(game, game.ships["MARU1"].cargo, CHARTS) == 4
    game, events = lose_steps(game, "MARU1", 1, CHARTS)
    assert game.ships["MARU1"].cargo == ("17D-53",)
    assert stands(game, "17D-53") == (2, False)
    (lost,) = told(events, CargoLost)
    assert (lost.supply, lost.steps) == (2, FrozenMap())
    assert game.points(ALLIED) == 2


def test_h9_10_8_a_ship_that_has_room_for_all_loses_nothing_else() -> None:
    game = loaded(afloat(board(), "0905", "MARU1"), "MARU1", SUPPLY, SUPPLY)
    game, events = lose_steps(game, "MARU1", 1, CHARTS)
    assert game.ships["MARU1"].cargo == (SUPPLY, SUPPLY)
    assert told(events, CargoLost) == []


def test_h9_10_8_troops_go_step_by_step_with_a_ship_that_sinks() -> None:
    game = loaded(afloat(board(), "0905", "MARU1"), "MARU1", "17D-53", SUPPLY)
    game, events = lose_steps(game, "MARU1", 2, CHARTS)
    assert game.ships["MARU1"].cargo == ()
    assert stands(game, "17D-53") == (0, False)
    (lost,) = told(events, CargoLost)
    assert (lost.supply, lost.steps) == (1, FrozenMap({"17D-53": 2}))


@pytest.mark.parametrize(
    ("side", "points"), [(JAPANESE, 2 * 2 + 2 * 2 + 2 * 4), (ALLIED, 2 * 2 + 2 * 1)]
)
def test_h17_1_the_convoy_of_a_scenario_has_its_own_points(side: str, points: int) -> None:
    """A transport with a regiment and two supply units, sunk: of the convoy's side, or not."""
    terms = replace(TERMS, convoy=replace(CONVOY, side=side))
    game = loaded(afloat(board(terms=terms), "0905", "MARU1"), "MARU1", "17D-53", SUPPLY, SUPPLY)
    game, _ = lose_steps(game, "MARU1", 2, CHARTS)
    assert game.points(ALLIED) == points


def test_h17_1_two_steps_of_the_convoys_troops_at_once_are_twice_the_points() -> None:
    game = loaded(
        afloat(board(terms=replace(TERMS, convoy=CONVOY)), "0905", "MARU1"), "MARU1", "17D-53"
    )
    assert lose_steps(game, "17D-53", 2, CHARTS)[0].points(ALLIED) == 2 * 4


def test_h17_1_ashore_the_convoys_troops_count_as_others() -> None:
    game = ashore(board(terms=replace(TERMS, convoy=CONVOY)), "0705", "17D-53")
    game, _ = lose_steps(game, "17D-53", 2, CHARTS)
    assert game.points(ALLIED) == 2


def test_h10_5_a_carrier_that_sinks_makes_its_owner_state_who_was_aboard() -> None:
    game, events = lose_steps(afloat(board(), "1203", "TF36-CV"), "TF36-CV", 1, CHARTS)
    assert (told(events, BaseLost), game.owed) == ([], ())
    game, events = lose_steps(game, "TF36-CV", 1, CHARTS)
    (lost,) = told(events, BaseLost)
    assert (lost.base, lost.hex, lost.how, lost.drm, lost.dice) == (
        "TF36-CV",
        "1203",
        "sunk",
        0,
        (),
    )
    assert [(one.side, one.kind, one.place) for one in game.owed] == [
        (ALLIED, "lost-base", "TF36-CV")
    ]
    cruiser, _ = lose_steps(changed(everywhere(), "US-CLT1", steps=1), "US-CLT1", 1, CHARTS)
    assert cruiser.owed == ()


def test_h5_1_1_an_ace_is_gone_with_his_unit() -> None:
    """So is his marker; the unit that has been lost does not stand for another one's."""
    game = board()
    known = replace(game.air["A6M-201"], ace=True, arrived=True)
    game = replace(game.with_air((known,)), aces=FrozenMap({JAPANESE: 2, ALLIED: 0}))
    game, _ = lose_steps(game, "A6M-201", known.steps, CHARTS)
    assert (game.air["A6M-201"].steps, game.air["A6M-201"].ace) == (0, False)
    assert game.aces[JAPANESE] == 1
