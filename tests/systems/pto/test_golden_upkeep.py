"""Second Naval Movement, upkeep, supply, from the last files of a month [P6, PH11, PH14]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_economy import (
    Crowded,
    FuelPaid,
    MarkerUsed,
    Returned,
    Stayed,
    Unsupplied,
    UpkeepPaid,
    UpkeepUnpaid,
)
from pbem.systems.pto.table.orders_month import Return, Sail, Stay, Strike
from pbem.systems.pto.table.orders_season import Bid, Build, Mend
from pbem.systems.pto.table.standing import AirStrikeRule, SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.monthend import at_the_end, ended, june
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import (
    Faces,
    aboard,
    based,
    boat,
    force,
    holding,
    in_words,
    ship,
    small_game,
    told,
    troops,
)

BATTLESHIPS = ("nagato", "mutsu", "ise", "hyuga")


def rich(game: Game, nation: str, points: int) -> Game:
    """The game with EP in a nation's hand."""
    return game.with_purse(nation, Purse(points=points))


def fleet(number: int) -> Game:
    """Japanese battleships in the Philippine Sea, with 10 EP."""
    ships = (ship(id_, "BB") for id_ in BATTLESHIPS[:number])
    return replace(rich(force(june(), "main", "JP", "PHS", *ships), "JP", 10), at_war=True)


def ways(game: Game) -> list[tuple[str, ...]]:
    """The ways of ships that a seat leaves to themselves."""
    _, events = ended(game)
    return [one.path for one in told(events, Returned)]


# --- where they go -------------------------------------------------------------------------------


def test_d13_2_battleships_that_nobody_can_fuel_stay() -> None:
    """Four burn 2 EP, one is left; it pays for staying [P6.1.1]."""
    play, events = ended(rich(fleet(4), "JP", 1))
    assert play.game.forces["main"].at == "PHS"
    assert [event.cited for event in told(events, Stayed)] == ["D13.2"]
    assert [event.points for event in told(events, UpkeepPaid)] == [1]


def test_ph14_1_without_an_order_ships_go_to_the_nearest_naval_base() -> None:
    assert ways(fleet(1)) == [("PHS", "ECS", "JPN")]


@pytest.mark.parametrize("orders", [(), (Return(tf="main"),)])
def test_ph14_1_who_lies_in_a_friendly_port_is_at_home(orders: tuple[Return, ...]) -> None:
    """Kwajalein is no naval base; Truk, in reach, has to be named [F.6.1, PR91]."""
    game = replace(rich(force(june(), "main", "JP", "KWA", ship("nagato", "BB")), "JP", 10),
                   at_war=True)  # fmt: skip
    play, events = ended(game, orders)
    assert play.game.forces["main"].at == "KWA"
    assert not told(events, FuelPaid)
    play, events = ended(game, (Return(tf="main", to="TRU"),))
    assert play.game.forces["main"].at == "TRU"
    assert [one.points for one in told(events, FuelPaid)] == [1]


def test_ph14_1_ships_do_not_sail_through_a_port() -> None:
    """From the South China Sea to Malaya; when that is lost round it, to Java."""
    game = force(june(), "tf", "UK", "SCS", ship("repulse", "BB", "UK"))
    assert ways(game) == [("SCS", "MAL")]
    assert ways(holding(game, "JP", "MAL")) == [("SCS", "JAV", "JVA")]


def test_ph14_1_an_enemy_fleet_closes_a_sea_and_boats_do_not() -> None:
    order = Return(tf="main", path=("CAR", "TRU"))
    game = force(fleet(1), "tf-16", "US", "CAR", ship("us-dd-1", "DD", "US"))
    assert at_the_end(game).refused(order) == [
        "main cannot go this way from Philippine Sea (PHS): enemy ships alone hold"
        " Caroline Sea (CAR) [PH14.1]"
    ]
    boats = force(fleet(1), "us-boats", "US", "CAR", boat("us-ss-gato-1"))
    play, _ = ended(boats, (order,))
    assert play.game.forces["main"].at == "TRU"


