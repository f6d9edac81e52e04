"""What is typed wrongly is told as every other refusal, by every command."""

import re
from collections.abc import Iterator

import click
import pytest

from pbem.cli import run
from tests.test_help import all_pages

COMMANDS = [ctx for ctx in all_pages() if not isinstance(ctx.command, click.Group)]
GROUPS = [ctx for ctx in all_pages() if isinstance(ctx.command, click.Group)]


def words(ctx: click.Context) -> list[str]:
    return ctx.command_path.split()[1:]


def given(command: click.Command) -> Iterator[str]:
    """Something for each word that a command must have."""
    for one in command.params:
        if one.required:
            yield from one.opts[:1] if isinstance(one, click.Option) else ()
            yield "1"


def test_most_commands_know_every_option_of_theirs() -> None:
    assert {ctx.command_path for ctx in COMMANDS if ctx not in STRICT} == {"pbem roll", "pbem set"}


def refused(typed: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The two lines that tell of wrong usage."""
    assert run(typed) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert [line[:12] for line in lines] == ["pbem: error:", "pbem: hint: "], err
    return [line.split(": ", 2)[2] for line in lines]


STRICT = [ctx for ctx in COMMANDS if not ctx.command.context_settings]
"""Those that take no word with a minus before it, as `pbem set fuel -2` does."""


@pytest.mark.parametrize("ctx", STRICT + GROUPS, ids=lambda ctx: ctx.command_path)
def test_an_unknown_option(ctx: click.Context, capsys: pytest.CaptureFixture[str]) -> None:
    what, hint = refused([*words(ctx), "--xyzzy"], capsys)
    assert what == f"'{ctx.command_path}' has no option '--xyzzy'"
    assert hint == f"see '{ctx.command_path} --help'"
    _, hint = refused([*words(ctx), "--hepl"], capsys)
    assert hint == "did you mean --help?"


def test_a_rule_s_id_where_a_command_belongs(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("MH33", "5.2e", "PH10.3"):
        what, hint = refused(["rules", typed], capsys)
        assert what == f"'pbem rules' has no command '{typed}'"
        assert hint == f"to read a rule: pbem rules show {typed}"


@pytest.mark.parametrize("ctx", GROUPS, ids=lambda ctx: ctx.command_path)
def test_an_unknown_command(ctx: click.Context, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(ctx.command, click.Group)
    first = ctx.command.list_commands(ctx)[0]
    what, hint = refused([*words(ctx), f"{first}x"], capsys)
    assert what == f"'{ctx.command_path}' has no command '{first}x'"
    assert hint.startswith("did you mean ")
    assert first in hint


NEEDY = [ctx for ctx in COMMANDS if list(given(ctx.command))]


@pytest.mark.parametrize("ctx", NEEDY, ids=lambda ctx: ctx.command_path)
def test_a_missing_argument(ctx: click.Context, capsys: pytest.CaptureFixture[str]) -> None:
    what, hint = refused(words(ctx), capsys)
    assert re.fullmatch(r"\S.* is missing", what)
    usage = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
    example = (ctx.command.epilog or "").removeprefix("Example:  ")
    assert example.startswith(ctx.command_path)
    assert hint == f"usage: {usage}, as in: {example}; see '{ctx.command_path} --help'"


GREEDY = [ctx for ctx in COMMANDS if not any(one.nargs == -1 for one in ctx.command.params)]


@pytest.mark.parametrize("ctx", GREEDY, ids=lambda ctx: ctx.command_path)
def test_a_word_too_many(ctx: click.Context, capsys: pytest.CaptureFixture[str]) -> None:
    most = sum(isinstance(one, click.Argument) for one in ctx.command.params)
    options = [word for word in given(ctx.command) if word.startswith("-")]
    typed = [*words(ctx), *(word for one in options for word in (one, "1")), *"1" * most, "plugh"]
    what, hint = refused(typed, capsys)
    assert what == "got unexpected extra argument (plugh)"
    assert hint.startswith(f"usage: {ctx.command_path} ")


@pytest.mark.parametrize("ctx", COMMANDS, ids=lambda ctx: ctx.command_path)
def test_an_option_without_its_value(
    ctx: click.Context, capsys: pytest.CaptureFixture[str]
) -> None:
    for one in ctx.command.params:
        if isinstance(one, click.Option) and not (one.is_flag or one.flag_value == ""):
            what, hint = refused([*words(ctx), one.opts[-1]], capsys)
            assert what == f"option '{one.opts[-1]}' requires an argument"
            assert hint.startswith(f"usage: {ctx.command_path} ")


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("map --zoom 7", "--zoom is a whole number from 1 to 3, not 7"),
        ("map --zoom two", "--zoom is a whole number from 1 to 3, not 'two'"),
        ("state --at 0", "--at is a whole number from 1 on, not 0"),
        ("replay --from -1", "--from: turns are numbered from 0 on, not -1"),
        ("dice --file x", "--file is a whole number, not 'x'"),
        ("consent six", "FILE-NUMBER is a whole number, not 'six'"),
        ("mail write -- -1", "[NUMBER] is a whole number from 0 on, not -1"),
        ("report --turn -1", "--turn: turns are numbered from 0 on, not -1"),
        ("config --unset", "option '--unset' requires an argument"),
        ("status --json=yes", "option '--json' does not take a value"),
        ("rules diff a b c", "give two folders at most"),
        ("keys new", "NAME is missing"),
        ("rules copy mine", "--system NAME is missing"),
    ],
)
def test_what_is_wrong_is_named(typed: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(typed.split(), capsys)[0] == what


def test_a_turn_is_shown_to_need_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["turn", "--help"]) == 0
    assert "pbem turn [OPTIONS] [FILE]..." in capsys.readouterr().out


def test_the_hint_is_for_the_game_that_was_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, hint = refused(["-C", "a b", "receive"], capsys)
    assert hint == (
        "usage: pbem -C 'a b' receive [OPTIONS] FILE..., as in: "
        "pbem -C 'a b' receive ~/Mail/attachments/0005-american.pbem; "
        "see pbem -C 'a b' receive --help"
    )


def test_what_was_typed_obeys_no_screen(capsys: pytest.CaptureFixture[str]) -> None:
    what, _ = refused(["status", "--\x1b[31mred\nalert"], capsys)
    assert "\x1b" not in what
