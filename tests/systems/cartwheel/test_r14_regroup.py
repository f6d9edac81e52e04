"""The Regroup phase and reinforcements [14, H14, 15, H15]."""

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.book.scenario import Reinforcement
from pbem.systems.cartwheel.rules import r14_regroup as m14_regroup
from pbem.systems.cartwheel.rules import r15_reinforcements as m15_reinforcements
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.table.events_charts import AirArrived, RegroupRolled, Reorganized
from pbem.systems.cartwheel.table.events_turn import (
    Arrived,
    HitsRemoved,
    MobileFinished,
    RallyRolled,
    RepairRolled,
    TurnBegan,
    UnitsRallied,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Base, Game, Owed
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    ScriptedDice,
    afloat,
    ashore,
    board,
    flying,
    hurt,
    moored,
    small_game,
    told,
)


def pair() -> Game:
    """Two Japanese air units and one Allied, nothing else; both pools full."""
    game = flying(small_game(), JAPANESE, "A6M-201", "G4M-702")
    return replace(flying(game, ALLIED, "P38-9"), pools=CHARTS.regroup.pools)


def general(game: Game) -> Game:
    return game.with_turn(replace(game.turn, regroup="yes"))


# --- 14.1 ----------------------------------------------------------------------------------------


def test_dice_for_marked_units_are_as_many_as_units_alive() -> None:
    dice = ScriptedDice({"14.1 regroup J #1": 6, "14.1 regroup J #2": 7})
    game = flying(pair(), JAPANESE, "A6M-251", steps=0)
    game, events = m14_regroup.regroup_air(game, JAPANESE, CHARTS, dice)
    event = told(events, RegroupRolled)[0]
    assert (event.dice, event.threshold, event.pool) == ((6, 7), 6, 2)
    assert dict(event.thresholds) == {"RAB": 8, "TRK": 8}
    assert not event.certain
    assert game.owed == (Owed(side=JAPANESE, kind="replaced", most=2, turn=1),)


def test_allied_units_regroup_with_eight_or_less() -> None:
    dice = ScriptedDice({"14.1 regroup A #1": 8})
    _, events = m14_regroup.regroup_air(pair(), ALLIED, CHARTS, dice)
    event = told(events, RegroupRolled)[0]
    assert (event.threshold, dict(event.thresholds), event.pool) == (8, {}, 3)


def test_in_a_general_regroup_turn_the_allies_need_no_dice_and_japan_has_eight() -> None:
    _, events = m14_regroup.regroup_air(general(pair()), ALLIED, CHARTS, ScriptedDice())
    assert told(events, RegroupRolled)[0].certain
    dice = ScriptedDice({"14.1 regroup J #1": 1, "14.1 regroup J #2": 1})
    _, events = m14_regroup.regroup_air(general(pair()), JAPANESE, CHARTS, dice)
    event = told(events, RegroupRolled)[0]
    assert (event.threshold, dict(event.thresholds)) == (8, {"RAB": 8, "TRK": 8})


def test_6_6_2_nothing_regroups_at_disrupted_destroyed_or_unsupplied_bases() -> None:
    game = hurt(replace(pair(), bases=board().bases), "BUI", 2)
    game = game.with_base(replace(game.bases["KAV"], supplied=False))
    game = game.with_base(Base(id="MJ1", hex="1104", owner=JAPANESE, status="building"))
    game = afloat(afloat(game, "TRK", "IJN-CV1", disrupted=True), "TRK", "IJN-CVL1")
    dice = ScriptedDice({"14.1 regroup J #1": 1, "14.1 regroup J #2": 1})
    _, events = m14_regroup.regroup_air(game, JAPANESE, CHARTS, dice)
    assert set(told(events, RegroupRolled)[0].bases) == {
        "BUI", "IJN-CV1", "KAV", "MJ1", "NAD", "TOR"
    }  # fmt: skip


