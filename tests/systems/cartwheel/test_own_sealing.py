"""From a player's orders to his file: what stands in it, what it seals and opens (E.2, E.3)."""

import pytest

from pbem.engine.orders import Order, Resign
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.charts import Due, Leg, Plane, Private
from pbem.systems.cartwheel.own.sealing import openings, seal, seals
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    CommitEleventh,
    CountsAs,
    Evacuate,
    Mark,
    PlaceAce,
    ReconReturn,
    Redistribute,
    Statement,
)
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Flier, Operations, Raid
from tests.systems.cartwheel.hidden import own, plane, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, moored, scouted

GAME = started()
ALLIES, JAPAN = own("allied"), own("japanese")


def sealed(
    private: Private, *orders: Order, game: Game = GAME, step: str = "4.4"
) -> tuple[tuple[Order, ...], Private]:
    """The orders that stand in the file, and the charts that its items hold."""
    public, contents = seal(view(private, game, step), orders, CHARTS)
    return public, items.read_items(private.side, contents, CHARTS)


def strike(**how: object) -> AirMission:
    """The worked mission, as its player writes it."""
    order = AirMission(
        kind="strike", hex="1203", band="high", escorts=("P38-9",),
        strikers=("B24-319", "B24-320"), mode="precision", target="base:RAB",
        returns=FrozenMap({"P38-9": "MIL"}),
    )  # fmt: skip
    return replace(order, **how)  # type: ignore[arg-type]


# --- what stands in the file ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("private", "order", "step"),
    [
        (ALLIES, Redistribute(units=FrozenMap({"P38-9": "KIR"})), "5.3"),
        (ALLIES, Evacuate(base="DOB", to=("PM",)), "4.4"),
        (own("allied", P38_9={"disrupted": True}), Mark(units=("P38-9",)), "5.3"),
        (ALLIES, CountsAs(unit="F5-8", kind="F"), "4.4"),
        (ALLIES, Stage(unit="P38-9", to="PM"), "4.4"),
        (ALLIES, ReconReturn(unit="F5-8", base="PM"), "4.6-first"),
        (ALLIES, Arrive(units=FrozenMap({"P47-340": "AUS"})), "4.6-first"),
    ],
    ids=lambda value: value.type if isinstance(value, Order) else "",
)
def test_e_3_nothing_of_a_secret_order_stands_in_the_file(
    private: Private, order: Order, step: str
) -> None:
    assert sealed(private, order, step=step)[0] == ()


ASKED = replace(GAME, asked=FrozenMap({"japanese": ("1203",)}))


def test_h9_1_3_of_an_air_mission_only_id_kind_hex_band_and_numbers() -> None:
    (public,), _ = sealed(ALLIES, strike(), game=ASKED)
    assert public == AirMission(
        id="t1m1", kind="strike", hex="1203", band="high", escort_count=1, striker_count=2
    )


@pytest.mark.parametrize("stood_down", [{}, {"japanese": 9}])
def test_h8_6_h8_9_8_all_but_the_bases_where_nothing_can_answer(stood_down: dict[str, int]) -> None:
    game = replace(GAME, stand_down=FrozenMap(stood_down))
    (public,), charts = sealed(ALLIES, strike(), game=game)
    steps = FrozenMap({"P38-9": 2, "B24-319": 2, "B24-320": 2})
    assert public == strike(
        id="t1m1", escort_count=1, striker_count=2, steps=steps, returns=FrozenMap()
    )
    assert [leg.returns for leg in charts.flights["t1m1"].legs] == ["PM", "PM", "MIL"]


def test_5_2c_of_the_11th_only_rufes_at_ports_and_how_they_are() -> None:
    hurt = own("japanese", RUF_802={"steps": 1, "disrupted": True})
    order = CommitEleventh(
        commit=True, bases=FrozenMap({"A6M-ZU": "RAB"}), ports=FrozenMap({"RUF-802": "1203"})
    )
    (public,), charts = sealed(hurt, order, step="5.2")
    assert public == CommitEleventh(
        commit=True, ports=FrozenMap({"RUF-802": "1203"}), steps=FrozenMap({"RUF-802": 1}),
        disrupted=("RUF-802",),
    )  # fmt: skip
    assert {u: plane(charts, u).base for u in ("A6M-ZU", "A6M-SH", "RUF-802")} == {
        "A6M-ZU": "RAB", "A6M-SH": "TRK", "RUF-802": "port:1203",
    }  # fmt: skip


