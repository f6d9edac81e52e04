"""What the form offers ships to load can be loaded by those ships [H10.2, H10.3.1, H14.5]."""

from typing import Any

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import sight_of
from pbem.systems.cartwheel.orders.naval import NAVAL_MISSION
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission
from pbem.systems.cartwheel.table.orders_turn import GeneralRegroup
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_golden_sea import CALM

__all__ = ["loaded"]

STORES = (SUPPLY, SUPPLY)


def lines(game: Play) -> list[str]:
    """All that the form of the next file says of ships."""
    found = sections(game.match.view(), CHARTS)
    return [line for one in found if one.rule == "H10.1" for line in one.choices]


def loading(game: Play, start: str) -> list[str]:
    """What it says of loading below the ships of a place."""
    said = lines(game)
    heads = [number for number, line in enumerate(said) if line.startswith(f"At {start}")]
    return [said[number + 1] for number in heads if "can load" in said[number + 1]]


def offered(game: Play) -> set[str]:
    """The values that `pbem orders --explain` gives for `load`."""
    sight = sight_of(game.match.view(), NavalMission, CHARTS)
    assert sight is not None
    (found,) = (part.values for part in NAVAL_MISSION.parts(sight) if part.key == "load")
    return {*found}


def loads(game: Play, ship: str, item: str) -> list[str]:
    """The rules by which a ship may not load a thing where it lies."""
    at, load = game.game.ships[ship].at, FrozenMap({ship: (item,)})
    return game.rules(NavalMission(ships=(ship,), path=(at,), purpose="transport", load=load))


def test_h10_2_the_form_offers_nothing_to_a_disrupted_ship(loaded: dict[str, int]) -> None:
    loaded |= CALM | {"9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 9}
    bombs = AirMission(
        kind="strike", hex="1203", band="medium", strikers=("B24-319",), mode="regular",
        target="naval:MARU2",
    )  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "4.4").file(bombs).file()
    game.until(JAPANESE, "4.4")
    assert (loads(game, "MARU1", SUPPLY), loads(game, "MARU2", SUPPLY)) == ([], ["H10.2"])
    said = lines(game)
    (able, hurt) = (
        next(n for n, line in enumerate(said) if line.startswith("At 1203") and ship in line)
        for ship in ("MARU1", "MARU2")
    )
    assert said[able + 1].startswith("  can load: ")
    assert "can load" not in said[hurt + 1]


def test_h10_2_no_enemies_are_in_reach_of_a_disrupted_ship_in_port(loaded: dict[str, int]) -> None:
    """It sails for another port alone, and the ships beside it at their own Speed."""
    game = play("toenails", loaded | CALM)
    table = game.match.fold.table
    hurt = (replace(table.game.ships[id_], disrupted=True) for id_ in ("US-T3", "US-T4"))
    changed = replace(table, game=table.game.with_ships(hurt))
    game.match.fold = replace(game.match.fold, table=changed)
    game.until(ALLIED, "4.4")
    to_munda = NavalMission(ships=("US-T3",), path=("1707", "1606"), purpose="sortie")
    assert game.rules(to_munda) == ["H10.2"]
    (said,) = [line for line in lines(game) if line.startswith("1707") and "US-T3" in line]
    assert said == "1707 (Russell Islands): US-T3, Speed 3."
    (beside,) = [line for line in lines(game) if line.startswith("1707") and "US-CLT1" in line]
    assert beside.startswith("1707 (Russell Islands): LST2, LST3, US-CLT1, Speed 4; enemies in")


def off_a_coast(table: dict[str, Any]) -> None:
    """US-T2, LST1 and troops are at Wanigela, an Allied coast without a port."""
    table["naval"]["0707"].remove("US-T2")
    table["naval"]["1007"].remove("LST1")
    table["naval"]["0907"] = ["US-T2", "LST1"]
    table["ground"]["0907"] = ["7D-18"]
    table["ground"]["0707"].remove("7D-18")


def test_h10_3_1_off_a_coast_only_those_load_that_can(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM, off_a_coast).until(ALLIED, "4.4")
    assert (loads(game, "LST1", "7D-18"), loads(game, "US-T2", "7D-18")) == ([], ["H10.3.1"])
    assert loading(game, "0907") == ["  LST1 can load: 7D-18 (2 steps) [H10.3.1]."]


