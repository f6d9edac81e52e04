"""Surface combat: results, modifiers, targets, breaking off [H10.4]."""

from typing import Literal

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table.events_air import CargoLost
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.events_sea import BattleOver, BrokeOff, GunsFired
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import Faces, changed, sailed, voyage
from tests.systems.cartwheel.tabletop import afloat, ashore, board, told

BreakOff = Literal["half", "round1", "never"]


def meet(
    game: Game, ships: str, faces: Faces, *, path: str = "1203 1303", break_off: BreakOff = "never"
) -> tuple[Game, tuple[Event, ...]]:
    """Japanese ships sail to where the enemy is."""
    order = voyage(JAPANESE, ships, path, purpose="sortie", break_off=break_off)
    return sailed(game, order, faces)


def fire(*shots: str) -> Faces:
    """Faces of dice of `t1m1` such as `r1 US-CA1 6`."""
    dice = (shot.rsplit(" ", 1) for shot in shots)
    return {f"10.4 fire t1m1 {label}": int(face) for label, face in dice}


def duel(*, turn: int = 1, stay: BreakOff = "never") -> Game:
    """IJN-CLT1 at Rabaul, US-CA1 next to it."""
    game = afloat(afloat(board(turn=turn), "1203", "IJN-CLT1"), "1303", "US-CA1")
    return changed(game, "US-CA1", break_off=stay)


def first_shots(
    events: tuple[Event, ...], number: int = 1
) -> dict[str, tuple[str, int, int, bool]]:
    """By firer: target, total, steps, disruption."""
    (fired,) = [event for event in told(events, GunsFired) if event.round == number]
    return {s.firer: (s.target, s.score.total, s.harm.steps, s.harm.disrupts) for s in fired.shots}


# --- results and modifiers [H10.4.1, H10.4.2] ----------------------------------------------------


def test_h10_4_torpedoes_in_round_1_make_7_a_disruption() -> None:
    faces = fire("r1 IJN-CLT1 6", "r1 US-CA1 1", *(f"r{n} {s} 1" for n in (2, 3) for s in DUEL))
    game, events = meet(duel(turn=3), "IJN-CLT1", faces)
    shot = told(events, GunsFired)[0].shots[0]
    assert shot.score.terms == FrozenMap({"AF": 4, "DF": -4, "torpedoes": 1})
    assert (shot.score.total, shot.harm.disrupts, shot.harm.steps) == (7, True, 0)
    assert game.ships["US-CA1"].disrupted
    later = told(events, GunsFired)[1].shots
    assert later[0].score.terms == FrozenMap({"AF": 4, "DF": -4})
    assert later[1].score.terms == FrozenMap({"AF": 4, "DF": -3, "firer disrupted": -2})


DUEL = ("IJN-CLT1", "US-CA1")


@pytest.mark.parametrize(
    ("die", "steps", "disrupts"),
    [
        (1, 0, False),
        (5, 0, False),
        (6, 0, True),
        (7, 0, True),
        (8, 1, False),
        (9, 1, False),
        (10, 1, True),
    ],
)
def test_h10_4_1_results_by_total(die: int, steps: int, disrupts: bool) -> None:
    faces = fire(f"r1 US-CA1 {die}", "r1 IJN-CLT1 1")
    game, events = meet(duel(), "IJN-CLT1", faces, break_off="round1")
    assert first_shots(events)["US-CA1"] == ("IJN-CLT1", die + 1, steps, disrupts)
    ship = game.ships["IJN-CLT1"]
    assert (ship.steps, ship.disrupted) == (2 - steps, disrupts)


def test_h10_4_1_thirteen_or_more_sinks_and_the_enemy_gains_points() -> None:
    game = afloat(afloat(board(), "1203", "IJN-BB1"), "1303", "US-T1")
    faces = fire("r1 IJN-BB1 8")
    game, events = meet(game, "IJN-BB1", faces)
    assert first_shots(events)["IJN-BB1"] == ("US-T1", 13, 2, False)
    assert (game.ships["US-T1"].steps, game.ships["US-T1"].at) == (0, "")
    assert game.points(JAPANESE) == 4
    assert [(event.hex, event.held) for event in told(events, BattleOver)] == [("1303", JAPANESE)]


def test_h10_4_2_radar_from_turn_7_on_and_no_torpedoes() -> None:
    faces = fire("r1 IJN-CLT1 1", "r1 US-CA1 1")
    _, events = meet(duel(turn=7), "IJN-CLT1", faces, break_off="round1")
    terms = [shot.score.terms for shot in told(events, GunsFired)[0].shots]
    assert terms == [
        FrozenMap({"AF": 4, "DF": -4}),
        FrozenMap({"AF": 4, "DF": -3, "radar": 1}),
    ]


