"""A report with one of everything, some of it hostile."""

import pytest

from pbem.engine.sheets import Line, Row, Sheet
from pbem.report.blocks import (
    Cited,
    Facts,
    Heading,
    Lines,
    Message,
    Paragraph,
    Report,
    Table,
)

HOSTILE = "Ev\u202eil\x1b[31m <script>alert(1)</script> [bold red]&amp; \u2028end"


@pytest.fixture
def sheet() -> Sheet:
    return Sheet(
        title="Carriers",
        heads=("Carrier", "Damage", "State", "On deck"),
        rows=(
            Row(cells=("Akagi", "●●●○○○○○○○ 3", "3 hits", "Akagi-DB 5, Akagi-F 5"), style="hurt"),
            Row(cells=("Soryu", "●●●●●●●●●● 10", "SUNK", ""), style="lost"),
        ),
    )


@pytest.fixture
def report(sheet: Sheet) -> Report:
    return Report(
        title="Midway, turn 3",
        subtitle=f"from {HOSTILE}",
        blocks=(
            Facts(pairs=(("Next", "Yorktown"), ("Pace", "turn"))),
            Heading(text="Turn 3"),
            Heading(text="Phase 7: Japanese carrier attacks", level=3),
            Lines(
                lines=(
                    Line(text="Kaga-DB 5 SP and Akagi-TB 5 SP attack Yorktown [M7.1]"),
                    Line(text="M7.2 AA yorktown: 4 5 6 1 2 6, 4+ hits: 4", kind="roll"),
                    Line(text="Kaga-DB loses 4 SP", kind="loss"),
                    Line(text="nothing more was done", kind="note"),
                    Line(text=f"the sealed plan of {HOSTILE} was void", kind="breach"),
                )
            ),
            Paragraph(text="From here on the American side is to move, " * 4),
            Message(author=HOSTILE, text=f"Good luck!\nFrom me\n\n{HOSTILE}\n-----BEGIN X-----"),
            Heading(text="Carriers"),
            Table(sheet=sheet),
            Heading(text="Rules cited"),
            Cited(rules=(("M7.1", "Waves"), ("M7.2", "Anti-aircraft fire"))),
        ),
    )
