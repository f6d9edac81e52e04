"""Golden examples of the month's end for ships, from written orders [GP43-45, GP90, GP91, F.6]."""

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import FuelPaid, Returned, Stayed, UpkeepPaid
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Debark, Offensive, Pass, Return, Sail, Stay
from pbem.systems.pto.table.standing import NavalInterception, SearchRule, Submarines
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.monthend import at_the_end, june
from tests.systems.pto.skies import FLYING
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    boat,
    force,
    holding,
    in_words,
    ship,
    troops,
)

JP, US = "japanese", "allied"
QUIET = (
    SearchRule(when="never"),
    NavalInterception(when="never"),
    Submarines(intercept="never"),
)
KIDO = "kido-butai"


def remarks(play: Campaign, *orders: Order) -> tuple[str, ...]:
    """What `pbem check` says of legal orders."""
    assert play.refused(*orders) == []
    assert PTO.foretell is not None
    return PTO.foretell(play.view(), orders, CHARTS).costs


def words(events: tuple[Event, ...], kind: type[Event], game: Game | None = None) -> list[str]:
    """What the report says of events of a kind."""
    return in_words(told(events, kind), game)


def paid(events: tuple[Event, ...]) -> int:
    """EP paid for ships at sea."""
    return sum(one.points for one in told(events, UpkeepPaid))


# --- home, or at sea [GP91] ----------------------------------------------------------------------


def end_of_june(*, off: tuple[str, ...] = ()) -> Campaign:
    """June 1942 at its end: Kido Butai in the Midway Sea, the 25th Division aboard off Oahu."""
    play = scenario("midway", off=off)
    play.prepare(JP, *QUIET)
    play.file(US, *QUIET, dice=FLYING)
    play.file(JP, Sail(tf=KIDO, path=("MID",)))
    play.file(US, Sail(tf="us-oah", path=("HAW",), load=("us-25th-div",)))
    play.file(JP)
    play.file(US)
    return play


OTHERS = tuple(
    Stay(tf=tf)
    for tf in ("2nd-fleet", "5th-fleet", "main-body", "support", "transport", "jp-mid-boats")
)


def test_gp91_a_bare_return_goes_to_the_nearest_naval_base_and_burns_fuel() -> None:
    """By the North Pacific to Japan; two battleships burn 1 EP, the others stay [F.6.1, D13.2]."""
    play = end_of_june()
    home = Return(tf=KIDO)
    assert remarks(play, home) == (
        "⟨kido-butai⟩ returns to ⟨JPN⟩: fuel 1 EP",
        "Ships that no order names take 3 EP of Japan",  # five other battleships go home
        "Japan has 2 EP and 4 offensives left",
    )
    play.file(JP, home, *OTHERS)
    events = play.file(US)
    assert ("MID", "NOP", "JPN") in [one.path for one in told(events, Returned)]
    assert [one.points for one in told(events, FuelPaid)] == [1]
    assert words(events, Stayed, play.game) == [
        "2nd Fleet (2nd-fleet) stays in Wake Sea (WAK): 1 EP due [P6.1.1]",
        "5th Fleet (5th-fleet) stays in North Pacific (NOP): 1 EP due [P6.1.1]",
        "Main Body (main-body) stays in Wake Sea (WAK): 0 EP due [P6.1.1]",
        "Support (support) stays in Wake Sea (WAK): 0 EP due [P6.1.1]",
        "Transport (transport) stays in Wake Sea (WAK): 0 EP due [P6.1.1]",
        "Japanese Midway Sea boats (jp-mid-boats) stay in Midway Sea (MID): 1 EP due [P6.1.1]",
    ]
    assert play.game.purses["JP"].points == 6 - 1 - 3


ON_MIDWAY = ("b-17-7af", "b-25-69bs", "pby-pw1", "vmf-221", "vmsb-241")
"""Aircraft that the fleet off their island cuts off."""


def test_gp91_stay_keeps_the_force_where_it_is() -> None:
    """1 EP for the Midway Sea, and told so beforehand [F.6.2]."""
    play = end_of_june()
    stay = Stay(tf=KIDO)
    assert remarks(play, stay) == (
        "⟨kido-butai⟩ stays in ⟨MID⟩: 1 EP",
        "Ships that no order names take 3 EP of Japan",  # five other battleships go home
        "Japan has 2 EP and 4 offensives left",
    )
    play.file(JP, stay, *OTHERS)
    events = play.file(US, dice={f"PH11.3 depletion {unit} P6.2 mwy 1": 1 for unit in ON_MIDWAY})
    assert play.game.forces[KIDO].at == "MID"
    assert told(events, FuelPaid) == []
    assert [one.points for one in told(events, UpkeepPaid) if one.nation == "JP"] == [4]


