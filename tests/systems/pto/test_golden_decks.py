"""Golden examples of who flies from which deck, from written orders [GP63, GP65, GP87]."""

import pytest

from pbem.frozen import replace
from pbem.systems.pto.table.events_combat import AirCombatBegun
from pbem.systems.pto.table.events_naval import FightersRise, Transferred
from pbem.systems.pto.table.orders_month import Strike, Transfer
from pbem.systems.pto.table.standing import AirInterception
from pbem.systems.pto.table.state import Game
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, afloat, air, opened
from tests.systems.pto.tabletop import Faces, based, force, ship, small_game

SEARCHING = QUIET[1:]
"""Standing orders by which only searches are made."""
SEARCHING_AND_RISING = RISING[1:]
BOTH_ON_AND_OFF = pytest.mark.parametrize("off", [(), ("D15",)])


# --- whom carrier aircraft meet ------------------------------------------------------------------


def wake(off: tuple[str, ...]) -> Game:
    """A table on which Wake is Japanese."""
    game = small_game(off=off)
    return game.with_area("WKE", replace(game.areas["WKE"], nation="JP"))


def two_carriers(off: tuple[str, ...] = ()) -> Game:
    """Enterprise and Yorktown in one sea, each in a task force of her own."""
    game = afloat(wake(off), "tf-16", "US", "MID", (("enterprise", "CV", "US-CV42"),))
    return afloat(game, "tf-17", "US", "MID", (("yorktown", "CV", "US-CV42"),))


def risen(play: Campaign, order: Strike, dice: dict[str, Faces]) -> tuple[str, ...]:
    """Who rises against a Japanese strike of a bomber that is shot down at once."""
    events = play.file(TOKYO, order, dice=dice)
    (told_,) = told(events, FightersRise)
    return told_.units


@pytest.mark.parametrize(
    ("off", "target", "up"),
    [
        ((), "tf-17", air("yorktown")),
        ((), "tf-16", air("enterprise")),
        (("D15",), "tf-17", air("enterprise", "yorktown")),
    ],
)
def test_gp65_a_strike_on_ships_is_met_by_their_own_carrier(
    off: tuple[str, ...], target: str, up: tuple[str, ...]
) -> None:
    """Enterprise does not defend TF 17 beside her; without D15 she does [D15.1]."""
    game = based(two_carriers(off), "G4M", "JP", "WKE", "g4m")
    play = opened(game, SEARCHING, RISING)
    searches = {"tf-16": 1, "tf-17": 2}
    dice: dict[str, Faces] = {f"PH5.6 search {tf} P3.2 mid {n}": 6 for tf, n in searches.items()}
    tag = "P3.2 mid 3"
    dice |= {f"D8 CAP {'tf-16' if 'enterprise-air' in up else 'tf-17'} {tag}": 6}
    dice |= {f"PH7.3 r1 {one} v g4m {tag}": 12 for one in up}
    order = Strike(units=("g4m",), area="MID", tf=target)
    assert risen(play, order, dice) == up


@BOTH_ON_AND_OFF
def test_gp87_carriers_defend_an_airfield_in_range(off: tuple[str, ...]) -> None:
    """A raid on Midway's airfield is met by both carriers in the sea around it [D15.1]."""
    game = based(two_carriers(off), "G4M", "JP", "WKE", "g4m")
    play = opened(game, QUIET, RISING)
    up, tag = air("enterprise", "yorktown"), "P3.2 mwy 1"
    shots: dict[str, Faces] = {f"PH7.3 r1 {one} v g4m {tag}": 12 for one in up}
    order = Strike(units=("g4m",), area="MWY", at="airfield")
    assert risen(play, order, {f"D8 CAP tf-16 {tag}": 6, **shots}) == up


def test_d8_6_carriers_that_keep_their_aircraft_down_roll_no_die_for_an_airfield() -> None:
    """Midway's fighter rises alone, beside carriers in range: no patrol [D8.4, D8.6]."""
    game = based(based(two_carriers(), "G4M", "JP", "WKE", "g4m"), "VMF", "US", "MWY", "vmf")
    down = (AirInterception(of=tf, when="never") for tf in ("tf-16", "tf-17"))
    play = opened(game, QUIET, (*RISING, *down))
    order = Strike(units=("g4m",), area="MWY", at="airfield")
    assert risen(play, order, {"PH7.3 r1 vmf v g4m P3.2 mwy 1": 12}) == ("vmf",)


@BOTH_ON_AND_OFF
def test_gp87_carriers_meet_a_base_change(off: tuple[str, ...]) -> None:
    """Enterprise off Wake meets a bomber that flies in [D15.1, P3.4.2]."""
    game = based(wake(off), "G3M", "JP", "KWA", "g3m")
    game = afloat(game, "tf-16", "US", "WAK", (("enterprise", "CV", "US-CV42"),))
    play = opened(game, QUIET, RISING)
    tag = "P3.4 wke 1"
    dice: dict[str, Faces] = {f"D8 CAP tf-16 {tag}": 6, f"PH7.3 r1 enterprise-air v g3m {tag}": 12}
    events = play.file(TOKYO, Transfer(units=("g3m",), to="WKE"), dice=dice)
    assert told(events, FightersRise)[0].units == air("enterprise")
    assert told(events, Transferred) == []


