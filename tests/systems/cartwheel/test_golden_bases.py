"""Golden examples of airbases, each played from its orders: building, damage, capture."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.rules.r06_havens import own_bases
from pbem.systems.cartwheel.table.events_air import Bombed, FlakFired
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, Stated
from pbem.systems.cartwheel.table.events_turn import BaseHit, MobileDismantled, MobileFinished
from pbem.systems.cartwheel.table.orders_ground import Attack, March
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import Build, CommitEleventh, Dismantle, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 1}


def bombs(hex_: str, base: str, *units: str) -> AirMission:
    """A regular attack on a base."""
    return AirMission(
        kind="strike", hex=hex_, band="medium", strikers=units, mode="regular",
        target=f"base:{base}",
    )  # fmt: skip


RULES = {"aa": "9.9", "bomb": "9.10"}


def flown(game: Play, mission: AirMission, faces: dict[str, int], dice: dict[str, int]) -> str:
    """A mission of the next seat, answered with nothing and opened; its id.

    Its dice are named `aa U` and `bomb U`.
    """
    id_ = f"t{game.game.now}m{game.game.operations.numbered + 1}"
    for label, die in dice.items():
        word, _, unit = label.partition(" ")
        faces[f"{RULES[word]} {word} {id_} {unit}"] = die
    game.file(mission).file(Reply(mission=id_)).file()
    return id_


def next_turn(game: Play) -> Play:
    """Empty files until the next turn."""
    now = game.game.now
    while game.game.now == now:
        game.file()
    return game


# --- who stands where ----------------------------------------------------------------------------


def test_g37_6_3_6_a_rufe_stands_at_a_port_and_not_at_its_airbase(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(JAPANESE, "5.2")
    inland = CommitEleventh(commit=True, bases=FrozenMap({"RUF-802": "WEW"}))
    assert game.rules(inland) == ["6.3.6~"]
    game.file(CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "0503"})))
    assert game.until(ALLIED, "5.3").game.floatplanes["RUF-802"].hex == "0503"


@pytest.mark.parametrize(
    ("hex_", "rule", "what"),
    [
        ("0807", "6.5a", "no mobile base can be begun in '0807'"),
        ("0805", "6.5a", "no mobile base can be begun in '0805'"),
    ],
    ids=["mountain", "enemy"],
)
def test_g40_6_5a_where_no_mobile_base_is_begun(
    loaded: dict[str, int], hex_: str, rule: str, what: str
) -> None:
    game = play("campaign", loaded | CALM).until(ALLIED, "4.2")
    (problem,) = game.refused(Build(base="MA1", hex=hex_))
    assert (problem.rule, problem.where) == (rule, "order 1, key 'hex'")
    assert problem.what == what


def test_g40_6_2_4_no_mobile_base_is_begun_out_of_supply(loaded: dict[str, int]) -> None:
    """Rekata, which the Allied bases around it cut off."""
    game = play("bougainville", loaded | CALM).until(JAPANESE, "4.2")
    (problem,) = game.refused(Build(base="MJ1", hex="1706"))
    assert (problem.rule, problem.where) == ("6.2.4~", "order 1, key 'hex'")
    assert problem.what == "1706 has no line of supply"


# --- mobile airbases -----------------------------------------------------------------------------


def begun(faces: dict[str, int]) -> Play:
    """Turn 1 of the campaign with MA1 under construction in 0806, at the Japanese opportunity."""
    game = play("campaign", faces).until(ALLIED, "4.2").file(Build(base="MA1", hex="0806"))
    return game.until(JAPANESE, "4.4")


def test_g41_6_5_2_a_mobile_base_is_ready_in_the_regroup_phase_and_hosts(
    loaded: dict[str, int],
) -> None:
    game = begun(loaded | CALM)
    assert game.game.bases["MA1"].status == "building"
    next_turn(game)
    assert [event.bases for event in game.events(MobileFinished)] == [("MA1",)]
    game.until(ALLIED, "4.4").file(Stage(unit="P39-36", to="MA1"))
    plane = game.plane(ALLIED, "P39-36")
    assert plane is not None
    assert plane.base == "MA1"


def test_g42_g46_6_5_3_one_hit_ends_the_construction_without_flak(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = begun(loaded)
    flown(game, bombs("0806", "MA1", "KI49-7"), loaded, {"bomb KI49-7": 6})
    assert game.events(FlakFired) == []
    assert not game.events(BaseStruck), "nobody is there yet"
    (hit,) = game.events(BaseHit)
    assert (hit.base, hit.hits, hit.effect) == ("MA1", 1, "removed")
    assert game.game.bases["MA1"].status == "in-hand"
    assert game.earned(JAPANESE) == []
    next_turn(game).until(ALLIED, "4.2")
    assert game.rules(Build(base="MA1", hex="0806")) == []


def test_g44_g46_6_5_3_a_mobile_base_that_bombs_destroy_may_be_built_again(
    loaded: dict[str, int],
) -> None:
    """AA 2, and with two hits 1; four hits remove it, for 1 VP."""
    loaded |= CALM
    game = next_turn(begun(loaded)).until(JAPANESE, "4.4")
    two = {"aa KI49-7": 1, "bomb KI49-7": 10, "aa KI48-208a": 1, "bomb KI48-208a": 6}
    first = flown(game, bombs("0806", "MA1", "KI49-7"), loaded, two)
    game.until(JAPANESE, "4.4")
    low = {"aa KI21-14": 1, "bomb KI21-14": 10}
    second = flown(game, bombs("0806", "MA1", "KI21-14"), loaded, low)
    assert [(e.mission, e.score.terms["AA"]) for e in game.events(FlakFired)] == [
        (first, 2), (second, 1)
    ]  # fmt: skip
    assert [e.hits for e in game.events(Bombed)] == [2, 1]
    game.until(JAPANESE, "4.4")
    third = {"aa G4M-702": 1, "bomb G4M-702": 7}
    flown(game, bombs("0806", "MA1", "G4M-702"), loaded, third)
    assert [(e.total, e.effect) for e in game.events(BaseHit)][-1] == (4, "removed")
    assert game.game.bases["MA1"].status == "in-hand"
    assert game.earned(JAPANESE) == [(2, "H16.1", "MA1")]
    next_turn(game).until(ALLIED, "4.2")
    three = [Build(base=f"MA{n}", hex=h) for n, h in ((1, "0806"), (2, "1106"), (3, "1206"))]
    assert game.rules(*three) == []


def test_g45_6_5_4_who_may_dismantle(loaded: dict[str, int]) -> None:
    """With a unit on it: refused; empty and undisrupted: gone, and in hand again."""
    loaded |= CALM
    game = next_turn(begun(loaded)).until(ALLIED, "4.4").file(Stage(unit="P39-36", to="MA1"))
    game.until(ALLIED, "4.6-second")
    assert game.rules(Dismantle(base="MA1")) == ["6.5.4~"]
    next_turn(game).until(ALLIED, "4.4").file(Stage(unit="P39-36", to="PM"))
    game.until(ALLIED, "4.6-second")
    assert game.rules(Dismantle(base="MA1")) == []
    game.file(Dismantle(base="MA1"))
    next_turn(game)
    assert [event.base for event in game.events(MobileDismantled)] == ["MA1"]
    assert game.game.bases["MA1"].status == "in-hand"
    assert game.match.audit() == []


def test_h12_2_1_nobody_comes_any_more_to_a_base_that_its_ground_file_dismantles(
    loaded: dict[str, int],
) -> None:
    """It is no haven from the order on, while 4.5 of the other side is still to come."""
    loaded |= {**CALM, "11.1 ground initiative": 10}
    game = next_turn(begun(loaded)).until(ALLIED, "4.5-first")
    assert "MA1" in own_bases(game.game, ALLIED)
    game.file(Dismantle(base="MA1")).until(JAPANESE, "4.5-second")
    assert game.game.bases["MA1"].status == "working"
    assert "MA1" not in own_bases(game.game, ALLIED)
    next_turn(game)
    assert [event.base for event in game.events(MobileDismantled)] == ["MA1"]


def test_g45_6_5_4_a_disrupted_one_is_not_dismantled(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = next_turn(begun(loaded)).until(JAPANESE, "4.4")
    flown(game, bombs("0806", "MA1", "KI49-7"), loaded, {"aa KI49-7": 1, "bomb KI49-7": 10})
    assert game.game.bases["MA1"].hits == 2
    assert game.until(ALLIED, "4.6-second").rules(Dismantle(base="MA1")) == ["6.5.4~"]


# --- damage --------------------------------------------------------------------------------------


def test_g48_h18_7_a_minor_base_takes_its_sixth_hit(loaded: dict[str, int]) -> None:
    """A mission with one hit and one with five: destroyed, 2 hp; nobody bases there next turn."""
    loaded |= {**CALM, "6.6.3 repair BUI": 10}
    loaded |= {f"9.10 ground t1m{m} BUI #{k}": 1 for m in (1, 2) for k in range(1, 6)}
    one = {"aa TBF-233": 1, "bomb TBF-233": 6}
    five = {"bomb B25-69": 10, "bomb B25-70": 10, "bomb TBF-143": 9}
    five |= {"aa B25-69": 1, "aa B25-70": 1, "aa TBF-143": 1}
    game = play("toenails", loaded).until(ALLIED, "4.4")
    flown(game, bombs("1405", "BUI", "TBF-233"), loaded, one)
    assert (game.game.bases["BUI"].hits, game.game.bases["BUI"].status) == (1, "working")
    game.until(ALLIED, "4.4")
    flown(game, bombs("1405", "BUI", "B25-69", "B25-70", "TBF-143"), loaded, five)
    assert [e.score.terms["AA"] for e in game.events(FlakFired)] == [2, 2, 2, 2]
    assert [e.hits for e in game.events(Bombed)] == [1, 2, 2, 1]
    assert [(e.hits, e.total, e.effect) for e in game.events(BaseHit)] == [
        (1, 1, ""), (5, 6, "destroyed")
    ]  # fmt: skip
    assert game.earned(ALLIED) == [(2, "H16.1", "BUI")]
    next_turn(game).until(JAPANESE, "4.4")
    assert game.game.bases["BUI"].status == "destroyed"
    assert game.rules(Stage(unit="A6M-201", to="BUI")) == ["6.6.3"]
    assert game.match.audit() == []


# --- capture -------------------------------------------------------------------------------------


def test_g49_g51_6_6_5_a_fighter_escapes_and_a_bomber_does_not(loaded: dict[str, int]) -> None:
    """KI43-24a (6) rolls 6, KI49-7 (4) rolls 5: printed ratings, no +1 for a bomber.

    They stage to Finschhafen in turn 1; in turn 2 its garrison is bombed, and 41-162 walks in.
    """
    loaded |= {
        **CALM, "11.1 ground initiative": 10, "9.9 aa t2m1 B25-71": 1, "9.10 bomb t2m1 B25-71": 8,
        "6.6.5 evacuate FIN #1": 6, "6.6.5 evacuate FIN #2": 5, "6.6.3 repair FIN": 10,
    }  # fmt: skip
    game = play("campaign", loaded).until(JAPANESE, "4.4")
    game.file(*(Stage(unit=unit, to="FIN") for unit in ("KI43-24a", "KI49-7")))
    bombs_ = AirMission(
        kind="strike", hex="0805", band="medium", strikers=("B25-71",), mode="regular",
        target="ground:0805",
    )  # fmt: skip
    next_turn(game).until(ALLIED, "4.4").file(bombs_).file(Reply(mission="t2m1")).file()
    assert game.game.troops["GAR-FIN"].steps == 0
    there = [game.plane(JAPANESE, unit) for unit in ("KI43-24a", "KI49-7")]
    assert [(p.base, p.half) for p in there if p] == [("FIN", "ready")] * 2
    game.until(ALLIED, "4.5-first").file(March(units=("41-162",), to="0805"))
    game.until(JAPANESE, "4.5-second").file()
    (lost,) = game.events(BaseLost)
    assert (lost.base, lost.how, lost.drm) == ("FIN", "captured", 0)
    (stated,) = [event for event in game.events(Stated) if event.kind == "lost-base"]
    assert (stated.saved, stated.lost) == (("KI43-24a",), ("KI49-7",))
    assert game.game.air["KI49-7"].steps == 0
    base = game.game.bases["FIN"]
    assert (base.owner, base.status, base.hits) == (ALLIED, "working", 2)
    next_turn(game)
    assert game.match.audit() == []


RAIDS = (
    ("0503", "WEW", ("B25S-13", "B25S-90", "B26-19", "B17-63", "B17-64")),
    ("0402", "AIT", ("B24-319", "B24-320", "B24-321")),
    ("0604", "MAD", ("B24-319", "B24-320", "B24-321")),
    ("0705", "LAE", ("B26-19", "B17-63", "B17-64")),
)
"""What bombs every base within 5 hexes of Hollandia, two raids a turn."""


def test_g50_6_6_5_the_range_of_an_evacuation_is_not_doubled(loaded: dict[str, int]) -> None:
    """KI43-59b reaches 5, and the next base from Hollandia is 6 hexes away: a 1 is in vain.

    Four bases are bombed away in two turns, then PIR-503 jumps; it is at Port Moresby from the
    start, since it would come in turn 5.
    """

    def paratroops(table: dict[str, Any]) -> None:
        table["ground"]["0707"].append("PIR-503")
        for row in table["reinforcements"]:
            row["units"] = [unit for unit in row["units"] if unit != "PIR-503"]

    loaded |= {
        **CALM, "11.1 ground initiative": 10, "9.9 aa t2m3 C47-6": 1, "11.6 drop t2m3": 5,
        "11.4 attack 0202": 10, "6.6.3 repair NAD": 10,
        **{f"6.6.5 evacuate HOL #{k}": 1 for k in range(1, 60)},
    }  # fmt: skip
    game = play("campaign", loaded, paratroops)
    for number, (hex_, base, units) in enumerate(RAIDS):
        mission = f"t{number // 2 + 1}m{number % 2 + 1}"
        loaded |= {f"9.10 ground {mission} {base} #{k}": 1 for k in range(1, 11)}
        loaded[f"6.6.3 repair {base}"] = 10
        if number == 2:
            next_turn(game)
        dice = {f"{what} {unit}": die for unit in units for what, die in (("aa", 1), ("bomb", 10))}
        flown(game.until(ALLIED, "4.4"), bombs(hex_, base, *units), loaded, dice)
        assert game.game.bases[base].status == "destroyed"
    jump = AirMission(
        kind="airdrop", hex="0202", band="low", transports=("C47-6",),
        cargo=FrozenMap({"C47-6": "PIR-503"}),
    )  # fmt: skip
    game.until(ALLIED, "4.4").file(jump).file(Reply(mission="t2m3")).file()
    game.until(ALLIED, "4.5-first").file(Attack(hex="0202")).until(JAPANESE, "4.5-second").file()
    (lost,) = [event for event in game.events(BaseLost) if event.base == "HOL"]
    assert (lost.how, lost.drm) == ("captured", 0)
    (stated,) = [event for event in game.events(Stated) if event.place == "HOL"]
    assert "KI43-59b" in stated.lost
    assert stated.saved == ("KI49-7",), "a bomber that reaches further"
    assert game.game.air["KI43-59b"].steps == 0
    next_turn(game)
    assert game.match.audit() == []


@pytest.mark.parametrize(("die", "escapes"), [(6, True), (7, False)])
def test_h18_10_evacuating_a_disrupted_base(
    loaded: dict[str, int], die: int, escapes: bool
) -> None:
    """F4U (8): 6 + 2 = 8 escapes, 7 + 2 = 9 does not.

    41-162 leaves Dobodura in turn 1; in turn 2 garrison and base are bombed, 51D-66 walks in.
    """
    loaded |= {
        **CALM, "9.9 aa t2m1 G4M-702": 1, "9.10 bomb t2m1 G4M-702": 10,
        **{f"9.10 ground t2m2 DOB #{k}": 1 for k in (1, 2)},
        **{f"6.6.5 evacuate DOB #{k}": die for k in range(1, 60)},
    }  # fmt: skip
    away = dict.fromkeys(("P38-9", "P40-8", "P39-40", "P39-41", "B25-71", "BOS-22"), "AUS")
    game = play("campaign", loaded).until(ALLIED, "5.3")
    game.file(Redistribute(units=FrozenMap({**away, "F4U-124": "DOB"})))
    game.until(JAPANESE, "4.5-first").file(March(units=("51D-66",), to="0805"))
    game.until(ALLIED, "4.5-second").file(March(units=("41-162",), to="0907"))
    troops = AirMission(
        kind="strike", hex="0806", band="medium", strikers=("G4M-702",), mode="regular",
        target="ground:0806",
    )  # fmt: skip
    game.until(JAPANESE, "4.4").file(troops).file(Reply(mission="t2m1")).file()
    assert game.game.troops["GAR-DOB"].steps == 0
    two = {"aa KI49-7": 1, "bomb KI49-7": 10}
    flown(game.until(JAPANESE, "4.4"), bombs("0806", "DOB", "KI49-7"), loaded, two)
    plane = game.plane(ALLIED, "F4U-124")
    assert plane is not None
    assert (plane.base, plane.half, plane.disrupted) == ("DOB", "ready", False)
    game.until(JAPANESE, "4.5-first")
    game.file(March(units=("51D-66",), to="0806")).until(ALLIED, "4.5-second").file()
    (lost,) = game.events(BaseLost)
    assert (lost.base, lost.drm) == ("DOB", 2)
    assert (game.game.air["F4U-124"].steps > 0) == escapes
    next_turn(game)
    assert game.match.audit() == []


def test_h17_0_redistribution_keeps_to_the_rules_of_basing(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | CALM).until(JAPANESE, "5.2")
    assert game.rules(Redistribute(units=FrozenMap({"A6M-201": "NAD"}))) == ["6.6.3"]
