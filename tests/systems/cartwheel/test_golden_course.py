"""Golden examples of initiative, passes and ground, each played from its orders."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_ground import Attacked
from pbem.systems.cartwheel.table.events_play import OperationsOver, Passed
from pbem.systems.cartwheel.table.events_turn import InitiativeRolled, MissionsRolled
from pbem.systems.cartwheel.table.orders_ground import Attack, Land, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, GeneralRegroup, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 1, "7.4 initiative": 9, "11.1 ground initiative": 10}


REPORTED = Recon(unit="F5-8", hex="1203")

# --- initiative ----------------------------------------------------------------------------------


def test_h18_3_recon_on_rabaul_the_eleventh_and_turn_7(loaded: dict[str, int]) -> None:
    """A die of 5, +1 -1 +1: 6, the Allies."""
    loaded |= {**CALM, "7.3 recon F5-8": 1}
    game = play("campaign", loaded)
    while game.game.now < 7:
        game.file()
    loaded["7.4 initiative"] = 5
    for _ in range(2):
        order = CommitEleventh(commit=True) if game.seat == JAPANESE else REPORTED
        game.file(order)
    game.until(ALLIED, "4.4")
    rolled = game.events(InitiativeRolled)[-1]
    assert dict(rolled.modifiers) == {"allied recon": 1, "eleventh": -1, "late": 1}
    assert (rolled.drm, rolled.side) == (1, ALLIED)
    assert "7.4 initiative: 5 + 1 = 6, 6 or more for the Allies [7.4]." in game.report()


@pytest.mark.parametrize("scenario", ["bismarck-sea", "toenails", "bougainville", "campaign"])
def test_g15_7_0_the_first_turn_rolls_for_missions_alone(
    loaded: dict[str, int], scenario: str
) -> None:
    """The scenario names the Initiative player, without a die; 7.5 is a die of 6: 3 missions."""
    loaded |= {"5.1 event": 7, "7.5 missions": 6}
    game = play(scenario, loaded)
    side = JAPANESE if scenario == "bismarck-sea" else ALLIED
    game.until(side, "4.4")
    (initiative,) = game.events(InitiativeRolled)
    assert (initiative.side, initiative.rolls, dict(initiative.modifiers)) == (side, (), {})
    (rolled,) = game.events(MissionsRolled)
    assert ([roll.dice for roll in rolled.rolls], rolled.missions, rolled.drm) == ([(6,)], 3, 0)


@pytest.mark.parametrize(("die", "missions"), [(6, 2), (1, 1)])
def test_h18_4_a_storm_takes_a_mission_but_leaves_one(
    loaded: dict[str, int], die: int, missions: int
) -> None:
    loaded |= {**CALM, "5.1 event": 1, "7.5 missions": die}
    game = play("campaign", loaded).until(ALLIED, "4.4")
    (rolled,) = game.events(MissionsRolled)
    assert (rolled.missions, rolled.drm) == (missions, -1)


def test_g54_7_1c_no_second_general_regroup_after_december(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = play("campaign", loaded)
    while game.game.now < 10:
        game.file()
    game.until(ALLIED, "7.1").file(GeneralRegroup(declare=True))
    while game.game.now < 11:
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
    """CF 8 against 3, a cruiser that has come in support: 7 - 2 + 1 = 6, one step each.

    The troops stand side by side from the start: 37-129 and 37-145 would have to be shipped to
    Torokina, and no play takes 38D-228 from Rabaul to Buin without its neighbours in four turns.
    """

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
    assert dict(fought.score.terms) == {"fortification": -2, "best ship": 1}
    assert fought.score.total == 6
    assert (fought.attacker_loss, fought.defender_loss) == (1, 1)
    assert game.game.troops["37-129"].steps == 1
    assert game.game.troops["38D-228"].steps == 1


def test_g67_3_0f_control_stays_behind_and_earns_nothing_without_occupation(
    loaded: dict[str, int],
) -> None:
    """LST1 lands RCT-158 at empty Arawe, and it goes on to 0904: Arawe is Allied, worth nothing."""
    way = ("1807", "1707", "1606", "1506", "1406", "1306", "1206", "1106")
    game = play("bougainville", loaded | CALM)
    for path in (way[:5], way[4:]):
        now = game.game.now
        game.until(ALLIED, "4.4").file(NavalMission(ships=("LST1",), path=path))
        while game.game.now == now:
            game.file()
    landing = NavalMission(
        ships=("LST1",), path=("1106", "1005", "0905"), purpose="transport",
        load=FrozenMap({"LST1": ("RCT-158",)}),
    )  # fmt: skip
    assert game.game.control["0905"] == JAPANESE
    game.until(ALLIED, "4.4").file(landing)
    game.until(ALLIED, "4.5-first").file(Land(ship="LST1", units=("RCT-158",)))
    game.until(ALLIED, "5.3").until(ALLIED, "4.5-first").file(March(units=("RCT-158",), to="0904"))
    while not game.match.is_over:
        game.file()
    assert [game.game.control[hex_] for hex_ in ("0905", "0904")] == [ALLIED, ALLIED]
    assert game.earned(ALLIED) == [(10, "H16.2", "1506"), (16, "H16.2", "1606")]
    assert game.match.audit() == []