@pytest.mark.parametrize(
    ("orders", "what", "hint"),
    [
        (
            (Return(tf=KIDO), Stay(tf=KIDO)),
            "Kido Butai (kido-butai) is ordered to end the month twice: see order 1 [F.6.6]",
            "keep one of the two",
        ),
        (
            (Return(tf=KIDO, to="OAH"),),
            "Oahu (OAH) is no port of its side [PH14.1]",
            "end in a friendly port",
        ),
        (
            (Return(tf=KIDO, to="JPN", path=("NOP", "JPN")),),
            "it names a port and a path [F.6.1]",
            "keep 'to' or 'path'",
        ),
        (
            (Stay(tf="jp-jpn"),),
            "Japanese squadron (jp-jpn) lies at Japan (JPN), not at sea [F.6.2]",
            "who is in port stays there without an order",
        ),
        (
            (Return(tf="transport", debark=("jp-north-sea-det",)),),
            "North Sea Det (jp-north-sea-det) is not aboard Transport (transport) [P6.1.3]",
            "aboard: Ichiki Det (jp-ichiki-det), Kure SNLF (jp-kure-snlf), 2nd Eng (jp-2nd-eng);"
            " or 'all'",
        ),
    ],
)
def test_gp91_returns_and_stays_that_are_refused(
    orders: tuple[Order, ...], what: str, hint: str
) -> None:
    found = end_of_june().problems(*orders)
    assert [(f"{one.what} [{one.rule}]", one.hint) for one in found] == [(what, hint)]


@pytest.mark.parametrize(
    ("debark", "ashore"), [(("us-25th-div",), True), (("all",), True), ((), False)]
)
def test_gp91_debark_puts_troops_ashore_in_the_port(debark: tuple[str, ...], ashore: bool) -> None:
    """Without it, and not bound there, the division stays aboard [P6.1.3, F.6.1]."""
    play = end_of_june()
    play.file(JP, Return(tf=KIDO), *OTHERS)
    play.file(US, Return(tf="us-oah", to="OAH", debark=debark))
    division = play.game.ground["us-25th-div"]
    assert (division.at, division.ship) == (("OAH", "") if ashore else ("", "us-stp-1"))
    assert play.game.forces["us-oah"].at == "OAH"


def test_f_6_1_without_a_port_in_reach_stay_is_the_way_out() -> None:
    """A return is refused, and no order means to stay, at its price [PH14.1]."""
    game = force(june(), "raiders", "JP", "HAW", ship("tone", "CA", speed=5))
    play = at_the_end(game.with_purse("JP", Purse(points=3)))
    (problem,) = play.problems(Return(tf="raiders"))
    assert (
        f"{problem.what} [{problem.rule}]" == "no port of its side is in reach of raiders [PH14.1]"
    )
    assert problem.hint == "write 'stay' for raiders, which costs EP"
    play.file("tokyo")
    events = play.file("washington")
    assert words(events, Stayed) == [
        "raiders stays in Hawaiian Waters (HAW): 1 EP due; no port of its side is in reach of"
        " raiders [PH14.1]"
    ]


def test_f_6_1_a_return_that_the_enemy_closes_stays_and_says_why() -> None:
    """After Japan's pass with the order a US task force comes between, alone there [PH14.1]."""
    game = force(june(), "raiders", "JP", "MID", ship("tone", "CA", speed=10))
    game = force(game, "tf-1", "US", "HAW", ship("chicago", "CA", "US"))
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(points=6, track=1))
    play = begun(game, dice=FLYING)
    play.file("tokyo", *QUIET)
    play.file("washington", *QUIET, Sail(tf="tf-1", standby=True))
    play.file("tokyo", Pass(), Return(tf="raiders", to="JPN"))
    sea = Offensive(kind="sea", nation="US", stack="tf-1")
    play.file("washington", sea, Sail(tf="tf-1", path=("NOP",)))
    play.passes("tokyo")
    events = play.file("washington", Pass(ends=True))
    assert words(events, Stayed)[0] == (
        "raiders stays in Midway Sea (MID): 1 EP due; raiders does not reach Japan (JPN) with 10"
        " MP: enemy ships alone hold North Pacific (NOP) [PH14.1]"
    )
    assert play.game.forces["raiders"].at == "MID"


