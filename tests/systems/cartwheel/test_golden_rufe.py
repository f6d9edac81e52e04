"""Golden examples of the Rufe and of evacuation, each played from its orders [H6.7, H9.11.1]."""

from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_charts import BaseStruck, MissionOver, Stated
from pbem.systems.cartwheel.table.events_play import BlindVoided
from pbem.systems.cartwheel.table.events_turn import ControlPassed, FloatplaneEvacuated
from pbem.systems.cartwheel.table.orders_ground import Attack, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, Evacuate, Statement
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 9}
DROP = AirMission(
    kind="airdrop", hex="0705", band="low", transports=("C47-6",),
    cargo=FrozenMap({"C47-6": "PIR-503"}),
)  # fmt: skip
AIRBORNE = {
    "9.4 scramble t1m1 RUF-802": 1, "9.7 fire t1m1 r1 RUF-802>C47-6": 1,
    "9.7 fire t1m1 r2 RUF-802>C47-6": 1, "9.9 aa t1m1 C47-6": 1, "11.6 drop t1m1": 5,
}  # fmt: skip


def paratroops(table: dict[str, Any]) -> None:
    """PIR-503 at Port Moresby from the start."""
    table["ground"]["0707"].append("PIR-503")
    for row in table["reinforcements"]:
        row["units"] = [unit for unit in row["units"] if unit != "PIR-503"]


def lae_is_empty(table: dict[str, Any]) -> None:
    """No Japanese troops in 0705, which no play of some turns clears."""
    paratroops(table)
    table["ground"]["0604"] += table["ground"].pop("0705")[:1]
    table["forts"].remove("0705")


def hollandia_stands_alone(table: dict[str, Any]) -> None:
    """0202 without troops, no Japanese port within 4 hexes of it: half a campaign of landings."""
    paratroops(table)
    for place in ("0202", "0503", "0604", "0402"):
        table["ground"].pop(place, None)
    air = table["air"]
    air["TRK"] += [*air.pop("WEW"), *air.pop("MAD"), *air.pop("HOL")]
    table["naval"]["1203"] += table["naval"].pop("0503")
    table["control"] = {"allied": ["0503", "0604"]}


def moored(game: Play, port: str) -> Play:
    """RUF-802 placed at a port in turn 1."""
    order = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": port}))
    return game.until(JAPANESE, "5.2").file(order)


def test_h18_20_a_rufe_in_the_air_leaves_no_port_and_lands_once(loaded: dict[str, int]) -> None:
    """0604 and 0805 are both one hex away: the lower number."""
    loaded |= {**CALM, **AIRBORNE}
    game = moored(play("campaign", loaded, lae_is_empty), "0705").until(ALLIED, "4.4").file(DROP)
    game.file(Reply(mission="t1m1", interceptors=FrozenMap({"RUF-802": "port:0705"}))).file()
    assert [(e.unit, e.airborne) for e in game.events(Scrambled)] == [("RUF-802", True)]
    assert [e.hex for e in game.events(ControlPassed)] == ["0705"]
    assert not game.events(FloatplaneEvacuated)
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert (plane.base, plane.half, plane.steps) == ("port:0604", "flown", 2)
    game.file()
    (said,) = [e for e in game.events(Stated) if e.kind == "moored"]
    assert (said.place, said.port) == ("RUF-802", "0604")
    public = game.game.floatplanes["RUF-802"]
    assert (public.hex, public.flown, public.steps) == ("0604", True, 2)
    assert "RUF-802 stands at the port of 0604 (Madang) [6.3.6~]." in game.report()
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.earned(ALLIED) == [(2, "5.2b", "commitment"), (1, "5.2e", "flown")]
    assert game.match.audit() == []


def test_h18_20_without_a_legal_place_it_is_lost_and_paid_once(loaded: dict[str, int]) -> None:
    loaded |= {**CALM, **AIRBORNE}
    game = moored(play("campaign", loaded, hollandia_stands_alone), "0202")
    order = AirMission(
        kind="airdrop", hex="0202", band="low", transports=("C47-6",),
        cargo=FrozenMap({"C47-6": "PIR-503"}),
    )  # fmt: skip
    game.until(ALLIED, "4.4").file(order)
    game.file(Reply(mission="t1m1", interceptors=FrozenMap({"RUF-802": "port:0202"}))).file()
    assert game.plane(JAPANESE, "RUF-802") is None
    game.file()
    assert [(e.kind, e.lost) for e in game.events(Stated) if e.lost] == [
        ("no-landing", ("RUF-802",))
    ]
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.earned(ALLIED) == [(2, "5.2b", "commitment"), (2, "5.2e", "eliminated")]
    assert game.match.audit() == []