def test_3_0i_the_enemy_scores_for_replacement_steps() -> None:
    game = m14_regroup.replaced(pair(), JAPANESE, 2, CHARTS)
    assert (game.points(ALLIED), game.points(JAPANESE)) == (2, 0)
    assert m14_regroup.replaced(pair(), ALLIED, 1, CHARTS).points(JAPANESE) == 1
    assert m14_regroup.replaced(pair(), ALLIED, 0, CHARTS).awards == ()


def test_a_step_of_the_eleventh_costs_two_of_the_pool() -> None:
    assert m14_regroup.step_cost("A6M-ZU", CHARTS) == 2
    assert m14_regroup.step_cost("A6M-201", CHARTS) == 1


# --- 14.1.1 --------------------------------------------------------------------------------------


def test_ground_units_in_peace_lose_their_disruption_if_supplied() -> None:
    game = ashore(board(), "0706", "3D-15", "3D-17", disrupted=True)
    game = game.with_troops((replace(game.troops["3D-17"], supplied=False),))
    game, events = m14_regroup.rally(game, CHARTS, ScriptedDice())
    assert told(events, UnitsRallied)[0].ground == ("3D-15",)
    assert (game.troops["3D-15"].disrupted, game.troops["3D-17"].disrupted) == (False, True)


@pytest.mark.parametrize(("die", "disrupted"), [(5, False), (6, True)])
def test_in_a_contested_hex_a_ground_unit_throws_five_or_less(die: int, disrupted: bool) -> None:
    game = ashore(ashore(board(), "0706", "3D-15", disrupted=True), "0706", "51D-66")
    dice = ScriptedDice({"14.1 ground 3D-15": die})
    game, events = m14_regroup.rally(game, CHARTS, dice)
    assert game.troops["3D-15"].disrupted == disrupted
    assert told(events, RallyRolled)[0].rallied != disrupted


def test_ships_recover_in_an_open_friendly_port_or_a_box() -> None:
    game = afloat(board(), "0707", "US-CA1", disrupted=True)
    game = afloat(game, "AUS", "US-CA2", disrupted=True)
    game = afloat(game, "1908", "US-CLT1", disrupted=True)
    game = ashore(game, "US-CA1", "3D-15", disrupted=True)
    open_ports, events = m14_regroup.rally(game, CHARTS, ScriptedDice())
    assert told(events, UnitsRallied)[0].naval == ("US-CA1", "US-CA2")
    assert told(events, UnitsRallied)[0].ground == ("3D-15",)
    assert open_ports.ships["US-CLT1"].disrupted
    closed = replace(game, port_hits=FrozenMap({"0707": 2}))
    assert m14_regroup.rally(closed, CHARTS, ScriptedDice())[0].ships["US-CA1"].disrupted


# --- 14.2 to 14.4 --------------------------------------------------------------------------------


def test_rufes_at_ports_are_ready_again() -> None:
    game = moored(board(), "1203", "RUF-802")
    tired = replace(game.floatplanes["RUF-802"], flown=True, disrupted=True)
    game = replace(game, floatplanes=game.floatplanes.set("RUF-802", tired))
    game, events = m14_regroup.reorganize(game, CHARTS)
    assert told(events, Reorganized)
    plane = game.floatplanes["RUF-802"]
    assert (plane.flown, plane.disrupted) == (False, True)


@pytest.mark.parametrize(
    ("base", "die", "status", "hits"),
    [
        pytest.param("LAE", 6, "working", 0, id="disrupted Japanese, six"),
        pytest.param("LAE", 7, "working", 2, id="disrupted Japanese, seven"),
        pytest.param("TOR", 3, "working", 2, id="destroyed Japanese, three"),
        pytest.param("TOR", 4, "destroyed", 6, id="destroyed Japanese, four"),
        pytest.param("PM", 8, "working", 0, id="disrupted Allied, eight"),
        pytest.param("PM", 9, "working", 3, id="disrupted Allied, nine"),
    ],
)
def test_repair_dice(base: str, die: int, status: str, hits: int) -> None:
    game = board()
    hit = hurt(game, base, {"LAE": 2, "PM": 3}.get(base, 6))
    game = replace(game, bases=FrozenMap({base: hit.bases[base]}))
    dice = ScriptedDice({f"6.6.3 repair {base}": die})
    game, events = m14_regroup.repair(game, CHARTS, dice)
    assert (game.bases[base].status, game.bases[base].hits) == (status, hits)
    assert told(events, RepairRolled)[0].repaired == (hits < hit.bases[base].hits)