@BOTH_ON_AND_OFF
def test_gp87_carriers_counter_intercept_for_bombers_from_ashore(off: tuple[str, ...]) -> None:
    """B-25 of Midway are met in Midway Sea, and helped by Enterprise [D15.1, PH8.2]."""
    game = afloat(wake(off), "tf-16", "US", "MID", (("enterprise", "CV", "US-CV42"),))
    game = based(game, "B-25", "US", "MWY", "b-25")
    game = based(
        force(game, "support", "JP", "MID", ship("kumano", "CA")), "A6M2", "JP", "WKE", "a"
    )
    play = opened(game, RISING, SEARCHING_AND_RISING)
    play.file(TOKYO)
    tag = "P3.2 mid 2"
    dice: dict[str, Faces] = {
        "PH5.6 search support P3.2 mid 1": 6,
        f"D8 strike tf-16 {tag}": 6,
        f"PH7.3 r1 a v enterprise-air {tag}": 2,
        f"PH7.3 r1 enterprise-air v a {tag}": 12,
        **{f"PH8.3 b-25 v kumano #{n} P3.2 mid 3": 2 for n in (1, 2)},
    }
    events = play.file(WASHINGTON, Strike(units=("b-25",), area="MID", tf="support"), dice=dice)
    assert told(events, FightersRise)[1].units == air("enterprise")
    assert told(events, AirCombatBegun)[0].helpers == air("enterprise")


# --- the ferry -----------------------------------------------------------------------------------


def west_coast(off: tuple[str, ...] = ()) -> Campaign:
    """Aircraft of every kind on the West Coast, and the American half of phase 3."""
    game = small_game(off=off)
    for unit in ("P-40", "B-17", "US-CV42"):
        game = based(game, unit, "US", "WCO", unit.lower())
    play = opened(game)
    play.file(TOKYO)
    return play


def test_gp63_the_ferry_from_the_west_coast() -> None:
    """To Oahu a fighter goes committed and a bomber not; to Kiska a fighter, committed [D3c]."""
    play, both = west_coast(), Transfer(units=("p-40", "b-17"), to="OAH")
    (words,) = foretold(play, both).ordered
    assert "to ⟨OAH⟩ [PH8.8]; for the month committed by that: ⟨p-40⟩ [D3c]" in words
    play.file(WASHINGTON, both)
    assert [play.game.air[one].base for one in ("p-40", "b-17")] == ["OAH", "OAH"]
    assert [play.game.air[one].committed for one in ("p-40", "b-17")] == [True, False]
    play = west_coast()
    events = play.file(WASHINGTON, Transfer(units=("p-40",), to="KIS"))
    assert told(events, Transferred)[0].committed == ("p-40",)


def test_gp63_who_does_not_go_by_the_ferry() -> None:
    """Carrier air not even from ashore; nobody to Midway; without D3 no fighter [D3c, PH8.8]."""
    carrier, fighter = Transfer(units=("us-cv42",), to="OAH"), Transfer(units=("p-40",), to="MWY")
    assert west_coast().refused(carrier) == [
        "US-CV42 us-cv42 (us-cv42) moves 1 area at most,"
        " Oahu (OAH) is 4 from West Coast (WCO) [PH8.8]"
    ]
    assert west_coast().refused(fighter) == [
        "P-40 p-40 (p-40) moves 2 areas at most, Midway (MWY) is 5 from West Coast (WCO) [PH8.8]"
    ]
    for to, where in (("OAH", "Oahu"), ("KIS", "Kiska")):
        assert west_coast(("D3",)).refused(Transfer(units=("p-40",), to=to)) == [
            "P-40 p-40 (p-40) moves 2 areas at most,"
            f" {where} ({to}) is 4 from West Coast (WCO) [PH8.8]"
        ]


@pytest.mark.parametrize("nation", ["AU", "CN"])
def test_d3c_aircraft_of_another_nation_do_not_ferry(nation: str) -> None:
    """A P-40 of Australia or China, laid on the West Coast, where no order takes it."""
    play = opened(based(small_game(), "P-40", nation, "WCO", "p-40"))
    play.file(TOKYO)
    assert play.refused(Transfer(units=("p-40",), to="OAH")) == [
        "P-40 p-40 (p-40) moves 2 areas at most, Oahu (OAH) is 4 from West Coast (WCO) [PH8.8]"
    ]


@pytest.mark.parametrize(("type_", "off", "tired"), [
    ("P-38", (), True), ("P-47", (), True), ("P-51", (), True), ("VMF44", (), True),
    ("B-25", (), False), ("B-24", (), False),
    ("P-38", ("D3",), False), ("VMF44", ("D3",), False), ("B-25", ("D3",), False),
])  # fmt: skip
@pytest.mark.parametrize("to", ["OAH", "ALA", "KIS"])
def test_pr88_whoever_flies_from_the_west_coast_ferries(
    type_: str, off: tuple[str, ...], tired: bool, to: str
) -> None:
    """Fighters and fighter-bombers are committed by it, those with the range for it, too [D3c].

    Without D3 there is no ferry: who has the range moves as anywhere, uncommitted [PH8.8].
    """
    play = opened(based(small_game(year=1944, off=off), type_, "US", "WCO", "unit"))
    play.file(TOKYO)
    events = play.file(WASHINGTON, Transfer(units=("unit",), to=to))
    assert told(events, Transferred)[0].committed == (("unit",) if tired else ())
    assert (play.game.air["unit"].base, play.game.air["unit"].committed) == (to, tired)
