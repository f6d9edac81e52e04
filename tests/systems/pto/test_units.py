"""Figures of units: printed, reduced, and modified by D3, D4 and D14 [PH2]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.rules.units import (
    based_on,
    bombs,
    fires,
    gun,
    is_strategic,
    is_underlined,
    kind,
    may_reach,
    modifier,
    quality,
    reach,
    rolls,
    speed,
    strength,
)
from tests.systems.pto.tabletop import CHARTS, aboard, based, force, ship, small_game, troops


def figures(type_: str, nation: str, *, off: tuple[str, ...] = (), steps: int = 2) -> str:
    """Kind, QR, rolls with u if underlined, modifier, bombs and reach of a unit of a type."""
    game = based(small_game(off=off), type_, nation, "OAH", "u", steps=steps)
    one = game.air["u"]
    line = "u" if is_underlined(game, CHARTS, one) else ""
    return (
        f"{kind(game, CHARTS, one)} {quality(game, CHARTS, one)} {rolls(game, CHARTS, one)}{line} "
        f"{modifier(game, CHARTS, one):+d} {bombs(game, CHARTS, one)} {reach(game, CHARTS, one)}"
    )


@pytest.mark.parametrize(
    ("type_", "nation", "expected"),
    [
        ("J-CV41", "JP", "CVA 3 2 +3 1 1"),
        ("J-CV44", "JP", "CVA 2 1 +1 1 1"),
        ("G4M", "JP", "B 1 3 +2 1 3"),
        ("H6K", "JP", "R 0 0 +0 0 3"),
        ("Ohka", "JP", "B 5 3 +4 0 1"),
        ("US-CV44L", "US", "CVA 4 3 +3 2 1"),
        ("B-17", "US", "SB 2 1u +0 3 2"),
        ("B-29", "US", "SB 3 1u +0 6 4"),
        ("P-38", "US", "FB 3 1u +0 1 2"),
        ("P-40", "AU", "F 2 0 +0 0 1"),
        ("B-25", "AU", "B 1 2 +1 2 2"),
        ("Vildebeest", "UK", "B 0 2 +0 0 1"),
        ("PBY", "NE", "R 0 1 +0 0 3"),
        ("SB-2", "CN", "B 0 0 +0 1 1"),
    ],
)
def test_ph2_figures_of_types(type_: str, nation: str, expected: str) -> None:
    assert figures(type_, nation) == expected


def test_ph2_5_a_reduced_unit_has_half_of_n_and_g() -> None:
    assert figures("G4M", "JP", steps=1) == "B 1 2 +2 1 3"
    assert figures("B-29", "US", steps=1) == "SB 3 1u +0 3 4"
    assert figures("US-CV44L", "US", steps=1) == "CVA 4 2 +3 1 1"


def test_d4_1_no_japanese_quality_above_three_but_ohka() -> None:
    assert figures("A6M2", "JP") == "F 3 0 +0 0 2"
    assert figures("A6M2", "JP", off=("D4",)) == "F 4 0 +0 0 2"
    assert figures("Ohka", "JP", off=("D4",)) == figures("Ohka", "JP") == "B 5 3 +4 0 1"
    assert figures("VMF44", "US") == "F 4 0 +0 0 2"


def test_d3_a_p38_and_p47_are_fighters_without_it() -> None:
    assert figures("P-47", "CN") == "FB 3 1u +0 1 1"
    assert figures("P-47", "CN", off=("D3",)) == "F 3 0 +0 0 1"
    assert figures("P-38", "US", off=("D3",)) == "F 3 0 +0 0 2"


def test_gp62_d3_b_the_us_p51_flies_two_areas() -> None:
    for off, reached in (((), True), (("D3",), False)):
        game = based(small_game(off=off), "P-51", "US", "IWO", "u")
        assert may_reach(game, CHARTS, game.air["u"], "JPN") is reached
    assert figures("P-51", "CN") == "F 4 0 +0 0 1"


def test_w1_4_a_nothing_flies_from_or_to_a_grounded_zone() -> None:
    game = based(small_game(), "G4M", "JP", "INC", "u")
    assert may_reach(game, CHARTS, game.air["u"], "PHS")
    assert not may_reach(game, CHARTS, game.air["u"], "MID")
    grounded = game.with_month(replace(game.month, grounded=("monsoon",)))
    assert not may_reach(grounded, CHARTS, grounded.air["u"], "PHS")
    arctic = game.with_month(replace(game.month, grounded=("arctic",)))
    assert may_reach(arctic, CHARTS, arctic.air["u"], "PHS")


def test_d8_1_units_of_carriers() -> None:
    game = force(small_game(), "tf", "JP", "NOP", ship("zuiho", "CVL"), ship("akagi", "CV"))
    game = aboard(game, "J-CVL41", "JP", "zuiho")
    game = aboard(game, "J-CV41", "JP", "akagi")
    game = based(game, "A6M2", "JP", "JPN", "u")
    units = [game.air[id_] for id_ in ("akagi-air", "u", "zuiho-air")]
    assert [based_on(game, one) for one in units] == ["CV", "", "CVL"]
    assert may_reach(game, CHARTS, game.air["akagi-air"], "KIS")


def test_d12_1_strategic_bombers_are_those_with_bombs_underlined() -> None:
    game = based(small_game(), "B-24", "US", "OAH", "u")
    game = based(game, "P-38", "US", "OAH", "v")
    assert is_strategic(game, CHARTS, game.air["u"])
    assert not is_strategic(game, CHARTS, game.air["v"])


def test_ph7_2_fighters_fire_and_bombers_do_not() -> None:
    types = ("P-40", "P-38", "US-CV42", "B-17", "B-25", "PBY")
    firing = []
    for type_ in types:
        game = based(small_game(), type_, "US", "OAH", "u")
        firing.append(fires(game, CHARTS, game.air["u"]))
    assert firing == [True, True, True, False, False, False]


# --- ships and ground units ----------------------------------------------------------------------


def test_gp56_d14_1_yamato_and_musashi_have_gun_five() -> None:
    for off, expected in (((), 5), (("D14",), 6)):
        game = small_game(off=off)
        assert gun(game, CHARTS, ship("yamato", "BB")) == expected
        assert gun(game, CHARTS, ship("musashi", "BB")) == expected
        assert gun(game, CHARTS, ship("nagato", "BB")) == 5


def test_ph6_5_damage_halves_guns_downwards_and_slows() -> None:
    game = small_game()
    assert gun(game, CHARTS, ship("yamato", "BB", damaged=True)) == 2
    assert gun(game, CHARTS, ship("cl-1", "CL", damaged=True)) == 0
    assert speed(CHARTS, ship("yamato", "BB")) == 39
    assert speed(CHARTS, ship("yamato", "BB", damaged=True)) == 20
    assert speed(CHARTS, replace(ship("yamato", "BB"), laid_up=True)) == 0


def test_ph2_6_a_reduced_ground_unit_has_half_its_strength_upwards() -> None:
    game = troops(small_game(), "u", "JP", "JPN", strength=5)
    full = game.ground["u"]
    assert [strength(replace(full, steps=steps)) for steps in (2, 1, 0)] == [5, 3, 0]
    assert strength(replace(full, steps=1, full=1)) == 5
