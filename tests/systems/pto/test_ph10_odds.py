"""The arithmetic of ground combat by itself: odds, halves, modifiers, results [PH10.3-PH10.6]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.rules.combat.ph10_odds import (
    attack_of,
    defence_of,
    is_below,
    modifiers,
    odds,
    result,
)
from pbem.systems.pto.table.state import Game
from tests.systems.pto.tabletop import CHARTS, small_game, troops

UNITS = ("one", "other")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(5, 5, "1:1"), (1, 1, "1:1"), (1, 2, "1:2"), (0, 0, ""), (0, 3, ""), (1, 0, "5:1")],
)
def test_ph10_4_equal_strength_is_no_less_and_none_is_no_attack(
    attack: int, defence: int, column: str
) -> None:
    assert odds(attack, defence) == column


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(21, 7, "3:1"), (20, 7, "2:1"), (6, 7, "1:2"), (7, 15, ""), (3, 6, "1:2"), (50, 2, "5:1")],
)
def test_ph10_4_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert odds(attack, defence) == column


def test_ph10_2_an_attacker_goes_on_at_the_odds_that_he_named() -> None:
    assert [is_below(found, "2:1") for found in ("", "1:1", "2:1", "3:1")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_ph11_3_unsupplied_units_attack_at_half_rounded_up_and_defend_whole() -> None:
    game = troops(troops(small_game(), "one", "JP", "MAL", strength=5), "other", "JP", "MAL")
    units = [replace(game.ground["one"], out=1), game.ground["other"]]
    assert attack_of(units, CHARTS) == 3 + 2
    assert defence_of(units) == 5 + 2


def test_ph11_3_the_part_that_an_unsupplied_unit_attacks_with_is_a_figure_of_the_chart() -> None:
    hungry = replace(troops(small_game(), "one", "JP", "MAL", strength=5).ground["one"], out=1)
    third = replace(CHARTS, supply=replace(CHARTS.supply, attack=3))
    assert attack_of([hungry], third) == 2


def told(game: Game, area: str, side: str = "allied", *, nation: str = "US") -> dict[str, int]:
    """The modifiers of an attack by two units, by word."""
    for id_ in UNITS:
        game = troops(game, id_, nation, area)
    units = tuple(game.ground[id_] for id_ in UNITS)
    return {one.why: one.by for one in modifiers(game, side, area, units, CHARTS)}


def test_ph10_5_one_unit_that_lands_or_crosses_a_river_counts_for_all() -> None:
    game = small_game()
    assert told(game, "MAL") == {"jungle": -1}
    month = replace(game.month, landed=("one",), rivers=("other",))
    assert told(replace(game, month=month), "MAL") == {"jungle": -1, "landing": -1, "river": -1}


@pytest.mark.parametrize(("month", "impetus"), [(1, 1), (3, 1), (4, 0)])
def test_ph10_5_the_japanese_impetus_ends_with_march_1942(month: int, impetus: int) -> None:
    game = small_game(month=month)
    assert told(game, "MAL", "japanese", nation="JP").get("impetus", 0) == impetus
    assert "impetus" not in told(game, "MAL")


def test_w1_weather_counts_in_its_zones_alone() -> None:
    game = small_game()
    monsoon = replace(game, month=replace(game.month, weather="M"))
    zones = {area: one.zone for area, one in CHARTS.areas.items() if not one.sea}
    hit = {zones[area] for area in zones if "weather" in told(monsoon, area)}
    assert hit == {"arctic", "monsoon"}
    assert {told(monsoon, area).get("weather", 0) for area in zones} == {0, -1}


@pytest.mark.parametrize(
    ("column", "die", "attacker", "defender", "eliminated", "retreat"),
    [
        ("1:2", -3, 2, 0, False, False),
        ("1:2", 3, 1, 0, False, False),
        ("1:2", 5, 1, 1, False, False),
        ("1:2", 9, 0, 1, False, False),
        ("3:1", 7, 0, 2, False, True),
        ("4:1", 0, 1, 0, False, False),
        ("5:1", 7, 0, 0, True, False),
    ],
)
def test_ph10_6_what_each_word_of_the_table_costs(
    column: str, die: int, attacker: int, defender: int, eliminated: bool, retreat: bool
) -> None:
    found = result(CHARTS, column, die)
    assert (found.attacker, found.defender) == (attacker, defender)
    assert (found.eliminated, found.retreat) == (eliminated, retreat)
