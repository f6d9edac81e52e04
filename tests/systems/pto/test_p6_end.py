"""Replenishment, repair, engineers, markers that come off, from files [P6.3-P6.5, PH14]."""

from typing import Literal

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import (
    CompletionTried,
    JapanBombed,
    RepairTried,
    Replenished,
    UpkeepUnpaid,
)
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import (
    Airlift,
    Attack,
    BombJapan,
    March,
    Offensive,
    Repair,
    Replenish,
    Sail,
    Stay,
    Strike,
)
from pbem.systems.pto.table.orders_season import Bid, Build
from pbem.systems.pto.table.standing import SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, begun
from tests.systems.pto.phase4 import APRIL, land
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, afloat, air, fleet
from tests.systems.pto.tabletop import (
    CHARTS,
    TERMS,
    Faces,
    based,
    force,
    holding,
    ship,
    small_game,
    told,
    troops,
)

Repaired = Literal["port", "fort"]
FAIR: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}
"""The dice of a fair May."""


def may(month: int = 5) -> Game:
    """The map without pieces in a month after which the war goes on."""
    return small_game(month=month, terms=replace(TERMS, last_turn=turn_of(1942, 12)))


def to_the_last_files(play: Campaign) -> Campaign:
    """The month at the last file of the Japanese; whoever may act passes."""
    while play.step != "P5-first":
        play.file(play.asked)
    return play


def ended(
    play: Campaign,
    japanese: tuple[Order, ...] = (),
    allied: tuple[Order, ...] = (),
    dice: dict[str, Faces] | None = None,
) -> tuple[Event, ...]:
    """What the last files of May bring, and the weather of June."""
    to_the_last_files(play).file(TOKYO, *japanese)
    return play.file(WASHINGTON, *allied, dice={**FLYING, **(dice or {})})


# --- replenishment -------------------------------------------------------------------------------

LOST_AT = {
    "JP": ("NCH", "CN", "China"),
    "UK": ("AUS", "JP", "South Pacific"),
    "US": ("MWY", "JP", "Central Pacific"),
}
"""Where a nation's units are lost in May, to whom, in which theatre."""


def fallen(
    *units: str,
    nation: str = "JP",
    move: int = 2,
    indian: bool = False,
    die: int = 6,
    afloat_in: tuple[str, ...] = (),
) -> Campaign:
    """A May in which these units are wiped out where an army stands beside them.

    In each sea of `afloat_in` there is a Japanese cruiser.
    """
    area, enemy, theatre = LOST_AT[nation]
    game = troops(may(), "army", enemy, area, strength=60)
    for id_ in units:
        game = troops(game, id_, nation, area, move=move)
    game = game.with_ground(replace(game.ground[id_], indian=indian) for id_ in units)
    for sea in afloat_in:
        game = force(game, f"tf-{sea.lower()}", "JP", sea, ship(f"ca-{sea.lower()}", "CA"))
    for one in ("JP", "US", "UK", "CN"):
        game = game.with_purse(one, Purse(points=5, track=int(one == enemy)))
    play = begun(game, dice=FAIR)
    for _ in range(2):
        play.file(play.asked, *QUIET)
    if enemy == "CN":
        play.passes(TOKYO)
    rounds = {f"PH10.5 {area.lower()} r1 P4A {area.lower()} 1": die}
    play.file(play.asked, land(enemy, theatre), Attack(area=area), dice=rounds)
    assert set(play.game.dead) == set(units)
    return play


def test_a_unit_comes_back_reduced_at_the_source_for_a_point() -> None:
    play = fallen("2nd-div")
    events = ended(play, (Replenish(unit="2nd-div"),))
    assert told(events, Replenished)[0].area == "JPN"
    assert (play.game.ground["2nd-div"].at, play.game.ground["2nd-div"].steps) == ("JPN", 1)
    assert (play.game.purses["JP"].points, len(play.game.dead)) == (4, 0)


def test_p6_1_1_ships_are_paid_for_before_units_come_back_and_check_says_so() -> None:
    seas = ("CAR", "ECS", "MAR", "NOP", "PHS")
    play = to_the_last_files(fallen("2nd-div", afloat_in=seas))
    orders = (*(Stay(tf=f"tf-{sea.lower()}") for sea in seas), Replenish(unit="2nd-div"))
    assert PTO.foretell
    assert PTO.foretell(play.view(), orders, CHARTS).warnings == (
        "Japan pays for ships first, has then 0 EP for what comes back, and that costs 1 [PH14.3]",
    )
    assert PTO.foretell(play.view(), orders, CHARTS).ordered[-1] == (
        "⟨2nd-div⟩ does not come back, as things stand: ships take 5 EP of Japan first [P6.1.1,"
        " PH14.3]"
    )
    events = ended(play, orders)
    assert told(events, UpkeepUnpaid) == []
    assert [one.order for one in told(events, Voided)] == ["replenish"]


