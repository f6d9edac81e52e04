"""The rows of Cartwheel's orders: one for each, and what their parts tell."""

from pbem.engine.kinds import ANY
from pbem.engine.orders import Order
from pbem.systems.cartwheel.orders.check import sight_of
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.sequence import steps
from pbem.systems.cartwheel.table.orders import ALL_ORDERS
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Reply, Stage
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Evacuate
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.refusals import GAME, raided
from tests.systems.cartwheel.tabletop import CHARTS


def parts(private: Private, game: Game, step: str, kind: type[Order]) -> dict[str, tuple[str, ...]]:
    """The values that may stand under the keys of an order."""
    row = next(one for one in KINDS if one.order is kind)
    sight = sight_of(view(private, game, step), kind, CHARTS)
    assert sight is not None
    return {part.key: part.values for part in row.parts(sight)}


def test_each_kind_of_order_has_one_row() -> None:
    assert sorted(kind.order.type for kind in KINDS) == sorted(one.type for one in ALL_ORDERS)


def test_rows_name_steps_that_there_are() -> None:
    known = {step.name for turn in (0, 1, 2) for step in steps(turn)} | {ANY}
    assert {step for kind in KINDS for step in kind.steps} <= known


def test_5_2c_where_units_of_the_11th_may_stand() -> None:
    told = parts(own("japanese"), GAME, "5.2", CommitEleventh)
    assert {'A6M-ZU = "RAB"', 'A6M-ZU = "TRK"', 'RUF-802 = "TRK"'} <= {*told["bases"]}
    assert 'A6M-ZU = "KAV"' not in told["bases"]
    assert 'RUF-802 = "1203"' in told["ports"]


def test_h9_1_who_may_fly_and_where_to() -> None:
    told = parts(own("allied"), GAME, "4.4", AirMission)
    assert "P38-9" in told["escorts"]
    assert "B25-69" in told["strikers"]
    assert told["transports"] != ()
    assert "base:LAE" in told["target"]
    assert {target.partition(":")[0] for target in told["target"]} <= {
        "base", "ground", "naval", "port",
    }  # fmt: skip


def test_h8_5_who_may_rise_against_a_raid() -> None:
    told = parts(own("japanese"), raided("1203"), "4.4", Reply)
    assert told["mission"] == ("t1m1",)
    assert 'A6M-201 = "RAB"' in told["interceptors"]
    assert 'G4M-702 = "RAB"' in told["evaders"]


def test_h10_who_may_sail() -> None:
    assert "US-T1" in parts(own("allied"), GAME, "4.4", NavalMission)["ships"]


def test_what_a_file_does_not_take_is_judged_on_nothing() -> None:
    assert sight_of(view(own("allied"), GAME, "4.5-first"), Stage, CHARTS) is None
    idle = sight_of(view(own("allied"), GAME), Evacuate, CHARTS)
    assert idle is not None, "it may stand in any file that decides"
    assert not idle.decides
