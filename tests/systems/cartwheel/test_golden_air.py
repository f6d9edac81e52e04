"""The worked mission of the rules from its order to the last statement, die for die [H18.1]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    BreakTried,
    Fired,
    FlakFired,
    Harm,
    RoundOver,
    Scrambled,
)
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Stated
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

WORKED = AirMission(
    kind="strike", hex="1203", band="high", escorts=("P38-9",), strikers=("B24-319", "B24-320"),
    mode="precision", target="base:RAB",
)  # fmt: skip
ZEROS = FrozenMap({"A6M-201": "RAB", "A6M-253": "RAB"})
DICE = {
    "5.1 event": 7, "7.5 missions": 1,
    "9.4 scramble t1m1 A6M-201": 3, "9.4 scramble t1m1 A6M-253": 7,
    "9.7 break t1m1 r1 A6M-201": 5, "9.7 fire t1m1 r1 P38-9>A6M-201": 6,
    "9.9 aa t1m1 B24-319": 9, "9.9 aa t1m1 B24-320": 4,
    "9.10 bomb t1m1 B24-319": 7, "9.10 bomb t1m1 B24-320": 9,
    "9.10 ground t1m1 RAB #1": 5, "9.10 ground t1m1 RAB #2": 8, "9.10 ground t1m1 RAB #3": 10,
    "9.10 pick t1m1 RAB #2": 23, "9.10 pick t1m1 RAB #3": 61,
}  # fmt: skip


@pytest.fixture
def game(loaded: dict[str, int]) -> Play:
    """The campaign when the mission has been ordered, answered, opened and stated."""
    one = play("campaign", loaded | DICE).until(ALLIED, "4.4").file(WORKED)
    one.file(Reply(mission="t1m1", interceptors=ZEROS, go_for="bombers")).file()
    return one.until(JAPANESE, "4.4").file()


def test_h18_1_in_the_air(game: Play) -> None:
    scrambles = game.events(Scrambled)
    assert [(e.unit, e.score.total, e.margin, e.airborne) for e in scrambles] == [
        ("A6M-201", 3, 3, True),
        ("A6M-253", 7, -1, False),
    ]
    assert scrambles[0].band == 3, "one higher is kept at High"
    assert [(e.unit, e.escort, e.score.total, e.through) for e in game.events(BreakTried)] == [
        ("A6M-201", "P38-9", 4, False)
    ]
    assert [(e.unit, e.target, e.score.total, e.harm) for e in game.events(Fired)] == [
        ("P38-9", "A6M-201", 8, Harm(disrupts=True))
    ]
    assert [(e.left, e.disengaged, e.aborted) for e in game.events(RoundOver)] == [
        (("A6M-201",), True, False)
    ]


def test_h18_1_over_the_target(game: Play) -> None:
    assert [(e.unit, e.score.total, e.harm) for e in game.events(FlakFired)] == [
        ("B24-319", 10, Harm(disrupts=True)),
        ("B24-320", 5, Harm()),
    ]
    assert [(e.unit, e.score.total, e.hits) for e in game.events(Bombed)] == [
        ("B24-319", 11, 1),
        ("B24-320", 15, 2),
    ]
    assert [(e.hits, e.total, e.effect, e.cause) for e in game.events(BaseHit)] == [
        (3, 3, "disrupted", "bombing")
    ]
    assert [(e.effects, e.picks, e.airborne) for e in game.events(BaseStruck)] == [
        (("", "D", "step"), (0, 23, 61), ("A6M-201",))
    ]
    assert [e.kind for e in game.events(Stated)] == ["struck"]
    said = {unit: (game.game.air[unit].disrupted, game.game.air[unit].steps)
            for unit in ("A6M-253", "G4M-702")}  # fmt: skip
    assert said == {"A6M-253": (True, 2), "G4M-702": (False, 1)}
    assert game.earned(ALLIED) == [(1, "H16.1", "G4M-702")]


def test_h18_1_back_at_base(game: Play) -> None:
    home = [
        (ALLIED, "P38-9", "DOB", "flown", False),
        (ALLIED, "B24-319", "PM", "flown", True),
        (ALLIED, "B24-320", "PM", "flown", False),
        (JAPANESE, "A6M-201", "RAB", "flown", True),
        (JAPANESE, "A6M-253", "RAB", "ready", True),
        (JAPANESE, "G4M-702", "RAB", "ready", False),
    ]
    found = [(side, unit, game.plane(side, unit)) for side, unit, *_ in home]
    assert [(side, u, p.base, p.half, p.disrupted) for side, u, p in found if p] == home
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []


def test_h18_1_in_words(game: Play) -> None:
    told = game.report().splitlines()
    first, last = told.index(WORDS[0]), told.index(WORDS[-1])
    assert told[first : last + 1] == WORDS


def test_h9_11_who_evades_disrupted_is_not_told_as_a_loss_again(loaded: dict[str, int]) -> None:
    """A6M-201 was disrupted by the first mission; the second does nothing to it."""
    loaded |= DICE | {"7.5 missions": 9, "9.5 evade t1m2 A6M-201": 1}
    game = play("campaign", loaded).until(ALLIED, "4.4").file(WORKED)
    game.file(Reply(mission="t1m1", interceptors=ZEROS, go_for="bombers")).until(ALLIED, "4.4")
    game.file(replace(WORKED, escorts=(), strikers=("B24-321",))).until(JAPANESE, "4.4")
    game.file(Reply(mission="t1m2", evaders=FrozenMap({"A6M-201": "RAB"}))).file()
    told = game.report().splitlines()
    (line,) = [line for line in told if "evade t1m2 A6M-201" in line]
    assert line.endswith(
        "1 + 2 base disrupted + 1 disrupted = 4, needs 6 (SR) or less: A6M-201 evades"
    )
    assert told.count("A6M-201 comes home disrupted.") == 1


WORDS = [
    "The Japanese player answers the strike on Rabaul: scrambles A6M-201 from Rabaul,"
    " A6M-253 from Rabaul; they go for the bombers and break off with fewer than half left [H8.5].",
    "9.4 scramble t1m1 A6M-201: 3, needs 6 (SR) or less: A6M-201 is up at high",
    "9.4 scramble t1m1 A6M-253: 7, needs 6 (SR) or less: A6M-253 stays on the ground",
    "The Allied strike on Rabaul comes in, high; it aborts with fewer than half left [H9.1.3].",
    "Escorts: P38-9.",
    "Strikers: B24-319 (precision) and B24-320 (precision) against Rabaul.",
    "9.7 break t1m1 r1 A6M-201: 5 + 6 SR - 7 escort's SR = 4, needs 8 or more:"
    " A6M-201 must fight P38-9",
    "9.7 fire t1m1 r1 P38-9>A6M-201: 6 + 4 AF - 2 DF = 8, needs 7 or more: A6M-201 disrupted",
    "Round 1: A6M-201 leaves disrupted [H9.8.1].",
    "The interceptors disengage [H9.8.2].",
    "9.9 aa t1m1 B24-319: 9 + 3 AA - 1 DF - 1 band = 10, needs 10 or more: B24-319 disrupted",
    "9.9 aa t1m1 B24-320: 4 + 3 AA - 1 DF - 1 band = 5, needs 10 or more: B24-320 no effect",
    "9.10 bomb t1m1 B24-319: 7 + 5 BF - 2 flak + 1 precision = 11, needs 9 or more:"
    " precision attack on Rabaul: 1 hit",
    "9.10 bomb t1m1 B24-320: 9 + 5 BF + 1 precision = 15, needs 9 or more:"
    " precision attack on Rabaul: 2 hits",
    "9.10 ground t1m1 RAB #1: 5, needs 7 or more: no effect",
    "9.10 ground t1m1 RAB #2: 8, needs 7 or more: a unit is disrupted, pick 23",
    "9.10 ground t1m1 RAB #3: 10, needs 7 or more: a unit loses a step, pick 61",
    "The Japanese player states who was hit in his next file [H9.10.6].",
    "Rabaul takes 3 hits: 3 in all, it is disrupted [H6.6].",
    "B24-319 comes home disrupted.",
    "A6M-201 comes home disrupted.",
    "The Allied mission on Rabaul is over; all who fly land [H9.11].",
]
