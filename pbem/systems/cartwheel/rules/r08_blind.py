"""Blind orders: the next opportunity of a reply's author, given in his reply [H8.7]."""

from pbem.engine.after import one_by_one
from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import r08_passes as passes
from pbem.systems.cartwheel.rules.r08_bundles import announced, in_order, with_ids
from pbem.systems.cartwheel.rules.r08_missions import missions_of
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left, spoiled_blind
from pbem.systems.cartwheel.table.events_play import BlindGiven, BlindVoided
from pbem.systems.cartwheel.table.state import Game, Told
from pbem.systems.cartwheel.table.under_way import Blind


def comes_next(game: Game, charts: Charts) -> bool:
    """Whether the run ends with the missions under way, so that the other side is next [H8.7].

    It ends as well at the cap, or by a pass that stands behind them [H8.2, H8.3].
    """
    operations = game.operations
    side, under_way = operations.to_act, len(operations.queue)
    if side in operations.announced or side in operations.out:
        return True
    return min(operations.run, missions_left(game, side, charts)) <= under_way


def may_order_ahead(game: Game, side: str, charts: Charts) -> bool:
    """Whether a reply may hold its author's next opportunity: he has one, and next [H8.7]."""
    return comes_next(game, charts) and has_opportunity(game, side, charts)


def take_blind(game: Game, side: str, orders: tuple[Order, ...]) -> Told:
    """The next opportunity of a reply's author, if he gives it in his reply [H8.7]."""
    given = passes.pass_of(orders)
    if not missions_of(orders) and given is None:
        return game, ()
    game, raids, voyages = with_ids(game, side, orders)
    ids = tuple(mission.id for mission in in_order(raids, voyages))
    blind = Blind(
        side=side, raids=raids, voyages=voyages, order=ids,
        passes=given.times if given else 0, rest=given is not None and given.rest,
    )  # fmt: skip
    game = game.with_operations(replace(game.operations, blind=blind))
    return game, (BlindGiven(to=ALL, side=side, missions=ids, passing=given is not None),)


def use_blind(game: Game, blind: Blind, charts: Charts) -> Told:
    """A blind order is carried out, or void where the outcome forbids any part of it [H8.7]."""
    if cited := spoiled_blind(game, blind, charts):
        return void_blind(game, cited)
    game = game.with_operations(replace(game.operations, blind=None))
    if not blind.order:
        return passes.passing(game, blind.side, blind.passes, rest=blind.rest)
    return one_by_one(
        game,
        lambda g: announced(g, blind.raids, blind.voyages),
        lambda g: passes.announced(g, blind.side, blind.passes, rest=blind.rest),
    )


def void_blind(game: Game, cited: str) -> Told:
    """The blind order is void, at no loss, if a rule forbids any part of it by now [H8.7]."""
    blind = game.operations.blind
    if blind is None or not cited:
        return game, ()
    passing = blind.rest or blind.passes > 0
    event = BlindVoided(
        to=ALL, side=blind.side, missions=blind.order, passing=passing, cited=cited
    )  # fmt: skip
    return game.with_operations(replace(game.operations, blind=None)), (event,)
