"""Golden examples of initiative, passes and ground, each played from its orders."""

from typing import Any

import pytest

from pbem.systems.cartwheel.rules.r16_victory import occupied
from pbem.systems.cartwheel.table.events_ground import Attacked
from pbem.systems.cartwheel.table.events_play import OperationsOver, Passed
from pbem.systems.cartwheel.table.events_turn import InitiativeRolled, MissionsRolled
from pbem.systems.cartwheel.table.orders import (
    AirMission,
    Attack,
    CommitEleventh,
    GeneralRegroup,
    March,
    NavalMission,
    Pass,
    Recon,
    Reply,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 1, "7.4 initiative": 9, "11.1 ground initiative": 10}


# --- initiative ----------------------------------------------------------------------------------


def test_h18_3_recon_on_rabaul_the_eleventh_and_turn_7(loaded: dict[str, int]) -> None:
    """A die of 5, +1 -1 +1: 6, the Allies."""
    loaded |= {**CALM, "7.3 recon F5-8": 1}
    game = play("campaign", loaded)
    while game.game.now < 7:
        game.file()
    loaded["7.4 initiative"] = 5
    game.until(JAPANESE, "5.2").file(CommitEleventh(commit=True))
    game.until(ALLIED, "7.3-holder").file(Recon(unit="F5-8", hex="1203"))
    game.until(ALLIED, "4.4")
    rolled = game.events(InitiativeRolled)[-1]
    assert dict(rolled.modifiers) == {"allied recon": 1, "eleventh": -1, "late": 1}
    assert (rolled.drm, rolled.side) == (1, ALLIED)


@pytest.mark.parametrize(("die", "missions"), [(6, 2), (1, 1)])
def test_h18_4_g15_a_storm_takes_a_mission_but_leaves_one(
    loaded: dict[str, int], die: int, missions: int
) -> None:
    loaded |= {**CALM, "5.1 event": 1, "7.5 missions": die}
    game = play("campaign", loaded).until(ALLIED, "4.4")
    (rolled,) = game.events(MissionsRolled)
    assert (rolled.missions, rolled.drm) == (missions, -1)


def test_g54_7_1c_no_second_general_regroup_after_december(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = play("campaign", loaded)
    while game.game.now < 11:
        game.file()
    game.until(ALLIED, "7.1").file(GeneralRegroup(declare=True))
    while game.game.now < 12:
        game.file()
    assert game.until(ALLIED, "7.1").rules(GeneralRegroup(declare=True)) == ["7.1c"]


# --- passes --------------------------------------------------------------------------------------


def test_g65_4_4c_four_passes_end_the_phase(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    game.file(Pass()).file(Pass()).file(Pass()).file(Pass())
    assert [e.side for e in game.events(Passed)] == [ALLIED, JAPANESE, ALLIED, JAPANESE]
    assert len(game.events(OperationsOver)) == 1


def test_g66_4_4c_a_mission_between_passes_begins_the_count_anew(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    sweep = AirMission(kind="sweep", hex="0905", band="high", escorts=("P38-9",))
    game.file(Pass()).file(Pass()).file(sweep).file(Reply(mission="t1m1"))
    game.until(JAPANESE, "4.4").file(Pass()).until(ALLIED, "4.4").file(Pass())
    assert not game.events(OperationsOver)
    assert game.game.operations.passes == 2
    game.until(JAPANESE, "4.4")


# --- ground --------------------------------------------------------------------------------------


def test_h18_9_two_to_one_against_a_fortification(loaded: dict[str, int]) -> None:
    """CF 8 against 3, a cruiser that has come in support: 7 - 2 + 1 = 6, one step each."""

    def change(table: dict[str, Any]) -> None:
        table["ground"]["1405"] = ["38D-228"]
        table["ground"]["1404"] = ["37-129", "37-145"]
        for place in ("1203", "1807"):
            table["ground"][place] = [
                unit for unit in table["ground"][place]
                if unit not in ("38D-228", "37-129", "37-145")
            ]  # fmt: skip
        table["control"]["allied"] = [*table["control"].get("allied", []), "1404"]
        table["naval"]["1203"] += table["naval"].pop("1405")

    loaded |= {**CALM, "11.4 attack 1405": 7}
    game = play("bougainville", loaded, change).until(ALLIED, "4.4")
    slot = ("1806", "1706", "1605", "1505", "1405")
    game.file(NavalMission(ships=("US-CA1",), path=slot)).until(ALLIED, "4.5-first")
    game.file(March(units=("37-129", "37-145"), to="1405"), Attack(hex="1405"))
    game.until(JAPANESE, "4.5-second")
    (fought,) = game.events(Attacked)
    assert (fought.odds, fought.attack, fought.defence) == ("2:1", 8, 3)
    assert dict(fought.score.terms) == {"fortification": -2, "ships": 1}
    assert (fought.attacker_loss, fought.defender_loss) == (1, 1)
    assert game.game.troops["37-129"].steps == 1
    assert game.game.troops["38D-228"].steps == 1


def test_g67_3_0f_control_stays_behind_and_earns_nothing_without_occupation(
    loaded: dict[str, int],
) -> None:
    """3D-15 goes through empty Lae to 0704: Lae is Allied, and no points are for it."""

    def change(table: dict[str, Any]) -> None:
        for place in ("0705", "0604"):
            table["ground"].pop(place)
        table["forts"].remove("0705")

    loaded |= CALM
    game = play("campaign", loaded, change).until(ALLIED, "4.5-first")
    game.file(March(units=("3D-15",), to="0705"))
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "4.5-first").file(March(units=("3D-15",), to="0704"))
    game.until(JAPANESE, "4.5-second")
    assert [game.game.control[hex_] for hex_ in ("0705", "0704")] == [ALLIED, ALLIED]
    scored = occupied(game.game, CHARTS)
    assert scored["0704"] == (ALLIED, 6)
    assert "0705" not in scored
