"""Golden examples in the scenarios that ship, over months if need be [GP69, GP70, GP72-GP76]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.table.events_economy import (
    JapanBlockaded,
    JapanBombed,
    MonthOver,
    Unsupplied,
)
from pbem.systems.pto.table.events_land import AreaTaken, GroundRound, StepsLost
from pbem.systems.pto.table.events_victory import PointsCounted
from pbem.systems.pto.table.orders_month import (
    Assault,
    Attack,
    Blockade,
    BombJapan,
    Form,
    March,
    Offensive,
    Pass,
    Sail,
    Stay,
    Support,
)
from pbem.systems.pto.table.orders_season import Bid, Build
from pbem.systems.pto.table.standing import AirDefence, Submarines
from tests.systems.pto.frontdoor import Campaign, scenario, told
from tests.systems.pto.seasons import with_carriers
from tests.systems.pto.skies import QUIET
from tests.systems.pto.started import Change
from tests.systems.pto.tabletop import Faces, in_words

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
SPRING: dict[str, Faces] = {"P1.1 condition": 4, "W1 grounding arctic": 2}
"""The dice of a fair March."""
APRIL: dict[str, Faces] = {"W1 grounding arctic": 2}
MAY: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
JUNE: dict[str, Faces] = {"W1 grounding arctic": 2, "W1 grounding monsoon": 2}


def december(last: int = 0, change: Change | None = None) -> Campaign:
    """December 1941 at its first file of phase 3; the scenario ends in March, or with `last`."""
    play = scenario("pearl-harbor", last=last, change=change)
    play.prepare(JP, *IDLE)
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


LUZON = ("us-26th-cav", "us-n-luzon-force", "us-philippine-div", "us-s-luzon-force")
FLYING = ("b-17-19bg", "p-40-24pga", "p-40-24pgb", "pby-pw10")
GARRISONS = ("us-luzon-harbor-def", "us-visayan-force")
DIVISION = "us-philippine-div"
NET = {"jp-cl-5": ("SCS",), "jp-cl-6": ("PHS",), "ashigara": ("SCS", "VIS")}
"""Cruisers of Formosa and how they sail to the seas off Luzon."""


def depleted(*units: str) -> dict[str, Faces]:
    """Dice that harm nobody; the division's is the 3 of the published example."""
    at = dict.fromkeys(units, "luz") | {"us-visayan-force": "ley"}
    dice = {one: 3 if one == DIVISION else 1 for one in units}
    return {f"PH11.3 depletion {one} P6.2 {at[one]} 1": die for one, die in dice.items()}


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


# --- seasons -------------------------------------------------------------------------------------


def idle_month(play: Campaign, dice: Mapping[str, Faces]) -> tuple[str, ...]:
    """A month in which nobody does anything; the seasons that its end brings."""
    turn, seasons = play.game.turn, ()
    while play.game.turn == turn:
        last = play.game.month.passes == 1
        passing = (Pass(ends=True),) if play.step == "P4" else ()
        events = play.file(play.asked, *passing, dice=dice if last else None)
        seasons = tuple(one.season for one in told(events, MonthOver))
    return seasons


def test_gp28_gp31_three_months_follow_a_season_and_unused_offensives_are_lost() -> None:
    """After December the winter of 1942, January to March, then spring [P0.2, P0.3, P6.5].

    Scenario 1 with its last month put off. The Allies have the initiative for all three months;
    of two offensives that the UK bought in winter nothing is left in spring [S3.1, S3.2.2].
    """
    play = december(last=turn_of(1942, 6))
    assert play.game.turn == turn_of(1941, 12)
    assert idle_month(play, {}) == ("1942-winter",)
    assert (play.game.turn, play.step) == (turn_of(1942, 1), "S2.3")
    play.file(JP, Bid(nation="JP", offensives=2))
    play.file(US, Bid(nation="UK", offensives=2), Bid(nation="US", offensives=1))
    play.file(JP, dice=JANUARY)
    months = ((1, FEBRUARY, ""), (2, SPRING, ""), (3, {}, "1942-spring"))
    for month, weather, season in months:
        assert (play.game.turn, play.game.initiative) == (turn_of(1942, month), US)
        assert play.game.purses["UK"].track == 2
        assert idle_month(play, weather) == (season,)
    assert (play.game.turn, play.step) == (turn_of(1942, 4), "S2.3")
    play.file(US, Bid(nation="UK", offensives=1))
    play.file(JP, Bid(nation="JP", offensives=2))
    play.file(US, dice=APRIL)
    assert [play.game.purses[one].track for one in ("JP", "UK", "US")] == [2, 1, 0]
    assert play.game.initiative == JP


