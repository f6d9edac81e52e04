"""Whether a first offensive may be appended to a file of phase 3, and as it stands there [F.2].

It is judged as if phase 3 went as ordered and met nobody: its dice are not thrown yet.
"""

from pbem.engine.kinds import Numbered
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.p3_return import fly_home
from pbem.systems.pto.rules.month.p4_appended import appending_seat
from pbem.systems.pto.table.naming import side_name
from pbem.systems.pto.table.orders_month import is_appended
from pbem.systems.pto.table.state import Game


def parted(numbered: Numbered) -> tuple[Numbered, Numbered]:
    """The orders of a file for phase 3, and those for the offensive that it appends."""
    now = tuple((number, order) for number, order in numbered if not is_appended(order))
    return now, tuple((number, order) for number, order in numbered if is_appended(order))


def after_phase_3(game: Game, side: str, charts: Charts) -> Game:
    """The game in which an appended offensive begins, after its file's orders for phase 3 [F.2]."""
    game, _ = fly_home(game, side, charts)
    return game.with_month(replace(game.month, to_act=side))


def misplaced(game: Game, seat: str, charts: Charts) -> tuple[str, str]:
    """What is told of an order for an appended offensive where none may be, and the way out."""
    if game.month.to_act or not game.month.first:
        return "'appended' is for a file of phase 3 that ends with an offensive", "leave it out"
    hint = "perform it in phase 4, when you are asked"
    return f"no offensive is appended to this file: {_why(game, seat, charts)}", hint


def _why(game: Game, seat: str, charts: Charts) -> str:
    """Why a seat appends no offensive to its file of phase 3 [F.2, P4.0.1, PH13.4]."""
    side = game.side_of_seat(seat)
    if side != game.initiative:
        return f"the {side_name(game.initiative)} have the initiative"
    if game.month.first == side:
        return f"the {side_name(side)} go first in phase 3"
    appending = appending_seat(game, charts)
    return (
        f"the first one is {appending}'s" if appending else "none of your nations can pay for one"
    )
