"""Golden examples of the air, from written orders [GP52-55, GP59, GP60, F.6.5].

Every die is written out; a label that is not rolled, or not written down, fails.
"""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto.table.events_combat import AirUnitFired, CarriersCoordinated
from pbem.systems.pto.table.events_naval import RaidFlown, StacksDivided, Surprised, UnitsStay
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import AirStacks, AirStrikeRule, SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import (
    QUIET,
    RISING,
    TOKYO,
    WASHINGTON,
    afloat,
    air,
    fleet,
    opened,
)
from tests.systems.pto.tabletop import Faces, based, force, holding, ship, small_game

SEARCHING = QUIET[1:]


def rich(game: Game) -> Game:
    """The game in which both can pay for offensives."""
    for nation in ("JP", "US"):
        game = game.with_purse(nation, Purse(track=3))
    return game


def raid(nation: str, strike: Strike) -> tuple[Order, ...]:
    """An air offensive with its one strike."""
    return Offensive(kind="air", nation=nation, targets=(strike.area,)), strike


# --- surprise ------------------------------------------------------------------------------------


def carriers_meet(
    *, found: bool = True, seen: bool = False, flown: bool = True, off: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """A US carrier strikes Kido Butai in an air offensive.

    Kido Butai was `found`, the American carrier `seen`, and one of two Japanese units had `flown`.
    """
    game = afloat(rich(small_game(off=off)), "kido", "JP", "MID", fleet(2, "J-CV41", word="kb"))
    game = afloat(game, "tf-16", "US", "HAW", fleet(1, "US-CV42"))
    play = opened(game, SEARCHING if seen else QUIET, SEARCHING)
    play.file(TOKYO, dice={"PH5.6 search tf-16 P3.2 haw 1": 6} if seen else {})
    play.file(WASHINGTON, dice={"PH5.6 search kido P3.2 mid 1": 6 if found else 1})
    bombs = Strike(units=air("kb-1"), area="MWY", at="airfield")
    dice = {"D8 strike kido P4C mwy 1": 6, "PH8.7 kb-1-air v mwy airfield P4C mwy 2": 2}
    if flown:
        play.file(TOKYO, *raid("JP", bombs), dice=dice)
    else:
        play.passes(TOKYO)
    strike = Strike(units=air("cv-1"), area="MID", tf="kido", aim=("kb-1",))
    hits = {f"PH8.3 cv-1-air v kb-1 #{n} P4C mid 2": 2 for n in (1, 2)}
    dice = {"D8 strike tf-16 P4C mid 1": 6, **hits}
    if not found:
        dice = {"PH5.6 search kido P4C mid 1": 1}
    return play.file(WASHINGTON, *raid("US", strike), dice=dice)


def test_gp52_when_there_is_no_surprise() -> None:
    """Unfound target, striker that was seen, aircraft of which none is committed [D7.1, D7.off]."""
    assert [one.tf for one in told(carriers_meet(), Surprised)] == ["kido"]
    assert told(carriers_meet(seen=True), Surprised) == []
    assert told(carriers_meet(flown=False), Surprised) == []
    assert told(carriers_meet(off=("D7",)), Surprised) == []
    unfound = carriers_meet(found=False)
    assert told(unfound, Surprised) == []
    assert [one.cited for one in told(unfound, Voided)] == ["PH5.7"]


@pytest.mark.parametrize("flown", [False, True])
def test_gp53_a_strike_from_an_airfield(flown: bool) -> None:
    """Cruisers without aircraft: a committed unit at the airfield spoils surprise [D7.1]."""
    game = force(rich(small_game()), "tf-74", "AU", "SCS", ship("canberra", "CA", "AU"))
    play = opened(based(game, "G4M", "JP", "INC", "kanoya", "takao"), SEARCHING, QUIET)
    play.file(TOKYO, dice={"PH5.6 search tf-74 P3.2 scs 1": 6})
    play.file(WASHINGTON)
    tag = "P4C scs 2"
    if flown:
        bombs = Strike(units=("takao",), area="MAL", at="airfield")
        play.file(TOKYO, *raid("JP", bombs), dice={"PH8.7 takao v mal airfield P4C mal 2": 2})
        play.passes(WASHINGTON)
    strike = Strike(units=("kanoya",), area="SCS", tf="tf-74")
    dice = {f"PH8.3 kanoya v canberra #{n} {tag}": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, *raid("JP", strike), dice=dice)
    assert [one.tf for one in told(events, Surprised)] == ([] if flown else ["tf-74"])


@pytest.mark.parametrize("flown", [False, True])
def test_d7_4_every_base_of_a_mixed_strike_must_be_unnoticed(flown: bool) -> None:
    """Carriers that nobody has seen, and an airfield with or without a committed unit."""
    game = force(rich(small_game()), "tf-74", "AU", "MID", ship("canberra", "CA", "AU"))
    game = afloat(holding(game, "JP", "WKE"), "kido", "JP", "WAK", fleet(1, "J-CV41", word="kb"))
    play = opened(based(game, "G4M", "JP", "WKE", "kanoya", "takao"), SEARCHING, QUIET)
    play.file(TOKYO, dice={"PH5.6 search tf-74 P3.2 mid 1": 6})
    play.file(WASHINGTON)
    if flown:
        bombs = Strike(units=("takao",), area="MWY", at="airfield")
        play.file(TOKYO, *raid("JP", bombs), dice={"PH8.7 takao v mwy airfield P4C mwy 2": 2})
        play.passes(WASHINGTON)
    strike = Strike(units=(*air("kb-1"), "kanoya"), area="MID", tf="tf-74")
    dice: dict[str, Faces] = {"D8 strike kido P4C mid 1": 6}
    dice |= {f"PH8.3 kb-1-air v canberra #{n} P4C mid 2": 2 for n in (1, 2)}
    dice |= {f"PH8.3 kanoya v canberra #{n} P4C mid 2": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, *raid("JP", strike), dice=dice)
    assert [one.tf for one in told(events, Surprised)] == ([] if flown else ["tf-74"])


@pytest.mark.parametrize(("off", "aborted"), [((), False), (("D7",), True)])
def test_gp54_surprised_fighters_add_no_quality(off: tuple[str, ...], aborted: bool) -> None:
    """9 + 0 - 3 is nothing; 9 + 3 - 3 aborts [D7.2, PH7.3]."""
    game = force(small_game(off=off), "cruisers", "JP", "MAR", ship("tone", "CA"))
    game = afloat(game, "tf-16", "US", "WAK", fleet(1, "US-CV42"))
    play = opened(based(game, "A6M2", "JP", "SAI", "a6m2"), RISING, SEARCHING)
    play.file(TOKYO)
    dice: dict[str, Faces] = {
        "PH5.6 search cruisers P3.2 mar 1": 6,
        "D8 strike tf-16 P3.2 mar 2": 6,
        "PH7.3 r1 a6m2 v cv-1-air P3.2 mar 2": 9,
        "PH7.3 r1 cv-1-air v a6m2 P3.2 mar 2": 9,
    }
    if not aborted:
        dice |= {f"PH8.3 cv-1-air v tone #{n} P3.2 mar 3": 2 for n in (1, 2)}
    strike = Strike(units=air("cv-1"), area="MAR", tf="cruisers")
    events = play.file(WASHINGTON, strike, dice=dice)
    shot = next(one for one in told(events, AirUnitFired) if one.unit == "a6m2")
    assert (shot.quality, shot.against, shot.steps) == (3 if aborted else 0, 3, 0)
    assert shot.aborted == aborted
    assert [one.tf for one in told(events, Surprised)] == ([] if off else ["cruisers"])


# --- quality -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("off", "quality", "steps"), [((), 3, 1), (("D4",), 4, 2)])
def test_gp55_quality_of_japanese_aircraft(off: tuple[str, ...], quality: int, steps: int) -> None:
    """10 + 3 - 2 = 11 takes a step, 10 + 4 - 2 = 12 destroys [D4.1, PH7.3]."""
    game = based(small_game(off=off), "A6M2", "JP", "FOR", "zero")
    game = based(based(game, "G4M", "JP", "FOR", "g4m"), "P-40", "US", "LUZ", "p-40")
    play = opened(game, QUIET, RISING)
    dice: dict[str, Faces] = {
        "PH7.3 r1 zero v p-40 P3.2 luz 1": 10,
        "PH7.3 r1 p-40 v zero P3.2 luz 1": 2,
        "PH8.7 g4m v luz airfield P3.2 luz 2": 2,
    }
    order = Strike(units=("g4m",), escorts=("zero",), area="LUZ", at="airfield")
    events = play.file(TOKYO, order, dice=dice)
    shot = next(one for one in told(events, AirUnitFired) if one.unit == "zero")
    assert (shot.quality, shot.steps, shot.aborted) == (quality, steps, True)
    assert ("p-40" in play.game.air) == (steps == 1)


def test_gp55_ohka_keeps_its_quality_of_5() -> None:
    """Two rolls of 9 at it are 9 + 2 - 5 = 6, nothing; then it is used up [D4.1, PH2.5]."""
    game = force(small_game(off=("D7",)), "tf", "US", "PHS", ship("houston", "CA", "US"))
    game = based(based(game, "Ohka", "JP", "FOR", "ohka"), "P-40", "US", "LUZ", "p-40")
    play = opened(game, SEARCHING, RISING)
    dice: dict[str, Faces] = {"PH5.6 search tf P3.2 phs 1": 6}
    dice |= {f"PH7.3 r{n} p-40 v ohka P3.2 phs 2": 9 for n in (1, 2)}
    dice |= {f"PH8.3 ohka v houston #{n} P3.2 phs 3": 2 for n in (1, 2, 3)}
    events = play.file(TOKYO, Strike(units=("ohka",), area="PHS", tf="tf"), dice=dice)
    shots = [(one.quality, one.against, one.aborted) for one in told(events, AirUnitFired)]
    assert shots == [(2, 5, False)] * 2
    assert "ohka" not in play.game.air


# --- air combat ----------------------------------------------------------------------------------


def melee(at: Mapping[str, str], escorts: int, bombers: int, off: tuple[str, ...] = ()) -> None:
    """P-40s over Luzon go at A6M2s and G4Ms in the first round as expected."""
    guarding = tuple(f"e-{n}" for n in range(1, escorts + 1))
    bombing = tuple(f"b-{n}" for n in range(1, bombers + 1))
    game = based(small_game(off=off), "A6M2", "JP", "FOR", *guarding)
    game = based(based(game, "G4M", "JP", "FOR", *bombing), "P-40", "US", "LUZ", *at)
    play = opened(game, QUIET, RISING)
    order = Strike(units=bombing, escorts=guarding, area="LUZ", at="airfield")
    events = play.file(TOKYO, order, dice=fought(at, guarding, bombing))
    shots = (one for one in told(events, AirUnitFired) if one.number == 1 and one.unit in at)
    assert {one.unit: one.target for one in shots} == at


def fought(
    at: Mapping[str, str], guarding: tuple[str, ...], bombing: tuple[str, ...]
) -> dict[str, Faces]:
    """Dice of two rounds in which nobody is hurt: everybody rolls a 2."""
    hunters = {two: one for one, two in at.items()}
    loose = [one for one, two in at.items() if two in bombing] or list(at)
    free = [one for one in guarding if one not in hunters]
    back = {one: hunters[one] for one in guarding if one in hunters}
    back |= {one: loose[n % len(loose)] for n, one in enumerate(free)}
    pairs = (*at.items(), *back.items())
    dice: dict[str, Faces] = {
        f"PH7.3 r{n} {one} v {two} P3.2 luz 1": 2 for n in (1, 2) for one, two in pairs
    }
    return dice | {f"PH8.7 {one} v luz airfield P3.2 luz 2": 2 for one in bombing}


def test_gp59_every_escort_gets_an_interceptor_first() -> None:
    """Three against two escorts and two bombers: one is free; two against three: none [D11.1]."""
    melee({"i-1": "e-1", "i-2": "e-2", "i-3": "b-1"}, 2, 2)
    melee({"i-1": "e-1", "i-2": "e-2"}, 3, 1)
    melee({"i-1": "b-1", "i-2": "b-2", "i-3": "b-1"}, 2, 2, off=("D11",))


# --- stacks --------------------------------------------------------------------------------------


def test_gp60_stacks_are_as_they_were_sealed_and_nobody_changes_over() -> None:
    """Three strike, one stays; an order that sends it after all is void [D11.3, PH8.1]."""
    game = afloat(small_game(), "kido", "JP", "NOP", fleet(4, "J-CV41", word="kb"))
    game = afloat(game, "tf-16", "US", "MID", fleet(1, "US-CV42"))
    three, stays = air("kb-1", "kb-2", "kb-3"), air("kb-4")
    stacks = AirStacks(of="kido", offensive=three, defensive=stays)
    answering = (AirStrikeRule(), SearchRule())
    theirs = AirStacks(near=100)
    play = opened(game, (*RISING[1:], stacks, *answering), (*RISING[1:], theirs, *answering))
    way: dict[str, Faces] = {
        "PH5.6 search kido P3.1 mid 1": 6,
        "PH5.6 search tf-16 by kido P3.1 mid 1": 6,
        "D8 strike tf-16 P3.1 mid 2": 6,
        "D8 CAP kido P3.1 mid 2": 6,
        **{f"PH7.3 r{n} kb-4-air v cv-1-air P3.1 mid 2": 2 for n in (1, 2)},
        **{f"PH7.3 r{n} cv-1-air v kb-4-air P3.1 mid 2": 2 for n in (1, 2)},
        "D8 strike kido P3.1 mid 3": 6,
        **{f"PH8.3 cv-1-air v kb-1 #{n} P3.1 mid 4": 2 for n in (1, 2)},
        **{f"PH8.3 {one} v cv-1 #{n} P3.1 mid 5": 2 for one in three for n in (1, 2)},
    }
    late = Strike(units=stays, area="MID", tf="tf-16")
    events = play.file(TOKYO, Sail(tf="kido", path=("MID",), strike=True), late, dice=way)
    own = told(events, StacksDivided)[0]
    assert (own.offensive, own.defensive, own.broken) == (three, stays, False)
    assert [one.units for one in told(events, RaidFlown)] == [air("cv-1"), three]
    assert [one.cited for one in told(events, Voided)] == ["PH8.1"]


# --- aircraft kept for a strike ------------------------------------------------------------------


def offensive(*, freed: bool, dice: Mapping[str, Faces]) -> tuple[Campaign, tuple[Event, ...]]:
    """Kido Butai sails in an offensive to strike TF 16; Midway's bomber meets it on the way."""
    game = afloat(rich(small_game()), "kido", "JP", "NOP", fleet(4, "J-CV41", word="kb"))
    game = afloat(game, "tf-16", "US", "HAW", fleet(1, "US-CV42"))
    game = based(game, "VMSB", "US", "MWY", "vmsb")
    bombers = AirStrikeRule(of="MWY", share=100, escorts=0)
    play = opened(game, (SearchRule(), *RISING[1:]), (SearchRule(), *QUIET[1:], bombers))
    unseen = {"PH5.6 search tf-16 P3.2 haw 1": 1}
    play.file(TOKYO, Sail(tf="kido", standby=True), dice=unseen)
    play.file(WASHINGTON, dice={"PH5.6 search kido P3.2 nop 1": 1})
    way: dict[str, Faces] = {
        "PH5.6 search kido P4B mid 1": 6,
        "PH5.6 search tf-16 by kido P4B mid 1": 6,
        **{f"PH7.3 r{n} {one} v vmsb P4B mid 2": 2 for n in (1, 2) for one in air("kb-3", "kb-4")},
        **{f"PH8.3 vmsb v kb-1 #{n} P4B mid 3": 2 for n in (1, 2)},
    }
    sea = Offensive(kind="sea", nation="JP", stack="kido")
    sail = Sail(tf="kido", path=("MID",), strike=True if freed else None)
    strike = Strike(units=air("kb-1", "kb-2"), area="HAW", tf="tf-16")
    return play, play.file(TOKYO, sea, sail, strike, dice={**way, **dice})


def test_f_6_5_in_an_offensive_too_the_strike_ordered_is_flown_by_those_kept_for_it() -> None:
    """KB1 and KB2 keep to their decks: n = 2, a 3 - 1 is enough; they strike [F.6.5, D8.6]."""
    dice: dict[str, Faces] = {"D8 CAP kido P4B mid 2": 3, "D8 strike kido P4C haw 1": 6}
    dice |= {f"PH8.3 {one} v cv-1 #{n} P4C haw 2": 2 for one in air("kb-1", "kb-2") for n in (1, 2)}
    play, events = offensive(freed=False, dice=dice)
    patrol, strike = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.coordinated, strike.units) == (2, True, 2)
    assert told(events, RaidFlown)[1].units == air("kb-1", "kb-2")
    assert all(play.game.air[one].committed for one in air("kb-1", "kb-2", "kb-3", "kb-4"))


def test_f_6_5_in_an_offensive_too_those_freed_may_be_lost_to_the_strike() -> None:
    """n = 4: 2 - 1 is too little, KB1 and KB2 turn back; their strike is void [D8.3]."""
    _, events = offensive(freed=True, dice={"D8 CAP kido P4B mid 2": 2})
    (patrol,) = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.aborted) == (4, air("kb-1", "kb-2"))
    assert [(one.units, one.cited) for one in told(events, UnitsStay)] == [
        (air("kb-1", "kb-2"), "D8.3")
    ]
    assert [one.cited for one in told(events, Voided)] == ["D8.3"]