def test_h5_1_the_fighter_with_the_ace_is_on_its_chart_alone() -> None:
    (public,), charts = sealed(JAPAN, PlaceAce(unit="A6M-201"), step="5.2")
    assert public == PlaceAce()
    assert [p.id for p in charts.planes.values() if p.ace] == ["A6M-201"]


def test_public_orders_stand_as_they_are_and_missions_are_numbered_together() -> None:
    ships = NavalMission(ships=("US-CA1",), path=("1807",))
    public, charts = sealed(ALLIES, ships, strike(), Pass())
    assert [getattr(order, "id", "") for order in public] == ["t1m1", "t1m2", ""]
    assert set(charts.flights) == {"t1m2"}
    later = GAME.with_operations(Operations(numbered=4))
    public, _ = sealed(ALLIES, strike(), game=later)
    assert [order.id for order in public if isinstance(order, AirMission)] == ["t1m5"]


def test_e_6_statements_come_first_and_are_no_more_due() -> None:
    due = Due(kind="struck", place="RAB", mission="t1m1", hits=("D A6M-253 2>2 disrupted",))
    public, charts = sealed(replace(JAPAN, due=(due,)), Pass())
    said = Statement(kind="struck", place="RAB", mission="t1m1", hits=due.hits)
    assert public == (said, Pass())
    assert charts.due == ()


def test_h12_1_recon_without_a_base_in_range_is_lost_and_stated() -> None:
    """Without Guadalcanal and the Russells no own base is within eight hexes of 2001."""
    out, game = own("allied", F5_8={"away": True}), scouted(GAME, "allied", "F5-8", "2001")
    assert sealed(out, game=game, step="4.6-first")[0] == ()
    for base in ("GUA", "RUS"):
        game = game.with_base(replace(game.bases[base], status="destroyed"))
    public, charts = sealed(out, game=game, step="4.6-first")
    assert public == (Statement(kind="no-landing", lost=("F5-8 1",)),)
    assert "F5-8" not in charts.planes


def test_who_resigns_seals_his_charts_as_they_are() -> None:
    public, charts = sealed(JAPAN, Resign())
    assert public == (Resign(),)
    assert charts == JAPAN


# --- what the charts hold ------------------------------------------------------------------------


def test_h9_1_3_a_mission_is_sealed_with_units_steps_and_bases() -> None:
    reduced = own("allied", B24_320={"steps": 1})
    _, charts = sealed(reduced, strike(), game=ASKED)
    flight = charts.flights["t1m1"]
    bomb = {"role": "striker", "mode": "precision", "target": "base:RAB"}
    assert flight.manifest.fliers == (
        Flier(unit="B24-319", steps=2, **bomb), Flier(unit="B24-320", steps=1, **bomb),  # type: ignore[arg-type]
        Flier(unit="P38-9", role="escort", steps=2),
    )  # fmt: skip
    assert flight.legs == (
        Leg(unit="B24-319", origin="PM", returns="PM"),
        Leg(unit="B24-320", origin="PM", returns="PM"),
        Leg(unit="P38-9", origin="DOB", returns="MIL"),
    )


@pytest.mark.parametrize(
    ("before", "order", "after"),
    [
        ({}, Stage(unit="P38-9", to="PM"), {"base": "PM", "half": "flown", "staged": True}),
        ({}, Redistribute(units=FrozenMap({"P38-9": "KIR"})), {"base": "KIR"}),
        ({"steps": 1}, Mark(units=("P38-9",), replace=("P38-9",)), {"mark": True, "replace": True}),
        ({"steps": 1}, Mark(units=("P38-9",)), {"mark": True}),
        ({}, PlaceAce(unit="P38-9"), {"ace": True}),
        (
            {"mark": True, "replace": True},
            Reply(mission="t1m1", interceptors=FrozenMap({"P38-9": "DOB"})),
            {"mark": False, "replace": False},
        ),
        (
            {"mark": True},
            Reply(mission="t1m1", evaders=FrozenMap({"P38-9": "DOB"})),
            {"mark": False},
        ),
    ],
    ids=lambda value: value.type if isinstance(value, Order) else "",
)
def test_orders_are_drawn_into_the_charts(
    before: dict[str, object], order: Order, after: dict[str, object]
) -> None:
    private = own("allied", P38_9=before)
    _, charts = sealed(private, order)
    wanted = replace(plane(private, "P38-9"), **after)  # type: ignore[arg-type]
    assert plane(charts, "P38-9") == wanted
    rest = [p for p in charts.planes.values() if p.id != "P38-9" and p.base != wanted.base]
    assert all(p == ALLIES.planes[p.id] for p in rest), "nobody else has changed"


