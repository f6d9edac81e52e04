"""Interceptions at sea and who flies to intercept [PH5.2-5.5, P3.3, P4B, PH8.2, D15, PH16.1]."""

from dataclasses import replace

import pytest

from pbem.dice import Dice, Roll
from pbem.systems.pto import p3_engage, p3_sail
from pbem.systems.pto.events_combat import BoatAttacked, SurfaceCombatBegun
from pbem.systems.pto.events_naval import InterceptionFailed, InterceptionTried, Sailed, Searched
from pbem.systems.pto.events_play import Voided
from pbem.systems.pto.orders import Engage, Sail
from pbem.systems.pto.p3_half import Half, Phase
from pbem.systems.pto.p3_intercept import Mission, Moment, candidates, modifier, rising
from pbem.systems.pto.ph6_surface import battle
from pbem.systems.pto.pieces import Mark
from pbem.systems.pto.standing import AirInterception, Gunnery, NavalInterception, Submarines
from pbem.systems.pto.state import ALLIED, JAPANESE, Game
from pbem.systems.pto.told import Told
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    aboard,
    based,
    boat,
    force,
    seeded,
    ship,
    small_game,
    standing,
    told,
)


def half(dice: Dice | None = None, *, phase: str = "P3", side: str = JAPANESE) -> Half:
    name: Phase = "P4" if phase == "P4" else "P3"
    return Half(side=side, phase=name, charts=CHARTS, dice=dice or ScriptedDice())


def meeting(at: str = "MID", *, mark: Mark = "", month: int = 6) -> Game:
    """Two US heavy cruisers in a sea that one Japanese one has entered."""
    game = small_game(month=month)
    game = force(game, "raiders", "JP", at, ship("chikuma", "CA"))
    ships = (ship("astoria", "CA", "US", mark=mark), ship("vincennes", "CA", "US", mark=mark))
    return force(game, "tf-1", "US", at, *ships)


# --- the die -------------------------------------------------------------------------------------


def test_ph5_4_a_searched_target_is_easier_and_boats_are_worse() -> None:
    game = force(meeting(), "boats", "US", "MID", boat("us-ss-gato-1"))
    assert modifier(game, "tf-1", "raiders", CHARTS) == 0
    assert modifier(game, "boats", "raiders", CHARTS) == -1
    found = game.with_forces([replace(game.forces["raiders"], searched=True)])
    assert modifier(found, "tf-1", "raiders", CHARTS) == 1
    assert modifier(found, "boats", "raiders", CHARTS) == 0


def interceptors(
    game: Game, area: str, kind: str, fighters: int, tf: str = "", moment: Moment = "enemy"
) -> tuple[str, ...]:
    """Allied fighters that rise against a mission in an area."""
    forces = (tf,) if tf else ()
    mission = Mission(side=JAPANESE, area=area, kind=kind, fighters=fighters, forces=forces)
    return rising(game, ALLIED, mission, CHARTS, moment)


# --- who may -------------------------------------------------------------------------------------


def test_ph5_3_ships_in_port_come_out_into_its_seas() -> None:
    game = force(meeting(), "home", "US", "MWY", ship("pensacola", "CA", "US"))
    game = force(game, "far", "US", "OAH", ship("portland", "CA", "US"))
    assert candidates(game, half(), "raiders") == ("home", "tf-1")


def test_ph5_4_by_default_at_1_to_1_in_guns() -> None:
    game = meeting()
    strong = force(game, "raiders", "JP", "MID", ship("hiei", "BB"), ship("tone", "CA"))
    assert candidates(strong, half(), "raiders") == ()
    bold = NavalInterception(when="always")
    assert candidates(standing(strong, "washington", bold), half(), "raiders") == ("tf-1",)
    shy = NavalInterception(of="tf-1", when="never")
    assert candidates(standing(game, "washington", shy), half(), "raiders") == ()
    elsewhere = NavalInterception(areas=("SOL",))
    assert candidates(standing(game, "washington", elsewhere), half(), "raiders") == ()


