"""What the program writes in whole games reads well: one of a thing, no name or bracket twice.

The games are those of `tests.recording`; every form, report and table of theirs is read.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.engine.hidden import happenings
from pbem.engine.ledger import Rules
from pbem.engine.mentions import spelled
from pbem.engine.views import form_of
from pbem.report.blocks import build, shown
from pbem.report.plain import render
from pbem.report.telling import told
from tests.recording import GAMES, MOST_FILES, begun

WIDE = 10_000
"""So wide that no line is wrapped."""

SLIPS = {
    "one of several": re.compile(r"(?<![\d./:+−-] )(?<![\w./:+−×-])1 (?:[A-Za-z]+ )?[a-z-]+s\b"),
    "a name twice": re.compile(r"\b([A-Za-z][\w-]+) \1\b"),
    "a bracket behind a bracket": re.compile(r"\([^()]*\) \("),
    "a bracket in a bracket": re.compile(r"\([^()]*\("),
    "one thing or more": re.compile(r"\w\((?:s|es)\)"),
    "a mention that is not spelled out": re.compile("[⟨⟩]"),
}
SINGULAR = re.compile(
    r"1 (?:is|has|was|less|pass|loss|impetus|(?:or|and|to|of|at|in) \w+"
    r"|\w+ (?:is|has|was|this|pass|less)"
    r"|(?:\w+ )?(?:stays|returns|searches|sails|takes|loses|counts|does|lands|arrives))\b"
)
"""What follows one and ends in an s without being several."""


def slips(text: str) -> Iterator[str]:
    """Every slip in a text, with what is around it."""
    for what, pattern in SLIPS.items():
        for found in pattern.finditer(text):
            if what != "one of several" or not SINGULAR.match(found.group()):
                around = text[max(0, found.start() - 40) : found.end() + 20]
                yield f"{what}: …{around}…"


def texts(scenario: str) -> Iterator[str]:
    """Everything that a recorded game writes: forms, what files are for, reports, tables."""
    game, rules = begun(scenario)
    system = rules.system
    for _ in range(MOST_FILES):
        if game.is_over:
            return
        view, before = game.view(), len(game.scenes)
        for section in form_of(view, rules):
            yield from (section.title, *section.choices)
        if system.agenda is not None:
            names = system.names(view.game, rules.charts)
            yield from spelled(system.agenda(view.game, view.decision, rules.charts), names)
        game.step(lambda view: system.bot(view, rules.charts))
        yield from report(game.scenes[before:], rules).splitlines()


def report(scenes: list[Any], rules: Rules[Any]) -> str:
    """The report of some scenes with the tables after them, each line in one."""
    if not scenes:
        return ""
    after = scenes[-1].game
    events = told(happenings(scenes), rules, after)
    tables = shown(rules.system.sheets(after, rules.charts))
    return render(build("", events, tables, names=rules.system.names(after, rules.charts)), WIDE)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_what_a_game_writes_reads_well(scenario: str) -> None:
    assert sorted({slip for text in texts(scenario) for slip in slips(text)}) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("moves 1 areas at most", "one of several: …moves 1 areas at most…"),
        ("1 air units are there", "one of several: …1 air units are there…"),
        ("STP STP (jp-stp-2)", "a name twice: …STP STP (jp-stp-2)…"),
        ("B-25 69BS (b-25) (1 step)", "a bracket behind a bracket: …B-25 69BS (b-25) (1 step)…"),
        ("STP (a for Malaya (MAL))", "a bracket in a bracket: …STP (a for Malaya (MAL))…"),
    ],
)
def test_a_slip_is_found(text: str, found: str) -> None:
    assert list(slips(text)) == [found]


@pytest.mark.parametrize(
    "text",
    ["1 area at most", "needs 11 hits", "1 pass is void", "TF 1 stays in port", "round 1 is"],
)
def test_what_is_right_is_no_slip(text: str) -> None:
    assert not list(slips(text))
