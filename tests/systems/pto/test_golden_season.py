"""Income, construction, bids, initiative by the golden examples [S1-S3, GP67, D1]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.rules.month.p6_end import sweep
from pbem.systems.pto.rules.season.s1_income import income
from pbem.systems.pto.rules.season.s2_construction import arrivals, construct, orders_of_battle
from pbem.systems.pto.rules.season.s2_prices import build_price
from pbem.systems.pto.rules.season.s3_initiative import open_bid
from pbem.systems.pto.table.events_economy import (
    Arrived,
    BidBroken,
    Bought,
    Completed,
    Delayed,
    IncomeGot,
    Lent,
    PoolGrew,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders import Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.state import Coming, Entry, Game, Purse
from tests.systems.pto.frontdoor import told
from tests.systems.pto.tabletop import (
    CHARTS,
    based,
    force,
    ship,
    small_game,
    troops,
)


def rich(game: Game, **points: int) -> Game:
    """The game with EP in nations' hands."""
    for nation, number in points.items():
        game = game.with_purse(nation, Purse(points=number))
    return game


def winter(*, year: int = 1943, off: tuple[str, ...] = (), **points: int) -> Game:
    """The winter of a year, nothing on the map."""
    return rich(small_game(year=year, month=1, off=off), **points)


# --- bids ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        None,
        {},
        {"offensives": -1},
        {"offensives": True},
        {"offensives": "3"},
        {"offensives": 1, "x": 2},
    ],
)
def test_what_holds_no_number_counts_as_none(content: dict[str, object] | None) -> None:
    game, events = open_bid(rich(small_game(), US=9), "washington", "bid/s/US", content, CHARTS)
    assert told(events, BidBroken)[0].nation == "US"
    assert (game.purses["US"].bid, game.purses["US"].points) == (0, 9)


# --- income --------------------------------------------------------------------------------------


def test_nations_keep_what_they_may_carry() -> None:
    game = rich(winter(), US=22, UK=3)
    game, events = income(game.with_purse("JP", Purse(points=9, reserve=17)), CHARTS)
    got = {event.nation: event for event in told(events, IncomeGot)}
    assert (got["US"].kept, got["US"].lost, got["US"].points) == (15, 7, 80)
    assert (got["UK"].kept, got["UK"].points) == (3, 19)
    assert (got["JP"].kept, got["JP"].lost, got["JP"].points) == (20, 6, 68)
    assert game.purses["JP"].reserve == 0
    assert [got[nation].income for nation in ("AU", "CN", "JP", "UK", "US")] == [7, 4, 48, 16, 65]


def test_conquests_pay_in_supply() -> None:
    game = winter()
    for area in ("SUM", "MAL"):
        game = game.with_area(area, replace(game.areas[area], nation="JP"))
    _, events = income(game, CHARTS)
    assert next(e for e in told(events, IncomeGot) if e.nation == "JP").conquests == 6
    game = game.with_area("SUM", replace(game.areas["SUM"], port=0))
    for sea in ("SCS", "JAV", "BEN"):
        game = force(game, f"us-{sea}", "US", sea, ship(f"us-dd-{sea}", "DD", "US"))
    _, events = income(game, CHARTS)
    assert next(e for e in told(events, IncomeGot) if e.nation == "JP").conquests == 2


# --- lend-lease ----------------------------------------------------------------------------------


def test_s1_2_what_two_seats_lend_beyond_the_limit_is_cut() -> None:
    """Each file is within 12 EP, both together are not [S1.2]."""
    answers = {
        "washington": (LendLease(nation="US", points=8),),
        "london": (LendLease(nation="UK", points=5),),
    }
    game = replace(winter(US=10, UK=10), seats=("tokyo", "washington", "london"))
    game = replace(game, commands=game.commands.set("UK", "london"))
    game, events = construct(game, answers, CHARTS)
    assert game.purses["CN"].points == 12
    assert game.purses["UK"].points == 6
    assert [event.cut for event in told(events, Lent)] == [0, 1]


# --- prices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "what", "price"),
    [
        ("JP", "CVE", 5), ("JP", "DD", 2), ("US", "DD", 2), ("US", "us-ss-gato", 2),
        ("JP", "A6M2", 2), ("JP", "G4M", 4), ("US", "P-38", 2), ("US", "PBY", 4),
        ("JP", "division", 4), ("CN", "army", 2), ("JP", "engineer", 2), ("AU", "fort", 2),
    ],
)  # fmt: skip
def test_prices_of_the_table(nation: str, what: str, price: int) -> None:
    assert build_price(winter(), nation, what, CHARTS) == price


