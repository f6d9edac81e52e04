"""Taking off under attack, rule by rule [H9.4, H9.5]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r09_scramble import (
    evasion_terms,
    height,
    scramble_terms,
    takes_off,
)
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.table.under_way import Band, Raid, Sortie
from tests.systems.cartwheel.airfield import (
    HIGH,
    LOW,
    MEDIUM,
    answered,
    escort,
    raid,
    ready,
    striker,
    taken_off,
)
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    afloat,
    board,
    hurt,
    moored,
    raining,
    scouted,
    told,
)

ON_RABAUL = raid("1203", MEDIUM, striker("B25-69", "regular", "base:RAB"))
ON_GUADALCANAL = raid("1807", MEDIUM, striker("G4M-702", "regular", "base:GUA"), side=JAPANESE)


def terms(game: Game, raid_: Raid, sortie: Sortie) -> dict[str, int]:
    return scramble_terms(game, raid_, sortie, CHARTS)


@pytest.mark.parametrize(
    ("base", "drm"), [("BUI", {}), ("BKA", {"distance": 1}), ("RAB", {"distance": 2})]
)
def test_h9_4_3_the_way_to_the_target(base: str, drm: dict[str, int]) -> None:
    on_buin = raid("1405", MEDIUM, escort("P38-9"), kind="sweep")
    assert terms(board(), on_buin, ready("A6M-201", base)) == drm


def test_h9_4_3_every_other_modifier() -> None:
    game = raining(
        scouted(scouted(hurt(board(), "RAB", 3), ALLIED, "F5-8", "1203"), ALLIED, "PBY-M", "1203")
    )
    game = game.with_base(replace(game.bases["RAB"], supplied=False, radar=True))
    low = raid("1203", LOW, striker("B25S-90", "parafrag", "base:RAB"))
    marked = ready("A6M-201", "RAB", mark=True, disrupted=True)
    common = {
        "base disrupted": 2, "base unsupplied": 1, "regroup mark": 2, "low": 1, "radar": -1,
        "storm": 1,
    }  # fmt: skip
    assert terms(game, low, marked) == {**common, "recon": 1}
    assert evasion_terms(game, low, marked, CHARTS) == {**common, "disrupted": 1}


def test_h9_4_3_radar_helps_its_owner_alone_from_either_hex() -> None:
    game = board()
    at_target = game.with_base(replace(game.bases["RAB"], radar=True))
    assert terms(at_target, ON_RABAUL, ready("A6M-204a", "KAV"))["radar"] == -1
    at_base = game.with_base(replace(game.bases["KAV"], radar=True))
    assert terms(at_base, ON_RABAUL, ready("A6M-204a", "KAV"))["radar"] == -1
    elsewhere = game.with_base(replace(game.bases["BUI"], radar=True))
    assert "radar" not in terms(elsewhere, ON_RABAUL, ready("A6M-204a", "KAV"))


@pytest.mark.parametrize(
    ("hex_", "base", "watched"), [("1807", "GUA", True), ("0707", "PM", False)]
)
def test_h5_1_coastwatchers_warn_allies_in_the_solomons(
    hex_: str, base: str, watched: bool
) -> None:
    game = board()
    game = game.with_turn(replace(game.turn, coastwatch=True))
    raid_ = raid(hex_, MEDIUM, striker("G4M-702", "regular", f"base:{base}"), side=JAPANESE)
    assert ("coastwatch" in terms(game, raid_, ready("P38-9", base))) is watched
    assert terms(game, ON_RABAUL, ready("A6M-201", "RAB")) == {}


@pytest.mark.parametrize(
    ("die", "margin", "up"), [(1, -5, True), (10, 3, False), (6, 0, True), (7, -1, False)]
)
def test_h9_4_2_naturals_win_over_margins(die: int, margin: int, up: bool) -> None:
    assert takes_off(die, margin, CHARTS) is up


@pytest.mark.parametrize(
    ("band", "margin", "reached"),
    [(2, 3, 3), (2, 2, 2), (2, 1, 2), (2, 0, 1), (2, -4, 1), (3, 6, 3), (1, 0, 1), (1, 3, 2)],
)
def test_h9_4_4_height_by_margin(band: Band, margin: int, reached: Band) -> None:
    assert height(band, margin, CHARTS) == reached


def test_h9_5_interceptors_first_then_evaders_whatever_their_type() -> None:
    reply = answered(
        ON_RABAUL,
        ready("A6M-253", "RAB"),
        ready("A6M-201", "RAB"),
        evaders=(ready("G4M-702", "RAB"), ready("DIN-6", "RAB")),
    )
    dice = {
        "9.4 scramble t1m1 A6M-201": 6,
        "9.4 scramble t1m1 A6M-253": 10,
        "9.5 evade t1m1 DIN-6": 8,
        "9.5 evade t1m1 G4M-702": 5,
    }
    game, after, events = taken_off(board(), reply, dice)
    tried = [(e.unit, e.evade, e.airborne) for e in told(events, Scrambled)]
    assert tried == [
        ("A6M-201", False, True),
        ("A6M-253", False, False),
        ("DIN-6", True, True),
        ("G4M-702", True, False),
    ]
    assert after.scrambled
    assert after.response is not None
    assert [one.airborne for one in after.response.interceptors] == [True, False]
    assert [one.airborne for one in after.response.evaders] == [True, False]
    assert (game.air["G4M-702"].base, game.air["G4M-702"].seen) == ("RAB", 1)
    assert game.air["G4M-702"].flew == 0


def voided(
    game: Game, raid_: Raid, *sorties: Sortie, evaders: tuple[Sortie, ...] = ()
) -> list[str]:
    _, _, events = taken_off(game, answered(raid_, *sorties, evaders=evaders), {})
    return [event.cited for event in told(events, ScrambleVoided)]


def test_h9_4_1_who_cannot_intercept_any_more() -> None:
    game = board()
    destroyed = game.with_base(replace(game.bases["KAV"], status="destroyed"))
    assert voided(destroyed, ON_RABAUL, ready("A6M-201", "KAV")) == ["H9.4.1"]
    assert voided(game, ON_RABAUL, ready("G4M-702", "RAB")) == ["H9.4.1"]
    assert voided(game, ON_RABAUL, ready("A6M-201", "RAB", disrupted=True)) == ["H9.4.1"]
    assert voided(game, ON_RABAUL, ready("KI43-24a", "HOL")) == ["H9.4.1"], "out of range"
    flew = game.with_air((replace(game.air["A6M-201"], flew=1),))
    assert voided(flew, ON_RABAUL, ready("A6M-201", "RAB")) == ["H9.4.5"]
    hit = game.with_air((replace(game.air["A6M-201"], seen=1, disrupted=True),))
    assert voided(hit, ON_RABAUL, ready("A6M-201", "RAB")) == ["H9.4.1"], "hit since it was sealed"


def test_h9_5_evaders_stand_in_the_target_hex() -> None:
    assert voided(board(), ON_RABAUL, evaders=(ready("G4M-702", "KAV"),)) == ["H9.5"]


def test_h10_5_no_interception_from_a_disrupted_carrier() -> None:
    on_carrier = raid("1808", MEDIUM, striker("D3A-582", "dive", "naval:TF36-CV"), side=JAPANESE)
    whole = afloat(board(), "1808", "TF36-CV")
    _, _, events = taken_off(
        whole, answered(on_carrier, ready("F6F-12", "TF36-CV")), {"9.4 scramble t1m1 F6F-12": 7}
    )
    assert told(events, Scrambled)[0].airborne
    broken = afloat(board(), "1808", "TF36-CV", disrupted=True)
    assert voided(broken, on_carrier, ready("F6F-12", "TF36-CV")) == ["H10.5"]
    assert terms(broken, on_carrier, ready("F6F-12", "TF36-CV")) == {"base disrupted": 2}


def test_h9_4_1_a_rufe_scrambles_from_its_port() -> None:
    game = moored(board(), "1203", "RUF-802")
    reply = answered(ON_RABAUL, ready("RUF-802", "port:1203"))
    _, _, events = taken_off(game, reply, {"9.4 scramble t1m1 RUF-802": 5})
    assert told(events, Scrambled)[0].score.terms == FrozenMap()
    assert voided(board(), ON_RABAUL, ready("RUF-802", "port:1203")) == ["H9.4.1"]


def test_e_5_2_a_die_that_fails_names_the_unit_all_the_same() -> None:
    reply = answered(ON_GUADALCANAL, ready("F4U-124", "GUA", steps=1))
    game, _, _ = taken_off(board(), reply, {"9.4 scramble t1m1 F4U-124": 9})
    known = game.air["F4U-124"]
    assert (known.base, known.steps, known.seen, known.flew) == ("GUA", 1, 1, 0)


def test_h9_2_high_raids_are_met_no_higher() -> None:
    high = raid("1203", HIGH, escort("P38-9"), kind="sweep")
    _, _, events = taken_off(
        board(), answered(high, ready("A6M-201", "RAB")), {"9.4 scramble t1m1 A6M-201": 1}
    )
    assert told(events, Scrambled)[0].band == HIGH
