"""Golden examples of offensives and ground combat, with the dice written out [P4, P5, PH10]."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.pto import check_ground, check_offensive
from pbem.systems.pto.events_land import AreaTaken, GroundRound, StepsLost
from pbem.systems.pto.orders import March, Offensive
from pbem.systems.pto.p4_costs import bills
from pbem.systems.pto.p5_movement import cannot_march
from pbem.systems.pto.ph10_ground import Assaulting, battle
from pbem.systems.pto.ph10_odds import modifiers, odds
from pbem.systems.pto.state import ALLIED, JAPANESE, Condition, Game, Purse
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    force,
    ship,
    small_game,
    told,
    troops,
)

TOKYO, WASHINGTON = "tokyo", "washington"


def under(game: Game, weather: Condition) -> Game:
    return game.with_month(replace(game.month, weather=weather))


def acting(game: Game, side: str = JAPANESE) -> Game:
    """The game at an opportunity of phase 4."""
    return game.with_month(replace(game.month, to_act=side))


def refusals(game: Game, seat: str, orders: Iterable[Order]) -> list[str]:
    """What the checks of offensives and of ground orders say."""
    numbered = tuple(enumerate(orders, 1))
    side = game.side_of_seat(seat)
    parts = (check_offensive, check_ground)
    return [
        problem.what
        for part in parts
        for problem in part.problems(game, side, seat, numbered, CHARTS)
    ]


# --- movement ------------------------------------------------------------------------------------


def test_gp22_in_the_monsoon_a_unit_goes_one_area_whatever_the_terrain() -> None:
    game = under(troops(small_game(), "division", "JP", "INC"), "M")
    game = game.with_area("MAL", replace(game.areas["MAL"], nation="JP"))
    game = game.with_area("BUR", replace(game.areas["BUR"], nation="JP"))
    assert cannot_march(game, JAPANESE, March(unit="division", path=("MAL",)), CHARTS) == ""
    there_and_back = March(unit="division", path=("MAL", "INC"))
    assert cannot_march(game, JAPANESE, there_and_back, CHARTS) == "PH1.4"


def test_gp23_winter_takes_a_movement_point_in_the_land_zone() -> None:
    game = under(troops(small_game(), "division", "JP", "YAN"), "W")
    rough = March(unit="division", path=("HUN",))
    assert cannot_march(game, JAPANESE, rough, CHARTS) == "PH1.4"
    game = under(troops(small_game(), "division", "JP", "NCH"), "W")
    assert cannot_march(game, JAPANESE, March(unit="division", path=("YAN",)), CHARTS) == ""


# --- modifiers -----------------------------------------------------------------------------------


def crossed(game: Game, *units: str) -> Game:
    return game.with_month(replace(game.month, rivers=units))


def in_all(game: Game, side: str, area: str) -> int:
    return sum(one.by for one in modifiers(game, side, area, tuple(game.ground.values()), CHARTS))


def test_gp24_across_a_river_in_the_monsoon() -> None:
    game = under(troops(small_game(year=1943), "army", "CN", "SCH"), "M")
    found = modifiers(crossed(game, "army"), ALLIED, "SCH", tuple(game.ground.values()), CHARTS)
    assert {one.why: one.by for one in found} == {"rough": -1, "river": -2, "weather": -1}


def test_gp25_across_a_river_in_winter() -> None:
    game = under(troops(small_game(year=1943), "army", "JP", "HUN"), "W")
    assert in_all(crossed(game, "army"), JAPANESE, "HUN") == -3


def test_gp27_a_landing_on_kiska_in_the_monsoon_months() -> None:
    game = under(troops(small_game(year=1943), "marines", "US", "KIS"), "M")
    game = game.with_month(replace(game.month, landed=("marines",)))
    found = modifiers(game, ALLIED, "KIS", tuple(game.ground.values()), CHARTS)
    assert {one.why: one.by for one in found} == {"rough": -1, "landing": -1, "weather": -1}


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(21, 7, "3:1"), (20, 7, "2:1"), (6, 7, "1:2"), (7, 15, ""), (3, 6, "1:2"), (50, 2, "5:1")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    """PH10.4."""
    assert odds(attack, defence) == column


# --- offensives ----------------------------------------------------------------------------------


def rich(game: Game) -> Game:
    return replace(
        game,
        purses=FrozenMap({nation: Purse(points=50, track=9) for nation in game.purses}),
    )


def test_what_the_track_does_not_cover_costs_double() -> None:
    """PH12.2: three at once with two on the track, and 1 EP for each beyond the first."""
    game = replace(small_game(), purses=small_game().purses.set("US", Purse(points=20, track=2)))
    air = Offensive(kind="air", nation="US", targets=("LEY",))
    first, second, third = bills(game, (air, air, air), CHARTS)
    assert (first.track, first.points) == (1, 0)
    assert (second.track, second.points) == (1, 1)
    assert (third.track, third.impromptu, third.points) == (0, 1, 2 * 3 + 1)


# --- combat --------------------------------------------------------------------------------------


def test_gp72_malaya_in_january_1942() -> None:
    game = under(small_game(month=1), "W")
    for number in (1, 2, 3):
        game = troops(game, f"jp-{number}", "JP", "MAL", strength=5)
    game = troops(game, "uk-1", "UK", "MAL", strength=4)
    game = troops(game, "uk-2", "UK", "MAL", strength=3)
    dice = ScriptedDice({"PH10.5 mal r1 P4A mal 1": 4})
    attack = Assaulting(
        side=JAPANESE, area="MAL", units=("jp-1", "jp-2", "jp-3"), bombs=6, below="5:1"
    )
    _, events = battle(game, attack, "P4A mal 1", CHARTS, dice)
    first = told(events, GroundRound)[0]
    assert (first.attack + first.attack_support, first.defence, first.odds) == (21, 7, "3:1")
    assert first.modifiers == ("jungle -1", "impetus +1")
    assert (first.die, first.result) == (4, "D1")
    assert told(events, StepsLost)[0].units == ("uk-1",)


def test_gp73_no_impetus_in_china() -> None:
    game = under(small_game(month=2), "F")
    game = troops(game, "jp-1", "JP", "HUN", strength=12)
    game = troops(game, "cn-1", "CN", "HUN", strength=7)
    dice = ScriptedDice({"PH10.5 hun r1 P4A hun 1": 1})
    attack = Assaulting(side=JAPANESE, area="HUN", units=("jp-1",), below="2:1")
    _, events = battle(crossed(game, "jp-1"), attack, "P4A hun 1", CHARTS, dice)
    first = told(events, GroundRound)[0]
    assert first.odds == "1:1"
    assert first.modifiers == ("rough -1", "river -1")
    assert (first.die, first.result) == (0, "A2")


def test_gp74_a_landing_on_wake() -> None:
    game = under(small_game(month=1), "W")
    game = force(game, "bombarding", "JP", "WAK", ship("aoba", "CA"))
    game = troops(game, "snlf", "JP", "WKE", strength=1)
    game = troops(game, "garrison", "US", "WKE", strength=1, move=0)
    game = game.with_month(replace(game.month, landed=("snlf",)))
    dice = ScriptedDice({"PH10.5 wke r1 P4A wke 1": 6})
    attack = Assaulting(side=JAPANESE, area="WKE", units=("snlf",))
    after, events = battle(game, attack, "P4A wke 1", CHARTS, dice)
    first = told(events, GroundRound)[0]
    assert (first.attack, first.attack_support, first.odds) == (1, 1, "2:1")
    assert first.modifiers == ("landing -1", "impetus +1")
    assert first.result == "D1R"
    assert "garrison" not in after.ground
    assert after.areas["WKE"].nation == "JP"
    assert told(events, AreaTaken)[0].before == "US"
    assert dice.left == ()
