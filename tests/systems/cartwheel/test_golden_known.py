"""What all have seen of an air unit, and what has come back since in secret [E.1, 14.1, E.6].

A unit is reduced for all to see and regains its step in 14.1, which nobody is told. In the turn
after, no name in a statement or an order makes the old figure true again.
"""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_charts import MissionOver, Stated
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, StandDown
from pbem.systems.cartwheel.table.orders_turn import Mark, PlaceAce
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 10}
HEALED = {f"14.1 regroup {side} #{k}": 1 for side in "AJ" for k in range(1, 60)}
HEALED |= {"6.6.3 repair TOR": 10}
BUIN = ("A6M-204a", "A6M-204b", "A6M-582", "D3A-582")
BOMBERS = ("B25-69", "B25-70", "TBF-143")
"""Three bombers, each with two hits: six destroy a minor base."""


def strafing(hex_: str, base: str, unit: str = "F4U-214") -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="low", strikers=(unit,), mode="strafe",
        target=f"base:{base}",
    )  # fmt: skip


def bombing(*units: str) -> AirMission:
    return AirMission(
        kind="strike", hex="1405", band="medium", strikers=units, mode="regular",
        target="base:BUI",
    )  # fmt: skip


def when_legal(game: Play, seat: str, *orders: Order) -> Play:
    """Empty files until a seat may give these orders, and then the file with them."""
    for _ in range(60):
        if game.seat == seat and not game.refused(*orders):
            return game.file(*orders)
        game.file()
    raise AssertionError(f"{seat} may never order {orders}")


def restored(game: Play, side: str, unit: str, *also: Order) -> Play:
    """The unit has lost a step; it is marked in the next turn, and has it back in the one after.

    `also` is what the other side orders as soon as it may.
    """
    plane = game.plane(side, unit)
    assert plane is not None
    assert (plane.steps, game.game.air[unit].steps) == (1, 1)
    when_legal(game, side, Mark(units=(unit,), replace=(unit,)))
    while game.game.now < 3 or game.game.owed:
        may = also and game.game.side_of(game.seat) != side and not game.refused(*also)
        game.file(*(also if may else ()))
    plane = game.plane(side, unit)
    assert plane is not None
    assert (plane.steps, game.game.air[unit].steps) == (2, 1), "nobody else knows"
    return game


def fled(faces: dict[str, int]) -> Play:
    """D3A-582 has left Buin, which was destroyed in turn 3, with both its steps; Vila is strafed.

    The Japanese file that states it answers the mission.
    """
    ruin = {f"9.9 aa t3m1 {unit}": 1 for unit in BOMBERS}
    ruin |= {f"9.10 bomb t3m1 {unit}": 10 for unit in BOMBERS}
    ruin |= {f"9.10 ground t3m1 BUI #{k}": 1 for k in range(1, 9)}
    guns = {f"9.9 aa {mission} F4U-214": 1 for mission in ("t1m1", "t3m2")}
    faces |= CALM | HEALED | ruin | guns
    faces |= {"9.10 ground t1m1 BUI #1": 10, "9.10 pick t1m1 BUI #1": 4}
    game = play("toenails", faces).until(ALLIED, "4.4")
    game.file(strafing("1405", "BUI")).until(JAPANESE, "4.4").file(Reply(mission="t1m1"))
    while game.game.now == 1:
        game.file()
    restored(game, JAPANESE, "D3A-582").until(ALLIED, "4.4").file(bombing(*BOMBERS))
    game.until(JAPANESE, "4.4").file(Reply(mission="t3m1")).until(ALLIED, "4.4")
    return game.file(strafing("1506", "VIL")).until(JAPANESE, "4.4")


def test_e_6_a_unit_that_left_a_lost_base_is_hit_with_the_steps_that_it_has(
    loaded: dict[str, int],
) -> None:
    """Who names it as saved does not count its steps: the statement that it lost one is taken."""
    loaded |= {"9.10 ground t3m2 VIL #1": 10, "9.10 pick t3m2 VIL #1": 4}
    game = fled(loaded).file(Reply(mission="t3m2"))
    assert [one.saved for one in game.events(Stated) if one.kind == "lost-base"] == [BUIN]
    game.file().until(JAPANESE, "4.4").file()
    struck = [one for one in game.events(Stated) if one.kind == "struck" and one.place == "VIL"]
    assert [(one.reduced, one.lost) for one in struck] == [(("D3A-582",), ())]
    plane = game.plane(JAPANESE, "D3A-582")
    assert plane is not None
    assert plane.steps == 1
    assert game.match.audit() == []


