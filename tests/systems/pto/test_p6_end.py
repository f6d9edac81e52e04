"""Replenishment, repair, engineers, markers that come off [P6.3-P6.5, PH14.3-PH14.5]."""

from typing import Literal

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.rules.month.p6_end import end_of_month, sweep
from pbem.systems.pto.table.events_economy import CompletionTried, RepairTried, Replenished
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders import Repair, Replenish
from pbem.systems.pto.table.state import Game, Purse, Told
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    based,
    force,
    ship,
    small_game,
    told,
    troops,
)

Repaired = Literal["port", "fort"]


def ended(game: Game, *orders: Replenish | Repair, dice: ScriptedDice | None = None) -> Told:
    """The end of the month with these orders."""
    return end_of_month(
        game,
        tuple(order for order in orders if isinstance(order, Replenish)),
        tuple(order for order in orders if isinstance(order, Repair)),
        CHARTS,
        dice or ScriptedDice(),
    )


# --- replenishment -------------------------------------------------------------------------------


def fallen(*units: str, nation: str = "JP", move: int = 2, indian: bool = False) -> Game:
    """Eliminated ground units, each nation with 5 EP."""
    game = small_game()
    for id_ in units:
        game = troops(game, id_, nation, "JPN", move=move)
    dead = {id_: replace(unit, steps=0, at="", indian=indian) for id_, unit in game.ground.items()}
    game = replace(game, ground=FrozenMap(), dead=FrozenMap(dead))
    for one in ("JP", "US", "UK"):
        game = game.with_purse(one, Purse(points=5))
    return game


def test_a_unit_comes_back_reduced_at_the_source_for_a_point() -> None:
    game, events = ended(fallen("2nd-div"), Replenish(unit="2nd-div"))
    assert told(events, Replenished)[0].area == "JPN"
    assert (game.ground["2nd-div"].at, game.ground["2nd-div"].steps) == ("JPN", 1)
    assert (game.purses["JP"].points, len(game.dead)) == (4, 0)


def test_one_unit_a_month() -> None:
    game, events = ended(fallen("a-div", "b-div"), Replenish(unit="a-div"), Replenish(unit="b-div"))
    assert tuple(game.ground) == ("a-div",)
    assert [one.cited for one in told(events, Voided)] == ["PH14.3"]


@pytest.mark.parametrize(
    ("nation", "move", "indian", "comes"),
    [
        ("JP", 2, False, True),
        ("JP", 0, False, False),
        ("US", 2, False, False),
        ("UK", 2, False, False),
        ("UK", 2, True, True),
    ],
)
def test_who_is_replenished(nation: str, move: int, indian: bool, comes: bool) -> None:
    game = fallen("unit", nation=nation, move=move, indian=indian)
    game, _ = ended(game, Replenish(unit="unit"))
    assert ("unit" in game.ground) is comes


# --- repair --------------------------------------------------------------------------------------


def bombed() -> Game:
    """Truk with two levels of its airfield and one of its port destroyed, and its fort."""
    game = small_game()
    truk = replace(game.areas["TRU"], port=1, airfield=3, fort=0, built=FrozenMap({"fort": 1}))
    return game.with_area("TRU", truk)


@pytest.mark.parametrize(("die", "airfield"), [(4, 5), (3, 3)])
def test_without_an_order_the_airfield_is_repaired(die: int, airfield: int) -> None:
    game, _ = ended(bombed(), dice=ScriptedDice({"PH14.4 repair tru airfield": die}))
    assert (game.areas["TRU"].airfield, game.areas["TRU"].port) == (airfield, 1)


@pytest.mark.parametrize("what", ["port", "fort"])
def test_an_order_says_what_is_repaired(what: Repaired) -> None:
    order = Repair(area="TRU", what=what)
    game, events = ended(bombed(), order, dice=ScriptedDice({f"PH14.4 repair tru {what}": 6}))
    assert [event.what for event in told(events, RepairTried)] == [what]
    assert (game.areas["TRU"].port, game.areas["TRU"].fort) == (
        (2, 0) if what == "port" else (1, 1)
    )


def test_repair_stops_at_the_full_size() -> None:
    game = bombed()
    game = game.with_area("TRU", replace(game.areas["TRU"], airfield=5, port=2, built=FrozenMap()))
    game, _ = ended(game, dice=ScriptedDice({"PH14.4 repair tru airfield": 6}))
    assert game.areas["TRU"].airfield == 6


def test_contested_areas_are_not_repaired() -> None:
    game = troops(troops(bombed(), "jp-div", "JP", "TRU"), "us-div", "US", "TRU")
    _, events = ended(game, Repair(area="TRU", what="port"))
    assert told(events, RepairTried) == []
    assert [one.cited for one in told(events, Voided)] == ["PH14.4"]


# --- engineers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "airfield"), [(4, 8), (3, 6)])
def test_engineers_complete_an_airfield(die: int, airfield: int) -> None:
    game = troops(small_game(), "jp-eng", "JP", "TRU", strength=0, kind="engineer", steps=1)
    building = FrozenMap({"airfield": "1942-autumn"})
    game = game.with_area("TRU", replace(game.areas["TRU"], building=building))
    game, events = ended(game, dice=ScriptedDice({"PH14.4 complete tru": die}))
    assert told(events, CompletionTried)[0].completed is (die == 4)
    assert game.areas["TRU"].airfield == airfield
    assert ("airfield" in game.areas["TRU"].building) is (die == 3)


def test_without_engineers_it_takes_its_time() -> None:
    game = small_game()
    building = FrozenMap({"airfield": "1942-autumn"})
    game = game.with_area("TRU", replace(game.areas["TRU"], building=building))
    assert ended(game)[1] == ()


# --- markers -------------------------------------------------------------------------------------


def test_markers_come_off_and_orders_for_phase_2_stay() -> None:
    game = force(small_game(), "tf", "JP", "PHS", ship("akagi", "CV", mark="activated"))
    game = game.with_forces([replace(game.forces["tf"], searched=True, spent=20)])
    game = based(game, "A6M2", "JP", "FOR", "a6m2")
    game = game.with_air([replace(game.air["a6m2"], committed=True, struck=True, intercepted=True)])
    game = troops(game, "div", "JP", "INC")
    game = game.with_ground([replace(game.ground["div"], mark="standby", out=1)])
    game = game.with_purse("JP", Purse(points=3, track=2, lifts=1))
    month = replace(game.month, bombers=("b-29",), weather="M", grounded=("arctic",), offensives=3)
    game, _ = sweep(game.with_month(month))
    assert (game.ships["akagi"].mark, game.forces["tf"].searched) == ("", False)
    plane = game.air["a6m2"]
    assert (plane.committed, plane.struck, plane.intercepted) == (False, False, False)
    assert (game.ground["div"].mark, game.ground["div"].out) == ("", 1)
    assert game.purses["JP"] == Purse(points=3, track=2)
    assert (game.month.bombers, game.month.weather, game.month.offensives) == (("b-29",), "", 0)
