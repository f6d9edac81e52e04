"""Victory points, grades, the end of the last month, resignation [PH15.1, PH16-PH18]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.rules.victory import (
    areas_won,
    end_of_month,
    grade_of,
    margin,
    points_of,
    resign,
    ruled,
    verdict,
)
from pbem.systems.pto.table.events_play import Resigned
from pbem.systems.pto.table.events_victory import GameEnded, PointsCounted
from pbem.systems.pto.table.state import Game
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, in_words, told, troops


def held(game: Game, nation: str, *areas: str) -> Game:
    """The game with areas in the hands of a nation, the former garrisons gone."""
    for area in areas:
        game = game.with_area(area, replace(game.areas[area], nation=nation))
        gone = (unit.id for unit in game.ground_at(area))
        game = replace(game, ground=game.ground.without(*gone))
    return game


def sunk(game: Game, **points: int) -> Game:
    return replace(game, sunk=FrozenMap(points))


# --- areas ---------------------------------------------------------------------------------------


def test_ph15_1_japan_scores_what_it_gains_less_what_it_loses() -> None:
    game = held(started("pearl-harbor"), "JP", "MAL", "WKE")
    game = held(game, "US", "KWA")
    assert dict(areas_won(game, CHARTS)) == {"KWA": -2, "MAL": 5, "WKE": 1}
    assert points_of(game, "japanese", CHARTS).points == 4
    assert points_of(game, "allied", CHARTS).points == 0
    assert margin(sunk(game, japanese=7, allied=4), CHARTS) == 7


def test_ph15_1_half_of_a_contested_area_is_rounded_down() -> None:
    game = troops(started("pearl-harbor"), "jp-test", "JP", "MAL")
    assert dict(areas_won(game, CHARTS)) == {"MAL": 2}
    lost = troops(started("pearl-harbor"), "us-test", "US", "IWO")
    lost = troops(lost, "jp-iwo", "JP", "IWO")
    assert dict(areas_won(lost, CHARTS)) == {"IWO": -1}


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (44, "japanese", "decisive"),
        (43, "japanese", "marginal"),
        (36, "japanese", "marginal"),
        (35, "", "draw"),
        (28, "", "draw"),
        (27, "allied", "marginal"),
        (20, "allied", "marginal"),
        (19, "allied", "decisive"),
    ],
)
def test_ph16_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("pearl-harbor"), over)
    assert (found.winner, found.grade) == (winner, grade)


def test_ph16_conquest_of_the_south_is_decisive() -> None:
    south = ("LUZ", "LEY", "MIN", "MAL", "BUR", "SUM", "JVA", "BOR", "CLB", "RAB", "LAE", "GUA")
    game = held(started("pearl-harbor"), "JP", *south, "WKE", "HUN", "PTM", "DAR", "NOU")
    assert points_of(game, "japanese", CHARTS).points == 47
    game, events = end_of_month(replace(game, turn=turn_of(1942, 3)), CHARTS)
    result = verdict(game)
    assert result is not None
    assert (result.winner, result.grade) == ("japanese", "decisive")
    assert [event.side for event in told(events, PointsCounted)] == ["japanese", "allied"]


# --- goals ---------------------------------------------------------------------------------------


def test_ph17_midway_held_is_worth_four_to_the_allies() -> None:
    game = started("midway")
    assert margin(game, CHARTS) == -4
    found = grade_of(game, -4)
    assert (found.winner, found.grade) == ("allied", "marginal")


def test_ph17_midway_contested_taken_and_kiska() -> None:
    contested = troops(started("midway"), "jp-test", "JP", "MWY")
    assert margin(contested, CHARTS) == 3
    taken = held(started("midway"), "JP", "MWY", "KIS")
    assert dict(points_of(taken, "japanese", CHARTS).goals) == {
        "KIS controlled": 1,
        "MWY controlled": 10,
    }
    assert margin(taken, CHARTS) == 11


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (10, "japanese", "decisive"),
        (9, "japanese", "marginal"),
        (4, "japanese", "marginal"),
        (3, "", "draw"),
        (-3, "", "draw"),
        (-4, "allied", "marginal"),
        (-9, "allied", "marginal"),
        (-10, "allied", "decisive"),
    ],
)
def test_ph17_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("midway"), over)
    assert (found.winner, found.grade) == (winner, grade)


def test_ph18_leyte_and_a_foot_on_luzon_and_mindanao() -> None:
    start = started("leyte")
    assert margin(start, CHARTS) == 8
    landed = troops(start, "us-test", "US", "LEY")
    assert margin(landed, CHARTS) == -5
    taken = replace(held(start, "US", "LEY"), entered=("US MIN",))
    taken = troops(taken, "us-test", "US", "LUZ")
    assert dict(points_of(taken, "allied", CHARTS).goals) == {
        "LEY controlled": 10, "LUZ entered": 2, "MIN entered": 2,
    }  # fmt: skip
    assert points_of(taken, "japanese", CHARTS).points == 0


def test_ph18_what_the_japanese_entered_counts_for_nobody() -> None:
    game = replace(started("leyte"), entered=("JP LUZ",))
    assert points_of(game, "allied", CHARTS).points == 0


@pytest.mark.parametrize(
    ("over", "winner", "grade"),
    [
        (1, "japanese", "outright"),
        (0, "", "draw"),
        (-9, "", "draw"),
        (-10, "allied", "marginal"),
        (-19, "allied", "marginal"),
        (-20, "allied", "decisive"),
    ],
)
def test_ph18_grades(over: int, winner: str, grade: str) -> None:
    found = grade_of(started("leyte"), over)
    assert (found.winner, found.grade) == (winner, grade)


# --- the end -------------------------------------------------------------------------------------


def test_the_game_goes_on_before_its_last_month() -> None:
    game = started("leyte")
    assert end_of_month(game, CHARTS) == (game, ())
    assert verdict(game) is None


def test_the_last_month_ends_the_game_and_tells_why() -> None:
    game, events = end_of_month(sunk(started("midway"), allied=12, japanese=4), CHARTS)
    (ended,) = told(events, GameEnded)
    assert (ended.winner, ended.grade, ended.margin) == ("allied", "decisive", -12)
    assert game.ending is not None
    assert dict(game.ending.points) == {"allied": 16, "japanese": 4}
    words = in_words(events)
    assert words == [
        "Japanese: ships 4 = 4 points [PH15.1]",
        "Allies: Midway (MWY) controlled 4, ships 12 = 16 points [PH15.1]",
        "Decisive victory of the Allies on points: Japanese −12 [PH15.1]",
    ]


@pytest.mark.parametrize(("seat", "winner"), [("japanese", "allied"), ("allied", "japanese")])
def test_who_resigns_loses_as_high_as_it_gets(seat: str, winner: str) -> None:
    game, events = resign(started("midway"), seat, CHARTS)
    result = verdict(game)
    assert result is not None
    assert (result.winner, result.grade) == (winner, "decisive")
    assert [event.seat for event in told(events, Resigned)] == [seat]


def test_a_ruling_gives_points() -> None:
    game, _ = ruled(started("midway"), "japanese", 3, CHARTS)
    game, _ = ruled(game, "japanese", -1, CHARTS)
    assert points_of(game, "japanese", CHARTS).points == 2
