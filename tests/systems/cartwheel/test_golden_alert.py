"""Who stands by while his base is struck, and who was hit in his stead [H8.9.11, CR77]."""

from typing import Any

import pytest

from pbem.codec import plain
from pbem.decode import decode
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_charts import BaseStruck, OnAlert, Stated
from pbem.systems.cartwheel.table.events_play import AnswerBreached, AnswerOpened
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    NavalMission,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Evacuate
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_golden_rufe import DROP, lae_is_empty
from tests.systems.cartwheel.test_golden_told import ZEROS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 10}
TAKES_LAE = {"9.9 aa t1m2 C47-6": 1, "11.6 drop t1m2": 5}
ON_FINSCHHAFEN = AirMission(
    kind="strike", hex="0805", band="high", strikers=("B24-319",), mode="precision",
    target="base:FIN",
)  # fmt: skip


def zeros_at_lae(table: dict[str, Any]) -> None:
    """A6M-201 and A6M-251 alone stand at Lae, which paratroops can take."""
    lae_is_empty(table)
    air = table["air"]
    air["RAB"] = [unit for unit in air["RAB"] if unit not in ZEROS]
    air["TRK"] += air.pop("LAE", [])
    air["LAE"] = [*ZEROS]


def strike(hex_: str, target: str, unit: str = "B25-71") -> AirMission:
    """One bomber over a hex."""
    return AirMission(
        kind="strike", hex=hex_, band="medium", strikers=(unit,), mode="regular", target=target
    )


def answering(base: str, hex_: str) -> Answers:
    """All of a base's go up over one hex, and nobody anywhere else."""
    up = Clause(hexes=(hex_,), most=8, keep=0, within=5, bases=(base,))
    return Answers(clauses=(up, Clause(most=0)))


def struck(place: str, *faces: int, pick: int = 1, mission: str = "t1m1") -> dict[str, int]:
    """Faces of ground strikes at a place, one after another; no more of them do harm."""
    dice = {f"9.10 ground {mission} {place} #{k}": 1 for k in range(1, 9)}
    dice |= {f"9.10 ground {mission} {place} #{k}": face for k, face in enumerate(faces, 1)}
    return dice | {f"9.10 pick {mission} {place} #{k}": pick for k in range(1, 9)}


def named(game: Play) -> set[str]:
    """All that answers have named so far."""
    return {unit for event in game.events(AnswerOpened) for unit in event.interceptors}


def said(game: Play, kind: str) -> list[Stated]:
    """What has been stated of a kind."""
    return [event for event in game.events(Stated) if event.kind == kind]


# --- the base is lost before he is named [CR77] --------------------------------------------------


@pytest.mark.parametrize(("die", "saved"), [(1, ZEROS), (10, ())])
def test_cr77_nobody_stands_by_at_a_base_that_has_been_captured(
    loaded: dict[str, int], die: int, saved: tuple[str, ...]
) -> None:
    """They fled or died when Lae fell; the answer's names are left out without blame."""
    loaded |= {**CALM, **TAKES_LAE, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 8}
    loaded |= struck("LAE", 8) | {f"6.6.5 evacuate LAE #{k}": die for k in range(1, 60)}
    game = play("campaign", loaded, zeros_at_lae, asked=False)
    game.file(answering("LAE", "0805"), Asked(hexes=("0705",))).until(ALLIED, "4.4")
    game.file(strike("0705", "base:LAE"), DROP)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2"))
    assert game.game.bases["LAE"].owner == ALLIED
    game.file(ON_FINSCHHAFEN)
    assert (named(game), game.events(OnAlert)) == ({*ZEROS}, [])
    game.file()
    assert {one.unit for one in game.events(ScrambleVoided)} == {*ZEROS}
    assert game.events(AnswerBreached) == []
    assert [one.disrupted for one in said(game, "struck")] == [("A6M-201",)]
    assert [one.saved for one in said(game, "lost-base")] == [saved]
    assert game.match.audit() == []


@pytest.mark.parametrize(("die", "left"), [(1, 1), (10, 0)])
def test_cr77_nor_does_a_rufe_at_a_port_that_has_fallen(
    loaded: dict[str, int], die: int, left: int
) -> None:
    loaded |= {**CALM, **TAKES_LAE, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 10}
    loaded |= struck("port:0705", 10) | {"6.6.5 evacuate port:0705 #1": die}
    game = play("campaign", loaded, lae_is_empty, asked=False).until(JAPANESE, "5.2")
    moored = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "0705"}))
    game.file(answering("port:0705", "0805"), Asked(hexes=("0705",)), moored)
    game.until(ALLIED, "4.4").file(strike("0705", "port:0705"), DROP)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2"))
    game.file(ON_FINSCHHAFEN)
    assert named(game) == {"RUF-802"}, "a clause may name its port [H8.9.4]"
    assert game.events(OnAlert) == []
    game.file()
    assert [one.reduced for one in said(game, "struck")] == [("RUF-802",)]
    assert game.game.air["RUF-802"].steps == left
    assert game.match.audit() == []


