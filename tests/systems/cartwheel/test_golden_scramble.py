"""Golden examples of scramble and evasion, each played from its orders [9.4, 9.5]."""

import pytest

from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_air import Fired, RoundOver, Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Stated
from pbem.systems.cartwheel.table.events_turn import InitiativeRolled
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import Mark, PlaceAce, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]

ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip
SWEEP = AirMission(kind="sweep", hex="1203", band="high", escorts=("P38-9",))
ZERO = FrozenMap({"A6M-201": "RAB"})
CALM = {"5.1 event": 7, "7.5 missions": 9}


def hurt_at_rabaul(faces: dict[str, int]) -> Play:
    """Turn 2 of the campaign: A6M-201 was disrupted on the ground by a strike of turn 1.

    The pick 1 is the first unit by id at Rabaul.
    """
    faces |= {
        **CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 6,
        "9.10 ground t1m1 RAB #1": 7, "9.10 pick t1m1 RAB #1": 1, "6.6.3 repair RAB": 2,
        "7.4 initiative": 9,
    }  # fmt: skip
    game = play("campaign", faces).until(ALLIED, "4.4").file(ON_RABAUL).file()
    while game.game.now == 1:
        game.file()
    plane = game.plane(JAPANESE, "A6M-201")
    assert plane is not None
    assert (plane.disrupted, plane.half, plane.base) == (True, "ready", "RAB")
    return game


@pytest.mark.parametrize(("die", "margin", "up"), [(4, 0, True), (5, -1, False)])
def test_g57_h18_17_a_marked_disrupted_fighter_tries_once(
    loaded: dict[str, int], die: int, margin: int, up: bool
) -> None:
    """DRM +2; on 4 it is up one band lower and fights in round 1 only. The mark is gone."""
    loaded |= {
        "9.4 scramble t2m1 A6M-201": die, "9.7 fire t2m1 r1 P38-9>A6M-201": 1,
        "9.7 fire t2m1 r1 A6M-201>P38-9": 1,
    }  # fmt: skip
    game = hurt_at_rabaul(loaded).until(JAPANESE, "7.3")
    game.file(Mark(units=("A6M-201",))).until(ALLIED, "4.4")
    game.file(SWEEP, ON_RABAUL)
    both = (
        Reply(mission="t2m1", interceptors=ZERO, disengage_at="never"),
        Reply(mission="t2m2", interceptors=ZERO),
    )
    game.file(*both).file()
    (tried,) = game.events(Scrambled)
    assert (dict(tried.score.terms), tried.margin, tried.airborne) == (
        {"regroup mark": 2}, margin, up,
    )  # fmt: skip
    assert [void.cited for void in game.events(ScrambleVoided)] == ["H9.4.5" if up else "H9.4.1"]
    if up:
        assert tried.band == 2, "one lower than the raid"
        assert {shot.round for shot in game.events(Fired)} == {1}
        assert [(e.round, e.left) for e in game.events(RoundOver)] == [(1, ("A6M-201",))]
    plane = game.plane(JAPANESE, "A6M-201")
    assert plane is not None
    assert (plane.disrupted, plane.mark) == (True, False)
    assert plane.half == ("flown" if up else "ready")
    game.until(JAPANESE, "4.4").file()
    assert game.match.audit() == []


def test_g57_without_a_mark_a_disrupted_fighter_is_refused(loaded: dict[str, int]) -> None:
    game = hurt_at_rabaul(loaded).until(ALLIED, "4.4").file(SWEEP)
    (problem, *_) = game.refused(Reply(mission="t2m1", interceptors=ZERO))
    assert problem.rule == "H9.4.1"
    assert problem.what == "A6M-201 is disrupted, without a Regroup mark"


def test_h8_9_11_who_intercepts_a_later_mission_of_a_bundle_is_not_on_the_ground_in_the_first(
    loaded: dict[str, int],
) -> None:
    """A6M-201, the first of Rabaul, would be hit by the pick 1: it stands by against the sweep.

    A6M-202 is hit instead, and whoever takes off can be shot down without anybody being dead twice.
    """
    loaded |= {
        **CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 6,
        "9.10 ground t1m1 RAB #1": 10, "9.10 pick t1m1 RAB #1": 1,
        "9.4 scramble t1m2 A6M-201": 1, "9.7 fire t1m2 r1 P38-9>A6M-201": 1,
        "9.7 fire t1m2 r1 A6M-201>P38-9": 1,
    }  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "4.4").file(ON_RABAUL, SWEEP)
    second = Reply(mission="t1m2", interceptors=ZERO, disengage_at="any")
    game.file(Reply(mission="t1m1"), second).file()
    assert game.events(ScrambleVoided) == []
    assert [one.airborne for one in game.events(BaseStruck)] == [("A6M-201",)]
    game.until(JAPANESE, "4.4").file()
    (hit,) = [one for one in game.events(Stated) if one.kind == "struck"]
    assert "A6M-201" not in (*hit.reduced, *hit.lost)
    assert game.match.audit() == []


