"""Orders of the phase 4.4 that are refused, and those that are not [4.4b, H8, H9.1, H9.4]."""

import pytest

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.rules.r08_missions import raid_of
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    Reply,
    StandDown,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Shown
from pbem.systems.cartwheel.table.turn import Count
from pbem.systems.cartwheel.table.under_way import Operations
from tests.systems.cartwheel.hidden import own as charts_of
from tests.systems.cartwheel.hidden import view
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    EVERYWHERE,
    afloat,
    ashore,
    board,
    moored,
    scouted,
)

RUN = Operations(to_act=ALLIED, run=2)
GAME = replace(board(), asked=EVERYWHERE).with_operations(RUN)
UNASKED = replace(GAME, asked=FrozenMap())


def found(game: Game, *orders: Order, side: str = ALLIED, own: bool = False) -> list[Problem]:
    """What is wrong with a file's orders for the phase 4.4."""
    seen = view(charts_of(side), game, "4.4")
    return list(check(seen if own else replace(seen, private=None), orders, CHARTS))


def rules(game: Game, *orders: Order, side: str = ALLIED, own: bool = False) -> list[str]:
    """The rules that the orders break."""
    return [problem.rule for problem in found(game, *orders, side=side, own=own)]


def strike(hex_: str, number: int = 1, *, strikers: int = 2, escorts: int = 0) -> AirMission:
    """A strike as it stands in a file."""
    return AirMission(
        id=f"t1m{number}", kind="strike", hex=hex_, band="high", striker_count=strikers,
        escort_count=escorts,
    )  # fmt: skip


def sweep(hex_: str) -> AirMission:
    """A sweep as it stands in a file to which no reply is asked [H8.9.8]."""
    return AirMission(
        id="t1m1", kind="sweep", hex=hex_, band="high", escort_count=1, escorts=("P38-9",),
        steps=FrozenMap({"P38-9": CHARTS.air["P38-9"].model.steps}),
    )  # fmt: skip


# --- opportunities -------------------------------------------------------------------------------


def test_h8_1_no_more_missions_than_the_run_has() -> None:
    bundle = (strike("1203", 1), strike("1002", 2), strike("0503", 3))
    assert rules(GAME, *bundle[:2]) == []
    assert rules(GAME, *bundle) == ["H8.1"]


def test_h8_2_no_more_missions_than_the_cap_leaves() -> None:
    game = GAME.with_operations(replace(RUN, run=4, done=FrozenMap({ALLIED: 5}), numbered=5))
    (problem,) = found(game, strike("1203", 6), strike("1002", 7))
    assert (problem.rule, problem.where) == ("H8.2", "order 2")
    assert problem.hint == "give 1 at most, or pass"


def test_4_4b_missions_or_a_pass() -> None:
    assert rules(GAME, Pass()) == []
    assert rules(GAME, strike("1203"), Pass()) == []
    assert rules(GAME, Pass(), strike("1203")) == ["H8.3"]
    assert rules(GAME, Pass(), Pass()) == ["H8.3"]


def test_h0_7_missions_have_the_ids_that_the_rules_give() -> None:
    assert rules(GAME, replace(strike("1203"), id="t1m7")) == ["H0.7"]
    assert rules(GAME, replace(strike("1203"), id="")) == ["H0.7"], "a file names its missions"


def test_h8_6_a_side_stands_down_once() -> None:
    assert rules(GAME, StandDown(on=True)) == []
    assert rules(GAME, StandDown(on=False)) == ["H8.6"]
    assert rules(GAME, StandDown(on=True), StandDown(on=True)) == ["H8.6"]


# --- air missions --------------------------------------------------------------------------------


@pytest.mark.parametrize("box", ["TRK", "AUS"])
def test_6_6_1_nothing_off_the_board_is_attacked(box: str) -> None:
    (problem,) = found(UNASKED, sweep(box))
    assert (problem.rule, problem.where) == ("6.6.1~", "order 1, key 'hex'")


def test_h9_1_2_a_strike_needs_something_of_the_enemys() -> None:
    assert rules(GAME, strike("1203")) == []
    assert rules(GAME, strike("1104")) == ["H9.1.2"], "Japanese, and nothing in it"
    assert rules(ashore(GAME, "1104", "GAR-GAS"), strike("1104")) == []


