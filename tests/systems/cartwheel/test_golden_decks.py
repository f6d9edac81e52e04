"""Aircraft of carriers, and paratroops, that may be hit first: files and audit [CR79, CR80]."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_air import ManifestBreached, Scrambled
from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import CommitTF36
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.disclosed import of_check
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9}
TO_BUIN = ("1808", "1708", "1607", "1507", "1406", "1405")
SORTIE = NavalMission(ships=("TF36-CVL",), path=TO_BUIN, purpose="sortie")
SWEEP = AirMission(kind="sweep", hex="1606", band="high", escorts=("F6F-23",))


def at_sea(faces: dict[str, int]) -> Play:
    """The Allies on a run of four missions, TF-36 in 1808."""
    game = play("toenails", faces | CALM).until(ALLIED, "5.3")
    return game.file(CommitTF36(commit=True, hex="1808")).until(ALLIED, "4.4")


def test_cr79_nobody_flies_behind_the_voyage_of_his_carrier(loaded: dict[str, int]) -> None:
    """CLT3 would sink it with one salvo, and only the Allied player could tell who flew."""
    loaded |= {"10.4 fire t1m1 r1 IJN-CLT3": 10}
    game = at_sea(loaded)
    (problem,) = game.refused(SORTIE, SWEEP)
    assert (problem.rule, problem.where) == ("CR79", "order 2, key 'escorts'")
    assert problem.what == "F6F-23 is aboard TF36-CVL, which sails or may be hit before it"
    land = AirMission(kind="sweep", hex="1606", band="high", escorts=("P38-339",))
    game.file(SORTIE, land).file(Reply(mission="t1m2")).file()
    assert [(e.kind, e.place, e.lost) for e in game.events(Stated)] == [
        ("lost-base", "TF36-CVL", ("F6F-23",))
    ]
    assert [(e.mission, e.cancelled) for e in game.events(MissionOver)] == [("t1m2", False)]
    assert game.match.audit() == []


def test_cr79_in_front_of_the_voyage_they_fly(loaded: dict[str, int]) -> None:
    """The carrier sinks under them: they land elsewhere or are lost, and nothing is wrong."""
    loaded |= {"10.4 fire t1m2 r1 IJN-CLT3": 10}
    game = at_sea(loaded).file(SWEEP, SORTIE).file(Reply(mission="t1m1")).file()
    assert [(e.mission, e.cancelled) for e in game.events(MissionOver)] == [("t1m1", False)]
    assert game.plane(ALLIED, "F6F-23") is None, "it was back aboard when the ship sank"
    assert game.match.audit() == []


@pytest.mark.parametrize(
    ("ships", "path", "refused"),
    [
        (("US-CA2",), "SOP 1808 1708", True),
        (("TF36-CA",), "1808 1708", False),
        (("TF36-CA",), "1808 1708 1808", True),
        (("TF36-CV",), "1808 1708", False),
    ],
)
def test_cr79_nor_where_other_ships_may_bring_on_a_battle(
    loaded: dict[str, int], ships: tuple[str, ...], path: str, refused: bool
) -> None:
    """A way that leads to the carrier's hex; not one that leads from it."""
    voyage = NavalMission(ships=ships, path=tuple(path.split()))
    assert at_sea(loaded).rules(voyage, SWEEP) == (["CR79"] if refused else [])


def test_7_the_audit_names_who_flies_so(loaded: dict[str, int]) -> None:
    game = at_sea(loaded | {"10.4 fire t1m1 r1 IJN-CLT3": 1})
    game.match.put(game.match.view(), (SORTIE, SWEEP))
    game.file(Reply(mission="t1m2")).file()
    (breach,) = of_check(game.match.audit(), 7)
    assert (breach.subject, breach.rule, breach.gain) == ("F6F-23", "CR79", ALLIED)


def test_6_3_4_a_carrier_that_guns_have_reduced_is_over_full(loaded: dict[str, int]) -> None:
    """Three stand on a deck for one: when two have left, the third is Flown all the same."""
    game = at_sea(loaded | {"10.4 fire t1m1 r1 IJN-CLT3": 7})
    game.file(replace(SORTIE, ships=("TF36-CV",), break_off="round1")).until(ALLIED, "4.4")
    carrier = game.game.ships["TF36-CV"]
    assert (carrier.steps, carrier.disrupted) == (1, False)
    game.file(Stage(unit="SBD-12", to="RUS"), Stage(unit="TBF-12", to="GUA")).until(ALLIED, "4.4")
    plane = game.plane(ALLIED, "F6F-12")
    assert plane is not None
    assert (plane.base, plane.half) == ("TF36-CV", "flown")
    assert game.rules(replace(SWEEP, hex="1405", escorts=("F6F-12",))) == ["6.4b"]
    assert game.file().match.audit() == []