def test_f_2_2_a_return_from_port_to_port_that_the_enemy_closes_says_why() -> None:
    """Raiders in Saipan were to go to Truk; they stay, and are told why [F.6.1]."""
    game = force(june(), "raiders", "JP", "SAI", ship("tone", "CA"))
    game = force(game, "tf-1", "US", "MSH", ship("chicago", "CA", "US"))
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(points=6, track=1))
    play = begun(game, dice=FLYING)
    play.file("tokyo", *QUIET)
    play.file("washington", *QUIET, Sail(tf="tf-1", standby=True))
    play.file("tokyo", Pass(), Return(tf="raiders", to="TRU"))
    sea = Offensive(kind="sea", nation="US", stack="tf-1")
    play.file("washington", sea, Sail(tf="tf-1", path=("CAR",)))
    play.passes("tokyo")
    events = play.file("washington", Pass(ends=True))
    assert words(events, Voided) == [
        "tokyo: 'return' of raiders is void: raiders does not reach Truk (TRU) with 44 MP:"
        " enemy ships alone hold Caroline Sea (CAR) [PH14.1]"
    ]
    assert words(events, Stayed) == []
    assert play.game.forces["raiders"].at == "SAI"


def guns(points: int) -> Game:
    """Two Japanese battleships and one in the Philippine Sea, and EP to fuel them."""
    game = replace(june().with_purse("JP", Purse(points=points)), at_war=True)
    game = force(game, "guns", "JP", "PHS", ship("nagato", "BB"), ship("mutsu", "BB"))
    return force(game, "more-guns", "JP", "PHS", ship("ise", "BB"))


HOME = (Return(tf="guns", to="FOR"), Return(tf="more-guns", to="FOR"))


def test_d13_2_returns_that_the_points_do_not_fuel_are_refused() -> None:
    """1 EP for the first two battleships, 2 with the third, which may stay [F.3]."""
    play = at_the_end(guns(points=1))
    (problem,) = play.problems(*HOME)
    assert (problem.where, problem.rule) == ("order 2, key 'tf'", "D13.2")
    assert problem.what == "its battleships make the fuel 2 EP, and Japan has 1"
    assert problem.hint == "let fewer battleships return; 'stay' costs EP by areas"
    assert play.refused(HOME[0], Stay(tf="more-guns")) == []
    assert at_the_end(guns(points=2)).refused(*HOME) == []


def test_pr63_a_return_without_fuel_stays_and_says_why() -> None:
    """1 EP takes the first two battleships home, and not the third [D13.2].

    It had 5 when it ordered that with a pass; an impromptu offensive has cost 4 since.
    """
    game = guns(points=5)
    play = begun(game.with_purse("US", Purse(points=9, track=1)), dice=FLYING)
    for _ in range(2):
        play.file(play.asked, *QUIET)
    play.file("tokyo", Pass(), *HOME)
    play.file("washington", Offensive(kind="land", nation="US", theatres=("North",)))
    play.file("tokyo", Offensive(kind="land", nation="JP", theatres=("North",)))
    play.passes("washington")
    events = play.file("washington")
    assert words(events, Stayed) == [
        "more-guns stays in Philippine Sea (PHS): 1 EP due; its battleships make the fuel 2 EP, and"
        " Japan has 1 [D13.2]"
    ]


# --- what it costs [GP43-GP45] -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tfs", "off", "points"),
    [
        (("main-body",), (), 2),
        ((KIDO, "2nd-fleet"), (), 2),
        (("main-body",), ("D13",), 0),
    ],
)
def test_gp43_fuel_for_battleships(tfs: tuple[str, ...], off: tuple[str, ...], points: int) -> None:
    """Three of Main Body, or two and two: 1 EP for two, fractions up [D13.2].

    In the midst of the war; three while Japan has attacked China alone are those of GP88.
    """
    play = end_of_june(off=off)
    stays = (order for order in OTHERS if order.tf not in tfs)
    home = (Return(tf=tf, to="JPN") for tf in tfs)
    kido = () if KIDO in tfs else (Stay(tf=KIDO),)
    play.file(JP, *home, *kido, *stays)
    boats: dict[str, Faces] = {
        f"PH11.3 depletion {unit} P6.2 mwy 1": 1 for unit in ON_MIDWAY if kido
    }
    events = play.file(US, dice=boats)
    assert {play.game.forces[tf].at for tf in tfs} == {"JPN"}
    assert [one.points for one in told(events, FuelPaid)] == ([points] if points else [])


FLEET_BOATS = ("jp-ss-c1-c2", "jp-ss-j1-j2-j3", "jp-ss-kd6-kd7", "jp-ssv-a1-a2-a3")
OTHER_BOATS = ("jp-ss-kd3", "jp-ss-kd4-kd5")


