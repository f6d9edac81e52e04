"""Ports to which a Rufe has come unseen are struck or fall, each from its orders [H6.7, CR82]."""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, Stated
from pbem.systems.cartwheel.table.events_play import AnswerOpened
from pbem.systems.cartwheel.table.events_turn import ControlPassed, FloatplaneEvacuated
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, PlaceAce
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_golden_rufe import (
    AIRBORNE,
    CALM,
    DROP,
    lae_is_empty,
    moored,
    paratroops,
)

__all__ = ["loaded"]

BOMBERS = ("B25-71", "B17-63")


def bombs(hex_: str, target: str) -> AirMission:
    """Two bombers over a hex, as the second mission of turn 1."""
    return AirMission(
        kind="strike", hex=hex_, band="medium", strikers=BOMBERS, mode="regular",
        target=f"{target}:{hex_}",
    )  # fmt: skip


HITS = {f"9.9 aa t1m2 {unit}": 1 for unit in BOMBERS} | {
    f"9.10 bomb t1m2 {unit}": 10 for unit in BOMBERS
}


def swept(game: Play, port: str, *more: Order) -> Play:
    """RUF-802 has flown from 0705 over 0706 and home to a port: the Allies write next."""
    game = moored(game, "0705").until(ALLIED, "4.4").file(Pass(times=1)).until(JAPANESE, "4.4")
    home = FrozenMap({"RUF-802": f"port:{port}"})
    sweep = AirMission(kind="sweep", hex="0706", band="medium", escorts=("RUF-802",), returns=home)
    game.file(sweep, *more)
    assert "RUF-802" not in game.game.floatplanes, "nobody else knows where it has come down"
    return game


def audited(game: Play) -> bool:
    """Whether the audit finds nothing at the end of the turn."""
    turn = game.game.now
    while game.game.now == turn or game.game.owed:
        game.file()
    return game.match.audit() == []


def said(game: Play, kind: str) -> list[Stated]:
    """What has been stated of a kind, of ports and Rufes alone."""
    return [e for e in game.events(Stated) if e.kind == kind and e.place[:4] in ("port", "RUF-")]


# --- the port falls [H6.6.5] ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "die", "saved", "lost", "stands"),
    [
        pytest.param("0705", 1, ("RUF-802",), (), "0604", id="escapes"),
        pytest.param("0705", 10, (), ("RUF-802",), "", id="lost"),
        pytest.param("0604", 10, (), (), "0604", id="elsewhere"),
    ],
)
def test_h6_7_a_rufe_back_from_its_mission_evacuates_the_port_that_falls(
    loaded: dict[str, int], port: str, die: int, saved: tuple[str, ...], lost: tuple[str, ...],
    stands: str,
) -> None:  # fmt: skip
    loaded |= {**CALM, "9.9 aa t1m2 C47-6": 1, "11.6 drop t1m2": 5}
    loaded["6.6.5 evacuate port:0705 #1"] = die
    game = swept(play("campaign", loaded, lae_is_empty, asked=False), port).file(DROP)
    assert [e.hex for e in game.events(ControlPassed)] == ["0705"]
    (fall,) = [e for e in game.events(BaseLost) if e.base == "port:0705"]
    assert (fall.owner, fall.how, fall.dice) == (JAPANESE, "captured", (die,))
    assert not game.events(FloatplaneEvacuated), "nobody has seen it there"
    plane = game.plane(JAPANESE, "RUF-802")
    assert (plane.base if plane else "") == (f"port:{stands}" if stands else "")
    game.file()
    (told,) = said(game, "lost-base")
    assert (told.place, told.saved, told.lost) == ("port:0705", saved, lost)
    assert [one.port for one in said(game, "moored")] == ([stands] if stands else [])
    assert "the port of 0705" in game.report()
    assert audited(game)
    eliminated = (2, "5.2e", "eliminated") in game.earned(ALLIED)
    assert eliminated == bool(lost)


def madang_is_contested(table: dict[str, Any]) -> None:
    """An Allied division beside one Japanese unit in 0604, and nobody in 0705."""
    paratroops(table)
    table["ground"].pop("0705")
    table["forts"].remove("0705")
    table["ground"]["0706"].remove("3D-15")
    table["ground"]["0604"] = ["GAR-MAD", "3D-15"]
    table["control"] = {"japanese": ["0604"]}


