"""The air/naval phase: runs, bundles, replies, blind orders, stand-down, passes [4.4, H8]."""

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import MissionOver
from pbem.systems.cartwheel.table.events_play import (
    BlindVoided,
    OperationsOver,
    Passed,
    RaidCancelled,
)
from pbem.systems.cartwheel.table.events_sea import Sailed, VoyageCancelled
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Owed
from tests.systems.cartwheel.phase import Phase, phase
from tests.systems.cartwheel.tabletop import CHARTS, afloat, ashore, board

NO_SHIPS = afloat(board(), "", "SS1", "IJN-CV1", "IJN-CVL1")
"""The map with the carriers and the submarine off the board."""


def sweep(unit: str = "P38-9", hex_: str = "1203") -> AirMission:
    """A sweep by one fighter: nothing but scrambles throws dice."""
    return AirMission(
        kind="sweep", hex=hex_, band="medium", escort_count=1, escorts=(unit,),
        steps=FrozenMap({unit: 2}),
    )  # fmt: skip


def transit(ship: str, *path: str) -> NavalMission:
    return NavalMission(ships=(ship,), path=path)


def none_for(mission: str) -> Reply:
    return Reply(mission=mission)


def turns(found: Phase) -> tuple[str, str]:
    """Who is asked, and for what."""
    return found.side, found.rule


# --- runs and passes -----------------------------------------------------------------------------


def test_h8_1_a_run_then_one_opportunity_each_the_reaction_player_first() -> None:
    play = phase(NO_SHIPS, missions=2)
    assert turns(play) == (ALLIED, "4.4")
    assert turns(play.give(sweep("P38-9"))) == (JAPANESE, "H8.5")
    assert turns(play.give(none_for("t1m1"))) == (ALLIED, "4.4")
    play.give(sweep("P38-39")).give(none_for("t1m2"))
    assert turns(play) == (JAPANESE, "4.4")
    assert turns(play.give(sweep("A6M-201", "1807"))) == (ALLIED, "H8.5")
    assert turns(play.give()) == (ALLIED, "4.4")
    play.give(sweep("P38-80")).give()
    assert turns(play) == (JAPANESE, "4.4")


def test_h8_2_at_the_cap_a_side_passes_without_a_file() -> None:
    game = replace(NO_SHIPS, terms=replace(NO_SHIPS.terms, cap=1))
    play = phase(game, missions=3).give(sweep()).give()
    assert turns(play) == (JAPANESE, "4.4")
    assert [(e.side, e.why) for e in play.told(Passed)] == [(ALLIED, "cap")]
    play.give(Pass())
    assert turns(play) == (JAPANESE, "4.4"), "the Allied player has passed at his cap again"
    assert play.give(Pass()).asks == ()


def test_h14_5_the_cap_is_lower_in_a_general_regroup_turn() -> None:
    game = NO_SHIPS.with_turn(replace(NO_SHIPS.turn, regroup="yes"))
    play = phase(game, missions=4, holder=JAPANESE)
    for unit in ("A6M-201", "A6M-251", "A6M-253"):
        play.give(sweep(unit, "1807")).give()
    assert play.told(Passed)[0].side == JAPANESE


def test_4_4c_four_passes_in_a_row_end_the_phase() -> None:
    play = phase(NO_SHIPS)
    for side in (ALLIED, JAPANESE, ALLIED, JAPANESE):
        assert turns(play) == (side, "4.4")
        play.give(Pass())
    assert play.asks == ()
    assert len(play.told(OperationsOver)) == 1
    assert play.game.operations.over


def test_4_4c_a_mission_breaks_the_row_of_passes() -> None:
    play = phase(NO_SHIPS, missions=1)
    play.give(Pass()).give(Pass())
    play.give(sweep()).give()
    play.give(Pass()).give(Pass())
    assert turns(play) == (JAPANESE, "4.4"), "two passes in a row, not four"
    assert [event.passes for event in play.told(Passed)] == [1, 2, 1, 2]


def test_h8_3_a_pass_ends_the_rest_of_the_run() -> None:
    play = phase(NO_SHIPS, missions=4).give(sweep()).give()
    assert turns(play) == (ALLIED, "4.4")
    play.give(Pass()).give(sweep("A6M-201", "1807")).give()
    play.give(sweep("P38-39")).give()
    assert turns(play) == (JAPANESE, "4.4"), "after a pass opportunities alternate"


def test_h8_3_a_file_without_orders_is_a_pass() -> None:
    play = phase(NO_SHIPS).give()
    assert turns(play) == (JAPANESE, "4.4")


def test_h8_3_two_double_passes_are_four() -> None:
    play = phase(NO_SHIPS).give(Pass(times=2)).give(Pass(times=2))
    assert play.asks == ()
    assert [event.why for event in play.told(Passed)] == ["", "", "announced", "announced"]


def test_h8_3_a_mission_in_between_voids_the_second_pass() -> None:
    play = phase(NO_SHIPS).give(Pass(times=2))
    play.give(sweep("A6M-201", "1807")).give()
    assert turns(play) == (ALLIED, "4.4")


# --- bundles -------------------------------------------------------------------------------------


