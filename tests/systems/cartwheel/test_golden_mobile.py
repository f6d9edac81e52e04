"""Golden examples of mobile airbases and disrupted ships, each played from its orders."""

from typing import Any

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_charts import BaseLost, Stated
from pbem.systems.cartwheel.table.events_ground import Attacked
from pbem.systems.cartwheel.table.events_turn import (
    BuildBegun,
    BuildVoided,
    ControlPassed,
    MobileOverrun,
)
from pbem.systems.cartwheel.table.orders_ground import Attack, Land, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitTF36,
    Dismantle,
    Evacuate,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_foretold import foretold

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 1}


def attacked(faces: dict[str, int], *defenders: str, attack: int = 0) -> Play:
    """MA1 is built in 0806, P39-36 stages there in turn 2, and 51D-66 comes in 4.5.

    41-162 marches away in turn 1 and GAR-DOB is bombed in turn 2, unless they are to defend.
    """
    faces |= {**CALM, **{f"6.6.5 evacuate MA1 #{k}": 1 for k in range(1, 60)}}
    faces |= {"11.4 attack 0806": attack} if attack else {}
    game = play("campaign", faces).until(ALLIED, "4.2").file(Build(base="MA1", hex="0806"))
    game.until(JAPANESE, "4.5-first").file(March(units=("51D-66",), to="0805"))
    leave = () if "41-162" in defenders else (March(units=("41-162",), to="0907"),)
    game.until(ALLIED, "4.5-second").file(*leave)
    while game.game.now == 1:
        game.file()
    assert game.game.bases["MA1"].status == "working"
    game.until(ALLIED, "4.4").file(Stage(unit="P39-36", to="MA1"))
    if not defenders:
        faces |= {"9.9 aa t2m1 KI49-7": 1, "9.10 bomb t2m1 KI49-7": 10}
        strike = AirMission(
            kind="strike", hex="0806", band="medium", strikers=("KI49-7",), mode="regular",
            target="ground:0806",
        )  # fmt: skip
        game.until(JAPANESE, "4.4").file(strike).file(Reply(mission="t2m1")).file()
    alive = [u.id for u in game.game.troops.values() if u.at == "0806" and u.steps]
    assert sorted(alive) == sorted(defenders)
    fight = (Attack(hex="0806"),) if defenders else ()
    game.until(JAPANESE, "4.5-first").file(March(units=("51D-66",), to="0806"), *fight)
    return game.until(ALLIED, "4.5-second")


def left_to_build(game: Play) -> list[list[str]]:
    """Why each Allied mobile base cannot be begun at Port Moresby in turn 3."""
    while game.game.now == 2:
        game.file()
    game.until(ALLIED, "4.2")
    return [game.rules(Build(base=f"MA{n}", hex="0707")) for n in (1, 2, 3)]


def test_g43_a_an_empty_hex_falls_with_its_mobile_base(loaded: dict[str, int]) -> None:
    """Its only unit evacuates; from then on the Allies have two mobile bases."""
    game = attacked(loaded)
    assert [(e.bases, e.removed) for e in game.events(ControlPassed) if e.hex == "0806"] == [
        (("DOB",), ("MA1",))
    ]
    assert game.game.bases["MA1"].status == "lost"
    assert [(e.base, e.how) for e in game.events(BaseLost)] == [
        ("DOB", "captured"), ("MA1", "captured")
    ]  # fmt: skip
    game.file()
    assert [e.saved for e in game.events(Stated) if e.place == "MA1"] == [("P39-36",)]
    saved = game.plane(ALLIED, "P39-36")
    assert saved is not None
    assert saved.base == "PM", "the nearest base"
    assert left_to_build(game) == [["6.2.4~"], [], []]
    listed = Evacuate(base="MA1", to=("PM",))
    told = "Allied mobile base 1 (MA1) is lost for ever: no list of it changes anything [6.6.4~,"
    asked = game.until(ALLIED, "4.4")
    assert any(line.startswith(told) for line in foretold(asked, listed).warnings)
    taken = Evacuate(base="DOB", to=("PM",))
    asked.file(listed, taken, Evacuate(base="WAU", to=("PM",))).until(ALLIED, "4.4")
    (stand,) = (line for line in foretold(game).left if "lists stand" in line)
    assert stand.startswith("Evacuation lists stand for Wau; any other")
    assert not any("lists stand" in o for o in foretold(game, Evacuate(base="WAU", to=())).left)
    assert game.match.audit() == []


