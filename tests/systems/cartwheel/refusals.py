"""Refusals of a player's own program, in one line each, for tests (E.3)."""

from typing import Any

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.orders.hidden import private_problems
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.orders import AirMission
from pbem.systems.cartwheel.table.state import Game
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

GAME = started()
BASES = GAME.bases
ALLIES, JAPAN = own("allied"), own("japanese")


def refused(private: Private, game: Game, *orders: Order, step: str = "4.4") -> list[str]:
    """Every defect of own orders in one line: where, rule, what, and what to do instead."""
    found = list(private_problems(view(private, game, step), orders, CHARTS))
    assert all(problem.code == "E12" for problem in found)
    return [f"{p.where}: {p.rule}: {p.what} -> {p.hint}" for p in found]


def allies(unit: str, **status: Any) -> Private:
    """The Allied charts with one unit in another state."""
    return ALLIES.with_planes((replace(ALLIES.planes[unit], **status),))


def japanese(unit: str, **status: Any) -> Private:
    """The Japanese charts with one unit in another state."""
    return JAPAN.with_planes((replace(JAPAN.planes[unit], **status),))


def sweep(*escorts: str, **how: Any) -> AirMission:
    """A sweep over Rabaul."""
    return replace(AirMission(kind="sweep", hex="1203", band="high", escorts=escorts), **how)


def ruined(game: Game, base: str) -> Game:
    """The game with a base destroyed."""
    hits = CHARTS.damage["minor"].destroyed
    return game.with_base(replace(game.bases[base], status="destroyed", hits=hits))
