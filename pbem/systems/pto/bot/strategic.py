"""The computer player's bombers over Japan, ordered in the last file before phase 2 [P2.1.1]."""

from collections.abc import Iterator

from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.p2_strategic import can_bomb, can_escort
from pbem.systems.pto.rules.units import is_strategic
from pbem.systems.pto.table.orders_month import BombJapan
from pbem.systems.pto.table.state import Game

PAYER = "US"
"""The nation whose seat decides about the bombing [P2.0]."""


def orders(view: View[Game], charts: Charts) -> Iterator[BombJapan]:
    """Every strategic bomber in reach of Japan flies, with the fighters that reach it."""
    game = view.game
    if game.terms.no_strategic or PAYER not in game.nations_of(view.seat):
        return
    bombers = tuple(
        id_
        for id_, unit in game.air.items()
        if is_strategic(game, charts, unit) and can_bomb(game, id_, charts)
    )
    if bombers:
        escorts = tuple(id_ for id_ in game.air if can_escort(game, id_, charts))
        yield BombJapan(bombers=bombers, escorts=escorts[: len(bombers)])
