"""What beginners' slips in an orders file are told: the line, what it is, and what to do."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pbem.cli import run
from tests.simulator import World, begin

HEAD = 'file = 2\nseat = "japan"\n\n[[order]]\n'
TYPE = 'type = "say"\n'
SLIPS = {
    "typographic quotes": (
        "type = “say”\n",
        'write plain quotes " in place of the curly ones that your editor made',
    ),
    "no quotes": ("type = say\n", 'write text in " ", numbers as digits alone'),
    "one quote": ('type = "say\n', 'a quotation mark " is missing in that line'),
    "a comma": ('type = "say",\n', "take away the mark at the end of that line"),
    "a colon": ('type: "say"\n', "write = between a key and its value"),
    "no value": ("type =\n", "write the value behind =, or take the line out"),
    "two keys in a line": (
        'type = "say"; words = "no"\n',
        "give each key a line of its own, without ;",
    ),
    "half a bracket": ("[[order]\n", "write [[order]], with two brackets on each side"),
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("japan", "us"))


def told(world: World, text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What `check` says of an orders file."""
    folder = world.players["japan"].folder
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8", newline="")
    run(["-C", str(folder), "check", str(path)])
    said = capsys.readouterr()
    return (said.err or said.out).replace(f"{path}", "mine.toml").splitlines()


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_with_its_line_and_what_to_do(
    name: str, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    line, hint = SLIPS[name]
    what, said = told(world, HEAD + line, capsys)
    assert what.startswith("pbem: error: mine.toml:5: not TOML: ")
    assert said == f"pbem: hint: {hint}"


def test_a_folded_list_of_which_the_rest_is_still_a_comment_is_told_so(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEAD + 'type = "claim"\nnames = ["a", "b",\n# "c"]\nwords = "no"\n'
    said = told(world, text, capsys)
    assert said[-1] == "pbem: hint: the list of line 6 goes on behind a #: take that away too"


def test_a_key_that_stands_twice_is_told_so(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(world, HEAD + TYPE + 'words = "no"\nwords = "yes"\n', capsys)
    assert said == [
        "pbem: error: mine.toml:7: not TOML: Cannot overwrite a value (column 14)",
        "pbem: hint: 'words' (line 6) stands twice: take one out; each order begins with [[order]]",
    ]


def test_brackets_without_end_are_told_with_their_line(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = "words = " + "[" * 9_000 + "]" * 9_000 + "\n"
    assert told(world, HEAD + TYPE + deep + "last = true\n", capsys) == [
        "pbem: error: mine.toml:6: nested too deep",
        "pbem: hint: take brackets away: a value has two pairs at most, one within the other",
    ]


def test_an_order_under_single_brackets_is_told_so_and_judged(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(world, HEAD.replace("[[order]]", "[order]") + 'type = "fynish"\n', capsys)
    assert said == [
        "pbem: error: mine.toml: an order begins with [order]",
        "pbem: hint: write [[order]], with two brackets",
        "pbem: error: E12: mine.toml, order 1: there is no order of type 'fynish'",
        "pbem: hint: did you mean finish?",
    ]


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_windows_line_ends_and_a_byte_order_mark_are_no_slips(
    ends: str, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\ufeff" + HEAD + TYPE + 'words = "no"\n'
    *_, said = told(world, text.replace("\n", ends), capsys)
    assert said.startswith("mine.toml: every order is legal; send it with: ")


def test_a_command_that_does_not_exist_is_told_with_what_was_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["stats"]) == 2
    assert capsys.readouterr().err == (
        "pbem: error: 'pbem' has no command 'stats'\npbem: hint: did you mean status or state?\n"
    )


def test_dice_of_a_file_without_any_are_not_said_to_be_none_at_all(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(world.players["japan"].folder)
    run(["-C", folder, "dice", "--file", "1"])
    run(["-C", folder, "dice"])
    assert capsys.readouterr().out.splitlines() == [
        "no dice belong to file 1",
        "no dice have been rolled yet",
    ]


@pytest.mark.parametrize("option", [[], ["--json"], ["--explain"]])
def test_dice_of_a_file_that_does_not_exist_are_refused_with_the_last_that_does(
    option: list[str], world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(world.players["japan"].folder)
    assert run(["-C", folder, "dice", "--file", "77", *option]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "pbem: error: there is no file 77 in this game",
        "pbem: hint: the last one is file 1",
    ]


def test_an_audit_before_the_end_leaves_nothing_behind_that_verify_mends(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(world.players["japan"].folder)
    assert run(["-C", folder, "audit"]) == 0
    capsys.readouterr()
    assert run(["-C", folder, "verify"]) == 0
    assert "written anew" not in capsys.readouterr().out


INTERRUPTS_RUST = """
import signal, sys
def press(event, arguments):
    if event == "compile" and str(arguments[0]).startswith('b"import sys; sys.modules['):
        signal.raise_signal(signal.SIGINT)
sys.addaudithook(press)
from pbem.cli import run
sys.exit(run(sys.argv[1:]))
"""
"""Ctrl-C while the module in Rust that encrypts sets itself up."""


def test_who_interrupts_while_age_is_being_loaded_reads_no_panic(world: World) -> None:
    player = world.players["japan"]
    command = [sys.executable, "-c", INTERRUPTS_RUST, "-C", str(player.folder), "send"]
    env = {**os.environ, "PBEM_HOME": str(player.home)}
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    told = "\npbem: interrupted; nothing is lost, run the command again\n"
    assert (ended.returncode, ended.stderr) == (130, told)


def test_who_interrupts_while_commands_are_being_loaded_reads_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Loading(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "pbem.cli.commands", Loading("commands"))
    assert run(["show"]) == 130
    assert capsys.readouterr().err == (
        "\npbem: interrupted; nothing is lost, run the command again\n"
    )