def test_h10_4_2_a_carrier_is_easy_to_hit_and_has_no_guns() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CA1"), "1303", "TF36-CVL")
    game = changed(game, "TF36-CVL", break_off="never")
    faces = fire("r1 IJN-CA1 1", "r2 IJN-CA1 5", "r3 IJN-CA1 10")
    game, events = meet(game, "IJN-CA1", faces)
    shots = [shot for event in told(events, GunsFired) for shot in event.shots]
    assert [shot.score.terms for shot in shots] == [
        FrozenMap({"AF": 5, "DF": -3, "carrier": 2, "torpedoes": 1}),
        FrozenMap({"AF": 5, "DF": -3, "carrier": 2}),
        FrozenMap({"AF": 5, "DF": -2, "carrier": 2}),
    ]
    assert game.ships["TF36-CVL"].steps == 0
    assert [(event.base, event.how) for event in told(events, BaseLost)] == [("TF36-CVL", "sunk")]
    assert [(owed.side, owed.place) for owed in game.owed] == [(ALLIED, "TF36-CVL")]


def test_h0_6_a_second_disruption_costs_a_step() -> None:
    faces = fire("r1 IJN-CLT1 6", "r1 US-CA1 1", "r2 IJN-CLT1 7", "r2 US-CA1 1")
    faces = {**faces, **fire("r3 IJN-CLT1 1", "r3 US-CA1 1")}
    game, _ = meet(duel(), "IJN-CLT1", faces)
    assert (game.ships["US-CA1"].steps, game.ships["US-CA1"].disrupted) == (1, True)
    assert game.points(JAPANESE) == 3


def test_h10_4_all_fire_of_a_round_is_simultaneous() -> None:
    game = changed(changed(duel(), "IJN-CLT1", steps=1), "US-CA1", steps=1)
    faces = fire("r1 IJN-CLT1 9", "r1 US-CA1 9")
    game, events = meet(game, "IJN-CLT1", faces)
    assert all(not ship.at and ship.steps == 0 for ship in game.ships.values())
    assert told(events, BattleOver)[0].held == ""


# --- who fires at whom [H10.4] -------------------------------------------------------------------


def test_h10_4_targets_by_af_then_transports_for_those_in_excess() -> None:
    game = afloat(board(), "1203", "IJN-BB1", "IJN-CA1", "IJN-CA2", "IJN-CLT1", "IJN-CLT2")
    game = afloat(game, "1303", "US-CLT1", "US-CA1", "US-T1", "US-T2")
    group = "IJN-BB1 IJN-CA1 IJN-CA2 IJN-CLT1 IJN-CLT2"
    ships = (*group.split(), "US-CA1", "US-CLT1")
    faces = fire(*(f"r1 {ship} 1" for ship in ships))
    _, events = meet(game, group, faces, break_off="round1")
    assert {firer: shot[0] for firer, shot in first_shots(events).items()} == {
        "IJN-BB1": "US-CA1",
        "IJN-CA1": "US-CLT1",
        "IJN-CA2": "US-T1",
        "IJN-CLT1": "US-T2",
        "IJN-CLT2": "US-T1",
        "US-CA1": "IJN-BB1",
        "US-CLT1": "IJN-CA1",
    }


def test_h10_4_targets_wrap_around_where_there_are_no_transports() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CA1", "IJN-CA2", "IJN-CLT1"), "1303", "US-CA1")
    faces = fire(*(f"r1 {s} 1" for s in ("IJN-CA1", "IJN-CA2", "IJN-CLT1", "US-CA1")))
    _, events = meet(game, "IJN-CA1 IJN-CA2 IJN-CLT1", faces, break_off="round1")
    assert {shot[0] for firer, shot in first_shots(events).items() if firer != "US-CA1"} == {
        "US-CA1"
    }


def test_h10_4_transports_alone_do_not_fight() -> None:
    game = afloat(afloat(board(), "1203", "MARU1"), "1303", "US-T1")
    game, events = meet(game, "MARU1", {})
    assert game.ships["MARU1"].at == game.ships["US-T1"].at == "1303"
    assert told(events, BattleOver) == []


def test_h10_4_own_ships_that_are_there_already_fight_as_well() -> None:
    game = afloat(duel(), "1303", "IJN-CA1")
    game = changed(game, "IJN-CA1", break_off="never")
    faces = fire("r1 IJN-CA1 1", "r1 IJN-CLT1 1", "r1 US-CA1 1")
    faces = {**faces, **fire(*(f"r{n} {s} 1" for n in (2, 3) for s in ("IJN-CA1", *DUEL)))}
    _, events = meet(game, "IJN-CLT1", faces)
    assert list(first_shots(events)) == ["IJN-CA1", "IJN-CLT1", "US-CA1"]


# --- breaking off [H10.4.3] ----------------------------------------------------------------------


def test_h10_4_3_both_share_the_hex_after_round_3() -> None:
    faces = fire(*(f"r{n} {ship} 1" for n in (1, 2, 3) for ship in DUEL))
    game, events = meet(duel(), "IJN-CLT1", faces)
    assert {ship.at for ship in game.ships.values()} == {"1303"}
    assert (len(told(events, GunsFired)), told(events, BattleOver)[0].held) == (3, "")


