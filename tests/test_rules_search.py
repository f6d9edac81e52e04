"""Rules found by the words of their headings and texts."""

import json
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.report.rulepage import texts_of
from pbem.report.rulesearch import found_rules
from tests.simulator import World
from tests.terminal import seen

BOOK = texts_of(
    [
        "## X1 Général retreat\n\nUnits go home. The base is closed.\n"
        "## X2 Bases\n\nA base holds four units:\n\n- a *closed* base none\n- others more\n"
        "## X3 Opening\n\n| base | opens |\n|---|---|\n| Lae | in June |\n"
        "## X4 Closed bases\n\nNothing lands there; units stay.\n"
    ]
)


@pytest.mark.parametrize(
    ("words", "hits"),
    [
        ("closed base", ["X4", "X2", "X1"]),
        ("BAS clos", ["X4", "X2", "X1"]),
        ("general", ["X1"]),
        ("GÉNÉRAL home", ["X1"]),
        ("ase", []),
        ("lae june", ["X3"]),
        ("x2", ["X2"]),
        ("unit", ["X1", "X2", "X4"]),
        ("!", []),
        ("", []),
    ],
)
def test_all_words_must_begin_so_and_headings_come_first(words: str, hits: list[str]) -> None:
    assert [hit.id for hit in found_rules(words, BOOK)] == hits


def test_the_line_that_has_most_of_the_words_is_told() -> None:
    lines = {hit.id: hit.line for hit in found_rules("closed base", BOOK)}
    assert lines == {"X4": "", "X1": "The base is closed.", "X2": "a closed base none"}
    assert found_rules("lae", BOOK)[0].line == "Lae, in June"


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert run(["rules", "search", *words]) == status
    out, err = capsys.readouterr()
    return out or err


def test_a_rule_is_told_with_its_id_heading_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "dive", "bombers", "--system", "midway").startswith(
        "6 rules with 'dive bombers'\n===========================\n\n"
        "Midway: A Terrible Resolve\n--------------------------\n\n"
        "M5.8 Torpedo or dive bombers\n"
    )
    out = said(capsys, "surviving", "SP", "dive", "bombers", "--system", "midway")
    assert out.endswith("M7.4 Dive bombers\n    Each surviving SP of dive bombers rolls one die.\n")


def test_many_are_cut_off_and_counted_unless_all_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = said(capsys, "carrier", "--system", "midway")
    assert few.endswith(" more: add a word, or --all\n")
    assert len(few.splitlines()) < 80
    number, more = int(few.split()[0]), int(few.split("\nand ")[1].split()[0])
    assert number == 15 + more
    found = json.loads(said(capsys, "carrier", "--system", "midway", "--json"))
    assert len(found) == number
    all_ = said(capsys, "carrier", "--system", "midway", "--all")
    assert [one for one in found if f"\n{one['id']} {one['title']}\n" not in all_] == []


def test_a_games_folder_means_its_own_book(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Midway: A Terrible Resolve" in said(capsys, "ditches")
    folder = str(next(iter(world.players.values())).folder)
    said_there = said(capsys, "ditches", "-C", folder, status=1)
    assert said_there.startswith("pbem: error: no rule has 'ditches'\npbem: hint: ")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("flack", "did you mean lack or flak or lacks?"),
        ("xyzzy", "try fewer words, or see 'pbem rules list SYSTEM'"),
        ("weather deck ditches", "try fewer words, or see 'pbem rules list SYSTEM'"),
    ],
)
def test_nothing_found(words: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, *words.split(), status=1)
    assert told == f"pbem: error: no rule has '{words}'\npbem: hint: {hint}\n"


def test_the_words_are_marked_on_a_terminal(tmp_path: Path) -> None:
    words = ("rules", "search", "surviving", "dive", "--system", "midway")
    lines = seen(80, tmp_path, *words, env={"TERM": "xterm"})
    mark, off = "\x1b[1;33m", "\x1b[0m"
    assert any(f"Each {mark}surviving{off} SP of {mark}dive{off} bombers" in one for one in lines)
    plain = seen(80, tmp_path, *words, env={"TERM": "xterm", "NO_COLOR": "1"})
    assert not any("\x1b" in line for line in plain)


def test_a_word_of_other_games_gets_the_word_of_these_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = said(capsys, "pto", "Invasion", status=1)
    assert told == "pbem: error: no rule has 'Invasion'\npbem: hint: the rules say 'landing'\n"
    told = said(capsys, "table", "invasion", status=1)
    assert "'landing'" not in told


def test_the_game_may_stand_before_the_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "Midway", "dive", "bombers") == said(
        capsys, "dive", "bombers", "--system", "midway"
    )
    assert run(["rules", "show", "pto P4A.1"]) == 0
    assert run(["rules", "show", "pto", "P4A.1"]) == 0
    page = capsys.readouterr().out
    assert "P4A.1.B Where\n-------------\n\nThe theatre is named" in page
    assert "Its cases" not in page


def test_words_are_shown_as_they_are_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """No rule has `hold-until` as such, only `hold` and `until`."""
    assert run(["rules", "search", "midway", "hold-until"]) == 0
    assert "rules with 'hold until'" in capsys.readouterr().out