def test_h17_0_a_hex_outside_the_area() -> None:
    game = replace(UNASKED, terms=replace(GAME.terms, columns=(11, 20)))
    assert rules(game, sweep("1203")) == []
    assert rules(game, sweep("0503")) == ["H17.0"]
    assert rules(game, sweep("9999")) == ["H17.0"]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (strike("1203", strikers=0), "H9.1"),
        (strike("1203", strikers=9), "H9.1"),
        (strike("1203", escorts=9), "H9.1"),
        (AirMission(id="t1m1", kind="sweep", hex="1203", band="high"), "H9.1"),
        (AirMission(id="t1m1", kind="airdrop", hex="0705", band="low"), "H9.1"),
        (
            AirMission(
                id="t1m1", kind="sweep", hex="1203", band="high", escort_count=1, striker_count=1
            ),
            "H9.1",
        ),
    ],
)
def test_h9_1_how_many_units_a_mission_has(order: AirMission, rule: str) -> None:
    assert rules(GAME, order) == [rule]


def test_h9_1_1_no_more_units_than_have_not_flown() -> None:
    grounded = GAME.with_air(
        replace(unit, flew=1)
        for unit in GAME.air.values()
        if unit.side == ALLIED and unit.id not in ("B24-319", "P38-9")
    )
    assert rules(grounded, strike("1203", strikers=1, escorts=1)) == []
    (problem,) = found(grounded, strike("1203", strikers=2))
    assert (problem.rule, problem.hint) == ("H9.1.1", "1 at most")


def test_h11_6_paratroops_come_down_on_land_without_mountains() -> None:
    drop = AirMission(id="t1m1", kind="airdrop", hex="0705", band="low", transport_count=1)
    assert rules(GAME, drop) == []
    sea = next(id_ for id_, hex_ in CHARTS.hexes.items() if not hex_.terrain.ground)
    assert rules(GAME, replace(drop, hex=sea)) == ["H11.6"]
    assert rules(GAME, drop, side=JAPANESE) == ["H9.1.1"], "the Japanese have no C-47"


def test_h14_5_no_allied_air_missions_in_a_general_regroup_turn() -> None:
    game = GAME.with_turn(replace(GAME.turn, regroup="yes"))
    assert rules(game, strike("1203")) == ["H14.5"]
    assert rules(game, strike("1807"), side=JAPANESE) == []


def test_h9_1_3_where_a_reply_is_asked_units_and_bases_do_not_stand_in_a_file() -> None:
    """The program chooses the form; the other one is refused [H8.9.8]."""
    bases = FrozenMap({"B24-319": "PM"})
    named = replace(strike("1203", strikers=1), strikers=("B24-319",))
    assert rules(GAME, named) == ["H8.9.8"]
    assert rules(GAME, replace(strike("1203"), returns=bases)) == ["H8.9.8"]


def test_h8_9_8_where_none_is_asked_bases_alone_do_not_stand_in_a_file() -> None:
    assert rules(UNASKED, sweep("1203")) == []
    returning = replace(sweep("1203"), returns=FrozenMap({"P38-9": "PM"}))
    assert rules(UNASKED, returning) == ["H9.1.3"]
    assert rules(UNASKED, strike("1203")) == ["H8.9.8"]


def test_h8_6_units_stand_in_the_order_where_the_enemy_has_stood_down() -> None:
    game = replace(GAME, stand_down=FrozenMap({JAPANESE: 9}))
    assert rules(game, strike("1203")) == ["H8.9.8"], "two strikers announced, none named"
    openly = replace(
        strike("1203", strikers=1), strikers=("B24-319",), mode="precision", target="base:RAB",
        steps=FrozenMap({"B24-319": 2}),
    )  # fmt: skip
    assert rules(game, openly) == []
    assert rules(game, replace(openly, strikers=("A6M-201",))) == ["H9.1.1"]


# --- replies -------------------------------------------------------------------------------------


def raided(hex_: str = "1203", run: int = 1) -> Game:
    """An Allied strike that awaits its reply; with a run of 1 the Japanese are next."""
    raid = raid_of(GAME, ALLIED, "t1m1", strike(hex_), asked=True)
    operations = Operations(
        to_act=ALLIED, run=run, numbered=1, queue=("t1m1",), raids=FrozenMap({"t1m1": raid})
    )
    return GAME.with_operations(operations)


def shown(game: Game, unit: str, base: str, **marks: object) -> Game:
    """The game with a unit's item open."""
    item = Shown(unit=unit, base=base, half="ready", disrupted=False, steps=2)
    return replace(game, shown=game.shown.set(unit, replace(item, **marks)))


def up(unit: str, base: str = "RAB", mission: str = "t1m1") -> Reply:
    return Reply(mission=mission, interceptors=FrozenMap({unit: base}))


def test_h8_5_a_reply_answers_what_was_asked() -> None:
    assert rules(raided(), Reply(mission="t1m1"), side=JAPANESE) == []
    assert rules(raided(), Reply(mission="t1m2"), side=JAPANESE) == ["H8.5"]
    twice = (Reply(mission="t1m1"), Reply(mission="t1m1"))
    assert rules(raided(), *twice, side=JAPANESE) == ["H8.5"]


