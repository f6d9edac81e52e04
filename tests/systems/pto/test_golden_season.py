"""Income, construction and arrivals, each from the files of its season [S1, S2, PH12]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.rules.season.s2_construction import construct
from pbem.systems.pto.table.events_economy import (
    Arrived,
    Bought,
    Completed,
    Delayed,
    IncomeGot,
    Lent,
    PoolGrew,
)
from pbem.systems.pto.table.orders_season import Build, LendLease, Mend, Rebuild, Reserve
from pbem.systems.pto.table.pieces import AirUnit, Ship
from pbem.systems.pto.table.state import Coming, Entry, Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.skies import TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    CHARTS,
    TERMS,
    Faces,
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
    terms = replace(TERMS, last_turn=turn_of(year, 12))
    return rich(small_game(year=year, month=1, off=off, terms=terms), **points)


# --- income --------------------------------------------------------------------------------------


def test_nations_keep_what_they_may_carry() -> None:
    game = rich(winter(), US=22, UK=3)
    play = begun(game.with_purse("JP", Purse(points=9, reserve=17)), "S1.1")
    got = {event.nation: event for event in told(play.events, IncomeGot)}
    assert (got["US"].kept, got["US"].lost, got["US"].points) == (15, 7, 80)
    assert (got["UK"].kept, got["UK"].points) == (3, 19)
    assert (got["JP"].kept, got["JP"].lost, got["JP"].points) == (20, 6, 68)
    assert play.game.purses["JP"].reserve == 0
    assert [got[nation].income for nation in ("AU", "CN", "JP", "UK", "US")] == [7, 4, 48, 16, 65]


def conquests(game: Game) -> int:
    """What conquests bring Japan in the season."""
    events = begun(game, "S1.1").events
    return next(one.conquests for one in told(events, IncomeGot) if one.nation == "JP")


def test_conquests_pay_in_supply() -> None:
    game = winter()
    for area in ("SUM", "MAL"):
        game = game.with_area(area, replace(game.areas[area], nation="JP"))
    assert conquests(game) == 6
    game = game.with_area("SUM", replace(game.areas["SUM"], port=0))
    for sea in ("SCS", "JAV", "BEN"):
        game = force(game, f"us-{sea}", "US", sea, ship(f"us-dd-{sea}", "DD", "US"))
    assert conquests(game) == 2


# --- lend-lease ----------------------------------------------------------------------------------


def test_s1_2_what_two_seats_lend_beyond_the_limit_is_cut() -> None:
    """A law of the rule by itself: from files the second of the two is refused [S1.2, GP32]."""
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


# --- construction --------------------------------------------------------------------------------

POOL = {
    "JP": ("DD", "A6M2", "G4M", "division", "engineer"),
    "US": ("DD", "us-ss-gato", "P-38", "PBY"),
    "CN": ("army",),
}
PRICES = {
    TOKYO: {"DD": 2, "A6M2": 2, "G4M": 4, "division": 4, "engineer": 2},
    WASHINGTON: {"DD": 2, "us-ss-gato": 2, "P-38": 2, "PBY": 4, "army": 2, "fort": 2},
}


def bought(game: Game, seat: str, *orders: Order) -> Campaign:
    """The season once both have written their files, the other one without an order."""
    play = begun(game, "S2.3")
    for one in (TOKYO, WASHINGTON):
        play.file(one, *(orders if one == seat else ()))
    return play


def receipts(play: Campaign) -> list[Bought]:
    """What was bought."""
    return told(play.events, Bought)


@pytest.mark.parametrize("seat", [TOKYO, WASHINGTON])
def test_prices_of_the_table(seat: str) -> None:
    """One of each in the force pools, and a fort in Australia [PH12.3, D1.1]."""
    pool = tuple(Entry(nation=nation, what=what) for nation in POOL for what in POOL[nation])
    game = replace(winter(JP=30, US=30, CN=9, AU=9), pool=pool)
    builds = [Build(nation=one.nation, what=one.what) for one in pool]
    mine = [one for one in builds if (one.nation == "JP") == (seat == TOKYO)]
    forts = () if seat == TOKYO else (Build(nation="AU", what="fort", area="AUS"),)
    play = bought(game, seat, *mine, *forts)
    assert {one.what: one.points for one in receipts(play)} == PRICES[seat]


def test_rebuilding_and_repair() -> None:
    """A bomber's step 2, half of a division 2, a carrier 4; she lies up for a month [PH12.4]."""
    game = winter(JP=12)
    game = based(game, "G4M", "JP", "JPN", "g4m-1", steps=1)
    game = troops(game, "jp-2nd-div", "JP", "JPN", strength=5)
    game = game.with_ground([replace(game.ground["jp-2nd-div"], steps=1)])
    game = force(game, "jp-jpn", "JP", "JPN", ship("akagi", "CV", damaged=True))
    play = bought(
        game, TOKYO, Rebuild(unit="g4m-1"), Rebuild(unit="jp-2nd-div"), Mend(ship="akagi")
    )
    assert [one.points for one in receipts(play)] == [2, 2, 4]
    assert (play.game.air["g4m-1"].steps, play.game.ground["jp-2nd-div"].steps) == (2, 2)
    akagi = play.game.ships["akagi"]
    assert (akagi.damaged, akagi.laid_up) == (False, True)
    assert play.game.purses["JP"].points == 4
    play.file(TOKYO, dice=TIED)
    play = after_a_month(play)
    assert not play.game.ships["akagi"].laid_up


