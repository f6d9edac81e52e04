"""Bombing: modes, modifiers, airbases and ports [H9.10]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_battle import Battle, Wing
from pbem.systems.cartwheel.rules.r09_bombing import (
    Attack,
    bombing_terms,
    troops_terms,
)
from pbem.systems.cartwheel.rules.r09_flak import aa_of
from pbem.systems.cartwheel.rules.r09_targets import read_target
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    FlakFired,
    Harm,
    PortHit,
    UnitBombed,
)
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck
from pbem.systems.cartwheel.table.events_turn import BaseHit
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.table.under_way import Band, Raid
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    MEDIUM,
    aloft,
    flown,
    met,
    raid,
    ready,
    striker,
)
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    afloat,
    ashore,
    board,
    hurt,
    moored,
    raining,
    scouted,
    told,
)

ON_RABAUL = raid("1203", MEDIUM, striker("B25-69", "regular", "base:RAB"))


def aa(game: Game, raid_: Raid, text: str) -> int:
    target = read_target(text)
    assert target is not None
    return aa_of(game, Battle(raid=raid_, wings=FrozenMap()), target, CHARTS)


# --- modifiers -----------------------------------------------------------------------------------


def terms(game: Game, unit: str, mode: str, target: str, band: Band) -> dict[str, int]:
    wing = Wing(unit=unit, role="striker", start=2, steps=2, band=band, loaded=True)
    chart, aim = CHARTS.mode(mode, band), read_target(target)
    assert chart is not None
    assert aim is not None
    found = bombing_terms(game, Attack(wing=wing, mode=chart, target=aim), CHARTS)
    return {word: drm for word, drm in found.items() if drm}


@pytest.mark.parametrize(
    ("unit", "mode", "band", "target", "drm"),
    [
        ("B25-69", "regular", HIGH, "base:RAB", -1),
        ("B25-69", "regular", HIGH, "port:1203", -1),
        ("B25-69", "regular", HIGH, "naval:IJN-CA1", -4),
        ("B25-69", "regular", HIGH, "ground:1203", -1),
        ("BEAU-30", "regular", MEDIUM, "base:RAB", 0),
        ("B25-69", "regular", MEDIUM, "naval:IJN-CA1", -3),
        ("B24-319", "precision", HIGH, "base:RAB", 1),
        ("B24-319", "precision", HIGH, "naval:IJN-CA1", -3),
        ("B24-319", "precision", HIGH, "ground:1203", 0),
        ("SBD-132", "dive", MEDIUM, "port:1203", 1),
        ("SBD-132", "dive", MEDIUM, "naval:IJN-CA1", 2),
        ("SBD-132", "dive", MEDIUM, "ground:1203", 1),
        ("TBF-143", "torpedo", LOW, "naval:IJN-CA1", 2),
        ("B25S-90", "skip", LOW, "naval:IJN-CA1", 2),
        ("B25S-90", "parafrag", LOW, "base:RAB", 1),
        ("P40-7", "strafe", LOW, "ground:1203", -1),
    ],
)
def test_h9_10_1_modes(unit: str, mode: str, band: Band, target: str, drm: int) -> None:
    bf = CHARTS.air[unit].model.front.bf
    assert terms(board(), unit, mode, target, band) == {"BF": bf} | ({mode: drm} if drm else {})


def test_h9_10_3_a_storm_hinders_and_recon_is_no_help() -> None:
    game = raining(scouted(board(), ALLIED, "F5-8", "1203"))
    assert terms(game, "B25-69", "regular", "base:RAB", MEDIUM) == {"BF": 3, "storm": -1}
    magic = scouted(board(), ALLIED, "PBY-M", "1203")
    assert terms(magic, "B25-69", "regular", "base:RAB", MEDIUM) == {"BF": 3}


def sheltered(hex_: str, unit: str, **state: object) -> dict[str, int]:
    """What is added to bombs on a unit in a hex with a Fortification."""
    game = replace(ashore(board(), hex_, unit), forts=("0706", "1203"))
    found = troops_terms(game, replace(game.troops[unit], **state), CHARTS)
    return {word: drm for word, drm in found.items() if drm}


def test_h9_10_3_terrain_and_fortifications_shelter_troops() -> None:
    assert sheltered("1203", "20D-78") == {"Fortification": -2}
    assert sheltered("0706", "20D-78") == {"terrain": -2, "Fortification": -2}
    assert sheltered("0706", "41-162") == {"terrain": -2}


@pytest.mark.parametrize(
    ("unit", "state", "drm"),
    [
        ("GAR-AIT", {}, 2), ("51D-66", {"steps": 1}, 2), ("GAR-LAE", {}, 1),
        ("20D-78", {"steps": 1}, 1), ("51D-66", {}, 0), ("20D-78", {}, 0), ("3M-3", {}, -1),
        ("20D-78", {"disrupted": True, "supplied": False}, 0),
    ],
)  # fmt: skip
def test_h9_10_3_the_cf_that_a_victim_shows(unit: str, state: dict[str, object], drm: int) -> None:
    """CF 1: +2, CF 2: +1, CF 3 and 4: 0, CF 5: -1; never halved [AMB-35]."""
    assert sheltered("0604", unit, **state) == ({"CF": drm} if drm else {})


@pytest.mark.parametrize(
    ("ship", "total", "harm"),
    [
        ("IJN-BB1", 10, Harm(disrupts=True)),
        ("IJN-CLT1", 11, Harm(disrupts=True)),
        ("MARU1", 12, Harm(steps=1, disrupts=True)),
        ("DAI1", 13, Harm(steps=1, disrupts=True)),
    ],
)
def test_h9_10_3_a_dive_on_ships_of_different_df(ship: str, total: int, harm: Harm) -> None:
    """DF 6: -2, DF 3: -1, DF 2: 0, DF 1: +1 [H9.10.3]."""
    raid_ = raid("1304", MEDIUM, striker("SBD-132", "dive", f"naval:{ship}"))
    dice = {"9.10 bomb t1m1 SBD-132": 7}
    if CHARTS.naval[ship].front.aa:
        dice["9.9 aa t1m1 SBD-132"] = 1
    _, events = flown(afloat(board(), "1304", ship), raid_, dice)
    (bombed,) = told(events, UnitBombed)
    assert (bombed.score.total, bombed.harm) == (total, harm)


@pytest.mark.parametrize(
    ("unit", "hex_", "victim", "total", "harm", "points"),
    [
        ("B25-71", "0402", "GAR-AIT", 13, Harm(steps=1), 1),
        ("B25-71", "0604", "20D-78", 11, Harm(disrupts=True), 0),
        ("KI49-7", "1203", "3M-3", 10, Harm(disrupts=True), 0),
    ],
)
def test_h9_10_3_an_8_on_troops_of_different_cf(
    unit: str, hex_: str, victim: str, total: int, harm: Harm, points: int
) -> None:
    side = CHARTS.air[unit].side
    raid_ = raid(hex_, MEDIUM, striker(unit, "regular", f"ground:{hex_}"), side=side)
    dice = {f"9.9 aa t1m1 {unit}": 1, f"9.10 bomb t1m1 {unit}": 8}
    held = replace(board(), control=board().control.set(hex_, CHARTS.ground[victim].side))
    game, events = flown(ashore(held, hex_, victim), raid_, dice)
    (bombed,) = told(events, UnitBombed)
    assert (bombed.score.total, bombed.harm, bombed.victim) == (total, harm, victim)
    assert game.points(side) == points


@pytest.mark.parametrize(
    ("unit", "die", "total", "harm"),
    [
        ("G4M-705", 7, 11, Harm(disrupts=True)), ("G4M-705", 8, 12, Harm(steps=1)),
        ("B25-71", 7, 10, Harm(disrupts=True)), ("B25-71", 8, 11, Harm(disrupts=True)),
        ("B17-63", 7, 9, Harm()), ("B17-63", 8, 10, Harm(disrupts=True)),
    ],
)  # fmt: skip
def test_h9_9_2_flak_of_3_at_bombers_of_different_df(
    unit: str, die: int, total: int, harm: Harm
) -> None:
    """DF 1 and 2: +1, DF 3: 0, DF 4 and more: -1 [H9.9.2]."""
    side = CHARTS.air[unit].side
    base = "RAB" if side == ALLIED else "PM"
    hex_ = CHARTS.bases[base].hex
    raid_ = raid(hex_, MEDIUM, striker(unit, "regular", f"base:{base}"), side=side)
    dice = {f"9.9 aa t1m1 {unit}": die, f"9.10 bomb t1m1 {unit}": 1}
    _, events = flown(board(), raid_, dice)
    (fired,) = told(events, FlakFired)
    assert (fired.score.total, fired.harm) == (total, harm)


# --- bases and ports -----------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hits"), [(5, 0), (6, 1), (9, 1), (10, 2)])
def test_h9_10_4_hits_on_a_base(die: int, hits: int) -> None:
    dice = {"9.9 aa t1m1 B25-69": 1, "9.10 bomb t1m1 B25-69": die}
    dice |= {f"9.10 ground t1m1 RAB #{k}": 1 for k in range(1, hits + 1)}
    game, events = flown(board(), ON_RABAUL, dice)
    assert told(events, Bombed)[0].hits == game.bases["RAB"].hits == hits
    assert not game.owed


def test_h9_10_1_parafrag_makes_two_ground_strikes_a_hit_at_2() -> None:
    raid_ = raid("1203", LOW, striker("B25S-90", "parafrag", "base:RAB"))
    dice = {
        "9.9 aa t1m1 B25S-90": 1,
        "9.10 bomb t1m1 B25S-90": 5,
        "9.10 ground t1m1 RAB #1": 4,
        "9.10 ground t1m1 RAB #2": 7,
        "9.10 pick t1m1 RAB #2": 100,
    }
    game, events = flown(board(), raid_, dice)
    (struck,) = told(events, BaseStruck)
    assert (struck.effects, struck.picks) == (("", "step"), (0, 100))
    assert game.bases["RAB"].hits == 1


def test_cr22_all_bomb_before_the_base_takes_its_hits() -> None:
    """A minor base with 5 hits is destroyed by the first bomb; the second bombs it as well."""
    game = hurt(board(), "BUI", 5)
    raid_ = met(
        raid(
            "1405",
            MEDIUM,
            striker("B25-69", "regular", "base:BUI"),
            striker("B25-70", "regular", "base:BUI"),
        ),
        aloft("A6M-582", "BUI"),
    )
    dice = {
        "9.7 fire t1m1 r1 A6M-582>B25-69": 1,
        "9.7 fire t1m1 r1 B25-69>A6M-582": 7,
        "9.9 aa t1m1 B25-69": 1,
        "9.9 aa t1m1 B25-70": 1,
        "9.10 bomb t1m1 B25-69": 7,
        "9.10 bomb t1m1 B25-70": 7,
        "9.10 ground t1m1 BUI #1": 7,
        "9.10 pick t1m1 BUI #1": 1,
        "9.10 ground t1m1 BUI #2": 1,
    }
    game, events = flown(game, raid_, dice)
    assert game.bases["BUI"].status == "destroyed"
    assert game.points(ALLIED) == 2
    kinds = [type(e) for e in events if isinstance(e, BaseStruck | BaseHit | BaseLost)]
    assert kinds == [BaseStruck, BaseHit, BaseLost]
    assert told(events, BaseStruck)[0].airborne == ("A6M-582",)
    assert [(owed.kind, owed.place) for owed in game.owed] == [
        ("struck", "BUI"),
        ("lost-base", "BUI"),
    ]
    assert game.air["A6M-582"].base == "", "it has to land elsewhere"


def test_6_5_3_an_unfinished_base_fires_not_and_holds_nobody() -> None:
    game = board()
    game = game.with_base(replace(game.bases["MJ1"], hex="1304", status="building"))
    raid_ = raid("1304", MEDIUM, striker("B25-69", "regular", "base:MJ1"))
    game, events = flown(game, raid_, {"9.10 bomb t1m1 B25-69": 6})
    assert not told(events, BaseStruck)
    assert game.bases["MJ1"].status == "in-hand"


def test_h9_10_7_two_hits_close_a_port() -> None:
    raid_ = raid("1203", MEDIUM, striker("B25-69", "regular", "port:1203"))
    dice = {"9.9 aa t1m1 B25-69": 1, "9.10 bomb t1m1 B25-69": 6}
    game, events = flown(board(), raid_, dice)
    assert [(hit.total, hit.closed) for hit in told(events, PortHit)] == [(1, False)]
    game, events = flown(replace(game, now=2), raid_, dice)
    assert [(hit.total, hit.closed) for hit in told(events, PortHit)] == [(2, True)]
    assert game.port_hits == FrozenMap({"1203": 2})
    assert game.bases["RAB"].hits == 0


def test_h6_7_bombs_on_a_port_strike_the_rufes_there() -> None:
    """One strike for a striker that hits, however often; a Rufe that evaded cannot be hit."""
    game = moored(board(), "1203", "RUF-802")
    raid_ = raid("1203", MEDIUM, striker("SBD-132", "dive", "port:1203"))
    evading = replace(raid_, response=replace(raid_.response, evaders=(
        ready("RUF-802", "port:1203", airborne=True),
    )))  # fmt: skip
    dice = {
        "9.9 aa t1m1 SBD-132": 1,
        "9.10 bomb t1m1 SBD-132": 9,
        "9.10 ground t1m1 port:1203 #1": 9,
        "9.10 pick t1m1 port:1203 #1": 7,
    }
    after, events = flown(game, raid_, dice)
    assert told(events, Bombed)[0].hits == 2
    assert told(events, BaseStruck)[0].airborne == ()
    assert [(owed.side, owed.place, owed.picks) for owed in after.owed] == [
        (JAPANESE, "port:1203", (7,))
    ]
    after, events = flown(game, evading, dice)
    assert told(events, BaseStruck)[0].airborne == ("RUF-802",)
    assert after.floatplanes["RUF-802"].flown
