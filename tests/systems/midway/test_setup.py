"""Setting up: an organiser's words, a genesis from anybody, the scenarios' starts [MB5, MD3]."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.steps import Seat, Setup
from pbem.errors import Refused
from pbem.systems.midway.book.charts import read_charts
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.state import ABOARD, Game
from tests.systems.midway.tabletop import CHARTS, where

FOLDER = Path(__file__).parents[3] / "scenarios" / "midway"
SCENARIOS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.toml"))
}
START = SCENARIOS["midway-0700"]


def prepared(*names: str, **words: str) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    found = MIDWAY.prepare(START, names, {key.replace("__", "."): w for key, w in words.items()})
    return found.options, found.sides


def refused(*names: str, **words: str) -> list[tuple[str, str, str, str]]:
    with pytest.raises(Refused) as caught:
        prepared(*names, **words)
    assert all(problem.code == "option" for problem in caught.value.problems)
    return [(p.where, p.what, p.rule, p.hint) for p in caught.value.problems]


def begun(scenario: Mapping[str, Any], *names: str, **words: str) -> Game:
    options, sides = prepared(*names, **words)
    setup = Setup(scenario=scenario, seats=seats(sides), options=options)
    assert list(MIDWAY.check_setup(setup, CHARTS)) == []
    return MIDWAY.setup(setup, CHARTS)


def seats(sides: Mapping[str, str]) -> tuple[Seat, ...]:
    return tuple(Seat(name=n, side=s, holder=n, email="", key="") for n, s in sides.items())


# --- an organiser's words ------------------------------------------------------------------------


def test_mb5_usual_seats_have_their_carriers_and_come_in_the_order_of_play() -> None:
    options, sides = prepared("tf-17", "cardiv-2", "tf-16", "cardiv-1")
    assert options == {
        "pace": "turn",
        "sealed_planning": False,
        "carriers": {
            "cardiv-1": ["akagi", "kaga"],
            "cardiv-2": ["soryu", "hiryu"],
            "tf-16": ["enterprise", "hornet"],
            "tf-17": ["yorktown"],
        },
    }
    assert list(sides.items()) == [
        ("cardiv-1", "japanese"),
        ("cardiv-2", "japanese"),
        ("tf-16", "american"),
        ("tf-17", "american"),
    ]


def test_mb5_other_seats_are_given_their_carriers() -> None:
    options, sides = prepared(
        "ann", "bob", carriers__ann="enterprise,hornet,yorktown",
        carriers__bob="akagi,kaga,soryu,hiryu", pace="phase", sealed_planning="true",
    )  # fmt: skip
    assert list(sides.items()) == [("bob", "japanese"), ("ann", "american")]
    assert (options["pace"], options["sealed_planning"]) == ("phase", True)


@pytest.mark.parametrize(
    ("names", "words", "problem"),
    [
        (
            ("japanese", "bob"),
            {},
            (
                "",
                "seat 'bob' has no carriers",
                "MB5",
                "give them: --option carriers.bob=akagi,kaga"
                " (of akagi, kaga, soryu, hiryu, enterprise, hornet, yorktown)",
            ),
        ),
        (
            ("japanese", "tf-16"),
            {},
            (
                "options",
                "no seat has yorktown",
                "MB5",
                "every carrier belongs to exactly one seat",
            ),
        ),
        (
            ("japanese", "american", "akagi"),
            {},
            (
                "options",
                "a carrier has two seats",
                "MB5",
                "every carrier belongs to exactly one seat",
            ),
        ),
        (
            ("a", "b"),
            {"carriers__a": "akagi,kaga,soryu,hornet", "carriers__b": "hiryu,enterprise,yorktown"},
            (
                "options",
                "seat 'a' holds carriers of both sides, or none",
                "MB5",
                "a seat holds carriers of one side",
            ),
        ),
        (
            ("japanese", "american"),
            {"sealed_planning": "true"},
            (
                "options",
                "sealed planning needs the pace 'phase'",
                "MB4",
                "add pace=phase, or leave sealed_planning away",
            ),
        ),
        (
            ("japanese", "american"),
            {"sealed_planning": "yes"},
            (
                "--option sealed_planning",
                "'yes' is neither true nor false",
                "",
                "say true or false",
            ),
        ),
        (
            ("japanese", "american"),
            {"speed": "fast"},
            (
                "--option",
                "there is no option 'speed'",
                "",
                "Midway has pace, sealed_planning and carriers.SEAT",
            ),
        ),
        (
            ("japanese", "american"),
            {"carriers__nobody": "akagi"},
            (
                "--option",
                "there is no option 'carriers.nobody'",
                "",
                "Midway has pace, sealed_planning and carriers.SEAT",
            ),
        ),
    ],
)
def test_wrong_words_are_refused(
    names: tuple[str, ...], words: dict[str, str], problem: tuple[str, str, str, str]
) -> None:
    assert refused(*names, **words)[0] == problem


def test_a_pace_that_does_not_exist_is_refused() -> None:
    ((where, _, _, _),) = refused("japanese", "american", pace="hour")
    assert where == "--option, key 'pace'"


# --- a genesis that anybody may have written -----------------------------------------------------

OPTIONS: dict[str, Any] = {
    "pace": "turn",
    "sealed_planning": False,
    "carriers": {
        "japanese": ["akagi", "kaga", "soryu", "hiryu"],
        "american": ["enterprise", "hornet", "yorktown"],
    },
}
SIDES = {"japanese": "japanese", "american": "american"}


def defects(
    options: Mapping[str, Any], sides: Mapping[str, str], scenario: Mapping[str, Any] = START
) -> list[str]:
    setup = Setup(scenario=scenario, seats=seats(sides), options=options)
    problems = list(MIDWAY.check_setup(setup, CHARTS))
    assert all(problem.code in ("E12", "scenario") for problem in problems)
    return [problem.what for problem in problems]


def test_a_sound_genesis_has_no_defects() -> None:
    assert defects(OPTIONS, SIDES) == []
    assert defects({**OPTIONS, "witness": "opponent"}, SIDES) == []


@pytest.mark.parametrize(
    ("options", "sides", "whats"),
    [
        ({**OPTIONS, "speed": 1}, SIDES, ["unknown key 'speed'"]),
        ({**OPTIONS, "sealed_planning": "true"}, SIDES, ["must be true or false"]),
        (
            {**OPTIONS, "sealed_planning": True},
            SIDES,
            ["sealed planning needs the pace 'phase'"],
        ),
        (
            {**OPTIONS, "carriers": {"japanese": ["akagi"], "american": []}},
            SIDES,
            [
                "no seat has kaga, soryu, hiryu, enterprise, hornet, yorktown",
                "seat 'american' holds carriers of both sides, or none",
            ],
        ),
        (
            OPTIONS,
            {"japanese": "american", "american": "american"},
            ["seat 'japanese' is not of the side of its carriers"],
        ),
        (
            OPTIONS,
            {**SIDES, "third": "american"},
            [
                "seat 'third' is not of the side of its carriers",
                "the carriers' seats are not those of the game",
            ],
        ),
        (OPTIONS, {"japanese": "japanese"}, ["the carriers' seats are not those of the game"]),
        (
            OPTIONS,
            {"american": "american", "japanese": "japanese"},
            ["the seats do not stand in the order of play"],
        ),
        (
            OPTIONS,
            {"japanese": "japanese", "yankee": "american"},
            [
                "seat 'yankee' is not of the side of its carriers",
                "the carriers' seats are not those of the game",
            ],
        ),
    ],
)
def test_defects_of_a_genesis(
    options: Mapping[str, Any], sides: Mapping[str, str], whats: list[str]
) -> None:
    assert defects(options, sides) == whats


def test_a_scenario_must_fit_the_charts() -> None:
    strange = {**START, "start": {"waiting": ["Zuikaku-F"], "cap": []}}
    assert defects(OPTIONS, SIDES, strange) == [
        "the scenario names Zuikaku-F, which is no squadron"
    ]
    assert defects(OPTIONS, SIDES, {**START, "turns": 0}) == ["0 turns"]


# --- the start -----------------------------------------------------------------------------------


def test_d3_the_morning_strike_waits_and_two_squadrons_fly_cap() -> None:
    game = begun(SCENARIOS["midway-0700"], "japanese", "american")
    waiting = ("Akagi-DB", "Kaga-DB", "Hiryu-TB", "Soryu-TB", "Hiryu-F", "Soryu-F")
    flying = {**dict.fromkeys(waiting, "waiting"), "Akagi-F": "cap 1", "Kaga-F": "cap 1"}
    places = where(game, *game.squadrons)
    assert {id_: box for id_, box in places.items() if box != "hangar"} == flying
    assert (game.last_turn, game.pace, game.search_done) == (12, "turn", False)
    assert (game.seats, game.sealed_planning) == (("japanese", "american"), False)


def test_d3_an_even_start_has_all_in_their_own_hangars() -> None:
    game = begun(SCENARIOS["midway-even"], "japanese", "american", pace="phase")
    for squadron in game.squadrons.values():
        assert (squadron.box, squadron.carrier) == ("hangar", CHARTS.squadrons[squadron.id].carrier)
    assert game.pace == "phase"


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_mb5_squadrons_belong_to_the_seat_of_their_carrier(scenario: Mapping[str, Any]) -> None:
    game = begun(scenario, "cardiv-1", "cardiv-2", "tf-16", "tf-17")
    for squadron in game.squadrons.values():
        home = game.carriers[CHARTS.squadrons[squadron.id].carrier]
        assert (squadron.seat, squadron.side, squadron.sp) == (
            home.seat,
            home.side,
            CHARTS.squadrons[squadron.id].sp,
        )
        assert squadron.carrier == (home.id if squadron.box in ABOARD else "")
    assert all(carrier.damage == 0 for carrier in game.carriers.values())


# --- charts --------------------------------------------------------------------------------------


def test_d1_carriers() -> None:
    charts = [(id_, CHARTS.carriers[id_]) for id_ in CHARTS.house.order]
    assert [(id_, chart.aa, chart.repair) for id_, chart in charts] == [
        ("akagi", 7, 6),
        ("kaga", 9, 6),
        ("soryu", 6, 6),
        ("hiryu", 7, 6),
        ("enterprise", 12, 5),  # the same figure as her sisters [MH25]
        ("hornet", 12, 5),
        ("yorktown", 12, 4),
    ]


def test_d2_strength_by_side_and_kind() -> None:
    totals: dict[tuple[str, str], int] = {}
    for chart in CHARTS.squadrons.values():
        key = (CHARTS.carriers[chart.carrier].side, chart.kind)
        totals[key] = totals.get(key, 0) + chart.sp
    assert totals == {
        ("japanese", "F"): 20,
        ("japanese", "DB"): 20,
        ("japanese", "TB"): 23,
        ("american", "F"): 15,
        ("american", "DB"): 30,
        ("american", "TB"): 12,
    }


def test_d4_constants() -> None:
    limits, house, victory = CHARTS.limits, CHARTS.house, CHARTS.victory
    assert (limits.deck, limits.landing, limits.crippled, limits.sunk) == (20, 20, 7, 10)
    assert (limits.search_groups, limits.search_again, house.group_spread) == (4, 5, 1)
    assert (house.cap_rings, house.ditch, house.default_cap) == (3, 3, 10)
    assert (victory.sunk, victory.crippled_bonus) == (15, 3)
    assert [(grade.margin, grade.grade) for grade in victory.grades] == [
        (5, "marginal"),
        (15, "substantial"),
        (30, "decisive"),
    ]


def test_a_chart_that_is_missing_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        read_charts({})
    assert all(problem.code == "chart" for problem in caught.value.problems)