def test_h8_8_a_stage_move_with_a_reply_waits() -> None:
    raid = Raid(
        id="t1m1", side="japanese", kind="strike", hex="0806", band=2, escorts=0, strikers=1,
        transports=0, asked=True,
    )  # fmt: skip
    waiting = Operations(to_act="japanese", queue=("t1m1",), raids=FrozenMap({"t1m1": raid}))
    orders = (Reply(mission="t1m1"), Stage(unit="P38-9", to="KIR"))
    _, charts = sealed(ALLIES, *orders, game=GAME.with_operations(waiting))
    assert plane(charts, "P38-9") == replace(ALLIES.planes["P38-9"], to="KIR")


def test_h6_6_5_lists_of_refuges_stand_until_they_are_struck_out() -> None:
    _, charts = sealed(ALLIES, Evacuate(base="DOB", to=("PM", "KIR")))
    assert charts.evacuate == FrozenMap({"DOB": ("PM", "KIR")})
    assert sealed(charts, Pass())[1].evacuate == charts.evacuate
    assert sealed(charts, Evacuate(base="DOB", to=()))[1].evacuate == FrozenMap()


def test_6_3_4_a_stage_move_that_overfills_a_base_grounds_all_of_it() -> None:
    _, charts = sealed(ALLIES, Stage(unit="P38-9", to="GOO"), Stage(unit="P39-40", to="GOO"))
    assert {p.half for p in charts.at("GOO")} == {"flown"}


def test_h15_reinforcements_stand_where_they_are_sent_or_where_there_is_room() -> None:
    game = replace(GAME, now=2)
    order = Arrive(units=FrozenMap({"KI61-78a": "HOL"}))
    _, charts = sealed(JAPAN, order, game=game, step="4.6-second")
    assert plane(charts, "KI61-78a") == Plane(id="KI61-78a", base="HOL", due=True)
    assert plane(charts, "KI61-78b") == Plane(id="KI61-78b", base="RAB", due=True)


# --- what a file opens and which items it seals alone --------------------------------------------


def test_e_2_a_reply_opens_the_items_of_all_that_it_names_but_rufes_at_ports() -> None:
    game = moored(GAME, "1203", "RUF-802")
    reply = Reply(
        mission="t1m1", interceptors=FrozenMap({"A6M-201": "RAB", "RUF-802": "port:1203"}),
        evaders=FrozenMap({"G4M-702": "RAB", "SPITFIRE": "RAB"}),
    )  # fmt: skip
    seat = game.seat_of("japanese")
    assert openings(game, seat, (reply, Pass()), CHARTS) == ("unit/A6M-201", "unit/G4M-702")
    assert openings(game, seat, (Pass(),), CHARTS) == ()


def test_h9_1_3_h8_9_8_each_air_mission_seals_two_items_where_asked_and_else_one() -> None:
    seat = GAME.seat_of("allied")
    orders = (strike(), NavalMission(ships=("US-CA1",), path=("1807",)), strike())
    assert set(seals(ASKED, seat, orders, CHARTS)) == {
        "landing/t1m1", "mission/t1m1", "landing/t1m3", "mission/t1m3",
    }  # fmt: skip
    stood_down = replace(ASKED, stand_down=FrozenMap({"japanese": 9}))
    for open_ in (GAME, stood_down):
        assert set(seals(open_, seat, orders, CHARTS)) == {"landing/t1m1", "landing/t1m3"}
    for game in (GAME, ASKED, stood_down):
        _, contents = seal(view(ALLIES, game, "4.4"), orders, CHARTS)
        single = {id_ for id_ in contents if id_.startswith(items.SINGLE)}
        assert single == set(seals(game, seat, orders, CHARTS))