def test_ph12_3_ships_with_names_are_built_from_the_pools_and_enter_in_their_season() -> None:
    """Taffy 1 in the summer of 1942, at the West Coast."""
    play = december(last=turn_of(1942, 7), change=with_carriers)
    idle_month(play, {})
    play.file(JP, Bid(nation="JP", offensives=1))
    play.file(US, Build(nation="US", what="taffy-1"))
    play.file(JP, dice=JANUARY)
    for weather in (FEBRUARY, SPRING, {}):
        idle_month(play, weather)
    play.file(JP, Bid(nation="JP", offensives=1))
    play.file(US)
    play.file(JP, dice=APRIL)
    for weather in (MAY, JUNE, {}):
        idle_month(play, weather)
    ship = play.game.ships["taffy-1"]
    assert (ship.kind, play.game.forces[ship.tf].at) == ("CVE", "WCO")


# --- land offensives of the first months ---------------------------------------------------------

MALAYA = Offensive(kind="land", nation="JP", theatres=("Malaya",))
CHINA = Offensive(kind="land", nation="JP", theatres=("China",))
DIVISIONS = ("jp-5th-div", "jp-18th-div", "jp-guards-div")
BOMBERS = ("g3m-genzan", "g3m-mihoro", "ki-21-12s", "ki-21-60s")
AOBA = (Form(tf="aoba-group", ships=("aoba",)), Sail(tf="aoba-group", path=("MAR", "WAK")))
WAKE = (
    Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),
    Assault(units=("jp-maizuru-snlf",), area="WKE"),
    Attack(area="WKE"),
)


def test_gp72_malaya_in_january_1942() -> None:
    """15 and G 6 against 7 are 3:1; jungle and impetus: a 4 stays 4, D1 [PH10.4, PH10.5]."""
    play = december()
    play.file(JP)
    play.file(US)
    no_offensive(play, (), (), {})
    winter(play, dice={})
    play.file(JP)
    play.file(US)
    marches = (March(unit=one, path=("MAL",)) for one in DIVISIONS)
    support, attack = Support(units=BOMBERS, area="MAL"), Attack(area="MAL", below="5:1")
    dice = {"PH10.5 mal r1 P4A mal 2": 4}
    events = play.file(JP, MALAYA, *marches, support, attack, dice=dice)
    (fought,) = told(events, GroundRound)
    assert (fought.attack, fought.attack_support) == (15, 6)
    assert (fought.defence, fought.defence_support, fought.odds) == (7, 0, "3:1")
    assert fought.modifiers == ("jungle -1", "impetus +1")
    assert (fought.die, fought.result) == (4, "D1")
    assert [one.units for one in told(events, StepsLost)] == [("au-8th-div",)]


