"""The end: occupation, levels of victory, resignation, rulings [16, H16]."""

import pytest

from pbem.engine.steps import Verdict
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules import r16_victory as victory
from pbem.systems.cartwheel.table.events_turn import GameEnded, OccupationScored, TurnBegan
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, Terms
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import (
    CHARTS,
    TERMS,
    ashore,
    hurt,
    small_game,
    told,
)


def terms(rule: str, *, columns: tuple[int, int] = (1, 20)) -> Terms:
    return replace(TERMS, rule=rule, columns=columns)


def margin_of(half: int, rule: str = "17.4") -> Game:
    """A game at its end in which only this margin of half points has been earned."""
    game = small_game(turn=12, terms=replace(terms(rule), occupation=False))
    side = ALLIED if half > 0 else JAPANESE
    return game.awarded(side, abs(half), "H16.1", "test")


@pytest.mark.parametrize(
    ("rule", "half", "level", "winner"),
    [
        ("17.4", 180, "Allied decisive", ALLIED),
        ("17.4", 179, "Allied substantive", ALLIED),
        ("17.4", 120, "Allied marginal", ALLIED),
        ("17.4", 119, "draw", ""),
        ("17.4", 100, "draw", ""),
        ("17.4", 99, "Japanese marginal", JAPANESE),
        ("17.4", 40, "Japanese substantive", JAPANESE),
        ("17.4", 39, "Japanese decisive", JAPANESE),
        ("17.1", -6, "draw", ""),
        ("17.1", -7, "Japanese marginal", JAPANESE),
        ("17.1", -23, "Japanese decisive", JAPANESE),
        ("17.2", 0, "Japanese substantive", JAPANESE),
        ("17.2", 22, "draw", ""),
        ("17.3", 72, "Allied decisive", ALLIED),
    ],
)
def test_the_margin_in_half_points_gives_the_level(
    rule: str, half: int, level: str, winner: str
) -> None:
    game, events = victory.on_points(margin_of(half, rule), CHARTS)
    assert told(events, GameEnded)[0].margin == half
    grade = level.rsplit(maxsplit=1)[-1]
    assert victory.verdict(game) == Verdict(winner=winner, grade=grade, reason="on points [H16.3]")


def test_a_hex_counts_for_who_has_troops_in_it_alone() -> None:
    game = ashore(small_game(), "1606", "43-169")
    game = ashore(game, "0707", "20D-78")
    game = ashore(game, "1203", "3M-3")
    game = ashore(game, "1203", "GAR-RAB1")
    game = ashore(game, "0705", "51D-66")
    assert dict(victory.occupied(game, CHARTS)) == {"1606": (ALLIED, 16), "0707": (JAPANESE, 80)}


def test_3_0f_control_without_troops_earns_nothing() -> None:
    game = replace(small_game(), control=FrozenMap({"1606": ALLIED}))
    assert dict(victory.occupied(game, CHARTS)) == {}


def test_only_hexes_of_the_area_count() -> None:
    game = ashore(small_game(terms=terms("17.2", columns=(11, 20))), "0705", "7D-18")
    assert dict(victory.occupied(game, CHARTS)) == {}


def test_the_end_scores_occupation_and_rabaul() -> None:
    game = replace(hurt(started(), "RAB", 3), now=12)
    game = game.with_troops(replace(unit, at="") for unit in game.troops.values())
    game = ashore(game, "1606", "43-169")
    game, events = victory.on_points(game, CHARTS)
    scored = told(events, OccupationScored)[0]
    assert (dict(scored.holders), dict(scored.points)) == ({"1606": ALLIED}, {"1606": 16})
    assert scored.rabaul == 6
    assert game.ending is not None
    assert dict(game.ending.points) == {ALLIED: 22, JAPANESE: 0}


def test_a_destroyed_rabaul_is_worth_more() -> None:
    ruins = replace(started().bases["RAB"], status="destroyed", hits=10)
    assert victory.rabaul_points(started().with_base(ruins), CHARTS) == 12
    assert victory.rabaul_points(started(), CHARTS) == 0
    assert victory.rabaul_points(small_game(), CHARTS) == 0


def test_the_bismarck_sea_has_no_points_for_occupation() -> None:
    game, events = victory.on_points(replace(started("bismarck-sea"), now=3), CHARTS)
    assert game.awards == ()
    assert [type(event) for event in events] == [GameEnded]


def test_nobody_has_anything_that_counts_when_the_campaign_begins() -> None:
    assert dict(victory.occupied(started(), CHARTS)) == {}


@pytest.mark.parametrize(("seat", "winner"), [("rabaul", ALLIED), ("sydney", JAPANESE)])
def test_who_resigns_loses_decisively(seat: str, winner: str) -> None:
    game, events = victory.resign(started(), seat, CHARTS)
    assert told(events, GameEnded)[0].reason == "resigned"
    assert victory.verdict(game) == Verdict(
        winner=winner, grade="decisive", reason="the other side resigned [H16.4]"
    )


def test_a_turn_leads_to_the_next_and_the_last_to_the_end() -> None:
    game, events = victory.end_turn(replace(started(), now=11), CHARTS)
    assert (game.now, [type(event) for event in events]) == (12, [TurnBegan])
    assert victory.verdict(game) is None
    game, events = victory.end_turn(game, CHARTS)
    assert game.now == 12
    assert victory.verdict(game) is not None


def test_a_ruling_gives_and_takes_half_points() -> None:
    game, _ = victory.ruled(started(), ALLIED, 3, CHARTS)
    assert victory.margin(game) == 3
    assert victory.margin(victory.ruled(game, ALLIED, -5, CHARTS)[0]) == -2
