"""Whole games by chance: they end, every file is legal, the files are those of E.4, no breach."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise

import pytest

from pbem.codec import plain
from pbem.decode import decode
from pbem.engine.orders import Order
from pbem.engine.snapshot import freeze, thaw
from pbem.engine.steps import View
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_play import OperationsOver
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.selfplay import REAL, Filed, Match, match
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

GAMES = [
    ("bismarck-sea", 0),
    ("toenails", 0),
    ("bougainville", 0),
    *(
        pytest.param(*one, marks=pytest.mark.slow)
        for one in (
            ("bismarck-sea", 1), ("bismarck-sea", 2), ("toenails", 1), ("bougainville", 1),
            ("campaign", 0),
        )
    ),
]  # fmt: skip
"""The shortest scenarios once, and the others where whole games are played."""
EVERY = 20
"""At every so many files snapshots are put to the test: it takes long."""


@cache
def game(scenario: str, number: int) -> Match:
    """A whole game between two players by chance."""
    for files, stand in enumerate(walk(scenario, number)):
        assert files < 1_000, "the game does not end"
        if files and files % EVERY == 0:
            assert_is_kept(stand.match)
    return stand.match


def assert_is_kept(begun: Match) -> None:
    """Fold and hidden states come back from disk as they were."""
    assert thaw(json.loads(json.dumps(freeze(begun.fold))), REAL) == begun.fold
    for seat in begun.seats.values():
        stored = json.loads(json.dumps(plain(seat.private)))
        assert decode(Private, stored, code="folder", where="charts") == seat.private


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_a_game_ends_on_points_without_a_breach(scenario: str, number: int) -> None:
    played = game(scenario, number)
    ending = played.game.ending
    assert ending is not None
    assert ending.reason == "on points [H16.3]"
    assert played.files[-1].turn == played.game.terms.last_turn
    assert played.game.owed == (), "everything that earns points has been stated (E.6)"
    assert played.audit() == []


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_every_event_has_its_sentences(scenario: str, number: int) -> None:
    played = game(scenario, number)
    lines = [
        line.text
        for scene in played.scenes
        for event in scene.events
        for line in CARTWHEEL.wording(event, CHARTS)
    ]
    assert len(lines) > len(played.files)
    assert all(text and "  " not in text for text in lines)


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_a_turn_asks_for_the_files_of_e4_in_their_order(scenario: str, number: int) -> None:
    """Two files to open, one for recon that has waited, operations, one or two for each side."""
    played = game(scenario, number)
    for turn, files in turns(played):
        asked = [(f.seat, step) for f in files for step in steps_of(f)[:1]]
        frame = [one for one, _ in groupby(asked, key=lambda one: one if one[1] != "4.4" else "")]
        opener, second = (seat for seat, _ in asked[:2])
        assert opener != second
        assert asked[:2] == [
            (opener, "5.2" if opener == JAPANESE else "5.3"),
            (second, "5.2-second" if second == JAPANESE else "5.3-second"),
        ]
        late = [(opener, "7.3-late")] if (opener, "7.3-late") in asked else []
        assert frame[2 : 3 + len(late)] == [*late, ""], (turn, frame)
        ashore = frame[3 + len(late) :]
        assert [step for _, step in ashore] == sorted({step for _, step in ashore}), (turn, frame)


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_e_4_4_a_turn_is_opened_by_the_witness_of_the_file_that_closed_the_last(
    scenario: str, number: int
) -> None:
    """No file stands between: the first of a turn opens the dice, and decides at once."""
    played = game(scenario, number)
    for before, after in pairwise(played.files):
        if after.turn != before.turn:
            assert before.covers, (before, after)
            assert after.covers, (before, after)
            assert before.seat != after.seat, (before, after)


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_no_file_that_decides_nothing_could_have_been_spared(scenario: str, number: int) -> None:
    """E.4.1-E.4.3: such a file opens or states what the other side's next file needs to know."""
    played = game(scenario, number)
    for before, file, after in zip(played.files, played.files[1:], played.files[2:], strict=False):
        if not file.covers and file.asked != "E.6":
            assert before.seat != file.seat, file
            assert after.seat != file.seat, file
    empty = [file for file in played.files if not file.covers]
    assert len(empty) < len(played.files) / 3


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_a_side_writes_twice_running_only_on_its_run(scenario: str, number: int) -> None:
    """Without a mail in between nothing has changed but what one has done oneself [H8.1, H8.5].

    Where no dice wait, the side that has ended the phase may be first ashore, or conclude later.
    """
    played = game(scenario, number)
    for before, after in pairwise(played.files):
        if before.seat == after.seat:
            in_phase = steps_of(before)[:1] == steps_of(after)[:1] == ["4.4"]
            assert in_phase or steps_of(after)[0].startswith(("4.5", "4.6")), (before, after)


