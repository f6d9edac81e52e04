"""Phases 1 and 2 by the golden examples: weather, bombing, blockade [P1, P2, GP15-21, 62, 68]."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.form.forecast import chance_of_grounding, weather_odds
from pbem.systems.pto.table.events_economy import (
    BoatsStay,
    BombersStay,
    FightersAdded,
    JapanBlockaded,
    JapanBombed,
    ZoneRolled,
)
from pbem.systems.pto.table.events_naval import Searched
from pbem.systems.pto.table.orders_month import Blockade, BombJapan, Sail, Strike
from pbem.systems.pto.table.standing import AirDefence, AirInterception, SearchRule
from pbem.systems.pto.table.state import Game, Purse, Standing
from tests.systems.pto.foretelling import foretold
from tests.systems.pto.frontdoor import Campaign, begun, later, told
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    boat,
    force,
    holding,
    in_words,
    ship,
    small_game,
)

# --- weather -------------------------------------------------------------------------------------

JUN, JAN, MAR, APR, MAY = 6, 1, 3, 4, 5


def begun_with(month: int, faces: Mapping[str, int]) -> Campaign:
    """A month of 1942 up to its first file; every die that is written down is thrown."""
    return begun(small_game(month=month), dice=faces)


def rolled(month: int, faces: Mapping[str, int]) -> Game:
    """The game after the weather of a month."""
    return begun_with(month, faces).game


@pytest.mark.parametrize(("total", "grounded"), [(6, ()), (7, ("arctic",))])
def test_gp15_fair_weather_grounds_the_arctic_from_seven(
    total: int, grounded: tuple[str, ...]
) -> None:
    game = rolled(APR, {"W1 grounding arctic": total})
    assert (game.month.weather, game.month.grounded) == ("F", grounded)


@pytest.mark.parametrize(
    ("arctic", "monsoon", "grounded"), [(7, 6, ()), (8, 7, ("arctic", "monsoon"))]
)
def test_gp16_monsoon(arctic: int, monsoon: int, grounded: tuple[str, ...]) -> None:
    game = rolled(JUN, {"W1 grounding arctic": arctic, "W1 grounding monsoon": monsoon})
    assert game.month.grounded == grounded


@pytest.mark.parametrize(("arctic", "land", "grounded"), [(5, 7, ()), (6, 8, ("arctic", "land"))])
def test_gp17_winter(arctic: int, land: int, grounded: tuple[str, ...]) -> None:
    game = rolled(JAN, {"W1 grounding arctic": arctic, "W1 grounding land": land})
    assert game.month.grounded == grounded


def test_gp18_winter_rolls_for_the_arctic_first_and_for_two_zones() -> None:
    events = begun_with(JAN, {"W1 grounding arctic": 5, "W1 grounding land": 5}).events
    assert [event.zone for event in told(events, ZoneRolled)] == ["arctic", "land"]
    assert {CHARTS.areas[area].zone for area in ("LUZ", "OAH")} == {"monsoon", "fair"}


def test_gp19_march_has_a_die() -> None:
    winter = {"P1.1 condition": 3, "W1 grounding arctic": 2, "W1 grounding land": 2}
    assert rolled(MAR, winter).month.weather == "W"
    assert rolled(MAR, {"P1.1 condition": 4, "W1 grounding arctic": 2}).month.weather == "F"


def test_gp20_june_has_none() -> None:
    game = rolled(JUN, {"W1 grounding arctic": 2, "W1 grounding monsoon": 2})
    assert game.month.weather == "M"


def test_gp21_who_is_grounded_neither_strikes_nor_searches() -> None:
    """A G4M in Indochina, a Hudson at Darwin, the monsoon zone grounded [W1.4.a]."""
    game = force(small_game(), "prey", "US", "SCS", ship("houston", "CA", "US"))
    game = force(game, "raiders", "JP", "JAV", ship("tone", "CA"))
    game = based(based(game, "G4M", "JP", "INC", "g4m"), "Hudson", "AU", "DAR", "hudson")
    for total, grounded in ((6, False), (7, True)):
        play = begun(game, dice={"W1 grounding arctic": 2, "W1 grounding monsoon": total})
        order = Strike(units=("g4m",), area="SCS", tf="prey")
        why = ["Indochina-Siam (INC) is grounded by weather [W1.4.a]"]
        assert play.refused(order) == (why if grounded else [])
        sail = Sail(tf="raiders", path=("TIM",))
        search = {} if grounded else {"PH5.6 search raiders P3.1 tim 1": 1}
        events = play.file(TOKYO, SearchRule(when="never"), sail, dice=search)
        assert [one.side for one in told(events, Searched)] == [ALLIED] * (not grounded)


@pytest.mark.parametrize(
    ("flies_to", "chance"), [(6, Fraction(21, 36)), (7, Fraction(15, 36)), (5, Fraction(26, 36))]
)
def test_chances_of_grounding_are_those_of_the_table(flies_to: int, chance: Fraction) -> None:
    assert chance_of_grounding(flies_to) == chance


def test_odds_of_a_month_with_a_die_weigh_its_conditions() -> None:
    (march,) = weather_odds(turn_of(1942, MAR), 1, CHARTS)
    half = Fraction(1, 2)
    assert march.conditions == FrozenMap({"F": half, "W": half})
    arctic = half * Fraction(21, 36) + half * Fraction(26, 36)
    assert march.grounded == FrozenMap({"arctic": arctic, "land": half * Fraction(15, 36)})


# --- bombing of Japan ----------------------------------------------------------------------------

FAIR = {"P1.1 condition": 1, "W1 grounding arctic": 2}
"""The dice of a fair May."""
SENT = ("b-29-1", "b-29-2")


def raiders(off: tuple[str, ...] = (), *defenders: str, month: int = MAY) -> Game:
    """Two B-29 at Chungking, two P-51 on Iwo Jima, Japanese fighters at home, in May 1944."""
    game = small_game(year=1944, month=month, off=off)
    game = based(game, "B-29", "US", "CHU", *SENT)
    game = based(game, "P-51", "US", "IWO", "p-51-1", "p-51-2")
    game = based(holding(game, "US", "IWO"), "A6M5", "JP", "JPN", *defenders)
    return game.with_purse("JP", Purse(points=10))


def raid(
    game: Game,
    order: BombJapan,
    dice: Mapping[str, Faces],
    *defence: Order,
    weather: Mapping[str, Faces] = FAIR,
) -> Campaign:
    """The month after both have written orders for its phase 2, up to the first file of phase 3."""
    return opened(game, (*QUIET, *defence), (*QUIET, order), dice={**weather, **dice})


@pytest.mark.parametrize(("off", "reaches"), [((), True), (("D3",), False)])
def test_gp62_p_51_s_reach_japan_from_iwo_jima_by_d3b(off: tuple[str, ...], reaches: bool) -> None:
    """Two areas with range 10, one with 8 [D3b, PH1.3]."""
    game = raiders(off)
    terms = replace(game.terms, first_turn=game.turn, last_turn=game.turn + 1)
    play = begun(replace(game, terms=terms), "P0")
    why = [] if reaches else [FAR]
    assert play.refused(BombJapan(bombers=("b-29-1",), escorts=("p-51-1",))) == why


FAR = "P-51 p-51-1 (p-51-1) is 2 areas from Japan (JPN) and reaches 1 [PH4.1]"


def test_japan_loses_no_more_than_it_has() -> None:
    game = raiders().with_purse("JP", Purse(points=3))
    play = raid(game, BombJapan(bombers=SENT), dice={"PH4.2 bombing": 9})
    assert play.game.purses["JP"].points == 0


@pytest.mark.parametrize(("total", "stay"), [(7, ()), (8, SENT)])
def test_w1_4_a_bombers_that_the_weather_grounds_stay_and_it_is_told(
    total: int, stay: tuple[str, ...]
) -> None:
    """Ordered before the weather of February is known; an 8 grounds the land zone [W1.3, PH4.1]."""
    winter: dict[str, Faces] = {"W1 grounding arctic": 2, "W1 grounding land": total}
    bombs: dict[str, Faces] = {} if stay else {"PH4.2 bombing": 9}
    order = BombJapan(bombers=SENT, escorts=("p-51-1",))
    play = raid(raiders(month=2), order, bombs, weather=winter)
    escorts = ("p-51-1",) if stay else ()
    assert [(one.units, one.why) for one in told(play.events, BombersStay)] == (
        [(stay + escorts, "grounded")] if stay else []
    )
    assert len(told(play.events, JapanBombed)) == (not stay)
    assert {play.game.air[one].committed for one in (*SENT, "p-51-1")} == {not stay}


INTERCEPTED: dict[str, Faces] = {
    "PH7.3 r1 a6m5-1 v b-29-1 P2.1 jpn 1": 2,
    "PH7.3 r2 a6m5-1 v b-29-1 P2.1 jpn 1": 2,
    "PH4.2 bombing": 9,
}


@pytest.mark.parametrize(("off", "is_committed"), [((), True), (("D2",), False)])
def test_gp68_interceptors_are_committed_by_d2_alone(
    off: tuple[str, ...], is_committed: bool
) -> None:
    play = raid(raiders(off, "a6m5-1"), BombJapan(bombers=("b-29-1",)), dice=INTERCEPTED)
    assert [event.side for event in told(play.events, FightersAdded)] == ["japanese"]
    assert play.game.air["a6m5-1"].committed is is_committed
    (words,) = (line for line in in_words(play.events, play.game) if "put up" in line)
    assert ("committed for the month" in words) is is_committed
    assert play.game.air["b-29-1"].committed


FIGHTERS = ("a6m5-1", "a6m5-2", "a6m5-3")


def test_sides_add_fighters_until_neither_does() -> None:
    """Three meet one bomber; two Mustangs answer them, and Japan has no more [PH4.1, PR61]."""
    over = "P2.1 jpn 1"
    dice: dict[str, Faces] = {
        f"PH7.3 r1 a6m5-1 v p-51-1 {over}": 2,
        f"PH7.3 r1 a6m5-2 v p-51-2 {over}": 2,
        f"PH7.3 r1 a6m5-3 v b-29-1 {over}": 2,
        f"PH7.3 r1 p-51-1 v a6m5-1 {over}": 12,
        f"PH7.3 r1 p-51-2 v a6m5-2 {over}": 12,
        f"PH7.3 r2 a6m5-3 v p-51-1 {over}": 2,
        f"PH7.3 r2 p-51-1 v a6m5-3 {over}": 2,
        f"PH7.3 r2 p-51-2 v a6m5-3 {over}": 2,
        "PH4.2 bombing": 9,
    }
    game = raiders((), *FIGHTERS)
    play = raid(game, BombJapan(bombers=("b-29-1",)), dice, AirDefence(first=3))
    added = [(event.side, event.units) for event in told(play.events, FightersAdded)]
    assert added == [("japanese", FIGHTERS), ("allied", ("p-51-1", "p-51-2"))]


@pytest.mark.parametrize(
    ("order", "number"),
    [(AirDefence(first=1), 1), (AirDefence(answer=0), 0), (AirDefence(answer=9), 2)],
)
def test_standing_orders_limit_the_defence(order: AirDefence, number: int) -> None:
    """The first number, the total up to which it answers, or the enemy's number [PH4.1]."""
    pairs = zip(FIGHTERS[:number], SENT, strict=False)
    shots = {f"PH7.3 r{n} {one} v {two} P2.1 jpn 1": 2 for one, two in pairs for n in (1, 2)}
    game = raiders((), *FIGHTERS)
    play = raid(game, BombJapan(bombers=SENT), {**shots, "PH4.2 bombing": 9}, order)
    assert sum(len(event.units) for event in told(play.events, FightersAdded)) == number