def test_what_is_built_waits_in_its_box_and_enters_at_the_source() -> None:
    game = replace(winter(JP=9), pool=(Entry(nation="JP", what="DD", count=2),))
    play = bought(game, TOKYO, Build(nation="JP", what="DD"))
    assert [(one.box, one.left) for one in receipts(play)] == [("1943-spring", 7)]
    assert play.game.pool == (Entry(nation="JP", what="DD", count=1),)
    play = in_spring(play)
    assert told(play.events, Arrived)[0].pieces == ("jp-dd-1",)
    destroyer = play.game.ships["jp-dd-1"]
    assert play.game.forces[destroyer.tf].at == "JPN"
    assert (destroyer.armour, destroyer.speed) == (7, 45)


def test_building_times() -> None:
    """A light cruiser takes two seasons, a boat one, and enters as the chart has it [D5.1]."""
    pool = (Entry(nation="JP", what="CL"), Entry(nation="US", what="us-ss-gato"))
    game = replace(winter(JP=20, US=20), pool=pool)
    play = bought(game, TOKYO, Build(nation="JP", what="CL"))
    assert receipts(play)[0].box == "1943-summer"
    play = in_spring(bought(game, WASHINGTON, Build(nation="US", what="us-ss-gato")))
    gato = play.game.ships["us-ss-gato-1"]
    assert (gato.gun, gato.speed) == (2, 28)


def test_boats_without_d5_have_plain_ratings() -> None:
    game = winter(off=("D5",))
    game = replace(game, track=FrozenMap({"1943-winter": (Entry(nation="US", what="us-ss-s"),)}))
    boat = begun(game, "S2.2").game.ships["us-ss-s-1"]
    assert (boat.gun, boat.armour, boat.speed, boat.starred) == (2, 7, 25, False)


@pytest.mark.parametrize(
    ("order", "cited"),
    [
        (Mend(ship="akagi"), "PH12.4"),
        (Build(nation="JP", what="BB"), "S2.3.b"),
        (Build(nation="JP", what="A6M2", count=2), "S2.3.b"),
        (Build(nation="JP", what="A6M2", area="OAH"), "PH12.3"),
        (Build(nation="JP", what="division", area="INC"), "PH12.3"),
        (Build(nation="JP", what="CL"), "S2.3"),
        (Build(nation="JP", what="fort", area="OAH"), "PH12.3"),
        (Build(nation="US", what="fort", area="OAH"), "F.6.3 S2.3"),
        (Reserve(points=-1), "F.6.6"),
        (Reserve(points=21), "PH12.1"),
        (Rebuild(unit="nothing"), "F.6.3"),
    ],
)
def test_what_can_not_be_bought(order: Order, cited: str) -> None:
    """Refused as the file is written; ships are repaired in a naval base alone."""
    pool = tuple(Entry(nation="JP", what=what) for what in ("A6M2", "division", "CL"))
    game = replace(winter(JP=3), pool=pool)
    play = begun(force(game, "jp-for", "JP", "FOR", ship("akagi", "CV", damaged=True)), "S2.3")
    assert [one.rule for one in play.problems(order)] == cited.split()