AROUND = ("MAR", "WAK", "MSH", "SOL", "BIS", "CAR", "MAR", "BON", "HOM", "JPN")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("ECS", "JPN"), []),
        (("MAR", "WAK", "MID", "NOP", "JPN"), []),
        (("LUZ",), ["Luzon (LUZ) is no port of its side [PH14.1]"]),
        (("ECS",), ["East China Sea (ECS) is no port of its side [PH14.1]"]),
        (("BON", "IWO"), ["Iwo Jima (IWO) is no port of its side [PH14.1]"]),
        (
            ("ECS", "FOR", "SCS", "INC"),
            ["main cannot go this way from Philippine Sea (PHS) [PH14.1]"],
        ),
        (AROUND, ["the way costs 45 MP, main has 38 [PH5.1]"]),
    ],
)
def test_ph14_1_returns_end_in_a_friendly_port_in_reach(
    path: tuple[str, ...], words: list[str]
) -> None:
    assert at_the_end(fleet(1)).refused(Return(tf="main", path=path)) == words


def test_ph12_4_ships_under_repair_do_not_sail() -> None:
    """Nagato, mended in the season, lies up through its first month and sails in the next."""
    game = force(small_game(month=1), "main", "JP", "JPN", ship("nagato", "BB", damaged=True))
    play = begun(rich(game, "JP", 9), "S2.3")
    play.file(TOKYO, Mend(ship="nagato"), Bid(nation="JP", offensives=1))
    play.file(WASHINGTON)
    play.file(TOKYO, dice=WINTER)
    laid_up = ["nagato was repaired and does not move this month [PH12.4]"]
    sail = Sail(tf="main", path=("HOM",))
    assert play.refused(sail) == laid_up
    while play.step != "P5-first":
        play.file(play.asked)
    assert play.refused(Return(tf="main", path=("HOM", "JPN"))) == laid_up
    play.file(TOKYO)
    play.file(WASHINGTON, dice=WINTER)
    assert play.refused(sail) == []


def test_p6_1_3_what_is_bound_for_the_port_goes_ashore() -> None:
    """A division embarked in Formosa for Japan lands where its ship comes home."""
    game = troops(june(), "jp-2nd-div", "JP", "FOR")
    game = rich(force(game, "convoy", "JP", "FOR", ship("jp-stp-1", "STP")), "JP", 5)
    play = begun(game, dice=FLYING)
    load = Sail(tf="convoy", path=("ECS",), load=("jp-2nd-div",), land="JPN")
    play.file(TOKYO, load)
    while play.step != "P5-first":
        play.file(play.asked)
    play.file(TOKYO, Return(tf="convoy", path=("JPN",)))
    play.file(WASHINGTON)
    assert play.game.ground["jp-2nd-div"].at == "JPN"
    assert play.game.ships["jp-stp-1"].cargo == ()


# --- upkeep --------------------------------------------------------------------------------------


def test_ph14_2_another_nation_may_pay_and_britain_pays_for_the_netherlands() -> None:
    game = force(june(), "tf-44", "AU", "COR", ship("australia", "CA", "AU"))
    game = force(game, "ne", "NE", "JAV", ship("ne-cl-1", "CL", "NE"))
    game = rich(rich(game, "US", 1), "UK", 1)
    _, events = ended(game, (), (Stay(tf="tf-44", pays="US"), Stay(tf="ne")))
    paid = [(one.nation, one.payer, one.points) for one in told(events, UpkeepPaid)]
    assert paid == [("AU", "US", 1), ("NE", "UK", 1)]


def test_f_6_2_the_netherlands_pay_with_british_ep() -> None:
    """NE is a nation of the side, whose ships Britain pays for [PR69]."""
    game = rich(force(june(), "us", "US", "COR", ship("chicago", "CA", "US")), "UK", 1)
    _, events = ended(game, (), (Stay(tf="us", pays="NE"),))
    assert [(one.nation, one.payer) for one in told(events, UpkeepPaid)] == [("US", "UK")]
    no_china = replace(game, purses=game.purses.without("CN"))
    refused = at_the_end(no_china, seat=WASHINGTON).refused(Stay(tf="us", pays="CN"))
    assert refused == ["'CN' pays for no ships of this side [PH14.2]"]


