"""Answers in advance played through: files, charts and audits of both sides [H8.9]."""

from collections.abc import Mapping

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled, ScrambleVoided
from pbem.systems.cartwheel.table.events_charts import BaseStruck, MissionOver, OnAlert, Stated
from pbem.systems.cartwheel.table.events_play import AnswerBreached, AnswerOpened, Replied
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    Reply,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import Build, CommitTF36, Recon, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.test_cheats_answers import before_the_last

__all__ = ["loaded"]

ON_RABAUL = AirMission(
    kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
    target="base:RAB",
)  # fmt: skip
SWEEP = AirMission(kind="sweep", hex="1203", band="high", escorts=("P38-9",))
CALM = {"5.1 event": 7, "7.5 missions": 9}


def seats(game: Play, since: int) -> str:
    """Who wrote the files from one number on: `JAJ`."""
    return "".join(one.seat[0].upper() for one in game.match.files if one.seq >= since)


def test_gd4_a_raid_answered_in_advance_costs_two_files(loaded: dict[str, int]) -> None:
    """The Allied strike; the Japanese file that opens the answer. The reply stands in no file."""
    loaded |= CALM | {"9.4 scramble t1m1 A6M-201": 1}
    game = play("campaign", loaded, asked=False).until(ALLIED, "4.4")
    start = game.match.links.seq + 1
    game.file(ON_RABAUL)
    (order,) = game.match.files[-1].orders
    assert game.match.files[-1].sealed
    assert "mission/t1m1" not in game.match.files[-1].sealed
    assert "landing/t1m1" in game.match.files[-1].sealed
    assert isinstance(order, AirMission)
    game.file()
    opened = game.match.files[-1].opened
    assert opened[0] == "raid/1203/l0"
    (told,) = game.events(AnswerOpened)
    assert opened[1:] == tuple(f"unit/{unit}" for unit in told.interceptors)
    assert len(told.interceptors) == 1, "the default policy sends one against a single bomber"
    assert len(game.events(Scrambled)) == 1
    assert seats(game, start) == "AJ"
    assert game.match.audit() == []


def test_gd4_a_raid_on_an_asked_hex_costs_order_reply_and_opening(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = play("campaign", loaded, asked=False).file(Asked(hexes=("1203",))).until(ALLIED, "4.4")
    start = game.match.links.seq + 1
    game.file(ON_RABAUL)
    assert "mission/t1m1" in game.match.files[-1].sealed
    game.file(Reply(mission="t1m1"))
    assert game.match.files[-1].opened == ()
    game.file()
    assert game.match.files[-1].opened == ("mission/t1m1",)
    assert seats(game, start) == "AJA"
    assert game.events(AnswerOpened) == []
    assert game.match.audit() == []


def test_h8_9_7_it_holds_for_raids_of_later_files_and_for_all_of_theirs(
    loaded: dict[str, int],
) -> None:
    """Asked about Munda, the Japanese reply to the raid on Rabaul of the same file as well."""
    loaded |= CALM
    game = play("campaign", loaded, asked=False).file(Asked(hexes=("1606",))).until(ALLIED, "4.4")
    over_munda = AirMission(kind="sweep", hex="1606", band="high", escorts=("F4U-213",))
    game.file(SWEEP, over_munda)
    sealed = game.match.files[-1].sealed
    assert {"mission/t1m1", "mission/t1m2"} <= set(sealed)
    game.file(Reply(mission="t1m1"), Reply(mission="t1m2"), Asked(hexes=())).file()
    assert len(game.events(Replied)) == 2
    assert game.game.asked == FrozenMap()
    assert game.match.audit() == []


def test_h8_9_7_four_hexes_in_play_at_most(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded, asked=False)
    five = ("1203", "1404", "1606", "0705", "0503")
    (problem,) = game.refused(Asked(hexes=five))
    assert (problem.rule, problem.what) == (
        "H8.9.7", "5 hexes, and you may be asked about 4",
    )  # fmt: skip
    assert game.rules(Asked(hexes=("9999",))) == ["H8.9.7"]
    assert game.rules(Asked(hexes=("1203", "1203"))) == ["H8.9.7"]


ALL_UP = Clause(most=2, keep=0, within=0, bases=("RAB",))


def test_gd5_both_answers_name_the_same_two_and_one_is_up_against_the_first(
    loaded: dict[str, int],
) -> None:
    """The second raid meets the other one alone; nobody has broken a rule."""
    loaded |= {
        **CALM, "9.4 scramble t1m1 A6M-201": 1, "9.4 scramble t1m1 A6M-251": 10,
        "9.4 scramble t1m2 A6M-251": 1,
    }  # fmt: skip
    game = play("campaign", loaded, asked=False)
    game.file(Answers(clauses=(ALL_UP,))).until(ALLIED, "4.4")
    start = game.match.links.seq + 1
    other_strike = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B24-320",), mode="precision",
        target="base:RAB",
    )  # fmt: skip
    game.file(ON_RABAUL, other_strike).file()
    named = [set(event.interceptors) for event in game.events(AnswerOpened)]
    assert len(named) == 2
    assert named[0] == named[1]
    assert len(named[0]) == 2
    opened = game.match.files[-1].opened
    assert sorted(opened) == sorted({*opened}), "each item once"
    assert game.events(AnswerBreached) == []
    first, second = sorted(named[0])
    tried = [(one.mission, one.unit) for one in game.events(Scrambled)]
    assert tried == [("t1m1", first), ("t1m1", second), ("t1m2", second)]
    assert [one.unit for one in game.events(ScrambleVoided)] == [first]
    assert seats(game, start) == "AJ"
    assert game.match.audit() == []


