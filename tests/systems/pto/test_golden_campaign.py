"""Golden examples in the scenarios that ship, over months if need be [GP69, GP70, GP75, GP76]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto.table.events_economy import JapanBlockaded, JapanBombed, Unsupplied
from pbem.systems.pto.table.events_victory import PointsCounted
from pbem.systems.pto.table.orders import (
    Assault,
    Bid,
    Blockade,
    BombJapan,
    Form,
    Offensive,
    Pass,
    Sail,
    Stay,
)
from pbem.systems.pto.table.standing import AirDefence, Submarines
from tests.systems.pto.frontdoor import Campaign, scenario, told
from tests.systems.pto.skies import QUIET
from tests.systems.pto.tabletop import Faces

JP, US = "japanese", "allied"
IDLE: tuple[Order, ...] = (*QUIET, Submarines(intercept="never"), AirDefence(first=0))
"""Standing orders of a seat that leaves the enemy alone."""


# --- October 1944: Japan bombed and blockaded ----------------------------------------------------

NO_BOATS = Blockade()
OCTOBER: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 6}


def october(*allied: Order, dice: Mapping[str, Faces], off: tuple[str, ...] = ()) -> Campaign:
    """October 1944 up to the first file of phase 3; the Allies have given orders for phase 2."""
    play = scenario("leyte", off=off)
    play.file(JP, *IDLE)
    play.file(US, *IDLE, *allied, Bid(nation="US", offensives=1))
    play.file(JP, dice={**OCTOBER, **dice})
    return play


def test_gp69_two_full_b29_cost_four_points() -> None:
    """From Chungking and Saipan, 12 together: a 9 takes 4 of 18 EP [PH4.2]."""
    bombers = ("b-29-58bw", "b-29-73bw")
    play = october(BombJapan(bombers=bombers), NO_BOATS, dice={"PH4.2 bombing": 9})
    (bombed,) = told(play.events, JapanBombed)
    assert (bombed.strength, bombed.lost) == (12, 4)
    assert play.game.purses["JP"].points == 18 - 4
    assert all(play.game.air[unit].committed for unit in bombers)


BOATS = ("us-ss-balao-1", "us-ss-balao-2", "us-ss-gato-1", "us-ss-gato-2")
FACES = (3, 4, 5, 6)


def blockade(boats: tuple[str, ...]) -> dict[str, Faces]:
    """The dice of the published example, for boats in the order of their ids."""
    return {f"PH4.3 blockade {one}": face for one, face in zip(boats, FACES, strict=True)}


@pytest.mark.parametrize(("off", "lost"), [((), 4), (("D5",), 6)])
def test_gp70_four_boats_blockade_japan_in_1944(off: tuple[str, ...], lost: int) -> None:
    """Those in the South China Sea: 0 + 1 + 1 + 2; without D5 one more each [PH4.3, D5.off]."""
    play = october(Blockade(boats=BOATS), dice=blockade(BOATS), off=off)
    (cut,) = told(play.events, JapanBlockaded)
    assert (cut.boats, cut.lost) == (4, lost)
    assert play.game.purses["JP"].points == 18 - lost


# --- December 1941 to January 1942 ---------------------------------------------------------------

DECEMBER: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
JANUARY: dict[str, Faces] = {"W1 grounding arctic": 2, "W1 grounding land": 2}
FEBRUARY = JANUARY


def december() -> Campaign:
    """December 1941 at its first file of phase 3."""
    play = scenario("pearl-harbor")
    play.file(JP, *IDLE)
    play.file(US, *IDLE, dice=DECEMBER)
    return play


def no_offensive(
    play: Campaign,
    japanese: tuple[Order, ...],
    allied: tuple[Order, ...],
    dice: Mapping[str, Faces],
) -> tuple[Event, ...]:
    """The rest of a month in which both pass, with their orders for its end."""
    play.file(JP, Pass(ends=not japanese), *japanese)
    return play.file(US, Pass(ends=not allied), *allied, dice=dice)


def winter(play: Campaign, *allied: Order, dice: Mapping[str, Faces]) -> tuple[Event, ...]:
    """The season, in which Japan buys an offensive; up to the first file of January's phase 3."""
    play.file(JP, Bid(nation="JP", offensives=1))
    play.file(US, *allied)
    return play.file(JP, dice={**JANUARY, **dice})


