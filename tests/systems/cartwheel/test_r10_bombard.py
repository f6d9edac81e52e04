"""Bombardment [H10.7] and the submarine [H10.6]."""

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.table.events_charts import BaseStruck
from pbem.systems.cartwheel.table.events_sea import Bombarded, SubmarineAttacked
from pbem.systems.cartwheel.table.events_turn import BaseHit, ControlPassed
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import Faces, changed, rules_of, sailed, voyage, wrong_at_sea
from tests.systems.cartwheel.tabletop import afloat, ashore, board, hurt, told


def off_munda(*, turn: int = 1) -> Game:
    """US-CA1 and US-CLT1 two hexes from Munda, which has a garrison in a Fortification."""
    game = afloat(board(turn=turn), "1706", "US-CA1", "US-CLT1")
    return ashore(game, "1606", "38D-229", "GAR-MUN")


def shell(
    game: Game, target: str, faces: dict[str, int], ships: str = "US-CA1 US-CLT1"
) -> tuple[Game, tuple[Event, ...]]:
    order = voyage(ALLIED, ships, "1706 1606", purpose="bombard", target=target)
    return sailed(game, order, {_label(key): face for key, face in faces.items()})


def _label(key: str) -> str:
    return key if key.startswith("9.10") else f"10.7 bombard t1m1 {key}"


# --- legality ------------------------------------------------------------------------------------


def refused(game: Game, target: str, ships: str = "US-CA1", path: str = "1706 1606") -> list[str]:
    order = NavalMission(
        ships=tuple(ships.split()), path=tuple(path.split()), purpose="bombard", target=target
    )
    return [what for _, _, what in wrong_at_sea(game, ALLIED, order)]


def test_h10_7_targets_are_enemy_airbases_and_troops_in_the_last_hex() -> None:
    game = off_munda()
    assert refused(game, "base:MUN") == refused(game, "ground") == []
    assert refused(game, "base:BUI") == [
        "'base:BUI' is no target in the last hex of the path -> targets there: base:MUN, ground"
    ]
    assert refused(hurt_for_good(game), "base:MUN") == [
        "'base:MUN' is no target in the last hex of the path -> targets there: ground"
    ]


def test_h10_7_of_a_misspelt_hex_the_hex_alone_is_told() -> None:
    (told,) = refused(off_munda(), "base:MUN", path="1706 16O6")
    assert "'16O6'" in told


def hurt_for_good(game: Game) -> Game:
    return game.with_base(replace(game.bases["MUN"], status="destroyed", hits=6))


def test_h10_7_only_undisrupted_bb_ca_clt_bombard() -> None:
    game = afloat(off_munda(), "1706", "TF36-CV")
    assert refused(game, "ground", ships="TF36-CV") == [
        "no undisrupted BB, CA, CLT is in the group -> take one along, or choose another purpose"
    ]
    hurt = changed(game, "US-CA1", disrupted=True)
    assert "no undisrupted BB, CA, CLT is in the group" in refused(hurt, "ground")[0]


def test_h10_7_other_purposes_have_no_target() -> None:
    order = NavalMission(ships=("US-CA1",), path=("1706",), purpose="sortie", target="ground")
    assert rules_of(wrong_at_sea(off_munda(), ALLIED, order)) == ["H10.7"]


# --- at an airbase -------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hits"), [(1, 0), (6, 0), (7, 1), (10, 1)])
def test_h10_7_hits_on_a_base_by_total(die: int, hits: int) -> None:
    faces = {"US-CA1": die, **{f"9.10 ground t1m1 MUN #{k + 1}": 1 for k in range(hits)}}
    game, events = shell(off_munda(), "base:MUN", faces, ships="US-CA1")
    (shelling,) = told(events, Bombarded)[0].shellings
    assert shelling.score.terms == FrozenMap({"AF": 4, "bombardment": -2})
    assert (shelling.score.total, shelling.hits) == (die + 2, hits)
    assert game.bases["MUN"].hits == hits


def test_h10_7_each_ship_fires_once_and_each_hit_brings_a_ground_strike() -> None:
    faces = {
        "US-CA1": 8,
        "US-CLT1": 10,
        "9.10 ground t1m1 MUN #1": 6,
        "9.10 ground t1m1 MUN #2": 9,
        "9.10 pick t1m1 MUN #2": 17,
    }
    game, events = shell(off_munda(), "base:MUN", faces)
    assert [shelling.hits for shelling in told(events, Bombarded)[0].shellings] == [1, 1]
    (struck,) = told(events, BaseStruck)
    assert (struck.mission, struck.base, struck.owner) == ("t1m1", "MUN", JAPANESE)
    assert (struck.effects, struck.picks) == (("", "step"), (0, 17))
    assert [(owed.side, owed.kind, owed.place) for owed in game.owed] == [
        (JAPANESE, "struck", "MUN")
    ]
    assert told(events, BaseHit)[0].cause == "bombardment"
    assert game.points(ALLIED) == 0


def test_h10_7_a_base_destroyed_by_guns_earns_points() -> None:
    faces = {"US-CA1": 7, "9.10 ground t1m1 MUN #1": 1}
    game, _ = shell(hurt(off_munda(), "MUN", 5), "base:MUN", faces, ships="US-CA1")
    assert (game.bases["MUN"].status, game.points(ALLIED)) == ("destroyed", 2)


# --- at troops -----------------------------------------------------------------------------------


