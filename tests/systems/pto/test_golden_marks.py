"""Golden examples of who may do what, played from written orders [GP34-42, GP51, P4C.4]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.events_naval import FightersRise, InterceptionTried, RaidFlown, Searched
from pbem.systems.pto.table.orders_month import March, Offensive, Sail, Strike
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.standing import (
    AirInterception,
    NavalInterception,
    SearchRule,
    Submarines,
)
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, scenario, told
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import (
    TERMS,
    aboard,
    based,
    boat,
    force,
    ship,
    small_game,
    troops,
)

JP, US = "tokyo", "washington"
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
BLIND = SearchRule(when="never")


def sea(nation: str, stack: str, *stacks: str) -> Offensive:
    return Offensive(kind="sea", nation=nation, stack=stack, stacks=stacks)


def rich(*, off: tuple[str, ...] = ()) -> Game:
    """June 1942 without pieces; both have offensives enough."""
    game = small_game(month=6, off=off, terms=replace(TERMS, last_turn=turn_of(1942, 12)))
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=9, points=50))
    return game


def standing_by(game: Game, *japanese: str, american: tuple[str, ...] = ()) -> Campaign:
    """Phase 4, with these task forces on standby."""
    play = begun(game, dice=FLYING)
    play.file(JP, BLIND, *(Sail(tf=tf, standby=True) for tf in japanese))
    play.file(US, BLIND, *(Sail(tf=tf, standby=True) for tf in american))
    return play


# --- what an offensive may be --------------------------------------------------------------------


def test_gp34_two_target_areas_at_most() -> None:
    play = standing_by(rich())
    play.passes(JP)
    assert play.refused(Offensive(kind="air", nation="US", targets=("LEY", "VIS", "PHS"))) == [
        "an air offensive has 1 to 2 target areas [P4C.1.B]"
    ]


def test_gp35_sea_never_combines_with_land() -> None:
    game = force(rich(), "fleet", "US", "PHS", ship("tennessee", "BB", "US"))
    play = standing_by(game, american=("fleet",))
    play.passes(JP)
    land = Offensive(kind="land", nation="US", theatres=("Philippines",))
    air = Offensive(kind="air", nation="US", targets=("VIS",))
    assert play.refused(sea("US", "fleet"), land) == [
        "a sea offensive never combines with a land offensive [P4.0.3]"
    ]
    assert play.refused(air, sea("US", "fleet")) == []
    assert play.refused(air, land) == []


@pytest.mark.parametrize(
    ("one", "at", "path", "refused"),
    [
        (ship("kaga", "CV"), "MID", ("WAK", "MAR"), ""),
        (ship("kaga", "CV"), "MID", ("WAK", "MAR", "CAR"), "the path costs 15 MP, tf has 10"),
        (ship("kaga", "CV"), "HAW", ("MSH",), ""),
        (ship("jp-stp-1", "STP"), "HAW", ("MSH",), "the path costs 10 MP, tf has 5"),
    ],
)
def test_gp36_gp37_ten_mp_and_five(one: Ship, at: str, path: tuple[str, ...], refused: str) -> None:
    play = standing_by(force(rich(), "tf", "JP", at, one), "tf")
    found = play.refused(sea("JP", "tf"), Sail(tf="tf", path=path))
    assert found == ([f"{refused} [P4B.2.1]"] if refused else [])


def test_gp36_a_damaged_carrier_has_five_mp() -> None:
    """Kaga, hit by a bomber of Midway while she stands by, goes to Wake Sea and no further."""
    game = based(force(rich(), "tf", "JP", "MID", ship("kaga", "CV")), "VMSB", "US", "MWY", "vmsb")
    play = begun(game, dice=FLYING)
    play.file(JP, BLIND, Sail(tf="tf", standby=True))
    hits = {f"PH8.3 vmsb v kaga #{n} P3.2 mid 3": total for n, total in ((1, 11), (2, 2))}
    strike = Strike(units=("vmsb",), area="MID", tf="tf")
    play.file(US, strike, dice={"PH5.6 search tf P3.2 mid 1": 6, **hits})
    assert play.game.ships["kaga"].damaged
    far, near = (Sail(tf="tf", path=path) for path in (("WAK", "MAR"), ("WAK",)))
    assert play.refused(sea("JP", "tf"), far) == ["the path costs 10 MP, tf has 5 [P4B.2.1]"]
    play.file(JP, sea("JP", "tf"), near)
    assert play.game.forces["tf"].at == "WAK"


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        (("BON", "MAR", "WAK", "MID"), "tf uses 20 of 39 MP [P3.1.6]"),
        (("BON", "MAR", "WAK"), ""),
        (("BON", "WAK", "MSH", "KWA"), "tf ends in port [P3.1.6]"),
    ],
)
def test_gp38_standby_after_half_of_the_mp_at_sea(path: tuple[str, ...], refused: str) -> None:
    """20 are more than 19.5, 15 are not; but not in Kwajalein, which costs 15 as well."""
    play = begun(force(rich(), "tf", "JP", "HOM", ship("yamato", "BB")), dice=FLYING)
    order = Sail(tf="tf", path=path, standby=True)
    assert play.refused(order) == ([refused] if refused else [])
    play.file(JP, BLIND, replace(order, standby=not refused))
    assert play.game.forces["tf"].spent == (20 if "MID" in path else 15)
    assert play.game.ships["yamato"].mark == ("" if refused else "standby")


# --- who answers ---------------------------------------------------------------------------------


def test_gp39_neither_unmarked_ships_nor_committed_aircraft_answer() -> None:
    """The bombers of Saipan have flown in an offensive, the cruiser bears no marker [P4B.2.2]."""
    game = force(rich(), "idle", "JP", "MAR", ship("tone", "CA"))
    game = force(game, "tf-1", "US", "WAK", ship("enterprise", "CV", "US"))
    game = based(aboard(game, "US-CV42", "US", "enterprise"), "G4M", "JP", "SAI", "g4m")
    play = begun(game, dice=FLYING)
    play.file(JP, SearchRule(when="areas", areas=("MAR",)), NavalInterception(when="always"))
    down = AirInterception(when="never")
    play.file(US, BLIND, down, Sail(tf="tf-1", standby=True))
    strike = Strike(units=("g4m",), area="WKE", at="airfield")
    air = Offensive(kind="air", nation="JP", targets=("WKE",))
    play.file(JP, air, strike, dice={"PH8.7 g4m v wke airfield P4C wke 2": 2})
    sail = Sail(tf="tf-1", path=("MAR",), strike=False)
    found = {"PH5.6 search tf-1 P4B mar 1": 6}
    events = play.file(US, sea("US", "tf-1"), sail, dice=found)
    assert play.game.forces["tf-1"].searched
    assert told(events, InterceptionTried) == []
    assert told(events, RaidFlown) == []


def test_p4c_4_interceptors_are_committed_after_an_offensive() -> None:
    """The fighter that met the first raid does not rise against the second [P4C.4]."""
    game = based(rich(), "G4M", "JP", "FOR", "g4m-1", "g4m-2")
    game = based(game, "P-40", "US", "LUZ", "p-40")
    play = begun(game, dice=FLYING)
    play.file(JP, BLIND)
    play.file(US, BLIND, AirInterception(when="always"))

    def raid(unit: str) -> tuple[Order, ...]:
        strike = Strike(units=(unit,), area="LUZ", at="airfield")
        return Offensive(kind="air", nation="JP", targets=("LUZ",)), strike

    first = {
        "PH7.3 r1 p-40 v g4m-1 P4C luz 1": 3,
        "PH7.3 r2 p-40 v g4m-1 P4C luz 1": 3,
        "PH8.7 g4m-1 v luz airfield P4C luz 2": 2,
    }
    events = play.file(JP, *raid("g4m-1"), dice=first)
    assert [one.units for one in told(events, FightersRise)] == [("p-40",)]
    assert play.game.air["p-40"].committed
    play.passes(US)
    events = play.file(JP, *raid("g4m-2"), dice={"PH8.7 g4m-2 v luz airfield P4C luz 4": 2})
    assert told(events, FightersRise) == []


def test_gp40_a_unit_of_an_offensive_does_not_move_in_phase_5() -> None:
    game = troops(rich(), "division", "JP", "NCH")
    play = standing_by(game)
    land = Offensive(kind="land", nation="JP", theatres=("China",))
    play.file(JP, land, March(unit="division", path=("YAN",)))
    play.passes(US)
    play.passes(JP)
    assert play.step == "P5-first"
    assert play.refused(March(unit="division", path=("NCH",))) == [
        "an offensive of this month used division [P5.1]"
    ]


# --- battleships burn fuel -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "sails", "taken"),
    [
        (("kido-butai", "support"), True, 2),
        (("kido-butai", "2nd-fleet"), True, 4),
        (("support",), True, 1),
        (("kido-butai",), False, 2),
    ],
)
@pytest.mark.parametrize("off", [(), ("D13",)])
def test_gp41_gp42_what_a_japanese_sea_offensive_takes(
    stacks: tuple[str, ...], sails: bool, taken: int, off: tuple[str, ...]
) -> None:
    """Two for each task force with a BB that is named, whether it sails or not [D13.3].

    Off Midway Kido Butai and 2nd Fleet have two battleships each, Support cruisers alone.
    """
    play = scenario("midway", off=off)
    play.prepare("japanese", *QUIET)
    play.file("allied", *QUIET, Submarines(intercept="never"), dice=FLYING)
    meet = Sail(tf="kido-butai", path=("MID", "WAK"), standby=True)
    play.file("japanese", meet, *(Sail(tf=tf, standby=True) for tf in ("2nd-fleet", "support")))
    play.file("allied")
    moves = (Sail(tf=tf, path=("BON",)) for tf in stacks) if sails else ()
    play.file("japanese", sea("JP", *stacks), *moves)
    (begun_,) = told(play.events, OffensiveBegun)
    assert begun_.track == 4 - play.game.purses["JP"].track == (1 if off else taken)
    assert {play.game.forces[tf].at for tf in stacks} == {"BON" if sails else "WAK"}


# --- the seasons of D6 ---------------------------------------------------------------------------

WEATHER = {
    3: {"P1.1 condition": 6, "W1 grounding arctic": 2},
    4: {"W1 grounding arctic": 2},
    6: FLYING,
    7: FLYING,
    9: {"P1.1 condition": 6, "W1 grounding arctic": 2},
    10: {"P1.1 condition": 6, "W1 grounding arctic": 2},
}


@pytest.mark.parametrize(
    ("year", "month", "side", "die", "found"),
    [
        (1943, 6, US, 5, False),
        (1943, 7, US, 5, True),
        (1944, 9, US, 4, False),
        (1944, 10, US, 4, True),
        (1945, 3, US, 3, False),
        (1945, 4, US, 3, True),
        (1945, 4, JP, 5, False),
        (1945, 4, JP, 6, True),
    ],
)
def test_gp51_each_season_of_d6_begins_with_its_first_month(
    year: int, month: int, side: str, die: int, found: bool
) -> None:
    """The number falls by one with July 1943, October 1944 and April 1945, for the US alone."""
    terms = replace(TERMS, first_turn=turn_of(1943, 1), last_turn=turn_of(1945, 12))
    game = small_game(year=year, month=month, terms=terms)
    hunts, hunted = ("JP", "US") if side == JP else ("US", "JP")
    prey = boat("us-ss-gato-1") if side == JP else boat("jp-ss-c3-1")
    game = force(game, "boats", hunted, "MAR", prey)
    game = force(game, "hunters", hunts, "MAR", ship("dd-1", "DD", hunts))
    play = begun(game, dice=WEATHER[month])
    if side == US:
        play.file(JP, dice={"PH5.6 search hunters P3.2 mar 1": 1})
    number = 1 if side == JP else 2
    events = play.file(side, dice={f"PH5.6 search boats P3.2 mar {number}": die})
    assert [one.found for one in told(events, Searched)] == [found]
