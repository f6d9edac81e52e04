"""The worked examples of the rules about air missions, die for die [H18.1, H18.5, H18.6]."""

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r09_strikes import victim
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    BreakTried,
    Fired,
    FlakFired,
    Harm,
    RoundOver,
    Scrambled,
    Strafed,
)
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Fate, MissionOver
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Owed
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    answered,
    escort,
    flown,
    raid,
    ready,
    striker,
    taken_off,
)
from tests.systems.cartwheel.tabletop import CHARTS, board, scouted, told

WORKED = raid(
    "1203",
    HIGH,
    escort("P38-9"),
    striker("B24-319", "precision", "base:RAB"),
    striker("B24-320", "precision", "base:RAB"),
)
SCRAMBLES = {"9.4 scramble t1m1 A6M-201": 3, "9.4 scramble t1m1 A6M-253": 7}
FLIGHT = {
    "9.7 break t1m1 r1 A6M-201": 5,
    "9.7 fire t1m1 r1 P38-9>A6M-201": 6,
    "9.9 aa t1m1 B24-319": 9,
    "9.9 aa t1m1 B24-320": 4,
    "9.10 bomb t1m1 B24-319": 7,
    "9.10 bomb t1m1 B24-320": 9,
    "9.10 ground t1m1 RAB #1": 5,
    "9.10 ground t1m1 RAB #2": 8,
    "9.10 ground t1m1 RAB #3": 10,
    "9.10 pick t1m1 RAB #2": 23,
    "9.10 pick t1m1 RAB #3": 61,
}


def test_h18_1_worked_mission_die_for_die():
    reply = answered(WORKED, ready("A6M-201", "RAB"), ready("A6M-253", "RAB"))
    game, after, scrambles = taken_off(board(), reply, SCRAMBLES)
    assert [(e.unit, e.score.total, e.margin, e.airborne) for e in told(scrambles, Scrambled)] == [
        ("A6M-201", 3, 3, True),
        ("A6M-253", 7, -1, False),
    ]
    assert told(scrambles, Scrambled)[0].band == HIGH
    game, events = flown(game, after, FLIGHT)

    (tried,) = told(events, BreakTried)
    assert (tried.escort, tried.score.total, tried.through) == ("P38-9", 4, False)
    (shot,) = told(events, Fired)
    assert (shot.unit, shot.target, shot.score.total) == ("P38-9", "A6M-201", 8)
    assert shot.harm == Harm(disrupts=True)
    assert [(e.left, e.disengaged, e.aborted) for e in told(events, RoundOver)] == [
        (("A6M-201",), True, False)
    ]
    assert [(e.unit, e.score.total, e.harm) for e in told(events, FlakFired)] == [
        ("B24-319", 10, Harm(disrupts=True)),
        ("B24-320", 5, Harm()),
    ]
    assert [(e.unit, e.score.total, e.hits) for e in told(events, Bombed)] == [
        ("B24-319", 11, 1),
        ("B24-320", 15, 2),
    ]
    (struck,) = told(events, BaseStruck)
    assert (struck.effects, struck.picks) == (("", "D", "step"), (0, 23, 61))
    assert struck.airborne == ("A6M-201",)
    (hit,) = told(events, BaseHit)
    assert (hit.hits, hit.total, hit.effect, hit.cause) == (3, 3, "disrupted", "bombing")
    assert is_disrupted(game.bases["RAB"], CHARTS)
    assert game.owed == (
        Owed(
            side=JAPANESE,
            kind="struck",
            place="RAB",
            mission="t1m1",
            effects=("", "D", "step"),
            picks=(0, 23, 61),
        ),
    )
    assert events[-1] == MissionOver(
        to="all",
        mission="t1m1",
        side=ALLIED,
        hex="1203",
        cancelled=False,
        fates=(
            fate("B24-319", ALLIED, "striker", disrupted=True),
            fate("B24-320", ALLIED, "striker"),
            fate("P38-9", ALLIED, "escort"),
            fate("A6M-201", JAPANESE, "interceptor", disrupted=True),
            fate("A6M-253", JAPANESE, "interceptor", flew=False),
        ),
    )
    assert (game.air["A6M-201"].base, game.air["A6M-253"].base) == ("RAB", "RAB")
    assert game.air["P38-9"].base == ""


def fate(unit, side, role, *, flew=True, steps=2, disrupted=False):
    return Fate(unit=unit, side=side, role=role, flew=flew, steps=steps, disrupted=disrupted)


def test_h18_1_victims_of_the_picks():
    ground = ["A6M-251", "A6M-253", "D3A-582", "DIN-6", "G4M-702", "G4M-705", "KI21-14"]
    assert [victim(ground, pick) for pick in (23, 61)] == ["A6M-253", "G4M-702"]
    assert victim(ground, 100) == "A6M-253"
    assert victim([], 1) == ""


def test_h18_5_a_far_scramble_under_recon_against_a_low_raid():
    game = scouted(board(), ALLIED, "F5-8", "1606")
    low = raid("1606", LOW, striker("B25S-90", "parafrag", "base:MUN"))
    for die, up in ((3, True), (4, False)):
        reply = answered(low, ready("A6M-201", "BUI"))
        _, _, events = taken_off(game, reply, {"9.4 scramble t1m1 A6M-201": die})
        (tried,) = told(events, Scrambled)
        assert tried.score.terms == FrozenMap({"distance": 1, "recon": 1, "low": 1})
        assert tried.airborne is up


def test_h18_6_a_corsair_strafes_a_base():
    strafing = raid("1405", LOW, striker("F4U-124", "strafe", "base:BUI"))
    dice = {
        "9.9 aa t1m1 F4U-124": 1,
        "9.10 ground t1m1 BUI #1": 8,
        "9.10 pick t1m1 BUI #1": 50,
    }
    game, events = flown(board(), strafing, dice)
    assert [e.base for e in told(events, Strafed)] == ["BUI"]
    assert not told(events, Bombed)
    assert told(events, BaseStruck)[0].effects == ("step",)
    assert game.bases["BUI"].hits == 0
