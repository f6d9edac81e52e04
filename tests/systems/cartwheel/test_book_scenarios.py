"""What the four scenarios fix for their games [H17], and scenarios that are refused."""

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.systems.cartwheel.book.scenario import (
    Scenario,
    bases_in_play,
    read_scenario,
)
from pbem.systems.cartwheel.book.scenario_check import scenario_problems
from tests.systems.cartwheel.rulebook import charts, scenario, scenario_table

NAMES = ("bismarck-sea", "toenails", "bougainville", "campaign")


@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_that_ship_fit_the_charts(name: str) -> None:
    assert list(scenario_problems(scenario(name), charts())) == []


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("bismarck-sea", ("17.1", 1, 3, (5, 13), "japanese", 0, 1, 1, 1, 0)),
        ("toenails", ("17.2", 1, 4, (11, 20), "allied", 1, 1, 2, 1, 5)),
        ("bougainville", ("17.3", 8, 11, (9, 20), "allied", 2, 9, 2, 1, 0)),
        ("campaign", ("17.4", 1, 12, (1, 20), "allied", 3, 5, 3, 2, 0)),
    ],
)
def test_h17_terms(name: str, terms: tuple[object, ...]) -> None:
    one = scenario(name)
    assert terms == (
        one.rule, one.first_turn, one.last_turn, one.columns, one.initiative,
        one.tf36.times, one.tf36.earliest, one.mobile["allied"], one.mobile["japanese"], one.cap,
    )  # fmt: skip
    assert one.general_regroup == (name == "campaign")
    assert (one.occupation, one.ground_combat) == (name != "bismarck-sea", name != "bismarck-sea")


def test_h17_1_exceptions() -> None:
    one = scenario("bismarck-sea")
    assert bases_in_play(one, charts()) == (
        "AUS", "BKA", "CGL", "DOB", "FIN", "GAS", "GOO", "KAV", "LAE", "MA1", "MAD", "MAN", "MIL",
        "MJ1", "NAD", "PM", "RAB", "SOP", "TRK", "WAU", "WEW",
    )  # fmt: skip
    convoy = one.convoy
    assert convoy
    assert (convoy.landed_step, convoy.landed_supply) == (6, 3)
    assert (convoy.lost_step, convoy.lost_supply) == (4, 2)


def test_h17_4_all_bases_are_in_play() -> None:
    assert len(bases_in_play(scenario("campaign"), charts())) == len(charts().bases)


def test_h17_4_every_unit_of_the_rosters_is_set_up_or_arrives() -> None:
    one, book = scenario("campaign"), charts()
    placed = {
        unit for group in (one.air, one.naval, one.ground) for ids in group.values() for unit in ids
    }
    later = {unit for group in one.reinforcements for unit in group.units}
    rosters = set(book.air) | set(book.naval) | set(book.ground)
    apart = {*book.tf36.ships, *sum(book.tf36.aboard.values(), ()), "PBY-M", "SS1"}
    assert placed & later == set()
    assert rosters - placed - later - apart == set()


def changed(name: str = "toenails", **keys: Any) -> Scenario:
    return read_scenario({**scenario_table(name), **keys})


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"turns": 13}, "the track has turns 1 to 12, and 13 turns are wanted"),
        ({"columns": [11]}, "give the first and the last column, 1 to 20"),
        ({"rule": "17.9"}, "there is no level of victory '17.9' here"),
        ({"mobile": {"allied": 4, "japanese": 1}}, "4 mobile airbases: there are 3"),
        ({"radar": ["PM"]}, "there is no airbase 'PM' here"),
        ({"forts": ["1806", "1907"]}, "the Fortification of 1907 has no ground unit"),
        ({"air": {"GUA": ["F4U-1"]}}, "there is no air unit 'F4U-1' here"),
        ({"air": {"PM": ["P38-9"]}}, "there is no airbase 'PM' here"),
        ({"air": {"GUA": ["A6M-201"]}}, "A6M-201 may not base at Guadalcanal"),
        ({"air": {"GUA": ["B24-372"]}}, "B24-372 may not base at Guadalcanal"),
        (
            {"air": {"RUS": ["P40-44", "P40-68", "F5-8", "SBD-132", "C47-46"]}},
            "Russell Islands is over capacity",
        ),
        ({"air": {"GUA": ["P40-44", "P40-44"]}}, "P40-44 stands in 2 places"),
        ({"naval": {"1807": ["US-T9"]}}, "there is no naval unit 'US-T9' here"),
        ({"naval": {"TRK": ["US-T1"]}}, "US-T1 is in the enemy's box"),
        ({"naval": {"0705": ["US-T1"]}}, "there is no hex or box '0705' here"),
        ({"cargo": {"US-T1": ["supply"]}}, "there is no ship 'US-T1' here"),
        ({"cargo": {"US-CLT1": ["supply", "supply"]}}, "US-CLT1 cannot carry so much"),
        ({"ground": {"1506": ["6D-13", "6D-23", "6D-45", "GAR-VIL"]}}, "more than 6 steps in 1506"),
        ({"ground": {"0101": ["6D-13"]}}, "there is no hex or box '0101' here"),
        (
            {"reinforcements": [{"turn": 9, "side": "allied", "units": ["F4U-215"]}]},
            "nobody arrives in turn 9",
        ),
        (
            {"reinforcements": [{"turn": 2, "side": "allied", "units": ["KI49-7"]}]},
            "KI49-7 is the enemy's",
        ),
        (
            {"reinforcements": [{"turn": 2, "side": "japanese", "units": ["17D-53"]}]},
            "ground and naval units need a place",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(keys: dict[str, Any], said: str) -> None:
    problems = list(scenario_problems(changed(**keys), charts()))
    assert said in [problem.what for problem in problems]
    assert all(problem.code == "scenario" and problem.where for problem in problems)


def test_the_form_of_a_scenario_is_strict() -> None:
    with pytest.raises(Refused) as caught:
        changed(turn=3, initiative="german")
    assert {problem.what for problem in caught.value.problems} == {
        "unknown key 'turn'", "must be one of: allied, japanese",
    }  # fmt: skip