def test_g43_b_an_attacker_alive_in_a_contested_hex_ends_the_base(loaded: dict[str, int]) -> None:
    """3:1, die 2: the attacker loses a step, nobody leaves; MA1 goes, Dobodura stays Allied."""
    game = attacked(loaded, "GAR-DOB", attack=2)
    (fought,) = game.events(Attacked)
    assert (fought.odds, fought.attacker_loss, fought.defender_loss) == ("3:1", 1, 0)
    assert [(e.base, e.side) for e in game.events(MobileOverrun)] == [("MA1", JAPANESE)]
    assert [e.how for e in game.events(BaseLost)] == ["captured"]
    assert game.game.control["0806"] == ALLIED
    assert game.game.bases["DOB"].owner == ALLIED
    game.file()
    assert [e.saved for e in game.events(Stated) if e.place == "MA1"] == [("P39-36",)]
    saved = game.plane(ALLIED, "P39-36")
    assert saved is not None
    assert saved.base == "DOB", "the nearest base"
    assert "is lost for ever [6.6.4~, AMB-33]" in game.report()
    assert left_to_build(game) == [["6.2.4~"], [], []]
    assert game.match.audit() == []


def test_g43_c_attackers_that_are_all_lost_end_nothing(loaded: dict[str, int]) -> None:
    """1:2, die 1: three steps; 51D-66 has two."""
    game = attacked(loaded, "41-162", "GAR-DOB", attack=1)
    assert not game.events(MobileOverrun)
    assert game.game.bases["MA1"].status == "working"
    assert game.game.troops["51D-66"].steps == 0


def test_g62_2_2_3b_a_garrison_does_not_attack(loaded: dict[str, int]) -> None:
    """Both sides stand in 0806 after a Japanese attack."""
    game = attacked(loaded, "41-162", "GAR-DOB", attack=9)
    assert game.game.troops["51D-66"].at == "0806"
    (problem, *_) = game.refused(Attack(hex="0806", units=("GAR-DOB",)))
    assert (problem.rule, problem.what) == (
        "2.2.3b~", "GAR-DOB is a garrison: it only defends"
    )  # fmt: skip
    assert game.rules(Attack(hex="0806", units=("41-162",))) == []


# --- construction [H6.5] -------------------------------------------------------------------------


def beset(faces: dict[str, int]) -> Play:
    """Turn 3 of Toenails: GUA and RUS are bombed away, MARU1 has brought SNLF-K6 to 1908."""
    faces |= {
        **CALM, "7.4 initiative": 1, "6.6.3 repair GUA": 10, "6.6.3 repair RUS": 10,
    }  # fmt: skip
    faces |= {f"9.10 ground t{t}m{m} {b} #{k}": 1 for t in (1, 2) for m in (1, 2, 3)
              for b in ("GUA", "RUS") for k in range(1, 9)}  # fmt: skip
    slot, around = ("1203", "1204", "1305", "1405", "1506", "1606"), ("1607", "1708", "1808")
    game = play("toenails", faces).until(JAPANESE, "4.4")
    game.file(NavalMission(ships=("MARU1",), path=slot)).until(JAPANESE, "4.4")
    bombed(game, faces, "1807", "GUA", "D3A-582", "G4M-702", "G4M-705", "G4M-751")
    while game.game.now == 1:
        game.file()
    landing = NavalMission(
        ships=("MARU1",), path=("1606", *around, "1908"), purpose="transport",
        load=FrozenMap({"MARU1": ("SNLF-K6",)}),
    )  # fmt: skip
    game.until(JAPANESE, "4.4").file(landing).until(JAPANESE, "4.4")
    bombed(game, faces, "1807", "GUA", "D3A-582").until(JAPANESE, "4.4")
    bombed(game, faces, "1707", "RUS", "G4M-702", "G4M-705", "G4M-751")
    assert [game.game.bases[base].status for base in ("GUA", "RUS")] == ["destroyed"] * 2
    game.until(JAPANESE, "4.5-first").file(Land(ship="MARU1", units=("SNLF-K6",)))
    home = Withdraw(ships=("MARU1",), path=("1908", *reversed(around), "1606"))
    game.until(JAPANESE, "4.6-first").file(home)
    while game.game.now == 2:
        game.file()
    return game


def bombed(game: Play, faces: dict[str, int], hex_: str, base: str, *units: str) -> Play:
    """A base bombed by units of the next seat, two hits each."""
    mission = f"t{game.game.now}m{game.game.operations.numbered + 1}"
    for unit in units:
        faces |= {f"9.9 aa {mission} {unit}": 1, f"9.10 bomb {mission} {unit}": 10}
    strike = AirMission(
        kind="strike", hex=hex_, band="medium", strikers=units, mode="regular",
        target=f"base:{base}",
    )  # fmt: skip
    return game.file(strike).file(Reply(mission=mission)).file()


def test_h18_19_a_build_without_a_line_in_4_2_is_void(loaded: dict[str, int]) -> None:
    game = beset(loaded).until(JAPANESE, "4.2").file(Build(base="MJ1", hex="1908"))
    game.until(ALLIED, "5.3").file(CommitTF36(commit=True, hex="1908"))
    assert [(e.base, e.hex, e.cited) for e in game.events(BuildVoided)] == [
        ("MJ1", "1908", "6.2.4~")
    ]
    assert not game.events(BuildBegun)
    assert game.game.bases["MJ1"].status == "in-hand"
    void = "(MJ1) in 1908 (San Cristobal) is not begun: there is no line of supply [6.2.4~]"
    assert f"{void}; the counter stays in hand [H6.5]." in game.report()
    while game.game.now == 3:
        game.file()
    assert game.match.audit() == []