def test_one_unit_a_month() -> None:
    play = to_the_last_files(fallen("a-div", "b-div"))
    first, second = Replenish(unit="a-div"), Replenish(unit="b-div")
    assert [one.rule for one in play.problems(first, second)] == ["PH14.3"]
    ended(play, (first,))
    assert set(play.game.dead) == {"b-div"}


@pytest.mark.parametrize(
    ("nation", "move", "indian", "comes"),
    [
        ("JP", 2, False, True),
        ("JP", 0, False, False),
        ("US", 2, False, False),
        ("UK", 2, False, False),
        ("UK", 2, True, True),
    ],
)
def test_who_is_replenished(nation: str, move: int, indian: bool, comes: bool) -> None:
    play = to_the_last_files(fallen("unit", nation=nation, move=move, indian=indian))
    order = (Replenish(unit="unit"),)
    if nation != "JP":
        play.file(TOKYO)
    assert [one.rule for one in play.problems(*order)] == ([] if comes else ["PH14.3"])
    offered = [words for one in sections(play.view(), CHARTS) for words in one.choices]
    assert any(words.startswith("May come back for 1 EP") for words in offered) is comes
    if comes:
        if nation == "JP":
            play.file(TOKYO, *order)
        play.file(WASHINGTON, *(order if nation != "JP" else ()), dice=FLYING)
        assert "unit" in play.game.ground


# --- repair --------------------------------------------------------------------------------------


def bombed(
    *targets: str, area: str = "TRU", sea: str = "CAR", game: Game | None = None
) -> Campaign:
    """May 1942: American carrier units have hit what they were sent to, one unit each."""
    carriers = fleet(len(targets), "US-CV42")
    play = begun(afloat(game or may(), "tf-16", "US", sea, carriers), dice=FAIR)
    play.file(TOKYO, *QUIET)
    where, dice = area.lower(), dict[str, Faces]()
    flying = dict(zip(air(*(id_ for id_, _, _ in carriers)), targets, strict=True))
    kinds = tuple(dict.fromkeys(targets))
    strikes = []
    for number, at in enumerate(kinds, 1):
        units = tuple(unit for unit, target in flying.items() if target == at)
        strikes.append(Strike(units=units, area=area, at=at))
        dice[f"D8 strike tf-16 P3.2 {where} {number}"] = 6
        tag = f"P3.2 {where} {number + len(kinds)}"
        dice |= {f"PH8.7 {unit} v {where} {at} {tag}": 9 for unit in units}
    play.file(WASHINGTON, *QUIET, *strikes, dice=dice)
    return play


@pytest.mark.parametrize(("die", "airfield"), [(4, 6), (3, 4)])
def test_without_an_order_the_airfield_is_repaired(die: int, airfield: int) -> None:
    play = bombed("airfield", "port")
    assert (play.game.areas["TRU"].airfield, play.game.areas["TRU"].port) == (4, 1)
    ended(play, dice={"PH14.4 repair airfield P6.3 tru 1": die})
    assert (play.game.areas["TRU"].airfield, play.game.areas["TRU"].port) == (airfield, 1)


def fortified() -> Game:
    """The map of May with a fort on Truk."""
    game = may()
    return game.with_area("TRU", replace(game.areas["TRU"], fort=1, built=FrozenMap({"fort": 1})))


@pytest.mark.parametrize("what", ["port", "fort"])
def test_an_order_says_what_is_repaired(what: Repaired) -> None:
    play = bombed("airfield", "port", "fort", game=fortified())
    assert (play.game.areas["TRU"].port, play.game.areas["TRU"].fort) == (1, 0)
    order = Repair(area="TRU", what=what)
    events = ended(play, (order,), dice={f"PH14.4 repair {what} P6.3 tru 1": 6})
    assert [event.what for event in told(events, RepairTried)] == [what]
    assert (play.game.areas["TRU"].port, play.game.areas["TRU"].fort) == (
        (2, 0) if what == "port" else (1, 1)
    )


def test_repair_stops_at_the_full_size() -> None:
    """Iwo Jima's airfield of 3, bombed to nothing, has 2 after a month and 3 after another."""
    play = bombed("airfield", "airfield", area="IWO", sea="BON")
    four: dict[str, Faces] = {"PH14.4 repair airfield P6.3 iwo 1": 4}
    sizes = [play.game.areas["IWO"].airfield]
    for dice in ({**four, **FLYING}, four):
        play = to_the_last_files(play)
        play.file(TOKYO)
        play.file(WASHINGTON, dice=dice)
        sizes.append(play.game.areas["IWO"].airfield)
    assert sizes == [0, 2, 3]


def test_contested_areas_are_not_repaired() -> None:
    game = troops(troops(may(), "jp-div", "JP", "TRU"), "us-div", "US", "TRU")
    play = to_the_last_files(bombed("airfield", "port", game=game))
    assert [one.rule for one in play.problems(Repair(area="TRU", what="port"))] == ["PH14.4"]
    play.file(TOKYO)
    assert told(play.file(WASHINGTON, dice=FLYING), RepairTried) == []


