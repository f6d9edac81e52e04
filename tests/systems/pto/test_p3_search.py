"""Searches for task forces and submarines, from written orders [PH5.6-PH5.8, D6.1, PH16.1, PH17.1].

The Allies search in step 2 of their half, before they strike; the enemy does not.
"""

from collections.abc import Mapping

import pytest

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.table.events_naval import Searched
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import SearchRule
from pbem.systems.pto.table.state import Game, Purse
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import FLYING, QUIET, TOKYO, WASHINGTON, at_the_start, opened
from tests.systems.pto.tabletop import Faces, based, boat, force, holding, ship, small_game

SEARCHING: tuple[Order, ...] = QUIET[1:]
"""Standing orders by which only searches are made."""


def raiders(game: Game, at: str = "MID") -> Game:
    return force(game, "raiders", "JP", at, ship("chikuma", "CA"))


def scout(type_: str, base: str, at: str = "MID") -> Game:
    """A cruiser in a sea, and one American air unit that may search for her."""
    return based(raiders(small_game(), at), type_, "US", base, "scout")


def assert_number(
    game: Game,
    number: int | None,
    *orders: Order,
    tf: str = "raiders",
    weather: Mapping[str, Faces] = FLYING,
) -> None:
    """The Allies search for a task force in their half and need a number, or do not search."""
    play = opened(game, QUIET, (*SEARCHING, *orders), dice=weather)
    play.file(TOKYO)
    at = game.forces[tf].at.lower()
    dice = {} if number is None else {f"PH5.6 search {tf} P3.2 {at} 1": 6}
    events = play.file(WASHINGTON, dice=dice)
    assert [one.number for one in told(events, Searched)] == ([] if number is None else [number])


# --- how far and how well ------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "number"), [("HAW", 3), ("MID", 4), ("WAK", 5), ("MAR", None)])
def test_ph5_6_numbers_grow_with_distance_and_end_with_the_range(
    at: str, number: int | None
) -> None:
    assert_number(scout("PBY", "OAH", at), number)


def test_ph5_6_a_bomber_needs_one_more_and_a_fighter_does_not_search() -> None:
    assert_number(scout("B-17", "OAH"), 5)
    assert_number(scout("P-40", "MWY"), None)


def test_ph5_6_a_committed_unit_does_not_search() -> None:
    """The bomber searches in its own offensive, and in the next one has flown [PH5.8].

    Tokyo, out of EP, is asked for the month's end where it opens the dice in between [F.2.2].
    """
    game = holding(scout("B-25", "GUA", "SOL"), "JP", "RAB").with_purse("US", Purse(track=2))
    play = opened(replace(game, initiative=ALLIED), QUIET, SEARCHING)
    play.file(WASHINGTON, dice={"PH5.6 search raiders P3.2 sol 1": 1})
    play.file(TOKYO)
    air = Offensive(kind="air", nation="US", targets=("RAB",))
    order = Strike(units=("scout",), area="RAB", at="airfield")
    dice = {"PH5.6 search raiders P4C sol 1": 1, "PH8.7 scout v rab airfield P4C rab 2": 2}
    play.file(WASHINGTON, air, order, dice=dice)
    assert play.game.air["scout"].committed
    play.file(TOKYO)
    assert told(play.file(WASHINGTON, air), Searched) == []


@pytest.mark.parametrize(
    ("at", "damaged", "number"),
    [("NOP", False, 4), ("ALE", False, 5), ("ALE", True, None), ("PHS", False, None)],
)
def test_ph5_6_carriers_search_two_areas_far_unless_damaged(
    at: str, damaged: bool, number: int | None
) -> None:
    carrier = ship("enterprise", "CV", "US", damaged=damaged)
    arctic = {**FLYING, "W1 grounding arctic": 2}
    game = force(raiders(small_game()), "tf-16", "US", at, carrier)
    assert_number(game, number, weather=arctic)


def test_ph5_6_ships_in_the_same_area_see_on_5() -> None:
    game = force(raiders(small_game()), "tf-16", "US", "MID", ship("astoria", "CA", "US"))
    assert_number(game, 5)


# --- submarines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "month", "weather", "number"),
    [
        (1943, 6, FLYING, 6),
        (1943, 8, FLYING, 5),
        (1944, 11, {"P1.1 condition": 1, "W1 grounding arctic": 2}, 4),
        (1945, 5, {"P1.1 condition": 1, "W1 grounding arctic": 2}, 3),
    ],
)
def test_gp51_the_us_finds_submarines_better_from_season_to_season(
    year: int, month: int, weather: Mapping[str, Faces], number: int
) -> None:
    """D6.1; the first months of the seasons are in `test_golden_marks`."""
    game = small_game(year=year, month=month)
    game = force(game, "boats", "JP", "SOL", boat("jp-ss-c3-1"))
    game = based(game, "PBY", "US", "GUA", "scout")
    assert_number(game, number, tf="boats", weather=weather)