def test_ph15_1_japan_scores_what_it_gains_less_what_it_loses() -> None:
    """Malaya 5 and Wake 1, less Kwajalein 2; the Allies' points are ships and goals alone.

    All three fall in December, and nobody does anything more until the end of March.
    """
    play = december()
    load = Sail(tf="jp-kwa", path=("MSH", "WAK"), load=("jp-maizuru-snlf",), land="WKE")
    play.file(JP, *AOBA, load)
    convoy = Form(tf="convoy", ships=("us-stp-1", "us-dd-1"))
    army = Sail(tf="convoy", path=("HAW", "MSH"), load=("us-24th-div",), land="KWA")
    play.file(US, convoy, army)
    divisions = (*DIVISIONS, "jp-33rd-div", "jp-55th-div")
    marches = (March(unit=one, path=("MAL",)) for one in divisions)
    malaya = (MALAYA, *marches, Support(units=BOMBERS, area="MAL"), Attack(area="MAL"))
    dice = {"PH10.5 wke r1 P4A wke 1": 6, **{f"PH10.5 mal r{n} P4A mal 2": 6 for n in (1, 2)}}
    play.file(JP, *WAKE, *malaya, dice=dice)
    islands = Offensive(kind="land", nation="US", theatres=("Central Pacific",))
    ashore = (Assault(units=("us-24th-div",), area="KWA"), Attack(area="KWA"))
    play.file(US, islands, *ashore, dice={"PH10.5 kwa r1 P4A kwa 1": 6})
    assert [play.game.areas[one].nation for one in ("MAL", "WKE", "KWA")] == ["JP", "JP", "US"]
    idle_month(play, {})
    winter(play, dice={})
    for weather in (FEBRUARY, SPRING):
        idle_month(play, weather)
    play.file(JP)
    play.file(US)
    events = no_offensive(play, (), (), {})
    japanese, allied = told(events, PointsCounted)
    assert dict(japanese.areas) == {"KWA": -2, "MAL": 5, "WKE": 1}
    assert (japanese.points, allied.points) == (4, 0)


def test_gp73_no_impetus_in_china() -> None:
    """12 against 7 are 1:1; river and rough: 1 - 2 counts as 0, A2 [PH10.5].

    The armies of Canton have worn the 9th War Zone down from 9 to 7 before, in a fair December.
    """
    play = december()
    play.file(JP)
    play.file(US)
    canton = ("jp-104th-div", "jp-23rd-army", "jp-38th-div")
    wear = {f"PH10.5 hun r{n} P4A hun 1": die for n, die in ((1, 6), (2, 6), (3, 3))}
    marches = (March(unit=one, path=("HUN",)) for one in canton)
    play.file(JP, CHINA, *marches, Attack(area="HUN"), dice=wear)
    defenders = [unit for unit in play.game.ground.values() if unit.nation == "CN"]
    assert sorted(unit.steps for unit in defenders if unit.at == "HUN") == [1, 1, 2]
    play.passes(US)
    armies = tuple(f"jp-11th-army-{one}" for one in "abc")
    marches = (March(unit=one, path=("HUN",)) for one in armies)
    attack = Attack(area="HUN", units=armies, below="2:1")
    events = play.file(JP, CHINA, *marches, attack, dice={"PH10.5 hun r1 P4A hun 2": 1})
    (fought,) = told(events, GroundRound)
    assert (fought.attack, fought.defence, fought.odds) == (12, 7, "1:1")
    assert fought.modifiers == ("rough -1", "river -1")
    assert (fought.die, fought.result) == (0, "A2")
    assert in_words([fought]) == [
        "Hunan (HUN), round 1: 12 against 7, 1:1; die 1, rough −1, river −1 = −1, counts as 0: A2,"
        " 2 steps of the attackers [PH10.5, PH10.6]"
    ]
    assert len(told(events, StepsLost)[0].units) == 2


def test_gp74_a_landing_on_wake() -> None:
    """1 and 1 against 1 are 2:1; D1R, and a garrison cannot retreat [PH10.3, PH10.7]."""
    play = december()
    load = Sail(tf="jp-kwa", path=("MSH", "WAK"), load=("jp-maizuru-snlf",), land="WKE")
    play.file(JP, *AOBA, load)
    play.file(US)
    events = play.file(JP, *WAKE, dice={"PH10.5 wke r1 P4A wke 1": 6})
    (fought,) = told(events, GroundRound)
    assert (fought.attack, fought.attack_support, fought.defence) == (1, 1, 1)
    assert (fought.odds, fought.modifiers) == ("2:1", ("landing -1", "impetus +1"))
    assert (fought.die, fought.result) == (6, "D1R")
    garrison = "us-1st-def-bn"
    lost = [(one.units, one.gone) for one in told(events, StepsLost)]
    assert lost == [((garrison,), ()), ((garrison,), (garrison,))]
    assert [(one.area, one.before, one.nation) for one in told(events, AreaTaken)] == [
        ("WKE", "US", "JP")
    ]
    assert play.game.areas["WKE"].nation == "JP"


# --- December 1941 to March 1942 -----------------------------------------------------------------

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
