"""Strikes that are ordered: who may strike what, how they are flown [P3.2, PH5.7, PH8, PH16.1]."""

from collections.abc import Mapping

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    InstallationAttacked,
    ShipDamaged,
    ShipSunk,
)
from pbem.systems.pto.table.events_naval import FightersRise, RaidFlown, Searched, Surprised
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import AirInterception
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import QUIET, RISING, TOKYO, WASHINGTON, air, at_the_start, opened
from tests.systems.pto.tabletop import Faces, aboard, based, force, holding, ship, small_game

SEARCHING: tuple[Order, ...] = QUIET[1:]
DECEMBER: dict[str, Faces] = {"P1.1 condition": 1, "W1 grounding arctic": 2}


def rules(words: list[str]) -> list[str]:
    """The rule that each refusal names at its end."""
    return [one.rpartition("[")[2].rstrip("]") for one in words]


def refused(game: Game, *orders: Order, seat: str = TOKYO) -> list[str]:
    """The rules that forbid orders of a seat's half of phase 3; only it searches."""
    side = SEARCHING if seat == TOKYO else QUIET
    play = opened(game, side, SEARCHING if seat == WASHINGTON else QUIET)
    if seat == WASHINGTON:
        play.file(TOKYO)
    return rules(play.refused(*orders))