# --- construction --------------------------------------------------------------------------------


def bought(game: Game, seat: str, *orders: Order) -> tuple[Game, list[Bought], list[Voided]]:
    """The game after a seat's orders, what was bought, what was not."""
    game, events = construct(game, {seat: orders}, CHARTS)
    return game, told(events, Bought), told(events, Voided)


def test_rebuilding_and_repair() -> None:
    game = winter(JP=12)
    game = based(game, "G4M", "JP", "JPN", "g4m-1", steps=1)
    game = troops(game, "jp-2nd-div", "JP", "JPN", strength=5)
    game = game.with_ground([replace(game.ground["jp-2nd-div"], steps=1)])
    game = force(game, "jp-jpn", "JP", "JPN", ship("akagi", "CV", damaged=True))
    orders = (Rebuild(unit="g4m-1"), Rebuild(unit="jp-2nd-div"), Mend(ship="akagi"))
    game, receipts, _ = bought(game, "tokyo", *orders)
    assert [receipt.points for receipt in receipts] == [2, 2, 4]
    assert (game.air["g4m-1"].steps, game.ground["jp-2nd-div"].steps) == (2, 2)
    assert (game.ships["akagi"].damaged, game.ships["akagi"].laid_up) == (False, True)
    assert game.purses["JP"].points == 4
    swept, _ = sweep(game)
    assert not swept.ships["akagi"].laid_up


def test_ships_are_repaired_in_a_naval_base_alone() -> None:
    game = force(winter(JP=9), "jp-for", "JP", "FOR", ship("akagi", "CV", damaged=True))
    game, receipts, voided = bought(game, "tokyo", Mend(ship="akagi"))
    assert (receipts, voided[0].cited, game.purses["JP"].points) == ([], "PH12.4", 9)


def test_what_is_built_waits_in_its_box_and_enters_at_the_source() -> None:
    game = replace(winter(JP=9), pool=(Entry(nation="JP", what="DD", count=2),))
    game, receipts, _ = bought(game, "tokyo", Build(nation="JP", what="DD"))
    assert (receipts[0].box, receipts[0].left) == ("1943-spring", 7)
    assert game.pool == (Entry(nation="JP", what="DD", count=1),)
    game, events = arrivals(replace(game, turn=turn_of(1943, 4)), CHARTS)
    assert told(events, Arrived)[0].pieces == ("jp-dd-1",)
    assert game.forces[game.ships["jp-dd-1"].tf].at == "JPN"
    assert (game.ships["jp-dd-1"].armour, game.ships["jp-dd-1"].speed) == (7, 45)


def test_building_times() -> None:
    pool = (Entry(nation="JP", what="CL"), Entry(nation="US", what="us-ss-gato"))
    game = replace(winter(JP=20, US=20), pool=pool)
    game, receipts, _ = bought(game, "tokyo", Build(nation="JP", what="CL"))
    assert receipts[0].box == "1943-summer"
    game, receipts, _ = bought(game, "washington", Build(nation="US", what="us-ss-gato"))
    game, _ = arrivals(replace(game, turn=turn_of(1943, 4)), CHARTS)
    assert (game.ships["us-ss-gato-1"].gun, game.ships["us-ss-gato-1"].speed) == (2, 28)


def test_boats_without_d5_have_plain_ratings() -> None:
    game = winter(off=("D5",))
    game = replace(game, track=FrozenMap({"1943-winter": (Entry(nation="US", what="us-ss-s"),)}))
    game, _ = arrivals(game, CHARTS)
    boat = game.ships["us-ss-s-1"]
    assert (boat.gun, boat.armour, boat.speed, boat.starred) == (2, 7, 25, False)


@pytest.mark.parametrize(
    ("order", "cited"),
    [
        (Build(nation="JP", what="BB"), "S2.3.b"),
        (Build(nation="JP", what="A6M2", count=2), "S2.3.b"),
        (Build(nation="JP", what="A6M2", area="OAH"), "PH12.3"),
        (Build(nation="JP", what="division", area="INC"), "PH12.3"),
        (Build(nation="JP", what="CL"), "S2.3"),
        (Build(nation="JP", what="fort", area="OAH"), "PH12.3"),
        (Build(nation="US", what="fort", area="OAH"), "S2.3"),
        (Reserve(points=-1), "PH12.1"),
        (Reserve(points=21), "PH12.1"),
        (Rebuild(unit="nothing"), "S2.3"),
    ],
)
def test_what_can_not_be_bought(order: Order, cited: str) -> None:
    pool = tuple(Entry(nation="JP", what=what) for what in ("A6M2", "division", "CL"))
    game = replace(winter(JP=3), pool=pool)
    after, receipts, voided = bought(game, "tokyo", order)
    assert (receipts, [one.cited for one in voided]) == ([], [cited])
    assert after.purses["JP"].points == 3