def test_g57_3_0h_a_marked_fighter_flies_no_mission(loaded: dict[str, int]) -> None:
    game = hurt_at_rabaul(loaded).until(JAPANESE, "7.3")
    game.file(Mark(units=("A6M-201",))).until(JAPANESE, "4.4")
    order = AirMission(kind="sweep", hex="1404", band="high", escorts=("A6M-201",))
    (problem,) = game.refused(order)
    assert (problem.rule, problem.where) == ("3.0h", "order 1, key 'escorts'")
    assert problem.what == "A6M-201 carries a Regroup mark"


def test_g24_h18_18_recon_hinders_interceptors_and_not_evaders(loaded: dict[str, int]) -> None:
    """G4M-702 (SR 4) is gone on 4; A6M-201 needs 5 and 1 to be up with its 6."""
    loaded |= {
        **CALM, "7.3 recon F5-8": 1, "9.4 scramble t1m1 A6M-201": 5, "9.5 evade t1m1 G4M-702": 4,
    }  # fmt: skip
    game = play("campaign", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="1203")).until(ALLIED, "4.4").file(ON_RABAUL)
    evading = FrozenMap({"G4M-702": "RAB"})
    game.file(Reply(mission="t1m1", interceptors=ZERO, evaders=evading)).file()
    assert [(e.unit, dict(e.score.terms), e.airborne) for e in game.events(Scrambled)] == [
        ("A6M-201", {"recon": 1}, True), ("G4M-702", {}, True),
    ]  # fmt: skip


def test_g25_magic_alone_hinders_interceptors_and_not_the_initiative(
    loaded: dict[str, int],
) -> None:
    loaded |= {
        **CALM, "5.1 event": 10, "7.4 initiative": 6, "9.4 scramble t2m1 A6M-201": 5,
        "9.5 evade t2m1 G4M-702": 4,
    }  # fmt: skip
    game = play("campaign", loaded)
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "7.3").file(Recon(unit="PBY-M", hex="1203"))
    game.until(ALLIED, "4.4").file(ON_RABAUL)
    evading = FrozenMap({"G4M-702": "RAB"})
    game.file(Reply(mission="t2m1", interceptors=ZERO, evaders=evading)).file()
    assert [(e.unit, dict(e.score.terms)) for e in game.events(Scrambled)] == [
        ("A6M-201", {"recon": 1}), ("G4M-702", {}),
    ]  # fmt: skip
    assert [dict(e.modifiers) for e in game.events(InitiativeRolled)] == [{}, {}]


def test_amb30_a_unit_evades_at_a_base_that_is_not_the_target(loaded: dict[str, int]) -> None:
    """The strike is on the garrison of 0705; KI43-24a at Lae may leave the ground all the same."""
    loaded |= {**CALM, "9.5 evade t1m1 KI43-24a": 6, "9.9 aa t1m1 B25-71": 1}
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="0705", band="medium", strikers=("B25-71",), mode="regular",
            target="ground:0705",
        )
    )  # fmt: skip
    evading = FrozenMap({"KI43-24a": "LAE"})
    game.file(Reply(mission=_mission(game), evaders=evading)).file()
    assert [(e.unit, e.airborne) for e in game.events(Scrambled)] == [("KI43-24a", True)]


def test_e_2_a_reply_opens_no_more_than_base_half_state_mark_and_stage_move(
    loaded: dict[str, int],
) -> None:
    """Who carries the Ace stays secret until he fights, though he is seen to evade [H5.1]."""
    loaded |= {**CALM, "5.1 event": 5, "9.5 evade t1m1 A6M-201": 4}
    game = play("campaign", loaded).file(PlaceAce(unit="A6M-201")).until(ALLIED, "4.4")
    game.file(ON_RABAUL)
    before = max(game.match.seats[JAPANESE].items)
    game.file(Reply(mission="t1m1", evaders=ZERO)).file()
    assert game.match.files[-2].opened == ("unit/A6M-201",)
    shown = game.match.seats[JAPANESE].items[before]["unit/A6M-201"]
    assert shown == 'base = "RAB"\nhalf = "ready"\nsteps = 2\n'
    plane = game.plane(JAPANESE, "A6M-201")
    assert plane is not None
    assert plane.ace, "on its owner's chart it does"


def test_cr74_who_has_not_moved_because_the_base_is_gone_may_intercept(
    loaded: dict[str, int],
) -> None:
    """His item still tells the move that waited for the raid which destroyed Munda."""
    bombers = ("B25-69", "B25-70", "SBD-132")
    loaded |= CALM | {f"9.9 aa t1m1 {unit}": 1 for unit in bombers}
    loaded |= {f"9.10 bomb t1m1 {unit}": 10 for unit in bombers}
    raid = AirMission(
        kind="strike", hex="1606", band="medium", strikers=bombers, mode="regular",
        target="base:MUN",
    )  # fmt: skip
    sweep = AirMission(kind="sweep", hex="1405", band="high", escorts=("P38-339",))
    game = play("toenails", loaded).until(ALLIED, "4.4").file(raid)
    game.file(Reply(mission="t1m1"), Stage(unit="A6M-204a", to="MUN")).file(sweep)
    game.file(Reply(mission="t1m2", interceptors=FrozenMap({"A6M-204a": "BUI"}))).file()
    assert [(e.unit, e.base) for e in game.events(Scrambled)] == [("A6M-204a", "BUI")]
    assert game.match.audit() == []


def _mission(game: Play) -> str:
    """The only raid under way."""
    (raid,) = game.game.operations.raids
    return raid
