"""Bots that make sense: fleets go out, troops land where history landed them [F.3, F.4]."""

from functools import cache

import pytest

from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.bot.theatres import THEATRES, landing_areas
from pbem.systems.pto.table.orders_month import Offensive, Sail
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    Declines,
    Gunnery,
    NavalInterception,
    Submarines,
)
from tests.systems.pto import conduct
from tests.systems.pto.selfplay import Match, match, played
from tests.systems.pto.tabletop import CHARTS

SCENARIOS = ("midway", "pearl-harbor", "leyte")


@cache
def bots(scenario: str, number: int = 1) -> Match:
    """A whole game between bots."""
    return played(match(scenario, number))


@pytest.mark.parametrize(
    ("scenario", "number"), [*((name, 1) for name in SCENARIOS), ("leyte", 13)]
)
def test_a_game_of_a_month_or_more_has_a_sea_offensive(scenario: str, number: int) -> None:
    assert conduct.sea_offensives(bots(scenario, number)) > 0


def test_a_fleet_in_port_puts_to_sea_when_the_enemy_lies_off_the_coast() -> None:
    """Yamato and the others leave Singapore when an army is off Leyte."""
    files = [f for f in bots("leyte").files if f.seat == JAPANESE]
    paths = {o.tf: o.path for f in reversed(files) for o in f.orders if isinstance(o, Sail)}
    assert paths["center"] == ("SCS",)


def test_ph13_4_a_nation_without_a_paid_offensive_says_once_that_it_wants_none() -> None:
    """And takes it back in the month in which it has one again."""
    said: dict[str, list[bool]] = {}
    for file in bots("pearl-harbor").files:
        for order in file.orders:
            if isinstance(order, Declines):
                said.setdefault(order.of, []).append(order.declines)
            if isinstance(order, Offensive):
                assert not said.get(order.nation, [False])[-1], file.seq
    assert said
    for words in said.values():
        assert words == [number % 2 == 0 for number in range(len(words))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_lands_outside_the_theatre_of_the_month(scenario: str) -> None:
    assert conduct.strays(bots(scenario)) == ()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_troops_land_where_their_convoy_was_bound(scenario: str) -> None:
    """A convoy for Borneo that waits in the South China Sea is not thrown at Malaya."""
    assert conduct.astray(bots(scenario)) == ()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_leaves_an_area_open_to_the_enemy_next_door(scenario: str) -> None:
    """Indochina keeps a garrison when its divisions sail and march to Malaya."""
    assert conduct.left_open(bots(scenario)) == ()


def test_december_1941_goes_as_in_the_war() -> None:
    """Malaya by the army of Indochina, Borneo, Mindanao and Wake by no more than it takes."""
    (file,) = (f for f in bots("pearl-harbor").files if f.seq == 3)
    loads = {one.land: one.load for one in file.orders if isinstance(one, Sail) and one.load}
    assert loads == {
        "MAL": ("jp-18th-div", "jp-33rd-div", "jp-55th-div", "jp-5th-div"),
        "BOR": ("jp-48th-div",),
        "MIN": ("jp-38th-div",),
        "WKE": ("jp-65th-bde", "jp-yokosuka-snlf"),
    }


def test_fleets_sail_before_the_troops_that_they_cover() -> None:
    """TF 77 shells Leyte's beach; were the transports first, they would meet the enemy alone."""
    file = next(f for f in bots("leyte").files if any(isinstance(o, Sail) for o in f.orders))
    sailing = [order.tf for order in file.orders if isinstance(order, Sail)]
    assert sailing.index("tf-77-bombardment") < sailing.index("tf-78-79")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_seat_gives_standing_orders_before_the_first_month(scenario: str) -> None:
    first = {file.seat: file.orders for file in reversed(bots(scenario).files) if file.orders}
    kinds = (AirInterception, AirStrikeRule, Gunnery, NavalInterception, Submarines)
    for seat in (JAPANESE, ALLIED):
        assert {*kinds} <= {type(order) for order in first[seat]}


def test_carriers_stay_out_of_gunfights() -> None:
    first = next(file for file in bots("midway").files if file.seat == JAPANESE)
    rules = {one.of: one.when for one in first.orders if isinstance(one, NavalInterception)}
    assert (rules[""], rules["kido-butai"], rules["transport"]) == ("ratio", "never", "never")


def test_the_theatres_of_the_war() -> None:
    """Neither Brisbane nor Formosa in 1941; Guadalcanal in August 1942; Leyte in October 1944."""
    assert landing_areas(JAPANESE, turn_of(1941, 12)) == ("BOR", "LUZ", "MAL", "MIN", "WKE")
    assert landing_areas(ALLIED, turn_of(1941, 12)) == ()
    assert "MWY" in landing_areas(JAPANESE, turn_of(1942, 6))
    assert landing_areas(ALLIED, turn_of(1942, 8)) == ("GUA",)
    assert "LEY" in landing_areas(ALLIED, turn_of(1944, 10))
    areas = {area for rows in THEATRES.values() for _, names in rows for area in names}
    assert all(area in CHARTS.areas and not CHARTS.areas[area].sea for area in areas)