# --- bombs that clear its hex [H6.7, H11.2.1] ----------------------------------------------------


BOMBS = AirMission(
    kind="strike", hex="1606", band="medium", strikers=("SBD-132",), mode="dive",
    target="ground:1606",
)  # fmt: skip
CLEARED = {
    "9.4 scramble t1m1 RUF-802": 1, "9.5 evade t1m1 RUF-802": 1,
    "9.7 fire t1m1 r1 RUF-802>SBD-132": 1, "9.7 fire t1m1 r1 SBD-132>RUF-802": 1,
    "9.7 fire t1m1 r2 RUF-802>SBD-132": 1, "9.7 fire t1m1 r2 SBD-132>RUF-802": 1,
    "9.9 aa t1m1 SBD-132": 1, "9.10 bomb t1m1 SBD-132": 10,
}  # fmt: skip


def new_georgia_is_contested(table: dict[str, Any]) -> None:
    """1606 with a Japanese garrison beside an Allied regiment, and no Fortification."""
    table["ground"]["1807"].remove("43-169")
    table["ground"]["1606"] = ["43-169", "GAR-MUN"]
    table["forts"].remove("1606")


@pytest.mark.parametrize("how", ["interceptors", "evaders"])
def test_h6_7_a_rufe_in_the_air_while_bombs_clear_its_hex_lands_once(
    loaded: dict[str, int], how: str
) -> None:
    """No die of 6.6.5 for it: 1506 and 1706 are both one hex away, so the lower number."""
    loaded |= {**CALM, **CLEARED}
    game = moored(play("campaign", loaded, new_georgia_is_contested), "1606")
    game.until(ALLIED, "4.4").file(BOMBS)
    game.file(Reply(mission="t1m1", **{how: FrozenMap({"RUF-802": "port:1606"})})).file()
    assert [e.hex for e in game.events(ControlPassed)] == ["1606"]
    assert not game.events(FloatplaneEvacuated)
    game.file()
    (said,) = [e for e in game.events(Stated) if e.kind == "moored"]
    assert (said.place, said.port) == ("RUF-802", "1506")
    public = game.game.floatplanes["RUF-802"]
    assert (public.hex, public.flown, public.steps) == ("1506", True, 2)
    report = game.report()
    assert "RUF-802 stands at the port of 1506" in report
    assert "[6.6.5, CR3]" not in report
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.match.audit() == []


def test_h9_11_1_a_rufe_may_land_at_another_port_and_its_owner_states_it(
    loaded: dict[str, int],
) -> None:
    """From 1203 over 1304, and home to 1405."""
    loaded |= {**CALM, "7.5 missions": 1}
    game = moored(play("campaign", loaded), "1203").until(JAPANESE, "4.4")
    sweep = AirMission(
        kind="sweep", hex="1304", band="high", escorts=("RUF-802",),
        returns=FrozenMap({"RUF-802": "port:1405"}),
    )  # fmt: skip
    game.file(sweep)
    (mission,) = game.game.operations.raids
    game.file(Reply(mission=mission))
    assert [e.mission for e in game.events(MissionOver)] == [mission]
    assert "RUF-802" not in game.game.floatplanes, "nobody else knows where it comes down"
    game.file()
    assert [(e.place, e.port) for e in game.events(Stated)] == [("RUF-802", "1405")]
    assert game.game.floatplanes["RUF-802"].hex == "1405"
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []


def santa_isabel_is_contested(table: dict[str, Any]) -> None:
    """1706, a port without an airbase: a Japanese garrison beside an Allied regiment.

    SNLF-K6 keeps 1605 in supply.
    """
    table["ground"]["1807"].remove("43-169")
    table["ground"]["1606"].remove("SNLF-K6")
    table["ground"]["1605"] = ["SNLF-K6"]
    table["ground"]["1706"] = ["43-169", "GAR-REK"]


