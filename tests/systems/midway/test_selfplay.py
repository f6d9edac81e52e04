"""Whole games of bots: their orders are always legal, and so is whatever the form offers."""

from itertools import product
from typing import Any

import pytest

from pbem.engine.orders import COMMON, decode_orders, encode_order
from pbem.engine.steps import View
from pbem.report import console, html, plain
from pbem.report.blocks import build, shown
from pbem.report.telling import told
from pbem.systems.midway.bot import orders as bot
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.orders.check import check
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import EVENTS
from pbem.systems.midway.table.orders import SearchGroups
from pbem.systems.midway.table.state import Game
from tests import selfplay
from tests.systems.midway.selfplay import Match, idle, match, moments
from tests.systems.midway.tabletop import CHARTS

SEATS = (
    ("japanese", "american"),
    ("cardiv-1", "cardiv-2", "tf-16", "tf-17"),
    ("akagi", "kaga", "soryu", "hiryu", "enterprise", "hornet", "yorktown"),
)
KINDS: list[dict[str, Any]] = [
    {"scenario": scenario, "pace": pace, "sealed": sealed}
    for scenario, (pace, sealed) in product(
        ("midway-0700", "midway-even"), (("turn", False), ("phase", False), ("phase", True))
    )
]


def problems(view: View[Game], *orders: Any) -> list[str]:
    return [str(problem) for problem in check(view, orders, CHARTS)]


@pytest.mark.parametrize("seats", SEATS, ids=len)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind.values())))
def test_the_bot_is_always_legal(seats: tuple[str, ...], kind: dict[str, Any]) -> None:
    decisions = 0
    for number in range(3):
        started = match(number, *seats, **kind)
        for view in moments(started, bot, bot):
            given = bot(view, CHARTS)
            assert problems(view, *given) == []
            assert bot(view, CHARTS) == given
            encoded = [encode_order(order) for order in given]
            assert decode_orders(encoded, {**MIDWAY.orders, **COMMON}, code="x") == given
            decisions += 1
        voided = [h for h in started.happenings if isinstance(h.event, EVENTS["OrderVoided"])]
        assert voided == []
    assert decisions > 50


@pytest.mark.parametrize("seats", SEATS, ids=len)
@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_everything_the_form_offers_is_legal(seats: tuple[str, ...], pace: str) -> None:
    offered: set[str] = set()
    for view in moments(match(7, *seats, pace=pace), bot, bot):
        for section in sections(view, CHARTS):
            assert all(section.choices)
            for example in section.examples:
                assert problems(view, example) == [], example
                offered.add(example.type)
            assert problems(view, *section.orders) == []
    assert {"land", "move", "stay", "cap-attack", "attack", "launch", "plan"} <= offered
    assert SearchGroups.type in offered


def played(number: int, **kind: Any) -> Match:
    started = match(number, **kind)
    for _ in moments(started, bot, bot):
        pass
    return started


def test_a_whole_game_is_told_and_shown() -> None:
    started = played(3)
    report = build(
        "The whole game",
        told(started.happenings, selfplay.rules_of(MIDWAY), started.table.game),
        shown(MIDWAY.sheets(started.table.game, CHARTS)),
        titles={"M7.2": "Anti-aircraft fire"},
    )
    text = plain.render(report)
    assert "Turn 1\n------\n\nPhase 1: Japanese landing\n" in text
    assert "    AA fire of " in text
    assert max(map(len, console.render(report, width=60, colour=False).split("\n"))) <= 60
    assert '<a href="#rule-M7.2">M7.2</a>' in html.render(report)


def points(started: Match) -> tuple[int, int]:
    ending = started.table.game.ending
    assert ending is not None
    return ending.points.get("japanese", 0), ending.points.get("american", 0)


def test_the_bot_plays_better_than_all_defaults() -> None:
    margin = 0
    for number in range(30):
        for japanese, american, sign in ((bot, idle, 1), (idle, bot, -1)):
            started = match(number)
            for _ in moments(started, japanese, american):
                pass
            ours, theirs = points(started)
            margin += sign * (ours - theirs)
    assert margin > 0
