"""Flak at the bombers of an air mission [H9.9]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_battle import Battle
from pbem.systems.cartwheel.rules.r09_flak import aa_of, aa_of_base
from pbem.systems.cartwheel.rules.r09_targets import read_target
from pbem.systems.cartwheel.table.events_air import (
    Bombed,
    FlakFired,
)
from pbem.systems.cartwheel.table.state import JAPANESE, Game
from pbem.systems.cartwheel.table.under_way import Band, Raid
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    MEDIUM,
    flown,
    raid,
    striker,
)
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    afloat,
    ashore,
    board,
    hurt,
    told,
)

ON_RABAUL = raid("1203", MEDIUM, striker("B25-69", "regular", "base:RAB"))


def aa(game: Game, raid_: Raid, text: str) -> int:
    target = read_target(text)
    assert target is not None
    return aa_of(game, Battle(raid=raid_, wings=FrozenMap()), target, CHARTS)


# --- flak ----------------------------------------------------------------------------------------


def test_6_6_1_aa_of_bases() -> None:
    game = board()
    mobile = replace(game.bases["MJ1"], hex="1106", status="working")
    assert aa_of_base(game.bases["BUI"], CHARTS) == 2
    assert aa_of_base(mobile, CHARTS) == 2
    assert aa_of_base(game.bases["RAB"], CHARTS) == 3
    assert aa_of_base(hurt(game, "RAB", 3).bases["RAB"], CHARTS) == 1
    assert aa_of_base(replace(mobile, status="building"), CHARTS) == 0


def test_h13_3_a_base_without_supply_fires_worse_but_fires() -> None:
    game = board()
    assert aa_of_base(replace(game.bases["RAB"], supplied=False), CHARTS) == 2
    assert aa_of_base(replace(game.bases["RAB"], supplied=False, hits=3), CHARTS) == 1


def test_h9_9_1_aa_of_ships_counts_at_most_two_consorts() -> None:
    """Transports cover nobody, and disrupted warships do not either [3.0d]."""
    alone = afloat(board(), "1203", "MARU1")
    assert aa(alone, ON_RABAUL, "naval:MARU1") == 0
    pair = afloat(afloat(alone, "1203", "MARU2", "IJN-CA1"), "1203", "IJN-CA2", disrupted=True)
    assert aa(pair, ON_RABAUL, "naval:MARU1") == 1
    fleet = afloat(pair, "1203", "IJN-CLT1", "IJN-CLT2")
    assert aa(fleet, ON_RABAUL, "naval:MARU1") == 2
    assert aa(fleet, ON_RABAUL, "naval:IJN-CA1") == 4
    assert aa(fleet, ON_RABAUL, "naval:IJN-CA2") == 4


def test_h9_9_1_aa_of_ports_and_troops() -> None:
    game = ashore(board(), "1203", "GAR-RAB1")
    assert aa(game, ON_RABAUL, "ground:1203") == 1
    assert aa(game, ON_RABAUL, "port:1203") == 3
    destroyed = game.with_base(replace(game.bases["RAB"], status="destroyed"))
    assert aa(destroyed, ON_RABAUL, "port:1203") == 1


@pytest.mark.parametrize(("band", "die", "total"), [(HIGH, 8, 10), (MEDIUM, 8, 11), (LOW, 8, 12)])
def test_h9_9_2_the_band_changes_the_fire(band: Band, die: int, total: int) -> None:
    mode = "parafrag" if band == LOW else "regular"
    raid_ = raid("1203", band, striker("B25S-90", mode, "base:RAB"))
    dice = {"9.9 aa t1m1 B25S-90": die, "9.10 bomb t1m1 B25S-90": 1}
    _, events = flown(board(), raid_, dice)
    (fired,) = told(events, FlakFired)
    assert fired.score.total == total


def test_h9_9_3_hit_by_flak_a_bomber_bombs_with_what_it_has_left() -> None:
    """A step costs BF, disruption costs 2; a bomber of one step does not come through."""
    raid_ = raid(
        "1203",
        MEDIUM,
        striker("B25-69", "regular", "base:RAB"),
        striker("B25-70", "regular", "base:RAB"),
        striker("B26-19", "regular", "base:RAB", steps=1),
    )
    dice = {
        "9.9 aa t1m1 B25-69": 9,
        "9.9 aa t1m1 B25-70": 7,
        "9.9 aa t1m1 B26-19": 9,
        "9.10 bomb t1m1 B25-69": 6,
        "9.10 bomb t1m1 B25-70": 6,
    }
    game, events = flown(board(), raid_, dice)
    assert [bombed.score.terms for bombed in told(events, Bombed)] == [
        FrozenMap({"BF": 2}),
        FrozenMap({"BF": 3, "flak": -2}),
    ]
    assert game.points(JAPANESE) == 2
    assert game.air["B26-19"].steps == 0
