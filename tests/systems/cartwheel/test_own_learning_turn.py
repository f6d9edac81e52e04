"""What the end of a turn, TF-36 and a reply do to a side's own charts [H14, H5.3.3, H8.8]."""

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.atlas.annex import annex
from pbem.systems.cartwheel.own.charts import Due, Plane, Private
from pbem.systems.cartwheel.own.sealing import stated
from pbem.systems.cartwheel.table.events_charts import (
    AirArrived,
    RegroupRolled,
    Reorganized,
    Tf36Arrived,
    Tf36Left,
)
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.turn import Turn
from pbem.systems.cartwheel.table.under_way import Operations, Raid, Response
from tests.systems.cartwheel.happened import fate, flying, over, struck
from tests.systems.cartwheel.hidden import own, plane, told
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

GAME = started()


def at(private: Private, base: str) -> list[str]:
    return [one.id for one in private.at(base)]


# --- regroup [H14.1, H14.2] ----------------------------------------------------------------------


def rolled(*dice: int, pool: int = 2, bases: tuple[str, ...] = (), certain: bool = False
           ) -> RegroupRolled:  # fmt: skip
    return RegroupRolled(
        to=ALL, side="japanese", dice=dice, threshold=6, thresholds=FrozenMap({"RAB": 8, "TRK": 8}),
        bases=bases, pool=pool, certain=certain, rolls=(),
    )  # fmt: skip


WORN: dict[str, object] = {"disrupted": True, "steps": 1, "mark": True, "replace": True}


def test_h14_1_dice_go_to_the_marked_units_by_id() -> None:
    """A6M-201 at Rabaul 8: works. A6M-204a at Buin 7: not. A6M-253 at Rabaul 9: not."""
    charts = own("japanese", A6M_201=WORN, A6M_204a=WORN, A6M_253=WORN)
    charts = told(charts, GAME, rolled(8, 7, 9, 1, 1))
    states = {u: (plane(charts, u).steps, plane(charts, u).disrupted)
              for u in ("A6M-201", "A6M-204a", "A6M-253")}  # fmt: skip
    assert states == {"A6M-201": (2, False), "A6M-204a": (1, True), "A6M-253": (1, True)}
    (due,) = charts.due
    assert (due.kind, due.number) == ("replaced", 1)
    assert (due.regrouped, due.worn) == (("A6M-201",), ("A6M-204a", "A6M-253"))
    assert stated(due) == Statement(kind="replaced", number=1), "nobody else learns who it was"
    told_of = next(one for one in annex(charts, GAME, CHARTS) if one.title == "Regroup marks")
    assert [row.cells for row in told_of.rows] == [
        ("A6M-201", "regroups, with a step"), ("A6M-204a", "does not regroup"),
        ("A6M-253", "does not regroup"),
    ]  # fmt: skip
    short = told(own("japanese", A6M_201=WORN), GAME, rolled(8, pool=0))
    told_of = next(one for one in annex(short, GAME, CHARTS) if one.title == "Regroup marks")
    assert [row.cells[1] for row in told_of.rows] == ["regroups; the pool has no step left"]


def test_h14_1_the_pool_ends_replacement_and_the_11th_costs_two() -> None:
    """Pool 2: the carrier group takes both, so that the next only loses its disruption."""
    charts = own("japanese", A6M_ZU=WORN, KI21_14=WORN)
    charts = told(charts, GAME, rolled(1, 1))
    assert (plane(charts, "A6M-ZU").steps, plane(charts, "KI21-14").steps) == (2, 1)
    assert not plane(charts, "KI21-14").disrupted
    assert charts.due[0].number == 1


def test_h14_1_who_does_not_ask_gets_no_step() -> None:
    charts = told(own("japanese", A6M_201={**WORN, "replace": False}), GAME, rolled(1))
    assert (plane(charts, "A6M-201").steps, charts.due[0].number) == (1, 0)


def test_6_6_2_nobody_regroups_at_a_disrupted_base() -> None:
    charts = told(own("japanese", A6M_201=WORN), GAME, rolled(1, bases=("RAB",)))
    assert plane(charts, "A6M-201").disrupted


def test_h14_5_in_a_general_regroup_no_die_is_needed() -> None:
    charts = told(own("japanese", A6M_201=WORN), GAME, rolled(certain=True))
    assert not plane(charts, "A6M-201").disrupted


def test_h14_2_the_flown_are_ready_and_marks_end() -> None:
    flown: dict[str, object] = {"half": "flown", "mark": True, "staged": True, "used": True}
    charts = told(own("allied", P40_7={**flown, "disrupted": True}), GAME, Reorganized(to=ALL))
    assert plane(charts, "P40-7") == Plane(id="P40-7", base="PM", disrupted=True)
    assert charts.due == ()