@pytest.mark.parametrize(("die", "repaired"), [(1, True), (5, True), (6, False), (10, False)])
def test_a_general_regroup_turn_helps_repair(die: int, repaired: bool) -> None:
    game = general(replace(board(), bases=FrozenMap({"TOR": board().bases["TOR"]})))
    dice = ScriptedDice({"6.6.3 repair TOR": die})
    event = told(m14_regroup.repair(game, CHARTS, dice)[1], RepairRolled)[0]
    assert (event.repaired, event.drm) == (repaired, -2)


def test_a_ten_fails_whatever_the_modifier() -> None:
    game = general(replace(board(), bases=FrozenMap({"PM": hurt(board(), "PM", 3).bases["PM"]})))
    dice = ScriptedDice({"6.6.3 repair PM": 10})
    assert is_disrupted(m14_regroup.repair(game, CHARTS, dice)[0].bases["PM"], CHARTS)


def test_no_repair_without_supply_or_among_enemies() -> None:
    tor = board().bases["TOR"]
    cut = replace(board(), bases=FrozenMap({"TOR": replace(tor, supplied=False)}))
    assert m14_regroup.repair(cut, CHARTS, ScriptedDice()) == (cut, ())
    game = ashore(replace(board(), bases=FrozenMap({"TOR": tor})), "1404", "3M-3")
    assert m14_regroup.repair(game, CHARTS, ScriptedDice()) == (game, ())


def test_undisrupted_bases_and_all_ports_lose_their_hits() -> None:
    game = replace(hurt(hurt(board(), "BUI", 1), "RAB", 3), port_hits=FrozenMap({"1203": 4}))
    game, events = m14_regroup.remove_hits(game, CHARTS)
    event = told(events, HitsRemoved)[0]
    assert (event.bases, event.ports) == (("BUI",), ("1203",))
    assert (game.bases["BUI"].hits, game.bases["RAB"].hits) == (0, 3)
    assert game.bases["TOR"].hits == 6
    assert game.port_hits == FrozenMap()
    assert m14_regroup.remove_hits(game, CHARTS) == (game, ())


def test_the_phase_runs_in_its_order() -> None:
    game = replace(pair(), bases=FrozenMap({"BUI": hurt(board(), "BUI", 2).bases["BUI"]}))
    game = game.with_base(Base(id="MJ1", hex="1104", owner=JAPANESE, status="building"))
    game = game.with_turn(replace(game.turn, eleventh="yes"))
    dice = ScriptedDice(
        {
            "14.1 regroup J #1": 1, "14.1 regroup J #2": 1, "14.1 regroup A #1": 1,
            "6.6.3 repair BUI": 6,
        }
    )  # fmt: skip
    game, events = m14_regroup.regroup(game, CHARTS, dice)
    assert not dice.left
    assert [type(event) for event in events] == [
        RegroupRolled, RegroupRolled, Reorganized, MobileFinished, RepairRolled
    ]  # fmt: skip
    assert [(owed.side, owed.kind) for owed in game.owed] == [
        (JAPANESE, "replaced"), (ALLIED, "replaced"), (JAPANESE, "eleventh")
    ]  # fmt: skip
    assert game.bases["BUI"].hits == 0


# --- 4.9 and 4.10 --------------------------------------------------------------------------------


def test_the_campaign_brings_what_it_lists() -> None:
    game, events = m15_reinforcements.arrive(replace(started(), now=5), CHARTS)
    air, others = told(events, AirArrived), told(events, Arrived)
    assert [(event.side, set(event.units)) for event in air] == [
        (ALLIED, {"C47-33", "C47-46", "F6F-33"})
    ]
    assert [dict(event.units) for event in others] == [{"LST4": "AUS", "PIR-503": "AUS"}]
    assert game.air["F6F-33"].arrived
    assert game.ships["LST4"].at == "AUS"
    assert game.troops["PIR-503"].at == "AUS"
    assert m15_reinforcements.arrive(replace(started(), now=12), CHARTS)[1] == ()