def test_ph14_2_unpaid_ships_suffer() -> None:
    """The battleship is damaged, destroyers are lost on a 6."""
    game = force(june(), "tf", "JP", "PHS", ship("nagato", "BB"), ship("jp-dd-1", "DD"))
    game = force(game, "tf-2", "JP", "PHS", ship("jp-dd-2", "DD"))
    dice: dict[str, Faces] = {
        "PH14.2 unpaid jp-dd-1 P6.1 phs 1": 6,
        "PH14.2 unpaid jp-dd-2 P6.1 phs 1": 5,
    }
    play, events = ended(game, (Stay(tf="tf"), Stay(tf="tf-2")), dice=dice)
    assert told(events, UpkeepUnpaid)[0].ships == ("jp-dd-1", "jp-dd-2", "nagato")
    assert (
        "Japan has no EP for jp-dd-1, jp-dd-2 and nagato; dice: jp-dd-1 6, jp-dd-2 5 [PH14.2]"
        in in_words(events)
    )
    assert play.game.ships["nagato"].damaged
    assert "jp-dd-1" not in play.game.ships
    assert "jp-dd-2" in play.game.ships


def test_ph14_2_the_report_names_who_was_to_pay_and_could_not() -> None:
    """Australia has nothing, nor has Britain for the Dutch; the United States could have paid."""
    game = force(june(), "tf-1", "US", "SOL", ship("chicago", "CA", "US"))
    game = force(game, "tf-2", "US", "COR", ship("houston", "CA", "US"))
    game = force(game, "ne", "NE", "JAV", ship("java", "CA", "NE"))
    game = rich(game, "US", 5)
    stays = (Stay(tf="tf-1", pays="AU"), Stay(tf="tf-2"), Stay(tf="ne"))
    play, events = ended(game, (), stays)
    assert in_words(told(events, UpkeepUnpaid), play.game) == [
        "Australia has no EP for chicago [PH14.2]",
        "Britain has no EP for java [PH14.2]",
    ]
    assert [ship.id for ship in play.game.ships.values() if ship.damaged] == ["chicago", "java"]


def test_ph14_2_ep_that_run_out_go_to_areas_first_by_id_then_to_boats() -> None:
    """Whichever nations Britain pays for: the Dutch, its own boat, or the Americans [PR64]."""
    game = force(june(), "uk-boat", "UK", "BEN", boat("uk-ss-s-1"))
    game = force(game, "ne", "NE", "JAV", ship("java", "CA", "NE"))
    game = rich(force(game, "tf-1", "US", "SOL", ship("chicago", "CA", "US")), "UK", 1)
    stays = (Stay(tf="uk-boat"), Stay(tf="tf-1", pays="UK"), Stay(tf="ne"))
    play, events = ended(game, (), stays, dice={"PH14.2 unpaid uk-ss-s-1 P6.1 ben 1": 1})
    assert in_words((*told(events, UpkeepPaid), *told(events, UpkeepUnpaid)), play.game) == [
        "Britain pays 1 EP for the Netherlands East Indies to stay at sea: Java Sea (JAV) [P6.1.1]",
        "Britain has no EP for chicago [PH14.2]",
        "Britain has no EP for S (uk-ss-s-1); dice: S (uk-ss-s-1) 1 [PH14.2]",
    ]


# --- supply --------------------------------------------------------------------------------------

WINTER: dict[str, Faces] = {"W1 grounding arctic": 2, "W1 grounding land": 2}
MARCH: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 2}
ROLL = "PH11.3 depletion us-25th-div P6.2 oah 1"
LOW: dict[str, Faces] = {ROLL: 1}


def hungry(game: Game, *japanese: Order, dice: dict[str, Faces] | None = None) -> list[str]:
    """The units that were unsupplied at the month's end."""
    _, events = ended(game, japanese, dice=dice)
    return [one.unit for one in told(events, Unsupplied)]