def test_7_3_3_recon_cannot_be_intercepted() -> None:
    game = scouted(raided(), ALLIED, "F5-8", "1203")
    assert rules(game, up("A6M-201", mission="F5-8"), side=JAPANESE) == ["7.3.3~"]


def test_h9_4_1_fighters_in_range_intercept() -> None:
    game = shown(raided(), "A6M-201", "RAB")
    assert rules(game, up("A6M-201"), side=JAPANESE) == []
    far = shown(raided(), "A6M-201", "HOL")
    assert rules(far, up("A6M-201", "HOL"), side=JAPANESE) == ["H9.4.1"]
    bomber = shown(raided(), "G4M-702", "RAB")
    assert rules(bomber, up("G4M-702"), side=JAPANESE) == ["H9.4.1"]


def test_h9_4_1_a_unit_flies_from_where_its_item_says() -> None:
    game = shown(raided(), "A6M-201", "KAV")
    (problem,) = found(game, up("A6M-201", "RAB"), side=JAPANESE)
    assert (problem.rule, problem.hint) == ("H9.4.1", 'its base is "KAV"')


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"half": "flown"}, "6.4b"),
        ({"staged": True}, "H9.4.1"),
        ({"disrupted": True}, "H9.4.1"),
        ({"mark": True}, ""),
    ],
)
def test_3_0h_what_a_unit_is_marked_with(marks: dict[str, object], rule: str) -> None:
    game = shown(raided(), "A6M-201", "RAB", **marks)
    assert rules(game, up("A6M-201"), side=JAPANESE) == ([rule] if rule else [])


def test_h9_5_only_units_in_the_hex_evade() -> None:
    evade = Reply(mission="t1m1", evaders=FrozenMap({"G4M-702": "RAB"}))
    assert rules(shown(raided(), "G4M-702", "RAB"), evade, side=JAPANESE) == []
    far = Reply(mission="t1m1", evaders=FrozenMap({"G4M-702": "KAV"}))
    assert rules(shown(raided(), "G4M-702", "KAV"), far, side=JAPANESE) == ["H9.5"]


def test_h9_5_a_rufe_at_a_port_needs_no_item() -> None:
    game = moored(raided(), "1203", "RUF-802")
    assert rules(game, up("RUF-802", "port:1203"), side=JAPANESE) == []


def test_7_3_4_no_more_fighters_than_recon_was_told() -> None:
    game = raided()
    game = game.with_turn(
        replace(game.turn, counts=FrozenMap({"RAB": Count(fighters=1, bombers=2)}))
    )
    game = shown(shown(game, "A6M-201", "RAB"), "A6M-253", "RAB")
    both = Reply(mission="t1m1", interceptors=FrozenMap({"A6M-201": "RAB", "A6M-253": "RAB"}))
    assert rules(game, up("A6M-201"), side=JAPANESE) == []
    assert rules(game, both, side=JAPANESE) == ["7.3.4~"]


def test_h9_4_1_eight_interceptors_at_most() -> None:
    game, named = raided(), {}
    fighters = [u.id for u in CHARTS.air.values() if u.model.id == "A6M" and not u.is_eleventh]
    for unit in (*fighters, "A6M-ZU", "A6M-SH", "A6M-ZO"):
        game = shown(game, unit, "RAB")
        named[unit] = "RAB"
    assert len(named) == 9
    order = Reply(mission="t1m1", interceptors=FrozenMap(named))
    assert rules(game, order, side=JAPANESE) == ["H9.4.1"]


# --- blind orders --------------------------------------------------------------------------------


def blind(number: int = 2) -> AirMission:
    return replace(strike("1807"), id=f"t1m{number}")


def test_h8_7_a_blind_mission_where_the_opportunity_comes_next() -> None:
    reply = Reply(mission="t1m1")
    assert rules(raided(), reply, blind(), side=JAPANESE) == []
    assert rules(raided(), reply, Pass(), side=JAPANESE) == []
    assert rules(raided(run=2), reply, blind(), side=JAPANESE) == ["H8.7"]
    assert rules(raided(run=2), reply, Pass(), side=JAPANESE) == ["H8.7"]


def test_h8_7_one_blind_mission() -> None:
    orders = (Reply(mission="t1m1"), blind(), blind(3))
    assert rules(raided(), *orders, side=JAPANESE) == ["H8.7"]


def test_h8_7_a_naval_mission_may_be_blind() -> None:
    order = NavalMission(id="t1m2", ships=("IJN-CA1",), path=("1203",))
    assert rules(afloat(raided(), "1203", "IJN-CA1"), order, side=JAPANESE) == []
