"""`pbem config`: a player's settings, in one file that never stops a command."""

import json
import re
import stat
from pathlib import Path

import pytest

from pbem.cli import run
from pbem.cli.dates import in_form
from tests.simulator import Player, begin
from tests.terminal import seen


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("VISUAL", "EDITOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["config", *words]) == 0
    return capsys.readouterr().out


def test_a_setting_is_made_told_and_taken_away(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "editor", "code --wait")
    said(capsys, "width", "72")
    path = home / "config.toml"
    assert path.read_text() == 'editor = "code --wait"\nwidth = 72\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert said(capsys, "width") == "72 (line 2 of the file)\n"
    said(capsys, "editor", "vi")
    said(capsys, "--unset", "width")
    assert path.read_text() == 'editor = "vi"\n'
    assert said(capsys, "--unset", "width") == "width is 100 (as the program has it)\n"
    assert [one.name for one in home.iterdir()] == ["config.toml"]


def test_all_are_told_with_their_meaning_and_where_each_comes_from(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "nano")
    monkeypatch.setenv("NO_COLOR", "1")
    said(capsys, "dates", "words")
    said(capsys, "colours", "always")
    assert said(capsys).replace("\n    ", " ").splitlines() == [
        f"your settings, in {home}/config.toml:",
        "editor = nano",
        "  opens your orders; a command with its options, such as code --wait",
        "  EDITOR in the environment",
        "colours = never",
        "  auto: on a terminal; always: in pipes, too; never. NO_COLOR in the environment wins",
        "  NO_COLOR in the environment",
        "width = 100",
        "  columns of a report on a terminal, 40 to 200, if it is as wide",
        "  as the program has it",
        "dates = words",
        "  numbers: 2026-11-20; words: 20 November 2026; short: Nov 20. So status, games "
        "and turn tell since when a file is owed; days of leave and letters stand in words, "
        "postmarks in numbers",
        "  line 1 of the file",
        "notify = (none)",
        "  is run when a file has come: a command, told of it in its environment "
        "(PBEM_HEADLINE and others) and on its standard input",
        "  as the program has it",
        "mailer = (none)",
        "  takes your mails on its standard input and sends them: a command, such as sendmail -t "
        "or msmtp -t; for --pipe, and the last step of 'pbem turn'",
        "  as the program has it",
        "observers = (none)",
        "  get a copy of each of your mails: addresses, with a comma between them",
        "  as the program has it",
        "answer = write",
        "  write: what comes is answered at once where nothing is to decide; send: and mailed by "
        "your account; never",
        "  as the program has it",
        "browser = (none)",
        "  opens the page to click orders together on; a command, such as firefox",
        "  as the program has it",
        "downloads = (none)",
        "  the folder in which your browser saves files, such as ~/Downloads",
        "  as the program has it",
    ]


def test_what_a_player_wrote_beside_it_stays(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "config.toml").write_text('# mine\ncolours = "never" # eyes\n\n# wide\nwidth = 90\n')
    said(capsys, "width", "60")
    said(capsys, "dates", "short")
    expected = '# mine\ncolours = "never" # eyes\n\n# wide\nwidth = 60\ndates = "short"\n'
    assert (home / "config.toml").read_text() == expected


@pytest.mark.parametrize(
    ("words", "what", "hint"),
    [
        (["editr", "vi"], "there is no setting 'editr'", "did you mean editor?"),
        (["yes", "true"], "there is no setting 'yes'", "there are editor, colours, width, dates"),
        (["--unset", "yes"], "there is no setting 'yes'", "there are editor"),
        (["colours", "red"], "colours: 'red' is none of its values", "say auto or always or never"),
        (["width", "20"], "width: this is no number from 40 to 200", "say a number from 40 to 200"),
        (["width", "wide"], "width: this is no number", "say a number"),
        (["width", "9" * 5_000], "width: this is no number", "say a number"),
        (["dates", "2026-11-20"], "dates: '2026-11-20' is none", "say numbers or words or short"),
        (["editor", " "], "editor: this is no command", 'such as "code --wait"'),
        (["editor", "a\nb"], "editor: this is no command", 'such as "code --wait"'),
    ],
)
def test_what_is_no_setting_is_refused_and_changes_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], what: str, hint: str
) -> None:
    assert run(["config", *words]) == 1
    told = capsys.readouterr().err
    assert f"error: {what}" in told
    assert hint in told
    assert not home.exists()


WRONG = [
    ('colours = "never"\nwidth = 9\n', "config.toml:2: this is no number from 40 to 200", "say a"),
    ("\ncolors = true\n", "config.toml:2: there is no setting 'colors'", "did you mean colours?"),
    (f"width = 0x{'f' * 5_000}\n", "config.toml:1: this is no number from 40", "say a number"),
    ("[width]\na = 1\n", "config.toml:1: ", "say a number"),
    ('editor = "vi\n', "config.toml:1: not TOML", "a quotation mark"),
    ("editor = 3\n", "config.toml:1: this is no text in quotes", 'say a command, such as "code'),
]


