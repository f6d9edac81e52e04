"""An order that is refused leaves nothing behind, but a second claim is told all the same."""

from pbem.engine.orders import Order
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_operations import Stage
from pbem.systems.cartwheel.table.orders_turn import Build
from pbem.systems.cartwheel.table.state import ALLIED
from tests.systems.cartwheel.loaded import Play, loaded, play

__all__ = ["loaded"]


def said(game: Play, *orders: Order) -> list[tuple[str, str, str]]:
    """Where, by which rule and why orders are refused."""
    return [(one.where, one.rule, one.what) for one in game.refused(*orders)]


def test_6_2_4_a_counter_is_named_once_whether_or_not_the_first_build_is_legal(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded).until(ALLIED, "5.3")
    assert said(game, Build(base="MA1", hex="0605"), Build(base="MA1", hex="0707")) == [
        ("order 1, key 'hex'", "6.5a", "no mobile base can be begun in '0605'"),
        ("order 2", "6.2.4~", "the counter MA1 is used already: see order 1"),
    ]
    assert said(game, Build(base="MA1", hex="0707"), Build(base="MA1", hex="1007")) == [
        ("order 2", "6.2.4~", "the counter MA1 is used already: see order 1"),
    ]


def test_6_5_1_a_hex_is_built_in_once_whether_or_not_the_first_build_is_legal(
    loaded: dict[str, int],
) -> None:
    game = play("campaign", loaded).until(ALLIED, "5.3")
    assert said(game, Build(base="MJ1", hex="0707"), Build(base="MA1", hex="0707")) == [
        ("order 1, key 'base'", "6.2.4~", "'MJ1' is not in hand"),
        ("order 2", "6.5.1~", "another mobile base is begun in 0707 already: see order 1"),
    ]


def test_h9_3_a_unit_is_staged_once_whether_or_not_the_first_is_legal(
    loaded: dict[str, int],
) -> None:
    loaded |= {"5.1 event": 7}
    game = play("campaign", loaded).until(ALLIED, "4.4")
    assert said(game, Stage(unit="P38-9", to="RAB"), Stage(unit="P38-9", to="PM")) == [
        ("order 1, key 'to'", "6.3", "P38-9 cannot base at 'RAB'"),
        (
            "order 2, key 'unit'",
            "H9.3",
            "P38-9 makes one stage move a turn, and another order has it: see order 1",
        ),
    ]


def test_h11_3_a_march_that_is_refused_takes_no_room(loaded: dict[str, int]) -> None:
    """The red garrison of Buna cannot march; its step would be one too many at Wau, for 4."""
    loaded |= {"5.1 event": 7, "11.1 ground initiative": 10}
    game = play("campaign", loaded).until(ALLIED, "4.5-first")
    assert sum(unit.steps for unit in game.game.troops_at("0706", ALLIED)) == 4
    away, in_turn = March(units=("3D-15",), to="0707"), March(units=("41-162",), to="0706")
    assert said(game, away, in_turn) == []
    garrison = March(units=("GAR-DOB",), to="0706")
    assert [(where, rule) for where, rule, _ in said(game, away, garrison, in_turn)] == [
        ("order 2, key 'units'", "2.2.3b~")
    ]
