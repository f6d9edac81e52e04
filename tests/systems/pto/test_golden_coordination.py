"""Golden examples of coordination, each from its written orders [GP1, GP6, GP8-GP14, GP84, D8]."""

import pytest

from pbem.engine.orders import Order
from pbem.systems.pto.book.kinds import ShipKind
from pbem.systems.pto.table.events_combat import AirCombatBegun, CarriersCoordinated
from pbem.systems.pto.table.events_naval import FightersRise
from pbem.systems.pto.table.orders_month import Strike
from pbem.systems.pto.table.standing import Losses
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import (
    QUIET,
    RISING,
    TOKYO,
    WASHINGTON,
    Carriers,
    afloat,
    air,
    fleet,
    names,
    opened,
)
from tests.systems.pto.tabletop import Faces, based, small_game

KIDO = ("akagi", "hiryu", "kaga", "shokaku", "soryu", "zuikaku")
RAID = Strike(units=air(*KIDO), area="MWY", at="airfield")


def kido(number: int = 6) -> Carriers:
    kind: ShipKind = "CV"
    return tuple((one, kind, "J-CV41") for one in KIDO[:number])


def bombed(units: tuple[str, ...], area: str, tag: str, total: int = 2) -> dict[str, Faces]:
    """Dice of units that bomb an airfield, each with the same total."""
    return {f"PH8.7 {one} v {area.lower()} airfield {tag}": total for one in units}


def island(off: tuple[str, ...] = (), orders: tuple[Order, ...] = ()) -> Campaign:
    """Six Japanese carriers off Midway, which has three fighters that always rise."""
    game = afloat(small_game(off=off), "kido-butai", "JP", "MID", kido())
    game = based(game, "VMF", "US", "MWY", "vmf-1", "vmf-2", "vmf-3")
    return opened(game, (*QUIET, *orders), RISING)


def test_gp1_six_japanese_carriers_against_an_island_of_fighters() -> None:
    """4 + 1 is less than 6: three of six turn back, committed; three fight three [D8.1-D8.5]."""
    play, left = island(), air("shokaku", "soryu", "zuikaku")
    shots: dict[str, Faces] = {}
    for one, other in zip(("vmf-1", "vmf-2", "vmf-3"), left, strict=True):
        shots |= {f"PH7.3 r1 {one} v {other} P3.2 mwy 1": 2}
        shots |= {f"PH7.3 r1 {other} v {one} P3.2 mwy 1": 9}
    dice = {"D8 strike kido-butai P3.2 mwy 1": 4, **shots, **bombed(left, "MWY", "P3.2 mwy 2")}
    events = play.file(TOKYO, RAID, dice=dice)
    (die,) = told(events, CarriersCoordinated)
    assert (die.stack, die.modifier, die.units, die.coordinated) == ("strike", 1, 6, False)
    assert die.aborted == air("akagi", "hiryu", "kaga")
    (fight,) = told(events, AirCombatBegun)
    assert (fight.escorts, fight.interceptors) == (left, ("vmf-1", "vmf-2", "vmf-3"))
    committed = [unit.id for unit in play.game.air.values() if unit.committed]
    assert committed == list(air("akagi", "hiryu", "kaga"))
    assert [play.game.air[one].base for one in committed] == ["akagi", "hiryu", "kaga"]


def test_gp1_its_owner_chooses_who_turns_back() -> None:
    """Those whom Japan's standing order names come first [D8.3, F.4]."""
    chosen, left = air("zuikaku", "soryu", "shokaku"), air("akagi", "hiryu", "kaga")
    play = island(orders=(Losses(abort=chosen),))
    pairs = tuple(zip(("vmf-1", "vmf-2", "vmf-3"), left, strict=True))
    shots: dict[str, Faces] = {
        f"PH7.3 r{n} {one} v {other} P3.2 mwy 1": 2
        for n in (1, 2)
        for two in pairs
        for one, other in (two, two[::-1])
    }
    dice = {"D8 strike kido-butai P3.2 mwy 1": 4, **shots, **bombed(left, "MWY", "P3.2 mwy 2")}
    (die,) = told(play.file(TOKYO, RAID, dice=dice), CarriersCoordinated)
    assert set(die.aborted) == set(chosen)


