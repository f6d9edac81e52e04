"""The clock of a game: signed in the genesis, reckoned from what one machine saw [protocol 12]."""

import json
import os
import time
from datetime import date, timedelta
from pathlib import Path

import pytest

import pbem.cli
from pbem.cli.timing import Owed, hours_told
from pbem.engine.clock import (
    HOUR,
    Clock,
    Moment,
    Pace,
    clock_word,
    gathered,
    lasted,
    pace,
    read_clock,
    span,
    waits,
)
from pbem.errors import Refused
from pbem.narrow import write_value
from pbem.scan import scan, tail
from pbem.turnfile import read
from tests.simulator import World, begin

CLAIM, REMIND = "96,24,120,claim", "96,24,120,remind"


def duel(place: Path, *, clock: str = "") -> World:
    words = {"game": "Go", "clock": clock} if clock else {"game": "Go"}
    return begin(place, "table", ("red", "blue"), words)


def hours(*spans: float) -> list[Moment]:
    """Files of red and blue in turn, each so many hours after the one before."""
    moments, at = [Moment(seat="blue", at=0)], 0.0
    for number, length in enumerate(spans):
        at += length * HOUR
        moments.append(Moment(seat=("red", "blue")[number % 2], at=at))
    return moments


def said(world: World, seat: str, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert world.players[seat].run(*words) == 0
    return capsys.readouterr().out


def ago(world: World, *spans: float) -> None:
    """Let the last files have come so many hours ago, on everybody's machine."""
    now = int(time.time())
    for player in world.players.values():
        names = sorted((player.folder / "chain").iterdir())[-len(spans) :]
        for path, length in zip(names, spans, strict=True):
            os.utime(path, (now - length * HOUR,) * 2)


# --- the reckoning ---


def test_who_writes_has_the_hours_that_are_left_and_those_that_a_file_adds_up_to_the_cap() -> None:
    clock = Clock(hours=96, add=24, cap=120, then="claim")
    assert gathered(clock, "red", waits(hours(), {})) == 96 * HOUR
    assert gathered(clock, "red", waits(hours(50, 70), {})) == 70 * HOUR
    assert gathered(clock, "blue", waits(hours(50, 70), {})) == 50 * HOUR
    assert gathered(clock, "red", waits(hours(1, 0, 1), {})) == 120 * HOUR


def test_who_was_late_begins_with_what_his_file_adds() -> None:
    clock = Clock(hours=96, add=24, cap=120, then="remind")
    assert gathered(clock, "red", waits(hours(500), {})) == 24 * HOUR


def test_the_cap_holds_from_the_start() -> None:
    clock = Clock(hours=96, add=24, cap=72, then="remind")
    assert gathered(clock, "red", []) == 72 * HOUR


def test_leaves_count_for_nobody_and_once_where_they_overlap() -> None:
    assert lasted(0, 10, []) == 10
    assert lasted(0, 10, [(2, 5), (4, 6), (9, 20)]) == 5
    assert lasted(5, 10, [(0, 6), (20, 30)]) == 4
    assert lasted(5, 10, [(0, 20)]) == 0
    assert lasted(10, 5, []) == 0
    assert [one.seconds for one in waits(hours(10, 10), {"blue": [(0, 15 * HOUR)]})] == [
        10 * HOUR,
        5 * HOUR,
    ]


def test_a_file_dated_before_the_one_that_it_answers_takes_no_time_and_gives_none() -> None:
    """A mail's date is whatever its sender wrote: it takes nothing from the other's hours."""
    found = [Moment(seat="blue", at=100), Moment(seat="red", at=20), Moment(seat="blue", at=130)]
    assert [(one.seat, one.seconds) for one in waits(found, {})] == [("red", 0), ("blue", 30)]


def test_the_pace_of_a_seat_is_told_in_quartiles() -> None:
    assert pace([4, 1, 3, 2, 5]) == Pace(files=5, quartiles=(2, 3, 4), longest=5, total=15)
    assert pace([1, 2]) == Pace(files=2, quartiles=(1.25, 1.5, 1.75), longest=2, total=3)
    assert pace([7]) == Pace(files=1, quartiles=(7, 7, 7), longest=7, total=7)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, "0 min"),
        (3599, "59 min"),
        (HOUR, "1 h"),
        (25.5 * HOUR, "1 d 1 h"),
        (240 * HOUR, "10 d 0 h"),
    ],
)
def test_spans_are_told_as_players_say_them(seconds: float, words: str) -> None:
    assert span(seconds) == words


