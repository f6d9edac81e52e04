"""Golden examples of recon and initiative, each played from its orders: G11 to G14, G21 to G26."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_turn import InitiativeRolled
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Recon, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9}


def second_turn(faces: dict[str, int], die: int) -> Play:
    """Turn 2 of the campaign; nobody orders anything in the first."""
    faces |= {**CALM, "7.4 initiative": die, "7.3 recon F5-8": 1, "7.3 recon DIN-6": 1}
    game = play("campaign", faces)
    while game.game.now == 1:
        game.file()
    return game


def decided(game: Play) -> InitiativeRolled:
    """The initiative of turn 2, when it has been rolled for."""
    while not any(event.rolls for event in game.events(InitiativeRolled)):
        game.file()
    return game.events(InitiativeRolled)[-1]


@pytest.mark.parametrize(
    ("die", "side"),
    [
        pytest.param(5, JAPANESE, id="G11"),
        pytest.param(6, ALLIED, id="G12"),
        pytest.param(10, ALLIED, id="G14"),
    ],
)
def test_g11_g12_g14_7_4_six_or_more_is_the_allies(
    loaded: dict[str, int], die: int, side: str
) -> None:
    game = second_turn(loaded, die)
    event = decided(game)
    assert (event.drm, dict(event.modifiers), event.side) == (0, {}, side)
    assert game.game.holder == side
    assert f"7.4 initiative: {die} + 0 = {die}, 6 or more for the Allies [7.4]." in game.report()


def test_g13_7_4_recon_of_rabaul_makes_six_of_five(loaded: dict[str, int]) -> None:
    game = second_turn(loaded, 5).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203", base="RAB"))
    event = decided(game)
    assert (event.drm, dict(event.modifiers), event.side) == (1, {"allied recon": 1}, ALLIED)
    assert game.game.holder == ALLIED
    assert "7.4 initiative: 5 + 1 = 6, 6 or more for the Allies [7.4]." in game.report()


def test_g26_7_4_japanese_recon_of_port_moresby_makes_five_of_six(loaded: dict[str, int]) -> None:
    game = second_turn(loaded, 6).until(JAPANESE, "7.3")
    game.file(Recon(unit="DIN-6", hex="0707", base="PM"))
    event = decided(game)
    assert (event.drm, dict(event.modifiers), event.side) == (-1, {"japanese recon": -1}, JAPANESE)


def test_g21_7_3_the_dinah_of_the_eleventh_stays_when_it_is_not_committed(
    loaded: dict[str, int],
) -> None:
    loaded |= {**CALM, "7.3 recon DIN-6": 1, "7.3 recon DIN-11": 1}
    game = play("campaign", loaded).until(JAPANESE, "5.2")
    stays = CommitEleventh(commit=False)
    problems = game.refused(stays, Recon(unit="DIN-11", hex="0202", base="HOL"))
    assert (problems[0].rule, problems[0].what) == (
        "5.2g", "'DIN-11' does not fly recon this turn"
    )  # fmt: skip


def test_g22_7_3_2_recon_stays_within_its_range(loaded: dict[str, int]) -> None:
    """F5-8 at Port Moresby has range 8: 1605 is 9 hexes away."""
    loaded |= CALM
    game = play("campaign", loaded).until(ALLIED, "7.3")
    assert game.refused(Recon(unit="F5-8", hex="1506")) == ()
    (problem,) = game.refused(Recon(unit="F5-8", hex="1605"))
    assert (problem.rule, problem.what) == (
        "7.3.2~",
        "F5-8 reaches 8, and 1605 is 9 hexes from Port Moresby",
    )


def test_g23_7_3_4_recon_is_told_of_fighters_and_bombers_and_nothing_else(
    loaded: dict[str, int],
) -> None:
    """C47-6 comes to Dobodura in turn 1, and bombs disrupt P38-9 there; in turn 2 DIN-6 looks."""
    loaded |= {
        **CALM, "7.3 recon DIN-6": 1, "7.4 initiative": 9, "9.9 aa t1m1 KI49-7": 1,
        "9.10 bomb t1m1 KI49-7": 6, "9.10 ground t1m1 DOB #1": 7, "9.10 pick t1m1 DOB #1": 4,
        "6.6.3 repair DOB": 1,
    }  # fmt: skip
    bombs = AirMission(
        kind="strike", hex="0806", band="medium", strikers=("KI49-7",), mode="regular",
        target="base:DOB",
    )  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "5.3")
    game.file(Redistribute(units=FrozenMap({"P39-41": "AUS", "C47-6": "DOB"})))
    game.until(JAPANESE, "4.4").file(bombs).file(Reply(mission="t1m1")).file()
    while game.game.now == 1:
        game.file()
    there = ("B25-71", "BOS-22", "C47-6", "P38-9", "P39-40", "P40-8")
    planes = [game.plane(ALLIED, unit) for unit in there]
    assert [(p.base, p.disrupted) for p in planes if p] == [
        ("DOB", unit == "P38-9") for unit in there
    ]
    game.until(JAPANESE, "7.3")
    seen = len(game.report().splitlines())
    game.file(Recon(unit="DIN-6", hex="0806", base="DOB"))
    game.file()
    told = [line for line in game.report().splitlines()[seen:] if "Dobodura" in line]
    assert told == [
        "Japanese DIN-6 flies to 0806 (Dobodura) and looks at Dobodura [7.3.2~, 7.3.4~].",
        "Japanese recon finds 3 fighters and 3 bombers at Dobodura, recon units and C-47s counted"
        " in [7.3.4~, AMB-9].",
    ]


def test_g28_7_3_3_nobody_intercepts_recon(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, "7.3 recon F5-8": 1}
    game = play("campaign", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203", base="RAB")).until(JAPANESE, "4.4")
    (problem,) = game.refused(Reply(mission="F5-8", interceptors=FrozenMap({"A6M-201": "RAB"})))
    assert (problem.rule, problem.what) == (
        "7.3.3~",
        "F5-8 is a recon unit and cannot be intercepted",
    )