def test_cr62_a_rufe_that_loses_its_port_voids_the_air_mission_given_ahead(
    loaded: dict[str, int],
) -> None:
    """It comes unseen to MJ1 in 1605, which held three fighters: all there are Flown [6.3.4~]."""
    three = ("A6M-204a", "A6M-204b", "A6M-582")
    loaded |= {**CALM, "7.5 missions": 1}
    loaded |= {die.replace("t1m1", "t3m1"): face for die, face in CLEARED.items()}
    game = play("campaign", loaded, santa_isabel_is_contested).until(JAPANESE, "4.2")
    game.file(Build(base="MJ1", hex="1605"))
    while game.game.now == 1:
        game.file()
    game.until(JAPANESE, "4.4").file(*(Stage(unit=unit, to="MJ1") for unit in three))
    while game.game.now == 2:
        game.file()
    game = moored(game, "1706").until(ALLIED, "4.4")
    game.file(replace(BOMBS, hex="1706", target="ground:1706"))
    ahead = AirMission(kind="sweep", hex="1707", band="high", escorts=("A6M-582",))
    flees = Reply(mission="t3m1", evaders=FrozenMap({"RUF-802": "port:1706"}))
    game.file(flees, ahead).file()
    assert [e.hex for e in game.events(ControlPassed)] == ["1706"]
    rufe, fighter = game.plane(JAPANESE, "RUF-802"), game.plane(JAPANESE, "A6M-582")
    assert rufe is not None
    assert fighter is not None
    assert (rufe.base, fighter.base, fighter.half, fighter.used) == ("MJ1", "MJ1", "flown", False)
    assert [(e.side, e.cited) for e in game.events(BlindVoided)] == [(JAPANESE, "E.6")]
    assert "t3m2" not in {e.mission for e in game.events(MissionOver)}
    while game.game.now == 3:
        game.file()
    assert game.match.audit() == []


# --- evading where it has just come down [H9.5, 6.3.6~] ------------------------------------------


HITS = {
    "9.10 bomb t1m2 B17-63": 9, "9.10 bomb t1m2 B17-64": 9, "9.9 aa t1m2 B17-63": 1,
    "9.9 aa t1m2 B17-64": 1, "9.10 ground t1m2 port:0604 #1": 10,
    "9.10 ground t1m2 port:0604 #2": 10, "9.5 evade t1m2 RUF-802": 1,
}  # fmt: skip
FLEES = Reply(mission="t1m2", evaders=FrozenMap({"RUF-802": "port:0604"}))


def bombed(faces: dict[str, int], hex_: str) -> Play:
    """RUF-802 has come to 0604 over the fall of Lae, unstated yet, and bombs fall on a port."""
    loaded = {**CALM, **AIRBORNE, **faces}
    game = moored(play("campaign", loaded, lae_is_empty), "0705").until(ALLIED, "4.4").file(DROP)
    game.file(Reply(mission="t1m1", interceptors=FrozenMap({"RUF-802": "port:0705"})))
    strike = AirMission(
        kind="strike", hex=hex_, band="high", strikers=("B17-63", "B17-64"), mode="precision",
        target=f"port:{hex_}",
    )  # fmt: skip
    return game.file(strike)


def stated_at(port: str, order: Order) -> Order:
    """An order of a file, or in place of its statement of a Rufe one that has it elsewhere."""
    if not isinstance(order, Statement) or order.kind != "moored":
        return order
    return replace(order, port=port, number=2 if port else 0)


def told_of_evading(game: Play) -> str:
    """What the form says of who may evade."""
    form = CARTWHEEL.form(game.match.view(), CHARTS)
    return " ".join(line for part in form for line in part.choices if "May evade" in line)


def test_h9_5_a_rufe_evades_at_the_port_where_it_has_just_come_down(
    loaded: dict[str, int],
) -> None:
    """Its owner alone knows that it is there, until the file that names it states it."""
    game = bombed(loaded | HITS, "0604")
    assert "RUF-802" not in game.game.floatplanes
    assert "RUF-802 on " in told_of_evading(game)
    assert game.refused(FLEES) == ()
    game.file(FLEES)
    assert game.match.files[-1].opened == (), "what stands at a port has no secret to open"
    game.file()
    (tried,) = [e for e in game.events(Scrambled) if e.evade]
    assert (tried.unit, tried.base, tried.airborne) == ("RUF-802", "port:0604", True)
    (struck,) = [e for e in game.events(BaseStruck) if e.base == "port:0604"]
    assert (struck.effects, struck.airborne) == (("step", "step"), ("RUF-802",))
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert (plane.base, plane.half, plane.steps) == ("port:0604", "flown", 2)
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert [e.lost for e in game.events(Stated) if e.place == "port:0604"] == [()]
    assert game.match.audit() == []


