"""Second Naval Movement, upkeep, supply [P6.1, P6.2, PH11, PH14, D5.3, D13.2]."""

import pytest

from pbem.engine.kinds import Refusal
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.rules.month.p6_course import course, way_home
from pbem.systems.pto.rules.month.p6_second_move import return_to_port
from pbem.systems.pto.rules.month.p6_upkeep import charges
from pbem.systems.pto.rules.month.ph11_supply import line, supply
from pbem.systems.pto.table.events_economy import (
    Crowded,
    MarkerUsed,
    Returned,
    Stayed,
    Unsupplied,
    UpkeepPaid,
    UpkeepUnpaid,
)
from pbem.systems.pto.table.orders import Return, Stay
from pbem.systems.pto.table.state import Game, Plan, Purse, Told
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.skies import FLYING
from tests.systems.pto.tabletop import (
    CHARTS,
    TERMS,
    Faces,
    ScriptedDice,
    based,
    boat,
    force,
    ship,
    small_game,
    told,
    troops,
)

BATTLESHIPS = ("nagato", "mutsu", "ise", "hyuga")


def rich(game: Game, nation: str, points: int) -> Game:
    """The game with EP in a nation's hand."""
    return game.with_purse(nation, Purse(points=points))


def home(
    game: Game, *orders: Return | Stay, side: str = "japanese", dice: ScriptedDice | None = None
) -> Told:
    """The second naval movement of a side."""
    plan = Plan(
        returns=tuple(one for one in orders if isinstance(one, Return)),
        stays=tuple(one for one in orders if isinstance(one, Stay)),
    )
    return return_to_port(game, side, (plan,), CHARTS, dice or ScriptedDice())


def cited(game: Game, order: Return, nation: str = "JP") -> str:
    """The rule that forbids a return, or empty."""
    found = course(game, (nation,), order, CHARTS)
    return found.rule if isinstance(found, Refusal) else ""


# --- fuel ----------------------------------------------------------------------------------------


def fleet(number: int, *, at_war: bool = True, off: tuple[str, ...] = ()) -> Game:
    """Japanese battleships in the Philippine Sea, with 10 EP."""
    ships = (ship(id_, "BB") for id_ in BATTLESHIPS[:number])
    game = force(small_game(off=off), "main", "JP", "PHS", *ships)
    return replace(rich(game, "JP", 10), at_war=at_war)


def test_battleships_that_nobody_can_fuel_stay() -> None:
    game = rich(fleet(4), "JP", 1)
    game, events = home(game, Return(tf="main", path=("ECS", "JPN")))
    assert game.forces["main"].at == "PHS"
    assert [event.cited for event in told(events, Stayed)] == ["D13.2"]
    assert told(events, UpkeepPaid)[0].points == 1


# --- where they go -------------------------------------------------------------------------------


def test_without_an_order_ships_go_to_the_nearest_naval_base() -> None:
    game, events = home(fleet(1))
    assert told(events, Returned)[0].path == ("PHS", "ECS", "JPN")
    assert game.forces["main"].at == "JPN"


def test_ships_do_not_sail_through_a_port() -> None:
    fleet_ = force(small_game(), "tf", "UK", "SCS", ship("repulse", "BB", "UK"))
    closed = fleet_.with_area("MAL", replace(fleet_.areas["MAL"], nation="JP"))
    assert way_home(closed, closed.forces["tf"], CHARTS) == ("JAV", "JVA")
    assert way_home(fleet_, fleet_.forces["tf"], CHARTS) == ("MAL",)


def test_an_enemy_fleet_closes_a_sea() -> None:
    game = force(fleet(1), "tf-16", "US", "CAR", ship("us-dd-1", "DD", "US"))
    assert way_home(game, game.forces["main"], CHARTS) == ("ECS", "JPN")
    order = Return(tf="main", path=("CAR", "TRU"))
    assert cited(game, order) == "PH14.1"
    boats = force(fleet(1), "us-boats", "US", "CAR", boat("us-ss-gato-1"))
    assert cited(boats, order) == ""


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("ECS", "JPN"), ""),
        ((), ""),
        (("LUZ",), "PH14.1"),
        (("ECS",), "PH14.1"),
        (("BON", "IWO"), "PH14.1"),
        (("ECS", "FOR", "SCS", "INC"), "PH14.1"),
        (("MAR", "WAK", "MID", "NOP", "JPN"), ""),
        (("MAR", "WAK", "MSH", "SOL", "BIS", "CAR", "MAR", "BON", "HOM", "JPN"), "PH5.1"),
    ],
)
def test_returns_end_in_a_friendly_port_in_reach(path: tuple[str, ...], rule: str) -> None:
    assert cited(fleet(1), Return(tf="main", path=path)) == rule


