"""What is lost after the file was written stays named and is passed over [F.6.3]."""

from collections.abc import Mapping

from pbem.frozen import replace
from pbem.systems.pto.table.events_naval import Formed, Transferred
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import (
    Assault,
    Engage,
    Form,
    Offensive,
    Pass,
    Return,
    Sail,
    Transfer,
)
from pbem.systems.pto.table.standing import Gunnery, NavalInterception, SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun, told
from tests.systems.pto.phase4 import april, at_phase_4
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import (
    Faces,
    aboard,
    force,
    holding,
    in_words,
    ship,
    small_game,
    standing,
    troops,
)

FIGHTS = (SearchRule(when="never"), NavalInterception(when="always"))


def met_off(game: Game, sea: str, *, first: str = "japanese") -> Campaign:
    """Japan's file of phase 3, with an American battleship in a sea that meets whoever enters."""
    game = force(game, "tf-1", "US", sea, ship("washington", "BB", "US"))
    game = standing(game, TOKYO, SearchRule(when="never"), Gunnery(stay=True))
    game = standing(game, WASHINGTON, *FIGHTS)
    game = replace(game, month=replace(game.month, first=first))
    return begun(game, "P3.1-first" if first == "japanese" else "P3.1-second")


def off_wake(*units: str) -> Campaign:
    """Akagi goes down off Wake with her aircraft, and these were to change base to it."""
    ships = (ship("akagi", "CV"), ship("kaga", "CV"))
    game = holding(small_game(month=4), "JP", "WKE")
    game = aboard(force(game, "kido", "JP", "MAR", *ships), "J-CV41", "JP", "akagi", "kaga")
    play = met_off(game, "WAK")
    shots = ("r1 washington v akagi", "r2 washington v akagi")
    dice: Mapping[str, Faces] = {
        "PH5.4 interception tf-1 v kido P3.1 wak 2": 4,
        **{f"PH6.1 {shot} P3.1 wak 3": 12 for shot in shots},
        "PH6.1 r3 washington v kaga P3.1 wak 3": 2,
    }
    play.file(TOKYO, Sail(tf="kido", path=("WAK",)), Transfer(units=units, to="WKE"), dice=dice)
    return play


def test_f_6_3_the_units_that_are_left_change_base() -> None:
    play = off_wake("akagi-air", "kaga-air")
    assert [one.units for one in told(play.events, Transferred)] == [("kaga-air",)]
    assert play.game.air["kaga-air"].base == "WKE"
    assert in_words(told(play.events, Voided), play.game) == [
        "tokyo: 'transfer' of J-CV41 akagi-air (akagi-air) is void:"
        " J-CV41 akagi-air is lost [F.6.3]"
    ]


def test_f_6_3_a_base_change_of_which_nobody_is_left_is_void_as_a_whole() -> None:
    play = off_wake("akagi-air")
    assert in_words(told(play.events, Voided), play.game) == [
        "tokyo: 'transfer' is void: J-CV41 akagi-air (akagi-air) is lost [PH8.8]"
    ]


def test_f_6_3_the_units_that_are_left_land() -> None:
    """One order for two transports; that of the SNLF is sunk on the way to Midway."""
    game = force(small_game(month=4), "raiders", "JP", "WAK", ship("jp-stp-1", "STP"))
    game = force(game, "consorts", "JP", "WAK", ship("jp-stp-2", "STP"))
    game = troops(troops(game, "snlf", "JP", "jp-stp-1"), "second", "JP", "jp-stp-2")
    play = met_off(game.with_purse("JP", Purse(points=3, track=3)), "MID", first="allied")
    dice: Mapping[str, Faces] = {
        "PH5.4 interception tf-1 v raiders P3.1 mid 2": 4,
        "PH6.1 r1 washington v jp-stp-1 P3.1 mid 3": 8,
        "PH5.4 interception tf-1 v consorts P3.1 mid 5": 3,
    }
    events = play.file(
        TOKYO,
        Sail(tf="raiders", path=("MID",)),
        Sail(tf="consorts", path=("MID",)),
        Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),
        Assault(units=("snlf", "second"), area="MWY"),
        dice=dice,
    )
    assert (play.game.ground["second"].at, play.game.areas["MWY"].nation) == ("MWY", "JP")
    assert play.game.purses["JP"].track == 2
    assert in_words(told(events, Voided), play.game) == [
        "tokyo: 'assault' of snlf is void: snlf is lost [F.6.3]"
    ]


def test_f_6_3_the_ships_that_are_left_form_at_the_months_end() -> None:
    """A pass has the forming; then the enemy's offensive sinks one of the two destroyers."""
    game = force(april(), "raiders", "JP", "MSH", ship("jp-dd-1", "DD"))
    game = force(game, "consorts", "JP", "MSH", ship("jp-dd-2", "DD"))
    game = force(game, "tf-1", "US", "MSH", ship("washington", "BB", "US"))
    waiting = (*QUIET, Sail(tf="tf-1", standby=True))
    play = at_phase_4(game, japanese=(*QUIET, Gunnery(stay=True)), allied=waiting)
    joined = Form(tf="joined", ships=("jp-dd-1", "jp-dd-2"))
    play.file(TOKYO, Pass(), joined, Return(tf="joined"))
    dice: Mapping[str, Faces] = {
        "PH5.4 interception tf-1 v consorts P4B msh 1": 4,
        "PH6.1 r1 washington v jp-dd-2 P4B msh 2": 8,
    }
    sea = Offensive(kind="sea", nation="US", stack="tf-1")
    play.file(WASHINGTON, sea, Engage(tf="tf-1", enemy="consorts"), dice=dice)
    play.passes(TOKYO)
    play.passes(WASHINGTON)
    may: Mapping[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
    events = play.file(WASHINGTON, dice=may)
    assert [one.ships for one in told(events, Formed)] == [("jp-dd-1",)]
    assert play.game.forces["joined"].at == "TRU"
    assert in_words(told(events, Voided), play.game) == [
        "tokyo: 'form' of jp-dd-2 is void: jp-dd-2 is lost [F.6.3]"
    ]
