"""An over-full base, from the landings that fill it [6.3.4~, CR81]: G33 and H18.25."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.events_charts import ReconFlew
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import Recon, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.disclosed import of_check
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_foretold import foretold

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.3 recon F5-8": 3, "7.4 initiative": 9}
GOODENOUGH = ("BEAU-30", "F5-8", "KIT-77", "P38-39", "P38-9")
FILLING = AirMission(
    kind="sweep", hex="0905", band="high", escorts=("P38-9", "P38-39"),
    returns=FrozenMap({"P38-9": "GOO", "P38-39": "GOO"}),
)  # fmt: skip
"""Two fighters that come down at Goodenough."""
BEHIND = AirMission(kind="sweep", hex="1106", band="high", escorts=("BEAU-30",))
"""One that starts there."""


def crowded(faces: dict[str, int]) -> Play:
    """Goodenough (3 units at most) with BEAU-30, KIT-77 and F5-8, before 4.4 of turn 1."""
    game = play("campaign", faces | CALM).until(ALLIED, "5.3")
    return game.file(Redistribute(units=FrozenMap({"F5-8": "GOO"}))).until(ALLIED, "4.4")


def test_g33_6_3_4_the_fifth_to_land_puts_all_in_the_flown_half(loaded: dict[str, int]) -> None:
    """Milne Bay (4 at most) holds BFT-100, KIT-75, KIT-76 and F5-8, all Ready; P38-9 lands.

    They stand there into turn 2; when one has left they are Flown still, and Ready in turn 3.
    """
    loaded |= CALM
    game = play("campaign", loaded).until(ALLIED, "5.3")
    game.file(Redistribute(units=FrozenMap({"F5-8": "MIL"}))).until(ALLIED, "4.4")
    held = ("BFT-100", "F5-8", "KIT-75", "KIT-76")
    before = [game.plane(ALLIED, unit) for unit in held]
    assert [(p.base, p.half) for p in before if p] == [("MIL", "ready")] * 4
    sweep = AirMission(
        kind="sweep", hex="1006", band="high", escorts=("P38-9",),
        returns=FrozenMap({"P38-9": "MIL"}),
    )  # fmt: skip
    game.file(sweep).file(Reply(mission="t1m1"))
    everybody = (*held, "P38-9")
    planes = [game.plane(ALLIED, unit) for unit in everybody]
    assert [(p.base, p.half) for p in planes if p] == [("MIL", "flown")] * 5
    tired = AirMission(kind="sweep", hex="1106", band="high", escorts=("KIT-75",))
    assert "6.3.4~" in game.rules(tired)
    assert [game.rules(Stage(unit=unit, to="PM")) for unit in everybody] == [[]] * 5
    while game.game.now == 1:
        game.file()
    game.until(ALLIED, "7.3")
    assert game.rules(Recon(unit="F5-8", hex="1203")) == ["6.3.4~"]
    away = Stage(unit="P38-9", to="DOB")
    assert (
        "Milne Bay has room again; BFT-100, F5-8, KIT-75 and KIT-76 stay Flown until reorganization"
        " [6.3.4~, AMB-17]."
    ) in foretold(game.until(ALLIED, "4.4"), away).left
    game.file(away)
    left = [game.plane(ALLIED, unit) for unit in held]
    assert [(p.base, p.half) for p in left if p] == [("MIL", "flown")] * 4
    again = game.until(ALLIED, "4.4").rules(Stage(unit="KIT-76", to="PM"))
    assert again == ["H9.3"], "the base holds no more than it may, and all are Flown"
    while game.game.now == 2:
        game.file()
    game.until(ALLIED, "5.3")
    planes = [game.plane(ALLIED, unit) for unit in everybody]
    assert {p.half for p in planes if p} == {"ready"}
    assert game.match.audit() == []


def test_h18_25_recon_stays_at_an_over_full_base_and_its_die_is_thrown(
    loaded: dict[str, int],
) -> None:
    """Five stand at Goodenough into turn 2: no recon, no mission, no interception.

    Each may stage, hurt or not.
    """
    loaded |= {
        **CALM, "9.9 aa t1m2 G4M-702": 1, "9.10 bomb t1m2 G4M-702": 7,
        "9.10 ground t1m2 GOO #1": 7, "9.10 pick t1m2 GOO #1": 3, "6.6.3 repair GOO": 1,
    }  # fmt: skip
    game = crowded(loaded)
    game.file(FILLING).file(Reply(mission="t1m1"))
    bombs = AirMission(
        kind="strike", hex="1006", band="medium", strikers=("G4M-702",), mode="regular",
        target="base:GOO",
    )  # fmt: skip
    game.file().until(JAPANESE, "4.4").file(bombs).until(ALLIED, "4.4").file().file()
    hurt = game.plane(ALLIED, "KIT-77")
    assert hurt is not None
    assert hurt.disrupted, "the third of five by id"
    while game.game.now == 1:
        game.file()
    planes = [game.plane(ALLIED, unit) for unit in GOODENOUGH]
    assert [(p.base, p.half) for p in planes if p] == [("GOO", "flown")] * 5
    assert game.until(ALLIED, "7.3").rules(Recon(unit="F5-8", hex="1203")) == ["6.3.4~"]
    left = foretold(game).left
    assert "F5-8 flies no recon: it stands at Goodenough, which is over-full [6.3.4~]." in left
    assert (
        "Goodenough stays over-full: BEAU-30, F5-8, KIT-77, P38-39 and P38-9 are Flown until a"
        " reorganization finds room for all; while it is over-full they may make stage moves and"
        " evade, no more [6.3.4~, AMB-17, AMB-31]."
    ) in left
    stands = sections(game.match.view(), CHARTS)[0]
    assert any("(Goodenough) is over-full: all its units are Flown" in w for w in stands.choices)
    game.file()
    assert "7.3 recon F5-8" in [r.label for e in game.events(ReconFlew) for r in e.rolls]
    game.until(ALLIED, "4.4")
    mission = AirMission(kind="sweep", hex="1106", band="high", escorts=("P38-9",))
    assert "6.3.4~" in game.rules(mission)
    raid = AirMission(kind="sweep", hex="1006", band="high", escorts=("A6M-201",))
    game.until(JAPANESE, "4.4").file(raid)
    up = Reply(mission="t2m1", interceptors=FrozenMap({"P38-9": "GOO"}))
    assert game.rules(up) == ["6.3.4~"]
    game.file(Reply(mission="t2m1")).until(ALLIED, "4.4")
    moves = {"BEAU-30": "PM", "F5-8": "PM", "KIT-77": "MIL", "P38-39": "PM", "P38-9": "PM"}
    stages = [Stage(unit=unit, to=base) for unit, base in moves.items()]
    assert not any("over-full" in line for line in foretold(game, *stages).left)
    game.file(*stages)
    planes = [game.plane(ALLIED, unit) for unit in moves]
    assert [p.base for p in planes if p] == list(moves.values())
    assert game.match.audit() == []


def test_h8_8_stage_moves_of_a_reply_empty_an_over_full_base(loaded: dict[str, int]) -> None:
    """All five of Goodenough go by one reply, though the others fit there once two have left."""
    game = crowded(loaded)
    game.file(FILLING).file(Reply(mission="t1m1")).file()
    raid = AirMission(kind="sweep", hex="1006", band="high", escorts=("A6M-201",))
    game.until(JAPANESE, "4.4").file(raid).until(ALLIED, "4.4")
    moves = {"BEAU-30": "PM", "F5-8": "PM", "KIT-77": "MIL", "P38-39": "PM", "P38-9": "PM"}
    game.file(Reply(mission="t1m2"), *(Stage(unit=unit, to=to) for unit, to in moves.items()))
    game.until(ALLIED, "4.4")
    planes = [game.plane(ALLIED, unit) for unit in GOODENOUGH]
    assert [(p.base, p.half) for p in planes if p] == [(to, "flown") for to in moves.values()]
    assert game.match.audit() == []


# --- filled by a mission of the same file [CR81] -------------------------------------------------


def test_cr81_nobody_flies_behind_a_mission_that_over_fills_his_base(
    loaded: dict[str, int],
) -> None:
    """In two files the second would be refused by 6.3.4~."""
    game = crowded(loaded)
    (problem,) = game.refused(FILLING, BEHIND)
    assert (problem.rule, problem.where) == ("CR81", "order 2, key 'escorts'")
    assert problem.what == "BEAU-30 stands at Goodenough, which missions before it over-fill"
    assert problem.hint == "put it in front of them, or let fewer units return there"
    assert game.rules(BEHIND, FILLING) == []
    game.file(FILLING).file(Reply(mission="t1m1"))
    assert game.rules(BEHIND) == ["6.3.4~"]


@pytest.mark.parametrize(
    ("home", "refused"),
    [
        ({"P38-9": "MIL"}, []),
        ({"P38-9": "MIL", "P38-39": "MIL"}, ["CR81"]),
    ],
)
def test_cr81_a_base_that_has_room_for_all_who_land_is_none(
    loaded: dict[str, int], home: dict[str, str], refused: list[str]
) -> None:
    """Three stand at Milne Bay, which holds four; who is to return nowhere else goes home."""
    sweep = replace(FILLING, hex="1006", returns=FrozenMap(home))
    start = replace(BEHIND, escorts=("KIT-75",))
    assert crowded(loaded).rules(sweep, start) == refused


def test_7_the_audit_names_who_flies_from_a_base_over_filled_so(loaded: dict[str, int]) -> None:
    game = crowded(loaded)
    game.match.put(game.match.view(), (FILLING, BEHIND))
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2")).file()
    (breach,) = of_check(game.match.audit(), 7)
    assert (breach.subject, breach.rule, breach.gain) == ("BEAU-30", "CR81", ALLIED)


# --- filled by stage moves of a reply, before the mission that it gives ahead [H8.7, H8.8] --------


def asked_at_woodlark(faces: dict[str, int]) -> Play:
    """The Allies reply to a sweep on Woodlark; the next opportunity is theirs."""
    game = play("campaign", faces | CALM | {"7.5 missions": 1}).until(ALLIED, "5.3")
    game.file(Redistribute(units=FrozenMap({"F5-8": "GOO"})))
    while JAPANESE not in game.game.operations.to_act:
        game.file()
    raid = AirMission(kind="sweep", hex="1206", band="high", escorts=("A6M-201",))
    return game.until(JAPANESE, "4.4").file(raid).until(ALLIED, "4.4")


def test_h8_8_stage_moves_of_a_reply_come_before_the_mission_that_it_gives_ahead(
    loaded: dict[str, int],
) -> None:
    """Goodenough (3 at most) is over-full when P38-9 has come, and BEAU-30 Flown with it."""
    game = asked_at_woodlark(loaded)
    (mission,) = game.game.operations.queue
    reply, coming = Reply(mission=mission), Stage(unit="P38-9", to="GOO")
    (problem,) = game.refused(reply, BEHIND, coming)
    assert (problem.rule, problem.where) == ("CR81", "order 2, key 'escorts'")
    assert problem.what == "BEAU-30 stands at Goodenough, which stage moves before it over-fill"
    assert problem.hint == "stage them elsewhere, or order it by your next file"
    assert game.rules(reply, coming, BEHIND) == ["CR81"]
    assert game.rules(reply, coming) == game.rules(reply, BEHIND) == []
    assert game.rules(reply, coming, Stage(unit="KIT-77", to="MIL"), BEHIND) == []


def test_7_the_audit_names_who_flies_from_a_base_over_filled_by_stage_moves(
    loaded: dict[str, int],
) -> None:
    game = asked_at_woodlark(loaded)
    (mission,) = game.game.operations.queue
    game.match.put(
        game.match.view(), (Reply(mission=mission), BEHIND, Stage(unit="P38-9", to="GOO"))
    )
    for _ in range(3):
        game.file()
    (breach,) = of_check(game.match.audit(), 7)
    assert (breach.subject, breach.rule, breach.gain) == ("BEAU-30", "CR81", ALLIED)
