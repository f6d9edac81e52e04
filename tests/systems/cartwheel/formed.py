"""The forms of games played by chance, made once: what tests of the form look into."""

from collections.abc import Callable
from functools import cache
from itertools import islice

from pbem.engine.orders import Order
from pbem.engine.steps import Section, View
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

GAMES = (
    ("campaign", 1, 90),
    ("toenails", 2, 400),
    ("bougainville", 3, 150),
    ("bismarck-sea", 4, 400),
)
"""Scenario, seed, files at most."""
ASKED = ("toenails", 6, 400)
"""A game in which the 11th is committed when the Japanese are asked for a reply [H8.9.7]."""

Seen = tuple[View[Game], tuple[Section, ...]]


@cache
def seen(scenario: str, number: int, most: int) -> tuple[Seen, ...]:
    """Every form of a game played by chance, with the view that it was written for."""
    stands = (one for one in islice(walk(scenario, number), most) if not one.match.is_over)
    return tuple((one.view, sections(one.view, CHARTS)) for one in stands)


def forms() -> list[Seen]:
    """Every form of all games."""
    return [one for game in GAMES for one in seen(*game)]


def first(wanted: Callable[[View[Game]], bool]) -> dict[str, Section]:
    """The sections by rule of the first form whose view is as wanted."""
    _, found = next(one for one in forms() if wanted(one[0]))
    return {section.rule: section for section in found}


def answers(view: View[Game], step: str) -> bool:
    """Whether a view's file answers a step."""
    return any(key.endswith(f"/{step}") for key in view.decision.covers)


def shown(section: Section) -> tuple[tuple[Order, ...], ...]:
    """The orders of a section's examples that are meant to be given together."""
    return (*((order,) for order in section.examples), *section.together)
