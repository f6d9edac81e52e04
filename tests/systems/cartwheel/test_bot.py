"""The computer player: whole games of bots against bots."""

from functools import cache

import pytest

from benchmarks.cartwheel import Played, figures
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.bot.answers import AWAY
from pbem.systems.cartwheel.bot.evasion import LIKELY
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Asked,
    NavalMission,
    Pass,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import ConcludeLater, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.table.under_way import Operations
from tests.systems.cartwheel.botplay import as_allied, opening, player
from tests.systems.cartwheel.selfplay import Filed, Match, played

BOTS = {"japanese": player, "allied": player}


@cache
def _game(scenario: str, number: int) -> Match:
    """A whole game between bots, played once for all tests."""
    return played(scenario, BOTS, number)


@cache
def _figures(scenario: str, number: int) -> Played:
    """What the benchmark reckons of a game."""
    return figures(_game(scenario, number))


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "number"),
    [
        ("bismarck-sea", 0),
        ("bismarck-sea", 1),
        ("toenails", 0),
        ("bougainville", 0),
        ("bougainville", 33),
    ],
)
def test_bots_play_a_scenario_to_its_end(scenario: str, number: int) -> None:
    """Every file is legal, or the game refuses it; both audits find nothing (E.7)."""
    game = _game(scenario, number)
    assert game.game.ending is not None
    assert game.game.ending.reason == "on points [H16.3]"
    assert game.audit() == []


@pytest.mark.slow
def test_bots_play_the_campaign_to_its_end() -> None:
    """Twelve turns with landings, attacks and battles of both sides, in few enough files."""
    game = _game("campaign", 3)
    assert game.game.ending is not None
    assert game.audit() == []
    assert len(game.files) < 400
    given = {(filed.seat, order.type) for filed in game.files for order in filed.orders}
    for side in (ALLIED, JAPANESE):
        kinds = {type_ for seat, type_ in given if seat == side}
        assert kinds >= {
            "air-mission",
            "naval-mission",
            "answers",
            "land",
            "march",
            "mark",
            "recon",
        }


SAMPLE = (
    ("bismarck-sea", 0),
    ("bismarck-sea", 1),
    ("toenails", 0),
    ("toenails", 8),
    ("bougainville", 0),
    ("bougainville", 4),
    pytest.param("campaign", 3, marks=pytest.mark.slow),
)
"""Games in which what the tests below speak of happens."""


@pytest.mark.parametrize(("scenario", "number"), SAMPLE)
def test_nobody_is_told_to_evade_without_a_fair_chance(scenario: str, number: int) -> None:
    """[H9.5]: whom the answers of a deciding file name, from a raid as low as it may come."""
    assert all(chance >= LIKELY for chance in _figures(scenario, number).sealed)


@pytest.mark.parametrize(("scenario", "number"), SAMPLE)
def test_an_answer_names_few_to_evade(scenario: str, number: int) -> None:
    assert 0 < _figures(scenario, number).crowd <= AWAY


@pytest.mark.parametrize(
    "games",
    [
        (("bougainville", 0), ("bougainville", 3)),
        pytest.param((("campaign", 3),), marks=pytest.mark.slow),
    ],
)
def test_some_evade_and_each_with_a_fair_chance(games: tuple[tuple[str, int], ...]) -> None:
    """[H9.5]: by the die as it was thrown, for nobody was hit after the answer was sealed."""
    tries = [one for game in games for one in _figures(*game).evasions]
    assert len(tries) >= 3
    assert any(one.away for one in tries)
    assert all(one.chance >= LIKELY for one in tries)


@pytest.mark.parametrize(("scenario", "number"), SAMPLE)
def test_the_eleventh_is_committed_to_fight_not_to_stage(scenario: str, number: int) -> None:
    """[5.2b, 5.2e]: every point that it brings the Allies is for a unit that fights."""
    game = _figures(scenario, number)
    assert game.fought == game.committed
    assert game.staged == 0


def test_the_eleventh_comes_when_there_is_something_to_bomb() -> None:
    game = _figures("bougainville", 4)
    assert game.committed > 0
    assert game.paid > 0


def test_dobodura_is_attacked_while_the_convoy_sails() -> None:
    assert any(_figures("bismarck-sea", number).raids for number in range(5))


# --- few mails -----------------------------------------------------------------------------------


def _orders_of(*games: tuple[str, int]) -> list[tuple[Filed, tuple[Order, ...]]]:
    """Files of 4.4 with what they give of missions and passes."""
    kinds = (AirMission, NavalMission, Pass)
    return [
        (filed, tuple(order for order in filed.orders if isinstance(order, kinds)))
        for game in games
        for filed in _game(*game).files
        if any(key.endswith("/4.4") for key in filed.covers)
    ]


@pytest.mark.parametrize("scenario", ["toenails", "bougainville"])
def test_h8_3_a_pass_rides_on_the_last_mission(scenario: str) -> None:
    """Most sides that have nothing more in mind say so with the mission, not by a mail more."""
    files = _orders_of((scenario, 0), (scenario, 4))
    passes = [given for _, given in files if given and isinstance(given[-1], Pass)]
    alone = [given for given in passes if len(given) == 1]
    assert passes
    assert len(alone) < len(passes) - len(alone)


def test_nobody_waits_for_a_side_that_is_out() -> None:
    """[H8.3]: its bombers fly no more, so that a single pass would only cost a mail."""
    view = as_allied(opening("toenails", 1).view(), regroup="no")
    operations = Operations(to_act=ALLIED, run=3, out=("japanese",))
    given = player(replace(view, game=view.game.with_operations(operations)))
    assert Pass() not in given


@pytest.mark.slow
def test_h8_10_2_ships_that_sail_last_go_home_in_a_file_of_their_own() -> None:
    """Nobody lands: what is ordered ashore is given blind, and concluded later [H12.2.2]."""
    files = [
        (given, filed)
        for filed, given in _orders_of(("campaign", 3))
        if any(isinstance(order, Pass) and order.ashore for order in given)
    ]
    assert files
    for given, filed in files:
        sails = any(isinstance(order, NavalMission) for order in given)
        assert sails == (ConcludeLater(later=True) in filed.orders)


# --- seeing a raid before it is answered ---------------------------------------------------------


def test_h8_9_7_where_most_units_stand_a_raid_is_seen_before_it_is_answered() -> None:
    """Fifteen units at Port Moresby; Rabaul's eight are not worth the mail."""
    begun = opening("campaign", 2)
    given = [order for filed in begun.files for order in filed.orders if isinstance(order, Asked)]
    assert [order.hexes for order in given] == [("0707",)]


def test_h7_3_1_recon_waits_where_it_would_be_told_nothing() -> None:
    """In a first turn the other side has sealed no charts when the opener places recon."""
    first, *later = (
        any(isinstance(order, Recon) and order.wait for order in filed.orders)
        for filed in _game("toenails", 0).files
        if any("7.3-first" in key for key in filed.covers)
    )
    assert first
    assert not any(later)


@pytest.mark.slow
def test_h8_6_who_is_asked_and_can_send_nobody_spares_himself_the_reply() -> None:
    """And he stands ready again before the enemy's next turn begins."""
    said = [
        (filed.turn, order.on)
        for filed in _game("campaign", 3).files
        for order in filed.orders
        if isinstance(order, StandDown)
    ]
    assert said
    assert [on for _, on in said] == [True, False] * (len(said) // 2)


def test_the_same_view_gives_the_same_orders() -> None:
    one, two = _game("bismarck-sea", 1), played("bismarck-sea", BOTS, 1)
    assert [filed.orders for filed in one.files] == [filed.orders for filed in two.files]