# --- whatever strikes the base -------------------------------------------------------------------


def zeros_at_munda(table: dict[str, Any]) -> None:
    """A6M-251 and A6M-253 alone stand at Munda."""
    air = table["air"]
    for units in air.values():
        units[:] = [unit for unit in units if unit not in ("A6M-251", "A6M-253")]
    air["TRK"] += air.pop("MUN", [])
    air["MUN"] = ["A6M-251", "A6M-253"]


@pytest.mark.parametrize("asked", [True, False])
def test_h8_9_11_ships_hit_nobody_on_alert_either(loaded: dict[str, int], asked: bool) -> None:
    """Between two raids US-CA1 shells Munda; A6M-251 rises from there against the second."""
    loaded |= {**CALM, "9.4 scramble t1m3 A6M-251": 1, "10.7 bombard t1m2 US-CA1": 7}
    loaded |= {"9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 1}
    loaded |= struck("MUN", 10, mission="t1m2")
    game = play("campaign", loaded, zeros_at_munda, asked=asked)
    one_up = Clause(hexes=("1506",), most=1, keep=0, within=5, bases=("MUN",))
    game.file(Answers(clauses=(one_up, Clause(most=0)))).until(ALLIED, "4.4")
    shells = NavalMission(
        ships=("US-CA1",), path=("1806", "1706", "1606"), purpose="bombard", target="base:MUN"
    )
    game.file(strike("1203", "base:RAB", "B24-319"), shells, strike("1506", "base:VIL", "B24-320"))
    if asked:
        up = FrozenMap({"A6M-251": "MUN"})
        game.file(Reply(mission="t1m1"), Reply(mission="t1m3", interceptors=up)).file()
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-251"]
    game.file()
    assert [one.airborne for one in game.events(BaseStruck)] == [("A6M-251",)]
    assert [one.reduced for one in said(game, "struck")] == [("A6M-253",)]
    while game.game.owed:
        game.file()
    assert game.match.audit() == []


# --- what has happened since the strikes ---------------------------------------------------------


def two_at_finschhafen(table: dict[str, Any]) -> None:
    """A6M-253 and KI21-14 alone stand at Finschhafen, two Zeros at Lae."""
    zeros_at_lae(table)
    air = table["air"]
    for units in air.values():
        units[:] = [unit for unit in units if unit not in ("A6M-253", "KI21-14")]
    air["TRK"] += air.pop("FIN", [])
    air["FIN"] = ["A6M-253", "KI21-14"]


def test_h8_9_11_who_has_fled_there_since_was_not_hit_in_his_stead(
    loaded: dict[str, int],
) -> None:
    """A6M-253 stood by at Finschhafen; A6M-201 came there from Lae when the bombs had fallen."""
    loaded |= {**CALM, **TAKES_LAE, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 8}
    loaded |= struck("FIN", 10) | {f"6.6.5 evacuate LAE #{k}": 1 for k in range(1, 60)}
    loaded |= {"9.4 scramble t1m3 A6M-253": 1}
    game = play("campaign", loaded, two_at_finschhafen, asked=False)
    flees = Evacuate(base="LAE", to=("FIN",))
    game.file(answering("FIN", "0604"), Asked(hexes=("0705", "0805")), flees)
    game.until(ALLIED, "4.4").file(strike("0805", "base:FIN"), DROP)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2"))
    game.file(strike("0604", "base:MAD", "B24-319"))
    assert [one.units for one in game.events(OnAlert)] == [("A6M-253",)]
    game.file()
    assert [one.saved for one in said(game, "lost-base")] == [ZEROS]
    assert [one.reduced for one in said(game, "struck")] == [("KI21-14",)]
    assert game.match.audit() == []


def three_at_rabaul(table: dict[str, Any]) -> None:
    """A6M-253, G4M-705 and KI21-14 alone stand at Rabaul."""
    air, three = table["air"], ("A6M-253", "G4M-705", "KI21-14")
    air["TRK"] += [unit for unit in air["RAB"] if unit not in three]
    air["RAB"] = [*three]


def stood_by_at_rabaul(faces: dict[str, int], die: int, *second: Order) -> Play:
    """Two hits on Rabaul, A6M-253 and G4M-705; but A6M-253 stood by, and KI21-14 took both.

    `die` is that of both ground strikes. The Japanese reply to the second raid with these orders,
    and are next.
    """
    faces |= {**CALM, "9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 10}
    faces |= {"9.9 aa t1m2 B17-63": 1, "9.10 bomb t1m2 B17-63": 1}
    faces |= struck("RAB", die, die, pick=2) | {"9.10 pick t1m1 RAB #1": 4}
    faces |= {"9.5 evade t1m2 G4M-705": 1, "9.4 scramble t1m3 A6M-253": 1}
    game = play("campaign", faces, three_at_rabaul, asked=False)
    game.file(answering("RAB", "1004"), Asked(hexes=("1203",))).until(ALLIED, "4.4")
    game.file(strike("1203", "base:RAB"), strike("1203", "base:RAB", "B17-63"))
    game.file(Reply(mission="t1m1"), *second).file(strike("1004", "base:GAS", "B24-319"))
    assert [one.units for one in game.events(OnAlert)] == [("A6M-253",)]
    return game


def test_h9_5_who_was_not_hit_after_all_has_got_away(loaded: dict[str, int]) -> None:
    """G4M-705 is no victim any more, so that its die in the second mission counts."""
    flees = FrozenMap({"G4M-705": "RAB"})
    game = stood_by_at_rabaul(loaded, 10, Reply(mission="t1m2", evaders=flees)).file()
    assert [one.lost for one in said(game, "struck")] == [("KI21-14",)]
    plane = game.plane(JAPANESE, "G4M-705")
    assert plane is not None
    assert (plane.half, plane.steps, game.game.air["G4M-705"].fled) == ("flown", 2, 1)
    assert game.match.audit() == []


@pytest.mark.parametrize(("unit", "base"), [("G4M-705", "KAV"), ("KI21-14", "RAB")])
def test_h8_8_who_was_not_hit_after_all_has_made_his_stage_move(
    loaded: dict[str, int], unit: str, base: str
) -> None:
    """G4M-705 goes to Kavieng; KI21-14 stays, which was hit in its stead."""
    game = stood_by_at_rabaul(loaded, 8, Reply(mission="t1m2"), Stage(unit=unit, to="KAV"))
    plane = game.plane(JAPANESE, unit)
    assert plane is not None
    assert (plane.base, plane.disrupted) == (base, base == "RAB")
    game.file()
    assert game.match.audit() == []


def test_h8_9_11_a_folder_keeps_what_may_have_to_be_learnt_again(loaded: dict[str, int]) -> None:
    """The charts as a folder writes them, after a strike of which no victim is stated yet."""
    game = stood_by_at_rabaul(loaded, 8, Reply(mission="t1m2"))
    charts = game.match.seats[JAPANESE].private
    assert charts.story is not None
    assert decode(Private, plain(charts), code="folder", where="charts") == charts
    game.file()
    assert game.match.seats[JAPANESE].private.story is None


# --- the base is destroyed [CR77] ----------------------------------------------------------------

DESTROYERS = ("B25-69", "B25-70", "TBF-143")


def munda_destroyed(faces: dict[str, int], *, at_once: bool) -> Play:
    """Three bombers destroy Munda, and a ground strike hits one of its two Zeros.

    A6M-251 is to rise against the second raid: of the same file, or of the next.
    """
    faces |= CALM | struck("MUN", 10) | {"9.10 bomb t1m2 B24-320": 1}
    faces |= {f"9.9 aa t1m1 {unit}": 1 for unit in DESTROYERS}
    faces |= {f"9.10 bomb t1m1 {unit}": 10 for unit in DESTROYERS}
    game = play("campaign", faces, zeros_at_munda, asked=False)
    one_up = Clause(hexes=("1506",), most=1, keep=0, within=5, bases=("MUN",))
    asked = () if at_once else (Asked(hexes=("1606",)),)
    game.file(Answers(clauses=(one_up, Clause(most=0))), *asked).until(ALLIED, "4.4")
    first = replace(strike("1606", "base:MUN"), strikers=DESTROYERS)
    second = strike("1506", "base:VIL", "B24-320")
    if at_once:
        game.file(first, second)
    else:
        game.file(first).file(Reply(mission="t1m1")).file(second)
    assert game.game.bases["MUN"].status == "destroyed"
    assert named(game) == {"A6M-251"}
    return game.file()


@pytest.mark.parametrize(("at_once", "hit"), [(True, "A6M-253"), (False, "A6M-251")])
def test_cr77_who_is_named_before_his_base_is_destroyed_stood_by(
    loaded: dict[str, int], at_once: bool, hit: str
) -> None:
    """He was on alert when the bombs fell, and leaves with all; named later he was not."""
    game = munda_destroyed(loaded, at_once=at_once)
    assert [one.reduced for one in said(game, "struck")] == [(hit,)]
    assert [one.saved for one in said(game, "lost-base")] == [("A6M-251", "A6M-253")]
    assert [(one.unit, one.cited) for one in game.events(ScrambleVoided)] == [("A6M-251", "H9.4.1")]
    assert game.match.audit() == []
