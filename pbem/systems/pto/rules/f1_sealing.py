"""What a file seals and what is opened later: standing orders and bids [F.1, S3.2.1]."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.events import ALL, Event
from pbem.engine.orders import LONGEST_LIST, Order, decode_orders, encode_order, laid_open
from pbem.engine.steps import View
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.narrow import write_pair, write_table
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.rules.f1_standing import failing
from pbem.systems.pto.rules.f6_kept import kept_by
from pbem.systems.pto.rules.f6_sorts import muster
from pbem.systems.pto.rules.season import s3_initiative
from pbem.systems.pto.table.events_play import StandingBroken, StandingOpened, StandingVoid
from pbem.systems.pto.table.orders_month import (
    Blockade,
    BombJapan,
    Form,
    Offensive,
    Pass,
    Sail,
    Strike,
)
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import (
    STANDING,
    Closed,
    Declines,
    Given,
    GoesFirst,
    Sealed,
    StandingOrder,
)
from pbem.systems.pto.table.state import Game, Month, Plan

STANDING_ITEM, BID_ITEM = "standing/", "bid/"
OPEN_KINDS = (Declines, GoesFirst)
"""Standing orders that say who writes next: they cannot be sealed [P3.0.1, PH13.4]."""

KINDS: Mapping[str, type[StandingOrder]] = {
    kind.type: kind for kind in STANDING if kind not in OPEN_KINDS
}
"""Standing orders that can be sealed, by the word in the item."""


# --- standing orders -----------------------------------------------------------------------------


def stand(game: Game, seat: str, order: Order, seq: int) -> Game:
    """The game with what an order of file `seq` does at once [F.2, F.4, F.6.5]."""
    given, month = Given(file=seq, turn=game.turn), game.month
    match order:
        case Sealed():
            formed = tuple(tf for tf, file in month.formed.items() if file == seq)
            closed = Closed(item=order.item, muster=muster(game, seat, formed), given=given)
            game = replace(game, sealed=game.sealed.set(seat, closed))
            month = replace(month, opened=())
        case BombJapan():
            month = replace(month, bombers=order.bombers, escorts=order.escorts)
        case Blockade():
            month = replace(month, boats=month.boats.set(seat, order.boats))
        case Form():
            month = replace(month, formed=month.formed.set(order.tf, seq))
        case Offensive() if not month.to_act:
            month = replace(month, appended=seat)
        case Strike() | Sail():
            month = _keeping(month, order)
        case Pass():
            month = _resting(month, seat, order)
        case StandingOrder():
            game = _in_force(game, seat, order, given)
    return game.with_month(month)


def _resting(month: Month, seat: str, order: Pass) -> Month:
    """The month with a seat that performs no offensive any more in it, if it rests [F.2.6].

    In phase 3 that it orders nothing for the month's end is noted at once [F.2.2].
    """
    if order.rest:
        month = replace(month, resting=(*month.resting, seat))
    if order.ends and not month.to_act:
        month = replace(month, plans=month.plans.set(seat, Plan()))
    return month


def _keeping(month: Month, order: Strike | Sail) -> Month:
    """The month with the aircraft that phase 3 keeps; an offensive keeps its own [F.6.5]."""
    if month.to_act or order.appended:
        return month
    kept, freed = kept_by((order,))
    return replace(month, kept=(*month.kept, *kept), freed=(*month.freed, *freed))


def _in_force(game: Game, seat: str, order: StandingOrder, given: Given) -> Game:
    """The game with a standing order in the place of the one before of the same kind and scope."""
    game = _with_scopes(game, seat, order, _scopes(game, seat, order).set(order.of, order))
    standing = game.standing[seat]
    standing = replace(standing, given=standing.given.set(called(order), given))
    return replace(game, standing=game.standing.set(seat, standing))


def called(order: StandingOrder) -> str:
    """A standing order by its kind and what it holds of: `search`, `air-intercept of OAH`."""
    return f"{order.type} of {order.of}" if order.of else order.type


def _at_default(game: Game, seat: str, order: StandingOrder) -> Game:
    """The game without any standing order of this kind and scope [F.1]."""
    game = _with_scopes(game, seat, order, _scopes(game, seat, order).without(order.of))
    standing = game.standing[seat]
    standing = replace(standing, given=standing.given.without(called(order)))
    return replace(game, standing=game.standing.set(seat, standing))


def _all_at_default(game: Game, seat: str) -> Game:
    """The game without any standing order of a seat's that can be sealed [F.1]."""
    cleared: dict[str, Any] = {kind.replace("-", "_"): FrozenMap() for kind in KINDS}
    before = game.standing[seat]
    open_kinds = {kind.type for kind in OPEN_KINDS}
    kept = {name: by for name, by in before.given.items() if name.partition(" ")[0] in open_kinds}
    standing = replace(before, given=FrozenMap(kept), **cleared)
    return replace(game, standing=game.standing.set(seat, standing))


