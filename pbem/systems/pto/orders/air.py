"""Whether orders for aircraft are legal: strikes, base changes, airlifts [P3.2, P3.4, P4C, PH8]."""

from collections.abc import Iterator

from pbem.dice import Dice
from pbem.engine.kinds import Refusal
from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.orders.naval import Numbered, as_planned, phase_of
from pbem.systems.pto.rules.f6_aims import wrong_ships
from pbem.systems.pto.rules.month.p3_missions import launched
from pbem.systems.pto.rules.month.p3_targets import cannot_strike_with
from pbem.systems.pto.rules.month.p3_transfer import cannot_lift, cannot_transfer
from pbem.systems.pto.rules.p3_half import Half, Targets, air_targets
from pbem.systems.pto.table.orders import Airlift, Strike, Transfer
from pbem.systems.pto.table.state import Game


def problems(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> Iterator[Problem]:
    """Every order for aircraft that is not legal, ships being where the file sends them [F.3]."""
    if not any(isinstance(order, Strike | Transfer | Airlift) for _, order in numbered):
        return
    _, refusals = _flown(game, side, seat, numbered, charts)
    yield from (refusal.of(number) for number, refusal in refusals)


def as_flown(game: Game, side: str, seat: str, numbered: Numbered, charts: Charts) -> Game:
    """The game after a file's legal orders for ships and aircraft, if they meet nobody [F.2]."""
    return _flown(game, side, seat, numbered, charts)[0]


def _flown(
    game: Game, side: str, seat: str, numbered: Numbered, charts: Charts
) -> tuple[Game, list[tuple[int, Refusal]]]:
    """The game with every legal order for aircraft done, and the refusals of the others."""
    game = as_planned(game, side, seat, numbered, charts)
    half = Half(side=side, phase=phase_of(game), charts=charts, dice=Dice(None))
    targets = air_targets({seat: tuple(order for _, order in numbered)})
    refusals: list[tuple[int, Refusal]] = []
    for kind in (Strike, Transfer, Airlift):
        for number, order in numbered:
            if not isinstance(order, kind):
                continue
            if isinstance(order, Strike):
                refusals += ((number, one) for one in wrong_ships(game, side, order))
            refusal = _refused(game, half, seat, order, targets)
            if refusal:
                refusals.append((number, refusal))
            else:
                game = _carried_out(game, half, order)
    return game, refusals


def _refused(game: Game, half: Half, seat: str, order: Order, targets: Targets) -> Refusal | None:
    nations = game.nations_of(seat)
    match order:
        case Strike():
            return cannot_strike_with(game, half, nations, order, targets)
        case Transfer():
            return cannot_transfer(game, nations, order, half.charts)
        case Airlift():
            return cannot_lift(game, nations, order, half.charts)
    return None


def _carried_out(game: Game, half: Half, order: Order) -> Game:
    """The game with an order done and nobody met, for the orders that follow."""
    match order:
        case Strike():
            return launched(game, half, (*order.units, *order.escorts))
        case Transfer():
            moved = (game.air[id_] for id_ in order.units)
            return game.with_air(replace(unit, base=order.to, struck=True) for unit in moved)
        case Airlift():
            purse = game.purses[order.nation]
            game = game.with_purse(order.nation, replace(purse, lifts=purse.lifts + 1))
            if order.cargo in game.ground:
                unit = replace(game.ground[order.cargo], at=order.to)
                return game.with_ground([unit])
    return game