def oahu() -> Game:
    """An American division on Oahu, and 5 EP for each side's ships at sea."""
    return troops(rich(rich(june(), "JP", 5), "US", 5), "us-25th-div", "US", "OAH")


RAID = Stay(tf="raid")


def cut_off(*ships: str) -> Game:
    """The division on Oahu, Japanese ships in Hawaiian Waters."""
    pieces = (boat(one) if "-ss-" in one else ship(one, "DD") for one in ships)
    return force(oahu(), "raid", "JP", "HAW", *pieces)


def test_ph11_1_supply_runs_from_port_to_port_over_open_seas_and_over_land() -> None:
    """Oahu from the West Coast, Wake's beach, Hunan from Chungking, South China from Japan."""
    game = troops(troops(oahu(), "us-1", "US", "WKE"), "cn-1", "CN", "HUN")
    assert hungry(troops(game, "jp-1", "JP", "SCH")) == []


def test_ph11_1_warships_close_a_sea_unless_it_is_contended() -> None:
    """A destroyer does, a boat does not, nor the destroyer where an American one lies too."""
    assert hungry(cut_off("jp-dd-1"), RAID, dice=LOW) == ["us-25th-div"]
    assert hungry(cut_off("jp-ss-c1-c2-1"), RAID) == []
    game = force(cut_off("jp-dd-1"), "tf-16", "US", "HAW", ship("us-dd-1", "DD", "US"))
    _, events = ended(game, (RAID,), (Stay(tf="tf-16"),))
    assert told(events, Unsupplied) == []


def test_ph11_2_a_marker_supplies_for_one_month() -> None:
    """Built in the winter, landed on Oahu in January; in February the division goes without."""
    convoy = force(cut_off("jp-dd-1"), "convoy", "US", "WCO", ship("us-stp-1", "STP", "US"))
    play = begun(replace(convoy, turn=turn_of(1942, 1)), "S2.3")
    play.file(TOKYO, Bid(nation="JP", offensives=1))
    play.file(WASHINGTON, Build(nation="US", what="supply", area="WCO"), *QUIET)
    play.file(TOKYO, dice=WINTER)
    play.file(TOKYO, *QUIET)
    load = Sail(tf="convoy", path=("EPA", "HAW"), load=("supply",), land="OAH")
    play.file(WASHINGTON, load)
    for dice, unsupplied in ((WINTER, []), ({**LOW, **MARCH}, ["us-25th-div"])):
        while play.step != "P5-first":
            play.file(play.asked)
        play.file(TOKYO, RAID)
        events = play.file(WASHINGTON, dice=dice)
        assert [one.unit for one in told(events, Unsupplied)] == unsupplied
        assert [one.area for one in told(events, MarkerUsed)] == ([] if unsupplied else ["OAH"])
    assert play.game.areas["OAH"].supply["allied"] == 0


def test_ph11_3_who_is_supplied_again_starts_anew() -> None:
    """Cut off in January, supplied in February, cut off in March: a 3 does no harm again."""
    terms = replace(june().terms, last_turn=turn_of(1942, 12))
    play = begun(replace(cut_off("jp-dd-1"), turn=turn_of(1942, 1), terms=terms), dice=WINTER)
    home, back = Return(tf="raid", to="KWA"), Sail(tf="raid", path=("MSH", "HAW"))
    three = {ROLL: 3}
    for sail, end, dice, cut in (
        ((), RAID, {**three, **WINTER}, True),
        ((), home, MARCH, False),
        ((back,), RAID, three, True),
    ):
        play.file(TOKYO, *QUIET, *sail)
        play.file(WASHINGTON, *QUIET)
        while play.step != "P5-first":
            play.file(play.asked)
        play.file(TOKYO, end)
        events = play.file(WASHINGTON, dice=dice)
        assert [(one.month, one.lost) for one in told(events, Unsupplied)] == [(1, False)] * cut
    assert play.game.ground["us-25th-div"].steps == 2