def test_gp70_the_same_dice_take_one_point_in_1942() -> None:
    """Boats that left Manila and Java in December lie in wait off China: 0 + 0 + 0 + 1 [PH4.3]."""
    boats = ("ne-ss-k-1", "ne-ss-k-xiv-1", "us-ss-porpoise-1", "us-ss-salmon-1")
    play = december()
    play.file(JP)
    play.file(
        US, Sail(tf="us-luz-boats", path=("SCS",)), Sail(tf="ne-jva-boats", path=("JAV", "SCS"))
    )
    no_offensive(play, (), (Stay(tf="us-luz-boats"), Stay(tf="ne-jva-boats")), {})
    events = winter(play, Blockade(boats=boats), dice=blockade(boats))
    (cut,) = told(events, JapanBlockaded)
    assert (cut.boats, cut.lost) == (4, 1)


LUZON = ("us-26th-cav", "us-n-luzon", "us-philippine-div", "us-s-luzon")
FLYING = ("b-17-19bg", "p-40-24pga", "p-40-24pgb", "pby-pw10")
GARRISONS = ("us-luz-harbor-def", "us-visayan")
DIVISION = "us-philippine-div"
NET = {"jp-cl-5": ("SCS",), "jp-cl-6": ("PHS",), "ashigara": ("SCS", "VIS")}
"""Cruisers of Formosa and how they sail to the seas off Luzon."""


def depleted(*units: str) -> dict[str, Faces]:
    """Dice that harm nobody; the division's is the 3 of the published example."""
    return {f"PH11.3 depletion {one}": 3 if one == DIVISION else 1 for one in units}


def test_gp75_the_second_month_adds_one() -> None:
    """Luzon cut off in December and January: a 3 is nothing, then 3 + 1; garrisons roll late."""
    watch: list[Order] = []
    for cruiser, path in NET.items():
        watch += (Form(tf=f"off-{cruiser}", ships=(cruiser,)), Sail(tf=f"off-{cruiser}", path=path))
    stay = tuple(Stay(tf=f"off-{cruiser}") for cruiser in NET)
    play = december()
    play.file(JP, *watch)
    play.file(US)
    first = no_offensive(play, stay, (), depleted(*LUZON, *FLYING))
    found = {one.unit: (one.month, one.lost) for one in told(first, Unsupplied)}
    assert found == dict.fromkeys((*LUZON, *FLYING, *GARRISONS), (1, False))
    winter(play, dice={})
    play.file(JP)
    play.file(US)
    rolls = depleted(*LUZON, *FLYING, *GARRISONS)
    second = no_offensive(play, stay, (), {**rolls, **FEBRUARY})
    assert [(one.unit, one.month) for one in told(second, Unsupplied) if one.lost] == [
        (DIVISION, 2)
    ]
    assert play.game.ground[DIVISION].steps == 1


# --- December 1941 to March 1942 -----------------------------------------------------------------

SPRING: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 2}
"""The dice of a fair March."""


BRIGADE = "jp-65th-bde"


def test_gp76_a_contested_luzon_counts_half_for_each_side() -> None:
    """A brigade lands in March and is too weak to attack: 2 VP of 4 [PH15.1, PH10.4]."""
    play = december()
    play.file(JP)
    play.file(US)
    no_offensive(play, (), (), {})
    winter(play, dice={})
    for weather in (FEBRUARY, SPRING):
        play.file(JP)
        play.file(US)
        no_offensive(play, (), (), weather)
    convoy = Form(tf="convoy", ships=("jp-stp-7", "jp-cl-5"))
    load = Sail(tf="convoy", path=("SCS",), load=(BRIGADE,), land="LUZ", standby=True)
    play.file(JP, convoy, load)
    play.file(US)
    land = Offensive(kind="land", nation="JP", theatres=("Philippines",))
    play.file(JP, land, Assault(units=(BRIGADE,), area="LUZ"))
    play.file(US, Pass(ends=True))
    play.file(JP, Pass(ends=True))
    japanese, allied = told(play.events, PointsCounted)
    assert (dict(japanese.areas), dict(allied.areas)) == ({"LUZ": 2}, {})
