"""The Random Events phase: the table, markers, the 11th Hikoshidan, TF-36 [5, H5]."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r06_capacity import capacity_problem
from pbem.systems.cartwheel.rules.r14_regroup import eleventh_flown, reorganize
from pbem.systems.cartwheel.rules.sequence import TURN
from pbem.systems.cartwheel.table.events_charts import Tf36Arrived
from pbem.systems.cartwheel.table.events_turn import (
    AcePlaced,
    BaseHit,
    EleventhDecided,
    RadarPlaced,
    RandomEvent,
    Tf36Declined,
)
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, CommitTF36
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Owed, Told
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice, afloat, board, hurt, told
from tests.systems.cartwheel.test_r06_bases import mobile

GAME = replace(started(), now=2)


def happens(die: int, game: Game = GAME, **again: int) -> Told:
    dice = ScriptedDice({"5.1 event": die, **{f"5.1 event #{k[1:]}": v for k, v in again.items()}})
    after = m05_events.random_event(game, CHARTS, dice)
    assert not dice.left
    return after


def thrown(die: int, game: Game = GAME, **flags: Any) -> Game:
    """The game with that face of the event die, and what it sets for the turn."""
    return game.with_turn(replace(game.turn, event=die, **flags))


def with_aces(game: Game, side: str, aces: int) -> Game:
    return replace(game, aces=game.aces.set(side, aces))


# --- 5.1 -----------------------------------------------------------------------------------------


def test_each_row_of_the_table_does_what_it_says() -> None:
    assert happens(1)[0].turn == thrown(1, storm=True).turn
    assert happens(2)[0].turn == thrown(2, submarine=True).turn
    assert happens(4)[0].turn == thrown(4, convoy=2).turn
    assert happens(4)[0].pools == FrozenMap({ALLIED: 3, JAPANESE: 4})
    assert happens(5)[0].turn == thrown(5, ace=JAPANESE).turn
    assert happens(6)[0].turn == thrown(6, ace=ALLIED).turn
    assert happens(7)[0] == thrown(7)
    assert happens(8)[0].turn == thrown(8, coastwatch=True).turn
    assert happens(9)[0].turn == thrown(9, radar=ALLIED).turn
    assert happens(10)[0].turn == thrown(10, magic=True).turn
    assert [told(happens(die)[1], RandomEvent)[0].works for die in (1, 2, 4, 5, 9, 10)] == [
        True
    ] * 6


def test_a_volcano_disrupts_rabaul_with_a_second_die_of_three_or_less() -> None:
    game, events = happens(3, _2=3)
    assert is_disrupted(game.bases["RAB"], CHARTS)
    assert told(events, BaseHit)[0].hits == 3
    quiet, events = happens(3, _2=4)
    assert quiet == thrown(3)
    assert not told(events, RandomEvent)[0].works
    assert told(events, RandomEvent)[0].again[0].dice == (4,)


def test_a_volcano_adds_to_hits_and_spares_a_base_that_is_worse_off() -> None:
    game, events = happens(3, hurt(GAME, "RAB", 2), _2=1)
    assert (game.bases["RAB"].hits, told(events, BaseHit)[0].hits) == (3, 1)
    assert happens(3, hurt(GAME, "RAB", 7), _2=1)[0].bases["RAB"].hits == 7
    ruins = GAME.with_base(replace(GAME.bases["RAB"], status="destroyed", hits=10))
    assert happens(3, ruins, _2=1)[0] == thrown(3, ruins)


def test_no_submarine_comes_once_it_is_sunk() -> None:
    game = GAME.with_ships((replace(GAME.ships["SS1"], steps=0),))
    after, events = happens(2, game)
    assert after == thrown(2, game)
    assert not told(events, RandomEvent)[0].works


def test_no_ace_without_a_marker_or_a_fighter_at_full_strength() -> None:
    assert happens(5, with_aces(GAME, JAPANESE, 2))[0].turn.ace == ""
    assert happens(5, with_aces(GAME, JAPANESE, 1))[0].turn.ace == JAPANESE
    reduced = GAME.with_air(replace(unit, steps=1) for unit in GAME.air.values())
    assert happens(6, reduced)[0].turn.ace == ""


def test_an_ace_is_placed_on_a_fighter_that_nobody_names() -> None:
    game, events = m05_events.place_ace(happens(5)[0], JAPANESE)
    assert (game.turn.ace, game.aces[JAPANESE]) == ("", 1)
    assert told(events, AcePlaced)[0].side == JAPANESE


def test_radar_goes_to_the_allies_until_all_theirs_lie_then_to_japan() -> None:
    assert "GUA" not in m05_events.radar_bases(GAME, ALLIED, CHARTS)
    assert {"PM", "DOB"} <= set(m05_events.radar_bases(GAME, ALLIED, CHARTS))
    assert not {"AUS", "MA1", "LAE"} & set(m05_events.radar_bases(GAME, ALLIED, CHARTS))
    full, events = m05_events.place_radar(happens(9)[0], ALLIED, "PM")
    assert (full.bases["PM"].radar, full.turn.radar) == (True, "")
    assert told(events, RadarPlaced)[0].base == "PM"
    full = m05_events.place_radar(full, ALLIED, "DOB")[0]
    assert happens(9, full)[0].turn.radar == JAPANESE
    assert m05_events.radar_bases(full, JAPANESE, CHARTS) == ("BUI", "KAV", "RAB", "WEW")
    done = m05_events.place_radar(full, JAPANESE, "RAB")[0]
    after, events = happens(9, done)
    assert after == done
    assert not told(events, RandomEvent)[0].works


def test_amb1_the_event_comes_first_then_japan_then_the_allies() -> None:
    names = [step.name for step in TURN]
    order = ("5.1", "5.2", "5.2-second", "5.3-second", "5.3-opened")
    assert [name for name in names if name in order] == list(order)


# --- 5.2 -----------------------------------------------------------------------------------------


def test_5_2f_commitment_two_flown_and_one_lost_are_three_points() -> None:
    game, events = m05_events.commit_eleventh(GAME, CommitEleventh(commit=True), CHARTS)
    assert told(events, EleventhDecided)[0].commit
    assert (game.turn.eleventh, game.points(ALLIED)) == ("yes", 2)
    game = game.with_turn(replace(game.turn, eleventh_lost=("A6M-ZU",)))
    game, _ = reorganize(game, CHARTS)
    assert game.points(ALLIED) == 4
    assert game.owed == (Owed(side=JAPANESE, kind="eleventh", turn=2),)
    assert eleventh_flown(game, 2, CHARTS).points(ALLIED) == 6


def test_5_2b_commitment_without_flying_is_one_point() -> None:
    game, _ = m05_events.commit_eleventh(GAME, CommitEleventh(commit=True), CHARTS)
    game = eleventh_flown(reorganize(game, CHARTS)[0], 0, CHARTS)
    assert game.points(ALLIED) == 2


def test_5_2d_5_2e_the_eleventh_rests_at_truk_without_points() -> None:
    disrupted = (replace(GAME.air[id_], disrupted=True) for id_ in ("A6M-ZU", "A6M-201"))
    game, events = m05_events.commit_eleventh(
        GAME.with_air(disrupted), CommitEleventh(commit=False), CHARTS
    )
    assert not told(events, EleventhDecided)[0].commit
    assert game.turn.eleventh == "no"
    assert (game.air["A6M-ZU"].disrupted, game.air["A6M-201"].disrupted) == (False, True)
    game, _ = reorganize(game, CHARTS)
    assert (game.awards, game.owed) == ((), ())


def test_5_2c_nobody_is_placed_at_rabaul_when_it_is_destroyed() -> None:
    assert m05_events.eleventh_problem(GAME, "A6M-ZU", "RAB", CHARTS) == ""
    ruins = GAME.with_base(replace(GAME.bases["RAB"], status="destroyed", hits=10))
    assert m05_events.eleventh_problem(ruins, "A6M-ZU", "RAB", CHARTS) == "5.2c"
    assert m05_events.eleventh_problem(ruins, "A6M-ZU", "TRK", CHARTS) == ""
    assert m05_events.eleventh_problem(GAME, "A6M-ZU", "KAV", CHARTS) == "5.2c"
    assert m05_events.eleventh_problem(hurt(GAME, "RAB", 5), "A6M-ZU", "RAB", CHARTS) == ""


def test_5_2c_rabaul_takes_as_many_as_it_has_room_for() -> None:
    there = "FFFFFF" + "BBBBBBB"
    assert capacity_problem(CHARTS, GAME, "RAB", there + "FFF") == ""
    assert capacity_problem(CHARTS, GAME, "RAB", there + "FFFF") == "6.3.1~"


def test_5_2c_a_rufe_goes_to_an_undisrupted_mobile_base_on_a_coast() -> None:
    game = mobile(GAME, "MJ1", "1104")
    assert m05_events.eleventh_problem(game, "RUF-802", "MJ1", CHARTS) == ""
    assert m05_events.eleventh_problem(hurt(game, "MJ1", 2), "RUF-802", "MJ1", CHARTS) == "5.2c"
    inland = mobile(GAME, "MJ1", "0203")
    assert m05_events.eleventh_problem(inland, "RUF-802", "MJ1", CHARTS) == "6.3.6~"
    assert m05_events.eleventh_problem(game, "A6M-ZU", "MJ1", CHARTS) == "5.2c"


def test_6_3_6_a_rufe_at_a_port_stands_on_the_map() -> None:
    assert m05_events.eleventh_problem(GAME, "RUF-802", "port:1203", CHARTS) == ""
    order = CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "1203"}))
    game, events = m05_events.commit_eleventh(GAME, order, CHARTS)
    plane = game.floatplanes["RUF-802"]
    assert (plane.hex, plane.steps, plane.flown, plane.disrupted) == ("1203", 2, False, False)
    assert told(events, EleventhDecided)[0].ports == FrozenMap({"RUF-802": "1203"})
    weak = replace(order, steps=FrozenMap({"RUF-802": 1}), disrupted=("RUF-802",))
    plane = m05_events.commit_eleventh(GAME, weak, CHARTS)[0].floatplanes["RUF-802"]
    assert (plane.steps, plane.disrupted) == (1, True)
    game, _ = m05_events.commit_eleventh(game, CommitEleventh(commit=False), CHARTS)
    assert game.floatplanes == FrozenMap()


# --- 5.3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "turns", "rule"),
    [
        pytest.param(4, (), "H5.3.2", id="too early"),
        pytest.param(5, (), "", id="first"),
        pytest.param(6, (5,), "H5.3.2", id="the turn after"),
        pytest.param(7, (5,), "", id="two turns after"),
        pytest.param(11, (5, 7, 9), "H5.3.2", id="three times"),
    ],
)
def test_when_tf36_may_be_committed(turn: int, turns: tuple[int, ...], rule: str) -> None:
    game = replace(GAME, now=turn, tf36_turns=turns)
    assert m05_events.bar_to_commit_tf36(game, CHARTS) == rule


def test_a_sunk_task_force_or_none_at_all_cannot_be_committed() -> None:
    sunk = (replace(GAME.ships[id_], steps=0) for id_ in CHARTS.tf36.ships)
    game = replace(GAME.with_ships(sunk), now=5)
    assert m05_events.bar_to_commit_tf36(game, CHARTS) == "H5.3.2"
    assert m05_events.bar_to_commit_tf36(started("bismarck-sea"), CHARTS) == "H5.3.2"


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("SOP", ""),
        ("2008", ""),
        ("1808", ""),
        ("1807", "H5.3.3"),
        ("AUS", "H5.3.3"),
        ("", "H5.3.3"),
    ],
)
def test_where_tf36_may_appear(place: str, rule: str) -> None:
    assert m05_events.bar_to_enter_tf36(GAME, place, CHARTS) == rule


def test_tf36_does_not_appear_among_enemies_or_in_a_crowd() -> None:
    game = afloat(GAME, "2008", "IJN-CA1")
    assert m05_events.bar_to_enter_tf36(game, "2008", CHARTS) == "H5.3.3"
    crowd = afloat(GAME, "2008", "US-T1", "US-T2", "US-T3", "LST1", "LST2")
    assert m05_events.bar_to_enter_tf36(crowd, "2008", CHARTS) == "H10.3"


def test_tf36_comes_with_its_aircraft_ready_aboard_and_japan_scores() -> None:
    game = replace(GAME, now=5)
    game, events = m05_events.commit_tf36(game, CommitTF36(commit=True, hex="2008"), CHARTS)
    assert game.turn.tf36
    assert game.tf36_turns == (5,)
    assert game.points(JAPANESE) == 2
    assert {game.ships[id_].at for id_ in CHARTS.tf36.ships} == {"2008"}
    arrived = told(events, Tf36Arrived)[0]
    assert dict(arrived.units) == {
        "F6F-12": "TF36-CV", "SBD-12": "TF36-CV", "TBF-12": "TF36-CV", "F6F-23": "TF36-CVL"
    }  # fmt: skip
    assert all(game.air[id_].arrived for id_ in arrived.units)


def test_tf36_without_decks_leaves_its_aircraft_in_the_south_pacific() -> None:
    ships = (replace(GAME.ships["TF36-CV"], steps=1), replace(GAME.ships["TF36-CVL"], steps=0))
    game = GAME.with_ships(ships).with_air((replace(GAME.air["F6F-12"], steps=0),))
    order = CommitTF36(commit=True, hex="SOP")
    game, events = m05_events.commit_tf36(replace(game, now=5), order, CHARTS)
    assert game.ships["TF36-CVL"].at == ""
    assert dict(told(events, Tf36Arrived)[0].units) == {
        "SBD-12": "TF36-CV", "TBF-12": "SOP", "F6F-23": "SOP"
    }  # fmt: skip


def test_tf36_stays_away() -> None:
    before = replace(GAME, now=5)
    game, events = m05_events.commit_tf36(before, CommitTF36(commit=False), CHARTS)
    assert game == before
    assert [type(event) for event in events] == [Tf36Declined]
    just_here = replace(before, tf36_turns=(4,))
    assert m05_events.commit_tf36(just_here, CommitTF36(commit=False), CHARTS)[1] == ()


def test_5_2a_the_allies_are_asked_about_tf36_after_japan_about_the_eleventh() -> None:
    names = [step.name for step in TURN]
    assert names.index("5.2") < names.index("5.3")
    assert board().turn.eleventh == "yes"
