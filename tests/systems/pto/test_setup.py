"""Beginning a game: seats and nations, options, genesis and scenario that do not fit [PH15.2]."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.steps import Setup
from pbem.errors import Problem, Refused
from pbem.frozen import replace
from pbem.systems.pto.book.roster import read_air, read_ground
from pbem.systems.pto.rules.setup import check_setup, prepare, set_up
from tests.systems.pto.started import NAMES, TWO, scenario_table, setup_of, started
from tests.systems.pto.tabletop import CHARTS

FIVE = ("japanese", "us", "uk-ne", "cn", "au")


def prepared(
    names: tuple[str, ...] = TWO, scenario: str = "pearl-harbor", **words: str
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    found = prepare(scenario_table(scenario), names, words)
    return found.options, found.sides


def refusal(names: tuple[str, ...] = TWO, words: Mapping[str, str] | None = None) -> Problem:
    """The one problem of an organiser's words."""
    with pytest.raises(Refused) as caught:
        prepare(scenario_table("pearl-harbor"), names, words or {})
    (problem,) = caught.value.problems
    return problem


def problems(setup: Setup) -> list[str]:
    return [problem.what for problem in check_setup(setup, CHARTS)]


# --- words ---------------------------------------------------------------------------------------


def test_two_seats_are_named_after_their_sides() -> None:
    options, sides = prepared(("allied", "japanese"))
    assert list(sides.items()) == [("japanese", "japanese"), ("allied", "allied")]
    assert options["nations"] == {
        "japanese": ["JP"], "allied": ["US", "UK", "CN", "AU", "NE"],
    }  # fmt: skip
    assert (options["off"], options["sealed_standing"]) == ([], True)


def test_ph15_2_seats_of_several_allies_come_in_order_of_their_nations() -> None:
    options, sides = prepared(("au", "uk-ne", "cn", "us", "japanese"))
    assert list(sides) == list(FIVE)
    assert options["nations"]["uk-ne"] == ["UK", "NE"]
    assert options["sealed_standing"] is False


def test_nations_may_be_given_by_words() -> None:
    words = {"nations.tokyo": "jp", "nations.washington": "US, UK,CN,AU,NE"}
    found = prepare(scenario_table("midway"), ("washington", "tokyo"), words)
    assert dict(found.sides) == {"tokyo": "japanese", "washington": "allied"}


def test_modifications_are_turned_off_one_by_one() -> None:
    options, _ = prepared(D16="off", D8="off", D1="on")
    assert options["off"] == ["D8", "D16"]
    game = set_up(setup_of("midway", words={"D8": "off"}), CHARTS)
    assert not game.uses("D8")
    assert game.uses("D7")


@pytest.mark.parametrize(
    ("names", "words", "what", "hint"),
    [
        (("japanese", "bob"), {}, "seat 'bob' has no nations", "--option nations.bob=US,CN"),
        (TWO, {"nations.allied": "US,XX"}, "there is no nation 'XX'", "--option nations.allied"),
        (TWO, {"D17": "off"}, "there is no option 'D17'", "D1 to D16"),
        (TWO, {"D8": "no"}, "'no' is neither on nor off", "say on or off"),
        (("japanese", "us-uk"), {}, "no seat has CN, AU, NE", "exactly one seat"),
        (("japanese", "allied", "us"), {}, "a nation has two seats", "exactly one seat"),
        (FIVE, {"sealed_standing": "true"}, "sealed only where", "sealed_standing to false"),
    ],
)
def test_words_that_are_refused(
    names: tuple[str, ...], words: dict[str, str], what: str, hint: str
) -> None:
    problem = refusal(names, words)
    assert problem.code == "option"
    assert what in problem.what
    assert hint in problem.hint


def test_a_seat_of_both_sides_is_refused() -> None:
    problem = refusal(("one", "two"), {"nations.one": "JP,US", "nations.two": "UK,CN,AU,NE"})
    assert problem.what == "seat 'one' holds nations of both sides, or none"