def test_ships_under_repair_do_not_sail() -> None:
    game = force(small_game(), "main", "JP", "JPN", replace(ship("nagato", "BB"), laid_up=True))
    order = Return(tf="main", path=("ECS", "FOR"))
    assert cited(game, order) == "PH12.4"


def test_what_is_bound_for_the_port_goes_ashore() -> None:
    stp = replace(ship("jp-stp-1", "STP"), bound="JPN")
    game = troops(force(small_game(), "convoy", "JP", "ECS", stp), "jp-2nd-div", "JP", "jp-stp-1")
    game, _ = home(rich(game, "JP", 5), Return(tf="convoy", path=("JPN",)))
    assert game.ground["jp-2nd-div"].at == "JPN"
    assert game.ships["jp-stp-1"].cargo == ()


# --- upkeep --------------------------------------------------------------------------------------

FLEET_BOATS = ("jp-ss-c1-c2", "jp-ss-j1-j2-j3", "jp-ss-kd6-kd7", "jp-ssv-a1-a2-a3")
OTHER_BOATS = ("jp-ss-kd3", "jp-ss-kd4-kd5")


def at_sea(off: tuple[str, ...] = ()) -> Game:
    """Japanese ships in three seas, four fleet boats and four others at sea."""
    game = small_game(off=off)
    for sea in ("PHS", "CAR", "MAR"):
        game = force(game, f"jp-{sea}".lower(), "JP", sea, ship(f"jp-dd-{sea}".lower(), "DD"))
    others = [boat(f"{class_}-{number}") for class_ in OTHER_BOATS for number in (1, 2)]
    game = force(game, "boats", "JP", "MID", *(boat(f"{c}-1") for c in FLEET_BOATS), *others)
    return rich(game, "JP", 20)


def test_staying_is_paid() -> None:
    stay = tuple(Stay(tf=tf) for tf in ("jp-phs", "jp-car", "jp-mar", "boats"))
    game, events = home(at_sea(), *stay)
    (paid,) = told(events, UpkeepPaid)
    assert (paid.what, paid.points) == (("CAR", "MAR", "PHS", "boats"), 5)
    assert game.purses["JP"].points == 15


def test_another_nation_may_pay_and_britain_pays_for_the_netherlands() -> None:
    game = force(small_game(), "tf-44", "AU", "COR", ship("australia", "CA", "AU"))
    game = force(game, "ne", "NE", "JAV", ship("ne-cl-1", "CL", "NE"))
    orders = (Stay(tf="tf-44", pays="US"), Stay(tf="ne"))
    found = charges(game, "allied", orders, CHARTS)
    assert [(charge.nation, charge.payer) for charge in found] == [("AU", "US"), ("NE", "UK")]


def test_unpaid_ships_suffer() -> None:
    game = force(small_game(), "tf", "JP", "PHS", ship("nagato", "BB"), ship("jp-dd-1", "DD"))
    game = force(game, "tf-2", "JP", "PHS", ship("jp-dd-2", "DD"))
    dice = ScriptedDice({"PH14.2 unpaid jp-dd-1": 6, "PH14.2 unpaid jp-dd-2": 5})
    game, events = home(game, Stay(tf="tf"), Stay(tf="tf-2"), dice=dice)
    assert told(events, UpkeepUnpaid)[0].ships == ("jp-dd-1", "jp-dd-2", "nagato")
    assert game.ships["nagato"].damaged
    assert "jp-dd-1" not in game.ships
    assert "jp-dd-2" in game.ships


# --- supply --------------------------------------------------------------------------------------


def test_supply_runs_from_port_to_port_over_open_seas() -> None:
    assert line(small_game(), "allied", "OAH", CHARTS) == ("OAH", "HAW", "EPA", "WCO")
    assert line(small_game(), "allied", "HUN", CHARTS) == ("HUN", "CHU")
    assert line(small_game(), "japanese", "SCH", CHARTS) == ("SCH", "SCS", "ECS", "JPN")


def test_warships_close_a_sea_unless_it_is_contended() -> None:
    game = force(small_game(), "tf", "JP", "HAW", ship("jp-dd-1", "DD"))
    assert line(game, "allied", "OAH", CHARTS) == ()
    game = force(game, "tf-16", "US", "HAW", ship("us-dd-1", "DD", "US"))
    assert line(game, "allied", "OAH", CHARTS) == ("OAH", "HAW", "EPA", "WCO")
    boats = force(small_game(), "tf", "JP", "HAW", boat("jp-ss-c1-c2-1"))
    assert line(boats, "allied", "OAH", CHARTS)