def test_aircraft_may_enter_at_an_own_airfield_in_supply() -> None:
    game = replace(winter(JP=9), pool=(Entry(nation="JP", what="A6M2"),))
    play = in_spring(bought(game, TOKYO, Build(nation="JP", what="A6M2", area="FOR")))
    assert play.game.air["jp-a6m2-1"].base == "FOR"


def test_installations_are_complete_in_the_next_season() -> None:
    """One of a kind at a time in an area [PH12.3]."""
    orders = tuple(Build(nation="JP", what=what, area="TRU") for what in ("airfield", "fort"))
    play = begun(winter(JP=9), "S2.3")
    assert [one.rule for one in play.problems(*orders, orders[-1])] == ["PH12.3"]
    play = bought(winter(JP=9), TOKYO, *orders)
    assert len(receipts(play)) == 2
    play = in_spring(play)
    assert {(event.what, event.now) for event in told(play.events, Completed)} == {
        ("airfield", 8),
        ("fort", 1),
    }


def test_supply_is_made_at_the_source_or_built_where_it_is_wanted() -> None:
    orders = (
        Build(nation="US", what="supply", count=2),
        Build(nation="US", what="supply", area="OAH"),
    )
    play = bought(winter(US=9), WASHINGTON, *orders)
    assert [(one.points, one.box) for one in receipts(play)] == [(2, ""), (2, "1943-spring")]
    assert play.game.areas["WCO"].supply["allied"] == 2
    play = in_spring(play)
    assert play.game.areas["OAH"].supply["allied"] == 1


def test_japan_lays_points_up() -> None:
    play = bought(winter(JP=30), TOKYO, Reserve(points=12))
    assert (play.game.purses["JP"].reserve, play.game.purses["JP"].points) == (12, 18)
    assert receipts(play)[0].how == "reserve"


# --- arrivals ------------------------------------------------------------------------------------

WINTER: dict[str, Faces] = {"W1 grounding arctic": 2, "W1 grounding land": 2}
MARCH: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 2}
TIED: dict[str, Faces] = {**WINTER, "S3.2.3 tie #1": (6, 1)}
"""The dice of a January before which nobody has bought an offensive."""


def after_a_month(play: Campaign, weather: dict[str, Faces] = WINTER) -> Campaign:
    """The game after a month in which nobody does anything."""
    while play.step != "P5-first":
        play.file(play.asked)
    play.file(TOKYO)
    play.file(WASHINGTON, dice=weather)
    return play


def in_spring(play: Campaign) -> Campaign:
    """The game at the season after winter's, once three idle months are over."""
    play.file(TOKYO, dice=TIED)
    for weather in (WINTER, MARCH, {}):
        play = after_a_month(play, weather)
    assert (play.game.turn, play.step) == (turn_of(1943, 4), "S2.3")
    return play


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
    game = begun(yorktown(), "S2.2").game
    assert game.forces[game.ships["yorktown"].tf].at == "WCO"
    assert game.air["yorktown-air"].base == "yorktown"
    assert not game.coming.ships
    assert not game.coming.air
    assert "1942-winter" not in game.track


def test_orders_of_battle_add_to_the_pools_in_winter() -> None:
    play = begun(yorktown(), "S2.1")
    grown = {event.what: event.count for event in told(play.events, PoolGrew)}
    assert (grown["DD"], grown["army"], len(grown)) == (3, 2, 5)
    boats = {what: grown[what] for what in grown if "-ss-" in what}
    assert boats == {"jp-ss-kd4-kd5": 1, "jp-ss-c1-c2": 1, "us-ss-gato": 3}
    assert sum(entry.count for entry in play.game.pool) == 10
    spring = begun(replace(yorktown(), turn=turn_of(1942, 4)), "S2.1")
    assert told(spring.events, PoolGrew) == []
    assert spring.game.pool == ()


def test_without_a_place_to_enter_an_entry_waits() -> None:
    game = winter(year=1942)
    game = replace(game, track=FrozenMap({"1942-winter": (Entry(nation="CN", what="army"),)}))
    game = game.with_area("CHU", replace(game.areas["CHU"], nation="JP"))
    play = begun(game, "S2.2")
    assert told(play.events, Delayed)[0].box == "1942-spring"
    assert play.game.track["1942-spring"] == (Entry(nation="CN", what="army"),)
