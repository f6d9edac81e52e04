"""Ends of months and seasons of whole scenarios with real dice: nothing is owed or lost."""

from random import Random

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import SIDES, side_of
from pbem.systems.pto.rules.month.p1_weather import weather
from pbem.systems.pto.rules.month.p2_strategic import blockade
from pbem.systems.pto.rules.month.p6_end import end_of_month, sweep
from pbem.systems.pto.rules.month.p6_second_move import return_to_port
from pbem.systems.pto.rules.month.ph11_supply import supply
from pbem.systems.pto.rules.season.s1_income import income
from pbem.systems.pto.rules.season.s2_arrivals import arrivals, orders_of_battle
from pbem.systems.pto.rules.season.s2_construction import construct
from pbem.systems.pto.rules.season.s3_initiative import initiative, plain_bids
from pbem.systems.pto.table.events_economy import Bought
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Stay
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.state import Game, Plan
from tests.systems.pto.started import NAMES, started
from tests.systems.pto.tabletop import CHARTS, seeded, told


def assert_sound(game: Game) -> None:
    """No EP below zero; every ship in a task force, every aircraft and unit somewhere."""
    assert all(purse.points >= 0 and purse.reserve >= 0 for purse in game.purses.values())
    assert {ship.tf for ship in game.ships.values()} <= set(game.forces)
    assert all(unit.base in game.ships or unit.base in game.areas for unit in game.air.values())
    assert all(unit.ship in game.ships or unit.at in game.areas for unit in game.ground.values())


def ended(game: Game, staying: tuple[Stay, ...], seed: int) -> Game:
    """A month's weather, blockade and end."""
    dice = seeded(seed)
    game, _ = weather(game, CHARTS, dice)
    game, _ = blockade(game, CHARTS, dice)
    for side in SIDES:
        own = (one for one in staying if side_of(game.forces[one.tf].nation) == side)
        plans = {game.seats_of(side)[0]: Plan(stays=tuple(own))}
        game, _ = return_to_port(game, side, plans, CHARTS, dice)
    game, _ = supply(game, CHARTS, dice)
    game, _ = end_of_month(game, {}, CHARTS, dice)
    game, _ = sweep(game)
    return replace(game, turn=game.turn + 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stays", [False, True])
def test_months_end_soundly(name: str, stays: bool) -> None:
    game = started(name)
    for seed in range(3):
        staying = tuple(Stay(tf=tf) for tf in game.forces) if stays else ()
        game = ended(game, staying, seed + 1)
        assert_sound(game)


def some_orders(game: Game, seat: str, chance: Random) -> tuple[Order, ...]:
    """Orders of the season of every kind, possible or not."""
    nations = [nation for nation in game.nations_of(seat) if nation in game.purses]
    whats = [entry.what for entry in game.pool] or ["DD"]
    areas = list(game.areas)
    orders: list[Order] = [LendLease(nation="US", points=chance.randrange(16))]
    for _ in range(12):
        build = Build(
            nation=chance.choice(nations),
            what=chance.choice([*whats, "fort", "airfield", "supply", "nonsense"]),
            area=chance.choice(["", *areas]),
            count=chance.randrange(3),
        )
        rebuild = Rebuild(unit=chance.choice([*game.air, *game.ground]))
        mend = Mend(ship=chance.choice(list(game.ships)))
        orders.append(chance.choice((build, rebuild, mend, Reserve(points=chance.randrange(9)))))
    return (*orders, *(Bid(nation=nation, offensives=chance.randrange(9)) for nation in nations))


@pytest.mark.parametrize("seed", range(8))
def test_seasons_spend_what_there_is(seed: int) -> None:
    chance, game = Random(seed), started("pearl-harbor")
    game = ended(game, (), seed + 1)
    for _ in range(4):
        for rule in (income, orders_of_battle, arrivals):
            game, _ = rule(game, CHARTS)
        answers = {seat: some_orders(game, seat, chance) for seat in game.seats}
        game, events = construct(game, answers, CHARTS)
        assert told(events, Bought)
        assert told(events, Voided)
        for seat, orders in answers.items():
            game, _ = plain_bids(game, seat, orders, CHARTS)
        game, _ = initiative(game, CHARTS, seeded(seed))
        assert_sound(game)
        for month in range(3):
            game = ended(game, (), 10 * seed + month + 20)