def test_h9_5_a_unit_that_left_a_lost_base_evades_with_the_steps_that_it_has(
    loaded: dict[str, int],
) -> None:
    loaded |= {"9.10 ground t3m2 VIL #1": 1, "9.5 evade t3m3 D3A-582": 1}
    loaded |= {"9.9 aa t3m3 P40-44": 1, "9.10 ground t3m3 VIL #1": 1}
    game = fled(loaded).file(Reply(mission="t3m2")).until(ALLIED, "4.4")
    game.file(strafing("1506", "VIL", "P40-44")).until(JAPANESE, "4.4")
    game.file(Reply(mission="t3m3", evaders=FrozenMap({"D3A-582": "VIL"}))).file()
    (over,) = [one for one in game.events(MissionOver) if one.mission == "t3m3"]
    assert [(f.unit, f.flew, f.steps) for f in over.fates if f.role == "evader"] == [
        ("D3A-582", True, 2)
    ]
    assert game.match.audit() == []


def alone(table: dict[str, Any]) -> None:
    """One transport off Choiseul, and nothing else of the enemy's with it."""
    table["naval"]["1203"].remove("MARU1")
    table["naval"]["1605"] = ["MARU1"]


def sinking(unit: str, mode: str, band: str) -> AirMission:
    return AirMission(
        kind="strike", hex="1605", band=band, strikers=(unit,), mode=mode, target="naval:MARU1"
    )  # fmt: skip


def test_h8_4_a_unit_whose_mission_was_cancelled_in_the_open_keeps_its_steps(
    loaded: dict[str, int],
) -> None:
    """The enemy stands down, so that the order names it; its target is sunk by the first raid."""
    at_vila = AirMission(
        kind="strike", hex="1506", band="medium", strikers=("TBF-233",), mode="regular",
        target="base:VIL",
    )  # fmt: skip
    loaded |= CALM | HEALED | {"9.9 aa t1m1 TBF-233": 10, "9.10 bomb t1m1 TBF-233": 1}
    loaded |= {"9.10 bomb t3m1 SBD-234": 10, "9.9 aa t3m3 TBF-233": 1, "9.10 bomb t3m3 TBF-233": 1}
    game = play("toenails", loaded, alone).until(ALLIED, "4.4").file(at_vila)
    game.until(JAPANESE, "4.4").file(Reply(mission="t1m1"))
    while game.game.now == 1:
        game.file()
    restored(game, ALLIED, "TBF-233", StandDown(on=True))
    game.until(ALLIED, "4.4")
    game.file(sinking("SBD-234", "dive", "medium"), sinking("TBF-233", "torpedo", "low"))
    game.until(ALLIED, "4.4").file(at_vila)
    while game.game.now == 3:
        game.file()
    fates = {one.mission: one.fates[0] for one in game.events(MissionOver) if one.fates}
    assert [(fates[id_].unit, fates[id_].flew) for id_ in ("t3m2", "t3m3")] == [
        ("TBF-233", False), ("TBF-233", True),
    ]  # fmt: skip
    assert fates["t3m3"].steps == 2
    assert game.match.audit() == []


# --- Aces [H5.1.1] -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ace", "die", "left"), [("A6M-201", 1, 0), ("A6M-201", 10, 0), ("", 1, 1)]
)
def test_h5_1_1_an_ace_that_all_know_goes_with_his_unit_on_the_ground(
    loaded: dict[str, int], ace: str, die: int, left: int
) -> None:
    """He rises by name, or fails to, and bombs find his unit at Rabaul.

    One whom nobody has seen is counted still: none but his owner knows that he is gone.
    """
    bombers = ("B24-319", "B24-320")
    loaded |= {
        **CALM, "5.1 event": 5, "9.4 scramble t1m1 A6M-201": die,
        "9.7 fire t1m1 r1 P38-9>A6M-201": 1, "9.7 fire t1m1 r2 P38-9>A6M-201": 1,
    }  # fmt: skip
    for number, unit in enumerate(bombers, 1):
        loaded |= {
            f"9.9 aa t1m2 {unit}": 1, f"9.10 bomb t1m2 {unit}": 6,
            f"9.10 ground t1m2 RAB #{number}": 10, f"9.10 pick t1m2 RAB #{number}": 1,
        }  # fmt: skip
    game = play("campaign", loaded).file(PlaceAce(unit="A6M-201")).until(ALLIED, "4.4")
    assert dict(game.game.aces) == {JAPANESE: 1}
    sweep = AirMission(kind="sweep", hex="1203", band="high", escorts=("P38-9",))
    strike = AirMission(
        kind="strike", hex="1203", band="high", strikers=bombers, mode="precision",
        target="base:RAB",
    )  # fmt: skip
    game.file(sweep, strike)
    rises = FrozenMap({"A6M-201": "RAB"})
    game.file(Reply(mission="t1m1", interceptors=rises, ace=ace), Reply(mission="t1m2")).file()
    while game.game.owed:
        game.file()
    assert [one.lost for one in game.events(Stated) if one.kind == "struck"] == [("A6M-201",)]
    assert game.game.aces[JAPANESE] == left
    assert game.match.audit() == []
