"""Setting up games: seats, options, the four scenarios' starts [H17]."""

from collections.abc import Mapping

import pytest

from pbem.codec import canonical, plain
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r17_setup import check_setup, prepare, starting_planes
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.rulebook import scenario_table
from tests.systems.cartwheel.started import setup_of, started
from tests.systems.cartwheel.tabletop import CHARTS

NAMES = ("campaign", "bismarck-sea", "toenails", "bougainville")
ONE_EACH = "the game has one player's seat on each side"


# --- the organiser's words -----------------------------------------------------------------------


def prepared(*names: str, **words: str) -> Mapping[str, str]:
    options = {key.replace("_", "."): word for key, word in words.items()}
    return prepare(scenario_table("campaign"), names, options).sides


def test_the_japanese_seat_plays_first() -> None:
    assert list(prepared("allied", "japanese").items()) == [
        ("japanese", "japanese"), ("allied", "allied")
    ]  # fmt: skip
    sides = prepared("anna", "bert", side_anna="allied", side_bert="japanese")
    assert list(sides.items()) == [("bert", "japanese"), ("anna", "allied")]


@pytest.mark.parametrize(
    ("names", "words", "what"),
    [
        (("allied", "bert"), {}, "seat 'bert' has no side"),
        (("allied", "bert"), {"side.bert": "allied"}, ONE_EACH),
        (("allied",), {}, ONE_EACH),
        (("allied", "japanese", "x"), {"side.x": "allied"}, ONE_EACH),
        (("allied", "japanese"), {"pace": "turn"}, "there is no option 'pace'"),
        (("allied", "bert"), {"side.bert": "neutral"}, "seat 'bert' has no side"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused(
    names: tuple[str, ...], words: Mapping[str, str], what: str
) -> None:
    with pytest.raises(Refused) as refused:
        prepare(scenario_table("campaign"), names, words)
    assert [problem.what for problem in refused.value.problems] == [what]
    assert all(problem.hint for problem in refused.value.problems)


# --- a genesis -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_that_ship_can_be_set_up(name: str) -> None:
    assert list(check_setup(setup_of(name), CHARTS)) == []


def test_seats_out_of_order_or_on_one_side_are_refused() -> None:
    setup = setup_of("campaign")
    for seats in (setup.seats[::-1], setup.seats[:1], (setup.seats[0], setup.seats[0])):
        problems = list(check_setup(replace(setup, seats=seats), CHARTS))
        assert [problem.rule for problem in problems] == ["4.1"]


def test_unknown_options_and_broken_scenarios_are_refused() -> None:
    setup = replace(setup_of("campaign"), options={"witness": "nobody"})
    assert [problem.code for problem in check_setup(setup, CHARTS)] == ["E12"]
    strange = {**scenario_table("campaign"), "forts": ["9999"]}
    problems = list(check_setup(replace(setup_of("campaign"), scenario=strange), CHARTS))
    assert problems
    assert {problem.code for problem in problems} == {"E12"}


# --- the start -----------------------------------------------------------------------------------


def test_the_campaign_starts_as_it_is_listed() -> None:
    game = started()
    assert (game.now, game.holder) == (1, ALLIED)
    assert dict(game.seats) == {ALLIED: "sydney", JAPANESE: "rabaul"}
    assert (game.terms.last_turn, game.terms.cap, game.terms.regroups) == (12, 6, True)
    assert (game.terms.tf36_limit, game.terms.tf36_from) == (3, 5)
    assert {id_ for id_, base in game.bases.items() if base.status == "destroyed"} == {"NAD", "TOR"}
    assert {id_ for id_, base in game.bases.items() if base.status == "in-hand"} == {
        "MA1", "MA2", "MA3", "MJ1", "MJ2"
    }  # fmt: skip
    assert [id_ for id_, base in game.bases.items() if base.radar] == ["GUA"]
    assert game.forts == ("0705", "1203", "1405", "1606")
    assert dict(game.pools) == {ALLIED: 3, JAPANESE: 2}
    assert (game.ships["IJN-CV1"].at, game.ships["TF36-CV"].at, game.ships["SS1"].at) == (
        "TRK", "", ""
    )  # fmt: skip
    assert game.troops["GAR-RAB1"].at == "1203"
    assert (game.troops["PIR-503"].at, game.troops["PIR-503"].steps) == ("", 2)


def test_air_units_stand_where_they_are_listed_for_both_to_see() -> None:
    japanese = starting_planes(started(), JAPANESE)
    assert japanese["DIN-11"] == "TRK"
    assert japanese["A6M-204a"] == "BUI"
    assert "KI61-78a" not in japanese
    allied = starting_planes(started(), ALLIED)
    assert allied["B24-319"] == "PM"
    assert not {"F6F-12", "PBY-M", "B24-403"} & set(allied)
    assert started().air["F6F-12"].arrived is False
    assert started().air["PBY-M"].arrived is False


def test_the_bismarck_sea_is_small() -> None:
    game = started("bismarck-sea")
    assert (game.terms.first_turn, game.terms.last_turn, game.terms.columns) == (1, 3, (5, 13))
    assert not {"KIR", "WDL", "GUA", "HOL"} & set(game.bases)
    assert not {"1106", "1206"} & set(game.control)
    assert game.ships["MARU1"].cargo == ("51D-115", "supply", "supply")
    assert game.troops["51D-115"].at == "MARU1"
    assert {id_ for id_ in game.air if CHARTS.air[id_].is_eleventh} == {"A6M-ZO", "DIN-11"}
    assert not {"TF36-CV", "F6F-12"} & {*game.ships, *game.air}
    assert {id_ for id_ in game.bases if CHARTS.bases[id_].is_mobile} == {"MA1", "MJ1"}
    assert (game.terms.ground_combat, game.terms.occupation) == (False, False)
    assert game.terms.convoy is not None
    assert game.terms.convoy.landed_step == 6


def test_toenails_and_bougainville_differ_as_listed() -> None:
    toenails, bougainville = started("toenails"), started("bougainville")
    assert (toenails.terms.cap, toenails.terms.tf36_limit, toenails.terms.tf36_from) == (5, 1, 1)
    assert (bougainville.now, bougainville.terms.last_turn) == (8, 11)
    assert (bougainville.terms.tf36_limit, bougainville.terms.tf36_from) == (2, 9)
    assert (bougainville.bases["BUI"].hits, bougainville.control["1606"]) == (2, ALLIED)
    assert is_disrupted(bougainville.bases["BUI"], CHARTS)
    assert bougainville.bases["MUN"].owner == ALLIED
    assert {id_ for id_, base in bougainville.bases.items() if base.radar} == {"GUA", "MUN"}


@pytest.mark.parametrize("name", NAMES)
def test_every_base_has_an_owner_and_the_state_a_canonical_form(name: str) -> None:
    game = started(name)
    assert {base.owner for base in game.bases.values()} == {ALLIED, JAPANESE}
    assert len(canonical(plain(game))) < 100_000