def test_gd6_a_unit_that_its_own_item_shows_flown_is_left_out_and_named(
    loaded: dict[str, int],
) -> None:
    """The file is taken, and A6M-201 stays; the audit finds the item and the answer false."""
    loaded |= CALM
    game = before_the_last(JAPANESE)

    def flown(items: Mapping[str, str]) -> Mapping[str, str]:
        unit = items["unit/A6M-201"].replace('"ready"', '"flown"')
        return {**items, "unit/A6M-201": unit}

    game.match.doctor = flown
    game.file()
    game.match.doctor = None
    game.until(ALLIED, "4.4").file(ON_RABAUL).file()
    (breach,) = game.events(AnswerBreached)
    assert (breach.unit, breach.cited) == ("A6M-201", "6.4b")
    assert game.events(Scrambled) == []
    assert "A6M-201 is named against the rules by the answer to t1m1" in game.report()
    assert [(one.rule, one.subject) for one in game.match.audit()] == [("E.2", "A6M-201")]


def test_gd9_who_stands_by_was_not_hit_by_a_strike_that_is_not_told_yet(
    loaded: dict[str, int],
) -> None:
    """The strike on Rabaul was asked about; its pick 1 is A6M-201, who rises by an answer next."""
    loaded |= {
        **CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 6,
        "9.10 ground t1m1 RAB #1": 10, "9.10 pick t1m1 RAB #1": 1,
    }  # fmt: skip
    game = play("campaign", loaded, asked=False)
    beside = Clause(hexes=("1204",), most=1, keep=0, within=2, bases=("RAB",))
    game.file(Asked(hexes=("1203",)), Answers(clauses=(beside,))).until(ALLIED, "4.4")
    start = game.match.links.seq + 1
    game.file(ON_RABAUL).file(Reply(mission="t1m1"))
    game.file(AirMission(kind="sweep", hex="1204", band="high", escorts=("P38-9",)))
    (stood_by,) = game.events(OnAlert)
    (unit,) = stood_by.units
    assert (stood_by.base, stood_by.mission, unit) == ("RAB", "t1m1", "A6M-201")
    assert [one.unit for one in game.events(Scrambled)] == ["A6M-201"]
    game.file()
    (hit,) = [one for one in game.events(Stated) if one.kind == "struck"]
    assert len((*hit.reduced, *hit.lost)) == 1
    assert "A6M-201" not in (*hit.reduced, *hit.lost)
    assert seats(game, start) == "AJAJ"
    assert game.match.audit() == []