def test_ph11_3_aircraft_whose_airfield_falls_meanwhile_roll_once_where_they_stood() -> None:
    """Lae starves and falls; its bomber lands at Palau, which is cut off as well."""
    game = holding(june(), "JP", "LAE")
    game = troops(troops(game, "snlf", "JP", "LAE", steps=1), "palau", "JP", "PAL")
    game = based(troops(game, "aif", "AU", "LAE"), "G4M", "JP", "LAE", "g4m")
    for number, sea in enumerate(("BIS", "CAR", "PHS"), 1):
        game = force(game, f"tf-{number}", "US", sea, ship(f"us-dd-{number}", "DD", "US"))
    dice: dict[str, Faces] = {
        "PH11.3 depletion snlf P6.2 lae 1": 6,
        "PH11.3 depletion g4m P6.2 lae 1": 1,
        "PH11.3 depletion palau P6.2 pal 1": 1,
    }
    stay = tuple(Stay(tf=f"tf-{number}") for number in (1, 2, 3))
    play, events = ended(rich(game, "US", 9), allied=stay, dice=dice)
    found = [(one.unit, one.area) for one in told(events, Unsupplied)]
    assert found == [("snlf", "LAE"), ("g4m", "LAE"), ("palau", "PAL")]
    assert (play.game.air["g4m"].base, play.game.air["g4m"].out) == ("PAL", 1)


def test_pr98_who_is_aboard_is_supplied_by_the_ship_and_marked_no_more() -> None:
    """Marked ashore, they went aboard: a month later Kaga's aircraft may strike again."""
    marked = rich(
        force(june(), "kido", "JP", "WAK", ship("kaga", "CV"), ship("maru", "STP")), "JP", 5
    )
    marked = troops(aboard(marked, "J-CV41", "JP", "kaga"), "snlf", "JP", "WKE")
    marked = marked.with_air((replace(marked.air["kaga-air"], out=1),))
    marked = marked.with_ground((replace(marked.ground["snlf"], at="", ship="maru", out=1),))
    raid = Strike(units=("kaga-air",), area="WKE", at="airfield")
    (why,) = opened(marked).refused(raid)
    assert why.endswith("[PH11.3]")
    play, events = ended(marked, (Stay(tf="kido"),))
    assert told(events, Unsupplied) == []
    assert (play.game.air["kaga-air"].out, play.game.ground["snlf"].out) == (0, 0)
    assert not opened(replace(play.game, turn=marked.turn)).refused(raid)


def test_ph11_surplus_aircraft_lose_a_step() -> None:
    game = based(june(), "P-40", "US", "WKE", "p-40-a", "p-40-b", "p-40-c")
    play, events = ended(game)
    assert [event.unit for event in told(events, Crowded)] == ["p-40-a"]
    assert [play.game.air[f"p-40-{one}"].steps for one in "abc"] == [1, 2, 2]


# --- aircraft on the way -------------------------------------------------------------------------


def test_p6_1_2_aircraft_strike_ships_that_return_and_ships_do_not_meet_them() -> None:
    """Enterprise, by the Midway Sea to Oahu, is sunk by a bomber of Wake; Nagato looks on."""
    game = force(june(), "tf-16", "US", "WAK", ship("enterprise", "CV", "US"))
    game = force(game, "jp", "JP", "MID", ship("nagato", "BB"))
    game = force(game, "own", "US", "MID", ship("us-dd-1", "DD", "US"))
    game = based(holding(game, "JP", "WKE"), "G4M", "JP", "WKE", "g4m-1", "g4m-2")
    play = at_the_end(rich(game, "US", 5))
    play.file(TOKYO, SearchRule(), AirStrikeRule())
    order = Return(tf="tf-16", path=("MID", "HAW", "OAH"))
    dice: dict[str, Faces] = {
        "PH5.6 search tf-16 P6.1 mid 1": 5,
        "PH8.3 g4m-1 v enterprise #1 P6.1 mid 3": 12,
        "PH8.3 g4m-1 v enterprise #2 P6.1 mid 3": 2,
        "PH8.3 g4m-1 v enterprise #3 P6.1 mid 3": 2,
    }
    play.file(WASHINGTON, order, Stay(tf="own"), dice=dice)
    assert "enterprise" not in play.game.ships
