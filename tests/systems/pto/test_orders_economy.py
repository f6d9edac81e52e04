"""What the checks of phase 2, the month's end and the season refuse, each with its rule [F.3]."""

import pytest

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.table.orders_month import (
    Blockade,
    BombJapan,
    Form,
    Repair,
    Replenish,
    Return,
    Stay,
)
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.state import Entry, Game, Purse
from tests.systems.pto.tabletop import based, boat, force, refused, ship, small_game, troops

TOKYO, WASHINGTON = ("japanese", "tokyo"), ("allied", "washington")


def table() -> Game:
    """Something of everything that these orders are about, and EP for all."""
    game = small_game(year=1944, month=4)
    game = game.with_area("SAI", replace(game.areas["SAI"], nation="US"))
    game = based(game, "B-29", "US", "CHU", "b-29-1")
    game = based(game, "P-38", "US", "OAH", "p-38-1")
    game = based(game, "G4M", "JP", "JPN", "g4m-1", steps=1)
    game = force(game, "us-boats", "US", "ECS", boat("us-ss-gato-1"))
    game = force(game, "main", "JP", "PHS", ship("nagato", "BB"), ship("jp-dd-1", "DD"))
    game = troops(game, "2nd-div", "JP", "JPN")
    dead = FrozenMap({"2nd-div": replace(game.ground["2nd-div"], steps=0, at="")})
    truk = replace(game.areas["TRU"], port=1)
    game = replace(game, ground=FrozenMap(), dead=dead).with_area("TRU", truk)
    for nation in game.purses:
        game = game.with_purse(nation, Purse(points=10))
    return replace(game, pool=(Entry(nation="JP", what="DD"),))


def found(who: tuple[str, str], *orders: Order, game: Game | None = None) -> list[Problem]:
    """What is wrong with a seat's orders."""
    _, seat = who
    return list(refused(game or table(), seat, *orders))


LEGAL: tuple[tuple[tuple[str, str], tuple[Order, ...]], ...] = (
    (WASHINGTON, (BombJapan(bombers=("b-29-1",)), Blockade(boats=("us-ss-gato-1",)))),
    (WASHINGTON, (LendLease(nation="US", points=8), LendLease(nation="UK", points=4))),
    (TOKYO, (Return(tf="main", path=("ECS", "JPN")), Repair(area="TRU", what="port"))),
    (TOKYO, (Form(tf="home", ships=("jp-dd-1",)), Return(tf="home", path=("ECS", "JPN")))),
    (TOKYO, (Replenish(unit="2nd-div"), Return(tf="main"))),
    (TOKYO, (Build(nation="JP", what="DD"), Rebuild(unit="g4m-1"), Reserve(points=2))),
    (TOKYO, (Build(nation="JP", what="DD"), Bid(nation="JP", offensives=4))),
)


@pytest.mark.parametrize(("who", "orders"), LEGAL)
def test_legal_orders_pass(who: tuple[str, str], orders: tuple[Order, ...]) -> None:
    assert found(who, *orders) == []


LEND, BUILD = LendLease(nation="US", points=8), Build(nation="JP", what="DD")