# --- a genesis -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats",
    [TWO, ("japanese", "us-cn", "uk-ne-au"), ("japanese", "us", "uk-ne", "cn-au"), FIVE],
)
def test_ph15_2_seats_of_two_to_five_players(seats: tuple[str, ...]) -> None:
    for scenario in ("pearl-harbor", "leyte"):
        setup = setup_of(scenario, seats)
        assert problems(setup) == []
        game = set_up(setup, CHARTS)
        assert game.seats == seats
        assert game.seats_of("allied") == seats[1:]
        assert game.nations_of(game.seat_of("NE"))[0] in ("US", "UK")


def test_ph15_2_other_partitions_are_refused() -> None:
    found = list(check_setup(setup_of("pearl-harbor", ("japanese", "us-uk", "cn-au-ne")), CHARTS))
    assert [problem.rule for problem in found] == ["PH15.2"]
    assert found[0].hint == "3 seats: JP; US+CN; UK+NE+AU"


def test_ph17_is_for_two_since_the_others_have_nothing() -> None:
    found = problems(setup_of("midway", ("japanese", "us-cn", "uk-ne-au")))
    assert found == ["seat 'uk-ne-au' has nothing to do in this scenario"]


def test_a_genesis_with_seats_out_of_order_or_of_the_wrong_side_is_refused() -> None:
    setup = setup_of("midway")
    turned = replace(setup, seats=tuple(reversed(setup.seats)))
    assert problems(turned) == ["these are not the seats of the game, or not in their order"]
    mixed = replace(setup, seats=(setup.seats[0], replace(setup.seats[1], side="japanese")))
    assert problems(mixed) == ["seat 'allied' is not of the side of its nations"]
    strange = replace(setup, seats=(setup.seats[0], replace(setup.seats[1], name="mallory")))
    assert problems(strange) == ["the nations' seats are not those of the game"]


def test_a_genesis_with_strange_options_is_refused() -> None:
    setup = setup_of("midway")
    assert "unknown key 'cheat'" in problems(
        replace(setup, options={**setup.options, "cheat": True})
    )
    twice = problems(replace(setup, options={**setup.options, "off": ["D2", "D1"]}))
    assert twice == ["the modifications that are off are not listed in order, each once"]


# --- a scenario that does not fit ----------------------------------------------------------------


def changed(**keys: Any) -> Setup:
    setup = setup_of("midway")
    return replace(setup, scenario={**setup.scenario, **keys})


def with_force(**keys: Any) -> Setup:
    force = {"nation": "JP", "at": "WAK", "name": "Extra", **keys}
    return changed(forces=[*scenario_table("midway")["forces"], force])


def with_post(**keys: Any) -> Setup:
    post = {"nation": "US", "at": "MWY", **keys}
    return changed(posts=[*scenario_table("midway")["posts"], post])


def with_pool(**units: int) -> Setup:
    return changed(pools=[{"season": "1942-winter", "nation": "US", "units": units}])


