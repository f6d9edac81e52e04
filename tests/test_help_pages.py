"""`pbem help`: its pages name commands as they are, fit narrow terminals, and all are listed."""

import re
import shlex

import click
import pytest

from pbem.cli import run
from pbem.cli.commands import COMMANDS, called
from pbem.cli.help import page, topics, where_told
from tests.test_help import all_pages

_TYPED = re.compile(r"'(pbem [^']+)'|^- (pbem [^:]+):", re.MULTILINE)


def commands(topic: str) -> list[str]:
    return [quoted or item for quoted, item in _TYPED.findall(page(topic))]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("topic", topics())
def test_every_command_of_a_page_is_one_with_such_options(topic: str) -> None:
    text = page(topic)
    assert text.count("pbem ") == len(commands(topic)) > 2
    for line in commands(topic):
        words = shlex.split(line)[1:]
        ctx = called(words)
        rest = words[len(ctx.command_path.split()) - 1 :]
        if rest not in ([], ["--help"]):
            assert not isinstance(ctx.command, click.Group), line
            ctx.command.make_context(ctx.info_name, rest, parent=ctx.parent)


def test_a_page_that_names_what_is_not_there_would_be_noticed() -> None:
    ctx = called(["send"])
    with pytest.raises(click.NoSuchOption):
        ctx.command.make_context("send", ["--pretend"], parent=ctx.parent)


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("topic", topics())
def test_a_page_is_short_and_fits(
    topic: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = said(capsys, "help", topic).splitlines()
    assert lines[1] == "=" * len(lines[0])
    assert 8 < len(lines) < 40
    assert max(map(len, lines)) <= columns


def test_a_page_says_what_its_command_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "help", "mail").endswith("\nWhat the command takes: 'pbem mail --help'\n")
    assert "What the command takes" not in said(capsys, "help", "backup")


def test_without_a_topic_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "help").splitlines()
    assert [line.split()[0] for line in lines[: len(topics())]] == list(topics())
    wanted = {"mail", "turn", "dice", "secrets", "orders", "backup", "windows", "cheating"}
    assert set(topics()) == wanted | {"rules", "table"}
    assert "cheating  What cheating would take, and what shows it" in lines


@pytest.mark.parametrize("ctx", all_pages()[1:], ids=lambda ctx: ctx.command_path)
def test_every_command_has_its_help(ctx: click.Context, capsys: pytest.CaptureFixture[str]) -> None:
    words = ctx.command_path.split()[1:]
    if " ".join(words) not in topics():
        assert said(capsys, "help", *words) == said(capsys, *words, "--help")


def test_what_has_no_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "mial"]) == 1
    assert capsys.readouterr().err == (
        "pbem: error: there is no page on 'mial'\npbem: hint: did you mean mail?\n"
    )
    assert run(["help", "xyzzy"]) == 1
    assert "see 'pbem help' and 'pbem --help'" in capsys.readouterr().err
    assert "help" in COMMANDS


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("referee", "rules"),
        ("dispute", "rules"),
        ("question", "rules"),
        ("ruling", "rules"),
        ("deck", "table"),
    ],
)
def test_what_has_no_page_is_found_on_that_which_speaks_of_it_most(word: str, page: str) -> None:
    assert where_told(word) == f"'pbem help {page}'"


def test_a_command_that_is_none_is_looked_up_among_the_pages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["move"]) == 2
    assert "see 'pbem help table' and 'pbem --help'" in capsys.readouterr().err