def test_h6_5_no_build_beside_enemy_ground_units(loaded: dict[str, int]) -> None:
    def change(table: dict[str, Any]) -> None:
        table["ground"]["0805"] = ["51D-66", "3D-15"]
        table["ground"]["0705"].remove("51D-66")
        table["ground"]["0706"].remove("3D-15")

    game = play("campaign", loaded | CALM, change).until(JAPANESE, "4.2")
    (problem,) = game.refused(Build(base="MJ1", hex="0805"))
    assert (problem.rule, problem.where) == ("6.6.4~", "order 1, key 'hex'")


def test_6_2_4_want_of_supply_is_told_at_the_hex(loaded: dict[str, int]) -> None:
    game = beset(loaded).until(ALLIED, "4.2")
    (problem,) = game.refused(Build(base="MA1", hex="1807"))
    assert (problem.rule, problem.where) == ("6.2.4~", "order 1, key 'hex'")
    assert problem.what == "1807 has no line of supply"
    both = game.refused(Build(base="MA3", hex="1707"))
    assert [(problem.rule, problem.where) for problem in both] == [
        ("6.2.4~", "order 1, key 'base'"),
        ("6.2.4~", "order 1, key 'hex'"),
    ]


# --- disrupted ships [H10.2] ---------------------------------------------------------------------


def test_h18_22_a_disrupted_ship_lands_and_unloads_nothing(loaded: dict[str, int]) -> None:
    """MARU2 comes to 0705 and is bombed there: DF 2, 10 + 3 - 3 = 10."""
    loaded |= {**CALM, "9.10 bomb t1m2 B25-71": 10}
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4")
    path = ("1203", "1104", "1004", "0905", "0805", "0705")
    game.file(NavalMission(ships=("MARU2",), path=path, purpose="transport"))
    bombs = AirMission(
        kind="strike", hex="0705", band="medium", strikers=("B25-71",), mode="regular",
        target="naval:MARU2",
    )  # fmt: skip
    game.until(ALLIED, "4.4")
    mission = f"t1m{game.game.operations.numbered + 1}"
    loaded[f"9.10 bomb {mission} B25-71"] = 10
    game.file(bombs).file(Reply(mission=mission)).file()
    assert game.game.ships["MARU2"].disrupted
    game.until(JAPANESE, "4.5-first")
    assert game.rules(Land(ship="MARU2", units=("SNLF-S5",))) == ["H10.2"]
    game.until(JAPANESE, "4.6-first")
    (problem,) = game.refused(Withdraw(ships=("MARU2",), path=("0705",), unload=True))
    assert (problem.rule, problem.where) == ("H10.2", "order 1, key 'unload'")
    assert problem.what == "disrupted ships unload nothing: MARU2"
    while game.game.now == 1:
        game.file()
    assert game.game.ships["MARU2"].cargo == ("SNLF-S5", "supply", "supply")
    assert not game.game.ships["MARU2"].disrupted


def test_6_5_4_a_base_with_a_hidden_unit_is_not_taken_away(loaded: dict[str, int]) -> None:
    """His own program refuses; a cheat is named in the file of the order, by the same rule."""
    loaded |= {"5.1 event": 7, "11.1 ground initiative": 10}
    game = play("campaign", loaded).until(ALLIED, "5.3").file(Build(base="MA1", hex="0707"))
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "4.4").file(Stage(unit="P38-9", to="MA1")).until(ALLIED, "4.6-first")
    order = Dismantle(base="MA1")
    assert [(p.rule, p.what) for p in game.refused(order)] == [
        ("6.5.4~", "MA1 is not empty: P38-9")
    ]
    match = game.match
    seq = match.links.seq + 1
    match.put(match.view(), (order,))
    (breach,) = [one for one in match.audit() if one.seq == seq]
    assert (breach.rule, breach.subject, breach.gain) == ("6.5.4~", "MA1", ALLIED)
    assert breach.what == "it was dismantled, and is not empty: P38-9 (check 5)"


def test_h9_10_5_who_strafes_a_base_under_construction_is_told_that_he_does_nothing(
    loaded: dict[str, int],
) -> None:
    """Nobody stands there, and strafing makes no hits; bombs do [6.5.3~]."""
    calm = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9}
    game = play("bismarck-sea", loaded | calm).until(ALLIED, "7.3")
    game.file(Build(base="MA1", hex="0907")).until(JAPANESE, "4.4")
    assert game.game.bases["MA1"].status == "building"
    strafe = AirMission(
        kind="strike", hex="0907", band="low", strikers=("A6M-253",), mode="strafe",
        target="base:MA1",
    )  # fmt: skip
    told = "A6M-253 strafes Allied mobile base 1 (MA1) for nothing: it is under construction, so"
    assert any(line.startswith(told) for line in foretold(game, strafe).warnings)
    bombs = replace(strafe, band="medium", strikers=("G4M-705",), mode="regular")
    assert not any("for nothing" in line for line in foretold(game, bombs).warnings)
