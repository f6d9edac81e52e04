"""Mobile bases: begun, finished, dismantled [6.5]."""

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.rules import r06_mobile as m06_mobile
from pbem.systems.cartwheel.rules.r06_capacity import bar_to_base
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_turn import (
    BuildBegun,
    MobileDismantled,
    MobileFinished,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Base, Game
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    ashore,
    board,
    hurt,
    told,
)

NO_DICE = ScriptedDice()


def mobile(game: Game, base: str, hex_: str, **how: object) -> Game:
    """The game with a mobile base that works in a hex."""
    owner = CHARTS.bases[base].side
    return game.with_base(replace(Base(id=base, hex=hex_, owner=owner), **how))


def owned(game: Game, base: str, side: str) -> Game:
    """The game with a base and its hex in a side's hands."""
    held = replace(game.bases[base], owner=side)
    return replace(game.with_base(held), control=game.control.set(held.hex, side))


# --- mobile bases --------------------------------------------------------------------------------


def test_6_2_4_there_is_no_fourth_allied_mobile_base() -> None:
    game = board()
    for base, hex_ in (("MA1", "0806"), ("MA2", "1007"), ("MA3", "1006")):
        game = mobile(game, base, hex_)
    assert m06_mobile.bar_to_build(game, ALLIED, "MA3", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.bar_to_build(game, ALLIED, "MA4", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.bar_to_build(game, ALLIED, "MJ1", "0707", CHARTS) == "6.2.4~"


def test_6_5_1_two_mobile_bases_in_a_hex_are_too_many() -> None:
    game = mobile(board(), "MJ1", "1104", status="building")
    assert m06_mobile.bar_to_build(game, JAPANESE, "MJ2", "1104", CHARTS) == "6.5.1~"


@pytest.mark.parametrize(
    ("hex_", "rule"),
    [
        pytest.param("0706", "6.5a", id="mountain"),
        pytest.param("0705", "6.5a", id="under enemy control"),
        pytest.param("0406", "6.5a", id="under nobody's control"),
        pytest.param("0901", "6.5a", id="open sea"),
        pytest.param("9999", "6.5a", id="no hex"),
        pytest.param("0405", "6.2.4~", id="without supply"),
        pytest.param("0806", "", id="fit"),
    ],
)
def test_6_5a_where_a_mobile_base_may_be_begun(hex_: str, rule: str) -> None:
    game = replace(board(), control=board().control.without("0505", "0406", "0506", "0306"))
    game = replace(game, control=game.control.set("0405", ALLIED).set("0806", ALLIED))
    if hex_ == "0405":
        assert not CHARTS.hexes[hex_].terrain.mountain
    assert m06_mobile.bar_to_build(game, ALLIED, "MA1", hex_, CHARTS) == rule


def test_6_5_2_a_mobile_base_is_finished_in_the_regroup_phase() -> None:
    game, events = m06_mobile.build(board(), JAPANESE, "MJ1", "1104", CHARTS)
    assert told(events, BuildBegun)[0].hex == "1104"
    assert bar_to_base(CHARTS, game, "A6M-201", "MJ1") == "6.5.2~"
    game, events = m06_mobile.finish(game)
    assert told(events, MobileFinished)[0].bases == ("MJ1",)
    assert bar_to_base(CHARTS, game, "A6M-201", "MJ1") == ""
    assert place_of(game, "MJ1") == "1104"
    assert m06_mobile.finish(game) == (game, ())


def test_6_5_4_a_mobile_base_is_dismantled_only_undisrupted() -> None:
    game = mobile(board(), "MJ1", "1104", hits=2)
    assert m06_mobile.bar_to_dismantle(game, JAPANESE, "MJ1", CHARTS) == "6.5.4~"
    assert m06_mobile.bar_to_dismantle(game, JAPANESE, "BUI", CHARTS) == "6.5.4~"
    assert m06_mobile.bar_to_dismantle(game, JAPANESE, "MJ2", CHARTS) == "6.5.4~"
    game = game.with_turn(replace(game.turn, dismantle=("MJ1",)))
    stays, events = m06_mobile.dismantle(game, CHARTS)
    assert (stays.bases["MJ1"].status, stays.turn.dismantle) == ("working", ())
    assert [line.text for event in events for line in CARTWHEEL.wording(event, CHARTS)] == [
        "Japanese mobile base 1 (MJ1) is not dismantled: it is disrupted or lost [6.5.4~]."
    ]
    game = hurt(game, "MJ1", 1)
    assert m06_mobile.bar_to_dismantle(game, JAPANESE, "MJ1", CHARTS) == ""
    assert m06_mobile.bar_to_dismantle(game, ALLIED, "MJ1", CHARTS) == "6.5.4~"
    game, events = m06_mobile.dismantle(game, CHARTS)
    assert told(events, MobileDismantled)[0].hex == "1104"
    assert game.bases["MJ1"].status == "in-hand"


def test_where_bases_ships_and_ports_are() -> None:
    game = ashore(afloat(board(), "1808", "TF36-CV"), "1807", "GAR-GUA")
    assert place_of(game, "TF36-CV") == "1808"
    assert place_of(game, "port:1203") == "1203"
    assert place_of(game, "TRK") == "TRK"
    assert place_of(game, "MJ1") == ""
    assert place_of(game, "nowhere") == ""