@pytest.mark.parametrize(("scenario", "number"), GAMES)
def test_statements_come_with_the_next_file_of_their_side(scenario: str, number: int) -> None:
    stated = [e for scene in game(scenario, number).scenes for e in scene.events]
    kinds = {event.kind for event in stated if isinstance(event, Stated)}
    assert {"replaced"} <= kinds


def turns(played: Match) -> Iterator[tuple[int, list[Filed]]]:
    """The files of each turn that decide something: a decision's turn stands in its keys."""
    deciding = [file for file in played.files if file.covers]
    for turn, files in groupby(deciding, key=lambda f: int(f.covers[0].partition("/")[0])):
        yield turn, list(files)


def steps_of(file: Filed) -> list[str]:
    """The steps that a file answers."""
    return [key.partition("/")[2] for key in file.covers]


# --- players who do nothing ----------------------------------------------------------------------


def idle(_: View[Game]) -> tuple[Order, ...]:
    """A player who leaves everything to the defaults."""
    return ()


@pytest.mark.parametrize("scenario", ["bismarck-sea", "toenails", "bougainville"])
def test_a_turn_without_orders_takes_eight_files_at_most(scenario: str) -> None:
    """Two to open, four passes, two ashore: all decide; t3 opens where it does not pass (E.4.4).

    The fourth pass of whoever is first ashore stands in the file with his orders there [H8.10.1].
    """
    begun = match(scenario)
    while not begun.is_over:
        begun.step(idle)
    for _, files in turns(begun):
        asked = {f.seat for f in files if any("4.5" in step for step in steps_of(f))}
        both = [f for f in files if {"4.4", "4.5-first"} <= {*steps_of(f)}]
        assert len(files) == 6 + len(asked) - len(both)
        assert not any(f.seat == files[-1].seat for f in both) or len(asked) == 1
    assert begun.audit() == []


def test_h17_1_who_has_nothing_to_land_orders_nothing_ashore() -> None:
    begun = match("bismarck-sea")
    while not begun.is_over:
        begun.step(idle)
    ashore = [e for scene in begun.scenes for e in scene.events if isinstance(e, OperationsOver)]
    assert [event.idle for event in ashore] == [(ALLIED,)] * 3, "the Allies have no transports"


def test_g15_the_first_turn_throws_for_missions_and_not_for_initiative() -> None:
    """The scenario names the Initiative player [7.0]; 7.5 is rolled as always [AMB-34]."""
    begun = match("toenails")
    while begun.fold.table.turn == 1:
        begun.step(idle)
    rolled = [
        label
        for scene in begun.scenes
        if scene.turn == 1
        for event in scene.events
        for label in _labels(plain(event))
    ]
    assert "5.1 event" in rolled
    assert [label for label in rolled if label.startswith(("7.4", "7.5"))] == ["7.5 missions"]


def _labels(value: object) -> Iterator[str]:
    """Every label of a roll in an event's plain values."""
    if isinstance(value, dict):
        if "label" in value:
            yield str(value["label"])
        for inner in value.values():
            yield from _labels(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _labels(inner)
