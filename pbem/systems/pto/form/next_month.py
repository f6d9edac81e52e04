"""What forces do unasked in the next month, by a file that may be a seat's last before it [F.4].

A pass may be that: with what it says of the month's end, or at its rest, nobody need ask again.
"""

from collections.abc import Iterator, Sequence

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form.countering import HALF
from pbem.systems.pto.form.forgone import is_last, rests
from pbem.systems.pto.form.homeward import all_home
from pbem.systems.pto.form.unasked import PHASE_2, acting_words, goes_on, under
from pbem.systems.pto.form.unordered import is_before_phase_2
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.month.p2_strategic import as_ordered as phase_2_sent
from pbem.systems.pto.rules.month.p6_end import sweep
from pbem.systems.pto.rules.sequence import first_side
from pbem.systems.pto.table.state import Game


def next_month_words(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Iterator[str]:
    """What the enemy's half then finds, if he goes first and no season comes before it [P3.0.1]."""
    game = enemys_half(view, orders, after, charts)
    if game is not None:
        when = "If you are not asked before, in the enemy's half of phase 3 next month"
        yield from acting_words(game, view, HALF, when, charts)


def enemys_half(
    view: View[Game], orders: tuple[Order, ...], after: Game, charts: Charts
) -> Game | None:
    """The game that the enemy's half of the next month finds; None if the seat is asked before."""
    if not (steps_of(view) & {"P3.1", "P4"} and _may_be_last(view, orders, after, charts)):
        return None
    game = under(all_home(view, orders, charts), view.seat, orders)
    game, _ = sweep(under(game, view.seat, orders, PHASE_2))
    game = replace(game, turn=game.turn + 1)
    return phase_2_sent(game, charts) if first_side(game) != view.side else None


def _may_be_last(view: View[Game], orders: Sequence[Order], after: Game, charts: Charts) -> bool:
    """Whether no file of the seat need follow before the next month's phase 3 [F.2.2, F.2.6]."""
    ends = is_before_phase_2(view, orders) or rests(orders) or is_last(view, orders, after, charts)
    return ends and goes_on(view.game)