@pytest.mark.parametrize("word", ["96,24,120,claim", "0,0,0,remind", "10000,1,10000,nothing"])
def test_a_clock_is_told_by_the_word_that_made_it(word: str) -> None:
    assert clock_word(read_clock(word)) == word


# --- the terms ---


@pytest.mark.parametrize(
    "word",
    ["96", "96,24,120", "96,24,120,win", "121,24,120,claim", "-1,24,120,claim", "1,1,10001,remind",
     "1,1,99999999999999999999,remind", "a,b,c,claim", "1,2,3,4,claim", "\u0661,1,1,claim"],
)  # fmt: skip
def test_a_word_that_is_no_clock_is_refused(word: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        duel(tmp_path, clock=word)
    (problem,) = refused.value.problems
    assert problem.what == f"clock={word[:40]} is no clock"
    assert problem.hint.endswith("nothing, remind or claim: clock=96,24,240,remind")
    assert not (tmp_path / "red").exists()


def test_the_clock_is_signed_and_stands_in_the_terms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    genesis = read(scan(world.mail[0])).genesis
    assert genesis is not None
    assert genesis.options["clock"] == {"hours": 96, "add": 24, "cap": 120, "then": "claim"}
    place = tmp_path / "genesis.pbem"
    place.write_bytes(world.mail[0])
    words = ["join", str(place), str(tmp_path / "again"), "--as", "blue", "--dry-run"]
    told = " ".join(said(world, "blue", capsys, *words).split())
    assert (
        "The clock (clock=96,24,120,claim): each seat has 96 hours to begin with and 24 more for "
        "each of its files, 120 at most; when they run out the others are offered a letter that "
        "claims the game, and nothing else happens. Without it: nobody's hours are counted." in told
    )


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (
            {"hours": 96, "add": 24, "cap": 120, "then": "win"},
            "must be one of: nothing, remind, claim",
        ),
        ({"hours": 96, "add": 24, "cap": 10_001, "then": "claim"}, "hours go from 0 to 10,000"),
        ({"hours": -1, "add": 24, "cap": 120, "then": "claim"}, "hours go from 0 to 10,000"),
        ({"hours": 96, "then": "claim"}, "key 'add' is missing"),
        (96, "must be a table"),
    ],
)
def test_a_genesis_with_another_clock_cannot_be_joined(
    tmp_path: Path, clock: object, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    right = b'clock = { hours = 96, add = 24, cap = 120, then = "claim" }'
    body = scan(world.mail[0]).body
    assert right in body
    body = body.replace(right, f"clock = {write_value(clock)}".encode())

    place = tmp_path / "genesis.pbem"
    place.write_bytes(body + tail(world.players["red"].key.sign(body)))
    folder = tmp_path / "again"
    assert world.players["blue"].run("join", str(place), str(folder), "--as", "blue") == 1
    err = capsys.readouterr().err
    assert "E12: [genesis.options] clock" in err
    assert told in err
    assert not folder.exists()


def test_options_offer_a_clock_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["rules", "options", "midway"], ["scenario", "show", "pearl-harbor"]):
        assert pbem.cli.run(words) == 0
        assert "The clock (clock=" in capsys.readouterr().out


# --- what is told ---


def test_status_and_games_tell_the_hours_that_are_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 65.5)
    assert "\nyou have 30 hours of 96 left\n" in said(world, "red", capsys, "status")
    status = said(world, "blue", capsys, "status")
    assert "\nthe Red side has 30 hours of 96 left\n" in status
    assert "claim" not in status
    assert json.loads(said(world, "blue", capsys, "status", "--json"))["left"] == 30
    assert world.players["blue"].run("turn", "--no-input") == 0
    assert "\n    the Red side has 30 hours of 96 left\n" in said(world, "blue", capsys, "games")


