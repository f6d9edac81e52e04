"""Bases that are damaged, destroyed, captured [6.6]."""

import pytest

from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.rules import r06_mobile as m06_mobile
from pbem.systems.cartwheel.rules.r06_bases import (
    capture,
    control,
    escapes,
    hit_base,
    is_disrupted,
    is_operational,
    own_drm,
    public_drm,
)
from pbem.systems.cartwheel.rules.r06_capacity import bar_to_base
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.events_turn import (
    BaseHit,
    ControlPassed,
    FloatplaneEvacuated,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Base, Game, Owed
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    board,
    flying,
    hurt,
    moored,
    small_game,
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


# --- damage --------------------------------------------------------------------------------------


def test_h6_6_five_hits_on_a_minor_base_that_has_one_destroy_it() -> None:
    game, events = hit_base(hurt(board(), "BUI", 1), "BUI", 5, "bombing", CHARTS)
    assert game.bases["BUI"].status == "destroyed"
    assert game.bases["BUI"].hits == 6
    assert game.points(ALLIED) == 2
    assert told(events, BaseHit)[0].effect == "destroyed"
    lost = told(events, BaseLost)[0]
    assert (lost.base, lost.hex, lost.owner, lost.how, lost.dice) == (
        "BUI", "1405", JAPANESE, "destroyed", ()
    )  # fmt: skip
    assert game.owed == (Owed(side=JAPANESE, kind="lost-base", place="BUI", turn=1),)


def test_a_major_base_is_disrupted_by_three_hits_and_destroyed_by_ten() -> None:
    game, events = hit_base(board(), "RAB", 2, "bombing", CHARTS)
    assert not is_disrupted(game.bases["RAB"], CHARTS)
    assert told(events, BaseHit)[0].effect == ""
    game, events = hit_base(game, "RAB", 1, "bombing", CHARTS)
    assert is_disrupted(game.bases["RAB"], CHARTS)
    assert told(events, BaseHit)[0].effect == "disrupted"
    game, events = hit_base(game, "RAB", 6, "bombing", CHARTS)
    assert (game.bases["RAB"].status, told(events, BaseHit)[0].effect) == ("working", "")
    game, _ = hit_base(game, "RAB", 3, "bombing", CHARTS)
    assert (game.bases["RAB"].status, game.bases["RAB"].hits) == ("destroyed", 10)
    assert game.points(ALLIED) == 6


def test_a_radar_goes_with_its_base() -> None:
    game = board().with_base(replace(board().bases["GUA"], radar=True))
    assert not hit_base(game, "GUA", 10, "bombing", CHARTS)[0].bases["GUA"].radar


def test_a_base_destroyed_by_a_raid_earns_nothing() -> None:
    game, _ = hit_base(hurt(board(), "BUI", 5), "BUI", 1, "raid", CHARTS)
    assert game.bases["BUI"].status == "destroyed"
    assert game.awards == ()
    game, _ = hit_base(hurt(board(), "BUI", 5), "BUI", 1, "bombardment", CHARTS)
    assert game.points(ALLIED) == 2


def test_6_6_1_nothing_hurts_an_off_board_base_or_one_that_is_destroyed() -> None:
    assert hit_base(board(), "TRK", 20, "bombing", CHARTS) == (board(), ())
    assert hit_base(board(), "TOR", 3, "bombing", CHARTS) == (board(), ())
    assert hit_base(board(), "BUI", 0, "bombing", CHARTS) == (board(), ())
    assert not is_disrupted(board().bases["TRK"], CHARTS)


def test_6_6_1_anti_aircraft_factors_of_bases() -> None:
    aa = CHARTS.base_aa
    assert aa("BUI", disrupted=False) == 2
    assert aa("MJ1", disrupted=False) == 2
    assert aa("RAB", disrupted=False) == 3
    assert aa("RAB", disrupted=True) == 1
    assert aa("MJ1", disrupted=False, building=True) == 0


def test_6_5_3_any_hit_removes_an_unfinished_mobile_base() -> None:
    game = mobile(board(), "MJ1", "1104", status="building")
    game, events = hit_base(game, "MJ1", 1, "bombing", CHARTS)
    assert game.bases["MJ1"] == Base(id="MJ1", hex="", owner=JAPANESE, status="in-hand")
    assert told(events, BaseHit)[0].effect == "removed"
    assert (game.awards, game.owed) == ((), ())


def test_6_5_3_a_mobile_base_destroyed_by_bombing_may_be_built_again() -> None:
    game, events = hit_base(mobile(board(), "MJ1", "1104"), "MJ1", 4, "bombing", CHARTS)
    assert game.bases["MJ1"] == Base(id="MJ1", hex="", owner=JAPANESE, status="in-hand")
    assert game.points(ALLIED) == 2
    assert told(events, BaseLost)[0].hex == "1104"
    assert [owed.kind for owed in game.owed] == ["lost-base"]


# --- capture -------------------------------------------------------------------------------------


def test_6_6_4_units_of_a_captured_base_evacuate_and_it_is_disrupted() -> None:
    game = flying(small_game(), JAPANESE, "A6M-201", "D3A-582", "DIN-6")
    game = flying(game, ALLIED, "P38-9")
    game = flying(game, JAPANESE, "A6M-251", steps=0)
    game = game.with_base(board().bases["BUI"])
    game = replace(game, control=board().control)
    dice = ScriptedDice(
        {"6.6.5 evacuate BUI #1": 6, "6.6.5 evacuate BUI #2": 5, "6.6.5 evacuate BUI #3": 9}
    )
    game, events = control(game, "1405", ALLIED, CHARTS, dice, "ground")
    passed, lost = told(events, ControlPassed)[0], told(events, BaseLost)[0]
    assert (passed.bases, passed.removed, game.control["1405"]) == (("BUI",), (), ALLIED)
    assert (lost.owner, lost.how, lost.drm, lost.dice) == (JAPANESE, "captured", 0, (6, 5, 9))
    (owed,) = game.owed
    assert owed == Owed(
        side=JAPANESE, kind="lost-base", place="BUI", dice=(6, 5, 9), captured=True, turn=1
    )
    assert escapes(CHARTS, "A6M-201", 6, 0)
    assert not escapes(CHARTS, "D3A-582", 5, 0)
    base = game.bases["BUI"]
    assert (base.owner, base.status, base.hits) == (ALLIED, "working", 2)
    assert is_operational(base)
    assert is_disrupted(base, CHARTS)
    assert bar_to_base(CHARTS, game, "P38-9", "BUI") == ""


def test_6_6_5_a_loaded_bomber_evacuates_with_its_printed_rating() -> None:
    assert CHARTS.air["D3A-582"].model.sr == 4
    assert not escapes(CHARTS, "D3A-582", 5, 0)
    assert escapes(CHARTS, "D3A-582", 4, 0)


def test_6_6_5_evacuation_is_within_printed_range() -> None:
    assert air_distance(CHARTS, "0707", "1203") == 6
    assert CHARTS.air["KI43-59a"].model.range == 5


def test_h6_6_5_a_corsair_leaves_a_disrupted_base_with_a_six_and_not_with_a_seven() -> None:
    base = hurt(board(), "GUA", 3).bases["GUA"]
    drm = public_drm(base, CHARTS, "ground")
    drm += own_drm(CHARTS, "F4U-124", disrupted=False, flown=False)
    assert drm == 2
    assert escapes(CHARTS, "F4U-124", 6, drm)
    assert not escapes(CHARTS, "F4U-124", 7, drm)


def test_every_condition_of_the_evacuation_table_counts() -> None:
    base = replace(hurt(board(), "GUA", 3).bases["GUA"], supplied=False)
    assert public_drm(base, CHARTS, "drop") == 4
    assert own_drm(CHARTS, "C47-6", disrupted=True, flown=True) == 1
    assert own_drm(CHARTS, "F5-8", disrupted=False, flown=False) == -1
    assert escapes(CHARTS, "B24-319", 1, 4)
    assert not escapes(CHARTS, "F4U-124", 10, -1)


def test_a_destroyed_base_changes_hands_and_stays_destroyed() -> None:
    game, events = capture(board(), "1404", ALLIED, CHARTS, NO_DICE, "ground")
    assert (game.bases["TOR"].owner, game.bases["TOR"].status) == (ALLIED, "destroyed")
    assert (events, game.owed) == ((), ())


def test_control_brings_all_bases_of_a_hex_and_loses_supplies_and_radar() -> None:
    game = replace(small_game(), bases=board().bases, control=board().control)
    game = game.with_base(replace(game.bases["LAE"], radar=True))
    game = replace(game, supplies=game.supplies.update({"japanese/0705": 2, "allied/0707": 1}))
    game, events = control(game, "0705", ALLIED, CHARTS, NO_DICE, "ground")
    assert told(events, ControlPassed)[0].bases == ("LAE", "NAD")
    assert told(events, ControlPassed)[0].supplies == 2
    assert {id_: game.bases[id_].owner for id_ in ("LAE", "NAD")} == {"LAE": ALLIED, "NAD": ALLIED}
    assert (game.bases["LAE"].status, game.bases["NAD"].status) == ("working", "destroyed")
    assert not game.bases["LAE"].radar
    assert dict(game.supplies) == {"allied/0707": 1}


def test_control_of_an_own_hex_changes_nothing() -> None:
    assert control(board(), "0707", ALLIED, CHARTS, NO_DICE, "ground") == (board(), ())


@pytest.mark.parametrize("status", ["working", "building"])
def test_6_6_4_a_mobile_base_whose_hex_is_taken_is_lost_for_ever(status: str) -> None:
    game = replace(small_game(), bases=board().bases, control=board().control)
    game = mobile(game, "MA1", "1106", status=status)
    game, events = control(game, "1106", JAPANESE, CHARTS, NO_DICE, "ground")
    assert game.bases["MA1"].status == "lost"
    assert told(events, ControlPassed)[0].removed == ("MA1",)
    assert told(events, ControlPassed)[0].bases == ("KIR",)
    lost = [event.base for event in told(events, BaseLost)]
    assert lost == (["KIR", "MA1"] if status == "working" else ["KIR"])
    assert m06_mobile.bar_to_build(game, ALLIED, "MA1", "0707", CHARTS) == "6.2.4~"
    assert m06_mobile.bar_to_build(game, ALLIED, "MA2", "0707", CHARTS) == ""


@pytest.mark.parametrize(("die", "port"), [(5, "1304"), (6, "")])
def test_a_rufe_leaves_a_port_that_is_taken_for_the_nearest_other(die: int, port: str) -> None:
    game = flying(small_game(), JAPANESE, "RUF-802")
    game = replace(game, control=board().control)
    game = moored(game, "1203", "RUF-802")
    dice = ScriptedDice({"6.6.5 evacuate port:1203 #1": die})
    game, events = control(game, "1203", ALLIED, CHARTS, dice, "ground")
    assert told(events, FloatplaneEvacuated)[0].place == (f"port:{port}" if port else "")
    if port:
        plane = game.floatplanes["RUF-802"]
        assert (plane.hex, plane.flown, plane.steps) == (port, True, 2)
    else:
        assert game.air["RUF-802"].steps == 0
        assert "RUF-802" not in game.floatplanes
        assert game.turn.eleventh_lost == ("RUF-802",)
