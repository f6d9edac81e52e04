"""Whether ships may return or stay as ordered, and what that costs [P6.1, PH14, F.6.1, F.6.2]."""

from collections.abc import Iterator, Sequence

from pbem.engine.kinds import Refusal
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.month.p3_forces import form
from pbem.systems.pto.rules.month.p6_course import cannot_stay, course, not_aboard
from pbem.systems.pto.rules.month.p6_second_move import fuel_due
from pbem.systems.pto.rules.month.p6_upkeep import price
from pbem.systems.pto.table.orders import Form, Return, Stay
from pbem.systems.pto.table.pieces import Ship
from pbem.systems.pto.table.state import Game

Numbered = Sequence[tuple[int, Order]]


def problems(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Returns and stays as the task forces are after the file's forming [P6.1.1, PH14.1, F.6]."""
    game, nations = _formed(game, side, numbered), game.nations_of(seat)
    for number, order in numbered:
        if not isinstance(order, Return | Stay):
            continue
        refusal = _refused(game, nations, order, charts)
        if refusal:
            yield refusal.of(number)


def _formed(game: Game, side: str, numbered: Numbered) -> Game:
    for _, order in numbered:
        if isinstance(order, Form):
            game, _ = form(game, side, order)
    return game


def _refused(
    game: Game, nations: tuple[str, ...], order: Return | Stay, charts: Charts
) -> Refusal | None:
    if isinstance(order, Stay):
        return cannot_stay(game, nations, order, charts)
    way = course(game, nations, order, charts)
    return way if isinstance(way, Refusal) else not_aboard(game, order)


# --- what it costs -------------------------------------------------------------------------------


def costs(
    game: Game, side: str, seat: str, orders: Sequence[Order], charts: Charts
) -> Iterator[str]:
    """What each legal return and stay costs beyond those before it, in words [F.6.2, D13.2]."""
    game, nations = _formed(game, side, tuple(enumerate(orders, 1))), game.nations_of(seat)
    moved: tuple[Ship, ...] = ()
    kept: tuple[str, ...] = ()
    for order in orders:
        if not isinstance(order, Return | Stay) or _refused(game, nations, order, charts):
            continue
        force = game.forces[order.tf]
        if isinstance(order, Stay):
            points = price(game, (*kept, force.id), charts) - price(game, kept, charts)
            kept = (*kept, force.id)
            yield f"{mention(force.id)} stays in {mention(force.at)}: {points} EP"
            continue
        way = course(game, nations, order, charts)
        sailing = (*moved, *game.ships_in(force.id)) if way else moved
        points = fuel_due(game, sailing, charts) - fuel_due(game, moved, charts)
        moved = sailing
        port = way[-1] if way and not isinstance(way, Refusal) else force.at
        yield f"{mention(force.id)} returns to {mention(port)}: fuel {points} EP"