def _scopes(game: Game, seat: str, order: StandingOrder) -> FrozenMap[Any]:
    scopes: FrozenMap[Any] = getattr(game.standing[seat], _field(order))
    return scopes


def _with_scopes(game: Game, seat: str, order: StandingOrder, scopes: FrozenMap[Any]) -> Game:
    changes: dict[str, Any] = {_field(order): scopes}
    standing = replace(game.standing[seat], **changes)
    return replace(game, standing=game.standing.set(seat, standing))


def _field(order: StandingOrder) -> str:
    return order.type.replace("-", "_")


def is_sealed(order: Order) -> bool:
    """Whether an order goes into the sealed item where standing orders are sealed [F.1]."""
    return isinstance(order, StandingOrder) and order.type in KINDS and not order.openly


def standing_text(orders: Iterable[Order]) -> str:
    """Standing orders as the content of an item, in the narrow form of TOML."""
    tables = (write_table("[[order]]", encode_order(order)) for order in orders)
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in tables)


def standing_orders(tables: Sequence[Mapping[str, Any]]) -> tuple[StandingOrder, ...]:
    """Standing orders out of the tables of an item; `Refused` for what is none."""
    read = decode_orders(tables, KINDS, code="standing")
    return tuple(order for order in read if isinstance(order, StandingOrder))


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
        return not seals_bids(view.decision.seals)
    return laid_open(order) is not None


def opened_later(kind: str, items: Iterable[str]) -> str:
    """Which file opens what its author's next one leaves closed, by opening his bids alone [F.1].

    An order of any other kind than those, sealed beside such items.
    """
    is_later = kind != Bid.type and seals_bids(items)
    return "the first file of yours that does more than open bids" if is_later else ""


def seals_bids(items: Iterable[str]) -> bool:
    """Whether a bid is among what a file seals [F.1]."""
    return any(item.startswith(BID_ITEM) for item in items)


def bid_of(orders: Iterable[Order], nation: str) -> int:
    """The offensives that a nation bids for; without a bid none [S3.2.1]."""
    bids = (o.offensives for o in orders if isinstance(o, Bid) and o.nation == nation)
    return next(bids, 0)


# --- opening -------------------------------------------------------------------------------------


def opened(
    game: Game, seat: str, item: str, _: int, table: Mapping[str, Any] | None, charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """An item is open: standing orders come into force, a bid is known [F.1]."""
    if item.startswith(BID_ITEM):
        return s3_initiative.open_bid(game, seat, item, table, charts)
    closed = game.sealed.get(seat, Closed(item=item))
    game = replace(game, sealed=game.sealed.without(seat))
    game = game.with_month(replace(game.month, opened=(*game.month.opened, seat)))
    tables = _standing_tables(table)
    if tables is None:
        return _all_at_default(game, seat), (StandingBroken(to=ALL, seat=seat, item=item),)
    read = tuple(_read_standing(one) for one in tables)
    orders = tuple(order for order, _ in read)
    broken = tuple(order for order, is_legible in read if not is_legible)
    illegal = failing(game, seat, orders, closed.muster, charts)
    void = (
        *((order, "F.6") for order in broken),
        *((order, cited) for order, cited in illegal if order not in broken),
    )
    failed = [order for order, _ in void]
    good = tuple(order for order in orders if order not in failed)
    new = tuple(order for order in good if _scopes(game, seat, order).get(order.of) != order)
    for order in failed:
        game = _at_default(game, seat, order)
    for order in good:
        game = _in_force(game, seat, order, closed.given)
    events = tuple(
        StandingVoid(to=ALL, seat=seat, item=item, order=order.type, of=order.of, cited=cited)
        for order, cited in void
    )
    if not good:
        return game, events
    types = tuple(order.type for order in good)
    told = StandingOpened(to=ALL, seat=seat, item=item, types=types, new=standing_text(new))
    return game, (told, *events)


def _standing_tables(table: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]] | None:
    """The tables of standing orders in an item; None if it is no list of such alone."""
    if table is None or set(table) - {"order"}:
        return None
    found = table.get("order", [])
    is_list = isinstance(found, list) and len(found) <= LONGEST_LIST
    return found if is_list and all(map(_says_which, found)) else None


def _says_which(table: object) -> bool:
    """Whether a table says which standing order it is: its kind and what it holds."""
    if not isinstance(table, Mapping):
        return False
    kind, of = table.get("type"), table.get("of", "")
    return isinstance(kind, str) and kind in KINDS and isinstance(of, str)


def _read_standing(table: Mapping[str, Any]) -> tuple[StandingOrder, bool]:
    """The standing order of a table, or its default; and whether it could be read as a sealed one.

    One that says that it stands openly is no sealed one.
    """
    kind = KINDS[table["type"]]
    try:
        (order,) = standing_orders((table,))
    except Refused:
        return kind(of=table.get("of", "")), False
    return order, is_sealed(order)
