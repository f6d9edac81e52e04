"""Every event has its words, and the words say what happened."""

from typing import Any

import pytest

from pbem.engine.events import ALL, Event
from pbem.engine.sheets import Line
from pbem.frozen import FrozenMap
from pbem.report.blocks import KINDS
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.table.events import EVENTS
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.names import step_title
from tests.systems.midway.said import SAID, roll
from tests.systems.midway.tabletop import CHARTS


def event(kind: str, facts: dict[str, Any]) -> Event:
    return EVENTS[kind](to=ALL, **facts)


@pytest.mark.parametrize(("kind", "facts", "said"), SAID)
def test_what_is_said(kind: str, facts: dict[str, Any], said: list[tuple[str, str]]) -> None:
    assert lines(event(kind, facts), CHARTS) == tuple(
        Line(text=text, kind=manner) for manner, text in said
    )


def test_every_event_is_put_into_words() -> None:
    assert EVENTS
    assert {kind for kind, _, _ in SAID} == set(EVENTS)


def test_every_line_is_of_a_kind_that_reports_know() -> None:
    kinds = {line.kind for k, facts, _ in SAID for line in lines(event(k, facts), CHARTS)}
    assert kinds == set(KINDS)


def test_an_event_of_another_game_has_no_words() -> None:
    with pytest.raises(TypeError, match="no words for Event"):
        lines(Event(to=ALL), CHARTS)


def test_a_wave_that_aa_fire_misses() -> None:
    fired = happened.FlakFired(
        to=ALL,
        carrier="akagi",
        squadrons=("VB-6", "VS-6"),
        sp=10,
        roll=roll("M7.2 AA akagi", 1, 2, 3, 1, 2, 3, 1),
        losses=FrozenMap(),
    )
    assert [line.text for line in lines(fired, CHARTS)] == [
        "VB-6 and VS-6 attack Akagi with 10 SP [M7.1].",
        "M7.2 AA akagi: 1 2 3 1 2 3 1, needs 4 or more: 0 of 7 hit",
    ]


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("1", "Phase 1: Japanese landing"),
        ("6", "Phase 6: American CAP attacks"),
        ("7", "Phase 7: Japanese carrier attacks"),
        ("14", "Phase 14: American repair"),
    ],
)
def test_phases_have_titles(phase: str, title: str) -> None:
    assert step_title(1, phase) == title