def test_6_3_4_at_an_over_full_base_they_stay_flown() -> None:
    crowd: dict[str, object] = {"base": "WAU", "half": "flown"}
    charts = told(own("allied", P40_7=crowd, A20_89=crowd), GAME, Reorganized(to=ALL))
    assert {one.half for one in charts.at("WAU")} == {"flown"}


def test_amb4_units_of_the_11th_that_flew_are_counted() -> None:
    """One flew, one staged, one only stood in Truk's Flown half; an evader has not flown."""
    game = GAME.with_turn(Turn(eleventh="yes"))
    charts = own(
        "japanese", A6M_ZU={"used": True, "half": "flown"}, A6M_SH={"staged": True},
        D3A_ZU={"half": "flown"},
    )  # fmt: skip
    charts = told(charts, game, Reorganized(to=ALL))
    assert charts.due == (Due(kind="eleventh", number=2),)


# --- arrivals, TF-36 -----------------------------------------------------------------------------


def test_h15_3_a_reinforcement_takes_room_when_it_has_arrived() -> None:
    """Wau holds one: what is due there does not ground the other until it comes."""
    charts = own("allied", P40_7={"base": "WAU"})
    charts = charts.with_planes((Plane(id="P47-340", base="WAU", due=True),))
    assert plane(told(charts, GAME), "P40-7").half == "ready"
    charts = told(charts, GAME, AirArrived(to=ALL, side="allied", units=("P47-340",)))
    assert not plane(charts, "P47-340").due
    assert {one.half for one in charts.at("WAU")} == {"flown"}


def test_h5_3_3_tf36_comes_ready_and_leaves_with_all_its_aircraft() -> None:
    decks = FrozenMap({"F6F-12": "TF36-CV", "F6F-23": "TF36-CVL"})
    air = {u: replace(GAME.air[u], arrived=True) for u in decks}
    air["F6F-12"] = replace(air["F6F-12"], steps=1)
    game = replace(GAME, air=GAME.air.update(air))
    charts = told(own("allied"), game, Tf36Arrived(to=ALL, hex="2007", units=decks))
    assert plane(charts, "F6F-12") == Plane(id="F6F-12", base="TF36-CV", steps=1)
    charts = told(charts, game, Tf36Left(to=ALL, units=("F6F-12", "F6F-23")))
    assert charts == own("allied")


# --- stage moves in a reply [H8.8] ---------------------------------------------------------------


def under_attack(response: Response | None) -> Game:
    raid = Raid(
        id="t1m1", side="allied", kind="strike", hex="1203", band=2, escorts=0, strikers=1,
        transports=0, response=response,
    )  # fmt: skip
    raids = FrozenMap({"t1m1": raid})
    return GAME.with_operations(Operations(to_act="allied", queue=("t1m1",), raids=raids))


def test_h8_8_a_stage_move_in_a_reply_waits_for_the_mission() -> None:
    """It is on the ground at Rabaul when the bombs fall, and flies to Buin afterwards."""
    charts = own("japanese", A6M_201={"to": "BKA"})
    charts = told(charts, under_attack(Response()))
    assert plane(charts, "A6M-201").base == "RAB"
    charts = told(charts, GAME, struck(("", 0)), over("1203"))
    staged = plane(charts, "A6M-201")
    assert (staged.base, staged.half, staged.staged, staged.to) == ("BKA", "flown", True, "")


def test_h8_8_it_is_void_if_the_unit_was_hit() -> None:
    charts = own("japanese", A6M_201={"to": "BKA"})
    charts = told(charts, GAME, struck(("D", 1)), over("1203"))
    stays = plane(charts, "A6M-201")
    assert (stays.base, stays.half, stays.staged, stays.to) == ("RAB", "ready", False, "")
    assert stays.disrupted


def test_h8_8_it_is_void_if_the_other_base_is_gone() -> None:
    charts = own("japanese", A6M_201={"to": "BKA"})
    game = GAME.with_base(replace(GAME.bases["BKA"], status="destroyed", hits=6))
    assert plane(told(charts, game, over("1304")), "A6M-201").base == "RAB"


def test_cr74_it_is_void_if_the_unit_has_taken_off() -> None:
    """It has evaded, lands Flown where it was, and may not be moved any more."""
    charts = own("japanese", G4M_702={"to": "KAV"})
    charts = told(charts, GAME, over("1203", fate("G4M-702", role="evader", side="japanese")))
    stays = plane(charts, "G4M-702")
    assert (stays.base, stays.half, stays.staged, stays.to) == ("RAB", "flown", False, "")


def test_a_mission_that_is_over_needs_no_landing_any_more() -> None:
    charts = flying(own("allied"), A20_89="WAU")
    raid = replace(under_attack(Response()).operations.raids["t1m1"], hex="0705")
    going = GAME.with_operations(Operations(raids=FrozenMap({"t1m1": raid})))
    assert "t1m1" in told(charts, going).flights
    assert "t1m1" not in told(charts, GAME, over("0705", fate("A20-89"))).flights
