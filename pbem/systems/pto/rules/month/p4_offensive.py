"""One file's offensives: paid, then carried out step by step [P4.0, P4A, P4B, P4C, PH12.2]."""

from collections.abc import Callable, Iterable, Sequence

from pbem.dice import Dice
from pbem.engine.after import one_by_one
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.combat.losses import all_landed, is_flying
from pbem.systems.pto.rules.f6_kept import keeping
from pbem.systems.pto.rules.month import p3_engage, p3_sail, p3_strikes, p4_land
from pbem.systems.pto.rules.month.p4_costs import bills, paid
from pbem.systems.pto.rules.month.p4_possible import offensives, payable
from pbem.systems.pto.rules.p3_half import Half
from pbem.systems.pto.rules.p4_acting import activated, begun
from pbem.systems.pto.table.events_land import OffensiveBegun
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.state import Game, Told

Rule = Callable[[Game], Told]


def perform(
    game: Game,
    seat: str,
    orders: tuple[Order, ...],
    charts: Charts,
    dice: Dice,
    later: Iterable[Order] = (),
) -> Told:
    """The offensives that a file performs at once [P4.0.1-P4.0.3].

    Movement comes first, at sea and on land; then air offensives; then naval attacks or ground
    combat; at last everybody who flew is committed [P4A, P4B, P4C]. Aircraft are kept for strikes
    of `later` parts of the file, too [F.6.5].
    """
    orders, void = payable(game, seat, orders, charts)
    performed = offensives(orders)
    if not performed:
        return game, void
    side = game.side_of_seat(seat)
    game, begun = _begin(keeping(game, orders, later), performed, charts)
    kinds = {order.kind for order in performed}
    half, answers = Half(side=side, phase="P4", charts=charts, dice=dice), {seat: orders}
    since = p4_land.before(game, orders)
    sea: list[Rule] = [
        lambda g: p3_sail.play(g, half, answers),
        lambda g: p3_strikes.play(g, half, answers),
        lambda g: p3_engage.play(g, half, answers),
    ]
    air: list[Rule] = [lambda g: p3_strikes.play(g, half, answers)]
    land: list[Rule] = [
        lambda g: p4_land.move(g, seat, orders, charts),
        *(air if "air" in kinds else ()),
        lambda g: p4_land.fight(g, seat, orders, since, charts, dice),
    ]
    rules = sea if "sea" in kinds else land if "land" in kinds else air
    game, events = one_by_one(game, *rules)
    return finished(game), (*void, *begun, *events)


# --- beginning -----------------------------------------------------------------------------------


def _begin(
    game: Game, performed: Sequence[Offensive], charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """Offensives are paid for and named; who is named in them acts [P4A.1, P4B.1]."""
    due = bills(game, performed, charts)
    game = activated(begun(_grounded(paid(game, due))), performed)
    return game, tuple(
        OffensiveBegun(
            to=ALL,
            nation=order.nation,
            kind=order.kind,
            where=order.theatres or order.targets or (order.stack, *order.stacks),
            track=bill.track,
            impromptu=bill.impromptu,
            points=bill.points,
        )
        for order, bill in zip(performed, due, strict=True)
    )


def _grounded(game: Game) -> Game:
    """The game with nobody in the air or ashore yet in this offensive [PH8.1, PH10.5]."""
    return all_landed(game).with_month(replace(game.month, landed=(), rivers=()))


# --- the end -------------------------------------------------------------------------------------


def finished(game: Game) -> Game:
    """Air units that flew, of both sides, are committed; nobody acts any more [P4A.4.A, P4C.4]."""
    flown = (unit for unit in game.air.values() if is_flying(unit))
    game = all_landed(game.with_air(replace(unit, committed=True) for unit in flown))
    done = game.month.offensives + 1
    month = replace(game.month, acting=(), withdrawn=(), kept=(), freed=(), offensives=done)
    return game.with_month(month)