@pytest.mark.parametrize("scope", ["kido-butai", "MID", "JP"])
def test_f_4_the_narrowest_order_says_who_turns_back(scope: str) -> None:
    """That of the task force before the sea's, that before the nation's [D8.3, F.4]."""
    named = {"kido-butai": "soryu", "MID": "shokaku", "JP": "kaga"}
    wider = list(named)[list(named).index(scope) :]
    orders = tuple(Losses(of=one, abort=air(named[one])) for one in wider)
    game = afloat(small_game(), "kido-butai", "JP", "MID", kido())
    play = opened(game, (*QUIET, *orders, Losses(abort=air("zuikaku"))))
    back = air("akagi", "hiryu", named[scope])
    through = tuple(one for one in air(*KIDO) if one not in back)
    dice = {"D8 strike kido-butai P3.2 mwy 1": 4, **bombed(through, "MWY", "P3.2 mwy 2")}
    (die,) = told(play.file(TOKYO, RAID, dice=dice), CarriersCoordinated)
    assert set(die.aborted) == set(back)


def test_gp14_without_d8_all_six_attack() -> None:
    """No die for coordination; six attack [D8.off]."""
    play = island(off=("D8",))
    fighters = ("vmf-1", "vmf-2", "vmf-3")
    at = dict(zip(fighters, air(*KIDO), strict=False))
    shots: dict[str, Faces] = {f"PH7.3 r1 {one} v {two} P3.2 mwy 1": 2 for one, two in at.items()}
    hunters = {two: one for one, two in at.items()}
    for n, one in enumerate(air(*KIDO)):
        target = hunters.get(one, fighters[n % 3])
        shots |= {f"PH7.3 r1 {one} v {target} P3.2 mwy 1": 9}
    dice = {**shots, **bombed(air(*KIDO), "MWY", "P3.2 mwy 2")}
    events = play.file(TOKYO, RAID, dice=dice)
    assert told(events, CarriersCoordinated) == []
    assert told(events, AirCombatBegun)[0].escorts == air(*KIDO)


# --- strikes that nobody meets -------------------------------------------------------------------

PLACES = {"US": ("PHS", "PAL", "US-CV44"), "UK": ("SCS", "INC", "UK-CV42")}


def raid(
    nation: str,
    year: int,
    carriers: Carriers,
    die: int,
    back: tuple[str, ...],
    others: tuple[str, ...] = (),
) -> CarriersCoordinated:
    """The die of an Allied strike on an airfield that nobody meets; all but `back` bomb it."""
    sea, area, _ = PLACES[nation]
    game = afloat(small_game(year=year), "tf-1", nation, sea, carriers)
    game = based(game, "B-25", nation, "LEY", *others)
    play = opened(game)
    play.file(TOKYO)
    units, tag = (*names(carriers), *others), f"P3.2 {area.lower()}"
    through = tuple(one for one in units if one not in back)
    dice = {f"D8 strike tf-1 {tag} 1": die, **bombed(through, area, f"{tag} 2")}
    order = Strike(units=units, area=area, at="airfield")
    (told_,) = told(play.file(WASHINGTON, order, dice=dice), CarriersCoordinated)
    assert (told_.stack, told_.aborted) == ("strike", back)
    assert all(play.game.air[one].committed == (one in back) for one in units)
    return told_


ROWS = [
    pytest.param("US", 1944, 6, 3, 3, 0, id="gp6-6-of-6"),
    pytest.param("US", 1944, 6, 2, 3, 3, id="gp6-5-of-6"),
    pytest.param("US", 1944, 7, 4, 3, 0, id="gp8-7-of-7"),
    pytest.param("US", 1944, 7, 3, 3, 3, id="gp8-6-of-7"),
    pytest.param("US", 1942, 3, 2, 0, 1, id="gp11-attack"),
    pytest.param("UK", 1942, 2, 1, 0, 1, id="gp12"),
]


