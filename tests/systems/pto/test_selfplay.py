"""Whole games by bots and by chance: they end, the files are those of F.2, everything is told."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise

import pytest

from pbem.engine.orders import Disclose, Order
from pbem.engine.snapshot import freeze, thaw
from pbem.engine.steps import View
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.rules.month.p4_parts import last_part
from pbem.systems.pto.rules.month.p4_turns import has_plan
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import BidOpened
from pbem.systems.pto.table.events_play import (
    FirstMover,
    Passed,
    StandingBroken,
    StandingOpened,
    Voided,
)
from pbem.systems.pto.table.standing import STANDING, Declines, StandingOrder
from pbem.systems.pto.table.state import Game
from tests.systems.pto.randomplay import player
from tests.systems.pto.selfplay import REAL, TWO, Filed, Match, Player, bot, match
from tests.systems.pto.tabletop import CHARTS, told
from tests.systems.pto.test_ph6_chance import adds_up

BOTS = [
    *((name, number) for name in ("midway", "leyte") for number in range(3)),
    ("pearl-harbor", 0),
]
CHANCE = [("pearl-harbor", 0), *((name, n) for name in ("midway", "leyte") for n in range(3))]
SHORTEST = (("midway", 0), ("leyte", 0))
"""What is not left to where whole games are played."""
MORE_SEATS = (
    ("japanese", "us-cn", "uk-ne-au"),
    ("japanese", "us", "uk-ne", "cn-au"),
    ("japanese", "us", "uk-ne", "cn", "au"),
)
EVERY = 12
"""At every so many files a snapshot is put to the test: it takes long."""
MOST_FILES = 400


def to_the_end(begun: Match, by: Player) -> Match:
    """A game played on; snapshots come back from disk as they were."""
    while not begun.is_over:
        assert len(begun.files) < MOST_FILES, "the game does not end"
        begun.step(by)
        if len(begun.files) % EVERY == 1:
            assert thaw(json.loads(json.dumps(freeze(begun.fold))), REAL) == begun.fold
    return begun


@cache
def by_bots(scenario: str, number: int, seats: tuple[str, ...] = TWO) -> Match:
    """A whole game of bots; `number` makes the dice."""
    return to_the_end(match(scenario, number, seats), bot)


@cache
def by_chance(scenario: str, number: int, seats: tuple[str, ...] = TWO) -> Match:
    """A whole game of players by chance."""
    return to_the_end(match(scenario, number, seats), player(number))


GAMES = [
    pytest.param((how, *one), marks=() if one in SHORTEST else pytest.mark.slow)
    for how, games in ((by_bots, BOTS), (by_chance, CHANCE))
    for one in games
]


@pytest.fixture(params=GAMES, ids=lambda one: f"{one[0].__name__}-{one[1]}-{one[2]}")
def game(request: pytest.FixtureRequest) -> Match:
    how, scenario, number = request.param
    found: Match = how(scenario, number)
    return found


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_ends_in_its_last_month(game: Match) -> None:
    ending = game.game.ending
    assert ending is not None
    assert game.game.turn == game.game.terms.last_turn
    assert ending.grade
    assert game.files[-1].turn in (game.game.turn, game.game.turn + 1)


def test_all_pieces_are_somewhere_at_all_times(game: Match) -> None:
    for scene in game.scenes:
        adds_up(scene.game)
        assert all(purse.points >= 0 and purse.track >= 0 for purse in scene.game.purses.values())


def test_every_event_has_its_sentences(game: Match) -> None:
    lines = [
        (event, [line.text for line in PTO.wording(event, CHARTS)])
        for scene in game.scenes
        for event in scene.events
    ]
    assert len(lines) > len(game.files)
    for event, texts in lines:
        assert bool(texts) != (isinstance(event, BidOpened) and not event.bid), event
        assert all(text and "  " not in text and text == text.strip() for text in texts), texts


@pytest.mark.slow
def test_what_bots_order_can_be_done() -> None:
    """Orders of a computer player come to nothing only by what the enemy has done since."""
    found = [by_bots(*one) for one in BOTS]
    orders = sum(len(file.orders) for one in found for file in one.files)
    events = [event for one in found for scene in one.scenes for event in scene.events]
    assert not told(events, StandingBroken)
    assert len(told(events, Voided)) < orders / 10


@pytest.mark.slow
def test_games_by_chance_try_nearly_everything() -> None:
    """Most kinds of order are given in one of them, all standing ones, sealed and open."""
    orders = [order for one in CHANCE for file in by_chance(*one).files for order in file.orders]
    kinds = {order.type for order in orders}
    assert {kind.type for kind in STANDING} <= kinds
    assert len(set(PTO.orders) & kinds) >= len(PTO.orders) - 9
    assert {order.openly for order in orders if isinstance(order, StandingOrder)} == {True, False}
    opened = [
        event
        for one in CHANCE
        for scene in by_chance(*one).scenes
        for event in told(scene.events, StandingOpened)
    ]
    assert opened


# --- the files of F.2 ----------------------------------------------------------------------------


def steps(file: Filed) -> tuple[str, ...]:
    """The steps that a file answers, without halves."""
    names = (key.partition("/")[2].partition("-")[0] for key in file.covers)
    return tuple(dict.fromkeys(names))


def months(game: Match) -> Iterator[tuple[int, list[Filed]]]:
    """The files of each month that decide something: the month stands in their keys."""
    deciding = [file for file in game.files if file.covers]
    for month, files in groupby(deciding, key=lambda file: int(file.covers[0].partition("/")[0])):
        yield month, list(files)


def first_movers(game: Match) -> dict[int, str]:
    """The side that performs phase 3 first, by month [P3.0.1]."""
    return {
        scene.turn: event.side for scene in game.scenes for event in told(scene.events, FirstMover)
    }


def test_a_month_asks_for_the_files_of_f2_in_their_order(game: Match) -> None:
    """Standing orders or the season, X, Y, offensives, then the ends that no pass brought."""
    movers = first_movers(game)
    for month, files in months(game):
        asked = [steps(file)[0] for file in files]
        opening = ["S2.3"] * 2 if opens_season(month) else []
        if not opening and month == game.game.terms.first_turn:
            opening = ["P0"]
        rest = asked[len(opening) :]
        assert asked[: len(opening)] == opening
        assert rest[:2] == ["P3.1", "P3.1"]
        assert [file.seat for file in files[len(opening) :][:2]] == [
            movers[month], other(movers[month]),
        ]  # fmt: skip
        offensives = [step for step in rest[2:] if step == "P4"]
        ends = rest[2 + len(offensives) :]
        assert rest[2:] == [*offensives, *ends]
        assert len(ends) <= 2
        assert set(ends) <= {"P5"}
        whose = [file.seat for file in files if steps(file) == ("P4",)]
        alternate = all(one != after for one, after in pairwise(whose))
        assert alternate or _declined(game) or _is_somebody_skipped(game, month)


def _is_somebody_skipped(game: Match, month: int) -> bool:
    """Whether a side passes without a file: it rests, or can pay for nothing [F.2.6, P0.5]."""
    scenes = [scene for scene in game.scenes if scene.turn == month]
    passes = sum(len(told(scene.events, Passed)) for scene in scenes)
    if any(o.type == "pass" and o.rest for f in game.files if f.turn == month for o in f.orders):
        return True
    files = [f for f in game.files if f.turn == month and steps(f) == ("P4",)]
    return passes > sum(all(one.type != "offensive" for one in file.orders) for file in files)


def _declined(game: Match) -> bool:
    """Whether somebody passes without a file at times [PH13.4]."""
    return any(isinstance(order, Declines) for file in game.files for order in file.orders)


def test_a_month_costs_two_files_and_its_offensives_and_two(game: Match) -> None:
    """F.2: passes included; a file that only opens comes where somebody would write twice.

    An offensive that is appended to phase 3 costs none.
    """
    for month, files in months(game):
        offensives = [file for file in files if any(o.type == "offensive" for o in file.orders)]
        performed = [file for file in offensives if steps(file) == ("P4",)]
        frame = 2 if opens_season(month) else int(month == game.game.terms.first_turn)
        passes = [f for f in files if steps(f) == ("P4",) and f not in performed]
        ends = [f for f in files if steps(f)[:1] == ("P5",)]
        assert len(files) == frame + 2 + len(performed) + len(passes) + len(ends)
        brought = {
            one.seat
            for one in files
            if (steps(one) == ("P4",) and has_plan(last_part(one.orders)))
            or (steps(one)[:1] == ("P3.1",) and has_plan(o for o in one.orders if o.type == "pass"))
        }
        closed = month < game.game.turn or game.game.ending is not None
        assert not closed or {one.seat for one in ends} == set(TWO) - brought


def test_files_that_decide_nothing_only_open(game: Match) -> None:
    """They open bids or standing orders, or stand between two files of one side (protocol 4)."""
    files = game.files
    for before, file, after in zip(files, files[1:], files[2:], strict=False):
        if not file.covers and not file.opened:
            assert before.seat != file.seat != after.seat, file
    assert len([file for file in files if not file.covers]) <= len(files) / 3


def idle(_: View[Game]) -> tuple[Order, ...]:
    """A player who leaves everything to the defaults."""
    return ()


@pytest.mark.parametrize(("scenario", "files"), [("midway", 7), ("leyte", 15)])
def test_a_month_without_orders_has_its_fixed_number_of_files(scenario: str, files: int) -> None:
    begun = to_the_end(match(scenario), idle)
    assert begun.game.ending is not None
    played = [file for file in begun.files if Disclose not in map(type, file.orders)]
    assert len(played) == files


# --- more seats ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seats", MORE_SEATS, ids=lambda seats: f"{len(seats)}-seats")
@pytest.mark.parametrize("how", [by_bots, by_chance])
def test_three_to_five_players(how: object, seats: tuple[str, ...]) -> None:
    """PH15.2: partners owe one after the other; nothing is sealed.

    Whoever's dice wait lets another go first (protocol 4).
    """
    play = by_bots if how is by_bots else by_chance
    found = play("leyte", len(seats), seats)
    assert found.game.ending is not None
    assert not [item for seat in found.seats.values() for items in seat.items.values()
                for item in items if item.startswith("standing/")]  # fmt: skip
    for _, files in months(found):
        phase_3 = [file.seat for file in files if steps(file)[:1] == ("P3.1",)]
        assert sorted(phase_3) == sorted(seats)
        assert phase_3.index("japanese") in (0, len(seats) - 1)
