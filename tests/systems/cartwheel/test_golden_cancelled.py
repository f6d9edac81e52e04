"""Missions that an earlier one makes illegal, and who is named against them [H8.4, H8.9.12]."""

from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_play import AnswerOpened, RaidCancelled
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers
from pbem.systems.cartwheel.table.orders_turn import Build, Mark, PlaceAce
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 10}
ZERO = "A6M-201"


def raid(hex_: str, target: str, *units: str) -> AirMission:
    """Bombers over a hex, high and with precision; several of them medium."""
    band, mode = ("medium", "regular") if units[1:] else ("high", "precision")
    return AirMission(kind="strike", hex=hex_, band=band, strikers=units, mode=mode, target=target)


def clears_1104(game: Play) -> Play:
    """Two raids on a mobile base that is being built: the first clears it, so no second is flown.

    All of Rabaul are named against the second alone.
    """
    turn = game.game.now
    first, second = (
        raid("1104", "base:MJ1", *units) for units in (("B24-319",), ("B17-63", "B17-64", "B25-71"))
    )
    game.until(ALLIED, "4.4").file(first, second)
    assert [one.mission for one in game.events(RaidCancelled)] == [f"t{turn}m2"]
    return game


UP = (
    Clause(hexes=("1104",), classes=("h0",), most=8, keep=0, within=5, bases=("RAB",), marked=True),
    Clause(most=0),
)  # fmt: skip


def test_h8_9_10_a_marked_unit_keeps_its_mark_where_nobody_tries(loaded: dict[str, int]) -> None:
    """A6M-201, disrupted in turn 1 and marked in turn 2, throws no die against the second raid."""
    loaded |= {**CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 10}
    loaded |= {"9.4 scramble t1m1 A6M-201": 10, "9.10 ground t1m1 RAB #1": 8}
    loaded |= {"9.10 pick t1m1 RAB #1": 1, "9.10 ground t1m1 RAB #2": 1}
    loaded |= {"9.9 aa t2m1 B24-319": 1, "9.10 bomb t2m1 B24-319": 10}
    game = play("campaign", loaded, asked=False).until(ALLIED, "4.4")
    game.file(raid("1203", "base:RAB", "B24-319"))
    while game.game.now == 1:
        game.file()
    game.until(JAPANESE, "5.2")
    game.file(Mark(units=(ZERO,)), Build(base="MJ1", hex="1104"), Answers(clauses=UP))
    clears_1104(game)
    assert ZERO in game.events(AnswerOpened)[-1].interceptors
    assert not [one for one in game.events(Scrambled) if one.mission == "t2m2"]
    plane = game.plane(JAPANESE, ZERO)
    assert plane is not None
    assert (plane.disrupted, plane.mark) == (True, True)
    game.file()
    assert game.match.audit() == []


def test_h5_1_1_an_ace_named_against_it_is_known_and_goes_with_his_unit(
    loaded: dict[str, int],
) -> None:
    """All have read that A6M-201 carries the Ace, though it met nobody; bombs find it at Rabaul."""
    loaded |= {**CALM, "5.1 event": 5, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 10}
    bombers = ("B24-320", "B24-321")
    for number, unit in enumerate(bombers, 1):
        loaded |= {f"9.9 aa t1m3 {unit}": 1, f"9.10 bomb t1m3 {unit}": 6}
        loaded |= {f"9.10 ground t1m3 RAB #{number}": 10, f"9.10 pick t1m3 RAB #{number}": 1}
    game = play("campaign", loaded, asked=False).until(JAPANESE, "5.2")
    game.file(PlaceAce(unit=ZERO), Build(base="MJ1", hex="1104"), Answers(clauses=UP))
    clears_1104(game)
    assert game.events(AnswerOpened)[-1].ace == ZERO
    game.until(ALLIED, "4.4").file(raid("1203", "base:RAB", *bombers)).file()
    assert [one.lost for one in game.events(Stated) if one.kind == "struck"] == [(ZERO,)]
    assert game.game.aces[JAPANESE] == 0
    assert game.match.audit() == []
