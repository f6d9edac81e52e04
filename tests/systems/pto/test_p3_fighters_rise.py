"""Fighters that rise, from written orders, and from where none do [PH8.1, PH8.2, F.4, D15.1]."""

from typing import Literal

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.table.events_naval import FightersRise, UnitsStay
from pbem.systems.pto.table.orders_month import Strike, Transfer
from pbem.systems.pto.table.standing import AirInterception
from pbem.systems.pto.table.state import Game
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import told
from tests.systems.pto.headlines import headline
from tests.systems.pto.skies import FLYING, QUIET, RISING, TOKYO, WASHINGTON, afloat, air, opened
from tests.systems.pto.tabletop import (
    Faces,
    based,
    force,
    holding,
    in_words,
    refused,
    ship,
    small_game,
    troops,
)


def met(game: Game, rising: tuple[str, ...], order: AirInterception) -> tuple[str, ...]:
    """Who rises against a bomber from Wake over Midway; they shoot it down."""
    game = based(holding(game, "JP", "WKE"), "G4M", "JP", "WKE", "g4m")
    play = opened(game, QUIET, (*QUIET[:-1], order))
    shots: dict[str, Faces] = {f"PH7.3 r1 {one} v g4m P3.2 mwy 1": 12 for one in rising}
    bomb: dict[str, Faces] = {} if rising else {"PH8.7 g4m v mwy airfield P3.2 mwy 2": 2}
    raid = Strike(units=("g4m",), area="MWY", at="airfield")
    events = play.file(TOKYO, raid, dice={**shots, **bomb})
    return tuple(one for event in told(events, FightersRise) for one in event.units)


def two_fighters() -> Game:
    return based(small_game(), "P-40", "US", "MWY", "a", "b")


def contested_luzon() -> Game:
    """Ground units of both sides on Luzon, where an American fighter is based."""
    game = troops(based(small_game(), "P-40", "US", "LUZ", "p-40"), "us-1", "US", "LUZ")
    return based(troops(game, "jp-1", "JP", "LUZ"), "G4M", "JP", "FOR", "g4m")


@pytest.mark.parametrize("standing", [RISING, QUIET])
def test_ph1_5_fighters_of_a_contested_airfield_are_told_to_stay_down(
    standing: tuple[Order, ...],
) -> None:
    """In report and headline, of those whose standing orders let them rise."""
    play = opened(contested_luzon(), QUIET, standing)
    raid = Strike(units=("g4m",), area="LUZ", at="airfield")
    events = play.file(TOKYO, raid, dice={"PH8.7 g4m v luz airfield P3.2 luz 2": 2})
    said = in_words(told(events, UnitsStay), play.game)
    line = "P-40 p-40 (p-40) cannot fly to Luzon (LUZ) any more: the airfield is contested"
    assert said == ([f"{line} [PH1.5]"] if standing is RISING else [])
    stays = "P-40 p-40 stays down: its airfield is contested"
    assert (stays in " ".join(headline(events, play.game))) is (standing is RISING)


def test_ph1_5_nobody_strikes_from_his_contested_airfield_but_he_may_bomb_it() -> None:
    """The order is refused, and says why; who flies from elsewhere may deny it to the enemy."""
    play = opened(based(contested_luzon(), "B-25", "US", "MIN", "b-25"))
    play.file(TOKYO)
    strike = Strike(units=("p-40",), area="LUZ", at="airfield")
    (problem,) = refused(play.game, WASHINGTON, strike)
    assert problem.what == "⟨p-40⟩ cannot take off from ⟨LUZ⟩"
    assert (problem.rule, problem.hint) == ("PH1.5", "the enemy fights for its airfield")
    bombs = replace(strike, units=("b-25",))
    events = play.file(WASHINGTON, bombs, dice={"PH8.7 b-25 v luz airfield P3.2 luz 2": 12})
    assert headline(events, play.game)[0] == "Bombs hit the airfield of Luzon, 6 left."


FOUR_RULES: list[tuple[AirInterception, tuple[str, ...]]] = [
    (AirInterception(), ("a", "b")),
    (AirInterception(when="never"), ()),
    (AirInterception(keep=1), ("b",)),
    (AirInterception(keep=2), ()),
    (AirInterception(areas=("OAH",)), ()),
    (AirInterception(areas=("MWY",)), ("a", "b")),
    (AirInterception(against=("transfer",)), ()),
    (AirInterception(against=("strike",)), ("a", "b")),
    (AirInterception(against=("ships",)), ()),
]


@pytest.mark.parametrize(("order", "up"), FOUR_RULES)
def test_f_4_standing_orders_of_fighters(order: AirInterception, up: tuple[str, ...]) -> None:
    """Against a raid on an airfield; the weakest of a base are kept, then by id."""
    assert met(two_fighters(), up, order) == up