@pytest.mark.parametrize(("off", "points"), [((), 5), (("D5",), 6)])
def test_gp44_ships_by_area_and_boats_by_three(off: tuple[str, ...], points: int) -> None:
    """Three areas, and four boats that pay, or all eight without D5 [P6.1.1, D5.3].

    Pieces are laid: no scenario begins with more than three Japanese boats that pay.
    """
    game = june(off=off).with_purse("JP", Purse(points=20))
    seas = ("PHS", "CAR", "MAR")
    for sea in seas:
        game = force(game, f"jp-{sea}".lower(), "JP", sea, ship(f"jp-dd-{sea}".lower(), "DD"))
    others = [boat(f"{class_}-{number}") for class_ in OTHER_BOATS for number in (1, 2)]
    game = force(game, "boats", "JP", "MID", *(boat(f"{c}-1") for c in FLEET_BOATS), *others)
    play = at_the_end(game)
    play.file("tokyo", Stay(tf="boats"), *(Stay(tf=f"jp-{sea}".lower()) for sea in seas))
    assert paid(play.file("washington")) == points


@pytest.mark.parametrize(("number", "points"), [(3, 1), (4, 2)])
def test_gp45_boats_of_the_us(number: int, points: int) -> None:
    """Two fleet boats stay free, S boats pay for each three [D5.3].

    Pieces are laid: no scenario begins with three American S boats beside two Gatos, or with four.
    """
    slow = [boat(f"us-ss-s-{one}") for one in range(1, number + 1)]
    free = (boat("us-ss-gato-1"), boat("us-ss-gato-2"))
    game = force(june(), "boats", "US", "MID", *free, *slow)
    play = at_the_end(game.with_purse("US", Purse(points=9)), seat="washington")
    assert paid(play.file("washington", Stay(tf="boats"))) == points


# --- ashore [GP90] -------------------------------------------------------------------------------


def brigade(sea: str, *, contested: bool = False) -> Campaign:
    """A brigade aboard a transport at sea, at the last file of the Allies."""
    game = holding(june(), "US", "GUA")
    game = force(game, "convoy", "US", sea, ship("us-stp-1", "STP", "US"))
    game = troops(game, "us-2nd-mar-bde", "US", "us-stp-1")
    if contested:
        game = troops(troops(game, "jp-1", "JP", "GUA"), "us-1", "US", "GUA")
    return at_the_end(game.with_purse("US", Purse(points=2)), seat="washington")


def test_gp90_a_brigade_debarks_from_the_sea_on_a_friendly_coast() -> None:
    """On Guadalcanal, which has no port: it goes no further [P5.2]."""
    play = brigade("SOL")
    order = Debark(unit="us-2nd-mar-bde", area="GUA")
    assert play.refused(replace(order, then="RAB")) == [
        "Guadalcanal (GUA) has no port from which to go on [P5.2]"
    ]
    assert play.refused(replace(order, area="RAB")) == []
    play.file("washington", order, Stay(tf="convoy"))
    brigade_ = play.game.ground["us-2nd-mar-bde"]
    assert (brigade_.at, play.game.ships["us-stp-1"].cargo) == ("GUA", ())


def test_gp90_nobody_debarks_where_the_enemy_stands() -> None:
    """A contested area is not friendly: that takes an offensive [P5.2, PH1.5]."""
    play = brigade("SOL", contested=True)
    assert play.refused(Debark(unit="us-2nd-mar-bde", area="GUA")) == [
        "us-2nd-mar-bde cannot go ashore in Guadalcanal (GUA): it is contested [P5.2]"
    ]


def test_gp90_from_a_port_area_it_goes_one_area_on() -> None:
    """From the Bismarck Sea by Lae, port 1, to Port Moresby [P5.2]."""
    play = brigade("BIS")
    play.file("washington", Debark(unit="us-2nd-mar-bde", area="LAE", then="PTM"))
    assert play.game.ground["us-2nd-mar-bde"].at == "PTM"


def test_d13_1_who_debarks_and_goes_on_into_a_foreign_area_attacks_its_owner() -> None:
    """From Indochina a Japanese brigade walks into Malaya, which nobody defends [P5.2, D13.1]."""
    game = force(june(), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    game = troops(game, "brigade", "JP", "jp-stp-1").with_purse("JP", Purse(points=2))
    for then, at_war in (("", False), ("MAL", True)):
        play = at_the_end(replace(game, at_war=False))
        play.file("tokyo", Debark(unit="brigade", area="INC", then=then), Stay(tf="convoy"))
        play.file("washington")
        assert play.game.areas["MAL"].nation == ("JP" if then else "UK")
        assert play.game.at_war is at_war