@pytest.mark.parametrize(
    ("setup", "what", "rule"),
    [
        (with_force(named={"CV": ["Graf Zeppelin"]}), "the JP CV 'Graf Zeppelin'", "PH2.1"),
        (with_force(named={"CV": ["Enterprise"]}), "the JP CV 'Enterprise'", "PH2.1"),
        (with_force(named={"DD": ["Yukikaze"]}), "DD have no names", "PH2.1"),
        (with_force(named={"CV": ["Akagi"]}), "'akagi' stands in 2 places", "PH2.1"),
        (with_force(plain={"PT": 1}), "no type of ship 'PT'", "PH1"),
        (with_force(boats={"us-ss-gato": 1}), "no JP class 'us-ss-gato'", "D5.1"),
        (with_force(at="SCS", plain={"DD": 1}), "SCS is out of play", "PH17"),
        (with_force(at="MWY", plain={"DD": 1}), "MWY is the enemy's", "PH1.5"),
        (with_force(at="XXX", plain={"DD": 1}), "no area 'XXX'", "PH1"),
        (with_force(name="Support", plain={"DD": 1}), "'support' stands in 2", "PH2.1"),
        (with_force(plain={"STP": 1}, cargo=[["A 3-2", "B 1-2"]]), "no STP lifts", "PH2.4"),
        (with_force(plain={"STP": 1}, cargo=[["supply", "A 1-2"]]), "no STP lifts", "PH2.4"),
        (with_force(plain={"STP": 1}, cargo=[["A 1-2"], ["B 1-2"]]), "more loads", "PH2.4"),
        (with_force(plain={"DD": 1}, air=["J-CV41 X on Akagi"]), "no carrier of its", "PH2.3"),
        (with_post(air=["A6M2 X"]), "US does not fly A6M2", "PH2.5"),
        (with_post(air=["Spitfire X"]), "'Spitfire X' is no air unit", "PH2.5"),
        (with_post(air=["P-40 X"]), "6 air units at MWY, which has room for 5", "PH1.6"),
        (with_post(ground=["Some Div"]), "'Some Div' is no ground unit", "PH2.6"),
        (with_post(at="MID", ground=["A 1-0"]), "MID is a sea", "PH1.6"),
        (with_pool(CA=1), "no design of US 'CA'", "PH1"),
        (with_pool(CV=1), "no design of US 'CV'", "PH1"),
        (changed(special=["PH99.1"]), "no rule 'PH99.1'", "PH1"),
        (changed(last={"year": 1942, "month": 5}), "the last month lies before", "P0.1"),
        (changed(closed=["ZZZ"]), "no area 'ZZZ'", "PH1"),
        (changed(victory={"grades": []}), "the grades do not go down", "PH15.1"),
    ],
)
def test_scenarios_that_do_not_fit_are_refused(setup: Setup, what: str, rule: str) -> None:
    found = list(check_setup(setup, CHARTS))
    assert [(p.code, p.rule) for p in found if what in p.what] == [("E12", rule)], found
    assert all(problem.hint for problem in found)


def test_every_problem_of_a_scenario_is_told_at_once() -> None:
    setup = with_force(named={"CV": ["Graf Zeppelin"]}, boats={"jp-ss-x": 1}, at="XXX")
    assert len(problems(setup)) == 3


# --- words for counters --------------------------------------------------------------------------


def test_words_for_air_units() -> None:
    unit = read_air("Blenheim 27/34")
    assert unit is not None
    assert (unit.id, unit.name, unit.on, unit.steps) == ("blenheim-27-34", "27/34", "", 2)
    unit = read_air("J-CV44 Zuiho on Zuiho (half)")
    assert unit is not None
    assert (unit.id, unit.on, unit.steps) == ("j-cv44-zuiho", "zuiho", 1)
    assert read_air("A6M2") is None


def test_words_for_ground_units() -> None:
    unit = read_ground("26th Cav 1-2 (1 step)", "US")
    assert unit is not None
    assert (unit.id, unit.strength, unit.move, unit.steps) == ("us-26th-cav", 1, 2, 1)
    assert read_ground("26th Cav 1-2 (winged)", "US") is None
    assert read_ground("26th Cav", "US") is None


def test_the_same_words_make_the_same_game() -> None:
    assert set_up(setup_of("leyte"), CHARTS) == started("leyte")


def test_forces_and_units_without_a_name_are_called_as_one_would_say_it() -> None:
    """By nation and area, not by codes; ids stay short. A unit is told from the place it holds."""
    game = started("pearl-harbor")
    named = {id_: game.forces[id_].name for id_ in ("au-aus", "uk-mal", "jp-jpn", "ne-jva-boats")}
    assert named == {
        "au-aus": "Australian squadron",
        "uk-mal": "British Malaya squadron",
        "jp-jpn": "Japanese squadron",
        "ne-jva-boats": "Dutch Java boats",
    }
    for scenario in NAMES:
        game = started(scenario)
        areas = {name for one in CHARTS.areas.values() for name in re.split(r" \(|\)", one.name)}
        pieces = (*game.forces.values(), *game.ground.values())
        assert not [one.name for one in pieces if {*one.name.split()} & CHARTS.areas.keys()]
        assert not [unit.name for unit in game.ground.values() if unit.name in areas]
    assert started("pearl-harbor").ground["uk-singapore-fortress"].name == "Singapore Fortress"