def test_h8_4_one_reply_answers_a_bundle() -> None:
    play = phase(NO_SHIPS, missions=3).give(sweep("P38-9"), sweep("P38-39"))
    assert turns(play) == (JAPANESE, "H8.5")
    dice = {"9.4 scramble t1m1 A6M-201": 10, "9.4 scramble t1m2 A6M-253": 10}
    play.give(
        Reply(mission="t1m1", interceptors=FrozenMap({"A6M-201": "RAB"})),
        Reply(mission="t1m2", interceptors=FrozenMap({"A6M-253": "RAB"})),
        dice=dice,
    )
    assert [event.mission for event in play.told(MissionOver)] == ["t1m1", "t1m2"]
    assert turns(play) == (ALLIED, "4.4"), "one mission of the run is left"


def test_h8_4_a_ship_behind_an_air_mission_waits_for_the_reply() -> None:
    game = afloat(NO_SHIPS, "1007", "ANF-CA1")
    play = phase(game, missions=2).give(sweep(), transit("ANF-CA1", "1007", "1107"))
    assert not play.told(Sailed)
    play.give()
    assert play.game.ships["ANF-CA1"].at == "1107"
    assert play.game.operations.done[ALLIED] == 2


def test_h8_5_a_naval_mission_needs_no_reply() -> None:
    game = afloat(NO_SHIPS, "1007", "ANF-CA1")
    play = phase(game, missions=1).give(transit("ANF-CA1", "1007", "1107"))
    assert play.told(Sailed)
    assert turns(play) == (JAPANESE, "4.4")


def strike(hex_: str, target: str) -> AirMission:
    return AirMission(
        kind="strike", hex=hex_, band="medium", striker_count=1, strikers=("B25-71",),
        mode="regular", target=target, steps=FrozenMap({"B25-71": 2}),
    )  # fmt: skip


def test_h8_4_a_strike_whose_target_is_gone_is_cancelled_and_counts() -> None:
    game = without_target(afloat(NO_SHIPS, "1006", "DAI1"))
    play = phase(game, missions=2).give(strike("1006", "naval:DAI1"), sweep("P38-39"))
    gone = replace(play.game.ships["DAI1"], at="", steps=0)
    play.game = play.game.with_ships((gone,))
    play.give()
    (cancelled,) = play.told(RaidCancelled)
    assert (cancelled.mission, cancelled.cited) == ("t1m1", "H9.1.2")
    (line,) = CARTWHEEL.wording(cancelled, CHARTS)
    assert line.text == (
        "The Allied strike on Goodenough (t1m1) is cancelled, its units stay Ready:"
        " nothing of the enemy's is left there to strike [H8.4, H9.1.2]."
    )
    assert play.game.operations.done[ALLIED] == 2
    assert play.told(MissionOver)[0].cancelled
    assert play.game.air["B25-71"].flew == 0


def without_target(game: Game) -> Game:
    """The game in which nothing of the Japanese is in 1006 but ships."""
    assert game.control["1006"] == ALLIED
    return game


def test_h8_4_a_naval_mission_that_became_illegal_is_cancelled_and_counts() -> None:
    game = afloat(NO_SHIPS, "1007", "ANF-CA1")
    play = phase(game, missions=2).give(sweep(), transit("ANF-CA1", "1007", "1107"))
    play.game = afloat(play.game, "1107", "IJN-CA1")
    play.give()
    assert [event.cited for event in play.told(VoyageCancelled)] == ["H10.1"]
    assert play.game.operations.done[ALLIED] == 2


# --- stand-down and blind orders -----------------------------------------------------------------


def test_h8_6_no_reply_to_a_side_that_has_stood_down() -> None:
    game = replace(NO_SHIPS, stand_down=FrozenMap({JAPANESE: 9}))
    play = phase(game, missions=1).give(sweep())
    assert play.told(MissionOver), "its units stand in the order itself"
    assert turns(play) == (JAPANESE, "4.4")


def test_h8_7_a_blind_mission_is_flown_when_its_opportunity_comes() -> None:
    play = phase(NO_SHIPS, missions=1).give(sweep())
    play.give(none_for("t1m1"), sweep("A6M-201", "1807"))
    assert turns(play) == (ALLIED, "H8.5")
    assert list(play.game.operations.raids) == ["t1m2"]


def test_h8_7_a_blind_pass_is_a_pass() -> None:
    play = phase(NO_SHIPS, missions=1).give(sweep()).give(none_for("t1m1"), Pass())
    assert turns(play) == (ALLIED, "4.4")
    assert [event.side for event in play.told(Passed)] == [JAPANESE]


def test_h8_7_a_blind_mission_that_the_outcome_forbids_is_void_without_loss() -> None:
    game = ashore(NO_SHIPS, "1203", "GAR-RAB1")
    play = phase(game, missions=1).give(sweep())
    play.game = replace(play.game, owed=(Owed(side=JAPANESE, kind="struck", place="RAB"),))
    play.give(none_for("t1m1"), sweep("A6M-201", "1807"))
    (void,) = play.told(BlindVoided)
    assert (void.missions, void.cited) == (("t1m2",), "E.6")
    assert turns(play) == (JAPANESE, "4.4"), "he orders anew"
    assert JAPANESE not in play.game.operations.done
    play.give(sweep("A6M-201", "1807"))
    assert list(play.game.operations.raids) == ["t1m3"], "an id is never given twice"