def test_h10_4_3_the_mover_goes_back_along_its_path_to_a_hex_without_enemies() -> None:
    game = afloat(duel(), "1402", "US-T1")
    game = changed(game, "US-CA1", at="1403")
    faces = fire("r1 IJN-CLT1 1", "r1 US-CA1 1")
    game, events = meet(game, "IJN-CLT1", faces, path="1203 1303 1402 1403", break_off="round1")
    assert game.ships["IJN-CLT1"].at == "1303"
    (left,) = told(events, BrokeOff)
    assert (left.side, left.ships) == (JAPANESE, FrozenMap({"IJN-CLT1": "1303"}))
    assert told(events, BattleOver)[0].held == ALLIED


def test_h10_4_3_the_defender_goes_to_the_nearest_friendly_port_within_speed() -> None:
    game = afloat(board(), "1607", "US-CA1")
    game = afloat(game, "1507", "IJN-CLT3")
    faces = fire("r1 IJN-CLT3 1", "r1 US-CA1 1")
    game = changed(game, "US-CA1", break_off="round1")
    game, events = meet(game, "IJN-CLT3", faces, path="1507 1607")
    assert game.ships["US-CA1"].at == "1707"
    (left,) = told(events, BrokeOff)
    assert (left.side, left.hex, left.stay) == (ALLIED, "1607", ())


def test_h10_4_3_who_finds_no_port_in_reach_stays_and_fights_on() -> None:
    game = changed(duel(stay="round1"), "US-CA1", disrupted=True, at="1302")
    faces = fire(*(f"r{n} {ship} 1" for n in (1, 2, 3) for ship in DUEL))
    game, events = meet(game, "IJN-CLT1", faces, path="1203 1303 1302")
    assert game.ships["US-CA1"].at == "1302"
    assert [event.stay for event in told(events, BrokeOff)] == [("US-CA1",)] * 3


def test_h10_4_3_half_of_the_combat_steps_lost_is_enough_by_default() -> None:
    game = duel(stay="half")
    faces = fire("r1 IJN-CLT1 8", "r1 US-CA1 1")
    game, events = meet(game, "IJN-CLT1", faces)
    assert (game.ships["US-CA1"].steps, game.ships["US-CA1"].at) == (1, "1006")
    assert told(events, BrokeOff)[0].side == ALLIED


def test_cr38_when_both_have_had_enough_only_the_mover_leaves() -> None:
    faces = fire("r1 IJN-CLT1 1", "r1 US-CA1 1")
    game, events = meet(duel(stay="round1"), "IJN-CLT1", faces, break_off="round1")
    assert (game.ships["IJN-CLT1"].at, game.ships["US-CA1"].at) == ("1203", "1303")
    assert [event.side for event in told(events, BrokeOff)] == [JAPANESE]


def test_cr37_transports_without_escort_leave_after_round_1() -> None:
    game = afloat(afloat(board(), "1203", "IJN-CLT1"), "1806", "US-T1", "US-T2")
    game = changed(game, "IJN-CLT1", at="1805")
    faces = fire("r1 IJN-CLT1 1")
    game, events = meet(game, "IJN-CLT1", faces, path="1805 1806")
    assert {game.ships[s].at for s in ("US-T1", "US-T2")} == {"1707"}
    assert told(events, BattleOver)[0].held == JAPANESE


def test_cr37_the_most_cautious_ship_of_a_side_decides() -> None:
    game = afloat(duel(stay="never"), "1303", "US-CLT1")
    game = changed(changed(game, "US-CLT1", break_off="round1"), "US-CA1", at="1303")
    ships = ("IJN-CLT1", "US-CA1", "US-CLT1")
    faces = fire(*(f"r1 {ship} 1" for ship in ships))
    _, events = meet(game, "IJN-CLT1", faces)
    assert set(told(events, BrokeOff)[0].ships) == {"US-CA1", "US-CLT1"}


# --- cargo [H9.10.8] -----------------------------------------------------------------------------


def test_h9_10_8_a_transport_hit_once_loses_the_units_it_has_no_room_for() -> None:
    game = ashore(afloat(board(), "1303", "US-T1"), "US-T1", "41-162", "43-103")
    game = changed(afloat(game, "1203", "IJN-CLT1"), "US-T1", break_off="never")
    faces = fire("r1 IJN-CLT1 6", "r2 IJN-CLT1 1", "r3 IJN-CLT1 1")
    game, events = meet(game, "IJN-CLT1", faces)
    assert first_shots(events)["IJN-CLT1"] == ("US-T1", 9, 1, False)
    assert game.ships["US-T1"].cargo == ("43-103",)
    assert (game.troops["41-162"].steps, game.troops["43-103"].steps) == (0, 2)
    assert game.points(JAPANESE) == 2 + 2
    assert told(events, CargoLost)[0].steps == FrozenMap({"41-162": 2})