@pytest.mark.parametrize(("nation", "year", "number", "die", "modifier", "back"), ROWS)
def test_gp6_to_gp12_strikes(
    nation: str, year: int, number: int, die: int, modifier: int, back: int
) -> None:
    """Die and modifier against the number of CV units [D8.2, D8.3, D8.5]."""
    carriers = fleet(number, PLACES[nation][2])
    found = raid(nation, year, carriers, die, names(carriers)[:back])
    assert (found.units, found.modifier, found.coordinated) == (number, modifier, not back)


def test_gp9_units_of_light_carriers_are_not_counted() -> None:
    """Two CV and three CVL units of 1944: n is 2, and a 1 with 3 is enough [D8.1]."""
    light = fleet(3, "US-CVL44", "CVL", "cvl")
    found = raid("US", 1944, (*fleet(2, "US-CV44"), *light), 1, ())
    assert (found.units, found.modifier, found.coordinated) == (2, 3, True)


def test_gp84_half_of_all_that_fly_from_carriers_turns_back() -> None:
    """n = 2, 1 + 0 < 2: of six from carriers three CVL units; both B-25 go on [D8.3, D8.4]."""
    light = fleet(4, "US-CVL44", "CVL", "cvl")
    carriers = (*light, *fleet(2, "US-CV42"))
    found = raid("US", 1942, carriers, 1, air("cvl-1", "cvl-2", "cvl-3"), ("b-25-1", "b-25-2"))
    assert (found.units, found.modifier) == (2, 0)


def test_gp13_aircraft_from_ashore_roll_no_die() -> None:
    """Bombers and fighters from Formosa bomb Luzon: nothing is coordinated [D8.4]."""
    game = based(small_game(), "G4M", "JP", "FOR", "g4m")
    game = based(game, "A6M2", "JP", "FOR", "a6m2")
    play = opened(game)
    order = Strike(units=("g4m",), escorts=("a6m2",), area="LUZ", at="airfield")
    events = play.file(TOKYO, order, dice=bombed(("g4m",), "LUZ", "P3.2 luz 2"))
    assert told(events, CarriersCoordinated) == []


# --- patrols -------------------------------------------------------------------------------------


def patrol(number: int, nation: str, die: int, rising: tuple[str, ...]) -> CarriersCoordinated:
    """The die of a patrol that a bomber from the nearest island meets; `rising` fight it."""
    carriers = fleet(number, {"JP": "J-CV41", "US": "US-CV42"}[nation])
    sea, base, type_, other = {
        "JP": ("MID", "MWY", "VMSB", "US"),
        "US": ("MSH", "KWA", "G3M", "JP"),
    }[nation]
    game = afloat(small_game(), "tf-1", nation, sea, carriers)
    game = based(game, type_, other, base, "bomber")
    jp, us = (RISING, QUIET[1:]) if nation == "JP" else (QUIET[1:], RISING)
    play = opened(game, jp, us)
    step = "P3.2"
    if nation == "JP":
        play.file(TOKYO)
    shots = {
        f"PH7.3 r1 {one} v bomber {step} {sea.lower()} 2": 12 if one == rising[0] else 2
        for one in rising
    }
    dice: dict[str, Faces] = {
        f"PH5.6 search tf-1 {step} {sea.lower()} 1": 6,
        f"D8 CAP tf-1 {step} {sea.lower()} 2": die,
        **shots,
    }
    order = Strike(units=("bomber",), area=sea, tf="tf-1")
    events = play.file(WASHINGTON if nation == "JP" else TOKYO, order, dice=dice)
    assert told(events, FightersRise)[0].units == names(carriers)
    assert told(events, AirCombatBegun)[0].interceptors == rising
    return told(events, CarriersCoordinated)[0]


def test_gp10_half_of_one_is_nobody() -> None:
    """1 − 1 is less than 1: not coordinated, but the one unit fights [D8.3]."""
    found = patrol(1, "JP", 1, air("cv-1"))
    assert (found.units, found.modifier) == (1, -1)
    assert (found.coordinated, found.aborted) == (False, ())


def test_gp11_three_american_units_defend() -> None:
    """2 + 1 is 3: coordinated [D8.5]."""
    found = patrol(3, "US", 2, air("cv-1", "cv-2", "cv-3"))
    assert (found.units, found.modifier, found.coordinated) == (3, 1, True)
