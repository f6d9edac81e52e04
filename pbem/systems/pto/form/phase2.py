"""What comes of phase 2 by a file that is the last before it: who bombs, who blockades [P2.0]."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import ALLIED
from pbem.systems.pto.orders.economy import next_phase_2, tired_words
from pbem.systems.pto.rules.month.p2_strategic import blockading, can_bomb
from pbem.systems.pto.rules.month.p6_end import sweep
from pbem.systems.pto.table.naming import agree, all_of, each
from pbem.systems.pto.table.orders_month import Blockade, BombJapan
from pbem.systems.pto.table.state import Game


def phase_2_words(
    view: View[Game], orders: Sequence[Order], then: Game, charts: Charts, *, last: bool
) -> Iterator[str]:
    """Who bombs and blockades beside these orders, or what it may cost Japan [P2.1, P2.2].

    `then` has the ships where they are by that phase, as far as it is known. `last` tells that a
    pass makes the file the last before it.
    """
    game, given = view.game, {type(order) for order in orders}
    if last:
        month, rule = month_name(game.turn + 1), _defence_words(view)
        yield f"This may be your last file before phase 2 of {month}.{rule}"
    upcoming = next_phase_2(game)
    if upcoming > game.turn:  # who is committed now, or grounded, is not so then
        then, _ = sweep(then)
    if view.side != ALLIED:
        yield from _against_japan(then, upcoming, charts)
        return
    if "US" in game.nations_of(view.seat) and BombJapan not in given:
        bombers = each(game.month.bombers)
        yield f"Japan is bombed by {bombers}, as ordered." if bombers else "Nobody bombs Japan."
    nations = game.nations_of(view.seat)
    has_boats = any(s.kind == "SS" and s.nation in nations for s in game.ships.values())
    if has_boats and Blockade not in given:
        yield _boats_words(then, view.seat, charts)


def _defence_words(view: View[Game]) -> str:
    """How the orders for fighters over Japan come to hold then [P2.1.2, F.4]."""
    if view.side == ALLIED:
        return ""
    if view.game.standing[view.seat].strategic:
        return " 'strategic' for it stays in force unless this file says otherwise."
    return " 'strategic' for it stands here or not at all."


def _boats_words(game: Game, seat: str, charts: Charts) -> str:
    """Which submarines blockade by no order of this file; those named before, else all [P2.2.1]."""
    named = game.month.boats.get(seat)
    if named is not None:
        tired = tired_words(game, named)
        return f"The blockade of Japan stays as ordered: {each(named) or 'no boats'}{tired}."
    going = [one for one in blockading(game, charts) if one.nation in game.nations_of(seat)]
    now = f", {len(going) or 'none'} as things stand"
    every = "All submarines of yours that can join the blockade of Japan do"
    return f"{every}{now}{tired_words(game, going)}."


def _against_japan(game: Game, month: int, charts: Charts) -> Iterator[str]:
    """What of the Allies may take EP of Japan before it pays for anything else [P2.1.5, P2.2.2]."""
    able = [id_ for id_ in game.air if can_bomb(game, id_, charts)]
    sent = [id_ for id_ in game.month.bombers if id_ in able]
    ordered = f"; {each(sent)} {agree(sent, 'is', 'are')} ordered to" if sent else ""
    boats = len(blockading(game, charts))
    parts = [
        *([f"{count(len(able), 'bomber')} in reach"] if able else ()),
        *([f"{count(boats, 'submarine')} near Japan"] if boats else ()),
    ]
    if parts:
        yield (
            f"In phase 2 of {month_name(month)} the Allies may take EP that you leave,"
            f" before you pay for ships: as things stand {all_of(parts)}{ordered} [P2.1.5, P2.2.2]."
        )
