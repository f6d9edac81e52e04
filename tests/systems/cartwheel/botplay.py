"""Bots of Cartwheel at play, and positions for them."""

from pbem.engine.decisions import Decision
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.cartwheel.bot import bot
from pbem.systems.cartwheel.table.state import ALLIED, Game
from pbem.systems.cartwheel.table.under_way import Operations
from tests.systems.cartwheel.selfplay import Match, match
from tests.systems.cartwheel.tabletop import CHARTS


def player(view: View[Game]) -> tuple[Order, ...]:
    """What a bot orders."""
    return bot.orders(view, CHARTS)


def opening(scenario: str, files: int) -> Match:
    """A game of bots after so many files."""
    begun = match(scenario, 0)
    for _ in range(files):
        begun.step(player)
    return begun


def as_allied(view: View[Game], *, regroup: str) -> View[Game]:
    """The Allied view of an opportunity, at the start of a game."""
    operations = Operations(to_act=ALLIED, run=2)
    changed = replace(view.game.turn, eleventh="no", regroup=regroup)
    game = view.game.with_operations(operations).with_turn(changed)
    return replace(
        view,
        game=game,
        step="4.4",
        decision=Decision(seat="allied", rule="4.4", covers=("1/4.4",)),
    )