def test_h9_5_a_rufe_evades_at_the_port_to_which_its_mission_returned(
    loaded: dict[str, int],
) -> None:
    """Flown from 1203 over 1304 and home to 1405, which is struck before that is stated."""
    loaded |= {**CALM, "7.5 missions": 1, "9.5 evade t1m2 RUF-802": 1}
    game = moored(play("campaign", loaded), "1203").until(JAPANESE, "4.4")
    game.file(
        AirMission(
            kind="sweep", hex="1304", band="high", escorts=("RUF-802",),
            returns=FrozenMap({"RUF-802": "port:1405"}),
        )
    )  # fmt: skip
    strike = AirMission(
        kind="strike", hex="1405", band="high", strikers=("B17-63",), mode="precision",
        target="port:1405",
    )  # fmt: skip
    game.file(Reply(mission="t1m1"), strike)
    assert "RUF-802" not in game.game.floatplanes
    assert "RUF-802" in told_of_evading(game)
    game.file(Reply(mission="t1m2", evaders=FrozenMap({"RUF-802": "port:1405"}))).file()
    (tried,) = [e for e in game.events(Scrambled) if e.evade]
    assert (tried.unit, tried.base) == ("RUF-802", "port:1405")
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.match.audit() == []


@pytest.mark.parametrize("port", ["", "0805"], ids=["none", "another"])
def test_h9_5_whoever_is_stated_elsewhere_does_not_evade(loaded: dict[str, int], port: str) -> None:
    """A doctored file: the statement is entered before its reply is judged."""
    game = bombed(loaded | HITS, "0604")
    public, items = CARTWHEEL.seal(game.match.view(), (FLEES,), CHARTS)
    with pytest.raises(Refused, match=r"\[H9\.5\]"):
        game.match.write(tuple(stated_at(port, order) for order in public), items)


def test_h9_5_who_is_stated_to_be_gone_does_not_evade(loaded: dict[str, int]) -> None:
    """A doctored file takes from its port the Rufe that its reply names there."""
    loaded |= CALM
    game = moored(play("campaign", loaded, lae_is_empty), "0705").until(ALLIED, "4.4").file(DROP)
    flees = Reply(mission="t1m1", evaders=FrozenMap({"RUF-802": "port:0705"}))
    public, items = CARTWHEEL.seal(game.match.view(), (flees,), CHARTS)
    with pytest.raises(Refused, match=r"\[H9\.5\]"):
        game.match.write((Statement(kind="moored", place="RUF-802"), *public), items)


def test_h9_5_the_audit_finds_a_rufe_that_evades_where_it_does_not_stand(
    loaded: dict[str, int],
) -> None:
    """Its chart has it at 0604, statement and reply at 0805: no other program can tell."""
    faces = {"9.5 evade t1m2 RUF-802": 10, "9.10 bomb t1m2 B17-63": 1, "9.10 bomb t1m2 B17-64": 1}
    game = bombed(loaded | faces, "0805")
    false = replace(FLEES, evaders=FrozenMap({"RUF-802": "port:0805"}))
    assert game.rules(false) == ["H9.4.1"]
    public, items = CARTWHEEL.seal(game.match.view(), (false,), CHARTS)
    game.match.write(tuple(stated_at("0805", order) for order in public), items)
    while game.game.now == 1 or game.game.owed:
        game.file()
    said = "the truth was: port 0604, 2 steps; it stated: port 0805, 2 steps (check 19)"
    found = [(one.rule, one.subject, one.what) for one in game.match.audit()]
    assert ("6.3.6~", "RUF-802", said) in found


# --- evacuation [H6.6.5] -------------------------------------------------------------------------