@pytest.mark.parametrize(("text", "what", "hint"), WRONG)
def test_a_wrong_file_is_told_with_its_line_and_stops_no_command(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, what: str, hint: str
) -> None:
    home.mkdir()
    (home / "config.toml").write_text(text)
    assert run(["config"]) == 1
    told = capsys.readouterr()
    assert "dates = numbers" in told.out
    assert what in told.err
    assert hint in told.err
    lines = seen(200, tmp_path, "rules", "show", "M7.4", env={"PBEM_HOME": str(home)})
    page = "\n".join(lines)
    assert page.count(what) == 1
    assert "passed over: " in page
    assert hint in page
    assert "Each surviving SP of dive bombers rolls one die" in page


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('editor = "vi\n', "config.toml:1: not TOML"),
        ("[mine]\n", "config.toml: cannot change width"),
        ("width = [\n90]\n", "config.toml: cannot change width"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_stays_as_it_is(
    home: Path, capsys: pytest.CaptureFixture[str], text: str, what: str
) -> None:
    home.mkdir()
    (home / "config.toml").write_text(text)
    assert run(["config", "width", "60"]) == 1
    told = capsys.readouterr().err
    assert what in told
    assert "pbem: hint: " in told
    assert (home / "config.toml").read_text() == text


@pytest.mark.parametrize("text", ["", "x" * 70_000, "\x00\xff"])
def test_a_file_that_is_no_file_stops_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    home.mkdir()
    if text:
        (home / "config.toml").write_text(text)
    else:
        (home / "config.toml").mkdir()
    assert run(["rules", "show", "M7.4"]) == 0
    assert "M7.4 Dive bombers" in capsys.readouterr().out


def coloured(home: Path, env: dict[str, str]) -> bool:
    lines = seen(100, home, "rules", "show", "M7.4", env={"PBEM_HOME": str(home), **env})
    return "\x1b[" in "\n".join(lines)


def test_colours_are_as_set_and_no_color_wins(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, "colours", "never")
    assert not coloured(home, {"TERM": "xterm"})
    said(capsys, "colours", "auto")
    assert coloured(home, {"TERM": "xterm"})
    assert not coloured(home, {"TERM": "dumb"})
    said(capsys, "colours", "always")
    assert coloured(home, {"TERM": "dumb"})
    assert not coloured(home, {"NO_COLOR": "1"})
    run(["rules", "show", "M7.4"])
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    run(["rules", "show", "M7.4"])
    assert "\x1b[" not in capsys.readouterr().out


def test_reports_are_as_wide_as_set(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def widest(columns: int) -> int:
        env = {"PBEM_HOME": str(home), "NO_COLOR": "1"}
        return max(map(len, seen(columns, home, "rules", "show", "MB3", env=env)))

    said(capsys, "width", "50")
    assert 40 < widest(120) <= 50
    said(capsys, "width", "120")
    assert 100 < widest(150) <= 120
    assert widest(60) <= 60


def test_the_editor_that_is_set_opens_the_orders(tmp_path: Path) -> None:
    player = begin(tmp_path, "midway/midway-0700", ("japanese", "american")).players["japanese"]
    script = tmp_path / "edit"
    script.write_text('#!/bin/sh\necho "# $1" >> "$2"\n')
    script.chmod(0o700)
    assert player.run("config", "editor", f"{script} wrote") == 0
    env = {"PBEM_HOME": str(player.home), "VISUAL": "false"}
    seen(80, player.folder, "turn", answers="e\nq\n", env=env)
    assert "# wrote" in (player.folder / "orders-0002.toml").read_text()


@pytest.fixture
def waiting(tmp_path: Path) -> Player:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american")).players["japanese"]


@pytest.mark.parametrize("command", ["status", "games"])
@pytest.mark.parametrize(
    ("form", "date"),
    [
        ("numbers", r"\d{4}-\d\d-\d\d \d\d:\d\d"),
        ("words", r"\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d"),
        ("short", r"[A-Z][a-z]{2} \d+, \d\d:\d\d"),
    ],
)
def test_dates_have_the_form_that_is_set(
    waiting: Player, capsys: pytest.CaptureFixture[str], form: str, date: str, command: str
) -> None:
    waiting.run("orders")  # a command that moves a game on puts it on the list
    waiting.run("config", "dates", form)
    capsys.readouterr()
    assert waiting.run(command) == 0
    assert re.search(rf"YOU owe file 2.*\n?.* since {date}\b", capsys.readouterr().out)


def test_data_for_scripts_keep_their_form(
    waiting: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting.run("config", "dates", "words")
    capsys.readouterr()
    waiting.run("status", "--json")
    assert json.loads(capsys.readouterr().out)["since"][4] == "-"


def test_a_date_in_each_form() -> None:
    when = "2026-09-05 07:03"
    assert in_form(when, "numbers") == when
    assert in_form(when, "words") == "5 September 2026, 07:03"
    assert in_form(when, "short") == "Sep 5, 07:03"
    assert in_form(when, "") == when
