"""What a file seals and what is opened later: standing orders and bids [F.1, S3.2.1]."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order, decode_orders, encode_order, laid_open
from pbem.engine.steps import View
from pbem.errors import Refused
from pbem.narrow import write_pair, write_table
from pbem.systems.pto import check_standing, s3_initiative
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.events_play import StandingBroken, StandingOpened
from pbem.systems.pto.orders import Bid, Blockade, BombJapan, Sail, Sealed, Strike
from pbem.systems.pto.standing import STANDING, Declines, GoesFirst, StandingOrder
from pbem.systems.pto.state import Game

STANDING_ITEM, BID_ITEM = "standing/", "bid/"
OPEN_KINDS = (Declines, GoesFirst)
"""Standing orders that say who writes next: they can not be sealed [P3.0.1, PH13.4]."""

KINDS: Mapping[str, type[Order]] = {kind.type: kind for kind in STANDING}


# --- standing orders -----------------------------------------------------------------------------


def stand(game: Game, seat: str, order: Order) -> Game:
    """The game with an open order in force that is not for one step only [F.2, F.4, F.6.5]."""
    match order:
        case Sealed():
            return replace(game, sealed=game.sealed.set(seat, order.item))
        case BombJapan():
            month = replace(game.month, bombers=order.bombers, escorts=order.escorts)
            return game.with_month(month)
        case Blockade():
            boats = game.month.boats.set(seat, order.boats)
            return game.with_month(replace(game.month, boats=boats))
        case Strike() | Sail():
            return _kept(game, order)
        case StandingOrder():
            return _in_force(game, seat, order)
    return game


def _kept(game: Game, order: Strike | Sail) -> Game:
    """The game with the units of a strike kept for it, or a task force's freed from it [F.6.5]."""
    month = game.month
    if isinstance(order, Strike):
        month = replace(month, kept=(*month.kept, *order.units, *order.escorts))
    elif order.strike:
        month = replace(month, freed=(*month.freed, order.tf))
    return game.with_month(month)


def _in_force(game: Game, seat: str, order: StandingOrder) -> Game:
    """The game with a standing order in the place of the one before of the same kind and scope."""
    standing, kind = game.standing[seat], order.type.replace("-", "_")
    changes: dict[str, Any] = {kind: getattr(standing, kind).set(order.of, order)}
    return replace(game, standing=game.standing.set(seat, replace(standing, **changes)))


def is_sealed(order: Order) -> bool:
    """Whether an order goes into the sealed item where standing orders are sealed [F.1]."""
    return (
        isinstance(order, StandingOrder) and not order.openly and not isinstance(order, OPEN_KINDS)
    )


def standing_text(orders: Iterable[Order]) -> str:
    """Standing orders as the content of an item, in the narrow form of TOML."""
    tables = (write_table("[[order]]", encode_order(order)) for order in orders)
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in tables)


# --- sealing -------------------------------------------------------------------------------------


def seal(
    view: View[Game], orders: tuple[Order, ...], _: Charts
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    """The orders that stand openly in the file, and the contents of the items that it seals."""
    items: dict[str, str] = {}
    public = [order for order in orders if _stands_openly(view, order)]
    for item in view.decision.seals:
        if item.startswith(STANDING_ITEM):
            items[item] = standing_text(order for order in orders if is_sealed(order))
            public.append(Sealed(item=item))
        else:
            nation = item.rpartition("/")[2]
            items[item] = write_pair("offensives", bid_of(orders, nation)) + "\n"
    return tuple(public), items


def _stands_openly(view: View[Game], order: Order) -> bool:
    """Whether an order stands in its file for all to read: its kind says so, or it stays out.

    Not a standing order that is sealed [F.1], nor a bid while another is still to come [S3.2.1].
    """
    if is_sealed(order):
        return not view.game.terms.sealed_standing
    if isinstance(order, Bid):
        return not any(item.startswith(BID_ITEM) for item in view.decision.seals)
    return laid_open(order) is not None


def bid_of(orders: Iterable[Order], nation: str) -> int:
    """The offensives that a nation bids for; without a bid none [S3.2.1]."""
    bids = (o.offensives for o in orders if isinstance(o, Bid) and o.nation == nation)
    return next(bids, 0)


# --- opening -------------------------------------------------------------------------------------


def opened(
    game: Game, seat: str, item: str, table: Mapping[str, Any] | None, charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """An item is open: standing orders come into force, a bid is known [F.1]."""
    if item.startswith(BID_ITEM):
        return s3_initiative.open_bid(game, seat, item, table, charts)
    game = replace(game, sealed=game.sealed.without(seat))
    try:
        orders = _read_standing(table, charts)
    except Refused:
        return game, (StandingBroken(to=ALL, seat=seat, item=item),)
    for order in orders:
        game = _in_force(game, seat, order)
    if not orders:
        return game, ()
    types = tuple(order.type for order in orders)
    return game, (StandingOpened(to=ALL, seat=seat, item=item, types=types),)


def _read_standing(table: Mapping[str, Any] | None, charts: Charts) -> tuple[StandingOrder, ...]:
    """The standing orders of an item; raises `Refused` if it does not hold such orders alone.

    An honest program has checked them before it sealed them, so none may be without meaning.
    """
    if table is None or set(table) - {"order"} or not isinstance(table.get("order", []), list):
        raise Refused()
    orders = decode_orders(table.get("order", []), KINDS, code="standing")
    sealed = tuple(order for order in orders if isinstance(order, StandingOrder))
    if len(sealed) != len(orders) or not all(is_sealed(order) for order in sealed):
        raise Refused()
    problems = [one for order in sealed for one in check_standing.meaningless(1, order, charts)]
    if problems:
        raise Refused(*problems)
    return sealed