def test_h14_5_nothing_is_loaded_where_all_are_transits(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "7.1")
    game.file(GeneralRegroup(declare=True)).until(ALLIED, "4.4")
    assert game.game.now == 2
    assert loads(game, "US-T2", "7D-18") == ["H14.5"]
    assert not any("can load" in line for line in lines(game))
    assert offered(game) == set()


def test_h10_3_1_a_port_gives_two_supply_units_a_turn(loaded: dict[str, int]) -> None:
    """US-T1 and LST1 lie at Milne Bay: whoever loads there, two supply units leave it in a turn."""

    def takes(ship: str, many: int, *path: str) -> NavalMission:
        load = FrozenMap({ship: (SUPPLY,) * many})
        return NavalMission(ships=(ship,), path=path, purpose="transport", load=load)

    one, two, rest = (takes("US-T1", many, "1007") for many in (1, 2, 3))
    loaded |= CALM
    game = play("campaign", loaded).until(ALLIED, "4.4")
    (problem,) = game.refused(rest)
    assert (problem.rule, problem.what) == ("H10.3.1", "3 supply units are more than a group takes")
    (problem,) = game.refused(two, takes("LST1", 1, "1007"))
    assert (problem.rule, problem.where) == ("H10.3.1", "order 2, key 'load'")
    assert problem.what == "1007 has given 2 supply units this turn, and a port or box gives 2"
    assert problem.hint == "wait for the next turn, or load elsewhere"
    (problem,) = game.refused(one, replace(two, ships=("LST1",), load=FrozenMap({"LST1": STORES})))
    assert problem.hint == "load 1 there, and the rest in the next turn or elsewhere"
    assert game.rules(one, takes("LST1", 1, "1007")) == []
    assert any("supply (2 at most)" in line for line in loading(game, "1007"))
    game.file(one).until(ALLIED, "4.4")
    assert game.rules(takes("LST1", 2, "1007")) == ["H10.3.1"]
    assert any("supply (1 at most)" in line for line in loading(game, "1007"))
    game.file(takes("LST1", 1, "1007"))
    while game.game.now < 2:
        game.file()
    assert game.until(ALLIED, "4.4").rules(takes("US-T1", 2, "1007")) == []


def test_h10_3_1_what_sails_behind_a_mission_in_the_air_has_loaded_when_the_run_goes_on(
    loaded: dict[str, int],
) -> None:
    """The reply to the sweep stands between; the next file of the run finds the port empty."""
    sweep = AirMission(kind="sweep", hex="1106", band="high", escorts=("KIT-75",))
    takes = [
        NavalMission(
            ships=(ship,), path=("1007",), purpose="transport", load=FrozenMap({ship: STORES})
        )
        for ship in ("US-T1", "LST1")
    ]
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4").file(sweep, takes[0]).file()
    assert (game.seat, game.rules(takes[1])) == (ALLIED, ["H10.3.1"])


def at_truk(table: dict[str, Any]) -> None:
    """Two transports are in the box of Truk."""
    for ship in ("MARU1", "MARU2"):
        table["naval"]["1203"].remove(ship)
        table["naval"]["TRK"].append(ship)


def test_h10_3_1_so_does_a_box_and_each_place_by_itself(loaded: dict[str, int]) -> None:
    """Nobody else's groups, and no other port's, count."""

    def takes(ship: str, start: str) -> NavalMission:
        load = FrozenMap({ship: STORES})
        return NavalMission(ships=(ship,), path=(start,), purpose="transport", load=load)

    game = play("campaign", loaded | CALM, at_truk).until(ALLIED, "4.4")
    assert game.rules(takes("US-T1", "1007"), takes("US-T2", "0707")) == []
    game.file(takes("US-T1", "1007")).until(JAPANESE, "4.4").file(takes("MARU1", "TRK"))
    (problem,) = game.until(JAPANESE, "4.4").refused(takes("MARU2", "TRK"))
    assert problem.what == "TRK has given 2 supply units this turn, and a port or box gives 2"


def test_h10_3_1_a_ground_unit_goes_aboard_by_one_mission_of_a_file(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    takes = [
        NavalMission(
            ships=(ship,), path=("1007",), purpose="transport", load=FrozenMap({ship: ("5D-4",)})
        )
        for ship in ("US-T1", "LST1")
    ]
    assert [game.rules(one) for one in takes] == [[], []]
    (problem,) = game.refused(*takes)
    assert (problem.rule, problem.where) == ("H10.3.1", "order 2, key 'load'")
    assert problem.what == "5D-4 goes aboard already: see order 1"
