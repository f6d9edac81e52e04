"""Golden examples of air missions, each played from its orders: fire, flak, bombs, losses."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    BreakTried,
    Fired,
    FlakFired,
    Scrambled,
    Strafed,
    UnitBombed,
)
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Stated
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Mark, Recon, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "7.3 recon F5-8": 3}


def strike(hex_: str, unit: str, target: str, **more: Any) -> AirMission:
    """A strike of one unit, from medium height and regular unless it is said otherwise."""
    terms = {"band": "medium", "mode": "regular", **more}
    return AirMission(kind="strike", hex=hex_, strikers=(unit,), target=target, **terms)


def answered(game: Play, mission: AirMission, **interceptors: str) -> Play:
    """The first mission of turn 1, met by interceptors (`A6M_201="RAB"`), and all resolved."""
    met = {unit.replace("_", "-"): base for unit, base in interceptors.items()}
    return game.file(mission).file(Reply(mission="t1m1", interceptors=FrozenMap(met))).file()


# --- scramble ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "airborne"), [(3, True), (4, False)])
def test_h18_5_far_under_recon_against_a_low_raid(
    loaded: dict[str, int], die: int, airborne: bool
) -> None:
    loaded |= {**CALM, "9.4 scramble t1m1 A6M-204a": die}
    game = play("toenails", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1606")).until(ALLIED, "4.4")
    low = strike("1606", "F4U-124", "base:MUN", band="low", mode="strafe")
    answered(game, low, A6M_204a="BUI")
    (tried,) = game.events(Scrambled)
    assert dict(tried.score.terms) == {"distance": 1, "recon": 1, "low": 1}
    assert tried.airborne == airborne


# --- aerial combat -------------------------------------------------------------------------------


def test_g52_2_2_2e_a_bomber_is_faster_when_its_bombs_are_gone(loaded: dict[str, int]) -> None:
    """KI61 (7) leads a loaded B-25 (4) by 3, and an empty one, that turns back, by 2."""
    loaded |= {
        **CALM, "9.4 scramble t1m1 KI61-68a": 1, "9.7 fire t1m1 r1 KI61-68a>B25-70": 6,
        "9.7 fire t1m1 r1 B25-70>KI61-68a": 1, "9.7 fire t1m1 r2 KI61-68a>B25-71": 1,
        "9.7 fire t1m1 r2 B25-71>KI61-68a": 1,
    }  # fmt: skip

    game = play("campaign", loaded).until(ALLIED, "5.3")
    both = Redistribute(units=FrozenMap({"BOS-22": "AUS", "B25-70": "DOB"}))
    game.file(both).until(ALLIED, "4.4")
    raid = AirMission(
        kind="strike", hex="0604", band="medium", strikers=("B25-70", "B25-71"), mode="regular",
        target="base:MAD", abort_at="any",
    )  # fmt: skip
    answered(game, raid, KI61_68a="WEW")
    shots = [e for e in game.events(Fired) if e.unit == "KI61-68a"]
    assert [(e.round, e.target, e.score.terms.get("faster", 0)) for e in shots] == [
        (1, "B25-70", 1), (2, "B25-71", 0)
    ]  # fmt: skip
    assert not game.events(Bombed)


def test_g61_a_red_af_fires_back_at_its_attacker_alone(loaded: dict[str, int]) -> None:
    """Two A6M are through to two bombers: each bomber fires at who attacks it, and no other."""
    loaded |= CALM
    game = play("campaign", loaded).until(ALLIED, "4.4")
    raid = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B24-319", "B24-320"),
        mode="precision", target="base:RAB", abort_at="never",
    )  # fmt: skip
    loaded |= {"9.4 scramble t1m1 A6M-201": 1, "9.4 scramble t1m1 A6M-251": 10}
    answered(game, raid, A6M_201="RAB", A6M_251="RAB")
    shots = [(e.unit, e.target) for e in game.events(Fired) if e.round == 1]
    assert shots == [("A6M-201", "B24-319"), ("B24-319", "A6M-201")]
    assert not game.events(BreakTried), "no escort, no screen"


@pytest.mark.parametrize(("unit", "steps"), [("C47-6", 1), ("P39-36", 2)])
def test_g59_g60_who_has_no_back_is_eliminated(
    loaded: dict[str, int], unit: str, steps: int
) -> None:
    """G4M bombs Port Moresby twice: C47-6 falls to one hit, P39-36 to two."""
    order = sorted([
        "B17-63", "B17-64", "B24-319", "B24-320", "B24-321", "B26-19", "B25S-13", "B25S-90",
        "A20-89", "C47-6", "P38-39", "P38-80", "P40-7", "P39-36", "F5-8",
    ])  # fmt: skip
    pick = order.index(unit) + 1
    loaded |= {
        **CALM, "9.9 aa t1m1 G4M-702": 1, "9.10 bomb t1m1 G4M-702": 10,
        "9.10 ground t1m1 PM #1": 9, "9.10 pick t1m1 PM #1": pick,
        "9.10 ground t1m1 PM #2": 9 if steps == 2 else 1, "9.10 pick t1m1 PM #2": pick,
    }  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "4.4").file().until(JAPANESE, "4.4")
    answered(game, strike("0707", "G4M-702", "base:PM"))
    assert game.plane(ALLIED, unit) is None
    game.until(JAPANESE, "4.4")
    assert game.game.air[unit].steps == 0
    assert sum(points for points, _, _ in game.earned(JAPANESE)) == steps


# --- orders --------------------------------------------------------------------------------------


def test_g56_a_whole_undisrupted_fighter_is_not_marked(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "5.3")
    (problem,) = game.refused(Mark(units=("P38-9",)))
    assert (problem.rule, problem.where) == ("7.2", "order 1, key 'units'")


def test_g58_3_0c_one_bombing_mission_a_turn(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "9.10 bomb t1m1 B24-319": 1, "9.9 aa t1m1 B24-319": 1}
    game = play("campaign", loaded).until(ALLIED, "4.4")
    again = strike("1203", "B24-319", "base:RAB", band="high", mode="precision")
    answered(game, again).until(ALLIED, "4.4")
    assert game.rules(again) == ["6.4b", "3.0c"]


@pytest.mark.parametrize("unit", ["SBD-132", "B25S-13"])
def test_g63_special_bombers_may_bomb_regularly(loaded: dict[str, int], unit: str) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    hex_, base = ("1606", "MUN") if unit == "SBD-132" else ("0705", "LAE")
    assert game.rules(strike(hex_, unit, f"base:{base}")) == []


# --- flak ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "die", "total", "steps", "disrupted"),
    [
        ("G4M-705", 7, 11, 2, True), ("G4M-705", 8, 12, 1, False), ("B25-71", 7, 10, 2, True),
        ("B25-71", 8, 11, 2, True), ("B17-63", 7, 9, 2, False), ("B17-63", 8, 10, 2, True),
    ],
)  # fmt: skip
def test_h18_15_the_df_of_an_aircraft_counts_against_flak(
    loaded: dict[str, int], unit: str, die: int, total: int, steps: int, disrupted: bool
) -> None:
    loaded |= {**CALM, f"9.9 aa t1m1 {unit}": die, f"9.10 bomb t1m1 {unit}": 1}
    game = play("campaign", loaded).until(ALLIED, "4.4")
    if unit == "G4M-705":
        game.file().until(JAPANESE, "4.4")
        answered(game, strike("0707", unit, "base:PM"))
    else:
        answered(game, strike("1203", unit, "base:RAB"))
    (shot,) = game.events(FlakFired)
    assert (shot.score.terms["AA"], shot.score.total) == (3, total)
    hit = game.game.air[unit]
    assert (hit.steps, hit.disrupted) == (steps, disrupted)


def test_g46_6_6_1_a_disrupted_major_base_fires_with_one(loaded: dict[str, int]) -> None:
    """Four hits of the first mission disrupt Rabaul for the second."""
    loaded |= CALM
    heavies = ("B24-319", "B24-320")
    for unit in heavies:
        loaded |= {f"9.9 aa t1m1 {unit}": 1, f"9.10 bomb t1m1 {unit}": 10}
    first = AirMission(
        kind="strike", hex="1203", band="high", strikers=heavies, mode="precision",
        target="base:RAB",
    )  # fmt: skip
    game = answered(play("campaign", loaded).until(ALLIED, "4.4"), first).until(ALLIED, "4.4")
    game.file(strike("1203", "B17-63", "base:RAB")).file(Reply(mission="t1m2")).file()
    assert [(e.mission, e.score.terms["AA"]) for e in game.events(FlakFired)] == [
        ("t1m1", 3), ("t1m1", 3), ("t1m2", 1)
    ]  # fmt: skip


# --- bombs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "victim", "terms", "total", "steps"),
    [
        ("B25-71", "GAR-AIT", {"BF": 3, "CF": 2}, 13, 0),
        ("B25-71", "20D-78", {"BF": 3}, 11, 2),
        ("KI49-7", "3M-3", {"BF": 3, "CF": -1}, 10, 2),
    ],
)
def test_h18_14_the_cf_of_the_victim_counts_against_bombs(
    loaded: dict[str, int], unit: str, victim: str, terms: dict[str, int], total: int, steps: int
) -> None:
    """The victim is set up alone, since the dice would pick another of a stack to be hit."""
    hex_, side = ("0604", ALLIED) if unit == "B25-71" else ("0806", JAPANESE)

    def change(table: dict[str, Any]) -> None:
        ground = table["ground"]
        for there in ground.values():
            there[:] = [one for one in there if one != victim]
        ground[hex_] = [victim]
        for row in table["reinforcements"]:
            row["units"] = [one for one in row["units"] if one != victim]

    loaded |= {**CALM, f"9.9 aa t1m1 {unit}": 1, f"9.10 bomb t1m1 {unit}": 8}
    game = play("campaign", loaded, change).until(ALLIED, "4.4")
    if side == JAPANESE:
        game.file().until(side, "4.4")
    answered(game, strike(hex_, unit, f"ground:{hex_}"))
    (bombed,) = game.events(UnitBombed)
    assert (dict(bombed.score.terms), bombed.score.total) == (terms, total)
    hit = game.game.troops[victim]
    assert (hit.steps, hit.disrupted) == (steps, steps == 2)
    assert sum(points for points, _, _ in game.earned(side)) == (steps == 0)


def test_h18_6_a_strafer_scores_no_hit_and_strikes_with_one(loaded: dict[str, int]) -> None:
    """F4U at Buin, strike die 8 + 1 = 9: a step of the unit that is picked."""
    loaded |= {
        **CALM, "9.9 aa t1m1 F4U-124": 1, "9.10 ground t1m1 BUI #1": 8, "9.10 pick t1m1 BUI #1": 4,
    }  # fmt: skip
    game = play("toenails", loaded).until(ALLIED, "4.4")
    answered(game, strike("1405", "F4U-124", "base:BUI", band="low", mode="strafe"))
    assert [e.base for e in game.events(Strafed)] == ["BUI"]
    (struck,) = game.events(BaseStruck)
    assert (struck.effects, struck.drms) == (("step",), (1,))
    assert not game.events(Bombed)
    game.until(JAPANESE, "4.4").file()
    assert [e.kind for e in game.events(Stated)] == ["struck"]
    assert game.game.air["D3A-582"].steps == 1, "fourth by id"
    assert game.game.bases["BUI"].hits == 0


@pytest.mark.parametrize(
    ("band", "mode"),
    [("low", "torpedo"), ("medium", "dive"), ("low", "skip"), ("high", "precision")],
)
def test_g64_2_2_2i_a_beaufighter_as_bomber_bombs_regularly_alone(
    loaded: dict[str, int], band: str, mode: str
) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.4")
    special = strike("0805", "BEAU-30", "base:FIN", band=band, mode=mode)
    assert game.rules(special) == ["2.2.2i~"]
    assert game.rules(strike("0805", "BEAU-30", "base:FIN")) == []