def test_ph9_1_boats_intercept_ships_unless_told_not_to() -> None:
    game = force(small_game(), "raiders", "JP", "MID", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    assert candidates(game, half(), "raiders") == ("boats",)
    never = Submarines(intercept="never")
    assert candidates(standing(game, "washington", never), half(), "raiders") == ()


# --- on the way ----------------------------------------------------------------------------------


def sail(game: Game, dice: Dice, *path: str, side: str = JAPANESE, tf: str = "raiders") -> Told:
    seat = "tokyo" if side == JAPANESE else "washington"
    orders = {seat: (Sail(tf=tf, path=path),)}
    return p3_sail.play(game, side, orders, CHARTS, dice, "P3")


def test_ph5_2_who_is_not_met_goes_on() -> None:
    game = meeting()
    game = game.with_forces([replace(game.forces["raiders"], at="NOP")])
    dice = ScriptedDice(
        {
            "PH5.6 search raiders P3.1 mid 1": 4,
            "PH5.6 search tf-1 by raiders P3.1 mid 1": 4,
            "PH5.4 interception tf-1 v raiders P3.1 mid 2": 3,
        }
    )
    game, events = sail(game, dice, "MID", "WAK")
    assert not dice.left
    assert not told(events, InterceptionTried)[0].met
    assert [event.path for event in told(events, Sailed)] == [("NOP", "MID"), ("MID", "WAK")]
    assert game.forces["raiders"].at == "WAK"


def test_ph5_2_who_fights_on_the_surface_stops() -> None:
    game = meeting()
    game = game.with_forces([replace(game.forces["raiders"], at="NOP", searched=True)])
    game = standing(game, "tokyo", Gunnery(stay=True))
    game = standing(game, "washington", Gunnery(stay=True, after=1))
    for number in range(1, 40):
        after, events = sail(game, seeded(number), "MID", "WAK")
        if told(events, SurfaceCombatBegun):
            assert "raiders" not in after.forces or after.forces["raiders"].at == "MID"
            return
    pytest.fail("no die of forty met the raiders")


def test_ph5_5_a_second_task_force_meets_the_interceptor_first() -> None:
    game = meeting()
    game = game.with_forces([replace(game.forces["raiders"], at="NOP", searched=True)])
    game = force(game, "cover", "JP", "MID", ship("yamato", "BB"), ship("nagato", "BB"))
    game = standing(game, "washington", Gunnery(stay=True))
    rolls = {
        "PH5.6 search tf-1 by raiders P3.1 mid 1": 1,
        "PH5.4 interception tf-1 v raiders P3.1 mid 2": 3,
        "PH5.5 counter-interception cover v tf-1 P3.1 mid 3": 4,
        "PH6.1 r1 yamato v astoria P3.1 mid 4": 12,
        "PH6.1 r1 nagato v astoria P3.1 mid 4": 12,
        "PH6.1 r1 nagato v vincennes P3.1 mid 4": 12,
        "PH6.1 r1 yamato v vincennes P3.1 mid 4": 12,
    }
    dice = _Sinking(rolls)
    after, events = sail(game, dice, "MID", "WAK")
    first, counter = told(events, InterceptionTried)
    assert (first.met, counter.counter, counter.met) == (True, True, True)
    assert [event.attacker for event in told(events, SurfaceCombatBegun)] == ["cover"]
    assert told(events, InterceptionFailed)[0].tf == "tf-1"
    assert "tf-1" not in after.forces
    assert after.forces["raiders"].at == "WAK"
    assert after.month.countered == ("cover",)


class _Sinking(ScriptedDice):
    """As written down; every other shot of the Japanese hits, none of the Americans does."""

    def _throw(self, label: str, count: int, sides: int):  # type: ignore[no-untyped-def]
        if label.startswith("PH6.1"):
            ours = label.split()[2] in ("yamato", "nagato")
            self.faces[label] = 12 if ours else 2
        return super()._throw(label, count, sides)


def test_ph6_4_who_has_withdrawn_does_nothing_more_in_the_step() -> None:
    """The cruisers break off from the battleship, and do not stop those who sail by them."""
    game = meeting("WAK")
    game = force(game, "line", "JP", "MID", ship("yamato", "BB"))
    game = game.with_forces([replace(game.forces["tf-1"], at="MID")])
    game = standing(game, "washington", NavalInterception(when="always"), Gunnery(after=1))
    half_ = half(_Missing())
    after, _ = battle(game, "line", "tf-1", "P3.3 mid 1", CHARTS, half_.dice)
    assert after.month.withdrawn == ("tf-1",)
    met = after.with_forces([replace(after.forces["raiders"], at=after.forces["tf-1"].at)])
    assert candidates(met, half_, "raiders") == ()
    fresh = met.with_month(replace(met.month, withdrawn=()))
    assert candidates(fresh, half_, "raiders") == ("tf-1",)


class _Missing(ScriptedDice):
    """Every shot misses."""

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        self.faces[label] = 2
        return super()._throw(label, count, sides)


def test_ph5_2_who_counter_intercepted_and_fought_does_not_sail_any_more() -> None:
    game = meeting()
    game = force(game, "cover", "JP", "MID", ship("yamato", "BB"))
    acting = replace(game.month, fought=("cover",), acting=("cover",), to_act=JAPANESE)
    game = game.with_month(acting)
    orders = {"tokyo": (Sail(tf="cover", path=("WAK",)),)}
    after, events = p3_sail.play(game, JAPANESE, orders, CHARTS, ScriptedDice(), "P4")
    assert told(events, Voided)[0].cited == "PH5.2"
    assert after.forces["cover"].at == "MID"


def test_d2_boats_that_have_blockaded_are_not_used_again() -> None:
    game = force(small_game(), "raiders", "JP", "HOM", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "HOM", boat("us-ss-gato-1"))
    assert candidates(game, half(), "raiders") == ("boats",)
    used = game.with_ships([replace(game.ships["us-ss-gato-1"], committed=True)])
    assert candidates(used, half(), "raiders") == ()
    refusal = p3_engage.cannot_engage(
        used, ("US",), Engage(tf="boats", enemy="raiders"), "P3", CHARTS
    )
    assert refusal is not None
    assert refusal.rule == "D2.1"


def test_p3_3_1_who_counter_intercepted_does_not_engage() -> None:
    game = force(meeting(), "cover", "JP", "MID", ship("yamato", "BB"))
    game = game.with_month(replace(game.month, countered=("cover",)))
    _, events = engage(game, ScriptedDice(), "cover", "tf-1")
    assert told(events, Voided)[0].cited == "P3.3.1"


def test_ph9_1_a_boat_that_intercepts_does_not_stop_a_task_force() -> None:
    game = force(small_game(), "raiders", "JP", "NOP", ship("chikuma", "CA"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    dice = ScriptedDice(
        {
            "PH5.6 search raiders P3.1 mid 1": 4,
            "PH5.6 search boats by raiders P3.1 mid 1": 5,
            "PH5.4 interception boats v raiders P3.1 mid 2": 5,
            "PH9.1 r1 us-ss-gato-1 v chikuma P3.1 mid 3": 4,
        }
    )
    game, events = sail(game, dice, "MID", "WAK")
    assert told(events, BoatAttacked)
    assert not dice.left
    assert game.forces["raiders"].at == "WAK"


def test_ph16_1_the_allies_do_not_intercept_as_pearl_harbor_falls() -> None:
    game = meeting(month=6)
    game = replace(game, turn=game.terms.first_turn)
    game = game.with_forces([replace(game.forces["raiders"], at="NOP")])
    silent = replace(game, terms=replace(game.terms, special=("PH16.1",)))
    dice = ScriptedDice({"PH5.6 search tf-1 by raiders P3.1 mid 1": 1})
    after, events = sail(silent, dice, "MID", "WAK")
    assert after.forces["raiders"].at == "WAK"
    assert not told(events, InterceptionTried)
    assert [event.side for event in told(events, Searched)] == [JAPANESE]
    _, events = sail(game, seeded(1), "MID", "WAK")
    assert told(events, InterceptionTried)


# --- engaging ------------------------------------------------------------------------------------


def engage(game: Game, dice: Dice, tf: str, enemy: str, phase: str = "P3") -> Told:
    orders = {"tokyo": (Engage(tf=tf, enemy=enemy),)}
    name: Phase = "P4" if phase == "P4" else "P3"
    return p3_engage.play(game, JAPANESE, orders, CHARTS, dice, name)


def test_p3_3_1_an_attack_needs_the_die_of_an_interception() -> None:
    dice = ScriptedDice({"PH5.4 interception raiders v tf-1 P3.3 mid 1": 3})
    _, events = engage(meeting(), dice, "raiders", "tf-1")
    assert not told(events, InterceptionTried)[0].met
    assert not told(events, SurfaceCombatBegun)


def test_ph9_3_hunters_must_find_the_boats_first() -> None:
    game = force(small_game(), "hunters", "JP", "MID", ship("jp-dd-1", "DD"))
    game = force(game, "boats", "US", "MID", boat("us-ss-gato-1"))
    game, events = engage(
        game, ScriptedDice({"PH5.6 search boats P3.3 mid 1": 5}), "hunters", "boats"
    )
    assert not told(events, Searched)[0].found
    dice = ScriptedDice(
        {
            "PH5.6 search boats P3.3 mid 2": 6,
            "PH9.1 r1 us-ss-gato-1 v jp-dd-1 P3.3 mid 3": 2,
            "PH9.2 r1 jp-dd-1 v us-ss-gato-1 P3.3 mid 3": 12,
        }
    )
    game, events = engage(game, dice, "hunters", "boats")
    assert told(events, Searched)[0].found
    assert "boats" not in game.forces


# --- fighters ------------------------------------------------------------------------------------


def two_task_forces(*, off: tuple[str, ...] = ()) -> Game:
    game = force(small_game(off=off), "tf-16", "US", "MID", ship("enterprise", "CV", "US"))
    game = force(game, "tf-17", "US", "MID", ship("yorktown", "CV", "US"))
    return aboard(game, "US-CV42", "US", "enterprise", "yorktown")


def test_d15_1_land_based_fighters_meet_any() -> None:
    game = based(two_task_forces(), "P-40", "US", "MWY", "p-40")
    found = interceptors(game, "MID", "ships", 1, "tf-17")
    assert found == ("p-40", "yorktown-air")


def test_p3_2_2_fighters_rise_at_1_to_1_by_default() -> None:
    game = based(small_game(), "P-40", "US", "MWY", "a", "b")
    assert interceptors(game, "MWY", "strike", 2) == ("a", "b")
    assert interceptors(game, "MWY", "strike", 3) == ()
    bold = standing(game, "washington", AirInterception(own=2, enemy=3))
    assert interceptors(bold, "MWY", "strike", 3) == ("a", "b")


def test_f_4_standing_orders_of_fighters() -> None:
    game = based(small_game(), "P-40", "US", "MWY", "a", "b")

    def up(order: AirInterception, kind: str = "strike") -> tuple[str, ...]:
        told_ = standing(game, "washington", order)
        return interceptors(told_, "MWY", kind, 1)

    assert up(AirInterception(when="never")) == ()
    assert up(AirInterception(keep=1)) == ("b",)
    assert up(AirInterception(areas=("OAH",))) == ()
    assert up(AirInterception(against=("transfer",))) == ()
    assert up(AirInterception(against=("transfer",)), "transfer") == ("a", "b")
    assert up(AirInterception(against=("strike",)), "ships") == ("a", "b")


def test_ph8_1_once_in_the_enemys_half_and_once_in_all_in_an_offensive() -> None:
    game = based(small_game(), "P-40", "US", "MWY", "a", "b")
    game = game.with_air(
        [replace(game.air["a"], intercepted=True), replace(game.air["b"], struck=True)]
    )
    assert interceptors(game, "MWY", "strike", 0) == ("b",)
    assert interceptors(game, "MWY", "strike", 0, moment="offensive") == ()


def test_gp21_nobody_rises_in_grounded_areas() -> None:
    game = based(small_game(), "P-40", "US", "LUZ", "a")
    assert interceptors(game, "LUZ", "strike", 1) == ("a",)
    game = game.with_month(replace(game.month, grounded=("monsoon",)))
    assert interceptors(game, "LUZ", "strike", 1) == ()