def test_japanese_ships_arrive_at_truk_and_troops_where_they_are_listed() -> None:
    game = m15_reinforcements.arrive(replace(started(), now=4), CHARTS)[0]
    assert game.ships["MARU4"].at == "TRK"
    game = m15_reinforcements.arrive(replace(started(), now=3), CHARTS)[0]
    assert game.troops["41D-239"].at == "0503"
    game = m15_reinforcements.arrive(replace(started("toenails"), now=3), CHARTS)[0]
    assert (game.ships["DAI3"].at, game.ships["IJN-CA2"].at) == ("1203", "TRK")


def test_troops_go_to_rabaul_or_truk_when_their_hex_is_lost_or_full() -> None:
    lost = replace(started(), now=3, control=started().control.set("0503", ALLIED))
    assert m15_reinforcements.arrive(lost, CHARTS)[0].troops["41D-239"].at == "1203"
    both = replace(lost, control=lost.control.set("1203", ALLIED))
    assert m15_reinforcements.arrive(both, CHARTS)[0].troops["41D-239"].at == "TRK"
    full = ashore(replace(started(), now=3), "0503", "20D-78", "20D-79", "20D-80", "6D-13", "6D-23")
    assert sum(unit.steps for unit in full.troops_at("0503", JAPANESE)) == 15
    assert m15_reinforcements.arrive(full, CHARTS)[0].troops["41D-239"].at == "1203"


def test_a_ship_goes_to_truk_when_its_port_is_lost() -> None:
    game = replace(started("toenails"), now=3)
    game = replace(game, control=game.control.set("1203", ALLIED))
    assert m15_reinforcements.arrive(game, CHARTS)[0].ships["DAI3"].at == "TRK"


def test_where_air_reinforcements_may_go() -> None:
    game = replace(started(), now=2)
    allied = m15_reinforcements.air_due(game, ALLIED, CHARTS)
    assert dict(allied) == {
        "P47-340": ("AUS",), "P47-341": ("AUS",), "B25S-498": ("AUS",), "F4U-215": ("SOP",)
    }  # fmt: skip
    japanese = m15_reinforcements.air_due(game, JAPANESE, CHARTS)
    assert japanese["KI61-78a"] == ("RAB", "WEW", "HOL", "TRK")
    ruins = game.with_base(replace(game.bases["RAB"], status="destroyed", hits=10))
    open_ = m15_reinforcements.air_due(ruins, JAPANESE, CHARTS)["KI61-78a"]
    assert open_ == ("WEW", "HOL", "TRK")


def test_reinforcements_of_a_closed_base_choose_among_the_usual_ones() -> None:
    game = replace(started("bougainville"), now=9)
    due = m15_reinforcements.due(game, JAPANESE)
    assert due == (
        Reinforcement(turn=9, side=JAPANESE, units=("KI61-68a", "KI61-68b"), place="RAB"),
    )
    assert m15_reinforcements.air_due(game, JAPANESE, CHARTS)["KI61-68a"] == ("RAB",)
    ruins = game.with_base(replace(game.bases["RAB"], status="destroyed", hits=10))
    assert m15_reinforcements.air_due(ruins, JAPANESE, CHARTS)["KI61-68a"] == ("TRK",)


def test_the_turn_marker_takes_the_turn_with_it() -> None:
    game = general(replace(started(), now=3, pools=FrozenMap({ALLIED: 0, JAPANESE: 4})))
    game = game.with_turn(replace(game.turn, last=JAPANESE))
    game = afloat(game, "1606", "SS1", steps=1, disrupted=True)
    game, events = m15_reinforcements.next_turn(game, CHARTS)
    assert told(events, TurnBegan)[0].turn == game.now == 4
    assert game.turn == replace(started().turn, opener=ALLIED), "the witness of the last file"
    assert dict(game.pools) == {ALLIED: 3, JAPANESE: 2}
    assert (game.ships["SS1"].at, game.ships["SS1"].disrupted) == ("", False)