def test_gd10_the_die_of_an_evader_who_was_hit_before_counts_for_nothing(
    loaded: dict[str, int],
) -> None:
    """D3A-582 stays at first and is hit; it "gets away" from the second strike, and was hit."""
    loaded |= CALM
    policy = Clause(most=0, evade="bombers", evade_most=1)
    other_strike = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B24-320",), mode="precision",
        target="base:RAB",
    )  # fmt: skip
    game = play("campaign", loaded, asked=False)
    game.file(Answers(clauses=(policy,))).until(ALLIED, "4.4")
    game.file(ON_RABAUL, other_strike)
    here = sorted(p.id for p in game.match.seats[JAPANESE].private.at("RAB"))
    loaded |= {
        **CALM, "9.9 aa t1m1 B24-319": 1, "9.10 bomb t1m1 B24-319": 6,
        "9.10 ground t1m1 RAB #1": 10, "9.9 aa t1m2 B24-320": 1, "9.10 bomb t1m2 B24-320": 1,
    }  # fmt: skip
    unit = "D3A-582"
    loaded |= {
        f"9.5 evade t1m1 {unit}": 10, f"9.5 evade t1m2 {unit}": 1,
        "9.10 pick t1m1 RAB #1": here.index(unit) + 1,
    }  # fmt: skip
    game.file()
    tried = [(one.mission, one.unit, one.airborne) for one in game.events(Scrambled)]
    assert tried == [("t1m1", unit, False), ("t1m2", unit, True)]
    (hit,) = [one for one in game.events(Stated) if one.kind == "struck" and one.mission == "t1m1"]
    assert (hit.reduced, hit.lost) == ((unit,), ())
    plane = game.plane(JAPANESE, unit)
    assert plane is not None
    assert (plane.steps, plane.half) == (1, "ready"), "it has not got away"
    assert game.events(BaseStruck)[0].airborne == ()
    game.until(JAPANESE, "4.4")
    strike = AirMission(
        kind="strike", hex="1106", band="medium", strikers=(unit,), mode="dive", target="base:KIR"
    )
    assert game.refused(strike) == (), "nobody takes it for Flown either"
    game.file(strike).file()
    fates = (one for over in game.events(MissionOver) for one in over.fates)
    assert [one.flew for one in fates if (one.unit, one.role) == (unit, "striker")] == [True]
    assert game.match.audit() == []


@pytest.mark.parametrize(("die", "rules"), [(1, {"6.4b"}), (10, set())])
def test_gd10_who_got_away_before_he_was_hit_is_flown(
    loaded: dict[str, int], die: int, rules: set[str]
) -> None:
    """D3A-582 is hit by the second of three strikes; the die for the third counts for nothing.

    That for the first does count.
    """
    loaded |= CALM
    policy = Clause(most=0, evade="bombers", evade_most=1)
    strikers = ("B24-319", "B24-320", "B24-321")
    game = play("campaign", loaded, asked=False)
    game.file(Answers(clauses=(policy,))).until(ALLIED, "4.4")
    game.file(*(replace(ON_RABAUL, strikers=(one,)) for one in strikers))
    unit = "D3A-582"
    here = sorted(p.id for p in game.match.seats[JAPANESE].private.at("RAB"))
    for number, one in enumerate(strikers, 1):
        loaded |= {f"9.9 aa t1m{number} {one}": 1, f"9.10 bomb t1m{number} {one}": 1}
    loaded |= {
        "9.10 bomb t1m2 B24-320": 6, "9.10 ground t1m2 RAB #1": 10,
        "9.10 pick t1m2 RAB #1": here.index(unit) + 1, f"9.5 evade t1m1 {unit}": die,
        f"9.5 evade t1m2 {unit}": 10, f"9.5 evade t1m3 {unit}": 1,
    }  # fmt: skip
    game.file().until(JAPANESE, "4.4")
    tried = [one.airborne for one in game.events(Scrambled)]
    assert tried == [die == 1, False, True]
    assert [one.reduced for one in game.events(Stated) if one.mission == "t1m2"] == [(unit,)]
    plane = game.plane(JAPANESE, unit)
    assert plane is not None
    assert plane.half == ("flown" if rules else "ready")
    strike = AirMission(
        kind="strike", hex="1106", band="medium", strikers=(unit,), mode="dive", target="base:KIR"
    )
    assert {*game.rules(strike)} == rules
    assert game.match.audit() == []


def test_h8_9_5_aircraft_of_a_task_force_placed_by_that_very_file_are_named(
    loaded: dict[str, int],
) -> None:
    """TF-36 comes in s2; its fighters stand on their carriers in the answers that it seals."""
    loaded |= {**CALM, "7.4 initiative": 1}
    game = play("bougainville", loaded, asked=False)
    while game.game.turn.opener != JAPANESE or game.game.now < game.game.terms.tf36_from:
        game.file()
    own = Clause(most=8, keep=0, within=0, bases=("TF36-CV", "TF36-CVL"))
    game.until(ALLIED, "5.3").file(CommitTF36(commit=True, hex="1808"), Answers(clauses=(own,)))
    game.until(JAPANESE, "4.4").file(
        AirMission(
            kind="strike", hex="1808", band="medium", strikers=("G4M-702",), mode="regular",
            target="naval:TF36-CV",
        )
    ).file()  # fmt: skip
    (opened,) = game.events(AnswerOpened)
    assert dict(opened.interceptors) == {"F6F-12": "TF36-CV", "F6F-23": "TF36-CVL"}
    assert game.events(AnswerBreached) == []
    assert {one.unit for one in game.events(Scrambled)} == {"F6F-12", "F6F-23"}
    assert game.match.audit() == []