def test_units_on_a_beach_are_supplied_over_the_sea() -> None:
    assert line(small_game(), "allied", "WKE", CHARTS)[:2] == ("WKE", "WAK")


def cut_off(move: int = 2, out: int = 0) -> Game:
    """An American unit on Oahu, which a Japanese destroyer cuts off."""
    game = force(small_game(), "tf", "JP", "HAW", ship("jp-dd-1", "DD"))
    game = troops(game, "us-25th-div", "US", "OAH", move=move)
    return game.with_ground([replace(game.ground["us-25th-div"], out=out)])


ROLL = "PH11.3 depletion us-25th-div"


def test_gp75_the_second_month_adds_one() -> None:
    """August and September on Oahu, a destroyer off it: a 3 is nothing, then 3 + 1 [PH11.3]."""
    terms = replace(TERMS, first_turn=turn_of(1942, 8), last_turn=turn_of(1942, 12))
    game = force(small_game(month=8, terms=terms), "tf", "JP", "HAW", ship("jp-dd-1", "DD"))
    game = troops(rich(game, "JP", 9), "us-25th-div", "US", "OAH")
    play = begun(game, dice=FLYING)
    september: dict[str, Faces] = {"P1.1 condition": 1, **FLYING}
    for number, steps, weather in ((1, 2, september), (2, 1, {})):
        while play.step != "P5-first":
            play.file(play.asked)
        play.file("tokyo", Stay(tf="tf"))
        play.file("washington", dice={ROLL: 3, **weather})
        unit = play.game.ground["us-25th-div"]
        assert (unit.steps, unit.out) == (steps, number)
        assert [event.lost for event in told(play.events, Unsupplied)] == [steps == 1]


def test_garrisons_roll_from_the_second_month() -> None:
    game, _ = supply(cut_off(move=0), CHARTS, ScriptedDice())
    assert game.ground["us-25th-div"].out == 1
    game, _ = supply(game, CHARTS, ScriptedDice({ROLL: 2}))
    assert game.ground["us-25th-div"].steps == 2


def test_a_marker_supplies_for_one_month() -> None:
    game = cut_off(out=1)
    oahu = replace(game.areas["OAH"], supply=FrozenMap({"allied": 1}))
    game, events = supply(game.with_area("OAH", oahu), CHARTS, ScriptedDice())
    assert told(events, MarkerUsed)[0].area == "OAH"
    assert game.ground["us-25th-div"].out == 0
    assert game.areas["OAH"].supply["allied"] == 0


def test_who_is_supplied_again_starts_anew() -> None:
    game = cut_off(out=2)
    game = game.with_forces([replace(game.forces["tf"], at="MID")])
    game, events = supply(game, CHARTS, ScriptedDice())
    assert (game.ground["us-25th-div"].out, events) == (0, ())


def test_surplus_aircraft_lose_a_step() -> None:
    game = based(small_game(), "P-40", "US", "WKE", "p-40-a", "p-40-b", "p-40-c")
    game, events = supply(game, CHARTS, ScriptedDice())
    assert [event.unit for event in told(events, Crowded)] == ["p-40-a"]
    assert [game.air[f"p-40-{one}"].steps for one in "abc"] == [1, 2, 2]


# --- aircraft on the way -------------------------------------------------------------------------


def test_aircraft_strike_ships_that_return_and_ships_do_not_meet_them() -> None:
    game = force(small_game(), "tf-16", "US", "WAK", ship("enterprise", "CV", "US"))
    game = force(game, "jp", "JP", "MID", ship("nagato", "BB"))
    game = force(game, "own", "US", "MID", ship("us-dd-1", "DD", "US"))
    game = game.with_area("WKE", replace(game.areas["WKE"], nation="JP"))
    game = based(game, "G4M", "JP", "WKE", "g4m-1", "g4m-2")
    dice = ScriptedDice(
        {
            "PH5.6 search tf-16 P6.1 mid 1": 5,
            "PH8.3 g4m-1 v enterprise #1 P6.1 mid 3": 12,
            "PH8.3 g4m-1 v enterprise #2 P6.1 mid 3": 2,
            "PH8.3 g4m-1 v enterprise #3 P6.1 mid 3": 2,
        }
    )
    order = Return(tf="tf-16", path=("MID", "HAW", "OAH"))
    stay = Stay(tf="own")
    game, _ = home(rich(game, "US", 5), order, stay, side="allied", dice=dice)
    assert not dice.left
    assert "enterprise" not in game.ships
