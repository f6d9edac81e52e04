"""Air attacks: ordered ones, and those that a task force on the move meets [P3.2, PH5.2, D11]."""

from dataclasses import replace

import pytest

from pbem.dice import Dice, Roll
from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto import check_air, p3_sail, p3_strikes
from pbem.systems.pto.events_combat import AirCombatBegun, AirNavalAttack, InstallationAttacked
from pbem.systems.pto.events_naval import (
    FightersRise,
    RaidFlown,
    Searched,
    StacksDivided,
    Surprised,
    UnitsStay,
)
from pbem.systems.pto.events_play import Voided
from pbem.systems.pto.orders import Offensive, Sail, Strike
from pbem.systems.pto.p3_half import Half
from pbem.systems.pto.p3_return import fly_home
from pbem.systems.pto.p3_stacks import divided
from pbem.systems.pto.p3_targets import cannot_strike_with
from pbem.systems.pto.p4_acting import activated
from pbem.systems.pto.standing import AirInterception, AirStacks, AirStrikeRule
from pbem.systems.pto.state import ALLIED, JAPANESE, Game
from pbem.systems.pto.told import Told
from tests.systems.pto.tabletop import (
    CHARTS,
    ScriptedDice,
    aboard,
    based,
    committed,
    force,
    seeded,
    ship,
    small_game,
    standing,
    told,
)


class Dull(Dice):
    """Dice that always find and coordinate, and hit nothing: 6 of one die, 2 of two."""

    def __init__(self) -> None:
        super().__init__(None)

    def _throw(self, label: str, count: int, sides: int) -> Roll:
        faces = (6,) if count == 1 else (1,) * count
        return Roll(label=label, sides=sides, dice=faces)


def rule(game: Game, order: Strike, side: str = JAPANESE, *, phase: str = "P3") -> str:
    """The rule that forbids a strike, or empty."""
    name = "P4" if phase == "P4" else "P3"
    half = Half(side=side, phase=name, charts=CHARTS, dice=ScriptedDice())
    seat = "tokyo" if side == JAPANESE else "washington"
    refusal = cannot_strike_with(game, half, game.nations_of(seat), order, {})
    return refusal.rule if refusal else ""


def strike(game: Game, *orders: Order, side: str = JAPANESE, dice: Dice | None = None) -> Told:
    seat = "tokyo" if side == JAPANESE else "washington"
    return p3_strikes.play(game, side, {seat: orders}, CHARTS, dice or Dull(), "P3")


# --- who may strike what -------------------------------------------------------------------------


def test_gp62_d3b_gives_the_p_51_two_areas() -> None:
    for off, wanted in (((), ""), (("D3",), "PH1.3")):
        game = small_game(off=off)
        game = game.with_area("IWO", replace(game.areas["IWO"], nation="US"))
        game = based(game, "P-51", "US", "IWO", "p-51")
        game = based(game, "B-24", "US", "IWO", "b-24")
        order = Strike(units=("b-24",), area="JPN", at="airfield", escorts=("p-51",))
        assert rule(game, order, ALLIED) == wanted


def test_ph5_7_a_task_force_at_sea_must_be_searched_or_findable() -> None:
    game = force(small_game(), "prey", "US", "MSH", ship("houston", "CA", "US"))
    bombers = based(game, "G4M", "JP", "KWA", "g4m")
    order = Strike(units=("g4m",), area="MSH", tf="prey")
    assert rule(bombers, order) == ""
    fighters = based(game, "J-CV41", "JP", "KWA", "cva")
    assert rule(fighters, replace(order, units=("cva",))) == "PH5.7"
    seen = fighters.with_forces([replace(game.forces["prey"], searched=True)])
    assert rule(seen, replace(order, units=("cva",))) == ""


