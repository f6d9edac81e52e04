"""Golden examples of the turn's frame, each played from its orders: G05 to G06, G16 to G20, G27,
G34 to G39, G53 to G55, G68, G70."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_charts import ReconFlew
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Stage
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    GeneralRegroup,
    Mark,
    Recon,
    Redistribute,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9}


def placed(*units: str) -> CommitEleventh:
    """The 11th committed, with some of its units at Rabaul."""
    return CommitEleventh(commit=True, bases=FrozenMap(dict.fromkeys(units, "RAB")))


# --- the 11th ------------------------------------------------------------------------------------


HEAVIES = ("B17-63", "B17-64", "B24-319", "B24-320", "B24-321")


def test_g05_5_2c_a_destroyed_rabaul_takes_nobody(loaded: dict[str, int]) -> None:
    """Five heavy bombers score two hits each; the repair fails."""
    loaded |= {**CALM, "6.6.3 repair RAB": 10}
    for unit in HEAVIES:
        loaded |= {f"9.9 aa t1m1 {unit}": 1, f"9.10 bomb t1m1 {unit}": 10}
    loaded |= {f"9.10 ground t1m1 RAB #{k}": 1 for k in range(1, 11)}
    game = play("campaign", loaded).until(ALLIED, "4.4").file(
        AirMission(
            kind="strike", hex="1203", band="high", strikers=HEAVIES, mode="precision",
            target="base:RAB",
        )
    )  # fmt: skip
    while game.game.now == 1:
        game.file()
    assert game.game.bases["RAB"].status == "destroyed"
    game.until(JAPANESE, "5.2")
    assert game.rules(placed("A6M-ZU")) == ["5.2c"]
    home = CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZU": "TRK"}))
    assert game.rules(home) == []


def test_g06_5_2c_rabaul_with_room_for_three(loaded: dict[str, int]) -> None:
    """13 units are set up there, and 16 may be: 8 of 10 fighters, 5 of 8 bombers."""
    came = ("KI43-24a", "KI43-24b", "KI61-68a", "KI61-68b", "KI45-13", "KI48-208a")
    full = Redistribute(units=FrozenMap(dict.fromkeys(came, "RAB")))
    game = play("campaign", loaded).until(JAPANESE, "5.2")
    assert game.rules(full, placed("A6M-ZU", "A6M-SH", "D3A-ZU")) == []
    four = game.refused(full, placed("A6M-ZU", "A6M-SH", "D3A-ZU", "B5N-ZU"))
    assert ("5.2c", "order 2, key 'bases'") in [(p.rule, p.where) for p in four]


# --- recon ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "general", "flies"),
    [(7, False, True), (8, False, False), (7, True, False), (6, True, True)],
    ids=["G16", "G17", "G18", "G19"],
)
def test_g16_to_g19_7_3_2_who_flies_recon(
    loaded: dict[str, int], die: int, general: bool, flies: bool
) -> None:
    """The DRM of a general regroup turn hinders both sides; who fails is Flown at its base."""
    loaded |= {**CALM, "7.3 recon DIN-6": die, "7.3 recon F5-8": die}
    game = play("campaign", loaded).until(ALLIED, "7.1")
    game.file(GeneralRegroup(declare=general)).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203"))
    game.until(ALLIED, "4.4")
    thrown = [(one.flies, one.grounded) for one in game.events(ReconFlew)[-2:]]
    each = [((unit,), ()) if flies else ((), (unit,)) for unit in ("F5-8", "DIN-6")]
    assert sorted(thrown) == sorted(each)
    assert ("F5-8" in game.game.turn.scouts) == flies
    dinah, lightning = game.plane(JAPANESE, "DIN-6"), game.plane(ALLIED, "F5-8")
    assert dinah is not None
    assert lightning is not None
    assert (dinah.base, dinah.half) == ("RAB", "ready" if flies else "flown")
    assert (lightning.base, lightning.half) == ("PM", "ready" if flies else "flown")


def test_g20_magic_flies_without_a_die_to_any_hex(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "5.1 event": 10}
    game = play("campaign", loaded).until(ALLIED, "7.1").file(GeneralRegroup(declare=True))
    game.until(ALLIED, "7.3").file(Recon(unit="PBY-M", hex="0202", base="HOL"))
    assert game.until(JAPANESE, "4.4").game.turn.scouts["PBY-M"].hex == "0202"
    event = next(one for one in reversed(game.events(ReconFlew)) if "PBY-M" in one.flies)
    assert "7.3 recon PBY-M" not in [roll.label for roll in event.rolls]


# --- hit on the ground ---------------------------------------------------------------------------


def bombed(faces: dict[str, int], pick: int, *, hits: int = 6) -> Play:
    """Turn 2 of the campaign after a strike on Rabaul: one unit there has lost a step.

    The pick is the place among its units by id: A6M-201 A6M-251 A6M-253 D3A-582 DIN-6 G4M-702
    G4M-705 KI21-14.
    """
    faces |= {
        **CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": hits,
        "9.10 ground t1m1 RAB #1": 10, "9.10 pick t1m1 RAB #1": pick, "9.10 ground t1m1 RAB #2": 1,
        "9.9 aa t1m1 B24-320": 1, "9.10 bomb t1m1 B24-320": 1 if hits < 7 else hits,
        "9.10 ground t1m1 RAB #3": 1, "9.10 ground t1m1 RAB #4": 1, "6.6.3 repair RAB": 10,
    }  # fmt: skip
    strike = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B24-319", "B24-320"), mode="precision",
        target="base:RAB",
    )  # fmt: skip
    game = play("campaign", faces).until(ALLIED, "4.4").file(strike).file()
    while game.game.now == 1:
        game.file()
    return game


def test_g27_7_3_3_recon_lost_on_the_ground_is_not_replaced(loaded: dict[str, int]) -> None:
    game = bombed(loaded, 5)
    assert game.plane(JAPANESE, "DIN-6") is None
    assert game.earned(ALLIED) == [(1, "H16.1", "DIN-6")]
    game.until(JAPANESE, "7.3")
    (problem,) = game.refused(Mark(units=("DIN-6",)))
    assert (problem.rule, problem.what) == ("7.3.3~", "DIN-6 is lost, and recon is never replaced")
    assert "7.3.3~" in game.rules(Recon(unit="DIN-6", hex="1106"))


def test_g68_3_0i_a_replacement_step_earns_the_enemy_his_point(loaded: dict[str, int]) -> None:
    game = bombed(loaded, 6).until(JAPANESE, "7.3")
    assert game.earned(ALLIED) == [(1, "H16.1", "G4M-702")]
    loaded["14.1 regroup J #1"] = 8
    game.file(Mark(units=("G4M-702",), replace=("G4M-702",)))
    while game.game.now == 2 or game.game.owed:
        game.file()
    plane = game.plane(JAPANESE, "G4M-702")
    assert plane is not None
    assert (plane.steps, plane.mark) == (2, False)
    assert [points for points, _, _ in game.earned(ALLIED, since=2)] == [1]
    assert game.earned(JAPANESE) == []


def test_g70_6_6_2_nobody_recovers_at_a_disrupted_base(loaded: dict[str, int]) -> None:
    """Four hits disrupt Rabaul, and its repair fails; the mark is spent."""
    game = bombed(loaded, 6, hits=9).until(JAPANESE, "7.3")
    loaded["14.1 regroup J #1"] = 1
    game.file(Mark(units=("G4M-702",), replace=("G4M-702",)))
    while game.game.now == 2 or game.game.owed:
        game.file()
    plane = game.plane(JAPANESE, "G4M-702")
    assert plane is not None
    assert (plane.steps, plane.mark) == (1, False)


# --- who bases where -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "base", "rules"),
    [
        ("B24-321", "GOO", ["6.3.5~"]), ("B24-372", "PM", []), ("B24-321", "AUS", []),
        ("B24-321", "SOP", []), ("KIT-75", "SOP", ["6.3.5~"]), ("F6F-33", "AUS", ["6.3.5~"]),
        ("F4U-124", "AUS", ["6.3.5~"]), ("F4U-124", "SOP", []),
    ],
)  # fmt: skip
def test_g34_to_g36_6_3_5_who_may_base_where(
    loaded: dict[str, int], unit: str, base: str, rules: list[str]
) -> None:
    """A20-89 makes room at Port Moresby; F6F-33 is there from the start, not from turn 6."""

    def change(table: dict[str, Any]) -> None:
        table["air"]["SOP"].append("F6F-33")
        for row in table["reinforcements"]:
            row["units"] = [one for one in row["units"] if one != "F6F-33"]

    early = change if unit == "F6F-33" else None
    game = play("campaign", loaded | CALM, early).until(ALLIED, "5.3")
    assert game.rules(Redistribute(units=FrozenMap({"A20-89": "AUS", unit: base}))) == rules


def test_g34_6_3_5_no_heavy_bomber_at_wewak_when_it_is_taken(loaded: dict[str, int]) -> None:
    """3D-15 begins beside an empty Wewak: to fight its way there takes most of a campaign."""

    def change(table: dict[str, Any]) -> None:
        del table["ground"]["0503"]
        table["ground"]["0504"] = ["3D-15"]
        table["ground"]["0706"].remove("3D-15")
        table["control"] = {"allied": ["0504"]}

    loaded |= {**CALM, "11.1 ground initiative": 10}
    game = play("campaign", loaded, change).until(ALLIED, "4.5-first")
    game.file(March(units=("3D-15",), to="0503"))
    game.until(ALLIED, "4.4")
    assert game.game.bases["WEW"].owner == ALLIED
    assert game.rules(Stage(unit="B24-321", to="WEW")) == ["6.3.5~"]
    assert game.rules(Stage(unit="P38-39", to="WEW")) == []
    bombs = AirMission(
        kind="strike", hex="0604", band="high", strikers=("B24-321",), mode="precision",
        target="base:MAD",
    )  # fmt: skip
    assert game.rules(bombs) == []
    assert game.rules(replace(bombs, returns=FrozenMap({"B24-321": "WEW"}))) == ["6.3.5~"]


def test_g39_6_5_1_no_second_mobile_base_in_a_hex(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(JAPANESE, "4.2")
    game.file(Build(base="MJ1", hex="1104"))
    while game.game.now == 1:
        game.file()
    (problem,) = game.until(JAPANESE, "4.2").refused(Build(base="MJ2", hex="1104"))
    assert (problem.rule, problem.where) == ("6.5.1~", "order 1, key 'hex'")
    assert game.rules(Build(base="MJ2", hex="1103")) == []


def test_g38_6_2_4_the_allies_have_three_mobile_bases(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.2")
    three = [Build(base=f"MA{n}", hex=h) for n, h in ((1, "0806"), (2, "1106"), (3, "1206"))]
    assert game.rules(*three) == []
    assert game.rules(*three, Build(base="MA4", hex="1006")) == ["6.2.4~"]
    assert "6.5.1~" in game.rules(three[0], Build(base="MA2", hex="0806"))
    game.file(*three)
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "4.2")
    assert game.rules(Build(base="MA1", hex="1006")) == ["6.2.4~"]


# --- general regroup -----------------------------------------------------------------------------


def test_g53_g55_7_1_general_regroup_waits_and_comes_twice(loaded: dict[str, int]) -> None:
    """First in turn 5, September I: refused in 7 and 8, legal in 9, and then never again."""
    game = play("campaign", loaded | CALM)
    again = GeneralRegroup(declare=True)
    found: dict[int, list[str]] = {}
    while game.game.now < 11:
        if game.seat == ALLIED and "7.1" in game.asked():
            now = game.game.now
            if now in (6, 7, 8, 9):
                found[now + 1] = game.rules(again)
            game.file(*((again,) if now in (4, 8) else ()))
        else:
            game.file()
    assert found == {7: ["7.1b"], 8: ["7.1b"], 9: [], 10: ["7.1a"]}


# --- attack modes --------------------------------------------------------------------------------


def strafed(unit: str, hex_: str, target: str) -> AirMission:
    """A low strafing run of one fighter."""
    return AirMission(
        kind="strike", hex=hex_, band="low", strikers=(unit,), mode="strafe", target=target
    )


def test_g64_h18_26_nobody_strafes_ships_or_ports(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    assert game.rules(strafed("F4U-124", "1405", "port:1405")) == ["2.2.2f~"]
    assert game.rules(strafed("F4U-124", "1405", "naval:DAI2")) == ["2.2.2f~"]
    assert game.rules(strafed("F4U-124", "1405", "base:BUI")) == []
    game.until(JAPANESE, "4.4")
    assert game.rules(strafed("A6M-204a", "1707", "naval:LST2")) == ["2.2.2f~"]
