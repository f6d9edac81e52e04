"""Refusals of a player's own program, in one line each, for tests (E.3)."""

from typing import Any

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Operations, Raid
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

GAME = started()
BASES = GAME.bases
ALLIES, JAPAN = own("allied"), own("japanese")


def refused(private: Private, game: Game, *orders: Order, step: str = "") -> list[str]:
    """Every defect of own orders in one line: where, rule, what, and what to do instead.

    Without a step they stand in a file that takes them all.
    """
    named = {type(order) for order in orders}
    taken = {step for kind in KINDS if kind.order in named for step in kind.steps}
    steps = (step,) if step else sorted(taken)
    if not game.operations.to_act:
        game = game.with_operations(Operations(to_act=private.side, run=len(orders)))
    found = list(check(view(private, game, *steps), orders, CHARTS))
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


def raided(hex_: str, game: Game | None = None) -> Game:
    """The game in which an Allied strike awaits the Japanese reply."""
    raid = Raid(
        id="t1m1", side="allied", kind="strike", hex=hex_, band=2, escorts=1, strikers=2,
        transports=0, asked=True,
    )  # fmt: skip
    waiting = Operations(to_act="allied", queue=("t1m1",), raids=FrozenMap({"t1m1": raid}))
    return (game or GAME).with_operations(waiting)