def test_h6_7_a_rufe_that_has_lost_two_ports_in_one_bundle_is_stated_at_a_third(
    loaded: dict[str, int],
) -> None:
    """In the air over 0705 when it falls it comes to 0604, which bombs clear behind it."""
    loaded |= {**CALM, **AIRBORNE, **HITS, "6.6.5 evacuate port:0604 #1": 1}
    game = moored(play("campaign", loaded, madang_is_contested), "0705").until(ALLIED, "4.4")
    game.file(DROP, bombs("0604", "ground"))
    up = Reply(mission="t1m1", interceptors=FrozenMap({"RUF-802": "port:0705"}))
    game.file(up, Reply(mission="t1m2")).file()
    assert [e.hex for e in game.events(ControlPassed)] == ["0705", "0604"]
    falls = [e for e in game.events(BaseLost) if e.base.startswith("port:")]
    assert [e.base for e in falls] == ["port:0604"], "it was in the air when the first fell"
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    game.until(JAPANESE, "4.4").file()
    assert [(e.place, e.saved) for e in said(game, "lost-base")] == [("port:0604", ("RUF-802",))]
    assert [f"port:{e.port}" for e in said(game, "moored")] == [plane.base]
    assert audited(game)


def huon_is_empty(table: dict[str, Any]) -> None:
    """No Japanese troops in 0705 and 0805, and 0604, as near to Lae, in Allied hands."""
    for place in ("0705", "0805", "0604"):
        table["ground"].pop(place)
    table["forts"].remove("0705")
    table["air"]["TRK"] += [*table["air"].pop("MAD", []), *table["air"].pop("FIN", [])]
    table["control"] = {"allied": ["0604"], "japanese": ["0705", "0805"]}


@pytest.mark.parametrize(("die", "stands"), [(1, "port:1004"), (10, "")])
def test_cr41_a_rufe_flees_unseen_to_a_port_that_falls_later(
    loaded: dict[str, int], die: int, stands: str
) -> None:
    """Nobody but its owner knows that it is at Lae; Finschhafen, the nearest, falls next."""
    loaded |= {**CALM, "11.1 ground initiative": 10, "6.6.5 evacuate port:0705 #1": 1}
    loaded["6.6.5 evacuate port:0805 #1"] = die
    game = swept(play("campaign", loaded, huon_is_empty, asked=False), "0705", Pass(rest=True))
    assert "RUF-802" not in game.game.floatplanes
    assert "4.5-first" in game.asked()
    marches = March(units=("3D-15",), to="0705"), March(units=("41-162",), to="0805")
    game.file(Pass(rest=True), *marches)
    falls = [e.base for e in game.events(BaseLost) if e.base.startswith("port:")]
    assert falls == ["port:0705", "port:0805"]
    plane = game.plane(JAPANESE, "RUF-802")
    assert (plane.base if plane else "") == stands
    game.until(JAPANESE, "4.5-second").file()
    away = [(e.place, e.saved, e.lost) for e in said(game, "lost-base")]
    first = ("port:0705", ("RUF-802",), ())
    second = ("port:0805", ("RUF-802",), ()) if stands else ("port:0805", (), ("RUF-802",))
    assert away == [first, second]
    assert audited(game)


# --- the port is struck [H6.7, H9.10.6] ----------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "faces", "left"),
    [
        pytest.param("0705", (10, 10), None, id="destroyed"),
        pytest.param("0705", (10, 1), 1, id="reduced"),
        pytest.param("0604", (10, 10), 2, id="elsewhere"),
    ],
)
def test_h6_7_a_rufe_back_from_its_mission_is_struck_at_its_port(
    loaded: dict[str, int], port: str, faces: tuple[int, int], left: int | None
) -> None:
    loaded |= CALM | HITS
    loaded |= {f"9.10 ground t1m2 port:0705 #{k}": face for k, face in enumerate(faces, 1)}
    game = swept(play("campaign", loaded, asked=False), port).file(bombs("0705", "port"))
    (struck,) = game.events(BaseStruck)
    assert (struck.base, len(struck.effects)) == ("port:0705", 2), "one for each that hit"
    game.file()
    plane = game.plane(JAPANESE, "RUF-802")
    assert (plane.steps if plane else None) == left
    (told,) = said(game, "struck")
    assert told.lost == (() if left else ("RUF-802",))
    assert told.reduced == (("RUF-802",) if left != 2 else ())
    assert [(e.port, e.number) for e in said(game, "moored")] == ([(port, left)] if left else [])
    assert game.game.air["RUF-802"].steps == (left or 0)
    assert audited(game)


