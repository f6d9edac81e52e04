"""Phases 1 and 2 by the golden examples: weather, bombing, blockade [P1, P2, GP15-20, GP68-70]."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.pto.dates import turn_of
from pbem.systems.pto.events_economy import (
    BombersStay,
    FightersAdded,
    JapanBlockaded,
    JapanBombed,
    ZoneRolled,
)
from pbem.systems.pto.forecast import chance_of_grounding, weather_odds
from pbem.systems.pto.p1_weather import weather
from pbem.systems.pto.p2_strategic import blockade, bombing
from pbem.systems.pto.standing import AirDefence
from pbem.systems.pto.state import Game, Purse
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    based,
    boat,
    committed,
    force,
    seeded,
    small_game,
    standing,
    told,
)

# --- weather -------------------------------------------------------------------------------------

JUN, JAN, MAR, APR = 6, 1, 3, 4


def rolled(month: int, faces: dict[str, int]) -> Game:
    """The game after the weather of a month of 1942; every die that is written down is thrown."""
    dice = ScriptedDice(faces)
    game, _ = weather(small_game(month=month), CHARTS, dice)
    assert not dice.left
    return game


@pytest.mark.parametrize(("total", "grounded"), [(6, ()), (7, ("arctic",))])
def test_gp15_fair_weather_grounds_the_arctic_from_seven(
    total: int, grounded: tuple[str, ...]
) -> None:
    game = rolled(APR, {"W1 grounding arctic": total})
    assert (game.month.weather, game.month.grounded) == ("F", grounded)


@pytest.mark.parametrize(
    ("arctic", "monsoon", "grounded"), [(7, 6, ()), (8, 7, ("arctic", "monsoon"))]
)
def test_gp16_monsoon(arctic: int, monsoon: int, grounded: tuple[str, ...]) -> None:
    game = rolled(JUN, {"W1 grounding arctic": arctic, "W1 grounding monsoon": monsoon})
    assert game.month.grounded == grounded


@pytest.mark.parametrize(("arctic", "land", "grounded"), [(5, 7, ()), (6, 8, ("arctic", "land"))])
def test_gp17_winter(arctic: int, land: int, grounded: tuple[str, ...]) -> None:
    game = rolled(JAN, {"W1 grounding arctic": arctic, "W1 grounding land": land})
    assert game.month.grounded == grounded


def test_gp18_winter_rolls_for_the_arctic_first_and_for_two_zones() -> None:
    dice = ScriptedDice({"W1 grounding arctic": 5, "W1 grounding land": 5})
    _, events = weather(small_game(month=JAN), CHARTS, dice)
    assert [event.zone for event in told(events, ZoneRolled)] == ["arctic", "land"]
    assert {CHARTS.areas[area].zone for area in ("LUZ", "OAH")} == {"monsoon", "fair"}


def test_gp19_march_has_a_die() -> None:
    winter = {"P1.1 condition": 3, "W1 grounding arctic": 2, "W1 grounding land": 2}
    assert rolled(MAR, winter).month.weather == "W"
    assert rolled(MAR, {"P1.1 condition": 4, "W1 grounding arctic": 2}).month.weather == "F"


def test_gp20_june_has_none() -> None:
    game = rolled(JUN, {"W1 grounding arctic": 2, "W1 grounding monsoon": 2})
    assert game.month.weather == "M"


@pytest.mark.parametrize(
    ("flies_to", "chance"), [(6, Fraction(21, 36)), (7, Fraction(15, 36)), (5, Fraction(26, 36))]
)
def test_chances_of_grounding_are_those_of_the_table(flies_to: int, chance: Fraction) -> None:
    assert chance_of_grounding(flies_to) == chance


def test_odds_of_a_month_with_a_die_weigh_its_conditions() -> None:
    (march,) = weather_odds(turn_of(1942, MAR), 1, CHARTS)
    half = Fraction(1, 2)
    assert march.conditions == FrozenMap({"F": half, "W": half})
    arctic = half * Fraction(21, 36) + half * Fraction(26, 36)
    assert march.grounded == FrozenMap({"arctic": arctic, "land": half * Fraction(15, 36)})


# --- bombing of Japan ----------------------------------------------------------------------------


def raid(*bombers: str, escorts: tuple[str, ...] = (), off: tuple[str, ...] = ()) -> Game:
    """Two B-29 and two P-51 on Saipan and Iwo Jima, with some of them sent to Japan."""
    game = small_game(year=1944, month=APR, off=off)
    game = based(game, "B-29", "US", "CHU", "b-29-1", "b-29-2")
    game = based(game, "P-51", "US", "IWO", "p-51-1", "p-51-2")
    iwo = replace(game.areas["IWO"], nation="US")
    game = game.with_area("IWO", iwo).with_purse("JP", Purse(points=10))
    return game.with_month(replace(game.month, bombers=bombers, escorts=escorts))


def test_gp69_two_full_b29_cost_four_points() -> None:
    dice = ScriptedDice({"PH4.2 bombing": 9})
    game, events = bombing(raid("b-29-1", "b-29-2"), CHARTS, dice)
    (bombed,) = told(events, JapanBombed)
    assert (bombed.strength, bombed.lost, game.purses["JP"].points) == (12, 4, 6)
    assert all(game.air[unit].committed for unit in ("b-29-1", "b-29-2"))
    assert game.month.bombers == ()


def test_japan_loses_no_more_than_it_has() -> None:
    game = raid("b-29-1", "b-29-2").with_purse("JP", Purse(points=3))
    game, _ = bombing(game, CHARTS, ScriptedDice({"PH4.2 bombing": 9}))
    assert game.purses["JP"].points == 0


def test_who_can_not_fly_stays_and_is_told() -> None:
    game = committed(raid("b-29-1", "b-29-2", escorts=("p-51-1",)), "b-29-1")
    game, events = bombing(game, CHARTS, ScriptedDice({"PH4.2 bombing": 7}))
    assert told(events, BombersStay)[0].units == ("b-29-1",)
    grounded = raid("b-29-1")
    grounded = grounded.with_month(replace(grounded.month, grounded=("land",)))
    game, events = bombing(grounded, CHARTS, ScriptedDice())
    assert told(events, JapanBombed) == []
    assert game.air["b-29-1"].committed is False


INTERCEPTED = {
    "PH7.3 r1 a6m5-1 v b-29-1 P2.1 jpn 1": 2,
    "PH7.3 r2 a6m5-1 v b-29-1 P2.1 jpn 1": 2,
    "PH4.2 bombing": 9,
}


@pytest.mark.parametrize(("off", "is_committed"), [((), True), (("D2",), False)])
def test_gp68_interceptors_are_committed_by_d2_alone(
    off: tuple[str, ...], is_committed: bool
) -> None:
    game = based(raid("b-29-1", off=off), "A6M5", "JP", "JPN", "a6m5-1")
    game, events = bombing(game, CHARTS, ScriptedDice(INTERCEPTED))
    assert [event.side for event in told(events, FightersAdded)] == ["japanese"]
    assert game.air["a6m5-1"].committed is is_committed
    assert game.air["b-29-1"].committed


def test_sides_add_fighters_until_neither_does() -> None:
    game = based(raid("b-29-1"), "A6M5", "JP", "JPN", "a6m5-1", "a6m5-2", "a6m5-3")
    game = standing(game, "tokyo", AirDefence(first=3))
    _, events = bombing(game, CHARTS, seeded(1))
    added = [(event.side, event.units) for event in told(events, FightersAdded)]
    assert added == [
        ("japanese", ("a6m5-1", "a6m5-2", "a6m5-3")),
        ("allied", ("p-51-1", "p-51-2")),
    ]


def test_standing_orders_limit_the_defence() -> None:
    game = based(raid("b-29-1", "b-29-2"), "A6M5", "JP", "JPN", "a6m5-1", "a6m5-2")
    for order, number in ((AirDefence(first=1), 1), (AirDefence(answer=0), 0), (AirDefence(), 2)):
        _, events = bombing(standing(game, "tokyo", order), CHARTS, seeded(1))
        assert sum(len(event.units) for event in told(events, FightersAdded)) == number


# --- blockade ------------------------------------------------------------------------------------

BOATS = tuple(f"us-ss-gato-{number}" for number in range(1, 5))
DICE = {f"PH4.3 blockade {boat}": face for boat, face in zip(BOATS, (3, 4, 5, 6), strict=True)}


def blockading(year: int, off: tuple[str, ...] = ()) -> Game:
    game = small_game(year=year, month=APR, off=off)
    game = force(game, "us-ecs-boats", "US", "ECS", *(boat(id_) for id_ in BOATS))
    return game.with_purse("JP", Purse(points=20))


@pytest.mark.parametrize(
    ("year", "off", "lost"), [(1944, (), 4), (1942, (), 1), (1944, ("D5",), 6)]
)
def test_gp70_blockade_by_year(year: int, off: tuple[str, ...], lost: int) -> None:
    game, events = blockade(blockading(year, off), CHARTS, ScriptedDice(DICE))
    assert told(events, JapanBlockaded)[0].lost == lost
    assert game.purses["JP"].points == 20 - lost


@pytest.mark.parametrize(("off", "is_committed"), [((), True), (("D2",), False)])
def test_gp68_boats_are_activated_and_by_d2_committed(
    off: tuple[str, ...], is_committed: bool
) -> None:
    game, _ = blockade(blockading(1944, off), CHARTS, ScriptedDice(DICE))
    assert {game.ships[id_].mark for id_ in BOATS} == {"activated"}
    assert {game.ships[id_].committed for id_ in BOATS} == {is_committed}


def test_boats_elsewhere_or_kept_back_do_not_blockade() -> None:
    game = blockading(1944)
    month = replace(game.month, boats=FrozenMap({"washington": (BOATS[3],)}))
    _, events = blockade(game.with_month(month), CHARTS, ScriptedDice({DICE_4: 6}))
    assert told(events, JapanBlockaded)[0].boats == 1
    away = game.with_forces([replace(game.forces["us-ecs-boats"], at="MID")])
    assert blockade(away, CHARTS, ScriptedDice())[1] == ()


DICE_4 = f"PH4.3 blockade {BOATS[3]}"