def test_h8_6_against_a_stand_down_nothing_is_opened(loaded: dict[str, int]) -> None:
    loaded |= CALM
    game = play("campaign", loaded, asked=False).file(StandDown(on=True)).until(ALLIED, "4.4")
    game.file(ON_RABAUL).file()
    assert game.events(AnswerOpened) == []
    assert game.match.files[-1].opened == ()


def test_h8_9_5_fighter_bombers_are_no_bombers_that_evade(loaded: dict[str, int]) -> None:
    """BEAU-30 and fighters alone stand on Goodenough; bombers are B, D, P, S and T."""
    loaded |= CALM
    game = play("campaign", loaded, asked=False)
    policy = Clause(hexes=("1006",), most=0, evade="bombers", evade_most=16)
    game.until(ALLIED, "4.4").file(Answers(clauses=(policy,))).until(JAPANESE, "4.4")
    there = game.match.seats[ALLIED].private.at("GOO")
    assert "BEAU-30" in [plane.id for plane in there]
    raid = AirMission(
        kind="strike", hex="1006", band="high", strikers=("G4M-702",), mode="regular",
        target="base:GOO",
    )  # fmt: skip
    game.file(raid).file()
    (opened,) = game.events(AnswerOpened)
    assert dict(opened.evaders) == {}
    assert game.match.audit() == []


def test_h8_9_10_no_blame_for_a_base_that_was_taken_away_since(loaded: dict[str, int]) -> None:
    """A6M-201 stands at MJ1 and is to evade there; but the raid before has cleared the hex."""
    bombers = ("B24-319", "B24-320", "B24-321")
    loaded |= {**CALM, "7.4 initiative": 10, **{f"9.9 aa t3m1 {unit}": 1 for unit in bombers}}
    loaded |= {f"9.10 bomb t3m1 {unit}": 10 for unit in bombers}
    game = play("campaign", loaded, asked=False).until(JAPANESE, "4.2")
    game.file(Build(base="MJ1", hex="1104"))
    while game.game.now == 1:
        game.file()
    sweep = replace(SWEEP, hex="1104", escorts=("A6M-251",))
    game.until(JAPANESE, "4.4").file(Stage(unit="A6M-201", to="MJ1"), Asked(hexes=("1104",)), sweep)
    while game.game.now == 2:
        game.file()
    raid = replace(ON_RABAUL, hex="1104", strikers=bombers, target="base:MJ1")
    game.until(ALLIED, "4.4").file(raid)
    flee = Clause(hexes=("1104",), most=0, evade="all", evade_most=16)
    game.file(Reply(mission="t3m1"), Asked(hexes=()), Answers(clauses=(flee,)))
    game.until(ALLIED, "4.4").file(replace(SWEEP, hex="1104"))
    assert game.game.bases["MJ1"].status == "in-hand"
    assert dict(game.events(AnswerOpened)[-1].evaders) == {"A6M-201": "MJ1"}
    assert game.events(AnswerBreached) == []
    game.file()
    assert game.match.audit() == []


def test_h8_9_5_who_stages_by_a_reply_is_gone_when_the_next_raid_comes(
    loaded: dict[str, int],
) -> None:
    """A6M-204a leaves Buin when the raid is over that the same file replies to [H8.8]."""
    loaded |= CALM
    flee = Clause(hexes=("1405",), most=0, evade="all", evade_most=16)
    game = play("campaign", loaded, asked=False)
    game.file(Answers(clauses=(flee,)), Asked(hexes=("0705",))).until(ALLIED, "4.4")
    game.file(replace(SWEEP, hex="0705"))
    game.file(Reply(mission="t1m1"), Stage(unit="A6M-204a", to="RAB"))
    game.file(replace(ON_RABAUL, hex="1405", target="base:BUI"))
    plane = game.plane(JAPANESE, "A6M-204a")
    assert plane is not None
    assert plane.base == "RAB"
    (opened,) = game.events(AnswerOpened)
    assert {*opened.evaders} == {"A6M-204b", "A6M-582"}
    assert {one.unit for one in game.events(Scrambled)} == {"A6M-204b", "A6M-582"}
    game.file()
    assert game.match.audit() == []