@pytest.mark.parametrize(("against", "rises"), [("transfer", True), ("strike", False)])
def test_f_4_fighters_may_be_told_to_meet_base_changes_alone(
    against: Literal["transfer", "strike"], rises: bool
) -> None:
    """A bomber flies to Leyte, which fighters on Luzon reach [P3.4.2]."""
    game = based(holding(small_game(), "JP", "LEY"), "VMF44", "US", "LUZ", "vmf")
    game = based(game, "G3M", "JP", "FOR", "g3m")
    order = AirInterception(when="always", against=(against,))
    play = opened(game, QUIET, (*QUIET[:-1], order))
    said = " ".join(foretold(play, Transfer(units=("g3m",), to="LEY")).ordered)
    assert ("1 fighter of the enemy may meet it [P3.4.2]" in said) is rises
    shot = {"PH7.3 r1 vmf v g3m P3.4 ley 1": 12} if rises else {}
    play.file(TOKYO, Transfer(units=("g3m",), to="LEY"), dice=shot)
    assert ("g3m" in play.game.air) is not rises


@pytest.mark.parametrize(
    ("escorts", "order", "rises"),
    [
        (2, AirInterception(), True),
        (3, AirInterception(), False),
        (3, AirInterception(own=2, enemy=3), True),
    ],
)
def test_p3_2_2_fighters_rise_at_1_to_1_by_default(
    escorts: int, order: AirInterception, rises: bool
) -> None:
    """Two fighters on Luzon against a bomber with two or three escorts, who destroy them [F.4]."""
    zeros = tuple(f"zero-{n}" for n in range(1, escorts + 1))
    game = based(small_game(), "P-40", "US", "LUZ", "a", "b")
    game = based(based(game, "A6M2", "JP", "FOR", *zeros), "G4M", "JP", "FOR", "g4m")
    play = opened(game, QUIET, (*QUIET[:-1], order))
    pairs = {"a": "zero-1", "b": "zero-2"}
    answers = {"zero-1": "a", "zero-2": "b", "zero-3": "a"}
    shots = {
        f"PH7.3 r1 {one} v {two} P3.2 luz 1": face
        for who, face in ((pairs, 2), (answers, 12))
        for one, two in who.items()
        if rises and one in {*pairs, *zeros}
    }
    raid = Strike(units=("g4m",), escorts=zeros, area="LUZ", at="airfield")
    dice = {**shots, "PH8.7 g4m v luz airfield P3.2 luz 2": 2}
    events = play.file(TOKYO, raid, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("a", "b")] * rises


def test_d15_1_land_based_fighters_meet_any() -> None:
    """A strike on TF 17: Yorktown's own unit and Midway's fighter, not Enterprise's [D15.1]."""
    game = afloat(small_game(), "tf-16", "US", "MID", (("enterprise", "CV", "US-CV42"),))
    game = afloat(game, "tf-17", "US", "MID", (("yorktown", "CV", "US-CV42"),))
    game = based(game, "P-40", "US", "MWY", "p-40")
    game = based(holding(game, "JP", "WKE"), "G4M", "JP", "WKE", "g4m")
    play = opened(game, QUIET[1:], RISING)
    dice: dict[str, Faces] = {
        "PH5.6 search tf-16 P3.2 mid 1": 6,
        "PH5.6 search tf-17 P3.2 mid 2": 6,
        "D8 CAP tf-17 P3.2 mid 3": 6,
        "PH7.3 r1 p-40 v g4m P3.2 mid 3": 12,
        "PH7.3 r1 yorktown-air v g4m P3.2 mid 3": 2,
    }
    events = play.file(TOKYO, Strike(units=("g4m",), area="MID", tf="tf-17"), dice=dice)
    assert told(events, FightersRise)[0].units == ("p-40", *air("yorktown"))


@pytest.mark.parametrize(("total", "rises"), [(6, True), (7, False)])
def test_gp21_nobody_rises_from_grounded_areas(total: int, rises: bool) -> None:
    """A fighter on Luzon, in the monsoon zone; the strike is in the Philippine Sea [W1.4.a]."""
    game = force(small_game(), "tf-1", "US", "PHS", ship("houston", "CA", "US"))
    game = based(based(game, "P-40", "US", "LUZ", "p-40"), "G4M", "JP", "PAL", "g4m")
    weather = {**FLYING, "W1 grounding monsoon": total}
    play = opened(game, QUIET[1:], RISING, dice=weather)
    dice: dict[str, Faces] = {"PH5.6 search tf-1 P3.2 phs 1": 6}
    if rises:
        dice |= {"PH7.3 r1 p-40 v g4m P3.2 phs 2": 12}
    else:
        dice |= {f"PH8.3 g4m v houston #{n} P3.2 phs 3": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, Strike(units=("g4m",), area="PHS", tf="tf-1"), dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("p-40",)] * rises


def test_ph8_1_fighters_rise_once_in_the_enemys_half_and_fly_in_their_own() -> None:
    """Two raids on Luzon: the first is met; in the Allied half the fighter may change its base."""
    game = based(small_game(), "P-40", "US", "LUZ", "p-40")
    game = based(game, "G4M", "JP", "FOR", "first", "second")
    play = opened(game, QUIET, (*QUIET[:-1], AirInterception()))
    raids = (
        Strike(units=("first",), area="LUZ", at="airfield"),
        Strike(units=("second",), area="LUZ", at="port"),
    )
    dice: dict[str, Faces] = {
        "PH7.3 r1 p-40 v first P3.2 luz 1": 12,
        "PH8.7 second v luz port P3.2 luz 4": 2,
    }
    events = play.file(TOKYO, *raids, dice=dice)
    assert [one.units for one in told(events, FightersRise)] == [("p-40",)]
    order = Transfer(units=("p-40",), to="MIN")
    assert play.refused(order) == []