# --- engineers -----------------------------------------------------------------------------------


def building(*, engineers: bool) -> Campaign:
    """Truk's airfield is enlarged from the spring of 1942 on; April at its first file."""
    game = replace(may(4), terms=replace(TERMS, last_turn=turn_of(1942, 12)))
    if engineers:
        game = troops(game, "jp-eng", "JP", "TRU", strength=0, kind="engineer", steps=1)
    play = begun(game.with_purse("JP", Purse(points=9)), "S2.3")
    play.file(
        TOKYO, Build(nation="JP", what="airfield", area="TRU"), Bid(nation="JP", offensives=1)
    )
    play.file(WASHINGTON)
    play.file(TOKYO, dice=APRIL)
    return play


@pytest.mark.parametrize(("die", "airfield"), [(4, 8), (3, 6)])
def test_engineers_complete_an_airfield(die: int, airfield: int) -> None:
    play = to_the_last_files(building(engineers=True))
    play.file(TOKYO)
    events = play.file(WASHINGTON, dice={"PH14.4 complete P6.3 tru 1": die, **FAIR})
    assert told(events, CompletionTried)[0].completed is (die == 4)
    assert play.game.areas["TRU"].airfield == airfield
    assert ("airfield" in play.game.areas["TRU"].building) is (die == 3)


def test_without_engineers_it_takes_its_time() -> None:
    """Until the box of the summer."""
    play = to_the_last_files(building(engineers=False))
    play.file(TOKYO)
    assert told(play.file(WASHINGTON, dice=FAIR), CompletionTried) == []
    assert dict(play.game.areas["TRU"].building) == {"airfield": "1942-summer"}


# --- markers -------------------------------------------------------------------------------------


def test_markers_come_off_and_orders_for_phase_2_stay() -> None:
    """Of a force that was found and acted, of aircraft that flew, of troops that were named."""
    game = force(may(), "tf", "JP", "PHS", ship("tone", "CA"))
    game = based(game, "G4M", "JP", "FOR", "g4m")
    game = based(game, "PBY", "US", "LUZ", "pby")
    game = based(game, "B-29", "US", "CHU", "b-29")
    game = troops(troops(game, "div", "JP", "YAN"), "cut-off", "JP", "WKE")
    game = troops(game, "flown", "JP", "FOR")
    game = force(game, "guard", "US", "WAK", ship("us-dd-1", "DD", "US"))
    for nation, points in (("JP", 9), ("US", 9)):
        game = game.with_purse(nation, Purse(points=points, track=3))
    play = begun(holding(game, "JP", "WKE"), dice=FAIR)
    lift = Airlift(nation="JP", cargo="flown", origin="FOR", to="OKI")
    play.file(TOKYO, *QUIET, Sail(tf="tf", standby=True), lift)
    found: dict[str, Faces] = {"PH5.6 search tf P3.2 phs 1": 6}
    play.file(WASHINGTON, SearchRule(), *QUIET[1:], dice=found)
    raid = Strike(units=("g4m",), area="LUZ", at="airfield")
    air_ = Offensive(kind="air", nation="JP", targets=("LUZ",))
    dice: dict[str, Faces] = {"PH8.7 g4m v luz airfield P4C luz 2": 2}
    play.file(TOKYO, Offensive(kind="sea", nation="JP", stack="tf"), air_, raid, dice=dice)
    play.passes(WASHINGTON)
    play.file(TOKYO, land("JP", "China"), March(unit="div", path=("NCH",)))
    assert play.game.ground["div"].mark == "activated"
    tf, g4m = play.game.forces["tf"], play.game.air["g4m"]
    assert (play.game.ships["tone"].mark, tf.searched, g4m.committed) == ("activated", True, True)
    assert (play.game.purses["JP"].lifts, play.game.month.offensives) == (1, 2)
    play = to_the_last_files(play)
    play.file(TOKYO, Stay(tf="tf"))
    last = (BombJapan(bombers=("b-29",)), Stay(tf="guard"))
    rolls: dict[str, Faces] = {"PH11.3 depletion cut-off P6.2 wke 1": 1, "PH4.2 bombing": 7}
    events = play.file(WASHINGTON, *last, dice={**FLYING, **rolls})
    assert [one.strength for one in told(events, JapanBombed)] == [6]
    tf, g4m = play.game.forces["tf"], play.game.air["g4m"]
    assert (play.game.ships["tone"].mark, tf.searched, tf.spent) == ("", False, 0)
    assert (g4m.committed, g4m.struck, g4m.intercepted) == (False, False, False)
    assert (play.game.ground["div"].mark, play.game.ground["cut-off"].out) == ("", 1)
    assert play.game.purses["JP"].lifts == play.game.month.offensives == 0
