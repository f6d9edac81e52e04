"""Reports for the terminal: in colour only when asked, never obeying what they quote."""

import re

import pytest

from pbem.engine.sheets import Sheet
from pbem.report import console
from pbem.report.blocks import Message, Paragraph, Report
from pbem.report.layout import width_of

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("width", [100, 80, 60, 40])
@pytest.mark.parametrize("colour", [True, False])
def test_no_line_is_wider_than_the_terminal(report: Report, width: int, colour: bool) -> None:
    text = ESCAPE.sub("", console.render(report, width=width, colour=colour))
    assert max(map(width_of, text.split("\n"))) <= width
    assert not {"\t", "\x1b", "\u202e", "\u2028"} & set(text)


def test_without_colour_there_are_no_escapes_whatever_the_environment_says(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    assert "\x1b" not in console.render(report, colour=False)


def test_colour_changes_no_word(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    coloured = console.render(report, colour=True)
    assert "\x1b[31m  - " in coloured
    bare = [line.rstrip() for line in ESCAPE.sub("", coloured).split("\n")]
    assert bare == console.render(report, colour=False).split("\n")


def test_markup_and_emoji_names_are_only_text() -> None:
    text = "[bold]no[/bold] :boat: [link=file:///etc/passwd]x[/link]"
    report = Report(title=text, blocks=(Paragraph(text=text), Message(author=text, text=text)))
    shown = console.render(report, width=100)
    assert shown.count("[bold]no[/bold] :boat: [link=file:///etc/passwd]x[/link]") == 4
    assert "\x1b]8" not in shown


def test_a_message_is_framed(report: Report) -> None:
    shown = console.render(report, width=60, colour=False)
    assert re.search(r"^┌─ Ev‹U\+202E›il.*─┐$", shown, re.MULTILINE)
    assert re.search(r"^│ Good luck! +│$", shown, re.MULTILINE)


def test_a_sheet_stands_alone(sheet: Sheet) -> None:
    wide, narrow = (console.sheet(sheet, width=width, colour=False) for width in (80, 30))
    assert "Akagi    ●●●○○○○○○○ 3   3 hits  Akagi-DB 5, Akagi-F 5\n" in wide
    assert "Soryu\n  Damage: ●●●●●●●●●● 10;\n  State: SUNK\n" in narrow


def test_rich_is_imported_nowhere_else() -> None:
    from pathlib import Path  # noqa: PLC0415

    files = (Path(console.__file__).parents[1]).rglob("*.py")
    using = {f.name for f in files if re.search(r"^\s*(import|from) rich\b", f.read_text(), re.M)}
    assert using == {"console.py"}
