"""What single air units can do and bear, by the printed rules [2.2.2, 2.2b, 3.0c]."""

import pytest

from pbem.engine.kinds import Refusal
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.readiness import not_ready
from pbem.systems.cartwheel.rules.casualties import lose_steps
from pbem.systems.cartwheel.rules.r09_battle import Wing, speed
from pbem.systems.cartwheel.rules.r09_manifest import unlawful
from pbem.systems.cartwheel.rules.r09_targets import may_attack_so
from pbem.systems.cartwheel.table.events_air import Fired, Harm, UnitHit
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.airfield import HIGH, LOW, aloft, escort, flown, met, raid, striker
from tests.systems.cartwheel.tabletop import CHARTS, board, told


def test_2_2_2e_a_bomber_is_faster_without_its_bombs() -> None:
    """Printed SR 4, by dropping or jettisoning 5; a fighter has no bombs to drop."""
    loaded = Wing(unit="B25-69", role="striker", start=2, steps=2, band=2, loaded=True)
    assert speed(loaded, CHARTS) == 4
    assert speed(replace(loaded, loaded=False), CHARTS) == 5
    fighter = Wing(unit="P38-9", role="escort", start=2, steps=2, band=2)
    assert speed(fighter, CHARTS) == CHARTS.air["P38-9"].model.sr == 7


def test_3_0c_one_bombing_mission_a_turn() -> None:
    """A unit that has bombed is refused by its own program, and by everybody's once it is seen."""
    game = board()
    flier = striker("B25-69", "regular", "base:RAB")
    second = raid("1203", HIGH, flier)
    assert unlawful(game, second, flier, CHARTS) == ""
    seen = replace(game.air["B25-69"], flew=game.now)
    assert unlawful(game.with_air((seen,)), second, flier, CHARTS) == "3.0c"
    plane = Plane(id="B25-69", base="PM", used=True)
    private = Private(side=ALLIED, planes=FrozenMap({plane.id: plane}))
    refusal = not_ready(private, game, plane, CHARTS)
    assert refusal == Refusal(rule="3.0c", what="has flown this turn")


@pytest.mark.parametrize(
    ("unit", "steps", "rule"), [("C47-6", 1, "2.2.2j~"), ("P40-7", 1, "2.2b")], ids=["G59", "G60"]
)
def test_2_2_2j_2_2b_a_loss_eliminates_who_has_no_back_to_flip(
    unit: str, steps: int, rule: str
) -> None:
    """A C-47 has one step [2.2.2j~]; a reduced unit shows its back already [2.2b]."""
    game = board()
    game = game.with_air((replace(game.air[unit], steps=steps),))
    game, events = lose_steps(game, unit, 1, CHARTS)
    assert game.air[unit].steps == 0, rule
    assert [hit.steps for hit in told(events, UnitHit)] == [0]
    assert game.points("japanese") == 1


def test_2_2_2a_a_red_af_fires_at_its_attacker_alone() -> None:
    """Two bombers, one interceptor: the one that is attacked fires back, the other does not."""
    bombers = [
        striker("B24-319", "precision", "base:RAB"),
        striker("B24-320", "precision", "base:RAB"),
    ]
    raiders = met(raid("1203", HIGH, *bombers), aloft("A6M-201", "RAB"))
    dice = {
        "9.7 fire t1m1 r1 A6M-201>B24-319": 1,
        "9.7 fire t1m1 r1 B24-319>A6M-201": 1,
        "9.7 fire t1m1 r2 A6M-201>B24-319": 1,
        "9.7 fire t1m1 r2 B24-319>A6M-201": 1,
        "9.9 aa t1m1 B24-319": 1,
        "9.9 aa t1m1 B24-320": 1,
        "9.10 bomb t1m1 B24-319": 1,
        "9.10 bomb t1m1 B24-320": 1,
    }
    _, events = flown(board(), raiders, dice)
    shots = told(events, Fired)
    assert {(shot.unit, shot.target) for shot in shots} == {
        ("A6M-201", "B24-319"),
        ("B24-319", "A6M-201"),
    }
    assert all(shot.harm == Harm() for shot in shots)


@pytest.mark.parametrize("unit", ["SBD-132", "B25S-13"])
def test_2_2_2h_special_bombers_may_bomb_regularly(unit: str) -> None:
    for band in (2, 3):
        mode = CHARTS.mode("regular", band)
        assert mode is not None
        assert may_attack_so(CHARTS.air[unit].model, mode)


@pytest.mark.parametrize("mode", ["torpedo", "dive", "skip", "precision", "parafrag"])
def test_2_2_2i_a_beaufighter_bombs_regularly_or_not_at_all(mode: str) -> None:
    """As a bomber it may do nothing special; the raid is told which rule forbids it."""
    band = next(m.height for m in CHARTS.modes if m.mode == mode)
    flier = striker("BEAU-30", mode, "base:GAS")
    assert unlawful(board(), raid("1004", band, flier), flier, CHARTS) == "2.2.2i~"
    regular = striker("BEAU-30", "regular", "base:GAS")
    assert unlawful(board(), raid("1004", 2, regular), regular, CHARTS) == ""
    up = escort("BEAU-30")
    assert unlawful(board(), raid("1004", LOW, up), up, CHARTS) == ""