@pytest.mark.parametrize(
    ("spent", "left", "number"),
    [
        (0, "96 hours", 96),
        (0.2, "96 hours", 96),
        (95.2, "1 hour", 1),
        (95.8, "less than 1 hour", 0),
    ],
)
def test_hours_are_told_to_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spent: float, left: str, number: int
) -> None:
    """Nobody has lost an hour a second after the file came."""
    world = duel(tmp_path, clock=CLAIM)
    ago(world, spent)
    assert f"\nyou have {left} of 96 left\n" in said(world, "red", capsys, "status")
    assert json.loads(said(world, "blue", capsys, "status", "--json"))["left"] == number


def test_without_a_clock_nothing_is_told_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path)
    ago(world, 65.5)
    assert " hours " not in said(world, "blue", capsys, "status")
    found = json.loads(said(world, "blue", capsys, "status", "--json"))
    assert (found["clock"], found["left"]) == ({}, None)


def test_the_hours_run_from_the_last_join(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 500, 10.5)
    assert "the Red side has 85 hours of 96 left" in said(world, "blue", capsys, "status")
    waiting = begin(tmp_path / "w", "table", ("red", "blue"), {"clock": CLAIM}, joined=False)
    assert " hours " not in said(waiting, "red", capsys, "status")


def test_files_that_were_written_use_hours_up_and_add_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    world.round()
    ago(world, 60, 10.5)
    assert "the Blue side has 85 hours of 96 left" in said(world, "red", capsys, "status")
    world.round()
    ago(world, 90, 30, 10.5)  # red took 60 of 96 hours, and has 24 more
    assert "the Red side has 49 hours of 60 left" in said(world, "blue", capsys, "status")


@pytest.mark.parametrize(
    ("clock", "then"),
    [
        (CLAIM, "; you may claim the game: pbem -C {} mail claim"),
        (REMIND, "; remind him: pbem -C {} mail remind"),
        ("96,24,120,nothing", ""),
    ],
)
def test_hours_that_ran_out_are_told_with_what_the_players_agreed_on(
    tmp_path: Path, clock: str, then: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=clock)
    ago(world, 100.5)
    blue = world.players["blue"]
    line = f"\nthe Red side's 96 hours ran out 4 h ago{then.format(blue.folder)}\n"
    assert line in said(world, "blue", capsys, "status")
    assert "\nyour 96 hours ran out 4 h ago\n" in said(world, "red", capsys, "status")
    assert world.players["red"].run("turn", "--no-input") == 0
    world.round()  # nothing is decided by it: play goes on


def test_a_file_that_was_never_answered_may_be_sent_once_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path)
    blue = world.players["blue"]
    ago(world, 71)
    assert "if your file was lost" not in said(world, "blue", capsys, "status")
    ago(world, 73)
    line = f"\nno answer for 3 days; if your file was lost: pbem -C {blue.folder} mail resend\n"
    assert line in said(world, "blue", capsys, "status")
    assert "if your file was lost" not in said(world, "red", capsys, "status")


# --- leave ---


def test_a_leave_holds_the_clock_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 100.5)
    first, last = (date.today() + timedelta(days=days) for days in (-30, 30))
    days = f"{first}..{last}"
    assert "noted: you are away from " in said(world, "red", capsys, "leave", days)
    assert "\nyou have 96 hours of 96 left\nyou are away until " in said(
        world, "red", capsys, "status"
    )
    assert "the Red side's 96 hours ran out 4 h ago" in said(world, "blue", capsys, "status")
    said(world, "blue", capsys, "leave", days, "--of", "red")
    assert "\nthe Red side has 96 hours of 96 left\nthe Red side is away until " in said(
        world, "blue", capsys, "status"
    )
    assert "red is away from " in said(world, "blue", capsys, "leave")
    said(world, "blue", capsys, "leave", days, "--of", "red", "--drop")
    assert "nobody is known to be away" in said(world, "blue", capsys, "leave")
    assert "the Red side's 96 hours ran out" in said(world, "blue", capsys, "status")