ILLEGAL: tuple[tuple[tuple[str, str], tuple[Order, ...], str, str], ...] = (
    (TOKYO, (BombJapan(bombers=("g4m-1",)),), "P2.0", ""),
    (WASHINGTON, (BombJapan(bombers=("p-38-1",)),), "PH4.1", "bombers"),
    (WASHINGTON, (BombJapan(bombers=("g4m-1",)),), "F.6.3", "bombers"),
    (WASHINGTON, (BombJapan(bombers=("b-29-1",), escorts=("b-29-1",)),), "F.6.6", "escorts"),
    (WASHINGTON, (BombJapan(bombers=("b-29-1",), escorts=("p-38-1",)),), "PH4.1", "escorts"),
    (WASHINGTON, (BombJapan(bombers=()),), "P2.1.1", "bombers"),
    (TOKYO, (Return(tf="us-boats"),), "F.6.3", "tf"),
    (TOKYO, (Return(tf="main", path=("LUZ",)),), "PH14.1", "path"),
    (TOKYO, (Stay(tf="main", pays="US"),), "F.6.3", "pays"),
    (TOKYO, (Replenish(unit="nobody"),), "F.6.3", "unit"),
    (TOKYO, (Replenish(unit="2nd-div"), Replenish(unit="2nd-div")), "F.6.6", "unit"),
    (TOKYO, (Repair(area="TRU", what="airfield"),), "PH14.4", "area"),
    (WASHINGTON, (Repair(area="TRU", what="port"),), "PH14.4", "area"),
    (WASHINGTON, (LEND, LendLease(nation="UK", points=5)), "S1.2", "points"),
    (WASHINGTON, (LendLease(nation="US", points=11),), "S1.2", "points"),
    (TOKYO, (LendLease(nation="US", points=1),), "F.6.3", "nation"),
    (TOKYO, (Build(nation="JP", what="DD"), Build(nation="JP", what="DD")), "S2.3.b", "what"),
    (TOKYO, (Build(nation="JP", what="supply", count=11),), "S2.3", "what"),
    (TOKYO, (Build(nation="US", what="fort", area="OAH"),), "F.6.3", "nation"),
    (TOKYO, (Rebuild(unit="b-29-1"),), "F.6.3", "unit"),
    (WASHINGTON, (Rebuild(unit="b-29-1"),), "PH12.4", "unit"),
    (TOKYO, (Mend(ship="nagato"),), "PH12.4", "ship"),
    (TOKYO, (Bid(nation="JP", offensives=6),), "PH12.5", "offensives"),
    (TOKYO, (BUILD, Bid(nation="JP", offensives=5)), "PH12.5", "offensives"),
    (TOKYO, (Bid(nation="JP", offensives=-1),), "F.6.6", "offensives"),
    (TOKYO, (Bid(nation="US", offensives=1),), "F.6.3", "nation"),
)  # fmt: skip


@pytest.mark.parametrize(("who", "orders", "rule", "key"), ILLEGAL)
def test_each_refusal_names_its_rule_its_place_and_a_way_out(
    who: tuple[str, str], orders: tuple[Order, ...], rule: str, key: str
) -> None:
    problem = found(who, *orders)[0]
    assert problem.code == "E12"
    assert problem.rule == rule
    assert problem.where.startswith("order ")
    assert f"'{key}'" in problem.where if key else "key" not in problem.where
    assert problem.hint


def test_gp32_lend_lease_over_the_limit_is_refused() -> None:
    orders = (LendLease(nation="US", points=8), LendLease(nation="UK", points=5))
    (problem,) = found(WASHINGTON, *orders)
    assert problem.hint == "lend 4 here at most"


def test_lend_lease_can_be_spent_at_once() -> None:
    game = table().with_purse("CN", Purse())
    build = Build(nation="CN", what="fort", area="CHU")
    assert found(WASHINGTON, build, game=game)
    assert found(WASHINGTON, LendLease(nation="US", points=2), build, game=game) == []


def test_a_scenario_may_begin_with_its_bids_alone() -> None:
    game = table()
    game = replace(game, terms=replace(game.terms, bids_only=True, first_turn=game.turn))
    (problem,) = found(
        TOKYO, Build(nation="JP", what="DD"), Bid(nation="JP", offensives=5), game=game
    )
    assert problem.rule == "PH18"


def test_without_phase_2_nobody_bombs() -> None:
    game = table()
    game = replace(game, terms=replace(game.terms, no_strategic=True))
    assert found(WASHINGTON, BombJapan(bombers=("b-29-1",)), game=game)


def test_a_seat_without_the_us_does_not_bomb() -> None:
    game = table()
    commands = game.commands.set("UK", "london")
    game = replace(game, seats=(*game.seats, "london"), commands=commands)
    (problem,) = found(("allied", "london"), BombJapan(bombers=("b-29-1",)), game=game)
    assert problem.rule == "P2.0"
