"""The bot: it does a little of everything, and offers a draw from the third turn on."""

from collections.abc import Iterator

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.table.charts import Limits
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Seal, Unseal
from pbem.systems.table.state import DRAW, Game

LAST_TURN = 3
"""The turn in which it has had enough."""


def orders(view: View[Game], _: Limits) -> tuple[Order, ...]:
    """Legal orders for whatever the seat is asked [T1-T10]."""
    if not view.decision.covers:
        return ()
    return tuple(_orders(view))


def _orders(view: View[Game]) -> Iterator[Order]:
    game, offer = view.game, view.game.offers.get(view.game.other(view.side))
    if offer or view.turn >= LAST_TURN:
        yield Finish(result=offer or DRAW)
        return
    yield from (Unseal(note=id_) for id_ in view.own)
    for counter, claims in game.disputes.items():
        yield Put(counter=counter, value=claims.get(game.other(view.side), "0"))
    if "morale" in game.fresh and view.turn == 1:
        yield Contest(counter="morale")
    elif "morale" not in game.disputes:
        yield Put(counter="morale", value=str(view.turn))
    yield Roll(dice="2d6+1", about=f"an attack of {view.seat}")
    if not view.own:
        yield Seal(about="my next target", words=f"target {view.turn}")
    if view.seat == game.seats[-1]:
        yield Phase(name=game.phases[0] if game.phases else "", new_turn=True)