def test_a_leave_is_told_to_the_others_with_the_next_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path)
    first, last = (date.today() + timedelta(days=days) for days in (5, 9))
    said(world, "blue", capsys, "leave", f"{first}..{last}")
    said(world, "blue", capsys, "leave", "2020-01-01")
    letter = " ".join(said(world, "blue", capsys, "mail", "write", "-o", "-").split())
    letter = letter.replace("= ", "")
    assert "The Blue side is away from " in letter
    assert f"To note it: pbem leave {first}..{last} --of blue" in letter
    assert "2020-01" not in letter  # its boundaries are digits by chance


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["2026-02-30"], "2026-02-30: there is no such day"),
        (["tomorrow"], "tomorrow: there is no such day"),
        (["2026-12-20..2026-12-01"], "it ends before it begins"),
        (["2026-12-20..2029-12-01"], "it is longer than a year"),
        (["2026-12-20", "--of", "green"], "--of: there is no other seat 'green'"),
        (["2026-12-20", "--of", "red"], "--of: there is no other seat 'red'"),
        (["2026-12-20", "--drop"], "2026-12-20: this leave is not noted"),
    ],
)
def test_what_is_no_leave_is_refused(
    tmp_path: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    red = duel(tmp_path).players["red"]
    assert red.run("leave", *words) == 1
    err = capsys.readouterr().err
    assert told in err
    assert "hint: " in err
    assert not (red.home / "leave.json").exists()


@pytest.mark.parametrize("text", ["", "x", "3", '[{"first": "x", "last": "y"}]', "[" * 30_000])
def test_a_list_of_leaves_that_cannot_be_read_stops_no_game_and_is_not_written_over(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    ago(world, 10.5)
    red = world.players["red"]
    (red.home / "leave.json").write_text(text)
    assert "you have 85 hours" in said(world, "red", capsys, "status")
    assert red.run("leave", "2026-12-20") == 1
    assert "leave.json" in capsys.readouterr().err
    assert (red.home / "leave.json").read_text() == text


# --- the ledger ---


def test_the_ledger_tells_who_took_how_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path)
    assert "No file has been written since the last join." in said(world, "red", capsys, "ledger")
    for _ in range(3):
        world.round()
    ago(world, 200, 190, 90, 50)
    assert said(world, "red", capsys, "ledger").splitlines()[4:] == [
        "Files since the last join",
        "-------------------------",
        "seat           files  usually  half of them     longest   together",
        "-------------  -----  -------  ---------------  --------  --------",
        "the Red side   2      1 d 1 h  17 h to 1 d 8 h  1 d 16 h  2 d 2 h",
        "the Blue side  1      4 d 4 h  4 d 4 h          4 d 4 h   4 d 4 h",
        "",
        "Usually is the median; half of the files took no less and no more than is",
        "told.",
    ]


def test_the_ledger_fits_a_narrow_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = duel(tmp_path)
    world.round()
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, said(world, "red", capsys, "ledger").splitlines())) <= 40


@pytest.mark.parametrize(
    "clock", [{"hours": "x"}, {"hours": 1, "add": 1, "cap": 1, "then": "win"}, {"a": [[]]}]
)
def test_a_kept_summary_with_another_clock_tells_nothing_of_it(
    tmp_path: Path, clock: object, capsys: pytest.CaptureFixture[str]
) -> None:
    world = duel(tmp_path, clock=CLAIM)
    place = world.players["red"].folder / "cache" / "status.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), "clock": clock}))
    assert " hours " not in said(world, "red", capsys, "status")
    assert json.loads(said(world, "red", capsys, "status", "--json"))["left"] is None


def test_no_more_hours_are_left_than_there_were() -> None:
    clock = Clock(hours=96, add=24, cap=240, then="nothing")
    found = Owed(clock=clock, had=147.7 * HOUR, left=147.6 * HOUR)
    assert hours_told(found) == "148 hours of 148 left"