def test_p2_1_3_the_us_seat_answers_for_the_allies() -> None:
    """Its Mustangs go up by default, whatever the British say [P2.0, PH4.1]."""
    game = raiders((), *FIGHTERS[:2])
    commands = game.commands.update({"UK": "london", "NE": "london"})
    game = replace(game, seats=(*game.seats, "london"), commands=commands)
    game = replace(game, standing=game.standing.set("london", Standing()))
    given = {
        TOKYO: (*QUIET, AirDefence(first=2)),
        WASHINGTON: (*QUIET, BombJapan(bombers=("b-29-1",))),
        "london": (*QUIET, AirDefence(answer=0)),
    }
    shots = ("a6m5-1 v p-51-1", "a6m5-2 v b-29-1", "p-51-1 v a6m5-1")
    dice: dict[str, Faces] = {f"PH7.3 r{n} {shot} P2.1 jpn 1": 2 for n in (1, 2) for shot in shots}
    play = later(game, given, {**FAIR, **dice, "PH4.2 bombing": 9})
    assert [event.side for event in told(play.events, FightersAdded)] == ["japanese", "allied"]


@pytest.mark.parametrize(("off", "then"), [((), True), (("D2",), False)])
def test_ph4_1_air_intercept_keeps_nobody_down_over_japan(off: tuple[str, ...], then: bool) -> None:
    """The file says so, unless 'strategic' sends nobody; so does the order 'strategic' itself."""
    never = AirInterception(of="JPN", when="never")
    game = raiders(off, *FIGHTERS[:2])
    play = begun(replace(game, terms=replace(game.terms, first_turn=game.turn)), "P0")
    play.file(WASHINGTON, dice=FAIR)
    used = ", and are committed for the month then" if then else ""
    rise = "Over Japan ⟨a6m5-1⟩ and ⟨a6m5-2⟩ may rise all the same: 'strategic' decides there"
    assert f"{rise}{used} [PH4.1]" in foretold(play, never).standing
    for orders in (
        (never, AirDefence(first=0)),
        (never, AirDefence(answer=0)),
        (replace(never, when="always"),),
        (replace(never, of="FOR"),),
    ):
        assert not any("all the same" in line for line in foretold(play, *orders).standing)
    (words,) = foretold(play, AirDefence(first=1)).standing
    assert words.endswith("; 'air-intercept' keeps none of them down [PH4.1]")


