"""Plain reports are safe to mail and fit their width."""

import pytest

from pbem.engine.sheets import Line, Sheet
from pbem.report.blocks import Lines, Message, Paragraph, Report
from pbem.report.layout import width_of
from pbem.report.plain import render, table


@pytest.mark.parametrize("width", [78, 60, 40, 20])
def test_every_line_fits_and_is_safe_to_mail(report: Report, width: int) -> None:
    lines = render(report, width).split("\n")
    assert all(width_of(line) <= width + line.startswith(" From ") for line in lines)
    assert not any(line.startswith("From ") or line != line.rstrip() for line in lines)
    assert not {"\t", "\x1b", "\u202e", "\u2028"} & set("".join(lines))


def test_the_whole_reads_like_a_report(report: Report) -> None:
    text = render(report)
    assert text.startswith("Midway, turn 3\n==============\nfrom Ev‹U+202E›il‹U+001B›[31m")
    assert "\nNext: Yorktown\nPace: turn\n" in text
    assert "\nTurn 3\n------\n\nPhase 7: Japanese carrier attacks\n  Kaga-DB 5 SP and" in text
    assert "\n    M7.2 AA yorktown: 4 5 6 1 2 6, 4+ hits: 4\n  - Kaga-DB loses 4 SP\n" in text
    assert "\n  ! the sealed plan of Ev" in text
    assert "\nM7.2: Anti-aircraft fire\n" in text


def test_a_message_is_quoted_line_by_line(report: Report) -> None:
    text = render(report)
    assert "\n| Good luck!\n| From me\n|\n| Ev‹U+202E›il" in text
    assert "\n| -----BEGIN X-----\n" in text
    assert "\n-----BEGIN" not in text


def test_no_line_begins_with_from_and_a_space() -> None:
    assert render(Report(title="From me", blocks=(Paragraph(text="From you"),))) == (
        " From me\n=======\n\n From you\n"
    )


def test_a_long_line_hangs_under_its_beginning() -> None:
    words = "Kaga-DB loses 2 SP, Akagi-TB loses 3 SP"
    text = render(Report(title="t", blocks=(Lines(lines=(Line(text=words, kind="loss"),)),)), 30)
    assert text.endswith("  - Kaga-DB loses 2 SP,\n      Akagi-TB loses 3 SP\n")


def test_tables_keep_their_columns(sheet: Sheet) -> None:
    assert list(map(str.rstrip, table(sheet))) == [
        "Carrier  Damage         State   On deck",
        "-------  -------------  ------  ---------------------",
        "Akagi    ●●●○○○○○○○ 3   3 hits  Akagi-DB 5, Akagi-F 5",
        "Soryu    ●●●●●●●●●● 10  SUNK",
    ]


def test_a_narrow_table_is_told_row_by_row(sheet: Sheet) -> None:
    assert list(table(sheet, 30)) == [
        "Akagi",
        "  Damage: ●●●○○○○○○○ 3;",
        "    State: 3 hits; On deck:",
        "    Akagi-DB 5, Akagi-F 5",
        "Soryu",
        "  Damage: ●●●●●●●●●● 10;",
        "    State: SUNK",
    ]


def test_an_author_cannot_begin_a_line_of_ours() -> None:
    message = Message(author="x\nTurn 9", text="\r\nSUNK")
    assert render(Report(title="t", blocks=(message,))) == ("t\n=\n\nx⏎Turn 9 writes:\n|\n| SUNK\n")