def test_h6_7_a_rufe_that_has_just_come_down_is_struck_by_the_next_of_a_bundle(
    loaded: dict[str, int],
) -> None:
    loaded |= {**CALM, **AIRBORNE, **HITS}
    loaded |= {f"9.10 ground t1m2 port:0604 #{k}": 10 for k in (1, 2)}
    game = moored(play("campaign", loaded, lae_is_empty), "0705").until(ALLIED, "4.4")
    game.file(DROP, bombs("0604", "port"))
    up = Reply(mission="t1m1", interceptors=FrozenMap({"RUF-802": "port:0705"}))
    game.file(up, Reply(mission="t1m2")).file()
    assert [e.effects for e in game.events(BaseStruck)] == [("step", "step")]
    assert game.plane(JAPANESE, "RUF-802") is None
    game.until(JAPANESE, "4.4").file()
    assert [e.lost for e in said(game, "struck")] == [("RUF-802",)]
    assert audited(game)


def test_h6_7_a_rufe_that_has_fled_from_a_wrecked_base_is_struck_at_the_port_it_reached(
    loaded: dict[str, int],
) -> None:
    """From MJ1 in 1104 to the port of 1004, one hex away: the bundle's second mission is there."""
    heavy = ("B24-319", "B24-320")
    loaded |= CALM | {f"9.9 aa t2m1 {unit}": 1 for unit in heavy}
    loaded |= {f"9.10 bomb t2m1 {unit}": 10 for unit in heavy}
    loaded |= {f"9.10 ground t2m1 MJ1 #{k}": 1 for k in range(1, 5)}
    loaded |= {die.replace("t1m2", "t2m2"): face for die, face in HITS.items()}
    loaded |= {"9.10 ground t2m2 port:1004 #1": 10, "9.10 ground t2m2 port:1004 #2": 1}
    game = play("campaign", loaded).until(JAPANESE, "4.2").file(Build(base="MJ1", hex="1104"))
    while game.game.now == 1:
        game.file()
    at_mj1 = CommitEleventh(commit=True, bases=FrozenMap({"RUF-802": "MJ1"}))
    game.until(JAPANESE, "5.2").file(at_mj1).until(ALLIED, "4.4")
    wreck = AirMission(
        kind="strike", hex="1104", band="high", strikers=heavy, mode="precision", target="base:MJ1"
    )
    game.file(wreck, bombs("1004", "port"))
    game.file(Reply(mission="t2m1"), Reply(mission="t2m2")).file()
    assert [e.base for e in game.events(BaseLost)] == ["MJ1"]
    game.until(JAPANESE, "4.4").file()
    assert [e.saved for e in game.events(Stated) if e.place == "MJ1" and e.kind == "lost-base"] == [
        ("RUF-802",)
    ]
    assert [(e.place, e.reduced) for e in said(game, "struck")] == [("port:1004", ("RUF-802",))]
    assert [(e.port, e.number) for e in said(game, "moored")] == [("1004", 1)]
    assert audited(game)


# --- struck and not stated yet, when the port falls [H8.9.11, CR82] ------------------------------

HITS_ONE = {"9.9 aa t1m1 B25-71": 1, "9.10 bomb t1m1 B25-71": 10}


def falls_after(game: Play, *before: Order) -> Play:
    """RUF-802 at 0705 for all to see, which a last mission takes from the air."""
    return moored(game, "0705").until(ALLIED, "4.4").file(*before, DROP)


