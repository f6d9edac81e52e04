"""Searches for task forces and submarines [PH5.6, PH5.7, D6.1, PH17.1]."""

from dataclasses import replace

import pytest

from pbem.systems.pto.dates import turn_of
from pbem.systems.pto.p3_half import Half
from pbem.systems.pto.p3_search import best_source, search_all
from pbem.systems.pto.standing import SearchRule
from pbem.systems.pto.state import ALLIED, JAPANESE, Game
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    based,
    boat,
    committed,
    force,
    ship,
    small_game,
    standing,
)


def half(dice: ScriptedDice | None = None, side: str = JAPANESE) -> Half:
    return Half(side=side, phase="P3", charts=CHARTS, dice=dice or ScriptedDice())


def raiders(game: Game, at: str = "MID", *, searched: bool = False) -> Game:
    return force(game, "raiders", "JP", at, ship("chikuma", "CA"), searched=searched)


def number(
    game: Game, side: str = ALLIED, mover: str = JAPANESE, tf: str = "raiders"
) -> int | None:
    found = best_source(game, half(side=mover), side, tf)
    return found.number if found else None


def test_ph5_6_numbers_grow_with_distance_and_end_with_the_range() -> None:
    numbers = []
    for at in ("HAW", "MID", "WAK", "MAR"):
        game = based(raiders(small_game(), at), "PBY", "US", "OAH", "pby")
        numbers.append(number(game))
    assert numbers == [3, 4, 5, None]


def test_ph5_6_a_bomber_needs_one_more_and_a_fighter_does_not_search() -> None:
    game = raiders(small_game())
    assert number(based(game, "B-17", "US", "OAH", "b-17")) == 5
    assert number(based(game, "P-40", "US", "MWY", "p-40")) is None


def test_ph5_6_a_committed_unit_does_not_search() -> None:
    game = based(raiders(small_game()), "PBY", "US", "OAH", "pby")
    assert number(committed(game, "pby")) is None


@pytest.mark.parametrize(
    ("at", "damaged", "wanted"),
    [("NOP", False, 4), ("ALE", False, 5), ("ALE", True, None), ("PHS", False, None)],
)
def test_ph5_6_carriers_search_two_areas_far_unless_damaged(
    at: str, damaged: bool, wanted: int | None
) -> None:
    carrier = ship("enterprise", "CV", "US", damaged=damaged)
    assert number(force(raiders(small_game()), "tf-16", "US", at, carrier)) == wanted


def test_ph5_6_ships_in_the_same_area_see_on_5() -> None:
    game = force(raiders(small_game()), "tf-16", "US", "MID", ship("astoria", "CA", "US"))
    assert number(game) == 5


@pytest.mark.parametrize(
    ("year", "month", "side", "wanted"),
    [
        (1943, 6, ALLIED, 6),
        (1943, 7, ALLIED, 5),
        (1944, 10, ALLIED, 4),
        (1945, 4, ALLIED, 3),
        (1945, 4, JAPANESE, 6),
    ],
)
def test_gp51_the_us_finds_submarines_better_from_season_to_season(
    year: int, month: int, side: str, wanted: int
) -> None:
    game = small_game(year=year, month=month)
    if side == ALLIED:
        game = force(game, "boats", "JP", "SOL", boat("jp-ss-c3-1"))
        game = based(game, "PBY", "US", "GUA", "scout")
        assert number(game, tf="boats") == wanted
    else:
        game = force(game, "boats", "US", "SOL", boat("us-ss-gato-1"))
        game = based(game, "H6K", "JP", "TRU", "scout")
        assert number(game, JAPANESE, ALLIED, "boats") == wanted


def test_d6_off_submarines_are_found_as_ships_are() -> None:
    game = force(small_game(off=("D6",)), "boats", "JP", "SOL", boat("jp-ss-c3-1"))
    assert number(based(game, "PBY", "US", "GUA", "scout"), tf="boats") == 3


def test_ph17_1_signals_help_the_us_near_midway() -> None:
    game = based(raiders(small_game()), "B-17", "US", "OAH", "b-17")
    reading = replace(game, terms=replace(game.terms, special=("PH17.1",)))
    assert (number(game), number(reading)) == (5, 3)
    away = based(raiders(reading, "NOP"), "B-17", "US", "MWY", "b-17-2")
    assert number(away) == 5


def test_ph16_1_the_allies_do_not_search_as_pearl_harbor_falls() -> None:
    game = based(raiders(small_game(year=1941, month=12)), "PBY", "US", "OAH", "pby")
    silent = replace(game, terms=replace(game.terms, special=("PH16.1",)))
    assert (number(game), number(silent)) == (4, None)
    assert number(replace(silent, turn=turn_of(1942, 1))) == 4


def test_gp21_nothing_is_searched_in_a_grounded_area_or_from_one() -> None:
    game = based(raiders(small_game(), "TIM"), "Hudson", "AU", "DAR", "hudson")
    assert number(game) == 4
    assert number(game.with_month(replace(game.month, grounded=("monsoon",)))) is None


def test_f_4_a_standing_order_keeps_a_base_from_searching() -> None:
    game = based(raiders(small_game()), "PBY", "US", "OAH", "pby")
    assert number(standing(game, "washington", SearchRule(of="OAH", when="never"))) is None
    there = standing(game, "washington", SearchRule(when="areas", areas=("MID",)))
    assert number(there) == 4
    other = standing(game, "washington", SearchRule(when="areas", areas=("SOL",)))
    assert number(other) is None


def test_ph5_7_ships_in_port_need_no_search() -> None:
    game = based(raiders(small_game(), "SAI"), "B-29", "US", "OAH", "b-29")
    assert number(game) is None


def test_ph5_8_the_acting_side_searches_each_task_force_once() -> None:
    game = based(raiders(small_game()), "PBY", "US", "OAH", "pby")
    game = force(game, "second", "JP", "HAW", ship("tone", "CA"))
    game = force(game, "known", "JP", "HAW", ship("haguro", "CA"), searched=True)
    dice = ScriptedDice({"PH5.6 search raiders P3.2 mid 1": 3, "PH5.6 search second P3.2 haw 1": 3})
    game, _ = search_all(game, half(dice, ALLIED), "P3.2")
    assert not dice.left
    assert [tf.id for tf in game.forces.values() if tf.searched] == ["known", "second"]