def test_amb30_aircraft_evade_from_a_carrier_that_is_not_the_target(loaded: dict[str, int]) -> None:
    """The battleship beside it is: TBF-12 is Flown aboard, and evades from nowhere else."""
    loaded |= {"9.5 evade t1m1 TBF-12": 3, "9.9 aa t1m1 G4M-702": 1, "9.10 bomb t1m1 G4M-702": 1}
    game = at_sea(loaded).file(Pass()).until(JAPANESE, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="1808", band="low", strikers=("G4M-702",), mode="torpedo",
            target="naval:TF36-BB",
        )
    )  # fmt: skip
    assert game.rules(Reply(mission="t1m1", evaders=FrozenMap({"F4U-124": "GUA"}))) == ["H9.5"]
    game.file(Reply(mission="t1m1", evaders=FrozenMap({"TBF-12": "TF36-CV"}))).file()
    assert [(e.unit, e.airborne) for e in game.events(Scrambled)] == [("TBF-12", True)]
    plane = game.plane(ALLIED, "TBF-12")
    assert plane is not None
    assert (plane.base, plane.half) == ("TF36-CV", "flown")
    assert game.match.audit() == []


# --- ahead, with a reply [H8.7] ------------------------------------------------------------------


def test_cr79_nobody_flies_ahead_from_a_carrier_under_attack(loaded: dict[str, int]) -> None:
    """It could be disrupted, so that nobody flies from it; a strike elsewhere does not matter."""
    game = at_sea(loaded).file(Pass()).until(JAPANESE, "4.4")
    attack = AirMission(kind="sweep", hex="1808", band="high", escorts=("A6M-201",))
    assert game.rules(attack) == ["H9.1.1"], "too far from Rabaul"
    near = AirMission(kind="sweep", hex="1808", band="high", escorts=("A6M-204a",))
    game.file(near)
    assert game.rules(Reply(mission="t1m1"), SWEEP) == ["CR79"]
    land = AirMission(kind="sweep", hex="1606", band="high", escorts=("P38-339",))
    assert game.rules(Reply(mission="t1m1"), land) == []


def paratroops(table: dict[str, Any]) -> None:
    """PIR-503 at Port Moresby from the start, alone with its garrison; a second C-47."""
    table["ground"]["0707"] = ["GAR-PM", "PIR-503"]
    table["air"]["PM"] = ["C47-6", "C47-22"]
    for row in table["reinforcements"]:
        row["units"] = [unit for unit in row["units"] if unit not in ("PIR-503", "C47-22")]


def drop(unit: str, hex_: str) -> AirMission:
    return AirMission(
        kind="airdrop", hex=hex_, band="low", transports=(unit,),
        cargo=FrozenMap({unit: "PIR-503"}),
    )  # fmt: skip


def test_cr80_paratroops_fly_once_and_from_land(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM, paratroops).until(ALLIED, "4.4")
    assert game.rules(drop("C47-6", "0704"), drop("C47-22", "0804")) == ["CR80"]
    aboard = FrozenMap({"US-T2": ("PIR-503",)})
    voyage = NavalMission(ships=("US-T2",), path=("0707", "0708"), purpose="transport", load=aboard)
    assert game.rules(voyage, drop("C47-6", "0704")) == ["CR80"]
    assert game.rules(drop("C47-6", "0704")) == []


def test_cr80_paratroops_under_attack_do_not_fly_ahead(loaded: dict[str, int]) -> None:
    """Bombs disrupt them: an honest player would have been told to have broken H11.6."""
    loaded |= {"9.9 aa t1m1 G4M-702": 1, "9.10 bomb t1m1 G4M-702": 8}
    game = play("campaign", loaded | CALM, paratroops).until(JAPANESE, "4.4")
    bombs = AirMission(
        kind="strike", hex="0707", band="medium", strikers=("G4M-702",), mode="regular",
        target="ground:0707",
    )  # fmt: skip
    game.file(bombs)
    assert game.rules(Reply(mission="t1m1"), drop("C47-6", "0704")) == ["CR80"]
    game.file(Reply(mission="t1m1")).until(ALLIED, "4.4")
    assert game.game.troops["PIR-503"].disrupted
    assert game.rules(drop("C47-6", "0704")) == ["H11.6"]
    assert game.events(ManifestBreached) == []