def test_aircraft_may_enter_at_an_own_airfield_in_supply() -> None:
    game = replace(winter(JP=9), pool=(Entry(nation="JP", what="A6M2"),))
    game, _, _ = bought(game, "tokyo", Build(nation="JP", what="A6M2", area="FOR"))
    game, _ = arrivals(replace(game, turn=turn_of(1943, 4)), CHARTS)
    assert game.air["jp-a6m2-1"].base == "FOR"


def test_installations_are_complete_in_the_next_season() -> None:
    game = winter(JP=9)
    orders = (
        Build(nation="JP", what="airfield", area="TRU"),
        Build(nation="JP", what="fort", area="TRU"),
        Build(nation="JP", what="fort", area="TRU"),
    )
    game, receipts, voided = bought(game, "tokyo", *orders)
    assert (len(receipts), voided[0].cited) == (2, "PH12.3")
    game, events = arrivals(replace(game, turn=turn_of(1943, 4)), CHARTS)
    assert {(event.what, event.now) for event in told(events, Completed)} == {
        ("airfield", 8),
        ("fort", 1),
    }


def test_supply_is_made_at_the_source_or_built_where_it_is_wanted() -> None:
    game = winter(US=9)
    orders = (
        Build(nation="US", what="supply", count=2),
        Build(nation="US", what="supply", area="OAH"),
    )
    game, receipts, _ = bought(game, "washington", *orders)
    assert [(receipt.points, receipt.box) for receipt in receipts] == [(2, ""), (2, "1943-spring")]
    assert game.areas["WCO"].supply["allied"] == 2
    game, _ = arrivals(replace(game, turn=turn_of(1943, 4)), CHARTS)
    assert game.areas["OAH"].supply["allied"] == 1


def test_japan_lays_points_up() -> None:
    game, receipts, _ = bought(winter(JP=30), "tokyo", Reserve(points=12))
    assert (game.purses["JP"].reserve, game.purses["JP"].points) == (12, 18)
    assert receipts[0].how == "reserve"


# --- arrivals ------------------------------------------------------------------------------------


def yorktown() -> Game:
    """Yorktown and her aircraft in the winter's box, two designs for the force pools."""
    carrier: Ship = ship("yorktown", "CV", "US")
    air = AirUnit(id="yorktown-air", nation="US", type="US-CV42", name="air", base="yorktown")
    box = (Entry(nation="US", what="yorktown-air"), Entry(nation="US", what="yorktown"))
    pool = (Entry(nation="US", what="DD", count=3), Entry(nation="CN", what="army", count=2))
    return replace(
        winter(year=1942),
        coming=Coming(ships=FrozenMap({"yorktown": carrier}), air=FrozenMap({"yorktown-air": air})),
        track=FrozenMap({"1942-winter": box, "1942-winter-pool": pool}),
    )


def test_pieces_with_names_enter_with_their_carrier() -> None:
    game, _ = arrivals(yorktown(), CHARTS)
    assert game.forces[game.ships["yorktown"].tf].at == "WCO"
    assert game.air["yorktown-air"].base == "yorktown"
    assert not game.coming.ships
    assert not game.coming.air
    assert "1942-winter" not in game.track


def test_orders_of_battle_add_to_the_pools_in_winter() -> None:
    game, events = orders_of_battle(yorktown(), CHARTS)
    grown = {event.what: event.count for event in told(events, PoolGrew)}
    assert (grown["DD"], grown["army"], len(grown)) == (3, 2, 5)
    boats = {what: grown[what] for what in grown if "-ss-" in what}
    assert boats == {"jp-ss-kd4-kd5": 1, "jp-ss-c1-c2": 1, "us-ss-gato": 3}
    assert sum(entry.count for entry in game.pool) == 10
    spring = replace(yorktown(), turn=turn_of(1942, 4))
    assert orders_of_battle(spring, CHARTS) == (spring, ())


def test_without_a_place_to_enter_an_entry_waits() -> None:
    game = winter(year=1942)
    game = replace(game, track=FrozenMap({"1942-winter": (Entry(nation="CN", what="army"),)}))
    game = game.with_area("CHU", replace(game.areas["CHU"], nation="JP"))
    game, events = arrivals(game, CHARTS)
    assert told(events, Delayed)[0].box == "1942-spring"
    assert game.track["1942-spring"] == (Entry(nation="CN", what="army"),)