def test_h10_7_troops_in_a_fortification() -> None:
    game = replace(off_munda(), forts=("1606",))
    game, events = shell(game, "ground", {"US-CA1": 10, "US-CLT1": 10})
    first, second = told(events, Bombarded)[0].shellings
    assert first.score.terms == FrozenMap({"AF": 4, "bombardment": -2, "Fortification": -2})
    assert (first.score.total, first.harm.disrupts, first.victim) == (10, True, "38D-229")
    assert (second.score.total, second.harm.disrupts, second.victim) == (10, True, "GAR-MUN")
    assert second.score.terms["CF"] == 1, "GAR-MUN shows CF 2 [H9.10.3]"
    assert game.troops["38D-229"].disrupted
    assert game.turn.struck_ground == FrozenMap({"1606": "allied"})


def test_h9_10_4_the_undisrupted_unit_with_the_highest_cf_is_hit_next() -> None:
    game, events = shell(off_munda(), "ground", {"US-CA1": 10, "US-CLT1": 9})
    assert [s.victim for s in told(events, Bombarded)[0].shellings] == ["38D-229", "GAR-MUN"]
    assert [u.disrupted for u in game.troops_at("1606")] == [True, True]


def test_h10_7_nobody_is_struck_when_nothing_hits() -> None:
    game, _ = shell(off_munda(), "ground", {"US-CA1": 1, "US-CLT1": 1})
    assert game.turn.struck_ground == FrozenMap()


def test_h11_2_1_whoever_is_left_alone_holds_the_hex() -> None:
    game = replace(changed(off_munda(), "38D-229", steps=0, at=""), air=FrozenMap())
    game = ashore(changed(game, "GAR-MUN", disrupted=True), "1606", "43-169")
    game, events = shell(game, "ground", {"US-CA1": 10}, ships="US-CA1")
    assert (game.troops["GAR-MUN"].steps, game.control["1606"]) == (0, ALLIED)
    assert [event.hex for event in told(events, ControlPassed)] == ["1606"]


def test_h10_7_who_is_stopped_or_driven_off_does_not_bombard() -> None:
    game = afloat(off_munda(), "1606", "IJN-CLT1")
    game = changed(game, "IJN-CLT1", break_off="never")
    order = voyage(
        ALLIED, "US-CA1", "1706 1606", purpose="bombard", target="ground", break_off="round1"
    )
    faces = {"10.4 fire t1m1 r1 US-CA1": 1, "10.4 fire t1m1 r1 IJN-CLT1": 1}
    game, events = sailed(game, order, faces)
    assert game.ships["US-CA1"].at == "1706"
    assert told(events, Bombarded) == []


# --- the submarine [H10.6] -----------------------------------------------------------------------


def submerged(*, event: bool = True) -> Game:
    game = afloat(afloat(board(), "1908", "US-T1", "US-CLT1"), "", "SS1", steps=1)
    return game.with_turn(replace(game.turn, submarine=event))


def attack(game: Game, die: int, escort: int | None = None) -> tuple[Game, tuple[Event, ...]]:
    faces: Faces = {"10.6 submarine": die}
    if escort is not None:
        faces = {**faces, "10.6 escort": escort}
    return sailed(game, voyage(JAPANESE, "SS1", "1908", target="US-T1"), faces)


@pytest.mark.parametrize(("die", "steps"), [(5, 2), (8, 1), (10, 0)])
def test_h10_6_one_attack_with_its_af_against_df(die: int, steps: int) -> None:
    game = changed(submerged(), "US-CLT1", at="1807")
    if die == 10:
        game = changed(game, "US-T1", steps=1)
    game, events = attack(game, die)
    (event,) = told(events, SubmarineAttacked)
    assert event.shot.score.terms == FrozenMap({"AF": 3, "DF": -1 if die == 10 else -2})
    assert (game.ships["US-T1"].steps, game.ships["SS1"].at) == (steps, "")
    assert event.escorts == ()


@pytest.mark.parametrize(("die", "sunk"), [(7, False), (8, True)])
def test_h10_6_an_escort_may_sink_it(die: int, *, sunk: bool) -> None:
    game, events = attack(submerged(), 1, escort=die)
    assert told(events, SubmarineAttacked)[0].sunk is sunk
    assert (game.ships["SS1"].steps == 0, game.points(ALLIED)) == (sunk, 2 if sunk else 0)


def test_h10_6_disrupted_escorts_do_not_hunt() -> None:
    _, events = attack(changed(submerged(), "US-CLT1", disrupted=True), 1)
    assert told(events, SubmarineAttacked)[0].escorts == ()


def test_h10_6_legality() -> None:
    def wrong(game: Game, path: str = "1908", target: str = "US-T1") -> list[str]:
        order = NavalMission(ships=("SS1",), path=tuple(path.split()), target=target)
        return [what.split(" -> ")[0] for _, _, what in wrong_at_sea(game, JAPANESE, order)]

    assert wrong(submerged()) == []
    assert wrong(submerged(event=False)) == ["SS1 is not available this turn"]
    assert wrong(changed(submerged(), "SS1", steps=0)) == ["SS1 is not available this turn"]
    assert wrong(changed(submerged(), "SS1", moved=1)) == ["SS1 has made its attack this turn"]
    far = "the path is the one hex where it attacks: at sea or on a coast, not too far west"
    assert wrong(submerged(), "0601") == wrong(submerged(), "0706") == [far]
    assert wrong(submerged(), "1908 1808") == [far]
    assert wrong(submerged(), "1807") == ["'US-T1' is no enemy ship in 1807"]
    with_cargo = NavalMission(ships=("SS1", "IJN-CA1"), path=("1908",), target="US-T1")
    assert rules_of(wrong_at_sea(submerged(), JAPANESE, with_cargo)) == ["H10.6"]