# --- blockade ------------------------------------------------------------------------------------

BOATS = tuple(f"us-ss-gato-{number}" for number in range(1, 5))
DICE = {f"PH4.3 blockade {boat}": face for boat, face in zip(BOATS, (3, 4, 5, 6), strict=True)}


def blockading(year: int, off: tuple[str, ...] = (), *, at: str = "ECS") -> Game:
    game = small_game(year=year, month=MAY, off=off)
    game = force(game, "us-boats", "US", at, *(boat(id_) for id_ in BOATS))
    return game.with_purse("JP", Purse(points=20))


def blockaded(game: Game, *orders: Order, dice: Mapping[str, Faces] = DICE) -> Campaign:
    return opened(game, QUIET, (*QUIET, *orders), dice={**FAIR, **dice})


@pytest.mark.parametrize(("off", "is_committed"), [((), True), (("D2",), False)])
def test_gp68_boats_are_activated_and_by_d2_committed(
    off: tuple[str, ...], is_committed: bool
) -> None:
    game = blockaded(blockading(1944, off)).game
    assert {game.ships[id_].mark for id_ in BOATS} == {"activated"}
    assert {game.ships[id_].committed for id_ in BOATS} == {is_committed}


def test_boats_elsewhere_or_kept_back_do_not_blockade() -> None:
    last = f"PH4.3 blockade {BOATS[3]}"
    play = blockaded(blockading(1944), Blockade(boats=(BOATS[3],)), dice={last: 6})
    assert told(play.events, JapanBlockaded)[0].boats == 1
    assert told(play.events, BoatsStay) == []
    away = blockaded(blockading(1944, at="MID"), Blockade(boats=BOATS[:2]), dice={})
    assert [(one.boats, one.far) for one in told(away.events, BoatsStay)] == [(BOATS[:2], True)]
    assert told(blockaded(blockading(1944, at="MID"), dice={}).events, JapanBlockaded) == []