@pytest.mark.parametrize(("back", "up"), [("GOO", set()), ("DOB", {"BEAU-30", "KIT-77"})])
def test_6_3_4_nobody_rises_from_a_base_that_missions_of_the_same_file_over_fill(
    loaded: dict[str, int], back: str, up: set[str]
) -> None:
    """Goodenough holds three; with two who return there all four are Flown [CR81, H8.9.5]."""
    loaded |= {**CALM, "7.5 missions": 1, "9.4 scramble t1m2 KIT-77": 1}
    clause = Clause(hexes=("1006",), most=8, keep=0, within=5, bases=("GOO",))
    game = play("campaign", loaded, asked=False).until(ALLIED, "4.4")
    pair = ("P38-9", "P40-8")
    sweep = replace(SWEEP, hex="0805", escorts=pair, returns=FrozenMap(dict.fromkeys(pair, back)))
    game.file(sweep, Answers(clauses=(clause,)))
    game.file(replace(ON_RABAUL, hex="1006", strikers=("G4M-702",), mode="regular",
                      target="base:GOO"))  # fmt: skip
    assert {*game.events(AnswerOpened)[-1].interceptors} == up
    assert {one.unit for one in game.events(Scrambled)} == up
    plane = game.plane(ALLIED, "KIT-77")
    assert plane is not None
    assert plane.half == "flown"
    game.file()
    assert game.match.audit() == []


def test_6_3_4_nor_from_one_that_stage_moves_of_a_reply_over_fill(loaded: dict[str, int]) -> None:
    """Buka holds three fighters; a fourth comes when the raid on Lae is over [H8.8]."""
    loaded |= CALM
    clause = Clause(hexes=("1304",), most=8, keep=0, within=0)
    game = play("campaign", loaded, asked=False)
    moves = FrozenMap({"A6M-201": "BKA", "A6M-251": "BKA", "A6M-253": "BKA"})
    game.file(Redistribute(units=moves), Answers(clauses=(clause,)), Asked(hexes=("0705",)))
    game.until(ALLIED, "4.4").file(replace(SWEEP, hex="0705"))
    game.file(Reply(mission="t1m1"), Stage(unit="A6M-582", to="BKA"))
    game.file(replace(ON_RABAUL, hex="1304", target="base:BKA"))
    plane = game.plane(JAPANESE, "A6M-201")
    assert plane is not None
    assert plane.half == "flown"
    assert {*game.events(AnswerOpened)[-1].interceptors} == set()
    assert game.events(Scrambled) == []
    game.file()
    assert game.match.audit() == []


def test_7_3_3_recon_over_a_hex_does_not_evade_at_the_base_that_it_has_left(
    loaded: dict[str, int],
) -> None:
    """It stood there when its side sealed the answer, in the very file that sends it [H8.9.10]."""
    loaded |= {**CALM, "7.4 initiative": 10, "11.1 ground initiative": 10, "7.3 recon DIN-6": 1}
    loaded |= {f"9.5 evade t2m1 {unit}": 10 for unit in ("DIN-6", "KI21-14")}
    game = play("campaign", loaded, asked=False)
    while game.game.now == 1:
        game.file()
    assert game.game.turn.opener == ALLIED
    flee = Clause(hexes=("1203",), most=0, evade="all", evade_most=16)
    game.until(JAPANESE, "7.3").file(Recon(unit="DIN-6", hex="0707"), Answers(clauses=(flee,)))
    game.until(ALLIED, "4.4").file(ON_RABAUL)
    (opened,) = game.events(AnswerOpened)
    assert "DIN-6" in dict(opened.evaders)
    assert game.game.turn.scouts["DIN-6"].hex == "0707"
    tried = {one.unit for one in game.events(Scrambled)}
    assert ("KI21-14" in tried, "DIN-6" in tried) == (True, False)
    voided = [(one.unit, one.cited) for one in game.events(ScrambleVoided)]
    assert voided == [("DIN-6", "7.3.3~")]
    assert game.events(AnswerBreached) == []
    game.file()
    assert game.match.audit() == []