def buin_is_weak(table: dict[str, Any]) -> None:
    """Only the garrison of Buin, beside Allied troops at Torokina, who come in turn 7."""
    table["ground"]["1405"] = ["GAR-BUI"]
    table["ground"]["1404"] = ["3M-3", "3M-9"]
    table["forts"].remove("1405")
    table["control"] = {"allied": ["1404"]}
    for row in table["reinforcements"]:
        row["units"] = [unit for unit in row["units"] if unit not in ("3M-3", "3M-9")]


@pytest.mark.parametrize(
    ("refuges", "base"),
    [((), "VIL"), (("RAB",), "RAB"), (("HOL",), "")],
    ids=["none", "RAB", "HOL"],
)
def test_h18_21_where_a_unit_goes_whose_base_falls(
    loaded: dict[str, int], refuges: tuple[str, ...], base: str
) -> None:
    loaded |= {**CALM, "11.4 attack 1405": 10}
    loaded |= {f"6.6.5 evacuate BUI #{k}": 1 for k in range(1, 60)}
    game = play("campaign", loaded, buin_is_weak).until(JAPANESE, "5.2")
    game.file(*((Evacuate(base="BUI", to=refuges),) if refuges else ()))
    game.until(ALLIED, "4.5-first")
    game.file(March(units=("3M-3", "3M-9"), to="1405"), Attack(hex="1405")).until(
        JAPANESE, "4.5-second"
    )
    assert game.game.control["1405"] == ALLIED
    plane = game.plane(JAPANESE, "A6M-582")
    assert (plane.base if plane else "") == base
    game.file()
    (said,) = [e for e in game.events(Stated) if e.place == "BUI"]
    assert ("A6M-582" in said.saved, "A6M-582" in said.lost) == (base != "", base == "")
    while game.game.now == 1:
        game.file()
    assert game.match.audit() == []


def test_5_2c_a_refused_port_comes_with_those_that_are_open(loaded: dict[str, int]) -> None:
    """Bougainville: 1104 has no port, and ports of the enemy's are none of ours."""
    game = play("bougainville", loaded).until(JAPANESE, "5.2")
    for hex_ in ("1104", "1807", "9999"):
        order = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": hex_}))
        (problem,) = game.refused(order)
        assert (problem.rule, problem.where) == ("6.3.6~", "order 1, key 'ports'")
        assert problem.what == f"RUF-802 cannot stand at '{hex_}'"
        assert problem.hint == (
            "it can at: 1002 (Kavieng), 1004 (Gasmata), 1203 (Rabaul), 1304 (Buka),"
            " 1405 (Buin/Kahili), 1706 (Santa Isabel)"
        )


def test_h8_9_11_a_rufe_that_was_hit_at_its_port_has_not_got_away(loaded: dict[str, int]) -> None:
    """Hit by the first strike, it "evades" the second, and carries no Flown marker after that."""
    loaded |= {
        **CALM, "9.5 evade t1m2 RUF-802": 1, "9.9 aa t1m1 B17-63": 1, "9.9 aa t1m2 B17-64": 1,
        "9.10 bomb t1m1 B17-63": 9, "9.10 bomb t1m2 B17-64": 1,
        "9.10 ground t1m1 port:0604 #1": 10,
    }  # fmt: skip
    game = moored(play("campaign", loaded), "0604").until(ALLIED, "4.4")
    game.file(
        *(
            AirMission(
                kind="strike", hex="0604", band="high", strikers=(unit,), mode="precision",
                target="port:0604",
            )
            for unit in ("B17-63", "B17-64")
        )
    )  # fmt: skip
    game.file(Reply(mission="t1m1"), FLEES).file()
    assert [one.airborne for one in game.events(Scrambled)] == [True]
    plane = game.plane(JAPANESE, "RUF-802")
    assert plane is not None
    assert (plane.half, plane.steps) == ("ready", 1), "its owner knows before he has stated it"
    while game.game.owed:
        game.file()
    game.until(JAPANESE, "4.4")
    assert [one.reduced for one in game.events(Stated) if one.place == "port:0604"] == [
        ("RUF-802",)
    ]
    assert not game.game.floatplanes["RUF-802"].flown
    sweep = AirMission(
        kind="sweep", hex="0704", band="high", escorts=("RUF-802",),
    )  # fmt: skip
    assert game.refused(sweep) == ()
    while game.game.now == 1 or game.game.owed:
        game.file()
    assert game.match.audit() == []