def bomb(unit: str) -> AirMission:
    """One bomber over the port of 0705."""
    return AirMission(
        kind="strike", hex="0705", band="medium", strikers=(unit,), mode="regular",
        target="port:0705",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ground", "die", "left", "disrupted"),
    [
        pytest.param(10, 1, 1, False, id="step-escapes"),
        pytest.param(10, 10, 0, False, id="step-lost"),
        pytest.param(8, 1, 2, True, id="d-escapes"),
        pytest.param(8, 10, 0, False, id="d-lost"),
        pytest.param(8, 4, 0, False, id="d-counts"),
        pytest.param(10, 4, 1, False, id="step-counts-not"),
    ],
)
def test_cr82_a_rufe_hit_and_not_stated_yet_leaves_its_port_as_it_is(
    loaded: dict[str, int], ground: int, die: int, left: int, disrupted: bool
) -> None:
    """The statement that is owed is possible whatever the die: a D hinders it, as all learn."""
    loaded |= {**CALM, **HITS_ONE, "9.9 aa t1m2 C47-6": 1, "11.6 drop t1m2": 5}
    loaded |= {"9.10 ground t1m1 port:0705 #1": ground, "6.6.5 evacuate port:0705 #1": die}
    game = falls_after(play("campaign", loaded, lae_is_empty), bomb("B25-71"))
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    assert not game.events(FloatplaneEvacuated), "its owner alone knows what was thrown for"
    (fall,) = [e for e in game.events(BaseLost) if e.base == "port:0705"]
    assert fall.dice == (die,)
    plane = game.plane(JAPANESE, "RUF-802")
    assert ((plane.base, plane.half, plane.steps, plane.disrupted) if plane else None) == (
        ("port:0604", "flown", left, disrupted) if left else None
    )
    game.until(JAPANESE, "4.4").file()
    (hit,) = said(game, "struck")
    assert (hit.reduced, hit.disrupted) == (
        (("RUF-802",), ()) if ground == 10 else ((), ("RUF-802",))
    )
    (fled,) = said(game, "lost-base")
    assert (fled.saved, fled.lost) == ((("RUF-802",), ()) if left else ((), ("RUF-802",)))
    assert [(e.port, e.number) for e in said(game, "moored")] == ([("0604", left)] if left else [])
    assert game.game.air["RUF-802"].steps == left
    assert audited(game)
    eliminated = [points for points in game.earned(ALLIED) if points[2] == "eliminated"]
    assert eliminated == ([] if left else [(2, "5.2e", "eliminated")]), "once"


@pytest.mark.parametrize("again", [10, 1], ids=["stays", "evades-where-it-falls"])
def test_h6_6_5_a_rufe_that_left_its_port_is_flown_though_it_had_not_got_away(
    loaded: dict[str, int], again: int
) -> None:
    """Hit first, it "evades" the next strike, or the very drop that takes the port: all void."""
    loaded |= {**CALM, **HITS_ONE, "9.9 aa t1m3 C47-6": 1, "11.6 drop t1m3": 5}
    loaded |= {"9.9 aa t1m2 B17-63": 1, "9.10 bomb t1m2 B17-63": 1, "9.5 evade t1m1 RUF-802": 10}
    loaded |= {"9.5 evade t1m2 RUF-802": 1, "9.5 evade t1m3 RUF-802": again}
    loaded |= {"9.10 ground t1m1 port:0705 #1": 10, "6.6.5 evacuate port:0705 #1": 4}
    game = falls_after(play("campaign", loaded, lae_is_empty), bomb("B25-71"), bomb("B17-63"))
    flees = FrozenMap({"RUF-802": "port:0705"})
    game.file(*(Reply(mission=f"t1m{k}", evaders=flees) for k in (1, 2, 3))).file()
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert (plane.base, plane.half, plane.steps) == ("port:0604", "flown", 1)
    game.until(JAPANESE, "4.4").file(Pass(times=1))
    assert [e.reduced for e in said(game, "struck")] == [("RUF-802",)]
    assert [e.saved for e in said(game, "lost-base")] == [("RUF-802",)]
    public = game.game.floatplanes["RUF-802"]
    assert (public.hex, public.flown, public.steps) == ("0604", True, 1)
    game.until(JAPANESE, "4.4")
    sweep = AirMission(kind="sweep", hex="0706", band="medium", escorts=("RUF-802",))
    assert "6.4b" in game.rules(sweep), "it is Flown"
    assert audited(game)


def test_h5_1_1_who_is_opened_at_a_port_shows_no_ace(loaded: dict[str, int]) -> None:
    """RUF-802 evades by the card of its policy; its Ace is its owner's to know, and kept [E.2]."""
    game = play("campaign", loaded | CALM | {"5.1 event": 5}, asked=False).until(JAPANESE, "5.2")
    flees = Answers(clauses=(Clause(most=0, evade="all", evade_most=16),))
    ashore = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "0705"}))
    game.file(ashore, PlaceAce(unit="RUF-802"), flees).until(ALLIED, "4.4")
    (*_, sealed) = game.match.seats[JAPANESE].items.values()
    game.file(replace(bomb("B24-319"), target="port:0705"))
    (opened,) = [e for e in game.events(AnswerOpened) if e.mission == "t1m1"]
    assert dict(opened.evaders) == {"RUF-802": "port:0705"}
    assert "ace" not in sealed["unit/RUF-802"]
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert plane.ace
    assert audited(game)