def off_oahu(game: Game, at: str = "HAW", *, damaged: bool = False) -> Game:
    """A battleship in port at Oahu, Akagi near it."""
    game = force(game, "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = force(game, "kido", "JP", at, ship("akagi", "CV", damaged=damaged))
    return aboard(game, "J-CV41", "JP", "akagi")


AT_OAHU = Strike(units=air("akagi"), area="OAH")


# --- who may strike what -------------------------------------------------------------------------


@pytest.mark.parametrize(("off", "why"), [((), []), (("D3",), ["PH1.3"])])
def test_gp62_d3b_gives_the_p_51_two_areas(off: tuple[str, ...], why: list[str]) -> None:
    game = based(holding(small_game(off=off), "US", "IWO"), "P-51", "US", "IWO", "p-51")
    game = based(game, "B-24", "US", "IWO", "b-24")
    order = Strike(units=("b-24",), area="JPN", at="airfield", escorts=("p-51",))
    assert refused(game, order, seat=WASHINGTON) == why


@pytest.mark.parametrize(("type_", "why"), [("G4M", []), ("J-CV41", ["PH5.7"])])
def test_ph5_7_a_task_force_at_sea_must_be_searched_or_findable(type_: str, why: list[str]) -> None:
    """A bomber ashore searches before it strikes; carrier air ashore finds nothing [PH5.6]."""
    game = force(small_game(), "prey", "US", "MSH", ship("houston", "CA", "US"))
    game = based(game, type_, "JP", "KWA", "unit")
    assert refused(game, Strike(units=("unit",), area="MSH", tf="prey")) == why


def test_ph5_7_ships_in_port_may_be_struck_without_a_search() -> None:
    game = off_oahu(small_game())
    assert refused(game, AT_OAHU) == []
    assert refused(game, replace(AT_OAHU, area="HAW")) == ["PH5.7"]


@pytest.mark.parametrize(("off", "at_sea"), [((), ["D12.1"]), (("D12",), [])])
def test_d12_1_strategic_bombers_attack_ships_only_in_port(
    off: tuple[str, ...], at_sea: list[str]
) -> None:
    game = based(small_game(off=off), "B-17", "US", "LUZ", "b-17")
    order = Strike(units=("b-17",), area="FOR", tf="prey")
    home = force(game, "prey", "JP", "FOR", ship("hiei", "BB"))
    assert refused(home, order, seat=WASHINGTON) == []
    away = force(game, "prey", "JP", "SCS", ship("hiei", "BB"))
    assert refused(away, replace(order, area="SCS"), seat=WASHINGTON) == at_sea


def test_ph8_1_stuck_and_unsupplied_units_stay_and_nobody_flies_twice() -> None:
    game = off_oahu(small_game())
    hungry = game.with_air([replace(game.air["akagi-air"], out=1)])
    assert refused(hungry, AT_OAHU) == ["PH11.3"]
    assert refused(off_oahu(small_game(), damaged=True), AT_OAHU) == ["PH2.3"]
    assert refused(game, AT_OAHU, replace(AT_OAHU, at="port")) == ["F.6.6"]


def test_f_2_a_strike_is_judged_from_where_the_file_sends_its_carrier() -> None:
    game = off_oahu(small_game(), "NOP")
    assert refused(game, AT_OAHU) == ["PH1.3"]
    assert refused(game, Sail(tf="kido", path=("HAW",)), AT_OAHU) == []


# --- in offensives -------------------------------------------------------------------------------


def at_phase_4(game: Game, *, first: str = TOKYO) -> Campaign:
    """The first opportunity of a side that has had the initiative; everybody stands by."""
    nations = ("JP",) if first == TOKYO else ("US", "UK")
    for nation in nations:
        game = game.with_purse(nation, Purse(track=1, points=9))
    initiative = "japanese" if first == TOKYO else ALLIED
    play = opened(replace(game, initiative=initiative))
    orders = {
        first: tuple(Sail(tf=one, standby=True) for one in ("kido", "tf-16") if one in game.forces)
    }
    for seat in (first, WASHINGTON if first == TOKYO else TOKYO):
        play.file(seat, *orders.get(seat, ()))
    return play


def test_ph8_9_carriers_of_activated_task_forces_need_no_air_offensive() -> None:
    """Those of the stack that the file names; other carriers and bombers ashore do."""
    play = at_phase_4(based(off_oahu(small_game()), "G3M", "JP", "KWA", "g3m"))
    sea = Offensive(kind="sea", nation="JP", stack="kido")
    elsewhere = Offensive(kind="air", nation="JP", targets=("WKE",))
    raid = Strike(units=("g3m",), area="WKE", at="airfield")
    assert play.refused(sea, AT_OAHU) == []
    assert rules(play.refused(elsewhere, AT_OAHU)) == ["P4B.1.C"]
    assert rules(play.refused(sea, raid)) == ["P4C.1.B"]
    assert play.refused(elsewhere, raid) == []
    assert rules(play.refused(replace(elsewhere, targets=("GUA",)), raid)) == ["P4C.1.B"]


def test_ph8_9_carriers_that_act_strike_once_and_uncommitted() -> None:
    """Akagi's unit is committed by its strike, and one that was before does not fly.

    Washington, out of EP, is asked for the month's end where it opens the dice in between [F.2.2].
    """
    raid, sea = (
        replace(AT_OAHU, area="WKE", at="airfield"),
        Offensive(kind="sea", nation="JP", stack="kido"),
    )
    play = at_phase_4(off_oahu(small_game(), "WAK"))
    assert play.refused(sea, raid, replace(raid, at="fort")) == [
        "J-CV41 akagi-air (akagi-air) is ordered to fly twice: see order 2 [F.6.6]"
    ]
    dice: dict[str, Faces] = {
        "D8 strike kido P4C wke 1": 6,
        "PH8.7 akagi-air v wke airfield P4C wke 2": 2,
    }
    alone = at_phase_4(off_oahu(small_game(), "WAK"))
    alone.file(TOKYO, Offensive(kind="air", nation="JP", targets=("WKE",)), raid, dice=dice)
    alone.file(WASHINGTON)
    assert alone.refused(sea, raid) == ["J-CV41 akagi-air (akagi-air) is committed [PH8.1]"]
    play.file(TOKYO, sea, raid, dice=dice)
    assert play.game.air["akagi-air"].committed


def test_ph13_1_aircraft_strike_in_an_air_offensive_of_their_own_nation() -> None:
    """Those of the Netherlands in Britain's; all in a joint one."""
    game = based(small_game(), "B-17", "US", "LUZ", "us")
    game = based(game, "B-10", "NE", "MAL", "ne")
    play = at_phase_4(based(game, "Blenheim", "UK", "MAL", "uk"), first=WASHINGTON)
    american = Offensive(kind="air", nation="US", targets=("INC",))
    british = replace(american, nation="UK")

    def barred(*orders: Order) -> list[str]:
        return rules(play.refused(*orders))

    by = {one: Strike(units=(one,), area="INC", at="airfield") for one in ("us", "uk", "ne")}
    assert barred(american, by["us"]) == []
    assert barred(american, by["uk"]) == ["PH13.1"]
    assert barred(british, by["uk"]) == []
    assert barred(british, by["ne"]) == []
    assert barred(british, by["us"]) == ["PH13.1"]
    assert barred(american, british, replace(by["us"], units=("us", "uk"))) == []


def test_ph8_9_carriers_that_act_fly_with_the_bombers_of_another_nations_air_offensive() -> None:
    """Those of a force that does not act need one of their own nation there [PH13.1]."""
    game = force(small_game(), "tf-16", "US", "SOL", ship("enterprise", "CV", "US"))
    game = based(aboard(game, "US-CV42", "US", "enterprise"), "Hudson", "AU", "PTM", "hudson")
    game = holding(game, "JP", "RAB").with_purse("AU", Purse(track=1, points=9))
    play = at_phase_4(game, first=WASHINGTON)
    sea = Offensive(kind="sea", nation="US", stack="tf-16")
    raid = Offensive(kind="air", nation="AU", targets=("RAB",))
    together = Strike(units=(*air("enterprise"), "hudson"), area="RAB", at="airfield")
    assert play.refused(sea, raid, together) == []
    assert rules(play.refused(raid, together)) == ["PH13.1"]


# --- the strike itself ---------------------------------------------------------------------------


def pearl_harbor(
    *others: tuple[str, str, str], off: tuple[str, ...] = (), special: tuple[str, ...] = ()
) -> Campaign:
    """Two carriers off Oahu on 7 December, a battleship and a fighter there; `others` fly, too."""
    game = small_game(year=1941, month=12, off=off)
    game = replace(game, terms=replace(game.terms, special=special))
    game = force(game, "us-oah", "US", "OAH", ship("nevada", "BB", "US"))
    game = based(game, "P-40", "US", "OAH", "p-40")
    game = force(game, "kido", "JP", "HAW", ship("akagi", "CV"), ship("kaga", "CV"))
    game = aboard(game, "J-CV41", "JP", "akagi", "kaga")
    for type_, base, unit in others:
        game = based(game, type_, "JP", base, unit)
    return at_the_start(game, QUIET, (*QUIET, AirInterception()), dice=DECEMBER)


RAID = Strike(units=air("akagi", "kaga"), area="OAH", aim=("BB",))
COORDINATED = "D8 strike kido P3.2 oah 1"


def bombs(*units: str, tag: str = "P3.2 oah 2", total: int = 2) -> dict[str, Faces]:
    """The dice of carrier air that attacks Nevada, all with one total."""
    return {f"PH8.3 {one} v nevada #{n} {tag}": total for one in units for n in (1, 2)}


def struck(play: Campaign, *orders: Order, dice: Mapping[str, Faces]) -> tuple[Event, ...]:
    return play.file(TOKYO, *orders, dice=dice)


def test_ph16_1_the_surprise_of_pearl_harbor() -> None:
    """Nobody rises, whatever D7 says; +1 on each roll; fuel counts from then on [PH16.2]."""
    play = pearl_harbor(off=("D7",), special=("PH16.1",))
    assert not play.game.at_war
    dice = {COORDINATED: 6, **bombs(*RAID.units)}
    events = struck(play, RAID, dice=dice)
    assert told(events, Surprised)[0].scenario
    assert told(events, FightersRise) == told(events, AirCombatBegun) == []
    attacks = told(events, AirNavalAttack)
    assert [(one.ship, one.surprise) for one in attacks] == [("nevada", 1)] * 4
    assert play.game.at_war


def test_ph16_2_fuel_is_in_force_from_the_end_of_the_first_half() -> None:
    """Whoever was attacked in it, or nobody [PH16.2, D13.1]."""
    play = pearl_harbor(special=("PH16.1",))
    play.file(TOKYO)
    assert play.game.at_war


def test_ph16_1_without_it_fighters_rise_where_nobody_is_surprised() -> None:
    """One fighter at 1 to 1 against one unit that fights [D16.1, F.4]."""
    play = pearl_harbor(off=("D7",))
    shots: dict[str, Faces] = {
        "PH7.3 r1 p-40 v akagi-air P3.2 oah 1": 2,
        "PH7.3 r1 akagi-air v p-40 P3.2 oah 1": 12,
    }
    order = replace(RAID, units=air("akagi"))
    dice = {COORDINATED: 6, **shots, **bombs(*order.units)}
    events = struck(play, order, dice=dice)
    assert told(events, Surprised) == []
    assert told(events, FightersRise)[0].units == ("p-40",)
    assert len(told(events, AirCombatBegun)) == 1


@pytest.mark.parametrize(("off", "rises"), [(("D7",), False), (("D7", "D16"), True)])
def test_d16_1_carrier_bombers_count_as_fighters_only_with_d16(
    off: tuple[str, ...], rises: bool
) -> None:
    """One fighter against two units: too few with D16, enough against bombers alone without."""
    play = pearl_harbor(off=off)
    shots: dict[str, Faces] = {}
    if rises:
        shots = {f"PH7.3 r{n} p-40 v akagi-air P3.2 oah 1": 2 for n in (1, 2)}
    events = struck(play, RAID, dice={COORDINATED: 6, **shots, **bombs(*RAID.units)})
    assert len(told(events, FightersRise)) == rises


def test_d7_1_ships_in_port_without_aircraft_are_surprised() -> None:
    """In port they count as searched, and carry no aircraft; who rises adds no QR [D7.2]."""
    play = pearl_harbor()
    events = struck(play, RAID, dice={COORDINATED: 6, **bombs(*RAID.units)})
    assert [event.scenario for event in told(events, Surprised)] == [False]


def test_p3_2_3_nothing_is_bombed_before_all_have_flown() -> None:
    play = pearl_harbor(("G3M", "KWA", "g3m"))
    orders = (RAID, Strike(units=("g3m",), area="WKE", at="airfield"))
    bombed = {"PH8.7 g3m v wke airfield P3.2 wke 2": 2}
    events = struck(play, *orders, dice={COORDINATED: 6, **bombs(*RAID.units), **bombed})
    kinds = [type(event) for event in events]
    flown = [number for number, kind in enumerate(kinds) if kind is RaidFlown]
    assert len(flown) == 2
    assert max(flown) < kinds.index(AirNavalAttack) < kinds.index(InstallationAttacked)


def test_p3_2_1_strikes_on_one_target_fly_together() -> None:
    """One die for both, who are coordinated together [PR50, D8.1]."""
    orders = tuple(replace(RAID, units=(one,)) for one in RAID.units)
    events = struck(pearl_harbor(), *orders, dice={COORDINATED: 6, **bombs(*RAID.units)})
    assert [event.units for event in told(events, RaidFlown)] == [RAID.units]


@pytest.mark.parametrize("found", [False, True])
def test_ph5_8_the_step_searches_before_it_strikes(found: bool) -> None:
    game = force(small_game(), "prey", "US", "MSH", ship("houston", "CA", "US"))
    play = opened(based(game, "G4M", "JP", "KWA", "g4m"), SEARCHING)
    dice: dict[str, Faces] = {"PH5.6 search prey P3.2 msh 1": 4 if found else 3}
    if found:
        dice |= {f"PH8.3 g4m v houston #{n} P3.2 msh 3": 2 for n in (1, 2, 3)}
    order = Strike(units=("g4m",), area="MSH", tf="prey")
    events = struck(play, order, dice=dice)
    assert [type(event) for event in events[:1]] == [Searched]
    assert [one.cited for one in told(events, Voided)] == ([] if found else ["PH5.7"])
    assert len(told(events, AirNavalAttack)) == 3 * found


def test_ph8_2_fighters_of_the_raiders_meet_those_that_rise() -> None:
    """And are home again at the end of the half [P3.5.1]."""
    game = based(small_game(), "Ki-21", "JP", "SCH", "bomber")
    game = based(game, "Ki-43", "JP", "SCH", "fighter")
    game = based(game, "AVG", "CN", "HUN", "avg")
    play = opened(game, RISING, RISING)
    first = Strike(units=("bomber",), area="HUN", at="airfield")
    dice: dict[str, Faces] = {
        "PH7.3 r1 avg v fighter P3.2 hun 1": 2,
        "PH7.3 r1 fighter v avg P3.2 hun 1": 12,
        "PH8.7 bomber v hun airfield P3.2 hun 2": 2,
    }
    events = struck(play, first, dice=dice)
    assert [(event.units, event.counter) for event in told(events, FightersRise)] == [
        (("avg",), False),
        (("fighter",), True),
    ]
    assert not any(unit.struck or unit.intercepted for unit in play.game.air.values())


def test_ph2_2_each_ship_in_port_is_hit_in_its_own_port() -> None:
    """Also where strikes on several ports have flown before the first bomb falls [P3.2.3]."""
    game = force(off_oahu(small_game()), "uk-mal", "UK", "MAL", ship("repulse", "BB", "UK"))
    game = based(game, "G4M", "JP", "INC", "g4m")
    orders = (AT_OAHU, Strike(units=("g4m",), area="MAL"))
    shots = {f"PH8.3 g4m v repulse #{n} P3.2 mal 2": 12 for n in (1, 2, 3)}
    shots |= {COORDINATED: 6, **bombs(*air("akagi"), total=12)}
    events = opened(game, SEARCHING).file(TOKYO, *orders, dice=shots)
    hit = {one.ship: one.area for one in (*told(events, ShipDamaged), *told(events, ShipSunk))}
    assert hit == {"nevada": "OAH", "repulse": "MAL"}