def test_ph5_7_ships_in_port_may_be_struck_without_a_search() -> None:
    game = force(small_game(), "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = aboard(force(game, "kido", "JP", "HAW", ship("akagi", "CV")), "J-CV41", "JP", "akagi")
    assert rule(game, Strike(units=("akagi-air",), area="OAH")) == ""
    assert rule(game, Strike(units=("akagi-air",), area="HAW")) == "PH5.7"


@pytest.mark.parametrize(
    ("off", "at_sea", "in_port", "activated"),
    [((), "D12.1", "", "D12.1"), (("D12",), "", "", "")],
)
def test_d12_1_strategic_bombers_attack_ships_only_in_port_and_not_activated(
    off: tuple[str, ...], at_sea: str, in_port: str, activated: str
) -> None:
    game = based(small_game(off=off), "B-17", "US", "LUZ", "b-17")
    order = Strike(units=("b-17",), area="FOR", tf="prey")
    home = force(game, "prey", "JP", "FOR", ship("hiei", "BB"))
    assert rule(home, order, ALLIED) == in_port
    away = force(game, "prey", "JP", "SCS", ship("hiei", "BB"), searched=True)
    assert rule(away, replace(order, area="SCS"), ALLIED) == at_sea
    marked = force(game, "prey", "JP", "FOR", ship("hiei", "BB", mark="activated"))
    assert rule(marked, order, ALLIED) == activated


def test_d3a_a_p_38_strikes_ships_only_with_d3() -> None:
    for off, wanted in (((), ""), (("D3",), "PH8.3")):
        game = force(small_game(off=off), "prey", "JP", "SOL", ship("tone", "CA"), searched=True)
        game = based(game, "P-38", "US", "GUA", "p-38")
        assert rule(game, Strike(units=("p-38",), area="SOL", tf="prey"), ALLIED) == wanted


def test_ph8_1_committed_flown_stuck_and_unsupplied_units_stay() -> None:
    game = force(small_game(), "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = aboard(force(game, "kido", "JP", "HAW", ship("akagi", "CV")), "J-CV41", "JP", "akagi")
    order = Strike(units=("akagi-air",), area="OAH")
    unit = game.air["akagi-air"]
    assert rule(game.with_air([replace(unit, committed=True)]), order) == "PH8.1"
    assert rule(game.with_air([replace(unit, struck=True)]), order) == "PH8.1"
    assert rule(game.with_air([replace(unit, out=1)]), order) == "PH11.3"
    stuck = game.with_ships([replace(game.ships["akagi"], damaged=True)])
    assert rule(stuck, order) == "PH2.3"
    assert rule(game, replace(order, escorts=("akagi-air",))) == "PH8.1"


def test_ph8_9_carriers_of_activated_task_forces_need_no_air_offensive() -> None:
    game = force(small_game(), "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = force(game, "kido", "JP", "HAW", ship("akagi", "CV", mark="standby"))
    game = based(aboard(game, "J-CV41", "JP", "akagi"), "G3M", "JP", "KWA", "g3m")
    assert rule(game, Strike(units=("akagi-air",), area="OAH"), phase="P4") == "P4B.1.C"
    assert rule(game, Strike(units=("g3m",), area="WKE", at="airfield"), phase="P4") == "P4C.1.B"
    acting = activated(game, [Offensive(kind="sea", nation="JP", stack="kido")])
    assert rule(acting, Strike(units=("akagi-air",), area="OAH"), phase="P4") == ""


def test_p4c_1_b_a_strike_in_an_air_offensive_is_on_its_target() -> None:
    game = based(small_game(), "G3M", "JP", "KWA", "g3m")
    game = game.with_month(replace(game.month, to_act=JAPANESE))
    orders = (
        Offensive(kind="air", nation="JP", targets=("WKE",)),
        Strike(units=("g3m",), area="WKE", at="airfield"),
    )
    assert problems(game, *orders) == []
    assert problems(game, replace(orders[0], targets=("GUA",)), orders[1]) == ["P4C.1.B"]


def test_ph13_1_aircraft_strike_in_an_air_offensive_of_their_own_nation() -> None:
    game = based(small_game(), "B-17", "US", "LUZ", "us")
    game = based(game, "B-10", "NE", "MAL", "ne")
    game = based(game, "Blenheim", "UK", "MAL", "uk")
    game = game.with_month(replace(game.month, to_act=ALLIED))
    american = Offensive(kind="air", nation="US", targets=("INC",))
    british = replace(american, nation="UK")

    def refused(*orders: Order) -> list[str]:
        return problems(game, *orders, side=ALLIED)

    strike_of = {one: Strike(units=(one,), area="INC", at="airfield") for one in ("us", "uk", "ne")}
    assert refused(american, strike_of["us"]) == []
    assert refused(american, strike_of["uk"]) == ["PH13.1"]
    assert refused(british, strike_of["uk"]) == []
    assert refused(british, strike_of["ne"]) == []
    assert refused(british, strike_of["us"]) == ["PH13.1"]
    assert refused(american, british, replace(strike_of["us"], units=("us", "uk"))) == []


def problems(game: Game, *orders: Order, side: str = JAPANESE) -> list[str]:
    seat = "tokyo" if side == JAPANESE else "washington"
    numbered = tuple(enumerate(orders, 1))
    found = check_air.problems(game, side, seat, numbered, CHARTS)
    return [problem.what.rpartition("(")[2].rstrip(")") for problem in found]


def test_ph8_1_a_unit_flies_in_one_strike_of_a_file() -> None:
    game = based(small_game(), "G3M", "JP", "KWA", "g3m")
    order = Strike(units=("g3m",), area="WKE", at="airfield")
    assert problems(game, order, replace(order, at="port")) == ["PH8.1"]


def test_f_2_a_strike_is_judged_from_where_the_file_sends_its_carrier() -> None:
    game = force(small_game(), "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = aboard(force(game, "kido", "JP", "NOP", ship("akagi", "CV")), "J-CV41", "JP", "akagi")
    order = Strike(units=("akagi-air",), area="OAH", aim=("BB", "nevada"))
    assert problems(game, order) == ["PH1.3"]
    assert problems(game, Sail(tf="kido", path=("HAW",)), order) == []


# --- the strike itself ---------------------------------------------------------------------------


def pearl_harbor(*, off: tuple[str, ...] = (), special: tuple[str, ...] = ()) -> Game:
    game = small_game(year=1941, month=12, off=off)
    game = replace(game, terms=replace(game.terms, special=special))
    game = force(game, "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = based(game, "P-40", "US", "OAH", "p-40")
    game = force(game, "kido", "JP", "HAW", ship("akagi", "CV"), ship("kaga", "CV"))
    return aboard(game, "J-CV41", "JP", "akagi", "kaga")


RAID = Strike(units=("akagi-air", "kaga-air"), area="OAH", aim=("BB",))


def test_ph16_1_the_surprise_of_pearl_harbor() -> None:
    game, events = strike(pearl_harbor(off=("D7",), special=("PH16.1",)), RAID)
    assert told(events, Surprised)[0].scenario
    assert not told(events, FightersRise)
    assert not told(events, AirCombatBegun)
    attacks = told(events, AirNavalAttack)
    assert len(attacks) == 4
    assert {attack.ship for attack in attacks} == {"nevada"}
    assert game.air["akagi-air"].struck


def test_ph16_1_without_it_fighters_rise_where_nobody_is_surprised() -> None:
    _, events = strike(pearl_harbor(off=("D7",)), replace(RAID, units=("akagi-air",)))
    assert not told(events, Surprised)
    assert told(events, FightersRise)[0].units == ("p-40",)
    assert told(events, AirCombatBegun)


def test_p0_5_a_strike_goes_without_those_that_have_flown() -> None:
    game = pearl_harbor()
    game = game.with_air([replace(game.air["akagi-air"], struck=True)])
    _, events = strike(game, RAID)
    assert told(events, UnitsStay)[0].units == ("akagi-air",)
    assert told(events, RaidFlown)[0].units == ("kaga-air",)
    game = game.with_air([replace(game.air["kaga-air"], struck=True)])
    _, events = strike(game, RAID)
    assert told(events, Voided)[0].cited == "PH8.1"
    assert not told(events, RaidFlown)


def test_d7_1_ships_in_port_without_aircraft_are_surprised() -> None:
    _, events = strike(pearl_harbor(), RAID)
    assert [event.scenario for event in told(events, Surprised)] == [False]


def test_p3_2_3_nothing_is_bombed_before_all_have_flown() -> None:
    game = based(pearl_harbor(), "G3M", "JP", "KWA", "g3m")
    orders = (RAID, Strike(units=("g3m",), area="WKE", at="airfield"))
    _, events = strike(game, *orders)
    kinds = [type(event) for event in events]
    flown = [number for number, kind in enumerate(kinds) if kind is RaidFlown]
    assert len(flown) == 2
    assert max(flown) < kinds.index(AirNavalAttack) < kinds.index(InstallationAttacked)


def test_p3_2_1_strikes_on_one_target_fly_together() -> None:
    orders = (replace(RAID, units=("akagi-air",)), replace(RAID, units=("kaga-air",)))
    _, events = strike(pearl_harbor(), *orders)
    assert [event.units for event in told(events, RaidFlown)] == [("akagi-air", "kaga-air")]


def test_ph5_8_the_step_searches_before_it_strikes() -> None:
    game = force(small_game(), "prey", "US", "MSH", ship("houston", "CA", "US"))
    game = based(game, "G4M", "JP", "KWA", "g4m")
    order = Strike(units=("g4m",), area="MSH", tf="prey")
    dice = ScriptedDice({"PH5.6 search prey P3.2 msh 1": 3})
    after, events = strike(game, order, dice=dice)
    assert told(events, Voided)[0].cited == "PH5.7"
    assert not after.air["g4m"].struck
    _, events = strike(game, order)
    assert [type(event) for event in events[:2]] == [Searched, RaidFlown]
    assert len(told(events, AirNavalAttack)) == 3


def test_ph8_1_units_fly_again_in_the_other_half() -> None:
    game, _ = strike(pearl_harbor(special=("PH16.1",)), RAID)
    game, events = fly_home(game, JAPANESE, CHARTS)
    assert (events, game.air["akagi-air"].struck) == ((), False)


def test_ph16_2_fuel_is_in_force_from_the_end_of_the_first_half() -> None:
    """Whoever was attacked in it, or nobody [PH16.2, D13.1]."""
    game = pearl_harbor(special=("PH16.1",))
    assert not game.at_war
    assert fly_home(game, JAPANESE, CHARTS)[0].at_war


# --- on the way ----------------------------------------------------------------------------------


def sail(game: Game, dice: Dice | None = None) -> Told:
    orders = {"tokyo": (Sail(tf="kido", path=("MID",)),)}
    return p3_sail.play(game, JAPANESE, orders, CHARTS, dice or Dull(), "P3")


def carriers_meet(*, off: tuple[str, ...] = (), number: int = 2) -> Game:
    """Japanese carriers on the way to a sea with as many US ones."""
    japanese = ("akagi", "kaga", "soryu", "hiryu")[:number]
    american = ("enterprise", "hornet", "yorktown", "lexington")[:number]
    game = small_game(off=off)
    game = force(game, "kido", "JP", "NOP", *(ship(one, "CV") for one in japanese))
    game = force(game, "tf-16", "US", "MID", *(ship(one, "CV", "US") for one in american))
    game = aboard(game, "J-CV41", "JP", *japanese)
    return aboard(game, "US-CV42", "US", *american)


def raids(events: tuple[Event, ...]) -> list[str]:
    return [event.side for event in told(events, RaidFlown)]


def test_d11_2_a_moving_task_force_searches_and_strikes_back() -> None:
    _, events = sail(carriers_meet())
    assert [event.side for event in told(events, Searched)] == [ALLIED, JAPANESE]
    assert raids(events) == [ALLIED, JAPANESE]
    quiet = {"tokyo": (Sail(tf="kido", path=("MID",), strike=False),)}
    _, events = p3_sail.play(carriers_meet(), JAPANESE, quiet, CHARTS, Dull(), "P3")
    assert raids(events) == [ALLIED]


def test_d11_2_off_only_the_side_that_does_not_move_searches_and_strikes() -> None:
    _, events = sail(carriers_meet(off=("D11",)))
    assert [event.side for event in told(events, Searched)] == [ALLIED]
    assert raids(events) == [ALLIED]
    assert not told(events, StacksDivided)
    rising = told(events, FightersRise)
    assert [(event.side, event.units) for event in rising] == [
        (JAPANESE, ("akagi-air", "kaga-air"))
    ]


def test_d11_3_both_divide_and_only_the_defensive_stacks_rise() -> None:
    game = based(carriers_meet(number=4), "P-40", "US", "MWY", "p-40")
    game = standing(game, "tokyo", AirStacks(near=50))
    game = standing(game, "washington", AirStacks(near=25))
    game, events = sail(game)
    own, theirs = told(events, StacksDivided)
    assert (len(own.offensive), len(own.defensive)) == (2, 2)
    assert (len(theirs.offensive), len(theirs.defensive)) == (1, 3)
    assert not told(events, FightersRise)
    first, second = told(events, AirCombatBegun)
    assert first.interceptors == own.defensive
    assert second.interceptors == theirs.defensive
    assert all(game.air[id_].struck for id_ in (*own.offensive, *own.defensive))


def test_d11_3_what_sinks_has_struck_nevertheless() -> None:
    game = carriers_meet(number=1)
    game = standing(game, "tokyo", AirStacks(near=100))
    game = standing(game, "washington", AirStacks(near=100))
    _, events = sail(game)
    assert {attack.unit for attack in told(events, AirNavalAttack)} == {
        "akagi-air",
        "enterprise-air",
    }


def test_f_1_stacks_that_break_a_rule_leave_all_on_the_defence() -> None:
    game = carriers_meet(number=2)
    for broken in (
        AirStacks(offensive=("akagi-air",), defensive=("akagi-air",)),
        AirStacks(offensive=("nobody",)),
    ):
        stacks = divided(standing(game, "tokyo", broken), "kido", "MID", CHARTS)
        assert stacks.broken
        assert stacks.offensive == ()
        assert stacks.defensive == ("akagi-air", "kaga-air")


def test_f_4_by_default_half_of_the_bombers_strike_carriers_and_battleships() -> None:
    game = force(small_game(), "kido", "JP", "NOP", ship("akagi", "CV"))
    game = based(game, "B-25", "US", "MWY", "a", "b", "c")
    game = based(game, "P-40", "US", "MWY", "fighter")
    _, events = sail(game)
    (flown,) = told(events, RaidFlown)
    assert (flown.units, flown.escorts) == (("a", "b"), ("fighter",))
    cruiser = force(game, "kido", "JP", "NOP", ship("tone", "CA"))
    cruiser = replace(cruiser, ships=cruiser.ships.without("akagi"))
    assert raids(sail(cruiser)[1]) == []
    eager = standing(cruiser, "washington", AirStrikeRule(when="worth", worth=1, share=100))
    assert told(sail(eager)[1], RaidFlown)[0].units == ("a", "b", "c")
    never = standing(game, "washington", AirStrikeRule(when="never"))
    assert raids(sail(never)[1]) == []


def test_ph5_2_nobody_strikes_what_was_not_found() -> None:
    game = force(small_game(), "kido", "JP", "NOP", ship("akagi", "CV"))
    game = based(game, "B-25", "US", "MWY", "a")
    dice = ScriptedDice({"PH5.6 search kido P3.1 mid 1": 3})
    game, events = sail(game, dice)
    assert raids(events) == []
    assert not game.air["a"].intercepted


def test_ph8_2_the_enemy_is_counter_intercepted_by_what_comes_to_help() -> None:
    game = carriers_meet(off=("D11", "D15"), number=2)
    game = based(game, "P-40", "US", "MWY", "p-40")
    game = standing(game, "washington", AirInterception(when="always"))
    _, events = sail(game)
    assert [(event.side, event.counter, event.units) for event in told(events, FightersRise)] == [
        (JAPANESE, False, ("akagi-air", "kaga-air")),
        (ALLIED, True, ("hornet-air", "p-40")),
    ]


def test_p4b_2_2_committed_aircraft_do_not_strike_in_an_offensive() -> None:
    game = committed(carriers_meet(), "enterprise-air", "hornet-air")
    game = game.with_month(replace(game.month, acting=("kido",)))
    orders = {"tokyo": (Sail(tf="kido", path=("MID",)),)}
    _, events = p3_sail.play(game, JAPANESE, orders, CHARTS, Dull(), "P4")
    assert raids(events) == [JAPANESE]


def test_raids_play_through_with_any_dice() -> None:
    for number in range(25):
        game, _ = sail(carriers_meet(number=4), seeded(number))
        assert all(unit.base in game.ships or unit.base in game.areas for unit in game.air.values())
        game, _ = fly_home(game, JAPANESE, CHARTS)
        assert not any(unit.struck or unit.intercepted for unit in game.air.values())


def test_d16_1_carrier_bombers_count_as_fighters_only_with_d16() -> None:
    for off, rise in (((), 0), (("D16",), 1)):
        game = standing(pearl_harbor(off=("D7", *off)), "washington", AirInterception(own=1))
        _, events = strike(game, RAID)
        assert len(told(events, FightersRise)) == rise


def test_ph8_1_who_counter_intercepted_does_not_strike_in_the_same_half() -> None:
    game = based(small_game(), "Ki-21", "JP", "SCH", "bomber")
    game = based(game, "Ki-43", "JP", "SCH", "fighter")
    game = based(game, "AVG", "CN", "HUN", "avg")
    order = Strike(units=("bomber",), area="HUN", at="airfield")
    game, events = strike(game, order)
    rising = told(events, FightersRise)
    assert [(event.units, event.counter) for event in rising] == [
        (("avg",), False),
        (("fighter",), True),
    ]
    assert rule(game, replace(order, units=("bomber",), escorts=("fighter",))) == "PH8.1"
    assert (game.air["fighter"].struck, game.air["avg"].intercepted) == (True, True)