def test_gp51_japan_never_finds_them_better() -> None:
    game = small_game(year=1945, month=5)
    game = force(game, "boats", "US", "SOL", boat("us-ss-gato-1"))
    game = based(game, "H6K", "JP", "TRU", "scout")
    weather = {"P1.1 condition": 1, "W1 grounding arctic": 2}
    play = opened(game, SEARCHING, dice=weather)
    events = play.file(TOKYO, dice={"PH5.6 search boats P3.2 sol 1": 5})
    assert [(one.number, one.found) for one in told(events, Searched)] == [(6, False)]


def test_d6_off_submarines_are_found_as_ships_are() -> None:
    game = force(small_game(off=("D6",)), "boats", "JP", "SOL", boat("jp-ss-c3-1"))
    assert_number(based(game, "PBY", "US", "GUA", "scout"), 3, tf="boats")


# --- scenarios' own rules ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("special", "base", "at", "number"),
    [((), "OAH", "MID", 5), (("PH17.1",), "OAH", "MID", 3), (("PH17.1",), "MWY", "NOP", 5)],
)
def test_ph17_1_signals_help_the_us_near_midway(
    special: tuple[str, ...], base: str, at: str, number: int
) -> None:
    """In Midway and Wake Sea alone; B-17s elsewhere as usual, at a distance of two [PH5.6]."""
    game = scout("B-17", base, at)
    assert_number(replace(game, terms=replace(game.terms, special=special)), number)


@pytest.mark.parametrize(("special", "searching"), [((), [ALLIED]), (("PH16.1",), [])])
def test_ph16_1_the_allies_do_not_search_as_pearl_harbor_falls(
    special: tuple[str, ...], searching: list[str]
) -> None:
    """In the Japanese half of December 1941; in their own they do, by the same flying boat."""
    game = based(raiders(small_game(year=1941, month=12), "NOP"), "PBY", "US", "OAH", "pby")
    game = replace(game, terms=replace(game.terms, special=special))
    weather = {"P1.1 condition": 1, "W1 grounding arctic": 2}
    play = at_the_start(game, QUIET, SEARCHING, dice=weather)
    dice = {"PH5.6 search raiders P3.1 mid 1": 1} if searching else {}
    events = play.file(TOKYO, Sail(tf="raiders", path=("MID",)), dice=dice)
    assert [one.side for one in told(events, Searched)] == searching
    events = play.file(WASHINGTON, dice={"PH5.6 search raiders P3.2 mid 1": 1})
    assert [(one.side, one.number) for one in told(events, Searched)] == [(ALLIED, 4)]


# --- weather, orders, ports ----------------------------------------------------------------------


@pytest.mark.parametrize(("total", "number"), [(6, 4), (7, None)])
def test_gp21_nothing_is_searched_in_a_grounded_area_or_from_one(
    total: int, number: int | None
) -> None:
    game = based(raiders(small_game(), "TIM"), "Hudson", "AU", "DAR", "hudson")
    assert_number(game, number, weather={**FLYING, "W1 grounding monsoon": total})


@pytest.mark.parametrize(
    ("order", "number"),
    [
        (SearchRule(of="OAH", when="never"), None),
        (SearchRule(when="areas", areas=("MID",)), 4),
        (SearchRule(when="areas", areas=("SOL",)), None),
    ],
)
def test_f_4_a_standing_order_keeps_a_base_from_searching(
    order: SearchRule, number: int | None
) -> None:
    assert_number(scout("PBY", "OAH"), number, order)


def test_ph5_7_ships_in_port_need_no_search() -> None:
    assert_number(scout("B-29", "OAH", "SAI"), None)


def test_ph5_8_the_acting_side_searches_each_task_force_once_and_none_that_it_knows() -> None:
    """One was found as it sailed; the other two are searched in step 2, each once."""
    game = force(raiders(small_game()), "second", "JP", "HAW", ship("tone", "CA"))
    game = force(game, "known", "JP", "MID", ship("haguro", "CA"))
    play: Campaign = opened(based(game, "PBY", "US", "OAH", "pby"), QUIET, SEARCHING)
    found = {"PH5.6 search known P3.1 haw 1": 6}
    play.file(TOKYO, Sail(tf="known", path=("HAW",)), dice=found)
    dice = {"PH5.6 search raiders P3.2 mid 1": 3, "PH5.6 search second P3.2 haw 1": 3}
    events = play.file(WASHINGTON, dice=dice)
    assert [(one.tf, one.found) for one in told(events, Searched)] == [
        ("raiders", False),
        ("second", True),
    ]
    assert [tf.id for tf in play.game.forces.values() if tf.searched] == ["known", "second"]
    assert {one.side for one in told(events, Searched)} == {ALLIED}
